"""Elementwise operations as MLIR: arith and math on whole tensors, with the rules of ops.py.

MLIR leaves a division by zero, a shift by the width or more and a cast of what does not fit
undefined, so those are guarded here. Integers have no sign there; the operations have one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType
from streamrt._ir.program import Value
from streamrt._ir.text.mlir_tensors import Elements, element_type, number


def spell_elements(emit: Callable[[str], str], value: Value, operands: Sequence[str]) -> str:
    """Emits an elementwise operation; returns the name of its result.

    Args:
        emit: appends an operation, and returns the name of its result.
        value: the value whose operation it is.
        operands: the names of its operands.
    """
    to, name = Elements(emit, value.shape), value.op.name
    dtype = value.operands[-1].dtype
    element = element_type(dtype)
    if name == "cast":
        return _cast(to, operands[0], dtype, value.dtype)
    if name == "where":
        return to.select(element, *operands)
    if name in _COMPARED:
        predicates = _COMPARED[name]
        place = {"f": 0, "i": 1}.get(dtype.kind, 2)
        return to.compare(predicates[place], element, *operands)
    table = {"f": _FLOATS, "i": _SIGNED, "u": _UNSIGNED, "b": _BOOLS}[dtype.kind]
    if name in table:
        return to.do(table[name], element, *operands) if table[name] else operands[0]
    if dtype.kind == "f":
        return _FLOAT_RULES[name](to, element, *operands)
    return _INTEGER_RULES[name](to, dtype, *operands)


# Predicates of floats, of signed integers, of unsigned integers and bools.
_COMPARED = {
    "equal": ("oeq", "eq", "eq"),
    "not_equal": ("une", "ne", "ne"),
    "less": ("olt", "slt", "ult"),
    "less_equal": ("ole", "sle", "ule"),
    "greater": ("ogt", "sgt", "ugt"),
    "greater_equal": ("oge", "sge", "uge"),
}

_SAME = dict.fromkeys(("floor", "ceil", "trunc"), "")

_FLOATS = {
    "add": "arith.addf", "subtract": "arith.subf", "multiply": "arith.mulf",
    "divide": "arith.divf", "fmod": "arith.remf", "negative": "arith.negf",
    "maximum": "arith.maximumf", "minimum": "arith.minimumf", "fmax": "arith.maxnumf",
    "fmin": "arith.minnumf", "power": "math.powf", "arctan2": "math.atan2",
    "copysign": "math.copysign", "fma": "math.fma", "absolute": "math.absf", "floor": "math.floor",
    "ceil": "math.ceil", "trunc": "math.trunc", "rint": "math.roundeven", "arcsin": "math.asin",
    "arccos": "math.acos", "arctan": "math.atan", "arcsinh": "math.asinh",
    "arccosh": "math.acosh", "arctanh": "math.atanh",
    **{name: f"math.{name}" for name in (
        "sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos",
        "tan", "sinh", "cosh", "tanh", "erf",
    )},
}  # fmt: skip

_INTEGERS = {
    "add": "arith.addi", "subtract": "arith.subi", "multiply": "arith.muli",
    "bitwise_and": "arith.andi", "bitwise_or": "arith.ori", "bitwise_xor": "arith.xori", **_SAME,
}  # fmt: skip
_SIGNED = _INTEGERS | {
    "maximum": "arith.maxsi", "minimum": "arith.minsi", "fmax": "arith.maxsi",
    "fmin": "arith.minsi", "absolute": "math.absi", "power": "math.ipowi",
}  # fmt: skip
_UNSIGNED = _INTEGERS | {
    "maximum": "arith.maxui", "minimum": "arith.minui", "fmax": "arith.maxui",
    "fmin": "arith.minui", "absolute": "",
}  # fmt: skip
_BOOLS = {
    "bitwise_and": "arith.andi", "bitwise_or": "arith.ori", "bitwise_xor": "arith.xori",
    "maximum": "arith.ori", "minimum": "arith.andi", "fmax": "arith.ori", "fmin": "arith.andi",
    "absolute": "", **_SAME,
}  # fmt: skip


# -- floats ----------------------------------------------------------------------------------------


def _against_infinity(predicate: str, to: Elements, element: str, x: str) -> str:
    magnitude = to.do("math.absf", element, x)
    infinity = to.full(number(np.inf, DTYPES[element]), element)
    return to.compare(predicate, element, magnitude, infinity)


def _is_nan(to: Elements, element: str, x: str) -> str:
    return to.compare("uno", element, x, x)


def _sign_bit(to: Elements, element: str, x: str) -> str:
    bits = element.replace("f", "i")
    return to.compare(
        "slt", bits, to.convert("arith.bitcast", x, element, bits), to.full("0", bits)
    )


def _sign(to: Elements, element: str, x: str) -> str:
    zero, one = to.full("0.0", element), to.full("1.0", element)
    below = to.compare("olt", element, x, zero)
    above = to.compare("ogt", element, x, zero)
    whole = to.select(element, _is_nan(to, element, x), x, zero)
    found = to.select(element, below, to.full("-1.0", element), whole)
    return to.select(element, above, one, found)


def _reciprocal(to: Elements, element: str, x: str) -> str:
    return to.do("arith.divf", element, to.full("1.0", element), x)


def _logistic(to: Elements, element: str, x: str) -> str:
    grown = to.do("math.exp", element, to.do("arith.negf", element, x))
    return _reciprocal(to, element, to.do("arith.addf", element, grown, to.full("1.0", element)))


def _square(to: Elements, element: str, x: str) -> str:
    return to.do("arith.mulf", element, x, x)


def _hypot(to: Elements, element: str, x: str, y: str) -> str:
    """Emits the root of the sum of squares, in f64; those of f64 may overflow on the way."""
    if element == "f32":
        x, y = (to.convert("arith.extf", each, "f32", "f64") for each in (x, y))
    total = to.do("arith.addf", "f64", _square(to, "f64", x), _square(to, "f64", y))
    root = to.do("math.sqrt", "f64", total)
    return to.convert("arith.truncf", root, "f64", "f32") if element == "f32" else root


def _remainder(to: Elements, element: str, x: str, y: str) -> str:
    rest, differs = _rest(to, element, x, y)
    moved = to.select(element, differs, to.do("arith.addf", element, rest, y), rest)
    is_zero = to.compare("oeq", element, rest, to.full("0.0", element))
    signed = to.do("math.copysign", element, to.full("0.0", element), y)
    return to.select(element, is_zero, signed, moved)


def _rest(to: Elements, element: str, x: str, y: str) -> tuple[str, str]:
    """Emits fmod, and whether it is not 0 and has another sign than the divisor."""
    zero = to.full("0.0", element)
    rest = to.do("arith.remf", element, x, y)
    signs = [to.compare("olt", element, each, zero) for each in (rest, y)]
    some = to.compare("une", element, rest, zero)
    return rest, to.do("arith.andi", "i1", some, to.do("arith.xori", "i1", *signs))


def _floor_divide(to: Elements, element: str, x: str, y: str) -> str:
    """Emits what NumPy's npy_divmod does."""
    zero, one = to.full("0.0", element), to.full("1.0", element)
    rest, differs = _rest(to, element, x, y)
    plain = to.do("arith.divf", element, x, y)
    whole = to.do("arith.divf", element, to.do("arith.subf", element, x, rest), y)
    whole = to.select(element, differs, to.do("arith.subf", element, whole, one), whole)
    low = to.do("math.floor", element, whole)
    above = to.do("arith.subf", element, whole, low)
    is_high = to.compare("ogt", element, above, to.full("0.5", element))
    near = to.select(element, is_high, to.do("arith.addf", element, low, one), low)
    is_zero = to.compare("oeq", element, whole, zero)
    signed = to.do("math.copysign", element, zero, plain)
    found = to.select(element, is_zero, signed, near)
    by_zero = to.compare("oeq", element, y, zero)
    return to.select(element, by_zero, plain, found)


_FLOAT_RULES: dict[str, Callable[..., str]] = {
    "isnan": _is_nan, "isinf": partial(_against_infinity, "oeq"),
    "isfinite": partial(_against_infinity, "olt"), "signbit": _sign_bit, "sign": _sign,
    "reciprocal": _reciprocal, "logistic": _logistic, "square": _square,
    "hypot": _hypot, "remainder": _remainder, "floor_divide": _floor_divide,
}  # fmt: skip


# -- integers and bools ----------------------------------------------------------------------------


def _always(answer: str, to: Elements, dtype: DType, x: str) -> str:
    del dtype, x
    return to.full(answer, "i1")


def _invert(to: Elements, dtype: DType, x: str) -> str:
    element = element_type(dtype)
    return to.do("arith.xori", element, x, to.full("true" if element == "i1" else "-1", element))


def _negative(to: Elements, dtype: DType, x: str) -> str:
    element = element_type(dtype)
    return to.do("arith.subi", element, to.full("0", element), x)


def _integer_square(to: Elements, dtype: DType, x: str) -> str:
    return to.do("arith.muli", element_type(dtype), x, x)


def _integer_sign(to: Elements, dtype: DType, x: str) -> str:
    element = element_type(dtype)
    zero, one = to.full("0", element), to.full("1", element)
    if dtype.kind == "u":
        return to.do("arith.minui", element, x, one)
    bounded = to.do("arith.minsi", element, x, one)
    return to.do("arith.maxsi", element, bounded, to.do("arith.subi", element, zero, one))


def _integer_reciprocal(to: Elements, dtype: DType, x: str) -> str:
    element = element_type(dtype)
    is_unit = to.compare("eq", element, x, to.full("1", element))
    if dtype.kind == "i":
        other = to.compare("eq", element, x, to.full("-1", element))
        is_unit = to.do("arith.ori", "i1", is_unit, other)
    return to.select(element, is_unit, x, to.full("0", element))


def _divisor(to: Elements, dtype: DType, y: str) -> tuple[str, str, str]:
    """Emits a divisor that never traps, and whether the real one is 0 and is -1."""
    element = element_type(dtype)
    is_zero = to.compare("eq", element, y, to.full("0", element))
    traps = is_minus = is_zero
    if dtype.kind == "i":
        is_minus = to.compare("eq", element, y, to.full("-1", element))
        traps = to.do("arith.ori", "i1", is_zero, is_minus)
    return to.select(element, traps, to.full("1", element), y), is_zero, is_minus


def _integer_quotient(to: Elements, dtype: DType, x: str, y: str) -> str:
    element = element_type(dtype)
    divisor, is_zero, is_minus = _divisor(to, dtype, y)
    found = to.do("arith.divui" if dtype.kind == "u" else "arith.floordivsi", element, x, divisor)
    if dtype.kind == "i":
        found = to.select(element, is_minus, _negative(to, dtype, x), found)
    return to.select(element, is_zero, to.full("0", element), found)


def _integer_fmod(to: Elements, dtype: DType, x: str, y: str) -> str:
    element = element_type(dtype)
    divisor, is_zero, _ = _divisor(to, dtype, y)
    found = to.do("arith.remui" if dtype.kind == "u" else "arith.remsi", element, x, divisor)
    return to.select(element, is_zero, to.full("0", element), found)


def _integer_remainder(to: Elements, dtype: DType, x: str, y: str) -> str:
    element = element_type(dtype)
    rest = _integer_fmod(to, dtype, x, y)
    if dtype.kind == "u":
        return rest
    zero = to.full("0", element)
    signs = [to.compare("slt", element, each, zero) for each in (rest, y)]
    some = to.compare("ne", element, rest, zero)
    differs = to.do("arith.andi", "i1", some, to.do("arith.xori", "i1", *signs))
    return to.select(element, differs, to.do("arith.addi", element, rest, y), rest)


def _shift(way: str, to: Elements, dtype: DType, x: str, y: str) -> str:
    element, is_signed = element_type(dtype), way == "r" and dtype.kind != "u"
    most = to.full(str(8 * dtype.itemsize - 1), element)
    op = "arith.shli" if way == "l" else "arith.shrsi" if is_signed else "arith.shrui"
    found = to.do(op, element, x, to.do("arith.minui", element, y, most))
    if is_signed:
        return found
    fits = to.compare("ule", element, y, most)
    return to.select(element, fits, found, to.full("0", element))


def _unsigned_power(to: Elements, dtype: DType, x: str, y: str) -> str:
    """Emits a power of twice the width, where the exponent is not negative."""
    element, wide = element_type(dtype), f"i{16 * dtype.itemsize}"
    operands = [to.convert("arith.extui", each, element, wide) for each in (x, y)]
    return to.convert("arith.trunci", to.do("math.ipowi", wide, *operands), wide, element)


_INTEGER_RULES: dict[str, Callable[..., str]] = {
    "isnan": partial(_always, "false"), "isinf": partial(_always, "false"),
    "isfinite": partial(_always, "true"), "invert": _invert, "negative": _negative,
    "square": _integer_square, "sign": _integer_sign, "reciprocal": _integer_reciprocal,
    "floor_divide": _integer_quotient, "fmod": _integer_fmod, "remainder": _integer_remainder,
    "left_shift": partial(_shift, "l"), "right_shift": partial(_shift, "r"),
    "power": _unsigned_power,
}  # fmt: skip


# -- casts -----------------------------------------------------------------------------------------


def _cast(to: Elements, x: str, source: DType, target: DType) -> str:
    old, new = element_type(source), element_type(target)
    if old == new:
        return x
    if source.name == "f16" and target.kind not in "fb":  # bounds of integers are infinite
        return _cast(to, to.convert("arith.extf", x, "f16", "f32"), DTYPES["f32"], target)
    if target.kind == "b":
        zero = to.full("0.0" if source.kind == "f" else "0", old)
        return to.compare("une" if source.kind == "f" else "ne", old, x, zero)
    if source.kind == "f":
        if target.kind != "f":
            return _truncated(to, x, source, target)
        grows = target.itemsize > source.itemsize
        return to.convert("arith.extf" if grows else "arith.truncf", x, old, new)
    if target.kind == "f":
        return to.convert("arith.sitofp" if source.kind == "i" else "arith.uitofp", x, old, new)
    if source.kind != "b" and target.itemsize < source.itemsize:
        return to.convert("arith.trunci", x, old, new)
    return to.convert("arith.extsi" if source.kind == "i" else "arith.extui", x, old, new)


def _truncated(to: Elements, x: str, source: DType, target: DType) -> str:
    """Emits rule 3 of ops.py."""
    old, new = element_type(source), element_type(target)
    bits = 64 if target.itemsize == 8 or target.name == "u32" else 32
    least, most = (number(sign * 2.0 ** (bits - 1), source) for sign in (-1, 1))
    whole = to.do("math.trunc", old, x)
    above = to.compare("oge", old, whole, to.full(least, old))
    below = to.compare("olt", old, whole, to.full(most, old))
    fits = to.do("arith.andi", "i1", above, below)
    some = to.select(old, fits, whole, to.full(least, old))
    found = to.convert("arith.fptosi", some, old, f"i{bits}")
    if target.name == "u64":
        high = to.compare("oge", old, whole, to.full(most, old))
        under = to.compare("olt", old, whole, to.full(number(2.0**64, source), old))
        is_high = to.do("arith.andi", "i1", high, under)
        large = to.select(old, is_high, whole, to.full("0.0", old))
        return to.select("i64", is_high, to.convert("arith.fptoui", large, old, "i64"), found)
    return found if new == f"i{bits}" else to.convert("arith.trunci", found, f"i{bits}", new)
