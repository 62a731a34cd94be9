"""A device with a limit of memory, on each kind, for tests of `Device.room`."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import ExitStack, contextmanager
from typing import Any

import anyio
import pytest
from opencl.driver import OPENCL
from shared.fake_gpu import CUDA, gpus
from shared.threaded_backend import RecoveringBackend, ThreadedBackend
from shared.trial_kernels import PATIENCE

import streamrt as srt
from streamrt.testing import Simulator

LIMIT = 1 << 16
KEPT = 64  # the gate's, where the device is the CPU
MOST = LIMIT - (1 << 13)
KINDS = ("cpu", "sim", "threaded", "process+cpu", CUDA, OPENCL)
LIBRARIES = pytest.mark.parametrize("library", ["asyncio", "trio"])

Body = Callable[["Place"], Coroutine[Any, Any, None]]


class Place:
    """A device with a limit, and its runtime."""

    def __init__(self, rt: srt.Runtime, before_loss: Callable[[], object]) -> None:
        self.rt, self.device = rt, rt.devices[0]
        self._before_loss = before_loss
        self.admitted: list[object] = []

    def empty(self, nbytes: int) -> srt.Buffer:
        return self.rt.empty(nbytes, "u1", self.device)

    async def ask(self, nbytes: int, name: object = None) -> srt.Buffer:
        """Waits for room, and takes it."""
        await self.device.room(nbytes)
        self.admitted.append(nbytes if name is None else name)
        return self.empty(nbytes)

    def lose(self) -> None:
        self._before_loss()
        self.device.stream()._lane.queue.timeline.lose("it fell off the bus")


@contextmanager
def opened(kind: str = "cpu", **options: Any) -> Generator[Place]:
    with ExitStack() as stack:
        backends: list[Any] = [Simulator(), ThreadedBackend(), RecoveringBackend()]
        before_loss: Callable[[], object] = int
        if kind == "cuda":
            backend, fake = stack.enter_context(gpus())
            backends.append(backend)
            before_loss = fake.lose
        names = ["cpu:0"] if kind == "cpu" else [f"{kind}:0", "cpu:0"]
        options = {"memory_limit": LIMIT} | options
        rt = stack.enter_context(srt.Runtime(names, backends=backends, **options))
        yield Place(rt, before_loss)


def run(library: str, body: Body, kind: str = "cpu") -> None:
    """Runs a coroutine function on a loop, at a place of a kind."""
    with opened(kind) as at:

        async def main() -> None:
            with anyio.fail_after(PATIENCE):
                await body(at)

        anyio.run(main, backend=library)


@contextmanager
def asking(*waits: Awaitable[object]) -> Generator[list[object]]:
    """Threads that block for each of these; the list has what became of them."""
    found: list[object] = []

    def block(wait: Any) -> None:
        try:
            found.append(wait.sync(PATIENCE))
        except BaseException as error:  # noqa: BLE001 - the test looks at it
            found.append(error)

    threads = [threading.Thread(target=block, args=(wait,)) for wait in waits]
    for thread in threads:
        thread.start()
    yield found
    for thread in threads:
        thread.join(PATIENCE)
    assert len(found) == len(threads)
