/* The driver's calls about graphs of kernels. */
#pragma once
#include "fake_kernels.h"

typedef struct node_parameters { /* CUDA_KERNEL_NODE_PARAMS_v2 */
    u64 function;
    u32 shape[6], shared;
    void **parameters, **extra;
    u64 kernel, context;
} node_parameters;

static i32 cuGraphCreate(u64 *made, u32 flags)
{
    ENTER(cuGraphCreate, HERE);
    if (flags) /* "Graph creation flags, must be 0" */
        return leave(INVALID_VALUE);
    graph *g = make(GRAPH, sizeof *g, me.context);
    *made = g->object.handle;
    return leave(OK);
}

/* "Destroys the graph specified by hGraph, as well as all of its nodes" */
static i32 cuGraphDestroy(u64 handle)
{
    graph *g;
    ENTER(cuGraphDestroy, HERE);
    TRY(find(handle, GRAPH, &g));
    g->object.dead = 1;
    for (u32 i = 0; i < g->count; i++)
        g->nodes[i]->object.dead = 1;
    return leave(OK);
}

static i32 make_node_call(const node_parameters *p, call **made)
{
    function *f;
    i32 code = find(p->function, FUNCTION, &f);
    return code ? code : make_call(f, p->shape, p->shared, p->parameters, p->extra, made);
}

/* The nodes that a new one comes after: "dependencies may not have any duplicate entries". */
static i32 find_dependencies(const graph *g, const u64 *handles, u64 count, u32 *numbers)
{
    for (u64 i = 0; i < count; i++) {
        node *n;
        i32 code = find(handles[i], NODE, &n);
        if (code)
            return code;
        if (n->graph != g)
            return misuse(INVALID_VALUE, "dependency %llu is a node of another graph",
                          (unsigned long long)i);
        numbers[i] = n->number;
        for (u64 k = 0; k < i; k++)
            if (numbers[k] == numbers[i])
                return misuse(INVALID_VALUE, "dependencies %llu and %llu are the same node",
                              (unsigned long long)k, (unsigned long long)i);
    }
    return OK;
}

static i32 cuGraphAddKernelNode(u64 *made, u64 handle, const u64 *dependencies, u64 count,
                                const node_parameters *p)
{
    graph *g;
    call *c;
    ENTER(cuGraphAddKernelNode, HERE);
    TRY(find(handle, GRAPH, &g));
    u32 *after = zeros(count * sizeof *after);
    i32 code = find_dependencies(g, dependencies, count, after);
    if (!code)
        code = make_node_call(p, &c);
    if (code) {
        free(after);
        return leave(code);
    }
    node *n = make(NODE, sizeof *n, me.context);
    *n = (node){n->object, g, g->count, (u32)count, after, c};
    g->nodes = larger(g->nodes, (g->count + 1) * sizeof *g->nodes);
    g->nodes[g->count++] = n;
    *made = n->object.handle;
    return leave(OK);
}

static i32 cuGraphInstantiateWithFlags(u64 *made, u64 handle, u64 flags)
{
    graph *g;
    ENTER(cuGraphInstantiateWithFlags, HERE);
    TRY(find(handle, GRAPH, &g));
    if (flags)
        return leave(NOT_SUPPORTED);
    exec *e = make(EXEC, sizeof *e, me.context);
    e->graph = g;
    e->count = g->count;
    e->calls = zeros(g->count * sizeof *e->calls);
    e->after = zeros(g->count * sizeof *e->after);
    e->counts = zeros(g->count * sizeof *e->counts);
    for (u32 i = 0; i < g->count; i++) {
        node *n = g->nodes[i];
        e->calls[i] = n->call;
        n->call->refs++;
        e->counts[i] = n->count;
        e->after[i] = zeros(n->count * sizeof(u32));
        memcpy(e->after[i], n->after, n->count * sizeof(u32));
    }
    *made = e->object.handle;
    return leave(OK);
}

/* "hNode must not have been removed from the original graph", "The modifications only affect
 * future launches of hGraphExec" (cuGraphExecKernelNodeSetParams) */
static i32 cuGraphExecKernelNodeSetParams(u64 handle, u64 node_handle, const node_parameters *p)
{
    exec *e;
    node *n;
    call *c;
    ENTER(cuGraphExecKernelNodeSetParams, HERE);
    TRY(find(handle, EXEC, &e));
    TRY(find(node_handle, NODE, &n));
    if (n->graph != e->graph || n->number >= e->count)
        return leave(misuse(INVALID_VALUE, "the node is not of the graph that was instantiated"));
    TRY(make_node_call(p, &c));
    release_call(e->calls[n->number]);
    e->calls[n->number] = c;
    return leave(OK);
}

/* "Each launch is ordered behind both any previous work in hStream and any previous launches of
 * hGraphExec" (cuGraphLaunch) */
static i32 cuGraphLaunch(u64 handle, u64 stream_handle)
{
    exec *e;
    stream *s;
    ENTER(cuGraphLaunch, HERE);
    TRY(find(handle, EXEC, &e));
    TRY(find(stream_handle, STREAM, &s));
    for (u32 i = 0; i < e->count; i++)
        if (e->calls[i]->function->object.dead)
            return leave(misuse(INVALID_VALUE, "node %u calls %s, whose module was unloaded", i,
                                e->calls[i]->function->name));
    run *r = zeros(sizeof *r);
    *r = (run){e, e->count, e->count, e->issued++, zeros(e->count * sizeof(u32)),
               zeros(e->count * sizeof(bound))};
    for (u32 i = 0; i < e->count; i++)
        r->bounds[i] = bind(e->calls[i]);
    push(s, (op){.what = REPLAY, .run = r});
    return leave(OK);
}

/* The manual has it "freed asynchronously on completion"; it is stricter here: see fake.h, 5. */
static i32 cuGraphExecDestroy(u64 handle)
{
    exec *e;
    ENTER(cuGraphExecDestroy, HERE);
    TRY(find(handle, EXEC, &e));
    if (e->issued != e->ended)
        misuse(OK, "%llu launches of the executable graph are pending; wait before it is destroyed",
               (unsigned long long)(e->issued - e->ended));
    e->object.dead = 1;
    return leave(OK);
}
