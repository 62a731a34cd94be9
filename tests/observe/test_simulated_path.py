"""The critical path of programs that ran on the simulator, beside all paths by brute force."""

from __future__ import annotations

import random

import numpy as np
import pytest

import streamrt as srt
from streamrt import observe
from streamrt.observe.trace import EventKind, Trace
from streamrt.testing import Simulator
from streamrt_kernels import axpy

Key = tuple[str, int]  # a stream, and a value of its timeline


def run(seed: int) -> tuple[Trace, observe.CriticalPath, list[tuple[Key, list[Key], str]]]:
    """Runs drawn launches and copies on four streams; returns what each comes after, too."""
    draw = random.Random(seed)
    simulator = Simulator(None, compute=8, copy_engines=8)  # nothing waits for an engine
    with srt.Runtime(["sim:0"], backends=[simulator]) as rt:
        streams = [rt.device().stream(f"s{number}") for number in range(4)]
        buffers = {n: [rt.put(np.ones(n)) for _ in range(4)] for n in (100, 1000, 4000)}
        rt.sync()
        steps: list[tuple[Key, list[Key], str]] = []
        last: dict[str, Key] = {}
        with observe.record(rt) as recording:
            for _ in range(40):
                stream = draw.choice(streams)
                one, other = draw.sample(buffers[draw.choice(list(buffers))], 2)
                if draw.random() < 0.5:
                    execution, label = stream.launch(axpy, one, other, alpha=0.5), "axpy"
                else:
                    execution, label = stream.copy(one, other), "copy"
                key = execution.timeline.name, execution.value
                after = [(edge.timeline.name, edge.value) for edge in execution.edges]
                steps.append((key, [*after, *filter(None, [last.get(key[0])])], label))
                last[key[0]] = key
            rt.sync()
        return recording.trace(), recording.critical_path(), steps


def ends_of(
    trace: Trace, steps: list[tuple[Key, list[Key], str]], quicker: str = ""
) -> dict[Key, int]:
    """When each step ends if it begins as soon as all ended that it comes after."""
    took = {
        (trace.tracks[event["track"]].name, int(event["value"])): int(
            event["finished"] - event["started"]
        )
        for event in trace.of_kind(EventKind.EXECUTION)
    }
    ends: dict[Key, int] = {}
    for key, after, label in steps:
        begin = max((ends[other] for other in after if other in ends), default=trace.began)
        ends[key] = begin + took[key] // (2 if label == quicker else 1)
    return ends


@pytest.mark.parametrize("seed", range(12))
def test_the_path_is_as_long_as_the_longest_way_through_the_program(seed: int) -> None:
    trace, path, steps = run(seed)
    ends = ends_of(trace, steps)
    shown = {
        (trace.tracks[event["track"]].name, int(event["value"])): int(event["finished"])
        for event in trace.of_kind(EventKind.EXECUTION)
    }
    assert trace.lost == 0
    assert shown == ends  # the simulator did nothing else than wait for what comes before
    whole = max(ends.values()) - trace.began
    assert path.total == whole
    assert {row.label for row in path.rows} <= {"axpy", "copy"}
    assert sum(row.ns for row in path.rows) == whole
    for row in path.rows:
        left = max(ends_of(trace, steps, quicker=row.label).values()) - trace.began
        assert row.saved * whole >= whole - left - 1  # the trace knows one wait of each step
