/* Memories: how a history begins and ends, and how several become one.
 *
 * `streamrt/_core/tracking/ranges.py` (Tracked) and `areas.py` (_joined) are the specification.
 */
#pragma once
#include "ranges.h"

/* ---- one memory ------------------------------------------------------------------------------ */

/* Makes a memory with one user; 0 if there is no memory. */
static memory *new_memory(u64 number, u64 start, u64 nbytes)
{
    memory *m = malloc(sizeof *m);
    if (!m)
        return 0;
    *m = (memory){.number = number, .start = start, .stop = start + nbytes, .users = 1};
    m->count = m->room = 1;
    m->most = MOST_SPANS;
    m->spans = &m->only;
    m->only.start = start;
    m->only.stop = start + nbytes;
    return m;
}

/* Sets the death frontier of the previous life, which its only span follows. */
static inline int set_reuse(memory *m, const point *at, u32 count)
{
    points *reuse = &m->spans->reuse;
    if (reserve_points(reuse, count))
        return -1;
    if (count)
        memcpy(reuse->at, at, count * sizeof *at);
    reuse->count = count;
    return 0;
}

static void free_spans(memory *m, u32 from)
{
    for (span *s = m->spans + from, *end = m->spans + m->room; s != end; s++) {
        free(s->readers.at);
        free(s->reuse.at);
        free(s->beneath.at);
    }
    if (m->spans != &m->only)
        free(m->spans);
}

/* One user less; with the last, everything goes. It cannot fail. */
static inline void drop_memory(tracker *t, memory *m)
{
    if (--m->users)
        return;
    for (u32 i = 0; i < m->count; i++)
        drop_history(t, &m->spans[i]);
    free_spans(m, 0);
    free(m);
}

/* Finds all points of its history that the host has not seen reached. -1: no memory. */
static inline int death_frontier(memory *m, points *found)
{
    found->count = 0;
    for (u32 i = 0; i < m->count; i++)
        if (add_points(&m->spans[i], found))
            return -1;
    return 0;
}

/* Ends the history: only the death frontier is left of it, as the reuse of each span that had one.
 * From then on it keeps no execution alive. -1: no memory, nothing changed. */
static inline int end_history(tracker *t, memory *m, points *found)
{
    if (death_frontier(m, found))
        return -1;
    for (u32 i = 0; i < m->count; i++)
        if (reserve_points(&m->spans[i].reuse, found->count))
            return -1;
    for (u32 i = 0; i < m->count; i++) {
        span *s = &m->spans[i];
        int had_points = s->writer.source || s->readers.count || s->reuse.count;
        drop_history(t, s);
        if (had_points && found->count) {
            memcpy(s->reuse.at, found->at, found->count * sizeof(point));
            s->reuse.count = found->count;
        }
    }
    return 0;
}

/* ---- joining --------------------------------------------------------------------------------- */

/* Makes one memory of several in the order of their starts, none of which overlap, and of the bytes
 * [start, stop) between them: see _joined in areas.py. The first takes all spans, and its number
 * stays. The others become empty, and their handles are to be moved. -1: no memory, nothing
 * changed. */
static inline int join_memories(memory **all, u32 count, u64 start, u64 stop)
{
    memory *first = all[0], *last = all[count - 1];
    u64 room = count + 1, at;
    for (u32 i = 0; i < count; i++)
        room += all[i]->count;
    span *spans = calloc(room, sizeof *spans), *next = spans;
    if (!spans)
        return -1;
    at = start = start < first->start ? start : first->start;
    stop = stop > last->stop ? stop : last->stop;
    for (u32 i = 0; i < count; i++) {
        memory *m = all[i];
        if (at < m->start)
            *next++ = (span){.start = at, .stop = m->start};
        memcpy(next, m->spans, m->count * sizeof *next);
        next += m->count;
        at = m->stop;
        free_spans(m, m->count);
        m->only = (span){0};
        m->spans = &m->only;
        m->count = 0;
        m->room = 1;
    }
    if (at < stop)
        *next++ = (span){.start = at, .stop = stop};
    first->start = start;
    first->stop = stop;
    first->spans = spans;
    first->count = (u32)(next - spans);
    first->room = (u32)room;
    return 0;
}
