"""SPENT: how often and how long this process has compiled, whoever asked for it, for metrics."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass(slots=True)
class Spent:
    """Counts of the whole process, which only rise; they are kept from its start.

    Attributes:
        compiled: the number of compilations, by LLVM and by CUDA's compiler.
        seconds: the time that they took; waiting for another thread's does not count.
        found: the number of kernels that were on disk instead.
        since: when counting began, in seconds since 1970.
    """

    compiled: int = 0
    seconds: float = 0.0
    found: int = 0
    since: float = field(default_factory=time.time)

    def note_compiled(self, seconds: float) -> float:
        """Counts a compilation that took so long, and returns that time."""
        self.compiled += 1
        self.seconds += seconds
        return seconds


SPENT = Spent()
