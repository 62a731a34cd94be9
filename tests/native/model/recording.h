/* Scenarios of rings that are read while they are written. */
#pragma once
#include "queues.h"
#include "../c/reading.h"

enum { RING = 2, NUMBERS = 3 };

static ring *recorded;
static event copied[RING];
static u64 kept_events;

static void *write_numbers(void *unused)
{
    for (u64 n = 0; n < NUMBERS; n++)
        write_event(recorded, numbered(n));
    return unused;
}

static void *read_numbers(void *unused)
{
    reading r = {0, 0, copied};
    read_ring(recorded, &r);
    check_numbers(recorded, &r);
    kept_events = r.end - r.first;
    return unused;
}

static void set_up_recorded(void)
{
    recorded = make_ring(RING);
    kept_events = 0;
    model_thread("writer", write_numbers, 0);
    model_thread("reader", read_numbers, 0);
}

static void check_recorded(void)
{
    EXPECT(kept_events <= RING, "");
    EXPECT(atomic_load(&recorded->written) == NUMBERS, "");
}
