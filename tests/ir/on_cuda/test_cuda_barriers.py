"""Each barrier of the texts is needed, and the tests would find its absence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from ir.on_cuda import cuda_runs
from ir.on_cuda.cuda_runs import Array, OnCPU, compiled
from ir.test_product_code import plain
from ir.test_rows_code import one

from streamrt._ir.execute_loops import execute
from streamrt._ir.gpu.dialects import CUDA
from streamrt._ir.gpu.emit import emit
from streamrt._ir.loops import Instruction, Loops, Operand

pytestmark = pytest.mark.cuda

BARRIER = "__syncthreads();"


def centred() -> Loops:
    """Rows without their greatest, and the sum of what is left: two reductions, one by one."""
    body = (
        Instruction("load", "i32", at=0),
        Instruction("reduce", "i32", (0,), by="max"),
        Instruction("subtract", "i32", (0, 1)),
        Instruction("reduce", "i32", (2,), by="sum"),
        Instruction("store", "i32", (3,), at=1),
    )
    operands = Operand("i32", (0, 1), dense=True), Operand("i32", (0,), dense=False, writes=True)
    return Loops("rows", (9, 3000), operands, (), (), body)


FORMS = {
    "rows": one("i32", "sum", 9, 3000),
    "places in rows": one("i32", "argmax", 9, 3000),
    "two reductions": centred(),
    "columns": one("i32", "argmin", 70, 90, kind="columns"),
    "product": plain("i32", 70, 70, 40),
}


@pytest.mark.parametrize("name", FORMS)
def test_each_barrier_is_needed_and_its_absence_is_found(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_each_absence(FORMS[name], 2, monkeypatch)


def without_sum() -> Loops:
    """Rows without their sums: all threads of a row need what these have found together."""
    body = (
        Instruction("load", "i32", at=0),
        Instruction("reduce", "i32", (0,), by="sum"),
        Instruction("subtract", "i32", (0, 1)),
        Instruction("store", "i32", (2,), at=1),
    )
    operands = Operand("i32", (0, 1), dense=True), Operand("i32", (0, 1), dense=True, writes=True)
    return Loops("rows", (9, 3000), operands, (), (), body)


def test_so_is_each_barrier_of_languages_without_shuffles(monkeypatch: pytest.MonkeyPatch) -> None:
    """No driver of OpenCL runs threads in any order, so CUDA without shuffles stands in for it."""
    dialect = replace(CUDA, has_shuffles=False, packs_states=True, hoists=True)
    monkeypatch.setattr(cuda_runs, "emit", lambda form, entry: emit(form, entry, dialect))
    find_each_absence(without_sum(), 3, monkeypatch)


def find_each_absence(form: Loops, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs a text without each of its barriers, of which there are so many."""
    (whole,) = compiled([form])
    assert whole.source.count(BARRIER) == count
    rng = np.random.default_rng(7)
    inputs = [rng.integers(-99, 99, form.shape_of(o)).astype(np.int32) for o in form.inputs]
    expected = execute(form, inputs)
    assert _wrong(whole, inputs, expected) == 0
    for number in range(count):
        parts = whole.source.split(BARRIER)
        less = BARRIER.join(parts[: number + 1]) + BARRIER.join(parts[number + 1 :])
        monkeypatch.setattr(cuda_runs, "emit", lambda form, entry, less=less: less)
        (code,) = compiled([form])
        assert _wrong(code, inputs, expected), f"without barrier {number}:\n{less}"


def _wrong(code: OnCPU, inputs: list[Array], expected: list[Array]) -> int:
    """In how many orders of the threads the results differ."""
    found = 0
    for seed in range(12):
        outputs = [np.zeros(o.shape, o.dtype) for o in expected]
        code.run([*inputs, *outputs], grid=1, seed=seed)
        found += not all((a == b).all() for a, b in zip(outputs, expected, strict=True))
    return found
