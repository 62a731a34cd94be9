/* CUDA graphs: a whole program as one launch.
 *
 * Python builds the graph, with one kernel node for each step, and a block of words that says what
 * differs from launch to launch. In the block, a place is a distance from its start in words of 8
 * bytes. The intended behaviour:
 * 1. A launch adds the distance that each base has moved to the slots that hold that base. The
 *    driver is given new parameters for the nodes of these slots, and for no others. If nothing
 *    moved, a launch is one call of the driver.
 * 2. The driver copies the parameters of a node when it is given them, and uses them from the next
 *    launch on. The program's last launch has ended by then; see backend.py, 14.
 * 3. Each step that may return an error writes it to a word of its own. The program's last step,
 *    the collector, writes the first of these errors to where the launch's belongs, which is
 *    another place each time. So a program without such steps needs no collector.
 * 4. If the driver refuses new parameters, the launch fails, and the next one gives them again. A
 *    graph with loops is not launched then: see gpu_loop.h.
 * 5. Nodes in the bodies of conditional nodes are like all others. "Changing parameters of nodes
 *    within the conditional body graph is subject to the rules above" ("CUDA C++ Programming Guide",
 *    "Graph Update Limitations").
 */
#pragma once
#include "feeder.h"

/* CUDA_KERNEL_NODE_PARAMS_v2 of the driver. */
typedef struct node_params {
    void *function;
    u32 grid[3], block[3];
    u32 shared;
    void **params, **extra;
    void *kernel, *context;
} node_params;

typedef struct graph_step {
    void *node;
    const gpu_kernel *kernel;
    volatile i32 *error; /* where it writes one; 0: it has none */
    u64 has_moved;
    u64 args[];          /* slot 0: the layout words */
} graph_step;

/* The words from `first` to `last` are pairs: the place of a step, and of one of its slots. */
typedef struct graph_base { u64 address, first, last, has_moved; } graph_base;

typedef struct cuda_graph {
    void *graph;   /* ready to be launched */
    u64 collector; /* its place; 0: there is none */
    volatile i32 *stop; /* pinned: its loops look there; 0: it has none */
    u64 bases;
    graph_base table[];
} cuda_graph;

static u64 *word_at(cuda_graph *g, u64 place) { return (u64 *)g + place; }

static void move_slots(cuda_graph *g, const u64 *addresses)
{
    for (u64 i = 0; i < g->bases; i++) {
        graph_base *base = &g->table[i];
        u64 distance = addresses[i] - base->address;
        if (!distance)
            continue;
        base->address = addresses[i];
        base->has_moved = 1;
        for (u64 at = base->first; at != base->last; at += 2) {
            ((graph_step *)word_at(g, *word_at(g, at)))->has_moved = 1;
            *word_at(g, *word_at(g, at + 1)) += distance;
        }
    }
}

/* Gives the driver the parameters of a step that has moved; returns the CUresult. */
static i32 update_step(gpu_queue *c, cuda_graph *g, graph_step *s)
{
    if (!s->has_moved)
        return 0;
    const gpu_kernel *k = s->kernel;
    void *params[2 + MOST_SLOTS];
    point_to_slots(k, s->args, &s->error, params);
    node_params with = {
        .function = k->function, .grid = {k->grid[0], k->grid[1], k->grid[2]},
        .block = {k->block[0], k->block[1], k->block[2]}, .shared = k->shared, .params = params,
    };
    i32 error = c->gpu->calls->set_node(g->graph, s->node, &with);
    s->has_moved = error != 0;
    return error;
}

/* The same for all steps. A step of several bases is met several times. */
static i32 update_steps(gpu_queue *c, cuda_graph *g)
{
    for (u64 i = 0; i < g->bases; i++) {
        graph_base *base = &g->table[i];
        i32 error = 0;
        for (u64 at = base->first; base->has_moved && at != base->last && !error; at += 2)
            error = update_step(c, g, (graph_step *)word_at(g, *word_at(g, at)));
        if (error)
            return error;
        base->has_moved = 0;
    }
    return 0;
}

static i32 hand_whole(gpu_queue *c, cuda_graph *g, const u64 *addresses, volatile i32 *code)
{
    move_slots(g, addresses);
    i32 error = update_steps(c, g);
    if (g->collector && !error) {
        graph_step *s = (graph_step *)word_at(g, g->collector);
        s->has_moved |= s->error != code;
        s->error = code;
        error = update_step(c, g, s);
    }
    return error ? error : c->gpu->calls->launch_graph(g->graph, c->stream);
}

/* The slots are the addresses of the bases; the layout's only word is the address of the block. */
i32 srt_hand_graph(gpu_queue *c, const gpu_kernel *k, u64 *args, volatile i32 *code)
{
    (void)k;
    return hand_whole(c, *(cuda_graph **)args[0], args + 1, code);
}
