/* OpenCL as the driver of a device: the functions of the table in driver.h, made of OpenCL's.
 *
 * The feeder and the completer call them as they call CUDA's. Python fills `cl_calls` with
 * addresses, so no header of OpenCL is needed here. What a CUDA stream, event and function is to
 * these two, is here a `cl_stream`, a `cl_mark` and a `cl_function`.
 * 1. The event that is recorded is that of the last command that the queue was given, or of a marker
 *    if that was recorded before. Its callback, on a thread of the driver, counts it and lands what is
 *    over; see landing.h, 5. Nobody asks the driver whether it is over, and nothing polls.
 * 2. A queue is in order, so its events are over in that order. If so many were counted, that many
 *    of the first are over, whichever callbacks came. `count` of a mark is its number.
 * 3. What the driver has not been told to begin may never begin. So whoever records also flushes,
 *    and others can wait for the event.
 * 4. The arguments of a kernel belong to that, and a plan may be launched on several queues at once.
 *    So a lock is held from the first argument to the launch.
 * 5. A mark may be recorded again while another queue is about to wait for it; see feeder.h, 5. The
 *    lock of the mark is held while its event changes hands.
 * 6. A command may end in an error while those behind it do not. So the events of all commands are
 *    kept until a later one is over, and asked then.
 * 7. An OpenCL error is below 0. Its result here is CL_REFUSED minus the error; that of an event
 *    that ended in an error is CL_BROKEN minus the error, and ends the device.
 */
#pragma once
#include "landing.h"

#define CL_COMPLETE 0 /* the status of an event that is over */
#define CL_STATUS 0x11d3 /* CL_EVENT_COMMAND_EXECUTION_STATUS */
#define CL_COMMANDS 2048 /* at once, whose events are kept: more than are ever in flight */
#define CL_RECORDS (2 * GPU_CREDIT) /* at once */

typedef struct cl_calls {
    i32 (*set_argument)(void *kernel, u32 index, u64 bytes, const void *value);
    i32 (*set_pointer)(void *kernel, u32 index, u64 address);
    i32 (*launch)(void *queue, void *kernel, u32 dimensions, const u64 *offset, const u64 *threads,
                  const u64 *block, u32 events, void *const *waits, void **event);
    i32 (*copy)(void *queue, u32 blocking, u64 to, u64 from, u64 bytes, u32 events,
                void *const *waits, void **event);
    i32 (*mark)(void *queue, u32 events, void *const *waits, void **event);
    i32 (*hold)(void *queue, u32 events, void *const *waits, void **event);
    i32 (*tell)(void *event, i32 status, void (*told)(void *, i32, void *), void *token);
    i32 (*flush)(void *queue);
    i32 (*retain)(void *event);
    i32 (*release)(void *event);
    i32 (*ask)(void *event, u32 what, u64 bytes, void *value, u64 *needed);
} cl_calls;

typedef struct cl_stream {
    const cl_calls *calls;
    void *queue;
    struct queue *lands;  /* the queue of ours that it is the stream of */
    u64 commands;         /* so far */
    u64 behind_record;    /* of these, when the last event was recorded */
    void *events[CL_COMMANDS];       /* of the commands that were not asked yet */
    u64 behind[CL_RECORDS];          /* the commands so far at each record, by its number */
    _Atomic u32 recorded; /* events */
    OWN_LINE _Atomic u32 told; /* of these */
    _Atomic u32 over;     /* of these, whose commands were asked */
    _Atomic u32 left;     /* callbacks that have returned */
    _Atomic u32 sleepers; /* threads that wait for one */
    _Atomic u32 wakes;    /* they sleep on it */
    pthread_mutex_t asking; /* of `asked` */
    u64 asked;            /* commands whose events were over */
    _Atomic i32 broken;   /* the error in which a command ended; 0: none */
    _Atomic u32 given_up; /* whether nobody is to wait for it any more, because the device is lost */
} cl_stream;

typedef struct cl_mark {
    cl_stream *stream;
    _Atomic u32 count;
    pthread_mutex_t lock; /* of `event` */
    void *event;          /* 0: it was never recorded */
} cl_mark;

/* A kernel of one plan. Its layout words were set before. */
typedef struct cl_function {
    const cl_calls *calls;
    void *kernel;
    pthread_mutex_t lock; /* of its arguments */
    u32 slots;            /* without the layout words */
    u8 bytes[MOST_SLOTS]; /* of each scalar; 0: an address */
} cl_function;

static i32 cl_result(i32 error) { return error ? CL_REFUSED - error : 0; }

static void wake_stream(cl_stream *s)
{
    atomic_fetch_add(&s->wakes, 1);
    wake_sleepers(&s->wakes);
}

static void note_broken(cl_stream *s, i32 status)
{
    i32 none = 0;
    if (status < 0)
        atomic_compare_exchange_strong(&s->broken, &none, status);
}

/* Asks the events of commands that are over whether they ended in an error, and drops them. */
static void ask_events(cl_stream *s, u64 last)
{
    pthread_mutex_lock(&s->asking);
    for (; s->asked < last; s->asked++) {
        void *event = s->events[s->asked % CL_COMMANDS];
        i32 status = CL_COMPLETE;
        if (s->calls->ask(event, CL_STATUS, sizeof status, &status, 0) == 0)
            note_broken(s, status);
        s->calls->release(event);
    }
    pthread_mutex_unlock(&s->asking);
}

/* Counts an event that is over. On a thread of the driver. If k were told of, the first k recorded
 * ones are over, in whatever order they came. */
void srt_cl_told(void *event, i32 status, void *token)
{
    cl_stream *s = token;
    (void)event;
    note_broken(s, status);
    u32 count = atomic_fetch_add(&s->told, 1) + 1;
    ask_events(s, s->behind[count % CL_RECORDS]);
    atomic_fetch_add(&s->over, 1);
    land_told(s->lands);
    if (atomic_load(&s->sleepers))
        wake_stream(s);
    atomic_fetch_add(&s->left, 1); /* the last touch: the stream may be gone now */
}

void srt_cl_attach(void *stream, struct queue *q)
{
    ((cl_stream *)stream)->lands = q;
}

static int has_come(cl_stream *s, u32 count)
{
    return (i32)(atomic_load_explicit(&s->over, memory_order_acquire) - count) >= 0;
}

static i32 cl_outcome(cl_stream *s)
{
    i32 broken = atomic_load_explicit(&s->broken, memory_order_relaxed);
    return broken ? CL_BROKEN - broken : 0;
}

i32 srt_cl_set_context(void *context)
{
    (void)context; /* each call names what it is for */
    return 0;
}

i32 srt_cl_exchange_mode(i32 *mode)
{
    (void)mode; /* nobody records a graph */
    return 0;
}

/* Keeps the event of a command. */
static void note_command(cl_stream *s, void *event)
{
    s->events[s->commands++ % CL_COMMANDS] = event;
}

i32 srt_cl_launch(void *function, u32 grid_x, u32 grid_y, u32 grid_z, u32 block_x, u32 block_y,
                  u32 block_z, u32 shared, void *stream, void **params, void **extra)
{
    cl_function *f = function;
    cl_stream *s = stream;
    const cl_calls *calls = f->calls;
    u64 block[3] = {block_x, block_y, block_z};
    u64 threads[3] = {(u64)grid_x * block_x, (u64)grid_y * block_y, (u64)grid_z * block_z};
    void *event = 0;
    i32 error = 0;
    (void)shared, (void)extra;
    pthread_mutex_lock(&f->lock);
    for (u32 i = 0; i < f->slots && !error; i++)
        error = f->bytes[i] ? calls->set_argument(f->kernel, 1 + i, f->bytes[i], params[1 + i])
                            : calls->set_pointer(f->kernel, 1 + i, *(u64 *)params[1 + i]);
    if (!error)
        error = calls->launch(s->queue, f->kernel, 3, 0, threads, block, 0, 0, &event);
    pthread_mutex_unlock(&f->lock);
    if (!error)
        note_command(s, event);
    return cl_result(error);
}

i32 srt_cl_copy(u64 to, u64 from, u64 bytes, void *stream)
{
    cl_stream *s = stream;
    if (to == from) /* which OpenCL refuses as an overlap */
        return 0;
    void *event = 0;
    i32 error = s->calls->copy(s->queue, 0, to, from, bytes, 0, 0, &event);
    if (!error)
        note_command(s, event);
    return cl_result(error);
}

/* Exchanges the event of a mark; returns the old one. */
static void *exchange_event(cl_mark *m, void *event)
{
    pthread_mutex_lock(&m->lock);
    void *old = m->event;
    m->event = event;
    pthread_mutex_unlock(&m->lock);
    return old;
}

/* Returns the event behind all that the queue was given, with one user more; 0 after an error. */
static void *last_event(cl_stream *s, i32 *error)
{
    void *event = 0;
    if (s->commands == s->behind_record) { /* that one has a callback by now */
        *error = s->calls->mark(s->queue, 0, 0, &event);
        if (*error)
            return 0;
        note_command(s, event);
    }
    event = s->events[(s->commands - 1) % CL_COMMANDS];
    *error = s->calls->retain(event);
    return *error ? 0 : event;
}

i32 srt_cl_record(void *mark, void *stream)
{
    cl_mark *m = mark;
    cl_stream *s = stream;
    const cl_calls *calls = s->calls;
    i32 error = 0;
    void *event = last_event(s, &error);
    if (error)
        return cl_result(error);
    u32 count = atomic_load_explicit(&s->recorded, memory_order_relaxed) + 1;
    s->behind[count % CL_RECORDS] = s->commands;
    error = calls->tell(event, CL_COMPLETE, srt_cl_told, s);
    if (error) { /* nobody would be told of it */
        calls->release(event);
        return cl_result(error);
    }
    s->behind_record = s->commands;
    atomic_store(&s->recorded, count);
    atomic_store_explicit(&m->count, count, memory_order_release);
    void *old = exchange_event(m, event);
    if (old)
        calls->release(old);
    return cl_result(calls->flush(s->queue));
}

i32 srt_cl_wait(void *stream, void *mark, u32 flags)
{
    cl_stream *s = stream;
    cl_mark *m = mark;
    const cl_calls *calls = s->calls;
    (void)flags;
    pthread_mutex_lock(&m->lock);
    void *event = m->event;
    int is_needed = event && !has_come(m->stream, atomic_load(&m->count));
    i32 error = is_needed ? calls->retain(event) : 0;
    pthread_mutex_unlock(&m->lock);
    if (!is_needed || error)
        return cl_result(error);
    void *held = 0;
    error = calls->hold(s->queue, 1, &event, &held);
    calls->release(event);
    if (!error)
        note_command(s, held);
    return cl_result(error);
}

i32 srt_cl_query(void *mark)
{
    cl_mark *m = mark;
    if (!has_come(m->stream, atomic_load_explicit(&m->count, memory_order_acquire)))
        return NOT_READY;
    return cl_outcome(m->stream);
}

i32 srt_cl_synchronize(void *mark)
{
    cl_mark *m = mark;
    cl_stream *s = m->stream;
    u32 count = atomic_load_explicit(&m->count, memory_order_acquire);
    i32 result = NOT_READY;
    atomic_fetch_add(&s->sleepers, 1);
    while (result == NOT_READY) {
        u32 seen = atomic_load(&s->wakes); /* before the looks */
        if (has_come(s, count))
            result = cl_outcome(s);
        else if (atomic_load(&s->given_up))
            result = CL_BROKEN;
        else
            sleep_on(&s->wakes, seen, -1);
    }
    atomic_fetch_sub(&s->sleepers, 1);
    return result;
}

/* Has those return that wait for a stream of a lost device. */
static void give_stream_up(cl_stream *s)
{
    atomic_store(&s->given_up, 1);
    wake_stream(s);
}

i32 srt_cl_no_graph(void *graph, void *other)
{
    (void)graph, (void)other;
    return CL_REFUSED + 59; /* CL_INVALID_OPERATION: programs are lists of steps */
}

i32 srt_cl_no_node(void *graph, void *node, const void *params)
{
    (void)params;
    return srt_cl_no_graph(graph, node);
}
