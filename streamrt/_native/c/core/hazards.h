/* Hazards: what one use of memory by a command waits for, and what is noted of it.
 *
 * `streamrt/_core/tracking/hazards.py` is the specification; tracker.h puts a command together.
 * Owners that no span holds any more are litter, which the caller takes when it has left the lock.
 * There is always room in the litter for all owners held, so that no drop can fail.
 */
#pragma once
#include "memories.h"

enum bar { FROZEN = 1, DELETED = 2, CAPTURED = 4, GONE = 8 };

/* One handle of a memory: the spec's Tracked. */
typedef struct tracked {
    memory *memory;
    u32 bar;
    u32 has_others; /* the spec's `handles is not None`: its memory may have other handles */
} tracked;

/* Bytes [start, stop) of it, some of which may belong to no element. */
typedef struct region { tracked *tracked; u64 start, stop; u32 has_gaps; } region;
typedef struct use { region *region; u8 reads, writes; } use;

enum hazard { RAW, WAR, WAW, REUSE, EVENT };
/* One wait and its reason. An event's concerns no memory: 0. */
typedef struct edge { timeline *source; u64 value; u32 hazard; tracked *tracked; } edge;

/* A memory, and the copy on which a command is tried: see shadows.h. */
typedef struct shadow { memory *real, *copy; } shadow;

/* The state of one runtime's tracker, and the answer to the last `prepare_command`. */
struct tracker {
    u32 manual;
    edge *edges;  u32 edge_count, edge_room;   /* what the command waits for, in the spec's order */
    step *checks; u32 check_count, check_room; /* whose cells it checks, in the spec's order */
    void **litter; u32 litter_count, litter_room; /* owners to let go of; see take_litter */
    /* private: */
    u32 held;          /* how many owners the spans hold */
    u32 borrows;       /* whether the spans at work are copies, which hold nothing */
    u32 failed;        /* whether memory ran out */
    u64 asked;         /* commands so far: marks the timelines that this one has an edge to */
    u32 *seats, seat_count, seat_room; /* a hash table of the checks, once they are many */
    points joined;     /* scratch */
    frontier *next;    /* the frontier that the command has come to */
    shadow *shadows; u32 shadow_count, shadow_room;
};

/* ---- owners ---------------------------------------------------------------------------------- */

static int reserve_litter(tracker *t, u64 more)
{
    void **litter = grown(t->litter, &t->litter_room, t->litter_count + t->held + more + 1,
                          sizeof *litter);
    if (!litter)
        return -1;
    t->litter = litter;
    return 0;
}

static void keep(tracker *t, void *owner)
{
    if (t->borrows || !owner)
        return;
    hold(owner);
    t->held++;
}

static void part_with(tracker *t, void *owner)
{
    if (t->borrows || !owner)
        return;
    t->litter[t->litter_count++] = owner;
    t->held--;
}

/* Takes up to `most` owners out of the litter; returns how many. Under the lock. The array stays,
 * because it has room for what is held. */
static inline u32 take_litter(tracker *t, void **owners, u32 most)
{
    u32 count = t->litter_count < most ? t->litter_count : most;
    t->litter_count -= count;
    if (count)
        memcpy(owners, t->litter + t->litter_count, count * sizeof *owners);
    return count;
}

/* ---- regions --------------------------------------------------------------------------------- */

/* Returns the index of the first use that a bar forbids, -1 if there is none. */
static inline i32 first_barred(const use *uses, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        u32 bar = uses[i].region->tracked->bar;
        if (uses[i].writes ? bar : bar >= DELETED)
            return (i32)i;
    }
    return -1;
}

/* The spec's `everything`. */
static int is_whole(const region *r, const memory *m)
{
    return r->start == m->start && r->stop >= m->stop;
}

static inline int find_spans(tracker *t, memory *m, const region *r, u32 *first, u32 *last)
{
    *first = 0;
    *last = m->count;
    return is_whole(r, m) ? 0 : cut(t, m, r->start, r->stop, first, last);
}

/* Finds the spans [first, last) that a region covers, split at its ends: the spec's Region.spans.
 * -1: no memory. */
static inline int spans_of(tracker *t, const region *r, u32 *first, u32 *last)
{
    return find_spans(t, r->tracked->memory, r, first, last);
}

/* Returns how many spans a region covers, which were cut. */
static u32 count_spans(const region *r)
{
    const memory *m = r->tracked->memory;
    return is_whole(r, m) ? m->count : index_of(m, r->stop) - index_of(m, r->start);
}

/* ---- what a command needs -------------------------------------------------------------------- */

static edge *new_edge(tracker *t)
{
    edge *edges = grown(t->edges, &t->edge_room, t->edge_count + 1ull, sizeof *edges);
    if (!edges) {
        t->failed = 1;
        return 0;
    }
    t->edges = edges;
    return &edges[t->edge_count++];
}

/* Adds a point to the newest needed of each timeline, unless it is known to be reached. */
static void need(tracker *t, const timeline *own, point p, u32 hazard, tracked *of)
{
    timeline *source = p.source;
    if (source == own || p.value <= source->seen || p.value <= reached_at(own->now, source))
        return;
    edge *e;
    if (source->asked == t->asked) {
        e = &t->edges[source->edge];
        if (p.value <= e->value)
            return;
    } else {
        if (!(e = new_edge(t)))
            return;
        source->asked = t->asked;
        source->edge = t->edge_count - 1;
    }
    *e = (edge){source, p.value, hazard, of};
}

/* Whether the command orders itself after work on that timeline: with manual hazards only if no
 * user could place the wait. */
static int orders(const tracker *t, const timeline *own, const timeline *source)
{
    return !t->manual || source->internal || own->internal;
}

#define FEW_CHECKS 16

/* Returns the seat of a step in the table of checks, taken or not. */
static u32 *seat_of(tracker *t, const step *s)
{
    u64 hash = ((u64)s->source ^ s->value * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
    for (u32 i = hash >> 32;; i++) {
        u32 *seat = &t->seats[i & (t->seat_count - 1)];
        if (!*seat || is_same(&t->checks[*seat - 1], s))
            return seat;
    }
}

static int is_crowded(const tracker *t, u32 seats) { return 4 * t->check_count > 3 * seats; }

/* Makes the table, for all checks so far. */
static int seat_all(tracker *t)
{
    u32 count = 2 * FEW_CHECKS;
    while (is_crowded(t, count))
        count *= 2;
    u32 *seats = grown(t->seats, &t->seat_room, count, sizeof *seats);
    if (!seats)
        return -1;
    t->seats = seats;
    t->seat_count = count;
    memset(seats, 0, count * sizeof *seats);
    for (u32 i = 0; i < t->check_count; i++)
        *seat_of(t, &t->checks[i]) = i + 1;
    return 0;
}

static int is_checked(tracker *t, const step *s)
{
    if (t->check_count > FEW_CHECKS)
        return *seat_of(t, s) != 0;
    for (u32 i = 0; i < t->check_count; i++)
        if (is_same(&t->checks[i], s))
            return 1;
    return 0;
}

/* Adds a producer to check. */
static void check_cell(tracker *t, const step *s)
{
    if (t->failed || is_checked(t, s))
        return;
    step *checks = grown(t->checks, &t->check_room, t->check_count + 1ull, sizeof *checks);
    if (!checks) {
        t->failed = 1;
        return;
    }
    t->checks = checks;
    checks[t->check_count++] = *s;
    if (t->check_count <= FEW_CHECKS)
        return;
    if (t->check_count == FEW_CHECKS + 1 || is_crowded(t, t->seat_count))
        t->failed |= seat_all(t) != 0;
    else
        *seat_of(t, s) = t->check_count;
}

/* Adds the checks and waits for the earlier writers of read bytes, with manual hazards. */
static void dig(tracker *t, const timeline *own, const span *s, tracked *of)
{
    for (u32 i = 0; i < s->beneath.count; i++) {
        const step *w = &s->beneath.at[i];
        if (is_clean(w))
            continue;
        check_cell(t, w);
        if (orders(t, own, w->source))
            need(t, own, (point){w->source, w->value}, RAW, of);
    }
}

static void weigh_read(tracker *t, const timeline *own, span *s, tracked *of)
{
    const step *w = &s->writer;
    if (w->source && !is_clean(w)) {
        check_cell(t, w);
        if (orders(t, own, w->source))
            need(t, own, (point){w->source, w->value}, RAW, of);
    }
    if (t->manual)
        dig(t, own, s, of);
    t->failed |= reserve_readers(s, s->readers.count + 1ull) != 0;
}

static void weigh_write(tracker *t, const timeline *own, span *s, const use *u)
{
    tracked *of = u->region->tracked;
    const step *w = &s->writer;
    const point *readers = readers_of(s);
    int passes_on = u->reads || u->region->has_gaps;
    int is_own = w->source == own && w->value > own->value; /* the command's, in a copy */
    if (w->source && !is_own) {
        if (passes_on && !is_clean(w))
            check_cell(t, w);
        if (orders(t, own, w->source))
            need(t, own, (point){w->source, w->value}, u->reads ? RAW : WAW, of);
    }
    for (u32 i = 0; i < s->readers.count; i++)
        if (orders(t, own, readers[i].source))
            need(t, own, readers[i], WAR, of);
    for (u32 i = 0; i < s->reuse.count; i++)
        need(t, own, s->reuse.at[i], REUSE, of);
    if (!t->manual)
        return;
    if (passes_on)
        dig(t, own, s, of);
    t->failed |= reserve_readers(s, s->readers.count + s->reuse.count + 2ull) != 0;
    if (u->region->has_gaps)
        t->failed |= reserve_steps(&s->beneath, s->beneath.count + 1ull) != 0;
}

/* ---- noting ---------------------------------------------------------------------------------- */

static void read_span(span *s, const tracked *of, const step *by)
{
    if (!s->has_readers && of->bar && !of->has_others)
        return; /* nobody writes to frozen memory again */
    point *at = readers_of(s);
    u32 i = 0;
    while (i < s->readers.count && at[i].source != by->source)
        i++;
    at[i] = (point){by->source, by->value};
    s->readers.count += i == s->readers.count;
    s->has_readers = 1;
}

/* Notes a write with manual hazards, when it is not ordered after the span's history. So the span
 * goes on remembering all of it. */
static void write_over(tracker *t, span *s, u32 has_gaps, const step *by)
{
    point *at = readers_of(s);
    u32 *count = &s->readers.count, kept = 0;
    raise_points(at, count, s->reuse.at, s->reuse.count);
    if (s->writer.source)
        raise_point(at, count, (point){s->writer.source, s->writer.value});
    for (u32 i = 0; i < *count; i++)
        if (at[i].value > at[i].source->seen)
            at[kept++] = at[i];
    *count = kept;
    s->has_readers = 1;
    if (!has_gaps) {
        drop_beneath(t, s);
    } else if (s->writer.source && !is_same(&s->writer, by)) {
        bury(t, s, s->writer, by->source);
        s->writer.source = 0;
    }
}

static void write_span(tracker *t, span *s, u32 has_gaps, const step *by)
{
    if (t->manual)
        write_over(t, s, has_gaps, by);
    else
        s->readers.count = s->reuse.count = s->has_readers = 0;
    drop_writer(t, s);
    s->writer = *by;
    keep(t, by->owner);
}

/* Takes note of one use, whose spans were cut. A write to all of a memory makes it one span. */
static void note_use(tracker *t, memory *m, const use *u, const step *by)
{
    const region *r = u->region;
    int whole = is_whole(r, m);
    u32 first = whole ? 0 : index_of(m, r->start), last = whole ? m->count : index_of(m, r->stop);
    if (u->writes && whole && !t->manual && m->count > 1) {
        while (m->count > 1)
            drop_history(t, &m->spans[--m->count]);
        m->spans->stop = m->stop;
        last = 1;
    }
    for (span *s = m->spans + first, *end = m->spans + last; s != end; s++)
        if (u->writes)
            write_span(t, s, r->has_gaps, by);
        else
            read_span(s, r->tracked, by);
}
