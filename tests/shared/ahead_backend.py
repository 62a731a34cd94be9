"""A backend whose queues hand over ahead: up to 256 launches have begun before the first ends.

It stands for devices that are far away, as in another process. One thread of each queue begins
launches in their order, a second one runs them.
"""

from __future__ import annotations

import queue
import threading

from shared.threaded_backend import ThreadedDevice, ThreadedQueue

from streamrt._native.core import RUNNING, core
from streamrt.backend import Check, Command, Launch, Timeline

WINDOW = 256


class AheadQueue(ThreadedQueue):
    def __init__(self, device: ThreadedDevice, name: str, timeline: Timeline) -> None:
        self._begun: queue.SimpleQueue[Launch | None] = queue.SimpleQueue()
        self._room = threading.Semaphore(WINDOW)
        self._runner = threading.Thread(target=self._run_begun, name=f"{name}.far", daemon=True)
        self._runner.start()
        super().__init__(device, name, timeline)

    def _do(self, command: Command) -> None:
        if isinstance(command, Launch):
            self.device.is_open.wait()
            self._room.acquire()
            if self.timeline.start(command.cell):
                self._begun.put(command)
            else:
                self._room.release()
            return
        if isinstance(command, Check):
            while core().look(command.cell) <= RUNNING:  # it may be in the window itself
                core().glance(command.cell, 50_000)
        else:
            self._drain()
        super()._do(command)

    def _drain(self) -> None:
        """Waits until all that have begun have ended: a bare signal comes after them."""
        for _ in range(WINDOW):
            self._room.acquire()
        self._room.release(WINDOW)

    def _run_begun(self) -> None:
        while (launch := self._begun.get()) is not None:
            self.timeline.finish(launch.cell, self.device.run(launch.plan, launch.arguments))
            self._room.release()

    def close(self, timeout: float) -> bool:
        if not super().close(timeout):
            return False
        self._begun.put(None)
        self._runner.join(timeout)
        return not self._runner.is_alive()


class AheadDevice(ThreadedDevice):
    def open_queue(self, name: str, timeline: Timeline) -> ThreadedQueue:
        opened = AheadQueue(self, name, timeline)
        self.queues.append(opened)
        return opened


class AheadBackend:
    """The kind `ahead`."""

    kind = "ahead"

    def count(self) -> int:
        return 2

    def open(self, index: int) -> AheadDevice:
        return AheadDevice()
