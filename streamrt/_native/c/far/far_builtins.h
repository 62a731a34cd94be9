/* The builtins that make far queues and their plans, and end what a place has lost. See mirror.h. */
#pragma once
#include "queue_builtins.h"

static void ring_lander(far_device *d)
{
    atomic_fetch_add(&d->shared->bell.rings, 1);
    wake_shared(&d->shared->bell.asleep);
}

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
    hand(m, atomic_load(&q->completed));
    m->tail = 0;
    atomic_store(&m->channel->tail, 0);
    atomic_store(&m->channel->head, 0);
    atomic_store(&m->channel->begun, handed(m));
    atomic_store(&m->channel->done, handed(m));
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
        pthread_mutex_lock(&d->landing);
        atomic_store(&d->queues[m->number], 0);
        pthread_mutex_unlock(&d->landing);
        q->kind = &plain_kind;
        q->own = 0;
        free(m);
    }
    return PyLong_FromUnsignedLongLong(0);
}

/* far_running(queue): lands what has ended, after the end of the place; returns 1 + the number of the
 * plan that ran there, 0 if nothing did. */
COLD BUILTIN(far_running)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    mirror *m = q->own;
    if (!m)
        return PyLong_FromUnsignedLongLong(0);
    channel *ch = m->channel;
    pthread_mutex_lock(&m->device->landing);
    land_channel(q);
    u64 begun = atomic_load(&ch->begun), completed = atomic_load(&q->completed);
    pthread_mutex_unlock(&m->device->landing);
    u64 plan = begun == completed + 1 ? 1 + far_flight_of(m, begun)->plan : 0;
    return PyLong_FromUnsignedLongLong(plan);
}

/* fail_far(queue, reason): readies a channel for another place. What ran there fails, for a reason of
 * that number. */
COLD BUILTIN(fail_far)
{
    UNUSED;
    queue *q = ADDRESS(queue, 0);
    mirror *m = q->own;
    if (!m)
        return PyLong_FromUnsignedLongLong(0);
    channel *ch = m->channel;
    pthread_mutex_lock(&m->device->landing);
    u64 begun = atomic_load(&ch->begun), completed = atomic_load(&q->completed);
    if (begun == completed + 1) {
        far_flight *f = far_flight_of(m, begun);
        cell *c = f->status;
        i64 at = now();
        *result_of(ch, begun) = (channel_result){
            .root = q->index << 40 | begun, .state = FAILED, .started = at, .finished = at};
        if (c && atomic_load(&c->state) == RUNNING)
            c->refused = NUMBER(1);
        atomic_store(&ch->head, f->behind);
        atomic_store(&ch->done, begun);
        land_channel(q);
    } else {
        atomic_store(&ch->begun, atomic_load(&ch->done));
    }
    atomic_store(&ch->asleep, 0);
    pthread_mutex_unlock(&m->device->landing);
    return PyLong_FromUnsignedLongLong(0);
}

/* lose_far(device): has all its threads here leave; they change no cell and no timeline then. */
COLD BUILTIN(lose_far)
{
    UNUSED;
    far_device *d = ADDRESS(far_device, 0);
    atomic_store(&d->is_lost, 1);
    for (u32 i = 0; i < MOST_CHANNELS; i++) {
        queue *q = atomic_load(&d->queues[i]);
        if (q) {
            wake_loop(q);
            wake_threads(q);
        }
    }
    return PyLong_FromUnsignedLongLong(0);
}

/* end_landing(device): has the lander leave. */
COLD BUILTIN(end_landing)
{
    UNUSED;
    far_device *d = ADDRESS(far_device, 0);
    atomic_store(&d->ending, ENDS_LANDING);
    ring_lander(d);
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
    i64 since = result_of(m->channel, begun)->started, ns = now() - since;
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
