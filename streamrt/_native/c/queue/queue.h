/* The producer's side of a queue: records go into a chain of segments.
 *
 * All of it runs under the runtime's lock. A record is written behind the tail, where the drain
 * loop does not look, and becomes visible by `publish`. A record that is packed and never
 * published is overwritten by the next one. After the last record of a submission somebody has to
 * run it: `wake_loop` here, or `drain_here` in loop.h.
 */
#pragma once
#include <stdlib.h>
#include <string.h>
#include "platform.h"

#define FIRST_SEGMENT 8192u
#define LARGEST_SEGMENT (1u << 20)

/* A filled segment may be used again after a signal from a later segment has come, because the
 * loop has then jumped out of it. */
struct segment {
    segment *newer;
    u64 bytes; /* of records */
    u64 last;  /* signals issued before the jump to the next segment */
    u64 unused; /* keeps the records aligned to 16 bytes */
    char records[];
};

static i32 handle_jump(record *r, queue *q)
{
    q->next = ((jump_record *)r)->target;
    return GO_ON;
}

/* Returns the record that follows this one, in its own segment or the next. */
static record *record_behind(record *r)
{
    if (r->handler == handle_jump)
        return ((jump_record *)r)->target;
    return (record *)((char *)r + r->size);
}

static int is_free(segment *s, queue *q)
{
    return s != q->newest && atomic_load_explicit(&q->completed, memory_order_acquire) > s->last;
}

/* Makes everything packed up to `cursor` visible. The store of the tail and the loads of the flag
 * after it are sequentially consistent, as are their counterparts in `await_records`. */
static void publish(queue *q, char *cursor, u64 bytes)
{
    q->cursor = cursor;
    atomic_store(&q->tail, atomic_load_explicit(&q->tail, memory_order_relaxed) + bytes);
}

/* Wakes the loop if it sleeps. The waker takes the flag, so that one sleep costs one wake-up. The
 * loop sleeps on the flag and not on the tail, because the flag may be taken late: the loop may
 * have drained this very record and raised the flag once more, and then taking it keeps the loop
 * from sleeping. */
static void wake_loop(queue *q)
{
    if (atomic_load(&q->sleeping) == AWAKE)
        return;
    atomic_store_explicit(&q->waker, this_core(), memory_order_relaxed);
    if (atomic_exchange(&q->sleeping, AWAKE) != AWAKE)
        wake_sleepers(&q->sleeping);
}

/* Returns the oldest segment if it is free, else a new one of twice the size. Frees the other free
 * segments, so that the memory of a backlog goes with the backlog. */
static segment *next_segment(queue *q, u64 need)
{
    segment *s = q->oldest;
    if (s && is_free(s, q)) {
        q->oldest = s->newer;
        for (segment *spare = q->oldest; is_free(spare, q); spare = q->oldest) {
            q->oldest = spare->newer;
            free(spare);
        }
        if (s->bytes >= need)
            return s;
        free(s);
    }
    u64 bytes = q->newest ? q->newest->bytes * 2 : FIRST_SEGMENT;
    if (bytes > LARGEST_SEGMENT)
        bytes = LARGEST_SEGMENT;
    while (bytes < need)
        bytes *= 2;
    s = malloc(sizeof(segment) + bytes);
    if (s)
        s->bytes = bytes;
    return s;
}

/* Makes room for `size` bytes at q->cursor, in another segment if necessary. Returns -1
 * if there is no memory. A jump is published at once, because it may stand alone. Nobody is woken
 * for it, because nobody waits for a jump. */
static int make_room(queue *q, u64 size)
{
    u64 need = size + sizeof(jump_record);
    if (q->newest && q->end - q->cursor >= (i64)need)
        return 0;
    segment *s = next_segment(q, need);
    if (!s)
        return -1;
    s->newer = 0;
    s->last = NEVER;
    segment *before = q->newest;
    q->newest = s;
    q->end = s->records + s->bytes;
    if (!q->oldest)
        q->oldest = s;
    if (before) {
        jump_record *jump = (jump_record *)q->cursor;
        *jump = (jump_record){{handle_jump, sizeof *jump}, (record *)s->records};
        before->last = q->issued;
        before->newer = s;
        publish(q, s->records, sizeof *jump);
    } else {
        q->cursor = s->records;
        q->next = (record *)s->records;
    }
    return 0;
}

static void free_segments(queue *q)
{
    while (q->oldest) {
        segment *s = q->oldest;
        q->oldest = s->newer;
        free(s);
    }
}
