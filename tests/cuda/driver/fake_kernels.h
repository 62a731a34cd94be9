/* The driver's calls about modules, functions and launches.
 *
 * An image is what `Fake.image` makes: "FAKE", a count (u32), the size of the whole (u64); then for
 * each function its address (u64), the count of its parameters and the length of its name (u32
 * each), the bytes of each parameter (u32; 0: a pointer), and the name.
 *
 * A parameter of 8 bytes that is not said to be a pointer is one if it holds an address of device
 * memory or of page-locked memory.
 */
#pragma once
#include "fake_copies.h"

typedef struct reader { const char *at, *end; } reader;

static int read_bytes(reader *r, void *to, u64 bytes)
{
    if ((u64)(r->end - r->at) < bytes)
        return 0;
    memcpy(to, r->at, bytes);
    r->at += bytes;
    return 1;
}

static function *read_function(reader *r)
{
    u64 address;
    u32 count, length, sizes[MOST_PARAMETERS];
    if (!read_bytes(r, &address, 8) || !read_bytes(r, &count, 4) || !read_bytes(r, &length, 4) ||
        count > MOST_PARAMETERS || !read_bytes(r, sizes, 4 * count) ||
        (u64)(r->end - r->at) < length)
        return 0;
    function *f = make(FUNCTION, sizeof *f, me.context);
    f->run = (kernel_function *)address;
    f->count = count;
    memcpy(f->sizes, sizes, 4 * count);
    f->name = zeros(length + 1);
    read_bytes(r, f->name, length);
    return f;
}

static i32 cuModuleLoadData(u64 *made, const char *image)
{
    u32 count;
    u64 bytes;
    ENTER(cuModuleLoadData, HERE);
    if (!image || memcmp(image, "FAKE", 4))
        return leave(INVALID_IMAGE);
    memcpy(&count, image + 4, 4);
    memcpy(&bytes, image + 8, 8);
    reader r = {image + 16, image + bytes};
    module *m = make(MODULE, sizeof *m, me.context);
    m->functions = zeros(count * sizeof *m->functions);
    for (; m->count < count; m->count++) {
        if (!(m->functions[m->count] = read_function(&r))) {
            m->object.dead = 1;
            return leave(INVALID_IMAGE);
        }
        m->functions[m->count]->module = m;
    }
    *made = m->object.handle;
    return leave(OK);
}

static i32 cuModuleUnload(u64 handle)
{
    module *m;
    ENTER(cuModuleUnload, HERE);
    TRY(find(handle, MODULE, &m));
    if (m->pending)
        misuse(OK, "%llu launches of the module's functions are pending; wait before it is "
               "unloaded", (unsigned long long)m->pending);
    m->object.dead = 1;
    for (u32 i = 0; i < m->count; i++)
        m->functions[i]->object.dead = 1;
    return leave(OK);
}

/* "If no function of that name exists, cuModuleGetFunction() returns CUDA_ERROR_NOT_FOUND." */
static i32 cuModuleGetFunction(u64 *found, u64 handle, const char *name)
{
    module *m;
    ENTER(cuModuleGetFunction, HERE);
    TRY(find(handle, MODULE, &m));
    for (u32 i = 0; i < m->count; i++)
        if (!strcmp(m->functions[i]->name, name)) {
            *found = m->functions[i]->object.handle;
            return leave(OK);
        }
    return leave(NOT_FOUND);
}

static i32 cuFuncLoad(u64 handle)
{
    function *f;
    ENTER(cuFuncLoad, HERE);
    TRY(find(handle, FUNCTION, &f));
    return leave(OK);
}

static i32 cuFuncGetAttribute(i32 *value, u32 attribute, u64 handle)
{
    function *f;
    ENTER(cuFuncGetAttribute, HERE);
    TRY(find(handle, FUNCTION, &f));
    const u32 *of = the.devices[me.context->device].attributes;
    /* most threads of a block, static shared, constant and local bytes, registers, versions of PTX
     * and of the binary, caching, most dynamic shared bytes */
    const u32 version = 10 * of[75] + of[76];
    const u32 values[] = {of[1], 0, 0, 0, 32, version, version, 0, f->shared};
    if (attribute >= sizeof values / sizeof *values)
        return leave(INVALID_VALUE);
    *value = (i32)values[attribute];
    return leave(OK);
}

static i32 cuFuncSetAttribute(u64 handle, u32 attribute, i32 value)
{
    function *f;
    ENTER(cuFuncSetAttribute, HERE);
    TRY(find(handle, FUNCTION, &f));
    /* MAX_DYNAMIC_SHARED_SIZE_BYTES, up to what the device has for those who ask */
    if (attribute != 8 || value < 0 || (u32)value > the.devices[me.context->device].attributes[97])
        return leave(INVALID_VALUE);
    f->shared = (u32)value;
    return leave(OK);
}

/* ---- launches -------------------------------------------------------------------------------- */

/* The limits of grid, block and shared memory; attributes 1 to 8 of the device. */
static i32 check_shape(const function *f, const u32 *shape, u32 shared)
{
    const u32 *most = the.devices[me.context->device].attributes;
    for (int i = 0; i < 3; i++)
        if (!shape[i] || shape[i] > most[5 + i] || !shape[3 + i] || shape[3 + i] > most[2 + i])
            return INVALID_VALUE;
    if ((u64)shape[3] * shape[4] * shape[5] > most[1])
        return INVALID_VALUE;
    return shared > (f->shared > most[8] ? f->shared : most[8]) ? INVALID_VALUE : OK;
}

/* "Each of kernelParams[0] through kernelParams[N-1] must point to a region of memory from which
 * the actual kernel parameter will be copied" (cuLaunchKernel) */
static i32 make_call(function *f, const u32 *shape, u32 shared, void **parameters, void **extra,
                     call **made)
{
    i32 code = check_shape(f, shape, shared);
    if (code)
        return code;
    if (extra)
        return parameters ? INVALID_VALUE : NOT_SUPPORTED;
    if (f->count && !parameters)
        return misuse(INVALID_VALUE, "%s takes %u parameters, and kernelParams is 0", f->name,
                      f->count);
    call *c = zeros(sizeof *c);
    c->refs = 1;
    c->function = f;
    memcpy(c->shape, shape, 6 * sizeof *shape);
    u32 bytes = 0;
    for (u32 i = 0; i < f->count; i++) {
        c->at[i] = bytes;
        bytes += (u32)rounded(f->sizes[i] ? f->sizes[i] : sizeof(u64), 16);
    }
    c->parameters = zeros(bytes);
    for (u32 i = 0; i < f->count; i++) {
        if (!parameters[i]) {
            release_call(c);
            return misuse(INVALID_VALUE, "%s: kernelParams[%u] is 0", f->name, i);
        }
        memcpy(c->parameters + c->at[i], parameters[i], f->sizes[i] ? f->sizes[i] : sizeof(u64));
    }
    *made = c;
    return OK;
}

/* Binds a call to the allocations of its pointers. Memory that was given back must not be used by
 * "any subsequent work launched on the GPU" (cuMemFreeAsync). */
static bound bind(call *c)
{
    bound b = {.call = c};
    function *f = c->function;
    c->refs++;
    f->module->pending++;
    for (u32 i = 0; i < f->count; i++) {
        u64 address;
        if (!is_pointer(c, i, &address))
            continue;
        b.memories[i] = use_memory(address);
        if (b.memories[i] && b.memories[i]->given_back)
            misuse(OK, "parameter %u of %s is %#llx, memory that was freed", i, f->name,
                   (unsigned long long)address);
    }
    return b;
}

static i32 cuLaunchKernel(u64 handle, u32 gx, u32 gy, u32 gz, u32 bx, u32 by, u32 bz, u32 shared,
                          u64 stream_handle, void **parameters, void **extra)
{
    function *f;
    stream *s;
    call *c;
    const u32 shape[6] = {gx, gy, gz, bx, by, bz};
    ENTER(cuLaunchKernel, HERE);
    TRY(find(handle, FUNCTION, &f));
    TRY(find(stream_handle, STREAM, &s));
    TRY(make_call(f, shape, shared, parameters, extra, &c));
    bound *b = zeros(sizeof *b);
    *b = bind(c);
    release_call(c);
    push(s, (op){.what = LAUNCH, .bound = b});
    return leave(OK);
}
