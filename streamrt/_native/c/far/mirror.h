/* The mirror: a far device's queue in the runtime's process, which hands records to the place.
 *
 * The loop of loop.h hands them over, and so does a submitter while the loop sleeps. One thread of
 * the device, the lander (lander.h), sees them end. Neither needs the interpreter. The intended
 * behaviour:
 * 1. A wait is waited for here. So what a check looks at has ended, or is on this very queue; then
 *    the place looks at it, and a chain of launches on one queue needs no return to this process.
 * 2. An execution that is cancelled or skipped when its turn comes is final at once, and passes
 *    through the channel like all others. So values rise in order without a second path.
 * 3. Operations on memory that only this process sees (copies from and to the host's arrays, and the
 *    words of checks) run here, when everything before them on the queue has ended. Nothing is in
 *    the channel then, so the lander does not raise the timeline meanwhile.
 *    So `value` is raised after the timeline: what is above that and up to `value` is in flight.
 * 4. At most CHANNEL_CREDIT are in flight. A full channel holds the loop, and never a submitter: it
 *    takes the queue from a sleeping loop only if there is room. Words are free once the record
 *    has landed.
 * 5. The cell of what has ended is final before the timeline moves. The lander ends many at a time.
 * 6. `landing` is held by whoever lands, or ends what a place has lost, or takes a channel away.
 */
#pragma once
#include "channel.h"

#define QUICK_NS 5000  /* of a submitter's time */
#define HAND_TIME 400  /* ns, to hand over a launch */
#define LOOK_FOR_LOSS 20000000 /* ns */

/* One submission between hand-over and landing. */
typedef struct far_flight {
    cell *status;  /* 0: it is a bare signal */
    u64 plan;      /* its number; 0: nothing runs */
    u64 behind;    /* the head of the channel behind its record */
    u64 waited_for, waited; /* for the recorder, as in `ring` */
} far_flight;

typedef struct far_device {
    shared_memory *shared;
    u64 bytes;              /* of all of it */
    pthread_mutex_t landing;
    queue *_Atomic queues[MOST_CHANNELS]; /* 0: the channel is not in use */
    _Atomic u32 is_lost, is_ending; /* the latter: the lander is to leave */
} far_device;

/* What a far queue has besides: its `own`. */
typedef struct mirror {
    far_device *device;
    channel *channel;
    u64 number;              /* of the channel */
    /* Of whoever has `landing`. */
    u64 ended;               /* the last value that landed */
    _Atomic u64 freed;       /* the head of the channel behind it; who hands over reads it */
    /* Of whoever hands over. */
    _Atomic u64 value;       /* handed over, or carried out here; the lander reads it */
    u64 tail;                /* words published */
    u64 landed;              /* the timeline as last read */
    cell *checks[MOST_CHECKS]; /* of the next launch: those that may not have ended */
    u32 check_count;
    far_flight flights[CHANNEL_CREDIT];
} mirror;

/* What the entry of a far plan points to. */
typedef struct far_kernel {
    u64 number;            /* of the plan at the place */
    entry_function *here;  /* of a standard operation; 0: it runs at the place alone */
} far_kernel;

static far_flight *far_flight_of(mirror *m, u64 value) { return &m->flights[value % CHANNEL_CREDIT]; }
static u64 handed(mirror *m) { return atomic_load_explicit(&m->value, memory_order_acquire); }
static void hand(mirror *m, u64 value) { atomic_store_explicit(&m->value, value, memory_order_release); }

static int is_far_lost(mirror *m) { return atomic_load(&m->device->is_lost) != 0; }

/* ---- waiting --------------------------------------------------------------------------------- */

/* Waits until a timeline has reached `value`. STOP: the device is lost. */
static i32 await_far(queue *q, queue *target, u64 value)
{
    mirror *m = q->own;
    if (is_far_lost(m))
        return STOP;
    if (spin_until(&target->completed, value, &q->patience))
        return GO_ON;
    i64 since = now();
    while (!has_reached(&target->completed, value)) {
        if (is_far_lost(m))
            return STOP;
        sleep_until(target, value, 0, LOOK_FOR_LOSS);
    }
    slept(&q->patience, since);
    return GO_ON;
}

static i32 handle_far_wait(record *r, queue *q)
{
    wait_record *wait = (wait_record *)r;
    if (wait->target == q || has_reached(&wait->target->completed, wait->value))
        return is_far_lost(q->own) ? STOP : GO_ON;
    ring *log = log_of(q);
    i64 since = log ? now() : 0;
    i32 verdict = await_far(q, wait->target, wait->value);
    if (log)
        note_held(log, wait->target, wait->value, now() - since);
    return verdict;
}

/* What has not ended is on this queue; see `sort_checks`. */
static i32 handle_far_check(record *r, queue *q)
{
    mirror *m = q->own;
    cell *producer = ((check_record *)r)->producer;
    if (m->check_count == MOST_CHECKS && await_far(q, q, handed(m)) == STOP)
        return STOP;
    if (m->check_count == MOST_CHECKS || atomic_load_explicit(&producer->state, memory_order_acquire) > RUNNING)
        look_at(q, producer);
    else
        m->checks[m->check_count++] = producer;
    return GO_ON;
}

/* ---- handing over ---------------------------------------------------------------------------- */

static u64 in_flight(queue *q)
{
    mirror *m = q->own;
    m->landed = atomic_load_explicit(&q->completed, memory_order_acquire);
    return handed(m) - m->landed;
}

/* The words that a record may take now, with those left out at the end of the channel. */
static u64 free_words(mirror *m)
{
    return CHANNEL_WORDS - (m->tail - atomic_load_explicit(&m->freed, memory_order_relaxed));
}

/* Whether that many more submissions of any size fit in. */
static int has_room(queue *q, u64 records)
{
    return in_flight(q) + records <= CHANNEL_CREDIT && free_words(q->own) >= (records + 1) * MOST_RECORD;
}

/* Waits until there is room for any record. Room comes with the ends of earlier ones. */
static i32 await_room(queue *q)
{
    mirror *m = q->own;
    while (!has_room(q, 1)) {
        u64 half = m->landed + (handed(m) - m->landed + 1) / 2;
        if (await_far(q, q, half) == STOP)
            return STOP;
    }
    return is_far_lost(m) ? STOP : GO_ON;
}

/* Returns the place of a new record of that many words, which the channel has room for. */
static channel_record *new_record(mirror *m, u64 words)
{
    u64 at = m->tail % CHANNEL_WORDS;
    if (at + words > CHANNEL_WORDS) {
        ((channel_record *)&m->channel->words[at])->what = SKIP_REST;
        m->tail += CHANNEL_WORDS - at;
    }
    channel_record *r = (channel_record *)&m->channel->words[m->tail % CHANNEL_WORDS];
    m->tail += words;
    return r;
}

/* Publishes the record that was written last, which is a submission. */
static i32 fly_far(queue *q, cell *status, u64 plan)
{
    mirror *m = q->own;
    u64 value = handed(m) + 1;
    far_flight *f = far_flight_of(m, value);
    ring *log = log_of(q);
    *f = (far_flight){.status = status, .plan = plan, .behind = m->tail};
    if (log && status) {
        f->waited_for = log->waited_for, f->waited = log->waited;
        log->waited_for = log->waited = 0;
    }
    hand(m, value);
    atomic_store(&m->channel->tail, m->tail);
    wake_shared(&m->channel->asleep);
    return GO_ON;
}

/* Hands over a submission of which nothing runs. */
static i32 pass_far(queue *q, cell *status, u32 state)
{
    mirror *m = q->own;
    channel_record *r = new_record(m, HEADER_WORDS);
    *r = (channel_record){.what = PASS, .size = HEADER_WORDS, .value = handed(m) + 1,
                          .plan = status ? status->root : 0, .checks = state};
    return fly_far(q, status, 0);
}

/* Looks at those of the next launch's producers that have ended. Finds the values of the others, at
 * which the place looks; returns their number. */
static u64 sort_checks(queue *q, u64 *values)
{
    mirror *m = q->own;
    u64 count = 0;
    while (m->check_count) {
        cell *producer = m->checks[--m->check_count];
        u64 root = __atomic_load_n(&producer->root, __ATOMIC_RELAXED); /* its own, while it runs */
        if (atomic_load_explicit(&producer->state, memory_order_acquire) == RUNNING)
            values[count++] = root & ((1ull << 40) - 1);
        else
            look_at(q, producer);
    }
    return count;
}

static i32 hand_far(queue *q, launch_record *launch, plan *p, const u64 *values, u64 checks)
{
    mirror *m = q->own;
    u64 slots = p->slots, number = ((far_kernel *)(void *)p->entry)->number;
    u64 words = HEADER_WORDS + checks + slots;
    channel_record *r = new_record(m, words);
    *r = (channel_record){.what = RUN_PLAN, .size = (u32)words, .value = handed(m) + 1,
                          .plan = number, .checks = (u32)checks, .slots = (u32)slots};
    memcpy(r->rest, values, checks * sizeof(u64));
    memcpy(r->rest + checks, launch->args + 1, slots * sizeof(u64));
    return fly_far(q, launch->status, number);
}

/* ---- carrying out here ----------------------------------------------------------------------- */

static int is_shared(far_device *d, u64 address)
{
    return address - (u64)d->shared < d->bytes;
}

/* Whether an operation uses memory that the place does not see. */
static int is_of_the_host(mirror *m, plan *p, u64 *args)
{
    if (!((far_kernel *)(void *)p->entry)->here)
        return 0;
    for (u64 i = 0; i < p->slots; i++)
        if (p->codes[i] == 'P' && !is_shared(m->device, args[i + 1]))
            return 1;
    return 0;
}

/* Begins the next execution; returns the state in which it is then. */
static u32 begin_far(queue *q, cell *c)
{
    return start_ahead(q, c, handed(q->own) + 1, now()) ? RUNNING : atomic_load(&c->state);
}

/* Carries out the next execution on this thread. Nothing is in flight. */
static i32 carry_out_here(queue *q, launch_record *launch, plan *p)
{
    cell *c = launch->status;
    u32 state = begin_far(q, c);
    if (state == RUNNING) {
        c->error = ((far_kernel *)(void *)p->entry)->here(launch->args, 0, p->extent);
        state = c->error ? FAILED : DONE;
    }
    settle(q, c, state, now());
    hand(q->own, handed(q->own) + 1);
    return GO_ON;
}

/* ---- the kind -------------------------------------------------------------------------------- */

static i32 handle_far_launch(record *r, queue *q)
{
    launch_record *launch = (launch_record *)r;
    plan *p = (plan *)launch->args[0] - 1;
    mirror *m = q->own;
    int is_here = is_of_the_host(m, p, launch->args);
    if ((is_here ? await_far(q, q, handed(m)) : await_room(q)) == STOP)
        return STOP;
    u64 values[MOST_CHECKS], checks = sort_checks(q, values);
    if (is_here)
        return carry_out_here(q, launch, p);
    u32 state = begin_far(q, launch->status);
    return state == RUNNING ? hand_far(q, launch, p, values, checks)
                            : pass_far(q, launch->status, state);
}

static i32 handle_far_signal(record *r, queue *q)
{
    (void)r;
    return await_room(q) == STOP ? STOP : pass_far(q, 0, DONE);
}

/* Has the place's thread leave. Nothing is in flight. */
static void ask_to_leave(mirror *m)
{
    *new_record(m, HEADER_WORDS) = (channel_record){.what = LEAVE, .size = HEADER_WORDS};
    atomic_store(&m->channel->tail, m->tail);
    wake_shared(&m->channel->asleep);
}

static i32 handle_far_stop(record *r, queue *q)
{
    (void)r;
    mirror *m = q->own;
    if (await_far(q, q, handed(m)) == STOP)
        return STOP;
    ask_to_leave(m);
    signal(q);
    hand(m, handed(m) + 1);
    return STOP;
}

static i32 look_before_sleep(queue *q) { return is_far_lost(q->own) ? STOP : GO_ON; }

/* The most ns that a record takes in a submitter's thread; NEVER if it might wait. */
static u64 far_bound(record *r, queue *q)
{
    if (r->handler == handle_far_wait) {
        wait_record *wait = (wait_record *)r;
        return wait->target == q || has_reached(&wait->target->completed, wait->value)
                   ? RECORD_TIME : NEVER;
    }
    if (r->handler == handle_far_check)
        return ((mirror *)q->own)->check_count < MOST_CHECKS / 2 ? HAND_TIME / 2 : NEVER;
    if (r->handler == handle_far_launch) {
        launch_record *launch = (launch_record *)r;
        if (is_of_the_host(q->own, (plan *)launch->args[0] - 1, launch->args))
            return NEVER;
    } else if (r->handler != handle_far_signal) {
        return NEVER;
    }
    return has_room(q, QUICK_NS / HAND_TIME) ? HAND_TIME : NEVER;
}

static const kind far_kind = {
    .quick = QUICK_NS, .bound = far_bound,
    .wait = handle_far_wait, .check = handle_far_check, .launch = handle_far_launch,
    .signal = handle_far_signal, .stop = handle_far_stop, .idle = look_before_sleep,
};
