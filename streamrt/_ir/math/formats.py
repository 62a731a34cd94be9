"""The two formats of floats, as the mathematical functions need to know them."""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from streamrt._ir.math.lanes import Vector

__all__ = [
    "FORMATS", "INF", "LN2", "LOG2_E", "LOG10_2", "LOG10_E", "NAN", "PI_2", "PI_4", "TWO_BY_PI",
    "Format", "format_of", "split",
]  # fmt: skip

INF, NAN = math.inf, math.nan

# Constants as sums of three floats of each format, from the digits of the constants: the first is
# the nearest float, and each other one the float nearest to what is missing.
LN2 = "0.693147180559945309417232121458176568075500134360255254120680009"
LOG2_E = "1.442695040888963407359924681001892137426645954152985934135449407"
LOG10_E = "0.434294481903251827651128918916605082294397005803666566114453783"
LOG10_2 = "0.301029995663981195213738894724493026768189881462108541310427461"
PI_2 = "1.570796326794896619231321691639751442098584699687552910487472296"
TWO_BY_PI = "0.636619772367581343075535053490057448137838582961825794990669376"
PI_4 = "0.785398163397448309615660845819875721049292349843776455243736148"


@cache
def split(digits: str, element: str, *, down: bool = False) -> tuple[float, float, float]:
    """Returns a constant as the sum of three floats, the greatest first.

    Args:
        digits: of a positive constant.
        element: of the vectors that it is for.
        down: whether each part is rounded down, so that none is negative.
    """
    form, bits = ("<f", "<I") if element == "float" else ("<d", "<Q")
    rest, parts = Fraction(digits), list[float]()
    for _ in range(3):
        packed = struct.pack(form, float(rest))
        if down and Fraction(struct.unpack(form, packed)[0]) > rest:
            packed = struct.pack(bits, struct.unpack(bits, packed)[0] - 1)
        parts.append(struct.unpack(form, packed)[0])
        rest -= Fraction(parts[-1])
    return parts[0], parts[1], parts[2]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of floats, and the bounds of functions in it.

    Attributes:
        mantissa: the bits of the mantissa that are stored.
        bias: of the exponent.
        lift: a power of two that makes the least denormal number a normal one.
        exp_least: `exp` of less is 0.
        exp_most: `exp` of more is infinity; its power of two is `bias + 1`, no more.
        exp2_least, exp2_most: the same for `exp2`.
        sinh_most: `sinh` of more is infinity; the power of two is `bias + 2`.
        tanh_most: `tanh` of more is 1.
        erf_near: the end of the polynomial around 0.
        erf_most: `erf` of more is 1.
        far: the sine of more needs the bits of pi that huge_angles.py has.
    """

    mantissa: int
    bias: int
    lift: int
    exp_least: float
    exp_most: float
    exp2_least: float
    exp2_most: float
    sinh_most: float
    tanh_most: float
    erf_near: float
    erf_most: float
    far: float

    @property
    def magic(self) -> float:
        """A number so large that the lowest bit counts ones: adding it rounds to an integer."""
        return 1.5 * 2.0**self.mantissa

    @property
    def tiny(self) -> float:
        """A number so small that squares of smaller ones do not count beside 1."""
        return 2.0 ** -(self.mantissa + 4)

    @property
    def huge(self) -> float:
        """A number so large that 1 does not count beside it."""
        return 2.0 ** (self.mantissa + 4)


FORMATS: Mapping[str, Format] = {
    "float": Format(23, 127, 64, -104.0, 89.0, -151.0, 129.0, 89.6, 9.1, 0.92, 3.94, 2.0**17),
    "double": Format(
        52, 1023, 128, -746.0, 710.0, -1076.0, 1025.0, 710.6, 19.1, 1.0, 5.99, 2.0**30
    ),
}


def format_of(x: Vector) -> Format:
    """Returns the format of a vector's floats, or of those whose bits it holds."""
    return FORMATS[{"i32": "float", "i64": "double"}.get(x.element, x.element)]
