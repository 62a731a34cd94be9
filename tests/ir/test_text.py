"""The text of a program says everything that its bytes say, in words that people read."""

from __future__ import annotations

from random import Random

import numpy as np
from ir.random_programs import Choices, random_program

from streamrt._ir.encoding import encode
from streamrt._ir.program import Builder
from streamrt._ir.text.readable import spell


def test_a_program_reads_well() -> None:
    builder = Builder()
    x, eps = builder.parameter("f32", (2, 3)), builder.parameter("f32", (), is_scalar=True)
    builder.site = "model.py:4 in layer"
    turned = builder.apply("transpose", x, attributes=((1, 0),))
    product = builder.apply("matmul", x, turned)
    builder.site = "model.py:5 in layer"
    half = builder.apply("multiply", product, builder.full(0.5, "f32", (2, 2)))
    row = builder.apply("slice", half, attributes=((1, 1), (-1, 1), (2, 1)))
    builder.site = ""
    done = builder.apply("update", half, row, attributes=((0, 0), (1, 1)))
    total = builder.apply("sum", done, attributes=((0, 1),))
    shifted = builder.apply("add", total, eps)
    large = builder.constant(np.arange(9, dtype="i2"))
    assert spell(builder.finish([shifted, large, x]), ["x", "eps"], name="layer", sites=True) == (
        "layer(x: f32[2, 3], eps: f32 by value)\n"
        "  v0 = transpose x by axes 1, 0            f32[3, 2]  # model.py:4 in layer\n"
        "  v1 = matmul x, v0                        f32[2, 2]  # model.py:4 in layer\n"
        "  v2 = multiply v1, 0.5                    f32[2, 2]  # model.py:5 in layer\n"
        "  v3 = v2[1::-1, 1:2]                      f32[2, 1]  # model.py:5 in layer\n"
        "  v4 = update v2[0:2, 0:1] with v3         f32[2, 2]\n"
        "  v5 = sum v4 over axes 0, 1               f32\n"
        "  v6 = add v5, eps                         f32\n"
        "  v7 = constant of 18 bytes: 0, 1, 2, ...  i16[9]\n"
        "  return v6, v7, x\n"
    )


def test_programs_with_one_text_are_one_program() -> None:
    """Constants that are too long to be shown are left out."""
    choices = Choices(most_elements=6, extents=(0, 1, 2, 3), steps=4)
    known: dict[str, bytes] = {}
    for seed in range(1500):
        program = random_program(Random(seed), choices)
        assert known.setdefault(spell(program), encode(program)) == encode(program), seed
    assert len(known) > 1000
