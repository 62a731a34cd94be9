/* The native type Region: the bytes of a memory that a buffer covers, and an allocation.
 *
 * It has the members of the class of the same name in streamrt/_core/tracking/ranges.py. The region
 * of all bytes of an allocation stands for that as well, with the members of Allocation in
 * streamrt/_runtime/memory/allocations.py: when it is dropped, it gives the memory up.
 */
#pragma once
#include "dropped.h"

typedef struct region_object {
    region region; /* first: the tracker knows only this part */
    u64 address;   /* of the first element */
    PyObject *handle; /* keeps region.tracked */
    u32 owns;      /* whether it is an allocation that was not given up */
} region_object;

#define REGION_OF(o) FIELDS(region_object, o)

static int region_traverse(PyObject *self, visitproc *visit, void *argument)
{
    VISIT(TYPE_OF(self));
    VISIT(REGION_OF(self)->handle);
    return 0;
}

static void region_dealloc(PyObject *self)
{
    PyObject *handle = REGION_OF(self)->handle;
    u32 owns = REGION_OF(self)->owns;
    PyObject_GC_UnTrack(self);
    free_object(self);
    if (owns)
        post(handle);
    else
        disown(handle);
}

/* Fills a new region, which takes the handle over. */
static void fill_region(PyObject *made, PyObject *handle, u64 start, u64 stop, u64 address)
{
    region_object *r = REGION_OF(made);
    r->region = (region){&TRACKED_OF(handle)->tracked, start, stop, 0};
    r->address = address;
    r->handle = handle;
}

/* new_region(tracked, start, stop, has_gaps, address): see Region. */
BUILTIN(new_region)
{
    UNUSED;
    if (!is_a(args[0], TRACKED))
        return PyErr_SetString(PyExc_TypeError, "new_region: pass a Tracked"), (PyObject *)0;
    u64 start = NUMBER(1), stop = NUMBER(2);
    i32 has_gaps = PyObject_IsTrue(args[3]);
    u64 address = NUMBER(4);
    PyObject *made = PyErr_Occurred() ? 0 : new_object(REGION);
    if (!made)
        return 0;
    fill_region(made, own(args[0]), start, stop, address);
    REGION_OF(made)->region.has_gaps = (u32)has_gaps;
    return made;
}

/* ---- allocations ------------------------------------------------------------------------------ */

/* new_allocation(address, tracked, dropped, block, size): see Allocation; `size` is the block's, or
 * 0 if the block is no pool's. Without a block (None) it never gives anything up. */
BUILTIN(new_allocation)
{
    UNUSED;
    if (!is_a(args[1], TRACKED) || !is_a(args[2], DROPPED))
        return PyErr_SetString(PyExc_TypeError, "pass a Tracked and a Dropped"), (PyObject *)0;
    u64 address = NUMBER(0), size = NUMBER(4);
    PyObject *made = PyErr_Occurred() ? 0 : new_object(REGION);
    if (!made)
        return 0;
    tracked_object *t = TRACKED_OF(args[1]);
    fill_region(made, own(args[1]), t->tracked.memory->start, t->tracked.memory->stop, address);
    REGION_OF(made)->owns = args[3] != NONE;
    t->home = own(args[2]);
    t->block = own(args[3]);
    t->place = own(args[0]);
    t->address = address;
    t->size = size;
    return made;
}

/* Returns a new allocation in the place of a dropped one; 0 if there is none that fits. */
static PyObject *recycle(dropped *d, u64 nbytes, int for_host)
{
    PyObject *made = root_of_pool(d)->count ? new_object(REGION) : 0, *history;
    if (!made)
        return 0;
    if (!(history = take_dropped(d, nbytes, for_host))) {
        Py_DecRef(made);
        return 0;
    }
    fill_region(made, history, 0, nbytes, TRACKED_OF(history)->address);
    REGION_OF(made)->owns = 1;
    let_go();
    return made;
}

/* take(nbytes, for_host): a new allocation, made of a dropped one; None if that takes the way through
 * Python. */
BUILTIN(dropped_take)
{
    (void)n;
    u64 nbytes = NUMBER(0);
    PyObject *made = PyErr_Occurred() ? 0 : recycle(DROPPED_OF(self), nbytes, PyObject_IsTrue(args[1]));
    return made || PyErr_Occurred() ? made : own(NONE);
}

/* whole(allocation, nbytes): the region of its first bytes: itself if that is all. */
BUILTIN(whole)
{
    UNUSED;
    region_object *r = REGION_OF(args[0]);
    u64 nbytes = NUMBER(1);
    if (!r->region.start && r->region.stop == nbytes)
        return own(args[0]);
    PyObject *made = new_object(REGION);
    if (made)
        fill_region(made, own(r->handle), 0, nbytes, r->address);
    return made;
}

/* end(): gives the memory up; a second call does nothing. */
static PyObject *region_end(PyObject *self, PyObject *unused)
{
    (void)unused;
    region_object *r = REGION_OF(self);
    if (r->owns) {
        r->owns = 0;
        post(own(r->handle));
    }
    return own(NONE);
}

/* disarm(): its memory is somebody else's now. */
static PyObject *region_disarm(PyObject *self, PyObject *unused)
{
    (void)unused;
    REGION_OF(self)->owns = 0;
    return own(NONE);
}

/* pass_to(tracked): a new allocation of the same memory, with another handle of it, in place of this
 * one. */
BUILTIN(region_pass_to)
{
    (void)n;
    region_object *r = REGION_OF(self);
    tracked_object *from = TRACKED_OF(r->handle), *to = TRACKED_OF(args[0]);
    PyObject *made = new_object(REGION);
    if (!made)
        return 0;
    fill_region(made, own(args[0]), r->region.start, r->region.stop, r->address);
    to->home = own(from->home);
    to->block = own(from->block);
    to->place = own(from->place);
    to->address = from->address;
    to->size = from->size;
    REGION_OF(made)->owns = r->owns;
    r->owns = 0;
    return made;
}

static PyObject *region_block(PyObject *self, void *unused)
{
    (void)unused;
    PyObject *block = TRACKED_OF(REGION_OF(self)->handle)->block;
    return own(block ? block : NONE);
}

static PyObject *region_memory(PyObject *self, void *unused)
{
    (void)unused;
    PyObject *home = TRACKED_OF(REGION_OF(self)->handle)->home;
    PyObject *owner = home ? DROPPED_OF(home)->owner : 0;
    return own(owner ? owner : NONE);
}

/* ---- looking ---------------------------------------------------------------------------------- */

/* Appends the owner of a step to a list, unless it was seen to succeed or is there already. */
static int add_writer(PyObject *list, const step *s)
{
    if (!s->source || is_clean(s))
        return 0;
    for (Py_ssize_t i = 0, count = PyList_Size(list); i < count; i++)
        if (PyList_GetItem(list, i) == s->owner)
            return 0;
    return PyList_Append(list, s->owner);
}

static PyObject *writers_of(PyObject *self, int unread)
{
    region *r = &REGION_OF(self)->region;
    u32 first, last;
    PyObject *list = PyList_New(0);
    if (!list || spans_of(&the_tracker, r, &first, &last))
        return disown(list), PyErr_NoMemory();
    span *spans = r->tracked->memory->spans;
    int failed = 0;
    for (; first < last && !failed; first++) {
        span *s = &spans[first];
        if (!(unread && s->readers.count))
            failed = add_writer(list, &s->writer);
        for (u32 i = 0; !unread && !failed && i < s->beneath.count; i++)
            failed = add_writer(list, &s->beneath.at[i]);
    }
    return failed ? disown(list), (PyObject *)0 : list;
}

static PyObject *region_writers(PyObject *self, PyObject *unused)
{
    (void)unused;
    return writers_of(self, 0);
}

static PyObject *region_unread_writers(PyObject *self, PyObject *unused)
{
    (void)unused;
    return writers_of(self, 1);
}

static PyObject *region_reuse_points(PyObject *self, PyObject *unused)
{
    (void)unused;
    region *r = &REGION_OF(self)->region;
    u32 first, last;
    PyObject *list = PyList_New(0);
    if (!list || spans_of(&the_tracker, r, &first, &last))
        return disown(list), PyErr_NoMemory();
    for (; first < last; first++) {
        points *reuse = &r->tracked->memory->spans[first].reuse;
        for (u32 i = 0; i < reuse->count; i++) {
            PyObject *pair = pair_of(reuse->at[i]);
            int failed = !pair || PyList_Append(list, pair);
            disown(pair);
            if (failed)
                return disown(list), (PyObject *)0;
        }
    }
    return list;
}

static PyObject *region_has_gaps(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(REGION_OF(self)->region.has_gaps);
}

static PyMethodDef region_methods[] = {
    {"writers", region_writers, METH_NOARGS, 0},
    {"unread_writers", region_unread_writers, METH_NOARGS, 0},
    {"reuse_points", region_reuse_points, METH_NOARGS, 0},
    {"end", region_end, METH_NOARGS, 0},
    {"disarm", region_disarm, METH_NOARGS, 0},
    {"pass_to", region_pass_to, METH_FASTCALL, 0},
    {0, 0, 0, 0},
};
static PyMemberDef region_members[] = {
    {"tracked", MEMBER_OBJECT, offsetof(region_object, handle), READONLY, 0},
    {"start", MEMBER_U64, offsetof(region_object, region.start), READONLY, 0},
    {"stop", MEMBER_U64, offsetof(region_object, region.stop), READONLY, 0},
    {"address", MEMBER_U64, offsetof(region_object, address), READONLY, 0},
    {0, 0, 0, 0, 0},
};
static PyGetSetDef region_getset[] = {
    {"has_gaps", region_has_gaps, 0, 0, 0}, {"block", region_block, 0, 0, 0},
    {"memory", region_memory, 0, 0, 0}, {0, 0, 0, 0, 0},
};
static PyType_Slot region_slots[] = {
    {TP_TRAVERSE, region_traverse}, {TP_DEALLOC, region_dealloc}, {TP_METHODS, region_methods},
    {TP_MEMBERS, region_members}, {TP_GETSET, region_getset}, {0, 0},
};
