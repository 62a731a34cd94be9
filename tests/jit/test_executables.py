"""Executables: compiled programs compute what the reference computes, in every way to run them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from ir.random_arrays import arrays_for
from ir.random_programs import FLOATS, Choices, random_program

import streamrt as srt
from streamrt._ir.called import CALLED
from streamrt._ir.interpret import interpret
from streamrt._ir.passes import optimise
from streamrt._ir.program import Program
from streamrt._jit.calling.executable import Executable, prepare
from streamrt._runtime.compiled_calls import Argument, Scalar
from streamrt._runtime.tracking import IN_PYTHON
from streamrt.testing import Simulator

Array = np.ndarray[Any, Any]
INTEGERS = Choices(dtypes=("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool"))
ON_DEVICE = replace(INTEGERS, takes=lambda op: op.name not in CALLED or not CALLED[op.name].host)
KINDS = {"integers": INTEGERS, "floats": FLOATS, "all": Choices()}


def prepared(
    rt: srt.Runtime, program: Program, arrays: Sequence[Array], random: Random
) -> tuple[Executable, list[Any]]:
    """A program for arguments some of which are views with gaps, and these arguments."""
    arguments: list[Any] = []
    for value, array in zip(program.parameters, arrays, strict=True):
        if value.attributes[1]:
            arguments.append(array.item())
        elif array.ndim and random.random() < 0.3:
            wide = np.repeat(array, 2, axis=-1)
            arguments.append(rt.put(wide)[..., ::2])
        else:
            arguments.append(rt.put(array))
    layouts = [a._layout if isinstance(a, srt.Buffer) else None for a in arguments]
    return prepare(program, rt.device(), layouts, name="drawn"), arguments


def assert_agree(found: Sequence[Any], expected: Sequence[Array]) -> None:
    """The same dtypes, shapes and integers; floats as near as many roundings allow."""
    for buffer, wanted in zip(found, expected, strict=True):
        array = np.asarray(buffer)
        assert (array.dtype, array.shape) == (wanted.dtype, wanted.shape)
        if array.dtype.kind == "f":
            near = 1e-3 if array.dtype == np.float32 else 1e-9
            np.testing.assert_allclose(array, wanted, rtol=near, atol=near)
        else:
            np.testing.assert_array_equal(array, wanted)


@pytest.mark.parametrize("kind", KINDS)
def test_compiled_programs_agree_with_the_reference(rt: srt.Runtime, kind: str) -> None:
    for seed in range(50):
        random = Random(seed)
        program = random_program(random, KINDS[kind])
        arrays = arrays_for(program, np.random.default_rng(seed), mild=kind != "integers")
        executable, arguments = prepared(rt, program, arrays, random)
        # Casts of floats that lie at a border would show every rounding, so both see the same.
        expected = interpret(optimise(program) if kind == "all" else program, arrays)
        assert_agree(executable.call(None, arguments, sys._getframe()), expected)


def kinds_of(program: Program, arguments: Sequence[Any]) -> list[Argument]:
    """What the arguments of native calls are."""
    return [
        one._layout if isinstance(one, srt.Buffer) else Scalar(type(one), value.dtype.code)
        for one, value in zip(arguments, program.parameters, strict=True)
    ]


@pytest.mark.skipif(
    IN_PYTHON or os.environ.get("STREAMRT_RACES") == "1",
    reason="absent: native calls, because each call is looked at in Python",
)
@pytest.mark.parametrize("kind", KINDS)
def test_native_calls_give_the_bits_that_steps_give(rt: srt.Runtime, kind: str) -> None:
    served = 0
    for seed in range(100, 140):
        random = Random(seed)
        program = random_program(random, KINDS[kind])
        arrays = arrays_for(program, np.random.default_rng(seed), mild=kind != "integers")
        executable, arguments = prepared(rt, program, arrays, random)
        frame = sys._getframe()
        in_steps = executable.call(None, arguments, frame)
        kinds = kinds_of(program, arguments)
        whole = executable.whole(None, kinds, lambda parameter: parameter, frame)
        if whole is None:  # a result is an argument, or a view of another result
            continue
        expected = list(map(np.asarray, in_steps))
        del in_steps  # memory for the native call
        rt.sync()
        assert whole.submit is not None
        for _ in range(2):  # the second one uses scratch memory and programs again
            made = whole.submit(*arguments)
            if made is None:  # no dropped memory fits
                break
            served += 1
            found = made if isinstance(made, tuple) else (made,)
            for buffer, wanted in zip(found, expected, strict=True):
                assert np.asarray(buffer).tobytes() == wanted.tobytes()
            del found, made
    assert served > 20


@pytest.mark.parametrize("seed", range(8))
async def test_a_simulator_runs_them(seed: int) -> None:
    random = Random(seed)
    program = random_program(random, ON_DEVICE)
    arrays = arrays_for(program, np.random.default_rng(seed))
    async with srt.Runtime(["sim:0"], backends=[Simulator(seed=seed)]) as rt:
        executable, arguments = prepared(rt, program, arrays, random)
        found = executable.call(None, arguments, sys._getframe())
        assert_agree(found, interpret(program, arrays))


async def test_a_capture_records_them_and_replays_them_with_other_inputs(rt: srt.Runtime) -> None:
    @srt.jit
    def normalized(x: Any, w: Any) -> tuple[Any, Any]:
        y = x @ w
        e = np.exp(y - y.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True), y.T

    rng = np.random.default_rng(7)
    xs = [rng.standard_normal((5, 9), np.float32) for _ in range(2)]
    w = rng.standard_normal((9, 33), np.float32)
    x, weights = rt.put(xs[0]), rt.put(w)
    with rt.capture(x=x) as graph:
        first, second = normalized(x, weights)
        graph.output("first", first)
        graph.output("second", second)
    replays = graph.plan(rt.device()).instantiate()
    for given in xs:
        found = await replays.replay(x=rt.put(given))
        direct = normalized(rt.put(given), weights)
        for replayed, called in zip(found, direct, strict=True):
            np.testing.assert_array_equal(np.asarray(replayed), np.asarray(called))


def test_a_kernel_may_begin_before_the_first_element_of_an_argument(rt: srt.Runtime) -> None:
    given = np.arange(5.0)
    mine = srt.jit(lambda x: x[::-1] + 1)
    for _ in range(3):  # by way of Python first, then in one native step
        np.testing.assert_array_equal(np.asarray(mine(rt.put(given)[::-1])), given + 1)


async def test_a_result_that_is_an_argument_after_all_is_a_copy_in_a_capture(
    rt: srt.Runtime,
) -> None:
    @srt.jit
    def same(x: Any) -> tuple[Any, Any]:
        return x * 1, x + 1

    values = np.arange(4.0)
    x = rt.put(np.zeros(8))[::2]
    with rt.capture(x=x) as graph:
        first, second = same(x)
        graph.output("first", first)
        graph.output("second", second)
    replays = graph.plan(rt.device()).instantiate()
    given = rt.put(np.repeat(values, 2))[::2]
    for found, wanted in zip(await replays.replay(x=given), (values, values + 1), strict=True):
        np.testing.assert_array_equal(np.asarray(found), wanted)
    for _ in range(2):
        copied, _ = same(given)
        assert copied is not given
        np.testing.assert_array_equal(np.asarray(copied), values)
