"""The structures that native code and the driver share with Python.

The first ones mirror feeder.h, cuda_graph.h and cuda_loop.h, and a test compares every offset. The
others are the driver's ("Data types used by CUDA driver").
"""

from __future__ import annotations

import ctypes

__all__ = [
    "ConditionalNode", "CudaKernel", "GraphBase", "GraphHead", "LoopBase", "LoopHead",
    "LoopStepHead", "NodeParams", "StepHead", "kernel_of", "words_in",
]  # fmt: skip

from streamrt._native.records import PlanHeader


class CudaKernel(ctypes.Structure):
    """The structure `cuda_kernel`, to which the entry of a CUDA plan points."""

    _fields_ = (
        ("hand", ctypes.c_uint64),
        ("function", ctypes.c_uint64),
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("shared", ctypes.c_uint32),
        ("slots", ctypes.c_uint32),
        ("fallible", ctypes.c_uint32),
        ("has_loops", ctypes.c_uint32),
    )


class NodeParams(ctypes.Structure):
    """The driver's CUDA_KERNEL_NODE_PARAMS_v2."""

    _fields_ = (
        ("function", ctypes.c_uint64),
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("shared", ctypes.c_uint32),
        ("params", ctypes.c_uint64),
        ("extra", ctypes.c_uint64),
        ("kernel", ctypes.c_uint64),
        ("context", ctypes.c_uint64),
    )


class ConditionalNode(ctypes.Structure):
    """The driver's CUgraphNodeParams, of a conditional node."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("_reserved", ctypes.c_int * 3),
        ("handle", ctypes.c_uint64),
        ("kind", ctypes.c_int),
        ("size", ctypes.c_uint),
        ("bodies", ctypes.POINTER(ctypes.c_uint64)),
        ("context", ctypes.c_uint64),
        ("_rest", ctypes.c_uint64 * 26),
    )


class GraphHead(ctypes.Structure):
    """The structure `cuda_graph`, up to the table of its bases."""

    _fields_ = (
        ("graph", ctypes.c_uint64),
        ("collector", ctypes.c_uint64),
        ("stop", ctypes.c_uint64),
        ("bases", ctypes.c_uint64),
    )


class GraphBase(ctypes.Structure):
    """The structure `graph_base`."""

    _fields_ = (
        ("address", ctypes.c_uint64),
        ("first", ctypes.c_uint64),
        ("last", ctypes.c_uint64),
        ("has_moved", ctypes.c_uint64),
    )


class StepHead(ctypes.Structure):
    """The structure `graph_step`, up to its slots."""

    _fields_ = (
        ("node", ctypes.c_uint64),
        ("kernel", ctypes.c_uint64),
        ("error", ctypes.c_uint64),
        ("has_moved", ctypes.c_uint64),
    )


class LoopHead(ctypes.Structure):
    """The structure `cuda_loop`, up to the table of its bases."""

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


def kernel_of(plan: int) -> CudaKernel:
    """Returns the kernel that a CUDA plan launches."""
    return CudaKernel.from_address(PlanHeader.from_address(plan).entry)
