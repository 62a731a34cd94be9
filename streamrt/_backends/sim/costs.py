"""A cost model: how many ns each command takes on a simulated machine."""

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
    """A cost model: a fixed time for each operation, and a time for its bytes.

    The defaults have the size of those of a GPU behind a PCIe 4 link, but of no specific one.

    Attributes:
        launch: the ns that each kernel, fill and copy takes at least.
        memory: the bytes per ns that a kernel, or a copy inside a device, moves.
        link: the bytes per ns between devices, or between a device and the host.
        latency: the additional ns of a copy over a link.
        call: the ns that each host call takes at least.
        kernels: the ns that a kernel takes instead of the time for its bytes, by its name: a
            number, or a function of its plan, which is called once for each plan.
    """

    launch: int = 5_000
    memory: float = 500.0
    link: float = 16.0
    latency: int = 2_000
    call: int = 10_000
    kernels: Mapping[str, KernelCost] = field(default_factory=dict[str, KernelCost])

    def __post_init__(self) -> None:
        for name, value in (("memory", self.memory), ("link", self.link)):
            if not check_number(value, f"make Costs: {name}", "bytes per ns") > LEAST_SPEED:
                raise ArgumentError(f"make Costs: {name} is {value!r}; it must be > 0 bytes per ns")
        for name in ("launch", "latency", "call"):
            check_count(getattr(self, name), f"make Costs: {name}", 0, MOST_NS)
        if not isinstance(self.kernels, Mapping):
            raise ArgumentTypeError(
                f"make Costs: kernels is {shown(self.kernels)}; pass ns, or functions, by name"
            )
        for name, cost in self.kernels.items():
            if not callable(cost):
                check_count(cost, f"make Costs: the cost of kernel {shown(name)}", 0, MOST_NS)

    def of_kernel(self, plan: Plan) -> int:
        """Returns the ns that a launch of a kernel takes."""
        if not isinstance(plan, Plan):
            raise ArgumentTypeError(f"cost of a kernel: found {shown(plan)}; pass its Plan")
        cost = self.kernels.get(plan.kernel)
        if cost is None:
            return self.of_bytes(plan.nbytes)
        ns = cost(plan) if callable(cost) else cost
        return min(max(0, ns), MOST_NS)

    def of_bytes(self, nbytes: int) -> int:
        """Returns the ns that work on so many bytes of a device's own memory takes."""
        check_count(nbytes, "cost of bytes: nbytes", 0, MOST_BYTES)
        return self.launch + ceil(nbytes / self.memory)

    def of_transfer(self, nbytes: int) -> int:
        """Returns the ns that a copy over a link takes."""
        check_count(nbytes, "cost of a transfer: nbytes", 0, MOST_BYTES)
        return self.launch + self.latency + ceil(nbytes / self.link)
