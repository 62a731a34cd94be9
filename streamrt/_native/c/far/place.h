/* The place: the process in which a far device's kernels run, a thread for each channel.
 *
 * It reads channel.h's records in order, and carries them out with the host's own plans. It takes no
 * lock and allocates nothing, so a kernel that damages memory meets little of it.
 */
#pragma once
#include "channel.h"

/* Room for the launch that runs, a `launch_record` as `srt_replay` expects it. */
#define LAUNCH_ROOM (sizeof(launch_record) / sizeof(u64) + 1 + MOST_SLOTS)

typedef struct far_place { /* Python writes it */
    channel *channel;
    bell *bell;
    u64 number;   /* of the channel */
    plan **plans; /* by number; MOST_PLACED of them */
} far_place;

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

/* Finds the root of the first that a launch looks at and that did not succeed; 0: all did. */
static u64 failed_check(channel *ch, const channel_record *r)
{
    for (u32 i = 0; i < r->checks; i++) {
        channel_result *of = result_of(ch, r->rest[i]);
        if (of->state != DONE)
            return of->root;
    }
    return 0;
}

/* Runs one launch; fills its result. */
static void run_placed(far_place *p, const channel_record *r, launch_record *launch, cell *status)
{
    channel_result *result = result_of(p->channel, r->value);
    u64 root = failed_check(p->channel, r);
    *result = (channel_result){.root = root, .state = SKIPPED};
    result->started = result->finished = now();
    if (root)
        return;
    plan *plan = p->plans[r->plan % MOST_PLACED];
    launch->status = status;
    launch->args[0] = (u64)plan->layout;
    memcpy(launch->args + 1, r->rest + r->checks, r->slots * sizeof(u64));
    status->node = 0;
    i32 error = plan->extent > plan->grain ? run_split(plan, launch->args)
                                           : plan->entry(launch->args, 0, plan->extent);
    result->finished = now();
    result->error = error;
    result->node = status->node;
    result->root = p->channel->index << 40 | r->value;
    result->state = error ? FAILED : DONE;
}

static void pass(channel *ch, const channel_record *r)
{
    i64 at = now();
    *result_of(ch, r->value) = (channel_result){
        .root = r->plan, .state = r->checks, .started = at, .finished = at};
}

static void ring_bell(far_place *p)
{
    atomic_fetch_or(&p->bell->dirty[p->number / 64], 1ull << p->number % 64);
    atomic_fetch_add(&p->bell->rings, 1);
    wake_shared(&p->bell->asleep);
}

/* The thread of a channel, until the mirror has it leave. */
void srt_place(far_place *p)
{
    channel *ch = p->channel;
    patience patience = {LONGEST, 0};
    u64 copy[MOST_RECORD], work[LAUNCH_ROOM], head = atomic_load(&ch->head);
    channel_record *r = (channel_record *)copy;
    cell status = {0};
    for (;;) {
        if (atomic_load_explicit(&ch->tail, memory_order_acquire) == head)
            await_change(&ch->tail, head, &ch->asleep, &patience);
        if (atomic_load_explicit(&ch->tail, memory_order_acquire) == head)
            continue;
        take_record(ch, copy, &head);
        if (r->what == LEAVE)
            return;
        atomic_store(&ch->begun, r->value);
        if (r->what == RUN_PLAN)
            run_placed(p, r, (launch_record *)work, &status);
        else
            pass(ch, r);
        atomic_store(&ch->done, r->value);
        ring_bell(p);
    }
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
