/* Queues behind a driver, the feeder's side: the drain loop hands work over in place of doing it.
 *
 * A second thread, the completer (landing.h), sees it end. Neither needs the interpreter. The
 * intended behaviour:
 * 1. `value` counts the submissions that were handed to the driver. `handed` is a bare queue, whose
 *    timeline says up to which of them an event *covers* them: once that event is over, they are.
 *    The completer raises the queue's own timeline, in order.
 * 2. An event is recorded after GPU_FLUSH submissions, before the loop waits or sleeps, and at
 *    once where somebody waits. So nothing that is waited for stays uncovered until something else
 *    happens on the host. Two queues that waited for each other's uncovered points would never end.
 * 3. A wait for another queue of the same device is done by the device: this thread waits only
 *    until the point is covered, then has its stream wait for the event. All others are done here.
 *    So are those for another device: once that is lost, its events are believed never to come, and
 *    a stream that waits for one would be lost with it.
 * 4. At most GPU_CREDIT submissions are in flight, each with an event, and DEVICE_WAITS waits. So
 *    the driver, whose own queue is believed to hold some thousand, never blocks this thread.
 * 5. Submission i has event i % GPU_CREDIT. If that is recorded again before somebody waits for
 *    it, it means more than was asked for, never less. Nor can such waits form a cycle, because
 *    each is for work that was handed over before it.
 * 6. What ends at once, skipped, cancelled or refused by the driver, is final before it is covered:
 *    whoever waits on the device looks at the cell then, long before it lands.
 * 7. A launch that may return an error is waited for before the next record, and by other queues on
 *    the host. All others can fail only with their device. So nobody has to ask the device whether
 *    a producer failed.
 * 8. A launch with loops may be handed over turn by turn, in this thread; see gpu_loop.h. All that
 *    came before it is covered first. It counts as one that may return an error. A program without
 *    loops may be handed over in the same way, and counts as one only if a step of it does.
 * 9. Behind a driver that tells of ends, a submitter may hand over in place of the thread, if that
 *    sleeps and few are in flight (`drain_here` in loop.h): it saves a wake-up. Of a burst the thread
 *    hands over the rest, while the submitter goes on; between two of its launches it spins then, and
 *    else it sleeps at once. A kernel is handed over by the thread at first, because the driver may
 *    compile it then. A queue whose hand-overs take long leaves all of them to the thread.
 */
#pragma once
#include "driver.h"

#define GPU_CREDIT 256
#define GPU_FLUSH 16
#define DEVICE_WAITS 256 /* that have not landed; a queue with more of them waits on the host */
#define LOOK_AGAIN 20000000 /* ns */

/* Lands what is over, on any thread; see landing.h, 5. */
static void land_told(queue *q);

enum { ENDS = 99 }; /* the state of the last flight, which is no cell's */

/* A submission between hand-over and landing. */
typedef struct flight {
    cell *status;        /* 0: it is a bare signal */
    u32 state;           /* in which it lands; DONE: unless its code says otherwise */
    u32 has_loops;
    volatile i32 *stop;  /* pinned: not 0 ends the loops of its graph; 0: it has none */
    _Atomic u64 covered; /* the submission whose event covers it */
    u64 waited_for, waited; /* for the recorder, as in `ring` */
} flight;

/* A wait that the device does before the flight `value`, for `at` of another queue. */
typedef struct device_wait { u64 value; queue *target; u64 at; } device_wait;

/* What such a queue has besides: its `own`. `handed` comes first, so that Python, which waits on it,
 * can keep and free it by its address. */
typedef struct gpu_queue {
    queue handed;
    OWN_LINE gpu *gpu;
    void *stream;
    volatile i32 *codes;       /* pinned: see `code_of`; behind them a byte, see gpu_loop.h */
    void *events[GPU_CREDIT];

    /* The feeder's. */
    OWN_LINE whereabouts feeder;
    u64 value;                 /* handed over so far */
    u64 first_open;            /* the first one that no event covers */
    u64 landed;                /* the timeline as last read, because its line is the completer's */
    _Atomic u64 fallible;      /* the last launch that may return an error; all before it landed */
    _Atomic u64 waits;         /* how many the device was given */
    cell *launch;              /* with loops, while it is handed over; else 0 */
    volatile i32 *stop;        /* of the graph with loops that was handed over last, or 0 */
    u64 ahead;                 /* the steps of loops that were handed over since a wait */
    patience looks;            /* of waits between turns */
    i64 began;                 /* ns: when a submitter began to hand over */
    u32 slow;                  /* OFTEN for each hand-over by a submitter that took long, less others */
    u32 in_burst;              /* whether the thread has handed over several since it slept */
    u64 idle_at;               /* `value` when it had nothing to do the last time */

    /* The completer's. */
    OWN_LINE whereabouts completer;
    _Atomic u64 waits_landed;
    i64 landed_at;             /* ns */

    /* Of a driver that tells of ends: see landing.h, 5. */
    OWN_LINE whereabouts lander;
    _Atomic u32 told;          /* how often */
    _Atomic u32 is_stuck;      /* the next flight waits for another queue to land */
    _Atomic u32 has_ended;     /* the last flight has landed */
    _Atomic u32 calls;         /* of the completer, which sleeps on it */

    device_wait device_waits[DEVICE_WAITS];
    flight flights[GPU_CREDIT];
} gpu_queue;

/* What the entry of a plan points to. */
typedef struct gpu_kernel gpu_kernel;
struct gpu_kernel {
    /* Hands one launch to the driver; returns the CUresult. `args` is the record's, `code` is where
     * a fallible kernel writes its error. */
    i32 (*hand)(gpu_queue *, const gpu_kernel *, u64 *args, volatile i32 *code);
    void *function;
    u32 grid[3], block[3];
    u32 shared; /* bytes */
    u32 slots, fallible;
    u32 has_loops; /* then `hand` calls the driver by DRIVE, and maybe waits */
    _Atomic u32 is_known; /* to the driver, which has been handed it before */
};

static flight *flight_of(gpu_queue *c, u64 value) { return &c->flights[value % GPU_CREDIT]; }
/* Where a fallible launch writes its error, and a graph behind it the node, counted from 1. */
static volatile i32 *code_of(gpu_queue *c, u64 value)
{
    return &c->codes[value % GPU_CREDIT * 2];
}
static void *event_of(gpu_queue *c, u64 value) { return c->events[value % GPU_CREDIT]; }

/* Makes the context that of the calling thread, whose place is `at`; returns the CUresult. */
static i32 take_context(gpu_queue *c, whereabouts *at)
{
    i32 error, mode = RELAXED;
    u32 asked = 0;
    do
        error = DRIVE(c->gpu, at, c->gpu->calls->set_context(c->gpu->context));
    while (ask_again(c->gpu, error, &asked));
    if (error)
        return error;
    error = DRIVE(c->gpu, at, c->gpu->calls->exchange_mode(&mode));
    return error == GIVEN_UP || ends_device(error) ? error : 0;
}

/* Ends a thread whose call to the driver gave that result. */
static i32 give_up(queue *q, i32 result)
{
    if (result != GIVEN_UP) {
        note_loss(((gpu_queue *)q->own)->gpu, result);
        wake_threads(q); /* who waits for this queue looks whether its device is lost */
        notify(NEVER);
    }
    return STOP;
}

/* ---- covering -------------------------------------------------------------------------------- */

/* Records an event behind what was handed over; returns the CUresult. */
static i32 record_event(gpu_queue *c, void *event)
{
    i32 error;
    u32 asked = 0;
    do
        error = DRIVE(c->gpu, &c->feeder, c->gpu->calls->record(event, c->stream));
    while (ask_again(c->gpu, error, &asked));
    return error;
}

/* Has an event cover what was handed over. Returns a verdict, as all that follow. */
static i32 cover(queue *q)
{
    gpu_queue *c = q->own;
    if (c->first_open > c->value)
        return GO_ON;
    i32 error = record_event(c, event_of(c, c->value));
    if (error)
        return give_up(q, error);
    for (u64 v = c->first_open; v <= c->value; v++)
        atomic_store_explicit(&flight_of(c, v)->covered, c->value, memory_order_relaxed);
    c->first_open = c->value + 1;
    raise_to(&c->handed, c->value);
    if (c->gpu->calls->attach) /* it may have been over before it was known to be handed over */
        land_told(q);
    return GO_ON;
}

/* Before the loop sleeps. */
static i32 cover_before_sleep(queue *q)
{
    return is_lost(((gpu_queue *)q->own)->gpu) ? STOP : cover(q);
}

static int is_open(gpu_queue *c, _Atomic u64 *wish)
{
    u64 value = atomic_load_explicit(wish, memory_order_relaxed);
    return c->first_open <= value && value <= c->value;
}

/* Waits on the host, with everything covered. */
static i32 wait_here(queue *q, queue *target, u64 value)
{
    gpu_queue *c = q->own;
    i32 verdict = cover(q);
    if (verdict != GO_ON)
        return verdict;
    i64 slice = target == q ? -1 : LOOK_AGAIN;
    return await_or_lose(c->gpu, target, value, &q->patience, slice) ? GO_ON : STOP;
}

/* Waits until one more may be in flight. */
static i32 take_credit(queue *q)
{
    gpu_queue *c = q->own;
    if (c->value - c->landed < GPU_CREDIT)
        return GO_ON;
    c->landed = atomic_load_explicit(&q->completed, memory_order_acquire);
    if (c->value - c->landed < GPU_CREDIT)
        return GO_ON;
    return wait_here(q, q, c->value + 1 - GPU_CREDIT);
}

/* Notes a submission that was handed over, or that is over already. */
static i32 fly(queue *q, cell *status, u32 state)
{
    gpu_queue *c = q->own;
    flight *f = flight_of(c, ++c->value);
    f->status = status;
    f->state = state;
    f->has_loops = c->launch != 0;
    f->stop = c->stop;
    c->launch = 0, c->stop = 0;
    ring *log = log_of(q);
    if (log && status) {
        f->waited_for = log->waited_for, f->waited = log->waited;
        log->waited_for = log->waited = 0;
    }
    if (c->value + 1 - c->first_open >= GPU_FLUSH || is_open(c, &c->handed.wanted) ||
        is_open(c, &c->handed.armed) || is_open(c, &q->wanted) || is_open(c, &q->armed))
        return cover(q);
    return GO_ON;
}

/* ---- waits ----------------------------------------------------------------------------------- */

/* Has the stream wait for a point that is covered, or waits here if the driver refuses. Its flight
 * lands after that point: see landing.h, and so the note comes first. */
static i32 wait_there(queue *q, queue *target, u64 value)
{
    gpu_queue *c = q->own, *of = target->own;
    u64 n = atomic_load_explicit(&c->waits, memory_order_relaxed);
    if (n - atomic_load(&c->waits_landed) == DEVICE_WAITS)
        return wait_here(q, target, value);
    c->device_waits[n % DEVICE_WAITS] = (device_wait){c->value + 1, target, value};
    atomic_store_explicit(&c->waits, n + 1, memory_order_release);
    u64 covered = atomic_load_explicit(&flight_of(of, value)->covered, memory_order_relaxed);
    i32 error = DRIVE(c->gpu, &c->feeder,
                      c->gpu->calls->wait(c->stream, event_of(of, covered), 0));
    if (error == GIVEN_UP || ends_device(error))
        return give_up(q, error);
    return error ? wait_here(q, target, value) : GO_ON;
}

static i32 wait_for_near(queue *q, queue *target, u64 value)
{
    gpu_queue *of = target->own;
    i32 verdict = GO_ON;
    if (!has_reached(&of->handed.completed, value)) {
        lower(&of->handed.wanted, value); /* at once: the other one covers it then, not later */
        verdict = wait_here(q, &of->handed, value);
    }
    u64 fallible = atomic_load_explicit(&of->fallible, memory_order_relaxed);
    if (verdict == GO_ON && fallible <= value && !has_reached(&target->completed, fallible))
        verdict = wait_here(q, target, fallible);
    if (verdict != GO_ON || has_reached(&target->completed, value))
        return verdict;
    return wait_there(q, target, value);
}

static i32 handle_gpu_wait(record *r, queue *q)
{
    wait_record *wait = (wait_record *)r;
    queue *target = wait->target;
    if (target == q || has_reached(&target->completed, wait->value))
        return GO_ON;
    ring *log = log_of(q);
    i64 since = log ? now() : 0;
    int is_near = target->kind == q->kind &&
                  ((gpu_queue *)target->own)->gpu == ((gpu_queue *)q->own)->gpu;
    i32 verdict = is_near ? wait_for_near(q, target, wait->value)
                          : wait_here(q, target, wait->value);
    if (log)
        note_held(log, target, wait->value, now() - since);
    return verdict;
}

/* ---- launches -------------------------------------------------------------------------------- */

/* The arguments' slots serve as the driver's parameters as they are. The layout words go by value:
 * the driver copies as many bytes as the kernel declares. `code` holds where an error goes. */
static void point_to_slots(const gpu_kernel *k, u64 *args, volatile i32 **code, void **params)
{
    params[0] = (void *)args[0];
    for (u32 i = 1; i <= k->slots; i++)
        params[i] = &args[i];
    params[1 + k->slots] = code;
}

i32 srt_hand_kernel(gpu_queue *c, const gpu_kernel *k, u64 *args, volatile i32 *code)
{
    void *params[2 + MOST_SLOTS];
    point_to_slots(k, args, &code, params);
    return c->gpu->calls->launch(k->function, k->grid[0], k->grid[1], k->grid[2], k->block[0],
                                 k->block[1], k->block[2], k->shared, c->stream, params, 0);
}

/* The slots are the addresses to and from; the layout's only word is the number of bytes. */
i32 srt_hand_copy(gpu_queue *c, const gpu_kernel *k, u64 *args, volatile i32 *code)
{
    (void)k, (void)code;
    return c->gpu->calls->copy(args[1], args[2], *(u64 *)args[0], c->stream);
}

/* Has the stream wait for an event that was recorded on a stream of somebody else. The only slot is
 * the event. */
i32 srt_hand_mark(gpu_queue *c, const gpu_kernel *k, u64 *args, volatile i32 *code)
{
    (void)k, (void)code;
    return c->gpu->calls->wait(c->stream, (void *)args[1], 0);
}

static i32 hand_launch(queue *q, launch_record *launch)
{
    gpu_queue *c = q->own;
    cell *status = launch->status;
    plan *p = (plan *)launch->args[0] - 1;
    const gpu_kernel *k = (const gpu_kernel *)p->entry;
    u64 value = c->value + 1;
    u32 is_fallible = k->fallible; /* once it has landed, its plan may be gone */
    if (is_fallible)
        atomic_store_explicit(&c->fallible, value, memory_order_relaxed);
    if (k->has_loops) {
        i32 covered = cover(q);
        if (covered != GO_ON)
            return covered;
        c->launch = status;
    }
    i32 error = k->has_loops ? k->hand(c, k, launch->args, code_of(c, value))
                             : DRIVE(c->gpu, &c->feeder,
                                     k->hand(c, k, launch->args, code_of(c, value)));
    if (error == GIVEN_UP || ends_device(error))
        return give_up(q, error);
    if (error) {
        status->refused = (u64)error;
        status->finished = 0;
        atomic_store_explicit(&status->state, FAILED, memory_order_release);
        return fly(q, status, FAILED);
    }
    if (!is_fallible)
        atomic_store_explicit(&((gpu_kernel *)k)->is_known, 1, memory_order_relaxed);
    if (!is_fallible)
        c->launch = 0; /* a list of steps without loops ends by itself */
    i32 verdict = fly(q, status, DONE);
    return verdict == GO_ON && is_fallible ? wait_here(q, q, value) : verdict;
}

static i32 handle_gpu_launch(record *r, queue *q)
{
    launch_record *launch = (launch_record *)r;
    cell *status = launch->status;
    i32 verdict = take_credit(q);
    if (verdict != GO_ON)
        return verdict;
    if (start_ahead(q, status, ((gpu_queue *)q->own)->value + 1, now()))
        return hand_launch(q, launch);
    return fly(q, status, atomic_load(&status->state));
}

static i32 handle_gpu_signal(record *r, queue *q)
{
    (void)r;
    i32 verdict = take_credit(q);
    return verdict == GO_ON ? fly(q, 0, DONE) : verdict;
}

static i32 handle_gpu_stop(record *r, queue *q)
{
    (void)r;
    if (take_credit(q) == GO_ON && fly(q, 0, ENDS) == GO_ON)
        cover(q);
    return STOP;
}
