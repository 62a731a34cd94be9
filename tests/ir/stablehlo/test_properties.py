"""Operations with many numbers, with random ones, against the loops of the specification.

The references go element by element, as https://openxla.org/stablehlo/spec words them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from streamrt._ir.interpret import interpret
from streamrt._ir.stablehlo.building import read_stablehlo

Array = np.ndarray[Any, Any]

ELEMENTS = {
    "float32": "f32",
    "float64": "f64",
    "int32": "i32",
    "uint8": "ui8",
    "bool": "i1",
    "int64": "i64",
}


def spelled(array: Array) -> str:
    return f"tensor<{'x'.join([*map(str, array.shape), ELEMENTS[array.dtype.name]])}>"


def run(operation: str, given: Sequence[Array], result: Array) -> Array:
    """What one operation computes; `{}` in it stands for its operands."""
    names = [f"%arg{place}" for place in range(len(given))]
    types = [spelled(array) for array in given]
    pairs = [f"{name}: {type_}" for name, type_ in zip(names, types, strict=True)]
    text = f"""
    func.func @main({", ".join(pairs)}) -> {spelled(result)} {{
      %0 = {operation.format(", ".join(names))} : ({", ".join(types)}) -> {spelled(result)}
      return %0 : {spelled(result)}
    }}"""
    (found,) = interpret(read_stablehlo(text).program, given)
    return found


def listed(numbers: Sequence[int]) -> str:
    return f"[{', '.join(map(str, numbers))}]"


def places(shape: Sequence[int]) -> list[tuple[int, ...]]:
    return list(itertools.product(*map(range, shape)))


def gathered(x: Array, index: Array, numbers: dict[str, Any], sizes: list[int], shape: Any) -> Any:
    """The loop of the specification of `gather`."""
    result = np.empty(shape, x.dtype)
    batch = [d for d in range(len(shape)) if d not in numbers["offset_dims"]]
    gone = numbers["collapsed_slice_dims"] + numbers["operand_batching_dims"]
    walked = [d for d in range(x.ndim) if d not in gone]
    for place in places(shape):
        at = [place[d] for d in batch]
        vector: int = numbers["index_vector_dim"]
        if vector < index.ndim:
            start = [int(n) for n in index[(*at[:vector], slice(None), *at[vector:])]]
        else:
            start = [int(index[tuple(at)])]
        full = [0] * x.ndim
        for k, d in enumerate(numbers["start_index_map"]):
            full[d] = min(max(start[k], 0), x.shape[d] - sizes[d])
        pairs = (numbers["operand_batching_dims"], numbers["start_indices_batching_dims"])
        for d, of in zip(*pairs, strict=True):
            full[d] = at[of - (of > vector)]
        for d, of in zip(walked, numbers["offset_dims"], strict=True):
            full[d] += place[of]
        result[place] = x[tuple(full)]
    return result


def random_gather(random: Random) -> tuple[Array, Array, dict[str, Any], list[int], list[int]]:
    rank, lead = random.randint(1, 3), random.randint(0, 2)
    shape = [random.randint(1, 4) for _ in range(rank)]
    extents = [random.randint(1, 3) for _ in range(lead)]
    axes = random.sample(range(rank), rank)
    batching = sorted(axes[: random.randint(0, min(rank - 1, lead))])
    index_batching = random.sample(range(lead), len(batching))
    for axis, of in zip(batching, index_batching, strict=True):
        extents[of] = shape[axis]
    rest = [axis for axis in axes if axis not in batching]
    starts = random.sample(rest, random.randint(1, len(rest)))
    sizes = [random.randint(1, n) if d in starts or random.random() < 0.5 else n
             for d, n in enumerate(shape)]  # fmt: skip
    for axis in batching:
        sizes[axis] = 1
    collapsed = sorted([axis for axis in rest if sizes[axis] == 1 and random.random() < 0.7])
    count = rank - len(collapsed) - len(batching)
    vector = random.randint(0, lead)
    whole = [*extents[:vector], len(starts), *extents[vector:]]
    if len(starts) == 1 and random.random() < 0.3:
        whole, vector = extents, lead
    numbers: dict[str, Any] = {
        "offset_dims": sorted(random.sample(range(lead + count), count)),
        "collapsed_slice_dims": collapsed,
        "operand_batching_dims": batching,
        "start_indices_batching_dims": [
            of + (of >= vector and len(whole) > lead) for of in index_batching
        ],
        "start_index_map": starts,
        "index_vector_dim": vector,
    }
    walked = iter([sizes[d] for d in range(rank) if d not in collapsed + batching])
    left = iter(extents)
    made = [next(walked if d in numbers["offset_dims"] else left) for d in range(lead + count)]
    rng = np.random.default_rng(random.randrange(2**32))
    dtype = random.choice(("i4", "i8", "u1"))
    index = rng.integers(0 if dtype == "u1" else -9, 9, whole).astype(dtype)
    return rng.standard_normal(shape).astype("f4"), index, numbers, sizes, made


@pytest.mark.parametrize("seed", range(4))
def test_gathers_are_the_ones_of_the_specification(seed: int) -> None:
    random = Random(seed)
    for _ in range(60):
        x, index, numbers, sizes, shape = random_gather(random)
        words = [
            f"{name} = {value if isinstance(value, int) else listed(value)}"
            for name, value in numbers.items()
        ]
        dimensions = f"dimension_numbers = #stablehlo.gather<{', '.join(words)}>"
        size = f"slice_sizes = array<i64: {', '.join(map(str, sizes))}>"
        operation = f'"stablehlo.gather"({{}}) <{{{{{dimensions}, {size}}}}}>'
        wanted = gathered(x, index, numbers, sizes, shape)
        np.testing.assert_array_equal(run(operation, [x, index], wanted), wanted, str(numbers))


def test_products_are_the_ones_of_einsum() -> None:
    random = Random(1)
    for _ in range(60):
        batch, inner, rows, columns = ["abcd"[:2], "ijkl"[:2], "mnop"[:2], "wxyz"[:2]]
        batch, inner, rows, columns = [
            word[: random.randint(0, 2)] for word in (batch, inner, rows, columns)
        ]
        left, right = ["".join(random.sample(s, len(s))) for s in (
            batch + inner + rows, batch + inner + columns)]  # fmt: skip
        extents = {letter: random.randint(0 if letter == "m" else 1, 3) for letter in left + right}
        rng = np.random.default_rng(random.randrange(2**32))
        x = rng.integers(-5, 5, [extents[k] for k in left]).astype("i4")
        y = rng.integers(-5, 5, [extents[k] for k in right]).astype("i4")
        out = batch + "".join(k for k in left if k in rows) + "".join(
            k for k in right if k in columns)  # fmt: skip
        wanted = np.asarray(np.einsum(f"{left},{right}->{out}", x, y))
        words = []
        for name, letters in (("batching_dims", batch), ("contracting_dims", inner)):
            first, second = [listed([s.index(k) for k in letters]) for s in (left, right)]
            words.append(f"{name} = {first} x {second}")
        found = run(f"stablehlo.dot_general {{}}, {', '.join(words)}", [x, y], wanted)
        np.testing.assert_array_equal(found, wanted, f"{left} {right}")


def test_pads_may_be_negative_and_between_elements() -> None:
    random = Random(2)
    for _ in range(100):
        rng = np.random.default_rng(random.randrange(2**32))
        x = rng.integers(0, 9, [random.randint(0, 4) for _ in range(2)]).astype("i4")
        inner = [random.randint(0, 2) for _ in x.shape]
        spread = [n + max(n - 1, 0) * k for n, k in zip(x.shape, inner, strict=True)]
        low = [random.randint(-2, 2) for _ in x.shape]
        high = [random.randint(-2, 2) for _ in x.shape]
        shape = [n + a + b for n, a, b in zip(spread, low, high, strict=True)]
        if min(shape) < 0:
            continue
        wanted = np.full(shape, 77, "i4")
        for place in places(x.shape):
            at = [p * (k + 1) + a for p, k, a in zip(place, inner, low, strict=True)]
            if all(0 <= a < n for a, n in zip(at, shape, strict=True)):
                wanted[tuple(at)] = x[place]
        words = f"low = {listed(low)}, high = {listed(high)}, interior = {listed(inner)}"
        found = run(f"stablehlo.pad {{}}, {words}", [x, np.asarray(77, "i4")], wanted)
        np.testing.assert_array_equal(found, wanted, words)


def test_slices_that_move_are_kept_inside() -> None:
    random = Random(3)
    for _ in range(60):
        rng = np.random.default_rng(random.randrange(2**32))
        x = rng.integers(0, 9, [random.randint(1, 4) for _ in range(2)]).astype("i4")
        sizes = [random.randint(0, n) for n in x.shape]
        starts = [np.asarray(random.randint(-6, 6), "i4") for _ in x.shape]
        at = [min(max(int(s), 0), n - m) for s, n, m in zip(starts, x.shape, sizes, strict=True)]
        here = tuple([slice(a, a + m) for a, m in zip(at, sizes, strict=True)])
        found = run(f"stablehlo.dynamic_slice {{}}, sizes = {listed(sizes)}", [x, *starts], x[here])
        np.testing.assert_array_equal(found, x[here])
        wanted, part = x.copy(), np.full(sizes, 99, "i4")
        wanted[here] = part
        found = run("stablehlo.dynamic_update_slice {}", [x, part, *starts], wanted)
        np.testing.assert_array_equal(found, wanted)


def test_the_total_order_knows_the_signs_of_zeros_and_nans() -> None:
    rising = np.array([-np.nan, -np.inf, -1, -0.0, 0.0, 1, np.inf, np.nan], "f4")
    signs = np.array([-1, 1, 1, 1, 1, 1, 1, 1], "f4")
    rising = np.copysign(rising, signs * np.where(np.isnan(rising), 1, np.copysign(1, rising)))
    x, y = np.repeat(rising, 8), np.tile(rising, 8)
    i, j = np.repeat(np.arange(8), 8), np.tile(np.arange(8), 8)
    wanted = {"LT": i < j, "LE": i <= j, "GT": i > j, "GE": i >= j, "EQ": i == j, "NE": i != j}
    for direction, expected in wanted.items():
        words = f"comparison_direction = #stablehlo<comparison_direction {direction}>"
        kind = "compare_type = #stablehlo<comparison_type TOTALORDER>"
        operation = f'"stablehlo.compare"({{}}) <{{{{{words}, {kind}}}}}>'
        np.testing.assert_array_equal(run(operation, [x, y], expected), expected, direction)


def test_small_values_of_the_complementary_error_function_keep_their_digits() -> None:
    for dtype, most, near in (("f4", 9, 1e-5), ("f8", 26, 1e-13)):
        x = np.linspace(-3, most, 2000).astype(dtype)
        wanted = np.array([math.erfc(each) for each in x])
        found = run("chlo.erfc {}", [x], x).astype("f8")
        np.testing.assert_allclose(found, wanted, near, 1e-300 if dtype == "f8" else 1e-37)


def test_literals_are_lists_bytes_bits_or_one_number() -> None:
    for literal, type_, wanted in (
        ("[[1, -2], [0x7F, 0]]", "tensor<2x2xi8>", [[1, -2], [127, 0]]),
        ('"0x0100FEFF"', "tensor<2xi16>", [1, -2]),
        ('"0x05"', "tensor<3xi1>", [True, False, True]),
        ('"0x010001"', "tensor<3xi1>", [True, False, True]),
        ('"0x0000803F"', "tensor<2xf32>", [1, 1]),
        ("[1.5e+00, 0xFF800000, -0.0]", "tensor<3xf32>", [1.5, -np.inf, -0.0]),
        ("0x3C00", "tensor<2xf16>", [1, 1]),
        ("true", "tensor<2xi1>", [True, True]),
        ("18446744073709551615", "tensor<ui64>", 2**64 - 1),
        ("", "tensor<0x3xf32>", np.empty((0, 3))),
        ("[[], []]", "tensor<2x0xf32>", np.empty((2, 0))),
    ):
        text = (
            f"func.func @main() -> {type_} {{ %0 = stablehlo.constant dense<{literal}> : {type_} "
        )
        (found,) = interpret(read_stablehlo(f"{text} return %0 : {type_} }}").program, [])
        np.testing.assert_array_equal(found, np.asarray(wanted, found.dtype), literal)
