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
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from streamrt._ir.program import Shape, Value

__all__ = ["CALLED", "Called", "described", "refer", "result_of"]

Array: TypeAlias = np.ndarray[Any, Any]
Attributes: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Called:
    """One operation: what it takes, gives and means.

    Attributes:
        fields: the meaning of each attribute: `axis`, `flag` (0 or 1), `axes` (sorted) or `places`
            (sorted, along the axis that stands before them).
        operands: the number of operands.
        rule: returns the dtype and the shape of the result, and raises ValueError for operands
            that do not fit. The attributes were checked before.
        reference: returns the result; it takes the operands, and then the attributes.
        host: the function of NumPy by which the host computes it; empty if kernels do.
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
    if len(operands) != called.operands or len(attributes) != len(called.fields):
        raise _unfit(name, operands, attributes)
    shape = operands[0].shape
    extent = 0
    for field, each in zip(called.fields, attributes, strict=True):
        if field == "axis":
            fits = 0 <= each < len(shape)
            extent = shape[each] if fits else 0
        elif field == "flag":
            fits = each in (0, 1)
        else:
            most = extent if field == "places" else len(shape)
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
    """Returns what NumPy computes.

    Raises:
        IndexError: an index is out of range.
    """
    with np.errstate(all="ignore"):
        found: Array = np.asarray(CALLED[name].reference(*operands, *attributes))
    return found


def described(name: str, attributes: Attributes) -> str:
    """Returns the attributes as the text of a program has them."""
    words: list[str] = []
    for field, each in zip(CALLED[name].fields, attributes, strict=True):
        if field == "axis":
            words.append(f"along axis {each}")
        elif field == "flag":
            words.append(_FLAGS[name][each])
        else:
            before = "at" if field == "places" else "over axes"
            words.append(f"{before} {', '.join(map(str, each))}")
    return " ".join(word for word in words if word)


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
    return _NOTHING if x.dtype.kind == "b" else (x.dtype.name, x.shape)


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


CALLED: Mapping[str, Called] = MappingProxyType({
    "cumsum": Called(
        ("axis",), 1, _numbers, lambda x, axis: np.cumsum(x, axis, x.dtype),
    ),
    "cumprod": Called(
        ("axis",), 1, _numbers, lambda x, axis: np.cumprod(x, axis, x.dtype),
    ),
    "take": Called(
        ("axis",), 2, _taken, lambda x, index, axis: np.take(x, index, axis),
    ),
    "take_along_axis": Called(
        ("axis",), 2, _taken_along, lambda x, index, axis: np.take_along_axis(x, index, axis),
    ),
    "sort": Called(("axis",), 1, _same, lambda x, axis: np.sort(x, axis), "np.sort"),
    "argsort": Called(
        ("axis", "flag"), 1, _places,
        lambda x, axis, stable: np.argsort(x, axis, "stable" if stable else None), "np.argsort",
    ),
    "partition": Called(
        ("axis", "places"), 1, _same, lambda x, axis, places: np.partition(x, places, axis),
        "np.partition",
    ),
    "argpartition": Called(
        ("axis", "places"), 1, _places, lambda x, axis, places: np.argpartition(x, places, axis),
        "np.argpartition",
    ),
    "searchsorted": Called(
        ("flag",), 2, _found,
        lambda x, keys, right: np.searchsorted(x, keys, "right" if right else "left"),
        "np.searchsorted",
    ),
    "median": Called(("axes",), 1, _middle, lambda x, axes: np.median(x, axes), "np.median"),
    "quantile": Called(
        ("axes", "flag"), 2, _quantile,
        lambda x, q, axes, number: np.quantile(x, q.item() if number else q, axes), "np.quantile",
    ),
})  # fmt: skip
"""Every operation of the group `call`, by its name."""
