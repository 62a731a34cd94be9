/* The driver's calls about graphs: of kernels, and of conditional nodes. */
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

static void mark_dead(graph *g)
{
    g->object.dead = 1;
    for (u32 i = 0; i < g->count; i++) {
        g->nodes[i]->object.dead = 1;
        if (g->nodes[i]->body)
            mark_dead(g->nodes[i]->body);
    }
}

/* "Destroys the graph specified by hGraph, as well as all of its nodes" */
static i32 cuGraphDestroy(u64 handle)
{
    graph *g;
    ENTER(cuGraphDestroy, HERE);
    TRY(find(handle, GRAPH, &g));
    mark_dead(g);
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

/* Adds a node that comes after others; `with` has what is its own. */
static i32 add_node(u64 *made, graph *g, const u64 *dependencies, u64 count, node with)
{
    u32 *after = zeros(count * sizeof *after);
    i32 code = find_dependencies(g, dependencies, count, after);
    if (code) {
        free(after);
        release_call(with.call);
        return code;
    }
    node *n = make(NODE, sizeof *n, me.context);
    with.object = n->object;
    with.graph = g, with.number = g->count, with.count = (u32)count, with.after = after;
    *n = with;
    g->nodes = larger(g->nodes, (g->count + 1) * sizeof *g->nodes);
    g->nodes[g->count++] = n;
    *made = n->object.handle;
    return OK;
}

static i32 cuGraphAddKernelNode(u64 *made, u64 handle, const u64 *dependencies, u64 count,
                                const node_parameters *p)
{
    graph *g;
    call *c;
    ENTER(cuGraphAddKernelNode, HERE);
    TRY(find(handle, GRAPH, &g));
    TRY(make_node_call(p, &c));
    return leave(add_node(made, g, dependencies, count, (node){.call = c}));
}

/* ---- conditional nodes ----------------------------------------------------------------------- */

static i32 cuGraphConditionalHandleCreate(u64 *made, u64 handle, u64 context_handle, u32 first,
                                          u32 flags)
{
    graph *g;
    ENTER(cuGraphConditionalHandleCreate, HERE);
    TRY(find(handle, GRAPH, &g));
    if (flags > 1 || context_handle != me.context->object.handle)
        return leave(INVALID_VALUE);
    condition *c = zeros(sizeof *c);
    *c = (condition){.first = first, .flags = flags};
    g->conditions = larger(g->conditions, (g->condition_count + 1) * sizeof *g->conditions);
    g->conditions[g->condition_count++] = c;
    *made = (u64)c;
    return leave(OK);
}

typedef struct conditional_parameters { /* CUgraphNodeParams, of a conditional node */
    i32 type, reserved[3];
    u64 handle;
    i32 kind;
    u32 size;
    u64 *bodies;
    u64 context, rest[26];
} conditional_parameters;

static condition *own_condition(const graph *g, u64 handle)
{
    for (u32 i = 0; i < g->condition_count; i++)
        if ((u64)g->conditions[i] == handle)
            return g->conditions[i];
    return 0;
}

/* Only of conditional nodes: `IF` and `WHILE`, with one body. */
static i32 cuGraphAddNode(u64 *made, u64 handle, const u64 *dependencies, u64 count,
                          conditional_parameters *p)
{
    enum { CONDITIONAL = 13, IF = 0, WHILE = 1 };
    graph *g;
    ENTER(cuGraphAddNode, HERE);
    TRY(find(handle, GRAPH, &g));
    if (p->type != CONDITIONAL || p->size != 1 || (p->kind != IF && p->kind != WHILE))
        return leave(NOT_SUPPORTED);
    condition *c = own_condition(g, p->handle);
    if (!c || c->used)
        return leave(misuse(INVALID_VALUE, "the condition is of another graph, or of another node; "
                            "make one for each (cuGraphConditionalHandleCreate)"));
    if (p->context != me.context->object.handle)
        return leave(misuse(INVALID_VALUE, "the context is not that of the condition"));
    c->used = 1;
    graph *body = make(GRAPH, sizeof *body, me.context);
    node with = {.condition = c, .repeats = p->kind == WHILE, .body = body,
                 .body_handle = body->object.handle};
    TRY(add_node(made, g, dependencies, count, with));
    p->bodies = &g->nodes[g->count - 1]->body_handle;
    return leave(OK);
}

/* ---- executable graphs ----------------------------------------------------------------------- */

static part *make_part(graph *g)
{
    part *p = zeros(sizeof *p);
    *p = (part){g, g->count, zeros(g->count * sizeof *p->nodes), zeros(g->count * sizeof *p->calls),
                zeros(g->count * sizeof *p->bodies)};
    g->instances++;
    for (u32 i = 0; i < g->count; i++) {
        node *n = p->nodes[i] = g->nodes[i];
        if ((p->calls[i] = n->call))
            n->call->refs++;
        else
            p->bodies[i] = make_part(n->body);
    }
    return p;
}

static i32 cuGraphInstantiateWithFlags(u64 *made, u64 handle, u64 flags)
{
    graph *g;
    ENTER(cuGraphInstantiateWithFlags, HERE);
    TRY(find(handle, GRAPH, &g));
    if (flags)
        return leave(NOT_SUPPORTED);
    if (g->instances && g->condition_count)
        return leave(misuse(INVALID_VALUE, "the graph has conditional nodes: only one instantiation "
                            "of it may exist at any point in time"));
    exec *e = make(EXEC, sizeof *e, me.context);
    e->whole = make_part(g);
    *made = e->object.handle;
    return leave(OK);
}

static part *part_of(part *p, const graph *g)
{
    part *found = p->graph == g ? p : 0;
    for (u32 i = 0; i < p->count && !found; i++)
        if (p->bodies[i])
            found = part_of(p->bodies[i], g);
    return found;
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
    part *in = part_of(e->whole, n->graph);
    if (!in || n->number >= in->count)
        return leave(misuse(INVALID_VALUE, "the node is not of the graph that was instantiated"));
    if (!n->call)
        return leave(misuse(INVALID_VALUE, "the node is a conditional node"));
    TRY(make_node_call(p, &c));
    release_call(in->calls[n->number]);
    in->calls[n->number] = c;
    return leave(OK);
}

/* Whether all functions are still loaded that the nodes call. */
static i32 check_functions(const part *p)
{
    i32 code = OK;
    for (u32 i = 0; i < p->count && !code; i++)
        if (p->bodies[i])
            code = check_functions(p->bodies[i]);
        else if (p->calls[i]->function->object.dead)
            code = misuse(INVALID_VALUE, "node %u calls %s, whose module was unloaded", i,
                          p->calls[i]->function->name);
    return code;
}

static frame *make_frame(const part *p, frame *outer, u32 number)
{
    u32 n = p->count;
    frame *f = zeros(sizeof *f);
    *f = (frame){p, outer, number, n, zeros(n * sizeof(u32)), zeros(n * sizeof(u32)),
                 zeros(n * sizeof(bound)), zeros(n * sizeof(frame *))};
    for (u32 i = 0; i < n; i++)
        if (p->bodies[i])
            f->bodies[i] = make_frame(p->bodies[i], f, i);
        else
            f->bounds[i] = bind(p->calls[i]);
    return f;
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
    TRY(check_functions(e->whole));
    run *r = zeros(sizeof *r);
    *r = (run){e, e->issued++, 0, make_frame(e->whole, 0, 0)};
    push(s, (op){.what = REPLAY, .run = r});
    return leave(OK);
}

static void count_instances_down(part *p)
{
    p->graph->instances--;
    for (u32 i = 0; i < p->count; i++)
        if (p->bodies[i])
            count_instances_down(p->bodies[i]);
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
    count_instances_down(e->whole);
    return leave(OK);
}
