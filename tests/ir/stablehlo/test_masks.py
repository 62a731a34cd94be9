"""Masks of indexes become constants when a text is read, if they are of moderate size."""

from __future__ import annotations

import numpy as np
import pytest

from streamrt._ir.interpret import interpret
from streamrt._ir.stablehlo.building import read_stablehlo

TEXT = """
func.func @main(%arg0: {wide}) -> {wide} {{
  %0 = stablehlo.iota dim = 0 : {index}
  %1 = stablehlo.iota dim = 1 : {index}
  %2 = stablehlo.compare GE, %0, %1 : ({index}, {index}) -> {mask}
  %3 = stablehlo.not %2 : {mask}
  %4 = stablehlo.broadcast_in_dim %3, dims = [1, 2] : ({mask}) -> tensor<2x{n}x{n}xi1>
  %5 = stablehlo.negate %arg0 : {wide}
  %6 = stablehlo.select %4, %5, %arg0 : tensor<2x{n}x{n}xi1>, {wide}
  return %6 : {wide}
}}
"""


@pytest.mark.parametrize(("n", "is_constant"), [(4, False), (16, True), (1100, False)])
def test_a_mask_is_a_constant_of_its_own_shape(n: int, is_constant: bool) -> None:
    types = {"wide": f"tensor<2x{n}x{n}xf32>", "index": f"tensor<{n}x{n}xi32>"}
    text = TEXT.format(n=n, mask=f"tensor<{n}x{n}xi1>", **types)
    program = read_stablehlo(text).program
    constants = [v for v in program.values() if v.op.name == "constant" and v.size > 1]
    assert [value.shape for value in constants] == ([(n, n)] if is_constant else [])
    assert not is_constant or not any(v.op.name == "iota" for v in program.values())
    x = np.random.default_rng(n).random((2, n, n), np.float32)
    (found,) = interpret(program, [x])
    np.testing.assert_array_equal(found, np.where(np.tri(n, dtype=bool), x, -x))
