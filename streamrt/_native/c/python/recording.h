/* The recorder as Python knows it: names for what is submitted, and events of Python's own.
 *
 * While a queue is recorded, each submission gets two numbers: `what`, the name of its work, which
 * its plan keeps after the first time, and `tag`, the span that submits it. Python gives both.
 */
#pragma once
#include "request.h"

/* Context variables: the number of the current span, and what users follow besides. */
static PyObject *span_variable, *followed_variable;
static PyObject *name_of_work, *tag_of_value; /* functions of Python */
static PyObject *last_followed;               /* the last value that was asked for, and its tag */
static u32 last_tag;

/* record_to(queue, ring): from now on the queue's events go to that ring; 0: to none. */
BUILTIN(record_to)
{
    UNUSED;
    atomic_store(&ADDRESS(queue, 0)->log, ADDRESS(ring, 1));
    return own(NONE);
}

/* new_ring(address, events): makes a ring of that many events, a power of 2, in cleared memory. */
BUILTIN(new_ring)
{
    UNUSED;
    ADDRESS(ring, 0)->mask = NUMBER(1) - 1;
    return own(NONE);
}

/* note_nodes(ring): has it take the nodes of a program's stream. */
BUILTIN(note_nodes)
{
    UNUSED;
    ADDRESS(ring, 0)->notes_nodes = 1;
    return own(NONE);
}

/* label_with(span variable, followed variable, name of work, tag of value): what gives submissions
 * their two numbers. The second variable may be None. */
BUILTIN(label_with)
{
    UNUSED;
    PyObject **const places[] = {&span_variable, &followed_variable, &name_of_work, &tag_of_value};
    for (int i = 0; i < 4; i++) {
        PyObject *before = *places[i];
        *places[i] = args[i] == NONE ? 0 : own(args[i]);
        disown(before);
    }
    disown(last_followed);
    last_followed = 0;
    return own(NONE);
}

/* note_event(ring, kind, what, tag, started, finished, amount, point, node, thread): notes an event
 * of Python's own; the name of its thread stands where executions have how long they waited. It runs
 * in one step under the interpreter's lock, so the ring has one writer at a time. */
BUILTIN(note_event)
{
    UNUSED;
    write_event(ADDRESS(ring, 0),
                (event){0, (i64)NUMBER(4), (i64)NUMBER(5), NUMBER(6), NUMBER(7), (u32)NUMBER(2),
                        (u32)NUMBER(3), (u32)NUMBER(9), 0, (u32)NUMBER(8), (u8)NUMBER(1), DONE, 0});
    return own(NONE);
}

/* ---- pauses of the collector ------------------------------------------------------------------- */

#define SHORTEST_PAUSE 100000 /* ns */

static ring *told_of_pauses; /* the rings of Python's events, linked */
static i64 pause_began;
static u32 pause_name, pause_thread;
static PyObject *generation_name;

/* tell_of_pauses(ring, is_on, what, thread, "generation"): whether pauses of the collector are noted
 * there, under these two names. */
BUILTIN(tell_of_pauses)
{
    UNUSED;
    ring *log = ADDRESS(ring, 0), **at = &told_of_pauses;
    pause_name = (u32)NUMBER(2), pause_thread = (u32)NUMBER(3);
    if (!generation_name)
        generation_name = own(args[4]);
    while (*at && *at != log)
        at = (ring **)&(*at)->next;
    if (*at) /* it is taken out, and put in again if it is to be there */
        *at = (ring *)log->next;
    if (PyObject_IsTrue(args[1]))
        log->next = (u64)told_of_pauses, told_of_pauses = log;
    return own(NONE);
}

/* note_pause(phase, facts): a callback of `gc`. In Python it would run handlers of signals, and what
 * they raise in a callback is lost. */
BUILTIN(note_pause)
{
    UNUSED;
    i64 at = now();
    if (!PyUnicode_CompareWithASCIIString(args[0], "start"))
        return pause_began = at, own(NONE);
    PyObject *generation = PyDict_GetItemWithError(args[1], generation_name);
    event e = {0, pause_began, at, generation ? PyLong_AsUnsignedLongLong(generation) : 0, 0,
               pause_name, 0, pause_thread, 0, 0, COLLECT, DONE, 0};
    for (ring *log = told_of_pauses; log && at - pause_began >= SHORTEST_PAUSE; log = (ring *)log->next)
        write_event(log, e);
    return own(NONE);
}

/* ---- labels ------------------------------------------------------------------------------------ */

/* Returns the number that a function of Python answers; 0 with an exception set if it raised. */
static i64 number_from(PyObject *answer)
{
    i64 number = answer ? PyLong_AsLongLong(answer) : 0;
    disown(answer);
    return number;
}

/* Finds the tag of a followed value. It is asked for once for each run of the same value. */
static i32 find_followed_tag(u32 *tag)
{
    PyObject *value = 0;
    if (PyContextVar_Get(followed_variable, 0, &value))
        return -1;
    if (value && value != last_followed) {
        PyObject *before = last_followed;
        i64 found = number_from(PyObject_CallFunctionObjArgs(tag_of_value, value, (PyObject *)0));
        if (PyErr_Occurred())
            return disown(value), -1;
        last_tag = (u32)found;
        last_followed = own(value);
        disown(before);
    }
    *tag = value ? last_tag : 0;
    disown(value);
    return 0;
}

static i32 find_tag(u32 *tag)
{
    PyObject *value = 0;
    *tag = 0;
    if (span_variable && PyContextVar_Get(span_variable, 0, &value))
        return -1;
    if (value)
        *tag = (u32)PyLong_AsUnsignedLongLong(value);
    disown(value);
    return *tag || !followed_variable ? 0 : find_followed_tag(tag);
}

/* The bytes that a submission reads and writes. */
static u64 bytes_of(const request *r)
{
    u64 bytes = 0;
    for (u32 i = 0; i < r->count; i++)
        bytes += r->accesses[i].region->stop - r->accesses[i].region->start;
    return bytes;
}

/* Asks Python for the name of a submission's work. A negative number is not kept by the plan. */
static i32 find_name(const request *r, parts *p)
{
    PyObject *bytes = PyLong_FromUnsignedLongLong(bytes_of(r));
    if (!bytes)
        return -1;
    i64 name = number_from(PyObject_CallFunctionObjArgs(name_of_work, r->subject, r->lane->face,
                                                        bytes, (PyObject *)0));
    disown(bytes);
    if (PyErr_Occurred())
        return -1;
    p->is_kept = name > 0;
    p->what = (u32)(name > 0 ? name : -name);
    return 0;
}

/* Finds the labels of a submission to a queue that is recorded. May run Python code. -1 if that
 * raised. A plan that may be gone by now is not looked at: the submission is refused then. */
static APART i32 label(const request *r, parts *p)
{
    if (r->cleared && *r->cleared != r->version)
        return 0;
    p->is_labelled = 1;
    p->what = r->plan ? r->plan->what : 0;
    if (!p->what && name_of_work && find_name(r, p))
        return -1;
    return find_tag(&p->tag);
}
