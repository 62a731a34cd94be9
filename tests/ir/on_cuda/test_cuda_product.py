"""Products as CUDA C, run on the CPU, against their meaning in NumPy."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from ir.form_runs import operands_for, unharmed
from ir.on_cuda.cuda_runs import compiled
from ir.random_products import fill, random_product
from ir.test_product_code import scalars_for

from streamrt._ir.execute_loops import execute

pytestmark = pytest.mark.cuda


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_products_compute_what_the_form_means_on_every_grid(first: int) -> None:
    """Every sum is exact, so the order of the reference does not matter."""
    forms = [random_product(Random(seed)) for seed in range(first, first + 20)]
    for seed, (form, code) in enumerate(zip(forms, compiled(forms), strict=True), first):
        rng = np.random.default_rng(seed)
        arrays, scalars = operands_for(form, rng), scalars_for(form, rng)
        fill(form, arrays, rng, exact=True)
        inputs, outputs = arrays[: len(form.inputs)], arrays[len(form.inputs) :]
        expected = execute(form, [np.array(array) for array in inputs], scalars)
        for grid, order in ((0, 0), (1, 1), (3, 2)):
            for output in outputs:
                output[...] = 0
            code.run(arrays, scalars, grid=grid, seed=order)
            for found, wanted in zip(outputs, expected, strict=True):
                np.testing.assert_array_equal(found, wanted, f"{seed}\n{code.source}")
        assert all(unharmed(array) for array in arrays), seed
