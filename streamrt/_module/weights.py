"""Weights: arrays that functions bring along, on the devices that ask for them.

On a device that can use the host's memory they stay where they are, as in a file that is mapped;
any other device gets a copy, at the first call that needs it. Both are frozen, and all variants of
all functions of a runtime share them.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import partial
from types import FrameType
from typing import Any
from weakref import ref

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._runtime.buffer import Buffer, wrapped
from streamrt._runtime.device import Device
from streamrt._runtime.making import buffer_like
from streamrt._runtime.transfers import write_array

__all__ = ["Weights"]


ALIGNMENT = 64
"""The bytes to which an array that is used in place is aligned; kernels are slower with others."""


class Weights:
    """Arrays by their digests."""

    def __init__(self, parts: Mapping[bytes, memoryview]) -> None:
        """Takes the bytes of arrays, by their digests; nothing may change them."""
        self._parts: Mapping[bytes, memoryview] = parts
        self._buffers: dict[int, dict[tuple[Any, ...], Buffer]] = {}  # by the id of the device
        self._lock: threading.Lock = threading.Lock()

    def elements(self, digest: bytes) -> memoryview:
        """Returns the bytes of an array."""
        return self._parts[digest]

    def array(self, digest: bytes, dtype: str, shape: Sequence[int]) -> np.ndarray[Any, Any]:
        """Returns an array; it is read-only."""
        flat = np.frombuffer(self._parts[digest], DTYPES[dtype].numpy)
        return flat.reshape(tuple(shape))

    def on(
        self, device: Device, digest: bytes, dtype: str, shape: Sequence[int], frame: FrameType
    ) -> Buffer:
        """Returns an array as a frozen Buffer of a device.

        Args:
            device: the device.
            digest: that of the array's bytes.
            dtype: how these are read.
            shape: its extents.
            frame: the user's frame, for the submit site of a copy.
        """
        key = digest, dtype, tuple(shape)
        with self._lock:
            known = self._buffers.get(id(device))
            if known is None:
                known = self._buffers[id(device)] = {}
                forget = partial(_forget, ref(self), id(device))
                device._state.engine.at_end.append(forget)
        found = known.get(key)
        if found is None:
            made = _put(device, self.array(digest, dtype, shape), frame)
            found = known.setdefault(key, made)
        return found

    def _drop(self, device: int) -> None:
        with self._lock:
            self._buffers.pop(device, None)


def _forget(weights: ref[Weights], device: int) -> None:
    """Has the Buffers of a device dropped, at the end of its runtime."""
    found = weights()
    if found is not None:
        found._drop(device)


def _put(device: Device, array: np.ndarray[Any, Any], frame: FrameType) -> Buffer:
    if device.sees_host and array.size and not array.ctypes.data % ALIGNMENT:
        return wrapped(device, array)
    buffer = buffer_like(device, array, device.host_sees)
    write_array(buffer, array, frame)
    return buffer.freeze()
