/* The two queues of a scenario, and the checks after they have ended. */
#pragma once
#include "hooks.h"
#include "../c/harness.h"

enum { NEVER_REACHED = 9 };

static queue *first, *second;
static cell *status;

static void make_queues(void)
{
    CALL(set_up, INT(model_portable));
    first = make_queue(UNLIMITED);
    second = make_queue(UNLIMITED);
    status = make_cells(1);
}

static void stop_queue(queue *q) { CALL(stop, INT(q), NO_ITEMS, NO_ITEMS); }

static void check_queue(queue *q)
{
    EXPECT(completed_by(q) == q->issued, "");
    EXPECT(q->head == atomic_load(&q->tail), "");
}

static void check_nothing(void) {}

static void *raise_twice(void *q)
{
    signal(q);
    signal(q);
    return 0;
}

static void *raise_once(void *q)
{
    signal(q);
    return 0;
}

static void *want_one(void *q)
{
    static patience p;
    await_value(q, 1, &p);
    EXPECT(completed_by(q) >= 1, "");
    return 0;
}
