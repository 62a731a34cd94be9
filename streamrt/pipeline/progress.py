"""A bar that shows how far a run is, by rich."""

from __future__ import annotations

import time
from typing import Any

from streamrt._refusals import refusing
from streamrt.errors import StateError
from streamrt.pipeline import steps

PERIOD = 0.1  # seconds between two looks


class ProgressBar:
    """A progress bar in the terminal."""

    @refusing
    def __init__(self, definition: tuple[steps.Step, ...]) -> None:
        """Makes it; it is shown with the first item.

        Raises:
            StateError: rich is not installed.
        """
        try:
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
        except ImportError as error:
            raise StateError(
                "run a pipeline: progress=True needs rich; pip install 'streamrt[progress]'"
            ) from error
        columns: Any = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._progress = Progress(*columns)
        self._task = self._progress.add_task("", total=expected(definition))
        self._shown = 0.0

    def show(self, delivered: int) -> None:
        """Shows how many items were delivered, some times a second."""
        now = time.monotonic()
        if now - self._shown >= PERIOD:
            if not self._shown:
                self._progress.start()
            self._shown = now
            self._progress.update(self._task, completed=delivered)

    def stop(self, delivered: int) -> None:
        """Shows the last number, and ends it."""
        if self._shown:
            self._progress.update(self._task, completed=delivered)
            self._progress.stop()


def expected(definition: tuple[steps.Step, ...]) -> int | None:
    """Returns how many items a run delivers; None if functions decide it."""
    count: int | None = None
    for step in definition:
        if isinstance(step, steps.Source):
            if step.part is None or step.epochs is None:
                return None
            count = step.part * step.epochs
        elif isinstance(step, steps.Batch) and count is not None:
            count = count // step.size if step.drop_last else -(-count // step.size)
        elif isinstance(step, steps.Take) and count is not None:
            count = min(count, step.most)
        elif isinstance(step, steps.Filter | steps.FlatMap | steps.Unbatch):
            return None
    return count
