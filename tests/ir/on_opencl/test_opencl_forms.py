"""Forms of every kind as OpenCL C, run by a driver, against their meaning in NumPy."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from ir import test_lower
from ir.form_runs import operands_for, same, unharmed
from ir.looped.random_loops import form_of_turns, periodic_loop, periodic_state, random_loop
from ir.on_cuda.test_cuda_barriers import centred
from ir.on_cuda.test_cuda_rows import many
from ir.on_opencl.opencl_runs import compiled
from ir.operation_forms import EDGES, exact_cases, form_of, joined
from ir.random_arrays import random_array
from ir.random_forms import random_form
from ir.random_products import fill, random_product
from ir.random_rows import Case, cases, chains
from ir.test_product_code import plain, scalars_for
from ir.test_rows_code import KINDS, offset, one, whole

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.execute_loops import execute
from streamrt._ir.loops import Loops

pytestmark = [pytest.mark.opencl, pytest.mark.usefixtures("no_code")]
no_code = test_lower.no_code

GRIDS = (0, 1, 3)


def check(seed: int, form: Loops, scalars: list[Any], *, exact: bool = False) -> None:
    """Compares a text with the meaning of its form, on several grids and with guarded memory."""
    rng = np.random.default_rng(seed)
    arrays, (code,) = operands_for(form, rng), compiled([form])
    if exact:  # every sum is, so the order of the reference does not matter
        fill(form, arrays, rng, exact=True)
    inputs, outputs = arrays[: len(form.inputs)], arrays[len(form.inputs) :]
    for grid in GRIDS:
        if form.turns >= 0:
            scalars[form.turns] = Random(seed + grid).choice((0, 1, 2, 5, 16, 17, 40))
        expected = execute(form, [np.array(array) for array in inputs], scalars)
        for output in outputs:
            output[...] = 0
        code.run(arrays, scalars, grid=grid)
        for found, wanted in zip(outputs, expected, strict=True):
            assert same(found, wanted), (seed, code.source)
    assert all(unharmed(array) for array in arrays), seed


def drawn_scalars(seed: int, form: Loops) -> list[Any]:
    rng = np.random.default_rng(seed + 1)
    return [random_array(rng, dtype, ()).item() for dtype in form.scalars]


@pytest.mark.slow
def test_elementwise_texts_compute_what_the_form_means_on_every_grid() -> None:
    for seed in range(60):
        form = random_form(Random(seed))
        check(seed, form, drawn_scalars(seed, form))


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


@pytest.mark.slow
def test_loops_compute_what_the_form_means_on_every_grid() -> None:
    for seed in range(25):
        form = form_of_turns(random_loop(Random(seed)))
        check(seed, form, drawn_scalars(seed, form))


def test_a_state_that_came_back_comes_back_again_after_any_number_of_turns() -> None:
    form, start = form_of_turns(periodic_loop(300)), periodic_state(300)
    (code,) = compiled([form])
    for turns in (0, 1, 15, 16, 17, 31, 33, 47, 48, 70):
        found = np.zeros_like(start)
        code.run([start, found], [turns])
        (expected,) = execute(form, [start], [turns])
        assert (found == expected).all(), turns


@pytest.mark.slow
def test_products_compute_what_the_form_means_on_every_grid() -> None:
    for seed in range(25):
        form = random_product(Random(seed))
        scalars = scalars_for(form, np.random.default_rng(seed))
        check(seed, form, list(scalars), exact=True)


def check_rows(made: list[Case]) -> None:
    """Compares texts with the meaning of their forms, also in the memory around the outputs."""
    for case, code in zip(made, compiled([case.form for case in made]), strict=True):
        expected = execute(case.form, case.inputs, case.scalars)
        for grid in GRIDS:
            before = [whole(array).copy() for array in case.outputs]
            code.run([*case.inputs, *case.outputs], case.scalars, grid=grid)
            for wanted, found, memory in zip(expected, case.outputs, before, strict=True):
                np.testing.assert_array_equal(found, wanted, code.source)
                same = np.ndarray(found.shape, found.dtype, memory, offset(found), found.strides)
                same[...] = found
                np.testing.assert_array_equal(whole(found), memory)


# In chains, elements take several passes.
@pytest.mark.parametrize("drawn", [cases("rows"), chains(), cases("columns")], ids=KINDS)
@settings(
    max_examples=1,
    phases=[Phase.generate],
    suppress_health_check=[
        HealthCheck.large_base_example,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)
@given(st.data())
def test_reductions_compute_what_the_form_means_on_every_grid(
    drawn: st.SearchStrategy[Case], data: st.DataObject
) -> None:
    check_rows(data.draw(st.lists(drawn, min_size=25, max_size=25)))


def test_two_reductions_of_a_row_do_not_disturb_each_other() -> None:
    form = centred()
    (code,) = compiled([form])
    x = np.random.default_rng(7).integers(-99, 99, (9, 3000)).astype("i4")
    found = np.zeros(9, "i4")
    for grid in (1, 2, 9) * 4:
        code.run([x, found], grid=grid)
        np.testing.assert_array_equal(found, execute(form, [x])[0])


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["rows", "columns"])
def test_very_many_reductions_have_room_in_shared_memory(kind: str) -> None:
    form = many(kind, 20)
    (code,) = compiled([form])
    x = np.random.default_rng(6).integers(-99, 99, form.shape_of(form.operands[0])).astype("f8")
    outputs = [np.zeros(form.shape_of(o), DTYPES[o.dtype].numpy) for o in form.outputs]
    code.run([x, *outputs])
    for found, wanted in zip(outputs, execute(form, [x]), strict=True):
        np.testing.assert_array_equal(found, wanted)


SUMS = [
    one("f32", "sum", 9, 3000),
    one("f32", "sum", 40, 77),
    one("f32", "sum", 3, 5000, block=2000),
    one("f64", "prod", 33, 700, kind="columns"),
    plain("f32", 70, 66, 50),
]


def test_the_bits_of_a_sum_do_not_depend_on_the_grid() -> None:
    for form, code in zip(SUMS, compiled(SUMS), strict=True):
        rng = np.random.default_rng(3)
        inputs = [
            rng.normal(1, 0.1, form.shape_of(o)).astype(DTYPES[o.dtype].numpy) for o in form.inputs
        ]
        found = set[bytes]()
        for grid in (0, 1, 2, 7):
            outputs = [np.zeros(form.shape_of(o), DTYPES[o.dtype].numpy) for o in form.outputs]
            code.run([*inputs, *outputs], grid=grid)
            found.add(outputs[0].tobytes())
        assert len(found) == 1, form
