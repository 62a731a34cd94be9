"""Elementwise operations of StableHLO and CHLO.

They mean what XLA computes on a CPU where the specification leaves it open:

1. An integer division is one towards zero. Of `x / 0` all bits are set, and `x % 0` is x. The least
   integer divided by -1 is itself, and its remainder is 0.
2. A shift by the width or more gives 0, or the sign; the count is unsigned.
3. `maximum`, `minimum` and `clamp` give NaN where an operand is NaN; of two zeros they give either.
4. A comparison is the one of IEEE 754. TOTALORDER knows signs of zeros and NaNs, but all NaNs of
   one sign are equal.
5. A bool adds as `or`, multiplies as `and`.
6. `sign` of a zero is a zero, of either sign.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from streamrt._ir.program import Value
from streamrt._ir.stablehlo.making import Maker, unsigned
from streamrt._ir.stablehlo.problems import RefusedError

__all__ = ["BINARY", "UNARY", "clamp", "compare", "select"]

Unary: TypeAlias = Callable[[Maker, Value], Value]
Binary: TypeAlias = Callable[[Maker, Value, Value], Value]


def _check(value: Value, kinds: str, what: str) -> None:
    if value.dtype.kind not in kinds:
        raise RefusedError(f"it takes {what}, not {value}")


# -- of two operands -------------------------------------------------------------------------------


def _plain(name: str, kinds: str = "fiu", of_bools: str = "") -> Binary:
    """Returns an operation that programs have, and another one for bools."""

    def build(make: Maker, x: Value, y: Value) -> Value:
        if x.dtype.kind == "b" and of_bools:
            return make.apply(of_bools, x, y)
        _check(x, kinds, _KINDS[kinds])
        return make.apply(name, x, y)

    return build


_KINDS = {
    "fiu": "numbers", "f": "floats", "iub": "integers and bools", "iu": "integers",
    "fi": "signed numbers", "fiub": "numbers and bools",
}  # fmt: skip


def _divide(make: Maker, x: Value, y: Value) -> Value:
    _check(x, "fiu", "numbers")
    if x.dtype.kind == "f":
        return make.apply("divide", x, y)
    whole = x
    if x.dtype.kind == "i":  # what is left divides without a rest, so no rounding matters
        whole = make.apply("subtract", x, make.apply("fmod", x, y))
    made = make.apply("floor_divide", whole, y)
    ones = -1 if x.dtype.kind == "i" else x.dtype.bounds[1]
    return _unless_zero(make, y, made, make.like(ones, x))


def _remainder(make: Maker, x: Value, y: Value) -> Value:
    _check(x, "fiu", "numbers")
    made = make.apply("fmod", x, y)
    return made if x.dtype.kind == "f" else _unless_zero(make, y, made, x)


def _unless_zero(make: Maker, y: Value, made: Value, instead: Value) -> Value:
    """Returns `instead` where a divisor is 0; asks only if the divisor depends on arguments."""
    scalar = y
    while scalar.op.name in ("broadcast", "reshape"):
        (scalar,) = scalar.operands
    known = None if scalar.shape else make.known(scalar)
    if known:
        return made
    return make.apply("where", make.apply("equal", y, make.like(0, y)), instead, made)


def _shift(name: str, *, is_logical: bool) -> Binary:
    """Returns a shift, made in integers whose sign fits."""

    def build(make: Maker, x: Value, y: Value) -> Value:
        _check(x, "iu", "integers")
        given = x.dtype.name
        sign = make.sign_bit(x)
        if sign is not None and name == "right_shift" and make.has(y, 8 * x.dtype.itemsize - 1):
            ones = 1 if is_logical else -1
            return make.apply("where", sign, make.like(ones, x), make.like(0, x))
        through = unsigned(given) if is_logical else f"i{given[1:]}"
        made = make.apply(name, make.cast(x, through), make.cast(y, through))
        return make.cast(made, given)

    return build


BINARY: Mapping[str, Binary] = MappingProxyType({
    "stablehlo.add": _plain("add", of_bools="bitwise_or"),
    "stablehlo.subtract": _plain("subtract"),
    "stablehlo.multiply": _plain("multiply", of_bools="bitwise_and"),
    "stablehlo.divide": _divide,
    "stablehlo.remainder": _remainder,
    "stablehlo.maximum": _plain("maximum", "fiub"),
    "stablehlo.minimum": _plain("minimum", "fiub"),
    "stablehlo.power": _plain("power"),
    "stablehlo.atan2": _plain("arctan2", "f"),
    "stablehlo.and": _plain("bitwise_and", "iub"),
    "stablehlo.or": _plain("bitwise_or", "iub"),
    "stablehlo.xor": _plain("bitwise_xor", "iub"),
    "stablehlo.shift_left": _shift("left_shift", is_logical=True),
    "stablehlo.shift_right_logical": _shift("right_shift", is_logical=True),
    "stablehlo.shift_right_arithmetic": _shift("right_shift", is_logical=False),
})  # fmt: skip
"""Operations of two operands, which have one type, as has the result."""


# -- comparisons and choices -----------------------------------------------------------------------

_DIRECTIONS = {
    "EQ": "equal", "NE": "not_equal", "LT": "less", "LE": "less_equal", "GT": "greater",
    "GE": "greater_equal",
}  # fmt: skip

_TYPES = {"FLOAT": "f", "TOTALORDER": "f", "SIGNED": "i", "UNSIGNED": "ub", "NOTYPE": "fiub"}


def compare(make: Maker, direction: str, kind: str, x: Value, y: Value) -> Value:
    """Returns where a comparison holds: a bool for each element.

    Args:
        make: makes values.
        direction: `EQ`, `NE`, `LT`, `LE`, `GT` or `GE`.
        kind: `FLOAT`, `TOTALORDER`, `SIGNED`, `UNSIGNED`, or `NOTYPE` for the ordinary one.
        x: the left operand.
        y: the right operand, of the same type.

    Raises:
        RefusedError: there is no such direction or kind for this dtype.
    """
    if direction not in _DIRECTIONS:
        raise RefusedError(f"there is no direction {direction!r}")
    if x.dtype.kind not in _TYPES.get(kind, ""):
        raise RefusedError(f"there is no comparison {kind!r} of {x}")
    sign = make.sign_bit(x)
    if sign is not None and x.dtype.kind == "i" and direction in ("LT", "GE") and make.has(y, 0):
        return sign if direction == "LT" else make.apply("invert", sign)
    if kind != "TOTALORDER":
        return make.apply(_DIRECTIONS[direction], x, y)
    x, y = make.wide(x), make.wide(y)
    if direction in ("LT", "GE"):
        made = _precedes(make, x, y)
    elif direction in ("GT", "LE"):
        made = _precedes(make, y, x)
    else:
        made = make.apply("bitwise_or", _precedes(make, x, y), _precedes(make, y, x))
    return make.apply("invert", made) if direction in ("GE", "LE", "EQ") else made


def _precedes(make: Maker, x: Value, y: Value) -> Value:
    """Returns where x comes before y: -NaN, negative numbers, -0.0, 0.0, positive numbers, NaN."""
    low, high = make.apply("signbit", x), make.apply("signbit", y)
    one, other = make.apply("isnan", x), make.apply("isnan", y)
    is_signed = make.apply("bitwise_and", low, make.apply("invert", high))
    zeros = make.apply("bitwise_and", make.apply("equal", x, y), is_signed)
    plain = make.apply("bitwise_or", make.apply("less", x, y), zeros)
    both = make.apply("bitwise_and", one, other)
    by_sign = make.apply("where", one, low, make.apply("invert", high))
    by_sign = make.apply("where", both, is_signed, by_sign)
    return make.apply("where", make.apply("bitwise_or", one, other), by_sign, plain)


def select(make: Maker, flag: Value, x: Value, y: Value) -> Value:
    """Returns x where a flag is true, else y; one flag without dimensions serves all elements."""
    if not flag.shape:
        flag = make.broadcast(flag, x.shape)
    return make.apply("where", flag, x, y)


def clamp(make: Maker, least: Value, x: Value, most: Value) -> Value:
    """Returns x within bounds, which may be without dimensions."""
    least, most = make.broadcast(least, x.shape), make.broadcast(most, x.shape)
    return make.apply("minimum", make.apply("maximum", least, x), most)


# -- of one operand --------------------------------------------------------------------------------


def _one(name: str, kinds: str = "f") -> Unary:
    """Returns an operation that programs have."""

    def build(make: Maker, x: Value) -> Value:
        _check(x, kinds, _KINDS[kinds])
        return make.apply(name, x)

    return build


def _negate(make: Maker, x: Value) -> Value:
    _check(x, "fiu", "numbers")
    return make.apply("negative", x)


def _rsqrt(make: Maker, x: Value) -> Value:
    _check(x, "f", "floats")
    wide = make.wide(x)
    return make.cast(make.apply("reciprocal", make.apply("sqrt", wide)), x.dtype.name)


def _round_away(make: Maker, x: Value) -> Value:
    """Returns the nearest whole number, the one away from zero if two are as near."""
    _check(x, "f", "floats")
    wide = make.wide(x)
    whole = make.apply("trunc", wide)
    rest = make.apply("absolute", make.apply("subtract", wide, whole))
    one = make.apply("copysign", make.like(1, wide), wide)
    is_far = make.apply("greater_equal", rest, make.like(0.5, wide))
    made = make.apply("where", is_far, make.apply("add", whole, one), whole)
    return make.cast(made, x.dtype.name)


def _popcnt(make: Maker, x: Value) -> Value:
    """Returns the number of bits that are 1, which are added in pairs, fours and eights."""
    _check(x, "iu", "integers")
    bits = 8 * x.dtype.itemsize
    value = make.cast(x, unsigned(x.dtype.name))
    ones = (1 << bits) - 1

    def shifted(count: int) -> Value:
        return make.apply("right_shift", value, make.like(count, value))

    def masked(each: Value, mask: int) -> Value:
        return make.apply("bitwise_and", each, make.like(mask, each))

    value = make.apply("subtract", value, masked(shifted(1), ones // 3))
    value = make.apply("add", masked(value, ones // 5), masked(shifted(2), ones // 5))
    value = masked(make.apply("add", value, shifted(4)), ones // 17)
    value = make.apply("multiply", value, make.like(ones // 255, value))
    return make.cast(shifted(bits - 8), x.dtype.name)


def _count_leading_zeros(make: Maker, x: Value) -> Value:
    _check(x, "iu", "integers")
    bits, value = 8 * x.dtype.itemsize, make.cast(x, unsigned(x.dtype.name))
    count = 1
    while count < bits:  # every bit below the first 1 becomes 1
        below = make.apply("right_shift", value, make.like(count, value))
        value, count = make.apply("bitwise_or", value, below), 2 * count
    zeros = _popcnt(make, make.apply("invert", value))
    return make.cast(zeros, x.dtype.name)


def _is_infinite(sign: int) -> Unary:
    def build(make: Maker, x: Value) -> Value:
        _check(x, "f", "floats")
        if not sign:
            return make.apply("isinf", x)
        return make.apply("equal", x, make.like(sign * float("inf"), x))

    return build


UNARY: Mapping[str, Unary] = MappingProxyType({
    **{f"stablehlo.{name}": _one(ours) for name, ours in {
        "exponential": "exp", "exponential_minus_one": "expm1", "log": "log",
        "log_plus_one": "log1p", "logistic": "logistic", "sine": "sin", "cosine": "cos",
        "tan": "tan", "tanh": "tanh", "sqrt": "sqrt", "cbrt": "cbrt", "floor": "floor",
        "ceil": "ceil", "round_nearest_even": "rint", "is_finite": "isfinite",
    }.items()},
    **{f"chlo.{name}": _one(ours) for name, ours in {
        "erf": "erf", "tan": "tan", "sinh": "sinh", "cosh": "cosh", "asin": "arcsin",
        "acos": "arccos", "atan": "arctan", "asinh": "arcsinh", "acosh": "arccosh",
        "atanh": "arctanh",
    }.items()},
    "stablehlo.abs": _one("absolute", "fi"),
    "stablehlo.negate": _negate,
    "stablehlo.sign": _one("sign", "fi"),
    "stablehlo.not": _one("invert", "iub"),
    "stablehlo.rsqrt": _rsqrt,
    "stablehlo.round_nearest_afz": _round_away,
    "stablehlo.popcnt": _popcnt,
    "stablehlo.count_leading_zeros": _count_leading_zeros,
    "chlo.square": _one("square", "fiu"),
    "chlo.is_inf": _is_infinite(0),
    "chlo.is_pos_inf": _is_infinite(1),
    "chlo.is_neg_inf": _is_infinite(-1),
})  # fmt: skip
"""Operations of one operand, whose shape the result has."""
