"""The CPU backend: kernels of LLVM IR and native functions, on native queues."""

from __future__ import annotations

from streamrt._compile import llvm
from streamrt._compile.kernel import Plan
from streamrt._compile.signature import MAX_PARAMETERS
from streamrt._native.core import core
from streamrt._native.device import NativeDevice
from streamrt.errors import SignatureError


class CpuDevice(NativeDevice):
    """One CPU device. Several share the cores, but not their memory pools."""

    def load(self, plan: Plan) -> int:
        if len(plan.codes) > MAX_PARAMETERS:
            raise SignatureError(
                f"load {plan.kernel}: it has {len(plan.codes)} parameters; at most "
                f"{MAX_PARAMETERS} are possible"
            )
        return self.load_entry(llvm.load(plan), plan.extent, plan.grain, plan.codes, plan.words)


class CpuBackend:
    """The kind `cpu`: one device by default, more where a runtime asks for them."""

    kind = "cpu"

    def count(self) -> int:
        return 1

    def open(self, index: int) -> CpuDevice:
        del index  # all of them are the same cores
        return CpuDevice(core())
