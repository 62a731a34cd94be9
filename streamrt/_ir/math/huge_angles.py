"""Multiples of pi/2 taken off huge numbers, lane by lane; the method is that of Payne and Hanek.

    x = m * 2**e,  m an integer of 53 bits

Of the bits of 2 / pi only 192 count: those before them make multiples of 4 of the product, those
after them are too small. m times these bits, as an integer, holds the quadrant in its highest two
bits, and the fraction of a quadrant below. That is slow, and kernels branch to it if any lane needs
it; a lane that does not keeps what it had, so that its value does not depend on the others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from streamrt._compile.llvm.emit import Code, Module, suffix
from streamrt._ir.math.formats import INF, NAN, PI_2, format_of, split
from streamrt._ir.math.lanes import Vector, fma

__all__ = ["two_by_pi", "with_huge"]

_WORDS = 21
"""The number of words of 64 bits in the table: an empty one, then the bits of 2 / pi."""


def with_huge(
    name: str, x: Vector, value: Vector, core: Callable[[Vector, Vector], Vector]
) -> Vector:
    """Returns a value, replaced in the lanes in which x is huge.

    Args:
        name: of the function, such as `sin`.
        x: the argument.
        value: right where x is not huge.
        core: makes the value from a rest of x, and from the number of the quadrant.
    """
    code, lanes = x.code, x.lanes
    is_huge = x.magnitude() > format_of(x).far
    some = is_huge.name
    if lanes > 1:
        some = code.call("i1", f"llvm.vector.reduce.or.v{lanes}i1", (is_huge.type, some))
    function = _every_lane(code.module, name, x, core)
    tag, before = code.module.fresh(), code.current
    code.do(f"br i1 {some}, label %huge{tag}, label %known{tag}")
    code.label(f"huge{tag}")
    slow = code.call(x.type, function, (x.type, x.name))
    both = Vector(code, lanes, x.element, slow).where(is_huge, value)
    code.do(f"br label %known{tag}")
    code.label(f"known{tag}")
    known = code.let(f"phi {x.type} [{value.name}, %{before}], [{both.name}, %huge{tag}]")
    return Vector(code, lanes, x.element, known)


def _every_lane(
    module: Module, name: str, x: Vector, core: Callable[[Vector, Vector], Vector]
) -> str:
    """Defines the function that computes a vector lane by lane; returns its name."""
    function = f"{name}_of_huge_{suffix(x.type)}"
    if module.defines(function):
        return function
    rest_of = _one_lane(module)
    with module.function(x.type, function, f"{x.type} %x") as code:
        places = code.let(f"alloca {x.type}")
        code.store(x.type, "%x", places, x.element)
        with code.loop("0", str(x.lanes)) as loop:
            place = code.at(places, loop.index, x.element)
            one = Vector(code, 1, x.element, code.load(x.element, place))
            far = one.full(format_of(one).far)
            is_finite = one.magnitude() < INF
            safe = one.where((one.magnitude() > far) & is_finite, far)
            wide = safe.cast("fpext", "double") if x.element == "float" else safe
            pair = code.call("{double, i64}", rest_of, ("double", wide.name))
            rest = Vector(code, 1, "double", code.let(f"extractvalue {{double, i64}} {pair}, 0"))
            quadrant = Vector(code, 1, "i64", code.let(f"extractvalue {{double, i64}} {pair}, 1"))
            if x.element == "float":
                rest, quadrant = rest.cast("fptrunc", "float"), quadrant.cast("trunc", "i32")
            value = core(rest, quadrant).where(is_finite, NAN)
            code.store(x.element, value.name, place)
        code.do(f"ret {x.type} {code.load(x.type, places, x.element)}")
    return function


def _one_lane(module: Module) -> str:
    """Defines the function that reduces a number of at least 2**17; returns its name."""
    function = "rest_of_huge"
    if module.defines(function):
        return function
    words = ", ".join(f"i64 {word}" for word in two_by_pi())
    module.declare(f"@two_by_pi = internal constant [{_WORDS} x i64] [{words}]")
    with module.function("{double, i64}", function, "double %x") as code:
        bits = Vector(code, 1, "double", "%x").bits()
        exponent = (bits.unsigned_shift(52) & 2047) - 1075
        mantissa = (bits & (2**52 - 1)) | 2**52
        windows = _window(code, exponent + 62)
        fixed = _product(code, mantissa, windows)
        # The quadrant is rounded; the rest is a signed fraction of it, in 128 bits.
        signed = _wide(code, f"shl i128 {fixed.name}, 2")
        is_below = signed < 0
        whole = _wide(code, f"lshr i128 {fixed.name}, 126").cast("trunc", "i64")
        quadrant = whole + is_below.cast("zext", "i64")
        size = _wide(code, f"sub i128 0, {signed.name}").where(is_below, signed)
        rest = _angle(code, size)
        is_odd = is_below ^ (bits < 0)  # the signs of the fraction and of x
        rest = (-rest).where(is_odd, rest)
        quadrant = (quadrant.full(0) - quadrant).where(bits < 0, quadrant)
        first = code.let(f"insertvalue {{double, i64}} poison, double {rest.name}, 0")
        both = code.let(f"insertvalue {{double, i64}} {first}, i64 {quadrant.name}, 1")
        code.do(f"ret {{double, i64}} {both}")
    return function


def _wide(code: Code, expression: str) -> Vector:
    return Vector(code, 1, "i128", code.let(expression))


def _window(code: Code, start: Vector) -> list[Vector]:
    """Returns three words of the table's bits, from bit `start` on."""
    first, shift = start.unsigned_shift(6), start & 63
    words: list[Vector] = []
    for k in range(4):
        address = code.at("@two_by_pi", (first + k).name, "i64")
        words.append(Vector(code, 1, "i64", code.load("i64", address)))
    return [words[k].call("fshl", words[k + 1], shift) for k in range(3)]


def _product(code: Code, mantissa: Vector, words: list[Vector]) -> Vector:
    """Returns bits 64 to 191 of the product of the mantissa and the words."""
    m, middle, low = (v.cast("zext", "i128") for v in (mantissa, words[1], words[2]))
    carry = _wide(code, f"lshr i128 {(m * low).name}, 64")
    lower = m * middle + carry
    upper = _wide(code, f"shl i128 {(mantissa * words[0]).cast('zext', 'i128').name}, 64")
    return lower + upper


def _angle(code: Code, size: Vector) -> Vector:
    """Returns pi/2 times a fraction of 128 bits, from parts of it that are exact as f64."""
    upper = _wide(code, f"lshr i128 {size.name}, 64").cast("trunc", "i64")
    lower = size.cast("trunc", "i64").cast("uitofp", "double")
    high = (upper & -2048).cast("uitofp", "double") * 2.0**-64
    low = (upper & 2047).cast("uitofp", "double") * 2.0**-64
    low = fma(lower, 2.0**-128, low)
    half_pi, half_pi_low, _ = split(PI_2, "double")
    angle = high * half_pi
    rest = fma(high, half_pi, -angle) + fma(high, half_pi_low, low * half_pi)
    return angle + rest


@cache
def two_by_pi() -> list[int]:
    """Returns an empty word and the bits of 2 / pi, by Machin's formula in integers."""
    bits = 64 * (_WORDS + 1)

    def arctan_of_inverse(n: int) -> int:
        total, term, k = 0, (1 << bits) // n, 1
        while term:
            total += term // k if k % 4 == 1 else -(term // k)
            term, k = term // (n * n), k + 2
        return total

    pi = 4 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239))
    digits = (2 << 2 * bits) // pi >> (bits - 64 * (_WORDS - 1))
    return [digits >> (64 * (_WORDS - 1 - k)) & (2**64 - 1) for k in range(_WORDS)]
