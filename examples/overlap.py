"""Load while computing: files are read on one stream, kernels run on another.

    python examples/overlap.py [DIRECTORY]    # default: the running Python's standard library

Two blocks of memory take turns. Nobody says who waits for whom: streamrt sees that a kernel reads
the block a load has written, and that the next load writes the block a kernel still reads.
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
BLOCK_BYTES = 1 << 18  # of a longer file, the beginning is read
BUCKETS = 4096
FILES = 200

Array: TypeAlias = "np.ndarray[Any, Any]"


@dataclass(frozen=True, slots=True)
class Item:
    """When a file was loaded and when its trigrams were counted."""

    load: srt.Times
    compute: srt.Times


def read_file(path: Path, block: Array, end: Array) -> None:
    """The host call: it runs in a worker thread, and is handed NumPy views of the buffers."""
    with path.open("rb") as file:
        end[0] = file.readinto(block)


async def count_trigrams(paths: Sequence[Path]) -> tuple[list[Item], int]:
    """Counts the trigrams of the files; returns what was done, and how many there are."""
    async with srt.Runtime() as rt:
        cpu = rt.device("cpu:0")
        load, compute = cpu.stream("load"), cpu.stream("compute")
        blocks = [rt.empty(BLOCK_BYTES, "u1") for _ in range(BLOCKS)]
        ends = [rt.empty(1, "i8") for _ in range(BLOCKS)]  # how much of the block is filled
        counts = rt.empty((1, BUCKETS), "f4")
        total = rt.put(np.zeros((1, BUCKETS), "f4"))

        submitted: list[tuple[srt.Execution, srt.Execution]] = []
        for number, path in enumerate(paths):
            block, end = blocks[number % BLOCKS], ends[number % BLOCKS]
            loaded = load.call(read_file, path, block, end, writes=[block, end])
            counted = compute.launch(ngrams, block, end, counts, length=3)
            compute.launch(axpy, counts, total, alpha=1.0)
            submitted.append((loaded, counted))
            await load.drain()  # with many thousands of files: hold on while much is pending

        found = await total.fetch()  # comes after all that it depends on
        items = [Item(loaded.times, counted.times) for loaded, counted in submitted]
        return items, int(found.sum(dtype="f8"))


def busy(times: Sequence[srt.Times]) -> float:
    """Milliseconds in which one of these, which do not overlap, was running."""
    return sum(t.finished - t.started for t in times) / 1e6


def overlap(loads: Sequence[srt.Times], computes: Sequence[srt.Times]) -> float:
    """Milliseconds in which a load and a computation ran at the same time."""
    both = 0
    for a in loads:
        for b in computes:
            both += max(0, min(a.finished, b.finished) - max(a.started, b.started))
    return both / 1e6


def draw(items: Sequence[Item], first: int, width: int = 72) -> list[str]:
    """A timeline: each digit is the last one of the number of the file being worked on."""
    start = min(item.load.started for item in items)
    stop = max(item.compute.finished for item in items)
    lines: list[str] = []
    for name in ("load", "compute"):
        line = [" "] * width
        for number, item in enumerate(items, first):
            times: srt.Times = getattr(item, name)
            low = (times.started - start) * width // (stop - start)
            high = (times.finished - start) * width // (stop - start)
            line[low : max(high, low + 1)] = str(number % 10) * max(high - low, 1)
        lines.append(f"{name:>8} |{''.join(line[:width])}|")
    lines.append(f"{'':>8}  {'0':<{width - 8}}{(stop - start) / 1e6:5.2f} ms")
    return lines


async def main(directory: Path = Path(os.__file__).parent) -> None:
    """Counts, then prints how much of the loading was hidden behind computing."""
    paths = sorted(path for path in directory.glob("*.py") if path.is_file())[:FILES]
    if not paths:
        print(f"no Python files in {directory}")
        return
    items, found = await count_trigrams(paths)
    loads, computes = [item.load for item in items], [item.compute for item in items]
    both, least = overlap(loads, computes), min(busy(loads), busy(computes))

    print(f"{len(items)} files, {found} trigrams")
    print(f"loading {busy(loads):.1f} ms, computing {busy(computes):.1f} ms, both {both:.1f} ms")
    print(f"overlap {both / least:.0%} of what is possible")
    middle = max(0, len(items) // 2 - 4)
    print(f"files {middle} to {middle + len(items[middle : middle + 8]) - 1}:")
    print("\n".join(draw(items[middle : middle + 8], middle)))


if __name__ == "__main__":
    asyncio.run(main(*map(Path, sys.argv[1:2])))
