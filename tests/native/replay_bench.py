"""A device and a queue that launches its programs, without a runtime."""

from __future__ import annotations

import ctypes

import numpy as np

import streamrt as srt
from streamrt._backends.cpu.device import CpuBackend, CpuDevice
from streamrt._compile.llvm.loading import acquire
from streamrt._compile.signatures.layout import Layout
from streamrt._core.commands import Launch
from streamrt._native.core import Core
from streamrt._native.queue import CELL_BYTES, CellStatus, NativeQueue
from streamrt._native.timeline import Timeline
from streamrt.backend import Program, ProgramStep

CELLS = 64
FOREVER = -1
DTYPES = {"f32": "f4", "u32": "u4"}


class Bench:
    """A device without a runtime, and a queue that launches its programs."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.device: CpuDevice = CpuBackend().open(0)
        self.queue = NativeQueue(core, "bench", Timeline(1, CELLS, core))
        self._cells = core.new_cells(CELLS)
        self._count = 0

    def submit(self, handle: int, *bases: int) -> tuple[int, CellStatus]:
        """Launches a program; returns the value it signals and its cell, for CELLS submissions."""
        cell = self._cells + CELL_BYTES * (self._count % CELLS)
        self._count += 1
        status = CellStatus.from_address(cell)
        status.state = status.node = status.error = status.deadline = 0
        return self.queue.push([Launch(cell, handle, bases)]), status

    def cell_of(self, status: CellStatus) -> int:
        """Returns the address of a cell."""
        return ctypes.addressof(status)

    def sync(self, value: int) -> None:
        while self.queue.completed < value:
            self.core.srt_sync(self.queue.handle, value, 0, FOREVER)

    def replay(self, handle: int, *bases: int) -> tuple[int, int, int]:
        """Launches a program and waits; returns its state, error code and node."""
        value, status = self.submit(handle, *bases)
        self.sync(value)
        return status.state, status.error, status.node

    def load(self, kernel: srt.Kernel, *counts: int, grain: int = 1 << 40) -> int:
        """A plan for dense arrays of so many elements."""
        arrays = kernel.signature.arrays
        layouts = [
            Layout(None, np.dtype(DTYPES[p.dtype]), (n,))
            for p, n in zip(arrays, counts, strict=True)
        ]
        plan = kernel.plan(layouts)
        entry = acquire(plan).address
        return self.device.load_entry(entry, plan.extent, grain, plan.codes, plan.words)

    def close(self) -> None:
        assert self.queue.close(10)
        self.queue.free()
        self.device.close()
        self.core.release(self._cells)


def idle_program(bench: Bench, streams: int) -> Program:
    """A step on each stream, the first behind all others; it reads and writes nothing."""
    plan = bench.device.load_standard("copy", (1, 4, 0, 4, 4), 0, 1)
    waits = tuple((s, 1) for s in range(1, streams))
    steps = [ProgramStep(s, plan, (0, 0), (), () if s else waits) for s in range(streams)]
    return Program(tuple((step,) for step in steps), 0)
