"""How long things take on a simulated machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import ceil

from streamrt._compile.kernel import Plan
from streamrt.errors import ArgumentError

KernelCost = int | Callable[[Plan], int]


@dataclass(frozen=True, slots=True)
class Costs:
    """A cost model: a fixed part for each operation, and a part for its bytes.

    The defaults are of the size that a GPU behind a PCIe 4 link has; they stand for no model.

    Attributes:
        launch: ns that each kernel, fill and copy takes at least.
        memory: bytes per ns that a kernel or a copy inside a device moves.
        link: bytes per ns between devices, or between a device and the host.
        latency: further ns of a copy over a link.
        kernels: by name, how many ns a kernel takes in place of what its bytes say: a number,
            or a function of its plan, asked once for each plan.
    """

    launch: int = 5_000
    memory: float = 500.0
    link: float = 16.0
    latency: int = 2_000
    kernels: Mapping[str, KernelCost] = field(default_factory=dict[str, KernelCost])

    def __post_init__(self) -> None:
        for name, value in (("memory", self.memory), ("link", self.link)):
            if not value > 0:
                raise ArgumentError(f"make Costs: {name} is {value!r}; it is above 0 bytes per ns")
        for name, value in (("launch", self.launch), ("latency", self.latency)):
            if value < 0:
                raise ArgumentError(f"make Costs: {name} is {value!r}; it is at least 0 ns")

    def of_kernel(self, plan: Plan) -> int:
        """How many ns a launch of a kernel takes."""
        cost = self.kernels.get(plan.kernel)
        if cost is None:
            return self.of_bytes(plan.nbytes)
        return max(0, cost(plan) if callable(cost) else cost)

    def of_bytes(self, nbytes: int) -> int:
        """How many ns it takes to work on so many bytes of a device's own memory."""
        return self.launch + ceil(nbytes / self.memory)

    def of_transfer(self, nbytes: int) -> int:
        """How many ns a copy over a link takes."""
        return self.launch + self.latency + ceil(nbytes / self.link)
