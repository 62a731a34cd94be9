"""Elementwise operations of integers and bools, as StableHLO, with the rules of ops.py.

StableHLO does not say what a division by zero, an overflow of one, and a shift by the width or more
give, so those are guarded here, unless the second operand is a number that is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from streamrt._ir.stablehlo.spelled.text import Block, Named

__all__ = ["INTEGER_RULES", "Known"]

Known: TypeAlias = int | None
"""The number of which the second operand consists, if one is known."""


def _negative(to: Block, x: Named) -> Named:
    return to.same("stablehlo.negate", x)


def _square(to: Block, x: Named) -> Named:
    return to.same("stablehlo.multiply", x, x)


def _sign(to: Block, x: Named) -> Named:
    if x.dtype.kind == "u":
        return to.same("stablehlo.minimum", x, to.like(x, 1))
    return to.same("stablehlo.sign", x)


def _reciprocal(to: Block, x: Named) -> Named:
    is_unit = to.compare("EQ", x, to.like(x, 1))
    if x.dtype.kind == "i":
        is_unit = to.same("stablehlo.or", is_unit, to.compare("EQ", x, to.like(x, -1)))
    return to.select(is_unit, x, to.like(x, 0))


def _guarded(to: Block, op: str, x: Named, y: Named, known: Known) -> Named:
    """Appends a division, or a remainder, of which 0 is the result if it divides by zero."""
    if known is not None and known not in (0, -1):
        return to.same(op, x, y)
    zero, one = to.like(y, 0), to.like(y, 1)
    is_zero = to.compare("EQ", y, zero)
    if y.dtype.kind == "u":
        return to.select(is_zero, zero, to.same(op, x, to.select(is_zero, one, y)))
    is_minus = to.compare("EQ", y, to.like(y, -1))
    safe = to.select(to.same("stablehlo.or", is_zero, is_minus), one, y)
    found = to.same(op, x, safe)
    if op == "stablehlo.divide":
        found = to.select(is_minus, _negative(to, x), found)
    return to.select(is_zero, zero, found)


def _fmod(to: Block, x: Named, y: Named, known: Known) -> Named:
    return _guarded(to, "stablehlo.remainder", x, y, known)


def _differs(to: Block, rest: Named, y: Named, known: Known) -> Named:
    """Appends whether a rest is not 0 and has another sign than the divisor."""
    zero = to.like(rest, 0)
    if known:
        return to.compare("GT" if known < 0 else "LT", rest, zero)
    signs = to.compare("LT", rest, zero), to.compare("LT", y, zero)
    some = to.compare("NE", rest, zero)
    return to.same("stablehlo.and", some, to.same("stablehlo.xor", *signs))


def _remainder(to: Block, x: Named, y: Named, known: Known) -> Named:
    rest = _fmod(to, x, y, known)
    if y.dtype.kind == "u":
        return rest
    return to.select(_differs(to, rest, y, known), to.same("stablehlo.add", rest, y), rest)


def _floor_divide(to: Block, x: Named, y: Named, known: Known) -> Named:
    found = _guarded(to, "stablehlo.divide", x, y, known)
    if y.dtype.kind == "u":
        return found
    rest = _fmod(to, x, y, known)
    lower = to.same("stablehlo.subtract", found, to.like(found, 1))
    return to.select(_differs(to, rest, y, known), lower, found)


def _shifted(op: str, to: Block, x: Named, y: Named, known: Known) -> Named:
    """Appends a shift; by rule 2 of ops.py where the count is outside of the width."""
    most = 8 * x.dtype.itemsize - 1
    if known is not None and 0 <= known <= most:
        return to.same(op, x, y)
    fits = to.compare("LE", y, to.like(y, most))
    if y.dtype.kind == "i":
        fits = to.same("stablehlo.and", fits, to.compare("GE", y, to.like(y, 0)))
    count = to.select(fits, y, to.like(y, most))
    found = to.same(op, x, count)
    return found if op.endswith("arithmetic") else to.select(fits, found, to.like(x, 0))


def _left_shift(to: Block, x: Named, y: Named, known: Known) -> Named:
    return _shifted("stablehlo.shift_left", to, x, y, known)


def _right_shift(to: Block, x: Named, y: Named, known: Known) -> Named:
    kind = "arithmetic" if x.dtype.kind == "i" else "logical"
    return _shifted(f"stablehlo.shift_right_{kind}", to, x, y, known)


def _power(to: Block, x: Named, y: Named, known: Known) -> Named:
    """Appends a power; by rule 5 of ops.py where the exponent is negative."""
    if known is not None and 0 <= known < 1 << _DIGIT:
        return to.same("stablehlo.power", x, y)
    if x.dtype.kind == "u":
        return _whole_power(to, x, y)
    zero, one = to.like(x, 0), to.like(x, 1)
    is_negative = to.compare("LT", y, zero)
    found = _whole_power(to, x, to.select(is_negative, zero, y))
    is_even = to.compare("EQ", to.same("stablehlo.and", y, one), zero)
    unit = to.select(is_even, to.same("stablehlo.multiply", x, x), x)
    units = to.compare("EQ", x, one), to.compare("EQ", x, to.like(x, -1))
    is_unit = to.same("stablehlo.or", *units)
    return to.select(is_negative, to.select(is_unit, unit, zero), found)


_DIGIT = 6
"""The bits of an exponent that XLA and IREE look at: they take none above 63."""


def _whole_power(to: Block, x: Named, y: Named) -> Named:
    """Appends a power whose exponent is not negative, by digits of the exponent."""
    found, factor = None, x
    for first in range(0, 8 * x.dtype.itemsize, _DIGIT):
        moved = to.same("stablehlo.shift_right_logical", y, to.like(y, first)) if first else y
        digit = to.same("stablehlo.and", moved, to.like(y, (1 << _DIGIT) - 1))
        part = to.same("stablehlo.power", factor, digit)
        found = part if found is None else to.same("stablehlo.multiply", found, part)
        for _ in range(_DIGIT if first + _DIGIT < 8 * x.dtype.itemsize else 0):
            factor = _square(to, factor)
    assert found is not None
    return found


_Unary: TypeAlias = Callable[[Block, Named], Named]
_Binary: TypeAlias = Callable[[Block, Named, Named, Known], Named]

INTEGER_RULES: tuple[dict[str, _Unary], dict[str, _Binary]] = (
    {
        "negative": _negative,
        "square": _square,
        "sign": _sign,
        "reciprocal": _reciprocal,
    },
    {
        "floor_divide": _floor_divide,
        "fmod": _fmod,
        "remainder": _remainder,
        "left_shift": _left_shift,
        "right_shift": _right_shift,
        "power": _power,
    },
)
"""The rules of operations with one and with two operands."""
