"""The operators of tracers: Python's rules for numbers and NumPy's for arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.complexes import calls as of_pairs
from streamrt._jit.tracing.complexes.pairs import stored
from streamrt._jit.tracing.elementwise import elementwise
from streamrt._jit.tracing.needed import ask
from streamrt._jit.tracing.recording import ComplexError, is_any
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._runtime.buffer import Buffer

__all__ = ["TAKEN", "forward", "in_place", "power", "power_in_place", "reflected", "unary"]

TAKEN = (Cell, np.ndarray, np.generic, Buffer, Wrapped, bool, int, float, complex, list)
"""The types of the operands that operators take."""

_NUMBERS = frozenset((int, float))

_WEAK_OF_KIND: dict[str, type] = {"f": float, "i": int, "b": bool}


def _is_weak(thing: Any) -> bool:
    """Returns whether it stands for a Python number."""
    return thing._weak is not None if isinstance(thing, Cell) else type(thing) in (bool, int, float)


def _binary(ufunc: np.ufunc, left: Any, right: Any) -> Any:
    """Returns the result of an operator; Python numbers among themselves give Python numbers."""
    tracer, other = (left, right) if is_any(left, Cell) else (right, left)
    if not (is_any(other, Cell) or type(other) in _NUMBERS or is_any(other, *TAKEN)):
        return NotImplemented
    recording = tracer._recording
    if tracer._weak is None or not (_is_weak(left) and _is_weak(right)):
        try:
            return elementwise(recording, ufunc, (left, right))[0]
        except ComplexError:
            return of_pairs.elementwise(recording, ufunc, (left, right))
    if ufunc is np.power and not (type(right) is int and right >= 0):
        ask("a power of two numbers", *[each for each in (left, right) if isinstance(each, Cell)])
        raise recording.error("power of two Python numbers: declare them static, or use an array")
    if ufunc not in _OF_BOOLS:  # True + True is 2 in Python
        left, right = (_as_number(each) for each in (left, right))
    (made,) = elementwise(recording, ufunc, (left, right))
    made._weak = _WEAK_OF_KIND[made._value.dtype.kind]
    return made


_OF_BOOLS = frozenset((
    np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.less, np.less_equal, np.greater,
    np.greater_equal, np.equal, np.not_equal,
))  # fmt: skip


def _as_number(thing: Any) -> Any:
    if not isinstance(thing, Cell):
        return int(thing) if type(thing) is bool else thing
    if thing._weak is not bool:
        return thing
    recording = thing._recording
    made = recording.builder.apply("cast", thing.read(), dtype="i64")
    return recording.kind(recording, made, True, int)


def forward(ufunc: np.ufunc) -> Callable[[Any, Any], Any]:
    """Returns the method of an operator."""

    def method(self: Any, other: Any) -> Any:
        return _binary(ufunc, self, other)

    return method


def reflected(ufunc: np.ufunc) -> Callable[[Any, Any], Any]:
    """Returns the method of an operator whose left operand is no tracer."""

    def method(self: Any, other: Any) -> Any:
        return _binary(ufunc, other, self)

    return method


def in_place(ufunc: np.ufunc, symbol: str) -> Callable[[Any, Any], Any]:
    """Returns the method of an operator that writes to its left operand."""

    def method(self: Any, other: Any) -> Any:
        return _stored(self, _binary(ufunc, self, other), symbol)

    return method


def unary(ufunc: np.ufunc) -> Callable[[Any], Any]:
    """Returns the method of an operator with one operand."""

    def method(self: Any) -> Any:
        thing = self if self._weak is None else _as_number(self)  # ~True is -2 in Python
        (made,) = elementwise(self._recording, ufunc, (thing,))
        if self._weak is not None:
            made._weak = _WEAK_OF_KIND[made._value.dtype.kind]
        return made

    return method


def power(self: Any, exponent: Any) -> Any:
    """Returns a power; NumPy's operator takes cheaper functions for some exponents."""
    if type(exponent) in (int, float) and self._weak is None:
        cheap = _CHEAP_POWERS.get(exponent)
        # NumPy's scalars have no such shortcut, which shows in the dtype of a bool's square. An
        # argument without dimensions counts as an array.
        is_square = cheap is np.square and type(exponent) is int and self.is_array
        if cheap is not None and (self._value.dtype.kind == "f" or is_square):
            return elementwise(self._recording, cheap, (self,))[0]
    return _binary(np.power, self, exponent)


def power_in_place(self: Any, exponent: Any) -> Any:
    """Writes a power to its left operand, unless that is a number."""
    return _stored(self, power(self, exponent), "**=")


def _stored(target: Any, made: Any, symbol: str) -> Any:
    """Writes a result to the left operand; a number is left alone, and the result is another."""
    if made is NotImplemented or (target.is_number and not target.is_array):
        return made
    if target.is_number:  # an argument without dimensions, which keeps its dtype
        target = target.copy()
    return stored(target._recording, target, made, symbol)


_CHEAP_POWERS = {2: np.square, 0.5: np.sqrt, -1: np.reciprocal, 1: np.positive}
