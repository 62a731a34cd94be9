/* Queues behind a driver, the completer's side: a thread that sees submissions end on the device.
 *
 * It waits for the events that cover them, ends their cells and raises the timeline. The intended
 * behaviour:
 * 1. What lands, lands in order, and its cell is final before the timeline moves.
 * 2. Whoever sees a point reached sees everything reached that it was ordered after. The device
 *    does not wait for the completers of other queues: an event may be over before the threads
 *    that it waited for have been told of it. So a flight lands after those that the device waited
 *    for.
 * 3. A batch lands in segments: what comes before such a wait lands before the completer waits.
 *    Else two completers could wait for each other, each with the other's point in its own batch.
 * 4. Once the device is lost nothing lands; see driver.h.
 * 5. Some drivers tell of an event that is over, on a thread of their own. Then that thread lands
 *    what it can, and so does the feeder after it has covered something: one of them at a time, and
 *    who comes meanwhile leaves a note in `told`, after which the other looks once more. None of them
 *    waits. A flight that has to wait for another queue to land is left to the completer, which has
 *    nothing else to do.
 */
#pragma once
#include "handing.h"

#define FIRST_PAUSE 500 /* ns, between two looks at an event; each pause is twice the last one */

/* Looks at an event for a moment; returns what the driver says, NOT_READY if it is not over then. A
 * look takes the context's lock, and so the looks are few. `place` is the calling thread's. */
static i32 watch_event(gpu_queue *c, whereabouts *place, void *event, patience *p)
{
    i64 start = now(), at = start, pause = FIRST_PAUSE;
    while (at - start < p->ns) {
        i32 state = DRIVE(c->gpu, place, c->gpu->calls->query(event));
        if (state != NOT_READY) {
            p->ns = p->ns * 2 < LONGEST ? p->ns * 2 : LONGEST;
            return state;
        }
        for (i64 until = now() + pause; (at = now()) < until;)
            sched_yield();
        pause *= 2;
    }
    p->ns = p->ns / 2 > SHORTEST ? p->ns / 2 : SHORTEST;
    return NOT_READY;
}

/* Waits for an event: looks at it for a moment, then sleeps in the driver. In a backlog nobody gains
 * by looks. */
static i32 await_event(gpu_queue *c, void *event, patience *p, int is_backlog)
{
    i32 seen = is_backlog ? NOT_READY : watch_event(c, &c->completer, event, p);
    return seen != NOT_READY ? seen
                             : DRIVE(c->gpu, &c->completer, c->gpu->calls->synchronize(event));
}

static int is_asked_to_end(cell *status)
{
    return atomic_load_explicit(&status->node, memory_order_relaxed) >= PAST_DEADLINE;
}

/* The same, of one that runs: its deadline may have passed, which is noted then. */
static int is_to_end(cell *status)
{
    u64 none = 0;
    if (is_past(status->deadline, now()))
        atomic_compare_exchange_strong(&status->node, &none, PAST_DEADLINE);
    return is_asked_to_end(status);
}

/* Waits for an event behind a graph with loops, and tells these if they are to stop. Nobody wakes
 * this thread for that, so it sleeps for an eighth of the time that has passed. */
static i32 await_loops(gpu_queue *c, whereabouts *place, void *event, patience *p, cell *status,
                       volatile i32 *stop)
{
    i64 start = now();
    i32 seen = watch_event(c, place, event, p);
    while (seen == NOT_READY) {
        if (is_to_end(status))
            *stop = 1;
        i64 pause = (now() - start) / 8;
        sleep_on(&c->gpu->pauses, 0, pause < PAUSE ? pause : PAUSE);
        seen = DRIVE(c->gpu, place, c->gpu->calls->query(event));
    }
    return seen;
}

/* Ends one flight; returns whether it did not succeed. */
static int land_one(queue *q, u64 value, i64 at)
{
    gpu_queue *c = q->own;
    flight *f = flight_of(c, value);
    cell *status = f->status;
    u32 state = f->state;
    if (!status)
        return 0;
    volatile i32 *code = code_of(c, value);
    if (state == DONE && *code) {
        status->error = code[0];
        status->node = code[1];
        state = FAILED;
    } else if (state == DONE && f->has_loops && is_asked_to_end(status)) {
        status->error = STOPPED;
        state = state_of_error(status, STOPPED);
    }
    if (state == FAILED)
        code[0] = code[1] = 0;
    if (status->started < c->landed_at)
        status->started = c->landed_at;
    status->finished = c->landed_at = at;
    ring *log = log_of(q);
    if (log)
        note_end(log, status, state, value, f->waited_for, f->waited);
    f->waited_for = f->waited = 0;
    atomic_store_explicit(&status->state, state, memory_order_release);
    return state != DONE;
}

/* Ends the flights up to `last`, whose events are over. */
static void land_up_to(queue *q, u64 last)
{
    i64 at = now();
    u64 first = atomic_load_explicit(&q->completed, memory_order_relaxed) + 1, failed = 0;
    if (last < first)
        return;
    for (u64 v = first; v <= last; v++)
        failed += land_one(q, v, at);
    if (failed)
        atomic_fetch_add(&q->failures, failed);
    raise_to(q, last);
    if (failed)
        notify(NEVER);
}

/* The same, each after those that the device waited for; 0 if one has to wait for these. */
static int land_ready(queue *q, u64 last)
{
    gpu_queue *c = q->own;
    u64 n = atomic_load_explicit(&c->waits_landed, memory_order_relaxed);
    for (; n != atomic_load_explicit(&c->waits, memory_order_acquire); n++) {
        device_wait w = c->device_waits[n % DEVICE_WAITS];
        if (w.value > last)
            break;
        if (!has_reached(&w.target->completed, w.at)) {
            land_up_to(q, w.value - 1);
            return 0;
        }
        atomic_store(&c->waits_landed, n + 1);
    }
    land_up_to(q, last);
    return 1;
}

/* The same, and waits. 0: the device was lost meanwhile. */
static int land(queue *q, u64 last, patience *p)
{
    gpu_queue *c = q->own;
    while (!land_ready(q, last)) {
        device_wait w = c->device_waits[atomic_load(&c->waits_landed) % DEVICE_WAITS];
        if (!await_or_lose(c->gpu, w.target, w.at, p, LOOK_AGAIN))
            return 0;
    }
    return 1;
}

/* Waits for an event that covers the flight behind `done`. `at` becomes the last flight that it
 * covers. */
static i32 await_next(gpu_queue *c, u64 done, u64 *at, patience *p)
{
    *at = atomic_load(&c->handed.completed);
    int is_backlog = *at - done > GPU_FLUSH;
    i32 error = NOT_READY;
    if (is_backlog) /* one look may be enough for all of it */
        error = DRIVE(c->gpu, &c->completer, c->gpu->calls->query(event_of(c, *at)));
    if (error != NOT_READY)
        return error;
    *at = atomic_load_explicit(&flight_of(c, done + 1)->covered, memory_order_relaxed);
    flight *f = flight_of(c, *at); /* one with loops is the last that its event covers */
    if (f->stop)
        return await_loops(c, &c->completer, event_of(c, *at), p, f->status, f->stop);
    return await_event(c, event_of(c, *at), p, is_backlog);
}

/* ---- drivers that tell ----------------------------------------------------------------------- */

static void call_completer(gpu_queue *c)
{
    atomic_fetch_add(&c->calls, 1);
    wake_sleepers(&c->calls);
}

/* Lands what is over; by the one that is in there. */
static void land_over(queue *q)
{
    gpu_queue *c = q->own;
    while (!is_lost(c->gpu) && !atomic_load(&c->is_stuck)) {
        u64 done = atomic_load_explicit(&q->completed, memory_order_relaxed);
        if (!has_reached(&c->handed.completed, done + 1))
            return;
        u64 at = atomic_load_explicit(&flight_of(c, done + 1)->covered, memory_order_relaxed);
        i32 error = c->gpu->calls->query(event_of(c, at));
        if (error == NOT_READY)
            return;
        if (error)
            return (void)give_up(q, error);
        int is_last = flight_of(c, at)->state == ENDS;
        if (!land_ready(q, at))
            atomic_store(&c->is_stuck, 1);
        else if (is_last)
            atomic_store(&c->has_ended, 1);
        else
            continue;
        return call_completer(c);
    }
}

static void land_told(queue *q)
{
    gpu_queue *c = q->own;
    atomic_fetch_add(&c->told, 1);
    while (come_in(&c->lander)) {
        u32 seen = atomic_load(&c->told);
        land_over(q);
        go_away(&c->lander);
        if (atomic_load(&c->told) == seen)
            return;
    }
}

/* Waits where those that are told do not. */
static void complete_told(queue *q)
{
    gpu_queue *c = q->own;
    patience other = {LONGEST, 0};
    for (;;) {
        u32 calls = atomic_load(&c->calls); /* before the looks */
        if (is_lost(c->gpu) || atomic_load(&c->has_ended))
            return;
        if (!atomic_load(&c->is_stuck)) {
            sleep_on(&c->calls, calls, -1);
            continue;
        }
        device_wait w = c->device_waits[atomic_load(&c->waits_landed) % DEVICE_WAITS];
        if (!await_or_lose(c->gpu, w.target, w.at, &other, LOOK_AGAIN))
            return;
        atomic_store(&c->is_stuck, 0);
        land_told(q);
    }
}

/* ---- the completer's thread ------------------------------------------------------------------ */

/* Lands what is covered until the queue is stopped, or its device is lost. */
static void complete(queue *q)
{
    gpu_queue *c = q->own;
    patience idle = {LONGEST, 0}, busy = {LONGEST, 0}, other = {LONGEST, 0};
    for (u64 done = 0; await_or_lose(c->gpu, &c->handed, done + 1, &idle, -1);) {
        i32 error;
        u32 asked = 0;
        u64 at;
        do
            error = await_next(c, done, &at, &busy);
        while (ask_again(c->gpu, error, &asked));
        if (error)
            return (void)give_up(q, error);
        int is_last = flight_of(c, at)->state == ENDS; /* before it lands: then the slot is free */
        if (!land(q, at, &other) || is_last)
            return;
        done = at;
    }
}

/* The thread that sees a queue's submissions end. Returns when the queue is stopped or its device
 * is lost. */
i32 srt_complete(queue *q)
{
    gpu_queue *c = q->own;
    if (!come_in(&c->completer))
        return STOP;
    i32 error = take_context(c, &c->completer);
    if (error)
        give_up(q, error);
    else if (c->gpu->calls->attach)
        complete_told(q);
    else
        complete(q);
    go_away(&c->completer);
    return STOP;
}
