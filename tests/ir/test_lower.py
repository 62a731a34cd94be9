"""Fusion and lowering: programs cut into kernels compute what the programs say.

The kernels are executed by the reference of the kernel form, so that nothing but the cuts is in
question: the index maps, the merged loops, and the places of operands.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ir.random_arrays import arrays_for, assert_same_bits
from ir.random_programs import Choices, random_program

from streamrt._compile.implementations import Python
from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.layout import dense_strides
from streamrt._ir.called import refer
from streamrt._ir.execute_loops import execute
from streamrt._ir.interpret import interpret
from streamrt._ir.limits import Limits, TooMuchError
from streamrt._ir.loops import Loops
from streamrt._ir.lower import Kernels, Lowered, OperandPlace, Step, lower
from streamrt._ir.passes import optimise
from streamrt._ir.program import Builder, Program
from streamrt._ir.stored import NotStoredError, check_stored
from streamrt._jit.tracing.trace import trace
from streamrt._jit.tracing.traced import Spec

Array = np.ndarray[Any, Any]
_NAMES: dict[str, Any] = {"name": "f", "site": "model.py:1 in f"}
EXACT = Choices(dtypes=("i32", "i64", "u8", "bool"))


@pytest.fixture(autouse=True)
def no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels without code: a step has its form."""
    made = Kernels(make=lambda form: SimpleNamespace(form=form, name="kernel"))  # type: ignore[arg-type,return-value]
    monkeypatch.setattr("streamrt._ir.lower.kernels", made)


class Memory:
    """An array in bytes of its own, so that a view beyond them is an error."""

    def __init__(self, array: Array, *, random: Random | None = None) -> None:
        order, gaps, signs = list(range(array.ndim)), [1] * array.ndim, [1] * array.ndim
        if random is not None:
            random.shuffle(order)
            gaps = [random.choice((1, 1, 2)) for _ in order]
            signs = [random.choice((1, 1, -1)) for _ in order]
        strides, step = [0] * array.ndim, array.itemsize
        for axis in reversed(order):
            strides[axis] = step * gaps[axis] * signs[axis]
            step *= max(1, array.shape[axis]) * gaps[axis]
        self.dtype, self.strides = array.dtype, tuple(strides)
        self.first = sum(-(n - 1) * s for n, s in zip(array.shape, strides, strict=True) if s < 0)
        self.first *= bool(array.size)
        self.bytes = np.zeros(max(step, 1), "u1")
        self.view(0, array.shape, self.strides)[...] = array

    def view(self, offset: int, shape: Sequence[int], strides: Sequence[int]) -> Array:
        if 0 in shape:
            return np.empty(shape, self.dtype)
        return np.ndarray(shape, self.dtype, self.bytes, self.first + offset, strides)


def _form(step: Step) -> Loops:
    assert step.form is not None
    return step.form


def _call(kernel: Kernel, inputs: Sequence[Array], out: Array) -> None:
    """Computes what a kernel does that is no form."""
    code = kernel.implementations["cpu"]
    if isinstance(code, Python):
        code.function(*inputs, out)
    else:  # one that is native has three axes
        out[...] = refer(kernel.name, inputs, (1,))


def run(lowered: Lowered, arguments: Sequence[Memory | int]) -> list[Array]:
    """The results of steps, executed by the reference of the kernel form."""
    fresh = [Memory(np.full(f.shape, 99).astype(f.dtype)) for f in lowered.fresh]
    memory = {
        "argument": arguments,
        "constant": list(map(Memory, lowered.constants)),
        "fresh": fresh,
    }

    def view(place: OperandPlace) -> Array:
        found = memory[place.source][place.number]
        assert isinstance(found, Memory)
        return found.view(place.offset, place.shape, place.strides)

    for step in lowered.steps:
        if step.form is None:
            *inputs, out = [view(place) for place in step.places]
            _call(step.kernel, inputs, out)
            continue
        made: Any = step.kernel
        form = replace(made.form, extents=_form(step).extents)
        # A kernel finds the extent of each loop beside an operand, except the number of blocks.
        known = {*form.extent_words(), *([form.reduced - 1] if form.block else [])}
        assert known == set(range(len(form.extents)))
        scalars = [arguments[at] if kind == "parameter" else at for kind, at in step.scalars]
        pairs = list(zip(step.places, form.operands, strict=True))
        inputs = [view(place).copy() for place, operand in pairs if not operand.writes]
        outputs = [view(place) for place, operand in pairs if operand.writes]
        for out, found in zip(outputs, execute(form, inputs, scalars), strict=True):
            out[...] = found
    results: list[Array] = []
    for r in lowered.results:
        of = memory[r.source][r.number]
        assert isinstance(of, Memory)
        strides = (
            of.strides if r.source == "argument" else dense_strides(r.shape, of.dtype.itemsize)
        )
        results.append(of.view(0, r.shape, strides))
    return results


@pytest.mark.parametrize("way", ["fused", "separate", "in short blocks"])
@pytest.mark.parametrize("seed", range(120))
def test_kernels_compute_what_the_program_says(
    seed: int, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "in short blocks":
        monkeypatch.setattr("streamrt._ir.fusion.rows.LONG", 4)
        monkeypatch.setattr("streamrt._ir.fusion.rows.BLOCK", 3)
    random = Random(seed)
    program = random_program(random, EXACT)
    arrays = arrays_for(program, np.random.default_rng(seed))
    arguments = [
        array.item()
        if value.attributes[1]
        else Memory(array, random=random if random.random() < 0.5 else None)
        for value, array in zip(program.parameters, arrays, strict=True)
    ]
    strides = [one.strides if isinstance(one, Memory) else () for one in arguments]
    lowered = lower(program, strides, separate=way == "separate")
    assert_same_bits(run(lowered, arguments), interpret(program, arrays))


READERS: tuple[Callable[[Any], Any], ...] = (
    lambda v: np.diagonal(v) + 1,
    lambda v: np.sqrt(np.einsum("ii->i", v)),
    lambda v: v.reshape(-1)[:: v.shape[1] + 1] * 2,
    lambda v: np.trace(v),
    lambda v: v.T * 2,
    lambda v: v[::-1, ::-1] + v,
    lambda v: v[1:] - v[:-1],
    lambda v: v[:, 2] * v[2],
    lambda v: v.reshape(2, -1) * 2,
    lambda v: v.sum(axis=0) + v[0],
    lambda v: np.concatenate([v, v], axis=1) + 1,
    lambda v: np.diagonal(v),
)
REDUCTIONS = ("sum", "max", "min", "mean", "prod", "argmax", "any", "var")


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("make", [np.exp, np.sin, np.square], ids=lambda f: f.__name__)
def test_a_value_that_is_reduced_and_read_elsewhere_is_stored_before(
    make: np.ufunc, reduction: str
) -> None:
    x = np.arange(36.0, dtype="f8").reshape(6, 6) / 16
    for number, reader in enumerate(READERS):
        for is_first in (True, False):

            def function(x: Any) -> Any:
                v = make(x)
                reduced = getattr(np, reduction)(v, axis=1)
                return (reduced, reader(v)) if is_first else (reader(v), reduced)  # noqa: B023

            traced = trace(function, [Spec("f64", x.shape)], lambda x: (tuple(x), {}), **_NAMES)
            program = optimise(traced.program, contract=False)
            found = run(lower(program), [Memory(x)])
            assert_same_bits(found, interpret(program, [x]))
            for one, expected in zip(found, function(x), strict=True):
                np.testing.assert_allclose(one, expected, err_msg=f"reader {number}")


@pytest.mark.parametrize("shapes", [((5, 3), (3,)), ((2, 5, 3), (3, 1)), ((2, 5, 3), (2, 3, 1))])
def test_the_product_of_one_column_is_computed_as_one_row(
    shapes: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    def function(a: Any, b: Any) -> Any:
        found = a @ b
        return found * 2 + np.arange(found.size).reshape(found.shape)

    specs = [Spec("i64", shape) for shape in shapes]
    traced = trace(function, specs, lambda x: (tuple(x), {}), **_NAMES)
    program = optimise(traced.program)
    inputs = [np.arange(np.prod(shape)).reshape(shape) - 4 for shape in shapes]
    lowered = lower(program)
    assert [_form(step).extents[-3] for step in lowered.steps if _form(step).kind == "product"] == [
        1
    ]
    assert_same_bits(run(lowered, [Memory(x) for x in inputs]), [function(*inputs)])


CHAINS: dict[str, Callable[[Any, Any, int], Any]] = {
    "elementwise": lambda x, y, k: np.maximum(y, k) + x,
    "used twice": lambda x, y, k: y * y + y,
    "views": lambda x, y, k: y[::-1].reshape(2, -1).T.reshape(-1) + 1,
    "joins": lambda x, y, k: np.concatenate([y[2:], y[:2] + x[:2]]),
    "sums": lambda x, y, k: y - y.sum() + x,
    "products": lambda x, y, k: (y.reshape(4, 4) @ x.reshape(4, 4) + k).reshape(-1),
    "calls": lambda x, y, k: np.cumsum(y) + x,
}


def _chain(turn: Callable[[Any, Any, int], Any], length: int) -> Program:
    def function(x: Any) -> Any:
        y = x
        for k in range(length):
            y = turn(x, y, k)
        return y

    traced = trace(function, [Spec("i64", (16,))], lambda x: (tuple(x), {}), **_NAMES)
    return optimise(traced.program)


@pytest.mark.parametrize("kind", CHAINS)
def test_a_long_chain_is_cut_without_recursion_in_linear_work(kind: str) -> None:
    x = np.arange(16) - 5
    small, large = _chain(CHAINS[kind], 60), _chain(CHAINS[kind], 240)
    found = run(lower(small), [Memory(x)])
    assert_same_bits(found, interpret(small, [x]))
    frame, depth, calls = sys._getframe(), 0, Counter[int]()
    while frame is not None:
        frame, depth = frame.f_back, depth + 1
    before = sys.getrecursionlimit()
    for program in (small, large):
        number = len(program.values())
        try:
            sys.setrecursionlimit(depth + 450)
            sys.setprofile(lambda _, event, __: calls.update([number]) if event == "call" else None)  # noqa: B023
            lower(program)
        finally:
            sys.setprofile(None)
            sys.setrecursionlimit(before)
    few, many = calls.values()
    assert many < 8 * few  # 16 times, if work grew as the square


def test_values_that_are_read_at_more_and_more_indexes_are_stored() -> None:
    builder = Builder()
    value = first = builder.parameter("i64", (5000,))
    for k in range(12):
        size = value.size - 2**k
        parts = [
            builder.apply("slice", value, attributes=((start,), (1,), (size,)))
            for start in (0, 2**k)
        ]
        value = builder.apply("add", *parts)
    program = builder.finish([value])
    lowered = lower(program)
    assert sum(len(_form(step).body) for step in lowered.steps) < 600
    x = np.arange(first.size)
    assert_same_bits(run(lowered, [Memory(x)]), interpret(program, [x]))
    with pytest.raises(TooMuchError, match="needs more than 2 kernels"):
        lower(program, limits=Limits(steps=2))


def test_a_program_that_reads_what_nothing_stored_is_refused() -> None:
    builder = Builder()
    x = builder.parameter("i64", (4, 6))
    total = builder.apply("sum", x, attributes=((1,),))
    turned = builder.apply("transpose", x, attributes=((1, 0),))
    flat = builder.apply("reshape", turned, attributes=((24,),))
    lowered = lower(builder.finish([total, builder.apply("cumsum", flat, attributes=(0,))]))
    check_stored(lowered)
    for gone in range(len(lowered.steps)):
        rest = lowered.steps[:gone] + lowered.steps[gone + 1 :]
        with pytest.raises(NotStoredError, match=r"stores? \d+ of its elements"):
            check_stored(replace(lowered, steps=rest))
    with pytest.raises(NotStoredError, match="step 0, cumsum, reads the array"):
        check_stored(replace(lowered, steps=lowered.steps[::-1]))


def test_a_long_axis_is_reduced_in_columns_if_elements_lie_side_by_side_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("streamrt._ir.fusion.rows.LONG", 16)
    monkeypatch.setattr("streamrt._ir.fusion.rows.BLOCK", 8)
    x = np.arange(5 * 43 * 6).reshape(5, 43, 6)
    builder = Builder()
    total = builder.apply("sum", builder.parameter("i64", x.shape), attributes=((1,),))
    lowered = lower(builder.finish([total]), [x.strides])
    first = _form(lowered.steps[0])
    assert (first.kind, first.extents, first.block) == ("columns", (5, 6, 43, 6), 8)
    (found,) = run(lowered, [Memory(x)])
    np.testing.assert_array_equal(found, x.sum(axis=1))


@pytest.mark.parametrize("shape", [(43,), (3, 43), (43, 3), (0, 43)])
def test_a_long_axis_along_which_an_array_has_no_elements_is_reduced(
    shape: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("streamrt._ir.fusion.rows.LONG", 16)
    monkeypatch.setattr("streamrt._ir.fusion.rows.BLOCK", 8)
    axis = shape.index(43)
    small = [1 if k == axis else n for k, n in enumerate(shape)]
    x = np.arange(np.prod(small)).reshape(small)
    builder = Builder()
    wide = builder.apply("broadcast", builder.parameter("i64", x.shape), attributes=(shape,))
    lowered = lower(
        builder.finish([builder.apply("sum", wide, attributes=((axis,),))]), [x.strides]
    )
    (found,) = run(lowered, [Memory(x)])
    np.testing.assert_array_equal(found, np.broadcast_to(x, shape).sum(axis=axis))


@pytest.mark.parametrize("shape", [(43,), (3, 43), (43, 3)])
def test_a_long_reduction_uses_others_of_whole_rows(
    shape: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("streamrt._ir.fusion.rows.LONG", 16)
    monkeypatch.setattr("streamrt._ir.fusion.rows.BLOCK", 8)
    axis = shape.index(43)
    x = np.arange(np.prod(shape)).reshape(shape) ** 2
    builder = Builder()
    values = builder.parameter("i64", shape)
    least = builder.apply("min", values, attributes=((axis,),))
    narrow = tuple(1 if k == axis else n for k, n in enumerate(shape))
    least = builder.apply("reshape", least, attributes=(narrow,))
    least = builder.apply("broadcast", least, attributes=(shape,))
    above = builder.apply("multiply", values, builder.apply("subtract", values, least))
    total = builder.apply("sum", above, attributes=((axis,),))
    (found,) = run(lower(builder.finish([total]), [x.strides]), [Memory(x)])
    np.testing.assert_array_equal(found, (x * (x - x.min(axis, keepdims=True))).sum(axis))
