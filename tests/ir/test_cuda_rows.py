"""The kinds `rows` and `columns` as CUDA C, run on the CPU, against their meaning in NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from cuda.on_cpu import HAS_ZIG
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from ir.cuda_runs import compiled
from ir.random_rows import Case, cases, chains
from ir.test_rows_code import offset, whole

from streamrt._ir.execute_loops import execute

pytestmark = pytest.mark.skipif(not HAS_ZIG, reason="ziglang is absent")


def check(made: list[Case]) -> None:
    """Compares texts with the meaning of their forms, also in the memory around the outputs."""
    for case, code in zip(made, compiled([case.form for case in made]), strict=True):
        expected = execute(case.form, case.inputs, case.scalars)
        for grid, seed in ((0, 0), (1, 1), (3, 1)):
            before = [whole(array).copy() for array in case.outputs]
            code.run([*case.inputs, *case.outputs], case.scalars, grid=grid, seed=seed)
            for wanted, found, memory in zip(expected, case.outputs, before, strict=True):
                np.testing.assert_array_equal(found, wanted, code.source)
                same = np.ndarray(found.shape, found.dtype, memory, offset(found), found.strides)
                same[...] = found
                np.testing.assert_array_equal(whole(found), memory)


MANY = settings(
    max_examples=4,
    phases=[Phase.generate],
    suppress_health_check=[
        HealthCheck.large_base_example,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)


@MANY
@given(st.lists(cases("rows"), min_size=25, max_size=25))
def test_rows_compute_what_the_form_means(made: list[Case]) -> None:
    check(made)


@MANY
@given(st.lists(chains(), min_size=15, max_size=15))
def test_elements_that_take_several_passes(made: list[Case]) -> None:
    check(made)


@MANY
@given(st.lists(cases("columns"), min_size=25, max_size=25))
def test_columns_compute_what_the_form_means(made: list[Case]) -> None:
    check(made)
