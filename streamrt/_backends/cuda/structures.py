"""The structures of graphs that native code and the driver share with Python.

Those of graphs mirror cuda_graph.h, and a test compares every offset. The others are the driver's
("Data types used by CUDA driver").
"""

from __future__ import annotations

import ctypes

__all__ = ["ConditionalNode", "GraphBase", "GraphHead", "NodeParams", "StepHead"]


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
