"""Kernels and buffers that streamrt's cases share."""

from __future__ import annotations

import numpy as np

import streamrt as srt
from benchmarks import native

FLOATS = 16


def kernel(text: native.NativeKernel) -> srt.Kernel:
    """The kernel that `text` describes."""
    symbols = native.libc_symbols() if "@clock_gettime" in text.source else {}
    code = srt.LLVM(text.source, entry=text.name, symbols=symbols)
    return srt.Kernel(text.name, text.signature, cpu=code, split=text.split)


EMPTY = kernel(native.EMPTY)
AXPY = kernel(native.AXPY)
LERP = kernel(native.LERP)
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
