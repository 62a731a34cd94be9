/* The builtins that make far queues and their plans, and end what a place has lost. See mirror.h. */
#pragma once
#include "queue_builtins.h"
#include "relay.h"

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
    d->memory = NUMBER(0), d->bytes = NUMBER(1);
    pthread_mutex_init(&d->landing, 0);
    return PyLong_FromUnsignedLongLong((u64)d);
}

/* new_relayed(channels, memory, bytes, first, last): makes a device of new_far a relayed one, whose
 * channels are in zeros of this process, and whose place has memory at these addresses. All places have
 * theirs between `first` and `last`. */
COLD BUILTIN(new_relayed)
{
    PyObject *made = new_far(self, args, n);
    if (made) {
        far_device *d = (far_device *)PyLong_AsUnsignedLongLong(made);
        d->memory = NUMBER(1), d->bytes = NUMBER(2);
        d->first = NUMBER(3), d->last = NUMBER(4);
        d->is_relayed = 1;
    }
    return made;
}

/* renew_far(device): readies a relayed device that was lost for another place. */
COLD BUILTIN(renew_far)
{
    UNUSED;
    renew_far_device(ADDRESS(far_device, 0));
    return PyLong_FromUnsignedLongLong(0);
}

/* wake_taker_of(device): has whoever takes what was published return. */
COLD BUILTIN(wake_taker_of)
{
    UNUSED;
    wake_taker(ADDRESS(far_device, 0));
    return PyLong_FromUnsignedLongLong(0);
}

/* name_strayed(queue, reason): the number of the reason for which errands between places fail. */
COLD BUILTIN(name_strayed)
{
    UNUSED;
    ((mirror *)ADDRESS(queue, 0)->own)->strayed = NUMBER(1);
    return PyLong_FromUnsignedLongLong(0);
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
    q->own = m;
    begin_channel(q);
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

/* ask_far(queue, value, cell): has the loops of a program at the place end; 1 if it may run. */
COLD BUILTIN(ask_far_to_stop)
{
    UNUSED;
    cell *c = ADDRESS(cell, 2);
    if (atomic_load(&c->state) != RUNNING)
        return PyLong_FromUnsignedLongLong(0);
    ask_far(ADDRESS(queue, 0), NUMBER(1), c);
    return PyLong_FromUnsignedLongLong(1);
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

/* ---- at the place ---------------------------------------------------------------------------- */

/* new_place(memory, number, plans, waits): makes what serves a channel, for srt_place. `plans` is a table
 * of the loaded plans; `waits` says whether channels wait for each other here. `release` frees it. */
COLD BUILTIN(new_place)
{
    UNUSED;
    far_place *p = aligned_zeros(sizeof(far_place));
    if (!p)
        return PyErr_NoMemory();
    shared_memory *shared = ADDRESS(shared_memory, 0);
    p->number = NUMBER(1);
    p->channel = &shared->channels[p->number];
    p->bell = &shared->bell;
    p->plans = ADDRESS(plan *, 2);
    p->waits = (u64)PyObject_IsTrue(args[3]);
    return PyLong_FromUnsignedLongLong((u64)p);
}

/* begin_relayed(inbox, number, index, completed): readies a channel at a place whose mirror is
 * elsewhere, for a queue whose timeline has that index, and is at that value. */
COLD BUILTIN(begin_relayed)
{
    UNUSED;
    begin_placed_channel(ADDRESS(far_inbox, 0), NUMBER(1), NUMBER(2), NUMBER(3));
    return PyLong_FromUnsignedLongLong(0);
}

/* leave_relayed(inbox, number): has the thread of such a channel leave. All that came for it was told. */
COLD BUILTIN(leave_relayed)
{
    UNUSED;
    leave_placed_channel(ADDRESS(far_inbox, 0), NUMBER(1));
    return PyLong_FromUnsignedLongLong(0);
}

/* stop_placed(inbox, number, value): asks the loops of a launch to end that came and is not done; returns
 * whether it has not come yet. Then it has to be asked later. */
COLD BUILTIN(stop_placed)
{
    UNUSED;
    far_inbox *in = ADDRESS(far_inbox, 0);
    channel *ch = &in->shared->channels[NUMBER(1)];
    u64 value = NUMBER(2), has_come = value <= in->given[NUMBER(1)];
    if (has_come && value > atomic_load(&ch->done))
        atomic_store(&result_of(ch, value)->node, STOP_ASKED);
    return PyLong_FromUnsignedLongLong(!has_come);
}

/* errand_of(place): the errand for which srt_place has returned, as a tuple: the value, the number of
 * the plan, whether it is skipped, and its arguments. */
COLD BUILTIN(errand_of)
{
    UNUSED;
    far_place *p = ADDRESS(far_place, 0);
    channel_record *r = (channel_record *)p->copy;
    PyObject *found = PyTuple_New(3 + r->slots);
    if (!found)
        return 0;
    PyTuple_SetItem(found, 0, PyLong_FromUnsignedLongLong(r->value));
    PyTuple_SetItem(found, 1, PyLong_FromUnsignedLongLong(r->plan));
    PyTuple_SetItem(found, 2, PyLong_FromUnsignedLongLong(p->failed != 0));
    for (u32 i = 0; i < r->slots; i++)
        PyTuple_SetItem(found, 3 + i, PyLong_FromUnsignedLongLong(r->rest[r->checks + i]));
    return found;
}

/* end_errand(place, error, node): ends it; `node` is the word that it found. */
COLD BUILTIN(end_errand)
{
    UNUSED;
    end_errand_of(ADDRESS(far_place, 0), (i32)PyLong_AsLongLong(args[1]), NUMBER(2));
    return PyLong_FromUnsignedLongLong(0);
}
