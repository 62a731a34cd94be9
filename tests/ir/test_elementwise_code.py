"""Elementwise forms: emitted code against their meaning in NumPy."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from ir.form_runs import compiled, lesser_cpus, operands_for, same, unharmed
from ir.random_forms import random_form
from ir.random_programs import random_array

from streamrt._ir.execute_loops import execute
from streamrt._ir.loops import Loops

CPUS = lesser_cpus()
RANDOMS = st.randoms(use_true_random=False)


def scalars_for(form: Loops, rng: np.random.Generator) -> list[Any]:
    return [random_array(rng, dtype, ()).item() for dtype in form.scalars]


@settings(deadline=None, max_examples=80)
@given(RANDOMS)
def test_emitted_code_computes_what_the_form_means(random: Random):
    form = random_form(random)
    rng = np.random.default_rng(random.randrange(1 << 32))
    arrays, scalars = operands_for(form, rng), scalars_for(form, rng)
    inputs = arrays[: len(form.inputs)]
    expected = execute(form, [np.array(array) for array in inputs], scalars)
    assert compiled(form).run(arrays, scalars) == 0
    for found, wanted in zip(arrays[len(inputs) :], expected, strict=True):
        assert same(found, wanted)
    assert all(unharmed(array) for array in arrays)
