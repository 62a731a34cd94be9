"""The time that a wait has left, which blocks its thread in several steps."""

from __future__ import annotations

import time

from streamrt._core.values import check_seconds
from streamrt._refusals import refusing


class TimeLeft:
    """The end of a wait, from a user's timeout on."""

    __slots__ = ("_end",)

    @refusing
    def __init__(self, timeout: float | None, what: str) -> None:
        """Begins the wait.

        Args:
            timeout: in seconds; None waits as long as it takes.
            what: the wait, in the message of a refusal.

        Raises:
            ArgumentError: the timeout is no time.
        """
        self._end: float | None = None
        if timeout is not None:
            self._end = time.monotonic() + check_seconds(timeout, f"{what}: timeout")

    @property
    def left(self) -> float | None:
        """The seconds that are left, at least 0; None without a timeout."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())
