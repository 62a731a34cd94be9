"""Elements of tracers, for what needs them: `if`, `range`, `float`, whatever takes an array.

Elements are there if the value depends on no argument (known.py). Else it is refused, with what to
write in its place.
"""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable
from dis import opname
from types import FrameType
from typing import Any

import numpy as np

from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.known import elements_of
from streamrt._jit.tracing.needed import ask
from streamrt._jit.tracing.numpys.replacing import spread
from streamrt._jit.tracing.recording import AgainError
from streamrt._jit.tracing.ufunc_table import truth
from streamrt.errors import TraceError

__all__ = ["Elements", "method_of", "through"]

_WHERE = "use np.where, or declare what decides it static"
_NUMBER = "declare the argument static, or compute with arrays"
_OUTSIDE = "return the array, and convert it outside"
_NUMBERS = frozenset(("int()", "float()", "math.trunc()", "math.floor()", "math.ceil()"))
_STATIC = "its value is not known while tracing"


def through(function: Callable[..., Any], what: str, advice: str) -> Callable[..., Any]:
    """Returns a method that a NumPy array has as a function of its elements."""

    def method(self: Any, *args: Any, **options: Any) -> Any:
        return function(self._elements(what, advice), *args, **options)

    return method


def method_of(name: str, what: str, advice: str) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **options: Any) -> Any:
        return getattr(self._elements(what, advice), name)(*args, **options)

    return method


class Elements(Cell):
    """A cell with the methods of NumPy's arrays and scalars that tell elements."""

    __slots__ = ()

    def _refusal(self, what: str, advice: str) -> TraceError:
        self.read()
        return self._recording.error(f"{what} of {self._recording.origin(self.read())}; {advice}")

    def _elements(self, what: str, advice: str) -> Any:
        """Returns the array or the scalar that NumPy has in place of this tracer.

        Raises:
            TraceError: an argument decides what the elements are.
        """
        found = elements_of(self._recording, self.read())
        if found is None:
            self._may_be_another(what, sys._getframe(2))
            ask(what, self)
            raise self._refusal(what, advice)
        return found[()] if self.is_number else found

    def _may_be_another(self, what: str, frame: FrameType) -> None:
        """Ends the trace if a number is better served by one of a higher level.

        `math.sqrt(n)` is traced there, and so is the array that `a[0] = n` writes to. Both ask for
        a float.
        """
        recording = self._recording
        is_write = opname[frame.f_code.co_code[frame.f_lasti]] == "STORE_SUBSCR"
        recording.try_again(2 if is_write else 1, is_new=spread(frame))
        if what in _NUMBERS and recording.another >= 0 and recording.caller.asker is not None:
            raise AgainError

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """Returns the elements, which nobody may write to."""
        recording = self._recording
        found = elements_of(recording, self.read())
        if found is None:
            ask("a NumPy array", self)
            is_new = spread(sys._getframe(1))
            recording.try_again(recording.level if is_new else 2, is_new=is_new)
            raise self._refusal(
                "use as a NumPy array",
                "write it with functions that can be traced, join a list of traced values by "
                "np.stack, or compute it outside of the function",
            )
        if dtype is None and not copy:
            return found
        return found.astype(found.dtype if dtype is None else dtype)

    def __bool__(self) -> bool:
        """Returns the truth of one element, which a branch may have to be traced for."""
        recording, value = self._recording, self.read()
        if value.size != 1 or elements_of(recording, value) is not None:
            return bool(self._elements("bool()", _WHERE))
        ask("bool()", self)
        return recording.truth(truth(recording.begin(), value), self._refusal("bool()", _WHERE))

    __int__ = through(int, "int()", f"use .astype(np.int64); {_STATIC}; {_NUMBER}")
    __float__ = through(
        float, "float()", f"use NumPy's functions, as np.exp for math.exp; {_STATIC}"
    )
    __complex__ = through(complex, "complex()", "write x + 0j")
    __index__ = through(
        operator.index, "range(), or an index,", f"{_STATIC}; declare the argument static"
    )
    __round__ = through(round, "round()", "use np.round")
    __trunc__ = through(math.trunc, "math.trunc()", "use np.trunc")
    __floor__ = through(math.floor, "math.floor()", "use np.floor")
    __ceil__ = through(math.ceil, "math.ceil()", "use np.ceil")
    __contains__ = through(operator.contains, "`in`", "use np.any(x == value)")
    __reduce__ = method_of("__reduce__", "pickling", "return it from the function")
    item = method_of("item", ".item()", f"{_STATIC}; compute with arrays")
    tolist = method_of("tolist", ".tolist()", f"{_STATIC}; {_OUTSIDE}")
    tobytes = method_of("tobytes", ".tobytes()", f"{_STATIC}; {_OUTSIDE}")
    nonzero = method_of(
        "nonzero", ".nonzero()", "the shape would depend on values; use np.where(mask, x, y)"
    )

    @property  # type: ignore[misc] # isinstance asks for nothing but the class
    def __class__(self) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        if self._weak is not None:
            return self._weak
        value = self._value
        return value.dtype.numpy.type if self.is_number and not self.is_array else np.ndarray
