/* The builtins that ask the tracker: a command's accesses in, its waits and checks out. */
#pragma once
#include "regions.h"

/* Reads accesses from reads, a tuple of regions, and writes, a tuple of pairs: a region, and whether
 * it is read as well. `found` has room for all; those that only read come first. -1 with an
 * exception set if they are none. */
static int read_accesses(PyObject *reads, PyObject *writes, use *found)
{
    i64 read = PyTuple_Size(reads), written = PyTuple_Size(writes);
    if (read < 0 || written < 0)
        return -1;
    for (i64 i = 0; i < read + written; i++) {
        PyObject *one = i < read ? PyTuple_GetItem(reads, i) : PyTuple_GetItem(writes, i - read);
        u8 is_read = 1;
        if (i >= read) {
            is_read = (u8)PyObject_IsTrue(PyTuple_GetItem(one, 1));
            one = PyTuple_GetItem(one, 0);
        }
        if (!one || !is_a(one, REGION))
            return PyErr_SetString(PyExc_TypeError, "pass regions of the native tracker"), -1;
        found[i] = (use){&REGION_OF(one)->region, is_read, i >= read};
    }
    return 0;
}

static PyObject *hazard_texts[5], *no_name;

/* Fills a tuple of four parts for each edge: the source, the value, the hazard, the memory's name.
 * Runs no Python code. -1 with an exception set if there is no memory. */
static int fill_edges(PyObject *tuple, const edge *edges, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        const edge *e = &edges[i];
        PyObject *value = PyLong_FromUnsignedLongLong(e->value);
        PyObject *name = e->tracked ? name_of((tracked_object *)e->tracked) : own(no_name);
        if (!value || !name)
            return disown(value), disown(name), -1;
        PyTuple_SetItem(tuple, 4 * i, own(face_of(e->source)));
        PyTuple_SetItem(tuple, 4 * i + 1, value);
        PyTuple_SetItem(tuple, 4 * i + 2, own(hazard_texts[e->hazard]));
        PyTuple_SetItem(tuple, 4 * i + 3, name);
    }
    return 0;
}

static void fill_checks(PyObject *tuple, const step *checks, u32 count)
{
    for (u32 i = 0; i < count; i++)
        PyTuple_SetItem(tuple, i, own(checks[i].owner));
}

static PyObject *two(PyObject *first, PyObject *second)
{
    PyObject *pair = first && second ? PyTuple_New(2) : 0;
    if (!pair)
        return disown(first), disown(second), (PyObject *)0;
    PyTuple_SetItem(pair, 0, first);
    PyTuple_SetItem(pair, 1, second);
    return pair;
}

/* Makes the two tuples of the tracker's answer, and drops them again if there is no memory: -1. */
static int make_answer(tracker *t, PyObject **edges, PyObject **checks)
{
    *edges = PyTuple_New(4 * (i64)t->edge_count);
    *checks = PyTuple_New((i64)t->check_count);
    if (*edges && *checks && !fill_edges(*edges, t->edges, t->edge_count)) {
        fill_checks(*checks, t->checks, t->check_count);
        return 0;
    }
    disown(*edges), disown(*checks);
    return -1;
}

/* track(track, step, value, cell, reads, writes, after, manual): takes note of a command. Returns
 * its edges and checks, or None if a bar forbids an access. */
BUILTIN(track)
{
    UNUSED;
    lane *l = LANE_OF(args[0]);
    tracker *t = &the_tracker;
    step s = {&l->timeline, NUMBER(2), ADDRESS(cell, 3), args[1]};
    i64 count = PyTuple_Size(args[4]) + PyTuple_Size(args[5]);
    i32 manual = PyObject_IsTrue(args[7]);
    use *accesses = malloc((u64)(count + 1) * sizeof(use));
    PyObject *edges, *checks, *answer = 0;
    point *after = 0;
    u32 after_count;
    int held = hold_collector();
    if (!accesses || points_from_pairs(args[6], &after, &after_count) ||
        read_accesses(args[4], args[5], accesses))
        goto out;
    if (first_barred(accesses, (u32)count) >= 0) {
        answer = own(NONE);
        goto out;
    }
    t->manual = (u32)manual;
    if (prepare_command(t, &l->timeline, accesses, (u32)count, after, after_count)) {
        PyErr_NoMemory();
        goto out;
    }
    if (make_answer(t, &edges, &checks))
        goto out;
    if ((answer = two(edges, checks)))
        note(t, &l->timeline, accesses, (u32)count, s);
out:
    free_collector(held);
    free(accesses);
    free(after);
    let_go();
    return answer;
}

/* wait_edges(track, points, asked): the edges for a wait, as `track` gives them; notes nothing. */
BUILTIN(wait_edges)
{
    UNUSED;
    tracker *t = &the_tracker;
    point *after;
    u32 count;
    i32 asked = PyObject_IsTrue(args[2]);
    if (points_from_pairs(args[1], &after, &count))
        return 0;
    int failed = prepare_wait(t, &LANE_OF(args[0])->timeline, after, count, asked);
    free(after);
    if (failed)
        return PyErr_NoMemory();
    int held = hold_collector();
    PyObject *tuple = PyTuple_New(4 * (i64)t->edge_count);
    if (tuple && fill_edges(tuple, t->edges, t->edge_count))
        disown(tuple), tuple = 0;
    free_collector(held);
    return tuple;
}
