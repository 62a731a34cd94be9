"""Load beside what is measured: Python on the loop's own thread, processes on the cores."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Generator
from pathlib import Path

# Ends by itself when its parent is gone, however that came about.
_SPIN = """
import os, sys
parent = int(sys.argv[1])
while os.getppid() == parent:
    for _ in range(100_000):
        pass
"""

# Turns of the loop below that take about 1 ms: short against the 3.2 ms of work which sixteen
# kernels of 200 µs are, so that a loop which comes round once a turn could keep a worker fed.
_TURNS = 15_000


@contextlib.contextmanager
def busy_processes(count: int) -> Generator[None, None, None]:
    """While inside, `count` spinning processes run, pinned nowhere."""
    command = [sys.executable, "-c", _SPIN, str(os.getpid())]
    spinning: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(count):
            spinning.append(subprocess.Popen(command))
        if count:
            time.sleep(0.2)  # they are interpreters first and load only then
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
    """While inside, a coroutine of plain Python computes on the loop without a pause.

    It gives way to other coroutines once a millisecond and never waits for anything. It ends
    after `seconds` at the latest: beside it, a peer whose threads need the GIL may stand
    still for as long as it runs.
    """
    hog = asyncio.create_task(_hog(time.perf_counter() + seconds))
    try:
        yield
    finally:
        hog.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await hog


def foreign_load(seconds: float = 0.5) -> float | None:
    """The cores in use now by anybody, or None where the system does not say.

    Call it while no case runs: what it finds is foreign, and disturbs the numbers.
    """
    stat = Path("/proc/stat")
    if not stat.exists():
        return None

    def idle_and_all() -> tuple[int, int]:
        ticks = [int(word) for word in stat.read_text().split("\n", 1)[0].split()[1:9]]
        return ticks[3] + ticks[4], sum(ticks)

    idle_before, all_before = idle_and_all()
    time.sleep(seconds)
    idle_after, all_after = idle_and_all()
    share = 1 - (idle_after - idle_before) / max(1, all_after - all_before)
    return max(0.0, share) * (os.cpu_count() or 1)
