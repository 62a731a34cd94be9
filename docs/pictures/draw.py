"""Draws the pictures of the pages beside this folder.

    python docs/pictures/draw.py [--check]

With --check, the script writes nothing, and its exit status is 1 if a picture is out of step.
"""

from __future__ import annotations

import runpy
import sys
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from chart import Arrow, Bar, Chart, Pin
from house import House
from schedule import Program
from workers import workers

import streamrt as srt
from streamrt._ir.lower import lower
from streamrt.testing import TraceEvent
from streamrt.testing._reports import picture
from streamrt.testing._reports.facts import Draw, Facts, Moment

FOLDER = Path(__file__).resolve().parent
EXAMPLES = FOLDER.parents[1] / "examples"


def overlap() -> Chart:
    """Draws the program of the first page: a block is loaded while the one before is added."""
    program = Program("load", "work")
    for number, block in enumerate("abc", 1):
        program.run("load", f"write {number} to {block}", 2, writes=block)
        program.run("work", f"total += {block}", 1.5, reads=f"{block} total", writes="total")
    arrows = [
        replace(arrow, label=f"waits for the\nwrite to {block}", is_right=True)
        for (_, arrow), block in zip(program.waits, "abc", strict=True)
    ]
    title = "Two streams: each sum waits for its block and runs while the next block is written"
    return Chart(title, ["load", "work"], 8.7, program.bars, arrows)


def hazards() -> Chart:
    """Draws two streams that use one buffer."""
    program = Program("load", "work")
    program.run("load", "write x", 2, writes="x")
    program.run("work", "read x", 2.4, reads="x")
    program.run("load", "write x again", 2, writes="x")
    words = {"RAW": "RAW: it reads\nwhat load writes", "WAR": "WAR: it overwrites\nwhat work reads"}
    arrows = [replace(arrow, label=words[edge.hazard]) for edge, arrow in program.waits]
    title = "Two streams: a read waits for the write before it, the next write waits for the read"
    return Chart(title, ["load", "work"], 7.6, program.bars, arrows)


def elision() -> Chart:
    """Draws three streams, where one wait makes another one unnecessary."""
    program = Program("a", "b", "c")
    known = [
        program.run("a", "write x", 1.7, writes="x"),
        program.run("b", "read x, write y", 2.2, reads="x", writes="y"),
        program.run("c", "read x and y", 2, reads="x y"),
    ]
    bars = [
        replace(bar, note=f"knows {points}" if points else "")
        for bar, points in zip(program.bars, known, strict=True)
    ]
    arrows = [replace(a, label=edge.hazard, is_right=True) for edge, a in program.waits]
    left_out = Arrow(bars[0], bars[2], "left out", is_left_out=True, inset=30, entry=10)
    assert len(program.waits) == 2
    title = "Three streams: c waits for b, which waited for a; the wait of c for a is left out"
    return Chart(title, ["a", "b", "c"], 7.6, bars, [*arrows, left_out])


def reuse() -> Chart:
    """Draws a block of memory that is handed out again while its last reader runs."""
    program = Program("your code", "s1", "s2")
    program.run("s1", "write old", 1.4, writes="old")
    program.run("s1", "read old", 5, reads="old")
    program.reuse("old", "new")
    program.run("s2", "write new", 1.8, writes="new", after=5.8)
    last, first = program.bars[1:]
    ((edge, wait),) = program.waits
    code = [
        Bar(0, 1.6, 2.7, "`del old`", "other"),
        Bar(0, 2.85, 4.3, "`rt.empty()`", "other"),
        Bar(0, 4.45, 5.8, "`s2.launch`", "other"),
    ]
    block = [
        Bar(3, 0, last.end, "the block: bytes of `old`", "good"),
        Bar(3, first.start, first.end, "bytes of `new`", "good"),
    ]
    return Chart(
        "A freed block is handed out at once; its first user waits for its last reader",
        ["your code", "s1", "s2", "memory"],
        9.2,
        [*code, *program.bars, *block],
        [replace(wait, label=f"{edge.hazard}: waits for the\ndeath frontier, s1@{edge.value}")],
    )


def poison() -> Chart:
    """Draws the consequences of a failure, range by range."""
    fails = Bar(0, 0, 1.7, "write `y[:10]`", "bad", "fails")
    skipped = Bar(0, 1.9, 3.5, "`y[:10]` → z", "never", "skipped")
    apart = Bar(0, 3.7, 5.2, "read `y[10:]`", "work", "runs")
    fill = Bar(0, 5.4, 7.1, "fill `y[:10]`", "work", "runs")
    again = Bar(0, 7.3, 8.8, "read `y[:10]`", "work", "runs")
    second = Bar(1, 3.95, 5.55, "read z", "never", "skipped")
    memory = [
        Bar(2, fails.end, fill.end, "poisoned", "bad"),
        Bar(2, fill.end, 8.8, "good", "good"),
        Bar(3, 0, 8.8, "good", "good"),
        Bar(4, skipped.end, 8.8, "poisoned", "bad"),
    ]
    return Chart(
        "A failed write poisons its range; readers of that range are skipped, and theirs",
        ["s1", "s2", "`y[:10]`", "`y[10:]`", "z"],
        8.9,
        [fails, skipped, apart, fill, again, second, *memory],
        [Arrow(skipped, second, "RAW")],
    )


def cancel() -> Chart:
    """Draws how a queued execution, a running one and an awaiter are cancelled."""
    now = 2.4
    running = Bar(0, 0, 3.7, "first", "work", "`cancel()` is False")
    queued = Bar(0, 3.9, 5.5, "second", "never", "`cancel()` is True")
    reader = Bar(0, 5.7, 7.4, "reads second", "never", "skipped")
    apart = Bar(0, 7.6, 8.8, "another", "work", "runs")
    awaiter = Bar(1, 0.3, now, "`await first`", "other", "raises CancelledError at once")
    return Chart(
        "cancel() wins over what is queued and loses to what runs; an awaiter leaves both alone",
        ["a stream", "a task"],
        9,
        [running, queued, reader, apart, awaiter],
        [],
        [Pin(now, 0, 1, "now: `first.cancel()`, `second.cancel()`, and the task is cancelled")],
    )


def cores() -> Chart:
    """Draws two cores with four replays at once, and with one: when the loop gets its turn."""
    due = 1.5
    many = [
        *(Bar(0, 2.2 * n, 2.2 * n + 2.1, f"replay {1 + n % 2}") for n in range(4)),
        Bar(1, 0, 0.8, "loop", "good"),
        Bar(1, 0.9, 3, "replay 3"),
        Bar(1, 3.1, 5.2, "replay 4", note="the loop waits for its turn"),
        Bar(1, 5.3, 6.1, "loop", "good"),
        Bar(1, 6.2, 8.7, "replay 3"),
    ]
    one = [
        *(Bar(2, 2.9 * n, 2.9 * n + 2.8, f"replay {1 + n}") for n in range(3)),
        Bar(3, 0, 0.8, "loop", "good"),
        Bar(3, due, due + 0.8, "loop", "good"),
        Bar(3, 6.2, 7, "loop", "good"),
    ]
    return Chart(
        "Two cores: beside four replays at once the loop waits for a core, beside one it does not",
        ["depth=4\ncore 0", "core 1", "depth=1\ncore 0", "core 1"],
        9,
        [*many, *one],
        [],
        [Pin(due, 0, 3, "a timer of the loop is due")],
    )


def pipeline() -> Chart:
    """Draws two loaders and a device: three batches of two rows, in a window of two batches."""
    load, work, wake = 1.15, 1.6, 0.25
    free, ends, bars, arrows = [0.0, 0.0], list[Bar](), list[Bar](), list[Arrow]()
    for batch in range(3):
        room = ends[batch - 2].end + wake if batch >= 2 else 0.0
        rows: list[Bar] = []
        for row in range(2):
            start = max(free[row], room)
            rows.append(Bar(row, start, start + load, f"row {2 * batch + row}", "other"))
            free[row] = start + load + 0.1
        ready = max(row.end for row in rows) + wake
        start = max(ready, ends[-1].end + 0.1 if ends else 0.0)
        ends.append(Bar(2, start, start + work, f"replay {batch}"))
        bars += rows
        if batch == 0:
            arrows.append(Arrow(rows[1], ends[0], "starts when all rows\nare written"))
    bars += ends
    bars += [
        Bar(3, bar.end + wake, bar.end + wake + 1.1, f"batch {batch}", "good")
        for batch, bar in enumerate(ends)
    ]
    left = ends[0].end + wake
    pins = [Pin(left, 0, 3, "batch 0 has left: there is room for batch 2")]
    title = "Two workers load rows of the next batches while the device computes one"
    return Chart(title, ["worker 1", "worker 2", "device", "your loop"], 8, bars, arrows, pins)


@srt.jit
def softmax(x: Any) -> Any:
    """Returns numbers that add up to 1 in each row."""
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def fusion() -> Chart:
    """Draws the kernels of softmax, with each value stored and as they are fused."""
    with srt.Runtime() as rt:
        variant = softmax.lower(rt.empty((100, 1000), "f4"))._variant  # pyright: ignore[reportPrivateUsage]
    assert variant.executable is not None
    program = variant.executable.program
    apart = [step.kernel.name for step in lower(program, separate=True).steps]
    assert len(lower(program).steps) == 1
    bars = [Bar(0, 1.6 * n, 1.6 * n + 1.4, name) for n, name in enumerate(apart)]
    bars[-1] = replace(bars[-1], note="each one reads memory,\nand writes it")
    label, note = ", ".join(apart), "each row is read once,\nand written once"
    one = Bar(1, 0, 4.2, label, "good", note)
    title = f"Softmax: {len(apart)} kernels if each value is stored, and one if they are fused"
    return Chart(title, ["stored", "fused"], 1.6 * len(apart) + 0.9, [*bars, one])


def graph_diamond() -> str:
    """Returns the plan of an example, as streamrt draws it."""
    example = runpy.run_path(str(EXAMPLES / "graph_diamond.py"))
    with srt.Runtime() as rt:
        graph: srt.Graph = example["record"](rt)
        return graph.plan(rt.device(), streams=2).to_svg()


def failed_schedule() -> str:
    """Draws a race as exploration reports it, made up: the times and the lines are invented.

    One task records an event too early, and another one waits for it.
    """
    load, work = "sim:0/load", "sim:0/work"
    chosen = Draw("next", 2, 1, "task compute", "task feed", 5000)
    ran = [(load, "fill", 0, 5), (work, "axpy", 5, 8), (load, "fill", 6, 12), (work, "axpy", 8, 11)]
    feed = [(0, "begins", 38), (0, "waits", 42), (6, "goes on", 42), (6, "ends", 0)]
    compute = [(0, "begins", 52), (0, "waits", 54), (5, "goes on", 54), (5, "waits", 56)]
    compute += [(11, "goes on", 56), (11, "ends", 0)]
    return picture.svg(
        Facts(
            kind="race",
            message=f"axpy on {work}@2 reads what fill on {load}@2 writes; nothing orders the two",
            sites=("feed.py:41 in feed", "feed.py:55 in compute"),
            program="test_feed.py::test_feed",
            schedule=3,
            schedules=4,
            seed=7,
            strategy="mixed",
            draws=(*[Draw("next", 2, 0)] * 12, chosen),
            trace=tuple(
                TraceEvent(0, queue, what, 1000 * start, 1000 * finish, "done")
                for queue, what, start, finish in ran
            ),
            moments=tuple(
                Moment(1000 * at, f"task {who}", what, f"feed.py:{line} in {who}" if line else "")
                for who, story in (("feed", feed), ("compute", compute))
                for at, what, line in story
            ),
        )
    )


def opencl_streams() -> Chart:
    """Draws a run on a driver of OpenCL, which scripts/opencl_streams.py has recorded."""
    recorded = tomllib.loads((FOLDER / "opencl_streams.toml").read_text())
    runs, lanes = recorded["run"], ["load", "work"]
    scale = 8.6 / max(run["end_us"] for run in runs)
    bars = [
        Bar(
            lanes.index(run["lane"]), scale * run["start_us"], scale * run["end_us"], run["label"],
            note=f"{(run['end_us'] - run['start_us']) / 1e3:.1f} ms",
        )
        for run in runs
    ]  # fmt: skip
    arrows = [Arrow(bars[k], bars[k + 1]) for k in range(0, len(bars), 2)]
    title = "Two streams of a device of OpenCL: blocks are copied while the one before is added"
    return Chart(title, lanes, 9, bars, arrows)


CHARTS: tuple[Callable[[], Chart], ...] = (
    overlap, hazards, elision, reuse, poison, cancel, cores, fusion, pipeline,
    opencl_streams,
)  # fmt: skip


def pictures() -> dict[Path, str]:
    """Returns the text of each file."""
    drawn = {chart.__name__: chart().svg() for chart in CHARTS}
    drawn |= {one.__name__: one() for one in (graph_diamond, failed_schedule)}
    drawn |= {"house": House().svg(), "workers": workers()}
    return {FOLDER / f"{name}.svg": text for name, text in drawn.items()}


if __name__ == "__main__":
    sys.path.append(str(FOLDER.parent / "scripts"))
    from generated import main

    sys.exit(main(pictures()))
