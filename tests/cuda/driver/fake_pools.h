/* The driver's calls about memory: pools, plain memory, page-locked memory. */
#pragma once
#include "fake_devices.h"

typedef struct pool_properties { /* CUmemPoolProps */
    u32 type, handles;
    struct { u32 type; i32 id; } location;
    void *security;
    u64 most;
    uint16_t usage;
    unsigned char reserved[54];
} pool_properties;

typedef struct access { /* CUmemAccessDesc */
    struct { u32 type; i32 id; } location;
    u32 flags;
} access_description;

static i32 cuMemPoolCreate(u64 *made, const pool_properties *p)
{
    device *d;
    ENTER(cuMemPoolCreate, READY);
    /* "allocType: Currently must be specified as CU_MEM_ALLOCATION_TYPE_PINNED" (CUmemPoolProps) */
    if (p->type != 1 || p->location.type != 1 || p->handles)
        return leave(INVALID_VALUE);
    TRY(find_device(p->location.id, &d));
    if (!d->attributes[115])
        return leave(NOT_SUPPORTED);
    pool *made_pool = make(POOL, sizeof(pool), d->primary);
    made_pool->device = (u32)p->location.id;
    made_pool->readers = 1u << p->location.id;
    made_pool->most = p->most;
    *made = made_pool->object.handle;
    return leave(OK);
}

/* "The resources associated with the pool will be released automatically once there are no more
 * outstanding allocations" (cuMemPoolDestroy) */
static i32 cuMemPoolDestroy(u64 handle)
{
    pool *p;
    ENTER(cuMemPoolDestroy, READY);
    TRY(find_any(handle, POOL, &p));
    p->object.dead = 1;
    shrink(p, 0);
    return leave(OK);
}

enum pool_attribute { THRESHOLD = 4, RESERVED, RESERVED_HIGH, USED, USED_HIGH };

static i32 cuMemPoolSetAttribute(u64 handle, u32 attribute, u64 *value)
{
    pool *p;
    ENTER(cuMemPoolSetAttribute, READY);
    TRY(find_any(handle, POOL, &p));
    if (attribute == THRESHOLD)
        p->threshold = *value;
    else if ((attribute == RESERVED_HIGH || attribute == USED_HIGH) && !*value)
        *(attribute == USED_HIGH ? &p->used_high : &p->reserved_high) = 0;
    else if (attribute < 1 || attribute > 3) /* how memory is reused; here it is not */
        return leave(INVALID_VALUE);
    return leave(OK);
}

static i32 cuMemPoolGetAttribute(u64 handle, u32 attribute, u64 *value)
{
    pool *p;
    ENTER(cuMemPoolGetAttribute, READY);
    TRY(find_any(handle, POOL, &p));
    const u64 values[] = {p->threshold, p->reserved, p->reserved_high, p->used, p->used_high};
    if (attribute < THRESHOLD || attribute > USED_HIGH)
        return leave(INVALID_VALUE);
    *value = values[attribute - THRESHOLD];
    return leave(OK);
}

/* "The allocator cannot release OS allocations that back outstanding asynchronous allocations" */
static i32 cuMemPoolTrimTo(u64 handle, u64 keep)
{
    pool *p;
    ENTER(cuMemPoolTrimTo, READY);
    TRY(find_any(handle, POOL, &p));
    shrink(p, keep);
    return leave(OK);
}

static i32 cuMemPoolSetAccess(u64 handle, const access_description *map, u64 count)
{
    pool *p;
    device *d;
    ENTER(cuMemPoolSetAccess, READY);
    TRY(find_any(handle, POOL, &p));
    for (u64 i = 0; i < count; i++) {
        TRY(find_device(map[i].location.id, &d));
        u32 bit = 1u << map[i].location.id;
        if (map[i].location.type != 1 || (map[i].flags != 0 && map[i].flags != 3) ||
            (!map[i].flags && (u32)map[i].location.id == p->device))
            return leave(INVALID_VALUE);
        if ((u32)map[i].location.id != p->device && !d->attributes[0])
            return leave(PEER_UNSUPPORTED);
        p->readers = map[i].flags ? p->readers | bit : p->readers & ~bit;
    }
    return leave(OK);
}

/* Takes memory from what a pool has in reserve, and what lacks there from the device. */
static int reserve(pool *p, u64 bytes)
{
    device *d = &the.devices[p->device];
    u64 needed = p->used + bytes > p->reserved ? p->used + bytes - p->reserved : 0;
    if (d->used + needed > d->limit || (p->most && p->used + bytes > p->most))
        return 0;
    d->used += needed;
    p->reserved += needed;
    p->used += bytes;
    if (p->used > p->used_high)
        p->used_high = p->used;
    if (p->reserved > p->reserved_high)
        p->reserved_high = p->reserved;
    return 1;
}

/* "A pointer to the allocated memory is returned immediately in *dptr. The allocation must not be
 * accessed until the allocation operation completes" (cuMemAllocFromPoolAsync) */
static i32 cuMemAllocFromPoolAsync(u64 *address, u64 bytes, u64 handle, u64 stream_handle)
{
    pool *p;
    stream *s;
    ENTER(cuMemAllocFromPoolAsync, HERE);
    TRY(find_any(handle, POOL, &p));
    TRY(find(stream_handle, STREAM, &s));
    if (!bytes)
        return leave(INVALID_VALUE);
    u64 whole = rounded(bytes, ALIGNMENT);
    if (!reserve(p, whole))
        return leave(OUT_OF_MEMORY);
    memory *m = take_memory(p->device, bytes, p, ARRIVING);
    if (!m) {
        p->used -= whole;
        return leave(OUT_OF_MEMORY);
    }
    p->live++;
    m->pending++;
    push(s, (op){.what = ALLOC, .to = {.memory = m}});
    *address = m->address;
    return leave(OK);
}

/* Finds an allocation by its first byte, for a call that gives it back. */
static i32 find_memory(u64 address, enum place place, memory **found)
{
    memory *m = memory_at(address);
    if (!m || m->address != address || m->place != place || m->life == GONE)
        return misuse(place == REGISTERED ? NOT_REGISTERED : INVALID_VALUE,
                      "%#llx is %s; give back what an allocation returned",
                      (unsigned long long)address,
                      m ? "no allocation's first byte, or of another kind" : missing(address));
    if (m->given_back)
        return misuse(INVALID_VALUE, "%#llx was given back before", (unsigned long long)address);
    *found = m;
    return OK;
}

/* "After this API returns, accessing the memory from any subsequent work launched on the GPU ...
 * results in undefined behavior" (cuMemFreeAsync) */
static i32 cuMemFreeAsync(u64 address, u64 stream_handle)
{
    memory *m;
    stream *s;
    ENTER(cuMemFreeAsync, HERE);
    TRY(find(stream_handle, STREAM, &s));
    TRY(find_memory(address, ON_DEVICE, &m));
    m->given_back = 1;
    m->pending++;
    push(s, (op){.what = FREE, .to = {.memory = m}});
    return leave(OK);
}

static i32 cuMemAlloc(u64 *address, u64 bytes)
{
    ENTER(cuMemAlloc, HERE);
    device *d = &the.devices[me.context->device];
    u64 whole = rounded(bytes, ALIGNMENT);
    if (!bytes) /* "If bytesize is 0, cuMemAlloc() returns CUDA_ERROR_INVALID_VALUE" */
        return leave(INVALID_VALUE);
    if (d->used + whole > d->limit)
        return leave(OUT_OF_MEMORY);
    memory *m = take_memory(me.context->device, bytes, 0, LIVE);
    if (!m)
        return leave(OUT_OF_MEMORY);
    d->used += whole;
    *address = m->address;
    return leave(OK);
}

/* Of a pool: "Callers must ensure that all accesses to these pointer have completed". Of others:
 * "this API may perform implicit synchronization" (cuMemFree). */
static i32 cuMemFree(u64 address)
{
    memory *m;
    ENTER(cuMemFree, HERE);
    TRY(find_memory(address, ON_DEVICE, &m));
    m->given_back = 1;
    if (m->pool && m->pending)
        misuse(OK, "work that uses the memory is pending; wait for it, or call cuMemFreeAsync");
    i32 code = m->pool ? OK : await_context(0);
    if (!code)
        free_memory(m);
    return leave(code);
}

/* ---- page-locked memory ---------------------------------------------------------------------- */

static memory *note_host_memory(void *start, u64 bytes, enum place place)
{
    memory *m = zeros(sizeof *m);
    m->address = m->first = (u64)start;
    m->host = start;
    m->bytes = bytes, m->room = place == PINNED ? rounded(bytes, PAGE) : bytes;
    m->place = place, m->life = LIVE, m->context = me.context, m->device = me.context->device;
    insert_memory(m);
    return m;
}

static i32 cuMemHostAlloc(void **made, u64 bytes, u32 flags)
{
    ENTER(cuMemHostAlloc, HERE);
    if (!bytes || flags > 7)
        return leave(INVALID_VALUE);
    void *start = mmap(0, rounded(bytes, PAGE), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return leave(OUT_OF_MEMORY);
    note_host_memory(start, bytes, PINNED);
    memset(start, UNINITIALISED, bytes < MOST_FILLED ? bytes : MOST_FILLED);
    *made = start;
    return leave(OK);
}

static i32 give_back_host(void *start, enum place place)
{
    memory *m;
    i32 code = find_memory((u64)start, place, &m);
    if (code)
        return code;
    if (m->pending)
        misuse(OK, "work that uses the page-locked memory is pending; wait for it first");
    m->given_back = 1;
    code = await_context(0);
    if (!code)
        free_memory(m);
    return code;
}

static i32 cuMemFreeHost(void *start)
{
    ENTER(cuMemFreeHost, HERE);
    return leave(give_back_host(start, PINNED));
}

static i32 cuMemHostRegister(void *start, u64 bytes, u32 flags)
{
    ENTER(cuMemHostRegister, HERE);
    if (!bytes || flags > 15)
        return leave(INVALID_VALUE);
    memory *m = memory_at((u64)start);
    if (m && (u64)start < m->address + m->bytes)
        return leave(ALREADY_REGISTERED);
    note_host_memory(start, bytes, REGISTERED);
    return leave(OK);
}

static i32 cuMemHostUnregister(void *start)
{
    ENTER(cuMemHostUnregister, HERE);
    return leave(give_back_host(start, REGISTERED));
}

/* "The device pointer ... is always equal to the returned host pointer" (cuMemHostAlloc) */
static i32 cuMemHostGetDevicePointer(u64 *address, void *start, u32 flags)
{
    ENTER(cuMemHostGetDevicePointer, HERE);
    memory *m = memory_at((u64)start);
    if (flags || !m || m->place == ON_DEVICE)
        return leave(INVALID_VALUE);
    *address = (u64)start;
    return leave(OK);
}

static i32 cuMemGetInfo(u64 *unused, u64 *total)
{
    ENTER(cuMemGetInfo, HERE);
    device *d = &the.devices[me.context->device];
    *total = d->limit;
    *unused = d->limit - d->used;
    return leave(OK);
}

static i32 cuPointerGetAttribute(void *data, u32 attribute, u64 address)
{
    ENTER(cuPointerGetAttribute, HERE);
    memory *m = memory_at(address);
    if (!m || m->given_back)
        return leave(INVALID_VALUE);
    if (attribute == 1) /* CU_POINTER_ATTRIBUTE_CONTEXT */
        *(u64 *)data = m->context->object.handle;
    else if (attribute == 2) /* CU_POINTER_ATTRIBUTE_MEMORY_TYPE */
        *(u32 *)data = m->place == ON_DEVICE ? 2 : 1;
    else if (attribute == 9) /* CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL */
        *(i32 *)data = (i32)m->device;
    else
        return leave(NOT_SUPPORTED);
    return leave(OK);
}
