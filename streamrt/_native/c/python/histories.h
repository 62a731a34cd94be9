/* The native type Tracked: memory as the tracker sees it, as Python holds it.
 *
 * It has the members of the class of the same name in streamrt/_core/tracking/ranges.py. The history
 * of an allocation also has what is needed to give that back; see dropped.h.
 */
#pragma once
#include "objects.h"
#include "lanes.h"

/* ---- Tracked --------------------------------------------------------------------------------- */

typedef struct tracked_object {
    tracked tracked; /* first: the tracker knows only this part */
    PyObject *name; /* 0: the number of its memory */
    PyObject *handles, *weak;
    PyObject *common;  /* of a memory that had several handles: the Common of all of them; else 0 */
    /* Of an allocation, else 0: */
    PyObject *home;    /* its Dropped */
    PyObject *block;   /* of its pool, or the object that keeps foreign memory */
    PyObject *place;   /* the address from which bytes are counted, as Python's number, */
    u64 address;       /* and as C's */
    u64 size;          /* of its block; 0: the block never goes to another allocation natively */
    PyObject *next;    /* the dropped one behind it, which it keeps */
} tracked_object;

#define TRACKED_OF(o) FIELDS(tracked_object, o)

static u64 memories; /* numbers given */

/* Several handles of one memory cannot each count the references of its history. So they refer to one
 * object, which counts them. It lives no longer than the memory. */
typedef struct common { memory *memory; } common;

#define COMMON_OF(o) FIELDS(common, o)

static int visit_owners(const memory *m, visitproc *visit, void *argument)
{
    for (u32 i = 0; m && i < m->count; i++) {
        if (m->spans[i].writer.source)
            VISIT((PyObject *)m->spans[i].writer.owner);
        for (u32 k = 0; k < m->spans[i].beneath.count; k++)
            VISIT((PyObject *)m->spans[i].beneath.at[k].owner);
    }
    return 0;
}

/* Lets go of the executions in a history and nothing else: the collector calls this before the
 * allocation is dropped, and its memory's next user needs the points, the handles and the bar. The
 * timelines that the history names may be gone already, so nothing here looks at them. */
static int clear_owners(memory *m)
{
    for (u32 i = 0; m && i < m->count; i++)
        disown_history(&the_tracker, &m->spans[i]);
    let_go();
    return 0;
}

static int common_traverse(PyObject *self, visitproc *visit, void *argument)
{
    VISIT(TYPE_OF(self));
    return visit_owners(COMMON_OF(self)->memory, visit, argument);
}

static int common_clear(PyObject *self) { return clear_owners(COMMON_OF(self)->memory); }

static void common_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    free_object(self);
}

static PyType_Slot common_slots[] = {
    {TP_TRAVERSE, common_traverse}, {TP_CLEAR, common_clear}, {TP_DEALLOC, common_dealloc}, {0, 0},
};

static int tracked_traverse(PyObject *self, visitproc *visit, void *argument)
{
    tracked_object *t = TRACKED_OF(self);
    VISIT(TYPE_OF(self));
    VISIT(t->name);
    /* Its handles know each other weakly, so no cycle leads through them. The collector must not
     * clear them: memory that ends in a cycle is given up after that, and is asked for them. */
    VISIT(t->home);
    VISIT(t->block);
    VISIT(t->next);
    VISIT(t->common);
    return t->common ? 0 : visit_owners(t->tracked.memory, visit, argument);
}

static int tracked_clear(PyObject *self)
{
    return TRACKED_OF(self)->common ? 0 : clear_owners(TRACKED_OF(self)->tracked.memory);
}

static void tracked_dealloc(PyObject *self)
{
    tracked_object *t = TRACKED_OF(self), gone = *t;
    PyObject_GC_UnTrack(self);
    if (t->weak)
        PyObject_ClearWeakRefs(self);
    if (gone.common && gone.tracked.memory->users == 1)
        COMMON_OF(gone.common)->memory = 0; /* the collector may be holding it */
    disown(gone.common);
    if (gone.tracked.memory)
        drop_memory(&the_tracker, gone.tracked.memory);
    free_object(self);
    disown(gone.name), disown(gone.handles), disown(gone.home);
    disown(gone.block), disown(gone.place), disown(gone.next);
    let_go();
}

/* Its name as an object, which the caller owns; 0 with an exception set if there is no memory. */
static PyObject *name_of(const tracked_object *t)
{
    return t->name ? own(t->name) : PyLong_FromUnsignedLongLong(t->tracked.memory->number);
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
    TRACKED_OF(made)->name = name == NONE ? 0 : own(name);
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

/* new_tracked(nbytes, name, reuse, start): see Tracked. With None as name it is called after the
 * number of its memory. */
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

static PyObject *new_common(memory *m)
{
    PyObject *made = new_object(COMMON);
    if (made)
        COMMON_OF(made)->memory = m;
    return made;
}

/* same_memory(tracked, name): another handle of its memory, with no bar. */
BUILTIN(same_memory)
{
    UNUSED;
    tracked_object *t = TRACKED_OF(args[0]);
    memory *m = t->tracked.memory;
    if (!t->common && !(t->common = new_common(m)))
        return 0;
    m->users++;
    PyObject *made = handle_of(m, args[1]);
    if (made)
        TRACKED_OF(made)->common = own(t->common);
    return made;
}

/* join_tracked(handles, start, stop): makes one memory of those of several handles, which are in
 * the order of their bytes, and of the bytes between two addresses. All handles of these memories
 * have to be among them; those of one memory follow each other. */
BUILTIN(join_tracked)
{
    UNUSED;
    u32 count = 0;
    u64 start = NUMBER(1), stop = NUMBER(2);
    Py_ssize_t handles = PyTuple_Size(args[0]);
    memory **all = malloc(((u64)handles + 1) * sizeof *all);
    PyObject *shown = all ? new_common(0) : PyErr_NoMemory();
    if (!shown)
        return free(all), (PyObject *)0;
    for (Py_ssize_t i = 0; i < handles; i++) {
        memory *m = TRACKED_OF(PyTuple_GetItem(args[0], i))->tracked.memory;
        if (count && all[count - 1] == m)
            continue;
        all[count++] = m;
    }
    if (join_memories(all, count, start, stop))
        return free(all), disown(shown), PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < handles; i++) {
        tracked_object *t = TRACKED_OF(PyTuple_GetItem(args[0], i));
        if (t->tracked.memory != all[0]) {
            all[0]->users++;
            drop_memory(&the_tracker, t->tracked.memory);
            t->tracked.memory = all[0];
        }
        replace(&t->common, shown);
    }
    COMMON_OF(shown)->memory = all[0];
    disown(shown);
    free(all);
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
        return free(found.at), PyErr_NoMemory();
    return points_or_none(&found);
}

static PyObject *tracked_end(PyObject *self, PyObject *unused)
{
    (void)unused;
    tracked *t = &TRACKED_OF(self)->tracked;
    points found = {0};
    t->bar |= DELETED;
    if (end_history(&the_tracker, t->memory, &found))
        return free(found.at), PyErr_NoMemory();
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

static PyObject *tracked_name(PyObject *self, void *unused)
{
    (void)unused;
    return name_of(TRACKED_OF(self));
}

static PyMethodDef tracked_methods[] = {
    {"death_frontier", tracked_death, METH_NOARGS, 0},
    {"end", tracked_end, METH_NOARGS, 0},
    {0, 0, 0, 0},
};
static PyMemberDef tracked_members[] = {
    {"bar", MEMBER_UINT, offsetof(tracked_object, tracked.bar), 0, 0},
    {"__weaklistoffset__", MEMBER_SSIZE, offsetof(tracked_object, weak), READONLY, 0},
    {0, 0, 0, 0, 0},
};
static PyGetSetDef tracked_getset[] = {
    {"memory", tracked_number, 0, 0, (void *)0}, {"start", tracked_number, 0, 0, (void *)1},
    {"stop", tracked_number, 0, 0, (void *)2}, {"nbytes", tracked_number, 0, 0, (void *)3},
    {"parts", tracked_number, 0, 0, (void *)4},
    {"handles", tracked_handles, set_tracked_handles, 0, 0}, {"name", tracked_name, 0, 0, 0},
    {0, 0, 0, 0, 0},
};
static PyType_Slot tracked_slots[] = {
    {TP_TRAVERSE, tracked_traverse}, {TP_CLEAR, tracked_clear}, {TP_DEALLOC, tracked_dealloc},
    {TP_METHODS, tracked_methods}, {TP_MEMBERS, tracked_members}, {TP_GETSET, tracked_getset},
    {0, 0},
};
