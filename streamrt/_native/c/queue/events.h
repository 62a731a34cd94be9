/* The recorder's rings: what became of each execution, one line of memory each.
 *
 * A queue that is recorded has a ring, its `log`. The intended behaviour:
 * 1. Whoever settles an execution writes its event, before the cell becomes final: after that the
 *    cell may be freed. That is the owner of the loop's fields, or the completer of a CUDA queue.
 *    So a ring has one writer at a time, and writing takes no lock.
 * 2. A ring may lie in a file that another process reads. A reader copies events, then reads
 *    `written` again, and drops those that may have been overwritten meanwhile: an event is kept if
 *    its number is at least `written - size + 1`. That is enough, because the words of event n are
 *    stored with release order: nobody sees one of them before `written` is n.
 * 3. Events are lost if nobody reads them in time. The counters are exact all the same.
 * 4. A ring may be taken away at any moment, and lives until its queue is freed, because its writer
 *    may be inside it.
 * 5. A wait that ended before its launch began is noted in the ring, for the launch's event.
 */
#pragma once
#include "queue.h"


/* Code of those who record stays out of the way of all others. */
#define APART __attribute__((noinline))
#define RARE(condition) __builtin_expect(!!(condition), 0)

enum event_kind { EXECUTION, NODE, COLLECT = 5 }; /* of EventKind in trace.py, which has all */

typedef struct event {
    i64 submitted, started, finished;
    u64 value;      /* of the queue's timeline; with the ring's index it is the execution's name */
    u64 waited_for; /* the point that held it longest: index << 40 | value; 0: nothing did */
    u32 what, tag;  /* see `cell` */
    u32 waited;     /* for how long, in 64 ns */
    i32 error;
    u32 node;       /* counted from 1; 0: the event is no node's */
    u8 kind, state;
    uint16_t unused;
} event;

struct ring {
    OWN_LINE _Atomic u64 written; /* events, since the start */
    u64 mask;                     /* the number of events that it holds, a power of 2, less 1 */
    u64 waited_for, waited;       /* of the next event; ns */
    u64 queued_sum, ran_sum;      /* ns */
    u64 notes_nodes;              /* of a stream of a program: whether its nodes are noted */
    u64 next;                     /* see tell_of_pauses */
    u64 queued[64], ran[64];      /* how often it took 2^i to 2^(i+1) ns */
    _Atomic u64 events[][8];      /* each is an `event` */
};

static inline ring *log_of(queue *q) { return atomic_load_explicit(&q->log, memory_order_acquire); }

static u32 log2_of(i64 ns) { return ns > 0 ? 63 - (u32)__builtin_clzll((u64)ns) : 0; }

static u64 two_in_one(u32 low, u32 high) { return (u64)high << 32 | low; }

static void write_event(ring *log, event e)
{
    u64 written = atomic_load_explicit(&log->written, memory_order_relaxed);
    _Atomic u64 *words = log->events[written & log->mask];
    const u64 from[8] = {(u64)e.submitted, (u64)e.started, (u64)e.finished, e.value, e.waited_for,
                         two_in_one(e.what, e.tag), two_in_one(e.waited, (u32)e.error),
                         two_in_one(e.node, (u32)e.state << 8 | e.kind)};
    for (int i = 0; i < 8; i++)
        atomic_store_explicit(&words[i], from[i], memory_order_release);
    atomic_store_explicit(&log->written, written + 1, memory_order_release);
}

/* Notes that a queue was held until that point was reached. */
static void note_held(ring *log, const queue *target, u64 value, i64 took)
{
    if (log->waited_for && (u64)took <= log->waited)
        return;
    log->waited_for = target->index << 40 | value;
    log->waited = took > 0 ? (u64)took : 0;
}

static u32 waited_of(u64 ns) { return ns >> 6 < UINT32_MAX ? (u32)(ns >> 6) : UINT32_MAX; }

/* Notes the end of an execution that signals that value, with what held it. */
static void note_end(ring *log, const cell *c, u32 state, u64 value, u64 waited_for, u64 waited)
{
    i64 queued = c->started - c->submitted, ran = c->finished - c->started;
    write_event(log, (event){c->submitted, c->started, c->finished, value, waited_for, c->what,
                             c->tag, waited_of(waited), c->error, 0, EXECUTION, (u8)state, 0});
    log->queued[log2_of(queued)]++;
    log->ran[log2_of(ran)]++;
    log->queued_sum += queued > 0 ? (u64)queued : 0;
    log->ran_sum += ran > 0 ? (u64)ran : 0;
}

/* The same, of the execution that the queue signals next. */
static void note_next_end(ring *log, queue *q, const cell *c, u32 state)
{
    u64 value = atomic_load_explicit(&q->completed, memory_order_relaxed) + 1;
    note_end(log, c, state, value, log->waited_for, log->waited);
    log->waited_for = log->waited = 0;
}

/* Notes that a node of a program ran, in a ring of the program's own. */
static void note_node(ring *log, u32 node, i64 started, i64 finished, i32 error)
{
    write_event(log, (event){0, started, finished, 0, log->waited_for, 0, 0,
                             waited_of(log->waited), error, node + 1, NODE,
                             error ? FAILED : DONE, 0});
    log->waited_for = log->waited = 0;
}
