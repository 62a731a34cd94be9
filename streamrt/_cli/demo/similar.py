"""Finds the most similar files of a list, reading and computing at the same time.

The files are cut into batches. Every batch takes the same few steps, on streams of their own so
that one batch is read while others are computed:

    load      read the files into a slot, side by side      a host call, in a host thread
    count     hash the byte n-grams of each into a row      a kernel, over all workers
    compare   bring the rows to unit length, multiply them  kernels, a copy, and a function of
              with all rows so far, keep the best of each   NumPy that is compiled

Nothing here says which step waits for which. Each submission names the buffers it reads and
writes, and the runtime puts a wait wherever one stream needs the output of another. Those
waits are native: from a file's last byte to its scores, Python is not asked.

Memory stays bounded, however fast the files can be read. Batches are read into a ring of slots,
and reading into a slot waits, by itself, until the batch before is counted. And
`await stream.drain()` holds the loop while too much is pending, so that submissions do not pile
up either. Only the rows grow with the number of files: one for each.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

import streamrt as srt
from streamrt._cli.demo.files import Skipped, TextFile, cut, read_batch, sift
from streamrt._cli.demo.timing import Interval, Timing, interval, measure
from streamrt_kernels import ngrams, normalize_rows, top_k

GRAM = 4
"""Bytes of an n-gram: long enough to tell words apart, short enough to survive an edit."""
BUCKETS = 2048
"""Elements of a file's row of features."""
BATCH_FILES, BATCH_BYTES = 64, 1 << 19
"""A batch ends with the file that reaches one of these."""
SLOTS = 4
"""Batches that may be in memory between reading and counting."""
MAX_BYTES = 1 << 20
"""A file with more bytes than that is huge."""

Progress: TypeAlias = Callable[[int, int], object]
"""Called with the number of files compared so far and the number of all."""


@srt.jit
def cosines(rows: Any, others: Any) -> Any:
    """Returns the cosine of each row, of unit length, with each of the others."""
    return rows @ others.T


@dataclass(frozen=True, slots=True)
class Pair:
    """Two files and the cosine of their n-gram counts: 1 for equal files, above 0 in any case."""

    score: float
    first: Path
    second: Path


@dataclass(frozen=True, slots=True)
class Similar:
    """The result of a search.

    Attributes:
        pairs: the most similar ones first; of equal ones, to five digits, the larger files first.
        files: the number of files that were compared.
        nbytes: the bytes that were read from them.
        skipped: the files that were not compared, with the reasons.
        timing: the time that its parts took.
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
    sifting = search.load.call(sift, paths, max_bytes)
    files, skipped = await sifting
    search.loading.append(interval(sifting))
    if files:
        await search.run(files)
    elapsed = time.monotonic_ns() - begun
    return Similar(
        pairs=[Pair(score, files[i].path, files[j].path) for score, _, i, j in search.best],
        files=len(files) - len(search.skipped),
        nbytes=search.nbytes,
        skipped=[*skipped, *search.skipped],
        timing=measure(elapsed, search.loading, search.computing),
    )


async def compile_kernels(rt: srt.Runtime) -> None:
    """Compile the kernels of the search, off the loop; later launches find them compiled."""
    slot, rows = rt.empty(GRAM, np.uint8), rt.empty((1, BUCKETS), np.float32)
    score, place = rt.empty((1, 1), np.float32), rt.empty((1, 1), np.int64)
    rt.warm(ngrams, slot, place[0], rows)
    rt.warm(normalize_rows, rows)
    rt.warm(top_k, score, score, place)
    some = rt.empty((5, BUCKETS), np.float32)
    cosines.warm(some[:2], some[:3])
    await cosines.warm(some[:4], some)  # the last one; it serves any number of rows


@dataclass(frozen=True, slots=True)
class _Batch:
    """A batch under way: its files, the place of the first, and its executions."""

    files: Sequence[TextFile]
    start: int
    loaded: srt.Execution[tuple[list[Skipped], int]]
    computed: Sequence[srt.Execution]
    values: srt.Execution[npt.NDArray[Any]]
    places: srt.Execution[npt.NDArray[Any]]


_Found: TypeAlias = tuple[float, int, int, int]
"""A score, the bytes of the second file, the places of the first and of the second file."""


@dataclass(slots=True)
class _Search:
    """One search: its streams, and the pairs found so far."""

    rt: srt.Runtime
    top: int
    progress: Progress
    load: srt.Stream = field(init=False)
    count: srt.Stream = field(init=False)
    compare: srt.Stream = field(init=False)
    skipped: list[Skipped] = field(default_factory=list[Skipped])
    nbytes: int = 0
    best: list[_Found] = field(default_factory=list[_Found])
    loading: list[Interval] = field(default_factory=list[Interval])
    computing: list[Interval] = field(default_factory=list[Interval])

    def __post_init__(self) -> None:
        cpu = self.rt.device("cpu:0")
        self.load, self.count = cpu.stream("load"), cpu.stream("count")
        # The last step of every batch is on this one, so its pending work bounds that of all
        # three; there are four submissions to a batch.
        self.compare = cpu.stream("compare", high_water=4 * SLOTS)

    async def run(self, files: Sequence[TextFile]) -> None:
        """Submit batch after batch, and collect those that have ended."""
        batches = cut(files, BATCH_FILES, BATCH_BYTES)
        room = max(sum(file.nbytes for file in batch) for batch in batches)
        slots = [self.rt.empty(room, np.uint8) for _ in range(SLOTS)]
        rows = self.rt.empty((len(files), BUCKETS), np.float32)
        under_way: deque[_Batch] = deque()
        start = 0
        for number, batch in enumerate(batches):
            under_way.append(self.submit(batch, slots[number % SLOTS], rows, start))
            start += len(batch)
            await self.compare.drain()
            while under_way and under_way[0].places.done():
                await self.collect(under_way.popleft(), len(files))
        while under_way:
            await self.collect(under_way.popleft(), len(files))

    def submit(
        self, files: Sequence[TextFile], slot: srt.Buffer, rows: srt.Buffer, start: int
    ) -> _Batch:
        """Submit all the work of a batch; return at once, before any of it is done."""
        rt, count, stop = self.rt, len(files), start + len(files)
        ends = rt.empty(count, np.int64)
        loaded = self.load.call(read_batch, slot, ends, files, writes=[slot, ends])

        features = rt.empty((count, BUCKETS), np.float32)
        counted = self.count.launch(ngrams, slot, ends, features, length=GRAM)

        # Of a file's first `top + 1` scores one may be its own; no pair of the overall `top` can
        # come after them.
        k = min(self.top + 1, stop)
        values, places = rt.empty((count, k), np.float32), rt.empty((count, k), np.int64)
        unit = self.compare.launch(normalize_rows, features)
        stored = self.compare.copy(rows[start:stop], features)
        scores = cosines.on(self.compare)(features, rows[:stop])
        chosen = self.compare.launch(top_k, scores, values, places)
        computed = (counted, unit, stored, chosen)
        return _Batch(files, start, loaded, computed, values.fetch(), places.fetch())

    async def collect(self, batch: _Batch, total: int) -> None:
        """Wait for a batch, and keep the best pairs of those known and its own, each once."""
        skipped, nbytes = await batch.loaded
        values, places = await batch.values, await batch.places
        self.skipped += skipped
        self.nbytes += nbytes
        sizes = np.array([file.nbytes for file in batch.files])
        row = np.broadcast_to(np.arange(len(values))[:, None], values.shape)
        # A pair is found in the row of its second file. A file without n-grams, or one that could
        # not be read, has a row of zeros and is like nothing.
        wanted = (places < batch.start + row) & (values > 0)
        row = row[wanted]
        found = (values[wanted], sizes[row], places[wanted], batch.start + row)
        everything = [*self.best, *zip(*(part.tolist() for part in found), strict=True)]
        # The last digits depend on the order of additions; equal files should rank as equal, and
        # of those the larger ones are of more interest.
        everything.sort(key=lambda one: (-round(one[0], 5), -one[1], *one[2:]))
        self.best = everything[: self.top]
        self.loading.append(interval(batch.loaded))
        self.computing += [interval(step) for step in batch.computed]
        # The products ran between the copy and the choice, which are on the same stream.
        (_, stored), (chosen, _) = self.computing[-2:]
        self.computing.append((stored, chosen))
        self.progress(batch.start + len(batch.files), total)
