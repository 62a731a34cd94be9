"""Programs as MLIR: whole, in order, and read by a parser of MLIR.

That is of iree-base-compiler. jaxlib has a parser too, but it knows no linalg.
"""

from __future__ import annotations

import importlib
import re
from random import Random

import numpy as np
import pytest
from ir.random_programs import Choices, random_program

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.ops import OPS
from streamrt._ir.program import Builder
from streamrt._ir.text.mlir import spell_mlir
from streamrt._ir.text.mlir_tensors import number
from streamrt.errors import CompileError

SPELLED = Choices(takes=lambda op: op.group != "call")
EXPECTED = """\
module {
  func.func @my_layer(%x0: tensor<2x3xf32>, %x1: tensor<3x4xf32>, %x2: f32) -> (tensor<2xf32>) {
    %1 = tensor.from_elements %x2 : tensor<f32>
    %2 = arith.constant dense<0.0> : tensor<2x4xf32>
    %3 = linalg.matmul ins(%x0, %x1 : tensor<2x3xf32>, tensor<3x4xf32>) outs(%2 : tensor<2x4xf32>) -> tensor<2x4xf32>
    %4 = tensor.empty() : tensor<2x4xf32>
    %5 = linalg.broadcast ins(%1 : tensor<f32>) outs(%4 : tensor<2x4xf32>) dimensions = [0, 1]
    %6 = arith.addf %3, %5 : tensor<2x4xf32>
    %7 = math.tanh %6 : tensor<2x4xf32>
    %8 = arith.constant dense<0xFF800000> : tensor<2xf32>
    %9 = linalg.reduce { arith.maximumf } ins(%7 : tensor<2x4xf32>) outs(%8 : tensor<2xf32>) dimensions = [1]
    return %9 : tensor<2xf32>
  }
}
"""  # noqa: E501


def test_a_layer_reads_as_it_should() -> None:
    builder = Builder()
    x, w = builder.parameter("f32", (2, 3)), builder.parameter("f32", (3, 4))
    bias = builder.parameter("f32", (), is_scalar=True)
    product = builder.apply("matmul", x, w)
    wide = builder.apply("broadcast", bias, attributes=((2, 4),))
    made = builder.apply("tanh", builder.apply("add", product, wide))
    best = builder.apply("max", made, attributes=((1,),))
    assert spell_mlir(builder.finish([best]), "my layer") == EXPECTED


def test_every_operation_can_be_spelled_and_every_name_is_made_before_it_is_used() -> None:
    seen = set[str]()
    for seed in range(800):
        program = random_program(Random(seed), SPELLED)
        seen.update(value.op.name for value in program.values())
        known = set[str]()
        for line in spell_mlir(program).splitlines():
            made = re.match(r"\s*(%\w+)(?::2)? = ", line)
            heads = re.findall(r"(%\w+): ", line) if "func.func" in line or "^bb" in line else []
            body = line[made.end() :] if made else line
            assert heads or set(re.findall(r"%\w+", body)) <= known, f"seed {seed}: {line}"
            known.update([made[1]] if made else heads)
    assert seen == {op.name for op in OPS if SPELLED.takes(op)}


def test_an_operation_that_no_standard_dialect_has_is_refused() -> None:
    builder = Builder()
    x = builder.parameter("f32", (3,))
    with pytest.raises(CompileError, match="as MLIR: it has cumsum, for which the dialects"):
        spell_mlir(builder.finish([builder.apply("cumsum", x, attributes=(0,))]))


@pytest.mark.parametrize("dtype", ["f32", "f64"])
def test_numbers_are_exact(dtype: str) -> None:
    rng, known = np.random.default_rng(4), DTYPES[dtype]
    bits = rng.integers(0, 2 ** (8 * known.itemsize - 1), 500, np.uint64) * 2
    for each in bits.astype(f"u{known.itemsize}").view(known.numpy):
        text = number(each, known)
        if text.startswith("0x"):
            assert bytes.fromhex(text[2:])[::-1] == each.tobytes()
        else:
            assert re.fullmatch(r"-?\d+\.\d*(e[+-]\d+)?", text)
            assert known.numpy.type(text).tobytes() == each.tobytes()


@pytest.mark.mlir
def test_mlir_itself_accepts_what_is_spelled() -> None:
    parser = importlib.import_module("iree.compiler.ir")
    with parser.Context(), parser.Location.unknown():
        for seed in range(300):
            text = spell_mlir(random_program(Random(seed), SPELLED))
            assert parser.Module.parse(text).operation.verify(), f"seed {seed}"
