"""Operations of floats that IEEE 754 defines, as NumPy has them.

No instruction has a fast-math flag, so results are the same on every CPU, bit by bit. What a CPU
lacks, LLVM calls from the C library: fma, floor, ceil, trunc and rint on old ones, fmod on all.

That fmod takes one element at a time, and up to a microsecond for it. It is exact, so any other way
to it gives the same bits, and there is a fast one as long as the quotient is below 2**24 (f32) or
2**53 (f64). Let q be the rounded quotient without its fraction. It is the true one or the next
larger, because rounding never passes an integer. So a - q * b, in one fma, is exact; it is the rest
or that minus b, and its sign says which. Vectors with a larger quotient go through the C library.
"""

from __future__ import annotations

from streamrt._compile.llvm.emit import Code, suffix, vector
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.values import constant, register

__all__ = ["bits_of", "divide", "extreme", "fma", "reciprocal", "sign", "test", "unary"]


def _where(code: Code, lanes: int, dtype: str, truth: str, yes: str, no: str) -> str:
    wide = register(lanes, dtype)
    return code.let(f"select {vector(lanes, 'i1')} {truth}, {wide} {yes}, {wide} {no}")


def _compare(code: Code, lanes: int, dtype: str, how: str, a: str, b: str) -> str:
    return code.let(f"fcmp {how} {register(lanes, dtype)} {a}, {b}")


def unary(code: Code, lanes: int, dtype: str, a: str, intrinsic: str) -> str:
    """Emits the intrinsic `llvm.NAME`, such as `sqrt`."""
    wide = register(lanes, dtype)
    return code.call(wide, f"llvm.{intrinsic}.{suffix(wide)}", (wide, a))


def fma(code: Code, lanes: int, dtype: str, a: str, b: str, c: str) -> str:
    """Emits a * b + c, rounded once."""
    wide = register(lanes, dtype)
    return code.call(wide, f"llvm.fma.{suffix(wide)}", (wide, a), (wide, b), (wide, c))


def reciprocal(code: Code, lanes: int, dtype: str, a: str) -> str:
    """Emits 1 / a."""
    return code.let(f"fdiv {register(lanes, dtype)} {constant(lanes, dtype, 1.0)}, {a}")


def sign(code: Code, lanes: int, dtype: str, a: str) -> str:
    """Emits 1, 0 or -1; NaN stays NaN, and -0 becomes 0."""
    nothing = constant(lanes, dtype, 0.0)
    result = a
    for how, number in (("oeq", 0.0), ("olt", -1.0), ("ogt", 1.0)):
        holds = _compare(code, lanes, dtype, how, a, nothing)
        result = _where(code, lanes, dtype, holds, constant(lanes, dtype, number), result)
    return result


def extreme(code: Code, lanes: int, dtype: str, a: str, b: str, how: str) -> str:
    """Emits `maximum`, `minimum`, `fmax` or `fmin`; of two zeros, the second one.

    The last two give a NaN only if both are NaN. The comparison and the choice are one instruction
    on x86, which gives the second operand if one is NaN.
    """
    order = "ogt" if how in ("maximum", "fmax") else "olt"
    chosen = _where(code, lanes, dtype, _compare(code, lanes, dtype, order, a, b), a, b)
    other = a if how in ("maximum", "minimum") else b
    nan = _compare(code, lanes, dtype, "uno", other, other)
    return _where(code, lanes, dtype, nan, a, chosen)


def bits_of(code: Code, lanes: int, dtype: str, a: str) -> tuple[str, str]:
    """Emits the bits of a float as integers; returns their type, too."""
    whole = vector(lanes, f"i{dtype[1:]}")
    return code.let(f"bitcast {register(lanes, dtype)} {a} to {whole}"), whole


def test(code: Code, lanes: int, dtype: str, a: str, how: str) -> str:
    """Emits `isnan`, `isinf`, `isfinite` or `signbit`."""
    if how == "isnan":
        return _compare(code, lanes, dtype, "uno", a, a)
    if how == "signbit":
        bits, whole = bits_of(code, lanes, dtype, a)
        return code.let(f"icmp slt {whole} {bits}, {'0' if lanes == 1 else 'zeroinitializer'}")
    size = unary(code, lanes, dtype, a, "fabs")
    infinity = constant(lanes, dtype, float("inf"))
    return _compare(code, lanes, dtype, "oeq" if how == "isinf" else "one", size, infinity)


def divide(code: Code, lanes: int, dtype: str, a: str, b: str, how: str) -> str:
    """Emits `fmod`, `remainder` or `floor_divide`.

    The steps are those of `npy_divmod` in NumPy's `npy_math_internal.h.src`, with both branches
    computed and one chosen.
    """
    wide, truths = register(lanes, dtype), vector(lanes, "i1")
    nothing, one = constant(lanes, dtype, 0.0), constant(lanes, dtype, 1.0)
    rest = _rest(code, lanes, dtype, a, b)
    if how == "fmod":
        return rest
    zero = _compare(code, lanes, dtype, "oeq", b, nothing)
    some = _compare(code, lanes, dtype, "une", rest, nothing)
    below = [_compare(code, lanes, dtype, "olt", each, nothing) for each in (rest, b)]
    differ = code.let(f"xor {truths} {below[0]}, {below[1]}")
    moves = code.let(f"and {truths} {some}, {differ}")
    if how == "remainder":
        moved = _where(code, lanes, dtype, moves, code.let(f"fadd {wide} {rest}, {b}"), rest)
        empty = _signed_zero(code, lanes, dtype, b)
        result = _where(code, lanes, dtype, some, moved, empty)
        return _where(code, lanes, dtype, zero, rest, result)
    ratio = code.let(f"fdiv {wide} {a}, {b}")
    exact = code.let(f"fdiv {wide} {code.let(f'fsub {wide} {a}, {rest}')}, {b}")
    less = code.let(f"fsub {wide} {exact}, {one}")
    quotient = _where(code, lanes, dtype, moves, less, exact)
    whole = unary(code, lanes, dtype, quotient, "floor")
    off = code.let(f"fsub {wide} {quotient}, {whole}")
    up = _compare(code, lanes, dtype, "ogt", off, constant(lanes, dtype, 0.5))
    nearest = _where(code, lanes, dtype, up, code.let(f"fadd {wide} {whole}, {one}"), whole)
    counts = _compare(code, lanes, dtype, "une", quotient, nothing)
    result = _where(code, lanes, dtype, counts, nearest, _signed_zero(code, lanes, dtype, ratio))
    return _where(code, lanes, dtype, zero, ratio, result)


def _rest(code: Code, lanes: int, dtype: str, a: str, b: str) -> str:
    """Emits what the C library's fmod returns."""
    wide, truths = register(lanes, dtype), vector(lanes, "i1")
    if lanes == 1:
        return code.let(f"frem {wide} {a}, {b}")
    x, y = [unary(code, lanes, dtype, each, "fabs") for each in (a, b)]
    ratio = code.let(f"fdiv {wide} {x}, {y}")
    quotient = unary(code, lanes, dtype, ratio, "trunc")
    rest = fma(code, lanes, dtype, code.let(f"fneg {wide} {quotient}"), y, x)
    nothing = constant(lanes, dtype, 0.0)
    below = _compare(code, lanes, dtype, "olt", rest, nothing)
    rest = _where(code, lanes, dtype, below, code.let(f"fadd {wide} {rest}, {y}"), rest)
    less = _compare(code, lanes, dtype, "oeq", quotient, nothing)  # also if y is infinite
    rest = _where(code, lanes, dtype, less, x, rest)
    fast = code.call(wide, f"llvm.copysign.{suffix(wide)}", (wide, rest), (wide, a))
    # A ratio that is NaN is in order: the rest is NaN, too. Lanes that a mask left out have it.
    limit = constant(lanes, dtype, 2.0**24 if dtype == "f32" else 2.0**53)
    large = _compare(code, lanes, dtype, "oge", ratio, limit)
    before = code.current
    with code.when(code.call("i1", f"llvm.vector.reduce.or.v{lanes}i1", (truths, large))):
        slow = _rest_of_each(code, lanes, dtype, a, b)
        inside = code.current
    return code.let(f"phi {wide} [{fast}, %{before}], [{slow}, %{inside}]")


def _rest_of_each(code: Code, lanes: int, dtype: str, a: str, b: str) -> str:
    """Emits a call of fmod for each lane."""
    wide, element = register(lanes, dtype), register(1, dtype)
    size = DTYPES[dtype].itemsize
    tiles = [code.local(lanes * size) for _ in range(2)]
    for tile, value in zip(tiles, (a, b), strict=True):
        code.store(wide, value, tile, element)
    with code.loop("0", str(lanes)) as loop:
        places = [code.at(tile, loop.index, element) for tile in tiles]
        one, other = [code.load(element, place) for place in places]
        code.store(element, code.let(f"frem {element} {one}, {other}"), places[0])
    return code.load(wide, tiles[0], element)


def _signed_zero(code: Code, lanes: int, dtype: str, like: str) -> str:
    """Emits a zero with the sign of a value."""
    wide = register(lanes, dtype)
    nothing = constant(lanes, dtype, 0.0)
    return code.call(wide, f"llvm.copysign.{suffix(wide)}", (wide, nothing), (wide, like))
