/* The native type Keeper: an object that posts something when nobody refers to it any more.
 *
 * The collector knows nothing of it. So it is not finalized with the garbage that refers to it, when
 * finalizers of users may still use that garbage, but after all of it is gone. What it posts must
 * not refer to it.
 */
#pragma once
#include "objects.h"

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
