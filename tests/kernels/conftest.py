"""How the tests of the kernels run them: through a runtime, or part by part at the entry."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Generator, Sequence
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt._compile.llvm.loading import acquire
from streamrt._compile.signatures.layout import Layout

Launch = Callable[..., None]
InParts = Callable[..., int]


@pytest.fixture(scope="session")
def launch() -> Generator[Launch]:
    """Runs a kernel on a stream, on the very memory of the NumPy arrays given."""
    with srt.Runtime() as rt:
        stream = rt.device("cpu:0").stream("kernels")

        def run(kernel: srt.Kernel, *values: Any) -> None:
            given = [rt.wrap(v) if isinstance(v, np.ndarray) else v for v in values]
            stream.launch(kernel, *given).sync()

        yield run


@pytest.fixture(scope="session")
def shifted() -> Callable[[np.ndarray[Any, Any]], np.ndarray[Any, Any]]:
    """Copies an array to memory that is aligned to its elements only."""

    def shift(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        odd = np.empty(array.size + 1, array.dtype)[1:].reshape(array.shape)
        odd[...] = array
        return odd

    return shift


@pytest.fixture(scope="session")
def in_parts() -> InParts:
    """Calls a kernel's entry for each part of its extent, as the workers do; returns the code."""

    def run(kernel: srt.Kernel, cuts: Sequence[float], *values: Any) -> int:
        arrays = [v for v in values if isinstance(v, np.ndarray)]
        plan = kernel.plan([Layout(None, a.dtype, a.shape, a.strides) for a in arrays])
        entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)(
            acquire(plan).address
        )
        words = (ctypes.c_int64 * max(1, len(plan.words)))(*plan.words)
        slots = [v.ctypes.data if isinstance(v, np.ndarray) else v for v in values]
        packed = struct.pack("<Q" + plan.slots, ctypes.addressof(words), *slots)
        arguments = ctypes.create_string_buffer(packed, len(packed))
        inner = {round(cut * plan.extent) for cut in cuts}
        edges = sorted(inner | {0, plan.extent})
        for lo, hi in zip(edges, edges[1:] or [plan.extent], strict=False):
            code = int(entry(arguments, lo, hi))
            if code:
                return code
        return 0

    return run
