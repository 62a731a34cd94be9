/* A launch as one native step: from arguments that were converted to an execution.
 *
 * The order of its parts makes the step whole:
 *
 * 1. What may run Python code comes first: conversions, new objects, waiting for the lock. On some
 *    versions of CPython a new object may run the collector, and so finalizers that submit.
 * 2. Whatever may refuse or fail comes next, and looks at the state as it is then. If it needs
 *    another object, it makes that and begins again.
 * 3. The tracker notes the command, and its records become visible. Nothing fails any more.
 *
 * So neither an error nor a signal's handler leaves half a submission. A refusal is worded by
 * Python, which takes the long way.
 */
#pragma once
#include "submit.h"
#include "tracking.h"

#define CELLS 32         /* in a block */
#define TIDY_TURNS 16    /* blocks from one call of Lane.tidy to the next */

typedef struct request {
    lane *lane;
    plan *plan;
    const u64 *slots;    /* the arguments, without slot 0 */
    const use *accesses;
    u32 count;
    u32 keeps_lock;      /* whether the caller has the runtime's lock */
    const point *after;
    u32 after_count;
    const u64 *cleared;  /* how often the table of plans was cleared, and what that was at first; */
    u64 version;         /* 0: the plan is not from a table, and the launch comes from Python */
    PyObject *subject, *outcome;
    PyObject *code;      /* of the user's frame; 0: the frame that runs */
    i32 instruction;
} request;

/* Notes what has completed before new cells are needed: every few launches, as the specification
 * does. Failures, and what waits to be reported, are Python's. */
static int tidy(lane *l)
{
    PyObject *found = 0;
    u64 failures = atomic_load_explicit(&l->queue->failures, memory_order_acquire);
    if (failures == l->failures && ++l->blocks % TIDY_TURNS)
        return reap(l, &found);
    PyObject *done = PyObject_CallMethodObjArgs(l->face, tidy_name, (PyObject *)0);
    disown(done);
    return done ? 0 : -1;
}

/* Makes a block of cells. It is freed with the last execution that refers to it. */
static int new_block(lane *l)
{
    PyObject *block = PyByteArray_FromStringAndSize(0, (CELLS + 1) * sizeof(cell));
    if (!block)
        return -1;
    char *memory = PyByteArray_AsString(block);
    memset(memory, 0, (CELLS + 1) * sizeof(cell));
    disown(l->block);
    l->block = block;
    l->next = (cell *)(((u64)memory + sizeof(cell) - 1) & -sizeof(cell));
    l->end = l->next + CELLS;
    return 0;
}

/* A tuple of that many free places; the one that is there if it fits, else a new one. */
static int fit_tuple(PyObject **tuple, u32 *made, u32 parts)
{
    if (*tuple && *made == parts)
        return 1;
    disown(*tuple);
    *made = parts;
    *tuple = parts ? PyTuple_New(parts) : own(empty_tuple);
    return 0;
}

/* The objects of one submission, made before it. */
typedef struct parts {
    PyObject *execution, *edges, *checks, *members;
    u32 edge_parts, check_parts;
} parts;

static void drop_parts(parts *p)
{
    disown(p->execution), disown(p->edges), disown(p->checks), disown(p->members);
}

/* Asks for the list that keeps the executions submitted here. */
static int find_members(lock *k, parts *p)
{
    PyObject *found = PyObject_CallFunctionObjArgs(k->adopt, (PyObject *)0);
    disown(p->members);
    p->members = found == NONE ? 0 : found;
    if (found == NONE)
        disown(found);
    return found ? 0 : -1;
}

enum answer { READY, AGAIN, REFUSED, RAISED };

/* Parts 1 and 2 of a submission, once. */
static enum answer make_ready(const request *r, parts *p, u64 size)
{
    lane *l = r->lane;
    lock *k = LOCK_OF(l->lock);
    tracker *t = &the_tracker;
    if (l->next == l->end && (r->keeps_lock ? 0 : tidy(l)))
        return RAISED;
    if (l->next == l->end && new_block(l))
        return RAISED;
    if (k->adopt && k->adopt != NONE && find_members(k, p))
        return RAISED;
    if (!r->keeps_lock && atomic_load_explicit(&k->taken, memory_order_relaxed))
        return await_lock(k) ? RAISED : AGAIN;
    if (l->next == l->end)
        return AGAIN;
    if (r->cleared && (*r->cleared != r->version || k->detours))
        return REFUSED;
    if (is_full(l->queue) || first_barred(r->accesses, r->count) >= 0)
        return REFUSED;
    t->manual = l->manual;
    if (prepare_command(t, &l->timeline, r->accesses, r->count, r->after, r->after_count))
        return PyErr_NoMemory(), RAISED;
    u32 edges = t->edge_count, checks = t->check_count;
    int fits = fit_tuple(&p->edges, &p->edge_parts, 4 * edges);
    fits &= fit_tuple(&p->checks, &p->check_parts, checks);
    if (!p->edges || !p->checks)
        return RAISED;
    if (!fits && (edges || checks))
        return AGAIN;
    size += edges * sizeof(wait_record) + checks * sizeof(check_record);
    if (make_room(l->queue, size) || ring_grows(l))
        return PyErr_NoMemory(), RAISED;
    if (fill_edges(p->edges, t->edges, edges) || (p->members && PyList_Append(p->members, p->execution)))
        return RAISED;
    fill_checks(p->checks, t->checks, checks);
    return READY;
}

static char *put_order(char *at, const tracker *t)
{
    for (u32 i = 0; i < t->edge_count; i++, at += sizeof(wait_record)) {
        queue *source = ((lane *)t->edges[i].source)->queue;
        *(wait_record *)at = (wait_record){{handle_wait, sizeof(wait_record)}, source, t->edges[i].value};
    }
    for (u32 i = 0; i < t->check_count; i++, at += sizeof(check_record))
        *(check_record *)at = (check_record){{handle_check, sizeof(check_record)}, t->checks[i].cell};
    return at;
}

static void fill_execution(const request *r, parts *p, cell *c, u64 value)
{
    PyObject *e = p->execution;
    *STEP_OF(e) = (step_fields){value, c, r->instruction, 0};
    SLOT(e, slots.lane) = own(r->lane->face);
    SLOT(e, slots.subject) = own(r->subject);
    SLOT(e, slots.outcome) = own(r->outcome);
    SLOT(e, slots.block) = own(r->lane->block);
    SLOT(e, slots.edges) = p->edges, p->edges = 0;
    SLOT(e, slots.checks) = p->checks, p->checks = 0;
    SLOT(e, slots.trouble) = own(NONE);
    PyObject *code = own(r->code);
    if (!code) {
        PyObject *frame = PyEval_GetFrame();
        code = frame ? PyFrame_GetCode(frame) : own(NONE);
        STEP_OF(e)->instruction = frame ? PyFrame_GetLasti(frame) : 0;
    }
    SLOT(e, slots.code) = code;
}

/* Part 3. */
static void submit_ready(const request *r, parts *p)
{
    lane *l = r->lane;
    queue *q = l->queue;
    cell *c = l->next++;
    u64 value = l->timeline.value + 1, bytes = 8 * r->plan->slots;
    note(&the_tracker, &l->timeline, r->accesses, r->count,
         (step){&l->timeline, value, c, p->execution});
    char *at = put_order(q->cursor, &the_tracker);
    launch_record *record = (launch_record *)at;
    record->header.handler = handle_launch;
    record->header.size = sizeof *record + 8 + bytes;
    record->status = c;
    record->args[0] = (u64)r->plan->layout;
    memcpy(&record->args[1], r->slots, bytes);
    c->submitted = now();
    at += record->header.size;
    q->issued++;
    publish(q, at, (u64)(at - q->cursor));
    fill_execution(r, p, c, value);
    push_execution(l, p->execution);
    drain_here(q);
}

/* Submits a launch. Returns its execution; 0 if it raised, or was refused with no exception set. */
static PyObject *submit_launch(const request *r)
{
    parts p = {0};
    enum answer answer = RAISED;
    if ((p.execution = PyType_GenericAlloc(execution_class, 0)))
        do
            answer = make_ready(r, &p, sizeof(launch_record) + 8 + 8 * r->plan->slots);
        while (answer == AGAIN);
    PyObject *made = 0;
    if (answer == READY) {
        submit_ready(r, &p);
        made = own(p.execution);
    }
    drop_parts(&p);
    let_go();
    return made;
}

/* ---- for operations that Python matched ------------------------------------------------------- */

/* launch(plan, values, reads, writes, subject, code, instruction, outcome, keeps_lock): submits a
 * launch of a loaded plan; see Lane.launch. None if it is refused. */
BUILTIN(timeline_launch)
{
    (void)n;
    u64 converted[MOST_SLOTS];
    plan *p = ADDRESS(plan, 0);
    if (PyErr_Occurred() || PyTuple_Size(args[1]) < (i64)p->slots)
        return PyErr_Occurred() ? 0 : (PyErr_SetString(PyExc_TypeError, "too few values"), (PyObject *)0);
    for (u64 i = 0; i < p->slots; i++)
        if (convert(PyTuple_GetItem(args[1], i), p->codes[i], &converted[i]))
            return 0;
    use few[16], *accesses = few;
    i64 count = PyTuple_Size(args[2]) + PyTuple_Size(args[3]);
    if (count > 16 && !(accesses = malloc((u64)count * sizeof(use))))
        return PyErr_NoMemory();
    PyObject *made = 0;
    if (!read_accesses(args[2], args[3], accesses)) {
        request r = {.lane = LANE_OF(self), .plan = p, .slots = converted, .accesses = accesses,
                     .count = (u32)count, .keeps_lock = (u32)PyObject_IsTrue(args[8]),
                     .subject = args[4], .code = args[5], .outcome = args[7],
                     .instruction = (i32)PyLong_AsLongLong(args[6])};
        made = submit_launch(&r);
        if (!made && !PyErr_Occurred())
            made = own(NONE);
    }
    if (accesses != few)
        free(accesses);
    return made;
}
