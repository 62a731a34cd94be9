/* The functions that Python calls on queues, cells and plans: builtins of CPython's stable ABI, made with PyCFunction_NewEx.
 *
 * A call costs some 50 ns, a tenth of ctypes, and runs as one step under the interpreter's lock:
 * no signal handler or other thread sees a command half submitted. Handles (queues, cells,
 * plans) are addresses, passed as integers; the Python side never passes one that was freed.
 * submit_builtins.h has those that submit. None of these needs a native type, so that the C tests include
 * this file with stand-ins for a dozen functions of CPython; python.h adds the rest.
 */
#pragma once
#include "gpu_loop.h"
#include "entries.h"
#include "lander.h"
#include "landing.h"
#include "place.h"
#include "ends.h"
#include "control.h"
#include "submit_builtins.h"

/* ---- raising a timeline that another kind of queue drives ----------------------------------- */

/* expect(promises, cell): promises one more signal, a bare one if the cell is 0; returns its value. */
COLD BUILTIN(expect)
{
    UNUSED;
    cell *c = ADDRESS(cell, 1);
    if (PyErr_Occurred()) /* a number that does not fit, here and below */
        return 0;
    u64 value = add_promise(ADDRESS(promises, 0), c);
    return value ? PyLong_FromUnsignedLongLong(value) : PyErr_NoMemory();
}

/* The next six call the functions of promises.h, and return their replies:
 * check(promises, cell), begin(promises, cell, time), finish(promises, cell, error, time),
 * fail_one(promises, cell, reason, time), carry_out(promises), advance(promises, results). */
COLD BUILTIN(check)
{
    UNUSED;
    cell *producer = ADDRESS(cell, 1);
    return PyErr_Occurred() ? 0 : PyLong_FromUnsignedLongLong(srt_check(ADDRESS(promises, 0), producer));
}

COLD BUILTIN(begin)
{
    UNUSED;
    cell *c = ADDRESS(cell, 1);
    i64 at = PyLong_AsLongLong(args[2]);
    return PyErr_Occurred() ? 0 : PyLong_FromUnsignedLongLong(srt_start(ADDRESS(promises, 0), c, at));
}

COLD BUILTIN(finish)
{
    UNUSED;
    cell *c = ADDRESS(cell, 1);
    i32 error = (i32)NUMBER(2);
    i64 at = PyLong_AsLongLong(args[3]);
    return PyErr_Occurred() ? 0 : PyLong_FromUnsignedLongLong(srt_finish(ADDRESS(promises, 0), c, error, at));
}

COLD BUILTIN(fail_one)
{
    UNUSED;
    cell *c = ADDRESS(cell, 1);
    u64 reason = NUMBER(2);
    i64 at = PyLong_AsLongLong(args[3]);
    return PyErr_Occurred() ? 0 : PyLong_FromUnsignedLongLong(srt_fail(ADDRESS(promises, 0), c, reason, at));
}

COLD BUILTIN(carry_out)
{
    UNUSED;
    return PyLong_FromUnsignedLongLong(srt_signal(ADDRESS(promises, 0)));
}

COLD BUILTIN(advance)
{
    UNUSED;
    buffer_view results;
    if (PyObject_GetBuffer(args[1], &results, 0))
        return 0;
    i32 reply = srt_advance(ADDRESS(promises, 0), results.bytes, results.count / sizeof(result));
    PyBuffer_Release(&results);
    return PyLong_FromUnsignedLongLong(reply);
}

/* fail_to(promises, value): keeps the promises up to a value, with failures. */
COLD BUILTIN(fail_to)
{
    UNUSED;
    fail_promises(ADDRESS(promises, 0), NUMBER(1));
    return PyLong_FromUnsignedLongLong(0);
}

/* end_promises(promises, closed): takes note of nothing any more, and never touches a closed timeline. */
COLD BUILTIN(end_promises)
{
    UNUSED;
    stop_taking(ADDRESS(promises, 0), (int)NUMBER(1));
    return PyLong_FromUnsignedLongLong(0);
}

/* raise_one(queue): carries out a bare signal. */
BUILTIN(raise_one)
{
    UNUSED;
    signal(ADDRESS(queue, 0));
    return PyLong_FromUnsignedLongLong(0);
}

/* fail_early(queue, cell, value): fails the execution that is to signal a value, begun or not, because
 * its device is lost, and wakes threads that wait for it. The timeline stays where it is. */
COLD BUILTIN(fail_early)
{
    UNUSED;
    fail_ahead(ADDRESS(queue, 0), ADDRESS(cell, 1), NUMBER(2));
    wake_threads(ADDRESS(queue, 0));
    return PyLong_FromUnsignedLongLong(0);
}

/* lose(queue, cell): ends the next execution, begun or not, because its device is lost. */
COLD BUILTIN(lose)
{
    UNUSED;
    lose_next(ADDRESS(queue, 0), ADDRESS(cell, 1));
    return PyLong_FromUnsignedLongLong(0);
}

/* ---- looking --------------------------------------------------------------------------------- */

BUILTIN(completed)
{
    UNUSED;
    return PyLong_FromUnsignedLongLong(atomic_load_explicit(&ADDRESS(queue, 0)->completed, memory_order_acquire));
}

/* failures(queue): how many of its executions ended otherwise than DONE. A caller that has read
 * `completed` before finds all failures up to there counted. */
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

/* glance(cell, ns): the state of a cell, once it is final or that many ns have passed. Holds the
 * interpreter's lock. */
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

/* ask_to_stop(cell): has the loops of a running program end between two turns; 1 if it runs. */
COLD BUILTIN(ask_to_stop)
{
    UNUSED;
    cell *c = ADDRESS(cell, 0);
    if (atomic_load(&c->state) != RUNNING)
        return PyLong_FromUnsignedLongLong(0);
    atomic_store(&c->node, STOP_ASKED);
    return PyLong_FromUnsignedLongLong(1);
}

/* arm(queue, value, listener): 1 if the value is reached already; else a wake-up will come. */
BUILTIN(arm)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    u64 value = NUMBER(1);
    atomic_fetch_or(&q->listeners, 1ull << NUMBER(2));
    lower(&q->armed, value);
    return PyLong_FromUnsignedLongLong(atomic_load(&q->completed) >= value);
}

/* ---- making and dropping -------------------------------------------------------------------- */

static void *aligned_zeros(u64 bytes)
{
    void *memory = 0;
    if (posix_memalign(&memory, CACHE_LINE, bytes))
        return 0;
    return memset(memory, 0, bytes);
}

/* new_cells(count): makes that many pending cells; returns their address. */
BUILTIN(new_cells)
{
    UNUSED;
    void *cells = aligned_zeros(NUMBER(0) * sizeof(cell));
    return cells ? PyLong_FromUnsignedLongLong((u64)cells) : PyErr_NoMemory();
}

/* Makes a plain queue of cleared memory. */
static void prepare_queue(queue *q, u64 index)
{
    q->index = index;
    atomic_store(&q->armed, NEVER);
    atomic_store(&q->wanted, NEVER);
    q->patience.ns = LONGEST;
    q->kind = &plain_kind;
}

/* new_queue(index): makes a plain queue, which refuses everything until set_limit. */
BUILTIN(new_queue)
{
    UNUSED;
    queue *q = aligned_zeros(sizeof(queue));
    if (!q)
        return PyErr_NoMemory();
    prepare_queue(q, NUMBER(0));
    return PyLong_FromUnsignedLongLong((u64)q);
}

/* Makes a plan with these codes and words, and room behind them; 0 if there is no memory. */
static plan *make_plan_of(PyObject *codes, PyObject *words, u64 room)
{
    Py_ssize_t count = PyTuple_Size(words), slots = PyTuple_Size(codes);
    plan *p = aligned_zeros(sizeof(plan) + 8 * count + room);
    if (!p)
        return 0;
    p->slots = slots;
    for (Py_ssize_t i = 0; i < slots; i++)
        p->codes[i] = (u8)PyLong_AsUnsignedLongLong(PyTuple_GetItem(codes, i));
    for (Py_ssize_t i = 0; i < count; i++)
        p->layout[i] = PyLong_AsLongLong(PyTuple_GetItem(words, i));
    return p;
}

/* new_plan(entry, extent, grain, codes, words): makes a plan; codes and words are tuples of
 * integers. */
BUILTIN(new_plan)
{
    UNUSED;
    plan *p = make_plan_of(args[3], args[4], 0);
    if (!p)
        return PyErr_NoMemory();
    p->entry = ADDRESS(entry_function, 0);
    p->extent = PyLong_AsLongLong(args[1]);
    p->grain = PyLong_AsLongLong(args[2]);
    if (PyErr_Occurred()) /* a number that does not fit */
        return free(p), (PyObject *)0;
    return PyLong_FromUnsignedLongLong((u64)p);
}

/* drain_by_submitters(queue): makes it one of the CPU's, whose submitters may drain it. Nothing has
 * been submitted yet. */
BUILTIN(drain_by_submitters)
{
    UNUSED;
    ADDRESS(queue, 0)->kind = &cpu_kind;
    return PyLong_FromUnsignedLongLong(0);
}

/* declare(plan, ns): says how long a launch of a new plan takes at most. */
BUILTIN(declare)
{
    UNUSED;
    ADDRESS(plan, 0)->bound = NUMBER(1);
    return PyLong_FromUnsignedLongLong(0);
}

/* show_executions(plan): the collector looks at all executions of a new plan. */
BUILTIN(show_executions)
{
    UNUSED;
    ADDRESS(plan, 0)->is_shown = 1;
    return PyLong_FromUnsignedLongLong(0);
}

/* allocate(bytes): returns memory aligned to 64 bytes and not cleared; 0 if there is none. */
BUILTIN(allocate)
{
    UNUSED;
    void *memory = 0;
    u64 bytes = NUMBER(0), is_large = bytes >= 2 * HUGE_PAGE;
    u64 failed = posix_memalign(&memory, is_large ? HUGE_PAGE : CACHE_LINE, bytes);
    if (!failed && is_large)
        prefer_huge_pages(memory, bytes);
    return PyLong_FromUnsignedLongLong(failed ? 0 : (u64)memory);
}

BUILTIN(release)
{
    UNUSED;
    free(ADDRESS(void, 0));
    return PyLong_FromUnsignedLongLong(0);
}

/* free_records(queue): frees the memory of its records. `release` frees the queue later, when
 * nobody can be waiting on it any more. */
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

/* listen(fd): returns the number of a listener that writes to fd; 64 if all are taken. */
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

/* set_up(portable): is called once, before everything else. */
BUILTIN(set_up)
{
    UNUSED;
    prepare_lots();
    look_at_cores();
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

/* The handlers in the order of the names in core.py, for decoding records. */
handler_function *const srt_handlers[] = {
    handle_jump, handle_wait, handle_check, handle_signal, handle_launch, handle_host, handle_stop,
    handle_part, handle_gpu_wait, handle_gpu_launch, handle_gpu_signal, handle_gpu_stop,
    handle_far_wait, handle_far_check, handle_far_launch, handle_far_signal, handle_far_stop,
};
