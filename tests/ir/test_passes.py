"""Each pass leaves what a program means: bit for bit, or within some ulps where it says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from ir.random_arrays import arrays_for, assert_same_bits, ulps
from ir.random_programs import INTEGERS, Choices, random_program

from streamrt._ir.interpret import interpret
from streamrt._ir.passes import fold, optimise, simplify, views
from streamrt._ir.passes.contract import contract
from streamrt._ir.passes.rewriter import Rewriter, Rule, Rules, rewrite
from streamrt._ir.program import Builder, Program, Shape, Value

EVERYTHING = Choices(steps=16)

# Few operations, few shapes, many numbers: here the rules of a pass meet their patterns.
_SIMPLE = {
    "negative", "add", "subtract", "multiply", "divide", "square", "absolute", "where", "invert",
    "cast", "equal", "less", "maximum", "fmax", "minimum", "bitwise_and", "bitwise_or",
    "bitwise_xor", "left_shift", "floor", "rint", "isnan", "isfinite", "greater_equal",
    "not_equal", "broadcast",
}  # fmt: skip
_VIEWS = {
    "reshape", "transpose", "broadcast", "slice", "concatenate", "update", "add", "cast", "where",
    "sum", "max", "argmin",
}  # fmt: skip
DENSE = Choices(
    dtypes=("f32", "f64", "i8", "u8", "i64", "bool"),
    takes=lambda op: op.name in _SIMPLE,
    extents=(1, 4),
    most_axes=1,
    steps=40,
)
SHAPES = Choices(
    dtypes=("f32", "i16"),
    weights=(("view", 8), ("join", 3), ("binary", 1), ("ternary", 1), ("reduce", 1), ("cast", 1)),
    takes=lambda op: op.name in _VIEWS,
    extents=(0, 1, 1, 2, 3, 4),
    steps=30,
)
WIDE = replace(DENSE, dtypes=(*INTEGERS, "f32", "f64", "bool"), takes=lambda op: op.name == "cast")

TABLES: dict[str, tuple[Rules, tuple[Choices, ...]]] = {
    "fold": (fold.RULES, (EVERYTHING, DENSE, SHAPES)),
    "simplify": (simplify.RULES, (EVERYTHING, DENSE, WIDE)),
    "views": (views.RULES, (EVERYTHING, SHAPES)),
}


def size(program: Program) -> int:
    return sum(1 for _ in program.values())


def check(program: Program, changed: Program, seed: int) -> None:
    for each in range(2):
        arrays = arrays_for(program, np.random.default_rng(seed + each))
        assert_same_bits(interpret(changed, arrays), interpret(program, arrays))


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_rules_changes_no_bit_and_every_rule_of_it_applies(name: str) -> None:
    rules, every = TABLES[name]
    applied = set[Rule]()

    def noted(rule: Rule) -> Rule:
        def found(make: Rewriter, value: Value) -> Value | None:
            made = rule(make, value)
            if made is not None:
                applied.add(rule)
                assert (made.dtype, made.shape) == (value.dtype, value.shape), f"{rule} of {value}"
            return made

        return found

    watched = {op: tuple(map(noted, each)) for op, each in rules.items()}
    for choices in every:
        for seed in range(300):
            program = random_program(Random(seed), choices)
            check(program, rewrite(program, watched)[0], seed)
    assert {rule for each in rules.values() for rule in each} <= applied


def test_a_second_walk_finds_nothing_more() -> None:
    for choices in (EVERYTHING, DENSE, SHAPES):
        for seed in range(200):
            once = optimise(random_program(Random(seed), choices), contract=False)
            assert size(optimise(once, contract=False)) == size(once), f"seed {seed}"


def test_all_passes_together_keep_results_and_parameters() -> None:
    """Only exact operations, so that nothing may differ; the next test has the others."""
    inexact = {"power", "tanh", "exp"}
    exact = replace(EVERYTHING, takes=lambda op: op.name not in inexact)
    for seed in range(300):
        program = random_program(Random(seed), exact)
        changed = optimise(program, contract=False)
        assert [str(v) for v in changed.parameters] == [str(v) for v in program.parameters]
        check(program, changed, seed)


# -- rules by example ------------------------------------------------------------------------------

X = np.array([-3.5, -0.0, 0.0, 1.0, 2.0, 0.3, np.inf, -np.inf, np.nan, 1e-40, -7e19, 12.0], "f4")


def traced(function: Callable[..., Value], shape: Shape = X.shape) -> Program:
    """The program of a function of a builder, a vector x and numbers made by `n`."""
    builder = Builder()
    x = builder.parameter("f32", shape)
    made = function(
        lambda op, *operands: builder.apply(op, *operands),
        x,
        lambda number: builder.full(number, "f32", shape),
    )
    return builder.finish([made])


def operations(program: Program) -> list[str]:
    sources = ("parameter", "constant", "broadcast")
    return [value.op.name for value in program.values() if value.op.name not in sources]


EXAMPLES: dict[str, tuple[Callable[..., Value], list[str]]] = {
    "x ** 2": (lambda do, x, n: do("power", x, n(2)), ["square"]),
    "x ** 3": (lambda do, x, n: do("power", x, n(3)), ["square", "multiply"]),
    "x ** 4": (lambda do, x, n: do("power", x, n(4)), ["square", "square"]),
    "x ** 1": (lambda do, x, n: do("power", x, n(1)), []),
    "x ** 0": (lambda do, x, n: do("power", x, n(-0.0)), []),
    "x ** -1": (lambda do, x, n: do("power", x, n(-1)), ["reciprocal"]),
    "x ** 0.5": (lambda do, x, n: do("power", x, n(0.5)), ["power"]),
    "(x * x) ** 0.5": (lambda do, x, n: do("power", do("multiply", x, x), n(0.5)),
        ["square", "sqrt"]),
    "(x * x + 1) ** -0.5": (
        lambda do, x, n: do("power", do("add", do("multiply", x, x), n(1)), n(-0.5)),
        ["square", "add", "sqrt", "reciprocal"]),
    "exp(x) ** 1.5": (lambda do, x, n: do("power", do("exp", x), n(1.5)),
        ["exp", "sqrt", "multiply"]),
    "(x * x - 1) ** 1.5": (
        lambda do, x, n: do("power", do("subtract", do("multiply", x, x), n(1)), n(1.5)),
        ["square", "subtract", "power"]),
    "(x * x * -1) ** 0.5": (
        lambda do, x, n: do("power", do("multiply", do("multiply", x, x), n(-1)), n(0.5)),
        ["square", "negative", "power"]),
    "2 ** x": (lambda do, x, n: do("power", n(2), x), ["exp2"]),
    "x + 0.0": (lambda do, x, n: do("add", x, n(0.0)), ["add"]),
    "x + -0.0": (lambda do, x, n: do("add", n(-0.0), x), []),
    "x / 4": (lambda do, x, n: do("divide", x, n(4)), ["divide"]),
    "x / 3": (lambda do, x, n: do("divide", x, n(3)), ["divide"]),
    "x - x": (lambda do, x, n: do("subtract", x, x), ["subtract"]),
    "1 / (1 + exp(-x))": (
        lambda do, x, n: do("divide", n(1), do("add", n(1), do("exp", do("negative", x)))),
        ["logistic"]),
    "1 / (exp(x) + 1)": (lambda do, x, n: do("reciprocal", do("add", do("exp", x), n(1))),
        ["negative", "logistic"]),
    "0.5 * (1 + tanh(3 * x))": (
        lambda do, x, n: do(
            "multiply", n(0.5), do("add", n(1), do("tanh", do("multiply", n(3), x)))
        ),
        ["multiply", "logistic"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_idiom_becomes_what_it_should(example: str) -> None:
    function, expected = EXAMPLES[example]
    program = traced(function)
    changed = optimise(program, contract=False)
    assert operations(changed) == expected
    (found,), (before,) = interpret(changed, [X]), interpret(program, [X])
    if "tanh" not in example:  # the next test has it
        assert ulps(found, before).max() <= 2


@pytest.mark.parametrize("order", range(4))
def test_gelu_by_tanh_becomes_a_logistic_function_that_is_right_in_its_tail(order: int) -> None:
    def gelu(do: Any, x: Value, n: Any) -> Value:
        u = do("multiply", n(0.8), do("add", x, do("multiply", n(0.044), do("power", x, n(3)))))
        plus = do("add", n(1), do("tanh", u))
        return [
            lambda: do("multiply", do("multiply", n(0.5), x), plus),
            lambda: do("multiply", n(0.5), do("multiply", x, plus)),
            lambda: do("multiply", do("multiply", plus, x), n(0.5)),
            lambda: do("multiply", x, do("multiply", n(0.5), plus)),
        ][order]()

    builder = Builder()
    x = builder.parameter("f32", (401,))
    made = gelu(builder.apply, x, lambda number: builder.full(number, "f32", (401,)))
    program = optimise(builder.finish([made]))
    assert sorted(operations(program)) == ["fma", "logistic", "multiply", "multiply", "multiply",
                                           "square"]  # fmt: skip
    data = np.linspace(-5, 5, 401).astype("f4")
    wide = data.astype(np.longdouble)
    c, d = (np.longdouble(np.float32(number)) for number in (0.8, 0.044))
    exact = wide / (1 + np.exp(-2 * c * (wide + d * wide**3)))
    (found,) = interpret(program, [data])
    np.testing.assert_allclose(found, exact, rtol=2e-6, atol=0)


# -- contraction -----------------------------------------------------------------------------------


def contracted(program: Program) -> Program:
    return contract(*rewrite(program, {}))


CONTRACTED: dict[str, tuple[Callable[..., Value], list[str]]] = {
    "x * 3 + x": (lambda do, x, n: do("add", do("multiply", x, n(3)), x), ["fma"]),
    "x - x * x": (lambda do, x, n: do("subtract", x, do("square", x)), ["negative", "fma"]),
    "x * 3 - x": (
        lambda do, x, n: do("subtract", do("multiply", x, n(3)), x),
        ["negative", "fma"],
    ),
    "x * 3 - x * 3": (
        lambda do, x, n: do("subtract", do("multiply", x, n(3)), do("multiply", x, n(3))),
        ["multiply", "subtract"],
    ),
    "y + exp(y), y = x * exp(x)": (
        lambda do, x, n: do(
            "add", do("exp", do("multiply", x, do("exp", x))), do("multiply", x, do("exp", x))
        ),
        ["exp", "multiply", "exp", "add"],
    ),
}


@pytest.mark.parametrize("example", CONTRACTED)
def test_a_product_and_a_sum_are_contracted(example: str) -> None:
    function, expected = CONTRACTED[example]
    assert operations(contracted(traced(function))) == expected


def test_contraction_rounds_once() -> None:
    x = np.random.default_rng(3).standard_normal(1000).astype("f4")
    wide, third = x.astype(np.float64), float(np.float32(0.3))
    for function, exact in {
        lambda do, x, n: do("add", do("multiply", x, n(0.3)), n(1)): wide * third + 1,
        lambda do, x, n: do("subtract", n(1), do("square", x)): 1 - wide * wide,
        lambda do, x, n: do("subtract", do("multiply", x, n(0.3)), x): wide * third - wide,
    }.items():
        program = traced(function, x.shape)
        (found,), (before,) = interpret(contracted(program), [x]), interpret(program, [x])
        half = 0.5000001 * np.spacing(np.abs(found))
        assert (np.abs(found - exact) <= half).all()
        assert (np.abs(before - exact) > half).any()
