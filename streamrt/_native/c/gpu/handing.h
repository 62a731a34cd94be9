/* Queues behind a driver: the feeder's thread, and submitters that hand over in its place.
 *
 * The thread drains the queue; feeder.h has what it does with each record, and its rule 9 says when a
 * submitter does that. Behind a driver that tells of no ends none does.
 */
#pragma once
#include "feeder.h"

#define DRIVER_TIME 5000 /* ns, of a launch or a copy */
#define SLOW 100000    /* ns, of all that a submitter hands over at once */
#define OFTEN 16       /* if one of so many is slow, the thread does it from then on, */
#define MOST_SLOW (8 * OFTEN) /* after some of them */
#define FEW 128        /* in flight, half of the credit, so that a submitter hands over one more */

/* Returns the most ns that a record takes in a submitter's thread; see 9. */
static u64 bound_of_hand(record *r, queue *q)
{
    gpu_queue *c = q->own;
    if (c->slow >= MOST_SLOW || !has_reached(&q->completed, c->value > FEW ? c->value - FEW : 0))
        return NEVER;
    c->began = now();
    if (r->handler == handle_gpu_launch) {
        plan *p = (plan *)((launch_record *)r)->args[0] - 1;
        gpu_kernel *k = (gpu_kernel *)p->entry;
        int is_known = atomic_load_explicit(&k->is_known, memory_order_relaxed) != 0;
        return is_known && !k->has_loops ? DRIVER_TIME : NEVER;
    }
    if (r->handler == handle_gpu_wait) {
        wait_record *wait = (wait_record *)r;
        return has_reached(&wait->target->completed, wait->value) ? RECORD_TIME : NEVER;
    }
    return r->handler == handle_gpu_signal ? RECORD_TIME : NEVER;
}

static i32 cover_told(queue *q)
{
    gpu_queue *c = q->own;
    i32 verdict = cover_before_sleep(q);
    if (atomic_load_explicit(&q->sleeping, memory_order_relaxed) != TAKEN) {
        c->in_burst = c->value - c->idle_at > 1;
        c->idle_at = c->value;
    } else if (now() - c->began > SLOW) {
        c->slow += OFTEN;
    } else if (c->slow) {
        c->slow--;
    }
    return verdict;
}

static int rests_alone(queue *q) { return !((gpu_queue *)q->own)->in_burst; }

#define TO_THE_DRIVER .wait = handle_gpu_wait, .check = handle_check, .launch = handle_gpu_launch, \
                      .signal = handle_gpu_signal, .stop = handle_gpu_stop

static const kind gpu_kind = {TO_THE_DRIVER, .idle = cover_before_sleep};
static const kind told_kind = {
    .quick = 4 * DRIVER_TIME, .bound = bound_of_hand, .rests = rests_alone, .idle = cover_told,
    TO_THE_DRIVER,
};

/* The thread that drains a queue. Returns when the queue is stopped or its device is lost. */
i32 srt_feed(queue *q)
{
    gpu_queue *c = q->own;
    if (!come_in(&c->feeder))
        return STOP;
    i32 error = take_context(c, &c->feeder);
    i32 verdict = error ? give_up(q, error) : srt_drain(q);
    go_away(&c->feeder);
    return verdict;
}
