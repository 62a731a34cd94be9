"""Mathematical functions on GPUs: CUDA's own where they keep the bounds of docs/tables/ulp.md.

NVIDIA documents how far each of its functions is from the correctly rounded result ("CUDA C++
Programming Guide", the tables of single and double precision functions with their maximum error).
Half an ulp more is the distance to the exact result, which our bounds are of. A function whose
bound that exceeds is our own: the polynomials of the CPU (translate.py), with the CPU's bits. In
OpenCL all are, because it lets most functions err by 4 ulp, and some by 16 ("The OpenCL C
Specification", "Relative Error as ULPs").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from streamrt._ir.cpu.math import FUNCTIONS
from streamrt._ir.gpu.dialects import CUDA, Dialect
from streamrt._ir.gpu.helpers import need
from streamrt._ir.gpu.translate import ELEMENTS, Translation
from streamrt._ir.gpu.writer import Writer
from streamrt._ir.math import powers, trigonometry
from streamrt._ir.math.formats import PI_2, format_of, split
from streamrt._ir.math.huge_angles import two_by_pi
from streamrt._ir.math.lanes import Vector

__all__ = ["BOUNDS", "DOCUMENTED", "is_own", "spell_math"]

DOCUMENTED: dict[str, tuple[float, float]] = {
    "cbrt": (1, 1), "exp": (2, 1), "exp2": (2, 1), "expm1": (1, 1),
    "log": (1, 1), "log2": (1, 1), "log10": (2, 1), "log1p": (1, 1),
    "sin": (2, 2), "cos": (2, 2), "tan": (4, 2),
    "arcsin": (2, 2), "arccos": (2, 2), "arctan": (2, 2), "arctan2": (3, 2),
    "sinh": (3, 2), "cosh": (2, 1), "tanh": (2, 1),
    "arcsinh": (3, 3), "arccosh": (4, 3), "arctanh": (3, 2),
    "erf": (2, 2), "hypot": (3, 2), "power": (4, 2),
}  # fmt: skip
"""The error that NVIDIA documents of each function, of f32 and of f64."""

BOUNDS = {"exp": 1.5, "log": 1.5, "tanh": 2.0, "erf": 2.0, "sin": 2.0, "cos": 2.0}
"""The bounds of docs/tables/ulp.md; that of every other function is 4."""

_NAMES = {
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh",
    "arctanh": "atanh", "arctan2": "atan2", "power": "pow",
}  # fmt: skip

_OWN: Mapping[str, Callable[..., Vector]] = {**FUNCTIONS, "power": powers.any_power}


def is_own(name: str, dtype: str, dialect: Dialect = CUDA) -> bool:
    """Returns whether a function is our own; CUDA has no logistic function."""
    if dialect.own_math or name not in DOCUMENTED:
        return True
    return DOCUMENTED[name][dtype == "f64"] + 0.5 > BOUNDS.get(name, 4.0)


def spell_math(writer: Writer, name: str, dtype: str, values: Sequence[str]) -> str:
    """Returns a mathematical function as an expression.

    Args:
        writer: takes the function, if it is our own.
        name: the name of the operation.
        dtype: of the operands, a float.
        values: the operands.
    """
    given = ", ".join(values)
    dialect = writer.dialect
    if not is_own(name, dtype, dialect):
        return f"{dialect.function_of(_NAMES.get(name, name), dtype)}({given})"
    own = f"{dtype}_{name}"
    if own not in writer.helpers:
        code = Translation(writer=writer)
        x, *y = [code.vector(ELEMENTS[dtype], value) for value in ("x", "y")[: len(values)]]
        value = _angular(code, name, x) if name in trigonometry.CORES else _OWN[name](x, *y)
        real = ELEMENTS[dtype]
        parameters = ", ".join([f"{real} {each.name}" for each in (x, *y)])
        head = f"{dialect.long_function} {real} {own}({parameters}) {{"
        writer.helpers[own] = "\n".join([head, *code.lines, f"    return {value.name};", "}"])
    return f"{own}({given})"


def _angular(code: Translation, name: str, x: Vector) -> Vector:
    """Writes a function of an angle; a huge one takes another way to its rest by pi/2."""
    is_huge = x.magnitude() > format_of(x).far
    rest, quadrant = trigonometry.rest_of(x)
    _define_huge(code.writer)
    long = code.writer.dialect.long
    whole = "int" if quadrant.element == "i32" else long
    code.do(f"{x.element} rest = {rest.name};")
    code.do(f"{whole} quadrant = {quadrant.name};")
    code.do(f"if ({is_huge.name}) {{")
    code.do(f"    {long} turned;")
    code.do(f"    rest = ({x.element})rest_of_huge(x, &turned);")
    code.do(f"    quadrant = ({whole})turned;")
    code.do("}")
    rest, quadrant = code.vector(x.element, "rest"), code.vector(quadrant.element, "quadrant")
    return trigonometry.CORES[name](rest, quadrant)


def _define_huge(writer: Writer) -> None:
    """Makes the function known that takes multiples of pi/2 off a huge number.

    It is that of _ir/math/huge_angles.py, step by step, with halves of 64 bits for its i128.
    """
    if "rest_of_huge" not in writer.helpers:
        need(writer, "f64_bits")
        need(writer, "f64_of_bits")
        need(writer, "high_of")
        words = [f"0x{word:x}_ULL" for word in two_by_pi()]
        lines = [", ".join(words[k : k + 4]) for k in range(0, len(words), 4)]
        table = ",\n    ".join(lines)
        high, low, _ = split(PI_2, "double")
        text = _HUGE.replace("WORDS", table).replace("COUNT", str(len(words)))
        text = text.replace("HIGH", high.hex()).replace("LOW", low.hex())
        writer.helpers["rest_of_huge"] = writer.dialect.fill(text)


_HUGE = """TABLE ULONG two_by_pi[COUNT] = {
    WORDS
};
CALLED_FUNCTION double rest_of_huge(double x, LONG *quadrant) {
    const LONG bits = f64_bits(x);
    const int exponent = (int)((ULONG)bits >> 52 & 2047) - 1075;
    *quadrant = 0;
    if (exponent == 972) return f64_of_bits(0x7ff8000000000000_ull);
    const ULONG m = (bits & 0xfffffffffffff_LL) | 0x10000000000000_LL;
    const int first = (exponent + 62) >> 6, shift = (exponent + 62) & 63;
    ULONG words[3];
    for (int k = 0; k < 3; k++) {
        const ULONG next = two_by_pi[first + k + 1];
        words[k] = two_by_pi[first + k] << shift | (shift ? next >> (64 - shift) : 0);
    }
    const ULONG carry = high_of(m, words[2]), middle = m * words[1];
    ULONG low = middle + carry;
    ULONG high = high_of(m, words[1]) + m * words[0] + (low < carry);
    const LONG whole = (LONG)(high >> 62);
    high = high << 2 | low >> 62;
    low <<= 2;
    const bool is_below = (LONG)high < 0;
    if (is_below) {
        low = 0 - low;
        high = ~high + (low == 0);
    }
    const double upper = (double)(high & ~2047_ULL) * 0x1p-64;
    const double lower = fma((double)low, 0x1p-128, (double)(high & 2047) * 0x1p-64);
    const double angle = upper * HIGH;
    const double error = fma(upper, HIGH, -angle) + fma(upper, LOW, lower * HIGH);
    const double rest = angle + error;
    *quadrant = bits < 0 ? -(whole + is_below) : whole + is_below;
    return is_below != (bits < 0) ? -rest : rest;
}"""
