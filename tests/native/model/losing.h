/* Scenarios of threads that wait for a timeline, and for the loss of their device. */
#pragma once
#include "queues.h"

enum { ILLEGAL_ADDRESS = 700, UNTIL_WOKEN = -1 };

static gpu device;
static u32 reached;

static void *want_one_or_loss(void *q)
{
    static patience p;
    reached = await_or_lose(&device, q, 1, &p, UNTIL_WOKEN);
    return 0;
}

/* As a thread that finds the device lost, and then the runtime, by `part_gpu`. */
static void *lose_device(void *q)
{
    note_loss(&device, ILLEGAL_ADDRESS);
    wake_threads(q);
    return 0;
}

/* ---- lost: nothing else happens -------------------------------------------------------------- */

static void set_up_lost(void)
{
    make_queues();
    model_thread("wants 1", want_one_or_loss, first);
    model_thread("loser", lose_device, first);
}

static void check_lost(void) { EXPECT(!reached, ""); }

/* ---- lost_late: the timeline rises meanwhile, or before -------------------------------------- */

static void set_up_lost_late(void)
{
    set_up_lost();
    model_thread("driver", raise_once, first);
}

/* ---- landed: the device works, and the timeline rises ---------------------------------------- */

static void set_up_landed(void)
{
    make_queues();
    model_thread("wants 1", want_one_or_loss, first);
    model_thread("driver", raise_once, first);
}

static void check_landed(void) { EXPECT(reached, ""); }
