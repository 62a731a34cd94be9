"""The operators of arrays, as methods: each is a native function that stands in the class itself.

So an operator is one call of a Python function: the quick path of the calls that came before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from streamrt._jit.arguments import write_binder
from streamrt._jit.options import Options
from streamrt._jit.tracer import Tracer
from streamrt._jit.wrapped import Wrapped
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.stream import Stream
from streamrt.array_api import _views
from streamrt.array_api._native import MOST_KINDS, NativeCalls
from streamrt.errors import ArgumentError, ArgumentTypeError

if TYPE_CHECKING:
    from streamrt.array_api._array import Array

__all__ = ["forward", "in_place", "reflected", "unary"]

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

    def call(self, values: tuple[Any, ...], stream: Stream | None = None) -> Any:
        """Makes a call that is not quick; NotImplemented if an operand is nothing for arrays."""
        if not all(isinstance(value, OPERANDS) for value in values):
            return NotImplemented
        return super().call(values, stream)

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

        def first(*operands: Any) -> Any:
            calls = _OperatorCalls(function, owner, name, is_real)
            setattr(owner, name, write_binder(calls.parameters, calls.call))
            return calls.call(operands)

        setattr(owner, name, first)


Binary = Callable[[Any, Any], "Array"]


def _named(function: Any, ufunc: np.ufunc) -> Any:
    function.__name__ = ufunc.__name__
    return function


def forward(ufunc: np.ufunc) -> Binary:
    """Returns an operator, for the body of the class."""

    def function(self: Any, other: Any, /) -> Any:
        return ufunc(self, other)

    return cast("Binary", _Operator(_named(function, ufunc)))


def reflected(ufunc: np.ufunc) -> Binary:
    """Returns an operator whose left operand is no array."""

    def function(self: Any, other: Any, /) -> Any:
        return ufunc(other, self)

    return cast("Binary", _Operator(_named(function, ufunc)))


def unary(ufunc: np.ufunc, *, is_real: bool = False) -> Callable[[Any], Array]:
    """Returns an operator with one operand."""

    def function(self: Any, /) -> Any:
        return ufunc(self)

    return cast("Callable[[Any], Array]", _Operator(_named(function, ufunc), is_real))


def in_place(name: str, symbol: str) -> Binary:
    """Returns an operator that writes to its left operand."""

    def function(self: Any, other: Any, /) -> Any:
        made = getattr(self, name)(other)
        if made is NotImplemented or not isinstance(made, Wrapped):
            return made
        what = f"{symbol} on {self!r}"
        old, new = self._buffer._layout, made._buffer._layout
        if new.dtype != old.dtype:
            raise ArgumentTypeError(f"{what}: the result is {new.dtype}; write x = x ... instead")
        if new.shape != old.shape:
            raise ArgumentError(f"{what}: the result has shape {list(new.shape)}")
        _views.overwrite(self, made, what)
        return self

    return function
