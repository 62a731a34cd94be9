/* A submission as one native step: from converted arguments to an execution.
 *
 * The order of its parts makes the step whole:
 *
 * 1. What may run Python code comes first: conversions, the scope, waiting for the lock.
 * 2. Whatever may refuse or fail comes next, and looks at the state as it is then. It makes the
 *    objects. The collector is held meanwhile, because on some versions of CPython a new object
 *    may run it, and so finalizers that submit.
 * 3. The tracker notes the command, and its records become visible. Nothing fails any more.
 * 4. Python may have to do the rest: a backend's queue takes its commands from Python, and a device
 *    whose time is virtual has to be told that somebody waits. That is in the outbox by then. If a
 *    signal's handler breaks it off, whoever submits or waits next goes on with it.
 *
 * So neither an error nor a signal's handler leaves half a submission. A refusal is worded by
 * Python, which takes the long way.
 */
#pragma once
#include "recording.h"

/* ---- what refuses, and what may fail ---------------------------------------------------------- */

static int is_refused(const request *r)
{
    if (r->cleared && (*r->cleared != r->version || LOCK_OF(r->lane->lock)->detours))
        return 1;
    if (is_full(r->lane->queue) || (r->stream && is_full(r->stream->queue)))
        return 1;
    for (i64 i = 1, count = r->steps ? PyTuple_Size(r->steps) : 0; i < count; i += 2) {
        queue *q = LANE_OF(PyTuple_GetItem(r->steps, i))->queue;
        u64 more = PyLong_AsUnsignedLongLong(PyTuple_GetItem(r->steps, i + 1));
        if (is_full(q) || q->issued - atomic_load(&q->completed) + more > q->limit)
            return 1;
    }
    return first_barred(r->accesses, r->count) >= 0;
}

/* Whether Python has to be told of the edges: a native queue will wait for virtual time. */
static int waits_for_virtual(const lane *l, const tracker *t)
{
    for (u32 i = 0; i < t->edge_count; i++)
        if (((lane *)t->edges[i].source)->is_virtual)
            return !l->is_virtual;
    return 0;
}

static u64 order_bytes(const tracker *t)
{
    return t->edge_count * sizeof(wait_record) + t->check_count * sizeof(check_record);
}

/* Fills an item of the outbox and puts it there. */
static int put_item(lane *l, PyObject *item, u64 value, PyObject *edges, PyObject *execution,
                    PyObject *payload)
{
    PyObject *number = PyLong_FromUnsignedLongLong(value);
    if (!number)
        return -1;
    PyTuple_SetItem(item, 0, own(l->face));
    PyTuple_SetItem(item, 1, number);
    PyTuple_SetItem(item, 2, own(edges));
    PyTuple_SetItem(item, 3, own(execution));
    PyTuple_SetItem(item, 4, own(payload));
    return PyList_Append(LOCK_OF(l->lock)->outbox, item);
}

/* Remembers the edges of an explicit wait, for people. */
static int put_mark(lane *l, u64 value, PyObject *edges)
{
    PyObject *number = PyLong_FromUnsignedLongLong(value);
    int failed = !number || PyDict_SetItem(l->marks, number, edges);
    disown(number);
    return failed;
}

/* Prepares a stream's wait for the host call at a value. */
static int prepare_echo(lane *stream, lane *host, u64 value, parts *p)
{
    edge e = {&host->timeline, value, EVENT, 0};
    u64 behind = stream->timeline.value + 1;
    if (!stream->is_foreign && make_room(stream->queue, sizeof(wait_record) + sizeof(record)))
        return PyErr_NoMemory(), -1;
    if (fill_edges(p->mark, &e, 1) || put_mark(stream, behind, p->mark))
        return -1;
    return p->mark_item ? put_item(stream, p->mark_item, behind, p->mark, NONE, NONE) : 0;
}

/* The value that an execution signals. */
static u64 next_value(const request *r)
{
    u64 values = r->steps ? PyLong_AsUnsignedLongLong(PyTuple_GetItem(r->steps, 2)) : 1;
    return r->lane->timeline.value + values;
}

/* Fills the objects, and puts them where Python finds them. The outbox comes last; if the scope has
 * no memory, what was put there is taken out again. */
static int fill_parts(const request *r, parts *p, u64 size)
{
    lane *l = r->lane;
    tracker *t = &the_tracker;
    PyObject *outbox = LOCK_OF(l->lock)->outbox;
    Py_ssize_t before = PyList_Size(outbox);
    if ((!l->is_foreign && make_room(l->queue, order_bytes(t) + size)) || ring_grows(l))
        return PyErr_NoMemory(), -1;
    if (fill_edges(p->edges, t->edges, t->edge_count))
        return -1;
    fill_checks(p->checks, t->checks, t->check_count);
    u64 value = next_value(r);
    if ((p->item && put_item(l, p->item, value, p->edges, p->execution, r->payload)) ||
        (r->stream && prepare_echo(r->stream, l, value, p)) ||
        (p->members && PyList_Append(p->members, p->execution))) {
        PyList_SetSlice(outbox, before, PyList_Size(outbox), 0);
        return -1;
    }
    return 0;
}

/* Makes the objects that the answer of the tracker asks for. */
static int make_parts(const request *r, parts *p)
{
    tracker *t = &the_tracker;
    int needs_item = r->lane->is_foreign || waits_for_virtual(r->lane, t);
    int needs_mark_item = r->stream && r->stream->is_foreign;
    p->execution = PyType_GenericAlloc(execution_class, 0);
    p->edges = t->edge_count ? PyTuple_New(4 * (i64)t->edge_count) : own(empty_tuple);
    p->checks = t->check_count ? PyTuple_New(t->check_count) : own(empty_tuple);
    p->item = needs_item ? PyTuple_New(5) : 0;
    p->mark = r->stream ? PyTuple_New(4) : 0;
    p->mark_item = needs_mark_item ? PyTuple_New(5) : 0;
    int failed = !p->execution || !p->edges || !p->checks || (needs_item && !p->item) ||
                 (r->stream && !p->mark) || (needs_mark_item && !p->mark_item);
    return failed ? -1 : 0;
}

/* Part 2 of a submission. */
static enum answer make_ready(const request *r, parts *p, u64 size)
{
    lane *l = r->lane;
    tracker *t = &the_tracker;
    if (is_refused(r))
        return REFUSED;
    /* A call right after a call needs no edge before it, because the stream was given nothing since
     * but the wait for that call. To wait for this wait, the echo, would cost two wake-ups a call. */
    point after = {&r->stream->timeline, r->stream ? r->stream->timeline.value : 0};
    t->manual = l->manual;
    if (prepare_command(t, &l->timeline, r->accesses, r->count, &after,
                        r->stream && after.value != l->echo))
        return PyErr_NoMemory(), RAISED;
    return make_parts(r, p) || fill_parts(r, p, size) ? RAISED : READY;
}

/* ---- the step --------------------------------------------------------------------------------- */

static char *put_order(queue *q, const tracker *t)
{
    char *at = q->cursor;
    for (u32 i = 0; i < t->edge_count; i++, at += sizeof(wait_record)) {
        queue *source = ((lane *)t->edges[i].source)->queue;
        record header = {q->kind->wait, sizeof(wait_record)};
        *(wait_record *)at = (wait_record){header, source, t->edges[i].value};
    }
    for (u32 i = 0; i < t->check_count; i++, at += sizeof(check_record))
        *(check_record *)at =
            (check_record){{q->kind->check, sizeof(check_record)}, t->checks[i].cell};
    return at;
}

/* Hides the execution of a launch from the collector, which would look at it again and again while
 * thousands are pending. No cycle leads through one that has no result, no failure and no callback,
 * and whose kernel knows no objects of users: what it checks is let go of when its end is noted.
 * Python calls `collect` before it gives it any of the first three, and `show_executions` for the
 * plan of a kernel that may know whoever keeps the execution. */
static void leave_uncollected(const request *r, PyObject *e)
{
    int is_shown = r->plan && r->plan->is_shown;
    if (is_shown || r->outcome != NONE || r->stream || r->lane->is_foreign)
        return;
    PyObject_GC_UnTrack(e);
    if (SLOT(e, slots.checks) != empty_tuple)
        PyObject_GC_UnTrack(SLOT(e, slots.checks));
}

/* collect(execution): from now on the collector looks at it, and at the tuple of its checks. */
BUILTIN(collect)
{
    UNUSED;
    PyObject *checks = SLOT(args[0], slots.checks);
    if (!PyObject_GC_IsTracked(args[0]))
        PyObject_GC_Track(args[0]);
    if (checks && checks != empty_tuple && !PyObject_GC_IsTracked(checks))
        PyObject_GC_Track(checks);
    return own(NONE);
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
    leave_uncollected(r, e);
}

/* Makes the command visible to its native queue. */
static void put_records(const request *r, cell *c)
{
    queue *q = r->lane->queue;
    char *at = put_order(q, &the_tracker);
    record *header = (record *)at;
    if (r->plan) {
        u64 bytes = 8 * r->plan->slots;
        launch_record *launch = (launch_record *)at;
        *header = (record){q->kind->launch, sizeof *launch + 8 + bytes};
        launch->status = c;
        launch->args[0] = (u64)r->plan->layout;
        memcpy(&launch->args[1], r->slots, bytes);
    } else {
        *header = (record){handle_host, sizeof(host_record)};
        ((host_record *)at)->status = c;
    }
    c->submitted = now();
    at += header->size;
    q->issued++;
    publish(q, at, (u64)(at - q->cursor));
}

/* Has a lane signal behind waits. Its edges were prepared, except a foreign one's. */
static void put_signal(lane *l, const tracker *t)
{
    queue *q = l->queue;
    q->issued++;
    if (l->is_foreign)
        return;
    char *at = put_order(q, t);
    *(record *)at = (record){q->kind->signal, sizeof(record)};
    publish(q, at + sizeof(record), (u64)(at + sizeof(record) - q->cursor));
}

/* Has a stream wait for its host call. If there is no memory to note what the stream comes after
 * then, it counts as coming after less, and others wait for more. */
static void put_echo(lane *stream, lane *host)
{
    tracker *t = &the_tracker;
    edge e = {&host->timeline, host->timeline.value, EVENT, 0};
    point p = {&host->timeline, host->timeline.value};
    tracker only = {.edges = &e, .edge_count = 1};
    put_signal(stream, &only);
    if (prepare_wait(t, &stream->timeline, &p, 1, 0) || !t->edge_count)
        stream->timeline.value++;
    else
        note_wait(t, &stream->timeline);
    host->echo = stream->timeline.value;
}

static void advance_steps(const request *r)
{
    u64 *starts = (u64 *)PyLong_AsUnsignedLongLong(PyTuple_GetItem(r->steps, 0));
    for (i64 i = 1, count = PyTuple_Size(r->steps); i < count; i += 2) {
        lane *l = LANE_OF(PyTuple_GetItem(r->steps, i));
        u64 more = PyLong_AsUnsignedLongLong(PyTuple_GetItem(r->steps, i + 1));
        l->queue->issued += more;
        *starts = l->timeline.value;
        if (l == r->lane) /* the tracker has noted its last step */
            *starts++ -= more;
        else
            l->timeline.value += more, starts++;
    }
}

/* Part 3. */
static void submit_ready(const request *r, parts *p)
{
    lane *l = r->lane;
    cell *c = l->next++;
    u64 value = next_value(r);
    if (RARE(p->is_labelled)) {
        c->what = p->what, c->tag = p->tag;
        if (p->is_kept && r->plan)
            r->plan->what = p->what;
    }
    if (RARE(p->deadline))
        c->deadline = p->deadline;
    note(&the_tracker, &l->timeline, r->accesses, r->count,
         (step){&l->timeline, value, c, p->execution});
    if (r->steps)
        advance_steps(r);
    else if (l->is_foreign)
        l->queue->issued++;
    else
        put_records(r, c);
    fill_execution(r, p, c, value);
    if (!r->steps)
        push_execution(l, p->execution);
    if (r->stream)
        put_echo(r->stream, l);
    if (!l->is_foreign)
        drain_here(l->queue);
    if (r->stream && !r->stream->is_foreign)
        drain_here(r->stream->queue);
}

/* Part 4; -1 with an exception set if that was broken off. */
static int hand_over(lane *l)
{
    if (!PyList_Size(LOCK_OF(l->lock)->outbox))
        return 0;
    PyObject *done = PyObject_CallMethodObjArgs(l->face, hand_over_name, (PyObject *)0);
    disown(done);
    return done ? 0 : -1;
}

/* Makes a submission whose record has that size. Returns its execution; 0 if it raised, or was
 * refused with no exception set. */
static PyObject *submit(const request *r, u64 size)
{
    parts p = {0};
    PyObject *made = 0;
    enum answer answer;
    if (RARE(deadline_variable) && find_deadline(&p))
        return 0;
    if (RARE(log_of(r->lane->queue)) && label(r, &p))
        return 0;
    do
        answer = begin_submission(r->lane, &p);
    while (answer == AGAIN);
    int held = hold_collector();
    if (answer == READY && (answer = make_ready(r, &p, size)) == READY) {
        submit_ready(r, &p);
        made = own(p.execution);
    }
    free_collector(held);
    drop_parts(&p);
    let_go();
    if (made && hand_over(r->lane))
        return disown(made), (PyObject *)0;
    return made;
}
