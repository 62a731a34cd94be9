"""Damaged modules: each is refused with ModuleError, or is a valid module.

    python tests/module/damaged_files.py --files 1000000 [--seed 7]

The table of a file is changed as somebody might who means harm, and its digest made to fit again.
What can be read is lowered. Whatever else is raised, and what takes longer than a second of
processor time, is printed with its number.
"""

from __future__ import annotations

import argparse
import io
import resource
import struct
import sys
import time
from functools import partial
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

import streamrt as srt
from streamrt._ir.encoding.pieces import Written
from streamrt.errors import (
    ArgumentError,
    CaptureError,
    CompileError,
    DeviceError,
    ModuleError,
)

digest = partial(blake2b, digest_size=32)


def _made() -> bytes:
    table = np.arange(40, dtype="f4").reshape(4, 10)

    @srt.jit
    def f(x: Any, n: Any, p: Any, k: Any = 3) -> Any:
        return {"y": np.tanh(x @ table)[:, 1::2] * n * k, "p": [p["a"], None, "text", x[0]]}

    x = np.ones((2, 4), "f4")
    g = srt.jit(lambda x: np.concatenate([x, x[::-1]]).sum(0))

    @srt.jit
    def loop(x: Any) -> Any:
        return srt.scan(lambda c, row: (np.tanh(c + row @ c), c), x[0], np.stack([x, -x]))

    file = io.BytesIO()
    lowered = [f.lower(x, 2.0, {"a": x, "b": True}), f.lower(x[:1], 2.0, {"a": x, "b": True})]
    with srt.Runtime() as rt:
        with rt.capture(x=(given := rt.put(x))) as graph:
            with graph.repeat(3):
                made = g(given)
                rt.device().stream().copy(given[0], made)
            graph.output("y", g(given))
        square = loop.lower(np.ones((4, 4), "f4"))
        srt.save(file, {"f": lowered, "g": g.lower(x), "loop": square, "graph": graph})
    return file.getvalue()


FILE = _made()
(SIZE,) = struct.unpack_from("<Q", FILE, 16)
TABLE = FILE[64 : 64 + SIZE]


def mended(table: bytes) -> bytes:
    """Returns the file with another table, and a digest that fits it."""
    parts = FILE[-(-(64 + SIZE) // 64) * 64 :]
    data = FILE[:16] + struct.pack("<Q", len(table)) + digest(table).digest() + bytes(8) + table
    return data + bytes(-len(data) % 64) + parts


def _numbers(random: Random) -> bytes:
    """Returns a number near one of the limits."""
    writer = Written()
    near = random.choice((0, 1, 7, 32, 64, 127, 128, 240, 255, 1 << 16, 1 << 31, 1 << 62))
    writer.number(max(near + random.choice((-1, 0, 1)), 0))
    return bytes(writer.data)


def mutated(table: bytes, random: Random) -> bytes:
    """Returns a table with a few changes that somebody might make."""
    data = bytearray(table)
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(data))
        other = random.randrange(len(data))
        length = random.choice((1, 1, 2, 4, 8, 33))
        kind = random.randrange(7)
        if kind == 0:
            data[place] ^= 1 << random.randrange(8)
        elif kind == 1:
            data[place : place + 1] = _numbers(random)
        elif kind == 2:
            del data[place : place + length]
        elif kind == 3:
            data[place:place] = data[other : other + length]
        elif kind == 4:
            data[place : place + length] = data[other : other + length]
        elif kind == 5:
            data[place] = random.randrange(8)
        else:
            data[place] = (data[place] + random.choice((-1, 1))) % 256
        if not data:
            data += b"\0"
    return bytes(data)


def outcome(rt: srt.Runtime, random: Random) -> str:
    """The error of a damaged file; empty if it is a valid module, of which all can be lowered."""
    try:
        module = srt.load(mended(mutated(TABLE, random)))
    except ModuleError as error:
        return str(error)
    refused = ""
    for function in module.values():
        for args, kwargs in function._examples():
            try:
                _ = function.lower(*args, **kwargs).steps
            except (ArgumentError, CompileError) as error:
                refused = f"{type(error).__name__}: {error}"
                if "the compiler itself failed" in refused:
                    raise
    for name in module.graphs:
        try:
            module.graph(name, rt.device()).plan(rt.device())
        except (ArgumentError, CaptureError, CompileError, DeviceError, ModuleError) as error:
            refused = f"{type(error).__name__}: {error}"
    return refused


def main() -> int:
    """Returns 0 if all damaged files were refused, or are valid."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    valid, faults, slowest = 0, 0, 0.0
    with srt.Runtime() as rt:
        for number in range(options.seed, options.seed + options.files):
            begun = time.process_time()
            try:
                valid += not outcome(rt, Random(number))
            except Exception as error:  # noqa: BLE001 - whatever reading or lowering falls over
                faults += 1
                print(f"{number}: {type(error).__name__}: {error}", flush=True)
            taken = time.process_time() - begun
            slowest = max(slowest, taken)
            if taken > 1:
                faults += 1
                print(f"{number}: {taken:.1f} s", flush=True)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{options.files:,} files, {valid:,} of them valid; {faults} defects; the slowest took")
    print(f"{slowest * 1e3:.0f} ms; {most} MB at most")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
