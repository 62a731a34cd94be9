/* The place: the process in which a far device's kernels run, a thread for each channel.
 *
 * It reads channel.h's records in order, and carries them out with the host's own plans. It takes no
 * lock and allocates nothing, so a kernel that damages memory meets little of it.
 */
#pragma once
#include "channel.h"

#define SENSELESS (-2014) /* the error of a launch that makes no sense */

/* Room for the launch that runs, a `launch_record` as `srt_replay` expects it. */
#define LAUNCH_ROOM (sizeof(launch_record) / sizeof(u64) + 1 + MOST_SLOTS)

typedef struct far_place {
    channel *channel;
    bell *bell;
    u64 number;   /* of the channel */
    plan **plans; /* by number; MOST_PLACED of them */
    u64 has_begun; /* it reads from `head` on; else from where the channel begins */
    u64 head;      /* behind the record that was taken last */
    u64 waits;    /* whether channels wait for each other here, and not at the mirror */
    u64 failed;   /* the root for which an errand is skipped; 0: it is not */
    u64 copy[MOST_RECORD], work[LAUNCH_ROOM];
    cell status;
    patience patience;
} far_place;

enum { HAS_LEFT, HAS_ERRAND }; /* why the thread of a channel has returned */

/* Takes the next record: copies it. */
static void take_record(channel *ch, u64 *copy, u64 *head)
{
    u64 at = *head % CHANNEL_WORDS;
    channel_record *r = (channel_record *)&ch->words[at];
    if (r->what == SKIP_REST) {
        *head += CHANNEL_WORDS - at;
        r = (channel_record *)ch->words;
    }
    u64 size = r->size <= MOST_RECORD ? r->size : MOST_RECORD;
    memcpy(copy, r, size * sizeof(u64));
    *head += size;
}

/* Notes a launch that did not succeed, for other channels. What is too much for the memory is left out. */
static COLD void note_failure(channel *ch, u64 value, u64 root)
{
    u64 count = atomic_load_explicit(&ch->failed, memory_order_relaxed);
    failure *of = atomic_load_explicit(&ch->failures, memory_order_relaxed);
    if (count == ch->failures_room) {
        u64 room = count ? 2 * count : 64;
        failure *more = malloc(room * sizeof(failure));
        if (!more)
            return;
        if (count)
            memcpy(more, of, count * sizeof(failure)); /* others may be reading the old ones, which stay */
        atomic_store_explicit(&ch->failures, more, memory_order_release);
        ch->failures_room = room;
        of = more;
    }
    of[count] = (failure){value, root};
    atomic_store_explicit(&ch->failed, count + 1, memory_order_release);
}

/* Returns the root of a launch of another channel that has ended; 0: it succeeded. Its result may have
 * been written over. */
static u64 failed_root(channel *ch, u64 value)
{
    u64 first = 0, last = atomic_load_explicit(&ch->failed, memory_order_acquire);
    failure *of = atomic_load_explicit(&ch->failures, memory_order_acquire);
    while (first < last) {
        u64 middle = first + (last - first) / 2;
        if (of[middle].value == value)
            return of[middle].root;
        if (of[middle].value < value)
            first = middle + 1;
        else
            last = middle;
    }
    return 0;
}

/* Finds the root of the first that a launch looks at and that did not succeed; 0: all did. */
static u64 failed_check(far_place *p, const channel_record *r)
{
    shared_memory *shared = (shared_memory *)p->bell;
    for (u32 i = 0; i < r->checks; i++) {
        u64 number = r->rest[i] >> VALUE_BITS, value = VALUE_OF(r->rest[i]);
        channel_result *of = result_of(p->channel, value);
        u64 root = 0;
        if (number != p->number)
            root = failed_root(&shared->channels[number % MOST_CHANNELS], value);
        else if (of->state != DONE)
            root = of->root;
        if (root)
            return root;
    }
    return 0;
}

static u64 placed_root(const far_place *p, const channel_record *r) { return p->channel->index << 40 | r->value; }

/* Begins a launch; fills its result in case that it does not run. Returns the root of that, 0 if it runs. */
static u64 begin_placed(far_place *p, const channel_record *r)
{
    channel_result *result = result_of(p->channel, r->value);
    i64 at = now(), deadline = p->waits ? 0 : result->deadline;
    u64 root = failed_check(p, r);
    int is_late = !root && is_past(deadline, at);
    p->status.deadline = deadline;
    result->root = is_late ? placed_root(p, r) : root;
    result->error = 0;
    result->state = is_late ? EXPIRED : SKIPPED;
    result->started = result->finished = at;
    return result->root;
}

/* Puts the arguments of a launch where its plan expects them; returns the plan. */
static plan *lay_out(far_place *p, const channel_record *r, launch_record *launch)
{
    plan *plan = p->plans[r->plan % MOST_PLACED];
    launch->args[0] = (u64)plan->layout;
    memcpy(launch->args + 1, r->rest + r->checks, r->slots * sizeof(u64));
    return plan;
}

/* Whether a launch's plan is loaded, and takes as many arguments. */
static int is_loaded(const far_place *p, const channel_record *r)
{
    plan *plan = p->plans[r->plan % MOST_PLACED];
    return plan && plan->slots == r->slots;
}

static i32 run_laid_out(plan *plan, launch_record *launch)
{
    return plan->extent > plan->grain ? run_split(plan, launch->args)
                                      : plan->entry(launch->args, 0, plan->extent);
}

/* Runs one launch; fills its result. The mirror asks its loops to stop by the node of the result,
 * maybe before it has begun. */
static void run_placed(far_place *p, const channel_record *r)
{
    channel_result *result = result_of(p->channel, r->value);
    launch_record *launch = (launch_record *)p->work;
    if (begin_placed(p, r))
        return;
    launch->status = &p->status;
    p->status.node = 0;
    p->status.refused = (u64)&result->node;
    i32 error = is_loaded(p, r) ? run_laid_out(lay_out(p, r, launch), launch) : SENSELESS;
    result->finished = now();
    result->error = error;
    result->root = placed_root(p, r);
    u64 asked = error == STOPPED ? atomic_load(&result->node) : 0;
    if (asked >= PAST_DEADLINE)
        result->state = asked == STOP_ASKED ? CANCELLED : EXPIRED;
    else
        result->state = error ? FAILED : DONE;
    atomic_store(&result->node, p->status.node);
}

static void pass(channel *ch, const channel_record *r)
{
    i64 at = now();
    *result_of(ch, r->value) = (channel_result){
        .root = r->plan, .state = r->checks, .started = at, .finished = at};
}

/* Wakes the channels that wait for this one; those that wait for more wait again. */
static void wake_waiters(far_place *p)
{
    shared_memory *shared = (shared_memory *)p->bell;
    for (u32 i = 0; i < DIRTY_WORDS; i++) {
        if (!atomic_load(&p->channel->waiters[i]))
            continue;
        u64 waiters = atomic_exchange(&p->channel->waiters[i], 0);
        for (; waiters; waiters &= waiters - 1)
            wake_shared(&shared->channels[i * 64 + (u32)__builtin_ctzll(waiters)].asleep);
    }
}

/* Waits until another channel has reached a value. It says that it sleeps before it looks whether it
 * has to: whoever raises the other one finds its bit, or it finds the value. */
static void await_channel(far_place *p, const channel_record *r)
{
    channel *of = &((shared_memory *)p->bell)->channels[r->plan % MOST_CHANNELS], *ch = p->channel;
    if (spin_until(&of->done, r->value, &p->patience))
        return;
    i64 since = now();
    while (!has_reached(&of->done, r->value)) {
        atomic_store(&ch->asleep, 1);
        atomic_fetch_or(&of->waiters[p->number / 64], 1ull << p->number % 64);
        if (!has_reached(&of->done, r->value) && atomic_load(&ch->asleep))
            sleep_on_shared(&ch->asleep);
        atomic_store(&ch->asleep, 0);
    }
    slept(&p->patience, since);
}

static void end_placed(far_place *p, u64 value)
{
    channel_result *result = result_of(p->channel, value);
    if (p->waits && result->state != DONE)
        note_failure(p->channel, value, result->root);
    atomic_store(&p->channel->done, value);
    if (p->waits)
        wake_waiters(p);
    ring_bell(p->bell, p->number);
}

/* The thread of a channel, until the mirror has it leave, or there is an errand. */
i32 srt_place(far_place *p)
{
    channel *ch = p->channel;
    channel_record *r = (channel_record *)p->copy;
    if (!p->has_begun)
        p->head = atomic_load(&ch->head), p->patience.ns = LONGEST, p->has_begun = 1;
    for (;;) {
        if (atomic_load_explicit(&ch->tail, memory_order_acquire) == p->head)
            await_change(&ch->tail, p->head, &ch->asleep, &p->patience);
        if (atomic_load_explicit(&ch->tail, memory_order_acquire) == p->head)
            continue;
        take_record(ch, p->copy, &p->head);
        if (r->what == LEAVE) {
            p->has_begun = 0;
            return HAS_LEFT;
        }
        if (r->what == AWAIT_OTHER) {
            await_channel(p, r);
            continue;
        }
        atomic_store(&ch->begun, r->value);
        if (r->what == ERRAND) {
            p->failed = begin_placed(p, r);
            return HAS_ERRAND;
        }
        if (r->what == RUN_PLAN)
            run_placed(p, r);
        else
            pass(ch, r);
        end_placed(p, r->value);
    }
}

/* Runs the operation of an errand, with another address in a slot; returns its error. */
i32 srt_run_errand(far_place *p, u64 slot, u64 address)
{
    channel_record *r = (channel_record *)p->copy;
    launch_record *launch = (launch_record *)p->work;
    if (!is_loaded(p, r) || slot > r->slots)
        return SENSELESS;
    plan *plan = lay_out(p, r, launch);
    launch->args[slot] = address;
    return run_laid_out(plan, launch);
}

/* Ends an errand. `node`: the word that it found, for the mirror. */
static inline void end_errand_of(far_place *p, i32 error, u64 node)
{
    channel_record *r = (channel_record *)p->copy;
    channel_result *result = result_of(p->channel, r->value);
    if (!p->failed) {
        result->finished = now();
        result->error = error;
        result->root = placed_root(p, r);
        result->state = error ? FAILED : DONE;
        atomic_store(&result->node, node);
    }
    end_placed(p, r->value);
}

/* Puts plans in place of the numbers that the steps of a program have: see NumberedPacker. */
static inline void place_program(program *p, plan **plans)
{
    for (u64 i = 0; i < p->streams; i++) {
        replay_step *s = (replay_step *)word_of(p, p->table[i].first);
        replay_step *last = (replay_step *)word_of(p, p->table[i].last);
        for (; s != last; s = step_behind(s)) {
            plan *of = plans[(u64)s->entry % MOST_PLACED];
            s->entry = of->entry;
            s->split = s->split ? of : 0;
            s->args[0] = (u64)of->layout;
        }
    }
}
