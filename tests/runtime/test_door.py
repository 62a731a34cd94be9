"""The door of submissions: operations are data, and the launch in line means what the door does.

The simulator's clock is virtual, so a program's run depends on nothing but its seed. Random
programs run twice, once with launches in line and once with launches through `submit`; whatever
can be seen of both runs has to be equal.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np
import pytest
from trial_kernels import fail

import streamrt as srt
from streamrt._core.tracking import hazards
from streamrt._runtime import door, tracking
from streamrt._runtime.door import HostSide, Interpreter, Operation, interpreter_of, submit
from streamrt._runtime.execution import Execution
from streamrt._runtime.lane import Lane, cells_of, flat
from streamrt._runtime.subject import Subject
from streamrt.testing import Simulator
from streamrt_kernels import axpy

STEPS = 60


def launch_by_door(
    lane: Lane,
    plan: int,
    reads: hazards.Reads,
    writes: hazards.Writes,
    values: tuple[Any, ...],
    subject: Subject,
    frame: FrameType,
    outcome: object = None,
) -> Execution:
    """`Lane.launch`, as the door would have it."""

    def issue(execution: Execution) -> None:
        waits, cells = flat(execution.edges), cells_of(execution.checks)
        lane._issue(lane.handle, execution.cell, waits, cells)

    with lane.engine.lock:
        value = lane._pack(lane.handle, plan, values) or lane._retry(plan, values, subject)
        return submit(lane, value, reads, writes, subject, frame, issue, outcome=outcome)


def seen(execution: Execution) -> tuple[object, ...]:
    """What the tracker found for an execution."""
    edges = [(e.timeline.name, e.value, e.hazard) for e in execution.edges]
    checks = [(step.timeline.name, step.value) for step in execution.checks]
    return execution._describe(), sorted(edges), sorted(checks)


def run(seed: int, hazards_mode: str) -> list[object]:
    """Runs a random program of launches, fills, copies, events, failures and cancels."""
    draw = random.Random(seed)
    sim = Simulator(seed)
    found: list[object] = []
    with srt.Runtime(["sim:0"], backends=[sim], hazards=hazards_mode) as rt:  # type: ignore[arg-type]
        streams = [rt.device().stream(name) for name in "abc"]
        buffers = [rt.put(np.full(16, n, "f4")) for n in range(4)]
        executions: list[Execution] = []
        with rt.scope() as scope:
            for _ in range(STEPS):
                stream, x, y = draw.choice(streams), draw.choice(buffers), draw.choice(buffers)
                low = draw.randrange(8)
                match draw.randrange(8):
                    case 0:
                        executions.append(stream.fill(y[low:], 1.0))
                    case 1 if x is not y:
                        executions.append(stream.copy(y[low:], x[low:]))
                    case 2:
                        draw.choice(streams).wait(stream.record())
                    case 3:
                        executions.append(stream.launch(fail, y, 7))
                    case 4 if executions:
                        found.append(executions[-1].cancel())
                    case 5:
                        buffers[draw.randrange(4)] = rt.empty(16)
                    case _ if x is not y:
                        executions.append(stream.launch(axpy, x[::2], y[::2], alpha=0.5))
                    case _:
                        pass
            found += map(seen, executions)
            found.append(scope.pending)
            for execution in executions:
                found.append(type(execution._error(execution._state())) if _ends(execution) else "")
        found += [(e.what, e.queue, e.start, e.finish, e.outcome) for e in sim.trace]
    return found


def _ends(execution: Execution) -> bool:
    """Waits for it; whether it ended badly."""
    try:
        execution.sync()
    except Exception:  # noqa: BLE001 - which one is compared by its type
        return True
    return False


@pytest.mark.parametrize("mode", ["auto", "manual"])
def test_a_launch_in_line_means_what_the_door_does(
    mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = random.Random().sample(range(1 << 31), 12)
    in_line = [run(seed, mode) for seed in seeds]
    monkeypatch.setattr(Lane, "launch", launch_by_door)
    assert [run(seed, mode) for seed in seeds] == in_line, seeds


@pytest.mark.parametrize("what", ["no edges", "no checks"])
def test_a_door_that_loses_something_is_found(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above can fail."""

    def forgetful(*given: Any) -> tuple[hazards.Edges, hazards.Steps]:
        edges, checks = tracking.track(*given)
        return ((), checks) if what == "no edges" else (edges, ())

    seeds = range(12)
    in_line = [run(seed, "auto") for seed in seeds]
    monkeypatch.setattr(Lane, "launch", launch_by_door)
    monkeypatch.setattr(door, "track", forgetful)
    assert [run(seed, "auto") for seed in seeds] != in_line


class Listener(Interpreter):
    """An interpreter that notes each operation, and then runs it."""

    def __init__(self, rt: srt.Runtime) -> None:
        super().__init__(rt._engine)
        self.heard: list[str] = []

    def _take(self, operation: Operation[Any]) -> Any:
        self.heard.append(operation.what.partition(" on ")[0].partition(" <")[0])
        return operation.run()


async def test_every_operation_of_a_user_passes_the_door(rt: srt.Runtime, cpu: srt.Device) -> None:
    """So a detector or a trace can stand there as captures do, without a branch in any method."""
    stream, listener = cpu.stream(), Listener(rt)
    x, y = rt.put(np.ones(4, "f4")), rt.put(np.ones(4, "f4"))
    listener._enter()
    assert interpreter_of(rt._engine) is listener
    operations: list[Callable[[], object]] = [
        lambda: rt.empty(3),
        lambda: stream.launch(axpy, x, y, alpha=1.0),
        lambda: stream.copy(y, x),
        lambda: stream.fill(y, 0.0),
        lambda: stream.call(len, ()),
        lambda: stream.wait(stream.record()),
        x.fetch,
        lambda: x.to(cpu),
        stream.sync,
        lambda: np.from_dlpack(x),
    ]
    for operation in operations:
        operation()
    listener._leave()
    assert interpreter_of(rt._engine) is None
    assert listener.heard == [
        *("make a buffer", "launch axpy", "copy", "fill", "call", "record", "wait"),
        *("fetch", "copy", "make a buffer", "sync cpu:0/s1", "share"),
    ]
    assert HostSide("a step").run() is None
