/* Replay: one launch runs a whole program of prepared launches, as several in-order streams.
 *
 * A program is plain memory that program.py builds. Its parts are found by their distance from
 * its start, in words of 8 bytes. It is launched through `srt_replay`. The intended behaviour:
 * 1. The launch's own thread runs stream 0. Each other stream is a `part` record for a helper
 *    queue. No lock is needed, because only that thread submits to the helpers. With one stream
 *    nothing is atomic and no clock is read.
 * 2. Before any step starts, the launch's thread adds the distance that each base has moved to the
 *    slots that hold the base, and notes the progress of each stream.
 * 3. A stream's progress is the timeline of its helper queue; for stream 0, of a queue without a
 *    thread. From where it stood, it rises by the number of finished steps wherever a step waits
 *    for that number, and by `end` in the end, one more than the steps. A helper's `issued` rises
 *    by `end`, too.
 * 4. The first step that fails is recorded, once for all streams. Each stream looks for that after
 *    the waits of every step; then it starts no further step and goes to its end at once. So
 *    nobody waits for ever, and no step runs without the steps that it waits for.
 * 5. The launch ends when all parts have ended. A helper's last access to the program comes before
 *    the signal of its end, and a signal touches only the queue. So the program may then be freed.
 * 6. If there is no memory for all parts, nothing is published: the launch fails and nothing ran.
 * 7. A step may be a loop or a branch; see control.h.
 * 8. If the launch has a deadline, each stream looks at the clock before each step. Once it has passed,
 *    no further step starts, and the replay ends with the error STOPPED.
 * 9. The nodes of a stream are noted if its progress queue has a ring that asks for nodes. For that,
 *    a program with one stream is given such a queue, too.
 */
#pragma once
#include "loop.h"

#define OUT_OF_MEMORY (-12) /* the error code of a replay in which no step failed */

typedef struct step_wait { u64 stream, count; } step_wait;

typedef struct replay_step {
    entry_function *entry;
    plan *split;   /* 0: too small to split */
    i64 extent;
    u64 reaches;   /* its stream's progress after it; 0: nobody waits for that */
    u32 size;      /* in words: the distance to the next step */
    u32 node;
    u32 slots;     /* slot 0 included */
    u32 waits;
    u64 args[];    /* slot 0: the plan's layout; the waits follow the slots */
} replay_step;

typedef struct program_stream {
    queue *progress;
    u64 since;       /* progress at the start of this replay */
    u64 end;         /* steps + 1 */
    u64 first, last; /* in words: the start of its steps, and the end of the last one */
} program_stream;

/* Each word from `first` to `last` is the place of a slot that holds this base plus an offset. */
typedef struct program_base { u64 address, first, last; } program_base;

typedef struct program {
    OWN_LINE _Atomic u64 failure; /* of this replay: error code below, node + 1 above; 0: none */
    _Atomic u64 *asked; /* where its loops find STOP_ASKED, and where PAST_DEADLINE is noted */
    i64 deadline;       /* of the launch, in ns; 0: it has none */
    u64 streams;
    u64 bases;
    u64 first_base;              /* in words */
    program_stream table[];
} program;

typedef struct part_record { record header; program *whole; program_stream *part; } part_record;

static u64 *word_of(program *p, u64 word) { return (u64 *)p + word; }

static void move_base(program *p, program_base *base, u64 distance)
{
    base->address += distance;
    for (u64 *at = word_of(p, base->first); at != word_of(p, base->last); at++)
        *word_of(p, *at) += distance;
}

static void rebase(program *p, const u64 *addresses)
{
    program_base *base = (program_base *)word_of(p, p->first_base);
    for (u64 i = 0; i < p->bases; i++, base++) {
        u64 moved = addresses[i] - base->address;
        if (moved)
            move_base(p, base, moved);
    }
}

static i32 run_step(replay_step *s)
{
    return s->split ? run_split(s->split, s->args) : s->entry(s->args, 0, s->extent);
}

static replay_step *step_behind(replay_step *s) { return (replay_step *)((u64 *)s + s->size); }
static u64 failed_node(replay_step *s); /* in control.h */
static u64 failure_of(replay_step *s, i32 error) { return failed_node(s) << 32 | (u32)error; }

/* Whether its deadline has passed, which is noted then. */
static int is_too_late(program *p)
{
    if (!RARE(p->deadline) || now() <= p->deadline)
        return 0;
    atomic_store(p->asked, PAST_DEADLINE);
    return 1;
}

/* ---- one stream ------------------------------------------------------------------------------ */

/* The ring to which the nodes of a stream go; 0: they are not noted. */
static ring *node_log_of(program_stream *of)
{
    queue *progress = *(queue *volatile *)&of->progress; /* Python may be setting it */
    ring *log = progress ? log_of(progress) : 0;
    return log && log->notes_nodes ? log : 0;
}

static i32 run_noted(replay_step *s, ring *log, i64 *clock)
{
    i64 since = *clock ? *clock : now();
    i32 error = run_step(s);
    *clock = now();
    note_node(log, s->node, since, *clock, error);
    return error;
}

static u64 run_alone(program *p)
{
    replay_step *s = (replay_step *)word_of(p, p->table->first), *last = (replay_step *)word_of(p, p->table->last);
    ring *log = node_log_of(p->table);
    i64 clock = 0;
    for (; s != last; s = step_behind(s)) {
        if (is_too_late(p))
            return (u32)STOPPED;
        i32 error = log ? run_noted(s, log, &clock) : run_step(s);
        if (error)
            return failure_of(s, error);
    }
    return 0;
}

/* ---- several --------------------------------------------------------------------------------- */

static void await_progress(program_stream *of, u64 count, patience *p)
{
    queue *progress = of->progress;
    u64 value = of->since + count;
    if (!has_reached(&progress->completed, value))
        await_value(progress, value, p);
}

static void await_steps(program *p, replay_step *s, patience *patience)
{
    step_wait *wait = (step_wait *)(s->args + s->slots);
    for (u32 i = 0; i < s->waits; i++, wait++)
        await_progress(&p->table[wait->stream], wait->count, patience);
}

static void run_part(program *p, program_stream *part)
{
    queue *progress = part->progress;
    u64 since = part->since, end = part->end;
    ring *log = node_log_of(part);
    i64 clock = 0;
    replay_step *s = (replay_step *)word_of(p, part->first), *last = (replay_step *)word_of(p, part->last);
    for (; s != last; s = step_behind(s)) {
        if (s->waits)
            clock = 0;
        await_steps(p, s, &progress->patience);
        if (atomic_load_explicit(&p->failure, memory_order_relaxed))
            break;
        int is_late = is_too_late(p);
        i32 error = is_late ? STOPPED : log ? run_noted(s, log, &clock) : run_step(s);
        if (error) {
            u64 none = 0, failure = is_late ? (u32)error : failure_of(s, error);
            atomic_compare_exchange_strong(&p->failure, &none, failure);
            break;
        }
        if (s->reaches)
            raise_to(progress, since + s->reaches);
    }
    raise_to(progress, since + end);
}

static i32 handle_part(record *r, queue *q)
{
    part_record *part = (part_record *)r;
    q->clock = 0;
    run_part(part->whole, part->part);
    return GO_ON;
}

/* Hands a helper its part, after make_room. */
static void post_part(program *p, program_stream *part)
{
    queue *helper = part->progress;
    part_record *r = (part_record *)helper->cursor;
    *r = (part_record){{handle_part, sizeof *r}, p, part};
    helper->issued += part->end;
    publish(helper, (char *)(r + 1), sizeof *r);
    wake_loop(helper);
}

static u64 run_together(program *p)
{
    program_stream *own = p->table, *end = own + p->streams;
    for (program_stream *part = own + 1; part != end; part++) {
        if (make_room(part->progress, sizeof(part_record)))
            return (u32)OUT_OF_MEMORY;
        part->since = part->progress->issued;
    }
    own->since = atomic_load_explicit(&own->progress->completed, memory_order_relaxed);
    atomic_store_explicit(&p->failure, 0, memory_order_relaxed);
    for (program_stream *part = own + 1; part != end; part++)
        post_part(p, part);
    run_part(p, own);
    for (program_stream *part = own + 1; part != end; part++)
        await_progress(part, part->end, &own->progress->patience);
    return atomic_load_explicit(&p->failure, memory_order_relaxed);
}

/* ---- the entry ------------------------------------------------------------------------------- */

static cell *status_of(u64 *args)
{
    return ((launch_record *)((char *)args - sizeof(launch_record)))->status;
}

/* The slots are the bases; the layout's only word is the program's address. Only handle_launch may
 * call it, and its plan is never split, because the arguments have to lie in a launch record. */
i32 srt_replay(u64 *args, i64 lo, i64 hi)
{
    (void)lo, (void)hi;
    program *p = *(program **)args[0];
    cell *c = status_of(args);
    p->deadline = c->deadline;
    p->asked = c->refused ? (_Atomic u64 *)c->refused : &c->node;
    rebase(p, args + 1);
    u64 failure = p->streams == 1 ? run_alone(p) : run_together(p);
    if (failure && state_of_error(c, (i32)failure) == FAILED)
        c->node = failure >> 32;
    return (i32)failure;
}
