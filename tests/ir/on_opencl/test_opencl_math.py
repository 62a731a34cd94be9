"""Mathematical functions and halves as OpenCL C: they have the bits of the CPU."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from ir.accuracy import ELEMENTS, arguments, kernel
from ir.form_runs import same
from ir.on_opencl.opencl_runs import Array, compiled
from ir.operation_forms import form_of
from ir.test_halves import HALVES, assert_converted, cast, expected_halves, rounded_places

from streamrt._ir.cpu.math import NAMES
from streamrt._ir.ops import BY_NAME

pytestmark = pytest.mark.opencl


@pytest.mark.parametrize("dtype", ELEMENTS)
@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_function_has_the_bits_of_the_cpu(name: str, dtype: str) -> None:
    """Special values and huge ones are among the arguments."""
    (code,) = compiled([form_of(BY_NAME[name], dtype, dtype, 1)])
    given = list(arguments(name, dtype, 300, seed=11))
    found = np.zeros_like(given[0])
    replace(code, form=replace(code.form, extents=found.shape)).run([*given, found])
    assert same(found, kernel(name, dtype, 1)(*given))


def converted(values: Array) -> Array:
    """The values as a kernel casts them: halves to floats, others to halves."""
    names = {2: "f16", 4: "f32", 8: "f64"}
    found = np.empty(values.shape, "f4" if values.itemsize == 2 else "f2")
    of, to = names[values.itemsize], names[found.itemsize]
    (code,) = compiled([form_of(BY_NAME["cast"], of, to, len(values))])
    code.run([values, found])
    return found


def test_every_half_becomes_the_equal_float_and_comes_back() -> None:
    assert_converted(converted(HALVES), cast(HALVES, "f4"))
    assert_converted(converted(cast(HALVES, "f4")), HALVES)
    assert_converted(converted(cast(HALVES, "f8")), HALVES)


def test_floats_and_doubles_are_rounded_once_and_nans_keep_their_payload() -> None:
    places = rounded_places()
    any_bits = np.random.default_rng(11).integers(0, 1 << 32, 1 << 17, "u4").view("f4")
    for values in (cast(places, "f4"), any_bits, places):
        assert_converted(converted(values), expected_halves(values))
