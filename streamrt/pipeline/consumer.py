"""The reader of a run: one thread, or one task. It waits here while there is nothing for it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

import anyio

from streamrt._core.flow.elements import Element, Failure
from streamrt._core.flow.flow import Flow
from streamrt.errors import StateError
from streamrt.pipeline.on_loop import caller_of_loop

TURN = 50e-6  # seconds for which it reads without a turn of the lock


class Consumer:
    """The reader of one run.

    Whoever reads short items would spend most of the time with the run's lock. So it takes a turn
    of the lock every TURN, and in between looks at what is there: only it takes elements out. Their
    items leave with the next turn.

    Attributes:
        read: how many elements it has read since the last turn.
        waited: the seconds that it has waited.
        compiled: the seconds in which it compiled kernels.
        waits: whether it waits now.
        is_on_loop: whether it is a task.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Makes it.

        Args:
            clock: gives the time, in seconds.
        """
        self.read: int = 0
        self.waited: float = 0.0
        self.compiled: float = 0.0
        self.waits: bool = False
        self.is_on_loop: bool = False
        self._clock = clock
        self._flow: Flow | None = None
        self._out: deque[Element] = deque()
        self._due = 0.0
        self._thread = 0
        self._condition: threading.Condition | None = None
        self._event: anyio.Event | None = None
        self._call_soon: Callable[[Callable[[], object]], object] | None = None

    def reads(self, flow: Flow) -> None:
        """Says what it reads."""
        self._flow, self._out = flow, flow.outlet.out

    def at_hand(self) -> Element | None:
        """Returns the next element without the lock, if it is there and the turn is not over."""
        if self._clock() >= self._due or self.read >= len(self._out):
            return None
        element = self._out[self.read]
        if isinstance(element.value, Failure):
            return None
        self.read += 1
        return element

    def take(self, now: float) -> Element | None:
        """Takes the next element out, and begins another turn; the lock is held."""
        assert self._flow is not None
        self._thread = threading.get_ident()
        self.settle(now)
        self._due = now + TURN
        return self._flow.deliver(now)

    def settle(self, now: float) -> None:
        """Lets the items of elements leave that it has read; the lock is held.

        Another thread, which asks for the state, sees it as of the last turn.
        """
        assert self._flow is not None
        if self.read and self._thread == threading.get_ident():
            self._flow.leave(self.read, now)
            self.read = 0

    def close(self, now: float) -> None:
        """Ends the last turn; the lock is held."""
        self._due = 0.0
        self.settle(now)

    def open(self, lock: threading.Lock) -> None:
        """Says that it is a thread, which waits for the run's lock."""
        self._condition = threading.Condition(lock)
        self._thread = threading.get_ident()

    def open_on_loop(self) -> None:
        """Says that it is a task of the running event loop."""
        self.is_on_loop = True
        self._thread = threading.get_ident()
        self._call_soon = caller_of_loop()

    @property
    def is_here(self) -> bool:
        """Whether the calling thread is its own, or that of its loop."""
        return self._thread == threading.get_ident()

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

    def arrived(self) -> bool:
        """Wakes it if there is something for it; returns False if its loop is gone.

        The lock is held. Workers call this, so it must not lead to the run: they would keep it.
        """
        flow = self._flow
        if not self.waits or flow is None:
            return True
        outlet = flow.outlet
        if outlet.out or outlet.has_ended or flow.has_stopped:
            return self.wake()
        return True

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
