"""Requests and answers as bytes: records of one length each, on a Unix socket.

A request has its number, its deadline by the monotonic clock, which both processes share, and its
row. An answer has the number, how the request ended, and the scores. There is no framework between
them, so what a request costs is the peer's own.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

from benchmarks.work.serving.network import Network

HEAD = struct.Struct("<IB")
"""An answer without its scores: packed by itself, because records of NumPy are slow one by one."""

ANSWERED, REFUSED, EXPIRED, NONE = range(4)
"""The ends of a request; NONE: it was not answered at all."""


def request_of(network: Network) -> np.dtype[Any]:
    """Returns the record of a request."""
    return np.dtype([("number", "<u4"), ("due", "<f8"), ("row", network.dtype, network.features)])


def answer_of(network: Network) -> np.dtype[Any]:
    """Returns the record of an answer."""
    return np.dtype([("number", "<u4"), ("how", "u1"), ("scores", "<f4", network.outputs)])


class Records:
    """The records of a stream of bytes, whatever parts it comes in."""

    def __init__(self, kind: np.dtype[Any]) -> None:
        self._kind = kind
        self._rest = b""

    def take(self, data: bytes) -> Any:
        """Returns the records that are complete now."""
        data = self._rest + data
        whole = len(data) // self._kind.itemsize * self._kind.itemsize
        self._rest = data[whole:]
        return np.frombuffer(data, self._kind, whole // self._kind.itemsize)
