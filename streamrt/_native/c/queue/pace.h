/* The pace of a plan: how many threads pay for a launch of it, as its launches have shown.
 *
 * What a second thread costs depends on the machine, on what else runs there and on whether the
 * workers sleep. On a virtual machine a wake-up may take longer than the launch. So nobody declares
 * it: launches try it.
 *
 * 1. A round begins with all threads. TRIES launches in a row take each width, because the first
 *    of them may have to wake workers that stay awake for the next. The quickest one counts: a
 *    launch that was preempted says nothing.
 * 2. Then half as many threads are tried, as long as that costs a twentieth more at most. So a width
 *    that is much slower is tried once in a round.
 * 3. The width that was found stays for STAY launches. The number doubles from round to round.
 * 4. A plan whose launches take longer than LONG keeps all threads: a wake-up is nothing beside
 *    them, and a try would be dear.
 * 5. Several queues may launch a plan at once. Only one of them notes its launch, and the others do
 *    not wait for it.
 */
#pragma once
#include "platform.h"

#define TRIES 4
#define STAY 64
#define MOST_STAY 4096
#define LONG 2000000 /* ns */

static u32 width_of(pace *p, u32 threads)
{
    u32 width = atomic_load_explicit(&p->width, memory_order_relaxed);
    return width && width < threads ? width : threads;
}

static void take_width(pace *p, u32 width)
{
    p->tried = 0;
    atomic_store_explicit(&p->width, width, memory_order_relaxed);
}

/* Judges the width that was tried last. */
static void judge_width(pace *p, u32 width)
{
    int pays = !p->most || p->quickest <= p->most;
    if (pays) {
        i64 most = p->quickest + p->quickest / 20;
        p->most = p->most && p->most < most ? p->most : most;
        p->found = width;
    }
    if (pays && width > 1) {
        take_width(p, width / 2);
        return;
    }
    take_width(p, p->found);
    p->most = 0;
    p->last_stay = !p->last_stay ? STAY : p->last_stay < MOST_STAY ? 2 * p->last_stay : MOST_STAY;
    p->stays = p->last_stay;
}

/* Notes that a launch on that many of all threads took so long. */
static void note_launch(pace *p, u32 width, u32 threads, i64 ns)
{
    if (atomic_exchange(&p->is_noted, 1))
        return;
    if (p->stays) {
        if (!--p->stays)
            take_width(p, 0);
    } else if (width == width_of(p, threads) && (p->most || ns < LONG)) {
        p->quickest = p->tried && p->quickest < ns ? p->quickest : ns;
        if (++p->tried == TRIES)
            judge_width(p, width);
    }
    atomic_store(&p->is_noted, 0);
}
