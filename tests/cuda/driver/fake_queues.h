/* The driver's calls about streams, events, host functions and values in memory. */
#pragma once
#include "fake_pools.h"

static i32 make_stream(u64 *made, u32 flags)
{
    if (flags > 1)
        return INVALID_VALUE;
    stream *s = make(STREAM, sizeof(stream), me.context);
    s->flags = flags;
    s->number = (u32)the.of_kind[STREAM].count - 1;
    s->random = sequence(the.seed, the.of_kind[STREAM].count);
    pthread_cond_init(&s->mine, 0);
    add_stream(s);
    if (pthread_create(&s->thread, 0, run_stream, s))
        abort();
    *made = s->object.handle;
    return OK;
}

static i32 cuStreamCreate(u64 *made, u32 flags)
{
    ENTER(cuStreamCreate, HERE);
    return leave(make_stream(made, flags));
}

/* Priorities "do not ... provide any other functional guarantee on execution order" */
static i32 cuStreamCreateWithPriority(u64 *made, u32 flags, i32 priority)
{
    (void)priority;
    ENTER(cuStreamCreateWithPriority, HERE);
    return leave(make_stream(made, flags));
}

/* The manual has it that the driver lets the work end; it is stricter here: see fake.h, 5. */
static i32 cuStreamDestroy(u64 handle)
{
    stream *s;
    ENTER(cuStreamDestroy, HERE);
    TRY(find(handle, STREAM, &s));
    if (s->first)
        misuse(OK, "%llu operations are pending in the stream; synchronize before it is destroyed",
               (unsigned long long)s->depth);
    s->object.dead = 1;
    s->ending = 1;
    pthread_cond_signal(&s->mine);
    return leave(OK);
}

/* "Returns the CUDA context that the stream is associated with" (cuStreamGetCtx), whichever context
 * is current. */
static i32 cuStreamGetCtx(u64 handle, u64 *found)
{
    stream *s;
    ENTER(cuStreamGetCtx, HERE);
    TRY(find_any(handle, STREAM, &s));
    *found = s->object.context->object.handle;
    return leave(OK);
}

/* 0 is CU_STREAM_CAPTURE_STATUS_NONE, 1 _ACTIVE. Streams record no graphs here: a test says that one
 * does. */
static i32 cuStreamIsCapturing(u64 handle, u32 *status)
{
    stream *s;
    ENTER(cuStreamIsCapturing, HERE);
    TRY(find(handle, STREAM, &s));
    *status = s->captures;
    return leave(OK);
}

/* "Swaps the existing stream capture interaction mode of the calling thread" */
static i32 cuThreadExchangeStreamCaptureMode(i32 *mode)
{
    ENTER(cuThreadExchangeStreamCaptureMode, NOTHING);
    i32 before = me.mode;
    if (*mode < 0 || *mode > 2)
        return leave(INVALID_VALUE);
    me.mode = *mode;
    *mode = before;
    return leave(OK);
}

static i32 cuStreamQuery(u64 handle)
{
    stream *s;
    ENTER(cuStreamQuery, HERE);
    TRY(find(handle, STREAM, &s));
    if (s->first)
        return leave(NOT_READY);
    learn(&the.host_knows, &s->knows);
    return leave(OK);
}

static i32 cuStreamSynchronize(u64 handle)
{
    stream *s;
    ENTER(cuStreamSynchronize, HERE);
    TRY(find(handle, STREAM, &s));
    i32 code = await_stream(s);
    shrink_pools();
    return leave(code);
}

/* "Makes all future work submitted to hStream wait for all work captured in hEvent"; "hEvent may be
 * from a different context or device than hStream"; "use the most recently captured state at the
 * time of the API call" (cuEventRecord). */
static i32 cuStreamWaitEvent(u64 handle, u64 event_handle, u32 flags)
{
    stream *s;
    event *e;
    ENTER(cuStreamWaitEvent, HERE);
    TRY(find(handle, STREAM, &s));
    TRY(find_any(event_handle, EVENT, &e));
    if (flags) /* CU_EVENT_WAIT_EXTERNAL "is invalid outside of stream capture" */
        return leave(INVALID_VALUE);
    TRY(e->object.context->lost);
    if (e->last)
        learn(&s->knows, &e->last->knows);
    if (e->last && !e->last->done) {
        e->last->refs++;
        e->last->waiters++;
        push(s, (op){.what = WAIT, .point = e->last});
    }
    return leave(OK);
}

/* ---- events ---------------------------------------------------------------------------------- */

static i32 cuEventCreate(u64 *made, u32 flags)
{
    ENTER(cuEventCreate, HERE);
    if (flags > 7 || (flags & 6) == 4) /* "CU_EVENT_INTERPROCESS must be specified along with
                                          CU_EVENT_DISABLE_TIMING" */
        return leave(INVALID_VALUE);
    event *e = make(EVENT, sizeof(event), me.context);
    e->flags = flags;
    *made = e->object.handle;
    return leave(OK);
}

static i32 cuEventDestroy(u64 handle)
{
    event *e;
    ENTER(cuEventDestroy, HERE);
    TRY(find(handle, EVENT, &e));
    if (e->last && (!e->last->done || e->last->waiters))
        misuse(OK, "the event is in use: %s", e->last->done ? "a stream has yet to wait for it"
               : "what it was recorded after is pending");
    e->object.dead = 1;
    release_point(e->last);
    e->last = 0;
    return leave(OK);
}

/* "hEvent and hStream must be from the same context otherwise CUDA_ERROR_INVALID_HANDLE is
 * returned"; a later call "will overwrite the previously captured state". */
static i32 cuEventRecord(u64 handle, u64 stream_handle)
{
    event *e;
    stream *s;
    ENTER(cuEventRecord, HERE);
    TRY(find(handle, EVENT, &e));
    TRY(find(stream_handle, STREAM, &s));
    release_point(e->last);
    e->last = mark(s);
    return leave(OK);
}

/* "Before the first call to cuEventRecord(), an event represents an empty set of work, so for
 * example cuEventQuery() would return CUDA_SUCCESS." (cuEventRecord) */
static i32 cuEventQuery(u64 handle)
{
    event *e;
    ENTER(cuEventQuery, HERE);
    TRY(find(handle, EVENT, &e));
    if (e->last && !e->last->done)
        return leave(NOT_READY);
    if (e->last)
        learn(&the.host_knows, &e->last->knows);
    return leave(OK);
}

static i32 cuEventSynchronize(u64 handle)
{
    event *e;
    ENTER(cuEventSynchronize, HERE);
    TRY(find(handle, EVENT, &e));
    i32 code = e->last ? await_point(e->last, me.context) : OK;
    shrink_pools();
    return leave(code);
}

/* Events with CU_EVENT_DISABLE_TIMING, or not recorded: CUDA_ERROR_INVALID_HANDLE. */
static i32 cuEventElapsedTime(float *milliseconds, u64 start, u64 end)
{
    event *a, *b;
    ENTER(cuEventElapsedTime, HERE);
    TRY(find(start, EVENT, &a));
    TRY(find(end, EVENT, &b));
    if (!a->last || !b->last || (a->flags | b->flags) & 2)
        return leave(INVALID_HANDLE);
    if (!a->last->done || !b->last->done)
        return leave(NOT_READY);
    *milliseconds = (float)(b->last->at - a->last->at) / 1e6f;
    return leave(OK);
}

/* ---- host functions and values --------------------------------------------------------------- */

static i32 cuLaunchHostFunc(u64 handle, void (*function)(void *), void *data)
{
    stream *s;
    ENTER(cuLaunchHostFunc, HERE);
    TRY(find(handle, STREAM, &s));
    if (!function)
        return leave(INVALID_VALUE);
    push(s, (op){.what = HOST, .function = function, .data = data});
    return leave(OK);
}

/* "All memory pointers passed as parameters to these operations are device pointers" (Stream Memory
 * Operations); of page-locked memory they are the host's: see cuMemHostGetDevicePointer. */
static i32 push_value(u64 handle, enum what what, u64 address, u64 value, u32 flags)
{
    stream *s;
    i32 code = find(handle, STREAM, &s);
    if (code)
        return code;
    memory *m = memory_at(address);
    if (!m || m->given_back || address - m->address + 8 > m->bytes || address & 7)
        return misuse(INVALID_VALUE, "the word at %#llx is %s", (unsigned long long)address,
                      address & 7 ? "not aligned"
                      : m         ? "not inside of its allocation"
                                  : missing(address));
    m->pending++;
    char *host = m->host + (address - m->address);
    push(s, (op){.what = what, .to = {m, host}, .value = value, .flags = flags});
    return OK;
}

static i32 cuStreamWriteValue64(u64 stream, u64 address, u64 value, u32 flags)
{
    ENTER(cuStreamWriteValue64, HERE);
    if (flags > 1)
        return leave(INVALID_VALUE);
    return leave(push_value(stream, WRITE, address, value, flags));
}

static i32 cuStreamWaitValue64(u64 stream, u64 address, u64 value, u32 flags)
{
    ENTER(cuStreamWaitValue64, HERE);
    if (flags > 2) /* CU_STREAM_WAIT_VALUE_NOR and _FLUSH depend on attributes, which are 0 here */
        return leave(NOT_SUPPORTED);
    return leave(push_value(stream, AWAIT_VALUE, address, value, flags));
}
