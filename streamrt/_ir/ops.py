"""The operations of programs, each with a number that never changes.

The number is part of a program's canonical bytes. So a new operation takes the next free number of
its group, and a number that has been given away is never used again.

An elementwise operation takes operands that have one shape, and dtypes as NumPy's own loop has
them: whoever builds a program inserts the casts. Its semantics are those of the NumPy function,
with these rules where NumPy leaves the choice to the machine:

1. Integers wrap. A division by zero gives 0, and so does its remainder; INT_MIN / -1 is INT_MIN.
2. A shift by the width of the type or more, or by a negative count, gives 0; a right shift of a
   negative number by so much gives -1.
3. A cast from float to integer truncates. What does not fit, and NaN, becomes the least value of
   i32 or i64; a smaller type takes the low bits of that i32, u32 and u64 those of an i64. So 1e19,
   which fits a u64, is right there, 300.0 as a u8 is 44, and NaN as a u64 is 2**63.
4. `maximum` and `minimum` give NaN if an operand is NaN; of two zeros they give either. The sign
   of a sum whose elements are all -0.0 is free, too.
5. An integer power wraps. A negative exponent gives 1 over the power, truncated: 0 unless the base
   is 1 or -1. `reciprocal` of an integer is its power -1.

`accepts` says which dtypes an operation takes. Nothing computes in f16: a program casts to f32
first, and rounds the result to f16, which is the correctly rounded one for `+ - * /` and `sqrt`,
because an f32 has more than twice the bits. Casts, choices, views, joins and calls take f16.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

__all__ = ["BY_NAME", "BY_NUMBER", "OPS", "Op", "accepts", "computes", "op"]

SOURCE, UNARY, BINARY, TERNARY, CAST, VIEW, REDUCE, PRODUCT, JOIN, CALL = (
    "source", "unary", "binary", "ternary", "cast", "view", "reduce", "product", "join", "call",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Op:
    """One operation of programs.

    Attributes:
        number: identifies it in canonical bytes.
        name: the name of NumPy's function, or our own.
        group: `source`, `unary`, `binary`, `ternary`, `cast`, `view`, `reduce`, `product`, `join`,
            `call`.
        result: the dtype of the result: `same` as the last operand's, or `bool`, `i64`, `given`, or
            `ruled` by called.py.
        cost: about the nanoseconds that one f32 element takes in a vector of sixteen.
        ufunc: the NumPy function that is its reference; None if interpret.py writes it out.
        is_elementwise: whether an element of its result depends on the operands' elements there
            alone.
    """

    number: int
    name: str
    group: str
    result: str = "same"
    cost: float = 0.02
    ufunc: np.ufunc | None = None
    is_elementwise: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_elementwise", self.group in (UNARY, BINARY, TERNARY, CAST))

    def __repr__(self) -> str:
        return self.name


def _named(first: int, group: str, names: Mapping[str, float], result: str = "same") -> list[Op]:
    """Returns operations of these names and costs, with numbers from `first` on."""
    found: Mapping[str, Any] = vars(np)
    return [
        Op(first + k, name, group, result, cost, found.get(name))
        for k, (name, cost) in enumerate(names.items())
    ]


# Measured, with the load and the store, on a CPU with vectors of 64 bytes (Zen 5, one thread).
_CHEAP, _ROOT, _EXP, _LOG, _TRIG, _AREA = 0.02, 0.07, 0.15, 0.25, 0.3, 0.5
_PREDICATES: dict[str, float] = dict.fromkeys(("isnan", "isinf", "isfinite", "signbit"), _CHEAP)
_COMPARISONS: dict[str, float] = dict.fromkeys(
    ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"), _CHEAP
)

OPS: tuple[Op, ...] = (
    Op(0, "parameter", SOURCE, "given"),
    Op(1, "constant", SOURCE, "given"),
    Op(2, "iota", SOURCE, "i64"),  # attributes: shape, axis
    # What a loop gives its elements; attributes: number, name. In bytes, 3 begins or ends a loop.
    Op(3, "inner", SOURCE, "given"),
    # Views: the bytes of the operand, walked in another way.
    Op(8, "reshape", VIEW, cost=0.0),  # attributes: shape
    Op(9, "transpose", VIEW, cost=0.0),  # attributes: axes, as np.transpose takes them
    Op(10, "broadcast", VIEW, cost=0.0),  # attributes: shape, as np.broadcast_to takes it
    Op(11, "slice", VIEW, cost=0.0),  # attributes: starts, steps (may be negative), shape
    # Joins: concatenate takes an axis; update writes its second operand into a slice of the first.
    Op(16, "concatenate", JOIN),  # attributes: axis
    Op(17, "update", JOIN),  # attributes: starts, steps; the second operand has the slice's shape
    Op(20, "matmul", PRODUCT),  # operands with two or more axes and equal leading ones
    # Reductions over axes, which the result does not have. Attributes: axes, sorted; argmax and
    # argmin have one axis, and give the first place.
    Op(24, "sum", REDUCE),
    Op(25, "prod", REDUCE),
    Op(26, "max", REDUCE),
    Op(27, "min", REDUCE),
    Op(28, "any", REDUCE, "bool"),  # of bools
    Op(29, "all", REDUCE, "bool"),  # of bools
    Op(30, "argmax", REDUCE, "i64"),
    Op(31, "argmin", REDUCE, "i64"),
    Op(40, "cast", CAST, "given"),
    Op(41, "where", TERNARY),  # operands: bool, then both values
    Op(42, "fma", TERNARY),  # a * b + c, rounded once; made by contract.py
    *_named(48, UNARY, {
        "negative": _CHEAP, "absolute": _CHEAP, "sign": _CHEAP, "square": _CHEAP,
        "sqrt": _ROOT, "reciprocal": _ROOT, "cbrt": 0.4,
        "exp": _EXP, "exp2": _EXP, "expm1": _EXP,
        "log": _LOG, "log2": _LOG, "log10": _LOG, "log1p": _LOG,
        "sin": _TRIG, "cos": _TRIG, "tan": _TRIG,
        "arcsin": _EXP, "arccos": _EXP, "arctan": _EXP,
        "sinh": 0.2, "cosh": _EXP, "tanh": 0.2,
        "arcsinh": _AREA, "arccosh": _AREA, "arctanh": _AREA,
        "floor": _CHEAP, "ceil": _CHEAP, "trunc": _CHEAP, "rint": _CHEAP,
        "invert": _CHEAP,  # also logical_not of a bool
    }),
    Op(90, "erf", UNARY, cost=_LOG),
    Op(91, "logistic", UNARY, cost=0.2),  # 1 / (1 + exp(-x))
    *_named(96, UNARY, _PREDICATES, "bool"),
    *_named(112, BINARY, {
        "add": _CHEAP, "subtract": _CHEAP, "multiply": _CHEAP, "divide": _ROOT,
        "floor_divide": _ROOT, "remainder": _ROOT, "fmod": _ROOT, "power": 1.0,
        "maximum": _CHEAP, "minimum": _CHEAP, "fmax": _CHEAP, "fmin": _CHEAP,
        "arctan2": _TRIG, "hypot": _LOG, "copysign": _CHEAP,
        "bitwise_and": _CHEAP, "bitwise_or": _CHEAP, "bitwise_xor": _CHEAP,
        "left_shift": _CHEAP, "right_shift": _CHEAP,
    }),
    *_named(160, BINARY, _COMPARISONS, "bool"),
    # Operations with kernels of their own; called.py has their attributes.
    *[Op(176 + k, name, CALL, "ruled") for k, name in enumerate((
        "cumsum", "cumprod", "take", "take_along_axis", "sort", "argsort", "partition",
        "argpartition", "searchsorted", "median", "quantile", "ufunc", "cummax", "cummin",
    ))],
    *[Op(192 + k, name, CALL, "ruled") for k, name in enumerate((
        "nanmedian", "nanquantile", "interp", "correlate", "bincount", "histogram", "put",
        "check", "qr",
    ))],
    Op(190, "fft", CALL, "ruled"),
)  # fmt: skip
"""Every operation."""

BY_NUMBER: Mapping[int, Op] = MappingProxyType({each.number: each for each in OPS})
"""Every operation by its number."""

BY_NAME: Mapping[str, Op] = MappingProxyType({each.name: each for each in OPS})
"""Every operation by its name."""


def op(name: str) -> Op:
    """Returns the operation of that name."""
    return BY_NAME[name]


_ANY, _NUMBERS, _FLOATS, _INTEGERS, _BITS, _BOOLS = "fiub", "fiu", "f", "iu", "iub", "b"
_KINDS: dict[str, str] = {
    **dict.fromkeys((
        "absolute", "floor", "ceil", "trunc", "isnan", "isinf", "isfinite",
        "maximum", "minimum", "fmax", "fmin", *_COMPARISONS, "max", "min", "argmax", "argmin",
    ), _ANY),
    **dict.fromkeys((
        "negative", "sign", "square", "reciprocal", "add", "subtract", "multiply", "floor_divide",
        "remainder", "fmod", "power", "sum", "prod", "matmul",
    ), _NUMBERS),
    **dict.fromkeys(("left_shift", "right_shift"), _INTEGERS),
    **dict.fromkeys(("invert", "bitwise_and", "bitwise_or", "bitwise_xor"), _BITS),
    **dict.fromkeys(("any", "all"), _BOOLS),
}  # fmt: skip


def computes(op: Op) -> bool:
    """Returns whether an operation computes with its operands, and so never takes f16."""
    return op.group in (UNARY, BINARY, TERNARY, REDUCE, PRODUCT) and op.name != "where"


def accepts(op: Op, kind: str) -> bool:
    """Returns whether an operation takes operands whose dtype is of a kind: `f`, `i`, `u` or `b`.

    The kind is that of the last operand; `where` has a bool before. Sums and products of bools are
    not among programs: whoever builds one casts, or takes bit operations. called.py says it of
    calls.
    """
    if op.group in (VIEW, JOIN, CAST, CALL) or op.name == "where":
        return True
    return kind in _KINDS.get(op.name, _FLOATS)
