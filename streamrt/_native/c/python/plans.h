/* The native type Plans: the loaded plans of a device, found by a kernel and its arguments' layouts.
 *
 * It is a second key to plans that Python loaded: Python adds them, and clears the table before it
 * unloads any. A kernel has a form, which says how its arguments are matched; a form has an entry
 * for each combination of layouts.
 */
#pragma once
#include "launch.h"

#define MOST_PARAMETERS 32
#define MOST_EXECUTED 8 /* calls of Runtime.execute that a form remembers, the newest */

typedef struct entry {
    plan *plan;
    PyObject *layouts[]; /* of the form's arrays, in its order */
} entry;

/* Two array parameters that must not share elements. */
typedef struct apart { u8 written, other, may_be_same; } apart;

typedef struct form {
    PyObject *identity; /* of a kernel */
    u32 count, arrays, pairs; /* parameters, arrays among them, pairs of these */
    PyObject *names[MOST_PARAMETERS];
    u8 modes[MOST_PARAMETERS]; /* bit 0: reads, bit 1: writes; 0: a scalar */
    u8 order[MOST_PARAMETERS]; /* the parameters that are arrays, those that only read first */
    u8 place[MOST_PARAMETERS]; /* of each of these: its number among the arrays of the signature */
    apart *apart;
    entry *last;               /* the one found last */
    entry **entries;           /* open addressing; `room` is a power of two */
    u32 used, room;
    entry *executed[MOST_EXECUTED]; /* see execute.h */
    u32 executions;
} form;

typedef struct plans {
    u64 version;  /* how often it was cleared; first, because `launch.h` reads it */
    u64 ended;    /* how often plans were forgotten that calls may have: see compiled_call.h */
    form **forms; /* open addressing by kernel */
    u32 used, room;
} plans;

#define PLANS_OF(o) FIELDS(plans, o)

static inline u64 mixed(u64 word) { return word * 0x9e3779b97f4a7c15ull >> 20; }

static u64 hash_of(PyObject *const *layouts, u32 count)
{
    u64 hash = 0;
    for (u32 i = 0; i < count; i++)
        hash = mixed(hash ^ (u64)layouts[i]);
    return hash;
}

/* What stands for a kernel here, so that a dropped one is not kept; anything else for itself. */
static inline PyObject *identity_of(PyObject *kernel)
{
    return TYPE_OF(kernel) == kernel_class ? SLOT(kernel, slots.identity) : kernel;
}

static form *form_of(const plans *p, PyObject *kernel)
{
    PyObject *identity = identity_of(kernel);
    for (u64 i = mixed((u64)identity); p->room; i++) {
        form *f = p->forms[i & (p->room - 1)];
        if (!f || f->identity == identity)
            return f;
    }
    return 0;
}

static entry *entry_of(form *f, PyObject *const *layouts)
{
    u64 bytes = f->arrays * sizeof *layouts;
    if (f->last && !memcmp(f->last->layouts, layouts, bytes))
        return f->last;
    for (u64 i = hash_of(layouts, f->arrays); f->room; i++) {
        entry *e = f->entries[i & (f->room - 1)];
        if (!e)
            return 0;
        if (!memcmp(e->layouts, layouts, bytes))
            return f->last = e;
    }
    return 0;
}

/* ---- adding ----------------------------------------------------------------------------------- */

static int put_form(plans *p, form *made)
{
    if (4 * (p->used + 1) > 3 * p->room) {
        u32 room = p->room ? 2 * p->room : 16;
        form **wider = calloc(room, sizeof *wider);
        if (!wider)
            return -1;
        for (u32 i = 0; i < p->room; i++)
            if (p->forms[i]) {
                u64 at = mixed((u64)p->forms[i]->identity);
                while (wider[at & (room - 1)])
                    at++;
                wider[at & (room - 1)] = p->forms[i];
            }
        free(p->forms);
        p->forms = wider;
        p->room = room;
    }
    u64 at = mixed((u64)made->identity);
    while (p->forms[at & (p->room - 1)])
        at++;
    p->forms[at & (p->room - 1)] = made;
    p->used++;
    return 0;
}

static int put_entry(form *f, entry *made)
{
    if (4 * (f->used + 1) > 3 * f->room) {
        u32 room = f->room ? 2 * f->room : 4;
        entry **wider = calloc(room, sizeof *wider);
        if (!wider)
            return -1;
        for (u32 i = 0; i < f->room; i++)
            if (f->entries[i]) {
                u64 at = hash_of(f->entries[i]->layouts, f->arrays);
                while (wider[at & (room - 1)])
                    at++;
                wider[at & (room - 1)] = f->entries[i];
            }
        free(f->entries);
        f->entries = wider;
        f->room = room;
    }
    u64 at = hash_of(made->layouts, f->arrays);
    while (f->entries[at & (f->room - 1)])
        at++;
    f->entries[at & (f->room - 1)] = made;
    f->used++;
    return 0;
}

static void free_form(form *f)
{
    for (u32 i = 0; i < f->room; i++)
        if (f->entries[i]) {
            for (u32 k = 0; k < f->arrays; k++)
                Py_DecRef(f->entries[i]->layouts[k]);
            free(f->entries[i]);
        }
    for (u32 i = 0; i < f->count; i++)
        disown(f->names[i]);
    disown(f->identity);
    free(f->entries);
    free(f->apart);
    free(f);
}

/* Makes the form of a kernel; 0 if there is no memory. */
static form *new_form(PyObject *kernel, PyObject *names, PyObject *modes, PyObject *pairs, u32 count)
{
    form *f = calloc(1, sizeof *f);
    u32 pair_count = (u32)PyTuple_Size(pairs) / 3;
    if (!f || !(f->apart = calloc(pair_count + 1, sizeof(apart))))
        return free(f), (form *)0;
    f->identity = own(identity_of(kernel));
    f->count = count;
    f->pairs = pair_count;
    for (u32 i = 0; i < count; i++) {
        f->names[i] = own(PyTuple_GetItem(names, i));
        f->modes[i] = (u8)PyLong_AsLongLong(PyTuple_GetItem(modes, i));
    }
    for (int writes = 0; writes < 2; writes++)
        for (u32 i = 0, arrays = 0; i < count; i++) {
            if (f->modes[i] && f->modes[i] >> 1 == writes) {
                f->place[f->arrays] = (u8)arrays;
                f->order[f->arrays++] = (u8)i;
            }
            arrays += f->modes[i] != 0;
        }
    for (u32 i = 0; i < pair_count; i++) {
        u8 *part = (u8 *)&f->apart[i];
        for (u32 k = 0; k < 3; k++)
            part[k] = (u8)PyLong_AsLongLong(PyTuple_GetItem(pairs, 3 * i + k));
    }
    return f;
}

/* add(kernel, names, modes, pairs, layouts, plan): adds a loaded plan; see the structures above.
 * Pairs are flat, three numbers each. A kernel of too many parameters is left out. */
BUILTIN(plans_add)
{
    (void)n;
    plans *p = PLANS_OF(self);
    i64 count = PyTuple_Size(args[1]);
    plan *loaded = ADDRESS(plan, 5);
    if (PyErr_Occurred())
        return 0;
    if (count > MOST_PARAMETERS)
        return own(NONE);
    form *f = form_of(p, args[0]);
    if (!f) {
        f = new_form(args[0], args[1], args[2], args[3], (u32)count);
        if (!f || put_form(p, f))
            return f ? free_form(f) : (void)0, PyErr_NoMemory();
    }
    entry *e = malloc(sizeof *e + f->arrays * sizeof(PyObject *));
    if (!e)
        return PyErr_NoMemory();
    e->plan = loaded;
    for (u32 i = 0; i < f->arrays; i++)
        e->layouts[i] = PyTuple_GetItem(args[4], f->place[i]);
    if (entry_of(f, e->layouts))
        return free(e), own(NONE);
    if (put_entry(f, e))
        return free(e), PyErr_NoMemory();
    for (u32 i = 0; i < f->arrays; i++)
        Py_IncRef(e->layouts[i]);
    return own(NONE);
}

static PyObject *plans_clear(PyObject *self, PyObject *unused)
{
    (void)unused;
    plans *p = PLANS_OF(self);
    form **forms = p->forms;
    u32 room = p->room;
    p->forms = 0;
    p->used = p->room = 0;
    p->version++;
    for (u32 i = 0; i < room; i++) /* the table is empty now, whatever these run */
        if (forms[i])
            free_form(forms[i]);
    free(forms);
    return own(NONE);
}

/* forget(): as clear(), and calls that were prepared are not served any more, either. */
static PyObject *plans_forget(PyObject *self, PyObject *unused)
{
    PLANS_OF(self)->ended++;
    return plans_clear(self, unused);
}

static int plans_traverse(PyObject *self, visitproc *visit, void *argument)
{
    plans *p = PLANS_OF(self);
    VISIT(TYPE_OF(self));
    for (u32 i = 0; i < p->room; i++) {
        form *f = p->forms[i];
        if (!f)
            continue;
        VISIT(f->identity);
        for (u32 k = 0; k < f->room; k++)
            for (u32 j = 0; f->entries[k] && j < f->arrays; j++)
                VISIT(f->entries[k]->layouts[j]);
    }
    return 0;
}

static int plans_gc_clear(PyObject *self) { return disown(plans_clear(self, 0)), 0; }

static void plans_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    plans_gc_clear(self);
    free_object(self);
}

BUILTIN(new_plans)
{
    UNUSED;
    (void)args;
    return new_object(PLANS);
}

BUILTIN(plans_remember); /* execute.h */

static PyMethodDef plans_methods[] = {
    {"add", plans_add, METH_FASTCALL, 0},
    {"clear", plans_clear, METH_NOARGS, 0},
    {"forget", plans_forget, METH_NOARGS, 0},
    {"remember", plans_remember, METH_FASTCALL, 0},
    {0, 0, 0, 0},
};
static PyType_Slot plans_slots[] = {
    {TP_TRAVERSE, plans_traverse}, {TP_CLEAR, plans_gc_clear}, {TP_DEALLOC, plans_dealloc},
    {TP_METHODS, plans_methods}, {0, 0},
};
