/* The promises of a timeline that a queue of another kind drives: what is to signal, in order.
 *
 * timeline.py has the rules; here they are kept. A promise is a cell, or 0 for a bare signal. The values
 * up to `completed` have signalled, those up to `begun` have begun, those up to `promised` are
 * promised: so three counts and a ring of cells say all.
 * 1. Any thread may call what begins with srt_, with the interpreter's lock or without it: a callback of
 *    a driver ends executions so. The lock is held for a few steps, and never while Python runs.
 * 2. What has begun passes as soon as its turn comes if it does not run: a bare signal, and an execution
 *    that was cancelled or skipped, or is late. So the first of those that have begun, if there is one, runs.
 * 3. A breach is noted in words. Nothing has an effect from then on, and each call replies BROKEN,
 *    until Python has said `lose` with the words as its reason. No thread watches for the breaches of
 *    C code yet: they are told by the next method that Python calls.
 */
#pragma once
#include "loop.h"

#define FIRST_PROMISES 64u
#define LARGE_PROMISES 4096u /* a larger ring goes with its backlog */

enum reply { NOTHING_TO_DO, RUNS, BROKEN };
enum keeping { KEPT, IN_BREACH, OVER }; /* OVER: the timeline is lost or closed */
enum deed { STARTED, FINISHED, LOST_WORK, SIGNALLED };
enum instead { NOTHING_NEXT, SIGNAL_NEXT, OTHER_NEXT, NEVER_STARTED };

/* timeline.py has these fields, too. */
typedef struct promises {
    queue *q;      /* whose timeline they raise; 0 once that is closed */
    u64 promised, begun; /* values */
    u64 strays;    /* completions without an effect */
    u64 place;     /* of the breach: the value */
    u32 deed, of_signal, instead; /* what was done there, whether by a bare signal, and what was next */
    u32 keeping;
    cell **cells;  /* the promise of a value, at the value modulo `room`, which is a power of two */
    u64 room;
    pthread_mutex_t lock; /* of all of this, and of the right to raise the timeline; 0 at first */
} promises;

/* What became of the next execution that runs; see Timeline.advance. */
typedef struct result { i32 error; u32 node; i64 started, finished; } result;

COLD static u64 ended_of(queue *q) { return atomic_load_explicit(&q->completed, memory_order_relaxed); }
COLD static u64 ended(promises *p) { return ended_of(p->q); }
COLD static cell **promise_of(promises *p, u64 value) { return &p->cells[value & (p->room - 1)]; }
COLD static i64 time_or_now(i64 at) { return at ? at : now(); }

COLD static int is_promised(promises *p, u64 value, cell *c)
{
    return value <= p->promised && *promise_of(p, value) == c;
}

/* Takes the lock; returns whether the promises are kept so far. If not, so many completions stray. */
COLD static int enter(promises *p, u64 completions)
{
    pthread_mutex_lock(&p->lock);
    if (p->keeping != KEPT)
        p->strays += completions;
    return p->keeping == KEPT;
}

COLD static i32 leave(promises *p, i32 reply)
{
    if (p->keeping == IN_BREACH)
        reply = BROKEN;
    pthread_mutex_unlock(&p->lock);
    return reply;
}

COLD static void note_breach(promises *p, u32 deed, u64 value, u32 instead)
{
    p->keeping = IN_BREACH;
    p->deed = deed;
    p->place = value;
    p->instead = instead;
}

/* Notes that something else was to come at that value. */
COLD static void note_stranger(promises *p, u32 deed, u64 value, int of_signal)
{
    p->of_signal = of_signal;
    note_breach(p, deed, value,
                value > p->promised ? NOTHING_NEXT : *promise_of(p, value) ? OTHER_NEXT : SIGNAL_NEXT);
}

/* ---- ending ---------------------------------------------------------------------------------- */

/* Ends the next execution. One that began ahead counts as started when the one before it ended. */
COLD static void end_next(queue *q, cell *c, u32 state, i64 at)
{
    if (c->started < q->clock)
        c->started = q->clock;
    settle(q, c, state, at);
}

/* Ends the next execution, which runs, and lets those pass that do not; see 2. */
COLD static void end_running(promises *p, cell *c, u32 state, i64 at)
{
    end_next(p->q, c, state, at);
    for (u64 next; (next = ended(p) + 1) <= p->begun;) {
        c = *promise_of(p, next);
        if (!c) {
            signal(p->q);
            continue;
        }
        state = atomic_load_explicit(&c->state, memory_order_acquire);
        if (state == RUNNING)
            return;
        end_next(p->q, c, state, at);
    }
}

/* Whether that cell's end, of the kind `deed`, is due. If not, it is a second one, or a breach. */
COLD static int may_end(promises *p, cell *c, u32 deed)
{
    u64 next = ended(p) + 1;
    int is_next = is_promised(p, next, c);
    if (is_next && p->begun >= next)
        return 1;
    if (c && atomic_load_explicit(&c->state, memory_order_acquire) > RUNNING)
        p->strays++;
    else if (is_next)
        note_breach(p, deed, next, NEVER_STARTED);
    else
        note_stranger(p, deed, next, !c);
    return 0;
}

/* Ends an execution that has begun with an error code, 0 for success, at `at` (ns; 0: now). */
COLD i32 srt_finish(promises *p, cell *c, i32 error, i64 at)
{
    if (enter(p, 1) && may_end(p, c, FINISHED)) {
        c->error = error;
        end_running(p, c, error ? state_of_error(c, error) : DONE, time_or_now(at));
    }
    return leave(p, NOTHING_TO_DO);
}

/* Fails an execution that has begun, for a reason that its device gave that number. */
COLD i32 srt_fail(promises *p, cell *c, u64 reason, i64 at)
{
    if (enter(p, 1) && may_end(p, c, LOST_WORK)) {
        c->refused = reason;
        end_running(p, c, FAILED, time_or_now(at));
    }
    return leave(p, NOTHING_TO_DO);
}

/* Ends the next execution that runs with what became of it; returns whether there was one. */
COLD static int take_result(promises *p, const result *r)
{
    u64 next = ended(p) + 1;
    if (p->begun < next) {
        if (next <= p->promised && *promise_of(p, next))
            note_breach(p, FINISHED, next, NEVER_STARTED);
        else
            note_stranger(p, FINISHED, next, 0);
        return 0;
    }
    cell *c = *promise_of(p, next);
    if (r->started)
        c->started = r->started;
    u32 state = r->error ? state_of_error(c, r->error) : DONE;
    if (state == FAILED)
        c->node = r->node;
    c->error = r->error;
    end_running(p, c, state, time_or_now(r->finished));
    return 1;
}

/* Ends so many executions that have begun, in their order. The results need not be aligned. */
COLD i32 srt_advance(promises *p, const void *results, u64 count)
{
    result r;
    if (enter(p, count))
        for (const char *at = results; count; at += sizeof r, count--) {
            memcpy(&r, at, sizeof r);
            if (!take_result(p, &r)) {
                p->strays += count - 1;
                break;
            }
        }
    return leave(p, NOTHING_TO_DO);
}

/* ---- beginning ------------------------------------------------------------------------------- */

/* Makes the next execution that begins skipped, unless the one with that cell succeeded. */
COLD i32 srt_check(promises *p, cell *producer)
{
    if (enter(p, 0))
        look_at(p->q, producer);
    return leave(p, NOTHING_TO_DO);
}

/* Begins an execution at `at` (ns; 0: now). Returns RUNS, or that it does not run. */
COLD i32 srt_start(promises *p, cell *c, i64 at)
{
    int runs = 0;
    if (enter(p, 1)) {
        u64 value = p->begun + 1;
        if (!c || !is_promised(p, value, c)) {
            note_stranger(p, STARTED, value, !c);
        } else {
            int is_ahead = value > ended(p) + 1;
            p->begun = value;
            at = time_or_now(at);
            runs = is_ahead ? start_ahead(p->q, c, value, at) : start(p->q, c, at);
        }
    }
    return leave(p, runs ? RUNS : NOTHING_TO_DO);
}

/* Carries out a bare signal, in its turn: at once, or when all that has begun before has ended. */
COLD i32 srt_signal(promises *p)
{
    if (enter(p, 1)) {
        u64 value = p->begun + 1;
        if (!is_promised(p, value, 0)) {
            note_stranger(p, SIGNALLED, value, 1);
        } else {
            p->begun = value;
            if (value == ended(p) + 1)
                signal(p->q);
        }
    }
    return leave(p, NOTHING_TO_DO);
}

/* ---- promising, and giving up ---------------------------------------------------------------- */

/* Makes room for one more promise; -1 if there is no memory. */
COLD static int reserve_promise(promises *p)
{
    u64 first = ended(p) + 1, pending = p->promised - first + 1;
    if (!pending && p->room > LARGE_PROMISES) {
        free(p->cells);
        p->cells = 0;
        p->room = 0;
    }
    if (pending < p->room)
        return 0;
    u64 room = p->room ? 2 * p->room : FIRST_PROMISES;
    cell **more = malloc(room * sizeof *more);
    if (!more)
        return -1;
    for (u64 value = first; value <= p->promised; value++)
        more[value & (room - 1)] = *promise_of(p, value);
    free(p->cells);
    p->cells = more;
    p->room = room;
    return 0;
}

/* Promises one more signal, of that cell or a bare one; returns its value, 0 if there is no memory. */
COLD static u64 add_promise(promises *p, cell *c)
{
    u64 value = 0;
    pthread_mutex_lock(&p->lock);
    if (!p->q || !reserve_promise(p)) {
        value = ++p->promised;
        if (p->q)
            *promise_of(p, value) = c;
    }
    pthread_mutex_unlock(&p->lock);
    return value;
}

/* Fails an execution, begun or not, because its device is lost. It signals `value` in its turn, by
 * `lose_next`. Nothing else may end it any more, except a cancel. */
COLD static void fail_ahead(queue *q, cell *c, u64 value)
{
    u32 state = atomic_load(&c->state);
    if (state != SKIPPED && state != FAILED) /* those that a CUDA queue has ended before they land */
        c->root = q->index << 40 | value;    /* before anybody finds it failed */
    if (state <= CANCELLED) /* until then it may be a deadline */
        c->finished = now();
    while (state <= DONE && !atomic_compare_exchange_weak(&c->state, &state, FAILED))
        ;
}

/* Fails the next execution, if `fail_ahead` has not, and raises the timeline. */
COLD static void lose_next(queue *q, cell *c)
{
    fail_ahead(q, c, ended_of(q) + 1);
    q->poison = 0; /* the next execution may be of another epoch of the device */
    settle(q, c, atomic_load(&c->state), c->finished ? c->finished : now());
}

/* Keeps the promises up to a value, with failures. */
COLD static void fail_promises(promises *p, u64 value)
{
    pthread_mutex_lock(&p->lock);
    while (p->q && ended(p) < p->promised && ended(p) < value) {
        cell *c = *promise_of(p, ended(p) + 1);
        if (c)
            lose_next(p->q, c);
        else
            signal(p->q);
    }
    p->begun = p->promised;
    pthread_mutex_unlock(&p->lock);
}

/* Takes note of nothing any more. A closed timeline is not touched again. */
COLD static void stop_taking(promises *p, int is_closed)
{
    pthread_mutex_lock(&p->lock);
    p->keeping = OVER;
    if (is_closed) {
        free(p->cells);
        p->cells = 0;
        p->q = 0;
    }
    pthread_mutex_unlock(&p->lock);
}
