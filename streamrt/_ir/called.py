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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from streamrt._ir import called_rules as of
from streamrt._ir import ufunc_calls
from streamrt._ir.called_rules import FIRST_CODE, MODES, NORMS, TRANSFORMS

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
    "qr": ("", "complete"),
}

_NUMBERS: Mapping[str, Mapping[int, tuple[str, tuple[str, ...]]]] = {
    "correlate": {0: ("mode={}", MODES)},
    "fft": {1: ("by {}", TRANSFORMS), 2: ("n={}", ()), 3: ("norm={}", NORMS)},
}
"""The text of each number by its place among the attributes, and its names if it has some."""


def _unfit(name: str, operands: Sequence[Value], attributes: Attributes) -> ValueError:
    return ValueError(f"{name} of {', '.join(map(str, operands))} by {attributes}")


CALLED: Mapping[str, Called] = MappingProxyType(
    {
        "cumsum": Called(("axis",), 1, of.numbers, of.cumsum),
        "cumprod": Called(("axis",), 1, of.numbers, of.cumprod),
        "take": Called(("axis",), 2, of.taken, of.take),
        "take_along_axis": Called(("axis",), 2, of.taken_along, of.take_along),
        "sort": Called(("axis",), 1, of.same, of.sort, "np.sort"),
        "argsort": Called(("axis", "flag"), 1, of.places, of.argsort, "np.argsort"),
        "partition": Called(("axis", "places"), 1, of.same, of.partition, "np.partition"),
        "argpartition": Called(
            ("axis", "places"), 1, of.places, of.argpartition, "np.argpartition"
        ),
        "searchsorted": Called(("flag",), 2, of.found, of.searchsorted, "np.searchsorted"),
        "median": Called(("axes",), 1, of.middle, of.median, "np.median"),
        "quantile": Called(("axes", "flag"), 2, of.quantile, of.quantiles, "np.quantile"),
        "nanmedian": Called(("axes",), 1, of.middle, of.nanmedian, "np.nanmedian"),
        "nanquantile": Called(("axes", "flag"), 2, of.quantile, of.nanquantiles, "np.nanquantile"),
        "interp": Called((), 3, of.interpolated, of.interp, "np.interp"),
        "correlate": Called(("number",), 2, of.correlated, of.correlate, "np.correlate"),
        "histogram": Called(("shape",), 4, of.spread, of.histogram, "np.histogram"),
        "check": Called(("text",), 2, of.checked, of.guarded),
        "qr": Called(("flag",), 1, of.factored, of.qr, "np.linalg.qr"),
        "put": Called((), 3, of.scattered, of.put, "np.put"),
        "bincount": Called(("shape",), 2, of.counted, of.bincount, "np.bincount"),
        "fft": Called(
            ("axis", "number", "number", "number", "flag"),
            1,
            of.transformed,
            of.fft,
            "np.fft",
            True,
        ),
        "ufunc": Called(ufunc_calls.FIELDS, 0, ufunc_calls.rule, ufunc_calls.call, "a ufunc"),
        "cummax": Called(("axis",), 1, of.numbers, of.cummax),
        "cummin": Called(("axis",), 1, of.numbers, of.cummin),
    }
)
"""Every operation of the group `call`, by its name."""
