"""Elementwise forms: emitted code against their meaning in NumPy."""

from __future__ import annotations

import ctypes
import mmap
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir.form_runs import Compiled, compiled, lesser_cpus, operands_for, same, unharmed
from ir.operation_forms import EDGES, exact_cases, form_of, joined
from ir.random_arrays import random_array
from ir.random_forms import random_form

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.execute_loops import execute
from streamrt._ir.loops import Instruction, Loops, Operand
from streamrt._ir.ops import BY_NAME

CPUS = lesser_cpus()
RANDOMS = st.randoms(use_true_random=False)
Array = np.ndarray[Any, Any]


class Case:
    """A random form, with operands and scalars for it."""

    def __init__(self, random: Random, *, every: bool = False) -> None:
        self.random = random
        self.form = random_form(random, every=every)
        rng = np.random.default_rng(random.randrange(1 << 32))
        self.arrays = operands_for(self.form, rng)
        self.outputs = self.arrays[len(self.form.inputs) :]
        self.scalars = [random_array(rng, dtype, ()).item() for dtype in self.form.scalars]
        inputs = [np.array(array) for array in self.arrays[: len(self.form.inputs)]]
        self.expected = [] if every else execute(self.form, inputs, self.scalars)

    def check(self, code: Compiled) -> None:
        for output in self.outputs:
            output[...] = 0
        extent = self.form.extents[0] if self.form.extents else 0
        cuts = [self.random.randint(0, extent) for _ in range(self.random.choice((0, 1, 3)))]
        assert code.run(self.arrays, self.scalars, cuts) == 0
        for found, wanted in zip(self.outputs, self.expected, strict=True):
            assert same(found, wanted), code.source


@settings(deadline=None, max_examples=80)
@given(RANDOMS)
def test_emitted_code_computes_what_the_form_means_wherever_it_is_split(random: Random) -> None:
    case = Case(random)
    case.check(compiled(case.form))
    assert all(unharmed(array) for array in case.arrays)


@pytest.mark.parametrize("cpu", CPUS[1:], ids=lambda cpu: cpu.cpu)
@pytest.mark.parametrize("seed", range(12))
def test_code_for_lesser_cpus_computes_the_same_bits(cpu: Any, seed: int) -> None:
    case = Case(Random(seed))
    case.check(compiled(case.form, cpu))
    assert all(unharmed(array) for array in case.arrays)


@pytest.mark.parametrize("seed", range(10))
def test_polynomials_too_give_the_same_bits_on_every_cpu_and_for_every_split(seed: int) -> None:
    """Their last bit is defined by what is emitted, and by nothing else."""
    case = Case(Random(seed), every=True)
    assert compiled(case.form).run(case.arrays, case.scalars) == 0
    case.expected = [np.array(output) for output in case.outputs]
    for cpu in CPUS:
        case.check(compiled(case.form, cpu))


@pytest.mark.parametrize("dtype", ["f64", "f32", "u8"])
def test_short_rows_are_computed_as_one_with_the_same_bits(dtype: str) -> None:
    """Whether they lie one after the other, or have gaps; some rows are too long to be joined."""
    operands = (
        Operand(dtype, (0, 1), dense=True),
        Operand(dtype, (1,), dense=True),
        Operand("f32", (1,), dense=True),
        Operand("bool", (0, 1), dense=True, writes=True),
        Operand(dtype, (0, 1), dense=True, writes=True),
    )
    body = (
        Instruction("load", dtype, at=0),
        Instruction("load", dtype, at=1),
        Instruction("load", "f32", at=2),
        Instruction("cast", dtype, (2,)),
        Instruction("multiply", dtype, (0, 1)),
        Instruction("less", "bool", (4, 3)),
        Instruction("store", "bool", (5,), 3),
        Instruction("store", dtype, (4,), 4),
    )
    code = compiled(Loops("elementwise", (1, 1), operands, (), (), body))
    rng, random = np.random.default_rng(3), Random(3)
    for m in (*range(12), *range(13, 300, 17)):
        n, gap = random.choice((0, 1, 2, 5, 50)), random.choice((0, 0, 3))
        form = Loops("elementwise", (n, m), operands, (), (), body)
        arrays = [random_array(rng, o.dtype, form.shape_of(o)) for o in form.operands]
        if gap:
            arrays[0] = np.pad(arrays[0], ((0, 0), (0, gap)))[:, :m]
        expected = execute(form, arrays[:3])
        cuts = [random.randint(0, n) for _ in range(2)]
        assert Compiled(form, code.source, code.call).run(arrays, cuts=cuts) == 0
        for found, wanted in zip(arrays[3:], expected, strict=True):
            assert same(found, wanted), (n, m, gap, cuts)


# -- each operation ------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", DTYPES)
def test_each_exact_operation_of_edge_values(dtype: str) -> None:
    cases = exact_cases(dtype)
    for first in range(0, len(cases), 6):
        part = cases[first : first + 6]
        form = joined([form_of(op, dtype, to, EDGES) for op, to, _ in part])
        inputs = [array for *_, given in part for array in given]
        outputs = [np.zeros(EDGES, DTYPES[to].numpy) for _, to, _ in part]
        for cpu in CPUS:
            assert compiled(form, cpu).run([*inputs, *outputs]) == 0
            expected = execute(form, inputs)
            for found, wanted, (op, to, _) in zip(outputs, expected, part, strict=True):
                assert same(found, wanted), f"{op} of {dtype} to {to} on {cpu.cpu}"


# -- the entry -----------------------------------------------------------------------------------


def copy_of(dtype: str, extent: int) -> Loops:
    return form_of(BY_NAME["cast"], dtype, dtype, extent)


def test_an_operand_that_is_not_dense_as_declared_is_refused() -> None:
    form = copy_of("f32", 5)
    x, y = np.arange(10, dtype="f4")[::2], np.zeros(5, "f4")
    assert compiled(form).run([x, y]) == 1
    assert not y.any()
    one = copy_of("f32", 1)
    assert compiled(one).run([x[:1], y[:1]]) == 0


@pytest.mark.parametrize("dtype", ["u8", "i16", "f32", "f64"])
def test_nothing_beyond_an_operand_is_read_or_written(dtype: str) -> None:
    """The operands end where a page ends that nobody may touch."""
    page, itemsize = mmap.PAGESIZE, DTYPES[dtype].itemsize
    memory = [mmap.mmap(-1, 2 * page) for _ in range(2)]
    starts = [ctypes.addressof(ctypes.c_char.from_buffer(each)) for each in memory]
    libc = ctypes.CDLL(None)
    libc.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    assert not any(libc.mprotect(start + page, page, 0) for start in starts)
    code = compiled(copy_of(dtype, 1))
    for extent in range(1, 140):
        offset = page - extent * itemsize
        x, y = (np.frombuffer(each, DTYPES[dtype].numpy, extent, offset) for each in memory)
        x[...] = np.arange(extent).astype(x.dtype)
        y[...] = 0
        assert Compiled(copy_of(dtype, extent), code.source, code.call).run([x, y]) == 0
        assert (x == y).all()


def test_an_output_may_be_an_input_with_the_same_loops() -> None:
    form = form_of(BY_NAME["square"], "f64", "f64", 77)
    x = np.arange(77.0)
    assert compiled(form).run([x, x]) == 0
    assert (x == np.arange(77.0) ** 2).all()
