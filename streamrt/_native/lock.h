/* The native type Lock: a runtime's lock, which native code can look at without Python.
 *
 * 1. A thread that finds it taken lets the interpreter go while it sleeps, and handles signals in
 *    between, so that Ctrl-C ends the wait.
 * 2. Owners that were let go of under a lock are dropped after it is free, because dropping one may
 *    run a user's finalizer, and that may submit.
 * 3. A native submission takes no lock: the interpreter's makes it one step. It only looks whether
 *    a thread has this lock, which may do something in several steps.
 */
#pragma once
#include "objects.h"
#include "platform.h"
#include "tracker.h"

static tracker the_tracker; /* its scratch memory and its litter serve all runtimes of the process */
static u32 locks_taken;

typedef struct lock {
    _Atomic u32 taken;
    u32 sleepers;
    u32 detours;     /* while this is not 0, launches take the way through Python */
    PyObject *adopt; /* gives the list that keeps the executions submitted here, or None */
} lock;

#define LOCK_OF(o) FIELDS(lock, o)

/* Lets go of owners, unless a lock is taken; then it happens as soon as that is free. */
static void let_go(void)
{
    while (the_tracker.litter_count && !locks_taken)
        Py_DecRef(the_tracker.litter[--the_tracker.litter_count]);
}

/* Sleeps until a lock is free; -1 with an exception set if a signal's handler raised. Other threads
 * run meanwhile, so that whatever the caller knew may have changed. */
static int await_lock(lock *l)
{
    while (atomic_load_explicit(&l->taken, memory_order_relaxed)) {
        l->sleepers++;
        void *thread = PyEval_SaveThread();
        sleep_on(&l->taken, 1, 50000000);
        PyEval_RestoreThread(thread);
        l->sleepers--;
        if (PyErr_CheckSignals())
            return -1;
    }
    return 0;
}

static PyObject *lock_enter(PyObject *self, PyObject *unused)
{
    (void)unused;
    lock *l = LOCK_OF(self);
    if (await_lock(l))
        return 0;
    atomic_store(&l->taken, 1);
    locks_taken++;
    return own(self);
}

static void free_lock(lock *l)
{
    atomic_store(&l->taken, 0);
    locks_taken--;
    if (l->sleepers)
        wake_sleepers(&l->taken);
    let_go();
}

BUILTIN(lock_exit)
{
    (void)args, (void)n;
    free_lock(LOCK_OF(self));
    return own(NONE);
}

static PyObject *lock_locked(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(atomic_load(&LOCK_OF(self)->taken));
}

static int lock_traverse(PyObject *self, visitproc *visit, void *argument)
{
    VISIT(TYPE_OF(self));
    VISIT(LOCK_OF(self)->adopt);
    return 0;
}

static int lock_clear(PyObject *self)
{
    CLEAR(LOCK_OF(self)->adopt);
    return 0;
}

static void lock_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    lock_clear(self);
    free_object(self);
}

static PyMethodDef lock_methods[] = {
    {"__enter__", lock_enter, METH_NOARGS, 0},
    {"__exit__", lock_exit, METH_FASTCALL, 0},
    {"locked", lock_locked, METH_NOARGS, 0},
    {0, 0, 0, 0},
};
static PyMemberDef lock_members[] = {
    {"detours", MEMBER_UINT, offsetof(lock, detours), 0, 0},
    {"adopt", MEMBER_OBJECT, offsetof(lock, adopt), 0, 0},
    {0, 0, 0, 0, 0},
};
static PyType_Slot lock_slots[] = {
    {TP_TRAVERSE, lock_traverse}, {TP_CLEAR, lock_clear}, {TP_DEALLOC, lock_dealloc},
    {TP_METHODS, lock_methods}, {TP_MEMBERS, lock_members}, {0, 0},
};

BUILTIN(new_lock)
{
    UNUSED;
    (void)args;
    return new_object(LOCK);
}

/* forget_locks(): in the child of a fork, the threads that had taken one are gone. */
BUILTIN(forget_locks)
{
    UNUSED;
    (void)args;
    locks_taken = 0;
    return own(NONE);
}
