/* The native type Timeline: one queue's timeline in the tracker, and its executions in flight.
 *
 * Python holds it as the attribute `_track` of a Timeline or a Lane, its face, by which all answers
 * name it.
 */
#pragma once
#include "lock.h"

/* Where the slots of Python's classes lie in their objects; see `find_slots`. */
static struct slots {
    i64 timeline_track;
    i64 stream_track, buffer_layout, buffer_region, device, state, allocation, address, nbytes;
    i64 lane, subject, outcome, block, code, checks, edges, trouble; /* of executions */
    i64 parts, part_shown;                                           /* of composites */
} slots;
static PyObject *timeline_class, *buffer_class, *execution_class;
static PyObject *empty_tuple, *tidy_name;

#define SLOT(o, offset) (*(PyObject **)((char *)(o) + (offset)))

/* The native fields of an execution; fields.py makes the type that has them. */
typedef struct step_fields {
    u64 value;
    cell *cell;
    i32 instruction;
    u8 clean; /* used by the specification alone */
} step_fields;

#define STEP_OF(o) FIELDS(step_fields, o)

typedef struct lane {
    timeline timeline; /* first: the tracker knows only this part */
    queue *queue;
    u32 manual;
    u64 failures;      /* executions that were noted as failed */
    PyObject **ring;   /* executions in flight, by their number modulo the room */
    u64 oldest, newest, room;
    PyObject *block;   /* of cells; the next one to use, and their end */
    cell *next, *end;
    u32 blocks;        /* made so far */
    PyObject *face, *lock, *plans;
} lane;

#define LANE_OF(o) FIELDS(lane, o)

static inline PyObject *face_of(timeline *t) { return ((lane *)t)->face; }

/* Returns the timeline of a face; 0 with an exception set if it is none. */
static timeline *timeline_of(PyObject *face)
{
    if (TYPE_OF(face) == timeline_class || PyType_IsSubtype(TYPE_OF(face), timeline_class)) {
        PyObject *track = SLOT(face, slots.timeline_track);
        if (track && is_a(track, TIMELINE))
            return &LANE_OF(track)->timeline;
    }
    PyErr_SetString(PyExc_TypeError, "pass a Timeline of the native tracker");
    return 0;
}

/* ---- answers in Python's terms ---------------------------------------------------------------- */

static PyObject *pair_of(point p)
{
    PyObject *pair = PyTuple_New(2), *value = PyLong_FromUnsignedLongLong(p.value);
    if (!pair || !value)
        return disown(pair), disown(value), (PyObject *)0;
    PyTuple_SetItem(pair, 0, own(face_of(p.source)));
    PyTuple_SetItem(pair, 1, value);
    return pair;
}

static PyObject *dict_of(const point *points, u32 count)
{
    PyObject *dict = PyDict_New();
    for (u32 i = 0; dict && i < count; i++) {
        PyObject *value = PyLong_FromUnsignedLongLong(points[i].value);
        int failed = !value || PyDict_SetItem(dict, face_of(points[i].source), value);
        disown(value);
        if (failed)
            return disown(dict), (PyObject *)0;
    }
    return dict;
}

static PyObject *dict_of_frontier(frontier *f) { return dict_of(f ? f->at : 0, f ? f->count : 0); }

/* ---- executions in flight --------------------------------------------------------------------- */

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

BUILTIN(timeline_push)
{
    (void)n;
    if (ring_grows(LANE_OF(self)))
        return PyErr_NoMemory();
    push_execution(LANE_OF(self), args[0]);
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

BUILTIN(timeline_launch); /* launch.h */

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

/* ---- timelines -------------------------------------------------------------------------------- */

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
