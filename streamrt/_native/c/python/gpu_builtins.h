/* The builtins that make queues and plans of drivers, and that lose devices.
 *
 * How a queue ends, as Python has to do it:
 * 1. Stopped, both threads return by themselves.
 * 2. When the device is lost (`gpu_lost` says so, or `lose_gpu` does it), each of its queues
 *    refuses. `part_gpu` is called until it returns 1, after 100 ms with force. Then no thread of
 *    the queue will touch anything any more, and `lose` fails what is pending.
 * 3. `close_gpu` comes with the end of the queue's records: once no queue can be waiting on it.
 */
#pragma once
#include "queue_builtins.h"

/* new_gpu(table, context): a device that works, by the address of the driver's table, which stays
 * there. `release` frees it, after its queues. */
BUILTIN(new_gpu)
{
    UNUSED;
    gpu *g = aligned_zeros(sizeof(gpu));
    if (!g)
        return PyErr_NoMemory();
    g->calls = ADDRESS(driver, 0);
    g->context = ADDRESS(void, 1);
    return PyLong_FromUnsignedLongLong((u64)g);
}

/* gpu_lost(gpu): the CUresult that ended the device; 0 while it works. */
BUILTIN(gpu_lost)
{
    UNUSED;
    return PyLong_FromUnsignedLongLong((u32)atomic_load(&ADDRESS(gpu, 0)->lost));
}

/* ends_gpu(code): whether a CUresult ends the device; see driver.h. */
BUILTIN(ends_gpu)
{
    UNUSED;
    return PyLong_FromUnsignedLongLong((u64)ends_device((i32)NUMBER(0)));
}

/* lose_gpu(gpu, code): says that the device is lost, if nobody has said so before. */
BUILTIN(lose_gpu)
{
    UNUSED;
    note_loss(ADDRESS(gpu, 0), (i32)NUMBER(1));
    return PyLong_FromUnsignedLongLong(0);
}

/* open_gpu(queue, gpu, stream, events, codes): makes a plain queue one of a CUDA stream. Nothing
 * has been submitted yet. Takes GPU_CREDIT events, and the address of two i32 for each in pinned
 * memory, and of 8 bytes more. Returns the address of `handed`, on which Python may wait as on any timeline. It is
 * released after `close_gpu`, when nobody can be waiting there any more. */
BUILTIN(open_gpu)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    if (PyTuple_Size(args[3]) != GPU_CREDIT)
        return PyErr_SetString(PyExc_TypeError, "pass an event for each flight"), (PyObject *)0;
    gpu_queue *c = aligned_zeros(sizeof(gpu_queue));
    if (!c)
        return PyErr_NoMemory();
    c->gpu = ADDRESS(gpu, 1);
    c->stream = ADDRESS(void, 2);
    c->codes = ADDRESS(volatile i32, 4);
    c->first_open = 1;
    for (u32 i = 0; i < GPU_CREDIT; i++) {
        c->events[i] = (void *)PyLong_AsUnsignedLongLong(PyTuple_GetItem(args[3], i));
        c->codes[2 * i] = c->codes[2 * i + 1] = 0;
    }
    prepare_queue(&c->handed, q->index);
    q->own = c;
    q->kind = c->gpu->calls->attach ? &told_kind : &gpu_kind;
    if (c->gpu->calls->attach)
        c->gpu->calls->attach(c->stream, q);
    return PyLong_FromUnsignedLongLong((u64)&c->handed);
}

/* cover_of(queue, value): the event that covers a submission which was handed over, for others to
 * wait for; 0 if it has landed. Between the two, the event may come to mean more; see feeder.h, 5. */
BUILTIN(cover_of)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    gpu_queue *c = q->own;
    u64 value = NUMBER(1);
    if (has_reached(&q->completed, value))
        return PyLong_FromUnsignedLongLong(0);
    u64 covered = atomic_load_explicit(&flight_of(c, value)->covered, memory_order_relaxed);
    return PyLong_FromUnsignedLongLong((u64)event_of(c, covered));
}

/* part_gpu(queue, force): for a queue of a lost device. Returns 1 once none of its threads will
 * touch anything any more. With force, threads in the driver are given up. */
BUILTIN(part_gpu)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    gpu_queue *c = q->own;
    if (!c) /* it was closed: an interrupt may have Python call once more */
        return PyLong_FromUnsignedLongLong(1);
    int force = NUMBER(1) != 0;
    if (!is_lost(c->gpu))
        return PyLong_FromUnsignedLongLong(0);
    wake_loop(q);
    wake_threads(q);
    wake_threads(&c->handed);
    call_completer(c);
    int gone = dismiss(&c->feeder, force) & dismiss(&c->completer, force) &
               dismiss(&c->lander, force);
    return PyLong_FromUnsignedLongLong((u64)gone);
}

/* close_gpu(queue): makes a CUDA queue a plain one; a plain one stays as it is. What it had besides
 * may be released now, by the address that `open_gpu` returned. Returns 0 if it cannot, because a
 * thread of it is still about. That was abandoned, and may come back to the queue's memory, records,
 * stream, events and codes, and to its plans. So they are never freed. */
BUILTIN(close_gpu)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    gpu_queue *c = q->own;
    if (!c)
        return PyLong_FromUnsignedLongLong(1);
    u32 places[] = {atomic_load(&c->feeder), atomic_load(&c->completer), atomic_load(&c->lander)};
    for (int i = 0; i < 3; i++)
        if (places[i] != AWAY && places[i] != BARRED)
            return PyLong_FromUnsignedLongLong(0);
    q->kind = &plain_kind;
    q->own = 0;
    return PyLong_FromUnsignedLongLong(1);
}

static void read_three(PyObject *numbers, u32 *to)
{
    for (int i = 0; i < 3; i++)
        to[i] = (u32)PyLong_AsUnsignedLongLong(PyTuple_GetItem(numbers, i));
}

/* new_gpu_plan(hand, function, grid, block, shared, fallible, codes, words): makes a plan for CUDA
 * queues. `hand` is the address of one of the functions srt_hand_..., grid and block are tuples of
 * three. */
BUILTIN(new_gpu_plan)
{
    UNUSED;
    plan *p = make_plan_of(args[6], args[7], sizeof(gpu_kernel));
    if (!p)
        return PyErr_NoMemory();
    gpu_kernel *k = (gpu_kernel *)(p->layout + PyTuple_Size(args[7]));
    k->hand = (i32 (*)(gpu_queue *, const gpu_kernel *, u64 *, volatile i32 *))NUMBER(0);
    k->function = ADDRESS(void, 1);
    read_three(args[2], k->grid);
    read_three(args[3], k->block);
    k->shared = (u32)NUMBER(4);
    k->fallible = NUMBER(5) != 0;
    k->has_loops = k->hand == srt_hand_loop;
    k->slots = (u32)p->slots;
    p->entry = (entry_function *)(void *)k;
    p->extent = p->grain = 1;
    return PyLong_FromUnsignedLongLong((u64)p);
}
