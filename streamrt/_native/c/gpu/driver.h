/* A driver as native code calls it, CUDA's or another one's, and devices that may be lost.
 *
 * Python fills the table with addresses: those of CUDA's driver, of the tests', or of opencl.h, which
 * makes the same functions of OpenCL's. So no header of a driver is needed here. Results are
 * CUresults; those of OpenCL have numbers behind them.
 *
 * What must hold once a device is lost:
 * 1. Whoever gets a result that ends the device notes it in `lost`. From then on nobody calls the
 *    driver for it.
 * 2. The threads of its queues end as soon as they see that. They change no cell and no timeline
 *    any more, because Python fails what is pending (`lose`) as soon as they are gone.
 * 3. A thread may be stuck in the driver for good. So before each call a thread says that it is in
 *    there, and after the call it asks whether it may come back. Python answers for a thread that
 *    stays too long: it is abandoned, and touches nothing but that answer if it ever returns.
 *
 * A call that the driver refuses loses no device. A thread of ours asks again for what its queue
 * cannot do without. While another library records a graph in the mode "global", the default, other
 * threads may make no "potentially unsafe" call, such as cuEventQuery, and one that is made spoils
 * the record (cuThreadExchangeStreamCaptureMode). So our threads are in the mode "relaxed": what
 * they call has nothing to do with the streams of others.
 */
#pragma once
#include "loop.h"

typedef struct driver {
    i32 (*set_context)(void *context);                             /* cuCtxSetCurrent */
    i32 (*launch)(void *function, u32 grid_x, u32 grid_y, u32 grid_z, u32 block_x, u32 block_y,
                  u32 block_z, u32 shared, void *stream, void **params, void **extra);
                                                                   /* cuLaunchKernel */
    i32 (*copy)(u64 to, u64 from, u64 bytes, void *stream);        /* cuMemcpyAsync */
    i32 (*record)(void *event, void *stream);                      /* cuEventRecord */
    i32 (*wait)(void *stream, void *event, u32 flags);             /* cuStreamWaitEvent */
    i32 (*query)(void *event);                                     /* cuEventQuery */
    i32 (*synchronize)(void *event);                               /* cuEventSynchronize */
    i32 (*launch_graph)(void *graph, void *stream);                /* cuGraphLaunch */
    i32 (*set_node)(void *graph, void *node, const void *params);
                                                       /* cuGraphExecKernelNodeSetParams_v2 */
    i32 (*exchange_mode)(i32 *mode);                   /* cuThreadExchangeStreamCaptureMode */
    void (*attach)(void *stream, queue *q); /* 0, or the driver calls `land_told` for that queue when
                                               an event of the stream is over, from then on */
} driver;

typedef struct gpu {
    const driver *calls;
    void *context;
    _Atomic i32 lost;   /* the CUresult that ended it; 0: it works */
    _Atomic u32 pauses; /* always 0: threads sleep on it for a moment */
} gpu;

/* Where a thread of a queue is. BARRED: not there, and it may not come; ABANDONED: stuck in the
 * driver, and it may not come back. */
enum { AWAY, HERE, IN_DRIVER, BARRED, ABANDONED };
typedef _Atomic u32 whereabouts;

#define NOT_READY 600   /* of cuEventQuery */
#define RELAXED 2       /* CU_STREAM_CAPTURE_MODE_RELAXED */
#define PAUSE 1000000   /* ns, before a call that was refused is made again */
#define MOST_ASKED 100  /* times */
#define GIVEN_UP (-1)   /* in place of a CUresult: the device is lost, or the thread abandoned */
#define CL_REFUSED 10000 /* minus an error of OpenCL: a call that returned it */
#define CL_BROKEN 20000  /* minus an error of OpenCL: work that ended in it */

static int is_lost(gpu *g) { return atomic_load(&g->lost) != 0; }

static int come_in(whereabouts *at)
{
    u32 expected = AWAY;
    return atomic_compare_exchange_strong(at, &expected, HERE);
}

static void go_away(whereabouts *at)
{
    u32 expected = HERE;
    atomic_compare_exchange_strong(at, &expected, AWAY);
}

static void enter_driver(whereabouts *at)
{
    atomic_store_explicit(at, IN_DRIVER, memory_order_release);
}

static i32 leave_driver(whereabouts *at, i32 result)
{
    u32 expected = IN_DRIVER;
    return atomic_compare_exchange_strong(at, &expected, HERE) ? result : GIVEN_UP;
}

/* Calls the driver in a thread whose place is `at`; returns the CUresult, or GIVEN_UP. */
#define DRIVE(gpu, at, call) \
    (is_lost(gpu) ? GIVEN_UP : (enter_driver(at), leave_driver(at, (call))))

/* Keeps a thread of a lost device from touching anything from now on; 0 if it is still about to
 * leave. Only one that is stuck needs force. */
static inline int dismiss(whereabouts *at, int force)
{
    u32 seen = AWAY;
    if (atomic_compare_exchange_strong(at, &seen, BARRED) || seen >= BARRED)
        return 1;
    return force && seen == IN_DRIVER && atomic_compare_exchange_strong(at, &seen, ABANDONED);
}

/* The same of OpenCL ("The OpenCL Specification", error codes of clEnqueueNDRangeKernel): work that
 * ended in any error, and calls that return one of these. */
static int ends_cl_device(i32 result)
{
    switch (CL_REFUSED - result) {
    case -2:    /* DEVICE_NOT_AVAILABLE */
    case -5:    /* OUT_OF_RESOURCES */
    case -14:   /* EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST */
    case -33:   /* INVALID_DEVICE */
    case -34:   /* INVALID_CONTEXT */
    case -36:   /* INVALID_COMMAND_QUEUE */
    case -9999: /* NVIDIA's for an illegal address */
        return 1;
    }
    return result >= CL_BROKEN;
}

/* Whether a CUresult of a call with handles of our own ends the device; all others refuse that one
 * call. The comments are what the driver's manual says of it ("Data types used by CUDA driver",
 * CUresult):
 * S: "any further CUDA work will return the same error", and the process "must be terminated".
 * P: only the latter. C: the context "cannot be used anymore". D: it "has been destroyed".
 * E: the driver is "in the process of shutting down". I: no context is bound to the thread, or it is
 * no "valid handle"; ours always bind one, so that it was destroyed.
 * B: nothing, so that it ends the device is only believed. */
static int ends_device(i32 result)
{
    if (result >= CL_REFUSED)
        return ends_cl_device(result);
    switch (result) {
    case 4:   /* E: DEINITIALIZED */
    case 201: /* I: INVALID_CONTEXT */
    case 214: /* B: ECC_UNCORRECTABLE */
    case 220: /* B: NVLINK_UNCORRECTABLE */
    case 226: /* S: CONTAINED */
    case 700: /* S: ILLEGAL_ADDRESS */
    case 702: /* S: LAUNCH_TIMEOUT */
    case 709: /* D: CONTEXT_IS_DESTROYED */
    case 710: /* C: ASSERT */
    case 714: /* S: HARDWARE_STACK_ERROR */
    case 715: /* S: ILLEGAL_INSTRUCTION */
    case 716: /* S: MISALIGNED_ADDRESS */
    case 717: /* S: INVALID_ADDRESS_SPACE */
    case 718: /* S: INVALID_PC */
    case 719: /* S: LAUNCH_FAILED */
    case 721: /* S: TENSOR_MEMORY_LEAK */
    case 810: /* P: MPS_CLIENT_TERMINATED */
    case 911: /* S: EXTERNAL_DEVICE */
    case 999: /* B: UNKNOWN */
        return 1;
    }
    return 0;
}

/* Whether a call that gave that result is to be made again, after a pause. A graph may be recorded
 * for any time (CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, 900, and those behind it); what is refused
 * so often for another reason will always be. */
static int ask_again(gpu *g, i32 result, u32 *asked)
{
    int is_capture = result >= 900 && result <= 908;
    if (result <= 0 || ends_device(result) || (!is_capture && ++*asked > MOST_ASKED) || is_lost(g))
        return 0;
    sleep_on(&g->pauses, 0, PAUSE);
    return 1;
}

static void note_loss(gpu *g, i32 result)
{
    i32 none = 0;
    atomic_compare_exchange_strong(&g->lost, &none, result);
}

/* Waits until a timeline has reached `value`; 0 if the device is lost before. `slice` is the
 * longest sleep, in ns: whoever sleeps on a queue of the device is woken when that is lost, and
 * needs none (-1); who sleeps on another's has to look by himself. */
static int await_or_lose(gpu *g, queue *target, u64 value, patience *p, i64 slice)
{
    if (spin_until(&target->completed, value, p))
        return 1;
    i64 since = now();
    while (!has_reached(&target->completed, value)) {
        u32 wakes = atomic_load(&target->wakes); /* before the looks, as in `sleep_until` */
        lower(&target->wanted, value);
        if (atomic_load(&target->completed) >= value)
            break;
        if (is_lost(g))
            return 0;
        sleep_on(&target->wakes, wakes, slice);
    }
    slept(p, since);
    return 1;
}
