/* The functions of CPython's stable ABI that the core calls, and the form of a builtin.
 *
 * They are declared here, so that the core compiles without an interpreter's headers.
 */
#pragma once
#include "native.h"

typedef struct object PyObject;
typedef i64 Py_ssize_t;
extern u64 PyLong_AsUnsignedLongLong(PyObject *);
extern i64 PyLong_AsLongLong(PyObject *);
extern PyObject *PyLong_FromUnsignedLongLong(u64);
extern double PyFloat_AsDouble(PyObject *);
extern PyObject *PyErr_Occurred(void);
extern void PyErr_SetString(PyObject *, const char *);
extern PyObject *PyErr_NoMemory(void);
extern Py_ssize_t PyTuple_Size(PyObject *);
extern PyObject *PyTuple_GetItem(PyObject *, Py_ssize_t);
extern PyObject *PyExc_OverflowError;

typedef PyObject *fast_function(PyObject *, PyObject *const *, Py_ssize_t);
typedef struct { const char *name; fast_function *call; i32 flags; const char *doc; } PyMethodDef;
#define METH_FASTCALL 0x80
#define BUILTIN(name) \
    static PyObject *name(PyObject *self, PyObject *const *args, Py_ssize_t n)
#define ADDRESS(type, i) ((type *)PyLong_AsUnsignedLongLong(args[i]))
#define NUMBER(i) PyLong_AsUnsignedLongLong(args[i])
#define UNUSED (void)self, (void)n
