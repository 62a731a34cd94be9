/* The executions in flight of a queue: those that were submitted and not noted as ended, in order. */
#pragma once
#include "lanes.h"

static int ring_grows(lane *l)
{
    if (l->newest - l->oldest < l->room)
        return 0;
    u64 room = l->room ? 2 * l->room : 64;
    PyObject **wider = malloc(room * sizeof *wider);
    if (!wider)
        return -1;
    for (u64 i = l->oldest; i < l->newest; i++)
        wider[i & (room - 1)] = l->ring[i & (l->room - 1)];
    free(l->ring);
    l->ring = wider;
    l->room = room;
    return 0;
}

/* After ring_grows: cannot fail. */
static inline void push_execution(lane *l, PyObject *e)
{
    l->ring[l->newest++ & (l->room - 1)] = own(e);
    l->pushed = STEP_OF(e)->value;
}

static inline PyObject *oldest_of(lane *l)
{
    return l->oldest < l->newest ? l->ring[l->oldest & (l->room - 1)] : 0;
}

/* Takes the oldest execution out. It is let go of when the lock is free, and what it checks, too,
 * if it succeeded: else each execution would keep all before it. */
static int pop_execution(lane *l, int is_clean)
{
    PyObject *e = oldest_of(l), *checks = SLOT(e, slots.checks);
    if (reserve_litter(&the_tracker, 2))
        return -1;
    the_tracker.litter[the_tracker.litter_count++] = e;
    if (is_clean && checks && checks != empty_tuple) {
        SLOT(e, slots.checks) = own(empty_tuple);
        the_tracker.litter[the_tracker.litter_count++] = checks;
    }
    l->oldest++;
    return 0;
}

/* Takes note that commands up to a value were noted one by one. */
static void note_reaped(timeline *t, u64 value, int all_clean)
{
    if (value > t->reaped)
        t->reaped = value;
    if (all_clean && value > t->clean)
        t->clean = value;
}

/* Takes note of what has completed, up to the first execution that did not succeed: `*found`. Its
 * caller notes the failure and then calls pop_failed. Returns -1 if there is no memory. */
static int reap(lane *l, PyObject **found)
{
    u64 done = atomic_load_explicit(&l->queue->completed, memory_order_acquire);
    u64 failures = atomic_load_explicit(&l->queue->failures, memory_order_acquire);
    PyObject *e;
    *found = 0;
    while ((e = oldest_of(l)) && STEP_OF(e)->value <= done) {
        u32 state = DONE;
        if (failures != l->failures)
            state = atomic_load_explicit(&STEP_OF(e)->cell->state, memory_order_acquire);
        if (state != DONE) {
            *found = e;
            return 0;
        }
        if (pop_execution(l, 1))
            return -1;
    }
    note_reaped(&l->timeline, done, !l->failures);
    observe(&l->timeline, done);
    return 0;
}

static PyObject *timeline_reap(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *found;
    if (reap(LANE_OF(self), &found))
        return PyErr_NoMemory();
    return own(found ? found : NONE);
}

static PyObject *timeline_pop_failed(PyObject *self, PyObject *unused)
{
    (void)unused;
    lane *l = LANE_OF(self);
    if (!oldest_of(l))
        return own(NONE);
    note_reaped(&l->timeline, STEP_OF(oldest_of(l))->value, 0);
    l->failures++;
    return pop_execution(l, 0) ? PyErr_NoMemory() : own(NONE);
}

/* note_seen(value, clean): as if executions up to there were reaped; for tests of the tracker. */
BUILTIN(timeline_note_seen)
{
    (void)n;
    note_reaped(&LANE_OF(self)->timeline, NUMBER(0), PyObject_IsTrue(args[1]));
    observe(&LANE_OF(self)->timeline, NUMBER(0));
    return own(NONE);
}

/* push(execution): adds it, unless it is there: an interrupt may have hidden that it was added. */
BUILTIN(timeline_push)
{
    (void)n;
    lane *l = LANE_OF(self);
    if (l->pushed == STEP_OF(args[0])->value)
        return own(NONE);
    if (ring_grows(l))
        return PyErr_NoMemory();
    push_execution(l, args[0]);
    return own(NONE);
}

static PyObject *timeline_inflight(PyObject *self, PyObject *unused)
{
    (void)unused;
    lane *l = LANE_OF(self);
    PyObject *list = PyList_New(0);
    for (u64 i = l->oldest; list && i < l->newest; i++)
        if (PyList_Append(list, l->ring[i & (l->room - 1)]))
            return disown(list), (PyObject *)0;
    return list;
}

/* find(value): the execution in flight that signals a value; None if there is none. */
BUILTIN(timeline_find)
{
    (void)n;
    lane *l = LANE_OF(self);
    u64 value = NUMBER(0);
    for (u64 i = l->oldest; i < l->newest; i++) {
        PyObject *e = l->ring[i & (l->room - 1)];
        if (STEP_OF(e)->value == value)
            return own(e);
    }
    return own(NONE);
}
