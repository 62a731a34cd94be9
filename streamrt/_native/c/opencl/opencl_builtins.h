/* The builtins that make what OpenCL's functions work on; see opencl.h. */
#pragma once
#include "gpu_builtins.h"
#include "opencl.h"

/* new_cl_stream(calls, queue): a stream of a command queue that is in order. `calls` is the address of
 * a `cl_calls`, which stays there. `drop_cl_stream` frees it, once it rests. */
BUILTIN(new_cl_stream)
{
    UNUSED;
    cl_stream *s = aligned_zeros(sizeof(cl_stream));
    if (!s)
        return PyErr_NoMemory();
    s->calls = ADDRESS(const cl_calls, 0);
    s->queue = ADDRESS(void, 1);
    return PyLong_FromUnsignedLongLong((u64)s);
}

BUILTIN(drop_cl_stream)
{
    UNUSED;
    cl_stream *s = ADDRESS(cl_stream, 0);
    ask_events(s, s->commands);
    free(s);
    return PyLong_FromUnsignedLongLong(0);
}

/* cl_stream_rests(stream): whether the driver has told of all events, so that it comes back to none. */
BUILTIN(cl_stream_rests)
{
    UNUSED;
    cl_stream *s = ADDRESS(cl_stream, 0);
    return PyLong_FromUnsignedLongLong(atomic_load(&s->left) == atomic_load(&s->recorded));
}

/* give_cl_stream_up(stream): has those return that wait for a stream of a lost device. */
BUILTIN(give_cl_stream_up)
{
    UNUSED;
    give_stream_up(ADDRESS(cl_stream, 0));
    return PyLong_FromUnsignedLongLong(0);
}

/* new_cl_mark(stream): an event that is recorded on that stream alone. */
BUILTIN(new_cl_mark)
{
    UNUSED;
    cl_mark *m = aligned_zeros(sizeof(cl_mark));
    if (!m)
        return PyErr_NoMemory();
    m->stream = ADDRESS(cl_stream, 0);
    return PyLong_FromUnsignedLongLong((u64)m);
}

/* drop_cl_mark(mark): frees it; nobody may be using it any more. */
BUILTIN(drop_cl_mark)
{
    UNUSED;
    cl_mark *m = ADDRESS(cl_mark, 0);
    if (m->event)
        m->stream->calls->release(m->event);
    free(m);
    return PyLong_FromUnsignedLongLong(0);
}

/* new_cl_function(calls, kernel, bytes): the kernel of one plan, whose layout words are set. `bytes` is
 * a tuple, with the size of each scalar and 0 for each address. `release` frees it. */
BUILTIN(new_cl_function)
{
    UNUSED;
    i64 slots = PyTuple_Size(args[2]);
    if (slots > MOST_SLOTS)
        return PyErr_SetString(PyExc_TypeError, "too many parameters"), (PyObject *)0;
    cl_function *f = aligned_zeros(sizeof(cl_function));
    if (!f)
        return PyErr_NoMemory();
    f->calls = ADDRESS(const cl_calls, 0);
    f->kernel = ADDRESS(void, 1);
    f->slots = (u32)slots;
    for (i64 i = 0; i < slots; i++)
        f->bytes[i] = (u8)PyLong_AsUnsignedLongLong(PyTuple_GetItem(args[2], i));
    return PyLong_FromUnsignedLongLong((u64)f);
}
