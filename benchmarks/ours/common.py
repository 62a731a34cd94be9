"""Kernels and buffers that streamrt's cases share."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

import streamrt as srt
from benchmarks.work import native

FLOATS = 16


def kernel(text: native.NativeKernel, *, is_quick: bool = False) -> srt.Kernel:
    """The kernel that `text` describes.

    Args:
        text: its code and its signature.
        is_quick: whether it declares that it takes 2 ns an element at most, as the elementwise
            standard kernels do.
    """
    symbols = native.libc_symbols() if "@clock_gettime" in text.source else {}
    code = srt.LLVM(text.source, entry=text.name, symbols=symbols)
    bound = _bound if is_quick else None
    return srt.Kernel(text.name, text.signature, cpu=code, split=text.split, bound_ns=bound)


def _bound(extents: Mapping[str, int]) -> float:
    return 50.0 + 2 * extents["n"]


EMPTY = kernel(native.EMPTY, is_quick=True)
AXPY = kernel(native.AXPY, is_quick=True)
LERP = kernel(native.LERP, is_quick=True)
STAGE = kernel(native.STAGE)
LATCH = kernel(native.LATCH)


def floats(rt: srt.Runtime) -> srt.Buffer:
    return rt.put(np.full(FLOATS, 0.5, np.float32))


def stage_buffers(rt: srt.Runtime) -> tuple[srt.Buffer, srt.Buffer]:
    source, target = native.stage_arrays()
    return rt.put(source), rt.put(target)


def seen_stage(rt: srt.Runtime) -> tuple[srt.Buffer, srt.Buffer, native.Array]:
    """An input and an output for STAGE, and the output as the host's array, read without a copy."""
    source, target = native.stage_arrays()
    return rt.put(source), rt.wrap(target), target
