"""Random programs with crashes, against the same programs in which those executions fail by a code.

The crash ends whatever ran at that moment, on every stream. So a program runs in a process device
first; then, in one more device, with an error code in place of each execution that was lost.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from process.crashing import ADDS, FAILS, SEGV, TEARS, TRAP

import streamrt as srt
from streamrt.errors import DependencyError, DeviceLostError, KernelError, StreamRTError

BUFFERS, STREAMS, STEPS, N = 6, 3, 40, 8
MANY = int(os.environ.get("STREAMRT_CRASHES", "5"))


class Step(NamedTuple):
    """A step of a program: a launch of buffer `x` into `y`, or a `put` that makes `y` anew."""

    stream: int
    x: int
    y: int
    mode: int
    is_put: bool


def program(draw: Random) -> list[Step]:
    steps: list[Step] = []
    for _ in range(STEPS):
        x, y = draw.sample(range(BUFFERS), 2)
        steps.append(Step(draw.randrange(STREAMS), x, y, ADDS, draw.random() < 0.1))
    launches = [i for i, step in enumerate(steps) if not step.is_put]
    crash = draw.choice(launches)
    steps[crash] = steps[crash]._replace(mode=draw.choice((SEGV, TEARS)))
    return steps


Outcome = tuple[list[str], list[list[float] | None]]


def run(rt: srt.Runtime, name: str, steps: list[Step]) -> Outcome:
    """What became of each step, and of each buffer."""
    device = rt.device(name)
    streams = [device.stream() for _ in range(STREAMS)]
    buffers = [rt.put(np.full(N, i, np.float32), device=name) for i in range(BUFFERS)]
    executions: list[srt.Execution[None] | None] = []
    for i, step in enumerate(steps):
        if step.is_put:
            buffers[step.y] = rt.put(np.full(N, i, np.float32), device=name)
            executions.append(None)
        else:
            x, y = buffers[step.x], buffers[step.y]
            executions.append(streams[step.stream].launch(TRAP, x, y, mode=step.mode))
    words: list[str] = []
    for execution in executions:
        try:
            if execution is not None:
                execution.sync()
            words.append("done")
        except DependencyError:
            words.append("skipped")
        except (DeviceLostError, KernelError):
            words.append("failed")
    found: list[list[float] | None] = []
    for buffer in buffers:
        try:
            found.append(np.asarray(buffer).tolist())
        except StreamRTError:
            found.append(None)
    for stream in streams:
        stream.close()
    return words, found


@pytest.fixture(scope="module")
def rt(crashes_are_allowed: None) -> Iterator[srt.Runtime]:
    with srt.Runtime(devices=["process+cpu:0", "process+cpu:1", "cpu:0"]) as found:
        yield found


def check(rt: srt.Runtime, seed: int) -> None:
    steps = program(Random(seed))
    words, values = run(rt, "process+cpu:0", steps)
    assert "failed" in words
    lost = [
        step._replace(mode=FAILS) if word == "failed" else step
        for step, word in zip(steps, words, strict=True)
    ]
    assert all(step.mode in (ADDS, FAILS) for step in lost), "each crash is of what crashed"
    for name in ("process+cpu:1", "cpu:0"):
        assert run(rt, name, lost) == (words, values), f"{name}, seed {seed}"


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(n, marks=pytest.mark.slow) for n in range(6, 12))]
)
def test_a_crash_is_like_the_failure_of_what_ran(rt: srt.Runtime, seed: int) -> None:
    check(rt, seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(MANY))
def test_many_crashes_are_like_failures_of_what_ran(rt: srt.Runtime, part: int) -> None:
    """Four programs each; `make crashes` has 200 in all."""
    for seed in range(100 + 4 * part, 104 + 4 * part):
        check(rt, seed)
