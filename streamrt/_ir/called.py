"""The operations of the group `call`: each has a kernel of its own, and fusion leaves it whole.

They are neither elementwise nor reductions: an element of a result depends on elements that only
the data can tell, or on all elements before it. This table has all that a program needs to know of
them: attributes, dtypes and shapes, and what they mean in NumPy.

1. Axes are counted from the front, and the attributes are plain integers and tuples of them.
2. A negative index counts from the end. One that is out of range is an IndexError of the reference,
   and an error of the launch; so it is nothing that the passes may compute beforehand.
3. `cumsum` and `cumprod` add and multiply one element after the other, in their own dtype. Any
   other order would give other bits than NumPy's.
4. Those that are `host` calls have no other code than the function of NumPy.
5. Programs have no complex dtypes. What `fft` takes and gives as complex numbers are pairs: a last
   axis of two elements, the real and the imaginary part, side by side as NumPy has them. So NumPy
   takes the same bytes.
6. `cummax` and `cummin` give NaN from the first NaN on.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from streamrt._ir import ufunc_calls

if TYPE_CHECKING:
    from streamrt._ir.program import Shape, Value

__all__ = [
    "CALLED",
    "FIRST_CODE",
    "MOST_TEXT",
    "NORMS",
    "TRANSFORMS",
    "Called",
    "described",
    "host_name",
    "refer",
    "refer_into",
    "result_of",
]

FIRST_CODE = 100
"""The code of the first of the errors that a `guarded` names, one in each line of its text."""

MOST_TEXT = 1000
"""The bytes that a text may have as an attribute, in UTF-8."""

Array: TypeAlias = np.ndarray[Any, Any]
Attributes: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Called:
    """One operation: what it takes, gives and means.

    Attributes:
        fields: the meaning of each attribute: `axis`, `flag` (0 or 1), `axes` (sorted), `places`
            (sorted, along the axis that stands before them), or what only the rule checks: `text`,
            `number` or `shape`.
        operands: the number of operands; 0 if that differs.
        rule: returns the dtype and the shape of the result, and raises ValueError for operands
            that do not fit. The attributes were checked before.
        reference: returns the result; it takes the operands, and then the attributes.
        host: the function of NumPy by which the host computes it, or what kind of function; empty
            if kernels do.
        writes: whether the reference takes `out`, a dense array for the result, too.
    """

    fields: tuple[str, ...]
    operands: int
    rule: Callable[..., tuple[str, Shape]]
    reference: Callable[..., Any]
    host: str = ""
    writes: bool = False


def result_of(name: str, operands: Sequence[Value], attributes: Attributes) -> tuple[str, Shape]:
    """Returns the dtype and the shape of a result.

    Raises:
        ValueError: the operands or the attributes do not fit the operation.
    """
    called = CALLED[name]
    count = called.operands or max(1, len(operands))
    if len(operands) != count or len(attributes) != len(called.fields):
        raise _unfit(name, operands, attributes)
    shape: Shape = operands[0].shape
    extent: int = 0
    pairs: list[tuple[str, Any]] = list(zip(called.fields, attributes, strict=True))
    for field, each in pairs:
        if field == "axis":
            fits = 0 <= each < len(shape)
            extent = shape[int(each)] if fits else 0
        elif field == "flag":
            fits = each in (0, 1)
        elif field == "text":
            fits = len(each.encode()) <= MOST_TEXT
        elif field in ("number", "shape"):
            fits = field == "shape" or each >= 0
        else:
            most: int = extent if field == "places" else len(shape)
            fits = (
                bool(each) and list(each) == sorted(set(each)) and 0 <= each[0] <= each[-1] < most
            )
        if not fits:
            raise _unfit(name, operands, attributes)
    found = called.rule(*operands, *attributes)
    if not found[0]:
        raise _unfit(name, operands, attributes)
    return found


def refer(name: str, operands: Sequence[Array], attributes: Attributes) -> Array:
    """Returns the result that NumPy computes.

    Raises:
        IndexError: an index is out of range.
    """
    with np.errstate(all="ignore"):
        found: Array = np.asarray(CALLED[name].reference(*operands, *attributes))
    return found


def refer_into(out: Array, name: str, operands: Sequence[Array], attributes: Attributes) -> None:
    """Writes the result that NumPy computes into a dense array."""
    called = CALLED[name]
    if called.writes:
        with np.errstate(all="ignore"):
            called.reference(*operands, *attributes, out=out)
    else:
        out[...] = refer(name, operands, attributes)


def described(name: str, attributes: Attributes) -> str:
    """Returns the attributes as the text of a program has them."""
    if name == "ufunc":
        return ufunc_calls.described(attributes)
    words: list[str] = []
    pairs: list[tuple[str, Any]] = list(zip(CALLED[name].fields, attributes, strict=True))
    for field, each in pairs:
        if field == "axis":
            words.append(f"along axis {each}")
        elif field == "flag":
            words.append(_FLAGS[name][int(each)])
        elif field == "text":
            words.append(f"else {each!r}")
        elif field == "shape":
            words.append(f"of shape {list(each)}")
        elif field == "number":
            text, names = _NUMBERS[name][len(words)]
            words.append(text.format(names[int(each)] if names else int(each)))
        else:
            before = "at" if field == "places" else "over axes"
            words.append(f"{before} {', '.join(map(str, each))}")
    return " ".join(word for word in words if word)


def host_name(name: str, attributes: Attributes) -> str:
    """Returns the name of the function that the host calls; empty if kernels compute it."""
    return ufunc_calls.title(attributes) if name == "ufunc" else CALLED[name].host


_FLAGS = {
    "argsort": ("", "stable"),
    "searchsorted": ("from the left", "from the right"),
    "quantile": ("", "as a number"),
    "nanquantile": ("", "as a number"),
    "fft": ("", "of pairs"),
}

TRANSFORMS = ("fft", "ifft", "rfft", "irfft")
"""The functions of np.fft by which `fft` transforms, by number."""

NORMS = ("backward", "ortho", "forward")
"""The ways in which `fft` scales, as NumPy names them, by number."""

_NUMBERS: Mapping[str, Mapping[int, tuple[str, tuple[str, ...]]]] = {
    "fft": {1: ("by {}", TRANSFORMS), 2: ("n={}", ()), 3: ("norm={}", NORMS)},
}
"""The text of each number by its place among the attributes, and its names if it has some."""


def _unfit(name: str, operands: Sequence[Value], attributes: Attributes) -> ValueError:
    return ValueError(f"{name} of {', '.join(map(str, operands))} by {attributes}")


# -- rules: no dtype means that the operands do not fit ------------------------------------------

_NOTHING: tuple[str, Shape] = ("", ())


def _numbers(x: Value, axis: int) -> tuple[str, Shape]:
    del axis
    return _NOTHING if x.dtype.name in ("bool", "f16") else (x.dtype.name, x.shape)


def _taken(x: Value, index: Value, axis: int) -> tuple[str, Shape]:
    if index.dtype.name != "i64" or (index.size and not x.shape[axis]):
        return _NOTHING
    return x.dtype.name, (*x.shape[:axis], *index.shape, *x.shape[axis + 1 :])


def _taken_along(x: Value, index: Value, axis: int) -> tuple[str, Shape]:
    expected = (*x.shape[:axis], *index.shape[axis : axis + 1], *x.shape[axis + 1 :])
    if index.dtype.name != "i64" or index.shape != expected or (index.size and not x.shape[axis]):
        return _NOTHING
    return x.dtype.name, index.shape


def _same(x: Value, *_: Any) -> tuple[str, Shape]:
    return x.dtype.name, x.shape


def _places(x: Value, *_: Any) -> tuple[str, Shape]:
    return "i64", x.shape


def _found(x: Value, keys: Value, right: int) -> tuple[str, Shape]:
    del right
    if len(x.shape) != 1 or x.dtype is not keys.dtype:
        return _NOTHING
    return "i64", keys.shape


def _middle(x: Value, axes: Shape) -> tuple[str, Shape]:
    kept = tuple([n for axis, n in enumerate(x.shape) if axis not in axes])
    if 0 in [x.shape[axis] for axis in axes]:
        return _NOTHING
    return x.dtype.name if x.dtype.kind == "f" else "f64", kept


def _quantile(x: Value, q: Value, axes: Shape, number: int) -> tuple[str, Shape]:
    """A Python number yields to the dtype of x, as NumPy has it; an array does not."""
    dtype, kept = _middle(x, axes)
    if x.dtype.kind == "b" or not (q.dtype.name == "f64" or q.dtype.name == x.dtype.name == "f32"):
        return _NOTHING
    if number and (q.shape or q.dtype.name != "f64"):
        return _NOTHING
    return dtype and (dtype if number else q.dtype.name), (*q.shape, *kept)


def _interpolated(x: Value, xp: Value, fp: Value) -> tuple[str, Shape]:
    fits = {each.dtype.name for each in (x, xp, fp)} == {"f64"} and len(xp.shape) == 1
    return ("f64", x.shape) if fits and xp.shape == fp.shape and xp.size else _NOTHING


def _correlated(a: Value, v: Value) -> tuple[str, Shape]:
    fits = a.dtype is v.dtype and a.dtype.kind != "b" and len(a.shape) == len(v.shape) == 1
    return (a.dtype.name, (a.size + v.size - 1,)) if fits and a.size and v.size else _NOTHING


def _counted(x: Value, weights: Value, count: Shape) -> tuple[str, Shape]:
    is_counting = weights.dtype.name == "i64" and not weights.shape
    fits = x.dtype.name == "i64" and len(x.shape) == len(count) == 1
    if not fits or not (is_counting or (weights.dtype.name, weights.shape) == ("f64", x.shape)):
        return _NOTHING
    return weights.dtype.name, count


def _spread(x: Value, weights: Value, low: Value, high: Value, count: Shape) -> tuple[str, Shape]:
    is_counting = weights.dtype.name == "i64" and not weights.shape
    is_weighing = weights.dtype.name in ("i64", "f64") and weights.shape == x.shape
    ends = (low.dtype.name, high.dtype.name, low.shape, high.shape) == ("f64", "f64", (), ())
    if not ends or len(x.shape) != 1 or len(count) != 1 or not (is_counting or is_weighing):
        return _NOTHING
    return weights.dtype.name, count


def _scattered(x: Value, index: Value, values: Value) -> tuple[str, Shape]:
    fits = index.dtype.name == "i64" and index.shape == values.shape and x.dtype is values.dtype
    return (x.dtype.name, x.shape) if fits else _NOTHING


def _checked(x: Value, code: Value, texts: str) -> tuple[str, Shape]:
    del texts
    return (x.dtype.name, x.shape) if (code.dtype.name, code.shape) == ("i64", ()) else _NOTHING


def _transformed(
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


def _cumsum(x: Any, axis: int) -> Any:
    return np.cumsum(x, axis, x.dtype)


def _cumprod(x: Any, axis: int) -> Any:
    function: Any = np.cumprod
    return function(x, axis, x.dtype)


def _cummax(x: Any, axis: int) -> Any:
    return np.maximum.accumulate(x, axis)


def _cummin(x: Any, axis: int) -> Any:
    return np.minimum.accumulate(x, axis)


def _take(x: Any, index: Any, axis: int) -> Any:
    return np.take(x, index, axis)


def _take_along(x: Any, index: Any, axis: int) -> Any:
    found: Any = np.take_along_axis(x, index, axis)
    return found


def _sort(x: Any, axis: int) -> Any:
    return np.sort(x, axis)


def _argsort(x: Any, axis: int, stable: int) -> Any:
    return np.argsort(x, axis, "stable" if stable else None)


def _partition(x: Any, axis: int, places: tuple[int, ...]) -> Any:
    return np.partition(x, places, axis)


def _argpartition(x: Any, axis: int, places: tuple[int, ...]) -> Any:
    return np.argpartition(x, places, axis)


def _searchsorted(x: Any, keys: Any, right: int) -> Any:
    function: Any = np.searchsorted
    return function(x, keys, "right" if right else "left")


def _median(x: Any, axes: tuple[int, ...]) -> Any:
    found: Any = np.median(x, axes)
    return found


def _quantiles(x: Any, q: Any, axes: tuple[int, ...], number: int) -> Any:
    found: Any = np.quantile(x, q.item() if number else q, axes)
    return found


def _interp(x: Any, xp: Any, fp: Any) -> Any:
    return np.interp(x, xp, fp)


def _correlate(a: Any, v: Any) -> Any:
    return np.correlate(a, v, "full")


def _bincount(x: Any, weights: Any, count: Shape) -> Any:
    if x.size and x.max() >= count[0]:
        raise IndexError(f"np.bincount: {x.max()} is not below minlength, which is {count[0]}")
    return np.bincount(x, weights if weights.shape else None, count[0])


def _guarded(x: Any, code: Any, texts: str) -> Any:
    if code:
        raise ValueError(texts.split("\n")[int(code) - FIRST_CODE])
    return x


def _put(x: Any, index: Any, values: Any) -> Any:
    made = np.array(x, order="C")
    made.reshape(-1)[index] = values
    return made


def _histogram(x: Any, weights: Any, low: Any, high: Any, count: Shape) -> Any:
    share = weights if weights.shape else None
    return np.histogram(x, count[0], (low.item(), high.item()), weights=share)[0]


def _nanmedian(x: Any, axes: tuple[int, ...]) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of rows that are NaN throughout
        return np.nanmedian(x, axes)


def _nanquantiles(x: Any, q: Any, axes: tuple[int, ...], number: int) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found: Any = np.nanquantile(x, q.item() if number else q, axes)
        return found


def _fft(x: Any, axis: int, function: int, n: int, norm: int, pairs: int, out: Any = None) -> Any:
    name, pair = TRANSFORMS[function], np.result_type(x.dtype, 1j)
    if pairs:
        both = x if x.strides[-1] == x.itemsize else np.ascontiguousarray(x)
        x = both.view(pair)[..., 0]
    if out is not None and name != "irfft":
        out = out.view(pair)[..., 0]
    made = getattr(np.fft, name)(x, n, axis, NORMS[norm], out)
    return made if name == "irfft" else made[..., None].view(made.real.dtype)


CALLED: Mapping[str, Called] = MappingProxyType(
    {
        "cumsum": Called(("axis",), 1, _numbers, _cumsum),
        "cumprod": Called(("axis",), 1, _numbers, _cumprod),
        "take": Called(("axis",), 2, _taken, _take),
        "take_along_axis": Called(("axis",), 2, _taken_along, _take_along),
        "sort": Called(("axis",), 1, _same, _sort, "np.sort"),
        "argsort": Called(("axis", "flag"), 1, _places, _argsort, "np.argsort"),
        "partition": Called(("axis", "places"), 1, _same, _partition, "np.partition"),
        "argpartition": Called(("axis", "places"), 1, _places, _argpartition, "np.argpartition"),
        "searchsorted": Called(("flag",), 2, _found, _searchsorted, "np.searchsorted"),
        "median": Called(("axes",), 1, _middle, _median, "np.median"),
        "quantile": Called(("axes", "flag"), 2, _quantile, _quantiles, "np.quantile"),
        "nanmedian": Called(("axes",), 1, _middle, _nanmedian, "np.nanmedian"),
        "nanquantile": Called(("axes", "flag"), 2, _quantile, _nanquantiles, "np.nanquantile"),
        "interp": Called((), 3, _interpolated, _interp, "np.interp"),
        "correlate": Called((), 2, _correlated, _correlate, "np.correlate"),
        "histogram": Called(("shape",), 4, _spread, _histogram, "np.histogram"),
        "check": Called(("text",), 2, _checked, _guarded),
        "put": Called((), 3, _scattered, _put, "np.put"),
        "bincount": Called(("shape",), 2, _counted, _bincount, "np.bincount"),
        "fft": Called(
            ("axis", "number", "number", "number", "flag"), 1, _transformed, _fft, "np.fft", True
        ),
        "ufunc": Called(ufunc_calls.FIELDS, 0, ufunc_calls.rule, ufunc_calls.call, "a ufunc"),
        "cummax": Called(("axis",), 1, _numbers, _cummax),
        "cummin": Called(("axis",), 1, _numbers, _cummin),
    }
)
"""Every operation of the group `call`, by its name."""
