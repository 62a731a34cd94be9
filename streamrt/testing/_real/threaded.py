"""The CPU once more, with a Python thread for each queue, so that its commands can be held.

Memory is that of the native device. Kernels are the same machine code, each on one thread.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Sequence

from streamrt._native.device import NativeDevice
from streamrt.backend import Check, Command, HostPlan, Launch, Plan, Signal, Timeline


class ThreadedQueue:
    """A queue whose commands run in a thread of its own."""

    def __init__(self, device: ThreadedDevice, name: str, timeline: Timeline) -> None:
        """Starts no thread before the first batch."""
        self._device = device
        self._name = name
        self._timeline = timeline
        self._batches: queue.SimpleQueue[Sequence[Command] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def submit(self, commands: Sequence[Command]) -> None:
        """See `streamrt.backend.Queue`, also for the methods that follow."""
        self._batches.put(commands)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    def rename(self, name: str) -> None:
        """Takes the name of another stream."""
        self._name = name

    def close(self, timeout: float) -> bool:
        """Ends the thread after its last command."""
        thread = self._thread
        if thread is None:
            return True
        self._batches.put(None)
        thread.join(timeout)
        return not thread.is_alive()

    def _run(self) -> None:
        while (batch := self._batches.get()) is not None:
            for command in batch:
                self._do(command)

    def _do(self, command: Command) -> None:
        timeline = self._timeline
        if isinstance(command, Check):
            timeline.check(command.cell)
        elif isinstance(command, Signal):
            timeline.signal()
        elif isinstance(command, Launch) and timeline.start(command.cell):
            timeline.finish(command.cell, self._device.run(command.plan, command.arguments))


class ThreadedDevice:
    """A native device with queues in Python."""

    def __init__(self, native: NativeDevice) -> None:
        self.runs: str = native.runs
        self.host_sees: bool = native.host_sees
        self.sees_host: bool = native.sees_host
        self._native = native
        self._plans: dict[int, HostPlan] = {}

    def alloc(self, nbytes: int) -> int:
        """See `streamrt.backend.BackendDevice`, also for the methods that follow."""
        return self._native.alloc(nbytes)

    def free(self, address: int) -> None:
        """Gives memory back."""
        self._native.free(address)

    def load(self, plan: Plan) -> int:
        """Loads a plan into this process."""
        return self._add(HostPlan.load(plan))

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        """Loads an operation of the native core."""
        return self._add(HostPlan.load_standard(name, words, extent))

    def _add(self, plan: HostPlan) -> int:
        self._plans[id(plan)] = plan
        return id(plan)

    def run(self, plan: int, arguments: tuple[int, ...]) -> int:
        """Runs a plan, and returns its error code."""
        return self._plans[plan].run(arguments)

    def unload(self, plan: int) -> None:
        """Drops a plan."""
        del self._plans[plan]

    def can_wait_on(self, timeline: int) -> bool:
        """It waits for nothing; the runtime does."""
        del timeline
        return False

    def open_queue(self, name: str, timeline: Timeline) -> ThreadedQueue:
        """Returns a new queue."""
        return ThreadedQueue(self, name, timeline)

    def close(self) -> None:
        """Ends the native device."""
        self._native.close()
