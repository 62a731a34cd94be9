/* The front of every call: it counts, injects failures, and looks at the thread and its context. */
#pragma once
#include <sched.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "fake.h"

/* Each function, and the version of CUDA since which cuGetProcAddress finds it in this form. There
 * is no cuGraphInstantiate, because in cuda.h that is only another word for
 * cuGraphInstantiateWithFlags: to cuGetProcAddress it is a function of CUDA 11 with five parameters
 * (cudaTypedefs.h). */
#define FUNCTIONS(X)                                                                               \
    X(cuInit, 2000) X(cuDriverGetVersion, 2020) X(cuDeviceGet, 2000) X(cuDeviceGetCount, 2000)     \
    X(cuDeviceGetName, 2000) X(cuDeviceGetUuid, 11040) X(cuDeviceTotalMem, 3020)                   \
    X(cuDeviceGetAttribute, 2000) X(cuDeviceGetPCIBusId, 4010)                                     \
    X(cuDevicePrimaryCtxRetain, 7000) X(cuDevicePrimaryCtxRelease, 11000)                          \
    X(cuDevicePrimaryCtxGetState, 7000) X(cuCtxSetCurrent, 4000) X(cuCtxGetCurrent, 4000)          \
    X(cuCtxGetDevice, 2000) X(cuCtxSynchronize, 2000) X(cuCtxGetStreamPriorityRange, 5050)         \
    X(cuDeviceCanAccessPeer, 4000) X(cuCtxEnablePeerAccess, 4000)                                  \
    X(cuCtxDisablePeerAccess, 4000) X(cuGetErrorName, 6000) X(cuGetErrorString, 6000)              \
    X(cuGetProcAddress, 12000) X(cuMemPoolCreate, 11020) X(cuMemPoolDestroy, 11020)                \
    X(cuMemPoolSetAttribute, 11020) X(cuMemPoolGetAttribute, 11020) X(cuMemPoolTrimTo, 11020)      \
    X(cuMemPoolSetAccess, 11020) X(cuMemAllocFromPoolAsync, 11020) X(cuMemFreeAsync, 11020)        \
    X(cuMemAlloc, 3020) X(cuMemFree, 3020) X(cuMemHostAlloc, 2020) X(cuMemFreeHost, 2000)          \
    X(cuMemHostRegister, 6050) X(cuMemHostUnregister, 4000) X(cuMemHostGetDevicePointer, 3020)     \
    X(cuMemGetInfo, 3020) X(cuPointerGetAttribute, 4000) X(cuMemcpyAsync, 4000)                    \
    X(cuMemcpyHtoDAsync, 3020) X(cuMemcpyDtoHAsync, 3020) X(cuMemcpyDtoDAsync, 3020)               \
    X(cuMemcpyPeerAsync, 4000) X(cuMemcpy2DAsync, 3020) X(cuMemcpyHtoD, 3020)                      \
    X(cuMemcpyDtoH, 3020) X(cuMemsetD8Async, 3020) X(cuMemsetD32Async, 3020)                       \
    X(cuStreamCreate, 2000) X(cuStreamCreateWithPriority, 5050) X(cuStreamDestroy, 4000)           \
    X(cuStreamQuery, 2000) X(cuStreamSynchronize, 2000) X(cuStreamWaitEvent, 3020)                 \
    X(cuEventCreate, 2000) X(cuEventDestroy, 4000) X(cuEventRecord, 2000) X(cuEventQuery, 2000)    \
    X(cuEventSynchronize, 2000) X(cuEventElapsedTime, 2000) X(cuLaunchHostFunc, 10000)             \
    X(cuStreamWaitValue64, 11070) X(cuStreamWriteValue64, 11070) X(cuModuleLoadData, 2000)         \
    X(cuModuleUnload, 2000) X(cuModuleGetFunction, 2000) X(cuFuncLoad, 12040)                      \
    X(cuFuncGetAttribute, 2020) X(cuFuncSetAttribute, 9000) X(cuLaunchKernel, 4000)                \
    X(cuGraphCreate, 10000) X(cuGraphDestroy, 10000) X(cuGraphAddKernelNode, 12000)                \
    X(cuGraphInstantiateWithFlags, 11040) X(cuGraphExecKernelNodeSetParams, 12000)                 \
    X(cuGraphLaunch, 10000) X(cuGraphExecDestroy, 10000) X(cuGraphAddNode, 12020)                  \
    X(cuGraphConditionalHandleCreate, 12030) X(cuStreamGetCtx, 9020)                               \
    X(cuStreamIsCapturing, 10000) X(cuThreadExchangeStreamCaptureMode, 10010)

enum number {
#define NUMBER(name, version) N_##name,
    FUNCTIONS(NUMBER)
#undef NUMBER
    FUNCTION_COUNT
};

static const char *const function_names[] = {
#define NAME(name, version) #name,
    FUNCTIONS(NAME)
#undef NAME
};

/* The calling thread: its context, and what it does just now. */
static _Thread_local struct visitor {
    u64 epoch;
    u32 number;
    context *context;
    u32 in_host_function;
    const char *doing;
    u64 random;
    i32 mode; /* 0: CU_STREAM_CAPTURE_MODE_GLOBAL, as a thread begins; 2: _RELAXED */
} me;

/* Remembers that a rule was broken, and returns the code that the call shall return. */
__attribute__((format(printf, 2, 3))) static i32 misuse(i32 code, const char *format, ...)
{
    char text[512];
    int n = snprintf(text, sizeof text, "%s: ", me.doing ? me.doing : "the device");
    va_list more;
    va_start(more, format);
    vsnprintf(text + n, sizeof text - (u32)n, format, more);
    va_end(more);
    if (the.misuse_count < MOST_MISUSES)
        the.misuses[the.misuse_count++] = strdup(text);
    else
        the.misuses_beyond++;
    fprintf(stderr, "fake CUDA driver: %s\n", text);
    return code;
}

static void change(void)
{
    if (the.sleepers)
        pthread_cond_broadcast(&the_change);
}

/* Lets a call sleep until something happened; the caller looks again, also at `the.closing`. */
static void await_change(void)
{
    the.sleepers++, the.waiting++;
    pthread_cond_broadcast(&the_wait);
    pthread_cond_wait(&the_change, &the_lock);
    the.sleepers--, the.waiting--;
}

static void lose_device(u32 device, i32 code);

static i32 leave(i32 code)
{
    me.doing = 0;
    the.inside--;
    if (the.closing)
        pthread_cond_broadcast(&the_change);
    pthread_mutex_unlock(&the_lock);
    return code;
}

static void visit(u32 function)
{
    if (me.epoch != the.epoch) {
        me = (struct visitor){.epoch = the.epoch, .number = the.thread_count,
                              .in_host_function = me.in_host_function,
                              .random = sequence(the.seed, 2000000 + the.thread_count)};
        the.visits = larger(the.visits, (the.thread_count + 1) * sizeof *the.visits);
        visits *v = zeros(sizeof *v + FUNCTION_COUNT * sizeof(u64));
        the.visits[the.thread_count++] = v;
        v->thread = (u64)syscall(SYS_gettid);
    }
    the.visits[me.number]->counts[function]++;
    me.doing = function_names[function];
}

/* Applies the rules that a test has set for a function: it fails, or it hangs until `resume`. */
static i32 inject(i32 function)
{
    for (u32 i = 0; i < the.rule_count; i++) {
        rule *r = &the.rules[i];
        if (r->function != function || --r->n)
            continue;
        rule hit = *r;
        *r = the.rules[--the.rule_count];
        if (hit.hang) {
            u64 before = the.resumes;
            while (the.resumes == before && !the.closing)
                await_change();
            return the.closing ? DEINITIALIZED : OK;
        }
        if (hit.sticky && me.context)
            lose_device(me.context->device, hit.code);
        return hit.code;
    }
    return OK;
}

/* "A potentially unsafe API call" is one that may wait for work that is recorded, or that the record
 * lacks afterwards. The manual names cuMemAlloc and cuEventQuery; the others are alike. */
static int is_unsafe(i32 function)
{
    switch (function) {
    case N_cuMemAlloc: case N_cuMemFree: case N_cuMemHostAlloc: case N_cuMemFreeHost:
    case N_cuMemAllocFromPoolAsync: case N_cuMemPoolCreate: case N_cuMemPoolDestroy:
    case N_cuMemPoolTrimTo: case N_cuStreamQuery: case N_cuStreamSynchronize: case N_cuEventQuery:
    case N_cuEventSynchronize: case N_cuCtxSynchronize: case N_cuModuleLoadData:
    case N_cuModuleUnload: case N_cuFuncLoad:
        return 1;
    }
    return 0;
}

enum needs { NOTHING, READY, HERE }; /* cuInit was called; and a context is current */

static i32 look(i32 function, enum needs needs)
{
    if (me.in_host_function)
        return misuse(NOT_PERMITTED, "called by a host function; it must not make any CUDA API "
                      "calls (cuLaunchHostFunc)");
    i32 code = inject(function);
    if (code || needs == NOTHING)
        return code;
    if (the.recording && !me.mode && is_unsafe(function))
        return misuse(STREAM_CAPTURE_UNSUPPORTED, "another thread records a graph in global mode, "
                      "which this call spoils; be relaxed (cuThreadExchangeStreamCaptureMode)");
    if (!the.initialised)
        return misuse(NOT_INITIALIZED, "called before cuInit, which must be called before any "
                      "other function (cuInit)");
    if (needs == READY)
        return OK;
    if (!me.context)
        return misuse(INVALID_CONTEXT, "no context is current on this thread; cuCtxSetCurrent "
                      "binds one to the calling CPU thread (cuCtxSetCurrent)");
    if (me.context->object.dead)
        return misuse(INVALID_CONTEXT, "the context that is current on this thread was released "
                      "(cuDevicePrimaryCtxRelease)");
    return me.context->lost;
}

/* Hesitates now and then, so that a thread is sometimes ahead of others and sometimes behind. */
static void hesitate(u64 *random, u32 seldom)
{
    u64 x = draw(random) >> 8;
    if (x % (16 * seldom) == 0)
        nanosleep(&(struct timespec){0, (long)(x >> 16) % 200000}, 0);
    else if (x % seldom == 0)
        sched_yield();
}

/* Begins a call: takes the lock, and gives OK or what the call returns; then it is over. */
static i32 enter(i32 function, enum needs needs)
{
    if (the_child)
        return NOT_INITIALIZED;
    if (me.random)
        hesitate(&me.random, 64);
    pthread_mutex_lock(&the_lock);
    if (!the.open) {
        pthread_mutex_unlock(&the_lock);
        return DEINITIALIZED;
    }
    the.inside++;
    visit((u32)function);
    i32 code = look(function, needs);
    if (code)
        leave(code);
    return code;
}

#define ENTER(name, needs)                 \
    do {                                   \
        i32 refused = enter(N_##name, needs); \
        if (refused)                       \
            return refused;                \
    } while (0)

/* Leaves with a code unless it is OK. */
#define TRY(expression)             \
    do {                            \
        i32 found = (expression);   \
        if (found)                  \
            return leave(found);    \
    } while (0)
