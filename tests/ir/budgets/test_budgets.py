"""The compiler's budget: what is far too much is refused, and work grows as programs do.

Lines of Python are counted rather than seconds, so no test depends on the machine.
"""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from streamrt._ir.composing.compose import compose
from streamrt._ir.encoding import constants, decode, encode
from streamrt._ir.limits import LIMITS, Limits, TooMuchError
from streamrt._ir.lower import Kernels, lower
from streamrt._ir.passes import optimise
from streamrt._ir.passes.rewriter import rewrite
from streamrt._ir.program import Builder, Program, Value
from streamrt._ir.traced_loops import Choice, TracedLoop

FEW = Limits(values=50, operands=8, axes=5, constants=10, steps=20)


@pytest.fixture(autouse=True)
def no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels without code, because their number and their length are what is asked for."""
    made = Kernels(make=lambda form: SimpleNamespace(form=form, name="kernel"))  # type: ignore[arg-type,return-value]
    monkeypatch.setattr("streamrt._ir.lower.kernels", made)


def lines_of(function: Callable[[], object]) -> int:
    """How many lines of Python a function runs, those of all that it calls among them."""
    count = 0

    def trace(frame: Any, event: str, argument: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function()
    finally:
        sys.settrace(before)
    return count


# -- programs that ask for much ------------------------------------------------------------------


def finished(builder: Builder, value: Value) -> Program:
    return builder.finish([value])


def many_uses(count: int) -> Program:
    """Each value is made of two of the last thirty."""
    random, builder = Random(count), Builder()
    pool = [builder.parameter("f32", (8, 16)) for _ in range(4)]
    while len(pool) < count:
        kind = random.choice(("add", "multiply", "maximum", "add", "sum", "sin"))
        one = random.choice(pool[-30:])
        if kind == "sum":
            total = builder.apply("sum", one, attributes=((1,),))
            column = builder.apply("reshape", total, attributes=((8, 1),))
            pool.append(builder.broadcast(column, (8, 16)))
        elif kind == "sin":
            pool.append(builder.apply(kind, one))
        else:
            pool.append(builder.apply(kind, one, random.choice(pool[-30:])))
    return finished(builder, pool[-1])


def chain(count: int) -> Program:
    builder = Builder()
    x = y = builder.parameter("f32", (3,))
    for _ in range(count // 2):
        y = builder.apply("add", builder.apply("sin", y), x)
    return finished(builder, y)


def updated(count: int) -> Program:
    """A slice of each array that differs from the one before in one element."""
    builder = Builder()
    x, piece = builder.parameter("f32", (4 * count,)), builder.parameter("f32", (1,))
    total = piece
    for k in range(count // 3):
        x = builder.apply("update", x, piece, attributes=((2 * k + 5,), (1,)))
        first = builder.apply("slice", x, attributes=((0,), (1,), (1,)))
        total = builder.apply("add", builder.apply("sin", total), first)
    return builder.finish([total, x])


def joined(count: int) -> Program:
    """Slices of an array of many parts, each of them of several parts."""
    builder = Builder()
    parts = [builder.parameter("f32", (2,)) for _ in range(count // 3)]
    whole = builder.apply("concatenate", *parts, attributes=(0,))
    total = builder.apply("slice", whole, attributes=((0,), (1,), (5,)))
    for k in range(1, count // 3):
        part = builder.apply("slice", whole, attributes=((k,), (1,), (5,)))
        total = builder.apply("maximum", total, part)
    return finished(builder, total)


def seen(count: int) -> Program:
    """Values that are seen through many views."""
    builder = Builder()
    x, places = builder.parameter("f32", (64,)), builder.parameter("i64", (64,))
    for _ in range(count // 5):
        x = builder.apply("reshape", x, attributes=((8, 8),))
        x = builder.apply("transpose", x, attributes=((1, 0),))
        x = builder.apply("reshape", x, attributes=((64,),))
    total = x
    for k in range(count // 5):
        found = builder.apply("take", x, places, attributes=(0,))
        total = builder.apply("add", total, found if k % 2 else x)
    return finished(builder, total)


def summed(count: int) -> Program:
    """A sum of products of slices, none of which follows another."""
    builder = Builder()
    x, y = builder.parameter("f32", (8, 4 * count)), builder.parameter("f32", (4 * count, 8))
    total: Value | None = None
    for k in range(count // 4):
        left = builder.apply("slice", x, attributes=((0, 4 * k), (1, 1), (8, 4)))
        right = builder.apply("slice", y, attributes=((4 * (k * 7 % count), 0), (1, 1), (4, 8)))
        product = builder.apply("matmul", left, right)
        total = product if total is None else builder.apply("add", total, product)
    assert total is not None
    return finished(builder, total)


def returned(count: int) -> Program:
    """Many results after many kernels that can take none of them."""
    builder = Builder()
    x, y = builder.parameter("f32", (8, 8)), builder.parameter("f32", (9, 9))
    results = [x]
    for _ in range(count // 2):
        results.append(builder.apply("matmul", results[-1], x))
    results += [
        builder.apply("multiply", y, builder.full(float(k), "f32", (9, 9)))
        for k in range(count // 4)
    ]
    return builder.finish(results)


def chosen(count: int) -> Program:
    """Branches, each of which chooses between two values made of the one before."""
    builder = Builder()
    x, flag = builder.parameter("f32", (4,)), builder.parameter("bool", ())
    for _ in range(count // 4):
        ways = builder.apply("sin", x), builder.apply("cos", x)
        x = builder.inner(x.dtype, x.shape, "a result")
        choices = (Choice(*ways, x),)
        builder.add_loop(TracedLoop("branch", "f", "", flag=flag, choices=choices))
    return finished(builder, x)


def _lowered(program: Program) -> object:
    return compose(program) if program.loops else lower(optimise(program))


@pytest.mark.parametrize(
    "made",
    [many_uses, chain, updated, joined, seen, summed, returned, chosen],
    ids=lambda f: f.__name__,
)
def test_work_grows_with_the_values(made: Callable[[int], Program]) -> None:
    """Twice as many values take about twice as many lines."""
    programs = [made(count) for count in (600, 1200)]
    few, many = [lines_of(partial(_lowered, program)) for program in programs]
    assert many <= 2.3 * few, (few, many)
    assert many <= 2000 * 1200, many


def test_passes_look_at_a_value_a_few_times() -> None:
    for seed in range(30):
        program = many_uses(400 + seed)
        n = len(program.values())
        optimise(program, limits=replace(LIMITS, work=4 * n // (n + 1000) + 1))


def test_memory_grows_with_the_values() -> None:
    """A bit of each value for each other one would take 15 MB."""
    program = chain(10_000)
    tracemalloc.start()
    try:
        lower(optimise(program))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 10e6


# -- limits --------------------------------------------------------------------------------------


def large(kind: str) -> Program:
    """A program beyond one of the limits FEW."""
    builder = Builder()
    x = builder.parameter("f32", (2,))
    if kind == "values":
        for _ in range(60):
            x = builder.apply("sin", x)
    elif kind == "operands":
        x = builder.apply("concatenate", *[x] * 9, attributes=(0,))
    elif kind == "axes":
        x = builder.broadcast(x, (1, 1, 1, 1, 1, 2))
    else:
        for k in range(11):
            x = builder.apply("add", x, builder.constant(np.array([k, 9], np.float32)))
    return finished(builder, x)


@pytest.mark.parametrize(
    ("kind", "text", "read"),
    [
        ("values", "it has more than 50 operations", "it has 60 values; 50 is the most"),
        ("operands", "concatenate of 9 arrays; 8 is the", "concatenate of 9 values; 8 is the"),
        ("axes", "broadcast of 6 dimensions; 5 is the", "6 is above 5"),
        ("constants", "it has more than 10 constants", "it has more than 10 constants"),
    ],
)
def test_a_limit_is_named_wherever_it_is_met(kind: str, text: str, read: str) -> None:
    """Row 265."""
    program = large(kind)
    with pytest.raises(ValueError, match=f"read a program: {read}"):
        decode(encode(program), constants(program), FEW)
    with pytest.raises(TooMuchError, match=text):
        _rebuilt(program, FEW)


def _rebuilt(program: Program, limits: Limits) -> None:
    """Makes the values of a program again, as a trace does."""
    builder = Builder(limits=limits)
    new: dict[Value, Value] = {}
    for value in program.values():
        if value.op.name == "parameter":
            new[value] = builder.parameter(value.dtype.name, value.shape)
        else:
            new[value] = builder.again(value, [new[operand] for operand in value.operands])


def test_steps_and_work_have_limits_too() -> None:
    """Row 265."""
    builder = Builder()
    x = builder.parameter("f32", (2, 2))
    for _ in range(30):
        x = builder.apply("matmul", x, x)
    program = finished(builder, x)
    with pytest.raises(TooMuchError, match="it needs more than 20 kernels, one by one"):
        lower(optimise(program, limits=FEW), limits=FEW)
    with pytest.raises(TooMuchError, match="its passes look at more than 0 values"):
        rewrite(program, {}, replace(FEW, work=0))


def test_bombs_are_refused_or_compiled() -> None:
    """Row 265: a few bytes that ask for very much."""
    assert len(lower(optimise(decode(encode(_doubled(40))))).steps) < 500
    with pytest.raises(ValueError, match="no machine has that memory"):
        decode(b"SRTP\1\1\0\0\2" + 2 * b"\x80\x80\x80\x80\x10" + b"\0\0")
    many = b"SRTP\1\1\0\0\1\1\1\x10\xa0\x8d\6" + bytes(100_001) + b"\1\1"
    with pytest.raises(ValueError, match="concatenate of 100,000 values; 4,096 is the most"):
        decode(many)
    with pytest.raises(ValueError, match="it has 200,000 values; 100,000 is the most"):
        decode(b"SRTP\1\1\0\0\0\xc0\x9a\x0c" + bytes(400_000))
    deep = chain(20_000)
    assert len(lower(optimise(decode(encode(deep)))).steps) < 1000


def _doubled(times: int) -> Program:
    builder = Builder()
    x = builder.parameter("f32", (1,))
    for _ in range(times):
        x = builder.apply("concatenate", x, x, attributes=(0,))
    return finished(builder, x)
