"""Calls of ufuncs and of functions of NumPy that meet complex numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from streamrt._jit.tracing.cells import Cell, Pair
from streamrt._jit.tracing.complexes.fourier import FOURIER
from streamrt._jit.tracing.complexes.functions import COMPLEX_FUNCTIONS
from streamrt._jit.tracing.complexes.pairs import (
    key_of,
    paired,
    promoted,
    refuse,
    stored,
)
from streamrt._jit.tracing.complexes.products import product_
from streamrt._jit.tracing.complexes.terms import Term
from streamrt._jit.tracing.complexes.ufuncs import RULES, Rule, power
from streamrt._jit.tracing.known import are_known, real_of
from streamrt._jit.tracing.operands import common_shape
from streamrt._jit.tracing.recording import NoRuleError, Recording, is_any, tuple_of
from streamrt.errors import TraceError

__all__ = ["TAKEN", "call_function", "call_ufunc", "elementwise"]

_PARTS = "write it with .real and .imag, or compute it outside of the function"
_POWERS: dict[float, Rule] = {0.5: RULES[np.sqrt], 2: RULES[np.square], -1: RULES[np.reciprocal]}
_SUM = np.sum  # not what may stand for it while a thread traces
_MOST = 100
"""The powers that NumPy computes by products (npy_cpow)."""


def elementwise(
    recording: Recording, ufunc: np.ufunc, things: Sequence[Any], dtype: Any = None
) -> Any:
    """Returns the result of a ufunc: a pair, or a cell for what is real.

    Raises:
        TraceError: traces have no such ufunc for complex arrays.
    """
    recording.begin()
    rule = RULES.get(ufunc)
    if ufunc in (np.power, np.float_power):
        rule, things = _power(recording, things), things[:1]
    if rule is None:
        refuse(
            recording, f"np.{ufunc.__name__}", things, f"it takes no complex numbers here; {_PARTS}"
        )
    pairs = promoted(recording, things, dtype)
    is_weak = dtype is None and not any(is_any(key_of(recording, x), np.dtype) for x in things)
    parts = [(pair._re, pair._im) for pair in pairs]
    shapes = [re.read().shape for re, _ in parts]
    shape = common_shape(recording, f"np.{ufunc.__name__}", shapes)
    builder = recording.builder
    made = rule(*[
        tuple([Term(builder, recording.broadcast(cell.read(), shape)) for cell in both])
        for both in parts
    ])  # fmt: skip
    is_dense = all(re._is_dense and im._is_dense for re, im in parts)
    if isinstance(made, Term):
        weak = (float if made.value.dtype.kind == "f" else bool) if is_weak else None
        return recording.kind(recording, made.value, is_dense, weak)
    weak = float if is_weak else None
    return paired(recording, *[recording.kind(recording, x.value, is_dense, weak) for x in made])


def _power(recording: Recording, things: Sequence[Any]) -> Rule:
    """Returns the rule of a power."""
    exponent: Any = things[1]
    if isinstance(exponent, Cell | Pair):
        exponent = real_of(recording, exponent) if are_known(recording, exponent) else None
    if is_any(exponent, np.ndarray, np.generic) and exponent.ndim == 0:
        exponent = exponent.item()
    if is_any(exponent, complex) and not exponent.imag:
        exponent = exponent.real
    if is_any(exponent, int, float):
        if exponent in _POWERS:
            return _POWERS[exponent]
        if int(exponent) == exponent and abs(exponent) < _MOST:
            return partial(power, exponent=int(exponent))
    advice = "the exponent is a known integer or 0.5; write np.exp(exponent * np.log(z))"
    return refuse(recording, "power", things, advice)


def call_ufunc(
    recording: Recording, ufunc: np.ufunc, method: str, inputs: Sequence[Any], options: Any
) -> Any:
    """Returns the result of a ufunc or of one of its methods, with its keyword arguments.

    Raises:
        TraceError: a method or an argument that traces do not have.
    """
    what = f"np.{ufunc.__name__}"
    out = tuple_of(options.pop("out", None))[0]
    dtype = options.pop("dtype", None)
    for ignored in ("casting", "order", "subok"):
        options.pop(ignored, None)
    if method == "reduce" and ufunc is np.add:
        options.setdefault("axis", 0)
        made = call_function(recording, _SUM, inputs, {**options, "dtype": dtype})
    elif method == "outer" and not options:
        a, b = promoted(recording, inputs)
        column = a.reshape((*a.shape, *(1,) * b.ndim))
        made = elementwise(recording, ufunc, (column, b), dtype)
    elif method == "__call__" and ufunc in _PRODUCTS:
        made = _PRODUCTS[ufunc](recording, *inputs, **options)
    elif method != "__call__" or options:
        name = f"{what}.{method}" if method != "__call__" else f"{what}({next(iter(options))}=...)"
        refuse(recording, name, inputs, _PARTS)
    else:
        made = elementwise(recording, ufunc, inputs, dtype)
    return made if out is None else stored(recording, out, made, f"{what}(out=...)")


_PRODUCTS: dict[Any, Callable[..., Any]] = {
    np.matmul: product_(np.matmul),
    np.vecdot: product_(np.vecdot, is_conjugated=True),
}


TAKEN: frozenset[Any] = frozenset((*RULES, np.power, *_PRODUCTS, *COMPLEX_FUNCTIONS))
"""The ufuncs and functions of NumPy, apart from np.fft, that take complex arrays."""


def call_function(recording: Recording, function: Any, args: Any, kwargs: Any) -> Any:
    """Returns the result of a function of NumPy.

    Raises:
        TraceError: it takes no complex arrays in traces.
    """
    found: Callable[..., Any] | None = FOURIER.get(function) or COMPLEX_FUNCTIONS.get(function)
    module = getattr(function, "__module__", "numpy").replace("numpy", "np", 1)
    name = f"{module}.{getattr(function, '__name__', repr(function))}"
    if found is None:
        advice = f"it takes no complex numbers here; {_PARTS}"
        refuse(recording, name, [*args, *kwargs.values()], advice, NoRuleError)
    try:
        return found(recording, *args, **kwargs)
    except TypeError as error:
        if " argument" not in str(error) or isinstance(error, TraceError):
            raise
        raise recording.error(f"{name}: {error}; leave out what cannot be traced") from None
