"""The conversions of f16, which lies in memory as its bits, an i16, and is computed as f32.

1. A half becomes a float exactly. A float becomes the nearest half, of two the even one. What is
   65,520 or more becomes infinite. A NaN keeps its sign and the highest ten bits of its payload,
   and is quiet; so the results have the same bits on every machine.
2. LLVM has instructions for this if the CPU has: each 64-bit Arm, and each x86 with F16C (2012 and
   later). On others it would call functions of a C library that is not there, so the same is
   written with integers. The steps are those of Fabian Giesen's `half_to_float` and
   `float_to_half_fast3_rtne` (https://gist.github.com/rygorous/2156668).
3. A double is not rounded to a float first, because the second rounding may then go the wrong way.
   It is rounded to odd: cut off, and the last bit set if anything was lost. As a float has more
   than two bits beyond those of a half, the nearest half of it is the nearest half of the double
   (S. Boldo and G. Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamrt._compile.llvm.emit import Code, suffix, vector

if TYPE_CHECKING:
    from streamrt._compile.llvm.targets import Target

__all__ = ["float_of_half", "half_of_double", "half_of_float", "lacks_conversions"]


def float_of_half(code: Code, lanes: int, value: str, *, by_hand: bool | None = None) -> str:
    """Emit halves as floats.

    Args:
        code: the function that is written.
        lanes: the elements of a vector; 1 for plain elements.
        value: the bits of the halves, i16.
        by_hand: whether to write it with integers; None says as the CPU of the module needs it.
    """
    if not _by_hand(code, by_hand):
        short, single = vector(lanes, "half"), vector(lanes, "float")
        half = code.let(f"bitcast {vector(lanes, 'i16')} {value} to {short}")
        return code.let(f"fpext {short} {half} to {single}")
    return _Writer(code, lanes).widened(value)


def half_of_float(code: Code, lanes: int, value: str, *, by_hand: bool | None = None) -> str:
    """Emit floats as halves, i16; the arguments are as for `float_of_half`."""
    if not _by_hand(code, by_hand):
        short, single = vector(lanes, "half"), vector(lanes, "float")
        half = code.let(f"fptrunc {single} {value} to {short}")
        return code.let(f"bitcast {short} {half} to {vector(lanes, 'i16')}")
    return _Writer(code, lanes).narrowed(value)


def half_of_double(code: Code, lanes: int, value: str, *, by_hand: bool | None = None) -> str:
    """Emit doubles as halves, i16, rounded once; the arguments are as for `float_of_half`."""
    return half_of_float(code, lanes, _Writer(code, lanes).odd(value), by_hand=by_hand)


def _by_hand(code: Code, asked: bool | None) -> bool:
    if asked is not None:
        return asked
    from streamrt._compile.llvm.targets import host  # imports llvmlite

    return lacks_conversions(code.module.target or host())


def lacks_conversions(target: Target) -> bool:
    """Return whether a CPU has no instructions that convert halves."""
    from streamrt._compile.llvm.targets import instruction_sets

    is_arm = target.triple.startswith(("aarch64", "arm64"))
    return not is_arm and "f16c" not in instruction_sets(target)


class _Writer:
    """Writes integer operations on vectors of some lanes."""

    def __init__(self, code: Code, lanes: int) -> None:
        self._code, self._lanes = code, lanes
        self.short, self.whole, self.wide = (vector(lanes, each) for each in ("i16", "i32", "i64"))
        self.single, self.double = vector(lanes, "float"), vector(lanes, "double")
        self.truth = vector(lanes, "i1")

    def full(self, number: int) -> str:
        return str(number) if self._lanes == 1 else f"splat (i32 {number})"

    def do(self, what: str, value: str, number: int | str) -> str:
        other = self.full(number) if isinstance(number, int) else number
        return self._code.let(f"{what} {self.whole} {value}, {other}")

    def convert(self, what: str, source: str, value: str, to: str) -> str:
        return self._code.let(f"{what} {source} {value} to {to}")

    def select(self, truth: str, yes: str, no: str) -> str:
        return self._code.let(f"select {self.truth} {truth}, {self.whole} {yes}, {self.whole} {no}")

    def _floats(self, what: str, one: str, bits: int) -> str:
        """Emit an operation of floats, given and returned as bits."""
        left = self.convert("bitcast", self.whole, one, self.single)
        right = self.convert("bitcast", self.whole, self.full(bits), self.single)
        made = self._code.let(f"{what} {self.single} {left}, {right}")
        return self.convert("bitcast", self.single, made, self.whole)

    def widened(self, value: str) -> str:
        bits = self.convert("zext", self.short, value, self.whole)
        size = self.do("shl", self.do("and", bits, 0x7FFF), 13)
        normal = self.do("add", size, (127 - 15) << 23)
        # The exponent of a denormal number is put right by a subtraction, which is exact.
        small = self._floats("fsub", self.do("add", normal, 1 << 23), (127 - 14) << 23)
        found = self.select(self.do("icmp ult", size, 1 << 23), small, normal)
        infinite = self.do("or", size, 0x7F800000)
        quiet = self.do("or", infinite, 0x400000)
        special = self.select(self.do("icmp ugt", size, 0x7C00 << 13), quiet, infinite)
        found = self.select(self.do("icmp uge", size, 0x7C00 << 13), special, found)
        sign = self.do("shl", self.do("and", bits, 0x8000), 16)
        return self.convert("bitcast", self.whole, self.do("or", found, sign), self.single)

    def narrowed(self, value: str) -> str:
        bits = self.convert("bitcast", self.single, value, self.whole)
        size = self.do("and", bits, 0x7FFFFFFF)
        # Beside 1/2 the last bit of a float counts as that of a denormal half, so adding rounds.
        small = self.do("sub", self._floats("fadd", size, 0x3F000000), 0x3F000000)
        is_odd = self.do("and", self.do("lshr", size, 13), 1)
        moved = self.do("add", size, 0xFFF - ((127 - 15) << 23))
        normal = self.do("lshr", self.do("add", moved, is_odd), 13)
        found = self.select(self.do("icmp ult", size, (127 - 14) << 23), small, normal)
        found = self.select(self.do("icmp uge", size, (127 + 16) << 23), self.full(0x7C00), found)
        payload = self.do("and", self.do("lshr", size, 13), 0x3FF)
        quiet = self.do("or", payload, 0x7E00)
        found = self.select(self.do("icmp ugt", size, 0x7F800000), quiet, found)
        sign = self.do("lshr", self.do("and", bits, -0x80000000), 16)
        return self.convert("trunc", self.whole, self.do("or", found, sign), self.short)

    def odd(self, value: str) -> str:
        """Emit doubles as floats, rounded to odd."""
        code, double = self._code, self.double
        near = self.convert("fptrunc", double, value, self.single)
        back = self.convert("fpext", self.single, near, double)
        differs = code.let(f"fcmp one {double} {back}, {value}")  # not of a NaN
        name = f"llvm.fabs.{suffix(double)}"
        sizes = [code.call(double, name, (double, each)) for each in (back, value)]
        beyond = code.let(f"fcmp ogt {double} {sizes[0]}, {sizes[1]}")
        bits = self.convert("bitcast", self.single, near, self.whole)
        less = self.convert("sext", self.truth, beyond, self.whole)
        cut = self.do("add", bits, less)
        lost = self.convert("zext", self.truth, differs, self.whole)
        return self.convert("bitcast", self.whole, self.do("or", cut, lost), self.single)
