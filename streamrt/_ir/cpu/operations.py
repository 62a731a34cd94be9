"""Every elementwise operation of ops.py, as vector code.

The semantics are NumPy's, with the rules of ops.py where NumPy leaves the choice to the machine.
The operations that are polynomials are in math.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from streamrt._compile.llvm.emit import TYPES, Code, suffix, vector
from streamrt._compile.llvm.halves import float_of_half, half_of_double, half_of_float
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu import floats, integers
from streamrt._ir.cpu.math import emit_math
from streamrt._ir.cpu.values import constant, is_float, is_signed, register

__all__ = ["emit_operation"]


@dataclass(frozen=True, slots=True)
class _Call:
    """One operation that is being emitted.

    Attributes:
        code: the function that is written.
        name: the operation's name.
        lanes: the elements of a vector; 1 for plain elements.
        dtype: the dtype of its last operand.
        values: its operands.
        result: the dtype of its result.
    """

    code: Code
    name: str
    lanes: int
    dtype: str
    values: Sequence[str]
    result: str

    @property
    def wide(self) -> str:
        return register(self.lanes, self.dtype)

    def let(self, instruction: str) -> str:
        """Emits an instruction of the operands, such as `fadd`."""
        return self.code.let(f"{instruction} {self.wide} {', '.join(self.values)}")

    def number(self, value: float) -> str:
        """Returns a constant of the operands' dtype."""
        return constant(self.lanes, self.dtype, value)


def emit_operation(
    code: Code, name: str, lanes: int, given: Sequence[str], result: str, values: Sequence[str]
) -> str:
    """Emits an elementwise operation; returns its result.

    Args:
        code: the function that is written.
        name: the operation's name in ops.py.
        lanes: the elements of a vector; 1 for plain elements.
        given: the dtypes of the operands, as NumPy's loop has them.
        result: the dtype of the result.
        values: the operands, in registers; a bool is an i1.
    """
    call = _Call(code, name, lanes, given[-1], values, result)
    writer = _WRITERS.get(name)
    if writer is not None:
        return writer(call)
    if name == "power" and not is_float(call.dtype):
        return integers.power(code, lanes, call.dtype, *values)
    return emit_math(code, name, lanes, TYPES[call.dtype], *values)


# ---- arithmetic -------------------------------------------------------------------------------


def _arithmetic(call: _Call) -> str:
    stem = {"add": "add", "subtract": "sub", "multiply": "mul", "divide": "div"}[call.name]
    return call.let(f"f{stem}" if is_float(call.dtype) else stem)


def _negative(call: _Call) -> str:
    if is_float(call.dtype):
        return call.let("fneg")
    return call.code.let(f"sub {call.wide} {call.number(0)}, {call.values[0]}")


def _absolute(call: _Call) -> str:
    if is_float(call.dtype):
        return floats.unary(call.code, call.lanes, call.dtype, call.values[0], "fabs")
    return integers.absolute(call.code, call.lanes, call.dtype, call.values[0])


def _sign(call: _Call) -> str:
    emit = floats.sign if is_float(call.dtype) else integers.sign
    return emit(call.code, call.lanes, call.dtype, call.values[0])


def _square(call: _Call) -> str:
    value = call.values[0]
    name = "fmul" if is_float(call.dtype) else "mul"
    return call.code.let(f"{name} {call.wide} {value}, {value}")


def _sqrt(call: _Call) -> str:
    return floats.unary(call.code, call.lanes, call.dtype, call.values[0], "sqrt")


def _reciprocal(call: _Call) -> str:
    emit = floats.reciprocal if is_float(call.dtype) else integers.reciprocal
    return emit(call.code, call.lanes, call.dtype, call.values[0])


def _round(call: _Call) -> str:
    if not is_float(call.dtype):
        return call.values[0]
    return floats.unary(call.code, call.lanes, call.dtype, call.values[0], call.name)


def _divide(call: _Call) -> str:
    emit = floats.divide if is_float(call.dtype) else integers.divide
    return emit(call.code, call.lanes, call.dtype, call.values[0], call.values[1], call.name)


def _extreme(call: _Call) -> str:
    a, b = call.values
    greatest = call.name in ("maximum", "fmax")
    if is_float(call.dtype):
        return floats.extreme(call.code, call.lanes, call.dtype, a, b, call.name)
    if call.dtype == "bool":
        return call.let("or" if greatest else "and")
    letter = "s" if is_signed(call.dtype) else "u"
    name = f"llvm.{letter}{'max' if greatest else 'min'}.{suffix(call.wide)}"
    return call.code.call(call.wide, name, (call.wide, a), (call.wide, b))


def _copysign(call: _Call) -> str:
    pairs = [(call.wide, value) for value in call.values]
    return call.code.call(call.wide, f"llvm.copysign.{suffix(call.wide)}", *pairs)


def _fma(call: _Call) -> str:
    a, b, c = call.values
    return floats.fma(call.code, call.lanes, call.dtype, a, b, c)


# ---- bits, truths and choices -----------------------------------------------------------------


def _bitwise(call: _Call) -> str:
    return call.let(call.name.removeprefix("bitwise_"))


def _invert(call: _Call) -> str:
    ones = constant(call.lanes, call.dtype, True if call.dtype == "bool" else -1)
    return call.code.let(f"xor {call.wide} {call.values[0]}, {ones}")


def _shift(call: _Call) -> str:
    a, b = call.values
    return integers.shift(call.code, call.lanes, call.dtype, a, b, call.name)


_ORDERS = {
    "equal": "eq", "not_equal": "ne", "less": "lt", "less_equal": "le",
    "greater": "gt", "greater_equal": "ge",
}  # fmt: skip


def _comparison(call: _Call) -> str:
    order = _ORDERS[call.name]
    if is_float(call.dtype):
        # A comparison with NaN is false, except that NaN differs from everything.
        return call.let(f"fcmp {'une' if order == 'ne' else f'o{order}'}")
    letter = "" if order in ("eq", "ne") else "s" if is_signed(call.dtype) else "u"
    return call.let(f"icmp {letter}{order}")


def _predicate(call: _Call) -> str:
    if is_float(call.dtype):
        return floats.test(call.code, call.lanes, call.dtype, call.values[0], call.name)
    if call.name == "signbit" and is_signed(call.dtype):
        return call.code.let(f"icmp slt {call.wide} {call.values[0]}, {call.number(0)}")
    return constant(call.lanes, "bool", call.name == "isfinite")


def _where(call: _Call) -> str:
    truth, yes, no = call.values
    truths = vector(call.lanes, "i1")
    return call.code.let(f"select {truths} {truth}, {call.wide} {yes}, {call.wide} {no}")


# ---- casts ------------------------------------------------------------------------------------


def _cast(call: _Call) -> str:
    source, target, value = call.dtype, call.result, call.values[0]
    if source == target:
        return value
    if "f16" in (source, target):
        return _cast_half(call)
    if target == "bool":
        how = "fcmp une" if is_float(source) else "icmp ne"
        return call.code.let(f"{how} {call.wide} {value}, {call.number(0)}")
    if is_float(source) and not is_float(target):
        return _truncated(call)
    wide = register(call.lanes, target)
    if wide == call.wide:  # integers that differ in their signs
        return value
    return call.code.let(f"{_conversion(source, target)} {call.wide} {value} to {wide}")


def _cast_half(call: _Call) -> str:
    """Emits a cast from or to f16, by way of f32; an f64 is rounded once."""
    (value,) = call.values
    if call.dtype == "f16":
        single = float_of_half(call.code, call.lanes, value)
        return _cast(replace(call, dtype="f32", values=(single,)))
    if call.dtype == "f64":
        return half_of_double(call.code, call.lanes, value)
    # An integer that an f32 rounds is one that an f16 does not reach.
    single = _cast(replace(call, result="f32"))
    return half_of_float(call.code, call.lanes, single)


def _conversion(source: str, target: str) -> str:
    """Returns the instruction that keeps NumPy's values."""
    grows = source == "bool" or DTYPES[target].itemsize > DTYPES[source].itemsize
    if is_float(source):
        return "fpext" if grows else "fptrunc"
    if is_float(target):
        return "sitofp" if is_signed(source) else "uitofp"
    if not grows:
        return "trunc"
    return "sext" if is_signed(source) else "zext"


def _truncated(call: _Call) -> str:
    """Emits a float as an integer; what does not fit becomes the least i32 or i64.

    LLVM leaves such a conversion undefined. So those values are 0 in the conversion, and replaced
    after it.
    """
    code, lanes, value = call.code, call.lanes, call.values[0]
    bits = 64 if call.result in ("i64", "u64", "u32") else 32
    whole, truths = vector(lanes, f"i{bits}"), vector(lanes, "i1")
    is_high = ""
    if call.result == "u64":  # values from 2 ** 63 on are moved down, exactly, and up again
        half = call.number(2.0**63)
        is_high = code.let(f"fcmp oge {call.wide} {value}, {half}")
        moved = code.let(f"fsub {call.wide} {value}, {half}")
        value = code.let(f"select {truths} {is_high}, {call.wide} {moved}, {call.wide} {value}")
    # The least value minus 1 truncates to what fits, but only an f64 tells it from an i32's least.
    exact = call.dtype == "f64" and bits == 32
    lowest = call.number(-(2.0 ** (bits - 1)) - (1.0 if exact else 0.0))
    low = code.let(f"fcmp {'ogt' if exact else 'oge'} {call.wide} {value}, {lowest}")
    high = code.let(f"fcmp olt {call.wide} {value}, {call.number(2.0 ** (bits - 1))}")
    fits = code.let(f"and {truths} {low}, {high}")
    inside = code.let(f"select {truths} {fits}, {call.wide} {value}, {call.wide} {call.number(0)}")
    result = code.let(f"fptosi {call.wide} {inside} to {whole}")
    least = constant(lanes, f"i{bits}", -1 << (bits - 1))
    if is_high:
        up = code.let(f"xor {whole} {result}, {least}")
        result = code.let(f"select {truths} {is_high}, {whole} {up}, {whole} {result}")
    result = code.let(f"select {truths} {fits}, {whole} {result}, {whole} {least}")
    wide = register(lanes, call.result)
    return result if wide == whole else code.let(f"trunc {whole} {result} to {wide}")


_WRITERS: dict[str, Callable[[_Call], str]] = {
    **dict.fromkeys(("add", "subtract", "multiply", "divide"), _arithmetic),
    **dict.fromkeys(("floor_divide", "remainder", "fmod"), _divide),
    **dict.fromkeys(("maximum", "minimum", "fmax", "fmin"), _extreme),
    **dict.fromkeys(("floor", "ceil", "trunc", "rint"), _round),
    **dict.fromkeys(("bitwise_and", "bitwise_or", "bitwise_xor"), _bitwise),
    **dict.fromkeys(("left_shift", "right_shift"), _shift),
    **dict.fromkeys(("isnan", "isinf", "isfinite", "signbit"), _predicate),
    **dict.fromkeys(_ORDERS, _comparison),
    "negative": _negative,
    "absolute": _absolute,
    "sign": _sign,
    "square": _square,
    "sqrt": _sqrt,
    "reciprocal": _reciprocal,
    "copysign": _copysign,
    "invert": _invert,
    "where": _where,
    "fma": _fma,
    "cast": _cast,
}
