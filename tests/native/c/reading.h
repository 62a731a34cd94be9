/* A ring for tests, and a reader of it as those of Python are: it copies, then looks again. */
#pragma once
#include "harness.h"

static ring *make_ring(u64 size)
{
    ring *log = 0;
    u64 bytes = sizeof(ring) + 64 * size;
    EXPECT(!posix_memalign((void **)&log, 64, bytes), "no memory");
    memset(log, 0, bytes);
    log->mask = size - 1;
    return log;
}

/* What a reader has copied: the events from `first` to before `end`. */
typedef struct reading {
    u64 first, end;
    event *events;
} reading;

/* Copies the newest events; `r->events` has room for a whole ring. */
static void read_ring(ring *log, reading *r)
{
    u64 size = log->mask + 1, words[8];
    r->end = atomic_load_explicit(&log->written, memory_order_acquire);
    r->first = r->end > size ? r->end - size : 0;
    for (u64 n = r->first; n < r->end; n++) {
        for (int i = 0; i < 8; i++)
            words[i] = atomic_load_explicit(&log->events[n & log->mask][i], memory_order_acquire);
        memcpy(&r->events[n & log->mask], words, sizeof words);
    }
    u64 after = atomic_load_explicit(&log->written, memory_order_acquire);
    u64 kept = after + 1 > size ? after + 1 - size : 0;
    if (r->first < kept)
        r->first = kept < r->end ? kept : r->end;
}

/* An event whose every part tells its number. */
static event numbered(u64 n)
{
    return (event){(i64)n, (i64)(n + 1), (i64)(n + 2), n + 3, n + 4, (u32)n + 5, (u32)n + 6,
                   (u32)n + 7, (i32)n + 8, (u32)n + 9, (u8)(n + 10), (u8)(n + 11), 0};
}

static void check_numbers(const ring *log, const reading *r)
{
    for (u64 n = r->first; n < r->end; n++) {
        event wanted = numbered(n);
        EXPECT(!memcmp(&wanted, &r->events[n & log->mask], sizeof wanted), "a torn event was kept");
    }
}
