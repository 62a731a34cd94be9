/* The type of a queue's timeline, as Python holds it; lanes.h has the structure. */
#pragma once
#include "flights.h"

BUILTIN(timeline_launch); /* launch.h */
BUILTIN(timeline_post);   /* launch.h */
BUILTIN(timeline_call);   /* host_call.h */
BUILTIN(timeline_wait);   /* host_call.h */

BUILTIN(timeline_observe)
{
    (void)n;
    observe(&LANE_OF(self)->timeline, NUMBER(0));
    return own(NONE);
}

BUILTIN(timeline_frontier_at)
{
    (void)n;
    return dict_of_frontier(frontier_at(&LANE_OF(self)->timeline, NUMBER(0)));
}

/* depends_on(value, face, since): whether the command with that value comes after that point. */
BUILTIN(timeline_depends_on)
{
    (void)n;
    timeline *own_ = &LANE_OF(self)->timeline, *other = timeline_of(args[1]);
    if (!other)
        return 0;
    u64 value = NUMBER(0), since = NUMBER(2);
    if (other == own_)
        return PyBool_FromLong(value >= since);
    return PyBool_FromLong(reached_at(frontier_at(own_, value), other) >= since);
}

/* Reads points from a sequence of pairs; see points_from. */
static int points_from_pairs(PyObject *pairs, point **found, u32 *count)
{
    Py_ssize_t size = PyTuple_Size(pairs);
    *count = 0;
    *found = size > 0 ? malloc((u64)size * sizeof(point)) : 0;
    if (size < 0)
        return -1;
    if (size && !*found)
        return PyErr_NoMemory(), -1;
    for (Py_ssize_t i = 0; i < size; i++) {
        PyObject *pair = PyTuple_GetItem(pairs, i);
        timeline *source = pair ? timeline_of(PyTuple_GetItem(pair, 0)) : 0;
        u64 value = source ? PyLong_AsUnsignedLongLong(PyTuple_GetItem(pair, 1)) : 0;
        if (!source || (value == NEVER && PyErr_Occurred())) {
            free(*found);
            *found = 0;
            return -1;
        }
        (*found)[(*count)++] = (point){source, value};
    }
    return 0;
}

/* join(points, value): the command with that value waited for these points, a tuple of pairs. */
BUILTIN(timeline_join)
{
    (void)n;
    point *waits;
    u32 count;
    if (points_from_pairs(args[0], &waits, &count))
        return 0;
    int failed = join(&LANE_OF(self)->timeline, waits, count, NUMBER(1));
    free(waits);
    return failed ? PyErr_NoMemory() : own(NONE);
}

static PyObject *timeline_in_flight(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromUnsignedLongLong(LANE_OF(self)->newest - LANE_OF(self)->oldest);
}

static PyObject *timeline_frontier(PyObject *self, void *unused)
{
    (void)unused;
    return dict_of_frontier(LANE_OF(self)->timeline.now);
}

static int timeline_traverse(PyObject *self, visitproc *visit, void *argument)
{
    lane *l = LANE_OF(self);
    VISIT(TYPE_OF(self));
    VISIT(l->face);
    VISIT(l->lock);
    VISIT(l->plans);
    VISIT(l->marks);
    for (u64 i = l->oldest; i < l->newest; i++)
        VISIT(l->ring[i & (l->room - 1)]);
    return 0;
}

static int timeline_clear(PyObject *self)
{
    lane *l = LANE_OF(self);
    CLEAR(l->face);
    while (l->oldest < l->newest)
        disown(l->ring[l->oldest++ & (l->room - 1)]);
    return 0;
}

static void timeline_dealloc(PyObject *self)
{
    lane *l = LANE_OF(self);
    PyObject_GC_UnTrack(self);
    timeline_clear(self);
    disown(l->lock);
    disown(l->plans);
    disown(l->marks);
    disown(l->block);
    free(l->ring);
    free_timeline(&l->timeline);
    free_object(self);
}

/* new_timeline(face, handle, index): see Timeline. A lane also gets its lock. */
BUILTIN(new_timeline)
{
    UNUSED;
    queue *q = ADDRESS(queue, 1);
    u64 index = NUMBER(2);
    PyObject *made = PyErr_Occurred() ? 0 : new_object(TIMELINE);
    if (!made)
        return 0;
    lane *l = LANE_OF(made);
    l->queue = q;
    l->timeline.index = index;
    l->face = own(args[0]);
    if (!(l->marks = PyDict_New()))
        return disown(made), (PyObject *)0;
    return made;
}

static PyMethodDef timeline_methods[] = {
    {"observe", timeline_observe, METH_FASTCALL, 0},
    {"frontier_at", timeline_frontier_at, METH_FASTCALL, 0},
    {"depends_on", timeline_depends_on, METH_FASTCALL, 0},
    {"join", timeline_join, METH_FASTCALL, 0},
    {"reap", timeline_reap, METH_NOARGS, 0},
    {"pop_failed", timeline_pop_failed, METH_NOARGS, 0},
    {"note_seen", timeline_note_seen, METH_FASTCALL, 0},
    {"push", timeline_push, METH_FASTCALL, 0},
    {"inflight", timeline_inflight, METH_NOARGS, 0},
    {"find", timeline_find, METH_FASTCALL, 0},
    {"launch", timeline_launch, METH_FASTCALL, 0},
    {"post", timeline_post, METH_FASTCALL, 0},
    {"call", timeline_call, METH_FASTCALL, 0},
    {"wait", timeline_wait, METH_FASTCALL, 0},
    {0, 0, 0, 0},
};
static PyMemberDef timeline_members[] = {
    {"value", MEMBER_U64, offsetof(lane, timeline.value), 0, 0},
    {"seen", MEMBER_U64, offsetof(lane, timeline.seen), READONLY, 0},
    {"internal", MEMBER_UINT, offsetof(lane, timeline.internal), 0, 0},
    {"handle", MEMBER_U64, offsetof(lane, queue), 0, 0},
    {"lock", MEMBER_OBJECT, offsetof(lane, lock), 0, 0},
    {"manual", MEMBER_UINT, offsetof(lane, manual), 0, 0},
    {"plans", MEMBER_OBJECT, offsetof(lane, plans), 0, 0},
    {"marks", MEMBER_OBJECT, offsetof(lane, marks), READONLY, 0},
    {"is_foreign", MEMBER_UINT, offsetof(lane, is_foreign), 0, 0},
    {"is_virtual", MEMBER_UINT, offsetof(lane, is_virtual), 0, 0},
    {0, 0, 0, 0, 0},
};
static PyGetSetDef timeline_getset[] = {
    {"frontier", timeline_frontier, 0, 0, 0}, {"in_flight", timeline_in_flight, 0, 0, 0},
    {0, 0, 0, 0, 0},
};
static PyType_Slot timeline_slots[] = {
    {TP_TRAVERSE, timeline_traverse}, {TP_CLEAR, timeline_clear}, {TP_DEALLOC, timeline_dealloc},
    {TP_METHODS, timeline_methods}, {TP_MEMBERS, timeline_members}, {TP_GETSET, timeline_getset},
    {0, 0},
};
