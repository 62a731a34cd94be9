/* The world of the tracker's test, and the oracle that judges each answer.
 *
 * For each step the oracle keeps the set of all steps before it, from three things only: the order
 * of its stream, the waits it got, and what the host had seen when it was submitted. It knows no
 * spans, frontiers and snapshots. Memory runs out on request here.
 */
#pragma once
#include <string.h>
#include "expect.h"

/* ---- memory that runs out -------------------------------------------------------------------- */

static long allowed = -1; /* allocations until all fail; negative: none fails */
static int was_refused, is_noting;

static int refuses(void)
{
    EXPECT(!is_noting, "an allocation while taking note");
    was_refused |= allowed == 0;
    allowed -= allowed > 0;
    return was_refused;
}

static void *scarce_malloc(size_t bytes) { return refuses() ? 0 : malloc(bytes); }
static void *scarce_calloc(size_t n, size_t bytes) { return refuses() ? 0 : calloc(n, bytes); }
static void *scarce_realloc(void *old, size_t bytes) { return refuses() ? 0 : realloc(old, bytes); }

static void checked_free(void *old)
{
    EXPECT(!is_noting, "memory freed while taking note");
    free(old);
}

#define ROOM_AFTER(room) 0 /* so that a sanitizer sees what was not reserved */
#define malloc scarce_malloc
#define calloc scarce_calloc
#define realloc scarce_realloc
#define free checked_free
#include "tracker.h"
#undef malloc
#undef calloc
#undef realloc
#undef free

/* ---- the world ------------------------------------------------------------------------------- */

typedef unsigned __int128 set; /* of steps */

enum { STEPS = 128, STREAMS = 12, PART = 8, PLACES = 64, USES = 4, HANDLES = 7 };
enum { PRIVATE = 2, OWN = 8, SHARED = PRIVATE * OWN }; /* the first handles, and their places */

typedef struct node {
    timeline *source;
    u64 value;
    set before;
    int holds, is_clean;
    u32 ends_as;
    cell cell;
} node;

/* Parts [low, high) of the line of places. The first handles have memory of their own, the others
 * share it where they overlap. */
typedef struct handle { tracked tracked; u32 low, high; } handle;

static struct world {
    tracker t;
    u32 streams, count, number;
    u32 merges; /* whether neighbours may be merged: then it is not known who read what */
    u32 slices; /* whether writes are short and reads long, so that these have many producers */
    timeline stream[STREAMS];
    node step[STEPS];
    handle handle[HANDLES];
    set seen, internal;
    set earlier[PLACES];       /* who touched it in its earlier lives */
    set touched[PLACES];       /* ... in this life */
    set written[PLACES];
    set last[PLACES];          /* who wrote it last; with manual hazards also what gaps left */
    u64 dead[PLACES][STREAMS]; /* the death frontier of the life before */
    points found;
} w;

static struct { u64 edges, checks, many_checks, shadows, joins, ends, failures; } done;

static void hold(void *owner) { ((node *)owner)->holds++; }
static set bit(u32 index) { return (set)1 << index; }
static timeline *any_stream(void) { return &w.stream[chance(w.streams)]; }

/* Returns the newest step of a stream up to a value; -1 if there is none. */
static i32 step_at(const timeline *source, u64 value)
{
    for (i32 i = (i32)w.count - 1; i >= 0; i--)
        if (w.step[i].source == source && w.step[i].value <= value)
            return i;
    return -1;
}

static set upto(const timeline *source, u64 value)
{
    i32 i = step_at(source, value);
    return i < 0 ? 0 : w.step[i].before | bit((u32)i);
}

/* ---- holds, and what a failure must not change ----------------------------------------------- */

static void check_holds(void)
{
    int named[STEPS] = {0};
    u32 all = 0;
    void *out[3];
    for (u32 n; (n = take_litter(&w.t, out, 3));)
        while (n--)
            ((node *)out[n])->holds--;
    for (u32 h = 0; h < HANDLES; h++) {
        memory *m = w.handle[h].tracked.memory;
        for (u32 k = 0; k < h && m; k++)
            m = w.handle[k].tracked.memory == m ? 0 : m; /* counted with the other handle */
        for (u32 i = 0; m && i < m->count; i++) {
            span *s = &m->spans[i];
            if (s->writer.source)
                named[(node *)s->writer.owner - w.step]++, all++;
            for (u32 k = 0; k < s->beneath.count; k++)
                named[(node *)s->beneath.at[k].owner - w.step]++, all++;
        }
    }
    EXPECT(w.t.held == all, "%u owners held, %u named", w.t.held, all);
    for (u32 i = 0; i < w.count; i++)
        EXPECT(w.step[i].holds == named[i], "step %u: held %d times, named %d times", i,
               w.step[i].holds, named[i]);
}

static u64 mix(const void *a, u64 b)
{
    u64 x = ((u64)a + 1) * 0x9E3779B97F4A7C15u ^ (b + 1) * 0xD6E8FEB86659FD93u;
    return (x ^ x >> 29) * 0x94D049BB133111EBu;
}

static u64 mix_points(const point *at, u32 count)
{
    u64 sum = count;
    for (u32 i = 0; i < count; i++)
        sum += mix(at[i].source, at[i].value);
    return sum;
}

/* A number that changes with the history of any byte and the state of any stream. */
static u64 fingerprint(void)
{
    u64 sum = 0;
    for (u32 i = 0; i < w.streams; i++) {
        timeline *t = &w.stream[i];
        sum = mix(t->now, sum) + t->value + 3 * t->seen + 5 * t->count;
        sum += t->now ? mix_points(t->now->at, t->now->count) : 0;
    }
    for (u32 h = 0; h < HANDLES; h++) {
        memory *m = w.handle[h].tracked.memory;
        for (u64 at = m ? m->start : 0; m && at < m->stop; at += PART) {
            span *s = &m->spans[index_of(m, at)];
            u64 here = mix(s->writer.source, s->writer.source ? s->writer.value : 0);
            here += 3 * mix_points(readers_of(s), s->readers.count);
            here += 5 * mix_points(s->reuse.at, s->reuse.count) + s->beneath.count;
            sum = mix((void *)here, sum);
        }
    }
    return sum;
}

/* Runs a call, often with an allocation that fails, and all behind it: first the first one, then
 * the second, and so on until the call succeeds. */
#define DESPITE_FAILURES(call)                                                       \
    do {                                                                             \
        long limit_ = chance(3) ? -1 : 0;                                            \
        for (int failed_ = 1; failed_; limit_++) {                                   \
            u64 print_ = w.merges ? 0 : fingerprint();                               \
            was_refused = 0;                                                         \
            allowed = limit_;                                                        \
            failed_ = (call);                                                        \
            allowed = -1;                                                            \
            EXPECT(failed_ == (was_refused ? -1 : 0), "the answer is %d", failed_);  \
            EXPECT(!failed_ || !print_ || print_ == fingerprint(), "left a trace");  \
            done.failures += was_refused;                                            \
            was_refused = 0;                                                         \
        }                                                                            \
    } while (0)

/* ---- the oracle ------------------------------------------------------------------------------ */

/* The set of steps before a step with these edges. Each wait has to add to it, unless the caller
 * asked for some. */
static set order(const timeline *own, int is_minimal)
{
    set before = w.seen | upto(own, own->value);
    for (u32 i = 0; i < w.t.edge_count; i++) {
        edge *e = &w.t.edges[i];
        set rest = w.seen | upto(own, own->value);
        i32 to = step_at(e->source, e->value);
        EXPECT(to >= 0 && w.step[to].value == e->value, "a wait for no step");
        for (u32 k = 0; k < w.t.edge_count; k++)
            rest |= k == i ? 0 : upto(w.t.edges[k].source, w.t.edges[k].value);
        EXPECT(!is_minimal || !(rest & bit((u32)to)), "a wait that says nothing");
        before |= upto(e->source, e->value);
    }
    return before;
}

/* Adds a step. Some have ended before the host notes it. */
static node *new_step(timeline *own, u64 value, set before)
{
    node *n = &w.step[w.count++];
    *n = (node){.source = own, .value = value, .before = before};
    n->ends_as = chance(8) ? DONE : FAILED;
    if (chance(2))
        atomic_store(&n->cell.state, n->ends_as);
    if (own->internal)
        w.internal |= bit(w.count - 1);
    return n;
}

static set steps_on(const timeline *source)
{
    set found = 0;
    for (u32 i = 0; i < w.count; i++)
        found |= w.step[i].source == source ? bit(i) : 0;
    return found;
}

static set unclean(set steps)
{
    for (u32 i = 0; i < w.count; i++)
        if (w.step[i].is_clean)
            steps &= ~bit(i);
    return steps;
}

/* The steps that one use of a place has to come after. Bytes that this life has not written hold
 * nothing. With manual hazards only reuse is ordered, and internal streams with the others: their
 * reads come after the last writers. */
static set conflicts(u32 place, const use *u, const timeline *own)
{
    set mask = !w.t.manual || own->internal ? ~(set)0 : w.internal;
    if (u->writes)
        return w.earlier[place] | (w.touched[place] & mask);
    return (w.t.manual ? w.last[place] : w.written[place]) & mask;
}

static u32 low_of(const use *u) { return (u32)(u->region->start / PART); }
static u32 high_of(const use *u) { return (u32)(u->region->stop / PART); }

static void judge_order(const timeline *own, const use *uses, u32 count, set before)
{
    for (const use *u = uses; u != uses + count; u++)
        for (u32 place = low_of(u); place < high_of(u); place++)
            EXPECT(!(conflicts(place, u, own) & ~before), "it is not ordered at place %u", place);
}

/* The checks are all writers of its inputs that were not seen to succeed, and no others. What is in
 * the gaps of a write is handed on, and so counts as read. */
static void judge_checks(const use *uses, u32 count)
{
    set wanted = 0, found = 0;
    for (const use *u = uses; u != uses + count; u++)
        for (u32 place = low_of(u); place < high_of(u); place++)
            if (u->reads || u->region->has_gaps)
                wanted |= unclean(w.last[place]);
    for (u32 i = 0; i < w.t.check_count; i++) {
        i32 index = step_at(w.t.checks[i].source, w.t.checks[i].value);
        EXPECT(!(found & bit((u32)index)), "it checks step %d twice", index);
        EXPECT(w.t.checks[i].owner == &w.step[index], "a check of another step");
        found |= bit((u32)index);
    }
    if (w.merges && w.t.manual)
        return; /* of the writers beneath merged spans, the newest of each stream are left */
    EXPECT(!(wanted & ~found), "it does not check a writer");
    EXPECT(!(found & ~wanted), "it checks what it does not read");
}

/* Takes note of the uses, in order, after they were judged. */
static void touch(const timeline *own, const use *uses, u32 count)
{
    set step = bit(w.count - 1), others = ~steps_on(own);
    for (const use *u = uses; u != uses + count; u++)
        for (u32 place = low_of(u); place < high_of(u); place++) {
            w.touched[place] |= step;
            if (!u->writes)
                continue;
            w.written[place] |= step;
            w.last[place] &= w.t.manual && u->region->has_gaps ? others : 0;
            w.last[place] |= step;
        }
}
