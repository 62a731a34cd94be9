"""Code for other CPUs: its text is for their registers, and becomes objects of theirs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from ir.random_products import plain

from streamrt._compile.llvm.targets import Target, instruction_sets
from streamrt._ir.cpu.products.product import emit_product, shared_for
from streamrt._ir.cpu.products.tiles import tile_for
from streamrt._ir.kernels import code_for
from streamrt._ir.loops import Loops
from streamrt._ir.lower import lower
from streamrt._ir.passes import optimise
from streamrt._ir.program import Builder, Value
from streamrt.backend import compile_object, shared_of

X86, ARM, RISCV = (f"{name}-unknown-linux-gnu" for name in ("x86_64", "aarch64", "riscv64"))
TARGETS: dict[tuple[str, str], tuple[int, int, set[str]]] = {
    (X86, "x86-64"): (62, 16, set()),
    (X86, "x86-64-v2"): (62, 16, set()),
    (X86, "x86-64-v3"): (62, 32, {"avx", "fma", "f16c"}),
    (X86, "x86-64-v4"): (62, 64, {"avx512f", "fma", "f16c"}),
    (ARM, ""): (183, 16, {"neon"}),
    (RISCV, "sifive-u74"): (243, 16, set()),
}
"""Targets, with the number of the machine in ELF files, the bytes of its vectors, and its sets."""


def product(builder: Builder) -> Value:
    x, y = builder.parameter("f32", (33, 20)), builder.parameter("f32", (20, 40))
    bias = builder.parameter("f32", (33, 40))
    return builder.apply("tanh", builder.apply("add", builder.apply("matmul", x, y), bias))


def softmax(builder: Builder) -> Value:
    x = builder.parameter("f32", (9, 300))
    most = builder.apply("max", x, attributes=((1,),))
    rest = builder.apply("subtract", x, over(builder, most))
    powers = builder.apply("exp", rest)
    total = builder.apply("sum", powers, attributes=((1,),))
    return builder.apply("divide", powers, over(builder, total))


def over(builder: Builder, value: Value) -> Value:
    column = builder.apply("reshape", value, attributes=((9, 1),))
    return builder.broadcast(column, (9, 300))


def elementwise(builder: Builder) -> Value:
    """With halves, which not every CPU converts, a fused product and a long function."""
    x, n = builder.parameter("f16", (50, 7)), builder.parameter("i64", (50, 7))
    wide = builder.apply("cast", x, dtype="f32")
    found = builder.apply("sin", builder.apply("add", builder.apply("multiply", wide, wide), wide))
    whole = builder.apply("cast", builder.apply("floor_divide", n, n), dtype="f32")
    return builder.apply("cast", builder.apply("power", found, whole), dtype="f16")


def columns(builder: Builder) -> Value:
    return builder.apply("sum", builder.parameter("f64", (300, 40)), attributes=((0,),))


PROGRAMS = (product, softmax, elementwise, columns)


def forms_of(made: Callable[[Builder], Value]) -> list[Loops]:
    builder = Builder()
    steps = lower(optimise(builder.finish([made(builder)]))).steps
    return [step.form for step in steps if step.form is not None]


SLOW = {(RISCV, "sifive-u74")}  # it has no vectors, so there is an instruction for each lane


@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=[pytest.mark.slow] if each in SLOW else []) for each in TARGETS],
    ids="-".join,
)
def test_code_for_a_cpu_has_its_registers_and_becomes_an_object(name: tuple[str, str]) -> None:
    machine, nbytes, sets = TARGETS[name]
    target = Target.of(*name)
    assert instruction_sets(target) == sets
    assert tile_for("f32", target).lanes * 4 == nbytes
    forms = [form for made in PROGRAMS for form in forms_of(made)]
    assert {form.kind for form in forms} == {"product", "rows", "elementwise", "columns"}
    shared: set[str] = set()
    for form in forms:
        code = code_for(form, target)
        parts = shared_of(code).values()
        shared |= {part.source for part in parts}
        for part in (code, *parts):
            data = compile_object(part, target)
            assert data[:6] == b"\x7fELF\2\1"
            assert int.from_bytes(data[18:20], "little") == machine
    assert shared == {shared_for("f32", target)}


def test_halves_are_converted_by_instructions_only_where_a_cpu_has_them() -> None:
    (form,) = forms_of(elementwise)
    for name, (_, _, sets) in TARGETS.items():
        source = code_for(form, Target.of(*name)).source
        assert (" half " in source or "x half>" in source) is bool(sets & {"f16c", "neon"})


def test_the_code_of_this_process_is_for_its_own_cpu() -> None:
    form = plain("f32", 5, 6, 7)
    host = Target.host()
    assert code_for(form, host).source == emit_product(form, "kernel").source
    assert instruction_sets() is host.features
