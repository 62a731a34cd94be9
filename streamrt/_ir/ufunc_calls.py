"""The operation `ufunc`: a ufunc of NumPy or of another library, which the host calls.

1. A program names the ufunc by its place, as in `scipy.special:jv`. Anybody may have written the
   program. So the place is looked up in modules that are loaded, and only those of `IMPORTED` are
   loaded for it. What is found has to be a ufunc.
2. The dtypes in which it computes were found while tracing, and are part of the program. A ufunc
   that has no such loop is an error of the launch. So are results of other shapes.
3. Results of one dtype are one flat array, of which the trace takes slices. Where a ufunc has
   results of several dtypes, there is one operation for each dtype, and each calls the ufunc.
4. Floating-point errors are ignored, except where a function of numpy.linalg makes errors of them:
   the place of its handler is part of the program.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType, from_numpy

if TYPE_CHECKING:
    from streamrt._ir.program import Shape, Value

__all__ = [
    "FIELDS", "IMPORTED", "METHODS", "MOST_PLACE", "call", "described", "is_handler", "is_writing",
    "loop_text", "rule", "title",
]  # fmt: skip

FIELDS = ("text", "text", "text", "text", "number", "number", "shape")
"""The attributes.

They are the place, the method (empty for a plain call), the loop as `loop_text` spells it, the
place of the handler or nothing, the axis of a method, the number of the first result among those of
one dtype, and the shape of what the operation gives.
"""

MOST_PLACE = 200
"""The letters that the place of a ufunc may have."""

METHODS = ("", "reduce", "accumulate", "reduceat", "at")

IMPORTED = ("numpy", "numpy.linalg._umath_linalg", "scipy.special")
"""The modules that are loaded if a program has a ufunc of theirs."""

_PLACE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")
_HANDLER = re.compile(r"(numpy\.linalg\._?linalg:_raise_linalgerror_\w+)?")

Loop: TypeAlias = "tuple[tuple[DType, ...], tuple[DType, ...]]"


def is_handler(place: str) -> bool:
    """Returns whether programs may have a function as the handler of errors."""
    return bool(_HANDLER.fullmatch(place))


def is_writing(name: str) -> bool:
    """Returns whether the ufunc of that name writes to its operands, as the raw QR does."""
    return name.startswith("qr_r_raw")


def loop_text(inputs: Sequence[DType], outputs: Sequence[DType]) -> str:
    """Returns the dtypes of a loop as text, such as `f64,f64->f64`, on every machine."""
    return "->".join(",".join(dtype.name for dtype in dtypes) for dtypes in (inputs, outputs))


@lru_cache(maxsize=256)
def _loop_of(text: str) -> Loop | None:
    """Returns the dtypes that a text spells; None if it is no text of `loop_text`."""
    parts = [part.split(",") for part in text.split("->")]
    if len(parts) != 2 or not all(name in DTYPES for part in parts for name in part):
        return None
    inputs, outputs = (tuple([DTYPES[name] for name in part]) for part in parts)
    return inputs, outputs


def title(attributes: Sequence[Any]) -> str:
    """Returns the name of the ufunc, and of its method, as the kernel has it."""
    name = str(attributes[0]).replace(":", ".")
    return f"{name}.{attributes[1]}" if attributes[1] else name


def described(attributes: Sequence[Any]) -> str:
    """Returns the attributes as the text of a program has them."""
    place, method, loop, handler, axis, first, _ = attributes
    words = [f"by {place}" + (f".{method}" if method else ""), f"as {loop}"]
    if method and method != "at":
        words.append(f"along axis {axis}")
    if first:
        words.append(f"from result {first}")
    if handler:
        words.append(f"or {handler}")
    return " ".join(words)


# -- dtypes and shapes ---------------------------------------------------------------------------


def rule(*given: Any) -> tuple[str, Shape]:
    """Returns the dtype and the shape of the result; no dtype if the operands do not fit."""
    operands: Sequence[Value] = given[: -len(FIELDS)]
    attributes: tuple[str, str, str, str, int, int, Shape] = given[-len(FIELDS) :]
    place, method, text, handler, axis, first, shape = attributes
    loop = _loop_of(text)
    if (
        not _PLACE.fullmatch(place)
        or len(place) > MOST_PLACE
        or is_writing(place.partition(":")[2])
        or method not in METHODS
        or not _HANDLER.fullmatch(handler)
        or loop is None
        or first >= len(loop[1])
        or loop[1].index(loop[1][first]) != first
    ):
        return "", ()
    made: str = operands[0].dtype.name
    if not method:
        fits = axis == 0 and tuple([each.dtype for each in operands]) == loop[0]
        made = [dtype.name for dtype in loop[1]][first]
    else:
        fits = first == 0 and len(loop[1]) == 1
        fits = fits and _METHOD_FITS[method](operands, loop, axis, shape)
    return (made, tuple(shape)) if fits else ("", ())


def _along(
    operands: Sequence[Value], loop: Loop, axis: int, shape: Shape, left: Shape | None
) -> bool:
    """Returns whether a method along an axis leaves so many elements of it."""
    x = operands[0]
    is_one_dtype = [x.dtype] * 3 == [*loop[0], *loop[1]]
    if not is_one_dtype or axis >= len(x.shape) or left is None:
        return False
    return shape == (*x.shape[:axis], *left, *x.shape[axis + 1 :])


def _reduces(operands: Sequence[Value], loop: Loop, axis: int, shape: Shape) -> bool:
    return _along(operands, loop, axis, shape, () if len(operands) == 1 else None)


def _accumulates(operands: Sequence[Value], loop: Loop, axis: int, shape: Shape) -> bool:
    left = operands[0].shape[axis : axis + 1] if len(operands) == 1 else None
    return _along(operands, loop, axis, shape, left)


def _reduces_parts(operands: Sequence[Value], loop: Loop, axis: int, shape: Shape) -> bool:
    fits = len(operands) == 2 and operands[1].dtype.name == "i64" and len(operands[1].shape) == 1
    return _along(operands, loop, axis, shape, operands[1].shape if fits else None)


def _writes(operands: Sequence[Value], loop: Loop, axis: int, shape: Shape) -> bool:
    target = operands[0]
    indexes = operands[1 : len(operands) - len(loop[0]) + 1]
    others = [each.dtype for each in operands[1 + len(indexes) :]]
    return (
        axis == 0
        and shape == target.shape
        and 0 < len(indexes) <= len(shape)
        and len(others) == len(loop[0]) - 1
        and all(each.dtype.name == "i64" for each in indexes)
    )


_METHOD_FITS: dict[str, Callable[[Sequence[Any], Loop, int, Any], bool]] = {
    "reduce": _reduces,
    "accumulate": _accumulates,
    "reduceat": _reduces_parts,
    "at": _writes,
}


# -- the call ------------------------------------------------------------------------------------


def call(*given: Any) -> Any:
    """Returns the result of the ufunc for some arrays and attributes.

    Raises:
        ValueError: there is no such ufunc, or it gives something else than the program says.
    """
    operands = given[: -len(FIELDS)]
    place, method, text, handler, axis, first, shape = given[-len(FIELDS) :]
    ufunc = _found(place)
    loop = _loop_of(text)
    assert loop is not None  # the rule has read it
    options = _options(ufunc, place, loop, bool(method) and method != "at")
    if method == "at":
        made = _written(ufunc, operands, len(loop[0]))
    elif method:
        made = getattr(ufunc, method)(*operands, axis=axis)
    else:
        with _raising(handler):
            results: Any = ufunc(*operands, **options)
        many: tuple[Any, ...] = results if ufunc.nout > 1 else (results,)
        made = _chosen(many, loop[1], first)
    made = np.asarray(made)
    if made.shape != shape:
        raise ValueError(f"call {place}: the result has shape {made.shape}; {shape} was traced")
    return made


def _found(place: str) -> np.ufunc:
    """Returns the ufunc at a place.

    Raises:
        ValueError: it is not there.
    """
    name, _, attribute = place.partition(":")
    module = importlib.import_module(name) if name in IMPORTED else sys.modules.get(name)
    if module is None:
        raise ValueError(
            f"call {place}: the module {name} is not loaded; import it before the program runs"
        )
    ufunc: Any = _held(module).get(attribute)
    if not isinstance(ufunc, np.ufunc):
        raise ValueError(f"call {place}: the module {name} has no ufunc {attribute}")
    return ufunc


def _held(module: ModuleType) -> dict[str, Any]:
    return vars(module)  # and not getattr, because some modules load others for that


@lru_cache(maxsize=256)
def _options(ufunc: np.ufunc, place: str, loop: Loop, is_reduction: bool) -> dict[str, Any]:
    """Returns the arguments with which a ufunc computes in a loop.

    Raises:
        ValueError: it has no such loop.
    """
    inputs, outputs = loop
    wanted = tuple([dtype.numpy for dtype in (*inputs, *outputs)])
    nothing = (None,) * len(outputs)
    if (len(inputs), len(outputs)) == (ufunc.nin, ufunc.nout):
        given: Any = (None, *wanted[1:2]) if is_reduction else wanted[: len(inputs)]
        ways: tuple[dict[str, Any], ...] = ({}, {"signature": wanted})
        for options in ways:
            try:
                found: Any = ufunc.resolve_dtypes(
                    (*given, *nothing), reduction=is_reduction, **options
                )
            except TypeError:
                continue
            if [from_numpy(each) for each in found] == [*inputs, *outputs]:
                return options
    raise ValueError(f"call {place}: it does not compute {loop_text(inputs, outputs)}")


def _raising(handler: str) -> np.errstate:
    """Returns the state in which errors are ignored, or else raised by a handler."""
    if not handler:
        return np.errstate(all="ignore")
    module, _, name = handler.partition(":")
    function: Any = vars(sys.modules.get(module, np)).get(name)
    if function is None:
        raise ValueError(f"call {handler}: this version of NumPy has no such function")
    return np.errstate(all="ignore", invalid="call", call=function)


def _chosen(results: tuple[Any, ...], outputs: Sequence[DType], first: int) -> Any:
    """Returns the results of one dtype: the only one as it is, several in one row."""
    found = [one for one, dtype in zip(results, outputs, strict=True) if dtype is outputs[first]]
    return found[0] if len(found) == 1 else np.concatenate([np.ravel(one) for one in found])


def _written(ufunc: np.ufunc, operands: Sequence[Any], taken: int) -> Any:
    made = np.array(operands[0])
    count = len(operands) - taken
    if prod(made.shape):
        ufunc.at(made, tuple(operands[1 : 1 + count]), *operands[1 + count :])
    return made
