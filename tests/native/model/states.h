/* The states that the explorer keeps: snapshots, numbers, and the moves that lead from one state to
 * the next.
 */
#pragma once
#include "machine.h"

#define MOST_STATES (1u << 21)

enum fate { UNKNOWN, ENDED, STUCK, BROKEN };

typedef struct edge { u32 from, to; u8 move; } edge;
typedef struct frame { u64 at, bytes; u32 state, moves; } frame; /* at: of its snapshot */
typedef struct list { char *items; u64 count, room, size; } list;

static struct graph {
    u32 *table;             /* hash table of states + 1 */
    u64 table_size;
    list hashes, fates, edges, frames, snapshots;
    u32 first_bad;
} *g;

/* ---- lists ------------------------------------------------------------------------------------ */

static void *grow(list *l, u64 count)
{
    if (l->count + count > l->room) {
        l->room = (l->count + count) * 2;
        l->items = realloc(l->items, l->room * l->size);
    }
    l->count += count;
    return l->items + (l->count - count) * l->size;
}

static void *item(list *l, u64 index) { return l->items + index * l->size; }
static u8 *fate_of(u32 state) { return item(&g->fates, state); }
static void clear(list *l, u64 size) { l->count = 0, l->size = size; }

/* ---- states ----------------------------------------------------------------------------------- */

/* The used part of a thread's stack; nothing after the thread has ended. */
static char *stack_of(thread *t, u64 *bytes)
{
    char *end = x->stacks + STACK_BYTES * (t - machine.threads + 1);
    *bytes = t->status == OVER ? 0 : (u64)(end - (char *)t->place[2]);
    return end - *bytes;
}

static u64 take_snapshot(void)
{
    u64 before = g->snapshots.count, bytes;
    memcpy(grow(&g->snapshots, STATICS_BYTES), __data_start, STATICS_BYTES);
    memcpy(grow(&g->snapshots, machine.heap_used), x->heap, machine.heap_used);
    for (u32 i = 0; i < machine.count; i++) {
        char *stack = stack_of(&machine.threads[i], &bytes);
        memcpy(grow(&g->snapshots, bytes), stack, bytes);
    }
    return g->snapshots.count - before;
}

static void restore(u64 snapshot)
{
    char *at = item(&g->snapshots, snapshot);
    u64 bytes;
    memcpy(__data_start, at, STATICS_BYTES);
    at += STATICS_BYTES;
    memcpy(x->heap, at, machine.heap_used);
    at += machine.heap_used;
    for (u32 i = 0; i < machine.count; i++, at += bytes) {
        char *stack = stack_of(&machine.threads[i], &bytes);
        memcpy(stack, at, bytes);
    }
}

/* Two states of equal hash count as one; among a million that is one chance in ten million. */
static u64 hash_of(u64 snapshot, u64 bytes)
{
    char *at = item(&g->snapshots, snapshot);
    u64 a = bytes, b = ~bytes, word;
    for (; bytes >= 16; bytes -= 16, at += 16) {
        memcpy(&word, at, 8);
        a = (a ^ word) * 0x9e3779b97f4a7c15u;
        a ^= a >> 29;
        memcpy(&word, at + 8, 8);
        b = (b ^ word) * 0xd6e8feb86659fd93u;
        b ^= b >> 32;
    }
    u64 rest[2] = {0};
    memcpy(rest, at, bytes);
    a = (a ^ rest[0] ^ (b << 17 | b >> 47)) * 0xff51afd7ed558ccdu;
    b = (b ^ rest[1] ^ a >> 33) * 0x9e3779b97f4a7c15u;
    return a ^ b;
}

/* Returns the number of a state; a new state gets the next number. */
static u32 number_of(u64 hash, int *is_new)
{
    u64 mask = g->table_size - 1, at = hash & mask;
    for (; g->table[at]; at = (at + 1) & mask)
        if (*(u64 *)item(&g->hashes, g->table[at] - 1) == hash)
            return *is_new = 0, g->table[at] - 1;
    *(u64 *)grow(&g->hashes, 1) = hash;
    *(u8 *)grow(&g->fates, 1) = UNKNOWN;
    g->table[at] = (u32)g->hashes.count;
    return *is_new = 1, g->table[at] - 1;
}
