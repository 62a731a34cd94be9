"""DLPack: memory is shared as what it is, read-only or not, and of the device that it is on."""

from __future__ import annotations

import ctypes
import functools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from conformance.strict_backend import strict_backends
from shared.trial_kernels import values

import streamrt as srt
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    ClosedError,
    DeletedBufferError,
    FrozenBufferError,
    SharingError,
    StateError,
)
from streamrt.testing import Simulator
from streamrt_kernels import axpy

READ_ONLY, IS_COPIED = 1, 2  # flags of dlpack.h 1.0


class Versioned(ctypes.Structure):
    """The head of DLManagedTensorVersioned, as dlpack.h 1.0 has it."""

    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("data", ctypes.c_void_p),
    )


_name_of = ctypes.pythonapi.PyCapsule_GetName
_name_of.restype, _name_of.argtypes = ctypes.c_char_p, [ctypes.py_object]
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype, _pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


class Shared(NamedTuple):
    """The facts in a capsule; one without a version gives neither flags nor address."""

    name: str
    flags: int = 0
    address: int | None = None


def consume(capsule: object) -> Shared:
    """Looks into a capsule, as a consumer in C would."""
    name = _name_of(capsule)
    if name != b"dltensor_versioned":
        return Shared(name.decode())
    head = Versioned.from_address(_pointer_of(capsule, name))
    assert head.major == 1
    return Shared(name.decode(), head.flags, head.data)


def read_only_file(rt: srt.Runtime, folder: Path) -> srt.Buffer:
    """A file's memory, mapped for reading: a write to it would end the process."""
    np.arange(8, dtype="f4").tofile(folder / "data")
    return rt.wrap(np.memmap(folder / "data", np.float32, "r"))


def read_only_array(rt: srt.Runtime, folder: Path) -> srt.Buffer:
    """An array that its owner does not let anybody write to."""
    array = np.arange(8, dtype="f4")
    array.flags.writeable = False
    return rt.wrap(array)


def handed_round(rt: srt.Runtime, folder: Path) -> srt.Buffer:
    """Read-only memory that came by DLPack itself."""
    return rt.from_dlpack(read_only_array(rt, folder))


def frozen(rt: srt.Runtime, folder: Path) -> srt.Buffer:
    """A buffer that was frozen."""
    return rt.put(np.arange(8, dtype="f4")).freeze()


def frozen_and_donated(rt: srt.Runtime, folder: Path) -> srt.Buffer:
    """The same, under a new handle."""
    return frozen(rt, folder).donate()


def a_view_of_frozen(rt: srt.Runtime, folder: Path) -> srt.Buffer:
    """A view that was made before its buffer was frozen."""
    whole = rt.put(np.arange(-1, 9, dtype="f4"))
    view = whole[1:-1]
    whole.freeze()
    return view


@pytest.mark.parametrize(
    "make",
    [read_only_file, read_only_array, handed_round, frozen, frozen_and_donated, a_view_of_frozen],
)
def test_read_only_memory_is_shared_read_only_or_not_at_all(
    make: Callable[[srt.Runtime, Path], srt.Buffer], rt: srt.Runtime, tmp_path: Path
) -> None:
    """Row 62."""
    x = make(rt, tmp_path)
    for version in ((1, 0), (1, 3), (2, 0)):
        shared = consume(x.__dlpack__(max_version=version))
        assert shared == ("dltensor_versioned", READ_ONLY, x._address)
    array = np.from_dlpack(x)
    assert not array.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 7
    with pytest.raises(FrozenBufferError):
        rt.device().stream().fill(rt.from_dlpack(x), 7.0)
    old: dict[str, Any]
    for old in ({}, {"max_version": (0, 8)}, {"copy": False}):  # nobody could tell the consumer
        with pytest.raises(BufferError, match=r"ask for max_version=\(1, 0\)") as caught:
            x.__dlpack__(**old)
        assert type(caught.value) is SharingError
    assert consume(x.__dlpack__(copy=True)).name == "dltensor"
    copied = consume(x.__dlpack__(copy=True, max_version=(1, 0)))
    assert copied.flags == IS_COPIED
    assert copied.address != x._address
    own = np.from_dlpack(x, copy=True)
    own[:] = 9
    assert values(x) == list(range(8))


def test_other_memory_is_shared_writable_with_consumers_of_every_version(rt: srt.Runtime) -> None:
    """Row 62."""
    x = rt.put(np.arange(8, dtype="f4"))
    assert consume(x.__dlpack__()).name == "dltensor"
    for options in ({"max_version": (1, 0)}, {"copy": False, "dl_device": (1, 0)}):
        capsule = x.__dlpack__(**({"max_version": (1, 1)} | options))  # type: ignore[dict-item, arg-type]
        assert consume(capsule) == ("dltensor_versioned", 0, x._address)
    assert x.__dlpack_device__() == (1, 0)
    np.from_dlpack(x[3:])[0] = 7
    assert values(x) == [0, 1, 2, 7, 4, 5, 6, 7]
    assert np.from_dlpack(x[8:]).shape == (0,)


def test_what_the_cpu_cannot_share_is_refused_with_a_buffer_error(rt: srt.Runtime) -> None:
    """Row 62."""
    x, dates = rt.put(np.ones(3, "f4")), rt.put(np.ones(3, "M8[s]"))
    share: Any = x.__dlpack__
    cases: list[tuple[Callable[[], object], type[Exception], str]] = [
        (lambda: share(stream=1), SharingError, "stream is 1; it is None for memory of the CPU"),
        (lambda: share(dl_device=(2, 0)), SharingError, "unsupported device requested; "),
        (dates.__dlpack__, SharingError, "; fetch it"),
        (lambda: share(max_version=1), ArgumentTypeError, "max_version must be None or a tuple"),
        (lambda: share(dl_device="cpu"), ArgumentTypeError, "dl_device must be a tuple; "),
    ]
    for use, kind, text in cases:
        with pytest.raises(kind, match=r"^share <Buffer #.* by DLPack: ") as caught:
            use()
        assert type(caught.value) is kind
        assert text in str(caught.value)


def test_a_simulated_devices_memory_does_not_count_as_the_cpus() -> None:
    """Row 62."""
    with srt.Runtime(["sim:0"], backends=[Simulator()]) as rt:
        x = rt.put(np.arange(4))
        for use in (x.__dlpack__, x.__dlpack_device__, lambda: np.from_dlpack(x)):
            with pytest.raises(BufferError, match="its memory is not the host's; fetch it") as info:
                use()
            assert type(info.value) is SharingError


def test_what_has_no_memory_any_more_is_not_shared(tmp_path: Path) -> None:
    """Row 62: deleted, made in a capture, of a runtime that was closed."""
    with srt.Runtime() as rt:
        deleted, open_buffer, mapped = rt.empty(4), rt.empty(4), read_only_file(rt, tmp_path)
        earlier = np.from_dlpack(mapped)
        deleted.delete()
        with rt.capture() as graph:
            captured = rt.empty(4)
            graph.output("y", captured)
            rt.device().stream().fill(captured, 1.0)
    cases: list[tuple[srt.Buffer, type[Exception]]] = [
        (deleted, DeletedBufferError),
        (captured, StateError),
        (open_buffer, ClosedError),
        (mapped, ClosedError),
    ]
    for buffer, kind in cases:
        consumer: Callable[[], object] = functools.partial(np.from_dlpack, buffer)
        for use in (buffer.__dlpack__, buffer.__dlpack_device__, consumer):
            with pytest.raises(kind) as caught:
                use()
            assert type(caught.value) is kind
    assert earlier.tolist() == list(range(8))


@pytest.mark.parametrize("kind", ["apart", "pinning", "seen", "seen+pinning"])
async def test_a_device_that_does_not_see_the_host_gets_none_of_its_memory(kind: str) -> None:
    """Row 82: each call is refused, and nothing reaches the backend."""
    backend = next(backend for backend in strict_backends() if backend.kind == kind)
    with srt.Runtime(["cpu:0", kind], backends=[backend]) as rt:
        device = rt.device(kind)
        x, y = rt.put(np.ones(8), "cpu"), rt.wrap(np.ones(8), "cpu")
        far = rt.empty(8, "f8", device)
        stream = device.stream()
        refused: list[tuple[Callable[[], object], str]] = [
            (lambda: rt.wrap(np.ones(8), device), "cannot use the host's memory; use rt.put"),
            (lambda: rt.from_dlpack(np.ones(8), device), "cannot use the host's memory; use rt."),
            (lambda: stream.launch(axpy, x, far, alpha=1.0), f"copy it with x.to('{kind}:0')"),
            (lambda: stream.launch(axpy, far, y, alpha=1.0), f"copy it with y.to('{kind}:0')"),
        ]
        if not device.host_sees:
            refused += [
                (lambda: np.from_dlpack(far), "its memory is not the host's; fetch it, or"),
                (lambda: stream.call(print, far), "not the host's; fetch it, or copy it with"),
            ]
        for call, words in refused:
            with pytest.raises(ArgumentError, match=re.escape(words)):
                call()
        assert backend.launches == []
        await stream.copy(far, y)  # which is a device's own job
        assert (await far.fetch() == 1).all()
        assert backend.wrong == []
