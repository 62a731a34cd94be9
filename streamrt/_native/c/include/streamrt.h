/* Ends executions of a device from C: a driver's callback needs no interpreter for it.
 *
 * A queue of a backend is handed a Timeline (streamrt.backend). What its methods do, these functions
 * do, too: `timeline.native()` returns a `srt_timeline`. The rules of the contract hold for both, and
 * both may be used for one timeline. A call looks like this:
 *
 *     if (t->start(t->self, cell, 0) == SRT_RUNS)
 *         ... run it, then ...
 *         t->finish(t->self, cell, 0, 0);
 *
 * 1. Any thread may call any of them, with the interpreter's lock or without it, also a thread that no
 *    Python knows. None of them waits for the interpreter, or for the device.
 * 2. A `srt_timeline` lives as long as what `native()` returned. Keep that, until no driver calls
 *    back any more. A timeline that was closed or lost meanwhile takes note of nothing.
 * 3. Executions end in the order in which they began. Drivers call back from several threads, in any
 *    order: srt_ends, below, puts that right.
 * 4. A call that breaks the contract returns SRT_BROKEN. The device is lost with the next method of
 *    the timeline that Python calls.
 *
 * It needs gcc or clang, for C or for C++. Nothing has to be linked.
 */
#ifndef STREAMRT_H
#define STREAMRT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SRT_VERSION 1u

enum srt_reply { SRT_NOTHING, SRT_RUNS, SRT_BROKEN };

/* What became of the next execution that runs: its code, the node of a program that failed, counted
 * from 1, and the times of its start and its end in ns of CLOCK_MONOTONIC, 0 if nobody knows. */
typedef struct srt_result {
    int32_t error;
    uint32_t node;
    int64_t started, finished;
} srt_result;

/* One timeline. `at` is a time in ns of CLOCK_MONOTONIC; 0 is now. All return a srt_reply. */
typedef struct srt_timeline {
    uint32_t version; /* SRT_VERSION of the library */
    uint32_t nbytes;  /* sizeof(srt_timeline) of the library: later ones are longer, and begin alike */
    void *self;       /* the first argument of all of these */

    /* Makes the next execution skipped if the one with that cell did not succeed. */
    int32_t (*check)(void *self, void *producer);
    /* Begins an execution. It runs if this returns SRT_RUNS, and has to be ended only then. */
    int32_t (*start)(void *self, void *cell, int64_t at);
    /* Ends an execution that has begun with the code of its kernel, 0 for success. */
    int32_t (*finish)(void *self, void *cell, int32_t error, int64_t at);
    /* Fails an execution that has begun and of which the device lost the work. The reason is a number
     * that `timeline.number_of(text)` has given. */
    int32_t (*fail)(void *self, void *cell, uint64_t reason, int64_t at);
    /* Ends the next executions that have begun, in their order. */
    int32_t (*advance)(void *self, const srt_result *results, uint64_t count);
    /* Carries out a bare signal. */
    int32_t (*signal)(void *self);
} srt_timeline;

/* ---- ends that come from any thread, in any order -------------------------------------------- */

/* An execution whose end a driver tells. It is the `token` of its callback. */
typedef struct srt_end {
    struct srt_ends *of;
    void *cell;
    const int32_t *error; /* the word to which the kernel writes its code; 0: it has none */
    int32_t status;       /* what the driver said: negative if it lost the work */
    uint32_t is_told;     /* whether it has said so */
} srt_end;

/* The ends of one queue: a ring of those that have begun and not ended.
 *
 * One thread at a time calls srt_begin_end and srt_want: that which hands work to the driver. Any
 * thread calls srt_ended. Whoever finds nobody at it passes on all ends whose turn has come, and what
 * comes meanwhile, so no thread waits for another.
 */
typedef struct srt_ends {
    const srt_timeline *timeline;
    srt_end *ring;
    uint64_t room;      /* of the ring: a power of two */
    uint64_t begun;     /* how many executions have begun */
    uint64_t ended;     /* how many of them have ended */
    uint64_t reason;    /* the reason for those with a negative status; see `fail` */
    void (*release)(void *event);  /* called with each event of the driver; 0: nothing is */
    void (*resume)(void *context); /* called after an end, where srt_want has asked for it */
    void *context;
    uint32_t is_wanted; /* whether it has */
    int32_t status;     /* the last negative status; 0: there was none */
    uint64_t telling;   /* how many calls of srt_ended nobody has looked after yet */
    uint64_t inside;    /* how many calls of it are not over; where all has ended, and this is 0, the
                         * memory may be freed */
} srt_ends;

/* Takes note of an execution for which `start` has returned SRT_RUNS, in the order of the starts, and
 * before the driver can tell of its end. Returns its token, 0 if the ring is full. */
static inline srt_end *srt_begin_end(srt_ends *ends, void *cell, const int32_t *error)
{
    if (ends->begun - __atomic_load_n(&ends->ended, __ATOMIC_ACQUIRE) >= ends->room)
        return 0;
    srt_end *end = &ends->ring[ends->begun & (ends->room - 1)];
    end->of = ends;
    end->cell = cell;
    end->error = error;
    __atomic_store_n(&end->is_told, 0u, __ATOMIC_RELAXED);
    __atomic_store_n(&ends->begun, ends->begun + 1, __ATOMIC_RELEASE);
    return end;
}

/* Whether anything that has begun has not ended. Then `resume` is called after the next end. */
static inline int srt_want(srt_ends *ends)
{
    __atomic_store_n(&ends->is_wanted, 1u, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&ends->ended, __ATOMIC_SEQ_CST) != ends->begun)
        return 1;
    /* All has ended. Whoever ended the last may have seen the wish, and calls `resume` then. */
    return !__atomic_exchange_n(&ends->is_wanted, 0u, __ATOMIC_SEQ_CST);
}

/* Ends those whose turn has come. */
static inline void srt_pass_on(srt_ends *ends)
{
    const srt_timeline *t = ends->timeline;
    uint64_t next = ends->ended;
    for (; next != __atomic_load_n(&ends->begun, __ATOMIC_ACQUIRE); next++) {
        srt_end *end = &ends->ring[next & (ends->room - 1)];
        if (!__atomic_load_n(&end->is_told, __ATOMIC_ACQUIRE))
            return;
        if (end->status < 0) {
            ends->status = end->status;
            t->fail(t->self, end->cell, ends->reason, 0);
        } else {
            t->finish(t->self, end->cell, end->error ? *end->error : 0, 0);
        }
        __atomic_store_n(&ends->ended, next + 1, __ATOMIC_SEQ_CST);
    }
}

/* Tells of the end of an execution. It has the type of the callbacks of clSetEventCallback.
 *
 *     event: the driver's, which is released; or 0.
 *     status: negative if the driver lost the work, else it has ended.
 *     token: what srt_begin_end has returned.
 */
static inline void srt_ended(void *event, int32_t status, void *token)
{
    srt_end *end = (srt_end *)token;
    srt_ends *ends = end->of;
    if (ends->release && event)
        ends->release(event);
    /* Counted before it is told: when all has ended and nobody is inside, nobody comes any more. */
    __atomic_fetch_add(&ends->inside, 1, __ATOMIC_SEQ_CST);
    end->status = status;
    __atomic_store_n(&end->is_told, 1u, __ATOMIC_RELEASE);
    if (!__atomic_fetch_add(&ends->telling, 1, __ATOMIC_SEQ_CST))
        for (uint64_t seen = 1; seen; seen = __atomic_sub_fetch(&ends->telling, seen, __ATOMIC_SEQ_CST)) {
            srt_pass_on(ends);
            if (__atomic_exchange_n(&ends->is_wanted, 0u, __ATOMIC_SEQ_CST))
                ends->resume(ends->context);
        }
    __atomic_fetch_sub(&ends->inside, 1, __ATOMIC_SEQ_CST);
}

#ifdef __cplusplus
}
#endif

#endif
