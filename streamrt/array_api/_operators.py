"""The operators of arrays, as methods: each is a native function that stands in the class itself.

So an operator is one call of a Python function: the quick path of the calls that came before.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from streamrt._core.values import told
from streamrt._jit.calling.quick_path import write_binder
from streamrt._jit.options import Options
from streamrt._jit.tracing.recording import is_any
from streamrt._jit.tracing.tracer import Tracer
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.inner import layout_of
from streamrt._runtime.stream import Stream
from streamrt.array_api import _views
from streamrt.array_api._native import MOST_KINDS, NativeCalls
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = ["Operators"]

OPERANDS = (Wrapped, Tracer, np.ndarray, np.generic, Buffer, bool, int, float, complex)
"""The types of the operands that operators take."""


class _OperatorCalls(NativeCalls):
    """The calls of an operator, which is a plain function in the class of arrays."""

    def __init__(
        self, function: Callable[..., Any], owner: type[Any], name: str, is_real: bool
    ) -> None:
        options = Options((), (), False, True, MOST_KINDS)
        super().__init__(function, function.__name__, options, is_real)
        self._target = owner, name

    def _slowly(self, values: tuple[Any, ...], stream: Stream | None) -> Any:
        """Returns NotImplemented if an operand is nothing for arrays."""
        if not all(is_any(value, *OPERANDS) for value in values):
            return NotImplemented
        return super()._slowly(values, stream)

    def _accept(self, fast: Callable[..., Any], on_stream: bool) -> None:
        if not on_stream:
            setattr(*self._target, fast)


class _Operator:
    """Stands in the body of a class for an operator, until the class is there."""

    def __init__(self, function: Callable[..., Any], is_real: bool = False) -> None:
        self._function = function
        self._is_real = is_real

    def __set_name__(self, owner: type[Any], name: str) -> None:
        function, is_real = self._function, self._is_real

        @functools.wraps(function)
        def first(*operands: Any) -> Any:
            calls = _OperatorCalls(function, owner, name, is_real)
            setattr(owner, name, write_binder(calls.parameters, calls.call))
            return calls.call(operands)

        setattr(owner, name, first)


def _named(function: Any, ufunc: np.ufunc) -> Any:
    function.__name__ = ufunc.__name__
    return function


def forward(ufunc: np.ufunc) -> Any:
    """Returns an operator, for the body of the class."""

    def function(self: Any, other: Any, /) -> Any:
        return ufunc(self, other)

    return _Operator(_named(function, ufunc))


def reflected(ufunc: np.ufunc) -> Any:
    """Returns an operator whose left operand is no array."""

    def function(self: Any, other: Any, /) -> Any:
        return ufunc(other, self)

    return _Operator(_named(function, ufunc))


def unary(ufunc: np.ufunc, *, is_real: bool = False) -> Any:
    """Returns an operator with one operand."""

    def function(self: Any, /) -> Any:
        return ufunc(self)

    return _Operator(_named(function, ufunc), is_real)


def in_place(name: str, symbol: str) -> Any:
    """Returns an operator that writes to its left operand."""

    def function(self: Any, other: Any, /) -> Any:
        made = getattr(self, name)(other)
        if made is NotImplemented or not isinstance(made, Wrapped):
            return made
        what = f"{symbol} on {told(self)}"
        old, new = layout_of(self.buffer), layout_of(made.buffer)
        if new.dtype != old.dtype:
            raise ArgumentTypeError(f"{what}: the result is {new.dtype}; write x = x ... instead")
        if new.shape != old.shape:
            raise ArgumentError(f"{what}: the result has shape {list(new.shape)}")
        _views.overwrite(self, made, what)
        return self

    return function


if TYPE_CHECKING:

    class Operators:
        """The operators of arrays: element by element, with Python's numbers, too."""

        __slots__ = ()

        def __add__(self, other: Any, /) -> Self: ...
        def __radd__(self, other: Any, /) -> Self: ...
        def __iadd__(self, other: Any, /) -> Self: ...
        def __sub__(self, other: Any, /) -> Self: ...
        def __rsub__(self, other: Any, /) -> Self: ...
        def __isub__(self, other: Any, /) -> Self: ...
        def __mul__(self, other: Any, /) -> Self: ...
        def __rmul__(self, other: Any, /) -> Self: ...
        def __imul__(self, other: Any, /) -> Self: ...
        def __truediv__(self, other: Any, /) -> Self: ...
        def __rtruediv__(self, other: Any, /) -> Self: ...
        def __itruediv__(self, other: Any, /) -> Self: ...
        def __floordiv__(self, other: Any, /) -> Self: ...
        def __rfloordiv__(self, other: Any, /) -> Self: ...
        def __ifloordiv__(self, other: Any, /) -> Self: ...
        def __mod__(self, other: Any, /) -> Self: ...
        def __rmod__(self, other: Any, /) -> Self: ...
        def __imod__(self, other: Any, /) -> Self: ...
        def __pow__(self, other: Any, /) -> Self: ...
        def __rpow__(self, other: Any, /) -> Self: ...
        def __ipow__(self, other: Any, /) -> Self: ...
        def __and__(self, other: Any, /) -> Self: ...
        def __rand__(self, other: Any, /) -> Self: ...
        def __iand__(self, other: Any, /) -> Self: ...
        def __or__(self, other: Any, /) -> Self: ...
        def __ror__(self, other: Any, /) -> Self: ...
        def __ior__(self, other: Any, /) -> Self: ...
        def __xor__(self, other: Any, /) -> Self: ...
        def __rxor__(self, other: Any, /) -> Self: ...
        def __ixor__(self, other: Any, /) -> Self: ...
        def __lshift__(self, other: Any, /) -> Self: ...
        def __rlshift__(self, other: Any, /) -> Self: ...
        def __ilshift__(self, other: Any, /) -> Self: ...
        def __rshift__(self, other: Any, /) -> Self: ...
        def __rrshift__(self, other: Any, /) -> Self: ...
        def __irshift__(self, other: Any, /) -> Self: ...
        def __matmul__(self, other: Any, /) -> Self: ...
        def __rmatmul__(self, other: Any, /) -> Self: ...
        def __imatmul__(self, other: Any, /) -> Self: ...
        def __lt__(self, other: Any, /) -> Self: ...
        def __le__(self, other: Any, /) -> Self: ...
        def __gt__(self, other: Any, /) -> Self: ...
        def __ge__(self, other: Any, /) -> Self: ...
        def __eq__(self, other: object, /) -> Self: ...  # type: ignore[override] # pyright: ignore[reportIncompatibleMethodOverride]
        def __ne__(self, other: object, /) -> Self: ...  # type: ignore[override] # pyright: ignore[reportIncompatibleMethodOverride]
        def __neg__(self) -> Self: ...
        def __pos__(self) -> Self: ...
        def __abs__(self) -> Self: ...
        def __invert__(self) -> Self: ...

else:

    class Operators:
        """The operators of arrays: element by element, with Python's numbers, too."""

        __slots__ = ()

        __add__, __radd__ = forward(np.add), reflected(np.add)
        __sub__, __rsub__ = forward(np.subtract), reflected(np.subtract)
        __mul__, __rmul__ = forward(np.multiply), reflected(np.multiply)
        __truediv__, __rtruediv__ = forward(np.true_divide), reflected(np.true_divide)
        __floordiv__, __rfloordiv__ = forward(np.floor_divide), reflected(np.floor_divide)
        __mod__, __rmod__ = forward(np.remainder), reflected(np.remainder)
        __and__, __rand__ = forward(np.bitwise_and), reflected(np.bitwise_and)
        __or__, __ror__ = forward(np.bitwise_or), reflected(np.bitwise_or)
        __xor__, __rxor__ = forward(np.bitwise_xor), reflected(np.bitwise_xor)
        __lshift__, __rlshift__ = forward(np.left_shift), reflected(np.left_shift)
        __rshift__, __rrshift__ = forward(np.right_shift), reflected(np.right_shift)
        __matmul__, __rmatmul__ = forward(np.matmul), reflected(np.matmul)
        _power, __rpow__ = forward(np.power), reflected(np.power)
        _square = unary(np.square)
        __lt__, __le__ = forward(np.less), forward(np.less_equal)
        __gt__, __ge__ = forward(np.greater), forward(np.greater_equal)
        __eq__, __ne__ = forward(np.equal), forward(np.not_equal)
        __neg__, __pos__ = unary(np.negative), unary(np.positive)
        __abs__, __invert__ = unary(np.absolute, is_real=True), unary(np.invert)
        __iadd__, __isub__ = in_place("__add__", "+="), in_place("__sub__", "-=")
        __imul__, __itruediv__ = in_place("__mul__", "*="), in_place("__truediv__", "/=")
        __ifloordiv__, __imod__ = in_place("__floordiv__", "//="), in_place("__mod__", "%=")
        __iand__, __ior__ = in_place("__and__", "&="), in_place("__or__", "|=")
        __ixor__, __ipow__ = in_place("__xor__", "^="), in_place("__pow__", "**=")
        __ilshift__, __irshift__ = in_place("__lshift__", "<<="), in_place("__rshift__", ">>=")
        __imatmul__ = in_place("__matmul__", "@=")

        def __pow__(self, other: Any, /) -> Any:
            """Returns the power; for an exponent of 2 it multiplies."""
            if other.__class__ is int and other == 2 and self.dtype.kind != "b":
                return self._square()
            return self._power(other)
