/* The functions of CPython that the core calls, and the forms of builtins and of native types.
 *
 * They are declared here, so that the core compiles without an interpreter's headers. All of them
 * belong to the stable ABI of 3.11, except PyFrame_GetBack and PyFrame_GetLasti: python_symbols.py has
 * the list, and looks each of them up for the core.
 */
#pragma once
#include <stddef.h>
#include "native.h"

typedef struct object PyObject;
typedef i64 Py_ssize_t;
typedef int visitproc(PyObject *, void *);

typedef PyObject *fast_function(PyObject *, PyObject *const *, Py_ssize_t);
typedef PyObject *keyword_function(PyObject *, PyObject *const *, Py_ssize_t, PyObject *);
typedef struct { const char *name; void *call; i32 flags; const char *doc; } PyMethodDef;
typedef struct { const char *name; i32 type; Py_ssize_t offset; i32 flags; const char *doc; } PyMemberDef;
typedef struct { const char *name; void *get, *set; const char *doc; void *closure; } PyGetSetDef;
typedef struct { i32 slot; void *what; } PyType_Slot;
typedef struct { const char *name; i32 basicsize, itemsize; u32 flags; PyType_Slot *slots; } PyType_Spec;

/* ---- numbers, tuples and other containers ---------------------------------------------------- */

extern u64 PyLong_AsUnsignedLongLong(PyObject *);
extern i64 PyLong_AsLongLong(PyObject *);
extern PyObject *PyLong_FromUnsignedLongLong(u64);
extern double PyFloat_AsDouble(PyObject *);
extern Py_ssize_t PyTuple_Size(PyObject *);
extern PyObject *PyTuple_GetItem(PyObject *, Py_ssize_t);
extern PyObject *PyTuple_New(Py_ssize_t);
extern int PyTuple_SetItem(PyObject *, Py_ssize_t, PyObject *);
extern PyObject *PyList_New(Py_ssize_t);
extern int PyList_Append(PyObject *, PyObject *);
extern Py_ssize_t PyList_Size(PyObject *);
extern PyObject *PyList_GetItem(PyObject *, Py_ssize_t);
extern int PyList_SetSlice(PyObject *, Py_ssize_t, Py_ssize_t, PyObject *);
extern PyObject *PyBool_FromLong(long);
extern int PyContextVar_Get(PyObject *, PyObject *, PyObject **);
extern PyObject *PyDict_New(void);
extern int PyDict_SetItem(PyObject *, PyObject *, PyObject *);
extern PyObject *PyDict_GetItemWithError(PyObject *, PyObject *);
extern int PyDict_Next(PyObject *, Py_ssize_t *, PyObject **, PyObject **);
extern PyObject *PyByteArray_FromStringAndSize(const char *, Py_ssize_t);
extern char *PyByteArray_AsString(PyObject *);
extern int PyUnicode_Compare(PyObject *, PyObject *);
extern int PyUnicode_CompareWithASCIIString(PyObject *, const char *);
extern PyObject *PyObject_GetAttr(PyObject *, PyObject *);
extern int PyObject_IsTrue(PyObject *);
extern Py_ssize_t PyObject_Size(PyObject *);

/* CPython's Py_buffer, of which the first bytes are of interest. */
typedef struct { void *bytes; PyObject *owner; Py_ssize_t count; u64 rest[8]; } buffer_view;
extern int PyObject_GetBuffer(PyObject *, buffer_view *, int);
extern void PyBuffer_Release(buffer_view *);

/* ---- errors, calls, frames, threads ---------------------------------------------------------- */

extern PyObject *PyErr_Occurred(void);
extern int PyErr_ExceptionMatches(PyObject *);
extern int PyErr_CheckSignals(void);
extern void PyErr_Clear(void);
extern void PyErr_SetString(PyObject *, const char *);
extern PyObject *PyErr_NoMemory(void);
extern PyObject *PyExc_OverflowError, *PyExc_TypeError, *PyExc_RuntimeError;
extern PyObject *PyObject_Call(PyObject *, PyObject *, PyObject *);
extern PyObject *PyObject_CallFunctionObjArgs(PyObject *, ...);
extern PyObject *PyObject_CallMethodObjArgs(PyObject *, PyObject *, ...);
extern PyObject *PyEval_GetFrame(void), *PyFrame_GetBack(PyObject *), *PyFrame_GetCode(PyObject *);
extern int PyFrame_GetLasti(PyObject *);
extern void *PyEval_SaveThread(void);
extern void PyEval_RestoreThread(void *);

/* ---- objects and types ----------------------------------------------------------------------- */

extern PyObject _Py_NoneStruct, PyLong_Type;
extern void Py_IncRef(PyObject *), Py_DecRef(PyObject *);
extern PyObject *PyType_FromSpec(void *), *PyDescr_NewMethod(PyObject *, PyMethodDef *);
extern PyObject *PyType_GenericAlloc(PyObject *, Py_ssize_t);
extern void *PyType_GetSlot(PyObject *, int);
extern int PyType_IsSubtype(PyObject *, PyObject *);
extern int PyGC_Disable(void), PyGC_Enable(void);
extern int PyObject_GC_IsTracked(PyObject *);
extern void PyObject_GC_Track(void *), PyObject_GC_UnTrack(void *), PyObject_ClearWeakRefs(PyObject *);

enum { METH_FASTCALL = 0x80, METH_KEYWORDS = 2, METH_NOARGS = 4 };
enum { TP_CLEAR = 51, TP_DEALLOC = 52, TP_METHODS = 64, TP_TRAVERSE = 71, TP_MEMBERS = 72,
       TP_GETSET = 73, TP_FREE = 74 };
enum { MEMBER_UINT = 11, MEMBER_OBJECT = 6, MEMBER_U64 = 18, MEMBER_SSIZE = 19, READONLY = 1 };
enum { NO_INSTANTIATION = 1 << 7, HAVE_GC = 1 << 14 };

#define BUILTIN(name) \
    __attribute__((unused)) static PyObject *name(PyObject *self, PyObject *const *args, Py_ssize_t n)
#define ADDRESS(type, i) ((type *)PyLong_AsUnsignedLongLong(args[i]))
#define NUMBER(i) PyLong_AsUnsignedLongLong(args[i])
#define UNUSED (void)self, (void)n
#define NONE (&_Py_NoneStruct)

/* object.__basicsize__, where the fields of our types begin: 16, or 32 in an interpreter without a
 * global lock. The type of an object is the last word before that, in both. */
static i64 head_bytes;
#define FIELDS(type, o) ((type *)((char *)(o) + head_bytes))
#define OBJECT_OF(fields) ((PyObject *)((char *)(fields) - head_bytes))
#define TYPE_OF(o) (*(PyObject **)((char *)(o) + head_bytes - 8))

/* Between these two, new objects run no Python code: the collector, and so finalizers, wait. */
static inline int hold_collector(void) { return PyGC_Disable(); }
static inline void free_collector(int held)
{
    if (held)
        PyGC_Enable();
}

static inline PyObject *own(PyObject *o)
{
    if (o)
        Py_IncRef(o);
    return o;
}

static inline void disown(PyObject *o)
{
    if (o)
        Py_DecRef(o);
}

/* Puts an object into a place of its owner. What was there goes last: it may run Python code. */
static inline void replace(PyObject **place, PyObject *o)
{
    PyObject *before = *place;
    *place = own(o);
    disown(before);
}

/* Gives back the memory of an object of one of our types. */
static inline void free_object(PyObject *self)
{
    PyObject *type = TYPE_OF(self);
    ((void (*)(void *))PyType_GetSlot(type, TP_FREE))(self);
    Py_DecRef(type);
}
