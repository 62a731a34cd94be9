"""The amount that one case measures."""

from __future__ import annotations

from dataclasses import dataclass

SHORT_KERNEL = 200e-6
STAGE_FACTOR = 10  # a stage of the load/compute pipeline lasts 2 ms


@dataclass(frozen=True, slots=True)
class Scale:
    """The amount to measure, which every case is given.

    Attributes:
        quick: whether a rough answer is enough.
        iterations: the number that makes one STAGE kernel last 200 µs, the
            same for all peers.
    """

    quick: bool
    iterations: int

    @property
    def short(self) -> int:
        """The number of iterations that makes a STAGE kernel last 20 µs."""
        return max(1, self.iterations // 10)

    def count(self, full: int, quick: int) -> int:
        """Returns `full`, or `quick` for a rough answer."""
        return quick if self.quick else full

    def seconds(self, full: float, quick: float) -> float:
        """Returns `full`, or `quick` for a rough answer."""
        return quick if self.quick else full
