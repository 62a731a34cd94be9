"""Loading while computing: files are read on one stream, and kernels run on another.

    python examples/overlap.py [DIRECTORY]    # default: the running Python's standard library

Two blocks of memory take turns. The program names no waits: streamrt sees that a kernel reads the
block that a load has written, and that the next load writes the block that a kernel still reads.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt
from streamrt_kernels import axpy, ngrams

BLOCKS = 2
BATCH = 32  # files in a block
FILE_BYTES = 1 << 16  # of a longer file, only the beginning is read
BUCKETS = 1024
MOST_FILES = 1024

Array: TypeAlias = "np.ndarray[Any, Any]"


@dataclass(frozen=True, slots=True)
class Item:
    """The times when a batch of files was loaded and its trigrams were counted."""

    load: srt.Times
    compute: srt.Times


def read_files(paths: Sequence[Path], block: Array, ends: Array) -> None:
    """Reads files into a block: a host call, which runs in a worker thread with NumPy views."""
    filled = 0
    for number in range(len(ends)):
        if number < len(paths):
            with paths[number].open("rb") as file:
                filled += file.readinto(block[filled : filled + FILE_BYTES].data)
        ends[number] = filled


async def count_trigrams(batches: Sequence[Sequence[Path]]) -> tuple[list[Item], int]:
    """Counts the trigrams of all files; returns the times of all batches, and the count."""
    async with srt.Runtime() as rt:
        cpu = rt.device("cpu:0")
        load, compute = cpu.stream("load"), cpu.stream("compute")
        blocks = [rt.empty(BATCH * FILE_BYTES, "u1") for _ in range(BLOCKS)]
        ends = [rt.empty(BATCH, "i8") for _ in range(BLOCKS)]  # where each file ends in its block
        counts = rt.empty((BATCH, BUCKETS), "f4")
        total = rt.put(np.zeros((BATCH, BUCKETS), "f4"))

        submitted: list[tuple[srt.Execution, srt.Execution]] = []
        for number, paths in enumerate(batches):
            block, end = blocks[number % BLOCKS], ends[number % BLOCKS]
            loaded = load.call(read_files, paths, block, end, writes=[block, end])
            counted = compute.launch(ngrams, block, end, counts, length=3)
            compute.launch(axpy, counts, total, alpha=1.0)  # total += counts
            submitted.append((loaded, counted))
            await load.drain()  # with very many batches: waits while much is pending

        found = await total.fetch()  # comes after all work that it depends on
        items = [Item(loaded.times, counted.times) for loaded, counted in submitted]
        return items, int(found.sum(dtype="f8"))


def busy(times: Sequence[srt.Times]) -> float:
    """Returns the milliseconds in which work of one stream was running."""
    return sum(t.finished - t.started for t in times) / 1e6


def overlap(loads: Sequence[srt.Times], computes: Sequence[srt.Times]) -> float:
    """Returns the milliseconds in which a load and a computation ran at the same time."""
    both = 0
    for a in loads:
        for b in computes:
            both += max(0, min(a.finished, b.finished) - max(a.started, b.started))
    return both / 1e6


def draw(items: Sequence[Item], first: int, width: int = 72) -> list[str]:
    """Draws a timeline: each digit is the last digit of the number of the current batch."""
    start = min(item.load.started for item in items)
    length = max(item.compute.finished for item in items) - start
    lines: list[str] = []
    for name in ("load", "compute"):
        line = [" "] * (width + 1)
        for number, item in enumerate(items, first):
            times: srt.Times = getattr(item, name)
            low = (times.started - start) * width // length
            high = (times.finished - start) * width // length
            line[low : max(high, low + 1)] = str(number % 10) * max(high - low, 1)
        lines.append(f"{name:>8} |{''.join(line[:width])}|")
    return [*lines, f"{'':>9}0{length / 1e6:{width - 3}.2f} ms"]


def find(directory: Path) -> list[list[Path]]:
    """Returns the Python files of a directory, in batches."""
    paths = sorted(path for path in directory.rglob("*.py") if path.is_file())[:MOST_FILES]
    return [paths[start : start + BATCH] for start in range(0, len(paths), BATCH)]


async def main(directory: Path = Path(os.__file__).parent) -> None:
    """Counts, then prints how much of the loading ran beside computing."""
    batches = find(directory)
    if not batches:
        print(f"no Python files in {directory}")
        return
    items, found = await count_trigrams(batches)

    loads, computes = [item.load for item in items], [item.compute for item in items]
    both, most = overlap(loads, computes), min(busy(loads), busy(computes))
    print(f"{sum(map(len, batches))} files in {len(batches)} batches, {found} trigrams")
    print(f"loading {busy(loads):.2f} ms, computing {busy(computes):.2f} ms, both {both:.2f} ms")
    print(f"overlap: {both / most:.0%} of what is possible")
    middle = max(0, len(items) // 2 - 4)
    print("\n".join(draw(items[middle : middle + 8], middle)))


if __name__ == "__main__":
    asyncio.run(main(*map(Path, sys.argv[1:2])))
