/* Time, yielding and sleeping. Threads sleep on futexes on Linux. On other systems, and on Linux
 * if `portable` is set, they sleep in a small parking lot of mutexes and condition variables.
 */
#pragma once
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include "native.h"
#ifdef __linux__
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

enum wake { WOKEN, TIMED_OUT, INTERRUPTED };

static _Atomic u32 portable;

static i64 now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

#define HUGE_PAGE (2ull << 20)

/* Asks for huge pages, as NumPy does: large arrays in small ones are read at half the speed. */
static void prefer_huge_pages(void *memory, u64 bytes)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    madvise(memory, bytes, MADV_HUGEPAGE); /* where the system has none, nothing changes */
#else
    (void)memory, (void)bytes;
#endif
}

/* Returns the number of the CPU core that runs this thread, from 1 on; 0 if it is not known. */
static i32 this_core(void)
{
#ifdef __linux__
    return sched_getcpu() + 1;
#else
    return 0;
#endif
}

/* Whether the process had one core only when the native core was loaded. If it gets more, threads
 * that wait sleep at once where they might spin. */
static u32 has_one_core;

static void look_at_cores(void)
{
#ifdef __linux__
    cpu_set_t all;
    has_one_core = !sched_getaffinity(0, sizeof all, &all) && CPU_COUNT(&all) == 1;
#endif
}

/* Moves this thread to another of the cores that it may use, if there is one. A thread that runs
 * stays where it is unless the system moves it, so its choice of cores is the old one at once. */
static void leave_core(i32 core)
{
#ifdef __linux__
    cpu_set_t all, others;
    if (sched_getaffinity(0, sizeof all, &all))
        return;
    others = all;
    CPU_CLR(core - 1, &others);
    if (CPU_COUNT(&others) && !sched_setaffinity(0, sizeof others, &others))
        sched_setaffinity(0, sizeof all, &all);
#else
    (void)core;
#endif
}

/* ---- the parking lot ---------------------------------------------------------------------- */

#define LOTS 64
static struct lot { OWN_LINE pthread_mutex_t mutex; pthread_cond_t changed; } lots[LOTS];

/* Timed waits are on the clock that nobody sets. */
static void prepare_lots(void)
{
    pthread_condattr_t timed;
    pthread_condattr_init(&timed);
    pthread_condattr_setclock(&timed, CLOCK_MONOTONIC);
    for (int i = 0; i < LOTS; i++) {
        pthread_mutex_init(&lots[i].mutex, 0);
        pthread_cond_init(&lots[i].changed, &timed);
    }
    pthread_condattr_destroy(&timed);
}

static struct lot *lot_of(void *address) { return &lots[((u64)address / CACHE_LINE) % LOTS]; }

static enum wake park(_Atomic u32 *word, u32 expected, i64 timeout)
{
    struct lot *lot = lot_of(word);
    int rc = 0;
    pthread_mutex_lock(&lot->mutex);
    if (atomic_load(word) == expected) {
        if (timeout < 0) {
            pthread_cond_wait(&lot->changed, &lot->mutex);
        } else {
            struct timespec until;
            clock_gettime(CLOCK_MONOTONIC, &until);
            i64 ns = until.tv_nsec + timeout;
            until.tv_sec += ns / 1000000000;
            until.tv_nsec = ns % 1000000000;
            rc = pthread_cond_timedwait(&lot->changed, &lot->mutex, &until);
        }
    }
    pthread_mutex_unlock(&lot->mutex);
    return rc == ETIMEDOUT ? TIMED_OUT : WOKEN;
}

static void unpark(_Atomic u32 *word)
{
    struct lot *lot = lot_of(word);
    pthread_mutex_lock(&lot->mutex);
    pthread_cond_broadcast(&lot->changed);
    pthread_mutex_unlock(&lot->mutex);
}

/* ---- sleeping on a word --------------------------------------------------------------------- */

/* Sleeps while *word == expected; may return early. `timeout` is in ns, negative for none. */
static enum wake sleep_on(_Atomic u32 *word, u32 expected, i64 timeout)
{
#ifdef __linux__
    if (!atomic_load_explicit(&portable, memory_order_relaxed)) {
        struct timespec t = {timeout / 1000000000, timeout % 1000000000};
        long rc = syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, timeout < 0 ? 0 : &t, 0, 0);
        if (rc == 0)
            return WOKEN;
        return errno == ETIMEDOUT ? TIMED_OUT : errno == EINTR ? INTERRUPTED : WOKEN;
    }
#endif
    return park(word, expected, timeout);
}

static void wake_sleepers(_Atomic u32 *word)
{
#ifdef __linux__
    if (!atomic_load_explicit(&portable, memory_order_relaxed)) {
        syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT32_MAX, 0, 0, 0);
        return;
    }
#endif
    unpark(word);
}

/* A futex compares 32 bits: the low half of a counter, which differs after every step. */
static _Atomic u32 *low_half(_Atomic u64 *counter)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "streamrt's native core needs a little-endian machine"
#endif
    return (_Atomic u32 *)counter;
}

static void lower(_Atomic u64 *lowest, u64 value)
{
    u64 seen = atomic_load(lowest);
    while (value < seen && !atomic_compare_exchange_weak(lowest, &seen, value))
        ;
}

/* ---- the guarded spin ----------------------------------------------------------------------- */

/* 1. A spin with sched_yield hands the CPU core to the thread that the spinner waits for, if that
 *    one waits for a core.
 * 2. A yield that returns late gave the core to another program, or to an interrupt. Each costs
 *    OFF_FACTOR times as long without yields, so that other programs cost a small part of the time
 *    at most, whether they took a time slice or a moment. But the last CREDIT ns count for it, if
 *    yields were on: the tick of a virtual machine's timer delays a yield by some 20 us each 4 ms.
 *    If that alone turned yields off, the spinner would sleep, and be slow to wake, 6 to 9 times.
 *    A late yield counts only if the spin is over after it, because else nobody was delayed; then
 *    the thread sleeps at once. If it was late by OWN_WORK at most, it does not count either: the
 *    core went to the thread that was waited for, which ran a launch there.
 * 3. Without yields a spin lasts as long as the spinner's patience. The patience doubles when a
 *    spin succeeded and halves when it did not, because the wrong length is dear in two cases. A
 *    spinner with a core of its own must not sleep between submissions: every submitter would pay
 *    for a wake-up. A spinner on the core of the thread that it waits for only delays it.
 * 4. A short sleep means that a spin might have succeeded: every TRY_AGAIN short sleeps, the next
 *    spin has LONGEST patience.
 * 5. A drain loop on the core of the thread that woke it does not spin without yields at all. That
 *    thread, which has been preempted, would wait for as long as the patience.
 * 6. The first looks are quick, without a yield and without the clock: two streams that wait for each
 *    other in turn find each other so, twice as fast as by yields.
 * 7. On one core nobody spins: while one does, nobody else can bring about what it waits for, and a
 *    sleep hands the core over as a yield does.
 */
#define SPIN_TURNS 100
#define FIRST_LOOKS 32
#define LATE_YIELD 20000 /* ns, as are the next two and SHORT_SLEEP */
#define OWN_WORK 1000000 /* ns */
#define SHORTEST 1000
#define LONGEST 25000
#define SHORT_SLEEP 50000
#define OFF_FACTOR 16
#define CREDIT 4000000 /* ns */
#define TRY_AGAIN 16 /* short sleeps */

static _Atomic i64 yields_off_until;

/* Returns until when yields are off, after one that returned `late` ns later than it should, at the
 * time `at`. Before it, that was `until`. */
static i64 off_after_late_yield(i64 until, i64 at, i64 late)
{
    i64 earliest = at - CREDIT;
    return (until > earliest ? until : earliest) + OFF_FACTOR * late;
}

static int yields_are_off(i64 at)
{
    return at < atomic_load_explicit(&yields_off_until, memory_order_relaxed);
}

static int has_reached(_Atomic u64 *counter, u64 value)
{
    return atomic_load_explicit(counter, memory_order_acquire) >= value;
}

static int spin_with_yields(_Atomic u64 *counter, u64 value, i64 before)
{
    for (int turn = 0; turn < SPIN_TURNS; turn++) {
        if (has_reached(counter, value))
            return 1;
        sched_yield();
        i64 after = now(), late = after - before;
        if (late > LATE_YIELD) {
            int is_over = has_reached(counter, value);
            if (is_over && late > OWN_WORK) {
                /* If two threads note theirs at once, one note is lost, which does no harm. */
                i64 until = atomic_load_explicit(&yields_off_until, memory_order_relaxed);
                until = off_after_late_yield(until, after, late);
                atomic_store_explicit(&yields_off_until, until, memory_order_relaxed);
            }
            return is_over;
        }
        before = after;
    }
    return has_reached(counter, value);
}

/* Returns whether *counter reached `value` within a spin. */
static int spin_until(_Atomic u64 *counter, u64 value, patience *p)
{
    if (has_one_core)
        return has_reached(counter, value);
    for (int i = 0; i < FIRST_LOOKS; i++, relax())
        if (has_reached(counter, value))
            return 1;
    i64 start = now();
    if (!yields_are_off(start))
        return spin_with_yields(counter, value, start);
    do {
        for (int i = 0; i < 16; i++, relax())
            if (has_reached(counter, value)) {
                p->ns = p->ns * 2 < LONGEST ? p->ns * 2 : LONGEST;
                return 1;
            }
    } while (now() - start < p->ns);
    p->ns = p->ns / 2 > SHORTEST ? p->ns / 2 : SHORTEST;
    return 0;
}

/* Learns from a sleep that began at `since`; see 4. */
static void slept(patience *p, i64 since)
{
    if (now() - since < SHORT_SLEEP && ++p->short_sleeps % TRY_AGAIN == 0)
        p->ns = LONGEST;
}
