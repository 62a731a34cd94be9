/* The driver's calls that copy and fill. */
#pragma once
#include "fake_queues.h"

enum side { ANY, HOST_SIDE, DEVICE_SIDE };

/* Finds where `bytes` from an address are. Copies of pageable memory are legal, but they "might be
 * synchronous with respect to host" (API synchronization behavior): a misuse here. */
static i32 find_range(u64 address, u64 bytes, enum side side, const char *name, range *found)
{
    memory *m = memory_at(address);
    if (!m || (address == m->address + m->bytes && bytes)) {
        int pageable = !was_freed(address) && side != DEVICE_SIDE;
        for (u32 i = 0; i < the.device_count; i++)
            pageable = pageable && address - the.devices[i].first >= RANGE;
        if (pageable)
            return misuse(INVALID_VALUE, "the %s %#llx is pageable memory, so the copy may "
                          "block its caller; use cuMemHostAlloc", name,
                          (unsigned long long)address);
        return misuse(INVALID_VALUE, "the %s %#llx is %s", name, (unsigned long long)address,
                      missing(address));
    }
    if (m->given_back)
        return misuse(INVALID_VALUE, "the %s %#llx is memory that was freed", name,
                      (unsigned long long)address);
    if (address - m->address + bytes > m->bytes)
        return misuse(INVALID_VALUE, "%llu bytes from the %s %#llx reach %llu bytes beyond their "
                      "allocation", (unsigned long long)bytes, name, (unsigned long long)address,
                      (unsigned long long)(address - m->address + bytes - m->bytes));
    if (side != ANY && (side == DEVICE_SIDE) != (m->place == ON_DEVICE))
        return misuse(INVALID_VALUE, "the %s %#llx is on the wrong side for this copy", name,
                      (unsigned long long)address);
    *found = (range){m, m->host + (address - m->address)};
    return OK;
}

/* The bytes from the first to the last of a copy's rows. */
static u64 reach(u64 width, u64 rows, u64 pitch) { return (rows - 1) * pitch + width; }

typedef struct shape { u64 width, rows, to_pitch, from_pitch; } shape;

static i32 push_copy(u64 handle, u64 to, enum side to_side, u64 from, enum side from_side, shape of)
{
    stream *s;
    op o = {.what = COPY, .width = of.width, .rows = of.rows,
            .to_pitch = of.to_pitch, .from_pitch = of.from_pitch};
    i32 code = find(handle, STREAM, &s);
    if (code || !of.width || !of.rows)
        return code;
    u64 bytes = reach(of.width, of.rows, of.to_pitch);
    code = find_range(to, bytes, to_side, "destination", &o.to);
    bytes = reach(of.width, of.rows, of.from_pitch);
    if (!code)
        code = find_range(from, bytes, from_side, "source", &o.from);
    if (code)
        return code;
    o.to.memory->pending++;
    o.from.memory->pending++;
    push(s, o);
    return OK;
}

static shape flat(u64 bytes) { return (shape){bytes, 1, 0, 0}; }

/* "This function infers the type of the transfer ... from the pointer values" (cuMemcpyAsync) */
static i32 cuMemcpyAsync(u64 to, u64 from, u64 bytes, u64 stream)
{
    ENTER(cuMemcpyAsync, HERE);
    return leave(push_copy(stream, to, ANY, from, ANY, flat(bytes)));
}

static i32 cuMemcpyHtoDAsync(u64 to, u64 from, u64 bytes, u64 stream)
{
    ENTER(cuMemcpyHtoDAsync, HERE);
    return leave(push_copy(stream, to, DEVICE_SIDE, from, HOST_SIDE, flat(bytes)));
}

static i32 cuMemcpyDtoHAsync(u64 to, u64 from, u64 bytes, u64 stream)
{
    ENTER(cuMemcpyDtoHAsync, HERE);
    return leave(push_copy(stream, to, HOST_SIDE, from, DEVICE_SIDE, flat(bytes)));
}

static i32 cuMemcpyDtoDAsync(u64 to, u64 from, u64 bytes, u64 stream)
{
    ENTER(cuMemcpyDtoDAsync, HERE);
    return leave(push_copy(stream, to, DEVICE_SIDE, from, DEVICE_SIDE, flat(bytes)));
}

static i32 cuMemcpyPeerAsync(u64 to, u64 to_context, u64 from, u64 from_context, u64 bytes,
                             u64 stream)
{
    context *a, *b;
    ENTER(cuMemcpyPeerAsync, HERE);
    TRY(find_any(to_context, CONTEXT, &a));
    TRY(find_any(from_context, CONTEXT, &b));
    return leave(push_copy(stream, to, DEVICE_SIDE, from, DEVICE_SIDE, flat(bytes)));
}

typedef struct copied_side { u64 x, y; u32 type; u64 host, device, array, pitch; } copied_side;
typedef struct copy_2d { copied_side from, to; u64 width, rows; } copy_2d; /* CUDA_MEMCPY2D */

/* "CUdeviceptr Start = srcDevice+srcY*srcPitch+srcXInBytes;" and "If specified, srcPitch must be
 * greater than or equal to WidthInBytes + srcXInBytes" (cuMemcpy2DAsync) */
static i32 side_of(const copied_side *c, u64 width, u64 *address, enum side *side)
{
    if (c->type != 1 && c->type != 2 && c->type != 4)
        return NOT_SUPPORTED;
    if (c->pitch && c->pitch < width + c->x)
        return INVALID_VALUE;
    *side = c->type == 1 ? HOST_SIDE : c->type == 2 ? DEVICE_SIDE : ANY;
    *address = (c->type == 1 ? c->host : c->device) + c->y * c->pitch + c->x;
    return OK;
}

static i32 cuMemcpy2DAsync(const copy_2d *c, u64 stream)
{
    u64 to, from;
    enum side to_side, from_side;
    ENTER(cuMemcpy2DAsync, HERE);
    TRY(side_of(&c->to, c->width, &to, &to_side));
    TRY(side_of(&c->from, c->width, &from, &from_side));
    shape of = {c->width, c->rows, c->to.pitch, c->from.pitch};
    return leave(push_copy(stream, to, to_side, from, from_side, of));
}

/* ---- copies that wait, and fills ------------------------------------------------------------- */

/* "The function returns only once the copy has completed" (API synchronization behavior). It is in
 * the default stream, which streams made with CU_STREAM_NON_BLOCKING do not wait for. */
static i32 copy_now(u64 device_address, char *host, u64 bytes, int to_device)
{
    range r;
    i32 code = bytes ? find_range(device_address, bytes, DEVICE_SIDE, "device address", &r) : OK;
    if (!code)
        code = await_context(1);
    if (code || !bytes)
        return code;
    if (r.memory->life != LIVE)
        return misuse(INVALID_VALUE, "the memory is used before its allocation in a stream "
                      "was over");
    memcpy(to_device ? r.host : host, to_device ? host : r.host, bytes);
    return OK;
}

static i32 cuMemcpyHtoD(u64 to, char *from, u64 bytes)
{
    ENTER(cuMemcpyHtoD, HERE);
    return leave(copy_now(to, from, bytes, 1));
}

static i32 cuMemcpyDtoH(char *to, u64 from, u64 bytes)
{
    ENTER(cuMemcpyDtoH, HERE);
    return leave(copy_now(from, to, bytes, 0));
}

static i32 push_fill(u64 handle, u64 to, u64 value, u32 unit, u64 count)
{
    stream *s;
    op o = {.what = FILL, .width = count * unit, .rows = 1, .value = value, .unit = unit};
    i32 code = find(handle, STREAM, &s);
    if (code || !count)
        return code;
    if (to % unit)
        return INVALID_VALUE;
    code = find_range(to, count * unit, ANY, "destination", &o.to);
    if (code)
        return code;
    o.to.memory->pending++;
    push(s, o);
    return OK;
}

static i32 cuMemsetD8Async(u64 to, unsigned char value, u64 count, u64 stream)
{
    ENTER(cuMemsetD8Async, HERE);
    return leave(push_fill(stream, to, value, 1, count));
}

static i32 cuMemsetD32Async(u64 to, u32 value, u64 count, u64 stream)
{
    ENTER(cuMemsetD32Async, HERE);
    return leave(push_fill(stream, to, value, 4, count));
}
