/* What operations do when their turn has come: kernels, copies, values, host functions, memory. */
#pragma once
#include "fake_engine.h"

/* Loses the stream's device because of what an operation did. */
#define FAULT(s, code, ...) \
    (misuse(OK, __VA_ARGS__), lose_device((s)->object.context->device, code))

/* Whether an operation may use an allocation now; if not, its device is lost. */
static int is_usable(stream *s, const memory *m)
{
    if (m->life == GONE)
        FAULT(s, ILLEGAL_ADDRESS, "it uses memory that was freed before it ran; free in the order "
              "of the work, or wait for it (cuMemFreeAsync)");
    else if (m->life == ARRIVING)
        FAULT(s, ILLEGAL_ADDRESS, "it uses memory before its allocation in another stream was over "
              "(cuMemAllocFromPoolAsync)");
    else if (!can_reach(s->object.context->device, m))
        FAULT(s, ILLEGAL_ADDRESS, "it uses memory of device %u from device %u, without access to "
              "it (cuMemPoolSetAccess, cuCtxEnablePeerAccess)",
              m->device, s->object.context->device);
    else
        return 1;
    return 0;
}

/* ---- kernels --------------------------------------------------------------------------------- */

/* Runs a function without the lock; a fault ends it and gives 1. */
static int run_guarded(void (*body)(void *), void *with)
{
    sigjmp_buf here;
    pthread_mutex_unlock(&the_lock);
    landing = &here;
    int faulted = sigsetjmp(here, 1);
    if (!faulted)
        body(with);
    landing = 0;
    pthread_mutex_lock(&the_lock);
    return faulted;
}

/* Reads a parameter if it is a pointer, or may be one and holds an address of the device. */
static int is_pointer(const call *c, u32 i, u64 *address)
{
    u32 size = c->function->sizes[i];
    if (size && size != sizeof *address)
        return 0;
    memcpy(address, c->parameters + c->at[i], sizeof *address);
    return !size || is_address(*address);
}

typedef struct kernel_run {
    call *call;
    u32 shape[7];
    void **parameters;
    const char *wrong;
} kernel_run;

static void run_kernel(void *with)
{
    kernel_run *k = with;
    k->wrong = k->call->function->run(k->shape, k->parameters);
}

/* Looks at the memory behind each pointer, and puts the address where its bytes are. */
static int place_parameters(stream *s, bound *b, void **parameters, u64 *pointers)
{
    function *f = b->call->function;
    for (u32 i = 0; i < f->count; i++) {
        parameters[i] = b->call->parameters + b->call->at[i];
        if (!is_pointer(b->call, i, &pointers[i]) && !b->memories[i])
            continue;
        parameters[i] = &pointers[i];
        memory *m = b->memories[i];
        if (m && !is_usable(s, m))
            return 0;
        if (!m && pointers[i]) {
            FAULT(s, ILLEGAL_ADDRESS, "parameter %u is %#llx, %s", i,
                  (unsigned long long)pointers[i], missing(pointers[i]));
            return 0;
        }
        if (m)
            pointers[i] += (u64)m->host - m->address;
    }
    return 1;
}

/* Whether a test wants this run of a kernel to fault; see `fake_fault`. */
static i32 injected_fault(const char *kernel)
{
    for (u32 i = 0; i < the.rule_count; i++) {
        rule *r = &the.rules[i];
        if (r->function >= 0 || strcmp(r->kernel, kernel) || --r->n)
            continue;
        i32 code = r->code;
        *r = the.rules[--the.rule_count];
        return code;
    }
    return OK;
}

static void launch(stream *s, bound *b)
{
    void *parameters[MOST_PARAMETERS];
    u64 pointers[MOST_PARAMETERS];
    function *f = b->call->function;
    me.doing = f->name;
    kernel_run k = {.call = b->call, .parameters = parameters};
    memcpy(k.shape, b->call->shape, sizeof k.shape);
    k.shape[6] = (u32)(draw(&s->random) >> 16);
    i32 code = injected_fault(f->name);
    if (code)
        lose_device(s->object.context->device, code);
    if (code || !place_parameters(s, b, parameters, pointers))
        return;
    for (u32 i = 0; i < f->count; i++)
        if (b->memories[i])
            b->memories[i]->running++;
    int faulted = run_guarded(run_kernel, &k);
    for (u32 i = 0; i < f->count; i++)
        if (b->memories[i])
            b->memories[i]->running--;
    if (faulted)
        FAULT(s, ILLEGAL_ADDRESS, "the kernel touched %#llx, which is in none of its allocations "
              "(CUDA_ERROR_ILLEGAL_ADDRESS)", (unsigned long long)fault_address);
    else if (k.wrong)
        FAULT(s, LAUNCH_FAILED, "%s", k.wrong);
    for (u32 i = 0; i < f->count; i++)
        if (b->memories[i] && b->memories[i]->life == LIVE && !is_intact(b->memories[i])) {
            FAULT(s, ILLEGAL_ADDRESS, "the kernel wrote beyond the ends of the allocation of "
                  "parameter %u (CUDA_ERROR_ILLEGAL_ADDRESS)", i);
            break;
        }
}

/* ---- graphs ---------------------------------------------------------------------------------- */

/* Begins a graph, or the next turn of a body. "Any handle that has no default value" is to be set by a
 * kernel before its node begins: until then it has a value that nobody can rely on. */
static void begin_frame(stream *s, frame *f)
{
    const part *p = f->part;
    f->left = p->count;
    memset(f->over, 0, p->count * sizeof *f->over);
    for (u32 i = 0; i < p->count; i++) {
        condition *c = p->nodes[i]->condition;
        if (c)
            c->value = c->flags & 1 ? c->first : (u32)(draw(&s->random) >> 9) & 1;
    }
}

typedef struct choice { frame *frame; u32 number, ready; } choice;

/* Chooses among the nodes that may begin, in open bodies, too. */
static void look_for_nodes(stream *s, frame *f, choice *found)
{
    for (u32 i = 0; i < f->part->count; i++) {
        const node *n = f->part->nodes[i];
        u32 closed = f->over[i];
        for (u32 k = 0; k < n->count; k++)
            closed |= !f->over[n->after[k]];
        if (closed)
            continue;
        if (f->open[i])
            look_for_nodes(s, f->bodies[i], found);
        else if ((draw(&s->random) >> 8) % ++found->ready == 0)
            found->frame = f, found->number = i;
    }
}

/* Notes that a node is over. A body that has ended begins again, or its node is over as well. */
static void end_node(stream *s, frame *f, u32 number)
{
    f->over[number] = 1;
    if (--f->left || !f->outer)
        return;
    frame *outer = f->outer;
    const node *n = outer->part->nodes[f->number];
    if (n->repeats && n->condition->value) {
        begin_frame(s, f);
        return;
    }
    outer->open[f->number] = 0;
    end_node(s, outer, f->number);
}

/* Runs one more node of a graph, any of those whose dependencies are over. */
static int replay(stream *s, run *r)
{
    choice found = {0};
    if (!r->begun++)
        begin_frame(s, r->whole);
    look_for_nodes(s, r->whole, &found);
    if (!found.ready)
        return 1;
    frame *f = found.frame, *body = f->bodies[found.number];
    if (!body)
        launch(s, &f->bounds[found.number]);
    if (body && body->part->count && f->part->nodes[found.number]->condition->value) {
        f->open[found.number] = 1;
        begin_frame(s, body);
    } else {
        end_node(s, f, found.number);
    }
    return !r->whole->left;
}

/* ---- copies and values ----------------------------------------------------------------------- */

static void move(void *with)
{
    op *o = with;
    for (u64 row = 0; row < o->rows; row++) {
        char *to = o->to.host + row * o->to_pitch;
        if (o->what == COPY)
            memmove(to, o->from.host + row * o->from_pitch, o->width);
        else
            for (u64 i = 0; i < o->width; i += o->unit)
                memcpy(to + i, &o->value, o->unit);
    }
}

static int is_peer_copy(const op *o) { return o->what == COPY && o->from.memory && o->to.memory; }

/* A copy between devices needs no access of theirs: the driver takes another way if it must. */
static void copy(stream *s, op *o)
{
    memory *used[2] = {o->to.memory, o->from.memory};
    me.doing = o->what == COPY ? "a copy" : "a fill";
    for (int i = 0; i < 2; i++) {
        if (!used[i])
            continue;
        if (is_peer_copy(o) && used[i]->life == LIVE)
            continue;
        if (!is_usable(s, used[i]))
            return;
    }
    for (int i = 0; i < 2; i++)
        if (used[i])
            used[i]->running++;
    int faulted = run_guarded(move, o);
    for (int i = 0; i < 2; i++)
        if (used[i])
            used[i]->running--;
    if (faulted)
        FAULT(s, ILLEGAL_ADDRESS, "it touched %#llx, which cannot be read or written",
              (unsigned long long)fault_address);
}

static void write_value(stream *s, op *o)
{
    me.doing = o->what == WRITE ? "cuStreamWriteValue64" : "cuStreamWaitValue64";
    if (!is_usable(s, o->to.memory) || o->what != WRITE)
        return;
    learn(&the.host_knows, &o->knows);
    __atomic_store_n((u64 *)o->to.host, o->value, __ATOMIC_SEQ_CST);
}

/* "The host function must not make any CUDA API calls" (cuLaunchHostFunc); others go on. */
static void call_host(stream *s, op *o)
{
    if (the.turn == s)
        the.turn = 0;
    choose();
    learn(&the.host_knows, &o->knows);
    me.in_host_function = 1;
    pthread_mutex_unlock(&the_lock);
    o->function(o->data);
    pthread_mutex_lock(&the_lock);
    me.in_host_function = 0;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Gives memory back now; what its pool had used, it has in reserve. */
static void free_memory(memory *m)
{
    if (m->running)
        misuse(OK, "memory was freed while work used it");
    if (!is_intact(m))
        misuse(OK, "bytes around an allocation of %llu bytes were written",
               (unsigned long long)m->bytes);
    u64 whole = rounded(m->bytes, ALIGNMENT);
    if (m->pool)
        m->pool->used -= whole, m->pool->live--;
    else if (m->place == ON_DEVICE)
        the.devices[m->device].used -= whole;
    drop_memory(m);
}

static int perform(stream *s, op *o)
{
    me.doing = 0;
    switch (o->what) {
    case LAUNCH:
        launch(s, o->bound);
        return 1;
    case REPLAY:
        return replay(s, o->run);
    case COPY:
    case FILL:
        copy(s, o);
        return 1;
    case RECORD:
        o->point->at = now();
        o->point->done = 1;
        return 1;
    case HOST:
        call_host(s, o);
        return 1;
    case WRITE:
    case AWAIT_VALUE:
        write_value(s, o);
        return 1;
    case ALLOC:
        if (o->to.memory->life == ARRIVING)
            o->to.memory->life = LIVE;
        return 1;
    case FREE:
        me.doing = "cuMemFreeAsync";
        free_memory(o->to.memory);
        return 1;
    case WAIT:
        return 1;
    }
    return 1;
}
