/* The native type Dropped: the dropped allocations of one pool, from which the next ones are made.
 *
 * 1. An allocation that loses its last handle posts its history here: no Python runs, nothing is
 *    looked at and no memory is needed, because the collector may be at work, and the timelines that
 *    the history names may be gone. `next` in the history links the list.
 * 2. `take` makes a new allocation of a dropped one of the same class: its block, and its death
 *    frontier as the reuse of the new life. The pool does not learn of that: it
 *    adds `recycled` to its statistics.
 * 3. Whatever is unusual waits for Reclaimer.reap, which takes everything out under the lock: memory
 *    that is shared, frozen or foreign, and requests that nothing fits. Such allocations are in the
 *    list `odd` of the runtime's own Dropped, the root; while there are any, all requests go that
 *    way, and so do some that could be served, so that nothing stays here for long.
 */
#pragma once
#include "histories.h"

#define BUCKETS 64
#define MOST_TRIED 8   /* dropped allocations of a bucket that `take` looks at */
#define MOST_KEPT 16   /* spans that a history may have for its next life */
#define MOST_TURNS 256 /* requests in a row that are served here */

typedef struct dropped {
    PyObject *owner;   /* the Memory; None for foreign memory */
    PyObject *root;    /* None for the root itself */
    PyObject *lock;
    PyObject *others;  /* a tuple of the inboxes that reaping empties, too */
    PyObject *buckets[BUCKETS], *odd; /* the heads of lists of histories */
    u64 count;         /* of those posted; the root counts those of all */
    u64 recycled;      /* allocations made here */
    u32 turns;
    u32 refuses;       /* whether `take` answers nothing */
    u32 closed;        /* whether `post` drops what it is given */
} dropped;

#define DROPPED_OF(o) FIELDS(dropped, o)

static inline dropped *root_of_pool(dropped *d)
{
    return d->root == NONE ? d : DROPPED_OF(d->root);
}

static inline PyObject **bucket_of(dropped *d, u64 size)
{
    return &d->buckets[(size >> 6) * 0x9e3779b97f4a7c15ull >> 58];
}

/* Whether no other handle can know its memory, its history names all that used it, and nobody has
 * begun to reap it. */
static inline int is_plain(const tracked_object *t)
{
    return t->size && !t->handles && !t->tracked.bar && t->tracked.memory->users == 1;
}

/* Posts the history of an allocation that was given up; takes the reference over. */
static void post(PyObject *history)
{
    tracked_object *t = TRACKED_OF(history);
    dropped *d = DROPPED_OF(t->home), *root = root_of_pool(d);
    if (d->closed) {
        Py_DecRef(history);
        return;
    }
    PyObject **list = is_plain(t) ? bucket_of(d, t->size) : &root->odd;
    t->next = *list;
    *list = history;
    root->count++;
}

/* Takes a history out of the list at a place; the caller owns it then. */
static PyObject *take_out(dropped *d, PyObject **at)
{
    PyObject *history = *at;
    *at = TRACKED_OF(history)->next;
    TRACKED_OF(history)->next = 0;
    root_of_pool(d)->count--;
    return history;
}

/* ---- a new life ------------------------------------------------------------------------------- */

/* The class of a request: see size_class in pool.py. */
static u64 class_of(u64 nbytes)
{
    if (nbytes <= 64)
        return 64;
    u64 step = 1ull << (64 - __builtin_clzll(nbytes - 1)) >> 3;
    step = step < 64 ? 64 : step;
    return (nbytes + step - 1) / step * step;
}

/* Whether a point is reached, noted or not. */
static inline int is_reached(point p)
{
    const lane *l = (const lane *)p.source;
    return p.value <= p.source->seen ||
           (l->queue && p.value <= atomic_load_explicit(&l->queue->completed, memory_order_acquire));
}

static points death; /* of the allocation that `take` looks at */

static void add_death(point p)
{
    if (!is_reached(p))
        raise_point(death.at, &death.count, p);
}

/* Finds what the next user of a memory has to wait for. -1: no memory. */
static int find_death(memory *m)
{
    death.count = 0;
    for (span *s = m->spans, *end = s + m->count; s != end; s++) {
        if (reserve_points(&death, death.count + s->readers.count + s->reuse.count + 1ull))
            return -1;
        for (u32 i = 0; i < s->readers.count; i++)
            add_death(readers_of(s)[i]);
        for (u32 i = 0; i < s->reuse.count; i++)
            add_death(s->reuse.at[i]);
        if (s->writer.source)
            add_death((point){s->writer.source, s->writer.value});
    }
    return 0;
}

/* Finds the dropped allocation for a request, and its death: one whose uses have ended if there is
 * one, else the one that was dropped last; for the host only the former. 0: there is none, or no
 * memory. */
static PyObject **find_dropped(dropped *d, u64 size, int for_host)
{
    PyObject **best = 0, **at = bucket_of(d, size);
    for (u32 tried = 0; *at && tried < MOST_TRIED; tried++, at = &TRACKED_OF(*at)->next) {
        tracked_object *t = TRACKED_OF(*at);
        if (t->size != size || !is_plain(t))
            continue;
        if (find_death(t->tracked.memory))
            return 0;
        if (!death.count)
            return at;
        if (!best && !for_host)
            best = at;
    }
    return best && !find_death(TRACKED_OF(*best)->tracked.memory) ? best : 0;
}

/* Whether a new life may begin in the same object: nobody but the list refers to it (not known
 * without a global lock), and its arrays are small. */
static int is_unused(PyObject *o)
{
    const tracked_object *t = TRACKED_OF(o);
    return head_bytes == 16 && *(u32 *)o == 1 && !t->weak && t->tracked.memory->room <= MOST_KEPT;
}

/* Begins a new life in the history of the last one. -1: no memory, nothing changed. */
static int renew(tracked_object *t, u64 nbytes)
{
    memory *m = t->tracked.memory;
    if (reserve_points(&m->spans->reuse, death.count))
        return -1;
    while (m->count > 1)
        drop_history(&the_tracker, &m->spans[--m->count]);
    drop_history(&the_tracker, m->spans);
    m->number = ++memories;
    m->start = m->spans->start = 0;
    m->stop = m->spans->stop = nbytes;
    m->most = MOST_SPANS;
    t->tracked.bar = 0;
    return set_reuse(m, death.at, death.count);
}

/* Gives the block of a dropped allocation to a new history, and ends its own. -1: no memory, nothing
 * changed. */
static int succeed(tracked_object *t, tracked_object *next, u64 nbytes)
{
    memory *m = new_memory(++memories, 0, nbytes), *old = t->tracked.memory;
    if (!m)
        return -1;
    if (set_reuse(m, death.at, death.count)) {
        drop_memory(&the_tracker, m);
        return -1;
    }
    next->tracked.memory = m;
    next->home = own(t->home);
    next->block = own(t->block);
    next->place = own(t->place);
    next->address = t->address;
    next->size = t->size;
    t->tracked.bar |= DELETED | GONE;
    for (u32 i = 0; i < old->count; i++)
        disown_history(&the_tracker, &old->spans[i]);
    return 0;
}

/* Whether requests are served here now; see the head of this file. */
static int serves(dropped *d)
{
    dropped *root = root_of_pool(d);
    if (!root->count || root->refuses || root->odd || LOCK_OF(root->lock)->taken ||
        ++d->turns % MOST_TURNS == 0)
        return 0;
    for (i64 i = 0, count = PyTuple_Size(root->others); i < count; i++)
        if (PyObject_Size(PyTuple_GetItem(root->others, i)))
            return 0;
    return 1;
}

/* Returns the history of a new allocation, in the place of a dropped one; 0 if there is none that
 * fits. The caller owns it. Making an object may run the collector, so it comes first, and then
 * everything is looked at again. */
static PyObject *take_dropped(dropped *d, u64 nbytes, int for_host)
{
    PyObject *spare = 0, *found = 0;
    for (;;) {
        PyObject **at = serves(d) ? find_dropped(d, class_of(nbytes), for_host) : 0;
        tracked_object *t = at ? TRACKED_OF(*at) : 0;
        if (!t)
            break;
        if (is_unused(*at)) {
            if (!renew(t, nbytes))
                found = take_out(d, at);
            break;
        }
        if (!spare) {
            if (!(spare = new_object(TRACKED)))
                break;
            continue;
        }
        if (!succeed(t, TRACKED_OF(spare), nbytes)) {
            Py_DecRef(take_out(d, at));
            found = spare, spare = 0;
        }
        break;
    }
    d->recycled += found != 0;
    disown(spare);
    return found;
}

/* ---- the type --------------------------------------------------------------------------------- */

/* first(): the next history to reap, which stays where it is, the owner of its memory, and the block;
 * None if there is none. */
static PyObject *dropped_first(PyObject *self, PyObject *unused)
{
    (void)unused;
    dropped *d = DROPPED_OF(self);
    PyObject *found = d->odd;
    for (u32 i = 0; !found && i < BUCKETS; i++)
        found = d->buckets[i];
    if (!found)
        return own(NONE);
    PyObject *three = PyTuple_New(3);
    if (!three)
        return 0;
    PyTuple_SetItem(three, 0, own(found));
    PyObject *owner = DROPPED_OF(TRACKED_OF(found)->home)->owner;
    PyTuple_SetItem(three, 1, own(owner ? owner : NONE));
    PyTuple_SetItem(three, 2, own(TRACKED_OF(found)->block));
    return three;
}

/* remove(history): it was reaped. */
BUILTIN(dropped_remove)
{
    (void)n;
    dropped *d = DROPPED_OF(self);
    PyObject **lists[] = {&d->odd, bucket_of(d, TRACKED_OF(args[0])->size)};
    for (u32 i = 0; i < 2; i++)
        for (PyObject **at = lists[i]; *at; at = &TRACKED_OF(*at)->next)
            if (*at == args[0]) {
                Py_DecRef(take_out(d, at));
                return own(NONE);
            }
    return own(NONE);
}

static void drop_all(dropped *d)
{
    for (u32 i = 0; i <= BUCKETS; i++) {
        PyObject **list = i < BUCKETS ? &d->buckets[i] : &d->odd;
        while (*list)
            Py_DecRef(take_out(d, list));
    }
}

/* close(): drops its contents, and from now on whatever is posted. */
static PyObject *dropped_close(PyObject *self, PyObject *unused)
{
    (void)unused;
    DROPPED_OF(self)->closed = DROPPED_OF(self)->refuses = 1;
    drop_all(DROPPED_OF(self));
    return own(NONE);
}

static int dropped_traverse(PyObject *self, visitproc *visit, void *argument)
{
    dropped *d = DROPPED_OF(self);
    VISIT(TYPE_OF(self));
    VISIT(d->owner);
    VISIT(d->root);
    VISIT(d->lock);
    VISIT(d->others);
    VISIT(d->odd);
    for (u32 i = 0; i < BUCKETS; i++)
        VISIT(d->buckets[i]);
    return 0;
}

static int dropped_clear(PyObject *self)
{
    CLEAR(DROPPED_OF(self)->owner);
    return 0;
}

static void dropped_dealloc(PyObject *self)
{
    dropped *d = DROPPED_OF(self);
    PyObject_GC_UnTrack(self);
    d->closed = 1;
    drop_all(d);
    disown(d->owner), disown(d->lock), disown(d->others), disown(d->root);
    free_object(self);
}

BUILTIN(dropped_take); /* regions.h */

/* new_dropped(owner, root, lock, others): see `struct dropped`. */
BUILTIN(new_dropped)
{
    UNUSED;
    PyObject *made = new_object(DROPPED);
    if (!made)
        return 0;
    dropped *d = DROPPED_OF(made);
    d->owner = own(args[0]);
    d->root = own(args[1]);
    d->lock = own(args[2]);
    d->others = own(args[3]);
    return made;
}

static PyMethodDef dropped_methods[] = {
    {"take", dropped_take, METH_FASTCALL, 0},
    {"first", dropped_first, METH_NOARGS, 0},
    {"remove", dropped_remove, METH_FASTCALL, 0},
    {"close", dropped_close, METH_NOARGS, 0},
    {0, 0, 0, 0},
};
static PyMemberDef dropped_members[] = {
    {"recycled", MEMBER_U64, offsetof(dropped, recycled), READONLY, 0},
    {"count", MEMBER_U64, offsetof(dropped, count), READONLY, 0},
    {"refuses", MEMBER_UINT, offsetof(dropped, refuses), 0, 0},
    {0, 0, 0, 0, 0},
};
static PyType_Slot dropped_slots[] = {
    {TP_TRAVERSE, dropped_traverse}, {TP_CLEAR, dropped_clear}, {TP_DEALLOC, dropped_dealloc},
    {TP_METHODS, dropped_methods}, {TP_MEMBERS, dropped_members}, {0, 0},
};
