/* The mirror: a far device's queue in the runtime's process, which hands records to the place.
 *
 * The loop of loop.h hands them over, and so does a submitter while the loop sleeps. One thread of
 * the device, the lander (lander.h), sees them end. Neither needs the interpreter. The intended
 * behaviour:
 * 1. A wait is waited for here. So what a check looks at has ended, or is on this very queue; then
 *    the place looks at it, and a chain of launches on one queue needs no return to this process.
 * 2. An execution that is cancelled, skipped or late when its turn comes is final at once, and passes
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
 * 7. A relayed device (relay.h) has its place in memory that this process does not see. What 3 says is
 *    an errand there: the record goes through the channel like all others, and bytes go beside it. The
 *    place itself waits for its other channels, so that no answer is waited for between two of them.
 */
#pragma once
#include "far_device.h"

#define QUICK_NS 5000  /* of a submitter's time */
#define HAND_TIME 400  /* ns, to hand over a launch */
#define LOOK_FOR_LOSS 20000000 /* ns */

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

/* What has not ended is on this queue, or the place waits for it; see `sort_checks`. */
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
    return put_record(m->channel, &m->tail, words);
}

/* Counts a submission as handed over, and asks the place to stop it if that was asked before. Whoever asks
 * looks at the count after the request: one of the two sees the other. It is not published yet, because
 * then it may end, and its cell with it. */
static void count_far(mirror *m, cell *status, u64 value)
{
    channel_result *result = result_of(m->channel, value);
    atomic_store_explicit(&result->node, 0, memory_order_relaxed);
    if (!m->device->is_relayed)
        result->deadline = status ? status->deadline : 0;
    atomic_store(&m->value, value);
    if (status && atomic_load(&status->node) == STOP_ASKED)
        atomic_store(&result->node, STOP_ASKED);
}

/* Shows the place what was written to the channel. */
static void publish_far(mirror *m)
{
    atomic_store(&m->channel->tail, m->tail);
    if (m->device->is_relayed)
        ring_bell(&m->device->out, m->number);
    else
        wake_shared(&m->channel->asleep);
}

/* ---- waits ----------------------------------------------------------------------------------- */

static u64 needs_in_flight(mirror *m)
{
    return atomic_load_explicit(&m->needed, memory_order_relaxed) -
           atomic_load_explicit(&m->met, memory_order_acquire);
}

/* Whether the place itself can wait: for a queue of its own, whose record it has or gets first. */
static int waits_there(queue *q, wait_record *wait)
{
    mirror *m = q->own, *of = wait->target->own;
    return m->device->is_relayed && wait->target->kind == q->kind && of->device == m->device &&
           handed(of) >= wait->value &&
           needs_in_flight(m) < MOST_NEEDS;
}

/* Has the place wait before the next submission. */
static i32 await_there(queue *q, wait_record *wait)
{
    mirror *m = q->own, *of = wait->target->own;
    ring *log = log_of(q);
    if (await_room(q) == STOP)
        return STOP;
    if (log)
        note_held(log, wait->target, wait->value, 0); /* for how long is known when it lands */
    *new_record(m, HEADER_WORDS) = (channel_record){
        .what = AWAIT_OTHER, .size = HEADER_WORDS, .value = wait->value, .plan = of->number};
    u64 number = atomic_load_explicit(&m->needed, memory_order_relaxed);
    m->needs[number % MOST_NEEDS] = (far_need){wait->target, wait->value, handed(m) + 1};
    atomic_store_explicit(&m->needed, number + 1, memory_order_release);
    return GO_ON;
}

static i32 handle_far_wait(record *r, queue *q)
{
    wait_record *wait = (wait_record *)r;
    if (wait->target == q || has_reached(&wait->target->completed, wait->value))
        return is_far_lost(q->own) ? STOP : GO_ON;
    if (waits_there(q, wait))
        return await_there(q, wait);
    ring *log = log_of(q);
    i64 since = log ? now() : 0;
    i32 verdict = await_far(q, wait->target, wait->value);
    if (log)
        note_held(log, wait->target, wait->value, now() - since);
    return verdict;
}

/* ---- submissions ----------------------------------------------------------------------------- */

/* Publishes the record that was written last, which is a submission. `of` has its parcel. */
static i32 fly_far(queue *q, cell *status, u64 plan, far_flight of)
{
    mirror *m = q->own;
    u64 value = handed(m) + 1;
    far_flight *f = far_flight_of(m, value);
    ring *log = log_of(q);
    f->status = status, f->plan = plan, f->behind = m->tail;
    f->waited_for = f->waited = 0;
    f->address = of.address, f->bytes = of.bytes;
    if (of.parcel == TAKES)
        f->order = atomic_fetch_add(&m->device->parcels, 1);
    atomic_store_explicit(&f->parcel, of.parcel, memory_order_relaxed);
    if (log && status) {
        f->waited_for = log->waited_for, f->waited = log->waited;
        log->waited_for = log->waited = 0;
    }
    count_far(m, status, value);
    publish_far(m);
    return GO_ON;
}

/* Has the place stop a launch that runs, or will. */
static inline COLD void ask_far(queue *q, u64 value, cell *c)
{
    mirror *m = q->own;
    atomic_store(&c->node, STOP_ASKED);
    if (m && atomic_load(&m->value) >= value && atomic_load(&q->completed) < value)
        atomic_store(&result_of(m->channel, value)->node, STOP_ASKED);
}

/* Hands over a submission of which nothing runs. */
static i32 pass_far(queue *q, cell *status, u32 state)
{
    mirror *m = q->own;
    channel_record *r = new_record(m, HEADER_WORDS);
    *r = (channel_record){.what = PASS, .size = HEADER_WORDS, .value = handed(m) + 1,
                          .plan = status ? status->root : 0, .checks = state};
    return fly_far(q, status, 0, (far_flight){0});
}

/* Returns the number of the channel that an execution of this device is in, by its own root. */
static u64 channel_of_root(queue *q, u64 root)
{
    mirror *m = q->own;
    u64 index = root >> VALUE_BITS, number = 0;
    if (index == q->index)
        return m->number;
    for (; number < MOST_CHANNELS; number++) {
        queue *of = atomic_load_explicit(&m->device->queues[number], memory_order_acquire);
        if (of && of->index == index)
            return number;
    }
    return m->number;
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
            values[count++] = channel_of_root(q, root) << VALUE_BITS | VALUE_OF(root);
        else
            look_at(q, producer);
    }
    return count;
}

static i32 hand_far(queue *q, launch_record *launch, plan *p, const u64 *values, u64 checks, u32 what)
{
    mirror *m = q->own;
    u64 slots = p->slots, number = ((far_kernel *)(void *)p->entry)->number;
    u64 words = HEADER_WORDS + checks + slots;
    far_flight parcel = what == ERRAND ? parcel_of(m->device, p, launch->args) : (far_flight){0};
    channel_record *r = new_record(m, words);
    *r = (channel_record){.what = what, .size = (u32)words, .value = handed(m) + 1,
                          .plan = number, .checks = (u32)checks, .slots = (u32)slots};
    memcpy(r->rest, values, checks * sizeof(u64));
    memcpy(r->rest + checks, launch->args + 1, slots * sizeof(u64));
    return fly_far(q, launch->status, number, parcel);
}

/* ---- carrying out here ----------------------------------------------------------------------- */

/* Begins the next execution; returns the state in which it is then. Where the place has yet to see whether
 * producers succeed, it also sees whether it is too late: what is to be skipped does not expire. */
static u32 begin_far(queue *q, cell *c, u64 checks)
{
    mirror *m = q->own;
    i64 at = now();
    if (checks && !m->device->is_relayed && is_past(c->deadline, at))
        at = c->deadline;
    return start_ahead(q, c, handed(m) + 1, at) ? RUNNING : atomic_load(&c->state);
}

/* Carries out the next execution on this thread. Nothing is in flight. */
static i32 carry_out_here(queue *q, launch_record *launch, plan *p)
{
    cell *c = launch->status;
    u32 state = begin_far(q, c, 0);
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
    int is_outside = is_of_the_host(m, p, launch->args), is_here = is_outside && !m->device->is_relayed;
    if ((is_here ? await_far(q, q, handed(m)) : await_room(q)) == STOP)
        return STOP;
    u64 values[MOST_CHECKS], checks = sort_checks(q, values);
    if (is_here)
        return carry_out_here(q, launch, p);
    u32 state = begin_far(q, launch->status, checks);
    return state == RUNNING ? hand_far(q, launch, p, values, checks, is_outside ? ERRAND : RUN_PLAN)
                            : pass_far(q, launch->status, state);
}

static i32 handle_far_signal(record *r, queue *q)
{
    (void)r;
    return await_room(q) == STOP ? STOP : pass_far(q, 0, DONE);
}

/* Has the place's thread leave. Nothing is in flight. A relayed place does that by itself, when it closes
 * the channel: nobody might take a last record before the mirror is gone. */
static void ask_to_leave(mirror *m)
{
    if (m->device->is_relayed)
        return;
    put_leave(m->channel, &m->tail);
    publish_far(m);
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
        if (wait->target == q || has_reached(&wait->target->completed, wait->value))
            return RECORD_TIME;
        int is_quick = waits_there(q, wait) && needs_in_flight(q->own) < MOST_NEEDS / 2;
        return is_quick && has_room(q, QUICK_NS / HAND_TIME) ? HAND_TIME / 2 : NEVER;
    }
    if (r->handler == handle_far_check)
        return ((mirror *)q->own)->check_count < MOST_CHECKS / 2 ? HAND_TIME / 2 : NEVER;
    if (r->handler == handle_far_launch) {
        launch_record *launch = (launch_record *)r;
        mirror *m = q->own;
        if (!m->device->is_relayed && is_of_the_host(m, (plan *)launch->args[0] - 1, launch->args))
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
