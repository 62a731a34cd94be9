/* Scenarios of work that several threads share: split launches, and replays. */
#pragma once
#include "queues.h"

/* ---- workers: a queue shares its launches --------------------------------------------------- */

typedef struct split { plan *p; u32 taken[3]; int is_over; } split;

static split splits[2];
static _Atomic u32 inside, queues_left;

static i32 take_parts(void *args, i64 lo, i64 hi)
{
    split *mine = args;
    EXPECT(!mine->is_over, "");
    for (i64 i = lo; i < hi; i++)
        EXPECT(!mine->taken[i]++, "");
    return 0;
}

/* The first part of two waits for the second, which another thread has to take. */
static i32 meet(void *args, i64 lo, i64 hi)
{
    enum { DOOR = 3 };
    split *mine = args;
    if (hi - lo == mine->p->extent)
        return take_parts(args, lo, hi); /* there are no workers yet */
    if (atomic_fetch_add(&inside, 1))
        model_write(DOOR, SITE("write"));
    else
        model_await_input(DOOR);
    return take_parts(args, lo, hi);
}

static void run_whole(split *mine)
{
    run_split(mine->p, mine);
    for (i64 i = 0; i < mine->p->extent; i++)
        EXPECT(mine->taken[i] == 1, "");
    mine->is_over = 1;
}

static void *run_one(void *mine)
{
    run_whole(mine);
    if (atomic_fetch_sub(&queues_left, 1) == 1)
        srt_stop_workers();
    return 0;
}

/* The second job uses the first one's slot, with other parts. */
static void *run_two(void *unused)
{
    run_whole(&splits[0]);
    run_whole(&splits[1]);
    srt_stop_workers();
    return unused;
}

static void *work(void *unused)
{
    srt_work();
    return unused;
}

static void make_splits(entry_function *entry)
{
    make_queues();
    splits[0] = (split){.p = make_plan(entry, 2, 1, NO_ITEMS)};
    splits[1] = (split){.p = make_plan(entry, 3, 2, NO_ITEMS)};
}

static void set_up_workers(void)
{
    make_splits(take_parts);
    model_thread("queue", run_two, 0);
    model_thread("worker", work, 0);
}

static void set_up_two_workers(void)
{
    make_splits(take_parts);
    queues_left = 1;
    model_thread("queue", run_one, &splits[0]);
    model_thread("worker", work, 0);
    model_thread("worker 2", work, 0);
}

static void set_up_company(void)
{
    make_splits(meet);
    queues_left = 1;
    model_thread("queue", run_one, &splits[0]);
    model_thread("worker", work, 0);
}

static void set_up_two_jobs(void)
{
    make_splits(take_parts);
    queues_left = 2;
    model_thread("queue", run_one, &splits[0]);
    model_thread("queue 2", run_one, &splits[1]);
    model_thread("worker", work, 0);
}

static void check_workers(void)
{
    EXPECT(!workers.threads && !workers.asleep, "");
    for (int i = 0; i < JOBS; i++)
        EXPECT(!jobs[i].users && jobs[i].state == FREE, "");
}

/* ---- replay: two streams that wait for each other ------------------------------------------- */

static program *replayed;
static u32 steps_run[3];
static i32 step_error; /* of the step on the other stream */

enum { TABLE = offsetof(program, table) / 8, STREAM = 5 }; /* words */

/* a and c on the launch's own stream, b on the helper's: a before b before c. */
static i32 run_a(void *args, i64 lo, i64 hi) { (void)args, (void)hi; return steps_run[0]++, (i32)lo; }

static i32 run_b(void *args, i64 lo, i64 hi)
{
    (void)args, (void)lo, (void)hi;
    EXPECT(steps_run[0], "");
    steps_run[1]++;
    return step_error;
}

static i32 run_c(void *args, i64 lo, i64 hi)
{
    (void)args, (void)lo, (void)hi;
    EXPECT(steps_run[1] && !step_error, "");
    steps_run[2]++;
    return 0;
}

static replay_step *write_step(replay_step *at, entry_function *entry, u32 node, u64 reaches, u32 waits, u64 stream)
{
    *at = (replay_step){.entry = entry, .extent = 1, .reaches = reaches, .size = 7 + 2 * waits,
                 .node = node, .slots = 1, .waits = waits};
    if (waits)
        *(step_wait *)(at->args + 1) = (step_wait){stream, 1};
    return step_behind(at);
}

static void write_program(void)
{
    program *p = replayed = aligned_zeros(8 * 64);
    replay_step *at = (replay_step *)word_of(p, TABLE + STREAM * 2);
    *p = (program){.streams = 2};
    p->table[0] = (program_stream){.progress = first, .end = 3, .first = (u64 *)at - (u64 *)p};
    at = write_step(write_step(at, run_a, 0, 1, 0, 0), run_c, 2, 0, 1, 1);
    p->table[1] = (program_stream){.progress = second, .end = 2, .first = (u64 *)at - (u64 *)p};
    p->table[0].last = p->table[1].first;
    at = write_step(at, run_b, 1, 1, 1, 0);
    p->table[1].last = (u64 *)at - (u64 *)p;
}

/* The program and its own progress are freed while the helper may still be at its signal. */
static void *launch_replay(void *unused)
{
    u64 failure = run_together(replayed);
    EXPECT(failure == (step_error ? 2ull << 32 | (u32)step_error : 0), "");
    EXPECT(steps_run[0] == 1 && steps_run[1] == 1, "");
    EXPECT(steps_run[2] == !step_error, "");
    EXPECT(completed_by(first) == 3, "");
    free(replayed);
    free(first);
    stop_queue(second);
    return unused;
}

static void set_up_replay(void)
{
    make_queues();
    write_program();
    model_thread("launch", launch_replay, 0);
    model_thread("helper", drain, second);
}

static void set_up_replay_fails(void)
{
    step_error = 7;
    set_up_replay();
}

static void check_replay(void) { check_queue(second); }
