/* Loops and branches: plans whose launch runs a list of steps turn by turn, or one of two lists.
 *
 * Such a plan is the plan of a step in a program, or in the steps of another one. Its steps are a
 * program with one stream, whose bases are the slots of the launch. The intended behaviour:
 * 1. Before each turn the flag is looked at, if there is one. If it is 0 before the first, the
 *    other steps run, once.
 * 2. After each turn some bases move on. The next launch begins with the addresses that it is given.
 * 3. The first step that fails ends the loop, at once.
 * 4. Between two turns it looks whether the launch of the whole program was asked to stop, and then
 *    ends with the error STOPPED. A program that was asked while it ran its last turn, and that
 *    has not failed, ends in the same way. The deadline of the whole program holds in its loops.
 */
#pragma once
#include "replay.h"

typedef struct control {
    _Atomic u64 turn;  /* the turn that runs, counted from 1; 0: it does not run. Others read it. */
    u64 node;          /* the node that failed last, counted from 1 */
    program *of;       /* the program of which it is a part, also below other loops; 0: nobody stops it */
    program *body, *other;
    u64 turns;         /* the most */
    u64 flag;          /* the number of its base, counted from 1; 0: it has none */
    u64 flag_offset;   /* in bytes */
    u64 strides;       /* how many bases move */
    struct { u64 base, bytes; } moves[];
} control;

static program_base *base_of(program *p, u64 number)
{
    return (program_base *)word_of(p, p->first_base) + number;
}

static int goes_on(control *c)
{
    return !c->flag || *(volatile u8 *)(base_of(c->body, c->flag - 1)->address + c->flag_offset);
}

static int is_asked_to_stop(const program *p)
{
    return atomic_load_explicit(p->asked, memory_order_relaxed) >= PAST_DEADLINE;
}

/* Runs the steps of one side, with the deadline of the whole program. */
static u64 run_side(control *c, program *side)
{
    side->deadline = c->of ? c->of->deadline : 0;
    side->asked = c->of ? c->of->asked : 0;
    return run_alone(side);
}

static u64 run_control(control *c)
{
    u64 failure = 0;
    for (u64 turn = 0; turn != c->turns && goes_on(c) && !failure; turn++) {
        atomic_store_explicit(&c->turn, turn + 1, memory_order_relaxed);
        failure = run_side(c, c->body);
        for (u64 i = 0; i < c->strides; i++)
            move_base(c->body, base_of(c->body, c->moves[i].base), c->moves[i].bytes);
        if (!failure && c->of && is_asked_to_stop(c->of))
            failure = (u32)STOPPED;
    }
    atomic_store_explicit(&c->turn, 0, memory_order_relaxed);
    return failure;
}

/* The slots are the bases; the layout's only word is the address of the structure. */
i32 srt_control(u64 *args, i64 lo, i64 hi)
{
    (void)lo, (void)hi;
    control *c = *(control **)args[0];
    rebase(c->body, args + 1);
    u64 failure;
    if (c->other && !goes_on(c)) {
        rebase(c->other, args + 1);
        failure = run_side(c, c->other);
    } else {
        failure = run_control(c);
    }
    c->node = failure >> 32;
    return (i32)failure;
}

/* Returns the node that failed in a step, counted from 1. */
static COLD u64 failed_node(replay_step *s)
{
    u64 within = s->entry == (entry_function *)srt_control ? (*(control **)s->args[0])->node : 0;
    return within ? within : s->node + 1;
}

/* As srt_replay, of a program with loops. */
i32 srt_replay_loops(u64 *args, i64 lo, i64 hi)
{
    i32 error = srt_replay(args, lo, hi);
    return !error && is_asked_to_stop(*(program **)args[0]) ? STOPPED : error;
}
