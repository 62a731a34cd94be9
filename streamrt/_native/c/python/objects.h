/* What the native types share: how they are made, and the owners that wait to be let go of.
 *
 * All of them are internal: a user never holds one. No code can make or extend them except the
 * builtins here, so their fields are always set.
 */
#pragma once
#include "cpython.h"

enum type { LOCK, TIMELINE, TRACKED, DROPPED, REGION, PLANS, FRESH, REPLAYS, CALL, KEEPER, COMMON, KINDS };
static PyObject *types[KINDS];

static inline int is_a(PyObject *o, enum type type) { return TYPE_OF(o) == types[type]; }

/* An execution is kept by whatever may ask its cell. */
static void hold(void *owner) { Py_IncRef(owner); }

/* Makes a type, once in a process. Offsets of members count from the end of the object's head. The
 * collector looks at its objects if they can be traversed: the first slot says that. */
static int make_type(enum type type, const char *name, u64 bytes, PyType_Slot *slots)
{
    u32 flags = NO_INSTANTIATION | (slots->slot == TP_TRAVERSE ? HAVE_GC : 0);
    PyType_Spec spec = {name, (i32)(head_bytes + bytes), 0, flags, slots};
    for (PyType_Slot *slot = slots; slot->slot; slot++)
        if (slot->slot == TP_MEMBERS)
            for (PyMemberDef *m = slot->what; m->name; m++)
                m->offset += head_bytes;
    types[type] = PyType_FromSpec(&spec);
    return types[type] ? 0 : -1;
}

static inline PyObject *new_object(enum type type) { return PyType_GenericAlloc(types[type], 0); }

#define VISIT(o)                                    \
    do {                                            \
        int stop = (o) ? visit((o), argument) : 0;  \
        if (stop)                                   \
            return stop;                            \
    } while (0)

#define CLEAR(place) replace(&(place), 0)

/* ---- Keeper: an object that posts something when nobody refers to it any more --------------------
 *
 * The collector knows nothing of it. So it is not finalized with the garbage that refers to it, when
 * finalizers of users may still use that garbage, but after all of it is gone. What it posts must
 * not refer to it.
 */
typedef struct keeper { PyObject *inbox, *thing; } keeper; /* a list */

#define KEEPER_OF(o) FIELDS(keeper, o)

static void keeper_dealloc(PyObject *self)
{
    keeper k = *KEEPER_OF(self);
    free_object(self);
    if (PyList_Append(k.inbox, k.thing)) /* no memory: then it is never given back */
        PyErr_Clear();
    disown(k.inbox), disown(k.thing);
}

/* new_keeper(inbox, thing): appends the thing to the inbox, a list, when it is dropped. */
BUILTIN(new_keeper)
{
    UNUSED;
    PyObject *made = new_object(KEEPER);
    if (made)
        *KEEPER_OF(made) = (keeper){own(args[0]), own(args[1])};
    return made;
}

static PyType_Slot keeper_slots[] = {{TP_DEALLOC, keeper_dealloc}, {0, 0}};
