"""The native parts of lanes, in Python: they run with `STREAMRT_TRACKER=python`."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from streamrt._native.core import DONE


class Lock:
    """A runtime's lock.

    Attributes:
        detours: while it is not 0, launches take the long way.
        adopt: gives the list that keeps the executions submitted here, or None; None without
            open scopes.
    """

    __slots__ = ("_lock", "adopt", "detours")

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.detours: int = 0
        self.adopt: Callable[[], list[Any] | None] | None = None

    def __enter__(self) -> Lock:
        self._lock.acquire()
        return self

    def __exit__(self, *error: object) -> None:
        self._lock.release()


class InFlight:
    """The executions of a lane that were not noted as ended, in order."""

    __slots__ = ("_failures", "_lane", "_waiting")

    def __init__(self, lane: Any) -> None:
        self._lane = lane
        self._waiting: deque[Any] = deque()
        self._failures = 0

    @property
    def in_flight(self) -> int:
        """Their number."""
        return len(self._waiting)

    def push(self, execution: Any) -> None:
        """Adds the next one."""
        self._waiting.append(execution)

    def inflight(self) -> list[Any]:
        """Returns them."""
        return list(self._waiting)

    def find(self, value: int) -> Any:
        """Returns the one that signals a value."""
        return next(e for e in self._waiting if e.value == value)

    def reap(self) -> Any:
        """Takes note of those that have ended, up to one that did not succeed, which it returns."""
        lane = self._lane
        core, waiting = lane.engine.core, self._waiting
        done, failures = core.completed(lane.handle), core.failures(lane.handle)
        while waiting and waiting[0].value <= done:
            if failures != self._failures and lane.look(waiting[0].cell) != DONE:
                return waiting[0]
            execution = waiting.popleft()
            execution.checks = ()
            execution.clean = True
        lane.observe(done)
        return None

    def pop_failed(self) -> None:
        """Takes out the one that `reap` returned; its failure was noted."""
        if self._waiting:
            self._waiting.popleft()
            self._failures += 1
