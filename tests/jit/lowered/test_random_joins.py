"""Drawn programs of joined arrays: rolls, pads, pieces and views, between whatever computes."""

from __future__ import annotations

import numpy as np
import pytest
from jit.lowered.random_joins import program

import streamrt as srt
from streamrt.testing import Simulator

PROGRAMS = 60
"""The programs of a test; each is compiled and compared with NumPy."""


def check(seed: int) -> None:
    """Compares a program with NumPy; its seed says all of it."""
    function, given = program(seed)
    expected = function(*given)
    for found, right in zip(srt.jit(function)(*given), expected, strict=True):
        np.testing.assert_allclose(
            np.asarray(found), right, rtol=1e-9, atol=1e-9, err_msg=f"seed {seed}"
        )


@pytest.mark.parametrize(
    "first", [0, 1000, *(pytest.param(n, marks=pytest.mark.slow) for n in (2000, 3000))]
)
def test_joined_arrays_are_what_numpy_makes_of_them(first: int) -> None:
    for seed in range(first, first + PROGRAMS):
        check(seed)


async def test_a_device_that_launches_each_step_makes_the_same() -> None:
    async with srt.Runtime(["sim:0"], backends=[Simulator(seed=1)]) as rt:
        for seed in range(4000, 4030):
            function, given = program(seed)
            expected = function(*given)
            try:
                made = srt.jit(function)(*map(rt.put, given))
            except srt.errors.CompileError as error:
                assert "host call" in str(error)  # noqa: PT017 - a device with memory of its own
                continue
            for found, right in zip(made, expected, strict=True):
                np.testing.assert_allclose(await found.fetch(), right, rtol=1e-9, atol=1e-9)
