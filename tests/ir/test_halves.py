"""The conversions of f16, with the CPU's instructions and written with integers.

Every half is tried, and every place where a float or a double is rounded.
"""

from __future__ import annotations

import ctypes
import struct
from typing import Any

import numpy as np
import pytest

from streamrt._compile.llvm import compiler as llvm
from streamrt._compile.llvm import loading
from streamrt._compile.llvm.emit import Module, vector
from streamrt._compile.llvm.halves import float_of_half, half_of_double, half_of_float

Array = np.ndarray[Any, Any]

ENTRY = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
ELEMENTS = {"f2": "i16", "f4": "float", "f8": "double"}
CONVERSIONS = {"f2": float_of_half, "f4": half_of_float, "f8": half_of_double}
HALVES = np.arange(1 << 16, dtype="u2").view("f2")


def converted(values: Array, by_hand: bool, lanes: int) -> Array:
    """The values as the emitted code converts them: halves to floats, others to halves."""
    source = values.dtype.str[1:]
    found = np.empty(values.shape, "f4" if source == "f2" else "f2")
    given, made = ELEMENTS[source], ELEMENTS[found.dtype.str[1:]]
    module = Module()
    with module.function("i32", "convert") as code:
        x, y = code.slot(1), code.slot(2)
        with code.loop("%lo", "%hi", lanes) as loop:
            value = code.load(vector(lanes, given), code.at(x, loop.index, given), given)
            half = CONVERSIONS[source](code, lanes, value, by_hand=by_hand)
            code.store(vector(lanes, made), half, code.at(y, loop.index, made), made)
    data = llvm.compile_ir(module.text(), name="convert", entry="convert")
    entry = ENTRY(loading.load_object(data, name="convert").address("convert"))
    slots = struct.pack("<3Q", 0, values.ctypes.data, found.ctypes.data)
    assert entry(ctypes.addressof(ctypes.create_string_buffer(slots, 24)), 0, len(values)) == 0
    return found


def assert_converted(found: Array, expected: Array) -> None:
    """All agree in their bits, except NaNs, which agree in being quiet, in sign and payload."""
    bits = f"u{found.itemsize}"
    quiet = np.array({2: 0x200, 4: 0x400000}[found.itemsize], bits)
    wanted = np.where(np.isnan(expected), expected.view(bits) | quiet, expected.view(bits))
    np.testing.assert_array_equal(found.view(bits), wanted)


def cast(values: Array, dtype: str) -> Array:
    """The values as NumPy converts them, which warns of a signalling NaN on some CPUs."""
    with np.errstate(all="ignore"):
        return values.astype(dtype)


def rounded_places() -> Array:
    """Every half, each middle of two, and the doubles next to them, of both signs."""
    ends = cast(HALVES[:0x7C01], "f8")
    ends[-1] = 65536.0  # the next half, if there were one
    middles = (ends[1:] + ends[:-1]) / 2
    edges = np.concatenate([ends, middles])
    near = [edges * (1 + sign * 2.0**-bits) for sign in (-1, 1) for bits in (52, 40, 25, 23, 12)]
    special = [0.0, 5e-324, 1e-300, 1e-46, 1e300, 3.4028235677973366e38, np.inf, np.nan]
    found = np.concatenate([edges, *near, np.nextafter(edges, np.inf), special])
    found = np.concatenate([found, -found])
    return found[: len(found) // 8 * 8]


def expected_halves(values: Array) -> Array:
    """The halves that NumPy gives, and of floats that are NaN the first bits of the payload."""
    found = cast(values, "f2")
    if values.dtype == "f4":  # NumPy sets the last bit if the first ones are 0
        bits = values.view("u4")
        short = (bits >> 16 & 0x8000) | 0x7E00 | (bits >> 13 & 0x3FF)
        found = np.where(np.isnan(values), short.astype("u2").view("f2"), found)
    return found


WAYS = pytest.mark.parametrize(("by_hand", "lanes"), [(True, 8), (True, 1), (False, 8), (False, 1)])


@WAYS
def test_every_half_becomes_the_equal_float(by_hand: bool, lanes: int) -> None:
    assert_converted(converted(HALVES, by_hand, lanes), cast(HALVES, "f4"))


@WAYS
def test_every_half_comes_back_from_its_float(by_hand: bool, lanes: int) -> None:
    assert_converted(converted(cast(HALVES, "f4"), by_hand, lanes), HALVES)
    assert_converted(converted(cast(HALVES, "f8"), by_hand, lanes), HALVES)


@WAYS
def test_floats_are_rounded_to_the_nearest_half(by_hand: bool, lanes: int) -> None:
    places = cast(rounded_places(), "f4")
    rng = np.random.default_rng(11)
    for values in (places, rng.integers(0, 1 << 32, 1 << 17, "u4").view("f4")):
        assert_converted(converted(values, by_hand, lanes), expected_halves(values))


@WAYS
def test_doubles_are_rounded_once(by_hand: bool, lanes: int) -> None:
    values = rounded_places()
    expected = expected_halves(values)
    twice = cast(cast(values, "f4"), "f2")
    assert (twice != expected).sum() > 1000  # so rounding twice would be found
    assert_converted(converted(values, by_hand, lanes), expected)
