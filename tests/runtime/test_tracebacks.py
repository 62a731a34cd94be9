"""A refusal's traceback ends at the user's line; frames of users' own code below it stay.

`test_bad_input.py` and the fuzzer count the frames of many more refusals.
"""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from long import fuzz
from shared.trial_kernels import axpy

import streamrt as srt
from streamrt import testing
from streamrt.errors import ArgumentError, ArgumentTypeError, CompileError, DeviceError


class Given:
    """What the calls below are made with: all on one runtime, whose queues hold two executions."""

    def __init__(self, rt: srt.Runtime) -> None:
        self.rt = rt
        self.device = rt.device()
        self.stream = self.device.stream()
        self.x, self.z = rt.put(np.ones(4, "f4")), rt.put(np.ones(4, "f8"))
        self.frozen = rt.put(np.ones(4, "f4")).freeze()
        with rt.capture(x=self.x) as self.graph:
            y = rt.empty(4)
            self.stream.copy(y, self.x)
            self.graph.output("y", y)
        self.replays = self.graph.plan(self.device).instantiate()

    def in_capture(self, use: Callable[[srt.Graph], object]) -> None:
        with self.rt.capture(x=self.x) as graph:
            use(graph)

    def until_full(self, submit: Callable[[], object]) -> None:
        gate = threading.Event()
        self.stream.call(gate.wait)
        try:
            while True:
                submit()
        finally:
            gate.set()


def kernel(source: Any) -> srt.Kernel:
    return srt.Kernel("k", "x: f32[n]", cpu=srt.LLVM(source))


CALLS: dict[str, Callable[[Given], object]] = {
    "launch": lambda g: g.stream.launch(axpy, g.x, g.z, 1.0),
    "launch frozen": lambda g: g.stream.launch(axpy, g.x, g.frozen, 1.0),
    "launch full": lambda g: g.until_full(lambda: g.stream.launch(axpy, g.z, g.z, 1.0)),
    "launch uncompiled": lambda g: g.stream.launch(kernel("nonsense"), g.x),
    "copy": lambda g: g.stream.copy(g.x, g.z),
    "fill full": lambda g: g.until_full(lambda: g.stream.fill(g.x, 1.0)),
    "wait": lambda g: g.stream.wait(g.rt.event()),
    "empty": lambda g: g.rt.empty(3, "nonsense"),
    "empty too large": lambda g: g.rt.empty(1 << 30),
    "put too large": lambda g: g.rt.put(np.ones(1 << 20)),
    "capture": lambda g: g.rt.capture(x=5).__enter__(),  # type: ignore[arg-type]
    "output": lambda g: g.in_capture(lambda graph: graph.output("y", g.rt.empty(4)[1:])),
    "captured launch": lambda g: g.in_capture(lambda _: g.stream.launch(axpy, g.x, g.z, 1.0)),
    "captured empty": lambda g: g.in_capture(lambda _: g.rt.empty("x")),  # type: ignore[arg-type]
    "captured fetch": lambda g: g.in_capture(lambda _: g.x.fetch()),
    "plan": lambda g: g.graph.plan(g.device, streams=0),
    "instantiate": lambda g: g.graph.plan(g.device).instantiate(0),
    "replay": lambda g: g.replays.replay(x=g.z),
    "replay frozen": lambda g: g.replays.replay(y=g.frozen),
    "index": lambda g: g.x[9],
    "reshape": lambda g: g.x.reshape(3),
    "Kernel": lambda g: srt.Kernel("k", "x: f4[n]", cpu=srt.LLVM("")),
    "Native": lambda g: srt.Native(0),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_refusal_shows_the_users_line_and_at_most_the_public_call(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[list[str]] = []
    with srt.Runtime(memory_limit=1 << 20, queue_limit=2) as rt:
        given = Given(rt)
        for setting in ("", "full"):
            monkeypatch.setenv("STREAMRT_TRACEBACK", setting)
            with pytest.raises(srt.StreamRTError) as caught:
                CALLS[name](given)
            shown.append(fuzz.frames(caught.value))
            given.stream.sync()
    short, full = shown
    assert len(short) <= 1
    assert short == full[: len(short)]
    assert len(full) > 1 or name == "replay frozen"  # which makes a new error of the tracker's


def names(error: BaseException) -> list[str]:
    return [step.name for step in traceback.extract_tb(error.__traceback__)]


def test_frames_of_users_below_streamrt_stay() -> None:
    def helper() -> None:
        raise ArgumentError("helper: it found nothing; pass something")

    class Broken(testing.Simulator):
        def open(self, index: int) -> Any:
            raise DeviceError(f"open mine:{index}: it is on fire; run")

    with srt.Runtime(eager=True) as rt, pytest.raises(ArgumentError) as caught:
        rt.device().stream().call(helper)
    assert names(caught.value)[-1] == "helper"
    with srt.Runtime(["sim:0"], backends=[Broken()]) as rt, pytest.raises(DeviceError) as lost:
        rt.empty(3)
    assert names(lost.value)[-1] == "open"


def test_the_cause_of_a_refusal_stays_with_its_own_traceback(rt: srt.Runtime) -> None:
    def source(binding: srt.Binding) -> str:
        raise KeyError("there is no such type")

    with pytest.raises(CompileError) as refused:
        rt.device().stream().launch(kernel(source), rt.empty(3))
    assert isinstance(refused.value.__cause__, KeyError)
    assert names(refused.value.__cause__)[-1] == "source"
    with pytest.raises(ArgumentTypeError) as unknown:
        rt.empty(3, "nonsense")
    assert isinstance(unknown.value.__cause__, TypeError)
