/* A CUDA driver without a device, for tests: streams are threads, kernels are C functions.
 *
 * Its functions have the names, arguments and codes of the driver's, as cuGetProcAddress finds them
 * for CUDA 12.0. Comments beside them quote the driver's manual, "CUDA Driver API", by function.
 *
 * 1. Work is asynchronous. Each stream has a thread; a seed decides which of the streams that could
 *    go on does so, and how long it hesitates; calls hesitate, too. Gates hold streams until a test
 *    lets them go.
 * 2. One operation runs at a time, because the kernels share the fibers of one simulated device. A
 *    host function runs beside the others.
 * 3. An address of device memory is in a range that nobody may touch. The bytes are elsewhere, at a
 *    constant distance, and kernels get that address. Around each allocation is a guard.
 * 4. Whoever breaks a rule is remembered, with a text that says which; `check` in fake.py raises
 *    it. Such a call returns what the driver might.
 *    What only luck has put in order is found, too: see fake_order.h.
 * 5. It is stricter than the driver. A stream, an event, a graph or a module that is in use must
 *    not be destroyed, though the manual allows that of the first three; each call needs the
 *    context of its handles to be current, also where newer drivers take it from the stream; and
 *    nobody uses the default stream.
 *
 * What is only believed, because the manual does not say it:
 *  - The driver blocks a launch once about a thousand operations are pending in its stream.
 *  - cuMemFree of plain memory waits for all that was enqueued in its context ("may perform
 *    implicit synchronization"), and cuMemFreeHost alike.
 *  - The word of cuStreamWaitValue64 and cuStreamWriteValue64 must be aligned to 8 bytes.
 *  - After a sticky error each call that needs the context returns it, also one that destroys, and
 *    what is pending never ends; cuCtxSetCurrent and cuDevicePrimaryCtxRelease still work.
 *  - A sticky error of one device leaves the contexts of others as they are, but a stream of theirs
 *    that waits for one of its events waits for good.
 *  - A fault of a kernel is noticed before the next operation of any stream of the device begins.
 *  - Memory of a pool is 512-byte aligned; what one pool has in reserve, no other pool gets.
 *  - A copy outside of its allocation is refused by the call; a kernel's access is error 700.
 *  - In the child of a fork each call returns CUDA_ERROR_NOT_INITIALIZED.
 */
#pragma once
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int32_t i32;
typedef int64_t i64;
typedef uint32_t u32;
typedef uint64_t u64;

#define MOST_DEVICES 8
#define MOST_PARAMETERS 64
#define MOST_MISUSES 64
#define MOST_RULES 32

enum code {
    OK = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_INITIALIZED = 3, DEINITIALIZED = 4,
    INVALID_DEVICE = 101, INVALID_IMAGE = 200, INVALID_CONTEXT = 201, PEER_UNSUPPORTED = 217,
    INVALID_HANDLE = 400, NOT_FOUND = 500, NOT_READY = 600, ILLEGAL_ADDRESS = 700,
    PEER_ALREADY_ENABLED = 704, PEER_NOT_ENABLED = 705, ALREADY_REGISTERED = 712,
    NOT_REGISTERED = 713, LAUNCH_FAILED = 719, NOT_PERMITTED = 800, NOT_SUPPORTED = 801,
    STREAM_CAPTURE_UNSUPPORTED = 900,
};

/* ---- what a handle stands for ---------------------------------------------------------------- */

enum kind { CONTEXT, STREAM, EVENT, POOL, MODULE, FUNCTION, GRAPH, NODE, EXEC, KINDS };

typedef struct context context;
typedef struct object {
    u64 handle;
    enum kind kind;
    u32 dead;
    context *context; /* 0: of none */
} object;

struct context {
    object object;
    u32 device;
    i32 lost; /* the sticky error, or 0 */
};

typedef struct pool {
    object object;
    u32 device, readers;      /* the devices that may use its memory, as bits */
    u64 used, reserved, threshold, most;
    u64 used_high, reserved_high;
    u64 live;                 /* allocations */
} pool;

typedef const char *kernel_function(const u32 *grid_block_seed, void **parameters);

typedef struct module {
    object object;
    u64 pending; /* operations that call its functions */
    u32 count;
    struct function **functions;
} module;

typedef struct function {
    object object;
    module *module;
    kernel_function *run;
    char *name;
    u32 count, shared, sizes[MOST_PARAMETERS]; /* bytes of each parameter; 0: a pointer */
} function;

/* For each stream, by its number, the last of its operations that something is known of. */
typedef struct ledger {
    u32 count;
    u64 *times;
} ledger;

/* ---- memory ---------------------------------------------------------------------------------- */

enum place { ON_DEVICE, PINNED, REGISTERED };
enum life { ARRIVING, LIVE, GONE };

typedef struct memory {
    u64 address, bytes; /* as the caller knows it */
    char *host;         /* where kernels and copies find it */
    u64 first, room;    /* the pages around it */
    enum place place;
    enum life life;
    u32 device, given_back; /* a free was called; in a pool it may be yet to come */
    pool *pool;             /* 0: plain memory */
    context *context;
    u64 pending;            /* operations that are enqueued or run */
    u32 running;            /* operations that run */
    u32 born_in;            /* in a pool: the number of the stream that allocates it, */
    u64 born_at;            /* and which of its operations does */
    ledger uses;
} memory;

/* ---- operations ------------------------------------------------------------------------------ */

/* One recording of an event: "the contents of hStream at the time of this call" (cuEventRecord). */
typedef struct point {
    u32 refs, done, waiters;
    i64 at; /* ns */
    ledger knows;
} point;

typedef struct event {
    object object;
    u32 flags;
    point *last; /* 0: never recorded */
} event;

/* A launch as it was asked for: "kernelParams ... are copied during this call". */
typedef struct call {
    u32 refs, shape[7]; /* grid, block, seed */
    function *function;
    char *parameters;
    u32 at[MOST_PARAMETERS];
} call;

/* The same, with the memory that its pointers had when it was enqueued. */
typedef struct bound {
    call *call;
    memory *memories[MOST_PARAMETERS];
} bound;

typedef struct range {
    memory *memory;
    char *host;
} range;

/* How far one graph of a launch has come: the whole, or the body of a conditional node. */
typedef struct frame {
    const struct part *part;
    struct frame *outer; /* 0: this is the whole */
    u32 number, left;    /* of the node whose body it is; how many of its own are not over */
    u32 *over, *open;    /* by node; a body is open while its nodes run */
    bound *bounds;
    struct frame **bodies;
} frame;

/* A graph's launch. */
typedef struct run {
    struct exec *exec;
    u64 ticket; /* its launches come in the order of the calls */
    u32 begun;
    frame *whole;
} run;

enum what { LAUNCH, COPY, FILL, RECORD, WAIT, HOST, WRITE, AWAIT_VALUE, REPLAY, ALLOC, FREE };

typedef struct op {
    enum what what;
    struct op *next;
    bound *bound;
    point *point;
    range to, from;
    u64 width, rows, to_pitch, from_pitch;
    u64 value;
    u32 flags, unit;
    void (*function)(void *);
    void *data;
    run *run;
    ledger knows;
} op;

typedef struct stream {
    object object;
    pthread_t thread;
    pthread_cond_t mine;
    op *first, *last;
    u64 depth, random, steps;
    u32 number, flags, held, busy, ending, captures;
    ledger knows;
} stream;

/* ---- graphs ---------------------------------------------------------------------------------- */

/* What decides about a conditional node. Its handle is the address of `value`. */
typedef struct condition { u32 value, first, flags, used; } condition;

typedef struct node {
    object object;
    struct graph *graph;
    u32 number, count, *after; /* the numbers of the nodes that it comes after */
    call *call;                /* 0: it is a conditional node */
    condition *condition;
    u32 repeats;
    u64 body_handle;
    struct graph *body;
} node;

typedef struct graph {
    object object;
    u32 count, condition_count, instances;
    node **nodes;
    condition **conditions; /* of its own nodes */
} graph;

/* A graph as it was instantiated; the nodes are known by their numbers. */
typedef struct part {
    graph *graph;
    u32 count;
    node **nodes;
    call **calls;
    struct part **bodies;
} part;

typedef struct exec {
    object object;
    part *whole;
    u64 issued, ended; /* launches */
} exec;

/* ---- the driver's state ---------------------------------------------------------------------- */

typedef struct device {
    context *primary; /* 0: not retained */
    u32 retained, peers, attributes[160];
    u64 limit, used;
    u64 first, cursor, end, distance; /* addresses, and how far from there the bytes are */
} device;

typedef struct rule {
    i32 function, code; /* a function's number; -1: a kernel's run */
    u64 n;
    u32 sticky, hang;
    char kernel[128];
} rule;

typedef struct visits {
    u64 thread;
    u64 counts[];
} visits;

static struct state {
    u32 open, initialised, closing, inside, sleepers, waiting, all_held, depth_limit, version;
    u32 recording; /* another library's thread records a graph in global mode */
    u64 epoch, seed, random, stay, objects_room, object_count, resumes;
    object **objects;
    struct { u64 count, room; object **items; } of_kind[KINDS];
    stream *turn, *previous; /* who runs an operation, and who ran the last one */
    stream **streams;        /* those whose threads have not ended */
    u64 stream_count, stream_room;
    ledger host_knows;
    device devices[MOST_DEVICES];
    u32 device_count;
    memory **memories; /* in the order of their addresses */
    u64 memory_count, memory_room;
    u64 freed[256][2], freed_count;
    u64 unlocked[64][2], unlocked_count; /* page-locked memory that was freed: start, bytes */
    char *misuses[MOST_MISUSES];
    u32 misuse_count, misuses_beyond;
    rule rules[MOST_RULES];
    u32 rule_count;
    visits **visits;
    u32 thread_count;
} the;

static pthread_mutex_t the_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t the_change = PTHREAD_COND_INITIALIZER;
static pthread_cond_t the_wait = PTHREAD_COND_INITIALIZER; /* a call begins to wait */
static u32 the_child; /* this process is the child of a fork */

static i64 now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (i64)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* The next number of a sequence (xorshift); the state is never 0. */
static u64 draw(u64 *state)
{
    u64 x = *state;
    x ^= x << 13, x ^= x >> 7, x ^= x << 17;
    return *state = x;
}

/* The start of a sequence of its own for each seed and number. */
static u64 sequence(u64 seed, u64 number)
{
    u64 x = (seed + 1) * 0x9e3779b97f4a7c15ull ^ (number + 1) * 0xbf58476d1ce4e5b9ull;
    x = x ? x : 1;
    for (int i = 0; i < 8; i++)
        draw(&x);
    return x;
}

static void *zeros(u64 bytes)
{
    void *made = calloc(1, bytes ? bytes : 1);
    if (!made)
        abort();
    return made;
}

static void *larger(void *old, u64 bytes)
{
    void *made = realloc(old, bytes);
    if (!made)
        abort();
    return made;
}
