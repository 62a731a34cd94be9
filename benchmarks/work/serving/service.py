"""The service: it takes requests from a socket, asks a peer, and sends the answers back.

1. The capacity is the rows a second of full batches of the compiled network, one after the other.
   It is measured before and after each load, while no requests come. A load is a part of the
   capacity before it, and its results are parts of the mean of the two.
2. All peers get the same requests a second, so the capacity is the compiled network's for all.
3. The network and what it is compared with have one thread, because the load has a process of its
   own, on a machine of two cores.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt
from benchmarks.scale import Scale
from benchmarks.work.clocks import Results
from benchmarks.work.serving import wire
from benchmarks.work.serving.network import MOST, Array, Compiled, Network

LOADS = (50, 80, 95, 120, 300)
"""The loads, in percent of the capacity."""

FEWEST = 100
"""Requests a second of a load at least, so that a slow machine has some to measure."""

SLACK = 1e-3
"""Seconds after a deadline in which a batch is not late: the clocks are read one by one."""

Ask: TypeAlias = Callable[[Array, float], Awaitable[Array]]
"""A row and its deadline, by the monotonic clock, to its scores.

It raises OverloadedError if the request was refused, and TimeoutError if it has expired.
"""


@dataclass
class Ran:
    """The batches that were run, their rows, and those of both that began too late for anybody.

    Attributes:
        rows: rows that were run.
        late_rows: those whose batch began after their deadline.
        batches: batches that were run.
        late_batches: those that began after the deadlines of all their rows.
    """

    rows: int = 0
    late_rows: int = 0
    batches: int = 0
    late_batches: int = 0

    def add(self, began: float, dues: Sequence[float]) -> None:
        """Counts a batch that began at a time of the monotonic clock."""
        late = sum(due + SLACK < began for due in dues)
        self.rows += len(dues)
        self.late_rows += late
        self.batches += 1
        self.late_batches += late == len(dues)


@dataclass(frozen=True)
class Opened:
    """The service of a peer, while it is open.

    Attributes:
        ask: asks it.
        ran: gives what was run since it was called last.
    """

    ask: Ask
    ran: Callable[[], Awaitable[Ran]]


Open: TypeAlias = Callable[[Compiled], contextlib.AbstractAsyncContextManager[Opened]]


@dataclass
class _Line(asyncio.Protocol):
    """One connection: a task for each request, and one write for the answers of a turn."""

    ask: Ask
    network: Network
    answers: list[bytes] = field(default_factory=list[bytes])
    tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])
    nothing: bytes = b""
    records: Any = None
    transport: Any = None

    def __hash__(self) -> int:
        return id(self)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.nothing = bytes(4 * self.network.outputs)
        self.records = wire.Records(wire.request_of(self.network))

    def data_received(self, data: bytes) -> None:
        found = self.records.take(data)
        heads = zip(found["number"].tolist(), found["due"].tolist(), strict=True)
        for (number, due), row in zip(heads, found["row"], strict=True):
            task = asyncio.create_task(self._one(number, row, due))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _one(self, number: int, row: Array, due: float) -> None:
        how, scores = wire.ANSWERED, self.nothing
        try:
            scores = np.asarray(await self.ask(row, due), np.float32).tobytes()
        except srt.errors.OverloadedError:
            how = wire.REFUSED
        except TimeoutError:
            how = wire.EXPIRED
        if not self.answers:
            asyncio.get_running_loop().call_soon(self._flush)
        self.answers.append(wire.HEAD.pack(number, how) + scores)

    def _flush(self) -> None:
        self.transport.write(b"".join(self.answers))
        self.answers.clear()


async def measured(network: Network, open_peer: Open, scale: Scale) -> Results:
    """The rows of a peer: each load in turn."""
    results: Results = {}
    seconds = scale.seconds(network.seconds, network.seconds / 4)
    with srt.Runtime(threads=1) as rt:
        compiled = Compiled(rt, network)
        await compiled.warm()
        async with open_peer(compiled) as peer, _listening(network, peer.ask) as path:
            await _warmed(network, peer.ask)
            before = await compiled.rate(scale.seconds(1.0, 0.3))
            for load in LOADS:
                await peer.ran()
                rate = max(FEWEST, before * load / 100)
                found = await _loaded(network, path, rate, seconds, seed=load)
                after = await compiled.rate(scale.seconds(1.0, 0.3))
                results |= rows_of(network, load, found, await peer.ran(), (before + after) / 2)
                before = after
    return results | {f"{network.name}-capacity": before}


async def _warmed(network: Network, ask: Ask) -> None:
    """Asks for full batches before anything is measured."""
    rows, expected = (each[:MOST] for each in network.samples)
    for _ in range(3):
        found = await asyncio.gather(*[ask(row, time.monotonic() + 60) for row in rows])
        np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3)


@contextlib.asynccontextmanager
async def _listening(network: Network, ask: Ask) -> AsyncGenerator[str]:
    """Answers requests at a socket; gives its path."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "socket")
        loop = asyncio.get_running_loop()
        server = await loop.create_unix_server(lambda: _Line(ask, network), path)
        async with server:
            yield path


async def _loaded(
    network: Network, path: str, rate: float, seconds: float, seed: int
) -> dict[str, float]:
    """The counts of the process of the load."""
    arguments = [network.name, path, str(rate), str(seconds), str(seed)]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.work.serving.load", *arguments),
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    if process.returncode:
        raise RuntimeError(f"load the service: the process ended with {process.returncode}")
    found: dict[str, float] = json.loads(output.decode().strip().rsplit("\n", 1)[-1])
    return found


def rows_of(
    network: Network, load: int, found: dict[str, float], ran: Ran, capacity: float
) -> Results:
    """The values of a load; a time is left out if nothing was answered."""
    batch, name = MOST / capacity, network.name
    in_time = found["in_time"] / found["sent"]
    rows = {
        f"{name}-{load}": in_time if load <= 100 else found["in_time_a_second"] / capacity,
        f"{name}-p50-{load}": found["p50"] / batch,
        f"{name}-p99-{load}": found["p99"] / batch,
        f"{name}-kernels-{load}": 100 * ran.late_batches / max(1, ran.batches),
        f"{name}-nobody-{load}": 100 * ran.late_rows / max(1, ran.rows),
        f"{name}-refused-{load}": 100 * found["refused"] / found["sent"],
    }
    return {key: value for key, value in rows.items() if np.isfinite(value)}
