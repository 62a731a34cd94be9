/* Runtime.execute: a warm call of a kernel with fresh outputs, in one native step.
 *
 * It serves calls like an earlier one: a kernel, and inputs of certain layouts on one device, for
 * which Python has told the layouts of the outputs (`remember`). Everything else, and every error,
 * takes the way through Python.
 *
 * Memory knows an execution that wrote it, and an execution knows its outcome. To avoid that circle,
 * the user gets a second execution, which has the outcome and which no memory knows: see
 * composite.py.
 */
#pragma once
#include "fresh.h"

static PyObject *execute_in_python, *composite_class;

/* ---- composites ------------------------------------------------------------------------------- */

/* Returns a Composite of one launch, with an outcome; 0 with an exception set if there is no memory. */
static PyObject *compose(PyObject *launch, PyObject *outcome)
{
    static i64 *const shared[] = {&slots.lane, &slots.subject, &slots.block, &slots.code,
                                  &slots.checks, &slots.edges};
    PyObject *parts = PyTuple_New(1), *made = parts ? PyType_GenericAlloc(composite_class, 0) : 0;
    if (!made)
        return disown(parts), (PyObject *)0;
    PyTuple_SetItem(parts, 0, own(launch));
    *STEP_OF(made) = *STEP_OF(launch);
    STEP_OF(made)->clean = 0;
    for (u32 i = 0; i < sizeof shared / sizeof *shared; i++)
        SLOT(made, *shared[i]) = own(SLOT(launch, *shared[i]));
    SLOT(made, slots.trouble) = own(NONE);
    SLOT(made, slots.outcome) = own(outcome);
    SLOT(made, slots.parts) = parts;
    SLOT(made, slots.part_shown) = own(launch);
    return made;
}

/* with_outcome(launch, outcome): see composite.py. */
BUILTIN(with_outcome)
{
    UNUSED;
    return compose(args[0], args[1]);
}

/* ---- what was executed before ------------------------------------------------------------------ */

/* remember(kernel, layouts): a call with inputs of these layouts has outputs of those among them.
 * The layouts are in the order of the kernel's arrays; such a launch is known. */
BUILTIN(plans_remember)
{
    (void)n;
    form *f = form_of(PLANS_OF(self), args[0]);
    PyObject *layouts[MOST_PARAMETERS];
    for (u32 i = 0; f && i < f->arrays; i++)
        layouts[i] = PyTuple_GetItem(args[1], f->place[i]);
    entry *e = f ? entry_of(f, layouts) : 0;
    for (u32 i = 0; e && i < MOST_EXECUTED; i++)
        if (f->executed[i] == e)
            e = 0;
    if (e)
        f->executed[f->executions++ % MOST_EXECUTED] = e;
    return own(NONE);
}

/* Whether the array at that place of a form is an output. */
static inline int is_out(const form *f, u32 array) { return f->modes[f->order[array]] == 2; }

/* Finds the plan and the layouts of a call by those of its inputs; 0 if they are not known. */
static entry *executed_before(const form *f, PyObject *const *values)
{
    for (u32 k = 0; k < MOST_EXECUTED && f->executed[k]; k++) {
        u32 i = 0;
        while (i < f->arrays &&
               (is_out(f, i) || f->executed[k]->layouts[i] ==
                                    SLOT(values[f->order[i]], slots.buffer_layout)))
            i++;
        if (i == f->arrays)
            return f->executed[k];
    }
    return 0;
}

/* ---- a call ------------------------------------------------------------------------------------ */

/* A call, with what it needs of its form and plan: making buffers and converting arguments may run
 * Python, and that may forget both. */
typedef struct execution_call {
    u32 count, arrays;
    u8 modes[MOST_PARAMETERS], order[MOST_PARAMETERS], codes[MOST_PARAMETERS];
    plan *plan;
    PyObject *values[MOST_PARAMETERS];  /* borrowed, except outputs */
    PyObject *layouts[MOST_PARAMETERS]; /* of the outputs, by parameter; owned */
    u64 converted[MOST_PARAMETERS];
    use accesses[MOST_PARAMETERS];
} execution_call;

/* Puts the inputs in the places of their parameters; 0 if they do not match. */
static int match_inputs(const form *f, const call *c, PyObject **values)
{
    Py_ssize_t given = c->count - 1, named = c->names ? PyTuple_Size(c->names) : 0, at = 0;
    for (u32 i = 0; i < f->count; i++)
        values[i] = f->modes[i] != 2 && at < given ? c->args[1 + at++] : 0;
    for (Py_ssize_t i = 0; i < named; i++) {
        PyObject *name = PyTuple_GetItem(c->names, i);
        u32 k = 0;
        while (k < f->count && f->names[k] != name)
            k++;
        if (k == f->count || f->modes[k] == 2 || values[k])
            return 0;
        values[k] = c->args[c->count + i];
    }
    for (u32 i = 0; i < f->count; i++)
        if (f->modes[i] != 2 && !values[i])
            return 0;
    return at == given;
}

/* Returns the device of all inputs; 0 if there is no input, or not one device. Borrowed. */
static PyObject *device_of(const form *f, PyObject *const *values)
{
    PyObject *found = 0;
    for (u32 i = 0; i < f->count; i++) {
        if (!f->modes[i] || f->modes[i] == 2)
            continue;
        PyObject *region = is_buffer(values[i]) ? SLOT(values[i], slots.buffer_region) : 0;
        if (!region || !is_a(region, REGION))
            return 0;
        PyObject *device = SLOT(values[i], slots.device);
        if (found && device != found)
            return 0;
        found = device;
    }
    return found;
}

/* Keeps what the call needs of its form. */
static void keep_form(execution_call *x, const form *f, const entry *e)
{
    x->count = f->count;
    x->arrays = f->arrays;
    x->plan = e->plan;
    memcpy(x->modes, f->modes, f->count);
    memcpy(x->order, f->order, f->arrays);
    memcpy(x->codes, e->plan->codes, f->count);
    for (u32 i = 0; i < f->arrays; i++)
        if (is_out(f, i))
            x->layouts[f->order[i]] = own(e->layouts[i]);
}

static void drop_outputs(execution_call *x)
{
    for (u32 i = 0; i < x->count; i++)
        if (x->modes[i] == 2)
            disown(x->values[i]), disown(x->layouts[i]);
}

/* Makes the outputs and converts the arguments. 0: the way through Python, or an exception is set. */
static int prepare_call(execution_call *x, fresh *f)
{
    for (u32 i = 0; i < x->count; i++)
        if (x->modes[i] == 2 && !(x->values[i] = make_buffer(f, x->layouts[i])))
            return 0;
    for (u32 i = 0; i < x->count; i++) {
        PyObject *value = x->values[i];
        if (x->modes[i])
            x->converted[i] = REGION_OF(SLOT(value, slots.buffer_region))->address;
        else if (convert(value, x->codes[i], &x->converted[i])) {
            if (PyErr_ExceptionMatches(PyExc_TypeError) ||
                PyErr_ExceptionMatches(PyExc_OverflowError))
                PyErr_Clear(); /* the way through Python converts more, and words the error */
            return 0;
        }
    }
    for (u32 i = 0; i < x->arrays; i++) {
        u32 at = x->order[i];
        region *r = &REGION_OF(SLOT(x->values[at], slots.buffer_region))->region;
        x->accesses[i] = (use){r, x->modes[at] & 1, x->modes[at] >> 1};
    }
    return 1;
}

/* Returns the lane of an input's writer if nothing has read it yet, else the least loaded; 0 if
 * there is no memory. */
static lane *choose_lane(const execution_call *x, PyObject *lanes)
{
    lane *best = 0;
    i64 count = PyTuple_Size(lanes), least = 0;
    for (u32 i = 0; i < x->count; i++) {
        if (!x->modes[i] || x->modes[i] == 2)
            continue;
        const region *r = region_of(x->values[i]);
        u32 first, last;
        if (spans_of(&the_tracker, r, &first, &last))
            return 0;
        for (const span *s = r->tracked->memory->spans + first; first < last; first++, s++)
            for (i64 k = 0; s->writer.source && !s->readers.count && k < count; k++) {
                lane *l = LANE_OF(PyTuple_GetItem(lanes, k));
                if (s->writer.source == &l->timeline && !is_clean(&s->writer))
                    return l;
            }
    }
    for (i64 k = 0; k < count; k++) {
        lane *l = LANE_OF(PyTuple_GetItem(lanes, k));
        i64 pending = (i64)(l->timeline.value -
                            atomic_load_explicit(&l->queue->completed, memory_order_acquire));
        if (!best || pending < least)
            best = l, least = pending;
    }
    return best;
}

/* Returns the result: the outputs, or without any the arrays that were changed in place. */
static PyObject *outcome_of(const execution_call *x)
{
    u32 wanted = 3, count = 0, last = 0;
    for (u32 i = 0; i < x->count; i++)
        if (x->modes[i] == 2)
            wanted = 2;
    for (u32 i = 0; i < x->count; i++)
        if (x->modes[i] == wanted)
            count++, last = i;
    if (count < 2)
        return own(count ? x->values[last] : NONE);
    PyObject *tuple = PyTuple_New(count);
    for (u32 i = 0, at = 0; tuple && i < x->count; i++)
        if (x->modes[i] == wanted)
            PyTuple_SetItem(tuple, at++, own(x->values[i]));
    return tuple;
}

static PyObject *run_call(execution_call *x, fresh *f, PyObject *kernel, u64 version)
{
    plans *known = PLANS_OF(f->plans);
    lane *l = prepare_call(x, f) ? choose_lane(x, f->lanes) : 0;
    PyObject *outcome = l ? outcome_of(x) : 0, *made = 0;
    if (!outcome)
        return 0;
    request r = {.lane = l, .plan = x->plan, .slots = x->converted, .accesses = x->accesses,
                 .count = x->arrays, .cleared = &known->version, .version = version,
                 .subject = kernel, .outcome = NONE, .payload = NONE};
    PyObject *launch = known->version == version ? submit(&r, launch_bytes(r.plan)) : 0;
    if (launch)
        made = compose(launch, outcome);
    disown(launch), disown(outcome);
    return made;
}

/* execute(self, kernel, ...): see Runtime.execute in runtime.py. */
static PyObject *runtime_execute(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *names)
{
    call c = {self, args, names, n, execute_in_python};
    execution_call x = {0};
    PyObject *own_fresh = n ? PyObject_GetAttr(self, fresh_name) : 0, *device = 0, *there = 0;
    PyObject *made = 0;
    /* The plans belong to the device of the inputs, and a form is needed to tell which they are. */
    for (Py_ssize_t i = 1; i < n && !device; i++)
        if (is_buffer(args[i]))
            device = SLOT(args[i], slots.device);
    if (own_fresh && device)
        there = PyObject_GetAttr(device, fresh_name);
    if (there && is_of_runtime(there, own_fresh) && FRESH_OF(there)->lanes != NONE) {
        fresh *of = FRESH_OF(there);
        plans *known = PLANS_OF(of->plans);
        form *f = form_of(known, args[0]);
        entry *e = 0;
        if (f && match_inputs(f, &c, x.values) && device_of(f, x.values) == device)
            e = executed_before(f, x.values);
        if (e && !may_clash(f, x.values)) {
            keep_form(&x, f, e);
            made = run_call(&x, of, args[0], known->version);
            drop_outputs(&x);
        }
    }
    disown(own_fresh), disown(there);
    return made || PyErr_Occurred() ? made : long_way(&c);
}

/* new_execute(class, function, doc, composite class): the method that replaces Runtime.execute, which
 * is that function; as new_launch. */
BUILTIN(new_execute)
{
    UNUSED;
    static PyMethodDef method = {"execute", runtime_execute, METH_FASTCALL | METH_KEYWORDS, 0};
    execute_in_python = own(args[1]);
    method.doc = ADDRESS(const char, 2);
    composite_class = own(args[3]);
    return PyDescr_NewMethod(args[0], &method);
}
