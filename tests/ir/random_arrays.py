"""Random arrays with edge values, for programs and for kernels, and how results are compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.program import Program, Shape

Array = np.ndarray[Any, Any]

_FLOAT_EDGES = (
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, np.inf, -np.inf, np.nan, 1e-45, -1e-45,
    1e-40, 1.1754944e-38, 3.4028235e38, -3.4028235e38, 5e-324, 2.2250738585072014e-308, 1e308,
    2.0**31, 2.0**32, -(2.0**31), 2.0**63, 2.0**64, -(2.0**63), 88.72, -103.9, 709.78, -745.1,
    np.pi, np.pi / 2, 8388608.5, 16777217.0, 127.0, 128.0, 255.0, 256.0, 1.0000001, 0.99999994,
    65504.0, 65519.999, 65520.0, 2.0**-24, 2.0**-25, -6.1e-5, 2049.0, 1.00048828125,
    1.0004882812500002,
)  # fmt: skip


def random_array(
    rng: np.random.Generator, dtype: str, shape: Shape, *, mild: bool = False
) -> Array:
    """Elements of a dtype, with its edge values among them; with `mild`, small numbers only."""
    known = DTYPES[dtype]
    if known.kind == "b":
        return rng.random(shape) < 0.5
    if known.kind == "f":
        found = rng.standard_normal(shape) * rng.choice((1.0, 1.0, 3.0, 30.0))
        found = np.asarray(np.round(found) if rng.random() < 0.1 else found)
        edges: Sequence[float] = _FLOAT_EDGES
        chance = rng.choice((0.0, 0.1, 0.5))
    else:
        low, high = known.bounds
        narrow = mild or rng.random() < 0.7
        least, most = (max(low, -9), min(high, 9)) if narrow else known.bounds
        found = rng.integers(least, most, shape, known.numpy, endpoint=True)  # type: ignore[arg-type]
        edges = [low, low + 1, -1 if low else high // 2, 0, 1, 8 * known.itemsize, high - 1, high]
        chance = rng.choice((0.0, 0.3))
    if not mild:
        picked = np.asarray(edges, np.float64 if known.kind == "f" else known.numpy)
        at = rng.random(shape) < chance
        found = np.where(at, rng.choice(picked, shape), found)
    with np.errstate(all="ignore"):
        return np.asarray(found).astype(known.numpy)


def arrays_for(program: Program, rng: np.random.Generator, *, mild: bool = False) -> list[Any]:
    """An array for each parameter, a NumPy scalar for each that is passed by value."""
    found: list[Any] = []
    for value in program.parameters:
        array = random_array(rng, value.dtype.name, value.shape, mild=mild)
        found.append(array[()] if value.attributes[1] else array)
    return found


# -- comparing -------------------------------------------------------------------------------------


def assert_same_bits(found: Sequence[Array], expected: Sequence[Array]) -> None:
    """Two lists of results agree in dtypes, shapes and bits; every NaN counts as the same."""
    assert len(found) == len(expected)
    for k, (one, other) in enumerate(zip(found, expected, strict=True)):
        assert one.dtype == other.dtype, f"result {k}: {one.dtype}, {other.dtype}"
        assert one.shape == other.shape, f"result {k}: {one.shape}, {other.shape}"
        differs = _bits(one) != _bits(other)
        if differs.any():
            place = tuple(int(n) for n in np.argwhere(differs)[0])
            raise AssertionError(f"result {k} at {place}: {one[place]!r}, {other[place]!r}")


def _bits(array: Array) -> Array:
    if array.dtype.kind != "f":
        return array
    canonical = np.where(np.isnan(array), np.array(np.nan, array.dtype), array)
    return canonical.view(f"i{array.dtype.itemsize}")


def ulps(found: Array, expected: Array) -> Array:
    """How many floats lie between two, element by element; 0 of two NaNs, infinity of one."""
    one, other = (_ordered(array) for array in (found, expected))
    distance = np.abs(one.astype(np.float64) - other.astype(np.float64))
    nans = np.isnan(found), np.isnan(expected)
    return np.where(nans[0] | nans[1], np.where(nans[0] & nans[1], 0.0, np.inf), distance)


def _ordered(array: Array) -> Array:
    """The place of each float among all floats of its dtype."""
    bits = np.ascontiguousarray(array).view(f"i{array.dtype.itemsize}").astype(np.int64)
    least = -(2 ** (8 * array.dtype.itemsize - 1))
    return np.where(bits < 0, least - bits, bits)
