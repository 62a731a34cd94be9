"""The CPU backend: what the contract asks for, in terms of the native core."""

from __future__ import annotations

from streamrt._compile import llvm
from streamrt._compile.kernel import Plan
from streamrt._native.core import Core, core
from streamrt._native.queue import NativeQueue
from streamrt.errors import SignatureError

MOST_PARAMETERS = 32  # native.h, plan.codes


class CpuDevice:
    """One CPU device. Several share the cores, but not their memory pools."""

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

    def load_copy(self, words: tuple[int, ...], extent: int, grain: int) -> int:
        """A plan for the native copy; see entries.h for the layout words."""
        return self.load_entry(self._core.entries["srt_copy"], extent, grain, "QQ", words)

    def load_fill(self, words: tuple[int, ...], extent: int, grain: int) -> int:
        """A plan for the native fill; see entries.h for the layout words."""
        return self.load_entry(self._core.entries["srt_fill"], extent, grain, "QQ", words)

    def load_entry(
        self, entry: int, extent: int, grain: int, codes: str, words: tuple[int, ...]
    ) -> int:
        """A native plan for an entry at an address."""
        if extent > grain:
            self._core.start_workers()
        return self._core.new_plan(entry, extent, grain, tuple(map(ord, codes)), words)

    def unload(self, plan: int) -> None:
        self._core.release(plan)

    def open_queue(self, name: str, index: int, limit: int) -> NativeQueue:
        return NativeQueue(self._core, name, index, limit)

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
