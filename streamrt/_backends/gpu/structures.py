"""The structures of plans and loops that native code shares with Python.

They mirror feeder.h and gpu_loop.h, and a test compares every offset.
"""

from __future__ import annotations

import ctypes

from streamrt._native.records import PlanHeader

__all__ = ["GpuKernel", "LoopBase", "LoopHead", "LoopStepHead", "kernel_of", "words_in"]


class GpuKernel(ctypes.Structure):
    """The structure `gpu_kernel`, to which the entry of a plan points."""

    _fields_ = (
        ("hand", ctypes.c_uint64),
        ("function", ctypes.c_uint64),
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("shared", ctypes.c_uint32),
        ("slots", ctypes.c_uint32),
        ("fallible", ctypes.c_uint32),
        ("has_loops", ctypes.c_uint32),
        ("is_known", ctypes.c_uint32),
    )


class LoopHead(ctypes.Structure):
    """The structure `gpu_loop`, up to the table of its bases."""

    _fields_ = (
        ("graph", ctypes.c_uint64),
        ("turns", ctypes.c_uint64),
        ("flag", ctypes.c_uint64),
        ("flag_offset", ctypes.c_uint64),
        ("body", ctypes.c_uint64),
        ("other", ctypes.c_uint64),
        ("end", ctypes.c_uint64),
        ("bases", ctypes.c_uint64),
    )


class LoopBase(ctypes.Structure):
    """The structure `loop_base`."""

    _fields_ = (
        ("address", ctypes.c_uint64),
        ("stride", ctypes.c_uint64),
        ("first", ctypes.c_uint64),
        ("last", ctypes.c_uint64),
    )


class LoopStepHead(ctypes.Structure):
    """The structure `loop_step`, up to its slots."""

    _fields_ = (
        ("size", ctypes.c_uint64),
        ("node", ctypes.c_uint64),
        ("kernel", ctypes.c_uint64),
    )


def words_in(structure: type[ctypes.Structure]) -> int:
    """Returns the size of a structure, in words of 8 bytes."""
    return ctypes.sizeof(structure) // 8


def kernel_of(plan: int) -> GpuKernel:
    """Returns the kernel that a plan launches."""
    return GpuKernel.from_address(PlanHeader.from_address(plan).entry)
