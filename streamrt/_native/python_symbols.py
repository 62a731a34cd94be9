"""The functions and objects of the interpreter that the native core calls."""

from __future__ import annotations

import ctypes
import platform
import sys

from streamrt.errors import UnsupportedPlatformError

_API_FUNCTIONS = (
    "PyBool_FromLong",
    "PyBuffer_Release",
    "PyByteArray_AsString",
    "PyByteArray_FromStringAndSize",
    "PyContextVar_Get",  # outside of the stable ABI
    "PyDict_GetItemWithError",
    "PyDict_New",
    "PyDict_Next",
    "PyDict_SetItem",
    "PyDescr_NewMethod",
    "PyErr_CheckSignals",
    "PyErr_Clear",
    "PyErr_ExceptionMatches",
    "PyErr_NoMemory",
    "PyErr_Occurred",
    "PyErr_SetString",
    "PyEval_GetFrame",
    "PyEval_RestoreThread",
    "PyEval_SaveThread",
    "PyFloat_AsDouble",
    "PyFrame_GetBack",  # it and the one below but one are outside of the stable ABI
    "PyFrame_GetCode",
    "PyFrame_GetLasti",
    "PyGC_Disable",
    "PyGC_Enable",
    "PyList_Append",
    "PyList_GetItem",
    "PyList_New",
    "PyList_SetSlice",
    "PyList_Size",
    "PyLong_AsLongLong",
    "PyLong_AsUnsignedLongLong",
    "PyLong_FromUnsignedLongLong",
    "PyObject_Call",
    "PyObject_CallFunctionObjArgs",
    "PyObject_CallMethodObjArgs",
    "PyObject_ClearWeakRefs",
    "PyObject_GC_IsTracked",
    "PyObject_GC_Track",
    "PyObject_GC_UnTrack",
    "PyObject_GetAttr",
    "PyObject_GetBuffer",
    "PyObject_IsTrue",
    "PyObject_Size",
    "PyTuple_GetItem",
    "PyTuple_New",
    "PyTuple_SetItem",
    "PyTuple_Size",
    "PyType_FromSpec",
    "PyType_GenericAlloc",
    "PyType_GetSlot",
    "PyType_IsSubtype",
    "PyUnicode_Compare",
    "PyUnicode_CompareWithASCIIString",
    "Py_DecRef",
    "Py_IncRef",
)
_API_OBJECTS = (
    "PyExc_OverflowError",
    "PyExc_RuntimeError",
    "PyExc_TypeError",
    "PyLong_Type",
    "_Py_NoneStruct",
)


def python_symbols() -> dict[str, int]:
    """Returns the addresses of the interpreter's functions that the core calls.

    Raises:
        UnsupportedPlatformError: if the interpreter lacks one.
    """
    symbols: dict[str, int] = {}
    for name in _API_FUNCTIONS:
        try:
            address = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value
        except AttributeError as error:
            raise UnsupportedPlatformError(
                f"load the native core: {sys.implementation.name} {platform.python_version()} has "
                f"no function {name}, which the core calls; use a version that is supported"
            ) from error
        assert address is not None
        symbols[name] = address
    for name in _API_OBJECTS:
        symbols[name] = ctypes.addressof(ctypes.c_void_p.in_dll(ctypes.pythonapi, name))
    return symbols
