"""Simplifies elementwise operations where that changes no bit of a result, except those of a NaN.

In what follows, x and y are any values, and a number stands for itself repeated:

1. A number stands on the right of an operation whose operands may change places.
2. x * 1, x / 1, x - 0 and x + -0.0 are x; so is x + 0 of integers. Of floats it is not: -0.0 + 0.0
   is 0.0. For bits, x & ~0, x | 0, x ^ 0 and shifts by 0 are x; x & 0 is 0, x | ~0 is ~0; x * 0 is
   0 of integers only.
3. -(-x) is x; x * -1, x / -1 and -0.0 - x are -x; x - -y is x + y; x + -y is x - y; -x + y is
   y - x; -x * -y is x * y, and the same for x / y.
4. x * x is square(x); square and absolute take no notice of -x or absolute(x).
5. x / c stays, also if c is a power of two: such a c often comes from a shape, and another shape
   would be another kernel.
6. maximum, minimum, fmax, fmin, & and | of x and x are x; x ^ x is 0, x - x of integers too.
   maximum(x, least) is x, where least is -inf or the least integer; minimum likewise. Of integers,
   x equals x.
7. where(c, x, x) is x; so is where(True, x, y). where(~c, x, y) is where(c, y, x); of bools,
   where(c, True, False) is c.
8. ~~x is x; ~(x == y) is x != y and the other way round; of integers ~(x < y) is x >= y, and so on.
9. Rounding what is whole already, absolute values of what is never negative, and the questions
   whether an integer is NaN, infinite or finite are answered without an operation.
10. A cast to the dtype that is there is nothing. A cast of a cast is one cast, if the first one
    loses nothing, or if both only drop the high bits of integers.
"""

from __future__ import annotations

import math

from streamrt._compile.signatures.dtypes import DType
from streamrt._ir.passes.rewriter import Rewriter, Rules, is_number, uniform
from streamrt._ir.program import Value

__all__ = ["RULES", "is_not_negative"]


def _number_right(make: Rewriter, value: Value) -> Value | None:
    """Rule 1."""
    left, right = value.operands
    if uniform(left) is not None and uniform(right) is None:
        return make(value.op, right, left)
    return None


def _negated(value: Value) -> Value | None:
    """Returns x if a value is -x."""
    return value.operands[0] if value.op.name == "negative" else None


def _add(make: Rewriter, value: Value) -> Value | None:
    left, right = value.operands
    if is_number(right, -0.0) or (value.dtype.kind != "f" and is_number(right, 0)):
        return left
    if (x := _negated(right)) is not None:
        return make("subtract", left, x)
    if (x := _negated(left)) is not None:
        return make("subtract", right, x)
    return None


def _subtract(make: Rewriter, value: Value) -> Value | None:
    left, right = value.operands
    if is_number(right, 0.0):
        return left
    if is_number(left, -0.0) or (value.dtype.kind != "f" and is_number(left, 0)):
        return make("negative", right)
    if (x := _negated(right)) is not None:
        return make("add", left, x)
    if left is right and value.dtype.kind != "f":
        return make.full(0, value.dtype.name, value.shape)
    return None


def _multiply(make: Rewriter, value: Value) -> Value | None:
    left, right = value.operands
    if is_number(right, 1):
        return left
    if is_number(right, -1):
        return make("negative", left)
    if value.dtype.kind != "f" and is_number(right, 0):
        return right
    if left is right:
        return make("square", left)
    return _without_signs(make, value)


def _without_signs(make: Rewriter, value: Value) -> Value | None:
    """Rule 3 of products and quotients."""
    left, right = map(_negated, value.operands)
    if left is None or right is None or value.dtype.kind != "f":
        return None  # an integer quotient has other rules; a product of integers is rare
    return make(value.op, left, right)


def _divide(make: Rewriter, value: Value) -> Value | None:
    left, right = value.operands
    if is_number(right, 1):
        return left
    if is_number(right, -1):
        return make("negative", left)
    return _without_signs(make, value)


def _negative(make: Rewriter, value: Value) -> Value | None:
    del make
    return _negated(value.operands[0])


def _evenly(make: Rewriter, value: Value) -> Value | None:
    """Rule 4; the value is a square or an absolute value."""
    (x,) = value.operands
    if value.op.name == "absolute" and is_not_negative(x):
        return x  # so is -x of an unsigned x, which is not negative, and another number than x
    return make(value.op, x.operands[0]) if x.op.name in ("negative", "absolute") else None


_POSITIVE = ("exp", "exp2", "logistic", "cosh", "hypot", "square", "absolute")
_KEEPS_THE_SIGN = (
    "add", "multiply", "divide", "minimum", "maximum", "sqrt", "sum", "prod", "max", "min",
    "reshape", "broadcast", "transpose", "slice", "concatenate",
)  # fmt: skip
_DEEP = 8


def is_not_negative(value: Value, deep: int = _DEEP) -> bool:
    """Returns whether a value is never negative, and no -0.0; it may be NaN.

    Args:
        value: the value.
        deep: how far to look at what it is made of.
    """
    if value.dtype.kind != "f":
        # The square of a signed integer may wrap, and so may the absolute value of the least one.
        return value.dtype.kind in "ub"
    if value.op.name in _POSITIVE:
        return True
    scalar = uniform(value)
    if scalar is not None:
        return not str(scalar.array).startswith("-")
    if not deep or value.op.name not in _KEEPS_THE_SIGN:
        return False
    return all(is_not_negative(operand, deep - 1) for operand in value.operands)


def _whole(make: Rewriter, value: Value) -> Value | None:
    """Rule 9 of floor, ceil, trunc and rint."""
    del make
    (x,) = value.operands
    is_whole = x.dtype.kind != "f" or x.op.name in ("floor", "ceil", "trunc", "rint")
    return x if is_whole else None


def _question(make: Rewriter, value: Value) -> Value | None:
    """Rule 9 of isnan, isinf and isfinite."""
    (x,) = value.operands
    if x.dtype.kind == "f":
        return None
    return make.full(value.op.name == "isfinite", "bool", value.shape)


def _extreme(make: Rewriter, value: Value) -> Value | None:
    """Rules 1 and 6 of maximum, minimum, fmax and fmin: of two zeros, the right one stays so."""
    left, right = value.operands
    if not is_number(left, 0.0) and not is_number(left, -0.0):
        swapped = _number_right(make, value)
        if swapped is not None:
            return swapped
    if left is right:
        return left
    name, dtype = value.op.name, value.dtype
    if name.startswith("f") and dtype.kind == "f":
        return None  # fmax(NaN, -inf) is -inf
    least, most = (-math.inf, math.inf) if dtype.kind == "f" else dtype.bounds
    return left if is_number(right, least if "max" in name else most) else None


def _bits(make: Rewriter, value: Value) -> Value | None:
    """Rules 2 and 6 of &, | and ^."""
    left, right = value.operands
    name = value.op.name
    if left is right:
        return make.full(0, value.dtype.name, value.shape) if name == "bitwise_xor" else left
    none, every = is_number(right, 0), is_number(right, 1 if value.dtype.kind == "b" else -1)
    every = every or (value.dtype.kind == "u" and is_number(right, value.dtype.bounds[1]))
    if name == "bitwise_and":
        return right if none else left if every else None
    if name == "bitwise_or":
        return left if none else right if every else None
    return left if none else make("invert", left) if every else None


def _shift(make: Rewriter, value: Value) -> Value | None:
    del make
    return value.operands[0] if is_number(value.operands[1], 0) else None


_OPPOSITES = {
    "equal": "not_equal", "not_equal": "equal", "less": "greater_equal", "greater": "less_equal",
    "less_equal": "greater", "greater_equal": "less",
}  # fmt: skip


def _invert(make: Rewriter, value: Value) -> Value | None:
    """Rule 8."""
    (x,) = value.operands
    if x.op.name == "invert":
        return x.operands[0]
    opposite = _OPPOSITES.get(x.op.name)
    if opposite is None:
        return None
    if x.operands[0].dtype.kind == "f" and "equal" not in (opposite, x.op.name):
        return None  # neither x < NaN nor x >= NaN
    return make(opposite, *x.operands)


def _compared(make: Rewriter, value: Value) -> Value | None:
    """Rule 6 of comparisons."""
    left, right = value.operands
    if left is not right or left.dtype.kind == "f":
        return None
    is_so = value.op.name in ("equal", "less_equal", "greater_equal")
    return make.full(is_so, "bool", value.shape)


def _where(make: Rewriter, value: Value) -> Value | None:
    """Rule 7."""
    condition, yes, no = value.operands
    if yes is no or is_number(condition, 1):
        return yes
    if is_number(condition, 0):
        return no
    if condition.op.name == "invert":
        return make("where", condition.operands[0], no, yes)
    if value.dtype.kind == "b" and is_number(yes, 1) and is_number(no, 0):
        return condition
    if value.dtype.kind == "b" and is_number(yes, 0) and is_number(no, 1):
        return make("invert", condition)
    return None


def _cast(make: Rewriter, value: Value) -> Value | None:
    """Rule 10."""
    (x,) = value.operands
    if x.dtype is value.dtype:
        return x
    if x.op.name != "cast":
        return None
    (first,) = x.operands
    if not _is_one_cast(first.dtype, x.dtype, value.dtype):
        return None
    return make("cast", first, dtype=value.dtype.name)


def _is_one_cast(first: DType, middle: DType, last: DType) -> bool:
    if _holds(middle, first):
        if middle.kind != "f" or first.kind == "f" or last.kind not in "iu":
            return True
        # An integer went through a float: the cast back must not saturate.
        return _holds_bounds(64 if last.itemsize == 8 or last.name == "u32" else 32, first)
    integers = first.kind in "iu" and middle.kind in "iu" and last.kind in "iu"
    return integers and last.itemsize <= middle.itemsize


_WHOLE = {"f16": 2**11, "f32": 2**24, "f64": 2**53}
"""Each float dtype has every integer up to this one."""


def _holds(wide: DType, narrow: DType) -> bool:
    """Returns whether a dtype has every value of another."""
    if wide.kind == "b":
        return narrow.kind == "b"
    if narrow.kind == "f":
        return wide.kind == "f" and wide.itemsize >= narrow.itemsize
    if wide.kind == "f":
        most = _WHOLE[wide.name]
        return -most <= narrow.bounds[0] and narrow.bounds[1] <= most
    return wide.bounds[0] <= narrow.bounds[0] and narrow.bounds[1] <= wide.bounds[1]


def _holds_bounds(bits: int, narrow: DType) -> bool:
    most = 1 << (bits - 1)
    return -most <= narrow.bounds[0] and narrow.bounds[1] < most


RULES: Rules = {
    "negative": (_negative,),
    "add": (_number_right, _add),
    "subtract": (_subtract,),
    "multiply": (_number_right, _multiply),
    "divide": (_divide,),
    "square": (_evenly,),
    "absolute": (_evenly,),
    **dict.fromkeys(("floor", "ceil", "trunc", "rint"), (_whole,)),
    **dict.fromkeys(("isnan", "isinf", "isfinite"), (_question,)),
    **dict.fromkeys(("maximum", "minimum", "fmax", "fmin"), (_extreme,)),
    **dict.fromkeys(("bitwise_and", "bitwise_or", "bitwise_xor"), (_number_right, _bits)),
    **dict.fromkeys(("left_shift", "right_shift"), (_shift,)),
    "invert": (_invert,),
    **dict.fromkeys(("equal", "not_equal"), (_number_right, _compared)),
    **dict.fromkeys(("less_equal", "greater_equal", "less", "greater"), (_compared,)),
    "where": (_where,),
    "cast": (_cast,),
}
