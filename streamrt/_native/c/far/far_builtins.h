/* The builtins that make far queues and their plans, and end what a place has lost. See mirror.h. */
#pragma once
#include "queue_builtins.h"

/* far_layout(): the bytes of the bell and the channels, with which the shared memory begins. */
COLD BUILTIN(far_layout)
{
    UNUSED;
    (void)args;
    return PyLong_FromUnsignedLongLong(sizeof(shared_memory));
}

/* new_far(memory, bytes): a device that works, over shared memory of zeros. `release` frees it, after
 * its queues and its lander. */
COLD BUILTIN(new_far)
{
    UNUSED;
    far_device *d = aligned_zeros(sizeof(far_device));
    if (!d)
        return PyErr_NoMemory();
    d->shared = ADDRESS(shared_memory, 0);
    d->bytes = NUMBER(1);
    pthread_mutex_init(&d->landing, 0);
    return PyLong_FromUnsignedLongLong((u64)d);
}

/* open_far(queue, device, number): makes a plain queue one of a far device, with the channel of that
 * number, which is not in use. Nothing has been submitted yet. */
COLD BUILTIN(open_far)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    far_device *d = ADDRESS(far_device, 1);
    if (q->own) /* an interrupt may have Python call once more */
        return PyLong_FromUnsignedLongLong(0);
    mirror *m = aligned_zeros(sizeof(mirror));
    if (!m)
        return PyErr_NoMemory();
    m->device = d;
    m->number = NUMBER(2);
    m->channel = &d->shared->channels[m->number];
    m->ended = atomic_load(&q->completed);
    hand(m, m->ended);
    atomic_store(&m->channel->tail, 0);
    atomic_store(&m->channel->head, 0);
    atomic_store(&m->channel->begun, m->ended);
    atomic_store(&m->channel->done, m->ended);
    m->channel->index = q->index;
    q->own = m;
    q->kind = &far_kind;
    atomic_store(&d->queues[m->number], q);
    return PyLong_FromUnsignedLongLong(0);
}

/* close_far(queue): makes a far queue, whose threads have ended, a plain one; a plain one stays. Its
 * channel may be used again once the place's thread has left it. */
COLD BUILTIN(close_far)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    mirror *m = q->own;
    if (m) {
        far_device *d = m->device;
        if (!m->tail) /* it never had a thread that could be stopped */
            ask_to_leave(m);
        pthread_mutex_lock(&d->landing);
        atomic_store(&d->queues[m->number], 0);
        pthread_mutex_unlock(&d->landing);
        q->kind = &plain_kind;
        q->own = 0;
        free(m);
    }
    return PyLong_FromUnsignedLongLong(0);
}

/* far_running(queue): lands what has ended; returns 1 + the number of the plan that runs at the place,
 * or ran there when that ended; 0: none. */
COLD BUILTIN(far_running)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    return PyLong_FromUnsignedLongLong(q->own ? far_running_of(q) : 0);
}

/* fail_far(queue, reason): readies a channel for another place. What ran there fails, for a reason of
 * that number. */
COLD BUILTIN(fail_far)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    if (q->own)
        fail_far_lost(q, NUMBER(1));
    return PyLong_FromUnsignedLongLong(0);
}

/* lose_far(device): has all its threads here leave; they change no cell and no timeline then. See
 * part_far. */
COLD BUILTIN(lose_far)
{
    UNUSED;
    lose_far_device(ADDRESS(far_device, 0));
    return PyLong_FromUnsignedLongLong(0);
}

/* part_far(queue): has the thread of a lost device's queue leave. To be repeated until it has. */
COLD BUILTIN(part_far)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    if (q->own)
        send_away(q);
    return PyLong_FromUnsignedLongLong(0);
}

/* end_landing(device): has the lander leave. */
COLD BUILTIN(end_landing)
{
    UNUSED;
    far_device *d = ADDRESS(far_device, 0);
    atomic_store(&d->is_ending, 1);
    wake_lander(d);
    return PyLong_FromUnsignedLongLong(0);
}

/* far_since(queue): for how many ns a launch has been running at the place; 0: none runs. */
COLD BUILTIN(far_since)
{
    UNUSED;
    mirror *m = ADDRESS(queue, 0)->own;
    if (!m)
        return PyLong_FromUnsignedLongLong(0);
    u64 begun = atomic_load(&m->channel->begun);
    i64 ns = (i64)((u64)now() - (u64)result_of(m->channel, begun)->started);
    int runs = begun != atomic_load(&m->channel->done) && ns > 0;
    return PyLong_FromUnsignedLongLong(runs ? (u64)ns : 0);
}

/* bind_program(program, plans): puts the plans of this process in place of their numbers. */
COLD BUILTIN(bind_program)
{
    UNUSED;
    place_program(ADDRESS(program, 0), ADDRESS(plan *, 1));
    return PyLong_FromUnsignedLongLong(0);
}

/* new_far_plan(number, here, extent, grain, codes, words): makes a plan for far queues. `here` is the
 * address of an entry that may run in this process, 0 for none. */
COLD BUILTIN(new_far_plan)
{
    UNUSED;
    plan *p = make_plan_of(args[4], args[5], sizeof(far_kernel));
    if (!p)
        return PyErr_NoMemory();
    far_kernel *k = (far_kernel *)(p->layout + PyTuple_Size(args[5]));
    k->number = NUMBER(0);
    k->here = ADDRESS(entry_function, 1);
    p->entry = (entry_function *)(void *)k;
    p->extent = PyLong_AsLongLong(args[2]);
    p->grain = PyLong_AsLongLong(args[3]);
    return PyLong_FromUnsignedLongLong((u64)p);
}

/* channel_of(memory, number): the address of a channel in shared memory. */
COLD BUILTIN(channel_of)
{
    UNUSED;
    return PyLong_FromUnsignedLongLong((u64)&ADDRESS(shared_memory, 0)->channels[NUMBER(1)]);
}
