/* The driver's calls about devices, contexts, peers, errors and its own functions. */
#pragma once
#include "fake_work.h"

static i32 cuInit(u32 flags)
{
    ENTER(cuInit, NOTHING);
    if (flags) /* "Currently, the Flags parameter must be 0" (cuInit) */
        return leave(INVALID_VALUE);
    the.initialised = 1;
    return leave(OK);
}

static i32 cuDriverGetVersion(i32 *version)
{
    ENTER(cuDriverGetVersion, NOTHING);
    *version = (i32)the.version;
    return leave(OK);
}

static i32 cuDeviceGetCount(i32 *count)
{
    ENTER(cuDeviceGetCount, READY);
    *count = (i32)the.device_count;
    return leave(OK);
}

static i32 cuDeviceGet(i32 *found, i32 number)
{
    device *d;
    ENTER(cuDeviceGet, READY);
    TRY(find_device(number, &d));
    *found = number;
    return leave(OK);
}

static i32 cuDeviceGetName(char *name, i32 room, i32 number)
{
    device *d;
    ENTER(cuDeviceGetName, READY);
    TRY(find_device(number, &d));
    snprintf(name, (u64)room, "Fake %d", number);
    return leave(OK);
}

static i32 cuDeviceGetUuid(char *uuid, i32 number)
{
    device *d;
    ENTER(cuDeviceGetUuid, READY);
    TRY(find_device(number, &d));
    memcpy(uuid, "fake-cuda-device", 16);
    uuid[15] = (char)number;
    return leave(OK);
}

static i32 cuDeviceTotalMem(u64 *bytes, i32 number)
{
    device *d;
    ENTER(cuDeviceTotalMem, READY);
    TRY(find_device(number, &d));
    *bytes = d->limit;
    return leave(OK);
}

static i32 cuDeviceGetAttribute(i32 *value, u32 attribute, i32 number)
{
    device *d;
    ENTER(cuDeviceGetAttribute, READY);
    TRY(find_device(number, &d));
    if (!attribute || attribute >= 160)
        return leave(INVALID_VALUE);
    *value = (i32)d->attributes[attribute];
    return leave(OK);
}

/* "[domain]:[bus]:[device].[function]" (cuDeviceGetPCIBusId) */
static i32 cuDeviceGetPCIBusId(char *text, i32 room, i32 number)
{
    device *d;
    ENTER(cuDeviceGetPCIBusId, READY);
    TRY(find_device(number, &d));
    snprintf(text, (u64)room, "0000:%02x:00.0", (u32)number + 1);
    return leave(OK);
}

/* ---- contexts -------------------------------------------------------------------------------- */

static i32 cuDevicePrimaryCtxRetain(u64 *made, i32 number)
{
    device *d;
    ENTER(cuDevicePrimaryCtxRetain, READY);
    TRY(find_device(number, &d));
    if (d->primary && d->primary->lost)
        return leave(d->primary->lost);
    if (!d->retained++) {
        d->primary = make(CONTEXT, sizeof(context), 0);
        d->primary->object.context = d->primary;
        d->primary->device = (u32)number;
    }
    *made = d->primary->object.handle;
    return leave(OK);
}

/* Whether somebody has to destroy an object yet; functions and nodes go with what they are of. */
static int is_live(const object *o)
{
    return !o->dead && o->kind != CONTEXT && o->kind != NODE && o->kind != FUNCTION;
}

/* What of a context was not destroyed: a count, and the kind of the first. */
static u64 count_live(const context *c, const char **what)
{
    u64 n = 0;
    for (u64 i = the.object_count; i--;)
        if (the.objects[i]->context == c && is_live(the.objects[i]) && ++n)
            *what = kind_names[the.objects[i]->kind];
    for (u64 i = 0; i < the.memory_count; i++)
        if (the.memories[i]->context == c && !the.memories[i]->given_back && ++n)
            *what = "allocation";
    return n;
}

/* "The context is automatically reset once the last reference to it is released" */
static i32 cuDevicePrimaryCtxRelease(i32 number)
{
    device *d;
    const char *what = 0;
    ENTER(cuDevicePrimaryCtxRelease, READY);
    TRY(find_device(number, &d));
    if (!d->retained)
        return leave(misuse(INVALID_CONTEXT, "the primary context of device %d was not retained",
                            number));
    if (--d->retained)
        return leave(OK);
    context *c = d->primary;
    u64 left = c->lost ? 0 : count_live(c, &what);
    if (left)
        misuse(OK, "the last reference to the context goes, but %llu of its handles and "
               "allocations are live, among them: %s", (unsigned long long)left, what);
    i32 lost = c->lost;
    lose_device((u32)number, 709); /* drops what is pending: CUDA_ERROR_CONTEXT_IS_DESTROYED */
    c->lost = lost;
    c->object.dead = 1;
    d->primary = 0;
    d->peers = 0;
    return leave(OK);
}

static i32 cuDevicePrimaryCtxGetState(i32 number, u32 *flags, i32 *active)
{
    device *d;
    ENTER(cuDevicePrimaryCtxGetState, READY);
    TRY(find_device(number, &d));
    *flags = 0;
    *active = d->retained != 0;
    return leave(OK);
}

/* "If ctx is NULL then the CUDA context previously bound to the calling CPU thread is unbound" */
static i32 cuCtxSetCurrent(u64 handle)
{
    context *c = 0;
    ENTER(cuCtxSetCurrent, READY);
    if (handle)
        TRY(find_any(handle, CONTEXT, &c));
    me.context = c;
    return leave(OK);
}

static i32 cuCtxGetCurrent(u64 *handle)
{
    ENTER(cuCtxGetCurrent, READY);
    *handle = me.context ? me.context->object.handle : 0;
    return leave(OK);
}

static i32 cuCtxGetDevice(i32 *number)
{
    ENTER(cuCtxGetDevice, HERE);
    *number = (i32)me.context->device;
    return leave(OK);
}

static i32 cuCtxSynchronize(void)
{
    ENTER(cuCtxSynchronize, HERE);
    i32 code = await_context(0);
    shrink_pools();
    return leave(code);
}

static i32 cuCtxGetStreamPriorityRange(i32 *least, i32 *greatest)
{
    ENTER(cuCtxGetStreamPriorityRange, HERE);
    *least = 0, *greatest = -5;
    return leave(OK);
}

/* ---- peers ----------------------------------------------------------------------------------- */

static i32 cuDeviceCanAccessPeer(i32 *can, i32 number, i32 peer)
{
    device *d, *other;
    ENTER(cuDeviceCanAccessPeer, READY);
    TRY(find_device(number, &d));
    TRY(find_device(peer, &other));
    *can = d != other && d->attributes[0];
    return leave(OK);
}

static i32 cuCtxEnablePeerAccess(u64 peer, u32 flags)
{
    context *c;
    ENTER(cuCtxEnablePeerAccess, HERE);
    TRY(find_any(peer, CONTEXT, &c));
    device *d = &the.devices[me.context->device];
    if (flags || c == me.context)
        return leave(flags ? INVALID_VALUE : INVALID_CONTEXT);
    if (!d->attributes[0])
        return leave(PEER_UNSUPPORTED);
    if (d->peers >> c->device & 1)
        return leave(PEER_ALREADY_ENABLED);
    d->peers |= 1u << c->device;
    return leave(OK);
}

static i32 cuCtxDisablePeerAccess(u64 peer)
{
    context *c;
    ENTER(cuCtxDisablePeerAccess, HERE);
    TRY(find_any(peer, CONTEXT, &c));
    device *d = &the.devices[me.context->device];
    if (!(d->peers >> c->device & 1))
        return leave(PEER_NOT_ENABLED);
    d->peers &= ~(1u << c->device);
    return leave(OK);
}

/* ---- errors, and the functions themselves ---------------------------------------------------- */

static const struct { i32 code; const char *name; } error_names[] = {
    {0, "SUCCESS"}, {1, "INVALID_VALUE"}, {2, "OUT_OF_MEMORY"}, {3, "NOT_INITIALIZED"},
    {4, "DEINITIALIZED"}, {34, "STUB_LIBRARY"}, {46, "DEVICE_UNAVAILABLE"}, {100, "NO_DEVICE"},
    {101, "INVALID_DEVICE"}, {200, "INVALID_IMAGE"}, {201, "INVALID_CONTEXT"},
    {209, "NO_BINARY_FOR_GPU"}, {214, "ECC_UNCORRECTABLE"}, {217, "PEER_ACCESS_UNSUPPORTED"},
    {218, "INVALID_PTX"}, {220, "NVLINK_UNCORRECTABLE"}, {222, "UNSUPPORTED_PTX_VERSION"},
    {226, "CONTAINED"}, {300, "INVALID_SOURCE"}, {304, "OPERATING_SYSTEM"}, {400, "INVALID_HANDLE"},
    {401, "ILLEGAL_STATE"}, {500, "NOT_FOUND"}, {600, "NOT_READY"}, {700, "ILLEGAL_ADDRESS"},
    {701, "LAUNCH_OUT_OF_RESOURCES"}, {702, "LAUNCH_TIMEOUT"}, {704, "PEER_ACCESS_ALREADY_ENABLED"},
    {705, "PEER_ACCESS_NOT_ENABLED"}, {708, "PRIMARY_CONTEXT_ACTIVE"},
    {709, "CONTEXT_IS_DESTROYED"}, {710, "ASSERT"}, 
    {712, "HOST_MEMORY_ALREADY_REGISTERED"}, {713, "HOST_MEMORY_NOT_REGISTERED"},
    {714, "HARDWARE_STACK_ERROR"}, {715, "ILLEGAL_INSTRUCTION"}, {716, "MISALIGNED_ADDRESS"},
    {717, "INVALID_ADDRESS_SPACE"}, {718, "INVALID_PC"}, {719, "LAUNCH_FAILED"},
    {800, "NOT_PERMITTED"}, {801, "NOT_SUPPORTED"}, {802, "SYSTEM_NOT_READY"},
    {803, "SYSTEM_DRIVER_MISMATCH"}, {900, "STREAM_CAPTURE_UNSUPPORTED"},
    {901, "STREAM_CAPTURE_INVALIDATED"}, {909, "TIMEOUT"}, {911, "EXTERNAL_DEVICE"}, {999, "UNKNOWN"},
};

/* "If the error code is not recognized, CUDA_ERROR_INVALID_VALUE will be returned and *pStr will be
 * set to the NULL address" (cuGetErrorName) */
static i32 name_error(i32 code, const char **name)
{
    static _Thread_local char text[64];
    *name = 0;
    for (u64 i = 0; i < sizeof error_names / sizeof *error_names; i++)
        if (error_names[i].code == code) {
            snprintf(text, sizeof text, "CUDA_%s%s", code ? "ERROR_" : "", error_names[i].name);
            *name = text;
            return OK;
        }
    return INVALID_VALUE;
}

static i32 cuGetErrorName(i32 code, const char **name)
{
    ENTER(cuGetErrorName, NOTHING);
    return leave(name_error(code, name));
}

static i32 cuGetErrorString(i32 code, const char **text)
{
    ENTER(cuGetErrorString, NOTHING);
    return leave(name_error(code, text));
}
