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
