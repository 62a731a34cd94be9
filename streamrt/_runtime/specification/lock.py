"""A runtime's lock, and dropped memory, in Python: with `STREAMRT_TRACKER=python`."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any


class Lock:
    """A runtime's lock.

    Attributes:
        detours: while it is not 0, launches take the long way.
        adopt: gives the list that keeps the executions submitted here, or None; None without
            open scopes.
        outbox: what submissions have left to do in Python; see `Engine.hand_over`.
    """

    __slots__ = ("_lock", "_owner", "adopt", "detours", "outbox")

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner = 0
        self.detours: int = 0
        self.adopt: Callable[[], list[Any] | None] | None = None
        self.outbox: list[tuple[Any, int, Any, Any, Any]] = []

    def __enter__(self) -> Lock:
        self._lock.acquire()
        self._owner = threading.get_ident()
        return self

    def __exit__(self, *error: object) -> None:
        self._owner = 0
        self._lock.release()

    def is_mine(self) -> bool:
        """Whether this thread has it."""
        return self._owner == threading.get_ident()


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

    def first(self) -> Any:
        """Returns the next one to reap: its history, the owner of its memory, its block."""
        return None

    def remove(self, tracked: Any) -> None:
        """Takes out a history that was reaped."""

    def close(self) -> None:
        """Drops what was posted, and what will be."""
