/* A layer of OpenCL that lets one call of a program go wrong.

   The loader of Khronos and that of ocl-icd put it between a program and each driver:

       OPENCL_LAYERS=/path/to/faulty.so

   The program counts calls, and says by `faulty_arm` which of them fails, takes long, never ends or
   ends with a negative status. `faulty_go_on` ends what was held. faulty.py has the same names.

   A hook does not know the types of its function. All arguments of OpenCL are integers or pointers,
   so each of them stands in one register or in one word of the stack, and goes on as it is. What
   stands behind a function's last argument is read and never used. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uintptr_t Word;
typedef Word (*Function)(Word, Word, Word, Word, Word, Word, Word, Word, Word);
typedef void (*Ended)(void *event, int32_t status, void *user);

enum { MOST_ENTRIES = 512, MOST_HELD = 64, MOST_BAD = 256, CONTEXT_OF_QUEUE = 0x1090, EVENT_STATUS = 0x11D3 };
enum { QUEUE_INFO = 12, WAIT = 41, EVENT_INFO = 42, RELEASE_EVENT = 44 };
enum { SET_CALLBACK = 81, USER_EVENT = 84, USER_STATUS = 85, MARKER = 105, WAITED_BADLY = -14 };
enum mode { OFF, FAIL, DELAY, HOLD, NEGATIVE };

/* Functions by their places in the table of Khronos' cl_icd.h. `error` is the argument that is a
   pointer to the code of a function which returns an object: -1 if it returns the code itself, -2
   if it returns an address without a code, -3 if it returns nothing. `waits` is the argument that
   counts the events to wait for; their list and the new event follow it. */
static const struct hooked {
    const char *name;
    int at, error, waits;
} functions[] = {
    {"clGetDeviceInfo", 3, -1, 0}, {"clCreateContext", 4, 5, 0}, {"clReleaseContext", 7, -1, 0},
    {"clReleaseCommandQueue", 11, -1, 0}, {"clCreateBuffer", 14, 4, 0},
    {"clReleaseMemObject", 18, -1, 0}, {"clCreateProgramWithSource", 26, 4, 0},
    {"clCreateProgramWithBinary", 27, 6, 0}, {"clReleaseProgram", 29, -1, 0},
    {"clBuildProgram", 30, -1, 0}, {"clGetProgramInfo", 32, -1, 0},
    {"clGetProgramBuildInfo", 33, -1, 0}, {"clCreateKernel", 34, 2, 0},
    {"clReleaseKernel", 37, -1, 0}, {"clSetKernelArg", 38, -1, 0},
    {"clGetKernelWorkGroupInfo", 40, -1, 0}, {"clWaitForEvents", 41, -1, 0},
    {"clGetEventInfo", 42, -1, 0}, {"clRetainEvent", 43, -1, 0}, {"clReleaseEvent", 44, -1, 0},
    {"clGetEventProfilingInfo", 45, -1, 0}, {"clFlush", 46, -1, 0}, {"clFinish", 47, -1, 0},
    {"clEnqueueReadBuffer", 48, -1, 6}, {"clEnqueueWriteBuffer", 49, -1, 6},
    {"clEnqueueNDRangeKernel", 59, -1, 6}, {"clSetEventCallback", 81, -1, 0},
    {"clCreateUserEvent", 84, 1, 0}, {"clSetUserEventStatus", 85, -1, 0},
    {"clEnqueueMarkerWithWaitList", 105, -1, 1}, {"clEnqueueBarrierWithWaitList", 106, -1, 1},
    {"clCreateCommandQueueWithProperties", 123, 3, 0}, {"clSVMAlloc", 126, -2, 0},
    {"clSVMFree", 127, -3, 0}, {"clEnqueueSVMMemcpy", 129, -1, 5},
    {"clEnqueueSVMMemFill", 130, -1, 5}, {"clEnqueueSVMMap", 131, -1, 5},
    {"clEnqueueSVMUnmap", 132, -1, 2}, {"clSetKernelArgSVMPointer", 134, -1, 0},
    {"clSetKernelExecInfo", 135, -1, 0}, {"clCloneKernel", 137, 1, 0},
    {"clEnqueueSVMMigrateMem", 139, -1, 5},
};
#define COUNT ((int)(sizeof functions / sizeof *functions))

static Function driver[MOST_ENTRIES], own[MOST_ENTRIES];
static _Atomic int64_t calls, counts[COUNT];
static _Atomic int mode, hit;                     /* hit: the function that went wrong, from 1 */
static int64_t nth;
static int only, value;                           /* only: the function that is counted, or -1 */
static void *held[MOST_HELD];
static _Atomic int holds;
static void *_Atomic bad_queue;                   /* one on which a command ended in an error */
static void *_Atomic bad[MOST_BAD];               /* its events since then, with a negative status */
static _Atomic unsigned bads;

#define ASK(at, a, b, c, d, e) \
    driver[at]((Word)(a), (Word)(b), (Word)(c), (Word)(d), (Word)(e), 0, 0, 0, 0)

static void pause_for(int us) {
    struct timespec time = {us / 1000000, us % 1000000 * 1000L};
    nanosleep(&time, NULL);
}

static Word forward(int at, const Word *a) {
    return driver[at](a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]);
}

/* Makes a command wait for one event more, which `faulty_go_on` ends. */
static Word hold(const struct hooked *function, Word *a) {
    void *context = NULL, *event, **list = (void **)a[function->waits + 1];
    uint32_t number = (uint32_t)a[function->waits];
    int32_t code = 0;
    ASK(QUEUE_INFO, a[0], CONTEXT_OF_QUEUE, sizeof context, &context, NULL);
    event = (void *)ASK(USER_EVENT, context, &code, 0, 0, 0);
    if (!event) abort();
    void **more = malloc((number + 1) * sizeof *more);
    if (number) memcpy(more, list, number * sizeof *more);
    more[number] = event;
    a[function->waits] = number + 1, a[function->waits + 1] = (Word)more;
    Word found = forward(function->at, a);
    free(more);
    held[atomic_fetch_add(&holds, 1) % MOST_HELD] = event;
    return found;
}

/* A command that ends in an error does nothing, nor do those behind it on its queue, and all of
   their events say so. A marker is in its place, because what drivers do then differs: the one of
   PoCL 3.1 may end the process, and Intel's says that all was well. */
static Word break_down(const struct hooked *function, const Word *a) {
    void **event = (void **)a[function->waits + 2];
    atomic_store(&bad_queue, (void *)a[0]);
    if (!event) return 0;
    Word found = ASK(MARKER, a[0], a[function->waits], a[function->waits + 1], event, 0);
    atomic_store(&bad[atomic_fetch_add(&bads, 1) % MOST_BAD], *event);
    return found;
}

/* Returns the place of a bad event, from 1; 0 if it is none. */
static int is_bad(const void *event) {
    for (int k = 0; event && k < MOST_BAD; k++)
        if (event == atomic_load(&bad[k])) return k + 1;
    return 0;
}

static int has_bad(const Word *a) {
    for (uint32_t k = 0; k < (uint32_t)a[0]; k++)
        if (is_bad(((void **)a[1])[k])) return 1;
    return 0;
}

struct wrapped {
    Ended ended;
    void *user;
};

static void ended_badly(void *event, int32_t status, void *user) {
    struct wrapped w = *(struct wrapped *)user;
    (void)status;
    free(user);
    w.ended(event, value, w.user);
}

static Word fail(const struct hooked *function, const Word *a, int code) {
    if (function->error >= 0 && a[function->error]) *(int32_t *)a[function->error] = code;
    return function->error == -1 ? (Word)code : 0;
}

static Word call(int index, Word *a) {
    const struct hooked *function = &functions[index];
    enum mode how = OFF;
    atomic_fetch_add(&counts[index], 1);
    if (only < 0 || only == index) {
        int64_t number = atomic_fetch_add(&calls, 1) + 1;
        if (number == nth) {
            how = (enum mode)atomic_load(&mode);
            if (how != OFF) atomic_store(&hit, index + 1);
        }
    }
    if (how == FAIL) return fail(function, a, value);
    if (how == DELAY) pause_for(value);
    if (function->waits && how == HOLD) return hold(function, a);
    if (function->waits && how == NEGATIVE) return break_down(function, a);
    if (function->waits && a[0] && (void *)a[0] == bad_queue) return break_down(function, a);
    if (how == HOLD && (function->at == SET_CALLBACK || function->at == USER_STATUS)) return 0;
    int place = function->at != WAIT ? is_bad((void *)a[0]) : 0;
    int negative = how == NEGATIVE || place;
    if (negative && function->at == SET_CALLBACK) {
        struct wrapped *w = malloc(sizeof *w);
        *w = (struct wrapped){(Ended)a[2], (void *)a[3]};
        a[2] = (Word)ended_badly, a[3] = (Word)w;
    }
    if (place && function->at == RELEASE_EVENT) atomic_store(&bad[place - 1], NULL);
    int waits_badly = function->at == WAIT && (how == NEGATIVE || has_bad(a));
    Word found = forward(function->at, a);
    if (negative && function->at == EVENT_INFO && a[1] == EVENT_STATUS && a[3])
        *(int32_t *)a[3] = value;
    return waits_badly ? (Word)WAITED_BADLY : found;
}

/* A hook for each line of the table. */
#define HOOK(k) \
    static Word hook##k(Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i) { \
        Word all[] = {a, b, c, d, e, f, g, h, i}; \
        return call(k, all); \
    }
#define TEN(X, t) X(t##0) X(t##1) X(t##2) X(t##3) X(t##4) X(t##5) X(t##6) X(t##7) X(t##8) X(t##9)
#define ALL(X) TEN(X, ) TEN(X, 1) TEN(X, 2) TEN(X, 3) X(40) X(41)
ALL(HOOK)
#define NAME(k) hook##k,
static const Function hooks[] = {ALL(NAME)};
_Static_assert(sizeof hooks / sizeof *hooks == COUNT, "a hook for each function");

/* -- what a program calls ----------------------------------------------------------------------- */

/* Lets the n-th call from now go wrong; of one function if there is a name. Returns 0, or -1 if
   the layer has no function of that name. */
int faulty_arm(const char *name, int64_t n, int how, int with) {
    int found = -1;
    for (int k = 0; name && k < COUNT; k++)
        if (!strcmp(name, functions[k].name)) found = k;
    if (name && found < 0) return -1;
    atomic_store(&mode, OFF);
    only = found, nth = n, value = with;
    for (int k = 0; k < COUNT; k++) atomic_store(&counts[k], 0);
    atomic_store(&calls, 0);
    atomic_store(&hit, 0);
    for (int k = 0; k < MOST_BAD; k++) atomic_store(&bad[k], NULL);
    atomic_store(&bad_queue, NULL);
    atomic_store(&mode, how);
    return 0;
}

/* Ends the commands that were held. */
void faulty_go_on(void) {
    for (int k = atomic_exchange(&holds, 0); k-- > 0;) {
        ASK(USER_STATUS, held[k], 0, 0, 0, 0);
        ASK(RELEASE_EVENT, held[k], 0, 0, 0, 0);
    }
}

int64_t faulty_calls(void) { return atomic_load(&calls); }
const char *faulty_hit(void) { return hit ? functions[hit - 1].name : NULL; }
const char *faulty_name(int k) { return k < COUNT ? functions[k].name : NULL; }
int64_t faulty_count(int k) { return k < COUNT ? atomic_load(&counts[k]) : -1; }

/* -- what the loader calls (cl_layer.h) --------------------------------------------------------- */

int32_t clGetLayerInfo(uint32_t what, size_t size, void *into, size_t *needed) {
    const char name[] = "faulty";
    const uint32_t version = 100;
    const void *found = what == 0x4240 ? (const void *)&version : name;
    size_t length = what == 0x4240 ? sizeof version : sizeof name;
    if (what != 0x4240 && what != 0x4241) return -30;
    if (into && size < length) return -30;
    if (into) memcpy(into, found, length);
    if (needed) *needed = length;
    return 0;
}

int32_t clInitLayer(uint32_t number, const void *target, uint32_t *returned, const void **table) {
    if (number > MOST_ENTRIES || !target || !returned || !table) return -30;
    memcpy(driver, target, number * sizeof *driver);
    memcpy(own, target, number * sizeof *own);
    for (int k = 0; k < COUNT; k++) own[functions[k].at] = hooks[k];
    *returned = number, *table = own;
    return 0;
}

/* What loaders since 2026 call instead, and at the end. */
int32_t clInitLayerWithProperties(
    uint32_t number, const void *target, uint32_t *returned, const void **table,
    const int64_t *properties) {
    return properties && *properties ? -30 : clInitLayer(number, target, returned, table);
}

int32_t clDeinitLayer(void) { return 0; }
