/* Host calls and explicit waits, as one native step each. */
#pragma once
#include "launch.h"

/* call(stream, reads, writes, subject, code, instruction, outcome): submits a host call to a host
 * lane, after all that its stream was given, and has the stream wait for it. `stream` is the native
 * half of the stream's lane. None if it is refused. */
BUILTIN(timeline_call)
{
    (void)n;
    accesses a;
    PyObject *made = 0;
    if (!take_accesses(&a, args[1], args[2])) {
        request r = {.lane = LANE_OF(self), .accesses = a.all, .count = a.count,
                     .stream = LANE_OF(args[0]), .payload = NONE, .subject = args[3],
                     .code = args[4], .outcome = args[6],
                     .instruction = (i32)PyLong_AsLongLong(args[5])};
        made = submit(&r, sizeof(host_record));
    }
    free_accesses(&a);
    return answer_of(made);
}

/* Part 2 of a wait. It is ready without edges if it needs none. */
static enum answer make_wait_ready(lane *l, const point *points, u32 count, int asked, parts *p)
{
    tracker *t = &the_tracker;
    if (prepare_wait(t, &l->timeline, points, count, asked))
        return PyErr_NoMemory(), RAISED;
    if (!t->edge_count)
        return READY;
    if (is_full(l->queue))
        return REFUSED;
    int needs_item = l->is_foreign || waits_for_virtual(l, t);
    p->edges = PyTuple_New(4 * (i64)t->edge_count);
    p->item = needs_item ? PyTuple_New(5) : 0;
    if (!p->edges || (needs_item && !p->item))
        return RAISED;
    if (!l->is_foreign && make_room(l->queue, t->edge_count * sizeof(wait_record) + sizeof(record)))
        return PyErr_NoMemory(), RAISED;
    u64 value = l->timeline.value + 1;
    if (fill_edges(p->edges, t->edges, t->edge_count) || put_mark(l, value, p->edges) ||
        (needs_item && put_item(l, p->item, value, p->edges, NONE, NONE)))
        return RAISED;
    return READY;
}

/* wait(points, asked): orders later submissions after points, a tuple of pairs, by a signal of its
 * own; see Lane.wait_for. None if it is refused. */
BUILTIN(timeline_wait)
{
    (void)n;
    lane *l = LANE_OF(self);
    tracker *t = &the_tracker;
    parts p = {0};
    point *points;
    u32 count;
    i32 asked = PyObject_IsTrue(args[1]);
    enum answer answer;
    if (points_from_pairs(args[0], &points, &count))
        return 0;
    do
        answer = pass_lock(LOCK_OF(l->lock));
    while (answer == AGAIN);
    int held = hold_collector();
    if (answer == READY)
        answer = make_wait_ready(l, points, count, asked, &p);
    if (answer == READY && t->edge_count) {
        put_signal(l, t);
        note_wait(t, &l->timeline);
        if (!l->is_foreign)
            drain_here(l->queue);
    }
    free_collector(held);
    free(points);
    drop_parts(&p);
    if (answer == RAISED || (answer == READY && hand_over(l)))
        return 0;
    return answer == READY ? PyBool_FromLong(1) : own(NONE);
}
