"""Load beside a measurement: Python on the loop's own thread, processes on the cores."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Generator
from pathlib import Path

# It ends by itself when its parent is gone, for whatever reason.
_SPIN = """
import os, sys
parent = int(sys.argv[1])
while os.getppid() == parent:
    for _ in range(100_000):
        pass
"""

# Turns of the loop below that take about 1 ms. Sixteen kernels of 200 µs are 3.2 ms of work, so
# a loop that comes round once in 1 ms could keep a worker fed.
_TURNS = 15_000


@contextlib.contextmanager
def busy_processes(count: int) -> Generator[None, None, None]:
    """Keeps `count` processes spinning while inside; they are pinned nowhere."""
    command = [sys.executable, "-c", _SPIN, str(os.getpid())]
    spinning: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(count):
            spinning.append(subprocess.Popen(command))
        if count:
            time.sleep(0.2)  # they start as interpreters, and load the cores only then
        yield
    finally:
        for process in spinning:
            process.kill()
        for process in spinning:
            process.wait()


async def _hog(deadline: float) -> None:
    state = 1
    while time.perf_counter() < deadline:
        for _ in range(_TURNS):
            state = (state * 5 + 1) & 0xFFFF
        await asyncio.sleep(0)


@contextlib.asynccontextmanager
async def busy_loop(seconds: float) -> AsyncGenerator[None, None]:
    """Keeps a coroutine of plain Python computing on the loop while inside, without a pause.

    It gives way to other coroutines once a millisecond and never waits for anything. It ends
    after `seconds` at the latest, because a peer whose threads need the GIL may stand still
    for as long as it runs.
    """
    hog = asyncio.create_task(_hog(time.perf_counter() + seconds))
    try:
        yield
    finally:
        hog.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await hog


class ForeignLoad:
    """Counts the cores that programs other than this one's children use.

    It reads the time that all cores were busy since it was made, and subtracts the time that
    children used which have ended since then. It finds None if the system does not say.
    """

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self._busy = _busy_seconds()
        self._own = cpu_seconds()

    def cores(self) -> float | None:
        """The foreign seconds of CPU per second so far."""
        busy = _busy_seconds()
        if self._busy is None or busy is None:
            return None
        foreign = busy - self._busy - (cpu_seconds() - self._own)
        return max(0.0, foreign / (time.perf_counter() - self._began))


def _busy_seconds() -> float | None:
    stat = Path("/proc/stat")
    if not stat.exists():
        return None
    # user, nice, system, idle, iowait, irq, softirq, steal
    ticks = [int(word) for word in stat.read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


def cpu_seconds() -> float:
    """The seconds of CPU that this process has used, and its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)
