"""The kinds `rows` and `columns` as CUDA C, run on the CPU, against their meaning in NumPy."""

from __future__ import annotations

import ctypes
import re
from dataclasses import replace

import numpy as np
import pytest
from cuda.texts.on_cpu import build
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from ir.on_cuda.cuda_runs import compiled
from ir.random_rows import Case, cases, chains
from ir.test_product_code import plain
from ir.test_rows_code import KINDS, offset, one, whole

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.execute_loops import execute
from streamrt._ir.gpu.columns import columns_for
from streamrt._ir.gpu.dialects import CUDA
from streamrt._ir.gpu.helpers import need
from streamrt._ir.gpu.rows import team_for
from streamrt._ir.gpu.writer import Writer
from streamrt._ir.loops import Instruction, Loops, Operand

pytestmark = pytest.mark.cuda


def check(made: list[Case]) -> None:
    """Compares texts with the meaning of their forms, also in the memory around the outputs."""
    for case, code in zip(made, compiled([case.form for case in made]), strict=True):
        expected = execute(case.form, case.inputs, case.scalars)
        for grid, seed in ((0, 0), (1, 1), (3, 1)):
            before = [whole(array).copy() for array in case.outputs]
            code.run([*case.inputs, *case.outputs], case.scalars, grid=grid, seed=seed)
            for wanted, found, memory in zip(expected, case.outputs, before, strict=True):
                np.testing.assert_array_equal(found, wanted, code.source)
                same = np.ndarray(found.shape, found.dtype, memory, offset(found), found.strides)
                same[...] = found
                np.testing.assert_array_equal(whole(found), memory)


MANY = settings(
    max_examples=4,
    phases=[Phase.generate],
    suppress_health_check=[
        HealthCheck.large_base_example,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)


# In chains, elements take several passes.
@pytest.mark.parametrize("drawn", [cases("rows"), chains(), cases("columns")], ids=KINDS)
@MANY
@given(st.data())
def test_texts_compute_what_the_form_means(
    drawn: st.SearchStrategy[Case], data: st.DataObject
) -> None:
    check(data.draw(st.lists(drawn, min_size=25, max_size=25)))


SUMS = [
    one("f32", "sum", 9, 3000),
    one("f32", "sum", 40, 77),
    one("f32", "sum", 3, 5000, block=2000),
    one("f64", "prod", 33, 700, kind="columns"),
    plain("f32", 70, 66, 50),
]


def test_the_bits_of_a_sum_depend_neither_on_the_grid_nor_on_the_order_of_threads() -> None:
    for form, code in zip(SUMS, compiled(SUMS), strict=True):
        rng = np.random.default_rng(3)
        inputs = [
            rng.normal(1, 0.1, form.shape_of(o)).astype(DTYPES[o.dtype].numpy) for o in form.inputs
        ]
        found = set[bytes]()
        for grid, seed in ((1, 0), (2, 1), (7, 5), (0, 6)):
            outputs = [np.zeros(form.shape_of(o), DTYPES[o.dtype].numpy) for o in form.outputs]
            code.run([*inputs, *outputs], grid=grid, seed=seed)
            found.add(outputs[0].tobytes())
        assert len(found) == 1, form


def test_a_long_sum_keeps_its_digits() -> None:
    """A thread's elements are added in chunks; in one state this sum is wrong by one in 10,000."""
    form = one("f32", "sum", 1, 3_000_001)
    (code,) = compiled([form])
    x = np.full((1, 3_000_001), 0.1, np.float32)
    total = np.zeros(1, np.float32)
    code.run([x, total])
    assert abs(float(total[0]) / x.sum(dtype=np.float64) - 1) < 1e-6


def test_a_row_has_the_same_bits_alone_and_among_others() -> None:
    form = one("f32", "sum", 100, 333)
    (code,) = compiled([form])
    x = np.random.default_rng(5).normal(size=(100, 333)).astype(np.float32)
    totals, alone = np.zeros(100, np.float32), np.zeros(1, np.float32)
    code.run([x, totals])
    replace(code, form=replace(form, extents=(1, 333))).run([x[57:58], alone])
    assert alone[0] == totals[57]


def test_the_twins_of_the_grid_agree_with_the_text() -> None:
    """What the host computes of a launch is what the kernel computes again."""
    lengths = [*range(140), 1023, 1024, 1025, 10**6]
    body = "\n".join(
        f"y[{k}] = team_for({length}); z[{k}] = columns_for({length});"
        for k, length in enumerate(lengths)
    )
    writer = Writer(CUDA)
    need(writer, "team_for")
    need(writer, "columns_for")
    with writer.block('extern "C" __global__ void twins(int *y, int *z)'):
        writer.do(body)
    library = ctypes.CDLL(str(build(f'#include "cuda_on_cpu.h"\n{writer.text()}\nON_CPU(twins)')))
    found = np.zeros((2, len(lengths)), np.int32)
    slots = np.array([found[0].ctypes.data, found[1].ctypes.data], np.uint64)
    parameters = np.array([slots[0:].ctypes.data, slots[1:].ctypes.data], np.uint64)
    launch = (ctypes.c_uint * 7)(1, 1, 1, 1, 1, 1, 0)
    assert library.twins_on_cpu(launch, ctypes.c_void_p(parameters.ctypes.data)) == 0
    assert found[0].tolist() == [team_for(length) for length in lengths]
    assert found[1].tolist() == [columns_for(length) for length in lengths]


def many(kind: str, count: int) -> Loops:
    """Very many reductions of an array and its multiples, by every operation in turn."""
    body = [Instruction("load", "f64", at=0)]
    for k in range(count):
        by = ("sum", "argmax", "min", "argmin")[k % 4]
        of = len(body)
        body.append(Instruction("constant", "f64", at=k))
        body.append(Instruction("multiply", "f64", (0, of)))
        body.append(Instruction("reduce", "i64" if "arg" in by else "f64", (of + 1,), by=by))
    sums = [k for k, each in enumerate(body) if each.name == "reduce"]
    body += [Instruction("store", body[k].dtype, (k,), at + 1) for at, k in enumerate(sums)]
    kept = (1,) if kind == "columns" else (0,)
    operands = [Operand("f64", (0, 1), dense=True)]
    operands += [Operand(body[k].dtype, kept, dense=False, writes=True) for k in sums]
    constants = [("f64", float(1 - 2 * (k % 3))) for k in range(count)]
    extents = (50, 40) if kind == "columns" else (5, 2000)
    return Loops(kind, extents, tuple(operands), (), tuple(constants), tuple(body))


@pytest.mark.parametrize("kind", ["rows", "columns"])
def test_very_many_reductions_have_room_in_shared_memory(kind: str) -> None:
    form = many(kind, 40)
    (code,) = compiled([form])
    arrays = re.findall(r"__shared__ (.*) \w+\[(\d+)\];", code.source)
    sizes = {"double": 8, "long long": 8}
    assert sum(sizes[kind] * int(count) for kind, count in arrays) <= 48 << 10
    x = np.random.default_rng(6).integers(-99, 99, form.shape_of(form.operands[0])).astype("f8")
    outputs = [np.zeros(form.shape_of(o), DTYPES[o.dtype].numpy) for o in form.outputs]
    for seed in range(3):
        code.run([x, *outputs], seed=seed)
        for found, wanted in zip(outputs, execute(form, [x]), strict=True):
            np.testing.assert_array_equal(found, wanted)
