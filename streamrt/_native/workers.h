/* The workers: threads of the process that help any queue with a launch worth splitting.
 *
 * 1. A queue offers a job in a free slot and works on it itself; workers join in. Without a
 *    free slot, or without workers, the queue does all of the job.
 * 2. A part is a share of what is left, so the first ones are large, and the last ones so small that
 *    all threads end together. A worker that comes late leaves more to the others.
 * 3. The job's arguments lie in the queue's record. So the queue leaves only when no worker is
 *    inside: a worker enters (users + 1) and then looks whether the job is still open; the
 *    queue closes the job and then looks at the users. All four are sequentially consistent.
 */
#pragma once
#include <string.h>
#include "platform.h"

enum { FREE, FILLING, OPEN, CLOSED };
#define JOBS 16
#define PARTS_PER_THREAD 2 /* of what is left */
#define WIDE_PART 1024
#define RELAX_TURNS 40

static struct job {
    OWN_LINE _Atomic u32 state;
    _Atomic u32 users;
    _Atomic i32 error;
    entry_function *entry;
    void *args;
    i64 extent, least, shares; /* the least part; into how many what is left is divided */
    OWN_LINE _Atomic i64 next;
} jobs[JOBS];

static struct {
    OWN_LINE _Atomic u64 offers; /* counts all jobs so far; workers sleep on it */
    _Atomic u32 asleep;
    _Atomic u32 threads;         /* how many are inside srt_work */
    _Atomic u32 stopping;
} workers;

/* Takes a part of the job: [*lo, *hi). Wide ones begin at multiples of 64, as cache lines do. */
static int take_part(struct job *job, i64 *lo, i64 *hi)
{
    i64 first = atomic_load_explicit(&job->next, memory_order_relaxed), end;
    do {
        if (first >= job->extent)
            return 0;
        i64 part = (job->extent - first) / job->shares + 1;
        part = part > job->least ? part : job->least;
        if (part >= WIDE_PART)
            part = (part + 63) & ~63ll;
        end = part < job->extent - first ? first + part : job->extent;
    } while (!atomic_compare_exchange_weak(&job->next, &first, end));
    *lo = first;
    *hi = end;
    return 1;
}

/* Works on the job until no part is left. Returns whether it did any part. */
static int help(struct job *job)
{
    int any = 0;
    for (i64 lo, hi; take_part(job, &lo, &hi);) {
        if (atomic_load_explicit(&job->error, memory_order_relaxed))
            return any;
        any = 1;
        i32 error = job->entry(job->args, lo, hi);
        i32 none = 0;
        if (error)
            atomic_compare_exchange_strong(&job->error, &none, error);
    }
    return any;
}

static struct job *claim_job(void)
{
    for (int i = 0; i < JOBS; i++) {
        u32 expected = FREE;
        if (atomic_compare_exchange_strong(&jobs[i].state, &expected, FILLING))
            return &jobs[i];
    }
    return 0;
}

static i32 run_split(plan *p, void *args)
{
    u32 threads = atomic_load_explicit(&workers.threads, memory_order_relaxed) + 1;
    struct job *job = threads > 1 ? claim_job() : 0;
    if (!job)
        return p->entry(args, 0, p->extent);
    job->entry = p->entry;
    job->args = args;
    job->extent = p->extent;
    job->least = p->grain;
    job->shares = threads * PARTS_PER_THREAD;
    atomic_store(&job->next, 0);
    atomic_store(&job->error, 0);
    atomic_store(&job->state, OPEN);
    atomic_fetch_add(&workers.offers, 1);
    if (atomic_load(&workers.asleep))
        wake_sleepers(low_half(&workers.offers));
    help(job);
    atomic_store(&job->state, CLOSED);
    for (u32 users, turn = 0; (users = atomic_load(&job->users)); turn++) {
        if (turn < RELAX_TURNS)
            relax();
        else
            sleep_on(&job->users, users, -1);
    }
    i32 error = atomic_load(&job->error);
    atomic_store(&job->state, FREE);
    return error;
}

static int visit(struct job *job)
{
    int any = 0;
    if (atomic_load(&job->state) != OPEN)
        return 0;
    atomic_fetch_add(&job->users, 1);
    if (atomic_load(&job->state) == OPEN)
        any = help(job);
    if (atomic_fetch_sub(&job->users, 1) == 1 && atomic_load(&job->state) == CLOSED)
        wake_sleepers(&job->users);
    return any;
}

/* The function of a worker thread, until srt_stop_workers. */
void srt_work(void)
{
    atomic_fetch_add(&workers.threads, 1);
    patience patience = {SHORTEST, 0};
    while (!atomic_load(&workers.stopping)) {
        u64 offers = atomic_load(&workers.offers);
        int any = 0;
        for (int i = 0; i < JOBS; i++)
            any |= visit(&jobs[i]);
        if (any || spin_until(&workers.offers, offers + 1, &patience))
            continue;
        atomic_fetch_add(&workers.asleep, 1);
        if (atomic_load(&workers.offers) == offers && !atomic_load(&workers.stopping))
            sleep_on(low_half(&workers.offers), (u32)offers, -1);
        atomic_fetch_sub(&workers.asleep, 1);
    }
    atomic_fetch_sub(&workers.threads, 1);
}

void srt_stop_workers(void)
{
    atomic_store(&workers.stopping, 1);
    atomic_fetch_add(&workers.offers, 1);
    wake_sleepers(low_half(&workers.offers));
}

/* Resets everything in the child of a fork: the threads do not exist there, and a job may be half
 * done. */
static void forget_all_workers(void)
{
    memset(jobs, 0, sizeof jobs);
    memset(&workers, 0, sizeof workers);
}
