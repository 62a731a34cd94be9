/* Timelines, points on them, and what a stream is known to come after.
 *
 * `streamrt/_core/tracking/timeline.py` is the specification. A timeline counts the signals of one
 * queue; a point is (timeline, value). A frontier is a sparse vector clock: everything that its
 * owner is known to come after.
 * 1. A wait on (T, v) joins T's frontier as it was at v, not as it is now. T keeps a snapshot for
 *    each value at which it waited itself; between two snapshots its frontier did not change.
 * 2. Whatever is submitted from now on comes after the points up to `seen`, on every stream. So
 *    they need no wait, and snapshots up to there are forgotten.
 * 3. A frontier never changes once it is made. Only its timeline and the snapshots of it use it, so
 *    that a timeline keeps its used blocks for its next frontiers.
 *
 * Points name timelines by address, so a timeline has to live as long as anything that names it.
 */
#pragma once
#include <stdlib.h>
#include <string.h>
#include "native.h"

#define FEW_POINTS 8    /* from a longer frontier, points that were seen are dropped */
#define MOST_SPARES 64  /* blocks that a timeline keeps; the others are freed */

typedef struct timeline timeline;

/* What keeps a step's cell: an execution. The includer defines it before it includes this file. */
static void hold(void *owner);

typedef struct point { timeline *source; u64 value; } point;
typedef struct points { u32 count, room; point *at; } points;

/* The place of a command in the order. */
typedef struct step { timeline *source; u64 value; cell *cell; void *owner; } step;
typedef struct steps { u32 count, room; step *at; } steps;

/* Its points are in the order of their timelines' addresses, so that merging is one pass. */
typedef struct frontier { u32 users, count, room; point at[]; } frontier;
typedef struct snapshot { u64 value; frontier *frontier; } snapshot;

struct timeline {
    u64 value;      /* the last promised value: the last command's */
    u64 seen;       /* the highest value the host has seen reached */
    u64 reaped;     /* commands up to here the host noted one by one; <= the value reached */
    u64 clean;      /* ... and all up to here succeeded; between the two, a command's cell tells */
    u64 index;      /* unique in the process */
    u32 internal;   /* whether no user submits to it */
    u32 edge;       /* private: if `asked` is the number of the tracker's question, its edge */
    u64 asked;
    frontier *now;  /* 0: nothing */
    snapshot *snapshots; /* [first, first + count) of `room` */
    u32 first, count, room;
    u32 spares;     /* private: blocks for frontiers, linked through their first point */
    frontier *spare;
};

/* ---- arrays ---------------------------------------------------------------------------------- */

#ifndef ROOM_AFTER
#define ROOM_AFTER(room) ((room) < 2 ? 4 : 2 * (u64)(room)) /* a test gives none to spare */
#endif

/* Returns the array with room for `need` items at least. It is unchanged, and the answer 0, if
 * there is no memory. */
static void *grown(void *array, u32 *room, u64 need, u64 size)
{
    if (need <= *room)
        return array;
    u64 more = ROOM_AFTER(*room);
    if (more < need)
        more = need;
    array = realloc(array, more * size);
    if (array)
        *room = (u32)more;
    return array;
}

static int reserve_points(points *p, u64 need)
{
    if (need <= p->room)
        return 0;
    point *at = grown(p->at, &p->room, need, sizeof *at);
    if (!at)
        return -1;
    p->at = at;
    return 0;
}

static int reserve_steps(steps *s, u64 need)
{
    if (need <= s->room)
        return 0;
    step *at = grown(s->at, &s->room, need, sizeof *at);
    if (!at)
        return -1;
    s->at = at;
    return 0;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static int is_same(const step *a, const step *b)
{
    return a->source == b->source && a->value == b->value;
}

/* Whether the host saw it succeed. The cell's line is often the drain loop's, so it is the last
 * thing to look at. */
static int is_clean(const step *s)
{
    if (s->value <= s->source->clean)
        return 1;
    return s->value <= s->source->reaped &&
           atomic_load_explicit(&s->cell->state, memory_order_acquire) == DONE;
}

/* ---- frontiers ------------------------------------------------------------------------------- */

/* Returns the place of a timeline among ordered points, which is the end if it is behind all. */
static u32 place_of(const point *at, u32 count, const timeline *source)
{
    u32 low = 0, high = count;
    while (high - low > FEW_POINTS) {
        u32 middle = (low + high) / 2;
        if ((u64)at[middle].source <= (u64)source)
            low = middle;
        else
            high = middle;
    }
    while (low < high && (u64)at[low].source < (u64)source)
        low++;
    return low;
}

static u64 reached_in(const point *at, u32 count, const timeline *other)
{
    u32 i = place_of(at, count, other);
    return i < count && at[i].source == other ? at[i].value : 0;
}

/* The value of a frontier for a timeline; 0 if it has none. */
static u64 reached_at(const frontier *f, const timeline *other)
{
    return f ? reached_in(f->at, f->count, other) : 0;
}

/* Returns the points on other timelines that the command with that value came after. 0: nothing.
 * It is borrowed. */
static frontier *frontier_at(const timeline *t, u64 value)
{
    u32 low = 0, high = t->count;
    if (!high)
        return 0;
    const snapshot *at = t->snapshots + t->first;
    if (value >= at[high - 1].value)
        return at[high - 1].frontier;
    while (low < high) { /* finds the first snapshot of a later value */
        u32 middle = (low + high) / 2;
        if (at[middle].value <= value)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? at[low - 1].frontier : 0;
}

/* Returns a block for a frontier of `own`, with these points and no user; 0 if there is no
 * memory. */
static frontier *new_frontier(timeline *own, const points *p)
{
    frontier *f = own->spare;
    if (f) {
        own->spare = (frontier *)f->at[0].source;
        own->spares--;
        if (f->room < p->count) { /* frontiers grow with the program: larger ones take its place */
            free(f);
            f = 0;
        }
    }
    if (!f) {
        u32 room = p->count < 4 ? 4 : (p->count + 3) & ~3u;
        f = malloc(sizeof *f + room * sizeof(point));
        if (!f)
            return 0;
        f->room = room;
    }
    f->users = 0;
    f->count = p->count;
    if (p->count)
        memcpy(f->at, p->at, p->count * sizeof(point));
    return f;
}

/* One user less. With the last, the block is a spare one. */
static void drop_frontier(timeline *own, frontier *f)
{
    if (--f->users)
        return;
    if (own->spares >= MOST_SPARES) {
        free(f);
        return;
    }
    f->at[0].source = (timeline *)own->spare;
    own->spare = f;
    own->spares++;
}

/* ---- joining --------------------------------------------------------------------------------- */

/* Raises ordered points to those of another frontier. The caller has made room for all of them. */
static void raise_to_all(points *p, const point *more, u32 count, const timeline *except)
{
    point *at = p->at;
    for (u32 i = 0, k = 0; k < count; k++) {
        if (more[k].source == except)
            continue;
        while (i < p->count && (u64)at[i].source < (u64)more[k].source)
            i++;
        if (i < p->count && at[i].source == more[k].source) {
            if (more[k].value > at[i].value)
                at[i].value = more[k].value;
            continue;
        }
        memmove(at + i + 1, at + i, (p->count++ - i) * sizeof *at);
        at[i] = more[k];
    }
}

/* Begins to join: the points that `own` comes after already. */
static int begin_join(points *p, const timeline *own)
{
    p->count = 0;
    if (!own->now || !own->now->count)
        return 0;
    if (reserve_points(p, own->now->count))
        return -1;
    memcpy(p->at, own->now->at, own->now->count * sizeof(point));
    p->count = own->now->count;
    return 0;
}

/* Joins one wait: its point, and what that came after. */
static int join_wait(points *p, const timeline *own, point wait)
{
    if (!wait.value)
        return 0;
    const frontier *f = frontier_at(wait.source, wait.value);
    if (reserve_points(p, p->count + 1ull + (f ? f->count : 0)))
        return -1;
    raise_to_all(p, &wait, 1, 0);
    if (f)
        raise_to_all(p, f->at, f->count, own);
    return 0;
}

/* Ends the joining of some waits: points that were seen say nothing. */
static void end_join(points *p)
{
    u32 kept = 0;
    if (p->count <= FEW_POINTS)
        return;
    for (u32 i = 0; i < p->count; i++)
        if (p->at[i].value > p->at[i].source->seen)
            p->at[kept++] = p->at[i];
    p->count = kept;
}

/* Makes room for one more snapshot. */
static int reserve_snapshot(timeline *t)
{
    u32 end = t->first + t->count;
    if (end < t->room)
        return 0;
    if (t->first > t->room / 2) {
        memmove(t->snapshots, t->snapshots + t->first, t->count * sizeof(snapshot));
        t->first = 0;
        return 0;
    }
    snapshot *more = grown(t->snapshots, &t->room, end + 1ull, sizeof *more);
    if (!more)
        return -1;
    t->snapshots = more;
    return 0;
}

/* Takes a new frontier over, from that value on. It cannot fail, after reserve_snapshot. */
static void take_frontier(timeline *own, frontier *f, u64 value)
{
    f->users = 2;
    if (own->now)
        drop_frontier(own, own->now);
    own->now = f;
    own->snapshots[own->first + own->count++] = (snapshot){value, f};
}

/* Records that the command with that value waited for those points. -1: no memory. */
static inline int join(timeline *own, const point *waits, u32 count, u64 value)
{
    points p = {0, 0, 0};
    int failed = begin_join(&p, own) || reserve_snapshot(own);
    for (u32 i = 0; i < count && !failed; i++)
        failed = join_wait(&p, own, waits[i]);
    if (!failed)
        end_join(&p);
    frontier *f = failed ? 0 : new_frontier(own, &p);
    if (f)
        take_frontier(own, f, value);
    free(p.at);
    return f ? 0 : -1;
}

/* ---- seeing ---------------------------------------------------------------------------------- */

/* Drops the snapshots up to a value: it is seen, and so are the points in them. */
static void forget_snapshots(timeline *t, u64 value)
{
    if (value <= t->seen)
        return;
    t->seen = value;
    while (t->count && t->snapshots[t->first].value <= value) {
        drop_frontier(t, t->snapshots[t->first++].frontier);
        t->count--;
    }
    if (!t->count)
        t->first = 0;
}

/* Takes note that the host has seen a timeline reach a value. It cannot fail. */
static inline void observe(timeline *t, u64 value)
{
    if (value <= t->seen)
        return;
    frontier *f = frontier_at(t, value);
    if (f) { /* it is transitively closed, and held because its own snapshots may go */
        f->users++;
        for (u32 i = 0; i < f->count; i++)
            forget_snapshots(f->at[i].source, f->at[i].value);
        drop_frontier(t, f);
    }
    forget_snapshots(t, value);
}

/* Frees what a timeline has, not the timeline. */
static inline void free_timeline(timeline *t)
{
    for (u32 i = 0; i < t->count; i++)
        drop_frontier(t, t->snapshots[t->first + i].frontier);
    if (t->now)
        drop_frontier(t, t->now);
    while (t->spare) {
        frontier *f = t->spare;
        t->spare = (frontier *)f->at[0].source;
        free(f);
    }
    free(t->snapshots);
    t->now = 0;
    t->snapshots = 0;
    t->first = t->count = t->room = t->spares = 0;
}
