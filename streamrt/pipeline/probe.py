"""Probe: how long threads wait for the interpreter when they wake up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

PERIOD = 0.05  # seconds between two looks


class Probe:
    """A thread that measures how long threads wait for the interpreter when they wake up."""

    def __init__(self, looked: Callable[[], object]) -> None:
        """Starts it; it calls `looked` after each look."""
        self._looked = looked
        self._ends = threading.Event()
        self._looks = 0
        self._late = 0.0
        self._thread = threading.Thread(target=self._look, name="streamrt-probe", daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while True:
            due = time.monotonic() + PERIOD
            if self._ends.wait(PERIOD):
                return
            self._late += max(0.0, time.monotonic() - due)
            self._looks += 1
            self._looked()

    @property
    def late(self) -> float:
        """The mean of the seconds it waited; 0.0 before the first look."""
        return self._late / self._looks if self._looks else 0.0

    def stop(self) -> None:
        """Tells it to end."""
        self._ends.set()

    def join(self) -> None:
        """Waits for its end, once it was told; it does nothing that could take long."""
        if self._thread is not threading.current_thread():
            self._thread.join()
