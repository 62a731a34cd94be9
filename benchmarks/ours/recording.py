"""Recordings: what they cost while they are on, and how long a trace takes to be written.

A launch and a replay are measured with the recorder off and on in turn, in one process, so that a
drift of the machine slows both. The quickest batch of each counts, because the difference to be
seen is a few nanoseconds.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import numpy as np

import streamrt as srt
from benchmarks.ours.common import AXPY, floats
from benchmarks.scale import Scale
from benchmarks.work import graphs
from benchmarks.work.clocks import Results
from streamrt import observe
from streamrt.observe.trace import EVENT, Name, Trace, Track, in_order

LAUNCHES = 2000  # in a batch
NODE_FLOATS = 8192  # of a node that takes 0.3 µs
EVENTS = 100_000


def _best(runs: dict[str, Callable[[], float]], rounds: int) -> Results:
    """The least time of each run, which take turns."""
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for name, run in runs.items():
            best[name] = min(best[name], run())
    return best


async def recorder(scale: Scale) -> Results:
    """The rows of launches of 16 floats, drained by their submitter, and of replays."""
    with srt.Runtime(["cpu:0"]) as rt:
        stream = rt.device().stream()
        x, y = floats(rt), floats(rt)
        longer = [rt.put(np.full(NODE_FLOATS, 0.5, np.float32)) for _ in range(2)]
        with rt.capture() as graph:
            for _ in range(graphs.REPLAYED):
                stream.launch(AXPY, *longer, 0.5)
        replay = graph.plan(rt.device(), streams=1).instantiate()

        def launches() -> float:
            began = time.perf_counter()
            for _ in range(LAUNCHES):
                stream.launch(AXPY, x, y, 0.5)
            stream.sync()
            return (time.perf_counter() - began) / LAUNCHES * 1e9

        def replays() -> float:
            began = time.perf_counter()
            replay.replay().sync()
            return (time.perf_counter() - began) / graphs.REPLAYED * 1e9

        def recorded(run: Callable[[], float], *, tag: bool = False, nodes: bool = False) -> float:
            with ExitStack() as stack:
                stack.enter_context(observe.record(rt, nodes=nodes))
                if tag:
                    stack.enter_context(observe.span("batch"))
                run()
                return min(run(), run())

        launches()
        replays()
        found = _best(
            {
                "off": lambda: min(launches(), launches()),
                "on": lambda: recorded(launches),
            },
            scale.count(150, 40),
        )
        tagged = _best(
            {
                "off": lambda: min(launches(), launches()),
                "tag": lambda: recorded(launches, tag=True),
            },
            scale.count(150, 40),
        )
        nodes = _best(
            {
                "off": lambda: min(replays(), replays()),
                "on": lambda: recorded(replays, nodes=True),
            },
            scale.count(150, 40),
        )
    return {
        "recorder-off": found["off"],
        "recorder-on": found["on"] / found["off"],
        "recorder-tag": tagged["tag"] / tagged["off"],
        "recorder-nodes-off": nodes["off"],
        "recorder-nodes": nodes["on"] / nodes["off"],
    }


def drawn_trace(count: int, seed: int = 0) -> Trace:
    """A trace of executions on eight streams, of which a third waited for another stream."""
    random = np.random.default_rng(seed)
    events = np.zeros(count, EVENT)
    events["track"] = random.integers(8, size=count)
    events["what"] = random.integers(1, 21, size=count)
    gaps, lengths = random.integers(100, 20_000, size=(2, count))
    for place in range(8):
        mine = np.flatnonzero(events["track"] == place)
        ends = np.cumsum(gaps[mine] + lengths[mine]) + 1_000_000
        events["finished"][mine], events["started"][mine] = ends, ends - lengths[mine]
        events["submitted"][mine] = ends - lengths[mine] - gaps[mine] // 2
        events["value"][mine] = np.arange(1, len(mine) + 1)
    events["state"] = 2
    events = in_order(events)
    behind = np.flatnonzero(random.random(count) < 1 / 3)
    behind = behind[behind > 100]
    earlier = behind - random.integers(20, 100, size=len(behind))
    points = (events["track"][earlier].astype("u8") + np.uint64(1)) << np.uint64(40)
    events["waited_for"][behind] = points | events["value"][earlier]
    return Trace(
        events,
        tuple([Track(f"cpu:0/s{n}", "stream", n + 1, "cpu:0") for n in range(8)]),
        {n: Name(f"kernel {n}", "kernel", "model.py:12", 4096) for n in range(1, 21)},
        began=1_000_000,
        ended=int(events["finished"].max()),
    )


async def traces(scale: Scale) -> Results:
    """The rows of writing a trace of 100,000 events: as Perfetto's file, and as a page."""
    trace = drawn_trace(EVENTS)
    results: Results = {}
    with tempfile.TemporaryDirectory() as folder:
        for row, ending in (("trace-perfetto", "pftrace"), ("trace-page", "html")):
            path = Path(folder) / f"trace.{ending}"
            samples: list[float] = []
            for _ in range(scale.count(5, 2)):
                began = time.perf_counter()
                observe.write(trace, path)
                samples.append(time.perf_counter() - began)
            results[row] = min(samples)
            results[f"{row}-size"] = path.stat().st_size / 1e6
    return results
