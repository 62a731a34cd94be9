"""Finds the most similar files of a list, reading and computing at the same time.

The same few steps for every file, on streams of their own so that they overlap:

    load      read the file into a buffer             a host call, in a worker thread
    count     hash its byte n-grams into one row      a kernel
    compare   for a block of rows: unit length, the cosine with all rows so far, the best few

Nothing here says which step waits for which. Each submission names the buffers it reads and
writes, and the runtime puts a wait wherever one stream needs what another one produces. Those
waits are native: between reading a file and counting it, Python is not asked.

Memory stays bounded: `await stream.drain()` holds the loop while too many files are under way,
and a file's buffer goes back to the pool once it is counted.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

import streamrt as srt
from streamrt._cli.demo.files import (
    Skipped,
    TextFile,
    UnusableFileError,
    read_into,
    sift,
    unreadable,
)
from streamrt._cli.demo.timing import Interval, Timing, interval, measure
from streamrt_kernels import matmul_nt, ngrams, normalize_rows, top_k

GRAM = 4
"""Bytes of an n-gram: long enough to tell words apart, short enough to survive an edit."""
BUCKETS = 4096
"""Elements of a file's row of features."""
BLOCK = 256
"""Files compared at once: enough rows for a fast matrix product."""
IN_FLIGHT = 32
"""Files that may be under way between reading and counting, and so bound the memory in use."""
MAX_BYTES = 1 << 20
"""A file with more bytes than that is huge."""

Progress = Callable[[int, int], object]
"""Called with the number of files read so far and the number of all."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two files and the cosine of their n-gram counts: 1 for equal files, above 0 in any case."""

    score: float
    first: Path
    second: Path


@dataclass(frozen=True, slots=True)
class Similar:
    """What a search found.

    Attributes:
        pairs: the most similar ones first; of equal ones, to six digits, the first listed first.
        files: how many files were compared.
        nbytes: bytes read from them.
        skipped: the files that were not, with the reason.
        timing: where the time went.
    """

    pairs: list[Pair]
    files: int
    nbytes: int
    skipped: list[Skipped]
    timing: Timing


async def find_similar(
    rt: srt.Runtime,
    paths: Sequence[Path],
    *,
    top: int = 10,
    max_bytes: int = MAX_BYTES,
    progress: Progress = lambda done, total: None,
) -> Similar:
    """Return the `top` most similar pairs of files; those it cannot compare are in `skipped`."""
    await compile_kernels(rt)
    begun = time.monotonic_ns()
    search = _Search(rt, top, progress)
    found = search.load.call(sift, paths, max_bytes)
    files, skipped = await found
    search.loading.append(interval(found))
    if files:
        await search.run(files)
    elapsed = time.monotonic_ns() - begun
    return Similar(
        pairs=[Pair(score, files[i].path, files[j].path) for score, i, j in search.best],
        files=len(files) - len(search.skipped),
        nbytes=search.nbytes,
        skipped=[*skipped, *search.skipped],
        timing=measure(elapsed, search.loading, search.computing),
    )


async def compile_kernels(rt: srt.Runtime) -> None:
    """Compile what the search launches, off the loop; later launches find it compiled."""
    text, rows = rt.empty(GRAM, np.uint8), rt.empty((1, BUCKETS), np.float32)
    score, place = rt.empty((1, 1), np.float32), rt.empty((1, 1), np.int64)
    await rt.compile(ngrams, text, rows[0])
    await rt.compile(normalize_rows, rows)
    await rt.compile(matmul_nt, rows, rows, score)
    await rt.compile(top_k, score, score, place)


@dataclass(frozen=True, slots=True)
class _Reading:
    """A file under way."""

    file: TextFile
    features: srt.Buffer
    loaded: srt.Execution
    counted: srt.Execution


@dataclass(slots=True)
class _Search:
    """One search: its streams, the rows of all files, and what was found so far."""

    rt: srt.Runtime
    top: int
    progress: Progress
    load: srt.Stream = field(init=False)
    count: srt.Stream = field(init=False)
    compare: srt.Stream = field(init=False)
    skipped: list[Skipped] = field(default_factory=list[Skipped])
    nbytes: int = 0
    done: int = 0
    best: list[tuple[float, int, int]] = field(default_factory=list[tuple[float, int, int]])
    loading: list[Interval] = field(default_factory=list[Interval])
    computing: list[Interval] = field(default_factory=list[Interval])

    def __post_init__(self) -> None:
        cpu = self.rt.device("cpu:0")
        self.load = cpu.stream("load")
        # A file is counted only after it was read, so this bounds both streams.
        self.count = cpu.stream("count", high_water=IN_FLIGHT)
        self.compare = cpu.stream("compare")

    async def run(self, files: Sequence[TextFile]) -> None:
        """Submit every file, and compare each block while the next one is being read."""
        rows = self.rt.empty((len(files), BUCKETS), np.float32)
        async with asyncio.TaskGroup() as group:
            comparing: asyncio.Task[None] | None = None
            for start in range(0, len(files), BLOCK):
                block: list[_Reading] = []
                for row, file in enumerate(files[start : start + BLOCK], start):
                    block.append(self.submit(file, rows[row]))
                    await self.count.drain()
                if comparing is not None:
                    await comparing  # so that one block of scores at most is in memory
                comparing = group.create_task(self.compare_block(rows, start, block, len(files)))

    def submit(self, file: TextFile, features: srt.Buffer) -> _Reading:
        """Submit the reading and the counting of one file; nothing has happened yet."""
        text = self.rt.empty(file.nbytes, np.uint8)
        loaded = self.load.call(read_into, text, file.path, writes=[text])
        # This waits for `loaded` by itself: it reads what that writes.
        counted = self.count.launch(ngrams, text, features, length=GRAM)
        return _Reading(file, features, loaded, counted)

    async def compare_block(
        self, rows: srt.Buffer, start: int, block: Sequence[_Reading], total: int
    ) -> None:
        """Compare each file of a block with all files before it."""
        for reading in block:
            await self.settle(reading)
            self.done += 1
            self.progress(self.done, total)
        stop = start + len(block)
        ours, so_far = rows[start:stop], rows[:stop]
        # Of a file's first `top + 1` scores one may be its own; no pair of the overall `top` can
        # come after them.
        k = min(self.top + 1, stop)
        scores = self.rt.empty((len(block), stop), np.float32)
        values = self.rt.empty((len(block), k), np.float32)
        places = self.rt.empty((len(block), k), np.int64)
        steps = [
            self.compare.launch(normalize_rows, ours),
            self.compare.launch(matmul_nt, ours, so_far, scores),
            self.compare.launch(top_k, scores, values, places),
        ]
        self.keep(start, await values.fetch(), await places.fetch())
        self.loading += [interval(reading.loaded) for reading in block]
        self.computing += [interval(one) for one in (*steps, *(r.counted for r in block))]

    async def settle(self, reading: _Reading) -> None:
        """Wait until a file is read. If it cannot be, say so, and go on without it.

        The kernel that would have counted it was skipped, and its row would fail whoever reads
        it. Overwriting the row as a whole makes it good again; a row of zeros resembles nothing.
        """
        try:
            await reading.loaded
        except OSError as error:
            self.skipped.append(unreadable(reading.file.path, error))
        except UnusableFileError as error:
            kind = "binary" if str(error).startswith("binary") else "unreadable"
            self.skipped.append(Skipped(reading.file.path, kind, str(error)))
        else:
            self.nbytes += reading.file.nbytes
            return
        self.count.fill(reading.features, 0.0)

    def keep(
        self, start: int, values: npt.NDArray[np.float32], places: npt.NDArray[np.int64]
    ) -> None:
        """Keep the best pairs of those known and those of a block, each pair once."""
        rows = start + np.arange(len(values))[:, None]
        wanted = (places < rows) & (values > 0)
        seconds = np.broadcast_to(rows, places.shape)[wanted]
        found = zip(values[wanted].tolist(), places[wanted].tolist(), seconds.tolist(), strict=True)
        # The last digits depend on the order of additions; equal files should rank as equal.
        everything = [*self.best, *found]
        everything.sort(key=lambda pair: (-round(pair[0], 6), pair[1], pair[2]))
        self.best = everything[: self.top]
