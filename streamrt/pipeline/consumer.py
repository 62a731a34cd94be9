"""The reader of a run: one thread, or one task. It waits here while there is nothing for it."""

from __future__ import annotations

import threading
from collections.abc import Callable

import anyio

from streamrt.errors import StateError
from streamrt.pipeline.on_loop import caller_of_loop


class Consumer:
    """The reader of one run.

    Attributes:
        waited: the seconds that it has waited.
        waits: whether it waits now.
        is_on_loop: whether it is a task.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Makes it.

        Args:
            clock: gives the time, in seconds.
        """
        self.waited = 0.0
        self.waits = False
        self.is_on_loop = False
        self._clock = clock
        self._condition: threading.Condition | None = None
        self._event: anyio.Event | None = None
        self._call_soon: Callable[[Callable[[], object]], object] | None = None

    def open(self, lock: threading.Lock) -> None:
        """Says that it is a thread, which waits for the run's lock."""
        self._condition = threading.Condition(lock)

    def open_on_loop(self) -> None:
        """Says that it is a task of the running event loop."""
        self.is_on_loop = True
        self._call_soon = caller_of_loop()

    def wait(self) -> None:
        """Waits, in a thread; the lock is held, and free meanwhile."""
        assert self._condition is not None
        self._begin()
        begun = self._clock()
        try:
            self._condition.wait()
        finally:
            self.waits = False
            self.waited += self._clock() - begun

    def expect(self) -> None:
        """Has `wait_on_loop` wait for what happens from now on; the lock is held."""
        self._begin()
        self._event = anyio.Event()

    async def wait_on_loop(self) -> None:
        """Waits, in a task, without the lock."""
        assert self._event is not None
        begun = self._clock()
        try:
            await self._event.wait()
        finally:
            self.waits = False
            self.waited += self._clock() - begun

    def _begin(self) -> None:
        if self.waits:
            raise StateError(
                "iterate over a run: another thread or task waits for its next item; let one read "
                "and hand items on"
            )
        self.waits = True

    def wake(self) -> bool:
        """Wakes it, if it waits; returns False if its loop is gone. The lock is held."""
        if not self.waits:
            return True
        self.waits = False
        if self._call_soon is None:
            assert self._condition is not None
            self._condition.notify()
            return True
        assert self._event is not None
        try:
            self._call_soon(self._event.set)
        except RuntimeError:  # the loop is closed
            return False
        return True
