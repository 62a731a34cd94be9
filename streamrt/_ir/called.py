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
5. `cummax` and `cummin` give NaN from the first NaN on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from streamrt._ir import ufunc_calls

if TYPE_CHECKING:
    from streamrt._ir.program import Shape, Value

__all__ = ["CALLED", "MOST_TEXT", "Called", "described", "host_name", "refer", "result_of"]

MOST_TEXT = 200
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
    """

    fields: tuple[str, ...]
    operands: int
    rule: Callable[..., tuple[str, Shape]]
    reference: Callable[..., Any]
    host: str = ""


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
        elif field in ("text", "number", "shape"):
            fits = field != "text" or len(each.encode()) <= MOST_TEXT
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
}


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
        "ufunc": Called(ufunc_calls.FIELDS, 0, ufunc_calls.rule, ufunc_calls.call, "a ufunc"),
        "cummax": Called(("axis",), 1, _numbers, _cummax),
        "cummin": Called(("axis",), 1, _numbers, _cummin),
    }
)
"""Every operation of the group `call`, by its name."""
