/* Kernel entries every CPU device has: copy and fill over any strides.
 *
 * Layout words: rank, item size, extents, then the byte strides of each operand. Slots: 1 the
 * destination, 2 the source (copy) or the item's bytes (fill). The split is over extent 0.
 */
#pragma once
#include <string.h>
#include "native.h"

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
