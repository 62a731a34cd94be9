/* The functions Python calls: builtins of CPython's stable ABI, made with PyCFunction_NewEx.
 *
 * A call costs some 50 ns, a tenth of ctypes, and runs as one step under the interpreter's lock:
 * no signal handler or other thread sees a command half submitted. Handles (queues, cells,
 * plans) are addresses, passed as integers; the Python side never hands out one that is gone.
 * A conversion that fails returns NULL with the exception set, before anything is published.
 */
#pragma once
#include "entries.h"
#include "replay.h"

typedef struct object PyObject;
typedef i64 Py_ssize_t;
extern u64 PyLong_AsUnsignedLongLong(PyObject *);
extern i64 PyLong_AsLongLong(PyObject *);
extern PyObject *PyLong_FromUnsignedLongLong(u64);
extern double PyFloat_AsDouble(PyObject *);
extern PyObject *PyErr_Occurred(void);
extern void PyErr_SetString(PyObject *, const char *);
extern PyObject *PyErr_NoMemory(void);
extern Py_ssize_t PyTuple_Size(PyObject *);
extern PyObject *PyTuple_GetItem(PyObject *, Py_ssize_t);
extern PyObject *PyExc_OverflowError;

typedef PyObject *fast_function(PyObject *, PyObject *const *, Py_ssize_t);
typedef struct { const char *name; fast_function *call; i32 flags; const char *doc; } PyMethodDef;
#define METH_FASTCALL 0x80
#define BUILTIN(name) \
    static PyObject *name(PyObject *self, PyObject *const *args, Py_ssize_t n)
#define ADDRESS(type, i) ((type *)PyLong_AsUnsignedLongLong(args[i]))
#define NUMBER(i) PyLong_AsUnsignedLongLong(args[i])
#define UNUSED (void)self, (void)n

/* ---- packing ---------------------------------------------------------------------------------- */

/* Converts one argument to the 8 bytes of its slot; -1 with an exception set if it cannot. */
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

/* Packs the waits (flat: queue, value, ...) and checks (cells) in front of an execution. */
static char *pack_order(char *at, PyObject *waits, PyObject *checks)
{
    for (Py_ssize_t i = 0, n = PyTuple_Size(waits); i < n; i += 2) {
        wait_record *r = (wait_record *)at;
        r->header = (record){handle_wait, sizeof *r};
        r->target = (queue *)PyLong_AsUnsignedLongLong(PyTuple_GetItem(waits, i));
        r->value = PyLong_AsUnsignedLongLong(PyTuple_GetItem(waits, i + 1));
        at += sizeof *r;
    }
    for (Py_ssize_t i = 0, n = PyTuple_Size(checks); i < n; i++) {
        check_record *r = (check_record *)at;
        r->header = (record){handle_check, sizeof *r};
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
    return PyLong_FromUnsignedLongLong(q->issued);
}

/* can_issue(queue): the value that the next submission will signal, 0 if the queue refuses. */
BUILTIN(can_issue)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    return PyLong_FromUnsignedLongLong(is_full(q) ? 0 : q->issued + 1);
}

/* pack(queue, plan, values): converts a launch's arguments and keeps them for the `issue` that
 * follows. Returns the value it will signal, 0 if the queue refuses. */
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

/* issue(queue, cell, waits, checks): submits the launch packed last, behind its order. */
BUILTIN(issue)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    u64 slots = 8 * q->packed_slots, size = sizeof(launch_record) + slots;
    if (make_room(q, order_size(args[2], args[3]) + size))
        return PyErr_NoMemory();
    char *at = pack_order(q->cursor, args[2], args[3]);
    launch_record *r = (launch_record *)at;
    r->header = (record){handle_launch, size};
    r->status = ADDRESS(cell, 1);
    r->status->submitted = now();
    memcpy(r->args, q->packed, slots);
    return issue_at(q, at + size);
}

static PyObject *push_simple(PyObject *const *args, handler_function *handler, cell *c)
{
    queue *q = ADDRESS(queue, 0);
    u64 size = c ? sizeof(host_record) : sizeof(record);
    if (handler != handle_stop && is_full(q))
        return PyLong_FromUnsignedLongLong(0);
    if (make_room(q, order_size(args[1], args[2]) + size))
        return PyErr_NoMemory();
    char *at = pack_order(q->cursor, args[1], args[2]);
    *(record *)at = (record){handler, size};
    if (c) {
        ((host_record *)at)->status = c;
        c->submitted = now();
    }
    return issue_at(q, at + size);
}

/* push_host(queue, waits, checks, cell), mark(queue, waits, checks), stop(queue, waits, checks) */
BUILTIN(push_host) { UNUSED; return push_simple(args, handle_host, ADDRESS(cell, 3)); }
BUILTIN(mark) { UNUSED; return push_simple(args, handle_signal, 0); }
BUILTIN(stop) { UNUSED; return push_simple(args, handle_stop, 0); }

/* ---- raising a timeline that another kind of queue drives ------------------------------------- */

/* check(queue, cell): the next execution is skipped unless that one succeeded. */
BUILTIN(check)
{
    UNUSED;
    look_at(ADDRESS(queue, 0), ADDRESS(cell, 1));
    return PyLong_FromUnsignedLongLong(0);
}

static i64 time_or_now(u64 at) { return at ? (i64)at : now(); }

/* begin(queue, cell, time): 1 if it is to run; else it is cancelled or skipped, and signalled. */
BUILTIN(begin)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    return PyLong_FromUnsignedLongLong(start(q, ADDRESS(cell, 1), time_or_now(NUMBER(2))));
}

/* finish(queue, cell, error, time): ends an execution that has begun. */
BUILTIN(finish)
{
    UNUSED;
    cell *c = ADDRESS(cell, 1);
    c->error = (i32)NUMBER(2);
    settle(ADDRESS(queue, 0), c, c->error ? FAILED : DONE, time_or_now(NUMBER(3)));
    return PyLong_FromUnsignedLongLong(0);
}

/* raise_one(queue): a bare signal. */
BUILTIN(raise_one)
{
    UNUSED;
    signal(ADDRESS(queue, 0));
    return PyLong_FromUnsignedLongLong(0);
}

/* lose(queue, cell): the next execution, begun or not, has failed with its device. */
BUILTIN(lose)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    cell *c = ADDRESS(cell, 1);
    u32 state = atomic_load(&c->state);
    c->root = root_of(q); /* before anybody finds it failed */
    while (state <= RUNNING && !atomic_compare_exchange_weak(&c->state, &state, FAILED))
        ;
    settle(q, c, state == CANCELLED ? CANCELLED : FAILED, now());
    return PyLong_FromUnsignedLongLong(0);
}

/* ---- looking ---------------------------------------------------------------------------------- */

BUILTIN(completed)
{
    UNUSED;
    return PyLong_FromUnsignedLongLong(atomic_load_explicit(&ADDRESS(queue, 0)->completed, memory_order_acquire));
}

/* failures(queue): how many of its executions ended otherwise than DONE. To be read after
 * `completed`, which it then covers. */
BUILTIN(failures)
{
    UNUSED;
    return PyLong_FromUnsignedLongLong(atomic_load_explicit(&ADDRESS(queue, 0)->failures, memory_order_acquire));
}

BUILTIN(look)
{
    UNUSED;
    return PyLong_FromUnsignedLongLong(atomic_load_explicit(&ADDRESS(cell, 0)->state, memory_order_acquire));
}

/* glance(cell, ns): its state once it is final, or after that long of looking. Holds the GIL. */
BUILTIN(glance)
{
    UNUSED;
    cell *c = ADDRESS(cell, 0);
    u32 state;
    i64 until = now() + (i64)NUMBER(1);
    do {
        for (int i = 0; i < 8; i++, relax())
            if ((state = atomic_load_explicit(&c->state, memory_order_acquire)) > RUNNING)
                break;
    } while (state <= RUNNING && now() < until);
    return PyLong_FromUnsignedLongLong(state);
}

/* cancel(cell, queue): 1 if this call cancelled it. */
BUILTIN(cancel)
{
    UNUSED;
    u32 expected = PENDING;
    if (!atomic_compare_exchange_strong(&ADDRESS(cell, 0)->state, &expected, CANCELLED))
        return PyLong_FromUnsignedLongLong(0);
    wake_threads(ADDRESS(queue, 1));
    return PyLong_FromUnsignedLongLong(1);
}

/* arm(queue, value, listener): 1 if the value is reached already, else a wake-up will come. */
BUILTIN(arm)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    u64 value = NUMBER(1);
    atomic_fetch_or(&q->listeners, 1ull << NUMBER(2));
    lower(&q->armed, value);
    return PyLong_FromUnsignedLongLong(atomic_load(&q->completed) >= value);
}

/* ---- making and dropping ------------------------------------------------------------------------ */

static void *aligned_zeros(u64 bytes)
{
    void *memory = 0;
    if (posix_memalign(&memory, CACHE_LINE, bytes))
        return 0;
    return memset(memory, 0, bytes);
}

/* new_cells(count): the address of that many pending cells. */
BUILTIN(new_cells)
{
    UNUSED;
    void *cells = aligned_zeros(NUMBER(0) * sizeof(cell));
    return cells ? PyLong_FromUnsignedLongLong((u64)cells) : PyErr_NoMemory();
}

/* new_queue(index): a queue that refuses everything until set_limit. */
BUILTIN(new_queue)
{
    UNUSED;
    queue *q = aligned_zeros(sizeof(queue));
    if (!q)
        return PyErr_NoMemory();
    q->index = NUMBER(0);
    atomic_store(&q->armed, NEVER);
    atomic_store(&q->wanted, NEVER);
    q->patience.ns = LONGEST;
    return PyLong_FromUnsignedLongLong((u64)q);
}

/* new_plan(entry, extent, grain, codes, words): codes and words are tuples of integers. */
BUILTIN(new_plan)
{
    UNUSED;
    Py_ssize_t words = PyTuple_Size(args[4]), slots = PyTuple_Size(args[3]);
    plan *p = aligned_zeros(sizeof(plan) + 8 * words);
    if (!p)
        return PyErr_NoMemory();
    p->entry = ADDRESS(entry_function, 0);
    p->extent = PyLong_AsLongLong(args[1]);
    p->grain = PyLong_AsLongLong(args[2]);
    p->slots = slots;
    for (Py_ssize_t i = 0; i < slots; i++)
        p->codes[i] = (u8)PyLong_AsUnsignedLongLong(PyTuple_GetItem(args[3], i));
    for (Py_ssize_t i = 0; i < words; i++)
        p->layout[i] = PyLong_AsLongLong(PyTuple_GetItem(args[4], i));
    return PyLong_FromUnsignedLongLong((u64)p);
}

/* allocate(bytes): 64-byte aligned memory, not touched; 0 if there is none. */
BUILTIN(allocate)
{
    UNUSED;
    void *memory = 0;
    u64 failed = posix_memalign(&memory, CACHE_LINE, NUMBER(0));
    return PyLong_FromUnsignedLongLong(failed ? 0 : (u64)memory);
}

BUILTIN(release)
{
    UNUSED;
    free(ADDRESS(void, 0));
    return PyLong_FromUnsignedLongLong(0);
}

/* free_records(queue): its records' memory; the queue itself is `release`d later, when nobody
 * can be waiting on it any more. */
BUILTIN(free_records)
{
    UNUSED;
    free_segments(ADDRESS(queue, 0));
    return PyLong_FromUnsignedLongLong(0);
}

BUILTIN(set_limit)
{
    UNUSED;
    ADDRESS(queue, 0)->limit = NUMBER(1);
    return PyLong_FromUnsignedLongLong(0);
}

/* listen(fd): the number of a listener that writes to it; 64 when all are taken. */
BUILTIN(listen)
{
    UNUSED;
    i32 wanted = (i32)NUMBER(0) + 1;
    u64 i = 0;
    for (; i < LISTENERS; i++) {
        i32 unused = 0;
        if (atomic_compare_exchange_strong(&wake_fds[i], &unused, wanted))
            break;
    }
    return PyLong_FromUnsignedLongLong(i);
}

/* prepare(portable): once, before anything else. */
BUILTIN(prepare)
{
    UNUSED;
    prepare_lots();
    atomic_store(&portable, (u32)NUMBER(0));
    return PyLong_FromUnsignedLongLong(0);
}

BUILTIN(forget_workers)
{
    UNUSED;
    (void)args;
    forget_all_workers();
    return PyLong_FromUnsignedLongLong(0);
}

#define ENTRY(name) {#name, name, METH_FASTCALL, 0}
PyMethodDef srt_builtins[] = {
    ENTRY(can_issue), ENTRY(pack), ENTRY(issue), ENTRY(push_host), ENTRY(mark), ENTRY(stop), ENTRY(completed), ENTRY(failures), ENTRY(look), ENTRY(glance),
    ENTRY(check), ENTRY(begin), ENTRY(finish), ENTRY(raise_one), ENTRY(lose),
    ENTRY(cancel), ENTRY(arm), ENTRY(new_cells), ENTRY(new_queue), ENTRY(new_plan),
    ENTRY(allocate), ENTRY(release), ENTRY(free_records), ENTRY(set_limit), ENTRY(listen),
    ENTRY(prepare), ENTRY(forget_workers), {0, 0, 0, 0},
};

/* What a record is, for decoding: in this order. */
handler_function *const srt_handlers[] = {
    handle_jump, handle_wait, handle_check, handle_signal, handle_launch, handle_host, handle_stop,
    handle_part,
};
