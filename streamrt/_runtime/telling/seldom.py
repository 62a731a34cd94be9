"""Seldom: a condition that goes on is logged once a minute, with the number of times."""

from __future__ import annotations

import time
from collections.abc import Callable

PERIOD = 60.0  # seconds


class Seldom:
    """Says when a condition is to be logged. The conditions are few: the code names them."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Starts without conditions.

        Args:
            now: the clock, in seconds.
        """
        self._now = now
        self._due: dict[str, float] = {}
        self._silent: dict[str, int] = {}

    def note(self, condition: str, times: int = 1) -> int:
        """Counts a condition that was met.

        Args:
            condition: its name.
            times: how often it was met by now.

        Returns:
            The number of times since it was last logged, if it is to be logged now; else 0.
        """
        times += self._silent.pop(condition, 0)
        now = self._now()
        if now < self._due.get(condition, now):
            self._silent[condition] = times
            return 0
        self._due[condition] = now + PERIOD
        return times
