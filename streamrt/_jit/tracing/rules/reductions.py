"""Reductions in a trace: sum, mean, var, max, argmax and the like, with NumPy's dtypes."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.program import Shape, Value
from streamrt._jit.tracing import promotion
from streamrt._jit.tracing.cells import Cell, reshaped_step, take
from streamrt._jit.tracing.elementwise import select, store
from streamrt._jit.tracing.needed import ask
from streamrt._jit.tracing.operands import (
    asked_dtype,
    cell_of,
    common_shape,
    prepared,
    shown,
    value_of,
)
from streamrt._jit.tracing.recording import Recording, is_any, tuple_of
from streamrt._jit.tracing.ufunc_table import truth

__all__ = ["REDUCTIONS", "argument", "axes_of", "axis_of", "mean", "reduce", "var"]

REDUCTIONS: dict[np.ufunc, str] = {
    np.add: "sum", np.multiply: "prod", np.maximum: "max", np.minimum: "min",
    np.logical_and: "all", np.logical_or: "any",
}  # fmt: skip
"""The name of the reduction by each ufunc."""

_NO_VALUE: Any = vars(np)["_NoValue"]


def given(thing: Any, default: Any) -> Any:
    """Returns an argument, or its default if it is NumPy's sign for no argument."""
    return default if thing is _NO_VALUE else thing


def integer_of(recording: Recording, what: str, given: Any) -> int:
    """Returns an integer that was given.

    Raises:
        TraceTypeError: it is none.
    """
    try:
        return operator.index(given)
    except TypeError:
        raise recording.type_error(f"{what} is {shown(given)}; pass an integer") from None


def axis_of(recording: Recording, what: str, axis: Any, ndim: int) -> int:
    """Returns an axis, counted from the front.

    Raises:
        TraceError: it is no number, or out of range.
    """
    try:
        number = operator.index(axis)
    except TypeError:
        raise recording.type_error(f"{what}: axis {axis!r} is no integer") from None
    if not -ndim <= number < ndim:
        raise recording.value_error(
            f"{what}: axis {number} is out of range of an array with {ndim} dimensions"
        )
    return number % ndim


def axes_of(
    recording: Recording, what: str, axis: Any, ndim: int, *, of_ufunc: bool = False
) -> tuple[int, ...]:
    """Returns sorted axes; None means all. A ufunc lets a scalar have the axes 0 and -1."""
    if axis is None:
        return tuple(range(ndim))
    given: Sequence[Any] = tuple_of(axis)
    if of_ufunc and ndim == 0 and not is_any(axis, tuple) and axis in (0, -1):
        return ()
    axes = [axis_of(recording, what, each, ndim) for each in given]
    if len(set(axes)) < len(axes):
        raise recording.value_error(f"{what}: axis {axis} names an axis twice")
    return tuple(sorted(axes))


def kept(shape: Shape, axes: tuple[int, ...]) -> Shape:
    """Returns the shape with each of these axes of extent 1."""
    return tuple([1 if axis in axes else extent for axis, extent in enumerate(shape)])


def _reduced(
    recording: Recording, name: str, value: Value, axes: tuple[int, ...], keepdims: bool
) -> Value:
    if name == "sum" and value.dtype.kind == "f" and prod(value.shape[k] for k in axes) == 1:
        zero = recording.builder.full(0, value.dtype.name, value.shape)
        value = recording.builder.apply("add", value, zero)  # a sum begins with 0.0: it is no -0.0
    made = recording.builder.apply(name, value, attributes=(axes,)) if axes else value
    if keepdims:
        made = take(recording.builder, made, reshaped_step(made.shape, kept(value.shape, axes)))
    return made


def reduce(
    recording: Recording,
    name: str,
    thing: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = False,
    initial: Any = _NO_VALUE,
    where: Any = True,
) -> Any:
    """Returns a sum, prod, max, min, any or all."""
    what = f"np.{name}"
    keepdims, where = given(keepdims, False), given(where, True)
    cell = cell_of(recording, thing)
    builder = recording.begin()
    value = cell.read()
    if dtype is not None:
        value = recording.cast(value, asked_dtype(recording, dtype))
    elif name in ("sum", "prod"):
        value = recording.cast(value, promotion.reduced(name, value.dtype))
    if name in ("any", "all"):
        value = truth(builder, value)
    axes = axes_of(recording, what, axis, len(value.shape), of_ufunc=True)
    if where is not True:
        value = _masked(recording, name, value, where, initial)
    if name in ("max", "min") and prod(value.shape[axis] for axis in axes) == 0:
        if initial is _NO_VALUE:
            raise recording.value_error(f"{what} of {value}: no elements have no {name}")
        shape = tuple(n for k, n in enumerate(value.shape) if keepdims or k not in axes)
        shape = tuple(1 if k in axes else n for k, n in enumerate(shape)) if keepdims else shape
        return recording.kind(recording, prepared(recording, initial, value.dtype, shape))
    if value.dtype.kind == "b":
        name = {"max": "any", "min": "all", "sum": "any", "prod": "all"}.get(name, name)
    result = _reduced(recording, name, recording.widened(value), axes, bool(keepdims))
    made = recording.kind(recording, result, cell._is_dense)
    if initial is not _NO_VALUE and initial is not None:
        made = _joined(recording, name, made, initial)
    if value.dtype.name == "f16":  # rounded once, at the end
        rounded = recording.cast(made.read(), value.dtype)
        made = recording.kind(recording, rounded, cell._is_dense)
    return made if out is None else store(recording, out, made, f"{what}(out=...)")


def _masked(recording: Recording, name: str, value: Value, where: Any, initial: Any) -> Value:
    neutral: Any = {"sum": 0, "prod": 1, "any": False, "all": True}.get(name, initial)
    if neutral is _NO_VALUE:
        raise recording.value_error(f"np.{name}(where=...): it needs initial=, too")
    mask = value_of(recording, where)
    common_shape(recording, f"np.{name}(where=...)", [value.shape, mask.shape])
    cell = recording.kind(recording, value)
    filler = prepared(recording, neutral, value.dtype, ())
    return select(recording, where, cell, recording.kind(recording, filler)).read()


_AGAIN = {
    "sum": "add", "prod": "multiply", "max": "maximum", "min": "minimum", "any": "bitwise_or",
    "all": "bitwise_and",
}  # fmt: skip


def _joined(recording: Recording, name: str, made: Cell, initial: Any) -> Cell:
    value = made.read()
    ufunc = _AGAIN[name]
    start = prepared(recording, value_of(recording, initial), value.dtype, value.shape)
    result = recording.builder.apply(ufunc, value, start)
    return recording.kind(recording, result, made._is_dense)


def argument(
    recording: Recording,
    name: str,
    thing: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: Any = False,
) -> Any:
    """Returns an argmax or argmin."""
    keepdims = given(keepdims, False)
    what = f"np.{name}"
    cell = cell_of(recording, thing)
    recording.begin()
    value = cell.read()
    ndim = len(value.shape)
    at = 0
    shape = kept(value.shape, tuple(range(ndim)) if axis is None else ())
    if axis is None or ndim == 0:
        if axis is not None:
            axis_of(recording, what, axis, 1)  # a scalar has the axes 0 and -1
        value = take(recording.builder, value, reshaped_step(value.shape, (value.size,)))
    else:
        at = axis_of(recording, what, axis, ndim)
        shape = kept(value.shape, (at,))
    if value.shape[at] == 0:
        raise recording.value_error(f"{what} of {value}: no elements have no place")
    if value.dtype.kind == "b":
        value = recording.cast(value, DTYPES["u8"])
    made = recording.builder.apply(name, recording.widened(value), attributes=((at,),))
    if keepdims:
        made = take(recording.builder, made, reshaped_step(made.shape, shape))
    result = recording.kind(recording, made)
    return result if out is None else store(recording, out, result, f"{what}(out=...)")


def _mean(recording: Recording, value: Value, axes: tuple[int, ...], less: float = 0) -> Value:
    """Returns the sum over axes, which it keeps, divided by the number of elements."""
    total = _reduced(recording, "sum", value, axes, True)
    count = max(prod(value.shape[axis] for axis in axes) - less, 0)
    divisor = recording.builder.full(float(count), total.dtype.name, total.shape)
    return recording.builder.apply("divide", total, divisor)


def _float(recording: Recording, value: Value, dtype: Any) -> Value:
    wanted = asked_dtype(recording, dtype) if dtype is not None else value.dtype
    if dtype is not None and wanted.kind != "f":
        raise recording.error(f"mean or var in {wanted.numpy}: use .astype on the result")
    return recording.cast(value, wanted if wanted.kind == "f" else DTYPES["f64"])


def _finished(
    recording: Recording,
    made: Value,
    axes: tuple[int, ...],
    keepdims: Any,
    is_dense: bool,
    out: Any,
    what: str,
) -> Any:
    if not keepdims:
        shape = tuple([n for axis, n in enumerate(made.shape) if axis not in axes])
        made = take(recording.builder, made, reshaped_step(made.shape, shape))
    cell = recording.kind(recording, made, is_dense)
    return cell if out is None else store(recording, out, cell, f"{what}(out=...)")


def mean(
    recording: Recording,
    thing: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = False,
    where: Any = True,
) -> Any:
    """Returns a mean."""
    cell = cell_of(recording, thing)
    recording.begin()
    _no_where(recording, "mean", given(where, True))
    value = _float(recording, cell.read(), dtype)
    keepdims = given(keepdims, False)
    axes = axes_of(recording, "np.mean", axis, len(value.shape))
    made = recording.cast(_mean(recording, recording.widened(value), axes), value.dtype)
    return _finished(recording, made, axes, keepdims, cell._is_dense, out, "np.mean")


def var(
    recording: Recording,
    name: str,
    thing: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: Any = False,
    where: Any = True,
    mean: Any = None,
    correction: Any = None,
) -> Any:
    """Returns a var or std, by the differences from the mean."""
    cell = cell_of(recording, thing)
    builder = recording.begin()
    _no_where(recording, name, given(where, True))
    keepdims, mean, correction = (
        given(keepdims, False), given(mean, None), given(correction, None),
    )  # fmt: skip
    value = _float(recording, cell.read(), dtype)
    result = value.dtype
    value = recording.widened(value)
    axes = axes_of(recording, f"np.{name}", axis, len(value.shape))
    middle = _mean(recording, value, axes) if mean is None else value_of(recording, mean)
    middle = prepared(recording, middle, value.dtype, value.shape)
    distance = builder.apply("subtract", value, middle)
    taken: Any = ddof if correction is None else correction
    if is_any(taken, Cell):
        ask(f"ddof of np.{name}", taken)
    if not is_any(taken, int, float, np.generic):
        raise recording.type_error(f"np.{name}(ddof={shown(taken)}): pass a number")
    made = _mean(recording, builder.apply("multiply", distance, distance), axes, taken)
    if name == "std":
        made = builder.apply("sqrt", made)
    made = recording.cast(made, result)
    return _finished(recording, made, axes, keepdims, cell._is_dense, out, f"np.{name}")


def _no_where(recording: Recording, name: str, where: Any) -> None:
    if where is not True:
        raise recording.error(
            f"np.{name}(where=...): write np.sum(np.where(mask, x, 0)) / np.sum(mask)"
        )
