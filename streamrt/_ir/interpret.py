"""The reference for all that rewrites or compiles programs: each operation, in NumPy.

An operation means what its NumPy function does, with the rules of ops.py where NumPy leaves the
choice to the machine. Three more choices make it a good reference:

1. The dear functions of f32 are computed in f64 and rounded once. So they are almost always the
   correctly rounded result, and whoever compares with it sees its own error only.
2. Sums, products and matrix products of floats have a wider accumulator: f64 for f32, long double
   for f64. The order in which compiled code adds is its own.
3. `fma` is rounded once, whatever the machine has.
4. Of two zeros, `maximum` and `fmax` give 0.0 if one of them is, `minimum` and `fmin` -0.0. So the
   order of the operands does not matter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from streamrt._compile.signatures.dtypes import DType
from streamrt._ir.called import refer
from streamrt._ir.program import Program, Shape, Value

__all__ = ["Array", "interpret"]

Array: TypeAlias = np.ndarray[Any, Any]

# Computed in f64 when they are asked for f32. The other ufuncs are exact or rounded correctly.
_DEAR = frozenset((
    "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "arcsin",
    "arccos", "arctan", "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "power",
    "arctan2", "hypot", "erf", "logistic",
))  # fmt: skip


def interpret(program: Program, arrays: Sequence[Any]) -> list[Array]:
    """Returns the results of a program: new arrays, which share no memory.

    Args:
        program: the program.
        arrays: an array or a number for each parameter, of its dtype and shape.

    Raises:
        ValueError: the arrays do not fit the parameters, or a maximum of nothing is asked for.
        IndexError: an index is out of range.
    """
    known = dict[int, Array]()
    for value, given in zip(program.parameters, arrays, strict=True):
        array = np.asarray(given, None if hasattr(given, "dtype") else value.dtype.numpy)
        if array.shape != value.shape or array.dtype != value.dtype.numpy:
            raise ValueError(f"interpret: {array.dtype}{list(array.shape)} for parameter {value}")
        known[id(value)] = array
    with np.errstate(all="ignore"):
        for value in program.values():
            if id(value) not in known:
                operands = [known[id(operand)] for operand in value.operands]
                known[id(value)] = evaluate(value, operands)
    return [np.array(known[id(result)], order="C") for result in program.results]


def evaluate(value: Value, operands: Sequence[Array]) -> Array:
    """Returns the elements of one value, which is no parameter; np.errstate is the caller's."""
    name, dtype = value.op.name, value.dtype.numpy
    rule = _RULES.get(name)
    if rule is not None:
        found = rule(value, operands)
    elif value.op.group == "reduce":
        found = _REDUCTIONS[name](operands[0], value)
    elif value.op.group == "call":
        # Some functions of NumPy refuse arrays without elements.
        nothing = np.empty(value.shape, dtype)
        found = refer(name, operands, value.attributes) if value.size else nothing
    elif name in _DEAR:
        found = _dear(name, value, operands)
    else:
        assert value.op.ufunc is not None, f"{name} has no reference"
        found = value.op.ufunc(*operands)
    array = np.asarray(found)
    return array if array.dtype == dtype else array.astype(dtype)


def _dear(name: str, value: Value, operands: Sequence[Array]) -> Any:
    if value.dtype.kind != "f":  # an integer power
        return _integer_power(*operands)
    wide = [_wide(operand, np.float64) for operand in operands]
    if name == "erf":
        return _erf(wide[0])
    if name == "logistic":
        return _logistic(wide[0])
    assert value.op.ufunc is not None
    return value.op.ufunc(*wide)


_erf = np.frompyfunc(math.erf, 1, 1)


def _logistic(x: Array) -> Any:
    """Returns 1 / (1 + exp(-x)), without an overflow on the way."""
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1.0, small) / (1.0 + small)


def _integer_power(base: Array, exponent: Array) -> Any:
    """Returns a power by rule 5 of ops.py."""
    result, left = np.ones_like(base), exponent.astype(np.uint64)
    factor = np.array(base)
    while left.any():
        result = np.where(left & np.uint64(1) != 0, result * factor, result)
        factor, left = factor * factor, left >> np.uint64(1)
    is_unit = (base == 1) | (base + base.dtype.type(1) == 0)
    odd = (exponent & base.dtype.type(1)) != 0
    # All bits set, the unsigned twin of -1, is no unit; but there no exponent is negative.
    inverse = np.where(is_unit, np.where(odd, base, 1), 0)
    return np.where(exponent < 0, inverse, result)


def _reciprocal(x: Array) -> Any:
    if x.dtype.kind == "f":
        return np.reciprocal(x)
    is_unit = (x == 1) | ((x < 0) & (x + x.dtype.type(1) == 0))
    return np.where(is_unit, x, 0)


def _cast(x: Array, to: DType) -> Array:
    if x.dtype.kind == "f" and to.kind in "iu":
        return _truncated(x.astype(np.float64), to)
    return x.astype(to.numpy)


def _truncated(x: Array, to: DType) -> Array:
    """Returns floats as integers, by rule 3 of ops.py."""
    whole = np.trunc(x)
    is_wide = to.itemsize == 8 or to.name == "u32"
    through, least = (np.int64, -(2.0**63)) if is_wide else (np.int32, -(2.0**31))
    fits = (whole >= least) & (whole < -least)
    found = np.where(fits, whole, least).astype(through).astype(to.numpy)
    if to.name == "u64":
        is_high = (whole >= -least) & (whole < -2.0 * least)
        found = np.where(is_high, np.where(is_high, whole, 0.0).astype(np.uint64), found)
    return found


def _fma32(a: Array, b: Array, c: Array) -> Array:
    """Returns a * b + c of f32, rounded once.

    The product is exact in f64. The sum is rounded to odd there, which a later rounding to fewer
    bits cannot tell from the exact sum (Boldo and Melquiond, Emulation of a FMA, 2008).
    """
    product, c64 = np.asarray(a.astype(np.float64) * b), c.astype(np.float64)
    total = np.asarray(product + c64)
    part = total - product
    error = (product - (total - part)) + (c64 - part)  # two-sum: total + error is exact
    bits = total.view(np.int64)
    is_even = (bits & 1) == 0
    toward = np.where(error > 0, np.inf, -np.inf)
    inexact = is_even & (error != 0) & np.isfinite(total)
    odd = np.where(inexact, np.nextafter(total, toward), total)
    return odd.astype(np.float32)


def _fma_of_one(a: float, b: float, c: float) -> float:
    if not (math.isfinite(a) and math.isfinite(b) and math.isfinite(c)):
        if math.isfinite(a) and math.isfinite(b):
            return float(c)  # which no finite product, however large, changes
        return float(np.float64(a) * np.float64(b) + np.float64(c))
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact == 0:
        return float(np.float64(a) * np.float64(b) + np.float64(c)) if a == 0 or b == 0 else 0.0
    try:
        return float(exact)
    except OverflowError:
        return math.inf if exact > 0 else -math.inf


_fma64 = np.frompyfunc(_fma_of_one, 3, 1)


def _wide(x: Array, dtype: Any = None) -> Array:
    """Returns a copy of the dtype in which elements are added and multiplied, in C order.

    NumPy has other code, which rounds in another order, for elements that do not lie side by side.
    """
    if dtype is None and x.dtype.kind == "f":
        dtype = np.float64 if x.dtype.itemsize == 4 else np.longdouble
    return np.array(x, dtype, order="C")


def _sum(x: Array, axes: tuple[int, ...]) -> Any:
    wide = _wide(x)
    return np.add.reduce(wide, axes, wide.dtype, initial=0)


def _prod(x: Array, axes: tuple[int, ...]) -> Any:
    wide = _wide(x)
    return np.multiply.reduce(wide, axes, wide.dtype)


def _extreme(value: Value, a: Array, b: Array) -> Any:
    assert value.op.ufunc is not None
    found = value.op.ufunc(a, b)
    if value.dtype.kind != "f":
        return found
    zero = a + b if "max" in value.op.name else -(-a - b)
    return np.where((a == 0) & (b == 0), zero, found)


def _iota(value: Value) -> Array:
    shape, axis = value.attributes
    along = [1] * len(shape)
    along[axis] = shape[axis]
    index: Array = np.arange(shape[axis], dtype=np.int64)
    return np.broadcast_to(index.reshape(along), shape)


def _places(starts: Shape, steps: Shape, shape: Shape) -> tuple[Array, ...]:
    """Returns indexes that pick, or set, the elements of a slice."""
    walks = zip(starts, steps, shape, strict=True)
    return np.ix_(*[start + step * np.arange(count) for start, step, count in walks])


def _updated(value: Value, x: Array, piece: Array) -> Array:
    starts, steps = value.attributes
    result = np.array(x)
    result[_places(starts, steps, piece.shape)] = piece
    return result


_Rule: TypeAlias = Callable[[Value, Sequence[Array]], Any]

_RULES: dict[str, _Rule] = {
    "constant": lambda value, _: value.array,
    "iota": lambda value, _: _iota(value),
    "reshape": lambda value, of: of[0].reshape(value.shape),
    "transpose": lambda value, of: of[0].transpose(value.attributes[0]),
    "broadcast": lambda value, of: np.broadcast_to(of[0], value.shape),
    "slice": lambda value, of: of[0][_places(*value.attributes)],
    "concatenate": lambda value, of: np.concatenate(of, value.attributes[0]),
    "update": lambda value, of: _updated(value, *of),
    "matmul": lambda _, of: np.matmul(*map(_wide, of)),
    "cast": lambda value, of: _cast(of[0], value.dtype),
    "where": lambda _, of: np.where(of[0], of[1], of[2]),
    "fma": lambda value, of: (_fma32 if value.dtype.name == "f32" else _fma64)(*of),
    **dict.fromkeys(("maximum", "minimum", "fmax", "fmin"), lambda value, of: _extreme(value, *of)),
    "reciprocal": lambda _, of: _reciprocal(of[0]),
}

_REDUCTIONS: dict[str, Callable[[Array, Value], Any]] = {
    "sum": lambda x, v: _sum(x, v.attributes[0]),
    "prod": lambda x, v: _prod(x, v.attributes[0]),
    "max": lambda x, v: np.maximum.reduce(x, v.attributes[0]),
    "min": lambda x, v: np.minimum.reduce(x, v.attributes[0]),
    "any": lambda x, v: np.logical_or.reduce(x, v.attributes[0]),
    "all": lambda x, v: np.logical_and.reduce(x, v.attributes[0]),
    "argmax": lambda x, v: np.argmax(x, v.attributes[0][0]),
    "argmin": lambda x, v: np.argmin(x, v.attributes[0][0]),
}
