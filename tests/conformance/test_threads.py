"""Which calls of a device the runtime makes under its lock: what the contract says of threads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from shared.replaying_backend import ReplayingBackend, ReplayingDevice
from shared.threaded_backend import ThreadedQueue

import streamrt as srt
from streamrt.backend import Command, Timeline
from streamrt_kernels import axpy

UNDER_THE_LOCK = {"submit", "open_queue", "rename", "can_wait_on", "alloc", "free"}
WITHOUT_IT = {"load", "load_standard", "instantiate", "unload"}


class Watching:
    """Notes for each call whether the runtime's lock is held."""

    def __init__(self) -> None:
        self.lock: Any = None
        self.seen: set[tuple[str, bool]] = set()

    def note(self, name: str) -> None:
        self.seen.add((name, self.lock.is_mine()))


watching = Watching()


class WatchedQueue(ThreadedQueue):
    def submit(self, commands: Sequence[Command]) -> None:
        watching.note("submit")
        super().submit(commands)

    def rename(self, name: str) -> None:
        watching.note("rename")


class WatchedDevice(ReplayingDevice):
    def __getattribute__(self, name: str) -> Any:
        member = super().__getattribute__(name)
        if name not in UNDER_THE_LOCK | WITHOUT_IT:
            return member

        def noted(*arguments: Any) -> object:
            watching.note(name)
            return member(*arguments)

        return noted

    def open_queue(self, name: str, timeline: Timeline) -> ThreadedQueue:
        opened = WatchedQueue(self, name, timeline)
        self.queues.append(opened)
        return opened


def test_the_runtime_calls_a_device_under_its_lock_as_the_contract_says() -> None:
    rt = srt.Runtime(devices=["replaying:0"], backends=[ReplayingBackend(WatchedDevice)])
    engine: Any = rt._engine
    watching.lock = engine.lock
    with rt:
        device = rt.device()
        x, y = (rt.put(np.ones(9, "f4")) for _ in range(2))
        first, second = device.stream(), device.stream()
        first.launch(axpy, x, y, alpha=2.0)
        second.launch(axpy, x, y, alpha=2.0).sync()
        first.close()
        device.stream().fill(x, 1.0).sync()
        with rt.capture(x=x) as graph:
            second.launch(axpy, x, y, alpha=2.0)
        graph.plan(device).instantiate().replay().sync()
        assert y.fetch().sync().tolist() == [7.0] * 9
        del x, y
        rt.barrier().sync()
        device.trim()
    assert watching.seen == {
        *((name, True) for name in UNDER_THE_LOCK),
        *((name, False) for name in WITHOUT_IT),
    }
