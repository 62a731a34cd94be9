"""Pairs of normal numbers from pairs of words: the method of Box and Muller, over vectors.

Of a word u comes the radius sqrt(-2 log u), of the other the angle. Both functions are short here,
because their arguments are: u lies in (0, 1], and the angle is a fraction of a turn, whose quadrant
is its two highest bits. The polynomials are those of Cephes (`logf`, `sinf`, `cosf`; S. Moshier)
in f32, and those of fdlibm (`e_log.c`, `k_sin.c`, `k_cos.c`; Sun Microsystems) in f64.

Every operation is one of IEEE 754, rounded by itself, without fused ones. So the bits are the same
on every CPU, and on a GPU: gpu/polar.h has the same operations in the same order.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass

from streamrt.emit import Code, vector

LOG = {
    "float": (
        *(7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1),
        *(-1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1),
    ),
    "double": (
        *(1.479819860511658591e-01, 1.531383769920937332e-01, 1.818357216161805012e-01),
        *(2.222219843214978396e-01, 2.857142874366239149e-01, 3.999999999940941908e-01),
        6.666666666666735130e-01,
    ),
}
"""Coefficients, the highest first; in f64 those of the odd and the even powers in turn."""
LOG2 = {
    "float": (0.693359375, -2.12194440e-4),
    "double": (6.93147180369123816490e-01, 1.90821492927058770002e-10),
}
"""log 2 as a sum, whose first part has few bits."""
SIN = {
    "float": (-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1),
    "double": (
        *(1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06),
        *(-1.98412698298579493134e-04, 8.33333333332248946124e-03, -1.66666666666666324348e-01),
    ),
}
COS = {
    "float": (2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2),
    "double": (
        *(-1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07),
        *(2.48015872894767294178e-05, -1.38888888888741095749e-03, 4.16666666666666019037e-02),
    ),
}


@dataclass(frozen=True, slots=True)
class Floats:
    """Operations on vectors of one float type, and on the integers of the same width.

    Attributes:
        code: the function that is being written.
        lanes: the number of elements of a vector.
        element: `float` or `double`.
    """

    code: Code
    lanes: int
    element: str

    @property
    def bits(self) -> int:
        """The bits of an element."""
        return 32 if self.element == "float" else 64

    @property
    def wide(self) -> str:
        """The type of a vector."""
        return vector(self.lanes, self.element)

    @property
    def ints(self) -> str:
        """The type of a vector of integers of the same width."""
        return vector(self.lanes, f"i{self.bits}")

    def real(self, value: float) -> str:
        """Return a vector of a constant, rounded to the type, in LLVM's exact spelling."""
        if self.element == "float":
            value = struct.unpack("<f", struct.pack("<f", value))[0]
        exact = struct.unpack("<Q", struct.pack("<d", value))[0]
        return self.code.splat(self.lanes, self.element, f"0x{exact:016X}")

    def whole(self, value: int) -> str:
        """Return a vector of an integer constant."""
        return self.code.splat(self.lanes, f"i{self.bits}", str(value))

    def do(self, name: str, left: str, right: str) -> str:
        """Emit an operation on two floats."""
        return self.code.let(f"{name} {self.wide} {left}, {right}")

    def of(self, name: str, left: str, right: int | str) -> str:
        """Emit an operation on two integers."""
        given = right if isinstance(right, str) else self.whole(right)
        return self.code.let(f"{name} {self.ints} {left}, {given}")

    def polynomial(self, coefficients: Sequence[float], x: str) -> str:
        """Emit Horner's scheme, the highest coefficient first."""
        value = self.real(coefficients[0])
        for coefficient in coefficients[1:]:
            value = self.do("fadd", self.do("fmul", value, x), self.real(coefficient))
        return value

    def cast(self, name: str, given: str, value: str, result: str) -> str:
        """Emit a conversion."""
        return self.code.let(f"{name} {given} {value} to {result}")


def _split(on: Floats, u: str) -> tuple[str, str]:
    """Emit u as `2**e * (1 + f)`, where 1 + f lies between the roots of 1/2 and 2: e and f."""
    half, mantissa = (0x3F3504F3, 23) if on.bits == 32 else (0x3FE6A09E667F3BCD, 52)
    bits = on.cast("bitcast", on.wide, u, on.ints)
    exponent = on.of("ashr", on.of("sub", bits, half), mantissa)
    rest = on.of("sub", bits, on.of("shl", exponent, mantissa))
    narrow = vector(on.lanes, "i32")
    if on.bits == 64:  # before AVX-512, x86 has no conversion of 64 bits
        exponent = on.cast("trunc", on.ints, exponent, narrow)
    e = on.cast("sitofp", narrow, exponent, on.wide)
    return e, on.do("fsub", on.cast("bitcast", on.ints, rest, on.wide), on.real(1.0))


def _log(on: Floats, u: str) -> str:
    e, f = _split(on, u)
    first, second = (on.do("fmul", e, on.real(part)) for part in LOG2[on.element])
    square = on.do("fmul", f, f)
    halved = on.do("fmul", on.real(0.5), square)
    if on.element == "float":
        value = on.do("fmul", on.polynomial(LOG["float"], f), f)
        value = on.do("fadd", on.do("fmul", value, square), second)
        return on.do("fadd", on.do("fadd", f, on.do("fsub", value, halved)), first)
    s = on.do("fdiv", f, on.do("fadd", on.real(2.0), f))
    z = on.do("fmul", s, s)
    w = on.do("fmul", z, z)
    odd = on.do("fmul", z, on.polynomial(LOG["double"][0::2], w))
    even = on.do("fmul", w, on.polynomial(LOG["double"][1::2], w))
    value = on.do("fadd", halved, on.do("fadd", even, odd))
    value = on.do("fadd", on.do("fmul", s, value), second)
    return on.do("fsub", first, on.do("fsub", on.do("fsub", halved, value), f))


def _turned(on: Floats, value: str, negative: str) -> str:
    """Emit the value with the other sign where bit 1 of `negative` is set."""
    sign = on.of("shl", on.of("and", negative, 2), on.bits - 2)
    bits = on.of("xor", on.cast("bitcast", on.wide, value, on.ints), sign)
    return on.cast("bitcast", on.ints, bits, on.wide)


def _cos_and_sin(on: Floats, word: str) -> tuple[str, str]:
    """Emit the cosine and the sine of the fraction of a turn that a word is."""
    quarter = on.bits - 2
    quadrant = on.of("lshr", on.of("add", word, 1 << (quarter - 1)), quarter)
    rest = on.of("sub", word, on.of("shl", quadrant, quarter))
    fraction = on.cast("sitofp", on.ints, rest, on.wide)
    x = on.do("fmul", fraction, on.real(math.ldexp(math.pi / 2, -quarter)))
    z = on.do("fmul", x, x)
    sine = on.do("fmul", on.do("fmul", z, on.polynomial(SIN[on.element], z)), x)
    sine = on.do("fadd", x, sine)
    cosine = on.do("fmul", on.do("fmul", z, z), on.polynomial(COS[on.element], z))
    less = on.do("fsub", on.real(1.0), on.do("fmul", on.real(0.5), z))
    cosine = on.do("fadd", less, cosine)
    truths = vector(on.lanes, "i1")
    odd = on.code.let(f"icmp ne {on.ints} {on.of('and', quadrant, 1)}, {on.whole(0)}")
    results = [
        on.code.let(f"select {truths} {odd}, {on.wide} {there}, {on.wide} {here}")
        for here, there in ((cosine, sine), (sine, cosine))
    ]
    following = on.of("add", quadrant, 1)
    return _turned(on, results[0], following), _turned(on, results[1], quadrant)


def normals(on: Floats, of_radius: str, of_angle: str) -> tuple[str, str]:
    """Emit two independent normal numbers of two words of the floats' width, as integers.

    In f32 the radius comes of all 32 bits of its word, rounded to f32, in f64 of the 53 highest.
    """
    if on.bits == 64:
        of_radius = on.of("lshr", of_radius, 11)
    digits = 32 if on.bits == 32 else 53
    u = on.cast("uitofp", on.ints, of_radius, on.wide)
    u = on.do("fmul", u, on.real(2.0**-digits))
    u = on.do("fadd", u, on.real(2.0 ** -(digits + 1)))
    square = on.do("fmul", on.real(-2.0), _log(on, u))
    name = f"llvm.sqrt.v{on.lanes}f{on.bits}"
    radius = on.code.call(on.wide, name, (on.wide, square))
    cosine, sine = _cos_and_sin(on, of_angle)
    return on.do("fmul", radius, cosine), on.do("fmul", radius, sine)
