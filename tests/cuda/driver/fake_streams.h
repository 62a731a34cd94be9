/* A CUDA driver without a device: every stream is a thread, and kernels are functions of C.
 *
 * It has the functions of driver.h. A stream runs its operations in order, each a little late by
 * chance, and does so only while nobody holds it. What it is like:
 * 1. An event stands for the record that was asked for last (cuEventRecord). A stream waits for
 *    what had been asked for when the wait was asked for (cuStreamWaitEvent), a thread for what
 *    has been asked for when it looks (cuEventQuery, cuEventSynchronize).
 * 2. A launch copies its parameters before it returns (cuLaunchKernel).
 * 3. Each call needs the context to be current on its thread.
 * 4. It is only believed that a stream takes some thousand launches before one blocks its caller.
 *    Here such a launch ends the program.
 * 5. Once a call has returned an error that ends the device, all calls return it.
 * 6. Looks at events are refused, and end the program, unless the thread has said that it does not
 *    care about captures of others (cuThreadExchangeStreamCaptureMode).
 *
 * A stream never uses the memory of an operation again. So no order comes from the fake itself,
 * except that of its events, and the thread sanitizer sees each that is missing.
 */
#pragma once
#include "driver.h"

enum fake_call {
    SET_CONTEXT, EXCHANGE, LAUNCH, COPY, RECORD, WAIT, QUERY, SYNCHRONIZE, GRAPH, CALLS
};
enum { FAKE_MOST = 1000, FAKE_PARAMETERS = 8 };

typedef struct fake_event {
    _Atomic u64 asked, done; /* records */
    _Atomic u32 changes;
} fake_event;

/* A kernel: it gets pointers to its parameters. The first has `bytes` bytes, the others 8 each. */
typedef struct fake_function {
    void (*run)(void **params);
    u32 bytes, count;
} fake_function;

typedef struct fake_operation {
    enum { RUN, MOVE, MARK, AWAIT, CLOSE } what;
    void (*run)(void **params);
    u64 params[FAKE_PARAMETERS];
    fake_event *event;
    u64 record;
} fake_operation;

typedef struct fake_stream {
    pthread_t thread;
    u64 room, chance;
    _Atomic u64 asked, done; /* operations */
    _Atomic u32 changes, held;
    fake_operation operations[];
} fake_stream;

static struct {
    _Atomic u64 calls[CALLS];
    _Atomic u64 fails_at[CALLS]; /* the number of the call that fails; 0: none does */
    _Atomic i32 error;           /* that it fails with */
    _Atomic u64 refuses[CALLS];  /* so many calls in a row are refused from that one on */
    _Atomic i32 ended;           /* what all calls return */
    _Atomic u32 late;            /* operations are a little late */
    _Atomic u32 hangs;           /* calls of this function + 1 do not return */
    _Atomic u64 hidden;          /* nor do looks at this event */
    _Atomic u32 shown;           /* counts the changes of that */
} fake = {.late = 1};

static char fake_context;
static _Thread_local void *fake_current;
static _Thread_local i32 fake_mode; /* CU_STREAM_CAPTURE_MODE_GLOBAL */

#define FAKE_EXPECT(condition, text)                 \
    do {                                             \
        if (!(condition)) {                          \
            fprintf(stderr, "the driver: " text "\n"); \
            exit(1);                                 \
        }                                            \
    } while (0)

/* ---- streams --------------------------------------------------------------------------------- */

static void fake_change(_Atomic u32 *changes)
{
    atomic_fetch_add(changes, 1);
    wake_sleepers(changes);
}

static int fake_is_over(fake_event *e, u64 record) { return atomic_load(&e->done) >= record; }

static void fake_await(fake_event *e, u64 record)
{
    for (;;) {
        u32 seen = atomic_load(&e->changes);
        if (fake_is_over(e, record))
            return;
        sleep_on(&e->changes, seen, -1);
    }
}

static void fake_be_late(fake_stream *s)
{
    u64 x = s->chance;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    s->chance = x;
    if (x % 16 == 0)
        for (u64 i = x >> 20 & 4095; i; i--)
            relax();
    if (x % 64 == 1)
        sched_yield();
}

static void fake_run(fake_operation *o)
{
    void *params[FAKE_PARAMETERS];
    for (int i = 0; i < FAKE_PARAMETERS; i++)
        params[i] = &o->params[i];
    if (o->what == RUN)
        o->run(params);
    if (o->what == MOVE)
        memcpy((void *)o->params[0], (void *)o->params[1], o->params[2]);
    if (o->what == AWAIT)
        fake_await(o->event, o->record);
    if (o->what == MARK) {
        u64 done = atomic_load(&o->event->done);
        while (done < o->record && !atomic_compare_exchange_weak(&o->event->done, &done, o->record))
            ;
        fake_change(&o->event->changes);
    }
}

static void *fake_run_stream(void *argument)
{
    fake_stream *s = argument;
    for (u64 done = 0;;) {
        u32 seen = atomic_load(&s->changes);
        if (atomic_load(&s->asked) == done || atomic_load(&s->held)) {
            sleep_on(&s->changes, seen, -1);
            continue;
        }
        fake_operation *o = &s->operations[done++];
        if (o->what == CLOSE)
            return 0;
        if (atomic_load_explicit(&fake.late, memory_order_relaxed))
            fake_be_late(s);
        fake_run(o);
        atomic_store_explicit(&s->done, done, memory_order_relaxed); /* orders nothing */
    }
}

static void fake_ask(fake_stream *s, fake_operation o)
{
    u64 asked = atomic_load_explicit(&s->asked, memory_order_relaxed);
    u64 done = atomic_load_explicit(&s->done, memory_order_relaxed);
    FAKE_EXPECT(asked < s->room, "the test asks for more operations than it said");
    FAKE_EXPECT(o.what == CLOSE || asked - done < FAKE_MOST, "it blocks a caller");
    s->operations[asked] = o;
    atomic_store(&s->asked, asked + 1);
    fake_change(&s->changes);
}

/* Opens a stream for that many operations. */
static fake_stream *fake_open(u64 room)
{
    fake_stream *s = calloc(1, sizeof *s + room * sizeof *s->operations);
    FAKE_EXPECT(s, "no memory");
    s->room = room;
    s->chance = (u64)s | 1;
    FAKE_EXPECT(!pthread_create(&s->thread, 0, fake_run_stream, s), "no thread");
    return s;
}

/* Keeps a stream from going on, or lets it go on. */
static inline void fake_hold(fake_stream *s, u32 held)
{
    atomic_store(&s->held, held);
    fake_change(&s->changes);
}

/* Ends a stream, after all that it was asked for. */
static void fake_close(fake_stream *s)
{
    fake_ask(s, (fake_operation){.what = CLOSE});
    FAKE_EXPECT(!pthread_join(s->thread, 0), "join");
    free(s);
}

/* ---- the driver's functions ------------------------------------------------------------------ */

/* Counts a call; returns the error with which it fails. */
static i32 fake_enter(enum fake_call which)
{
    u64 count = atomic_fetch_add_explicit(&fake.calls[which], 1, memory_order_relaxed) + 1;
    int needs_context = which != SET_CONTEXT && which != EXCHANGE;
    FAKE_EXPECT(!needs_context || fake_current == &fake_context, "no context");
    FAKE_EXPECT((which != QUERY && which != SYNCHRONIZE) || fake_mode == RELAXED, "not relaxed");
    while (atomic_load(&fake.hangs) == which + 1)
        sleep_on(&fake.hangs, which + 1, -1);
    i32 ended = atomic_load(&fake.ended);
    if (ended || count - atomic_load(&fake.fails_at[which]) >= atomic_load(&fake.refuses[which]))
        return ended;
    i32 error = atomic_load(&fake.error);
    if (ends_device(error))
        atomic_store(&fake.ended, error);
    return error;
}

static i32 fake_set_context(void *context)
{
    i32 error = fake_enter(SET_CONTEXT);
    fake_current = context;
    return error;
}

static i32 fake_exchange(i32 *mode)
{
    i32 error = fake_enter(EXCHANGE), before = fake_mode;
    if (!error) {
        fake_mode = *mode;
        *mode = before;
    }
    return error;
}

static i32 fake_launch(void *f, u32 gx, u32 gy, u32 gz, u32 bx, u32 by, u32 bz, u32 shared, void *s,
                       void **params, void **extra)
{
    i32 error = fake_enter(LAUNCH);
    fake_function *function = f;
    fake_operation o = {.what = RUN, .run = function->run};
    FAKE_EXPECT(gx && gy && gz && bx && by && bz && !shared && !extra, "a launch of nothing");
    if (error)
        return error;
    memcpy(&o.params[0], params[0], function->bytes);
    for (u32 i = 1; i <= function->count; i++)
        memcpy(&o.params[i], params[i], 8);
    fake_ask(s, o);
    return 0;
}

static i32 fake_copy(u64 to, u64 from, u64 bytes, void *s)
{
    i32 error = fake_enter(COPY);
    if (!error)
        fake_ask(s, (fake_operation){.what = MOVE, .params = {to, from, bytes}});
    return error;
}

static i32 fake_record(void *event, void *s)
{
    i32 error = fake_enter(RECORD);
    fake_event *e = event;
    if (!error)
        fake_ask(s, (fake_operation){.what = MARK, .event = e,
                                     .record = atomic_fetch_add(&e->asked, 1) + 1});
    return error;
}

static i32 fake_wait(void *s, void *event, u32 flags)
{
    i32 error = fake_enter(WAIT);
    fake_event *e = event;
    FAKE_EXPECT(!flags, "flags of a wait");
    if (!error)
        fake_ask(s, (fake_operation){.what = AWAIT, .event = e, .record = atomic_load(&e->asked)});
    return error;
}

static void fake_look_at(fake_event *e)
{
    for (;;) {
        u32 seen = atomic_load(&fake.shown);
        if (atomic_load(&fake.hidden) != (u64)e)
            return;
        sleep_on(&fake.shown, seen, -1);
    }
}

static i32 fake_query(void *event)
{
    i32 error = fake_enter(QUERY);
    fake_event *e = event;
    fake_look_at(e);
    if (error)
        return error;
    return fake_is_over(e, atomic_load(&e->asked)) ? 0 : NOT_READY;
}

static i32 fake_synchronize(void *event)
{
    i32 error = fake_enter(SYNCHRONIZE);
    fake_event *e = event;
    fake_look_at(e);
    if (!error)
        fake_await(e, atomic_load(&e->asked));
    return error ? error : atomic_load(&fake.ended);
}

/* A graph is a kernel without parameters. */
static i32 fake_launch_graph(void *graph, void *s)
{
    i32 error = fake_enter(GRAPH);
    if (!error)
        fake_ask(s, (fake_operation){.what = RUN, .run = ((fake_function *)graph)->run});
    return error;
}

static const driver fake_driver = {
    .set_context = fake_set_context, .launch = fake_launch, .copy = fake_copy,
    .record = fake_record, .wait = fake_wait, .query = fake_query,
    .synchronize = fake_synchronize, .launch_graph = fake_launch_graph,
    .exchange_mode = fake_exchange,
};

static u64 fake_calls(enum fake_call which)
{
    return atomic_load_explicit(&fake.calls[which], memory_order_relaxed);
}

/* Makes a device that works, and forgets what was counted. */
static void fake_reset(void)
{
    for (int i = 0; i < CALLS; i++) {
        atomic_store(&fake.calls[i], 0);
        atomic_store(&fake.refuses[i], 0);
    }
    atomic_store(&fake.ended, 0);
}

/* Has the calls of a function hang until the next call of this, for another one: CALLS is none. */
static inline void fake_hang(enum fake_call which)
{
    atomic_store(&fake.hangs, which == CALLS ? 0 : which + 1);
    wake_sleepers(&fake.hangs);
}

/* Has threads that look at an event hang until the next call of this; 0 is none. */
static inline void fake_hide(fake_event *e)
{
    atomic_store(&fake.hidden, (u64)e);
    fake_change(&fake.shown);
}

/* Has the calls of a function fail, from the n-th one since the last reset, so many in a row. */
static inline void fake_refuse(enum fake_call which, u64 n, u64 calls, i32 error)
{
    atomic_store(&fake.error, error);
    atomic_store(&fake.fails_at[which], n);
    atomic_store(&fake.refuses[which], calls);
}

/* Has the n-th call of a function from the last reset fail. */
static inline void fake_fail(enum fake_call which, u64 n, i32 error)
{
    fake_refuse(which, n, 1, error);
}
