"""Loops in one kernel: the bits are those of the body, called turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from ir import test_lower
from ir.form_runs import compiled, lesser_cpus, operands_for, same, unharmed
from ir.looped.random_loops import Loop, periodic_loop, periodic_state, random_loop
from ir.random_arrays import Array, arrays_for, assert_same_bits
from ir.test_lower import Memory

import streamrt as srt
from streamrt._ir.kernels import kernel_of
from streamrt._ir.looped import looped
from streamrt._ir.loops import Loops
from streamrt._ir.lower import Kernels, Lowered, lower
from streamrt._ir.passes import optimise
from streamrt._ir.program import Builder, Value

no_code = test_lower.no_code
CPUS = lesser_cpus()


@pytest.fixture(scope="module")
def rt() -> Generator[srt.Runtime]:
    with srt.Runtime() as runtime:
        yield runtime


def in_one(loop: Loop, turns: int, given: Sequence[Any]) -> list[Array]:
    """The results of a loop that is one kernel."""
    arguments = as_arguments(loop, given)
    strides = [one.strides if isinstance(one, Memory) else () for one in arguments]
    made = looped(loop.program, loop.carried, turns, loop.index, strides)
    assert made is not None
    assert len(made.steps) == 1
    return test_lower.run(made, arguments)


def turn_by_turn(loop: Loop, turns: int, given: Sequence[Any]) -> list[Array]:
    """The results of a loop whose body is lowered as it is, and runs once for each turn."""
    lowered, given = lower(loop.program), list(given)
    for turn in range(turns):
        if loop.index is not None:
            given[loop.index] = np.array(turn, np.int64)
        given[: loop.carried] = test_lower.run(lowered, as_arguments(loop, given))
    return [np.asarray(one) for one in given[: loop.carried]]


def as_arguments(loop: Loop, given: Sequence[Any]) -> list[Any]:
    return [
        np.asarray(one).item() if value.attributes[1] else Memory(np.asarray(one))
        for value, one in zip(loop.program.parameters, given, strict=True)
    ]


def native(form: Loops, inputs: Sequence[Array], scalars: Sequence[Any]) -> list[Array]:
    """Runs a form's code over operands that lie as they like."""
    given = iter(inputs)
    arrays = operands_for(form, np.random.default_rng(len(form.body)))
    for operand, array in zip(form.operands, arrays, strict=True):
        if not operand.writes:
            array[...] = next(given)
    assert compiled(form).run(arrays, scalars) == 0
    outputs = arrays[len(form.inputs) :]
    found = [np.array(output) for output in outputs]
    assert all(unharmed(array) for array in arrays)
    return found


@pytest.mark.usefixtures("no_code")
@pytest.mark.parametrize("first", range(0, 100, 50))
def test_a_loop_in_a_kernel_means_what_its_body_means_turn_by_turn(first: int) -> None:
    """Both are run by the reference of the kernel form."""
    for seed in range(first, first + 50):
        loop, turns = random_loop(Random(seed)), Random(seed).randint(0, 5)
        given = arrays_for(loop.program, np.random.default_rng(seed))
        assert_same_bits(in_one(loop, turns, given), turn_by_turn(loop, turns, given))


@pytest.mark.usefixtures("no_code")
@pytest.mark.parametrize("first", range(0, 60, 15))
def test_its_code_computes_the_bits_of_the_code_of_the_body(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the operations: a fused multiply-add, or a polynomial, is the same in a turn."""
    monkeypatch.setattr(test_lower, "execute", native)
    for seed in range(first, first + 15):
        loop, turns = random_loop(Random(seed), every=True), Random(seed).randint(0, 5)
        given = arrays_for(loop.program, np.random.default_rng(seed))
        assert_same_bits(in_one(loop, turns, given), turn_by_turn(loop, turns, given))


@pytest.mark.usefixtures("no_code")
@pytest.mark.parametrize("seed", range(12))
def test_where_the_range_is_split_and_on_which_cpu_changes_no_bit(seed: int) -> None:
    random, loop = Random(seed), random_loop(Random(seed), every=True)
    given = arrays_for(loop.program, np.random.default_rng(seed))
    made = looped(loop.program, loop.carried, 3, loop.index)
    assert made is not None
    (step,) = made.steps
    kernel: Any = step.kernel
    form: Loops = replace(kernel.form, extents=step.form.extents)  # type: ignore[union-attr]
    arrays = operands_for(form, np.random.default_rng(seed))
    scalars = [given[at] if kind == "parameter" else at for kind, at in step.scalars]
    outputs = arrays[len(form.inputs) :]
    assert compiled(form).run(arrays, scalars) == 0
    expected = [np.array(output) for output in outputs]
    for cpu in CPUS:
        code = compiled(form, cpu)
        cuts = [random.randint(0, code.extent) for _ in range(3 * bool(code.extent))]
        for output in outputs:
            output[...] = 0
        assert code.run(arrays, scalars, cuts) == 0
        assert all(same(one, other) for one, other in zip(outputs, expected, strict=True))


def chain(step: Callable[[Builder, Value], Value], dtype: str, extent: int) -> Loop:
    """A body of one carried array."""
    builder = Builder()
    value = builder.parameter(dtype, (extent,))
    return Loop(optimise(builder.finish([step(builder, value)])), 1, None)


@pytest.mark.usefixtures("no_code")
def test_a_state_that_came_back_comes_back_again_after_any_number_of_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So chunks are left out for some vectors, and nobody waits for those of very many turns."""
    start = periodic_state(700)
    loop, expected = periodic_loop(700), [start]
    for _ in range(70):
        expected += in_one(loop, 1, expected[-1:])
    monkeypatch.setattr(test_lower, "execute", native)
    for turns in (0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 64, 70):
        assert_same_bits(in_one(loop, turns, [start]), [expected[turns]])
    short = start < 0x500  # those of at most 16 turns
    loop = periodic_loop(int(short.sum()))
    (found,) = in_one(loop, 256 * 10**12 + 7, [start[short]])
    assert (found == expected[7][short]).all()


def test_another_number_of_turns_compiles_nothing(
    rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Kernels(make=kernel_of)
    monkeypatch.setattr("streamrt._ir.lower.kernels", made)
    loop = chain(lambda b, x: b.apply("multiply", x, x), "f64", 1000)
    stream = rt.device("cpu:0").stream()
    x, y = np.linspace(-1, 1, 1000), np.zeros(1000)
    for turns in (0, 1, 2, 5):
        lowered: Lowered | None = looped(loop.program, 1, turns, None)
        assert lowered is not None
        (step,) = lowered.steps
        arguments = step.in_order([rt.wrap(x), rt.wrap(y)], [at for _, at in step.scalars])
        stream.launch(step.kernel, *arguments).sync()
        assert np.allclose(y, x ** (2**turns), rtol=1e-12, atol=0)
        assert step.kernel.name == "loop_square"
    assert made.made == 1


# -- what is no such kernel ------------------------------------------------------------------------


def _mixed(b: Builder, x: Value) -> Value:
    return b.apply("slice", x, attributes=((9,), (-1,), (10,)))


def _summed(b: Builder, x: Value) -> Value:
    return b.broadcast(b.apply("sum", x, attributes=((0,),)), x.shape)


def _joined(b: Builder, x: Value) -> Value:
    parts = [b.apply("slice", x, attributes=((s,), (1,), (5,))) for s in (5, 0)]
    return b.apply("concatenate", *parts, attributes=(0,))


def _long(b: Builder, x: Value) -> Value:
    for k in range(200):
        x = b.apply("add", b.apply("sin", x), b.full(k, "f64", x.shape))
    return x


@pytest.mark.usefixtures("no_code")
@pytest.mark.parametrize("step", [_mixed, _summed, _joined, _long])
def test_a_body_that_is_not_elementwise_or_too_long_is_refused(
    step: Callable[[Builder, Value], Value],
) -> None:
    assert looped(chain(step, "f64", 10).program, 1, 3, None) is None


@pytest.mark.usefixtures("no_code")
def test_carried_values_of_several_shapes_and_scalars_made_of_arrays_are_refused() -> None:
    builder = Builder()
    x, y, s = (builder.parameter("f64", shape) for shape in ((3,), (3, 1), ()))
    assert looped(builder.finish([x, y]), 2, 3, None) is None
    builder = Builder()
    x, s = builder.parameter("f64", (3,)), builder.parameter("f64", ())
    total = builder.apply("sum", x, attributes=((0,),))
    assert looped(builder.finish([x, builder.apply("add", s, total)]), 2, 3, None) is None
    first = builder.apply("slice", x, attributes=((0,), (1,), (1,)))
    first = builder.apply("reshape", first, attributes=((),))
    assert looped(builder.finish([x, first]), 2, 3, None) is None
    assert looped(builder.finish([x, s]), 2, 3, None) is not None


@pytest.mark.usefixtures("no_code")
def test_a_loop_over_no_elements_has_no_steps() -> None:
    made = looped(chain(lambda b, x: b.apply("sin", x), "f64", 0).program, 1, 3, None)
    assert made is not None
    assert made.steps == ()
    assert made.results[0].shape == (0,)
