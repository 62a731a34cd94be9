"""The CPU backend: what the contract asks for, in terms of the native core."""

from __future__ import annotations

from streamrt._compile import llvm
from streamrt._compile.kernel import Plan
from streamrt._native.core import Core, core
from streamrt._native.queue import NativeQueue
from streamrt._native.timeline import Timeline
from streamrt.errors import SignatureError

MOST_PARAMETERS = 32  # native.h, plan.codes
CODES = {"copy": "PP", "fill": "PQ"}


class CpuDevice:
    """One CPU device. Several share the cores, but not their memory pools."""

    runs = "cpu"
    host_memory = True

    def __init__(self, native: Core) -> None:
        self._core = native

    def alloc(self, nbytes: int) -> int:
        return self._core.allocate(nbytes)

    def free(self, address: int) -> None:
        self._core.release(address)

    def load(self, plan: Plan) -> int:
        if len(plan.codes) > MOST_PARAMETERS:
            raise SignatureError(
                f"load {plan.kernel}: it has {len(plan.codes)} parameters; at most "
                f"{MOST_PARAMETERS} are possible"
            )
        return self.load_entry(llvm.load(plan), plan.extent, plan.grain, plan.codes, plan.words)

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        entry = self._core.entries.get(f"srt_{name}")
        if entry is None:
            raise NotImplementedError(f"the CPU has no operation {name}")
        return self.load_entry(entry, extent, grain, CODES[name], words)

    def load_entry(
        self, entry: int, extent: int, grain: int, codes: str, words: tuple[int, ...]
    ) -> int:
        """A native plan for an entry at an address."""
        if extent > grain:
            self._core.start_workers()
        return self._core.new_plan(entry, extent, grain, tuple(map(ord, codes)), words)

    def unload(self, plan: int) -> None:
        self._core.release(plan)

    def can_wait_on(self, timeline: int) -> bool:
        del timeline  # all of them are native words
        return True

    def open_queue(self, name: str, timeline: Timeline) -> NativeQueue:
        return NativeQueue(self._core, name, timeline)

    def close(self) -> None:
        pass


class CpuBackend:
    """The kind `cpu`: one device by default, more where a runtime asks for them."""

    kind = "cpu"

    def count(self) -> int:
        return 1

    def open(self, index: int) -> CpuDevice:
        del index  # all of them are the same cores
        return CpuDevice(core())
