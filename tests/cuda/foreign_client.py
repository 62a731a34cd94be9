"""Another library on the GPU of a runtime, which uses it by the driver alone."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from cuda.driver.fake import Fake
from cuda.driver.fake_client import Client

import streamrt as srt

COUNT = 64
_KEPT: list[object] = []


class Theirs:
    """A stream of the other library, and two arrays of it."""

    def __init__(self, other: Client) -> None:
        self.other, self.stream = other, other.stream()
        self.array, self.copy = other.plain(8 * COUNT), other.plain(8 * COUNT)
        self.ones = other.pinned(8 * COUNT)
        self.host(self.ones)[:] = 1

    def host(self, address: int) -> np.ndarray[Any, Any]:
        return np.ctypeslib.as_array((ctypes.c_int64 * COUNT).from_address(address))

    def move(self, to: int, of: int) -> None:
        """Enqueues a copy."""
        self.other.call("cuMemcpyAsync", to, of, 8 * COUNT, self.stream)

    def found(self, address: int) -> set[int]:
        """The values in device memory, once all of its stream is over."""
        self.other.sync(self.stream)
        return set(self.other.read(address, COUNT))


def ours(rt: srt.Runtime, value: int) -> srt.Buffer:
    """A buffer on the GPU of equal numbers, which are there."""
    made = rt.put(np.full(COUNT, value, "i8"), "cuda:0")
    made.sync()
    return made


def stream_of(stream: srt.Stream) -> int:
    queue: Any = stream._lane.queue
    handle: int = queue._stream
    return handle


def held_copy(fake: Fake, rt: srt.Runtime) -> tuple[srt.Stream, srt.Buffer, srt.Execution[Any]]:
    """A stream that the driver holds, and the buffer that its copy will fill with threes."""
    stream, x, y = rt.device("cuda:0").stream(), ours(rt, 3), ours(rt, 4)
    stream.copy(y, y[:]).sync()
    fake.hold(stream_of(stream))
    return stream, y, stream.copy(y, x)


class Exported:
    """An array of the other library, by DLPack; `deleted` counts the calls of its deleter."""

    def __init__(self, theirs: Theirs, address: int, **changes: Any) -> None:
        self.theirs, self.address, self.changes = theirs, address, changes
        self.deleted = 0
        self.streams: list[int] = []
        self._keep: list[object] = []

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.changes.get("device", (2, 0))

    def __dlpack__(self, *, stream: int, max_version: tuple[int, int] | None = None) -> Any:
        """Makes the consumer's stream wait, as the array API asks of it."""
        self.streams.append(stream)
        event = self.theirs.other.event()
        self.theirs.other.call("cuEventRecord", event, self.theirs.stream)
        self.theirs.other.call("cuStreamWaitEvent", stream, event, 0)
        if self.changes.get("old") and max_version is not None:
            raise TypeError("max_version")
        return self._capsule(versioned=max_version is not None)

    def _capsule(self, versioned: bool) -> Any:
        def delete(address: int) -> None:
            assert address == self._keep[0].ctypes.data  # type: ignore[attr-defined]
            self.deleted += 1

        deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(delete)
        shape = np.array(self.changes.get("shape", (COUNT,)), "i8")
        strides = self.changes.get("strides")
        steps = None if strides is None else np.array(strides, "i8")
        code, bits, lanes = self.changes.get("dtype", (0, 64, 1))
        tensor = np.zeros(6, "u8")
        tensor[0] = self.address
        tensor[1:2].view("i4")[:] = self.changes.get("really", self.__dlpack_device__())
        tensor[2:3].view("i4")[0] = len(shape)
        tensor[2:3].view("u1")[4:6] = code, bits
        tensor[2:3].view("u2")[3] = lanes
        tensor[3] = shape.ctypes.data
        tensor[4] = 0 if steps is None else steps.ctypes.data
        tensor[5] = self.changes.get("offset", 0)
        function = ctypes.cast(deleter, ctypes.c_void_p).value
        tail = np.array([0, function], "u8")
        head = np.array([0, 0, function, self.changes.get("flags", 0)], "u8")
        head[:1].view("u4")[:] = self.changes.get("version", (1, 0))
        whole = np.concatenate([head, tensor] if versioned else [tensor, tail])
        self._keep = [whole, deleter, shape, steps, self]
        _KEPT.append(self._keep)  # the consumer may call the deleter after the test
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = (
            ctypes.py_object,
            (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p),
        )
        self.name = ctypes.c_char_p(b"dltensor_versioned" if versioned else b"dltensor")
        self.capsule = new(whole.ctypes.data, self.name, None)
        return self.capsule


def consumed(capsule: object) -> dict[str, Any]:
    """What a consumer reads of a capsule, which it does not take."""
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    versioned = "versioned" in repr(capsule)
    address = get(capsule, b"dltensor_versioned" if versioned else b"dltensor")
    words = np.ctypeslib.as_array((ctypes.c_uint64 * 10).from_address(address))
    tensor = words[4:] if versioned else words
    ndim = int(tensor[2:3].view("i4")[0])

    def numbers(at: int) -> tuple[int, ...]:
        return tuple((ctypes.c_int64 * ndim).from_address(int(tensor[at])))

    return {
        "address": int(tensor[0]) + int(tensor[5]),
        "device": tuple(tensor[1:2].view("i4").tolist()),
        "dtype": tuple(tensor[2:3].view("u1")[4:6].tolist()),
        "shape": numbers(3),
        "strides": numbers(4),
        "readonly": bool(words[3] & 1) if versioned else None,
    }
