/* Launches that Python matched: the builtins behind Lane.launch. */
#pragma once
#include "submission.h"

/* The size of a plan's record. Is asked before conversions, which may unload the plan. */
static u64 launch_bytes(const plan *p) { return sizeof(launch_record) + 8 + 8 * p->slots; }

/* Reads accesses into memory that `free_accesses` frees; see read_accesses. */
typedef struct accesses { use few[16], *all; u32 count; } accesses;

static int take_accesses(accesses *a, PyObject *reads, PyObject *writes)
{
    i64 count = PyTuple_Size(reads) + PyTuple_Size(writes);
    a->all = a->few;
    a->count = (u32)count;
    if (count > 16 && !(a->all = malloc((u64)count * sizeof(use))))
        return PyErr_NoMemory(), -1;
    return read_accesses(reads, writes, a->all);
}

static void free_accesses(accesses *a)
{
    if (a->all != a->few)
        free(a->all);
}

/* An answer for Python: None for a refusal. */
static PyObject *answer_of(PyObject *made) { return made || PyErr_Occurred() ? made : own(NONE); }

/* launch(plan, values, reads, writes, subject, code, instruction, outcome): submits a launch of a
 * loaded plan to a native queue; see Lane.launch. None if it is refused. */
BUILTIN(timeline_launch)
{
    (void)n;
    u64 converted[MOST_SLOTS];
    plan *p = ADDRESS(plan, 0);
    if (PyErr_Occurred() || PyTuple_Size(args[1]) < (i64)p->slots)
        return PyErr_Occurred() ? 0 : (PyErr_SetString(PyExc_TypeError, "too few values"), (PyObject *)0);
    u64 slots = p->slots, bytes = launch_bytes(p);
    for (u64 i = 0; i < slots; i++)
        if (convert(PyTuple_GetItem(args[1], i), p->codes[i], &converted[i]))
            return 0;
    accesses a;
    PyObject *made = 0;
    if (!take_accesses(&a, args[2], args[3])) {
        request r = {.lane = LANE_OF(self), .plan = p, .slots = converted, .accesses = a.all,
                     .count = a.count, .payload = NONE, .subject = args[4], .code = args[5],
                     .outcome = args[7], .instruction = (i32)PyLong_AsLongLong(args[6])};
        made = submit(&r, bytes);
    }
    free_accesses(&a);
    return answer_of(made);
}

/* post(payload, steps, reads, writes, subject, code, instruction, outcome): submits a command to a
 * backend's queue, which Python hands over to it; see Lane.pass_on. None if it is refused.
 *
 * With `steps`, it stands for several, on several lanes: a tuple of an address, where it puts the
 * values of the lanes before it, and of their native halves, the lane's own first, each with the
 * number of values that it rises by. Then the payload adds the executions to those in flight. */
BUILTIN(timeline_post)
{
    (void)n;
    accesses a;
    PyObject *made = 0;
    if (!take_accesses(&a, args[2], args[3])) {
        request r = {.lane = LANE_OF(self), .accesses = a.all, .count = a.count,
                     .payload = args[0], .steps = args[1] == NONE ? 0 : args[1],
                     .subject = args[4], .code = args[5], .outcome = args[7],
                     .instruction = (i32)PyLong_AsLongLong(args[6])};
        made = submit(&r, 0);
    }
    free_accesses(&a);
    return answer_of(made);
}
