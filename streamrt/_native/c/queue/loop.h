/* The drain loop: one thread takes a queue's records in order and carries them out.
 *
 * No step of it needs the interpreter. The intended behaviour:
 * 1. Records run in order; a wait holds the queue. Every batch of records ends in one that
 *    signals, and the timeline rises by one for each batch, whatever became of the work.
 * 2. A launch starts by moving its cell from PENDING to RUNNING with a compare-and-swap. A
 *    cancel moves it from PENDING to CANCELLED. Exactly one of them wins. A launch that is past its
 *    deadline then ends as EXPIRED, and nothing runs.
 * 3. A check looks at the cell of a producer. If that is not DONE, the launch that follows is
 *    SKIPPED and takes over the root.
 * 4. The cell is final before the timeline moves.
 * 5. A signal wakes sleeping threads, and event loops if an armed value is reached. A failure
 *    wakes every event loop, armed or not, so that it is noticed.
 * 6. Whoever submits to a queue whose loop sleeps runs the records itself, if the queue's kind
 *    allows it and all of them are known to be quick. Else it wakes the loop.
 */
#pragma once
#include <unistd.h>
#include "events.h"
#include "workers.h"

/* ---- waking event loops ------------------------------------------------------------------- */

#define LISTENERS 64
static _Atomic i32 wake_fds[LISTENERS];   /* file descriptor + 1; 0 = free */

static void notify(u64 listeners)
{
    static const u64 one = 1;
    for (; listeners; listeners &= listeners - 1) {
        i32 fd = atomic_load(&wake_fds[__builtin_ctzll(listeners)]) - 1;
        if (fd >= 0 && write(fd, &one, sizeof one) < 0)
            continue; /* full: a wake-up is on its way to the loop already */
    }
}

/* Disarms the queue and wakes its listeners. A loop that arms in between loses its listener bit;
 * a wake-up is on its way to it, after which it arms again. */
static void fire(queue *q)
{
    atomic_store(&q->armed, NEVER);
    notify(atomic_exchange(&q->listeners, 0));
}

static void wake_threads(queue *q)
{
    atomic_store(&q->wanted, NEVER);
    atomic_fetch_add(&q->wakes, 1);
    wake_sleepers(&q->wakes);
}

/* Raises the timeline to `value`, which is above its own; only its driver may do this. */
static void raise_to(queue *q, u64 value)
{
    atomic_store(&q->completed, value);
    if (atomic_load(&q->wanted) <= value)
        wake_threads(q);
    if (atomic_load(&q->armed) <= value)
        fire(q);
}

static void signal(queue *q)
{
    raise_to(q, atomic_load_explicit(&q->completed, memory_order_relaxed) + 1);
}

/* ---- status cells ------------------------------------------------------------------------- */

/* Names the execution that signals next: the timeline's index above 40 bits of the value. */
static u64 root_of(queue *q)
{
    return q->index << 40 | (atomic_load_explicit(&q->completed, memory_order_relaxed) + 1);
}

/* Ends an execution at the time `at`, in ns. `log` is 0 if nothing records. */
static inline void settle_and_note(queue *q, cell *c, u32 state, i64 at, ring *log)
{
    c->finished = q->clock = at;
    if (log)
        note_next_end(log, q, c, state);
    atomic_store_explicit(&c->state, state, memory_order_release);
    if (state != DONE)
        atomic_fetch_add(&q->failures, 1);
    signal(q);
    if (state != DONE)
        notify(NEVER);
}

static APART void settle_recorded(queue *q, cell *c, u32 state, i64 at, ring *log)
{
    settle_and_note(q, c, state, at, log);
}

static void settle(queue *q, cell *c, u32 state, i64 at)
{
    ring *log = log_of(q);
    if (RARE(log))
        settle_recorded(q, c, state, at, log);
    else
        settle_and_note(q, c, state, at, 0);
}

/* Returns the state in which an execution ends that returned an error, not 0. */
static COLD u32 state_of_error(cell *c, i32 error)
{
    u64 asked = error == STOPPED ? atomic_load(&c->node) : 0;
    return asked == STOP_ASKED ? CANCELLED : asked == PAST_DEADLINE ? EXPIRED : FAILED;
}

/* Whether a deadline has passed by the time `at`; 0: there is none. */
static inline int is_past(i64 deadline, i64 at) { return RARE(deadline) && at > deadline; }

/* Starts the next execution, or settles it here if it is cancelled, poisoned or too late. */
static int start(queue *q, cell *c, i64 at)
{
    u64 poison = q->poison;
    q->poison = 0;
    u32 expected = PENDING;
    c->started = at;
    c->root = poison ? poison : root_of(q);
    if (atomic_compare_exchange_strong(&c->state, &expected, RUNNING)) {
        if (!poison && !is_past(c->deadline, at))
            return 1;
        settle(q, c, poison ? SKIPPED : EXPIRED, at);
    } else {
        c->root = root_of(q); /* a cancelled execution is its own root, poisoned or not */
        settle(q, c, CANCELLED, at);
    }
    return 0;
}

/* Begins an execution before its turn, while those before it run: it will signal `value`. Returns
 * whether it is to run. If not, its cell is final, and its turn ends it by `settle`. */
static int start_ahead(queue *q, cell *c, u64 value, i64 at)
{
    u64 poison = q->poison, root = q->index << 40 | value;
    q->poison = 0;
    u32 expected = PENDING;
    c->started = at;
    c->root = poison ? poison : root;
    if (!atomic_compare_exchange_strong(&c->state, &expected, RUNNING)) {
        c->root = root; /* as in `start` */
        return 0;
    }
    if (!poison && !is_past(c->deadline, at))
        return 1;
    c->finished = 0;
    atomic_store_explicit(&c->state, poison ? SKIPPED : EXPIRED, memory_order_release);
    return 0;
}

/* ---- handlers ------------------------------------------------------------------------------- */

/* One sleep of a thread that waits for `value`, or for `c` to be final (0: no cell). The thread
 * reads `wakes` before it lowers `wanted`: a wake-up that does not see the wish changes `wakes`,
 * and the sleep returns at once. */
static i32 sleep_until(queue *q, u64 value, cell *c, i64 timeout)
{
    u32 wakes = atomic_load(&q->wakes);
    lower(&q->wanted, value);
    if (atomic_load(&q->completed) >= value || (c && atomic_load(&c->state) > RUNNING))
        return WOKEN;
    return sleep_on(&q->wakes, wakes, timeout);
}

/* Spins, then sleeps, until the timeline has reached `value`. */
static void await_value(queue *target, u64 value, patience *p)
{
    if (spin_until(&target->completed, value, p))
        return;
    i64 since = now();
    while (atomic_load(&target->completed) < value)
        sleep_until(target, value, 0, -1);
    slept(p, since);
}

static i32 handle_wait(record *r, queue *q)
{
    wait_record *wait = (wait_record *)r;
    q->clock = 0; /* the target may have ended after the last launch here, also a moment ago */
    if (has_reached(&wait->target->completed, wait->value))
        return GO_ON;
    ring *log = log_of(q);
    i64 since = log ? now() : 0;
    await_value(wait->target, wait->value, &q->patience);
    if (log)
        note_held(log, wait->target, wait->value, now() - since);
    return GO_ON;
}

static void look_at(queue *q, cell *producer)
{
    u32 state = atomic_load_explicit(&producer->state, memory_order_acquire);
    if (state > DONE && !q->poison)
        q->poison = producer->root;
}

static i32 handle_check(record *r, queue *q)
{
    look_at(q, ((check_record *)r)->producer);
    return GO_ON;
}

static i32 handle_signal(record *r, queue *q)
{
    (void)r;
    signal(q);
    return GO_ON;
}

static i32 handle_launch(record *r, queue *q)
{
    launch_record *launch = (launch_record *)r;
    cell *c = launch->status;
    if (!start(q, c, q->clock ? q->clock : now()))
        return GO_ON;
    plan *p = (plan *)launch->args[0] - 1;
    i32 error = p->extent > p->grain ? run_split(p, launch->args)
                                     : p->entry(launch->args, 0, p->extent);
    c->error = error;
    settle(q, c, error ? state_of_error(c, error) : DONE, now());
    return GO_ON;
}

/* Hands the execution over to Python, which ends it with srt_host_done. */
static i32 handle_host(record *r, queue *q)
{
    q->clock = 0;
    return start(q, ((host_record *)r)->status, now()) ? CALL_HOST : GO_ON;
}

static i32 handle_stop(record *r, queue *q)
{
    (void)r;
    signal(q);
    return STOP;
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* Whether a spin of the loop would only delay its submitter; see platform.h, "the guarded spin". */
static int is_in_the_way(queue *q)
{
    i32 core = this_core();
    return core && core == atomic_load_explicit(&q->waker, memory_order_relaxed) &&
           yields_are_off(now());
}

/* The flag `sleeping` says who owns the fields that belong to the drain loop (`head`, `next`,
 * `poison`, `patience`, `clock`, and the only right to raise the timeline):
 *   AWAKE   the loop. It alone lends them, by ASLEEP.
 *   ASLEEP  nobody. The loop takes them back by itself if it finds a record that was published
 *           meanwhile; a waker gives them back; a submitter takes them, by TAKEN.
 *   TAKEN   the submitter that took them. It returns them to nobody, or to the loop.
 * Each change except the loop's first and the submitter's last is a compare-and-swap or an
 * exchange, so there is one owner at most. */

/* Sleeps until there may be records. Once the flag is up, this looks at no field of the loop: a
 * submitter may be using them. So the head that the tail is compared with is a copy. If that is
 * old, because a submitter has drained the queue, the loop is awake once for nothing. */
static void await_records(queue *q)
{
    int rests = q->kind->rests && q->kind->rests(q);
    if (!rests && !is_in_the_way(q) && spin_until(&q->tail, q->head + 1, &q->patience))
        return;
    i64 since = now();
    u64 head = q->head;
    u32 owner = ASLEEP;
    atomic_store(&q->sleeping, ASLEEP);
    if (atomic_load(&q->tail) != head)
        atomic_compare_exchange_strong(&q->sleeping, &owner, AWAKE);
    while ((owner = atomic_load(&q->sleeping)) != AWAKE)
        sleep_on(&q->sleeping, owner, -1);
    slept(&q->patience, since);
}

/* Runs what is published up to now, or up to a record that hands over to the host (CALL_HOST) or
 * ends the queue (STOP). */
static i32 run_records(queue *q)
{
    u64 tail = atomic_load_explicit(&q->tail, memory_order_acquire);
    while (q->head != tail) {
        record *r = q->next;
        q->head += r->size;
        q->next = (record *)((char *)r + r->size);
        i32 verdict = r->handler(r, q);
        if (verdict != GO_ON)
            return verdict;
    }
    q->clock = 0;
    return GO_ON;
}

/* Runs records until one hands over to the host or ends the queue. */
i32 srt_drain(queue *q)
{
    for (;;) {
        i32 verdict = run_records(q);
        if (verdict == GO_ON && q->kind->idle)
            verdict = q->kind->idle(q);
        if (verdict != GO_ON)
            return verdict;
        await_records(q);
    }
}

/* ---- draining by the submitter --------------------------------------------------------------- */

#define RECORD_TIME 20 /* ns, of a wait, a check or a signal, and of a launch without its kernel */

#define IN_THE_LOOP .wait = handle_wait, .check = handle_check, .launch = handle_launch, \
                    .signal = handle_signal, .stop = handle_stop

static const kind plain_kind = {IN_THE_LOOP}, cpu_kind = {.quick = 5000, IN_THE_LOOP};

/* Returns the most ns that a record takes in a submitter's thread, NEVER if that is not known. */
static u64 bound_of(record *r, queue *q)
{
    if (r->handler == handle_launch) {
        plan *p = (plan *)((launch_record *)r)->args[0] - 1;
        return p->bound && p->extent <= p->grain ? p->bound + RECORD_TIME : NEVER;
    }
    if (r->handler == handle_wait) {
        wait_record *wait = (wait_record *)r;
        return has_reached(&wait->target->completed, wait->value) ? RECORD_TIME : NEVER;
    }
    int is_quick = r->handler == handle_check || r->handler == handle_signal;
    if (is_quick || r->handler == handle_jump)
        return RECORD_TIME;
    return q->kind->bound ? q->kind->bound(r, q) : NEVER;
}

/* Returns whether all that is published takes `budget` ns at most. Only the owner may ask. */
static int is_quick(queue *q, u64 budget)
{
    u64 tail = atomic_load_explicit(&q->tail, memory_order_relaxed), head = q->head;
    for (record *r = q->next; head != tail; head += r->size, r = record_behind(r)) {
        u64 bound = bound_of(r, q);
        if (bound > budget)
            return 0;
        budget -= bound;
    }
    return 1;
}

/* Runs what was published in place of a loop that sleeps, if all of it is quick; else wakes the
 * loop. A submitter calls this once, after the last `publish` of its submission. What must hold:
 * 1. It holds the runtime's lock, as for `publish`: nobody else may publish to the queue, take it
 *    or wake its loop meanwhile.
 * 2. It usually holds the interpreter's lock as well. A kernel that spins until another thread has
 *    done something would hang there if that thread needs the interpreter. So only kernels that
 *    declare a bound run here. Time that was measured is no bound: the next launch may wait.
 * 3. The submission is complete, because it may be over when this returns: what is to be found in
 *    its cell, and whatever is done before others may see it, was done before `publish`. */
static void drain_here(queue *q)
{
    if (atomic_load(&q->sleeping) == AWAKE)
        return;
    u64 budget = q->kind->quick;
    u32 owner = ASLEEP;
    if (budget && atomic_compare_exchange_strong(&q->sleeping, &owner, TAKEN) &&
        is_quick(q, budget)) {
        i32 verdict = run_records(q);
        if (verdict == GO_ON && q->kind->idle)
            verdict = q->kind->idle(q);
        atomic_store_explicit(&q->sleeping, ASLEEP, memory_order_release);
        if (verdict != GO_ON) /* the loop finds that by itself */
            wake_loop(q);
        return;
    }
    wake_loop(q);
}

void srt_host_done(queue *q, cell *c, u32 state, i32 error)
{
    c->error = error;
    settle(q, c, state, now());
}

/* Blocks a host thread once, until the timeline reaches `value` or `c` is final. It may return
 * early, so that the caller has to look again. `timeout` is in ns, negative for none. It lasts a
 * slice at most, because a signal that arrives before the sleep does not interrupt it. */
i32 srt_sync(queue *q, u64 value, cell *c, i64 timeout)
{
    const i64 slice = 50000000;
    patience none = {SHORTEST, 0}; /* the thread that it waits for may need this CPU core */
    if (!q->kind->rests && spin_until(&q->completed, value, &none))
        return WOKEN;
    return sleep_until(q, value, c, timeout < 0 || timeout > slice ? slice : timeout);
}
