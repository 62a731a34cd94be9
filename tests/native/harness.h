/* What Python does with the native core, in C: makes queues and plans, submits, waits, ends. */
#pragma once
#include <stdio.h>
#include "entries.h"
#include "loop.h"

#define EXPECT(condition, ...)                                            \
    do {                                                                  \
        if (!(condition)) {                                               \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, __func__); \
            fprintf(stderr, __VA_ARGS__);                                 \
            fputc('\n', stderr);                                          \
            exit(1);                                                      \
        }                                                                 \
    } while (0)

static u64 random_state;

static u64 chance(u64 below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state % below;
}

static void *aligned(u64 bytes)
{
    void *memory = aligned_alloc(CACHE_LINE, (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    EXPECT(memory, "no memory");
    return memset(memory, 0, bytes);
}

static queue *new_queue(u64 index)
{
    queue *q = aligned(sizeof(queue));
    q->index = index;
    atomic_store(&q->armed, NEVER);
    atomic_store(&q->wanted, NEVER);
    return q;
}

static plan *new_plan(entry_function *entry, i64 extent, i64 grain, u64 words, const i64 *layout)
{
    plan *p = aligned(sizeof(plan) + 8 * words);
    p->entry = entry;
    p->extent = extent;
    p->grain = grain;
    if (words)
        memcpy(p->layout, layout, 8 * words);
    return p;
}

static char *pack_wait(char *at, queue *target, u64 value)
{
    *(wait_record *)at = (wait_record){{handle_wait, sizeof(wait_record)}, target, value};
    return at + sizeof(wait_record);
}

static char *pack_check(char *at, cell *producer)
{
    *(check_record *)at = (check_record){{handle_check, sizeof(check_record)}, producer};
    return at + sizeof(check_record);
}

static u64 issue(queue *q, char *at)
{
    u64 value = ++q->issued;
    publish(q, at, at - q->cursor);
    return value;
}

/* Submits a launch with one or two arguments, after a wait and a check where they are given. */
static u64 launch(queue *q, cell *c, plan *p, u64 first, u64 second, queue *after, u64 value,
                  cell *producer)
{
    u64 size = sizeof(launch_record) + 3 * 8;
    EXPECT(!make_room(q, sizeof(wait_record) + sizeof(check_record) + size), "no room");
    char *at = q->cursor;
    if (after)
        at = pack_wait(at, after, value);
    if (producer)
        at = pack_check(at, producer);
    launch_record *r = (launch_record *)at;
    r->header = (record){handle_launch, size};
    r->status = c;
    r->args[0] = (u64)p->layout;
    r->args[1] = first;
    r->args[2] = second;
    c->submitted = now();
    return issue(q, at + size);
}

static u64 submit_simple(queue *q, handler_function *handler, cell *c)
{
    u64 size = c ? sizeof(host_record) : sizeof(record);
    EXPECT(!make_room(q, size), "no room");
    char *at = q->cursor;
    *(record *)at = (record){handler, size};
    if (c)
        ((host_record *)at)->status = c;
    return issue(q, at + size);
}

static u32 state_of(cell *c) { return atomic_load_explicit(&c->state, memory_order_acquire); }

static void sync_with(queue *q, u64 value)
{
    while (atomic_load_explicit(&q->completed, memory_order_acquire) < value)
        srt_sync(q, value, 0, chance(2) ? -1 : 1000000);
}

static void *drain(void *q)
{
    EXPECT(srt_drain(q) == STOP, "the loop ended without a stop record");
    return 0;
}

static pthread_t spawn(void *(*run)(void *), void *argument)
{
    pthread_t thread;
    EXPECT(!pthread_create(&thread, 0, run, argument), "no thread");
    return thread;
}

/* Ends the queues, and frees them once no queue can be waiting on another any more. */
static void end(queue **queues, pthread_t *threads, int count)
{
    for (int i = 0; i < count; i++)
        submit_simple(queues[i], handle_stop, 0);
    for (int i = 0; i < count; i++)
        EXPECT(!pthread_join(threads[i], 0), "join");
    for (int i = 0; i < count; i++) {
        EXPECT(atomic_load(&queues[i]->completed) == queues[i]->issued, "a signal is missing");
        free_segments(queues[i]);
        free(queues[i]);
    }
}
