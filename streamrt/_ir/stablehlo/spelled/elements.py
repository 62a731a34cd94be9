"""Elementwise operations as StableHLO and CHLO, with the rules of ops.py.

`fma` becomes a product and a sum, because StableHLO has none; whoever compiles the text may join
the two again. A float that is cast to an integer which cannot hold it is guarded, because StableHLO
leaves that open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import inf, log
from typing import TypeAlias

from streamrt._compile.signatures.dtypes import DTYPES, DType
from streamrt._ir.passes.rewriter import uniform
from streamrt._ir.stablehlo.spelled.integers import INTEGER_RULES
from streamrt._ir.stablehlo.spelled.text import Block, Named
from streamrt._ir.values import Value

__all__ = ["spell_elements"]


def spell_elements(to: Block, value: Value, operands: Sequence[Named]) -> Named:
    """Appends an elementwise operation; returns its result.

    Args:
        to: takes the lines.
        value: the value whose operation it is.
        operands: its operands.
    """
    name, last = value.op.name, operands[-1]
    if name == "cast":
        return _cast(to, last, value.dtype)
    if name == "where":
        return to.select(*operands)
    if name in _COMPARED:
        return to.compare(_COMPARED[name], *operands)
    kind = last.dtype.kind
    plain = {"f": _FLOATS, "b": _BOOLS}.get(kind, _INTEGERS)
    if name in plain:
        return to.same(plain[name], *operands)
    if kind == "f":
        return _FLOAT_RULES[name](to, *operands)
    if name in ("isnan", "isinf", "isfinite"):
        return to.full(name == "isfinite", DTYPES["bool"], last.shape)
    if name in ("floor", "ceil", "trunc", "absolute"):
        return last if name != "absolute" or kind != "i" else to.same("stablehlo.abs", last)
    if len(operands) == 1:
        return INTEGER_RULES[0][name](to, last)
    scalar = uniform(value.operands[1])
    known = None if scalar is None else int(scalar.array[()])
    return INTEGER_RULES[1][name](to, operands[0], last, known)


_COMPARED = {
    "equal": "EQ", "not_equal": "NE", "less": "LT", "less_equal": "LE", "greater": "GT",
    "greater_equal": "GE",
}  # fmt: skip

_ARITHMETIC = {name: f"stablehlo.{name}" for name in ("add", "subtract", "multiply")}
_BITS = {
    "bitwise_and": "stablehlo.and", "bitwise_or": "stablehlo.or", "bitwise_xor": "stablehlo.xor",
    "invert": "stablehlo.not",
}  # fmt: skip

_FLOATS = {
    **_ARITHMETIC,
    **{name: f"stablehlo.{name}" for name in (
        "divide", "power", "maximum", "minimum", "sqrt", "cbrt", "tan", "tanh", "floor", "ceil",
        "logistic",
    )},
    **{name: f"chlo.{name}" for name in ("sinh", "cosh", "erf")},
    **{f"arc{name}": f"chlo.a{name}" for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
    "exp": "stablehlo.exponential", "expm1": "stablehlo.exponential_minus_one",
    "log": "stablehlo.log", "log1p": "stablehlo.log_plus_one", "sin": "stablehlo.sine",
    "cos": "stablehlo.cosine", "rint": "stablehlo.round_nearest_even",
    "fmod": "stablehlo.remainder", "arctan2": "stablehlo.atan2", "negative": "stablehlo.negate",
    "absolute": "stablehlo.abs",
}  # fmt: skip
_INTEGERS = {
    **_ARITHMETIC, **_BITS, "maximum": "stablehlo.maximum", "minimum": "stablehlo.minimum",
    "fmax": "stablehlo.maximum", "fmin": "stablehlo.minimum",
}  # fmt: skip
_BOOLS = {
    **_BITS, "maximum": "stablehlo.or", "minimum": "stablehlo.and", "fmax": "stablehlo.or",
    "fmin": "stablehlo.and",
}  # fmt: skip


# -- floats ----------------------------------------------------------------------------------------


def _is_nan(to: Block, x: Named) -> Named:
    return to.compare("NE", x, x)


def _is_finite(to: Block, x: Named) -> Named:
    return to.to(f"stablehlo.is_finite {x.name}", (x,), DTYPES["bool"], x.shape)


def _is_infinite(to: Block, x: Named) -> Named:
    return to.compare("EQ", to.same("stablehlo.abs", x), to.like(x, inf))


def _sign_bit(to: Block, x: Named) -> Named:
    bits = DTYPES[x.dtype.name.replace("f", "i")]
    whole = to.to(f"stablehlo.bitcast_convert {x.name}", (x,), bits, x.shape)
    return to.compare("LT", whole, to.like(whole, 0))


def _copysign(to: Block, x: Named, y: Named) -> Named:
    size = to.same("stablehlo.abs", x)
    return to.select(_sign_bit(to, y), to.same("stablehlo.negate", size), size)


def _sign(to: Block, x: Named) -> Named:
    """Appends the sign; that of -0.0 is 0.0, which stablehlo.sign does not say."""
    is_zero = to.compare("EQ", x, to.like(x, 0))
    return to.select(is_zero, to.like(x, 0), to.same("stablehlo.sign", x))


def _trunc(to: Block, x: Named) -> Named:
    is_negative = to.compare("LT", x, to.like(x, 0))
    return to.select(is_negative, to.same("stablehlo.ceil", x), to.same("stablehlo.floor", x))


def _reciprocal(to: Block, x: Named) -> Named:
    return to.same("stablehlo.divide", to.like(x, 1), x)


def _square(to: Block, x: Named) -> Named:
    return to.same("stablehlo.multiply", x, x)


def _exp2(to: Block, x: Named) -> Named:
    return to.same("stablehlo.power", to.like(x, 2), x)


def _logarithm(base: float, to: Block, x: Named) -> Named:
    return to.same("stablehlo.divide", to.same("stablehlo.log", x), to.like(x, log(base)))


def _fma(to: Block, a: Named, b: Named, c: Named) -> Named:
    return to.same("stablehlo.add", to.same("stablehlo.multiply", a, b), c)


def _numeric(op: str, to: Block, x: Named, y: Named) -> Named:
    """Appends the maximum or minimum of what is no NaN."""
    found = to.select(_is_nan(to, y), x, to.same(op, x, y))
    return to.select(_is_nan(to, x), y, found)


def _hypot(to: Block, x: Named, y: Named) -> Named:
    """Appends the root of the sum of squares, in f64, scaled so that no square overflows."""
    wide = DTYPES["f64"]
    x64, y64 = (to.same("stablehlo.abs", to.convert(each, wide)) for each in (x, y))
    large = to.same("stablehlo.maximum", x64, y64)
    small = to.same("stablehlo.minimum", x64, y64)
    share = to.same("stablehlo.divide", small, large)
    total = to.same("stablehlo.add", _square(to, share), to.like(large, 1))
    root = to.same("stablehlo.multiply", large, to.same("stablehlo.sqrt", total))
    found = to.select(to.compare("EQ", large, to.like(large, 0)), large, root)
    infinite = [to.compare("EQ", each, to.like(each, inf)) for each in (x64, y64)]
    some = to.same("stablehlo.or", *infinite)
    return to.convert(to.select(some, to.like(large, inf), found), x.dtype)


def _rest(to: Block, x: Named, y: Named) -> tuple[Named, Named]:
    """Appends fmod, and whether it is not 0 and has another sign than the divisor."""
    rest, zero = to.same("stablehlo.remainder", x, y), to.like(x, 0)
    signs = [to.compare("LT", each, zero) for each in (rest, y)]
    some = to.compare("NE", rest, zero)
    return rest, to.same("stablehlo.and", some, to.same("stablehlo.xor", *signs))


def _remainder(to: Block, x: Named, y: Named) -> Named:
    rest, differs = _rest(to, x, y)
    zero = to.like(x, 0)
    moved = to.select(differs, to.same("stablehlo.add", rest, y), rest)
    # A rest of 0 has the sign of the divisor, which is no zero then.
    signed = to.select(to.compare("LT", y, zero), to.like(x, -0.0), zero)
    return to.select(to.compare("EQ", rest, zero), signed, moved)


def _floor_divide(to: Block, x: Named, y: Named) -> Named:
    """Appends what NumPy's npy_divmod does."""
    rest, differs = _rest(to, x, y)
    zero, one, half = (to.like(x, number) for number in (0, 1, 0.5))
    plain = to.same("stablehlo.divide", x, y)
    whole = to.same("stablehlo.divide", to.same("stablehlo.subtract", x, rest), y)
    whole = to.select(differs, to.same("stablehlo.subtract", whole, one), whole)
    low = to.same("stablehlo.floor", whole)
    is_high = to.compare("GT", to.same("stablehlo.subtract", whole, low), half)
    near = to.select(is_high, to.same("stablehlo.add", low, one), low)
    # A zero with the sign of the quotient, which is finite where this is chosen.
    signed = to.same("stablehlo.multiply", plain, zero)
    found = to.select(to.compare("EQ", whole, zero), signed, near)
    return to.select(to.compare("EQ", y, zero), plain, found)


_Rule: TypeAlias = Callable[..., Named]

_FLOAT_RULES: dict[str, _Rule] = {
    "isnan": _is_nan, "isinf": _is_infinite, "isfinite": _is_finite, "signbit": _sign_bit,
    "sign": _sign, "trunc": _trunc, "reciprocal": _reciprocal, "square": _square, "exp2": _exp2,
    "log2": partial(_logarithm, 2), "log10": partial(_logarithm, 10), "fma": _fma,
    "fmax": partial(_numeric, "stablehlo.maximum"), "copysign": _copysign,
    "fmin": partial(_numeric, "stablehlo.minimum"), "hypot": _hypot, "remainder": _remainder,
    "floor_divide": _floor_divide,
}  # fmt: skip


# -- casts -----------------------------------------------------------------------------------------


def _cast(to: Block, x: Named, target: DType) -> Named:
    if x.dtype.kind == "f" and target.kind in "iu":
        return _truncated(to, to.convert(x, DTYPES["f32"]) if x.dtype.itemsize == 2 else x, target)
    return to.convert(x, target)


def _truncated(to: Block, x: Named, target: DType) -> Named:
    """Appends rule 3 of ops.py; the conversion itself truncates."""
    through = DTYPES["i64" if target.itemsize == 8 or target.name == "u32" else "i32"]
    most = 2.0 ** (8 * through.itemsize - 1)
    least = to.like(x, -most)
    # Between these two, a float of which the whole part fits is one that fits.
    under = to.compare("LT", x, to.like(x, most))
    above = to.compare("GE", x, least)
    if through.itemsize == 4 and x.dtype.itemsize == 8:
        above = to.compare("GT", x, to.like(x, -most - 1))
    safe = to.select(to.same("stablehlo.and", above, under), x, least)
    found = to.convert(to.convert(safe, through), target)
    if target.name != "u64":
        return found
    over = to.compare("LT", x, to.like(x, 2 * most))
    is_high = to.same("stablehlo.and", to.compare("GE", x, to.like(x, most)), over)
    high = to.convert(to.select(is_high, x, to.like(x, 0)), target)
    return to.select(is_high, high, found)
