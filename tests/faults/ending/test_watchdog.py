"""The watchdog, and closing while a kernel is stuck."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Generator
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import PATIENCE, Gate, axpy, values

import streamrt as srt
from streamrt.backend import Plan, Queue, Timeline
from streamrt.errors import ArgumentError, DeviceLostError

LIMIT = 0.02  # seconds


class Heard(logging.Handler):
    """Keeps what the library logs, and lets a test wait for it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []
        self._arrived = threading.Condition()

    def emit(self, record: logging.LogRecord) -> None:
        with self._arrived:
            self.messages.append(record.getMessage())
            self._arrived.notify_all()

    def wait_for(self, words: str) -> str:
        """The first message with these words, once there is one."""

        def found() -> str | None:
            return next((m for m in self.messages if words in m), None)

        with self._arrived:
            message = self._arrived.wait_for(found, PATIENCE)
        assert message is not None, f"nobody said {words!r}, only {self.messages}"
        return message


@pytest.fixture
def heard() -> Generator[Heard]:
    handler = Heard()
    logger = logging.getLogger("streamrt")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


def watchdogs() -> list[threading.Thread]:
    return [t for t in threading.enumerate() if t.name == "streamrt-watchdog"]


def test_a_stuck_kernel_is_named_once_and_closing_returns_after_its_deadline(
    heard: Heard,
) -> None:
    """Row 14."""
    limit = LIMIT
    while not is_named_once(limit, heard):
        limit *= 2


def is_named_once(limit: float, heard: Heard) -> bool:
    """Whether all was submitted before the watchdog spoke, which then counts all of it."""
    heard.messages.clear()
    rt = srt.Runtime(watchdog=limit, drain_timeout=0.1)
    stream, other = rt.device().stream("stuck"), rt.device().stream("other")
    gate, y = Gate(rt), rt.put(np.zeros(1, "f4"))
    with gate:
        began = time.monotonic()
        held = gate.hold(stream, y)
        behind = [stream.fill(y, 1.0), other.launch(axpy, y, y, 1.0), other.fill(y, 2.0)]
        in_time = time.monotonic() - began < limit
        unrelated = rt.device().stream().call(int, "5")
        said = heard.wait_for("watchdog: latch on cpu:0/stuck@1 has been running for ")
        assert "submitted at" in said
        assert "trial_kernels.py" in said
        assert not in_time or said.endswith(
            "1 submissions wait behind it on its stream, 2 on others"
        )
        assert unrelated.sync() == 5
        assert watchdogs()
        rt.close()
        assert not held.done()
        assert not any(e.done() for e in behind)
        heard.wait_for("close: latch on cpu:0/stuck@1 has not ended")
        assert not watchdogs()
    held.timeline.block(2, 0, PATIENCE)  # the gate is open: it goes on to its end, unharmed
    assert held.done()
    assert len([m for m in heard.messages if m.startswith("watchdog: latch")]) == 1
    return in_time


def test_a_stuck_host_call_is_named_and_each_stuck_execution_gets_its_own_message(
    heard: Heard,
) -> None:
    """Row 14."""
    with srt.Runtime(watchdog=LIMIT) as rt:
        stream = rt.device().stream()
        for number in range(2):
            release = threading.Event()
            call = stream.call(release.wait, PATIENCE)
            heard.wait_for(f"Event.wait on cpu:0/s1.host@{number + 1} has been running")
            release.set()
            assert call.sync() is True


def test_what_is_quick_is_not_named_and_the_thread_ends_with_the_runtime(heard: Heard) -> None:
    """Row 14."""
    with srt.Runtime(watchdog=3600) as rt:
        y = rt.put(np.zeros(1, "f4"))
        for _ in range(100):
            rt.device().stream().launch(axpy, y, y, 1.0)
        assert values(y) == [0.0]
        assert len(watchdogs()) == 1
    assert not watchdogs()
    assert heard.messages == []


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), "1"])
def test_a_limit_that_is_no_time_is_refused(seconds: Any) -> None:
    """Row 14."""
    with pytest.raises(ArgumentError, match=r"^Runtime: watchdog is .*; it .* seconds"):
        srt.Runtime(watchdog=seconds)


class Silent:
    """A kind of device whose queues take everything and complete nothing, or only begin it."""

    kind = "silent"
    runs = "cpu"
    host_sees = True
    sees_host = True

    def __init__(self, begins: bool) -> None:
        self._begins = begins
        self._memory: dict[int, np.ndarray[Any, Any]] = {}

    def count(self) -> int:
        return 1

    def open(self, index: int) -> Any:
        return self

    def alloc(self, nbytes: int) -> int:
        array = np.zeros(nbytes + 64, "u1")
        address = -(-array.__array_interface__["data"][0] // 64) * 64
        self._memory[address] = array
        return address

    def free(self, address: int) -> None:
        del self._memory[address]

    def load(self, plan: Plan) -> int:
        return 1

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        return 1

    def unload(self, plan: int) -> None: ...

    def can_wait_on(self, timeline: int) -> bool:
        return False

    def open_queue(self, name: str, timeline: Timeline) -> Queue:
        return SilentQueue(timeline.start if self._begins else lambda cell: None)

    def close(self) -> None: ...


class SilentQueue:
    """Begins what it is given, at most."""

    def __init__(self, begin: Callable[[int], object]) -> None:
        self._begin = begin

    def submit(self, commands: Any) -> None:
        self._begin(commands[-1].cell)

    def close(self, timeout: float) -> bool:
        return True


@pytest.mark.parametrize("begins", [False, True])
def test_a_device_that_completes_nothing_is_lost_and_others_go_on(
    begins: bool, heard: Heard
) -> None:
    """Rows 13 and 14."""
    backend: Any = Silent(begins)
    with srt.Runtime(["silent", "cpu"], backends=[backend], watchdog=LIMIT) as rt:
        silent, cpu = rt.devices
        y = rt.put(np.zeros(3, "f4"), cpu)
        never = silent.stream().fill(rt.empty(3, device=silent), 1.0)
        heard.wait_for(f"fill on silent:0/s1@1 has been {'running' if begins else 'due'} for")
        with pytest.raises(DeviceLostError, match="no completion of fill on silent:0/s1@1 after"):
            never.sync(PATIENCE)
        cpu.stream().fill(y, 2.0)
        assert values(y) == [2.0] * 3
