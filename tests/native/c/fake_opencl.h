/* OpenCL without a device: its functions over the streams of the fake CUDA driver.
 *
 * A command queue is such a stream. An event is over when its stream comes to a marker behind its
 * command. Its callback is called on the stream's thread then, or at once by who sets it later.
 */
#pragma once
#include <stdio.h>
#include "harness.h"
#include "../../cuda/driver/fake_streams.h"
#include "opencl_builtins.h"

typedef struct fake_marker {
    fake_event over;
    pthread_mutex_t lock; /* of what follows */
    int is_over;
    void (*told)(void *, i32, void *);
    void *token;
    _Atomic u32 users;
} fake_marker;

typedef struct fake_kernel {
    fake_function function;
    u64 values[FAKE_PARAMETERS];
} fake_kernel;

static i32 fake_retain(void *event)
{
    atomic_fetch_add(&((fake_marker *)event)->users, 1);
    return 0;
}

static i32 fake_release(void *event)
{
    if (atomic_fetch_sub(&((fake_marker *)event)->users, 1) == 1)
        free(event);
    return 0;
}

/* ---- on the stream's thread ------------------------------------------------------------------ */

static void end_marker(void **params)
{
    fake_marker *m = *(fake_marker **)params[1];
    pthread_mutex_lock(&m->lock);
    m->is_over = 1;
    void (*told)(void *, i32, void *) = m->told;
    pthread_mutex_unlock(&m->lock);
    atomic_store(&m->over.done, 1);
    fake_change(&m->over.changes);
    if (told)
        told(m, CL_COMPLETE, m->token);
    fake_release(m);
}

static void await_marker(void **params)
{
    fake_marker *m = *(fake_marker **)params[1];
    fake_await(&m->over, 1);
    fake_release(m);
}

static void ask_with(void (*run)(void **), void *stream, void *event)
{
    fake_ask(stream, (fake_operation){.what = RUN, .run = run, .params = {0, (u64)event}});
}

/* ---- OpenCL's functions ---------------------------------------------------------------------- */

static i32 fake_mark(void *stream, u32 events, void *const *waits, void **event)
{
    fake_marker *m = calloc(1, sizeof *m);
    FAKE_EXPECT(!events && !waits && event, "a marker for something else");
    atomic_store(&m->users, 2); /* the caller and the stream */
    *event = m;
    ask_with(end_marker, stream, m);
    return 0;
}

static i32 fake_set_argument(void *kernel, u32 index, u64 bytes, const void *value)
{
    memcpy(&((fake_kernel *)kernel)->values[index], value, bytes);
    return 0;
}

static i32 fake_set_pointer(void *kernel, u32 index, u64 address)
{
    return fake_set_argument(kernel, index, 8, &address);
}

static i32 fake_enqueue(void *stream, void *kernel, u32 dimensions, const u64 *offset,
                        const u64 *threads, const u64 *block, u32 events, void *const *waits,
                        void **event)
{
    fake_kernel *k = kernel;
    void *params[FAKE_PARAMETERS];
    FAKE_EXPECT(dimensions == 3 && !offset && threads[0] && block[0], "a launch of nothing");
    FAKE_EXPECT(!events && !waits && event, "a launch that waits");
    for (int i = 0; i < FAKE_PARAMETERS; i++)
        params[i] = &k->values[i];
    fake_current = &fake_context;
    i32 error = fake_launch(&k->function, 1, 1, 1, 1, 1, 1, 0, stream, params, 0);
    return error ? -error : fake_mark(stream, 0, 0, event);
}

static i32 fake_move(void *stream, u32 blocking, u64 to, u64 from, u64 bytes, u32 events,
                     void *const *waits, void **event)
{
    FAKE_EXPECT(!blocking && !events && !waits && event, "a copy that waits");
    fake_current = &fake_context;
    i32 error = fake_copy(to, from, bytes, stream);
    return error ? -error : fake_mark(stream, 0, 0, event);
}

static i32 fake_await_event(void *stream, u32 events, void *const *waits, void **event)
{
    FAKE_EXPECT(events == 1 && event, "a barrier for something else");
    fake_retain(waits[0]);
    ask_with(await_marker, stream, waits[0]);
    return fake_mark(stream, 0, 0, event);
}

static i32 fake_tell(void *event, i32 status, void (*told)(void *, i32, void *), void *token)
{
    fake_marker *m = event;
    FAKE_EXPECT(status == CL_COMPLETE, "a callback for another status");
    pthread_mutex_lock(&m->lock);
    m->told = told;
    m->token = token;
    int is_over = m->is_over;
    pthread_mutex_unlock(&m->lock);
    if (is_over)
        told(m, CL_COMPLETE, token);
    return 0;
}

static i32 fake_flush(void *stream)
{
    (void)stream;
    return 0;
}

static i32 fake_ask_event(void *event, u32 what, u64 bytes, void *value, u64 *needed)
{
    fake_marker *m = event;
    FAKE_EXPECT(what == CL_STATUS && bytes == 4 && !needed, "a question about an event");
    pthread_mutex_lock(&m->lock);
    *(i32 *)value = !m->is_over;
    FAKE_EXPECT(m->is_over, "an event is asked before it is over");
    pthread_mutex_unlock(&m->lock);
    return 0;
}

static const cl_calls fake_calls_of_cl = {
    fake_set_argument, fake_set_pointer, fake_enqueue, fake_move, fake_mark, fake_await_event,
    fake_tell, fake_flush, fake_retain, fake_release, fake_ask_event,
};

static const driver fake_opencl = {
    .set_context = srt_cl_set_context, .launch = srt_cl_launch, .copy = srt_cl_copy,
    .record = srt_cl_record, .wait = srt_cl_wait, .query = srt_cl_query,
    .synchronize = srt_cl_synchronize, .launch_graph = srt_cl_no_graph, .set_node = srt_cl_no_node,
    .exchange_mode = srt_cl_exchange_mode, .attach = srt_cl_attach,
};
