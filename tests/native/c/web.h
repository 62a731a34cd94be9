/* A web of launches over many queues: each sums, in plain memory, what earlier ones wrote. */
#pragma once
#include "harness.h"

enum { SOURCES = 3, MOST_QUEUES = 8 };

typedef struct node {
    cell *status;
    struct node *sources[SOURCES];
    u64 count, on, at; /* of sources; the queue and the value that it signals */
    u64 value, runs;
    i32 error;
} node;

static struct {
    queue *queues[MOST_QUEUES];
    node *nodes;
    cell *cells;
    u64 count;
    _Atomic u64 submitted, looks;
} web;

static void make_web(u64 count)
{
    web.count = count;
    web.nodes = calloc(count, sizeof(node));
    web.cells = make_cells(count);
    for (u64 i = 0; i < count; i++)
        web.nodes[i].status = &web.cells[i];
    atomic_store(&web.submitted, 0);
    atomic_store(&web.looks, 0);
}

static void drop_web(void)
{
    free(web.nodes);
    drop(web.cells);
}

/* One more than the sum of a node's sources. */
static u64 sum_of(const node *n)
{
    u64 sum = 1;
    for (u64 i = 0; i < n->count; i++)
        sum += n->sources[i]->value;
    return sum;
}

/* Draws up to three earlier nodes as the sources of one whose queue is chosen, and returns waits
 * for them. `waits` has room for two words each. */
static PyObject draw_sources(node *n, struct object *waits)
{
    u64 index = n - web.nodes;
    n->count = index < SOURCES ? 0 : chance(SOURCES + 1);
    for (u64 i = 0; i < n->count; i++) {
        node *source = n->sources[i] = n - 1 - chance(index < 40 ? index : 40);
        waits[2 * i] = (struct object){(u64)web.queues[source->on], 0, 0};
        waits[2 * i + 1] = (struct object){source->at, 0, 0};
    }
    n->at = web.queues[n->on]->issued + 1;
    return (PyObject){0, 2 * (Py_ssize_t)n->count, waits};
}

/* Draws one of the nodes that were submitted last; 0 if all are submitted. */
static node *draw_recent(u64 *x)
{
    u64 submitted;
    while (!(submitted = atomic_load(&web.submitted)))
        ;
    *x = *x * 6364136223846793005u + 1442695040888963407u;
    u64 back = (*x >> 40) % (submitted < 20 ? submitted : 20);
    return submitted < web.count ? &web.nodes[submitted - 1 - back] : 0;
}
