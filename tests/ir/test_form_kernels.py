"""Kernels of forms: launched like any other, with a name, a grain and a bound."""

from __future__ import annotations

from collections.abc import Generator
from math import inf
from random import Random
from typing import Any

import numpy as np
import pytest
from cuda.texts import on_cpu
from ir.form_runs import operands_for, same
from ir.random_arrays import random_array
from ir.random_forms import random_form

import streamrt as srt
from streamrt._compile.code import CUDACode
from streamrt._compile.plan import Plan
from streamrt._compile.signatures.layout import Layout
from streamrt._ir.costs import Costs
from streamrt._ir.execute_loops import execute
from streamrt._ir.kernels import PART_NS, kernel_of, name_of
from streamrt._ir.loops import Instruction, Loops, Operand


@pytest.fixture(scope="module")
def rt() -> Generator[srt.Runtime]:
    with srt.Runtime() as runtime:
        yield runtime


def chain(names: tuple[str, ...], *extents: int, dtype: str = "f32") -> Loops:
    """A form that applies operations of one operand after each other; binary ones to it twice."""
    loops = tuple(range(len(extents)))
    body = [Instruction("load", dtype)]
    for name in names:
        last = len(body) - 1
        inputs = (last, last) if name in ("add", "multiply", "remainder") else (last,)
        body.append(Instruction(name, dtype, inputs))
    body.append(Instruction("store", dtype, (len(body) - 1,), 1))
    dense = bool(extents)
    operands = Operand(dtype, loops, dense), Operand(dtype, loops, dense, writes=True)
    return Loops("elementwise", extents, operands, (), (), tuple(body))


def plan_of(form: Loops) -> Plan:
    arrays = [np.empty(form.shape_of(o), np.float32) for o in form.operands]
    return kernel_of(form).plan([Layout(None, a.dtype, a.shape, a.strides) for a in arrays])


@pytest.mark.parametrize("seed", range(20))
def test_a_form_is_launched_like_any_kernel(rt: srt.Runtime, seed: int) -> None:
    random, rng = Random(seed), np.random.default_rng(seed)
    form = random_form(random)
    arrays = operands_for(form, rng)
    scalars: list[Any] = [random_array(rng, dtype, ()).item() for dtype in form.scalars]
    count = len(form.inputs)
    expected = execute(form, [np.array(array) for array in arrays[:count]], scalars)
    stream = rt.device("cpu:0").stream()
    stream.launch(kernel_of(form), *[rt.wrap(array) for array in arrays], *scalars).sync()
    assert all(same(found, wanted) for found, wanted in zip(arrays[count:], expected, strict=True))


def test_a_name_says_what_a_kernel_does() -> None:
    names = {
        ("multiply", "add", "tanh"): "multiply_add_tanh",
        ("add", "exp", "add", "negative"): "add_exp_negative",
        ("exp", "sin", "log", "cos", "tanh"): "exp_sin_log_tanh",
        (): "copy",
    }
    assert {ops: name_of(chain(ops, 3)) for ops in names} == names
    assert kernel_of(chain(("exp",), 3), "own").name == "own"


def test_any_name_will_do(rt: srt.Runtime) -> None:
    x, y = np.array([2.0, 3.0], "f4"), np.zeros(2, "f4")
    stream = rt.device("cpu:0").stream()
    for name in ("fmod", "<lambda>", "my kernel"):
        kernel = kernel_of(chain(("multiply", "negative"), 2), name)
        stream.launch(kernel, rt.wrap(x), rt.wrap(y)).sync()
        assert y.tolist() == [-4, -9]
        y[:] = 0


def test_a_part_is_worth_a_thread_whatever_the_inner_extents_are() -> None:
    for extents in ((1 << 20,), (1000, 1000), (100_000, 10), (3, 1 << 20), (2, 3, 4)):
        form = chain(("exp",), *extents)
        plan = plan_of(form)
        whole = Costs(form).estimate(dict(enumerate(extents)))
        assert plan.extent == extents[0]
        assert plan.grain == extents[0] or plan.grain * whole / extents[0] >= PART_NS
        assert plan.grain == 1 or (plan.grain - 1) * whole / extents[0] < PART_NS


def test_small_work_declares_that_it_is_short_and_large_work_that_it_is_not() -> None:
    assert 0 < plan_of(chain(("multiply", "add", "tanh"), 10, 10)).bound < 5000
    assert plan_of(chain(("multiply",), 1000, 1000)).bound > 100_000
    assert plan_of(chain(("remainder",), 10)).bound == 0, "its time depends on the elements"
    assert Costs(chain(("remainder",), 10)).most({0: 10}) == inf
    assert Costs(chain(("remainder",), 10, dtype="i32")).most({0: 10}) < 5000


def test_an_output_may_overwrite_an_input_if_all_loops_are_alike(rt: srt.Runtime) -> None:
    form = chain(("multiply",), 5, 7)
    kernel = kernel_of(form)
    assert kernel.elementwise
    x = np.arange(35, dtype="f4").reshape(5, 7)
    buffer = rt.wrap(x)
    rt.device("cpu:0").stream().launch(kernel, buffer, buffer).sync()
    assert (x.ravel() == np.arange(35, dtype="f4") ** 2).all()
    turned = Operand("f32", (1, 0), dense=False)
    other = Loops("elementwise", (5, 7), (turned, form.operands[1]), (), (), form.body)
    assert not kernel_of(other).elementwise


def test_a_kernel_of_no_loops_has_no_split(rt: srt.Runtime) -> None:
    kernel = kernel_of(chain(("add",)))
    assert kernel.split is None
    x, y = np.array(3, "f4"), np.array(0, "f4")
    rt.device("cpu:0").stream().launch(kernel, rt.wrap(x), rt.wrap(y)).sync()
    assert y == 6


# -- the same kernel on a GPU --------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.cuda
def test_a_kernel_has_a_text_for_cuda_that_computes_the_same(seed: int) -> None:
    """The text, the parameters and the grid are those that a device would launch."""
    random, rng = Random(seed), np.random.default_rng(seed)
    form = random_form(random)
    arrays = operands_for(form, rng)
    scalars = [np.asarray(random_array(rng, dtype, ()))[()] for dtype in form.scalars]
    count = len(form.inputs)
    expected = execute(form, [np.array(array) for array in arrays[:count]], scalars)
    layouts = [Layout(None, a.dtype, a.shape, a.strides) for a in arrays]
    on_cpu.run_plan(kernel_of(form).plan(layouts, "cuda"), [*arrays, *scalars])
    assert all(same(found, wanted) for found, wanted in zip(arrays[count:], expected, strict=True))


def test_the_grid_has_the_blocks_that_there_is_work_for_up_to_a_limit() -> None:
    def blocks(form: Loops, multiprocessors: int) -> int:
        layouts = [
            Layout(None, np.dtype("f4"), form.shape_of(o), (4,) * len(o.loops))
            for o in form.operands
        ]
        plan = kernel_of(form).plan(layouts, "cuda")
        assert isinstance(plan.code, CUDACode)
        return plan.code.grid_for(plan.words, multiprocessors)[0]

    assert blocks(chain(("tanh",), 0), 10) == 1
    assert blocks(chain(("tanh",), 1025), 10) == 2
    assert blocks(chain(("tanh",), 1 << 20), 10) == 320
