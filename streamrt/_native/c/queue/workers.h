/* The workers: threads of the process that help any queue with a launch worth splitting.
 *
 * 1. A queue offers a job in a free slot and works on it itself; workers join in. Without a
 *    free slot, or without workers, the queue does all of the job.
 * 2. Each thread has a range of the job as its home, the same one in each job of that extent: what
 *    it wrote in one launch and reads in the next is in its core's caches. It takes parts of its
 *    home, then of the other ranges.
 * 3. A part is a share of what is left of a range, so the first ones are large, and the last ones
 *    so small that all threads end together. A worker that comes late leaves more to the others.
 * 4. After a part that failed, only those before it still run, so that a kernel may look for the
 *    first of something.
 * 5. The last part of a worker is short, so the queue spins for it for some 20 us. A sleep would cost
 *    more.
 * 6. A job takes no more threads than pay, see pace.h: the queue's and the first workers.
 * 7. The job's arguments lie in the queue's record. So the queue leaves only when no worker is
 *    inside: a worker enters (users + 1) and then looks whether the job is still open; the
 *    queue closes the job and then looks at the users. All four are sequentially consistent.
 * 8. The system may wake a worker on the core of the queue that offered the job, though another core
 *    is idle: on some virtual machines it does not know that they share a cache. The worker runs
 *    there only when the queue has done all of the job. So it moves to another core, and is woken
 *    there the next time.
 */
#pragma once
#include <string.h>
#include "pace.h"

enum { FREE, FILLING, OPEN, CLOSED };
#define JOBS 16
#define MOST_RANGES 16
#define SHARES 2 /* into how many what is left of a range is divided */
#define WIDE_PART 1024
#define RELAX_TURNS 1000

static struct job {
    OWN_LINE _Atomic u32 state;
    _Atomic u32 users;
    _Atomic i32 error;
    _Atomic u64 failed; /* the first element of the first part that failed; NEVER if none did */
    entry_function *entry;
    void *args;
    i64 least; /* the least part */
    u32 width; /* how many threads work on it: those whose home is below it */
    u32 count;
    struct range {
        OWN_LINE _Atomic i64 next;
        i64 end;
    } ranges[MOST_RANGES];
} jobs[JOBS];

static struct {
    OWN_LINE _Atomic u64 offers; /* counts all jobs so far; workers sleep on it */
    _Atomic u32 asleep;
    _Atomic u32 threads;         /* how many are inside srt_work */
    _Atomic u32 stopping;
    _Atomic i32 core;            /* of the queue that made the last offer; see this_core */
} workers;

/* Returns the width of a part that is to have about that one: no less than the least part, and
 * such that the next part begins as a vector or a cache line does. So it is a multiple of the least
 * part, or of 64 if it is wide. */
static i64 part_of(i64 width, i64 least)
{
    i64 wanted = width > least ? width : least, unit = wanted >= WIDE_PART ? 64 : least;
    return (wanted + unit - 1) / unit * unit;
}

/* Divides the job into as many ranges as there are threads, if each has a part at least. */
static void lay_ranges(struct job *job, i64 extent, i64 threads)
{
    i64 count = extent / job->least;
    count = count < threads ? count : threads;
    count = count < MOST_RANGES ? count : MOST_RANGES;
    count = count > 1 ? count : 1;
    i64 width = part_of((extent + count - 1) / count, job->least), first = 0;
    for (i64 k = 0; k < count; k++) {
        i64 end = first + width < extent ? first + width : extent;
        job->ranges[k].end = end;
        atomic_store(&job->ranges[k].next, first);
        first = end;
    }
    job->count = (u32)count;
}

/* Takes a part of a range of the job: [*lo, *hi). */
static int take_of(struct job *job, struct range *range, i64 *lo, i64 *hi)
{
    i64 first = atomic_load_explicit(&range->next, memory_order_relaxed), end;
    do {
        if (first >= range->end)
            return 0;
        i64 part = part_of((range->end - first) / SHARES + 1, job->least);
        end = part < range->end - first ? first + part : range->end;
    } while (!atomic_compare_exchange_weak(&range->next, &first, end));
    *lo = first;
    *hi = end;
    return 1;
}

/* Takes a part of the thread's home, or of another range if nothing is left of it. */
static int take_part(struct job *job, u32 home, i64 *lo, i64 *hi)
{
    for (u32 k = 0; k < job->count; k++)
        if (take_of(job, &job->ranges[(home + k) % job->count], lo, hi))
            return 1;
    return 0;
}

/* Works on the job until no part is left. Returns whether it did any part. */
static int help(struct job *job, u32 home)
{
    int any = 0;
    for (i64 lo, hi; take_part(job, home, &lo, &hi);) {
        if ((u64)lo > atomic_load_explicit(&job->failed, memory_order_relaxed))
            continue;
        any = 1;
        i32 error = job->entry(job->args, lo, hi);
        i32 none = 0;
        if (error) {
            atomic_compare_exchange_strong(&job->error, &none, error);
            lower(&job->failed, (u64)lo);
        }
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

/* Notes on which core the queue is that makes an offer; see 8. */
static void note_core(void)
{
    i32 core = this_core();
    if (core)
        atomic_store_explicit(&workers.core, core, memory_order_relaxed);
}

/* Has the workers join in a launch. */
static i32 run_shared(struct job *job, plan *p, void *args, u32 width)
{
    job->entry = p->entry;
    job->args = args;
    job->least = p->grain;
    job->width = width;
    lay_ranges(job, p->extent, width);
    atomic_store(&job->error, 0);
    atomic_store(&job->failed, NEVER);
    note_core();
    atomic_store(&job->state, OPEN);
    atomic_fetch_add(&workers.offers, 1);
    if (atomic_load(&workers.asleep))
        wake_sleepers(low_half(&workers.offers));
    help(job, 0);
    atomic_store(&job->state, CLOSED);
    for (u32 users, turn = 0; (users = atomic_load(&job->users)); turn++) {
        if (turn < RELAX_TURNS)
            relax();
        else
            sleep_on(&job->users, users, -1);
    }
    return atomic_load(&job->error);
}

static i32 run_split(plan *p, void *args)
{
    u32 threads = atomic_load_explicit(&workers.threads, memory_order_relaxed) + 1;
    if (threads == 1)
        return p->entry(args, 0, p->extent);
    u32 width = width_of(&p->pace, threads);
    struct job *job = width > 1 ? claim_job() : 0;
    i64 since = now();
    i32 error = job ? run_shared(job, p, args, width) : p->entry(args, 0, p->extent);
    if (!error && (job || width == 1))
        note_launch(&p->pace, width, threads, now() - since);
    if (job)
        atomic_store(&job->state, FREE);
    return error;
}

static int visit(struct job *job, u32 home)
{
    int any = 0;
    if (atomic_load(&job->state) != OPEN)
        return 0;
    atomic_fetch_add(&job->users, 1);
    if (atomic_load(&job->state) == OPEN && home < job->width)
        any = help(job, home);
    if (atomic_fetch_sub(&job->users, 1) == 1 && atomic_load(&job->state) == CLOSED)
        wake_sleepers(&job->users);
    return any;
}

/* Moves a worker off the core of the queue that made the last offer; see 8. */
static void make_way(void)
{
    i32 core = this_core();
    if (core && core == atomic_load_explicit(&workers.core, memory_order_relaxed))
        leave_core(core);
}

/* The function of a worker thread, until srt_stop_workers. */
void srt_work(void)
{
    u32 home = atomic_fetch_add(&workers.threads, 1) + 1;
    patience patience = {SHORTEST, 0};
    while (!atomic_load(&workers.stopping)) {
        u64 offers = atomic_load(&workers.offers);
        int any = 0;
        make_way();
        for (int i = 0; i < JOBS; i++)
            any |= visit(&jobs[i], home);
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
