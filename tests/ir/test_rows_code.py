"""The kinds `rows` and `columns` as machine code, against their meaning in NumPy."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir.form_runs import compiled, lesser_cpus
from ir.random_rows import Array, Case, cases, chains

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.passes import passes_of
from streamrt._ir.execute_loops import execute
from streamrt._ir.loops import BLOCK, Instruction, Loops, Operand

KINDS = ("rows", "chains", "columns")
CUTS = st.lists(st.floats(0, 1), max_size=2)


def whole(array: Array) -> Array:
    """All the memory that an array is a part of."""
    return array if array.base is None else whole(array.base)


def check(case: Case, cuts: list[float]) -> None:
    """Compares the code of a case with its meaning, also in the memory around the outputs."""
    expected = execute(case.form, case.inputs, case.scalars)
    before = [whole(array).copy() for array in case.outputs]
    code = compiled(case.form)
    extent = code.extent
    assert not code.run(
        [*case.inputs, *case.outputs], case.scalars, [int(cut * extent) for cut in cuts]
    )
    for wanted, found, memory in zip(expected, case.outputs, before, strict=True):
        np.testing.assert_array_equal(found, wanted)
        same = np.ndarray(found.shape, found.dtype, memory, offset(found), found.strides)
        same[...] = found
        np.testing.assert_array_equal(whole(found), memory)


def offset(array: Array) -> int:
    """The bytes from the beginning of that memory to the first element."""
    return array.ctypes.data - whole(array).ctypes.data if array.size else 0


# In chains, values are kept until the last pass that takes them.
@pytest.mark.parametrize("drawn", [cases("rows"), chains(), cases("columns")], ids=KINDS)
@settings(max_examples=80)
@given(st.data(), CUTS)
def test_code_computes_what_the_form_means(
    drawn: st.SearchStrategy[Case], data: st.DataObject, cuts: list[float]
) -> None:
    check(data.draw(drawn), cuts)


# --- the forms that most programs have ------------------------------------------------------------


def one(
    dtype: str, by: str, rows: int, length: int, *, kind: str = "rows", block: int = 0
) -> Loops:
    """A reduction of a matrix along one of its axes, perhaps of pieces of it."""
    found = "i64" if by.startswith("arg") else dtype
    body = (
        Instruction("load", dtype, at=0),
        Instruction("reduce", found, (0,), by=by),
        Instruction("store", found, (1,), at=1),
    )
    if kind == "columns":
        read, written, extents = (0, 1), (1,), (length, rows)
    elif block:
        read, written, extents = (0, 2), (0, 1), (rows, -(-length // block), length)
    else:
        read, written, extents = (0, 1), (0,), (rows, length)
    operands = (
        Operand(dtype, read, dense=True),
        Operand(found, written, dense=kind == "columns", writes=True),
    )
    return Loops(kind, extents, operands, (), (), body, block)


def softmax(dtype: str, rows: int, length: int, *, times: bool = False) -> Loops:
    """The softmax of each row, perhaps multiplied with the row."""
    body = [
        Instruction("load", dtype, at=0),
        Instruction("reduce", dtype, (0,), by="max"),
        Instruction("subtract", dtype, (0, 1)),
        Instruction("exp", dtype, (2,)),
        Instruction("reduce", dtype, (3,), by="sum"),
        Instruction("divide", dtype, (3, 4)),
    ]
    if times:
        body.append(Instruction("multiply", dtype, (5, 0)))
    body.append(Instruction("store", dtype, (len(body) - 1,), at=1))
    operands = (Operand(dtype, (0, 1), dense=True), Operand(dtype, (0, 1), dense=True, writes=True))
    return Loops("rows", (rows, length), operands, (), (), tuple(body))


def test_softmax_keeps_its_powers_where_nobody_can_miss_them() -> None:
    plain = passes_of(softmax("f32", 1, 1))
    assert plain.outputs == {3: 1}
    assert [each.computes for each in plain.passes] == [(0,), (0, 2, 3), (5,)]
    # The output may have the memory of the input, which the last pass reads.
    times = passes_of(softmax("f32", 1, 1, times=True))
    assert times.outputs == {}
    assert times.scratch == (3,)
    again = passes_of(softmax("f32", 1, 1, times=True), scratch=False)
    assert again.passes[2].computes == (0, 2, 3, 5, 6)


def test_two_kept_values_have_two_places() -> None:
    body = [Instruction("load", "f32", at=0)]
    for at in (1, 2):
        k = len(body)
        body += [
            Instruction("exp" if at == 1 else "tanh", "f32", (0,)),
            Instruction("reduce", "f32", (k,), by="sum"),
            Instruction("divide", "f32", (k, k + 1)),
        ]
    body += [Instruction("store", "f32", (k,), at=at) for at, k in ((1, 3), (2, 6))]
    operands = [Operand("f32", (0, 1), dense=True, writes=at > 0) for at in range(3)]
    form = Loops("rows", (1, 1), tuple(operands), (), (), tuple(body))
    assert passes_of(form).outputs == {1: 1, 4: 2}


@pytest.mark.parametrize("times", [False, True])
@pytest.mark.parametrize("length", [1, 15, 16, 1000, 8192, 8193, 20000])
def test_softmax_is_right_also_in_place_and_in_rows_too_long_for_scratch(
    length: int, times: bool
) -> None:
    rng = np.random.default_rng(length)
    x = (4 * rng.normal(size=(3, length))).astype(np.float32)
    exact = np.exp(x.astype(float) - x.astype(float).max(axis=1, keepdims=True))
    exact /= exact.sum(axis=1, keepdims=True)
    if times:
        exact *= x
    code, y = compiled(softmax("f32", 3, length, times=times)), np.empty_like(x)
    assert not code.run([x, y])
    np.testing.assert_allclose(y, exact, rtol=3e-6)  # x - max is rounded before exp
    assert not code.run([x, x], cuts=[1])
    np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("dtype", ["f32", "f64"])
@pytest.mark.parametrize("kind", ["rows", "columns"])
def test_sums_have_small_errors_and_the_same_bits_wherever_they_run(dtype: str, kind: str) -> None:
    rng = np.random.default_rng(1)
    lesser = lesser_cpus()
    for length in (1, 40, 1000, BLOCK, 4 * BLOCK):
        x = rng.uniform(0, 1, (5, length) if kind == "rows" else (length, 5))
        x = x.astype(DTYPES[dtype].numpy)
        lines = x if kind == "rows" else x.T
        exact = [math.fsum(line.tolist()) for line in lines]
        code = [compiled(one(dtype, "sum", 5, length, kind=kind), cpu) for cpu in lesser]
        found = np.empty((2 * len(code), 5), x.dtype)
        for k, (each, cuts) in enumerate(product(code, ([], [1, 3]))):
            assert not each.run([x, found[k]], cuts=cuts)
        np.testing.assert_array_equal(found, found[:1].repeat(len(found), 0))
        additions = 24 + length // 1024 if kind == "rows" else 4 + length // 4
        eps = 2.0**-23 if dtype == "f32" else 2.0**-52
        assert (np.abs(found[0] - exact) <= additions / 2 * eps * np.array(exact)).all()


def test_partial_sums_of_blocks_are_sums_of_rows() -> None:
    x = np.random.default_rng(2).normal(size=(2, 3 * BLOCK + 77)).astype(np.float32)
    y, rest, last = np.empty((2, 4), np.float32), np.empty(2, np.float32), np.empty(6, np.float32)
    assert not compiled(one("f32", "sum", 2, x.shape[1], block=BLOCK)).run([x, y])
    pieces = np.ascontiguousarray(x[:, : 3 * BLOCK]).reshape(6, BLOCK)
    assert not compiled(one("f32", "sum", 6, BLOCK)).run([pieces, last])
    assert not compiled(one("f32", "sum", 2, 77)).run([x[:, 3 * BLOCK :], rest])
    np.testing.assert_array_equal(y, np.hstack([last.reshape(2, 3), rest[:, None]]))


@pytest.mark.parametrize("kind", ["rows", "columns"])
def test_a_sum_of_negative_zeros_or_of_nothing_is_a_positive_zero(kind: str) -> None:
    for length in (0, 1, 16, 333):
        # A slice, because an empty array of NumPy's has no strides.
        x = np.full((2, length + 1) if kind == "rows" else (length + 1, 2), -0.0, np.float32)
        x = x[:, :length] if kind == "rows" else x[:length]
        y = np.ones(2, np.float32)
        assert not compiled(one("f32", "sum", 2, length, kind=kind)).run([x, y])
        np.testing.assert_array_equal(y, 0.0)
        assert not np.signbit(y).any()


@pytest.mark.parametrize("kind", ["rows", "columns"])
def test_the_first_extreme_place_is_found_at_every_place(kind: str) -> None:
    length = 150
    least = compiled(one("f64", "argmin", length, length, kind=kind))
    most = compiled(one("f64", "argmax", length, length, kind=kind))
    for special in (np.nan, np.inf, 2.0):
        x = np.ones((length, length))
        x[np.triu_indices(length)] = special  # row k is special from k on
        given, y = x if kind == "rows" else x.T.copy(), np.empty(length, np.int64)
        assert not most.run([given, y])
        np.testing.assert_array_equal(y, np.arange(length))
        assert not least.run([given if special != special else -given, y])
        np.testing.assert_array_equal(y, np.arange(length))


@pytest.mark.parametrize("kind", ["rows", "columns"])
@pytest.mark.parametrize("by", ["max", "min", "sum", "prod"])
def test_one_nan_is_enough_wherever_it_is(kind: str, by: str) -> None:
    length = 150
    x, y = np.ones((length, length), np.float32), np.empty(length, np.float32)
    np.fill_diagonal(x, np.nan)
    assert not compiled(one("f32", by, length, length, kind=kind)).run([x, y])
    assert np.isnan(y).all()


@pytest.mark.parametrize("kind", ["rows", "columns"])
@pytest.mark.parametrize("by", ["any", "all"])
def test_one_bool_decides_wherever_it_is(kind: str, by: str) -> None:
    length = 300
    x, y = np.eye(length, dtype=bool), np.zeros(length, bool)
    x = x if by == "any" else ~x
    for cpu in lesser_cpus():
        code = compiled(one("bool", by, length, length, kind=kind), cpu)
        assert not code.run([x, y])
        assert (y == (by == "any")).all()
        assert not code.run([np.full_like(x, by == "all"), y])
        assert (y == (by == "all")).all()


@pytest.mark.parametrize(("kind", "extents"), [("rows", (5, 9, 61)), ("columns", (9, 61, 5000))])
def test_indexes_count_along_the_whole_axis(kind: str, extents: tuple[int, ...]) -> None:
    block = 7
    reduced, last = (2, 2) if kind == "rows" else (1, 2)
    others = (0, 1) if kind == "rows" else (0, 2)
    body = (
        Instruction("load", "u8", at=0),
        Instruction("reduce", "i64", (0,), by="argmax"),  # of zeros, which are the identity
        Instruction("index", "i64", at=reduced),
        Instruction("reduce", "i64", (2,), by="sum"),
        Instruction("index", "i64", at=others[0]),
        Instruction("index", "i64", at=others[1]),
        *(Instruction("store", "i64", (k,), at=at + 1) for at, k in enumerate((1, 3, 4, 5))),
    )
    read = (0, 2) if kind == "rows" else (1, 2)
    operands = (
        Operand("u8", read, dense=True),
        *(Operand("i64", others, dense=last in others, writes=True) for _ in range(4)),
    )
    form = Loops(kind, extents, operands, (), (), body, block)
    x = np.zeros(form.shape_of(operands[0]), np.uint8)
    outputs = [np.empty(form.shape_of(operand), np.int64) for operand in form.outputs]
    assert not compiled(form).run([x, *outputs], cuts=[2])
    for wanted, found in zip(execute(form, [x]), outputs, strict=True):
        np.testing.assert_array_equal(found, wanted)


def test_columns_may_be_split_anywhere_and_each_part_leaves_the_others_alone() -> None:
    x, y = np.arange(40_000).reshape(4, 10_000), np.arange(10_000)
    body = (
        Instruction("load", "i64", at=0),
        Instruction("load", "i64", at=1),
        Instruction("reduce", "i64", (0,), by="sum"),
        Instruction("add", "i64", (1, 2)),
        Instruction("store", "i64", (3,), at=2),
    )
    operands = (
        Operand("i64", (0, 1), dense=True),
        Operand("i64", (1,), dense=True),
        Operand("i64", (1,), dense=True, writes=True),
    )
    code = compiled(Loops("columns", x.shape, operands, (), (), body))
    expected = y + x.sum(axis=0)
    assert not code.run([x, y, y], cuts=[1, 4711, 9999])  # a column that comes twice is too large
    np.testing.assert_array_equal(y, expected)


def test_an_operand_that_is_not_dense_is_refused() -> None:
    x, y = np.ones((4, 60), np.float32), np.zeros(4, np.float32)
    code = compiled(one("f32", "sum", 4, 30))
    assert code.run([x[:, ::2], y]) == 1
    assert not code.run([x[:, :30], y])
    assert y.tolist() == [30.0] * 4


def test_many_reductions_of_columns_fit_into_scratch_memory() -> None:
    count = 40
    body = [Instruction("load", "f64", at=0)]
    body += [Instruction("reduce", "i64", (0,), by="argmax") for _ in range(count)]
    body += [Instruction("store", "i64", (1 + k,), at=1 + k) for k in range(count)]
    operands = [Operand("i64", (1,), dense=True, writes=True) for _ in range(count)]
    x, y = np.random.default_rng(3).normal(size=(9, 200)), np.zeros((count, 200), np.int64)
    form = Loops(
        "columns", x.shape, (Operand("f64", (0, 1), dense=True), *operands), (), (), tuple(body)
    )
    assert not compiled(form).run([x, *y], cuts=[77])
    assert (y == x.argmax(axis=0)).all()
