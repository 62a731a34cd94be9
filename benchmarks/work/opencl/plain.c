/* What a program in C does with OpenCL: launches whose callbacks raise a counter that the program
   waits for by a futex, and copies of memory that the device and the host share. plain.py calls it.

   No header of OpenCL need be there, so the functions that it needs are found by their names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/futex.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

typedef void *Object;
typedef void (*Ended)(Object event, int32_t status, void *user);

#define FUNCTIONS(X) \
    X(int32_t, clGetPlatformIDs, (uint32_t, Object *, uint32_t *)) \
    X(int32_t, clGetDeviceIDs, (Object, uint64_t, uint32_t, Object *, uint32_t *)) \
    X(Object, clCreateContext, (const void *, uint32_t, Object *, void *, void *, int32_t *)) \
    X(Object, clCreateCommandQueueWithProperties, (Object, Object, const void *, int32_t *)) \
    X(Object, clCreateProgramWithSource, (Object, uint32_t, const char **, void *, int32_t *)) \
    X(int32_t, clBuildProgram, (Object, uint32_t, void *, const char *, void *, void *)) \
    X(Object, clCreateKernel, (Object, const char *, int32_t *)) \
    X(void *, clSVMAlloc, (Object, uint64_t, size_t, uint32_t)) \
    X(void, clSVMFree, (Object, void *)) \
    X(int32_t, clSetKernelArg, (Object, uint32_t, size_t, const void *)) \
    X(int32_t, clSetKernelArgSVMPointer, (Object, uint32_t, const void *)) \
    X(int32_t, clEnqueueNDRangeKernel, \
      (Object, Object, uint32_t, const size_t *, const size_t *, const size_t *, uint32_t, \
       const Object *, Object *)) \
    X(int32_t, clEnqueueSVMMemcpy, \
      (Object, uint32_t, void *, const void *, size_t, uint32_t, const Object *, Object *)) \
    X(int32_t, clEnqueueSVMMemFill, \
      (Object, void *, const void *, size_t, size_t, uint32_t, const Object *, Object *)) \
    X(int32_t, clSetEventCallback, (Object, int32_t, Ended, void *)) \
    X(int32_t, clReleaseEvent, (Object)) \
    X(int32_t, clFlush, (Object)) \
    X(int32_t, clFinish, (Object))
#define DECLARE(result, name, arguments) static result(*name) arguments;
FUNCTIONS(DECLARE)

enum { READ_WRITE = 1, KERNELS_SIZE = 256, MOST = 8 };

static Object context, queues[MOST], kernels[MOST]; /* a queue with a kernel and words of its own */
static uint32_t *words[MOST];
static size_t count;
static uint32_t raised, expected; /* raised: by callbacks, on threads of the driver */

/* Prepares the kernel `name` of `text`, which gets `words_nbytes` of `layout` and an array of
   `number` words. Returns NULL, or what did not work. */
const char *plain_open(
    const char *text, const char *name, const void *layout, size_t words_nbytes, size_t number) {
    Object platform, device;
    int32_t code;
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return "libOpenCL.so.1";
#define FIND(result, name, arguments) \
    if (!(name = (result(*) arguments)dlsym(library, #name))) return #name;
    FUNCTIONS(FIND)
    if (clGetPlatformIDs(1, &platform, NULL)) return "clGetPlatformIDs";
    if (clGetDeviceIDs(platform, 0xFFFFFFFF, 1, &device, NULL)) return "clGetDeviceIDs";
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    Object program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    if (clBuildProgram(program, 0, NULL, "-cl-std=CL1.2", NULL, NULL)) return "clBuildProgram";
    count = number;
    for (int k = 0; k < MOST; k++) {
        const uint32_t zero = 0;
        const size_t nbytes = number * sizeof zero;
        queues[k] = clCreateCommandQueueWithProperties(context, device, NULL, &code);
        if (!queues[k]) return "clCreateCommandQueueWithProperties";
        kernels[k] = clCreateKernel(program, name, &code);
        if (!kernels[k]) return "clCreateKernel";
        words[k] = clSVMAlloc(context, READ_WRITE, nbytes, 0);
        if (!words[k]) return "clSVMAlloc";
        clEnqueueSVMMemFill(queues[k], words[k], &zero, sizeof zero, nbytes, 0, NULL, NULL);
        if (clSetKernelArg(kernels[k], 0, words_nbytes, layout)) return "clSetKernelArg";
        if (clSetKernelArgSVMPointer(kernels[k], 1, words[k])) return "clSetKernelArgSVMPointer";
        if (clFinish(queues[k])) return "clFinish";
    }
    return NULL;
}

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void ended(Object event, int32_t status, void *user) {
    (void)status, (void)user;
    clReleaseEvent(event);
    __atomic_add_fetch(&raised, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &raised, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void expect(int error, Object queue, Object event) {
    if (error || clSetEventCallback(event, 0, ended, NULL)) abort();
    clFlush(queue);
    expected++;
}

static void launch(int k) {
    Object event, q = queues[k];
    size_t local = KERNELS_SIZE;
    int error = clEnqueueNDRangeKernel(q, kernels[k], 1, NULL, &count, &local, 0, NULL, &event);
    expect(error, q, event);
}

static void wait_for_all(void) {
    uint32_t found;
    while ((found = __atomic_load_n(&raised, __ATOMIC_SEQ_CST)) != expected)
        syscall(SYS_futex, &raised, FUTEX_WAIT_PRIVATE, found, NULL, NULL, 0);
}

/* A batch over some queues in turn: µs by the clock, and of CPU of all threads, for each launch. */
void plain_batch(int launches, int on, double *wall, double *cpu) {
    double began = now(CLOCK_MONOTONIC), used = now(CLOCK_PROCESS_CPUTIME_ID);
    for (int k = 0; k < launches; k++) launch(k % on);
    wait_for_all();
    *wall = (now(CLOCK_MONOTONIC) - began) / launches;
    *cpu = (now(CLOCK_PROCESS_CPUTIME_ID) - used) / launches;
}

/* Round trips, in µs each. */
void plain_trips(int trips, double *found) {
    for (int k = 0; k < trips; k++) {
        double began = now(CLOCK_MONOTONIC);
        launch(0);
        wait_for_all();
        found[k] = now(CLOCK_MONOTONIC) - began;
    }
}

/* Copies of `nbytes`, in ms each; 0 if there is no such memory. */
int plain_copies(size_t nbytes, int copies, double *found) {
    uint32_t one = 1;
    Object queue = queues[0];
    void *from = clSVMAlloc(context, READ_WRITE, nbytes, 0);
    void *to = clSVMAlloc(context, READ_WRITE, nbytes, 0);
    if (!from || !to) return 0;
    clEnqueueSVMMemFill(queue, from, &one, sizeof one, nbytes, 0, NULL, NULL);
    clEnqueueSVMMemFill(queue, to, &one, sizeof one, nbytes, 0, NULL, NULL);
    clFinish(queue);
    for (int k = 0; k < copies; k++) {
        double began = now(CLOCK_MONOTONIC);
        Object event;
        int error = clEnqueueSVMMemcpy(queue, 0, to, from, nbytes, 0, NULL, &event);
        expect(error, queue, event);
        wait_for_all();
        found[k] = (now(CLOCK_MONOTONIC) - began) / 1e3;
    }
    clSVMFree(context, from);
    clSVMFree(context, to);
    return 1;
}

/* Copies the words of a queue to memory of the caller. */
void plain_words(int k, uint32_t *into) {
    clEnqueueSVMMemcpy(queues[k], 1, into, words[k], count * sizeof *into, 0, NULL, NULL);
    clFinish(queues[k]);
}
