/* The native types Tracked and Region: memory as the tracker sees it, as Python holds it.
 *
 * They have the members of the classes of the same names in streamrt/_core/tracking/ranges.py.
 */
#pragma once
#include "objects.h"
#include "lanes.h"

/* ---- Tracked --------------------------------------------------------------------------------- */

typedef struct tracked_object {
    tracked tracked; /* first: the tracker knows only this part */
    PyObject *name, *handles, *weak;
} tracked_object;

#define TRACKED_OF(o) FIELDS(tracked_object, o)

static u64 memories; /* numbers given */

static int tracked_traverse(PyObject *self, visitproc *visit, void *argument)
{
    tracked_object *t = TRACKED_OF(self);
    VISIT(TYPE_OF(self));
    VISIT(t->name);
    VISIT(t->handles);
    /* Several handles of one memory cannot each count its references, so nobody does. */
    memory *m = t->tracked.memory;
    if (m && m->users == 1)
        for (u32 i = 0; i < m->count; i++) {
            if (m->spans[i].writer.source)
                VISIT((PyObject *)m->spans[i].writer.owner);
            for (u32 k = 0; k < m->spans[i].beneath.count; k++)
                VISIT((PyObject *)m->spans[i].beneath.at[k].owner);
        }
    return 0;
}

/* The timelines that the history names may be gone already, so nothing here looks at them. */
static int tracked_clear(PyObject *self)
{
    tracked_object *t = TRACKED_OF(self);
    memory *m = t->tracked.memory;
    for (u32 i = 0; m && m->users == 1 && i < m->count; i++)
        drop_history(&the_tracker, &m->spans[i]);
    CLEAR(t->name);
    CLEAR(t->handles);
    let_go();
    return 0;
}

static void tracked_dealloc(PyObject *self)
{
    tracked_object *t = TRACKED_OF(self);
    PyObject_GC_UnTrack(self);
    if (t->weak)
        PyObject_ClearWeakRefs(self);
    if (t->tracked.memory)
        drop_memory(&the_tracker, t->tracked.memory);
    disown(t->name);
    disown(t->handles);
    free_object(self);
    let_go();
}

/* Returns a handle of a memory, which it takes over; 0 if the memory is 0, or there is no more. */
static PyObject *handle_of(memory *m, PyObject *name)
{
    if (!m)
        return PyErr_NoMemory();
    PyObject *made = new_object(TRACKED);
    if (!made) {
        drop_memory(&the_tracker, m);
        return 0;
    }
    TRACKED_OF(made)->tracked.memory = m;
    TRACKED_OF(made)->name = own(name);
    return made;
}

/* Reads points from a dict of them, such as a death frontier; -1 with an exception set. */
static int points_from(PyObject *dict, point **found, u32 *count)
{
    *count = 0;
    *found = 0;
    if (dict == NONE)
        return 0;
    PyObject *key, *value;
    Py_ssize_t at = 0;
    u32 room = 0;
    while (PyDict_Next(dict, &at, &key, &value)) {
        timeline *source = timeline_of(key);
        u64 reached = PyLong_AsUnsignedLongLong(value);
        if (!source || (reached == NEVER && PyErr_Occurred()))
            goto fail;
        if (*count == room) {
            room = room ? 2 * room : 8;
            point *wider = realloc(*found, room * sizeof(point));
            if (!wider) {
                PyErr_NoMemory();
                goto fail;
            }
            *found = wider;
        }
        (*found)[(*count)++] = (point){source, reached};
    }
    return 0;
fail:
    free(*found);
    *found = 0;
    return -1;
}

/* new_tracked(nbytes, name, reuse, start): see Tracked. */
BUILTIN(new_tracked)
{
    UNUSED;
    u64 nbytes = NUMBER(0), start = NUMBER(3);
    point *reuse;
    u32 count;
    if (PyErr_Occurred() || points_from(args[2], &reuse, &count))
        return 0;
    memory *m = new_memory(++memories, start, nbytes);
    if (m && count && set_reuse(m, reuse, count)) {
        drop_memory(&the_tracker, m);
        m = 0;
    }
    free(reuse);
    return handle_of(m, args[1]);
}

/* same_memory(tracked, name): another handle of its memory, with no bar. */
BUILTIN(same_memory)
{
    UNUSED;
    memory *m = TRACKED_OF(args[0])->tracked.memory;
    m->users++;
    return handle_of(m, args[1]);
}

/* join_tracked(handles, start, stop): makes one memory of those of several handles, which are in
 * the order of their bytes, and of the bytes between two addresses. All handles of these memories
 * have to be among them; those of one memory follow each other. */
BUILTIN(join_tracked)
{
    UNUSED;
    memory *all[64];
    u32 count = 0;
    Py_ssize_t handles = PyTuple_Size(args[0]);
    for (Py_ssize_t i = 0; i < handles; i++) {
        memory *m = TRACKED_OF(PyTuple_GetItem(args[0], i))->tracked.memory;
        if (count && all[count - 1] == m)
            continue;
        if (count == 64)
            return PyErr_SetString(PyExc_RuntimeError, "more than 64 areas to join"), (PyObject *)0;
        all[count++] = m;
    }
    if (join_memories(all, count, NUMBER(1), NUMBER(2)))
        return PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < handles; i++) {
        tracked *t = &TRACKED_OF(PyTuple_GetItem(args[0], i))->tracked;
        if (t->memory != all[0]) {
            all[0]->users++;
            drop_memory(&the_tracker, t->memory);
            t->memory = all[0];
        }
    }
    return own(NONE);
}

static PyObject *points_or_none(points *found)
{
    PyObject *dict = found->count ? dict_of(found->at, found->count) : own(NONE);
    free(found->at);
    return dict;
}

static PyObject *tracked_death(PyObject *self, PyObject *unused)
{
    (void)unused;
    points found = {0};
    if (death_frontier(TRACKED_OF(self)->tracked.memory, &found))
        return PyErr_NoMemory();
    return points_or_none(&found);
}

static PyObject *tracked_end(PyObject *self, PyObject *unused)
{
    (void)unused;
    tracked *t = &TRACKED_OF(self)->tracked;
    points found = {0};
    t->bar |= DELETED;
    if (end_history(&the_tracker, t->memory, &found))
        return PyErr_NoMemory();
    return points_or_none(&found);
}

static PyObject *tracked_number(PyObject *self, void *which)
{
    memory *m = TRACKED_OF(self)->tracked.memory;
    switch ((u64)which) {
    case 0: return PyLong_FromUnsignedLongLong(m->number);
    case 1: return PyLong_FromUnsignedLongLong(m->start);
    case 2: return PyLong_FromUnsignedLongLong(m->stop);
    case 3: return PyLong_FromUnsignedLongLong(m->stop - m->start);
    }
    return PyLong_FromUnsignedLongLong(m->count);
}

static PyObject *tracked_handles(PyObject *self, void *unused)
{
    (void)unused;
    PyObject *handles = TRACKED_OF(self)->handles;
    return own(handles ? handles : NONE);
}

static int set_tracked_handles(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    TRACKED_OF(self)->tracked.has_others = value && value != NONE;
    replace(&TRACKED_OF(self)->handles, value);
    return 0;
}

static PyMethodDef tracked_methods[] = {
    {"death_frontier", tracked_death, METH_NOARGS, 0},
    {"end", tracked_end, METH_NOARGS, 0},
    {0, 0, 0, 0},
};
static PyMemberDef tracked_members[] = {
    {"bar", MEMBER_UINT, offsetof(tracked_object, tracked.bar), 0, 0},
    {"name", MEMBER_OBJECT, offsetof(tracked_object, name), 0, 0},
    {"__weaklistoffset__", MEMBER_SSIZE, offsetof(tracked_object, weak), READONLY, 0},
    {0, 0, 0, 0, 0},
};
static PyGetSetDef tracked_getset[] = {
    {"memory", tracked_number, 0, 0, (void *)0}, {"start", tracked_number, 0, 0, (void *)1},
    {"stop", tracked_number, 0, 0, (void *)2}, {"nbytes", tracked_number, 0, 0, (void *)3},
    {"parts", tracked_number, 0, 0, (void *)4},
    {"handles", tracked_handles, set_tracked_handles, 0, 0}, {0, 0, 0, 0, 0},
};
static PyType_Slot tracked_slots[] = {
    {TP_TRAVERSE, tracked_traverse}, {TP_CLEAR, tracked_clear}, {TP_DEALLOC, tracked_dealloc},
    {TP_METHODS, tracked_methods}, {TP_MEMBERS, tracked_members}, {TP_GETSET, tracked_getset},
    {0, 0},
};

/* ---- Region ---------------------------------------------------------------------------------- */

typedef struct region_object {
    region region; /* first: the tracker knows only this part */
    u64 address;   /* of the first element */
    PyObject *handle; /* keeps region.tracked */
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
    PyObject_GC_UnTrack(self);
    free_object(self);
    disown(handle);
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
    region_object *r = REGION_OF(made);
    r->region = (region){&TRACKED_OF(args[0])->tracked, start, stop, (u32)has_gaps};
    r->address = address;
    r->handle = own(args[0]);
    return made;
}

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
    {0, 0, 0, 0},
};
static PyMemberDef region_members[] = {
    {"tracked", MEMBER_OBJECT, offsetof(region_object, handle), READONLY, 0},
    {"start", MEMBER_U64, offsetof(region_object, region.start), READONLY, 0},
    {"stop", MEMBER_U64, offsetof(region_object, region.stop), READONLY, 0},
    {"address", MEMBER_U64, offsetof(region_object, address), READONLY, 0},
    {0, 0, 0, 0, 0},
};
static PyGetSetDef region_getset[] = {{"has_gaps", region_has_gaps, 0, 0, 0}, {0, 0, 0, 0, 0}};
static PyType_Slot region_slots[] = {
    {TP_TRAVERSE, region_traverse}, {TP_DEALLOC, region_dealloc}, {TP_METHODS, region_methods},
    {TP_MEMBERS, region_members}, {TP_GETSET, region_getset}, {0, 0},
};
