/* The order that streams, events and the host establish, whatever order the work happens to run in.
 *
 * 1. Each stream counts what was enqueued in it, and knows up to which count of each other stream
 *    everything is over before its next operation begins. It learns that from the events that it
 *    waits for: a recording knows what its stream knew.
 * 2. So does the host, from what its calls have told it: an event that is over, a stream without
 *    work, a host function, a written word. All threads of the host are one here.
 * 3. Memory of a pool is used after its allocation and freed after its last use, in that order
 *    ("Stream query, stream synchronize, and CUDA events can be used to guarantee that the
 *    allocation operation completes before work submitted in a separate stream runs",
 *    cuMemAllocFromPoolAsync). A program that has it only by luck is found, too.
 */
#pragma once
#include "fake_memory.h"

static u64 time_of(const ledger *l, u32 number) { return number < l->count ? l->times[number] : 0; }

static void note_time(ledger *l, u32 number, u64 time)
{
    if (number >= l->count) {
        l->times = larger(l->times, (number + 1) * sizeof *l->times);
        memset(l->times + l->count, 0, (number + 1 - l->count) * sizeof *l->times);
        l->count = number + 1;
    }
    if (l->times[number] < time)
        l->times[number] = time;
}

static void learn(ledger *l, const ledger *from)
{
    for (u32 i = from->count; i--;)
        if (from->times[i])
            note_time(l, i, from->times[i]);
}

/* Whether what was enqueued then is over before the stream's next operation begins. */
static int is_before(const stream *s, u32 number, u64 time)
{
    return time <= time_of(&s->knows, number) || time <= time_of(&the.host_knows, number);
}

static void order_use(stream *s, memory *m, u64 time)
{
    if (m && m->pool && !is_before(s, m->born_in, m->born_at))
        misuse(OK, "it uses memory that another stream allocates, and no event orders it after "
               "that (cuMemAllocFromPoolAsync)");
    if (m && m->pool)
        note_time(&m->uses, s->number, time);
}

static void order_uses(stream *s, const bound *b, u64 time)
{
    for (u32 i = 0; i < b->call->function->count; i++)
        order_use(s, b->memories[i], time);
}

static void order_free(stream *s, const memory *m)
{
    for (u32 i = 0; i < m->uses.count; i++)
        if (!is_before(s, i, m->uses.times[i])) {
            misuse(OK, "work of another stream uses the memory, and no event orders the free after "
                   "it (cuMemFreeAsync)");
            return;
        }
}

static void order_frame(stream *s, const frame *f, u64 time)
{
    for (u32 i = 0; i < f->part->count; i++)
        if (f->bodies[i])
            order_frame(s, f->bodies[i], time);
        else
            order_uses(s, &f->bounds[i], time);
}

/* Gives an operation its place in the order of its stream. */
static void order(stream *s, op *o)
{
    u64 time = time_of(&s->knows, s->number) + 1;
    switch (o->what) {
    case ALLOC:
        o->to.memory->born_in = s->number, o->to.memory->born_at = time;
        break;
    case FREE:
        order_free(s, o->to.memory);
        break;
    case LAUNCH:
        order_uses(s, o->bound, time);
        break;
    case REPLAY:
        order_frame(s, o->run->whole, time);
        break;
    case WAIT:
        break;
    default:
        order_use(s, o->to.memory, time);
        order_use(s, o->from.memory, time);
    }
    note_time(&s->knows, s->number, time);
    if (o->what == RECORD)
        learn(&o->point->knows, &s->knows);
    if (o->what == HOST || o->what == WRITE)
        learn(&o->knows, &s->knows);
}
