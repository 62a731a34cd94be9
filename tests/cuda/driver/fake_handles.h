/* Handles: numbers that are no addresses and never given out twice, so that a stale one is seen. */
#pragma once
#include "fake_calls.h"

#define TAG 0x0cda000000000000ull
#define HANDLES 0xffffffffull

static const char *const kind_names[KINDS] = {
    "context", "stream", "event", "memory pool", "module", "function", "graph", "graph node",
    "executable graph",
};

/* Gives an object its handle; it belongs to the current context, if its kind does. */
static void *make(enum kind kind, u64 bytes, context *of)
{
    object *o = zeros(bytes);
    if (the.object_count == the.objects_room) {
        the.objects_room = the.objects_room ? 2 * the.objects_room : 256;
        the.objects = larger(the.objects, the.objects_room * sizeof *the.objects);
    }
    o->handle = TAG | (the.object_count + 1) << 4;
    o->kind = kind;
    o->context = of;
    the.objects[the.object_count++] = o;
    u64 n = the.of_kind[kind].count;
    if (n == the.of_kind[kind].room) {
        u64 room = the.of_kind[kind].room = n ? 2 * n : 16;
        the.of_kind[kind].items = larger(the.of_kind[kind].items, room * sizeof(object *));
    }
    the.of_kind[kind].items[the.of_kind[kind].count++] = o;
    return o;
}

/* The next object of a kind, destroyed ones included; 0 after the last. */
static void *next_of(enum kind kind, u64 *at)
{
    return *at < the.of_kind[kind].count ? the.of_kind[kind].items[(*at)++] : 0;
}

static object *object_of(u64 handle)
{
    u64 number = (handle & HANDLES) >> 4;
    if ((handle & ~HANDLES) != TAG || handle & 15 || !number || number > the.object_count)
        return 0;
    return the.objects[number - 1];
}

/* Looks a handle up; whose context matters not. Returns what the call returns if it is a wrong one.
 * "This indicates that a resource handle passed to the API call was not valid" (CUresult, 400). */
static i32 find_any(u64 handle, enum kind kind, void *found)
{
    object *o = object_of(handle);
    i32 code = kind == CONTEXT ? INVALID_CONTEXT : kind == POOL ? INVALID_VALUE : INVALID_HANDLE;
    if (!handle && kind == STREAM)
        return misuse(code, "the stream is 0, the default stream, which orders all others of its "
                      "context; create streams");
    if (!o)
        return misuse(code, "%#llx is no handle of a %s that this driver gave out",
                      (unsigned long long)handle, kind_names[kind]);
    if (o->kind != kind)
        return misuse(code, "%#llx is a handle of the kind %s, not %s", (unsigned long long)handle,
                      kind_names[o->kind], kind_names[kind]);
    if (o->dead)
        return misuse(code, "the %s %#llx was destroyed; a stale handle must not be used",
                      kind_names[kind], (unsigned long long)handle);
    *(object **)found = o;
    return OK;
}

/* The same for an object of the current context. */
static i32 find(u64 handle, enum kind kind, void *found)
{
    object *o;
    i32 code = find_any(handle, kind, &o);
    if (code)
        return code;
    if (o->context != me.context)
        return misuse(kind == EVENT || kind == STREAM ? INVALID_HANDLE : INVALID_CONTEXT,
                      "the %s %#llx belongs to the context of device %u, but that of device %u is "
                      "current on this thread", kind_names[kind], (unsigned long long)handle,
                      o->context->device, me.context->device);
    *(object **)found = o;
    return OK;
}

static i32 find_device(i32 number, device **found)
{
    if (number < 0 || (u32)number >= the.device_count)
        return INVALID_DEVICE;
    *found = &the.devices[number];
    return OK;
}

static void release_point(point *p)
{
    if (p && !--p->refs) {
        free(p->knows.times);
        free(p);
    }
}

static void release_call(call *c)
{
    if (c && !--c->refs) {
        free(c->parameters);
        free(c);
    }
}
