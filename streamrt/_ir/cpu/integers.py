"""Operations of integers, as NumPy has them; nothing here is undefined for any value.

LLVM leaves undefined: a division by 0, INT_MIN / -1, and a shift by the width or more. Such
operands are replaced before the instruction, and its result after it.

No CPU divides vectors of integers. A quotient of 32-bit integers is exact if it is rounded to an
f64 and truncated, because two quotients that differ in their integer part are further apart than
its rounding; one of 8- or 16-bit integers is exact in f32. 64-bit integers are divided one by one,
but by 2 and -2: LLVM 22 divides a vector of 64-bit products of 8-bit integers by 2 as if by 1.
"""

from __future__ import annotations

from streamrt._compile.llvm.emit import Code, suffix, vector
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.values import constant, is_signed, register

__all__ = ["absolute", "divide", "power", "reciprocal", "shift", "sign"]


def _guarded(code: Code, lanes: int, dtype: str, a: str, b: str) -> tuple[str, str]:
    """Emits a divisor that is safe, and the i1 that says whether `b` is 0."""
    wide, truths = register(lanes, dtype), vector(lanes, "i1")
    zero = code.let(f"icmp eq {wide} {b}, {constant(lanes, dtype, 0)}")
    unsafe = zero
    if is_signed(dtype):
        least = code.let(f"icmp eq {wide} {a}, {constant(lanes, dtype, DTYPES[dtype].bounds[0])}")
        minus = code.let(f"icmp eq {wide} {b}, {constant(lanes, dtype, -1)}")
        overflow = code.let(f"and {truths} {least}, {minus}")
        unsafe = code.let(f"or {truths} {zero}, {overflow}")
    one = constant(lanes, dtype, 1)
    return code.let(f"select {truths} {unsafe}, {wide} {one}, {wide} {b}"), zero


def _quotient(code: Code, lanes: int, dtype: str, a: str, b: str) -> str:
    """Emits the quotient without its fraction; `b` is safe."""
    wide, letter = register(lanes, dtype), "s" if is_signed(dtype) else "u"
    size = DTYPES[dtype].itemsize
    if size == 8 or lanes == 1:
        return code.let(f"{letter}div {wide} {a}, {b}")
    floats = vector(lanes, "double" if size == 4 else "float")
    numbers = [code.let(f"{letter}itofp {wide} {value} to {floats}") for value in (a, b)]
    quotient = code.let(f"fdiv {floats} {numbers[0]}, {numbers[1]}")
    return code.let(f"fpto{letter}i {floats} {quotient} to {wide}")


def _half(code: Code, lanes: int, a: str, *, is_minus: bool) -> str:
    """Emits the quotient of i64 by 2 or -2, without its fraction."""
    wide, one = register(lanes, "i64"), constant(lanes, "i64", 1)
    below = code.let(f"ashr {wide} {a}, {constant(lanes, 'i64', 63)}")
    odd = code.let(f"and {wide} {a}, {one}")
    up = code.let(f"and {wide} {below}, {odd}")
    half = code.let(f"add {wide} {code.let(f'ashr {wide} {a}, {one}')}, {up}")
    return code.let(f"sub {wide} {constant(lanes, 'i64', 0)}, {half}") if is_minus else half


def divide(code: Code, lanes: int, dtype: str, a: str, b: str, how: str) -> str:
    """Emits `floor_divide`, `remainder` or `fmod`; a division by 0 gives 0."""
    wide, truths = register(lanes, dtype), vector(lanes, "i1")
    nothing = constant(lanes, dtype, 0)
    safe, zero = _guarded(code, lanes, dtype, a, b)
    if dtype == "i64" and b in (constant(lanes, dtype, 2), constant(lanes, dtype, -2)):
        quotient = _half(code, lanes, a, is_minus=b == constant(lanes, dtype, -2))
    else:
        quotient = _quotient(code, lanes, dtype, a, safe)
    product = code.let(f"mul {wide} {quotient}, {safe}")
    rest = code.let(f"sub {wide} {a}, {product}")
    result = quotient if how == "floor_divide" else rest
    if is_signed(dtype) and how != "fmod":
        signs = code.let(f"xor {wide} {rest}, {safe}")
        opposite = code.let(f"icmp slt {wide} {signs}, {nothing}")
        some = code.let(f"icmp ne {wide} {rest}, {nothing}")
        below = code.let(f"and {truths} {opposite}, {some}")
        if how == "floor_divide":
            moved = code.let(f"add {wide} {quotient}, {constant(lanes, dtype, -1)}")
        else:
            moved = code.let(f"add {wide} {rest}, {safe}")
        result = code.let(f"select {truths} {below}, {wide} {moved}, {wide} {result}")
    return code.let(f"select {truths} {zero}, {wide} {nothing}, {wide} {result}")


def shift(code: Code, lanes: int, dtype: str, a: str, b: str, how: str) -> str:
    """Emits `left_shift` or `right_shift`; a count outside the width shifts every bit out."""
    wide, truths = register(lanes, dtype), vector(lanes, "i1")
    width = 8 * DTYPES[dtype].itemsize
    fits = code.let(f"icmp ult {wide} {b}, {constant(lanes, dtype, width)}")
    most = constant(lanes, dtype, width - 1)
    count = code.let(f"select {truths} {fits}, {wide} {b}, {wide} {most}")
    if how == "right_shift" and is_signed(dtype):
        return code.let(f"ashr {wide} {a}, {count}")
    moved = code.let(f"{'shl' if how == 'left_shift' else 'lshr'} {wide} {a}, {count}")
    return code.let(f"select {truths} {fits}, {wide} {moved}, {wide} {constant(lanes, dtype, 0)}")


def absolute(code: Code, lanes: int, dtype: str, a: str) -> str:
    """Emits the absolute value; INT_MIN stays as it is."""
    if not is_signed(dtype):
        return a
    wide, nothing = register(lanes, dtype), constant(lanes, dtype, 0)
    below = code.let(f"icmp slt {wide} {a}, {nothing}")
    minus = code.let(f"sub {wide} {nothing}, {a}")
    return code.let(f"select {vector(lanes, 'i1')} {below}, {wide} {minus}, {wide} {a}")


def sign(code: Code, lanes: int, dtype: str, a: str) -> str:
    """Emits 1, 0 or -1."""
    wide, truths, nothing = register(lanes, dtype), vector(lanes, "i1"), constant(lanes, dtype, 0)
    if not is_signed(dtype):
        some = code.let(f"icmp ne {wide} {a}, {nothing}")
        return code.let(f"zext {truths} {some} to {wide}")
    above = code.let(f"icmp sgt {wide} {a}, {nothing}")
    positive = code.let(f"zext {truths} {above} to {wide}")
    negative = code.let(
        f"ashr {wide} {a}, {constant(lanes, dtype, 8 * DTYPES[dtype].itemsize - 1)}"
    )
    return code.let(f"or {wide} {positive}, {negative}")


def reciprocal(code: Code, lanes: int, dtype: str, a: str) -> str:
    """Emits 1 / a without its fraction: a itself for 1 and -1, else 0."""
    wide, truths, nothing = register(lanes, dtype), vector(lanes, "i1"), constant(lanes, dtype, 0)
    keeps = code.let(f"icmp eq {wide} {a}, {constant(lanes, dtype, 1)}")
    if is_signed(dtype):
        minus = code.let(f"icmp eq {wide} {a}, {constant(lanes, dtype, -1)}")
        keeps = code.let(f"or {truths} {keeps}, {minus}")
    return code.let(f"select {truths} {keeps}, {wide} {a}, {wide} {nothing}")


def power(code: Code, lanes: int, dtype: str, a: str, b: str) -> str:
    """Emits a to the power b, wrapped; a negative exponent gives 1 / a**-b without its fraction.

    It squares and multiplies, a turn for each bit of the largest exponent in the vector.
    """
    wide, truths, one = register(lanes, dtype), vector(lanes, "i1"), constant(lanes, dtype, 1)
    base = a
    if is_signed(dtype):
        # The last bit of the exponent decides for 1 and -1, so taking it as unsigned does no harm.
        negative = code.let(f"icmp slt {wide} {b}, {constant(lanes, dtype, 0)}")
        whole = reciprocal(code, lanes, dtype, a)
        base = code.let(f"select {truths} {negative}, {wide} {whole}, {wide} {a}")
    carried = [(wide, one), (wide, base), (wide, b)]
    with code.loop("0", _bits(code, lanes, dtype, b), carried=carried) as loop:
        result, square, rest = loop.values
        last = code.let(f"trunc {wide} {rest} to {truths}")
        product = code.let(f"mul {wide} {result}, {square}")
        loop.carry(
            code.let(f"select {truths} {last}, {wide} {product}, {wide} {result}"),
            code.let(f"mul {wide} {square}, {square}"),
            code.let(f"lshr {wide} {rest}, {one}"),
        )
    return loop.values[0]


def _bits(code: Code, lanes: int, dtype: str, value: str) -> str:
    """Emits the number of bits, as an i64, up to the highest one that is set in any lane."""
    wide, element, width = register(lanes, dtype), register(1, dtype), 8 * DTYPES[dtype].itemsize
    if lanes > 1:
        value = code.call(element, f"llvm.vector.reduce.or.{suffix(wide)}", (wide, value))
    name = f"llvm.ctlz.{element}"
    unused = code.call(element, name, (element, value), ("i1", "false"))
    used = code.let(f"sub {element} {width}, {unused}")
    return used if width == 64 else code.let(f"zext {element} {used} to i64")
