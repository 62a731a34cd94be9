"""Types whose instances have native fields, made without native code.

`import streamrt` defines the classes of users and does not load the core. So a class whose objects
native code reads and writes, such as `Execution`, extends a type of this module: a type of CPython
with numbers in fixed places, and nothing else. It has no code of its own. The rest of such a class
is Python: its slots, which native code finds by `slot_offset`, and its methods.

Rejected: types of the core as bases, because they exist only once the core is loaded; and numbers
as objects in slots, because each costs an allocation and 32 bytes.
"""

from __future__ import annotations

import ctypes
from typing import Any

_BASE_TYPE = 1 << 10
_MEMBERS = 72
_KINDS = {"u64": (18, 8), "i32": (1, 4), "bool": (14, 1)}  # CPython's code of the kind, and bytes


class _Member(ctypes.Structure):
    """CPython's PyMemberDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("kind", ctypes.c_int),
        ("offset", ctypes.c_ssize_t),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class _Slot(ctypes.Structure):
    """CPython's PyType_Slot."""

    _fields_ = (("slot", ctypes.c_int), ("what", ctypes.c_void_p))


class _Spec(ctypes.Structure):
    """CPython's PyType_Spec."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("basicsize", ctypes.c_int),
        ("itemsize", ctypes.c_int),
        ("flags", ctypes.c_uint),
        ("slots", ctypes.POINTER(_Slot)),
    )


def fields(name: str, **kinds: str) -> type[Any]:
    """Returns a type whose instances have these native fields, all 0 at first.

    Args:
        name: the qualified name of the type.
        kinds: the kind of each field, `u64`, `i32` or `bool`, in the order in which a C structure
            has them.
    """
    at = object.__basicsize__  # 16 bytes, or 32 where the interpreter has no global lock
    members: list[_Member] = []
    for field, kind in kinds.items():
        code, nbytes = _KINDS[kind]
        at = -(-at // nbytes) * nbytes
        members.append(_Member(field.encode(), code, at, 0, None))
        at += nbytes
    table = (_Member * (len(members) + 1))(*members)
    slots = (_Slot * 2)(_Slot(_MEMBERS, ctypes.addressof(table)), _Slot(0, None))
    spec = _Spec(name.encode(), -(-at // 8) * 8, 0, _BASE_TYPE, slots)
    _kept.append((table, spec))  # some versions of CPython refer to them
    make = ctypes.pythonapi.PyType_FromSpec
    make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p,)
    made: type[Any] = make(ctypes.addressof(spec))
    return made


_kept: list[object] = []


def slot_offset(kind: type[Any], name: str) -> int:
    """Returns where a slot lies in the objects of a class, in bytes: found by filling one."""
    probe = object.__new__(kind)
    mark = object()
    setattr(probe, name, mark)
    words = (ctypes.c_uint64 * (kind.__basicsize__ // 8)).from_address(id(probe))
    places = [8 * index for index, word in enumerate(words) if word == id(mark)]
    delattr(probe, name)
    (offset,) = places
    return offset
