/* The scenarios that the explorer explores: a few threads each, and a handful of records.
 *
 * Every sleep of the core, and the scenarios that go to sleep there, on futexes and without:
 *   await_records  the drain loop, for records          publish, segments, wait, both replays,
 *                                                       all of draining.h, far_taken, far_lost
 *   sleep_until    in await_value, for a timeline       sleepers, cancel, wait, both replays
 *                  in srt_sync (sync_with), for a cell  cancel
 *                  in await_far, for room or an end     far_full, far_here, far_stop
 *   await_or_lose  a CUDA queue's threads, for a        lost, lost_late, landed
 *                  timeline or the loss of the device
 *   run_split      the queue, for users of its job      workers, two_workers, company, two_jobs
 *   srt_work       a worker, for offers                 workers, two_workers, company, two_jobs
 *   await_change   the place, for records               far, far_ends, far_full, far_stop, relay_stop
 *                  the lander, for ends                 far_landed, far_woken, far_full, far_stop
 *   await_channel  the place, for another channel       relay_awaits
 *   await_bell     the sender, for records              relay_words, relay_taken, relay_renewed
 *                  the teller, for ends                 relay_results, relay_begun, relay_begun_low
 *   park           any of these, without futexes        all of these
 *   poll           an event loop, for its descriptor    listener, listeners, two_queues, failure
 */
#include "draining.h"
#include "far_ends.h"
#include "listening.h"
#include "losing.h"
#include "recording.h"
#include "relayed.h"
#include "working.h"

/* ---- publish: the drain loop sleeps until there are records --------------------------------- */

static u32 marks;

static void *submit_marks(void *q)
{
    for (u32 i = 0; i < marks; i++)
        CALL(mark, INT(q), NO_ITEMS, NO_ITEMS);
    stop_queue(q);
    return 0;
}

static void set_up_publish(void)
{
    make_queues();
    marks = 2;
    model_thread("producer", submit_marks, first);
    model_thread("loop", drain, first);
}

/* Two marks and a jump fill a segment. So the third segment may be the first one again, and the
 * loop finds garbage in one that was freed too early. */
static void set_up_segments(void)
{
    set_up_publish();
    marks = 6;
}

static void check_first(void) { check_queue(first); }

/* ---- sleepers: two threads want different values -------------------------------------------- */

static void *want_two(void *q)
{
    static patience p;
    await_value(q, 2, &p);
    EXPECT(completed_by(q) == 2, "");
    return 0;
}

static void set_up_sleepers(void)
{
    make_queues();
    model_thread("driver", raise_twice, first);
    model_thread("wants 1", want_one, first);
    model_thread("wants 2", want_two, first);
}

/* ---- cancel: wakes threads that sync with the cell, beside a signal that wakes another ------ */

static void *sync_with_cell(void *q)
{
    sync_with(q, NEVER_REACHED, status);
    EXPECT(state_of(status) == CANCELLED, "");
    return 0;
}

static void *cancel_cell(void *q)
{
    EXPECT(CALL(cancel, INT(status), INT(q)), "");
    return 0;
}

static void set_up_cancel(void)
{
    make_queues();
    model_thread("driver", raise_once, first);
    model_thread("canceller", cancel_cell, first);
    model_thread("wants 1", want_one, first);
    model_thread("syncer", sync_with_cell, first);
}

/* ---- wait: a queue waits for another's timeline --------------------------------------------- */

static void *submit_wait(void *unused)
{
    struct object waits[] = {{(u64)second, 0, 0}, {1, 0, 0}};
    CALL(mark, INT(first), TUPLE(waits), NO_ITEMS);
    stop_queue(first);
    stop_queue(second);
    return unused;
}

static void set_up_wait(void)
{
    make_queues();
    model_thread("producer", submit_wait, 0);
    model_thread("loop", drain, first);
    model_thread("other loop", drain, second);
}

static void check_both(void)
{
    check_queue(first);
    check_queue(second);
}

const scenario scenarios[] = {
    {"publish", set_up_publish, check_first, 2},
    {"segments", set_up_segments, check_first, 0},
    {"sleepers", set_up_sleepers, check_nothing, 2},
    {"cancel", set_up_cancel, check_nothing, 1},
    {"wait", set_up_wait, check_both, 1},
    {"drained", set_up_drained, check_drained, 1},
    {"submitters", set_up_submitters, check_submitters, 1},
    {"drained_wait", set_up_drained_wait, check_both, 0},
    {"drained_sleeper", set_up_drained_sleeper, check_first, 1},
    {"listener", set_up_listener, check_nothing, 0},
    {"listeners", set_up_listeners, check_nothing, 0},
    {"two_queues", set_up_two_queues, check_nothing, 0},
    {"failure", set_up_failure, check_nothing, 0},
    {"workers", set_up_workers, check_workers, 1},
    {"two_workers", set_up_two_workers, check_workers, 0},
    {"company", set_up_company, check_workers, 1},
    {"two_jobs", set_up_two_jobs, check_workers, 1},
    {"replay", set_up_replay, check_replay, 1},
    {"replay_fails", set_up_replay_fails, check_replay, 1},
    {"lost", set_up_lost, check_lost, 2},
    {"lost_late", set_up_lost_late, check_nothing, 1},
    {"landed", set_up_landed, check_landed, 2},
    {"far", set_up_far, check_two_flown, 1},
    {"far_cancel", set_up_far_cancel, check_far_cancel, 0},
    {"far_ends", set_up_far_ends, check_two_flown, 0},
    {"far_landed", set_up_far_landed, check_far_end, 0},
    {"far_woken", set_up_far_woken, check_far_end, 0},
    {"far_full", set_up_far_full, check_far_end, 0},
    {"far_here", set_up_far_here, check_far_here, 0},
    {"far_taken", set_up_far_taken, check_far_taken, 0},
    {"far_stop", set_up_far_stop, check_far_end, 0},
    {"far_lost", set_up_far_lost, check_far_lost, 0},
    {"far_asked", set_up_far_asked, check_far_asked, 0},
    {"far_dropped", set_up_far_dropped, check_nothing, 0},
    {"relay_words", set_up_relay_words, check_relay_words, 1},
    {"relay_taken", set_up_relay_taken, check_nothing, 1},
    {"relay_results", set_up_relay_results, check_far_end, 0},
    {"relay_awaits", set_up_relay_awaits, check_nothing, 0},
    {"relay_begun", set_up_relay_begun, check_nothing, 1},
    {"relay_begun_low", set_up_relay_begun_low, check_nothing, 0},
    {"relay_brings", set_up_relay_brings, check_errand, 0},
    {"relay_refuses", set_up_relay_refuses, check_errand, 0},
    {"relay_takes", set_up_relay_takes, check_errand, 0},
    {"relay_lost", set_up_relay_lost, check_relay_lost, 0},
    {"relay_renewed", set_up_relay_renewed, check_relay_renewed, 0},
    {"relay_stop", set_up_relay_stop, check_relay_stop, 0},
    {"recorded", set_up_recorded, check_recorded, 0},
    {0},
};
