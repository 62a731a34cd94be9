/* The kernel entries of every CPU device: copy and fill over any strides, and two debugging aids.
 *
 * The layout words are the rank, the item size, the extents, and the byte strides of each operand.
 * Slot 1 is the destination, slot 2 the source (copy) or the item's bytes (fill). Launches are
 * split over extent 0.
 */
#pragma once
#include <string.h>
#include "native.h"
#include "platform.h"

static void move_items(char *to, i64 to_stride, const char *from, i64 from_stride, i64 n, i64 item)
{
    if (to_stride == item && from_stride == item) {
        memmove(to, from, n * item);
        return;
    }
#define MOVE(type)                                                            \
    for (i64 i = 0; i < n; i++, to += to_stride, from += from_stride)         \
        memcpy(to, from, sizeof(type));                                       \
    return
    switch (item) {
    case 1: MOVE(u8);
    case 2: MOVE(uint16_t);
    case 4: MOVE(u32);
    case 8: MOVE(u64);
    }
#undef MOVE
    for (i64 i = 0; i < n; i++, to += to_stride, from += from_stride)
        memcpy(to, from, item);
}

static void copy_level(const i64 *words, i64 level, char *to, const char *from, i64 lo, i64 hi)
{
    i64 rank = words[0];
    i64 to_stride = words[2 + rank + level], from_stride = words[2 + 2 * rank + level];
    to += lo * to_stride;
    from += lo * from_stride;
    if (level == rank - 1) {
        move_items(to, to_stride, from, from_stride, hi - lo, words[1]);
        return;
    }
    for (i64 i = lo; i < hi; i++, to += to_stride, from += from_stride)
        copy_level(words, level + 1, to, from, 0, words[2 + level + 1]);
}

i32 srt_copy(u64 *args, i64 lo, i64 hi)
{
    copy_level((const i64 *)args[0], 0, (char *)args[1], (const char *)args[2], lo, hi);
    return 0;
}

static void fill_items(char *to, i64 stride, const u64 *item, i64 n, i64 size)
{
    if (stride != size) {
        for (i64 i = 0; i < n; i++, to += stride)
            memcpy(to, item, size);
        return;
    }
    switch (size) {
    case 1:
        memset(to, *(const u8 *)item, n);
        return;
    case 4: {
        u32 bits = (u32)*item;
        for (i64 i = 0; i < n; i++)
            memcpy(to + 4 * i, &bits, 4);
        return;
    }
    case 8:
        for (i64 i = 0; i < n; i++)
            memcpy(to + 8 * i, item, 8);
        return;
    }
    for (i64 i = 0; i < n; i++)
        memcpy(to + size * i, item, size);
}

static void fill_level(const i64 *words, i64 level, char *to, const u64 *item, i64 lo, i64 hi)
{
    i64 rank = words[0], stride = words[2 + rank + level];
    to += lo * stride;
    if (level == rank - 1) {
        fill_items(to, stride, item, hi - lo, words[1]);
        return;
    }
    for (i64 i = lo; i < hi; i++, to += stride)
        fill_level(words, level + 1, to, item, 0, words[2 + level + 1]);
}

i32 srt_fill(u64 *args, i64 lo, i64 hi)
{
    fill_level((const i64 *)args[0], 0, (char *)args[1], &args[2], lo, hi);
    return 0;
}

/* ---- debugging aids: they return 1 for a fault, and put its place into a word of the host ---- */

/* Returns the index of the first of n numbers that is NaN or infinite, which is: all bits of its
 * exponent are set. -1: there is none. */
static i64 first_not_finite(const char *at, i64 stride, i64 n, i64 item)
{
#define SCAN(type, exponent)                                                  \
    for (i64 i = 0; i < n; i++, at += stride) {                               \
        type bits;                                                            \
        memcpy(&bits, at, sizeof bits);                                       \
        if ((bits & (exponent)) == (exponent))                                \
            return i;                                                         \
    }                                                                         \
    return -1
    if (item == 8) {
        SCAN(u64, 0x7ffull << 52);
    }
    if (item == 2) {
        SCAN(uint16_t, 0x1fu << 10);
    }
    SCAN(u32, 0xffu << 23);
#undef SCAN
}

/* Does the same over one level and those below it; the index is in C order. `before` counts the
 * rows of this level that come before this one. */
static i64 finite_level(const i64 *words, i64 level, const char *at, i64 lo, i64 hi, i64 before)
{
    i64 rank = words[0], stride = words[2 + rank + level];
    i64 first = before * words[2 + level];
    at += lo * stride;
    if (level == rank - 1) {
        i64 found = first_not_finite(at, stride, hi - lo, words[1]);
        return found < 0 ? -1 : first + lo + found;
    }
    for (i64 i = lo; i < hi; i++, at += stride) {
        i64 found = finite_level(words, level + 1, at, 0, words[2 + level + 1], first + i);
        if (found >= 0)
            return found;
    }
    return -1;
}

/* Slot 1 is the array, slot 2 the word, which gets the lowest index found. Parts are handed out in
 * order and each part that began is finished, so that no earlier number is left out. */
i32 srt_finite(u64 *args, i64 lo, i64 hi)
{
    i64 found = finite_level((const i64 *)args[0], 0, (const char *)args[1], lo, hi, 0);
    if (found < 0)
        return 0;
    lower((_Atomic u64 *)args[2], (u64)found);
    return 1;
}

#define CANARY 64 /* bytes on each side of a guarded allocation */

static u8 canary(i64 i) { return (u8)(0xa5 ^ i); }

/* Returns the first canary byte that changed, -1 for none. It restores them, so that damage is
 * found once. */
static i64 mend_canary(u8 *at)
{
    i64 found = -1;
    for (i64 i = CANARY - 1; i >= 0; i--)
        if (at[i] != canary(i)) {
            at[i] = canary(i);
            found = i;
        }
    return found;
}

/* Slot 1 is the allocation, slot 2 its size in bytes, slot 3 the word, which gets the offset of the
 * first damaged byte. */
i32 srt_guard(u64 *args, i64 lo, i64 hi)
{
    (void)lo, (void)hi;
    u8 *start = (u8 *)args[1];
    i64 bytes = (i64)args[2];
    i64 before = mend_canary(start - CANARY), behind = mend_canary(start + bytes);
    if (before < 0 && behind < 0)
        return 0;
    *(i64 *)args[3] = before >= 0 ? before - CANARY : bytes + behind;
    return 1;
}
