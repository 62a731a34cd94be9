/* Loops and branches on a GPU, and programs that have some.
 *
 * Each is one CUDA graph if it can be, whose conditional nodes make the turns. It is also a list of
 * steps, which the feeder's thread hands over turn by turn. A step of the list may be such a plan
 * itself. Python builds both. The intended behaviour:
 * 1. The list serves where there is no graph: the driver has no conditional nodes, or addresses move
 *    from turn to turn. It serves also when the driver refuses the graph, or new parameters of its
 *    nodes.
 * 2. The flag of a list is copied to pinned memory before each turn, and waited for. Without a flag
 *    turns are handed over ahead, so that the device never waits for the host.
 * 3. At most 2 * LOOP_AHEAD steps are ahead of the device, because the driver's own queue is believed
 *    to hold some thousand. An event that no flight covers yet, that of the launch itself, is
 *    recorded for that; see feeder.h, 5.
 * 4. A step that may return an error is waited for. So nothing runs after it if it failed.
 * 5. Before each turn the list looks whether its launch is to stop. A graph looks at a pinned word
 *    after each turn, which is set by whoever waits for it. Both then end as if they had succeeded;
 *    landing.h makes that a cancellation.
 * 6. The thread may be abandoned in each call of the driver, as in all others. Then nothing here is
 *    touched any more.
 */
#pragma once
#include "cuda_graph.h"
#include "landing.h"

#define LOOP_AHEAD 64

typedef struct loop_step {
    u64 size;   /* in words: the distance to the next step */
    u64 node;
    const gpu_kernel *kernel;
    u64 args[]; /* slot 0: the layout words */
} loop_step;

/* Each word from `first` to `last` is the place of a slot that holds this base plus an offset. */
typedef struct loop_base { u64 address, stride, first, last; } loop_base;

typedef struct gpu_loop {
    cuda_graph *graph; /* 0: there is none */
    u64 turns;         /* the most */
    u64 flag;          /* the number of its base, counted from 1; 0: it has none */
    u64 flag_offset;   /* in bytes */
    u64 body, other, end; /* places: the steps of a turn are in front of `other`, behind are those
                             that run if the flag is 0 before the first turn */
    u64 bases;
    loop_base table[];
} gpu_loop;

static void move_loop_base(gpu_loop *l, loop_base *base, u64 distance)
{
    base->address += distance;
    for (u64 at = base->first; at != base->last; at++)
        *((u64 *)l + *((u64 *)l + at)) += distance;
}

/* Waits for an event of this thread's own; returns the CUresult. `stop` is that of a graph before
 * it, or 0. */
static i32 await_here(gpu_queue *c, void *event, volatile i32 *stop)
{
    i32 error;
    u32 asked = 0;
    do {
        if (stop)
            error = await_loops(c, &c->feeder, event, &c->looks, c->launch, stop);
        else if ((error = watch_event(c, &c->feeder, event, &c->looks)) == NOT_READY)
            error = DRIVE(c->gpu, &c->feeder, c->gpu->calls->synchronize(event));
    } while (ask_again(c->gpu, error, &asked));
    return error;
}

/* Waits for all that was handed over, so that another turn may be decided on. */
static i32 await_turn(gpu_queue *c)
{
    void *event = event_of(c, c->value + 1);
    i32 error = record_event(c, event);
    if (!error)
        error = await_here(c, event, c->stop);
    if (!error)
        c->ahead = 0, c->stop = 0;
    return error;
}

/* Notes a step that was handed over, and waits for earlier ones if there are too many. */
static i32 keep_near(gpu_queue *c)
{
    void *event = event_of(c, c->value + 1);
    if (++c->ahead % LOOP_AHEAD)
        return 0;
    i32 error = 0;
    if (c->ahead > LOOP_AHEAD)
        error = await_here(c, event, 0);
    return error ? error : record_event(c, event);
}

static i32 hand_step(gpu_queue *c, loop_step *s, volatile i32 *code)
{
    const gpu_kernel *k = s->kernel;
    i32 error = k->has_loops ? k->hand(c, k, s->args, code)
                             : DRIVE(c->gpu, &c->feeder, k->hand(c, k, s->args, code));
    if (error || !k->fallible)
        return error ? error : keep_near(c);
    error = await_turn(c);
    if (!error && code[0] && !code[1])
        code[1] = (i32)s->node + 1;
    return error;
}

/* Hands steps over, up to one that fails. */
static i32 hand_steps(gpu_queue *c, gpu_loop *l, u64 first, u64 last, volatile i32 *code)
{
    i32 error = 0;
    for (u64 at = first; at != last && !error && !code[0];) {
        loop_step *s = (loop_step *)((u64 *)l + at);
        at += s->size;
        error = hand_step(c, s, code);
    }
    return error;
}

/* Reads the flag, once all that was handed over is over. */
static i32 read_flag(gpu_queue *c, gpu_loop *l, int *holds)
{
    *holds = 1;
    if (!l->flag)
        return 0;
    volatile u8 *byte = (volatile u8 *)&c->codes[2 * GPU_CREDIT];
    u64 from = l->table[l->flag - 1].address + l->flag_offset;
    i32 error = DRIVE(c->gpu, &c->feeder, c->gpu->calls->copy((u64)byte, from, 1, c->stream));
    if (!error)
        error = await_turn(c);
    if (!error)
        *holds = *byte != 0;
    return error;
}

static i32 hand_turns(gpu_queue *c, gpu_loop *l, volatile i32 *code)
{
    for (u64 turn = 0; turn != l->turns && !is_to_end(c->launch); turn++) {
        int holds;
        i32 error = is_lost(c->gpu) ? GIVEN_UP : read_flag(c, l, &holds);
        if (!error && !holds)
            return turn ? 0 : hand_steps(c, l, l->other, l->end, code);
        if (!error)
            error = hand_steps(c, l, l->body, l->other, code);
        if (error || code[0])
            return error;
        for (u64 i = 0; i < l->bases; i++)
            if (l->table[i].stride)
                move_loop_base(l, &l->table[i], l->table[i].stride);
    }
    return 0;
}

/* The slots are the addresses of the bases; the layout's only word is the address of the block. */
i32 srt_hand_loop(gpu_queue *c, const gpu_kernel *k, u64 *args, volatile i32 *code)
{
    (void)k;
    gpu_loop *l = *(gpu_loop **)args[0];
    if (l->graph) {
        *l->graph->stop = 0;
        i32 error = DRIVE(c->gpu, &c->feeder, hand_whole(c, l->graph, args + 1, code));
        if (!error)
            c->stop = l->graph->stop;
        if (!error || error == GIVEN_UP || ends_device(error))
            return error;
    }
    for (u64 i = 0; i < l->bases; i++)
        if (args[1 + i] != l->table[i].address)
            move_loop_base(l, &l->table[i], args[1 + i] - l->table[i].address);
    return hand_turns(c, l, code);
}
