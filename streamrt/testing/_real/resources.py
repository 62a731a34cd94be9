"""The resources that a process holds, and whether they grow: what a soak looks at."""

from __future__ import annotations

import gc
import os
import statistics
import subprocess
import sys
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

MOST_GROWTH = {"kib": 4096, "threads": 2, "descriptors": 4, "objects": 2000}
"""The growth that is allowed between the second and the last third of a soak.

Of memory, because allocators keep pages, and threads' arenas come and go with them. Of the rest,
because a worker may just be ending.
"""

WARM = 300.0  # seconds
MOST_SOON = {**MOST_GROWTH, "kib": 32768}
"""The same for a soak shorter than WARM: until then the arenas of threads still become larger."""

_BURN = """
import os
parent = os.getppid()
os.nice(5)
while os.getppid() == parent:
    for _ in range(1_000_000):
        pass
"""


def allowed(seconds: float) -> Mapping[str, int]:
    """Returns the growth that is allowed in a soak of some seconds."""
    return MOST_SOON if seconds < WARM else MOST_GROWTH


class SoakFailedError(AssertionError):
    """A soak found something that must not happen; its text says what."""


class Sample(NamedTuple):
    """The resources that the process holds between two rounds of a soak.

    Attributes:
        kib: the memory that is resident, in KiB.
        threads: the number of Python's threads.
        descriptors: the number of open file descriptors.
        objects: the number of objects that the collector knows.
    """

    kib: int
    threads: int
    descriptors: int
    objects: int


def sample() -> Sample:
    """Collects garbage, and returns what the process holds then."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    descriptors = len(os.listdir("/proc/self/fd"))
    kib = pages * os.sysconf("SC_PAGE_SIZE") // 1024
    return Sample(kib, threading.active_count(), descriptors, len(gc.get_objects()))


def check_flat(samples: Sequence[Sample], most: Mapping[str, int] = MOST_GROWTH) -> list[str]:
    """Compares the last third of a soak with the second: the first is its warm-up.

    Args:
        samples: what the process held after each round.
        most: the growth that is allowed, by resource.

    Returns:
        A line for each resource, with what was compared; or one that says why nothing was.

    Raises:
        SoakFailedError: a resource grew by more than that.
    """
    third = len(samples) // 3
    if third < 2:
        return ["too short to judge growth"]
    lines: list[str] = []
    for name in Sample._fields:
        values: list[int] = [getattr(each, name) for each in samples]
        before = statistics.median(values[third : 2 * third])
        after = statistics.median(values[2 * third :])
        lines.append(f"{name}: {before:.0f} in the second third, {after:.0f} in the last")
        if after - before > most[name]:
            raise SoakFailedError(f"{name} grew from {before} to {after}: {values}")
    return lines


@contextmanager
def burning(number: int) -> Generator[None]:
    """Has processes burn the processors while it is entered.

    They are nicer than this one, and end with it however it ends.
    """
    processes = [subprocess.Popen([sys.executable, "-c", _BURN]) for _ in range(number)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()
