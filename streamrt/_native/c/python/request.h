/* A submission that was asked for, and the objects and cells that are made before it. */
#pragma once
#include "submit_builtins.h"
#include "timeline_type.h"
#include "tracker_builtins.h"

#define CELLS 32         /* in a block */
#define TIDY_TURNS 16    /* blocks from one call of Lane.tidy to the next */

typedef struct request {
    lane *lane;
    const use *accesses;
    u32 count;
    const u64 *cleared;  /* how often the table of plans was cleared, and what that was at first; */
    u64 version;         /* 0: the plan is not from a table, and the launch comes from Python */
    plan *plan;          /* of a launch on a native queue; 0: a host call, or for another queue */
    const u64 *slots;    /* its arguments, without slot 0 */
    lane *stream;        /* of a host call: the lane that waits for it, and that it waits for */
    PyObject *payload;   /* what a backend's queue is given with the command; see Lane.pass_on */
    PyObject *steps;     /* a tuple: where to put the values of the lanes before it, then the lanes'
                          * native halves, each with the number of values it takes */
    PyObject *subject, *outcome;
    PyObject *code;      /* of the user's frame; 0: the frame that runs */
    i32 instruction;
} request;

/* The objects of one submission, made before it. */
typedef struct parts {
    PyObject *execution, *edges, *checks, *members;
    PyObject *item, *mark, *mark_item; /* for the outbox; of a host call's wait: edges, item */
    u32 what, tag;                     /* for the recorder; see `cell` */
    int is_labelled, is_kept;          /* whether it has both; whether the plan keeps `what` */
    i64 deadline;                      /* ns; 0: it has none */
} parts;

enum answer { READY, AGAIN, REFUSED, RAISED };

static void drop_parts(parts *p)
{
    disown(p->execution), disown(p->edges), disown(p->checks), disown(p->members);
    disown(p->item), disown(p->mark), disown(p->mark_item);
}

/* ---- deadlines --------------------------------------------------------------------------------- */

/* A context variable; 0 as long as no program has set a deadline. */
static PyObject *deadline_variable;

/* deadlines_from(variable): from now on submissions have the deadline that a context variable has then: ns
 * of the monotonic clock, None for none, or a function that returns one of the two. */
BUILTIN(deadlines_from)
{
    UNUSED;
    PyObject *before = deadline_variable;
    deadline_variable = own(args[0]);
    disown(before);
    return own(NONE);
}

/* Finds the deadline of a submission. May run Python code. -1 if that raised. */
static APART i32 find_deadline(parts *p)
{
    PyObject *found = 0, *given;
    if (PyContextVar_Get(deadline_variable, 0, &found))
        return -1;
    if (found != NONE && TYPE_OF(found) != &PyLong_Type) {
        given = found;
        found = PyObject_CallFunctionObjArgs(given, (PyObject *)0);
        disown(given);
        if (!found)
            return -1;
    }
    p->deadline = found == NONE ? 0 : PyLong_AsLongLong(found);
    disown(found);
    return p->deadline == -1 && PyErr_Occurred() ? -1 : 0;
}

/* ---- making ready ------------------------------------------------------------------------------ */

/* Notes what has completed before new cells are needed: every few launches, as the specification
 * does. Failures, and what waits to be reported, are Python's. */
static int tidy(lane *l)
{
    PyObject *found = 0;
    u64 failures = atomic_load_explicit(&l->queue->failures, memory_order_acquire);
    if (failures == l->failures && ++l->blocks % TIDY_TURNS)
        return reap(l, &found);
    PyObject *done = PyObject_CallMethodObjArgs(l->face, tidy_name, (PyObject *)0);
    disown(done);
    return done ? 0 : -1;
}

/* Makes a block of cells. It is freed with the last execution that refers to it. */
static int new_block(lane *l)
{
    PyObject *block = PyByteArray_FromStringAndSize(0, (CELLS + 1) * sizeof(cell));
    if (!block)
        return -1;
    char *memory = PyByteArray_AsString(block);
    memset(memory, 0, (CELLS + 1) * sizeof(cell));
    disown(l->block);
    l->block = block;
    l->next = (cell *)(((u64)memory + sizeof(cell) - 1) & -sizeof(cell));
    l->end = l->next + CELLS;
    return 0;
}

/* Asks for the list that keeps the executions submitted here. */
static int find_members(lock *k, parts *p)
{
    PyObject *found = PyObject_CallFunctionObjArgs(k->adopt, (PyObject *)0);
    disown(p->members);
    p->members = found == NONE ? 0 : found;
    if (found == NONE)
        disown(found);
    return found ? 0 : -1;
}

/* Waits until no other thread has the lock. */
static enum answer pass_lock(lock *k)
{
    if (!is_taken(k) || is_mine(k))
        return READY;
    return await_lock(k) ? RAISED : AGAIN;
}

/* What may run Python code: cells, the scope, the lock. */
static enum answer begin_submission(lane *l, parts *p)
{
    lock *k = LOCK_OF(l->lock);
    if (l->next == l->end && !is_mine(k) && tidy(l))
        return RAISED;
    if (l->next == l->end && new_block(l))
        return RAISED;
    if (k->adopt && k->adopt != NONE && find_members(k, p))
        return RAISED;
    enum answer answer = pass_lock(k);
    return answer == READY && l->next == l->end ? AGAIN : answer;
}
