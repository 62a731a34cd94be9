"""The door of operations, and the native step behind it, which means what the specification does.

Random programs run twice, once with native steps and once in Python; whatever can be seen of both
runs has to be equal. A run depends on nothing but its seed: see `door_programs.py`, which also
compares millions of operations (`make trackers`).
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from long.door_programs import MODES
from shared.processes import python

import streamrt as srt
from streamrt._runtime.door import HostSide, Interpreter, Operation, interpreter_of
from streamrt_kernels import axpy

PROGRAMS = Path(__file__).resolve().parents[1] / "long" / "door_programs.py"


def runs(mode: str, seeds: list[str], **environment: str) -> str:
    """What can be seen of the runs of random programs, in a process of their own."""
    done = python(PROGRAMS, mode, *seeds, env=os.environ | environment, check=True)
    return done.stdout


RICH = "4"  # the seed of programs with all that the test asks for


@pytest.mark.parametrize("mode", MODES)
def test_a_native_step_means_what_the_steps_in_python_do(mode: str) -> None:
    seeds = [RICH, *(str(seed) for seed in random.Random().sample(range(1 << 31), 4))]
    native = runs(mode, seeds, STREAMRT_TRACKER="")
    for seen in ("launch fail", "failed: ZeroDivisionError", "skipped", "was cancelled"):
        assert seen in native
    assert runs(mode, seeds, STREAMRT_TRACKER="python") == native, seeds


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
