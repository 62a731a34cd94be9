"""The work of the pipelines that every peer builds, its clocks, and the checks of what came out.

A peer gives each clock a function that runs its pipeline once, from opening it until the last item
is there and it is closed again. Opening and closing are counted. For a peer whose pipelines are
context managers and iterators, `iterated` makes the cases.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
import threading
import time
from collections.abc import AsyncIterable, Awaitable, Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.scale import STAGE_FACTOR, Scale
from benchmarks.work import clocks, native
from benchmarks.work.busy import cpu_seconds
from benchmarks.work.clocks import Results

Array = native.Array

AHEAD = 128  # the items inside, where a peer can be told
ROWS, WIDTH = 32, 16  # the rows of a batch, and the floats of a row
WAIT = 0.002  # seconds of a load, and about those of a computation
LOADERS = 8

# -- functions -------------------------------------------------------------------------------------


def add_one(number: int) -> int:
    return number + 1


async def aadd_one(number: int) -> int:
    await asyncio.sleep(0)
    return number + 1


def write_row(number: int, x: Array) -> None:
    x[0] = number


def make_row(number: int) -> Array:
    row = np.empty(WIDTH, np.float32)
    row[0] = number
    return row


def load(number: int) -> int:
    """Waits as long as a load of 2 ms does, without the GIL."""
    time.sleep(WAIT)
    return number


# -- µs an item ------------------------------------------------------------------------------------


def taken(numbers: Iterable[int]) -> int:
    """Takes all items, and returns their sum."""
    return sum(numbers)


async def ataken(numbers: AsyncIterable[int]) -> int:
    """Takes all items, and returns their sum."""
    total = 0
    async for number in numbers:
        total += number
    return total


def taken_rows(batches: Iterable[Array]) -> int:
    """Takes all batches, and returns the sum of what `write_row` or `make_row` wrote."""
    return sum(int(batch[:, 0].sum(dtype=np.float64)) for batch in batches)


async def each(
    name: str, run: Callable[[int], Awaitable[int]], count: int, added: int = 1
) -> Results:
    """The µs that a pipeline takes for each of its items; the median of three, after a warm-up.

    Args:
        name: of the row.
        run: takes as many items through a pipeline of one stage, and returns the sum of them.
        count: how many.
        added: what the stage adds to an item.
    """
    samples: list[float] = []
    await run(count // 10)
    for _ in range(3):
        began = time.perf_counter()
        total = await run(count)
        samples.append((time.perf_counter() - began) / count * 1e6)
        clocks.check(total == count * (count - 1) // 2 + added * count, "items were lost")
    return {name: clocks.median(samples)}


# -- load and compute ------------------------------------------------------------------------------


class Compute:
    """The computation behind a load: a STAGE kernel of about 2 ms, which needs no GIL."""

    def __init__(self, scale: Scale) -> None:
        self.iterations = scale.iterations * STAGE_FACTOR
        source, total = native.stage_arrays()
        self._call = native.prepare(native.STAGE, source, total, scalar=np.int64(self.iterations))

    def __call__(self, number: int) -> int:
        self._call()
        return number


@contextlib.contextmanager
def python_computes() -> Generator[None]:
    """Keeps a thread computing in plain Python while inside; it never gives way by itself."""
    ended = threading.Event()

    def turn() -> None:
        state = 1
        while not ended.is_set():
            for _ in range(15_000):
                state = (state * 5 + 1) & 0xFFFF

    thread = threading.Thread(target=turn, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


async def overlap_results(run: Callable[[int], Awaitable[int]], scale: Scale) -> Results:
    """The ideal time of loads and computations that overlap, over the time it took.

    The ideal is one computation after the other, and one load that nothing can hide. Both lengths
    are measured in the same process, with nothing beside them.

    Args:
        run: takes as many items through load and compute, and returns how many came out.
        scale: the amount to measure.
    """
    loading = clocks.seconds_of(lambda: load(0), 20)
    items = scale.count(500, 60)
    results: Results = {}
    for name in ("pipe-overlap", "pipe-overlap-busy"):
        await run(2 * LOADERS)
        # Measured right before, because processors change their speed.
        computing = native.stage_seconds(scale.iterations * STAGE_FACTOR)
        items = items if name == "pipe-overlap" else items // 4
        with python_computes() if name.endswith("busy") else contextlib.nullcontext():
            began = time.perf_counter()
            found = await run(items)
            elapsed = time.perf_counter() - began
        clocks.check(found == items, "items were lost")
        results[name] = (items * computing + loading) / elapsed
    return results


# -- PNG files -------------------------------------------------------------------------------------

SIDE, FILES = 128, 1500
PIXELS = SIDE * SIDE * 3
DECODERS = 2


def png_files() -> list[Path]:
    """The PNG files, each another smooth picture with noise. They are written once and stay."""
    folder = Path(tempfile.gettempdir()) / f"streamrt-benchmarks-{FILES}-png-{SIDE}"
    if not folder.exists():
        from PIL import Image

        with tempfile.TemporaryDirectory(dir=folder.parent) as made:
            rng = np.random.default_rng(0)
            ramp = np.linspace(0, 4, SIDE)
            for number in range(FILES):
                x, y = ramp + rng.uniform(0, 6), ramp[:, None] * rng.uniform(0.5, 2)
                waves = np.stack([np.sin(x + y + phase) for phase in range(3)], axis=-1)
                noise = rng.normal(0, 4, waves.shape)
                pixels = np.clip(128 + 100 * waves + noise, 0, 255).astype(np.uint8)
                Image.fromarray(pixels).save(Path(made) / f"{number:05}.png")
            with contextlib.suppress(OSError):  # another process was first
                Path(made).rename(folder)
            Path(made).mkdir(exist_ok=True)  # which is removed now
    return sorted(folder.glob("*.png"))


_SCALE = np.float32(1 / 255)


def decode(path: Path, image: Array) -> None:
    """Writes a picture's pixels, as floats from 0 to 1."""
    from PIL import Image

    with Image.open(path) as file:
        np.multiply(np.asarray(file), _SCALE, out=image)


def decoded(path: Path) -> Array:
    """Returns a picture's pixels, as floats from 0 to 1."""
    from PIL import Image

    with Image.open(path) as file:
        return np.multiply(np.asarray(file), _SCALE)


class Network:
    """A small network in NumPy, which all peers call with batches of pictures."""

    def __init__(self) -> None:
        rng = np.random.default_rng(1)
        self._first = rng.standard_normal((PIXELS, 32), np.float32) / np.float32(PIXELS**0.5)
        self._second = rng.standard_normal((32, 10), np.float32)

    def __call__(self, pictures: Array) -> Array:
        x = pictures.reshape(-1, PIXELS)
        return np.maximum(x @ self._first, np.float32(0)) @ self._second


async def png_results(
    run: Callable[[Sequence[Path], Network], Awaitable[list[Array]]], scale: Scale
) -> Results:
    """Pictures a second, and the CPU time of each; the median of three epochs, after a warm-up.

    Args:
        run: decodes the files in batches, and returns what the network gave for each batch.
        scale: the amount to measure.
    """
    is_one = os.environ.get("OPENBLAS_NUM_THREADS") == "1"  # benchmarks.case sets it
    clocks.check(is_one, "BLAS may use more than one thread")
    files, network = png_files()[: scale.count(FILES, 4 * ROWS)], Network()
    first = network(np.stack([decoded(path) for path in files[:ROWS]]))
    rates: list[float] = []
    costs: list[float] = []
    await run(files[: 2 * ROWS], network)
    for _ in range(scale.count(3, 1)):
        cpu, began = cpu_seconds(), time.perf_counter()
        found = await run(files, network)
        rates.append(len(files) / (time.perf_counter() - began))
        costs.append((cpu_seconds() - cpu) / len(files) * 1e3)
        clocks.check(sum(map(len, found)) == len(files), "pictures were lost")
        clocks.check(np.allclose(found[0], first, atol=1e-3), "the network gave something else")
    return {"pipe-png": clocks.median(rates), "pipe-png-cpu": clocks.median(costs)}


# -- peers whose pipelines are iterated over -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Work:
    """A pipeline of one call in workers, and what follows it.

    Attributes:
        items: what it takes.
        function: the function of each item, called in so many workers, in order.
        workers: how many.
        stacked: whether results become batches of `ROWS`.
        then: the function of each result or batch, called one at a time.
    """

    items: Sequence[Any]
    function: Callable[[Any], Any]
    workers: int
    stacked: bool = False
    then: Callable[[Any], Any] | None = None


Made = Callable[[Work], AbstractContextManager[Iterable[Any]]]
"""Opens a peer's pipeline, whose results are iterated over, and closes it."""
Case = Callable[[Scale], Awaitable[Results]]


def iterated(made: Made, full: int, quick: int, fill: int = 0) -> tuple[Case, Case, Case, Case]:
    """The cases pipe-map, pipe-fill, pipe-overlap and pipe-png of a peer.

    Args:
        made: makes the peer's pipelines.
        full: how many items take long enough for a median.
        quick: how many do for a rough answer.
        fill: how many rows, if their number is another one.
    """

    async def pipe_map(scale: Scale) -> Results:
        results: Results = {}
        for name, workers in (("pipe-map", 1), ("pipe-map-8", LOADERS)):

            async def run(items: int, workers: int = workers) -> int:
                with made(Work(range(items), add_one, workers)) as numbers:
                    return taken(numbers)

            results |= await each(name, run, scale.count(full, quick))
        return results

    async def pipe_fill(scale: Scale) -> Results:
        async def run(items: int) -> int:
            with made(Work(range(items), make_row, 1, stacked=True)) as batches:
                return taken_rows(batches)

        return await each("pipe-fill", run, scale.count(fill or full, quick), added=0)

    async def pipe_overlap(scale: Scale) -> Results:
        compute = Compute(scale)

        async def run(items: int) -> int:
            with made(Work(range(items), load, LOADERS, then=compute)) as computed:
                return sum(1 for _ in computed)

        return await overlap_results(run, scale)

    async def pipe_png(scale: Scale) -> Results:
        async def run(files: Sequence[Path], network: Network) -> list[Array]:
            work = Work(files, decoded, DECODERS, stacked=True, then=network)
            with made(work) as found:
                return list(found)

        return await png_results(run, scale)

    return pipe_map, pipe_fill, pipe_overlap, pipe_png
