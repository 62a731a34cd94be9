/* The native type Replays, and GraphExec.replay: a replay that binds buffers, in one native step.
 *
 * It serves replays with the layouts of the capture, and buffers that share no memory. Outputs that
 * are not bound are made of dropped allocations. Everything else, and every error, takes the way
 * through Python: graph_exec.py.
 */
#pragma once
#include "execute.h"

#define MOST_BASES 32
#define MOST_TOUCHES 64

/* Bytes of one base that the graph reads or writes: see Touch in binder.py. */
typedef struct touch { u64 start, stop; u8 base, reads, writes, is_all; } touch;

/* The streams, arena and program of one replay in flight. */
typedef struct instance {
    PyObject *lane, *life; /* a Timeline; the region of the arena, which each replay writes */
    plan *program;
    u64 arena;
} instance;

typedef struct replays {
    u64 version; /* raised when a program is dropped: then nothing is served any more */
    PyObject *subject, *fresh;
    u32 bases, reads, touches, results, instances, turn;
    PyObject *names[MOST_BASES], *defaults[MOST_BASES], *layouts[MOST_BASES];
    touch touched[MOST_TOUCHES]; /* those that only read first, `reads` of them */
    u8 result[MOST_BASES];       /* the bases that are results */
    instance *in_turn;
} replays;

#define REPLAYS_OF(o) FIELDS(replays, o)

static PyObject *replay_in_python, *replays_name;

static void drop_replays(replays *p)
{
    replays gone = *p;
    *p = (replays){.version = gone.version + 1};
    disown(gone.subject), disown(gone.fresh);
    for (u32 i = 0; i < gone.bases; i++)
        disown(gone.names[i]), disown(gone.defaults[i]), disown(gone.layouts[i]);
    for (u32 i = 0; i < gone.instances; i++)
        disown(gone.in_turn[i].lane), disown(gone.in_turn[i].life);
    free(gone.in_turn);
}

/* ---- a replay --------------------------------------------------------------------------------- */

/* Puts the bindings in the places of their bases, over the defaults; 0 if they do not match. */
static int match_bindings(const replays *p, const call *c, PyObject **bound)
{
    Py_ssize_t named = c->names ? PyTuple_Size(c->names) : 0;
    memcpy(bound, p->defaults, p->bases * sizeof *bound);
    for (Py_ssize_t i = 0; i < named; i++) {
        PyObject *name = PyTuple_GetItem(c->names, i);
        u32 at = 0;
        while (at < p->bases && p->names[at] != name)
            at++;
        if (at == p->bases)
            return 0;
        bound[at] = c->args[c->count + i];
    }
    for (u32 i = 0; i < p->bases; i++)
        if (bound[i] && (!is_buffer(bound[i]) ||
                         SLOT(bound[i], slots.buffer_layout) != p->layouts[i] ||
                         !is_a(SLOT(bound[i], slots.buffer_region), REGION)))
            return 0;
    return !c->count && p->instances;
}

/* Whether two bases share memory: then Python looks closer. */
static int share_memory(PyObject *const *bound, u32 count)
{
    for (u32 i = 0; i < count; i++)
        for (u32 k = 0; k < i; k++)
            if (region_of(bound[i])->tracked->memory == region_of(bound[k])->tracked->memory)
                return 1;
    return 0;
}

/* The bytes of a touch as the tracker knows them. */
static region touched_region(const touch *t, PyObject *buffer)
{
    const region_object *r = REGION_OF(SLOT(buffer, slots.buffer_region));
    if (t->is_all)
        return r->region;
    u64 offset = r->address - TRACKED_OF(r->handle)->address;
    return (region){r->region.tracked, offset + t->start, offset + t->stop, 0};
}

/* Submits a replay of the next instance with all bases bound. The buffers live as long as this. */
static PyObject *submit_replay(PyObject *self, PyObject *const *bound, u64 version)
{
    replays *p = REPLAYS_OF(self);
    const instance *next = &p->in_turn[p->turn++ % p->instances];
    region regions[MOST_TOUCHES];
    use accesses[MOST_TOUCHES + 1];
    u64 slots_[MOST_BASES + 1];
    u32 count = 0;
    slots_[0] = next->arena;
    for (u32 i = 0; i < p->bases; i++)
        slots_[i + 1] = REGION_OF(SLOT(bound[i], slots.buffer_region))->address;
    for (u32 i = 0; i <= p->touches; i++) {
        if (i == p->reads)
            accesses[count++] = (use){&REGION_OF(next->life)->region, 0, 1};
        if (i == p->touches)
            break;
        const touch *t = &p->touched[i];
        regions[i] = touched_region(t, bound[t->base]);
        accesses[count++] = (use){&regions[i], t->reads, t->writes};
    }
    PyObject *lane_ = own(next->lane), *life = own(next->life), *subject = own(p->subject);
    request r = {.lane = LANE_OF(lane_), .plan = next->program, .slots = slots_,
                 .accesses = accesses, .count = count, .cleared = &p->version, .version = version,
                 .subject = subject, .outcome = NONE, .payload = NONE};
    PyObject *made = submit(&r, launch_bytes(r.plan));
    disown(lane_), disown(life), disown(subject);
    return made;
}

static PyObject *results_of(const replays *p, PyObject *const *bound)
{
    if (p->results == 1)
        return own(bound[p->result[0]]);
    PyObject *tuple = PyTuple_New(p->results);
    for (u32 i = 0; tuple && i < p->results; i++)
        PyTuple_SetItem(tuple, i, own(bound[p->result[i]]));
    return tuple;
}

static PyObject *replay_once(PyObject *self, const call *c)
{
    replays *p = REPLAYS_OF(self);
    PyObject *bound[MOST_BASES], *made = 0, *outcome, *launch;
    u64 version = p->version;
    u32 bases = p->bases, results = p->results, i = 0;
    if (!match_bindings(p, c, bound))
        return 0;
    for (; i < bases; i++) /* making a buffer may run Python, which may drop the defaults */
        if (bound[i])
            Py_IncRef(bound[i]);
        else if (!(bound[i] = make_buffer(FRESH_OF(p->fresh), p->layouts[i])) ||
                 p->version != version) {
            i += bound[i] != 0;
            goto out;
        }
    if (share_memory(bound, bases) || !(outcome = results ? results_of(p, bound) : own(NONE)))
        goto out;
    launch = p->version == version ? submit_replay(self, bound, version) : 0;
    made = launch && results ? compose(launch, outcome) : own(launch);
    disown(launch), disown(outcome);
out:
    while (i)
        Py_DecRef(bound[--i]);
    return made;
}

/* replay(self, ...): see GraphExec.replay in graph_exec.py. */
static PyObject *graph_replay(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *names)
{
    call c = {self, args, names, n, replay_in_python};
    PyObject *known = PyObject_GetAttr(self, replays_name), *made;
    if (!known)
        return 0;
    made = is_a(known, REPLAYS) ? replay_once(known, &c) : 0;
    disown(known);
    return made || PyErr_Occurred() ? made : long_way(&c);
}

/* ---- the type --------------------------------------------------------------------------------- */

static int replays_traverse(PyObject *self, visitproc *visit, void *argument)
{
    replays *p = REPLAYS_OF(self);
    VISIT(TYPE_OF(self));
    VISIT(p->subject);
    VISIT(p->fresh);
    for (u32 i = 0; i < p->bases; i++) {
        VISIT(p->defaults[i]);
        VISIT(p->layouts[i]);
    }
    for (u32 i = 0; i < p->instances; i++) {
        VISIT(p->in_turn[i].lane);
        VISIT(p->in_turn[i].life);
    }
    return 0;
}

static int replays_clear(PyObject *self) { return drop_replays(REPLAYS_OF(self)), 0; }

static void replays_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    drop_replays(REPLAYS_OF(self));
    free_object(self);
}

/* close(): serves nothing any more, because a program is dropped. */
static PyObject *replays_close(PyObject *self, PyObject *unused)
{
    (void)unused;
    drop_replays(REPLAYS_OF(self));
    return own(NONE);
}

static u64 number_at(PyObject *tuple, i64 i) { return PyLong_AsUnsignedLongLong(PyTuple_GetItem(tuple, i)); }

/* Fills the touches from a flat tuple, six numbers each: see Touch. */
static void fill_touches(replays *p, PyObject *flat)
{
    for (int writes = 0; writes < 2; writes++)
        for (i64 i = 0, count = PyTuple_Size(flat); i < count; i += 6)
            if ((int)number_at(flat, i + 4) == writes)
                p->touched[p->touches++] = (touch){
                    (u64)PyLong_AsLongLong(PyTuple_GetItem(flat, i + 1)),
                    (u64)PyLong_AsLongLong(PyTuple_GetItem(flat, i + 2)),
                    (u8)number_at(flat, i), (u8)number_at(flat, i + 3), (u8)writes,
                    (u8)number_at(flat, i + 5)};
    while (p->reads < p->touches && !p->touched[p->reads].writes)
        p->reads++;
}

/* new_replays(subject, fresh, names, defaults, layouts, touches, results, instances): see the
 * structures above. A base without a default has None. Touches are flat, six numbers each;
 * instances, too: a timeline, a plan, a region and an address. None if the graph is too large. */
BUILTIN(new_replays)
{
    UNUSED;
    i64 bases = PyTuple_Size(args[2]), instances = PyTuple_Size(args[7]) / 4;
    if (bases > MOST_BASES || PyTuple_Size(args[5]) > 6 * MOST_TOUCHES ||
        PyTuple_Size(args[6]) > MOST_BASES)
        return own(NONE);
    instance *in_turn = calloc((u64)instances + 1, sizeof *in_turn);
    PyObject *made = in_turn ? new_object(REPLAYS) : PyErr_NoMemory();
    if (!made)
        return free(in_turn), (PyObject *)0;
    replays *p = REPLAYS_OF(made);
    p->in_turn = in_turn;
    p->subject = own(args[0]);
    p->fresh = own(args[1]);
    for (; p->bases < bases; p->bases++) {
        PyObject *given = PyTuple_GetItem(args[3], p->bases);
        p->names[p->bases] = own(PyTuple_GetItem(args[2], p->bases));
        p->defaults[p->bases] = given == NONE ? 0 : own(given);
        p->layouts[p->bases] = own(PyTuple_GetItem(args[4], p->bases));
    }
    fill_touches(p, args[5]);
    for (; p->results < PyTuple_Size(args[6]); p->results++)
        p->result[p->results] = (u8)number_at(args[6], p->results);
    for (i64 i = 0; i < instances; i++, p->instances++)
        in_turn[i] = (instance){own(PyTuple_GetItem(args[7], 4 * i)),
                                own(PyTuple_GetItem(args[7], 4 * i + 2)),
                                (plan *)number_at(args[7], 4 * i + 1),
                                number_at(args[7], 4 * i + 3)};
    return made;
}

/* new_replay(class, function, doc, "_replays"): the method that replaces GraphExec.replay, which is
 * that function; as new_launch. */
BUILTIN(new_replay)
{
    UNUSED;
    static PyMethodDef method = {"replay", graph_replay, METH_FASTCALL | METH_KEYWORDS, 0};
    replay_in_python = own(args[1]);
    method.doc = ADDRESS(const char, 2);
    replays_name = own(args[3]);
    return PyDescr_NewMethod(args[0], &method);
}

static PyMethodDef replays_methods[] = {
    {"close", replays_close, METH_NOARGS, 0},
    {0, 0, 0, 0},
};
static PyType_Slot replays_slots[] = {
    {TP_TRAVERSE, replays_traverse}, {TP_CLEAR, replays_clear}, {TP_DEALLOC, replays_dealloc},
    {TP_METHODS, replays_methods}, {0, 0},
};
