"""What the tests of `streamrt._compile` share: kernels called for real, without a runtime."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from streamrt._compile.kernel import Kernel
from streamrt._compile.llvm import compiler as llvm
from streamrt._compile.llvm.loading import acquire
from streamrt._compile.signatures.layout import Layout

Entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)


class FakeBuffer:
    """As much of a Buffer as kernels know."""

    CPU = "cpu:0"  # devices are told apart by identity

    def __init__(self, array: np.ndarray, device: object = CPU) -> None:
        self.array = array
        self._layout = Layout(device, array.dtype, array.shape, array.strides)
        self._region = SimpleNamespace(tracked=SimpleNamespace(memory=id(array)), start=0, stop=1)
        self._address = array.ctypes.data

    def _distance(self, other: FakeBuffer, /) -> None:
        """Each has memory of its own."""


def run(kernel: Kernel, *arguments: object, parts: int = 1) -> list[int]:
    """Runs a kernel as the native queue does, in so many parts; returns their codes."""
    buffers = [FakeBuffer(a) if isinstance(a, np.ndarray) else a for a in arguments]
    key, _, _, values = kernel.bind(*buffers)
    plan = kernel.plan(key[1:])
    entry = Entry(acquire(plan).address)
    words = (ctypes.c_int64 * len(plan.words))(*plan.words)
    slots = struct.pack("<Q" + plan.slots, ctypes.addressof(words), *values)
    edges = [plan.extent * part // parts for part in range(parts + 1)]
    return [entry(slots, lo, hi) for lo, hi in pairwise(edges)]


Run = Callable[..., list[int]]


@pytest.fixture(autouse=True)
def cache_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of its own for each test, which the user's must not notice."""
    directory = tmp_path / "cache"
    monkeypatch.setenv("STREAMRT_CACHE_DIR", str(directory))
    llvm.disk.cache_clear()
    yield directory
    llvm.disk.cache_clear()


@pytest.fixture(name="run", scope="session")
def run_fixture() -> Run:
    """Runs a kernel over arrays and scalars; returns what each part's call returned."""
    return run


@pytest.fixture(scope="session")
def make_buffer() -> type[FakeBuffer]:
    """Makes a fake Buffer of an array and, if not `cpu:0`, a device."""
    return FakeBuffer
