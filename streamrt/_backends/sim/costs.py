"""How long things take on a simulated machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import ceil

from streamrt._compile.kernel import Plan
from streamrt._core.values import check_count, check_number, shown
from streamrt.errors import ArgumentError, ArgumentTypeError

MOST_NS = 1 << 60  # some thirty years: times are 64-bit numbers
MOST_BYTES = 1 << 60
LEAST_SPEED = 1e-9  # bytes per ns

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
            if not check_number(value, f"make Costs: {name}", "bytes per ns") > LEAST_SPEED:
                raise ArgumentError(f"make Costs: {name} is {value!r}; it is above 0 bytes per ns")
        for name, value in (("launch", self.launch), ("latency", self.latency)):
            check_count(value, f"make Costs: {name}", 0, MOST_NS)
        if not isinstance(self.kernels, Mapping):
            raise ArgumentTypeError(
                f"make Costs: kernels is {shown(self.kernels)}; pass ns, or functions, by name"
            )
        for name, cost in self.kernels.items():
            if not callable(cost):
                check_count(cost, f"make Costs: the cost of kernel {shown(name)}", 0, MOST_NS)

    def of_kernel(self, plan: Plan) -> int:
        """How many ns a launch of a kernel takes."""
        if not isinstance(plan, Plan):
            raise ArgumentTypeError(f"cost of a kernel: found {shown(plan)}; pass its Plan")
        cost = self.kernels.get(plan.kernel)
        if cost is None:
            return self.of_bytes(plan.nbytes)
        ns = cost(plan) if callable(cost) else cost
        return min(max(0, ns), MOST_NS)

    def of_bytes(self, nbytes: int) -> int:
        """How many ns it takes to work on so many bytes of a device's own memory."""
        check_count(nbytes, "cost of bytes: nbytes", 0, MOST_BYTES)
        return self.launch + ceil(nbytes / self.memory)

    def of_transfer(self, nbytes: int) -> int:
        """How many ns a copy over a link takes."""
        check_count(nbytes, "cost of a transfer: nbytes", 0, MOST_BYTES)
        return self.launch + self.latency + ceil(nbytes / self.link)
