/* The spans of one memory: their histories, and how they are cut and merged.
 *
 * `streamrt/_core/tracking/ranges.py` is the specification. A memory starts as one span. The first
 * access to a part of it splits the span there; a write to all of it makes it one span again.
 * 1. A span holds the owner of its writer once, and those of the steps beneath. Nobody lets go of
 *    an owner here, because that may run foreign code: owners go into the tracker's litter.
 * 2. A span that is not in use keeps its arrays. It lies behind those in use, for the next cut.
 * 3. What runs out of memory has changed no history. It may have cut a span, which says the same.
 */
#pragma once
#include "timeline.h"

/* Past this many spans, and again at each doubling, neighbours with one writer are merged, which
 * costs a wait that was not needed at worst. */
#define MOST_SPANS 256
#define FEW_READERS 2

typedef struct memory memory;
typedef struct tracker tracker;

/* A byte interval with one history; see Span in ranges.py. A span may be moved as plain bytes. */
typedef struct span {
    u64 start, stop;
    step writer;            /* source 0: none */
    points readers, reuse;
    point few[FEW_READERS]; /* the readers while `readers.at` is 0, because most spans have few */
    steps beneath;          /* with manual hazards */
    u32 has_readers;        /* the spec's `readers is not None`: manual ones may be empty */
} span;

/* The spans of one memory. Its handles (tracked) share it. */
struct memory {
    u64 number;     /* unique: the spec's Tracked.memory */
    u64 start, stop;
    u32 users;      /* handles */
    u32 count, room, most;
    span *spans;    /* &only while there is one and there never were more */
    span only;
};

/* See hazards.h: spans hold an owner once more, or once less. Before the former, there has to be
 * room for the litter that it will be one day. */
static int reserve_litter(tracker *t, u64 more);
static void keep(tracker *t, void *owner);
static void part_with(tracker *t, void *owner);

/* ---- points of a span ------------------------------------------------------------------------ */

static point *readers_of(span *s) { return s->readers.at ? s->readers.at : s->few; }
static u32 readers_room(const span *s) { return s->readers.at ? s->readers.room : FEW_READERS; }

static int reserve_readers(span *s, u64 need)
{
    if (need <= readers_room(s))
        return 0;
    int inside = !s->readers.at;
    if (reserve_points(&s->readers, need))
        return -1;
    if (inside)
        memcpy(s->readers.at, s->few, sizeof s->few);
    return 0;
}

/* Raises the value of one timeline, in the order in which they came. There is room. */
static void raise_point(point *at, u32 *count, point p)
{
    for (u32 i = 0; i < *count; i++)
        if (at[i].source == p.source) {
            if (p.value > at[i].value)
                at[i].value = p.value;
            return;
        }
    at[(*count)++] = p;
}

static void raise_points(point *at, u32 *count, const point *more, u32 many)
{
    for (u32 i = 0; i < many; i++)
        raise_point(at, count, more[i]);
}

static u64 newest_in(const point *at, u32 count, const timeline *source, u64 best)
{
    for (u32 i = 0; i < count; i++)
        if (at[i].source == source && at[i].value > best)
            best = at[i].value;
    return best;
}

/* Adds the highest point of a span's history on a timeline, unless the host has seen it. */
static void add_newest(span *s, points *found, timeline *source)
{
    u64 value = s->writer.source == source ? s->writer.value : 0;
    value = newest_in(readers_of(s), s->readers.count, source, value);
    value = newest_in(s->reuse.at, s->reuse.count, source, value);
    if (value > source->seen)
        raise_point(found->at, &found->count, (point){source, value});
}

/* Adds the points of a span's history that the host has not seen reached: the spec's Span.points,
 * in its order. -1: no memory. */
static int add_points(span *s, points *found)
{
    if (reserve_points(found, found->count + s->readers.count + s->reuse.count + 1ull))
        return -1;
    for (u32 i = 0; i < s->readers.count; i++)
        add_newest(s, found, readers_of(s)[i].source);
    for (u32 i = 0; i < s->reuse.count; i++)
        add_newest(s, found, s->reuse.at[i].source);
    if (s->writer.source)
        add_newest(s, found, s->writer.source);
    return 0;
}

/* ---- histories ------------------------------------------------------------------------------- */

/* Copies the history of a span, and as much room for more, so that what was reserved for a span
 * outlives a cut. It holds no owners yet. */
static int copy_history(span *to, const span *from)
{
    if ((from->readers.at && reserve_readers(to, from->readers.room)) ||
        reserve_points(&to->reuse, from->reuse.room) ||
        reserve_steps(&to->beneath, from->beneath.room))
        return -1;
    const point *readers = from->readers.at ? from->readers.at : from->few;
    memcpy(readers_of(to), readers, from->readers.count * sizeof(point));
    if (from->reuse.count)
        memcpy(to->reuse.at, from->reuse.at, from->reuse.count * sizeof(point));
    if (from->beneath.count)
        memcpy(to->beneath.at, from->beneath.at, from->beneath.count * sizeof(step));
    to->writer = from->writer;
    to->readers.count = from->readers.count;
    to->has_readers = from->readers.count > 0;
    to->reuse.count = from->reuse.count;
    to->beneath.count = from->beneath.count;
    return 0;
}

static void keep_all(tracker *t, const span *s)
{
    if (s->writer.source)
        keep(t, s->writer.owner);
    for (u32 i = 0; i < s->beneath.count; i++)
        keep(t, s->beneath.at[i].owner);
}

static void drop_writer(tracker *t, span *s)
{
    if (s->writer.source)
        part_with(t, s->writer.owner);
    s->writer = (step){0};
}

static void drop_beneath(tracker *t, span *s)
{
    for (u32 i = 0; i < s->beneath.count; i++)
        part_with(t, s->beneath.at[i].owner);
    s->beneath.count = 0;
}

static void drop_history(tracker *t, span *s)
{
    drop_writer(t, s);
    drop_beneath(t, s);
    s->readers.count = s->reuse.count = s->has_readers = 0;
}

/* Lets go of the owners, and keeps the points. No command may use the span from then on. */
static inline void disown_history(tracker *t, span *s)
{
    if (s->writer.source)
        part_with(t, s->writer.owner);
    s->writer.owner = 0;
    for (u32 i = 0; i < s->beneath.count; i++) {
        part_with(t, s->beneath.at[i].owner);
        s->beneath.at[i].owner = 0;
    }
}

/* Remembers an earlier writer, which may have written some of its bytes last; takes its hold over.
 * There is room. The last writer's timeline, `above`, answers for the earlier steps on it. */
static void bury(tracker *t, span *s, step earlier, const timeline *above)
{
    step *at = s->beneath.at;
    u32 kept = 0, is_known = earlier.source == above;
    for (u32 i = 0; i < s->beneath.count; i++) {
        if (is_clean(&at[i]) || at[i].source == above) {
            part_with(t, at[i].owner);
            continue;
        }
        at[kept] = at[i];
        if (at[kept].source == earlier.source) {
            step other = earlier.value > at[kept].value ? at[kept] : earlier;
            if (earlier.value > at[kept].value)
                at[kept] = earlier;
            earlier = other;
            is_known = 1;
        }
        kept++;
    }
    if (is_known)
        part_with(t, earlier.owner);
    else
        at[kept++] = earlier;
    s->beneath.count = kept;
}

/* Takes over the neighbour behind, which has the same writer and is then without a history. */
static int absorb(tracker *t, span *s, span *other)
{
    if (reserve_readers(s, s->readers.count + (u64)other->readers.count) ||
        reserve_points(&s->reuse, s->reuse.count + (u64)other->reuse.count) ||
        reserve_steps(&s->beneath, s->beneath.count + (u64)other->beneath.count))
        return -1;
    s->stop = other->stop;
    raise_points(readers_of(s), &s->readers.count, readers_of(other), other->readers.count);
    raise_points(s->reuse.at, &s->reuse.count, other->reuse.at, other->reuse.count);
    s->has_readers |= other->readers.count > 0;
    for (u32 i = 0; i < other->beneath.count; i++)
        bury(t, s, other->beneath.at[i], 0);
    other->beneath.count = 0;
    drop_history(t, other);
    return 0;
}

/* ---- cutting --------------------------------------------------------------------------------- */

static int reserve_spans(memory *m, u64 need)
{
    if (need <= m->room)
        return 0;
    u32 before = m->room, inside = m->spans == &m->only;
    span *spans = grown(inside ? 0 : m->spans, &m->room, need, sizeof *spans);
    if (!spans)
        return -1;
    if (inside)
        spans[0] = m->only;
    memset(spans + before, 0, (m->room - before) * sizeof *spans);
    m->spans = spans;
    return 0;
}

/* Returns the index of the span that starts at a byte or contains it. */
static u32 index_of(const memory *m, u64 at)
{
    u32 low = 0, high = m->count;
    if (at >= m->stop)
        return high;
    while (high - low > 1) {
        u32 middle = (low + high) / 2;
        if (m->spans[middle].start <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Finds the span that starts at a byte, split off if need be. -1: no memory. */
static int find_boundary(tracker *t, memory *m, u64 at, u32 *index)
{
    u32 i = *index = index_of(m, at);
    if (i == m->count || m->spans[i].start == at)
        return 0;
    if (reserve_spans(m, m->count + 1ull) ||
        reserve_litter(t, 1 + m->spans[i].beneath.count))
        return -1;
    span rest = m->spans[m->count];
    if (copy_history(&rest, &m->spans[i])) {
        m->spans[m->count] = rest; /* it may have got arrays */
        return -1;
    }
    keep_all(t, &rest);
    rest.start = at;
    rest.stop = m->spans[i].stop;
    m->spans[i].stop = at;
    memmove(m->spans + i + 2, m->spans + i + 1, (m->count++ - i - 1) * sizeof rest);
    m->spans[i + 1] = rest;
    *index = i + 1;
    return 0;
}

/* Merges neighbours with the same writer. Writers that were seen to succeed are dropped. */
static int coalesce(tracker *t, memory *m)
{
    u32 kept = 0;
    int failed = 0;
    for (u32 i = 0; i < m->count; i++) {
        span *s = &m->spans[i], *before = &m->spans[kept];
        step *w = &s->writer;
        if (w->source && w->value <= w->source->seen && is_clean(w))
            drop_writer(t, s);
        if (!i)
            continue;
        if (!failed && (w->source ? is_same(w, &before->writer) : !before->writer.source) &&
            !(failed = absorb(t, before, s)))
            continue;
        span moved = *s; /* what is absorbed goes behind the spans in use */
        *s = m->spans[++kept];
        m->spans[kept] = moved;
    }
    m->count = kept + 1;
    return failed;
}

/* Finds the spans [first, last) that make up a byte interval, after splitting at its ends. -1: no
 * memory. */
static int cut(tracker *t, memory *m, u64 start, u64 stop, u32 *first, u32 *last)
{
    if (m->count > m->most) {
        if (coalesce(t, m))
            return -1;
        m->most = m->count > MOST_SPANS / 2 ? 2 * m->count : MOST_SPANS;
    }
    return find_boundary(t, m, start, first) || find_boundary(t, m, stop, last) ? -1 : 0;
}
