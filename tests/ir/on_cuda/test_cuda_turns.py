"""Loops in one kernel as CUDA C, run on the CPU, against their meaning in NumPy."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from ir import test_lower
from ir.form_runs import operands_for, same, unharmed
from ir.looped.random_loops import form_of_turns, periodic_loop, periodic_state, random_loop
from ir.on_cuda.cuda_runs import compiled
from ir.random_arrays import random_array

from streamrt._ir.execute_loops import execute

pytestmark = [pytest.mark.cuda, pytest.mark.usefixtures("no_code")]
no_code = test_lower.no_code


@pytest.mark.parametrize("first", range(0, 90, 30))
def test_texts_compute_what_the_form_means_on_every_grid(first: int) -> None:
    forms = [form_of_turns(random_loop(Random(seed))) for seed in range(first, first + 30)]
    for seed, (form, code) in enumerate(zip(forms, compiled(forms), strict=True), first):
        rng = np.random.default_rng(seed)
        arrays = operands_for(form, rng)
        inputs, outputs = arrays[: len(form.inputs)], arrays[len(form.inputs) :]
        scalars: list[Any] = [random_array(rng, dtype, ()).item() for dtype in form.scalars]
        for grid, order in ((0, 0), (1, 1), (3, 0)):
            scalars[form.turns] = Random(seed + grid).choice((0, 1, 2, 5, 16, 17, 40))
            expected = execute(form, [np.array(array) for array in inputs], scalars)
            for output in outputs:
                output[...] = 0
            code.run(arrays, scalars, grid=grid, seed=order)
            for found, wanted in zip(outputs, expected, strict=True):
                assert same(found, wanted), (seed, code.source)
        assert all(unharmed(array) for array in arrays), seed


def test_a_state_that_came_back_comes_back_again_after_any_number_of_turns() -> None:
    form, start = form_of_turns(periodic_loop(300)), periodic_state(300)
    (code,) = compiled([form])
    for turns in (0, 1, 15, 16, 17, 31, 33, 47, 48, 70):
        found = np.zeros_like(start)
        code.run([start, found], [turns])
        (expected,) = execute(form, [start], [turns])
        assert (found == expected).all(), turns
