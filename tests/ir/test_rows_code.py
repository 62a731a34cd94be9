"""The kinds `rows` and `columns` as machine code, against their meaning in NumPy."""

from __future__ import annotations

from math import prod

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from ir.emitted import Emitted
from ir.random_rows import Case, cases

from streamrt._ir.cpu.emit import split_of
from streamrt._ir.execute_loops import execute

slow = settings(max_examples=int(__import__("os").environ.get("N", "60")), deadline=None)


def check(case: Case, cuts: list[float]) -> None:
    """Compares the code of a case with its meaning; `cuts` say where its range is split."""
    expected = execute(case.form, case.inputs, case.scalars)
    whole = prod([case.form.extents[loop] for loop in split_of(case.form)])
    parts = [0, *sorted(int(cut * whole) for cut in cuts), whole]
    with np.errstate(all="ignore"):
        code = Emitted(case.form)([*case.inputs, *case.outputs], case.scalars, parts)
    assert code == 0
    for wanted, found in zip(expected, case.outputs, strict=True):
        np.testing.assert_array_equal(found, wanted)


@slow
@given(cases("rows"), st.lists(st.floats(0, 1), max_size=2))
def test_rows_compute_what_the_form_means(case: Case, cuts: list[float]) -> None:
    check(case, cuts)


@slow
@given(cases("columns"), st.lists(st.floats(0, 1), max_size=2))
def test_columns_compute_what_the_form_means(case: Case, cuts: list[float]) -> None:
    check(case, cuts)
