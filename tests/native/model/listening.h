/* Scenarios of event loops, which wait for their descriptor and not for a word. */
#pragma once
#include "queues.h"

/* ---- listeners: event loops arm and poll ---------------------------------------------------- */

/* A bridge, as in _runtime/waiting/bridge.py: the values that it waits for on each timeline, in
 * order; 0 ends them. */
typedef struct waiting { queue *q; u64 values[3], next; } waiting;
typedef struct listener { u64 number; int descriptor; waiting lanes[2]; } listener;

static listener listeners[2];

static int arm_for(listener *me, waiting *lane)
{
    return CALL(arm, INT(lane->q), INT(lane->values[lane->next]), INT(me->number)) != 0;
}

/* Returns whether nobody waits on the queue any more; if somebody does, arms it. */
static int settle_lane(listener *me, waiting *lane)
{
    for (;;) {
        u64 completed = completed_by(lane->q);
        while (lane->values[lane->next] && lane->values[lane->next] <= completed)
            lane->next++;
        if (!lane->values[lane->next])
            return 1;
        if (!arm_for(me, lane))
            return 0;
    }
}

static void *listen_until_settled(void *argument)
{
    listener *me = argument;
    int again = 0, left = 0;
    for (waiting *lane = me->lanes; lane != me->lanes + 2; lane++)
        if (lane->q)
            again |= arm_for(me, lane);
    do {
        if (!again)
            model_await_input(me->descriptor);
        model_take_input(me->descriptor);
        again = left = 0;
        for (waiting *lane = me->lanes; lane != me->lanes + 2; lane++)
            left += lane->q && !settle_lane(me, lane);
    } while (left);
    return 0;
}

/* Waits on another timeline, too, if there is one. */
static void add_listener(int i, const char *name, waiting one, waiting other)
{
    listeners[i] = (listener){CALL(listen, INT(1 + i)), 1 + i, {one, other}};
    model_thread(name, listen_until_settled, &listeners[i]);
}

static void set_up_listener(void)
{
    make_queues();
    model_thread("driver", raise_twice, first);
    add_listener(0, "listener", (waiting){first, {1, 2}, 0}, (waiting){0});
}

static void set_up_listeners(void)
{
    make_queues();
    model_thread("driver", raise_twice, first);
    add_listener(0, "listener", (waiting){first, {1, 2}, 0}, (waiting){0});
    add_listener(1, "other", (waiting){first, {2}, 0}, (waiting){0});
}

static void set_up_two_queues(void)
{
    make_queues();
    model_thread("driver", raise_once, first);
    model_thread("driver 2", raise_once, second);
    add_listener(0, "listener", (waiting){first, {1}, 0}, (waiting){second, {1}, 0});
}

/* ---- failure: it wakes every event loop, armed or not --------------------------------------- */

static void *fail_cell(void *q)
{
    EXPECT(start(q, status, 1), "");
    settle(q, status, FAILED, 2);
    return 0;
}

static void *listen_for_failures(void *argument)
{
    listener *me = argument;
    for (;;) {
        if (completed_by(first)) {
            EXPECT(CALL(failures, INT(first)) == 1, "");
            EXPECT(state_of(status) == FAILED, "");
        }
        if (CALL(failures, INT(first)))
            return 0;
        model_await_input(me->descriptor);
        model_take_input(me->descriptor);
    }
}

static void set_up_failure(void)
{
    make_queues();
    model_thread("driver", fail_cell, first);
    listeners[0] = (listener){CALL(listen, INT(1)), 1, {{first, {NEVER_REACHED}, 0}}};
    model_thread("listener", listen_for_failures, &listeners[0]);
}
