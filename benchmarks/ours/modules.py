"""streamrt: modules, from the file to the call."""

from __future__ import annotations

import hashlib
import io
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import streamrt as srt
from benchmarks.scale import Scale
from benchmarks.work import clocks, models
from benchmarks.work.clocks import Results, fresh_process, median

OPERATIONS = 50
VALUES = 5_000
LARGE = 90 << 20
"""The bytes of the weights."""

# Prints the seconds from the function to its first result, with a warm cache. What both need was
# imported before.
_FIRST = """
import time
import numpy as np
import streamrt as srt
from benchmarks.ours.modules import fifty
x = np.ones((8, 64), np.float32)
with srt.Runtime() as rt:
    x = rt.put(x)
    srt.jit(lambda x: x + 1)(x).sync()
    srt.load({small!r})["f"](x).sync()
    began = time.perf_counter()
    function = {function}
    function(x).sync()
    print(time.perf_counter() - began)
"""


def fifty(x: Any) -> Any:
    """A function of about fifty operations."""
    for number in range(OPERATIONS // 5):
        x = np.maximum(np.tanh(x * 0.5 + number) @ np.eye(64, dtype=np.float32), x) - 0.25
    return x


def _saved(given: Any) -> bytes:
    file = io.BytesIO()
    srt.save(file, {"f": given})
    return file.getvalue()


def _median_of(run: Callable[[], object], count: int) -> float:
    samples: list[float] = []
    for _ in range(count):
        began = time.perf_counter()
        run()
        samples.append(time.perf_counter() - began)
    return median(samples)


def _large(scale: Scale, folder: Path) -> float:
    """The time of loading weights, over that of reading their file and its digest."""
    side = scale.count(LARGE // 12, LARGE // 120)
    parts = [np.arange(k, side + k, dtype=np.float32) for k in range(3)]
    net = srt.jit(lambda x: x + parts[0] + parts[1] + parts[2])
    path = folder / "large.srtm"
    srt.save(path, {"net": net.lower(parts[0])})

    def read() -> None:
        hashlib.blake2b(path.read_bytes(), digest_size=32).digest()

    ratios = [
        _median_of(lambda: srt.load(path), 1) / _median_of(read, 1)
        for _ in range(scale.count(15, 3))
    ]
    return median(ratios)


def _first(scale: Scale, folder: Path) -> float:
    """The time of the first call of a module's function, over that of the compiled function."""
    path = folder / "fifty.srtm"
    srt.save(path, {"f": srt.jit(fifty).lower(np.ones((8, 64), np.float32))})
    small = _saved(srt.jit(lambda x: x + 2).lower(np.ones((8, 64), np.float32)))
    scripts = [
        _FIRST.format(function=function, small=small)
        for function in ("srt.jit(fifty)", f"srt.load({str(path)!r})['f']")
    ]
    for script in scripts:  # fills the cache
        fresh_process(script)
    ratios: list[float] = []
    for _ in range(scale.count(7, 2)):
        mine, theirs = (fresh_process(script)[0] for script in scripts)
        ratios.append(theirs / mine)
    return median(ratios)


def _again(scale: Scale) -> float:
    """The time of submitting a call of a module's function, over that of the compiled function."""
    x = np.ones((4, 16), np.float32)
    function = srt.jit(lambda x: np.tanh(x) + 1)
    loaded = srt.load(_saved(function.lower(x)))["f"]
    with srt.Runtime() as rt:
        buffer = rt.put(x)
        count = scale.count(2000, 200)

        def calls(of: Callable[[Any], Any]) -> Callable[[], None]:
            def run() -> None:
                for _ in range(count):
                    of(buffer)
                rt.sync()

            return run

        found = clocks.timed(
            {"jit": calls(function), "module": calls(loaded)}, scale.seconds(1.0, 0.1)
        )
    return found["module"] / found["jit"]


def _decoded(scale: Scale) -> float:
    """The µs that a value of a long program takes to be loaded."""

    def long(x: Any) -> Any:
        y = x
        for number in range(VALUES // 2):
            y = (np.sin if number % 2 else np.tanh)(y) + x
        return y

    data = _saved(srt.jit(long).lower(np.ones((8, 8), np.float32)))
    return _median_of(lambda: srt.load(data), scale.count(9, 3)) * 1e6 / VALUES


async def modules(scale: Scale) -> Results:
    """Loading, first calls, and calls."""
    x = np.ones((8, 64), np.float32)
    with TemporaryDirectory() as name:
        folder = Path(name)
        small = _saved(srt.jit(lambda x: np.tanh(x) + 1).lower(x))
        path = folder / "small.srtm"
        path.write_bytes(small)
        plain = srt.jit(lambda x: _plain(x))
        text = models.texts()["model-gpt2"]
        lines = text.count("\n")
        read = _median_of(lambda: srt.from_stablehlo(text), scale.count(50, 5))
        return {
            "module-text": read * 1e3 * 300 / lines,
            "module-large": _large(scale, folder),
            "module-small": _median_of(lambda: srt.load(path), scale.count(200, 10)) * 1e3,
            "module-first": _first(scale, folder),
            "module-again": _again(scale),
            "module-decode": _decoded(scale),
            "module-bytes": float(len(_saved(plain.lower(x)))),
        }


def _plain(x: Any) -> Any:
    for number in range(OPERATIONS // 5):
        x = np.maximum(np.tanh(x * 0.5 + number), x) - 0.25
    return x
