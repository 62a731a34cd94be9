/* The builtins that submit: arguments, waits and checks become records.
 *
 * 1. A command is packed behind the tail and becomes visible in one step, by `issue_at`.
 * 2. A conversion that fails returns NULL with the exception set, before anything is published.
 */
#pragma once
#include "cpython.h"
#include "loop.h"

/* Converts one argument to the 8 bytes of its slot; -1 with an exception set if it cannot be. */
static int convert(PyObject *value, u8 code, u64 *slot)
{
    static const u8 bits[128] = {['b'] = 8, ['h'] = 16, ['i'] = 32, ['B'] = 8, ['H'] = 16, ['I'] = 32};
    *slot = 0;
    if (code == 'Q' || code == 'P') {
        *slot = PyLong_AsUnsignedLongLong(value);
        return *slot == NEVER && PyErr_Occurred() ? -1 : 0;
    }
    if (code == 'd' || code == 'f') {
        double real = PyFloat_AsDouble(value);
        float single = (float)real;
        if (real == -1.0 && PyErr_Occurred())
            return -1;
        if (code == 'f' && __builtin_isinf(single) && !__builtin_isinf(real)) {
            PyErr_SetString(PyExc_OverflowError, "float out of range");
            return -1;
        }
        memcpy(slot, code == 'd' ? (void *)&real : (void *)&single, code == 'd' ? 8 : 4);
        return 0;
    }
    i64 whole = PyLong_AsLongLong(value);
    if (whole == -1 && PyErr_Occurred())
        return -1;
    *slot = (u64)whole;
    if (code == 'q')
        return 0;
    if (code == '?')
        return *slot = whole != 0, 0;
    u8 width = bits[code & 127];
    i64 low = code >= 'a' ? -(1ll << (width - 1)) : 0;
    if (whole < low || whole > low + ((1ll << width) - 1)) {
        PyErr_SetString(PyExc_OverflowError, "integer out of range");
        return -1;
    }
    return 0;
}

/* Packs the waits (flat: queue, value, ...) and checks (cells) before an execution. */
static char *pack_order(queue *q, PyObject *waits, PyObject *checks)
{
    char *at = q->cursor;
    for (Py_ssize_t i = 0, n = PyTuple_Size(waits); i < n; i += 2) {
        wait_record *r = (wait_record *)at;
        r->header = (record){q->kind->wait, sizeof *r};
        r->target = (queue *)PyLong_AsUnsignedLongLong(PyTuple_GetItem(waits, i));
        r->value = PyLong_AsUnsignedLongLong(PyTuple_GetItem(waits, i + 1));
        at += sizeof *r;
    }
    for (Py_ssize_t i = 0, n = PyTuple_Size(checks); i < n; i++) {
        check_record *r = (check_record *)at;
        r->header = (record){q->kind->check, sizeof *r};
        r->producer = (cell *)PyLong_AsUnsignedLongLong(PyTuple_GetItem(checks, i));
        at += sizeof *r;
    }
    return at;
}

static u64 order_size(PyObject *waits, PyObject *checks)
{
    return PyTuple_Size(waits) / 2 * sizeof(wait_record) +
           PyTuple_Size(checks) * sizeof(check_record);
}

static int is_full(queue *q)
{
    if (q->issued - q->passed < q->limit)
        return 0;
    q->passed = atomic_load_explicit(&q->completed, memory_order_acquire);
    return q->issued - q->passed >= q->limit;
}

static PyObject *issue_at(queue *q, char *at)
{
    q->issued++;
    publish(q, at, at - q->cursor);
    drain_here(q);
    return PyLong_FromUnsignedLongLong(q->issued);
}

/* can_issue(queue): returns the value that the next submission will signal, 0 if the queue
 * refuses. */
BUILTIN(can_issue)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    return PyLong_FromUnsignedLongLong(is_full(q) ? 0 : q->issued + 1);
}

/* pack(queue, plan, values): converts a launch's arguments and keeps them for the `issue` that
 * follows. Returns the value that it will signal, 0 if the queue refuses. */
BUILTIN(pack)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    plan *p = ADDRESS(plan, 1);
    if (is_full(q))
        return PyLong_FromUnsignedLongLong(0);
    q->packed[0] = (u64)p->layout;
    for (u64 i = 0; i < p->slots; i++)
        if (convert(PyTuple_GetItem(args[2], i), p->codes[i], &q->packed[1 + i]))
            return 0;
    q->packed_slots = 1 + p->slots;
    return PyLong_FromUnsignedLongLong(q->issued + 1);
}

/* issue(queue, cell, waits, checks): submits the launch that was packed last, after its waits and
 * checks. Returns the value that it signals. */
BUILTIN(issue)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    u64 slots = 8 * q->packed_slots, size = sizeof(launch_record) + slots;
    if (make_room(q, order_size(args[2], args[3]) + size))
        return PyErr_NoMemory();
    char *at = pack_order(q, args[2], args[3]);
    launch_record *r = (launch_record *)at;
    r->header = (record){q->kind->launch, size};
    r->status = ADDRESS(cell, 1);
    r->status->submitted = now();
    memcpy(r->args, q->packed, slots);
    return issue_at(q, at + size);
}

static PyObject *push_simple(queue *q, PyObject *const *args, handler_function *handler, cell *c)
{
    u64 size = c ? sizeof(host_record) : sizeof(record);
    if (handler != q->kind->stop && is_full(q))
        return PyLong_FromUnsignedLongLong(0);
    if (make_room(q, order_size(args[1], args[2]) + size))
        return PyErr_NoMemory();
    char *at = pack_order(q, args[1], args[2]);
    *(record *)at = (record){handler, size};
    if (c) {
        ((host_record *)at)->status = c;
        c->submitted = now();
    }
    return issue_at(q, at + size);
}

/* promise(queue, number): counts commands that a backend's queue is given in place of records. */
BUILTIN(promise)
{
    UNUSED;
    ADDRESS(queue, 0)->issued += NUMBER(1);
    return PyLong_FromUnsignedLongLong(0);
}

/* push_host(queue, waits, checks, cell), mark(queue, waits, checks), stop(queue, waits, checks):
 * submit a host call, a bare signal or the queue's end, after its waits and checks. They return the
 * value that it signals, 0 if the queue refuses; it never refuses its end. */
BUILTIN(push_host)
{
    UNUSED;
    return push_simple(ADDRESS(queue, 0), args, handle_host, ADDRESS(cell, 3));
}

BUILTIN(mark)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    return push_simple(q, args, q->kind->signal, 0);
}

BUILTIN(stop)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    return push_simple(q, args, q->kind->stop, 0);
}
