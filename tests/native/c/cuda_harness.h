/* What the C tests of CUDA queues share: queues on the fake driver, kernels, plans. */
#pragma once
#include "harness.h"
#include "../../cuda/driver/fake_streams.h"

/* A queue with its two threads. */
typedef struct gpu_queue {
    queue *q;
    fake_stream *stream; /* 0: the driver ignores it */
    fake_event *events;
    i32 *codes;
    pthread_t feeder, completer;
} gpu_queue;

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

/* Makes a queue whose stream has room for that many operations (0: no stream). */
static gpu_queue make_gpu_queue(gpu *g, u64 room)
{
    gpu_queue made = {.q = make_queue(UNLIMITED), .stream = room ? fake_open(room) : 0};
    struct object events[GPU_CREDIT];
    made.events = calloc(GPU_CREDIT, sizeof *made.events);
    made.codes = calloc(2 * GPU_CREDIT, sizeof *made.codes);
    for (int i = 0; i < GPU_CREDIT; i++)
        events[i] = (struct object){(u64)&made.events[i], 0, 0};
    CALL(open_gpu, INT(made.q), INT(g), INT(made.stream), TUPLE(events), INT(made.codes));
    return made;
}

static void start_gpu_queue(gpu_queue *g)
{
    g->feeder = spawn(feed, g->q);
    g->completer = spawn(see_ends, g->q);
}

static inline gpu_queue open_gpu_queue(gpu *of, u64 room)
{
    gpu_queue made = make_gpu_queue(of, room);
    start_gpu_queue(&made);
    return made;
}

static void free_gpu_queue(gpu_queue *g)
{
    void *own = g->q->own;
    if (!CALL(close_gpu, INT(g->q))) /* a thread was abandoned; by now it has returned */
        EXPECT(is_lost(((gpu_queue *)own)->gpu), "a thread is still about");
    CALL(release, INT(own));
    CALL(free_records, INT(g->q));
    CALL(release, INT(g->q));
    free(g->events);
    free(g->codes);
}

/* Frees queues whose threads have returned. Streams wait for the events of others, so these go
 * last. */
static void free_gpu_queues(gpu_queue *queues, int count)
{
    for (int i = 0; i < count; i++)
        if (queues[i].stream)
            fake_close(queues[i].stream);
    for (int i = 0; i < count; i++)
        free_gpu_queue(&queues[i]);
}

static inline void join_gpu_queue(gpu_queue *g)
{
    EXPECT(!pthread_join(g->feeder, 0), "join");
    EXPECT(!pthread_join(g->completer, 0), "join");
}

/* Stops queues, and frees them when no queue can be waiting on another any more. */
static inline void end_gpu_queues(gpu_queue *queues, int count)
{
    for (int i = 0; i < count; i++)
        EXPECT(CALL(stop, INT(queues[i].q), NO_ITEMS, NO_ITEMS), "a stop was refused");
    for (int i = 0; i < count; i++) {
        join_gpu_queue(&queues[i]);
        EXPECT(completed_by(queues[i].q) == queues[i].q->issued, "a signal is missing");
    }
    free_gpu_queues(queues, count);
}

/* A plan for CUDA queues with two pointers; a fallible kernel gets the address of its code, too. */
static plan *make_gpu_plan(void (*run)(void **params), int fallible)
{
    fake_function *f = calloc(1, sizeof *f);
    *f = (fake_function){run, 0, fallible ? 3 : 2};
    struct object codes[] = {{'Q', 0, 0}, {'Q', 0, 0}}, one[] = {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
    return (plan *)CALL(new_gpu_plan, INT(srt_hand_kernel), INT(f), TUPLE(one), TUPLE(one), INT(0),
                        INT(fallible), TUPLE(codes), NO_ITEMS);
}

static void drop_gpu_plan(plan *p)
{
    free(((gpu_kernel *)p->entry)->function);
    drop(p);
}

static inline void increment(void **params) { ++**(u64 **)params[1]; }

/* Returns once the device has been handed that many submissions of a queue. */
static inline void await_handed(gpu_queue *g, u64 value)
{
    while (!has_reached(&((gpu_queue *)g->q->own)->handed.completed, value))
        sched_yield();
}
