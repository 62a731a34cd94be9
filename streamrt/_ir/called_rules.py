"""Rules and references of the operations of the group `call`; called.py says which has which.

A rule returns the dtype and the shape of a result; no dtype means that the operands do not fit. A
reference computes the result with NumPy.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from streamrt._ir.program import Shape, Value

FIRST_CODE = 100
"""The code of the first of the errors that a `check` names, one in each line of its text."""

TRANSFORMS = ("fft", "ifft", "rfft", "irfft")
"""The functions of np.fft by which `fft` transforms, by number."""

MODES = ("valid", "same", "full")
"""The modes of `correlate`, by number."""

NORMS = ("backward", "ortho", "forward")
"""The ways in which `fft` scales, as NumPy names them, by number."""

Array: TypeAlias = np.ndarray[Any, Any]

# -- rules ----------------------------------------------------------------------------------------

_NOTHING: tuple[str, Shape] = ("", ())


def numbers(x: Value, axis: int) -> tuple[str, Shape]:
    del axis
    return _NOTHING if x.dtype.name in ("bool", "f16") else (x.dtype.name, x.shape)


def taken(x: Value, index: Value, axis: int) -> tuple[str, Shape]:
    if index.dtype.name != "i64" or (index.size and not x.shape[axis]):
        return _NOTHING
    return x.dtype.name, (*x.shape[:axis], *index.shape, *x.shape[axis + 1 :])


def taken_along(x: Value, index: Value, axis: int) -> tuple[str, Shape]:
    expected = (*x.shape[:axis], *index.shape[axis : axis + 1], *x.shape[axis + 1 :])
    if index.dtype.name != "i64" or index.shape != expected or (index.size and not x.shape[axis]):
        return _NOTHING
    return x.dtype.name, index.shape


def same(x: Value, *_: Any) -> tuple[str, Shape]:
    return x.dtype.name, x.shape


def places(x: Value, *_: Any) -> tuple[str, Shape]:
    return "i64", x.shape


def found(x: Value, keys: Value, right: int) -> tuple[str, Shape]:
    del right
    if len(x.shape) != 1 or x.dtype is not keys.dtype:
        return _NOTHING
    return "i64", keys.shape


def middle(x: Value, axes: Shape) -> tuple[str, Shape]:
    kept = tuple([n for axis, n in enumerate(x.shape) if axis not in axes])
    if 0 in [x.shape[axis] for axis in axes]:
        return _NOTHING
    return x.dtype.name if x.dtype.kind == "f" else "f64", kept


def quantile(x: Value, q: Value, axes: Shape, number: int) -> tuple[str, Shape]:
    """A Python number yields to the dtype of x, as NumPy has it; an array does not."""
    dtype, kept = middle(x, axes)
    if x.dtype.kind == "b" or not (q.dtype.name == "f64" or q.dtype.name == x.dtype.name == "f32"):
        return _NOTHING
    if number and (q.shape or q.dtype.name != "f64"):
        return _NOTHING
    return dtype and (dtype if number else q.dtype.name), (*q.shape, *kept)


def interpolated(x: Value, xp: Value, fp: Value) -> tuple[str, Shape]:
    fits = {each.dtype.name for each in (x, xp, fp)} == {"f64"} and len(xp.shape) == 1
    return ("f64", x.shape) if fits and xp.shape == fp.shape and xp.size else _NOTHING


def correlated(a: Value, v: Value, mode: int) -> tuple[str, Shape]:
    fits = a.dtype is v.dtype and a.dtype.kind != "b" and len(a.shape) == len(v.shape) == 1
    if not fits or not a.size or not v.size or not 0 <= mode < len(MODES):
        return _NOTHING
    most, least = max(a.size, v.size), min(a.size, v.size)
    return a.dtype.name, ((most - least + 1, most, most + least - 1)[mode],)


def counted(x: Value, weights: Value, count: Shape) -> tuple[str, Shape]:
    is_counting = weights.dtype.name == "i64" and not weights.shape
    fits = x.dtype.name == "i64" and len(x.shape) == len(count) == 1
    if not fits or not (is_counting or (weights.dtype.name, weights.shape) == ("f64", x.shape)):
        return _NOTHING
    return weights.dtype.name, count


def spread(x: Value, weights: Value, low: Value, high: Value, count: Shape) -> tuple[str, Shape]:
    is_counting = weights.dtype.name == "i64" and not weights.shape
    is_weighing = weights.dtype.name in ("i64", "f64") and weights.shape == x.shape
    ends = (low.dtype.name, high.dtype.name, low.shape, high.shape) == ("f64", "f64", (), ())
    if not ends or len(x.shape) != 1 or len(count) != 1 or not (is_counting or is_weighing):
        return _NOTHING
    return weights.dtype.name, count


def scattered(x: Value, index: Value, values: Value) -> tuple[str, Shape]:
    fits = index.dtype.name == "i64" and index.shape == values.shape and x.dtype is values.dtype
    return (x.dtype.name, x.shape) if fits else _NOTHING


def checked(x: Value, code: Value, texts: str) -> tuple[str, Shape]:
    del texts
    return (x.dtype.name, x.shape) if (code.dtype.name, code.shape) == ("i64", ()) else _NOTHING


def factored(x: Value, complete: int) -> tuple[str, Shape]:
    """Q and r in one row: (..., m, k) and (..., k, n)."""
    if x.dtype.name not in ("f32", "f64") or len(x.shape) < 2:
        return _NOTHING
    *lead, m, n = x.shape
    k = m if complete else min(m, n)
    return x.dtype.name, (*lead, m * k + k * n)


def transformed(
    x: Value, axis: int, function: int, n: int, norm: int, pairs: int
) -> tuple[str, Shape]:
    if function >= len(TRANSFORMS) or norm >= len(NORMS) or x.dtype.name not in ("f32", "f64"):
        return _NOTHING
    name, shape = TRANSFORMS[function], x.shape[: len(x.shape) - pairs]
    is_wrong = pairs and (name == "rfft" or x.shape[-1] != 2)
    if is_wrong or axis >= len(shape) or not n:
        return _NOTHING
    shape = (*shape[:axis], n // 2 + 1 if name == "rfft" else n, *shape[axis + 1 :])
    return x.dtype.name, shape if name == "irfft" else (*shape, 2)


# -- references ------------------------------------------------------------------------------------


def cumsum(x: Any, axis: int) -> Any:
    return np.cumsum(x, axis, x.dtype)


def cumprod(x: Any, axis: int) -> Any:
    function: Any = np.cumprod
    return function(x, axis, x.dtype)


def cummax(x: Any, axis: int) -> Any:
    return np.maximum.accumulate(x, axis)


def cummin(x: Any, axis: int) -> Any:
    return np.minimum.accumulate(x, axis)


def take(x: Any, index: Any, axis: int) -> Any:
    return np.take(x, index, axis)


def take_along(x: Any, index: Any, axis: int) -> Any:
    found: Any = np.take_along_axis(x, index, axis)
    return found


def sort(x: Any, axis: int) -> Any:
    return np.sort(x, axis)


def argsort(x: Any, axis: int, stable: int) -> Any:
    return np.argsort(x, axis, "stable" if stable else None)


def partition(x: Any, axis: int, places: tuple[int, ...]) -> Any:
    return np.partition(x, places, axis)


def argpartition(x: Any, axis: int, places: tuple[int, ...]) -> Any:
    return np.argpartition(x, places, axis)


def searchsorted(x: Any, keys: Any, right: int) -> Any:
    function: Any = np.searchsorted
    return function(x, keys, "right" if right else "left")


def median(x: Any, axes: tuple[int, ...]) -> Any:
    found: Any = np.median(x, axes)
    return found


def quantiles(x: Any, q: Any, axes: tuple[int, ...], number: int) -> Any:
    found: Any = np.quantile(x, q.item() if number else q, axes)
    return found


def interp(x: Any, xp: Any, fp: Any) -> Any:
    function: Any = np.interp
    found: Any = function(x, xp, fp)
    return found


def correlate(a: Any, v: Any, mode: int) -> Any:
    function: Any = np.correlate
    found: Any = function(a, v, MODES[mode])
    return found


def bincount(x: Any, weights: Any, count: Shape) -> Any:
    if x.size and x.max() >= count[0]:
        raise IndexError(f"np.bincount: {x.max()} is not below minlength, which is {count[0]}")
    return np.bincount(x, weights if weights.shape else None, count[0])


def guarded(x: Any, code: Any, texts: str) -> Any:
    if code:
        raise ValueError(texts.split("\n")[int(code) - FIRST_CODE])
    return x


def qr(x: Any, complete: int) -> Any:
    parts = np.linalg.qr(x, "complete" if complete else "reduced")
    return np.concatenate([part.reshape(*x.shape[:-2], -1) for part in parts], -1)


def put(x: Any, index: Any, values: Any) -> Any:
    made = np.array(x, order="C")
    made.reshape(-1)[index] = values
    return made


def histogram(x: Any, weights: Any, low: Any, high: Any, count: Shape) -> Any:
    share = weights if weights.shape else None
    return np.histogram(x, count[0], (low.item(), high.item()), weights=share)[0]


def nanmedian(x: Any, axes: tuple[int, ...]) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of rows that are NaN throughout
        return np.nanmedian(x, axes)


def nanquantiles(x: Any, q: Any, axes: tuple[int, ...], number: int) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found: Any = np.nanquantile(x, q.item() if number else q, axes)
        return found


def fft(x: Any, axis: int, function: int, n: int, norm: int, pairs: int, out: Any = None) -> Any:
    name, pair = TRANSFORMS[function], np.result_type(x.dtype, 1j)
    if pairs:
        both = x if x.strides[-1] == x.itemsize else np.ascontiguousarray(x)
        x = both.view(pair)[..., 0]
    if out is not None and name != "irfft":
        out = out.view(pair)[..., 0]
    made = getattr(np.fft, name)(x, n, axis, NORMS[norm], out)
    return made if name == "irfft" else made[..., None].view(made.real.dtype)
