"""Finds the most similar files of a list, reading and computing at the same time.

The files are cut into batches, and a pipeline takes each batch through three stages:

    read      reads the files side by side into memory       a function, in a thread
    count     hashes the byte n-grams of each into a row     a kernel, over all workers
    compare   brings the rows to unit length, multiplies     kernels, a copy, and a function of
              them with all rows so far, keeps the best      NumPy that is compiled

The last two only submit. Each has a stream of its own, so one batch is read while others are
computed. Each submission names the buffers that it reads and writes, and the runtime puts a wait
wherever one stream needs the output of another. Memory stays bounded, however fast the files can be
read, because at most AHEAD batches are inside. Only the rows grow with the number of files.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

import streamrt as srt
from streamrt.pipeline import Spec, source
from streamrt_kernels import ngrams, normalize_rows, top_k

from .files import Skipped, TextFile, cut, read_batch, sift
from .timing import Interval, Timing, interval, measure

GRAM = 4
"""Bytes of an n-gram: long enough to tell words apart, short enough to survive an edit."""
BUCKETS = 2048
"""Elements of a file's row of features."""
BATCH_FILES, BATCH_BYTES = 64, 1 << 19
"""A batch ends with the file that reaches one of these."""
AHEAD = 6
"""Batches that may be in the pipeline at a time."""
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
    sifting = rt.device("cpu:0").stream("sift").call(sift, paths, max_bytes)
    files, skipped = await sifting
    search = _Search(rt, files, top, progress, loading=[interval(sifting)])
    if files:
        await search.run()
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


class _Counted(NamedTuple):
    """A batch whose n-grams are being counted: its files, a row for each, and the execution."""

    files: Sequence[TextFile]
    features: srt.Buffer
    done: srt.Execution


@dataclass(frozen=True, slots=True)
class _Batch:
    """A batch under way: its files, the place of the first, and its executions."""

    files: Sequence[TextFile]
    start: int
    computed: Sequence[srt.Execution]
    values: srt.Execution[npt.NDArray[Any]]
    places: srt.Execution[npt.NDArray[Any]]


_Found: TypeAlias = tuple[float, int, int, int]
"""A score, the bytes of the second file, the places of the first and of the second file."""


@dataclass(slots=True)
class _Search:
    """One search, and the pairs found so far."""

    rt: srt.Runtime
    files: Sequence[TextFile]
    top: int
    progress: Progress
    rows: srt.Buffer = field(init=False)
    counting: Iterator[Sequence[TextFile]] = field(init=False)
    submitted: int = 0
    skipped: list[Skipped] = field(default_factory=list[Skipped])
    nbytes: int = 0
    best: list[_Found] = field(default_factory=list[_Found])
    loading: list[Interval] = field(default_factory=list[Interval])
    computing: list[Interval] = field(default_factory=list[Interval])

    async def run(self) -> None:
        """Take all files through the pipeline."""
        self.rows = self.rt.empty((len(self.files), BUCKETS), np.float32)
        batches = cut(self.files, BATCH_FILES, BATCH_BYTES)
        self.counting = iter(batches)
        room = max(sum(file.nbytes for file in batch) for batch in batches)
        most = max(map(len, batches))
        specs = {"text": Spec(room, "u1"), "ends": Spec(most, "i8")}
        steps = source(batches).fill(self.read, specs).submit(self.count).submit(self.compare)
        async with steps.run(self.rt, ahead=AHEAD) as run:
            async for batch in run:
                await self.collect(batch)

    def read(
        self, files: Sequence[TextFile], text: npt.NDArray[np.uint8], ends: npt.NDArray[np.int64]
    ) -> None:
        """Read the files of a batch."""
        begun = time.monotonic_ns()
        skipped, nbytes = read_batch(text, ends, files)
        self.skipped += skipped
        self.nbytes += nbytes
        self.loading.append((begun, time.monotonic_ns()))

    def count(self, stream: srt.Stream, text: srt.Buffer, ends: srt.Buffer) -> _Counted:
        """Submit the counts of the n-grams of the next batch."""
        files = next(self.counting)
        features = self.rt.empty((len(files), BUCKETS), np.float32)
        done = stream.launch(ngrams, text, ends[: len(files)], features, length=GRAM)
        return _Counted(files, features, done)

    def compare(self, stream: srt.Stream, counted: _Counted) -> _Batch:
        """Submit the comparison of a batch with all files so far."""
        start, count, features = self.submitted, len(counted.files), counted.features
        self.submitted = stop = start + count
        # Of a file's first `top + 1` scores one may be its own; no pair of the overall `top` can
        # come after them.
        k = min(self.top + 1, stop)
        values = self.rt.empty((count, k), np.float32)
        places = self.rt.empty((count, k), np.int64)
        unit = stream.launch(normalize_rows, features)
        stored = stream.copy(self.rows[start:stop], features)
        scores = cosines.on(stream)(features, self.rows[:stop])
        chosen = stream.launch(top_k, scores, values, places)
        computed = (counted.done, unit, stored, chosen)
        return _Batch(counted.files, start, computed, values.fetch(), places.fetch())

    async def collect(self, batch: _Batch) -> None:
        """Wait for a batch, and keep the best pairs of those known and its own, each once."""
        values, places = await batch.values, await batch.places
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
        self.computing += [interval(step) for step in batch.computed]
        # The products ran between the copy and the choice, which are on the same stream.
        (_, stored), (chosen, _) = self.computing[-2:]
        self.computing.append((stored, chosen))
        self.progress(batch.start + len(batch.files), len(self.files))
