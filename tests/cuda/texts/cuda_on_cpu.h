/* CUDA C++ on a CPU, for tests: the text of a kernel is compiled as C++ with this file before it.
 *
 *  1. Blocks run one after the other. Each thread of a block is a fiber, and a fiber runs until it
 *     comes to a barrier or ends. So nothing runs in lockstep: threads that exchange data without
 *     a barrier read what was not written yet, or what was overwritten, in one order or the other.
 *  2. The seed gives the order. 0 goes forwards through blocks, warps and lanes, 1 backwards, and a
 *     warp runs until only a barrier of the block can help it. With any other seed the warps take
 *     turns at random, and so do their lanes.
 *  3. Shared memory is filled with ones before each block: a float of it is NaN.
 *  4. A barrier that some threads never reach is a fault, and so is one that threads reach at
 *     different lines, or after which a thread has ended. (Since Volta the hardware does not wait
 *     for threads that ended. What they would have done after the barrier is missing all the same.)
 *  5. The lanes of a mask come to the same line with the same mask. A lane that ended is not waited
 *     for. Nobody reads the value of a lane that ended or is not in the mask, because the result is
 *     undefined ("CUDA C++ Programming Guide", "Warp Shuffle Functions").
 *  6. The first fault ends the launch; its text names the line in the kernel's own text.
 *
 * Nothing here is like hardware in time, in caches or in the order of memory between blocks. There
 * is no inline PTX, and no shared memory whose size is an argument of the launch. */
#pragma once
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __restrict__ __restrict
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __constant__ static const
/* A section of its own, so that it can be found: the linker defines its ends. */
#define __shared__ static __attribute__((section("cuda_shared")))

struct dim3 {
    unsigned x, y, z;
};

namespace on_cpu {

enum state { RUNS, AT_BLOCK, AT_WARP, OVER };

struct fiber {
    void *stack; /* where its registers are, while it does not run */
    dim3 thread;
    unsigned lane;
    state at;
    int line; /* of the barrier */
    unsigned mask;
    uint64_t value; /* that it brings to a shuffle */
};

static const size_t STACK = 65536;
static const uint64_t CANARY = 0x5eed5eed5eed5eedull;

static pthread_mutex_t one_launch = PTHREAD_MUTEX_INITIALIZER; /* guards all that follows */
static dim3 grid, block, place;
static fiber *fibers, *me;
static char *stacks;
static unsigned count, room;
static void *home; /* the stack of the launch itself */
static uint64_t chance;
static char fault[256];
static void (*body)(void **);
static void **arguments;

static char nothing_shared __attribute__((section("cuda_shared"), used, retain));
extern "C" char __start_cuda_shared[] __attribute__((visibility("hidden")));
extern "C" char __stop_cuda_shared[] __attribute__((visibility("hidden")));

/* Stores the registers that a call keeps and goes on with another stack. */
extern "C" void streamrt_switch(void **save, void *to) __attribute__((visibility("hidden")));
#if defined(__x86_64__)
static const unsigned KEPT = 6;
__asm__(".text\n.hidden streamrt_switch\n.globl streamrt_switch\n"
        ".type streamrt_switch,@function\nstreamrt_switch:\n"
        " push %rbp\n push %rbx\n push %r12\n push %r13\n push %r14\n push %r15\n"
        " mov %rsp,(%rdi)\n mov %rsi,%rsp\n"
        " pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbx\n pop %rbp\n ret\n"
        ".size streamrt_switch,.-streamrt_switch\n");
#elif defined(__aarch64__)
static const unsigned KEPT = 20; /* x19 to x30, then d8 to d15 */
__asm__(".text\n.hidden streamrt_switch\n.globl streamrt_switch\n"
        ".type streamrt_switch,%function\nstreamrt_switch:\n"
        " sub sp,sp,#160\n stp x19,x20,[sp]\n stp x21,x22,[sp,#16]\n stp x23,x24,[sp,#32]\n"
        " stp x25,x26,[sp,#48]\n stp x27,x28,[sp,#64]\n stp x29,x30,[sp,#80]\n"
        " stp d8,d9,[sp,#96]\n stp d10,d11,[sp,#112]\n stp d12,d13,[sp,#128]\n"
        " stp d14,d15,[sp,#144]\n mov x9,sp\n str x9,[x0]\n mov sp,x1\n"
        " ldp x19,x20,[sp]\n ldp x21,x22,[sp,#16]\n ldp x23,x24,[sp,#32]\n"
        " ldp x25,x26,[sp,#48]\n ldp x27,x28,[sp,#64]\n ldp x29,x30,[sp,#80]\n"
        " ldp d8,d9,[sp,#96]\n ldp d10,d11,[sp,#112]\n ldp d12,d13,[sp,#128]\n"
        " ldp d14,d15,[sp,#144]\n add sp,sp,#160\n ret\n"
        ".size streamrt_switch,.-streamrt_switch\n");
#else
#error "fibers are written for x86_64 and aarch64"
#endif

__attribute__((format(printf, 1, 2))) static void report(const char *format, ...)
{
    if (fault[0])
        return;
    int used = snprintf(fault, sizeof fault, "block (%u, %u, %u): ", place.x, place.y, place.z);
    va_list given;
    va_start(given, format);
    vsnprintf(fault + used, sizeof fault - (size_t)used, format, given);
    va_end(given);
}

/* ---- barriers ------------------------------------------------------------------------------- */

static void leave(state why, int line)
{
    me->at = why;
    me->line = line;
    streamrt_switch(&me->stack, home);
}

static void sync_block(int line) { leave(AT_BLOCK, line); }

static void sync_warp(int line, unsigned mask = ~0u)
{
    if (!(mask >> me->lane & 1))
        report("line %d: lane %u is not in its own mask %#x", line, me->lane, mask);
    me->mask = mask;
    leave(AT_WARP, line);
}

/* ---- the fibers of a block ------------------------------------------------------------------ */

static void enter()
{
    body(arguments);
    leave(OVER, 0);
    __builtin_trap();
}

/* Below the lowest stack there is one more, so that what overflows it is seen, too. */
static char *stack_of(unsigned i) { return stacks + STACK * (i + 1); }

static void begin(unsigned i)
{
    fiber *f = fibers + i;
    char *base = stack_of(i);
    memcpy(base, &CANARY, sizeof CANARY);
    uint64_t *top = (uint64_t *)(base + STACK) - 2;
#if defined(__x86_64__)
    top--; /* `ret` leaves the stack as after a call: 8 bytes off a multiple of 16 */
    *--top = (uint64_t)enter;
    top -= KEPT;
#else
    top -= KEPT;
    top[11] = (uint64_t)enter; /* x30 */
#endif
    unsigned row = i / block.x;
    *f = {top, {i % block.x, row % block.y, row / block.y}, i & 31, RUNS, 0, 0, 0};
}

static uint64_t random_below(uint64_t bound)
{
    chance ^= chance << 13, chance ^= chance >> 7, chance ^= chance << 17;
    return chance % bound;
}

/* Lets each lane of a warp that is at no barrier run to its next; returns how many ran. */
static unsigned run_ready(fiber *warp, unsigned lanes, unsigned seed)
{
    unsigned ran = 0, order[32];
    for (unsigned k = 0; k < lanes; k++) {
        order[k] = seed == 1 ? lanes - 1 - k : k;
        unsigned other = seed > 1 ? (unsigned)random_below(k + 1) : k, last = order[k];
        order[k] = order[other], order[other] = last;
    }
    for (unsigned k = 0; k < lanes && !fault[0]; k++) {
        if (warp[order[k]].at != RUNS)
            continue;
        me = warp + order[k];
        streamrt_switch(&home, me->stack);
        ran++;
        unsigned i = (unsigned)(me - fibers);
        uint64_t canary;
        memcpy(&canary, stack_of(i), sizeof canary);
        if (canary != CANARY)
            report("thread %u needs more than %zu bytes of stack", i, STACK);
    }
    return ran;
}

/* Lets the lanes of a warp go on whose whole mask has come. */
static unsigned pass_warp(fiber *warp, unsigned lanes)
{
    unsigned there = 0, alive = 0, passed = 0;
    for (unsigned i = 0; i < lanes; i++)
        alive |= (unsigned)(warp[i].at != OVER) << i,
            there |= (unsigned)(warp[i].at == AT_WARP) << i;
    for (unsigned i = 0; i < lanes; i++) {
        unsigned awaited = warp[i].mask & alive;
        if (!(there >> i & 1) || awaited & ~there)
            continue;
        for (unsigned k = 0; k < lanes; k++)
            if (awaited >> k & 1 && (warp[k].mask != warp[i].mask || warp[k].line != warp[i].line))
                report("lanes %u and %u meet at lines %d and %d, with masks %#x and %#x", i, k,
                       warp[i].line, warp[k].line, warp[i].mask, warp[k].mask);
        passed |= 1u << i;
    }
    for (unsigned i = 0; i < lanes; i++)
        if (passed >> i & 1)
            warp[i].at = RUNS;
    return passed;
}

/* Lets all threads go on if all are at one barrier of the block. */
static unsigned pass_block()
{
    unsigned waiting = 0, ended = 0, first = 0, last = 0;
    for (unsigned i = 0; i < count; i++) {
        if (fibers[i].at == AT_BLOCK)
            first = waiting++ ? first : i;
        else if (fibers[i].at == OVER)
            last = i, ended++;
    }
    if (!waiting || waiting + ended < count)
        return 0;
    if (ended)
        report("line %d: thread %u waits at a barrier, and thread %u has ended", fibers[first].line,
               first, last);
    for (unsigned i = 0; i < count; i++) {
        if (fibers[i].at == AT_BLOCK && fibers[i].line != fibers[first].line)
            report("threads %u and %u wait at the barriers of lines %d and %d", first, i,
                   fibers[first].line, fibers[i].line);
        fibers[i].at = RUNS;
    }
    return waiting;
}

/* Lets a warp run to its next barrier, and past it if that is its own. */
static unsigned run_warp(unsigned number, unsigned seed)
{
    fiber *warp = fibers + 32 * number;
    unsigned lanes = count - 32 * number < 32 ? count - 32 * number : 32;
    unsigned ran = run_ready(warp, lanes, seed);
    return ran + pass_warp(warp, lanes);
}

/* Lets all warps run to a barrier of the block; returns whether any ran. One warp runs as far as it
 * can before the next begins, or they take turns at random, and some are far ahead. */
static unsigned run_warps(unsigned seed)
{
    unsigned warps = (count + 31) / 32, ran = 0;
    for (unsigned turn = 0; seed > 1 && turn < 4 * warps && !fault[0]; turn++)
        ran += run_warp((unsigned)random_below(warps), seed);
    for (unsigned k = 0; k < warps && !fault[0]; k++)
        while (!fault[0] && run_warp(seed & 1 ? warps - 1 - k : k, seed))
            ran++;
    return ran;
}

static void run_block(unsigned seed)
{
    memset(__start_cuda_shared, 0xff, (size_t)(__stop_cuda_shared - __start_cuda_shared));
    for (unsigned i = 0; i < count; i++)
        begin(i);
    for (unsigned over = 0; over < count && !fault[0];) {
        unsigned moved = run_warps(seed);
        moved += pass_block();
        over = 0;
        for (unsigned i = 0; i < count; i++)
            over += fibers[i].at == OVER;
        for (unsigned i = 0; i < count && !moved; i++) /* the first that waits for ever */
            if (fibers[i].at != OVER)
                report("line %d: thread %u waits at a barrier that others never reach",
                       fibers[i].line, i);
    }
}

/* ---- launches ------------------------------------------------------------------------------- */

static void *pages(size_t size)
{
    void *made = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED)
        __builtin_trap();
    return made;
}

/* Runs a kernel; returns what is wrong with it, or null. `shape` is grid, block and seed. The text
 * is valid until the next launch of a kernel of this library. */
static const char *launch(void (*kernel)(void **), const unsigned *shape, void **given)
{
    pthread_mutex_lock(&one_launch);
    grid = {shape[0], shape[1], shape[2]}, block = {shape[3], shape[4], shape[5]};
    body = kernel, arguments = given, fault[0] = 0, count = block.x * block.y * block.z;
    chance = 0x9e3779b97f4a7c15ull ^ shape[6];
    if (room < count) {
        if (room)
            munmap(stacks, STACK * (room + 1)), munmap(fibers, sizeof(fiber) * room);
        room = count;
        stacks = (char *)pages(STACK * (room + 1));
        fibers = (fiber *)pages(sizeof(fiber) * room);
    }
    uint64_t blocks = (uint64_t)grid.x * grid.y * grid.z;
    for (uint64_t k = 0; k < blocks && !fault[0]; k++) {
        uint64_t i = shape[6] & 1 ? blocks - 1 - k : k, row = i / grid.x;
        place = {(unsigned)(i % grid.x), (unsigned)(row % grid.y), (unsigned)(row / grid.y)};
        run_block(shape[6]);
    }
    pthread_mutex_unlock(&one_launch);
    return fault[0] ? fault : 0;
}

template <class T> struct plain { typedef T type; };
template <class T> struct plain<const T> { typedef T type; };
template <int...> struct numbers {};
template <class I, I... K> struct listed { typedef numbers<K...> type; };

template <class... A, int... K>
static void apply(void (*kernel)(A...), void **given, numbers<K...>)
{
    kernel(*(typename plain<A>::type *)given[K]...);
}

template <class... A> struct parameters {
    static const unsigned sizes[sizeof...(A) + 1]; /* their number, then the bytes of each */
    typedef typename __make_integer_seq<listed, int, sizeof...(A)>::type order;
};
template <class... A>
const unsigned parameters<A...>::sizes[] = {sizeof...(A), (unsigned)sizeof(A)...};

template <class... A> static const unsigned *sizes_of(void (*)(A...))
{
    return parameters<A...>::sizes;
}

template <class... A> static void call(void (*kernel)(A...), void **given)
{
    apply(kernel, given, typename parameters<A...>::order());
}

} // namespace on_cpu

/* Exports what a fake driver calls for a kernel, and the sizes of its parameters. */
#define ON_CPU(kernel)                                                                            \
    extern "C" const char *kernel##_on_cpu(const unsigned *shape, void **given)                   \
    {                                                                                             \
        return on_cpu::launch([](void **p) { on_cpu::call(kernel, p); }, shape, given);           \
    }                                                                                             \
    extern "C" const unsigned *kernel##_sizes() { return on_cpu::sizes_of(kernel); }

#define threadIdx (on_cpu::me->thread)
#define blockIdx (on_cpu::place)
#define blockDim (on_cpu::block)
#define gridDim (on_cpu::grid)
#define warpSize 32
#define __syncthreads() on_cpu::sync_block(__LINE__)
#define __syncwarp(...) on_cpu::sync_warp(__LINE__, ##__VA_ARGS__)
#include "cuda_functions_on_cpu.h"
