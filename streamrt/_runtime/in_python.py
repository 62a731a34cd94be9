"""A runtime's lock in Python: used with `STREAMRT_TRACKER=python` in place of the native one."""

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
