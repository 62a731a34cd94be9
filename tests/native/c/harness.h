/* The shared parts of the C tests: a caller of the builtins, threads, and expectations.
 *
 * The programs include the native core as it is, up to gpu_builtins.h, with stand-ins for the dozen
 * functions of CPython's API that it calls. One thread submits, as under the runtime's lock.
 */
#pragma once
#include "gpu_builtins.h"
#include "expect.h"

/* ---- CPython's stand-ins: integers and tuples of integers ----------------------------------- */

struct object {
    u64 number;
    Py_ssize_t count;
    struct object *items;
};

PyObject *PyExc_OverflowError, *PyExc_TypeError;

u64 PyLong_AsUnsignedLongLong(PyObject *o) { return o->number; }
i64 PyLong_AsLongLong(PyObject *o) { return (i64)o->number; }
double PyFloat_AsDouble(PyObject *o) { return (double)o->number; }
Py_ssize_t PyTuple_Size(PyObject *o) { return o->count; }
PyObject *PyTuple_GetItem(PyObject *o, Py_ssize_t i) { return &o->items[i]; }
PyObject *PyErr_Occurred(void) { return 0; }
void PyErr_SetString(PyObject *kind, const char *text)
{
    EXPECT(!text, "%p: %s", (void *)kind, text);
}

PyObject *PyErr_NoMemory(void)
{
    EXPECT(0, "no memory");
    return 0;
}

static _Thread_local struct object returned;

PyObject *PyLong_FromUnsignedLongLong(u64 number)
{
    returned.number = number;
    return &returned;
}

/* A buffer is an object whose number is an address, and its count that of the bytes. */
int PyObject_GetBuffer(PyObject *o, buffer_view *view, int flags)
{
    *view = (buffer_view){.bytes = (void *)o->number, .count = o->count};
    return flags;
}

void PyBuffer_Release(buffer_view *view) { view->bytes = 0; }

#define COUNT(array) ((Py_ssize_t)(sizeof(array) / sizeof *(array)))
#define INT(value) (&(struct object){(u64)(value), 0, 0})
#define TUPLE(items) (&(struct object){0, COUNT(items), items})
#define NO_ITEMS (&(struct object){0, 0, 0})
/* CALL(pack, INT(queue), ...): returns the result of a builtin as an integer. */
#define CALL(builtin, ...) \
    call(builtin, (PyObject *[]){__VA_ARGS__}, COUNT(((PyObject *[]){__VA_ARGS__})))

static u64 call(fast_function *builtin, PyObject **arguments, Py_ssize_t n)
{
    return builtin(0, arguments, n)->number;
}

/* ---- making and submitting ------------------------------------------------------------------ */

#define UNLIMITED (1ull << 40)

static _Atomic u64 next_index = 1;

static queue *make_queue(u64 limit)
{
    queue *q = (queue *)CALL(new_queue, INT(atomic_fetch_add(&next_index, 1)));
    CALL(set_limit, INT(q), INT(limit));
    return q;
}

/* A queue of the CPU's kind, whose submitters drain it while its loop sleeps. */
static inline queue *make_cpu_queue(u64 limit)
{
    queue *q = make_queue(limit);
    CALL(drain_by_submitters, INT(q));
    return q;
}

static cell *make_cells(u64 count) { return (cell *)CALL(new_cells, INT(count)); }

/* A plan for two pointers. */
static plan *make_plan(entry_function *entry, i64 extent, i64 grain, PyObject *words)
{
    struct object codes[] = {{'Q', 0, 0}, {'Q', 0, 0}};
    return (plan *)CALL(new_plan, INT(entry), INT(extent), INT(grain), TUPLE(codes), words);
}

/* A plan for two pointers whose launches take a moment at most. */
static inline plan *make_quick_plan(entry_function *entry)
{
    plan *p = make_plan(entry, 1, 1, NO_ITEMS);
    CALL(declare, INT(p), INT(1000));
    return p;
}

/* Submits a launch after waits (queue, value, ...) and checks (cells); 0 if it is refused. */
static u64 launch_after(queue *q, cell *c, plan *p, void *first, u64 second, PyObject *waits,
                        PyObject *checks)
{
    struct object values[] = {{(u64)first, 0, 0}, {second, 0, 0}};
    u64 value = CALL(pack, INT(q), INT(p), TUPLE(values));
    if (value)
        EXPECT(CALL(issue, INT(q), INT(c), waits, checks) == value, "issued out of order");
    return value;
}

static inline u64 launch(queue *q, cell *c, plan *p, void *first)
{
    return launch_after(q, c, p, first, 0, NO_ITEMS, NO_ITEMS);
}

/* Counts its items. */
static inline i32 increment_here(void *args, i64 lo, i64 hi)
{
    *((u64 **)args)[1] += hi - lo;
    return 0;
}

/* ---- looking and waiting -------------------------------------------------------------------- */

static u32 state_of(cell *c) { return (u32)CALL(look, INT(c)); }
static u64 completed_by(queue *q) { return CALL(completed, INT(q)); }

/* Blocks as Lane.block does, except that the sleep has no end: a lost wake-up hangs until the
 * alarm. */
static void sync_with(queue *q, u64 value, cell *c)
{
    patience none = {SHORTEST, 0};
    while (completed_by(q) < value && !(c && state_of(c) > RUNNING))
        if (!spin_until(&q->completed, value, &none))
            sleep_until(q, value, c, -1);
}

/* ---- threads -------------------------------------------------------------------------------- */

static inline void *drain(void *q)
{
    EXPECT(srt_drain(q) == STOP, "the loop ended without a stop record");
    return 0;
}

static pthread_t spawn(void *(*run)(void *), void *argument)
{
    pthread_t thread;
    EXPECT(!pthread_create(&thread, 0, run, argument), "no thread");
    return thread;
}

/* Ends the queues, and frees them when no queue can be waiting on another any more. */
static inline void end(queue **queues, pthread_t *threads, int count)
{
    for (int i = 0; i < count; i++)
        EXPECT(CALL(stop, INT(queues[i]), NO_ITEMS, NO_ITEMS), "a stop was refused");
    for (int i = 0; i < count; i++)
        EXPECT(!pthread_join(threads[i], 0), "join");
    for (int i = 0; i < count; i++) {
        EXPECT(completed_by(queues[i]) == queues[i]->issued, "a signal is missing");
        CALL(free_records, INT(queues[i]));
        CALL(release, INT(queues[i]));
    }
}

static void drop(void *memory) { CALL(release, INT(memory)); }

/* ---- chance, and running -------------------------------------------------------------------- */

static u64 scale; /* percent of the full number of iterations */

static u64 scaled(u64 count) { return count * scale / 100 + 1; }

/* Runs each part on futexes and once more on the portable path.
 * Arguments: the seed, the percentage of the iterations (100), and the seconds until the alarm ends
 * a hang (100). */
static int run_parts(int count, char **arguments, void (**parts)(void), int many)
{
    random_state = (count > 1 ? strtoull(arguments[1], 0, 10) : 1) * 2 + 1;
    scale = count > 2 ? strtoull(arguments[2], 0, 10) : 100;
    alarm(count > 3 ? (u32)atoi(arguments[3]) : 100);
    for (u32 mode = 0; mode < 2; mode++) {
        CALL(set_up, INT(mode));
        printf("%s\n", mode ? "portable" : "futex");
        for (int i = 0; i < many; i++) {
            parts[i]();
            fflush(stdout);
        }
    }
    return 0;
}
