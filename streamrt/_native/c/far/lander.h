/* The lander: ends on this side what the place has ended, or has lost. See mirror.h.
 *
 * The keeper of a device does the latter once the place is gone: it asks for what ran there
 * (`far_running_of`), fails it (`fail_far_lost`), and then another place may go on. The intended
 * behaviour:
 * 1. What is in flight is what is above the timeline and up to `value`. Who lands reads the latter
 *    first: what an operation here has signalled meanwhile is no flight.
 * 2. The place began either what landed last, or the one behind it. `begun` says which, also if a
 *    kernel has written nonsense there: then something ran.
 * 3. A place may end after it has noted that it wakes the lander, and before it does. So the keeper
 *    wakes it, whatever the note says.
 * 4. Once a device is lost nothing lands. What has its threads leave is repeated until they have: a
 *    loop may be about to sleep, or a submitter may have its queue.
 */
#pragma once
#include "mirror.h"

static i64 within(i64 at, i64 first, i64 last) { return at < first ? first : at > last ? last : at; }

/* Takes note of a failed errand: of the word that it found, or that it could not reach another place. */
static COLD void note_stray(mirror *m, far_flight *f, cell *c)
{
    if (f->parcel == FINDS && c->error == 1) {
        lower((_Atomic u64 *)f->address, c->node);
        c->node = 0;
    }
    if (c->error == STRAYED) {
        c->error = 0;
        c->refused = m->strayed;
    }
}

/* Ends one flight at the time `at`, as the place said; returns whether it did not succeed. */
static int land_far(queue *q, u64 value, i64 at)
{
    mirror *m = q->own;
    far_flight *f = far_flight_of(m, value);
    cell *c = f->status;
    if (!c)
        return 0;
    channel_result of = *result_of(m->channel, value);
    u32 state = atomic_load_explicit(&c->state, memory_order_acquire);
    if (state == RUNNING) {
        int is_asked = atomic_load(&c->node) == STOP_ASKED;
        int is_known = of.state == DONE || of.state == SKIPPED || (is_asked && of.state == CANCELLED) ||
                       (c->deadline && of.state == EXPIRED);
        state = is_known ? of.state : FAILED;
        c->error = of.error;
        c->node = of.node;
        if (state == FAILED && m->device->is_relayed)
            note_stray(m, f, c);
        if (state == SKIPPED && of.root)
            __atomic_store_n(&c->root, of.root, __ATOMIC_RELAXED); /* see sort_checks */
    }
    if (m->device->is_relayed) /* its clock may be off by less than a round trip */
        of.started = within(of.started, c->started, at), of.finished = within(of.finished, of.started, at);
    int can_be = c->started <= of.started && of.started <= of.finished && of.finished <= at;
    c->started = can_be ? of.started : at;
    c->finished = can_be ? of.finished : at;
    ring *log = log_of(q);
    if (log) {
        i64 free_at = c->submitted > m->ended_at ? c->submitted : m->ended_at;
        if (f->waited_for && !f->waited && c->started > free_at) /* the place waited */
            f->waited = (u64)(c->started - free_at);
        note_end(log, c, state, value, f->waited_for, f->waited);
    }
    m->ended_at = c->finished;
    atomic_store_explicit(&c->state, state, memory_order_release);
    return state != DONE;
}

/* Whether bytes of an errand are on their way: then somebody reads or writes its memory here, whatever the
 * place says. Those that it brings begin to come when they like, but do so only if it succeeded. */
static int is_on_its_way(mirror *m, u64 value)
{
    u32 parcel = atomic_load_explicit(&far_flight_of(m, value)->parcel, memory_order_acquire);
    return parcel == TAKES || parcel == ARRIVES ||
           (parcel == BRINGS && result_of(m->channel, value)->state == DONE);
}

/* Finds the need of a submission that has not landed here: the place waited for it. 0: there is none. */
static far_need *unmet_need(mirror *m, u64 value)
{
    u64 needed = atomic_load_explicit(&m->needed, memory_order_acquire);
    for (u64 met = atomic_load_explicit(&m->met, memory_order_relaxed); met != needed; met++) {
        far_need *need = &m->needs[met % MOST_NEEDS];
        if (need->before > value)
            break;
        if (!has_reached(&need->target->completed, need->value))
            return need;
        atomic_store_explicit(&m->met, met + 1, memory_order_release);
    }
    return 0;
}

/* Ends what the place has ended, up to a need that has not landed here; returns that, or 0: there is none.
 * Under `landing`. */
static far_need *land_run(queue *q)
{
    mirror *m = q->own;
    u64 newest = handed(m), failed = 0;
    u64 first = atomic_load_explicit(&q->completed, memory_order_acquire) + 1;
    u64 last = atomic_load_explicit(&m->channel->done, memory_order_acquire);
    far_need *need = 0;
    if (last < first || last > newest || is_far_lost(m))
        return 0;
    i64 at = now();
    for (u64 v = first; v <= last; v++) {
        need = m->device->is_relayed ? unmet_need(m, v) : 0;
        if (need || is_on_its_way(m, v)) {
            last = v - 1;
            break;
        }
        failed += land_far(q, v, at);
    }
    if (failed)
        atomic_fetch_add(&q->failures, failed);
    if (last < first)
        return need;
    m->ended = last;
    atomic_store_explicit(&m->freed, far_flight_of(m, last)->behind, memory_order_relaxed);
    raise_to(q, last);
    if (failed)
        notify(NEVER);
    return need;
}

/* Ends what the place has ended, and before that what it waited for there, so that whoever sees a
 * timeline at a value sees the others there, too. Under `landing`. */
static void land_channel(queue *q)
{
    mirror *m = q->own;
    if (m->is_landing)
        return;
    m->is_landing = 1;
    for (far_need *need = land_run(q); need; need = land_run(q)) {
        land_channel(need->target);
        if (!has_reached(&need->target->completed, need->value)) {
            m->device->stalled[m->number / 64] |= 1ull << m->number % 64;
            break;
        }
    }
    m->is_landing = 0;
}

static void land_all(far_device *d)
{
    for (u32 i = 0; i < DIRTY_WORDS; i++) {
        u64 dirty = atomic_load_explicit(&d->shared->bell.dirty[i], memory_order_relaxed);
        if (!dirty)
            continue;
        dirty = atomic_exchange(&d->shared->bell.dirty[i], 0);
        for (; dirty; dirty &= dirty - 1) {
            queue *q = atomic_load(&d->queues[i * 64 + (u32)__builtin_ctzll(dirty)]);
            if (q)
                land_channel(q);
        }
    }
}

/* The thread of the lander, until `is_ending`. */
void srt_land(far_device *d)
{
    bell *b = &d->shared->bell;
    patience patience = {LONGEST, 0};
    while (!atomic_load(&d->is_ending)) {
        u64 rings = atomic_load(&b->rings);
        pthread_mutex_lock(&d->landing);
        land_all(d);
        pthread_mutex_unlock(&d->landing);
        if (!atomic_load(&d->is_ending))
            await_change(&b->rings, rings, &b->asleep, &patience);
    }
}

/* See 3. */
static void wake_lander(far_device *d)
{
    bell *b = &d->shared->bell;
    atomic_fetch_add(&b->rings, 1);
    atomic_store(&b->asleep, 0);
    wake_on_shared(&b->asleep);
}

/* Begins the channel of a queue of which nothing is in flight. */
static inline void begin_channel(queue *q)
{
    mirror *m = q->own;
    m->ended = atomic_load(&q->completed);
    m->tail = 0;
    m->check_count = 0;
    atomic_store(&m->needed, 0);
    atomic_store(&m->met, 0);
    atomic_store(&m->freed, 0);
    hand(m, m->ended);
    m->device->sent[m->number] = 0;
    m->device->given[m->number] = m->ended;
    atomic_store(&m->channel->tail, 0);
    atomic_store(&m->channel->head, 0);
    atomic_store(&m->channel->begun, m->ended);
    atomic_store(&m->channel->done, m->ended);
    m->channel->index = q->index;
}

/* ---- what a place has lost ------------------------------------------------------------------- */

/* Returns the value that the place had begun and not ended; 0: none. All that it had ended has
 * landed. Under `landing`. */
static u64 lost_value(queue *q)
{
    mirror *m = q->own;
    u64 newest = handed(m), next = atomic_load_explicit(&q->completed, memory_order_acquire) + 1;
    return next <= newest && atomic_load(&m->channel->begun) != m->ended ? next : 0;
}

/* Lands what has ended; returns 1 + the number of the plan that runs at the place, or ran there
 * when that ended; 0: none. */
static inline u64 far_running_of(queue *q)
{
    mirror *m = q->own;
    pthread_mutex_lock(&m->device->landing);
    land_channel(q);
    u64 value = lost_value(q), plan = value ? 1 + far_flight_of(m, value)->plan : 0;
    pthread_mutex_unlock(&m->device->landing);
    return plan;
}

/* Has the place say what it did not live to say. */
static void say_lost(queue *q, u64 value, u64 reason)
{
    mirror *m = q->own;
    cell *c = far_flight_of(m, value)->status;
    i64 at = now();
    *result_of(m->channel, value) = (channel_result){
        .root = q->index << 40 | value, .state = FAILED, .started = at, .finished = at};
    if (c && atomic_load(&c->state) == RUNNING)
        c->refused = reason;
    atomic_store(&m->channel->done, value);
}

/* Readies a channel for another place. What ran there fails, for a reason of that number. */
static inline void fail_far_lost(queue *q, u64 reason)
{
    mirror *m = q->own;
    channel *ch = m->channel;
    pthread_mutex_lock(&m->device->landing);
    land_channel(q);
    u64 value = is_far_lost(m) ? 0 : lost_value(q);
    if (value) {
        say_lost(q, value, reason);
        land_channel(q);
    }
    atomic_store(&ch->begun, m->ended);
    atomic_store(&ch->done, m->ended);
    atomic_store(&ch->head, atomic_load_explicit(&m->freed, memory_order_relaxed));
    atomic_store(&ch->asleep, 0);
    pthread_mutex_unlock(&m->device->landing);
    wake_lander(m->device);
}

/* ---- a device that is lost ------------------------------------------------------------------- */

/* Wakes the threads of a lost device's queue; see 4. */
static void send_away(queue *q)
{
    u32 owner = ASLEEP;
    if (atomic_compare_exchange_strong(&q->sleeping, &owner, AWAKE))
        wake_sleepers(&q->sleeping);
    wake_threads(q);
}

static inline void lose_far_device(far_device *d)
{
    pthread_mutex_lock(&d->landing);
    atomic_store(&d->is_lost, 1);
    pthread_mutex_unlock(&d->landing);
    for (u32 i = 0; i < MOST_CHANNELS; i++) {
        queue *q = atomic_load(&d->queues[i]);
        if (q)
            send_away(q);
    }
}
