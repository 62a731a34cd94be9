"""NumPy's functions in a trace that are compositions of others."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, TypeAlias

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.elementwise import call_ufunc, elementwise, select, store
from streamrt._jit.tracing.operands import cell_of, operand_of, value_of
from streamrt._jit.tracing.recording import Recording
from streamrt._jit.tracing.rules import reductions, shaping

__all__ = [
    "allclose_",
    "array_equal_",
    "average_",
    "choose_",
    "clip_",
    "count_nonzero_",
    "diff_",
    "fix_",
    "isclose_",
    "nan_mean_",
    "nan_reduction_",
    "nan_to_num_",
    "nan_variance_",
    "ndim_",
    "ptp_",
    "real_",
    "result_type_",
    "round_",
    "shape_",
    "sinc_",
    "size_",
    "trapezoid_",
    "where_",
]

Function: TypeAlias = Callable[..., Any]


def where_(recording: Recording, condition: Any, x: Any = None, y: Any = None) -> Any:
    if x is None or y is None:
        raise recording.error(
            "np.where with one argument: the shape would depend on values; write "
            "np.where(mask, x, other)"
        )
    return select(recording, condition, x, y).as_array()


def clip_(
    recording: Recording,
    thing: Any,
    a_min: Any = None,
    a_max: Any = None,
    out: Any = None,
    *,
    min: Any = None,  # noqa: A002
    max: Any = None,  # noqa: A002
    **options: Any,
) -> Any:
    low = a_min if a_min is not None else min
    high = a_max if a_max is not None else max
    made = cell_of(recording, thing)
    if made._weak is not None:  # a Python number is an array here, unlike the bounds
        made = recording.kind(recording, made.read())
    limits = made.read().dtype
    if limits.kind in "iu":  # NumPy leaves out what the dtype cannot exceed
        low = None if type(low) is int and low <= limits.bounds[0] else low
        high = None if type(high) is int and high >= limits.bounds[1] else high
    has_both = low is not None and high is not None
    if has_both and options.get("dtype") is None:
        options["dtype"] = result_type_(recording, made, low, high)
    for ufunc, bound in ((np.maximum, low), (np.minimum, high)):
        if bound is not None:  # of two zeros the second one stays: with two bounds the element
            things = (bound, made) if has_both else (made, bound)
            made = call_ufunc(recording, ufunc, things, dict(options))
    if low is None and high is None:
        made = elementwise(recording, np.positive, (made,))[0]
    return made if out is None else store(recording, out, made, "np.clip(out=...)")


def round_(recording: Recording, thing: Any, decimals: Any = 0, out: Any = None) -> Any:
    cell = cell_of(recording, thing)
    kind = cell.read().dtype.kind
    if kind in "iu" and decimals >= 0:
        made = elementwise(recording, np.positive, (cell,))[0]
    elif kind != "f" and (kind != "b" or decimals):
        raise recording.error("np.round of integers to tens: write it with //")
    elif decimals == 0:
        made = elementwise(recording, np.rint, (cell,))[0]
    else:  # NumPy multiplies and divides by the power of ten, too
        grow: np.ufunc = np.multiply
        shrink: np.ufunc = np.divide
        if decimals < 0:
            grow, shrink = shrink, grow
        factor = 10.0 ** abs(decimals)
        (grown,) = elementwise(recording, grow, (cell, factor))
        (whole,) = elementwise(recording, np.rint, (grown,))
        (made,) = elementwise(recording, shrink, (whole, factor))
    return made if out is None else store(recording, out, made, "np.round(out=...)")


def real_(recording: Recording, thing: Any) -> Any:
    return cell_of(recording, thing)


def shape_(recording: Recording, thing: Any) -> Any:
    return value_of(recording, thing).shape


def ndim_(recording: Recording, thing: Any) -> int:
    return len(value_of(recording, thing).shape)


def size_(recording: Recording, thing: Any, axis: Any = None) -> int:
    shape = value_of(recording, thing).shape
    axes = reductions.axes_of(recording, "np.size", axis, len(shape))
    return prod(shape[each] for each in axes)


def diff_(recording: Recording, thing: Any, n: Any = 1, axis: Any = -1) -> Any:
    cell = cell_of(recording, thing)
    at = reductions.axis_of(recording, "np.diff", axis, len(cell.read().shape))
    ufunc = np.not_equal if cell.read().dtype.kind == "b" else np.subtract
    n = reductions.integer_of(recording, "np.diff: n", n)
    if n < 0:
        raise recording.value_error(f"np.diff: n is {n}; it may not be negative")
    for _ in range(n):
        left, right = _ends(recording, cell, at)
        (cell,) = elementwise(recording, ufunc, (right, left))
    return cell


def _ends(recording: Recording, cell: Cell, axis: int) -> tuple[Cell, Cell]:
    """Returns views without the last and without the first element along an axis."""
    recording.begin()
    shape = cell.read().shape
    counts = (*shape[:axis], max(shape[axis] - 1, 0), *shape[axis + 1 :])
    starts = tuple([1 if k == axis and counts[axis] else 0 for k in range(len(shape))])
    steps = (1,) * len(shape)
    return (
        cell.viewed(("slice", ((0,) * len(shape), steps, counts))),
        cell.viewed(("slice", (starts, steps, counts))),
    )


def nan_to_num_(
    recording: Recording,
    x: Any,
    copy: Any = True,
    nan: Any = 0.0,
    posinf: Any = None,
    neginf: Any = None,
) -> Any:
    cell = cell_of(recording, x)
    dtype = cell.read().dtype
    if dtype.kind != "f":
        return recording.kind(recording, cell.read(), cell._is_dense)
    limits = np.finfo(dtype.numpy.name)
    made: Any = select(recording, elementwise(recording, np.isnan, (cell,))[0], nan, cell)
    for edge, given, limit in ((np.inf, posinf, limits.max), (-np.inf, neginf, limits.min)):
        (test,) = elementwise(recording, np.equal, (cell, edge))
        made = select(recording, test, float(limit) if given is None else given, made)
    return made if copy else store(recording, cell, made, "np.nan_to_num(copy=False)")


def isclose_(
    recording: Recording,
    a: Any,
    b: Any,
    rtol: Any = 1e-05,
    atol: Any = 1e-08,
    equal_nan: Any = False,
) -> Any:
    def of(ufunc: np.ufunc, *things: Any) -> Cell:
        return elementwise(recording, ufunc, things)[0]

    if cell_of(recording, b).read().dtype.kind != "f":
        b = of(np.multiply, b, 1.0)
    bound = of(np.add, atol, of(np.multiply, rtol, of(np.absolute, b)))
    near = of(np.less_equal, of(np.absolute, of(np.subtract, a, b)), bound)
    made = of(np.logical_or, of(np.logical_and, near, of(np.isfinite, b)), of(np.equal, a, b))
    if equal_nan:
        made = of(np.logical_or, made, of(np.logical_and, of(np.isnan, a), of(np.isnan, b)))
    return made


def allclose_(recording: Recording, a: Any, b: Any, *args: Any, **options: Any) -> Any:
    return reductions.reduce(recording, "all", isclose_(recording, a, b, *args, **options))


def array_equal_(recording: Recording, a1: Any, a2: Any) -> Any:
    if value_of(recording, a1).shape != value_of(recording, a2).shape:
        return False
    return reductions.reduce(recording, "all", elementwise(recording, np.equal, (a1, a2))[0])


def ptp_(recording: Recording, thing: Any, axis: Any = None, **options: Any) -> Any:
    high = reductions.reduce(recording, "max", thing, axis, **options)
    low = reductions.reduce(recording, "min", thing, axis, **options)
    return elementwise(recording, np.subtract, (high, low))[0]


def sinc_(recording: Recording, thing: Any) -> Any:
    (y,) = elementwise(recording, np.multiply, (thing, np.pi))
    test = elementwise(recording, np.equal, (y, 0))[0]
    least = float(np.finfo(y.read().dtype.numpy.name).eps)  # whose sine is itself
    y = select(recording, test, least, y)
    (sine,) = elementwise(recording, np.sin, (y,))
    return elementwise(recording, np.divide, (sine, y))[0]


def fix_(recording: Recording, thing: Any, out: Any = None) -> Any:
    return call_ufunc(recording, np.trunc, (thing,), {"out": out} if out is not None else {})


def count_nonzero_(
    recording: Recording, thing: Any, axis: Any = None, *, keepdims: Any = False
) -> Any:
    (test,) = elementwise(recording, np.not_equal, (thing, 0))
    return reductions.reduce(recording, "sum", test, axis, keepdims=keepdims)


def average_(recording: Recording, thing: Any, axis: Any = None, weights: Any = None) -> Any:
    if weights is None:
        return reductions.mean(recording, thing, axis)
    shape, own = value_of(recording, thing).shape, value_of(recording, weights).shape
    if own != shape:
        at = -1 if axis is None else reductions.axis_of(recording, "np.average", axis, len(shape))
        if own != shape[at : at + 1] or at < 0:
            raise recording.error("np.average: give the weights the shape of the array or the axis")
        ones = (1,) * (len(shape) - 1)
        weights = shaping.reshape(recording, weights, (*ones[:at], *own, *ones[at:]))
    (product,) = elementwise(recording, np.multiply, (thing, weights))
    total = reductions.reduce(recording, "sum", product, axis)
    count = reductions.reduce(recording, "sum", weights, axis)
    return elementwise(recording, np.divide, (total, count))[0]


def result_type_(recording: Recording, *things: Any) -> Any:
    known: list[Any] = []
    for thing in things:
        if isinstance(thing, Cell):
            _, key, _ = operand_of(recording, thing)
            known.append(DTYPES[key].numpy if isinstance(key, str) else key())
        else:
            known.append(thing)
    return np.result_type(*known)


def nan_reduction_(name: str, neutral: Any) -> Function:
    """Returns np.nansum and the like: NaNs are replaced by a number that changes nothing."""

    def made(recording: Recording, thing: Any, axis: Any = None, **options: Any) -> Any:
        if cell_of(recording, thing).read().dtype.kind == "f":
            (test,) = elementwise(recording, np.isnan, (thing,))
            filled = select(recording, test, neutral, thing)
            made = reductions.reduce(recording, name, filled, axis, **options)
            if name in ("sum", "prod"):
                return made
            nothing = reductions.reduce(recording, "all", test, axis, **options)
            return select(recording, nothing, np.nan, made)
        return reductions.reduce(recording, name, thing, axis, **options)

    return made


def nan_mean_(recording: Recording, thing: Any, axis: Any = None, keepdims: Any = False) -> Any:
    """Returns np.nanmean."""
    if cell_of(recording, thing).read().dtype.kind != "f":
        return reductions.mean(recording, thing, axis, keepdims=keepdims)
    (test,) = elementwise(recording, np.isnan, (thing,))
    filled = select(recording, test, 0.0, thing)
    total = reductions.reduce(recording, "sum", filled, axis, keepdims=keepdims)
    known = elementwise(recording, np.logical_not, (test,))[0]
    count = reductions.reduce(recording, "sum", known, axis, keepdims=keepdims)
    dtype = total.read().dtype
    (made,) = elementwise(recording, np.divide, (total, count), dtype)
    return made


def nan_variance_(name: str) -> Function:
    """Returns np.nanvar or np.nanstd."""

    def made(
        recording: Recording,
        thing: Any,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        ddof: Any = 0,
        keepdims: Any = False,
    ) -> Any:
        if dtype is not None or out is not None:
            raise recording.error(f"np.nan{name}: leave out dtype and out")
        keepdims = reductions.given(keepdims, False)
        if cell_of(recording, thing).read().dtype.kind != "f":
            return reductions.var(recording, name, thing, axis, ddof=ddof, keepdims=keepdims)

        def of(ufunc: np.ufunc, *things: Any) -> Cell:
            return elementwise(recording, ufunc, things)[0]

        test = of(np.isnan, thing)
        rest = of(np.logical_not, test)
        wide = reductions.reduce(recording, "sum", rest, axis, keepdims=True)
        total = select(recording, test, 0.0, thing)
        middle = reductions.reduce(recording, "sum", total, axis, keepdims=True)
        kind = total.read().dtype
        (middle,) = elementwise(recording, np.divide, (middle, wide), kind)
        square = of(np.square, select(recording, test, 0.0, of(np.subtract, thing, middle)))
        count = reductions.reduce(recording, "sum", rest, axis, keepdims=keepdims)
        left = of(np.subtract, count, ddof)
        summed = reductions.reduce(recording, "sum", square, axis, keepdims=keepdims)
        (spread,) = elementwise(recording, np.divide, (summed, left), kind)
        spread = select(recording, of(np.less_equal, left, 0), np.nan, spread)
        return spread if name == "var" else of(np.sqrt, spread)

    return made


def choose_(recording: Recording, conditions: Any, choices: Any, default: Any = 0) -> Any:
    """Returns np.select: the first choice whose condition holds."""
    if len(conditions) != len(choices) or not choices:
        raise recording.value_error("np.select: give as many choices as conditions")
    values, _ = shaping.aligned(recording, "np.select", [*choices, default], None)
    made, *others = [recording.kind(recording, value) for value in reversed(values)]
    for condition, choice in zip(reversed(conditions), others, strict=True):
        made = select(recording, condition, choice, made)
    return made.as_array()


def trapezoid_(recording: Recording, y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> Any:
    """Returns np.trapezoid."""
    cell = cell_of(recording, y)
    at = reductions.axis_of(recording, "np.trapezoid", axis, len(cell.read().shape))
    if x is not None:
        dx = diff_(recording, x)
        rest = len(cell.read().shape) - at - 1
        dx = dx if len(dx.read().shape) != 1 else dx.reshape_to((dx.read().size,) + (1,) * rest)
    left, right = _ends(recording, cell, at)
    (both,) = elementwise(recording, np.add, (right, left))
    (area,) = elementwise(recording, np.multiply, (dx, both))
    (half,) = elementwise(recording, np.divide, (area, 2.0))
    return reductions.reduce(recording, "sum", half, at)
