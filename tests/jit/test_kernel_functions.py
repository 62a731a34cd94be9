"""Kernels of Python functions give what the functions give with NumPy, and write nothing else."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from jit.random_kernels import NAMES, OUTPUTS, SIGNATURE, TYPES, RandomKernel, random_kernels

import streamrt as srt
from streamrt._ir import kernels as form_kernels


@pytest.fixture(scope="module")
def runtimes() -> Generator[tuple[srt.Runtime, srt.Runtime]]:
    """Runtimes whose launches have one thread, and two."""
    with srt.Runtime(threads=1) as one, srt.Runtime(threads=2) as two:
        yield one, two


def launched(rt: srt.Runtime, drawn: RandomKernel) -> dict[str, np.ndarray[Any, Any]]:
    """Returns the arrays after a launch of a kernel in which each part has one element."""
    kernel = srt.kernel(SIGNATURE, types=TYPES)(drawn.function())
    bases, arguments = drawn.arguments()
    given = [rt.wrap(each) if isinstance(each, np.ndarray) else each.item() for each in arguments]
    with mock.patch.object(form_kernels, "PART_NS", 1):
        rt.device().stream().launch(kernel, *given).sync()
    return bases


@settings(max_examples=150)
@given(random_kernels())
def test_a_kernel_writes_what_its_function_writes_with_numpy(
    runtimes: tuple[srt.Runtime, srt.Runtime], drawn: RandomKernel
) -> None:
    """The arrays around the arguments are compared, too: nothing outside of outputs changes."""
    expected, arguments = drawn.arguments()
    with np.errstate(all="ignore"):
        drawn.function()(*arguments)
    one, two = (launched(rt, drawn) for rt in runtimes)
    for name in NAMES:
        np.testing.assert_array_equal(two[name], one[name], strict=True)
        if name in drawn.exact or name not in OUTPUTS:
            np.testing.assert_array_equal(one[name], expected[name])
        else:
            close = 2e-5 if one[name].dtype == "f4" or drawn.dtype == "f32" else 1e-9
            np.testing.assert_allclose(one[name], expected[name], rtol=close, atol=close)
