"""Whether a kernel may know the objects of users, and so be part of a cycle with them.

A kernel refers to what it was made with: functions that return its grain or its bound, the function
behind a pointer. A method leads to its object, and a closure to what it is over. The executions of
such a kernel are shown to the garbage collector, which costs each launch some 0.3 µs; those of all
others are hidden from it.
"""

from __future__ import annotations

import ctypes
import gc
from types import BuiltinFunctionType, CodeType, FunctionType, MappingProxyType, ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamrt._compile.kernel import Kernel

__all__ = ["may_know_users"]

MOST_OBJECTS = 1000
_LEAVES = (str, bytes, int, float, type(None), type, ModuleType, CodeType, BuiltinFunctionType)
_CONTAINERS = (tuple, list, dict, set, frozenset, MappingProxyType)
_OURS = ("streamrt", "streamrt_kernels")
_POINTERS = (*_OURS, ctypes.__name__, "_ctypes")


def may_know_users(kernel: Kernel) -> bool:
    """Whether a kernel may lead to objects that are neither streamrt's nor a module's."""
    if kernel._knows_users is None:
        kernel._knows_users = _leads_to_users(kernel)
    return kernel._knows_users


def _leads_to_users(kernel: Kernel) -> bool:
    waiting: list[object] = [kernel.grain, kernel.bound_ns, *kernel.implementations.values()]
    seen: set[int] = set()
    while waiting and len(seen) < MOST_OBJECTS:
        each = waiting.pop()
        if id(each) in seen or isinstance(each, _LEAVES):
            continue
        seen.add(id(each))
        if isinstance(each, FunctionType):
            if _root(each.__module__) not in _OURS:
                if each.__closure__:
                    return True
                waiting += [each.__defaults__, each.__kwdefaults__, each.__dict__]
        elif isinstance(each, _CONTAINERS) or _root(type(each).__module__) in _POINTERS:
            waiting += gc.get_referents(each)
        else:
            return True
    return bool(waiting)


def _root(module: str | None) -> str:
    return (module or "").partition(".")[0]
