/* The native type Timeline: one queue's timeline in the tracker, and its executions in flight.
 *
 * Python holds it as the attribute `_track` of a Timeline or a Lane, its face, by which all answers
 * name it.
 */
#pragma once
#include "lock.h"

/* Where the slots of Python's classes lie in their objects; see `find_slots`. */
static OWN_LINE struct slots {
    i64 timeline_track;
    i64 stream_track, buffer_layout, buffer_region, device, state, allocation, address, nbytes;
    i64 lane, subject, outcome, block, code, checks, edges, trouble; /* of executions */
    i64 parts, part_shown;                                           /* of composites */
    i64 identity;                                                    /* of kernels */
} slots;
static PyObject *timeline_class, *buffer_class, *execution_class, *kernel_class;
static PyObject *empty_tuple, *tidy_name, *hand_over_name;

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
    u32 is_foreign;    /* its queue is a backend's, to which Python hands the commands over */
    u32 is_virtual;    /* its time passes only while somebody waits */
    u64 failures;      /* executions that were noted as failed */
    PyObject **ring;   /* executions in flight, by their number modulo the room */
    u64 oldest, newest, room;
    u64 pushed;        /* the value of the newest one that was ever in there */
    PyObject *block;   /* of cells; the next one to use, and their end */
    cell *next, *end;
    u32 blocks;        /* made so far */
    u64 echo;          /* of a host lane: the value at which its stream last waited for it */
    PyObject *face, *lock, *plans;
    PyObject *marks;   /* a dict: the edges of explicit waits, by the value of the signal behind */
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
