/* What the C tests of CUDA queues share: queues on the fake driver, kernels, plans. */
#pragma once
#include "harness.h"
#include "../../cuda/driver/fake_streams.h"

#ifndef DRIVER
#define DRIVER (&fake_driver)
#define TELLS 0
#else
#define TELLS 1
#endif

/* A queue with its two threads. */
typedef struct fed_queue {
    queue *q;
    fake_stream *stream; /* 0: the driver ignores it */
    fake_event *events; /* of CUDA; 0 for OpenCL */
    void *handle; /* of the stream, for native code */
    i32 *codes;
    pthread_t feeder, completer;
} fed_queue;

static void *feed(void *q)
{
    EXPECT(srt_feed(q) == STOP, "the feeder ended without a stop record");
    return 0;
}

static void *see_ends(void *q)
{
    EXPECT(srt_complete(q) == STOP, "the completer's verdict");
    return 0;
}

static gpu *make_gpu(const driver *calls)
{
    fake_reset();
    return (gpu *)CALL(new_gpu, INT(calls), INT(&fake_context));
}

static void make_events(fed_queue *made, struct object *events)
{
#if TELLS
    made->handle = (void *)CALL(new_cl_stream, INT(&fake_calls_of_cl), INT(made->stream));
    for (int i = 0; i < GPU_CREDIT; i++)
        events[i] = (struct object){CALL(new_cl_mark, INT(made->handle)), 0, 0};
#else
    fake_event *plain = made->events = calloc(GPU_CREDIT, sizeof *plain);
    for (int i = 0; i < GPU_CREDIT; i++)
        events[i] = (struct object){(u64)&plain[i], 0, 0};
#endif
}

static void free_events(fed_queue *g)
{
#if TELLS
    gpu_queue *own = g->q->own;
    EXPECT(CALL(cl_stream_rests, INT(g->handle)), "a callback is still about");
    for (int i = 0; i < GPU_CREDIT; i++)
        CALL(drop_cl_mark, INT(own->events[i]));
    CALL(drop_cl_stream, INT(g->handle));
#else
    free(g->events);
#endif
}

/* Makes a queue whose stream has room for that many operations (0: no stream). */
static fed_queue make_fed_queue(gpu *g, u64 room)
{
    fed_queue made = {.q = make_queue(UNLIMITED), .stream = room ? fake_open((1 + TELLS) * room) : 0};
    struct object events[GPU_CREDIT];
    made.codes = calloc(2 * GPU_CREDIT, sizeof *made.codes);
    made.handle = made.stream;
    make_events(&made, events);
    CALL(open_gpu, INT(made.q), INT(g), INT(made.handle), TUPLE(events), INT(made.codes));
    return made;
}

static void start_fed_queue(fed_queue *g)
{
    g->feeder = spawn(feed, g->q);
    g->completer = spawn(see_ends, g->q);
}

static inline fed_queue open_fed_queue(gpu *of, u64 room)
{
    fed_queue made = make_fed_queue(of, room);
    start_fed_queue(&made);
    return made;
}

static void free_fed_queue(fed_queue *g)
{
    void *own = g->q->own;
    free_events(g);
    if (!CALL(close_gpu, INT(g->q))) /* a thread was abandoned; by now it has returned */
        EXPECT(is_lost(((gpu_queue *)own)->gpu), "a thread is still about");
    CALL(release, INT(own));
    CALL(free_records, INT(g->q));
    CALL(release, INT(g->q));
    free(g->codes);
}

/* Frees queues whose threads have returned. Streams wait for the events of others, so these go
 * last. */
static void free_fed_queues(fed_queue *queues, int count)
{
    for (int i = 0; i < count; i++)
        if (queues[i].stream)
            fake_close(queues[i].stream);
    for (int i = 0; i < count; i++)
        free_fed_queue(&queues[i]);
}

static inline void join_fed_queue(fed_queue *g)
{
    EXPECT(!pthread_join(g->feeder, 0), "join");
    EXPECT(!pthread_join(g->completer, 0), "join");
}

/* Stops queues, and frees them when no queue can be waiting on another any more. */
static inline void end_fed_queues(fed_queue *queues, int count)
{
    for (int i = 0; i < count; i++)
        EXPECT(CALL(stop, INT(queues[i].q), NO_ITEMS, NO_ITEMS), "a stop was refused");
    for (int i = 0; i < count; i++) {
        join_fed_queue(&queues[i]);
        EXPECT(completed_by(queues[i].q) == queues[i].q->issued, "a signal is missing");
    }
    free_fed_queues(queues, count);
}

/* A plan for CUDA queues with two pointers; a fallible kernel gets the address of its code, too. */
static plan *make_gpu_plan(void (*run)(void **params), int fallible)
{
    fake_function kernel = {run, 0, fallible ? 3 : 2};
#if TELLS
    fake_kernel *k = calloc(1, sizeof *k);
    k->function = kernel;
    struct object bytes[] = {{8, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    PyObject sizes = {0, kernel.count, bytes};
    void *f = (void *)CALL(new_cl_function, INT(&fake_calls_of_cl), INT(k), &sizes);
#else
    fake_function *f = calloc(1, sizeof *f);
    *f = kernel;
#endif
    struct object codes[] = {{'Q', 0, 0}, {'Q', 0, 0}}, one[] = {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
    return (plan *)CALL(new_gpu_plan, INT(srt_hand_kernel), INT(f), TUPLE(one), TUPLE(one), INT(0),
                        INT(fallible), TUPLE(codes), NO_ITEMS);
}

static void drop_gpu_plan(plan *p)
{
    void *f = ((gpu_kernel *)p->entry)->function;
#if TELLS
    free(((cl_function *)f)->kernel);
#endif
    free(f);
    drop(p);
}

static inline void increment(void **params) { ++**(u64 **)params[1]; }

/* Returns once the device has been handed that many submissions of a queue. */
static inline void await_handed(fed_queue *g, u64 value)
{
    while (!has_reached(&((gpu_queue *)g->q->own)->handed.completed, value))
        sched_yield();
}
