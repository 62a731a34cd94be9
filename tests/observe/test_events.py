"""Events are what executions say of themselves: the same times, in the same order, none missing."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import numpy as np
import pytest
from shared.graph_setup import KINDS, Setup, opened
from shared.trial_kernels import axpy, empty, fail

import streamrt as srt
from streamrt import observe
from streamrt._runtime.recorder.recorder import Recorder
from streamrt.observe.trace import STATES, EventKind, Trace

PROGRAMS = 6
STEPS = 120


def run(setup: Setup, draw: random.Random, steps: int) -> list[srt.Execution]:
    """Runs a random program to its end; returns what it submitted."""
    streams = [setup.a, setup.b]
    buffers = [setup.put(np.zeros(8)) for _ in range(3)]
    made: list[srt.Execution] = []
    for _ in range(steps):
        stream, x, y = draw.choice(streams), *draw.sample(buffers, 2)
        kind = draw.randrange(7)
        if kind < 2:
            made.append(stream.launch(axpy, x, y, 1.0))
        elif kind == 2:
            made.append(stream.launch(fail, x, draw.choice((0, 0, 0, 7))))
        elif kind == 3:
            made.append(stream.copy(x, y))
        elif kind == 4:
            made.append(stream.call(time.monotonic_ns))
        elif kind == 5:
            made.append(stream.fill(x, 1.0))
        else:
            made.append(stream.launch(empty, y))
            made[-1].cancel()
    setup.rt.barrier().sync()
    for execution in made:
        execution.exception() if not execution.cancelled() else None
    return made


def same(trace: Trace, made: list[srt.Execution]) -> None:
    """Checks that a trace has exactly these executions on their streams, and no others there."""
    events = trace.of_kind(EventKind.EXECUTION)
    for lane in {execution.timeline for execution in made}:
        own = sorted((e for e in made if e.timeline is lane), key=lambda e: e.value)
        (place,) = [i for i, t in enumerate(trace.tracks) if t.index == lane.queue.timeline.index]
        found = events[events["track"] == place]
        expected = [(e.value, *e.times, STATES.index(state_of(e))) for e in own]
        fields = ["value", "submitted", "started", "finished", "state"]
        assert found[fields].tolist() == expected
        assert trace.tracks[place].name == lane.name


def state_of(execution: srt.Execution) -> str:
    return repr(execution).rpartition(": ")[2].rstrip(">")


@pytest.mark.parametrize("kind", KINDS)
def test_the_events_of_random_programs_are_the_times_of_their_executions(kind: str) -> None:
    seed = int(os.environ.get("STREAMRT_SEED", random.randrange(10**9)))
    print(f"seed {seed}")
    draw = random.Random(seed)
    with opened(kind) as setup:
        for _ in range(PROGRAMS):
            with observe.record(setup.rt) as recording:
                made = run(setup, draw, STEPS)
            assert recording.lost == 0
            same(recording.trace(), made)


def test_a_file_has_the_newest_events_and_says_exactly_how_many_are_gone(tmp_path: Path) -> None:
    with opened("cpu", flight=tmp_path) as setup:
        made = run(setup, random.Random(1), 4000)
        lanes = list({execution.timeline for execution in made})
        recorder = setup.rt._engine.recorder
        assert isinstance(recorder, Recorder)
        assert recorder.flight is not None
        path = recorder.flight.path
        newest = [e for lane in lanes for e in [e for e in made if e.timeline is lane][-1023:]]
        same(observe.read(path), newest)
    trace, rings = observe.read(path), [source.ring for source in recorder.sources.values()]
    assert trace.lost == sum(max(0, ring.written - ring.size + 1) for ring in rings) > 0
    assert len(trace) + trace.lost == sum(ring.written for ring in rings)


def test_what_is_read_and_what_is_lost_is_all_that_was_written() -> None:
    with opened("cpu") as setup, observe.record(setup.rt, events=16) as recording:
        run(setup, random.Random(2), 2000)
        recording.stop()
        recorder = setup.rt._engine.recorder
        assert isinstance(recorder, Recorder)
        written = sum(source.ring.written for source in recorder.sources.values())
        trace = recording.trace()
        assert trace.lost == recording.lost > 0
        assert len(trace) + trace.lost == written
