"""The bodies of reductions, windows and sorts that are known.

A body is carried out in a program of its own, where equal values are one object. So it is compared
with what it would be, made there from the same arguments: the order of its operations, their form
and their names do not matter.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from streamrt._ir.program import Value
from streamrt._ir.stablehlo.elementwise import BINARY, compare
from streamrt._ir.stablehlo.making import Maker
from streamrt._ir.stablehlo.problems import RefusedError
from streamrt._ir.stablehlo.site import RegionProgram

__all__ = ["combination", "extreme_place", "neutral", "order"]

_COMBINING = ("add", "multiply", "maximum", "minimum", "and", "or")


def combination(body: RegionProgram) -> str:
    """Returns the operation by which a body combines its two arguments: `add`, for example.

    Raises:
        RefusedError: it does something else.
    """
    if len(body.arguments) == 2 and len(body.results) == 1:
        x, y = body.arguments
        if x.dtype is y.dtype and x.shape == y.shape == ():
            for name in _COMBINING:
                if body.results[0] in _both(body.make, name, x, y):
                    return name
    raise RefusedError(f"its body is none of {', '.join(_COMBINING)}")


def _both(make: Maker, name: str, x: Value, y: Value) -> list[Value]:
    build = BINARY[f"stablehlo.{name}"]
    if (name in ("and", "or") and x.dtype.kind == "f") or x is y:
        return []
    return [build(make, x, y), build(make, y, x)]


def neutral(name: str, value: Value) -> Any:
    """Returns the number that an operation combines with any other to that other one."""
    dtype = value.dtype
    if name in ("maximum", "minimum"):
        if dtype.kind == "f":
            return -np.inf if name == "maximum" else np.inf
        return dtype.bounds[0 if name == "maximum" else 1]
    if name == "and":
        return -1 if dtype.kind == "i" else dtype.bounds[1]
    return 1 if name == "multiply" else 0


def _ordinary(value: Value) -> str:
    return {"f": "FLOAT", "i": "SIGNED"}.get(value.dtype.kind, "UNSIGNED")


def extreme_place(body: RegionProgram) -> str:
    """Returns `argmax` or `argmin`, if a body of four arguments finds the first such place.

    It is the body that jax prints: a NaN comes before all numbers, and of equal elements the one
    with the lower index is taken. The arguments are a number and its index, twice.

    Raises:
        RefusedError: it does something else.
    """
    if len(body.arguments) == 4 and len(body.results) == 2:
        x, i, y, j = body.arguments
        fits = x.dtype is y.dtype and i.dtype is j.dtype and i.dtype.kind in "iu"
        for name, direction in (("argmax", "GT"), ("argmin", "LT")):
            if fits and body.results == _first_extreme(body.make, direction, x, i, y, j):
                return name
    raise RefusedError("its body is none of argmax and argmin")


def _first_extreme(
    make: Maker, direction: str, x: Value, i: Value, y: Value, j: Value
) -> list[Value]:
    kind = _ordinary(x)
    better = compare(make, direction, kind, x, y)
    better = make.apply("bitwise_or", better, compare(make, "NE", kind, x, x))
    earlier = compare(make, "LT", _ordinary(i), i, j)
    tied = make.apply("bitwise_and", compare(make, "EQ", kind, x, y), earlier)
    taken = make.apply("bitwise_or", better, tied)
    return [make.apply("where", better, x, y), make.apply("where", taken, i, j)]


def order(body: RegionProgram) -> str:
    """Returns `LT` or `GT`, the order of a sort whose body compares its first two arguments.

    Floats are compared as they are, or as jax does it: by the total order, in which all NaNs are
    one and all zeros are one.

    Raises:
        RefusedError: it compares something else.
    """
    if len(body.arguments) >= 2 and len(body.results) == 1:
        make, (x, y) = body.make, body.arguments[:2]
        if x.dtype is y.dtype and x.shape == y.shape == ():
            for direction in ("LT", "GT"):
                known = [compare(make, direction, _ordinary(x), x, y)]
                if x.dtype.kind == "f":
                    one, other = _canonical(make, x), _canonical(make, y)
                    known.append(compare(make, direction, "TOTALORDER", one, other))
                if body.results[0] in known:
                    return direction
    raise RefusedError("its body is no known order of its first operand")


def _canonical(make: Maker, x: Value) -> Value:
    """Returns 0.0 for both zeros, and one NaN for all."""
    is_zero = make.apply("equal", x, make.like(0, x))
    made = make.apply("where", is_zero, make.like(0, x), x)
    is_nan = make.apply("not_equal", x, x)
    return make.apply("where", is_nan, make.like(np.nan, x), made)
