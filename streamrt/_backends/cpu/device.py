"""The CPU backend: kernels of LLVM IR and native functions, on native queues."""

from __future__ import annotations

from streamrt._compile.llvm.loading import Entry, acquire, release
from streamrt._compile.plan import Plan
from streamrt._native.core import Core, core
from streamrt._native.device import HostDevice
from streamrt._native.queue import NativeQueue
from streamrt._native.timeline import Timeline


class CpuDevice(HostDevice):
    """One CPU device. Several of them share the cores, but each has its own memory pool."""

    def __init__(self, native: Core) -> None:
        super().__init__(native)
        self._code: dict[int, Entry] = {}  # of each loaded plan

    def load(self, plan: Plan) -> int:
        entry = acquire(plan)
        try:
            handle = self.load_entry(
                entry.address, plan.extent, plan.grain, plan.codes, plan.words, plan.bound
            )
        except BaseException:
            release(entry)
            raise
        self._code[handle] = entry
        return handle

    def unload(self, plan: int) -> None:
        entry = self._code.pop(plan, None)
        super().unload(plan)
        if entry is not None:
            release(entry)

    def open_queue(self, name: str, timeline: Timeline) -> NativeQueue:
        queue = super().open_queue(name, timeline)
        self._core.drain_by_submitters(queue.handle)
        return queue


class CpuBackend:
    """The kind `cpu`: one device by default, more if a runtime asks for them."""

    kind = "cpu"

    def count(self) -> int:
        return 1

    def open(self, index: int) -> CpuDevice:
        del index  # all of them are the same cores
        return CpuDevice(core())
