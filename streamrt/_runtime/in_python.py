"""The native half of a lane, in Python: it runs with `STREAMRT_TRACKER=python`.

Submissions go in steps here, so Ctrl-C in the middle of one may break the runtime.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from streamrt._native.core import DONE

if TYPE_CHECKING:
    from streamrt._core.tracking.ranges import Tracked
    from streamrt._runtime.execution import Execution
    from streamrt._runtime.lane import Lane


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


class Dropped:
    """The dropped allocations of a pool from which native code makes new ones: none.

    Attributes:
        count: how many there are.
        recycled: how many allocations were made of them.
        refuses: whether `take` returns None from now on.
    """

    __slots__ = ("count", "recycled", "refuses")

    def __init__(self, owner: object, root: Dropped | None, lock: Lock, others: object) -> None:
        del owner, root, lock, others
        self.count: int = 0
        self.recycled: int = 0
        self.refuses: bool = False

    def take(self, nbytes: int, for_host: bool) -> Any:
        """Returns a new allocation; None if there is none that fits."""
        del nbytes, for_host
        return None

    def first(self) -> tuple[Tracked, Any, object] | None:
        """Returns the next one to reap: its history, the owner of its memory, its block."""
        return None

    def remove(self, tracked: Tracked) -> None:
        """Takes out a history that was reaped."""

    def close(self) -> None:
        """Drops what was posted, and what will be."""


class InFlight:
    """The executions of a lane that were not noted as ended, in order."""

    __slots__ = ("_failures", "_lane", "_waiting")

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self._waiting: deque[Execution] = deque()
        self._failures = 0

    @property
    def in_flight(self) -> int:
        """Their number."""
        return len(self._waiting)

    def push(self, execution: Execution) -> None:
        """Adds the next one."""
        self._waiting.append(execution)

    def inflight(self) -> list[Execution]:
        """Returns them."""
        return list(self._waiting)

    def find(self, value: int) -> Execution:
        """Returns the one that signals a value."""
        return next(e for e in self._waiting if e.value == value)

    def reap(self) -> Execution | None:
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
