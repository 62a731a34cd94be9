/* Scenarios of far queues that end: with the process that runs their records, at any moment, or because
 * they are stopped, or their device is lost.
 *
 * After the end of a process its keeper fails what had begun, and a second place goes on. The oracle
 * is what the keeper finds in the channels before that.
 */
#pragma once
#include "far.h"

/* ---- far_ends: the place ends anywhere, and another one goes on -------------------------------- */

/* Does as the keeper does, after the end of the process. */
static void see_end(void)
{
    model_await_input(CHILD);
    for (u32 i = 0; i < far_count; i++) {
        channel *ch = ((mirror *)far_queues[i]->own)->channel;
        u64 begun = atomic_load(&ch->begun);
        lost_at[i] = begun == atomic_load(&ch->done) ? 0 : begun;
    }
    for (u32 i = 0; i < far_count; i++)
        EXPECT(!CALL(far_running, INT(far_queues[i])) == !lost_at[i], "");
    for (u32 i = 0; i < far_count; i++)
        CALL(fail_far, INT(far_queues[i]), INT(REASON));
}

static void *keep(void *number)
{
    see_end();
    places[(u64)number].has_begun = 0; /* the second one knows nothing of the first */
    return serve(number);
}

/* A place that leaves ends no process; it may end later. */
static void *serve_and_end(void *number)
{
    serve(number);
    model_write(CHILD, SITE("write"));
    return 0;
}

static void set_up_far_ends(void)
{
    make_far(1);
    send_two();
    model_thread("loop", hand_over_and_leave, first);
    model_thread("place", serve_and_end, (void *)0);
    model_mortal(CHILD);
    model_thread("keeper", keep, (void *)0);
}

/* ---- far_woken: the place ends anywhere, perhaps while it wakes the lander --------------------- */

static void set_up_far_woken(void)
{
    make_far(1);
    send_mark(first);
    send_mark(first);
    run_records(first);
    start_lander();
    start_place(0);
    model_mortal(CHILD);
    model_thread("keeper", keep, (void *)0);
    model_daemon();
    model_thread("syncer", see_far_end, 0);
}

/* ---- far_stop: all threads leave --------------------------------------------------------------- */

static void *drain_and_end(void *q)
{
    drain(q);
    CALL(end_landing, INT(far));
    return 0;
}

static void set_up_far_stop(void)
{
    make_far(1);
    send_mark(first);
    stop_queue(first);
    model_thread("loop", drain_and_end, first);
    model_thread("place", serve, (void *)0);
    model_thread("lander", land_ends, 0);
}

/* ---- far_lost: the device is lost; all threads leave, and what is pending fails once ------------ */

static void *hand_over_until_lost(void *q)
{
    srt_drain(q);
    atomic_store(&has_left, 1);
    return 0;
}

/* Tells the loop once more when it has gone to sleep: the loss may have come just before. */
static void *lose_all(void *argument)
{
    queue *q = argument;
    CALL(lose_far, INT(far));
    while (!atomic_load(&has_left) && atomic_load(&q->sleeping) != ASLEEP)
        ;
    CALL(part_far, INT(q));
    while (!atomic_load(&has_left))
        ;
    if (completed_by(q) < 1)
        CALL(lose, INT(q), INT(flown));
    return 0;
}

static void set_up_far_lost(void)
{
    make_far(1);
    send(first, 0, 0, NO_ITEMS);
    start_lander();
    start_place(0);
    model_thread("loop", hand_over_until_lost, first);
    model_thread("loser", lose_all, first);
}

static void check_far_lost(void)
{
    EXPECT(completed_by(first) == 1 && state_of(flown) >= DONE, "");
}

/* ---- far_asked: a launch is asked to stop beside its hand-over ----------------------------------- */

/* Runs until it is asked to end. */
static i32 run_until_asked(void *args, i64 lo, i64 hi)
{
    (void)args, (void)lo, (void)hi;
    while (atomic_load(&result_of(places[0].channel, 1)->node) != STOP_ASKED)
        ;
    return STOPPED;
}

static void *ask_first(void *q)
{
    while (!CALL(ask_far_to_stop, INT(q), INT(1), INT(flown)))
        ;
    return 0;
}

static void set_up_far_asked(void)
{
    make_far(1);
    placed_plans[0]->entry = run_until_asked;
    send(first, 0, 0, NO_ITEMS);
    model_thread("loop", hand_over_and_leave, first);
    model_thread("place", serve, (void *)0);
    model_thread("asker", ask_first, first);
}

static void check_far_asked(void)
{
    CALL(far_running, INT(first));
    EXPECT(state_of(flown) == CANCELLED, "");
}

/* ---- far_dropped: the cell of a launch goes as soon as it has landed ----------------------------- */

static void *land_and_drop(void *q)
{
    while (!completed_by(q))
        CALL(far_running, INT(q));
    EXPECT(state_of(flown) == DONE, "");
    drop(flown);
    return 0;
}

static void set_up_far_dropped(void)
{
    make_far(1);
    send(first, 0, 0, NO_ITEMS);
    model_thread("loop", hand_over, first);
    start_place(0);
    model_thread("owner", land_and_drop, first);
}
