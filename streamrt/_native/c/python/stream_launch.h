/* Stream.launch: a warm launch of a kernel, from Python's arguments to an execution, in native code.
 *
 * It is a method of the Python class, and that class's own method is what it falls back to: for a
 * first launch, a wrong argument, a refusal, a capture. So this file words no error.
 */
#pragma once
#include "host_call.h"
#include "plans.h"

static PyObject *launch_in_python; /* Stream.launch as the class defines it */

/* The call as it was made: `self`, then the kernel and the other arguments. */
typedef struct call {
    PyObject *self, *const *args, *names;
    Py_ssize_t count;    /* of positional ones */
    PyObject *in_python; /* the function to fall back to */
} call;

static PyObject *long_way(const call *c)
{
    Py_ssize_t named = c->names ? PyTuple_Size(c->names) : 0;
    PyObject *tuple = PyTuple_New(c->count + 1), *dict = named ? PyDict_New() : 0, *result = 0;
    if (!tuple || (named && !dict))
        goto out;
    PyTuple_SetItem(tuple, 0, own(c->self));
    for (Py_ssize_t i = 0; i < c->count; i++)
        PyTuple_SetItem(tuple, i + 1, own(c->args[i]));
    for (Py_ssize_t i = 0; i < named; i++)
        if (PyDict_SetItem(dict, PyTuple_GetItem(c->names, i), c->args[c->count + i]))
            goto out;
    result = PyObject_Call(c->in_python, tuple, dict);
out:
    disown(tuple), disown(dict);
    return result;
}

/* Puts the arguments in the order of the parameters; 0 if they do not match. */
static int match(const form *f, const call *c, PyObject **values)
{
    Py_ssize_t given = c->count - 1, named = c->names ? PyTuple_Size(c->names) : 0;
    if (given + named != f->count)
        return 0;
    for (Py_ssize_t i = 0; i < f->count; i++)
        values[i] = i < given ? c->args[1 + i] : 0;
    for (Py_ssize_t i = 0; i < named; i++) {
        PyObject *name = PyTuple_GetItem(c->names, i);
        Py_ssize_t at = given;
        while (at < f->count && f->names[at] != name)
            at++;
        for (Py_ssize_t k = given; at == f->count && k < f->count; k++)
            if (!PyUnicode_Compare(f->names[k], name)) /* one of them is not interned */
                at = k;
        if (at == f->count || values[at])
            return 0;
        values[at] = c->args[c->count + i];
    }
    return 1;
}

static inline int is_buffer(PyObject *o)
{
    return TYPE_OF(o) == buffer_class || PyType_IsSubtype(TYPE_OF(o), buffer_class);
}

/* Collects the accesses and the layouts of the arrays; 0 if one of them is no buffer. */
static int take_arrays(const form *f, PyObject *const *values, use *accesses, PyObject **layouts)
{
    for (u32 i = 0; i < f->arrays; i++) {
        u32 at = f->order[i];
        PyObject *buffer = values[at], *layout, *region;
        if (!is_buffer(buffer) || !(layout = SLOT(buffer, slots.buffer_layout)) ||
            !(region = SLOT(buffer, slots.buffer_region)) || !is_a(region, REGION))
            return 0;
        layouts[i] = layout;
        accesses[i] = (use){&REGION_OF(region)->region, f->modes[at] & 1, f->modes[at] >> 1};
    }
    return 1;
}

static const region *region_of(PyObject *buffer)
{
    return &REGION_OF(SLOT(buffer, slots.buffer_region))->region;
}

/* Whether arrays that must not share elements have bytes in common. The very same view may do if
 * the kernel allows it; everything else is decided by Python, element by element. */
static int may_clash(const form *f, PyObject *const *values)
{
    for (u32 i = 0; i < f->pairs; i++) {
        PyObject *one = values[f->apart[i].written], *other = values[f->apart[i].other];
        if (!one || !other) /* an output that is not made yet shares nothing */
            continue;
        const region *a = region_of(one), *b = region_of(other);
        if (a->tracked->memory != b->tracked->memory || a->start >= b->stop || b->start >= a->stop)
            continue;
        if (!(f->apart[i].may_be_same && one == other))
            return 1;
    }
    return 0;
}

/* A conversion may run Python code, which may clear the table and unload the plan: so what is needed
 * of both is copied first. */
static int convert_all(const form *f, const plan *p, PyObject *const *values, u64 *converted)
{
    u8 codes[MOST_PARAMETERS], modes[MOST_PARAMETERS];
    u32 count = f->count;
    memcpy(codes, p->codes, count);
    memcpy(modes, f->modes, count);
    for (u32 i = 0; i < count; i++)
        if (modes[i])
            converted[i] = REGION_OF(SLOT(values[i], slots.buffer_region))->address;
        else if (convert(values[i], codes[i], &converted[i]))
            return -1;
    return 0;
}

/* launch(self, kernel, ...): see Stream.launch in stream.py. */
static PyObject *stream_launch(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *names)
{
    call c = {self, args, names, n, launch_in_python};
    PyObject *track = SLOT(self, slots.stream_track), *values[MOST_PARAMETERS];
    PyObject *layouts[MOST_PARAMETERS];
    use accesses[MOST_PARAMETERS];
    u64 converted[MOST_PARAMETERS];
    if (!n || !track || !is_a(track, TIMELINE) || LOCK_OF(LANE_OF(track)->lock)->detours)
        return long_way(&c);
    lane *l = LANE_OF(track);
    plans *known = PLANS_OF(l->plans);
    form *f = form_of(known, args[0]);
    entry *e;
    if (!f || !match(f, &c, values) || !take_arrays(f, values, accesses, layouts) ||
        !(e = entry_of(f, layouts)) || may_clash(f, values))
        return long_way(&c);
    u64 version = known->version;
    u32 count = f->arrays;
    plan *p = e->plan;
    u64 bytes = launch_bytes(p);
    if (convert_all(f, p, values, converted)) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_OverflowError))
            return 0;
        PyErr_Clear(); /* the long way converts more, and words the error */
        return long_way(&c);
    }
    request r = {.lane = l, .plan = p, .slots = converted, .accesses = accesses, .count = count,
                 .cleared = &known->version, .version = version, .subject = args[0],
                 .outcome = NONE, .payload = NONE};
    PyObject *made = submit(&r, bytes);
    return made || PyErr_Occurred() ? made : long_way(&c);
}

/* new_launch(class, function, doc): the method that replaces Stream.launch, which is that function.
 * `doc` is the address of its text, which is never freed. */
BUILTIN(new_launch)
{
    UNUSED;
    static PyMethodDef method = {"launch", stream_launch, METH_FASTCALL | METH_KEYWORDS, 0};
    launch_in_python = own(args[1]);
    method.doc = ADDRESS(const char, 2);
    return PyDescr_NewMethod(args[0], &method);
}

/* find_slots(offsets, buffer class, execution class, empty tuple, tidy, hand_over, kernel class): where Python's
 * classes have their slots, in the order of `struct slots` behind the first; and objects used here. */
BUILTIN(find_slots)
{
    UNUSED;
    i64 *at = &slots.stream_track;
    for (i64 i = 0, count = PyTuple_Size(args[0]); i < count; i++)
        at[i] = PyLong_AsLongLong(PyTuple_GetItem(args[0], i));
    buffer_class = own(args[1]);
    execution_class = own(args[2]);
    empty_tuple = own(args[3]);
    tidy_name = own(args[4]);
    hand_over_name = own(args[5]);
    kernel_class = own(args[6]);
    return own(NONE);
}
