/* The native type Fresh, and Runtime.empty: a new buffer of one device in one native step.
 *
 * It serves requests that a dropped allocation fits. For all others there is the way through Python,
 * which also words the errors.
 */
#pragma once
#include "stream_launch.h"

typedef struct fresh {
    PyObject *device, *state; /* of the buffers: a Device and a DeviceState */
    PyObject *dropped;        /* of its memory */
    PyObject *shapes;         /* DeviceState.shapes */
    PyObject *plans;          /* the device's Plans */
    PyObject *lanes;          /* a tuple of the Timelines that Runtime.execute chooses from, or None */
} fresh;

#define FRESH_OF(o) FIELDS(fresh, o)

static PyObject *empty_in_python, *fresh_name, *device_class, *default_dtype;

/* Returns a new buffer; 0 if that takes the way through Python, or with an exception set. */
static PyObject *make_buffer(fresh *f, PyObject *layout)
{
    dropped *d = DROPPED_OF(f->dropped);
    if (LOCK_OF(d->lock)->detours)
        return 0;
    u64 nbytes = PyLong_AsUnsignedLongLong(SLOT(layout, slots.nbytes));
    PyObject *made, *allocation = recycle(d, nbytes, 0);
    if (!allocation || !(made = PyType_GenericAlloc(buffer_class, 0)))
        return disown(allocation), (PyObject *)0;
    SLOT(made, slots.device) = own(f->device);
    SLOT(made, slots.state) = own(f->state);
    SLOT(made, slots.address) = own(TRACKED_OF(REGION_OF(allocation)->handle)->place);
    SLOT(made, slots.buffer_layout) = own(layout);
    SLOT(made, slots.allocation) = allocation;
    SLOT(made, slots.buffer_region) = own(allocation);
    return made;
}

/* buffer(layout): a new dense buffer; None if that takes the way through Python. */
BUILTIN(fresh_buffer)
{
    (void)n;
    PyObject *made = make_buffer(FRESH_OF(self), args[0]);
    return made || PyErr_Occurred() ? made : own(NONE);
}

/* Finds the layout for a shape and a dtype as a user writes them; 0 if it is not known. The caller
 * owns it. */
static PyObject *known_layout(const fresh *f, PyObject *shape, PyObject *dtype)
{
    PyObject *key = PyTuple_New(2), *found = 0;
    if (!key)
        return 0;
    PyTuple_SetItem(key, 0, own(shape));
    PyTuple_SetItem(key, 1, own(dtype));
    if (!(found = own(PyDict_GetItemWithError(f->shapes, key))))
        PyErr_Clear(); /* a list may be a shape, but not a key: Python goes on, or says what is wrong */
    disown(key);
    return found;
}

/* Puts the arguments of Runtime.empty in order: shape, dtype, device. 0 if they do not fit. */
static int match_empty(const call *c, PyObject **values)
{
    static const char *const names[3] = {"shape", "dtype", "device"};
    Py_ssize_t named = c->names ? PyTuple_Size(c->names) : 0;
    for (Py_ssize_t i = 0; i < c->count && i < 3; i++)
        values[i] = c->args[i];
    for (Py_ssize_t i = 0; i < named; i++) {
        PyObject *name = PyTuple_GetItem(c->names, i);
        u32 at = 0;
        while (at < 3 && PyUnicode_CompareWithASCIIString(name, names[at]))
            at++;
        if (at == 3 || values[at])
            return 0;
        values[at] = c->args[c->count + i];
    }
    return c->count <= 3 && values[0];
}

/* The root of a runtime, by Runtime._fresh: that, or the Fresh of its first device. */
static dropped *root_by(PyObject *o)
{
    return root_of_pool(DROPPED_OF(is_a(o, FRESH) ? FRESH_OF(o)->dropped : o));
}

/* Whether an object is the Fresh of a device of that runtime. */
static int is_of_runtime(PyObject *o, PyObject *of_runtime)
{
    return is_a(o, FRESH) && root_by(o) == root_by(of_runtime);
}

/* empty(self, shape, dtype, device): see Runtime.empty in runtime.py. */
static PyObject *runtime_empty(PyObject *self, PyObject *const *args, Py_ssize_t n, PyObject *names)
{
    call c = {self, args, names, n, empty_in_python};
    PyObject *values[3] = {0}, *made = 0;
    if (!match_empty(&c, values))
        return long_way(&c);
    PyObject *device = values[2] && values[2] != NONE ? values[2] : 0, *f, *other = 0;
    if (device && TYPE_OF(device) != device_class)
        return long_way(&c);
    f = PyObject_GetAttr(self, fresh_name);
    if (f && device)
        other = PyObject_GetAttr(device, fresh_name);
    if (f && (device ? other && is_of_runtime(other, f) : is_a(f, FRESH))) {
        fresh *of = FRESH_OF(device ? other : f);
        PyObject *layout = known_layout(of, values[0], values[1] ? values[1] : default_dtype);
        made = layout ? make_buffer(of, layout) : 0;
        disown(layout);
    }
    disown(f), disown(other);
    return made || PyErr_Occurred() ? made : long_way(&c);
}

static int fresh_traverse(PyObject *self, visitproc *visit, void *argument)
{
    fresh *f = FRESH_OF(self);
    VISIT(TYPE_OF(self));
    VISIT(f->device);
    VISIT(f->state);
    VISIT(f->dropped);
    VISIT(f->shapes);
    VISIT(f->plans);
    VISIT(f->lanes);
    return 0;
}

static void fresh_dealloc(PyObject *self)
{
    fresh f = *FRESH_OF(self);
    PyObject_GC_UnTrack(self);
    free_object(self);
    disown(f.device), disown(f.state), disown(f.dropped), disown(f.shapes);
    disown(f.plans), disown(f.lanes);
}

/* new_fresh(device, state, dropped, shapes, plans): see `struct fresh`. */
BUILTIN(new_fresh)
{
    UNUSED;
    PyObject *made = new_object(FRESH);
    if (made)
        *FRESH_OF(made) = (fresh){own(args[0]), own(args[1]), own(args[2]), own(args[3]),
                                  own(args[4]), own(NONE)};
    return made;
}

/* new_empty(class, function, doc, device class, "_fresh", default dtype): the method that replaces
 * Runtime.empty, which is that function; as new_launch. */
BUILTIN(new_empty)
{
    UNUSED;
    static PyMethodDef method = {"empty", runtime_empty, METH_FASTCALL | METH_KEYWORDS, 0};
    empty_in_python = own(args[1]);
    method.doc = ADDRESS(const char, 2);
    device_class = own(args[3]);
    fresh_name = own(args[4]);
    default_dtype = own(args[5]);
    return PyDescr_NewMethod(args[0], &method);
}

static PyMethodDef fresh_methods[] = {
    {"buffer", fresh_buffer, METH_FASTCALL, 0},
    {0, 0, 0, 0},
};
static PyMemberDef fresh_members[] = {
    {"lanes", MEMBER_OBJECT, offsetof(fresh, lanes), 0, 0},
    {0, 0, 0, 0, 0},
};
static PyType_Slot fresh_slots[] = {
    {TP_TRAVERSE, fresh_traverse}, {TP_DEALLOC, fresh_dealloc}, {TP_METHODS, fresh_methods},
    {TP_MEMBERS, fresh_members}, {0, 0},
};
