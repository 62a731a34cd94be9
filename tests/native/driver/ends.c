/* Ends under load: threads of a driver tell them in any order, and each is passed on once, in turn.
 *
 * What a thread writes before it tells of an end is plain memory, which whoever passes the end on
 * reads: if the ends did not order that, the thread sanitizer would report it.
 */
#include <stdatomic.h>
#include <unistd.h>
#include "../c/expect.h"
#include "others_driver.h"

typedef int32_t i32;
typedef int64_t i64;
typedef uint64_t u64;

enum { ROOM = 64, THREADS = 4 };

static srt_end ring[ROOM];
static struct {
    u64 next, failed, wakes; /* written by whoever passes ends on, one thread at a time */
    _Atomic u64 woken;
    u64 wrong;
} seen;

static i32 finished(void *self, void *cell, i32 error, i64 at)
{
    (void)self, (void)at;
    seen.wrong += (u64)cell != ++seen.next || error != (i32)(seen.next % 5);
    return 0;
}

static i32 failed(void *self, void *cell, u64 reason, i64 at)
{
    (void)self, (void)at;
    seen.wrong += (u64)cell != ++seen.next || reason != 9;
    seen.failed++;
    return 0;
}

static void resumed(void *context)
{
    (void)context;
    seen.wakes++;
    atomic_fetch_add(&seen.woken, 1);
}

/* Waits until `resumed` is called, and for nothing else; returns 0 if all has ended. */
static int await_end(srt_ends *ends)
{
    u64 before = atomic_load(&seen.woken);
    if (!srt_want(ends))
        return 0;
    while (atomic_load(&seen.woken) == before)
        sched_yield();
    return 1;
}

/* Arguments: the seed, which is not used; the percentage of the iterations; the seconds until the
 * alarm ends a hang. */
int main(int given, char **arguments)
{
    u64 count = 500 * (given > 2 ? strtoull(arguments[2], 0, 10) : 100), lost = 0;
    alarm(given > 3 ? (unsigned)atoi(arguments[3]) : 100);
    srt_timeline timeline = {.version = SRT_VERSION, .finish = finished, .fail = failed};
    srt_ends ends = {.timeline = &timeline, .ring = ring, .room = ROOM, .reason = 9,
                     .release = release_event, .resume = resumed};
    driver *d = open_driver(THREADS);
    static i32 errors[ROOM];
    for (u64 i = 1; i <= count; i++) {
        srt_end *end;
        i32 *error = &errors[ends.begun % ROOM];
        while (!(end = srt_begin_end(&ends, (void *)i, error)))
            await_end(&ends);
        lost += i % 11 == 0;
        hand_over(d, srt_ended, end, i % 11 == 0 ? -5 : 0, error, (i32)(i % 5));
        if (i % 1000 < 500 && i % 3 == 0) /* an end that nobody passes on is seen here alone */
            while (await_end(&ends))
                ;
    }
    u64 released = (u64)close_driver(d);
    EXPECT(seen.next == count && !seen.wrong, "%zu of %zu ended, %zu of them wrongly",
           (size_t)seen.next, (size_t)count, (size_t)seen.wrong);
    EXPECT(seen.failed == lost && ends.status == -5, "%zu failed", (size_t)seen.failed);
    EXPECT(released == count, "%zu events were released", (size_t)released);
    EXPECT(!ends.inside && !ends.telling, "somebody is inside when all threads are gone");
    return 0;
}
