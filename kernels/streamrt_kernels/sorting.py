"""sort and argsort: each row in ascending order, and the columns that give it."""

from __future__ import annotations

from collections.abc import Mapping

import streamrt as srt
from streamrt.emit import SIZES, TYPES, Code, vector

from ._radix import NO_MEMORY, TOO_LONG, Sort

SORTED = ("f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool")
ERRORS = {
    NO_MEMORY: "there is no memory for the records of a row",
    TOO_LONG: "a row has 2**32 elements or more",
}


def _grain(extents: Mapping[str, int]) -> int:
    """Return the least rows of a worker: about 20 us of work."""
    return max(1, 4096 // max(1, extents["m"]))


def _bits(dtype: str) -> int:
    return 8 * SIZES[TYPES[dtype]]


def _key(code: Code, dtype: str, value: str, *, zeros_are_equal: bool) -> str:
    """Emit the unsigned number that orders as the element does; all NaNs are one, the greatest.

    Of a float's bits, read as a number, those of a positive one already order: it gets the highest
    bit. Of a negative one all bits are turned around.
    """
    bits = _bits(dtype)
    kind, sign = f"i{bits}", -(1 << bits - 1)
    if dtype[0] in "ub":
        return value
    if dtype[0] == "i":
        return code.let(f"xor {kind} {value}, {sign}")
    element = TYPES[dtype]
    if zeros_are_equal:
        value = code.let(f"fadd {element} {value}, 0.0")
    pattern = code.let(f"bitcast {element} {value} to {kind}")
    negative = code.let(f"ashr {kind} {pattern}, {bits - 1}")
    key = code.let(f"xor {kind} {pattern}, {code.let(f'or {kind} {negative}, {sign}')}")
    nan = code.let(f"fcmp uno {element} {value}, {value}")
    quiet = -(1 << (22 if bits == 32 else 51))
    return code.let(f"select i1 {nan}, {kind} {quiet}, {kind} {key}")


def _value(code: Code, dtype: str, lanes: int, key: str) -> str:
    """Emit the elements that keys stand for."""
    bits = _bits(dtype)
    kind, sign = vector(lanes, f"i{bits}"), code.splat(lanes, f"i{bits}", str(-(1 << bits - 1)))
    if dtype[0] in "ub":
        return key
    if dtype[0] == "i":
        return code.let(f"xor {kind} {key}, {sign}")
    high = code.let(f"ashr {kind} {key}, {code.splat(lanes, f'i{bits}', str(bits - 1))}")
    low = code.let(f"xor {kind} {high}, {code.splat(lanes, f'i{bits}', '-1')}")
    pattern = code.let(f"xor {kind} {key}, {code.let(f'or {kind} {low}, {sign}')}")
    return code.let(f"bitcast {kind} {pattern} to {vector(lanes, TYPES[dtype])}")


# --- sort ----------------------------------------------------------------------------------------


def _sort(binding: srt.Binding) -> str:
    dtype = binding.dtypes["T"]
    element, bits = TYPES[dtype], _bits(dtype)

    def encode(code: Code, value: str, column: str) -> str:
        del column  # equal keys are equal elements
        return _key(code, dtype, value, zeros_are_equal=False)

    def decode(code: Code, lanes: int, records: str) -> str:
        return _value(code, dtype, lanes, records)

    return Sort("sort", element, element, bits, bits, encode, decode).emit()


sort: srt.Kernel = srt.Kernel(
    "sort",
    "x: T[n, m], out y: T[n, m]",
    pure=True,
    cpu=srt.LLVM(_sort, entry="sort"),
    types={"T": SORTED},
    split="n",
    grain=_grain,
    errors=ERRORS,
)
"""Row `i` of `y` becomes row `i` of `x` in ascending order.

It runs on CPUs. For a descending order, sort and read the rows backwards.

Args:
    x (T[n, m]): contiguous; any dtype.
    y (T[n, m]): written; contiguous. It shares no element with `x`.

- NaN: comes after every number, as with NumPy, and as the positive quiet NaN. -0 comes before 0.
- Errors: code 1 if there is no memory for a second row, code 2 if a row has 2**32 elements or more;
  `y` is then as it was, except for what other workers had sorted.
- Accuracy: exact, and the same for every number of workers, which share the rows.
- Time: a radix sort: of elements of 32 bits 3 passes over a long row, of 64 bits 6. Digits that all
  elements of a row have in common take none. A row of at most 128 elements is sorted by comparing
  all with all. NumPy's sort for AVX-512 is as fast in long rows, and several times as fast in rows
  of some hundred elements.
- NumPy: `streamrt_kernels.reference.sort`.
"""


# --- argsort -------------------------------------------------------------------------------------


def _argsort(binding: srt.Binding) -> str:
    dtype = binding.dtypes["T"]
    bits = _bits(dtype)
    # The key in the highest bits, the column in the lowest 32 or 64.
    record = 128 if bits == 64 else 64
    whole = f"i{record}"

    def encode(code: Code, value: str, column: str) -> str:
        key = _key(code, dtype, value, zeros_are_equal=True)
        high = code.let(f"zext i{bits} {key} to {whole}")
        high = code.let(f"shl {whole} {high}, {record - bits}")
        low = code.let(f"zext i64 {column} to i128") if record == 128 else column
        return code.let(f"or {whole} {high}, {low}")

    def decode(code: Code, lanes: int, records: str) -> str:
        wide = vector(lanes, whole)
        if record == 128:
            return code.let(f"trunc {wide} {records} to {vector(lanes, 'i64')}")
        return code.let(f"and {wide} {records}, {code.splat(lanes, whole, str((1 << 32) - 1))}")

    return Sort("argsort", TYPES[dtype], "i64", bits, record, encode, decode).emit()


argsort: srt.Kernel = srt.Kernel(
    "argsort",
    "x: T[n, m], out indices: i64[n, m]",
    pure=True,
    cpu=srt.LLVM(_argsort, entry="argsort"),
    types={"T": SORTED},
    split="n",
    grain=_grain,
    errors=ERRORS,
)
"""Row `i` of `indices` becomes the columns of row `i` of `x` in ascending order of its elements.

It runs on CPUs, and it is stable: of equal elements the one of lower column comes first.

Args:
    x (T[n, m]): contiguous; any dtype.
    indices (i64[n, m]): written; contiguous. It shares no element with `x`.

- NaN: comes after every number, as with NumPy; NaNs are equal among each other, and so are -0
  and 0.
- Errors: code 1 if there is no memory for the records of a row, code 2 if a row has 2**32 elements
  or more; `indices` is then as it was, except for what other workers had sorted.
- Accuracy: exact, and the same for every number of workers, which share the rows.
- Time: as `sort`, with records of 8 bytes, or of 16 for elements of 64 bits.
- NumPy: `streamrt_kernels.reference.argsort`.
"""
