/* Scenarios of queues whose submitters drain them while their loops sleep. */
#pragma once
#include "queues.h"

static pthread_mutex_t runtimes_lock; /* every submitter holds it */
static _Atomic u32 owners;
static u32 submitters_left, kernels_run;

static void make_cpu_queues(void)
{
    make_queues();
    CALL(drain_by_submitters, INT(first));
    CALL(drain_by_submitters, INT(second));
    status = make_cells(3);
}

/* The owner of a queue runs its kernels; another one may come in while this one stops here. */
static i32 run_as_owner(void *args, i64 lo, i64 hi)
{
    (void)args, (void)lo, (void)hi;
    EXPECT(!atomic_fetch_add(&owners, 1), "");
    kernels_run++;
    EXPECT(atomic_fetch_sub(&owners, 1) == 1, "");
    return 0;
}

/* ---- drained: a kernel that waits for the submitter, between quick ones ------------------------ */

enum { LATCH = 3 }; /* a descriptor */

static i32 hold(void *args, i64 lo, i64 hi)
{
    model_await_input(LATCH);
    return run_as_owner(args, lo, hi);
}

static void *submit_kernels(void *q)
{
    plan *quick = make_quick_plan(run_as_owner), *slow = make_plan(hold, 1, 1, NO_ITEMS);
    launch(q, &status[0], quick, 0);
    launch(q, &status[1], slow, 0);
    launch(q, &status[2], quick, 0);
    model_write(LATCH, SITE("write"));
    stop_queue(q);
    return 0;
}

static void set_up_drained(void)
{
    make_cpu_queues();
    model_thread("producer", submit_kernels, first);
    model_thread("loop", drain, first);
}

static void check_drained(void)
{
    EXPECT(kernels_run == 3, "");
    for (int i = 0; i < 3; i++)
        EXPECT(state_of(&status[i]) == DONE, "");
    check_queue(first);
}

/* ---- submitters: two threads, with one lock --------------------------------------------------- */

static void *submit_one(void *number)
{
    plan *quick = make_quick_plan(run_as_owner);
    pthread_mutex_lock(&runtimes_lock);
    launch(first, &status[(u64)number], quick, 0);
    if (!--submitters_left)
        stop_queue(first);
    pthread_mutex_unlock(&runtimes_lock);
    return 0;
}

static void set_up_submitters(void)
{
    make_cpu_queues();
    submitters_left = 2;
    model_thread("submitter 0", submit_one, (void *)0);
    model_thread("submitter 1", submit_one, (void *)1);
    model_thread("loop", drain, first);
}

static void check_submitters(void)
{
    EXPECT(kernels_run == 2, "");
    check_queue(first);
}

/* ---- drained_wait: a wait that only the submitter can end ------------------------------------- */

static void *submit_crossed(void *unused)
{
    struct object waits[] = {{(u64)second, 0, 0}, {1, 0, 0}};
    CALL(mark, INT(first), TUPLE(waits), NO_ITEMS);
    CALL(mark, INT(second), NO_ITEMS, NO_ITEMS);
    stop_queue(first);
    stop_queue(second);
    return unused;
}

static void set_up_drained_wait(void)
{
    make_cpu_queues();
    model_thread("producer", submit_crossed, 0);
    model_thread("loop", drain, first);
    model_thread("other loop", drain, second);
}

/* ---- drained_sleeper: a thread that sleeps until the submitter has drained the queue ---------- */

static void *submit_mark_and_stop(void *q)
{
    CALL(mark, INT(q), NO_ITEMS, NO_ITEMS);
    stop_queue(q);
    return 0;
}

static void set_up_drained_sleeper(void)
{
    make_cpu_queues();
    model_thread("producer", submit_mark_and_stop, first);
    model_thread("loop", drain, first);
    model_thread("wants 1", want_one, first);
}
