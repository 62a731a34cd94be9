"""Elementwise forms as CUDA C, run on the CPU, against their meaning in NumPy."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from ir.cuda_runs import compiled
from ir.form_runs import operands_for, same, unharmed
from ir.operation_forms import form_of, joined, results_of
from ir.random_forms import is_exact, random_form
from ir.random_programs import random_array, takes

from streamrt._compile.dtypes import DTYPES
from streamrt._ir.execute_loops import execute
from streamrt._ir.ops import OPS

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
    ops = [op for op in OPS if op.is_elementwise and takes(op, dtype)]
    cases = [(op, to) for op in ops if is_exact(op, dtype) for to in results_of(op, dtype)]
    rng = np.random.default_rng(5)
    edges = np.concatenate([random_array(rng, dtype, (40,)) for _ in range(4)])
    pairs = np.repeat(edges, len(edges)), np.tile(edges, len(edges))
    some = rng.permutation(pairs[0].size)[:3001]
    third = rng.permutation(pairs[0])[some]
    truths = random_array(rng, "bool", (3001,))
    (code,) = compiled([joined([form_of(op, dtype, to, len(some)) for op, to in cases])])
    inputs = []
    for op, _ in cases:
        count = {"unary": 1, "cast": 1, "binary": 2, "ternary": 3}[op.group]
        given = [pairs[0][some], pairs[1][some], third][:count]
        if op.name == "where":
            given[0] = truths
        inputs += given
    outputs = [np.zeros(len(some), DTYPES[to].numpy) for _, to in cases]
    code.run([*inputs, *outputs])
    expected = execute(code.form, inputs)
    for found, wanted, (op, to) in zip(outputs, expected, cases, strict=True):
        assert same(found, wanted), f"{op} of {dtype} to {to}"
