"""Runs a kernel on the memory of NumPy arrays: through a runtime, or in parts at its entry."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

import streamrt as srt
from streamrt._compile.llvm.loading import acquire
from streamrt._compile.signatures.layout import Layout

Array = npt.NDArray[Any]


class Launch:
    """Runs kernels on a stream, on the very memory of the NumPy arrays given."""

    def __init__(self, rt: srt.Runtime) -> None:
        self._rt, self._stream = rt, rt.device("cpu:0").stream("kernels")

    def __call__(self, kernel: srt.Kernel, *values: Any) -> None:
        given = [self._rt.wrap(v) if isinstance(v, np.ndarray) else v for v in values]
        self._stream.launch(kernel, *given).sync()

    @staticmethod
    def in_parts(kernel: srt.Kernel, cuts: Sequence[float], *values: Any) -> int:
        """Calls the entry for each part of its extent, as the workers do; returns the code."""
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


def shifted(array: Array) -> Array:
    """Copies an array to memory that is aligned to its elements only."""
    odd = np.empty(array.size + 1, array.dtype)[1:].reshape(array.shape)
    odd[...] = array
    return odd
