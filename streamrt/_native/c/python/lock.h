/* The native type Lock: a runtime's lock, which native code can look at without Python.
 *
 * 1. A thread that finds it taken lets the interpreter go while it sleeps, and handles signals in
 *    between, so that Ctrl-C ends the wait.
 * 2. Owners that were let go of under a lock are dropped after it is free, because dropping one may
 *    run a user's finalizer, and that may submit.
 * 3. A native submission takes no lock: the interpreter's makes it one step. It only looks whether
 *    another thread has this lock, which may do something in several steps.
 * 4. A thread that has the lock may run a finalizer or a signal's handler of a user. If that submits,
 *    the submission is made at once: it is one step, and waiting would never end. If it takes the
 *    lock, it is refused.
 * 5. What a submission leaves to Python is in the outbox, in the order of submission. A submission
 *    puts it there in its one step; see Engine.hand_over.
 */
#pragma once
#include "objects.h"
#include "platform.h"
#include "tracker.h"

static OWN_LINE tracker the_tracker; /* its scratch memory and its litter serve all runtimes of the process */
static u32 locks_taken;

typedef struct lock {
    _Atomic u32 taken;
    u32 sleepers;
    u32 detours;     /* while this is not 0, launches take the way through Python */
    pthread_t owner; /* the thread that has it, if it is taken */
    PyObject *adopt; /* gives the list that keeps the executions submitted here, or None */
    PyObject *outbox, *refusal; /* a list; the class of the error for a thread that has it already */
} lock;

#define LOCK_OF(o) FIELDS(lock, o)

/* Lets go of owners, unless a lock is taken; then it happens as soon as that is free. */
static void let_go(void)
{
    while (the_tracker.litter_count && !locks_taken)
        Py_DecRef(the_tracker.litter[--the_tracker.litter_count]);
}

static inline int is_taken(lock *l) { return atomic_load_explicit(&l->taken, memory_order_relaxed); }

static inline int is_mine(lock *l) { return is_taken(l) && pthread_equal(l->owner, pthread_self()); }

/* Sleeps until a lock is free; -1 with an exception set if a signal's handler raised. Other threads
 * run meanwhile, so that whatever the caller knew may have changed. */
static int await_lock(lock *l)
{
    while (is_taken(l)) {
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
    if (is_mine(l)) {
        PyErr_SetString(l->refusal, "use the runtime in a finalizer or a signal's handler: it "
                        "interrupted this thread inside of the runtime; only submit there, and do "
                        "everything else later");
        return 0;
    }
    if (await_lock(l))
        return 0;
    atomic_store(&l->taken, 1);
    l->owner = pthread_self();
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

static PyObject *lock_is_mine(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(is_mine(LOCK_OF(self)));
}

static int lock_traverse(PyObject *self, visitproc *visit, void *argument)
{
    VISIT(TYPE_OF(self));
    VISIT(LOCK_OF(self)->adopt);
    VISIT(LOCK_OF(self)->outbox);
    VISIT(LOCK_OF(self)->refusal);
    return 0;
}

/* The outbox stays, because submissions rely on it; what is in it is broken by the list's own. */
static int lock_clear(PyObject *self)
{
    CLEAR(LOCK_OF(self)->adopt);
    return 0;
}

static void lock_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    lock_clear(self);
    disown(LOCK_OF(self)->outbox);
    disown(LOCK_OF(self)->refusal);
    free_object(self);
}

static PyMethodDef lock_methods[] = {
    {"__enter__", lock_enter, METH_NOARGS, 0},
    {"__exit__", lock_exit, METH_FASTCALL, 0},
    {"locked", lock_locked, METH_NOARGS, 0},
    {"is_mine", lock_is_mine, METH_NOARGS, 0},
    {0, 0, 0, 0},
};
static PyMemberDef lock_members[] = {
    {"detours", MEMBER_UINT, offsetof(lock, detours), 0, 0},
    {"adopt", MEMBER_OBJECT, offsetof(lock, adopt), 0, 0},
    {"outbox", MEMBER_OBJECT, offsetof(lock, outbox), READONLY, 0},
    {0, 0, 0, 0, 0},
};
static PyType_Slot lock_slots[] = {
    {TP_TRAVERSE, lock_traverse}, {TP_CLEAR, lock_clear}, {TP_DEALLOC, lock_dealloc},
    {TP_METHODS, lock_methods}, {TP_MEMBERS, lock_members}, {0, 0},
};

/* new_lock(refusal): see Lock in specification/lock.py. */
BUILTIN(new_lock)
{
    UNUSED;
    PyObject *outbox = PyList_New(0), *made = outbox ? new_object(LOCK) : 0;
    if (!made)
        return disown(outbox), (PyObject *)0;
    LOCK_OF(made)->outbox = outbox;
    LOCK_OF(made)->refusal = own(args[0]);
    return made;
}

/* forget_locks(): in the child of a fork, the threads that had taken one are gone. */
BUILTIN(forget_locks)
{
    UNUSED;
    (void)args;
    locks_taken = 0;
    return own(NONE);
}
