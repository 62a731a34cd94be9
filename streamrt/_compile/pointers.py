"""Native function pointers, in each form in which Python code holds them.

A pointer may be an integer, a ctypes function, a cffi function, an object with an integer
`address` (numba's cfunc), or a PyCapsule. If the object knows its prototype, this is read, too.
A scalar is spelled as its dtype's name, a pointer as the name of its target with a star. `void*`
fits any target, `char*` any target of one byte. A type without such a name keeps its own name.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from streamrt._compile.signatures.arguments import spell_type
from streamrt._compile.signatures.dtypes import DTYPES, SPELLINGS
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = ["Foreign", "fits", "resolve"]

# The base classes have no public names.
_FUNCTION = cast("type[Any]", ctypes.CFUNCTYPE(None).__base__)
_POINTER = cast("type[Any]", ctypes.POINTER(ctypes.c_int).__base__)
_SIMPLE = cast("type[Any]", ctypes.c_int.__base__)

_KINDS = {
    "?": "bool",
    **dict.fromkeys("fd", "f"),
    **dict.fromkeys("bhilq", "i"),
    **dict.fromkeys("BHILQ", "u"),
}

_capsule_name = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(
    ("PyCapsule_GetName", ctypes.pythonapi)
)
_capsule_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


@dataclass(frozen=True, slots=True)
class Foreign:
    """A native function.

    Attributes:
        address: the address where it starts.
        arguments: the types of its arguments, or None if the object does not say.
        result: the type of its result, or None if the object does not say.
    """

    address: int
    arguments: tuple[str, ...] | None = None
    result: str | None = None


def resolve(pointer: object, what: str) -> Foreign:
    """Reads a native function's address and, if it is known, its prototype.

    Raises:
        ArgumentTypeError: for an object that is no function pointer.
        ArgumentError: for a null pointer, or an address that no pointer can have.
    """
    found = _resolve(pointer)
    if found is None:
        raise ArgumentTypeError(
            f"{what}: the pointer is of type {spell_type(pointer)}; pass an address, a ctypes or "
            "cffi function, a numba cfunc or a PyCapsule"
        )
    if found.address == 0:
        raise ArgumentError(f"{what}: the pointer is null; it must point to a function")
    if not 0 < found.address < 1 << (8 * ctypes.sizeof(ctypes.c_void_p)):
        raise ArgumentError(f"{what}: the pointer is {found.address}; no address is that number")
    return found


def _resolve(pointer: object) -> Foreign | None:
    if isinstance(pointer, bool):
        return None
    if isinstance(pointer, int):
        return Foreign(pointer)
    if isinstance(pointer, _FUNCTION):
        return _from_ctypes(pointer)
    if type(pointer).__name__ == "PyCapsule":
        return Foreign(_capsule_pointer(pointer, _capsule_name(pointer)) or 0)
    if type(pointer).__module__ == "_cffi_backend":
        return _from_cffi(pointer)
    address = getattr(pointer, "address", None)
    if isinstance(address, int) and not isinstance(address, bool):
        return _from_numba(pointer, address)
    return None


def _from_ctypes(function: Any) -> Foreign:
    address = ctypes.cast(function, ctypes.c_void_p).value or 0
    arguments = cast("Sequence[Any] | None", function.argtypes)
    if arguments is None:
        return Foreign(address)
    # A function of a CDLL returns int until told otherwise, which says nothing.
    declared = hasattr(function, "_argtypes_") or function.restype is not ctypes.c_int
    result = _spell_ctypes(function.restype) if declared else None
    return Foreign(address, tuple(map(_spell_ctypes, arguments)), result)


def _spell_ctypes(kind: Any) -> str:
    if kind is None:
        return "void"
    if not isinstance(kind, type):
        return str(kind)
    if issubclass(kind, ctypes.c_void_p):
        return "void*"
    if issubclass(kind, ctypes.c_char_p):
        return "char*"
    if issubclass(kind, _POINTER):
        return _spell_ctypes(cast("Any", kind)._type_) + "*"
    code = _KINDS.get(cast("Any", kind)._type_) if issubclass(kind, _SIMPLE) else None
    if code is None or code == "bool":
        return code or kind.__name__
    return f"{code}{8 * ctypes.sizeof(cast('type[ctypes.c_int]', kind))}"


def _from_cffi(pointer: object) -> Foreign | None:
    cffi: Any = sys.modules["_cffi_backend"]
    try:
        kind = cffi.typeof(pointer)
    except TypeError:
        return None
    if kind.kind != "function" and kind.cname != "void *":
        return None
    address = int(cffi.FFI().cast("uintptr_t", pointer))
    if kind.kind != "function":
        return Foreign(address)
    arguments = tuple(_spell_cffi(cffi, argument) for argument in kind.args)
    return Foreign(address, arguments, _spell_cffi(cffi, kind.result))


def _spell_cffi(cffi: Any, kind: Any) -> str:
    name = str(kind.cname)
    if kind.kind == "pointer":
        target = str(kind.item.cname)
        return f"{target}*" if target in ("void", "char") else _spell_cffi(cffi, kind.item) + "*"
    if kind.kind != "primitive":
        return name
    if name in ("float", "double"):
        return f"f{8 * cffi.sizeof(kind)}"
    if name == "_Bool":
        return "bool"
    unsigned = name.startswith(("u", "char16", "char32")) or name == "size_t"
    spelled = f"{'u' if unsigned else 'i'}{8 * cffi.sizeof(kind)}"
    return spelled if spelled in DTYPES and "complex" not in name else name


def _from_numba(pointer: object, address: int) -> Foreign:
    prototype: Any = getattr(pointer, "_sig", None)
    if prototype is None:
        return Foreign(address)
    arguments = tuple(_spell_numba(str(argument)) for argument in prototype.args)
    return Foreign(address, arguments, _spell_numba(str(prototype.return_type)))


_NUMBA = {**SPELLINGS, "none": "void"}  # numba has NumPy's names


def _spell_numba(name: str) -> str:
    target = name.rstrip("*")
    return _NUMBA.get(target, target) + name[len(target) :]


def fits(found: str, wanted: str) -> bool:
    """Returns whether an argument declared as `found` takes what a kernel passes as `wanted`."""
    if found == wanted:
        return True
    target = wanted.rstrip("*")
    if wanted.endswith("*"):
        if found == "void*" or (found == "char*" and DTYPES[target].itemsize == 1):
            return True
        return found.endswith("*") and fits(found[:-1], target)
    # A bool is a byte that holds 0 or 1.
    return target == "bool" and found == "u8"
