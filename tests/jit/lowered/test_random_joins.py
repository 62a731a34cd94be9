"""Drawn programs of joined arrays: rolls, pads, pieces and views, between whatever computes."""

from __future__ import annotations

import numpy as np
import pytest
from jit.lowered.random_joins import program

import streamrt as srt

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


@pytest.mark.parametrize("first", [0, 1000, 2000, 3000])
def test_joined_arrays_are_what_numpy_makes_of_them(first: int) -> None:
    for seed in range(first, first + PROGRAMS):
        check(seed)
