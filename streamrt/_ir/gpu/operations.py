"""Every elementwise operation of ops.py, as an expression in the C of GPUs.

The semantics are NumPy's, with the rules of ops.py where NumPy leaves the choice to the machine.
Texts are compiled without fast math, and with `--fmad=false` or, in OpenCL, `FP_CONTRACT OFF`: what
the program does not contract is rounded after each operation, so these operations have the bits
that they have on the CPU.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.gpu.dialects import Dialect
from streamrt._ir.gpu.helpers import need
from streamrt._ir.gpu.math import spell_math
from streamrt._ir.gpu.values import is_float, is_signed
from streamrt._ir.gpu.writer import Writer

__all__ = ["spell_operation", "wrapped"]


@dataclass(frozen=True, slots=True)
class _Call:
    """One operation that is being written.

    Attributes:
        writer: takes the helper functions that it calls.
        name: the operation's name.
        dtype: the dtype of its last operand.
        values: its operands: names of variables, which may be written more than once.
        result: the dtype of its result.
    """

    writer: Writer
    name: str
    dtype: str
    values: Sequence[str]
    result: str

    def function(self, name: str) -> str:
        """Spells a call of the language's own function of this float."""
        own = self.writer.dialect.function_of(name, self.dtype)
        return f"{own}({', '.join(self.values)})"

    def helper(self, name: str) -> str:
        """Spells a call of a helper function of all integers, or of this float."""
        name = f"{self.dtype}_{name}" if is_float(self.dtype) else name
        return f"{need(self.writer, name, self.dtype)}({', '.join(self.values)})"


def spell_operation(
    writer: Writer, name: str, given: Sequence[str], result: str, values: Sequence[str]
) -> str:
    """Returns an elementwise operation as an expression.

    Args:
        writer: takes the helper functions that it calls.
        name: the operation's name in ops.py.
        given: the dtypes of the operands, as NumPy's loop has them.
        result: the dtype of the result.
        values: the operands, as names of variables.
    """
    call = _Call(writer, name, given[-1], values, result)
    spell = _SPELLINGS.get(name)
    if spell is not None:
        return spell(call)
    if name == "power" and not is_float(call.dtype):
        return call.helper("whole_power")
    return spell_math(writer, name, call.dtype, values)


def wrapped(dialect: Dialect, dtype: str, sign: str, a: str, b: str) -> str:
    """Returns a sum, difference or product of integers, which wraps."""
    if not is_signed(dtype) and DTYPES[dtype].itemsize >= 4:
        return f"{a} {sign} {b}"
    wide = dialect.unsigned(dtype)
    return f"({dialect.register[dtype]})(({wide}){a} {sign} ({wide}){b})"


# ---- arithmetic -------------------------------------------------------------------------------

_SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/"}


def _arithmetic(call: _Call) -> str:
    a, b = call.values
    sign = _SIGNS[call.name]
    if is_float(call.dtype):
        return f"{a} {sign} {b}"
    return wrapped(call.writer.dialect, call.dtype, sign, a, b)


def _square(call: _Call) -> str:
    (a,) = call.values
    if is_float(call.dtype):
        return f"{a} * {a}"
    return wrapped(call.writer.dialect, call.dtype, "*", a, a)


def _negative(call: _Call) -> str:
    (a,) = call.values
    return f"-{a}" if is_float(call.dtype) else call.helper("opposite")


def _absolute(call: _Call) -> str:
    (a,) = call.values
    if is_float(call.dtype):
        return call.function("fabs")
    return f"{a} < 0 ? {call.helper('opposite')} : {a}" if is_signed(call.dtype) else a


def _sign(call: _Call) -> str:
    return f"{need(call.writer, 'sign_of', call.dtype)}({call.values[0]})"


def _own(call: _Call) -> str:
    """Spells a function of the language that is exact or rounded correctly there."""
    if not is_float(call.dtype):  # a rounding of what is whole
        return call.values[0]
    return call.function(call.name)


def _reciprocal(call: _Call) -> str:
    one = "1.0f" if call.dtype == "f32" else "1.0"
    return f"{one} / {call.values[0]}" if is_float(call.dtype) else call.helper("inverse")


def _extreme(call: _Call) -> str:
    a, b = call.values
    order = ">" if call.name in ("maximum", "fmax") else "<"
    if is_float(call.dtype):  # of two zeros, the second one
        other = a if call.name in ("maximum", "minimum") else b
        return f"{other} != {other} || {a} {order} {b} ? {a} : {b}"
    return f"{a} {order} {b} ? {a} : {b}"


def _fmod(call: _Call) -> str:
    return _own(call) if is_float(call.dtype) else call.helper("rest")


# ---- bits, truths and choices -----------------------------------------------------------------

_BITS = {"bitwise_and": "&", "bitwise_or": "|", "bitwise_xor": "^"}

_ORDERS = {
    "equal": "==", "not_equal": "!=", "less": "<", "less_equal": "<=",
    "greater": ">", "greater_equal": ">=",
}  # fmt: skip


def _between(signs: dict[str, str]) -> Callable[[_Call], str]:
    return lambda call: f"{call.values[0]} {signs[call.name]} {call.values[1]}"


def _invert(call: _Call) -> str:
    return f"{'!' if call.dtype == 'bool' else '~'}{call.values[0]}"


def _predicate(call: _Call) -> str:
    (a,) = call.values
    if call.name == "signbit":
        if is_float(call.dtype):
            return f"{need(call.writer, f'{call.dtype}_bits')}({a}) < 0"
        return f"{a} < 0" if is_signed(call.dtype) else "false"
    if not is_float(call.dtype):
        return "true" if call.name == "isfinite" else "false"
    # An infinity minus itself is NaN, like what is NaN already.
    return {
        "isnan": f"{a} != {a}",
        "isinf": f"{a} == {a} && {a} - {a} != 0",
        "isfinite": f"{a} - {a} == 0",
    }[call.name]


def _where(call: _Call) -> str:
    truth, yes, no = call.values
    return f"{truth} ? {yes} : {no}"


# ---- casts ------------------------------------------------------------------------------------


def _cast(call: _Call) -> str:
    (a,) = call.values
    if call.result == call.dtype:
        return a
    if "f16" in (call.dtype, call.result):
        return _cast_half(call)
    if call.result == "bool":
        return f"{a} != 0"
    if is_float(call.dtype) and not is_float(call.result):
        return _truncated(call)
    return f"({call.writer.dialect.register[call.result]}){a}"


def _cast_half(call: _Call) -> str:
    """Spells a cast from or to f16, by way of f32; an f64 is rounded once."""
    (a,) = call.values
    if call.dtype == "f16":
        single = f"{need(call.writer, 'float_of_half')}({a})"
        return _cast(replace(call, dtype="f32", values=(single,)))
    if call.dtype == "f64":
        return f"{need(call.writer, 'half_of_double')}({a})"
    return f"{need(call.writer, 'half_of_float')}({_cast(replace(call, result='f32'))})"


def _truncated(call: _Call) -> str:
    """Spells a float as an integer: through an i32 or an i64, of which small types take bits."""
    through = {"u64": "u64", "i64": "i64", "u32": "i64"}.get(call.result, "i32")
    found = call.helper(f"to_{through}")
    kind = call.writer.dialect.register[call.result]
    return found if call.result == through else f"({kind}){found}"


_SPELLINGS: dict[str, Callable[[_Call], str]] = {
    **dict.fromkeys(_SIGNS, _arithmetic),
    **dict.fromkeys(("maximum", "minimum", "fmax", "fmin"), _extreme),
    **dict.fromkeys(("floor", "ceil", "trunc", "rint", "sqrt", "copysign", "fma"), _own),
    **dict.fromkeys(("isnan", "isinf", "isfinite", "signbit"), _predicate),
    **dict.fromkeys(_BITS, _between(_BITS)),
    **dict.fromkeys(_ORDERS, _between(_ORDERS)),
    "floor_divide": lambda call: call.helper("quotient"),
    "remainder": lambda call: call.helper("modulo"),
    "fmod": _fmod,
    "left_shift": lambda call: call.helper("shifted_left"),
    "right_shift": lambda call: call.helper("shifted_right"),
    "negative": _negative,
    "absolute": _absolute,
    "sign": _sign,
    "square": _square,
    "reciprocal": _reciprocal,
    "invert": _invert,
    "where": _where,
    "cast": _cast,
}
