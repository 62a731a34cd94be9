"""Elementwise forms as CUDA C, run on the CPU, against their meaning in NumPy."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from ir.form_runs import operands_for, same, unharmed
from ir.on_cuda.cuda_runs import compiled
from ir.operation_forms import EDGES, exact_cases, form_of, joined
from ir.random_arrays import random_array
from ir.random_forms import random_form

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.execute_loops import execute

pytestmark = pytest.mark.cuda


@pytest.mark.parametrize("first", range(0, 160, 40))
def test_texts_compute_what_the_form_means_on_every_grid(first: int) -> None:
    forms = [random_form(Random(seed)) for seed in range(first, first + 40)]
    for seed, (form, code) in enumerate(zip(forms, compiled(forms), strict=True), first):
        rng = np.random.default_rng(seed)
        arrays = operands_for(form, rng)
        inputs, outputs = arrays[: len(form.inputs)], arrays[len(form.inputs) :]
        scalars = [random_array(rng, dtype, ()).item() for dtype in form.scalars]
        expected = execute(form, [np.array(array) for array in inputs], scalars)
        for grid, order in ((0, 0), (1, 1), (3, 0)):
            for output in outputs:
                output[...] = 0
            code.run(arrays, scalars, grid=grid, seed=order)
            for found, wanted in zip(outputs, expected, strict=True):
                assert same(found, wanted), (seed, code.source)
        assert all(unharmed(array) for array in arrays), seed


@pytest.mark.parametrize("dtype", DTYPES)
def test_each_exact_operation_of_edge_values(dtype: str) -> None:
    cases = exact_cases(dtype)
    (code,) = compiled([joined([form_of(op, dtype, to, EDGES) for op, to, _ in cases])])
    inputs = [array for *_, given in cases for array in given]
    outputs = [np.zeros(EDGES, DTYPES[to].numpy) for _, to, _ in cases]
    code.run([*inputs, *outputs])
    expected = execute(code.form, inputs)
    for found, wanted, (op, to, _) in zip(outputs, expected, cases, strict=True):
        assert same(found, wanted), f"{op} of {dtype} to {to}"
