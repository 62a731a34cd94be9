"""A bar that shows how far a run is: in a terminal by rich, in a notebook by the page itself.

rich could draw it in notebooks, too, but there it needs ipywidgets, and a notebook that is saved
keeps no widgets. A display that IPython updates needs neither, and stays.
"""

from __future__ import annotations

import sys
import time
from importlib import import_module
from typing import Any, Protocol

from streamrt import _html
from streamrt._refusals import refusing
from streamrt.errors import StateError
from streamrt.pipeline import steps

PERIOD = 0.1  # seconds between two looks


class Face(Protocol):
    """The place where a bar is drawn."""

    def begin(self) -> None:
        """Shows it."""
        ...

    def update(self, delivered: int) -> None:
        """Shows another number."""
        ...

    def end(self, delivered: int) -> None:
        """Shows the last number, and leaves it as it is."""
        ...


class InTerminal:
    """A bar of rich's."""

    def __init__(self, total: int | None) -> None:
        """Makes it.

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
        self._task = self._progress.add_task("", total=total)

    def begin(self) -> None:
        """Shows it."""
        self._progress.start()

    def update(self, delivered: int) -> None:
        """Shows another number."""
        self._progress.update(self._task, completed=delivered)

    def end(self, delivered: int) -> None:
        """Shows the last number, and leaves it as it is."""
        self.update(delivered)
        self._progress.stop()


class InNotebook:
    """A bar in the output of a notebook's cell."""

    def __init__(self, total: int | None) -> None:
        """Makes it; `begin` shows it."""
        self._total = total
        self._began = 0.0
        self._handle: Any = None

    def begin(self) -> None:
        """Shows it."""
        show: Any = import_module("IPython.display").display
        self._began = time.monotonic()
        self._handle = show(self._drawn(0), raw=True, display_id=True)

    def update(self, delivered: int) -> None:
        """Shows another number."""
        self._handle.update(self._drawn(delivered), raw=True)

    def end(self, delivered: int) -> None:
        """Shows the last number, and leaves it as it is: a bar without a total would go on."""
        self._total = self._total or delivered
        self.update(delivered)

    def _drawn(self, delivered: int) -> dict[str, str]:
        seconds = time.monotonic() - self._began
        if self._total is None:
            text = f"{delivered}, {seconds:.0f} s"
        elif 0 < delivered < self._total:
            left = seconds / delivered * (self._total - delivered)
            text = f"{delivered}/{self._total}, {left:.0f} s left"
        else:
            text = f"{delivered}/{self._total}, {seconds:.0f} s"
        return {"text/plain": text, "text/html": _html.bar(delivered, self._total, text)}


class ProgressBar:
    """A progress bar of a run."""

    @refusing
    def __init__(self, definition: tuple[steps.Step, ...]) -> None:
        """Makes it; it is shown with the first item.

        Raises:
            StateError: this is no notebook, and rich is not installed.
        """
        total = expected(definition)
        self._face: Face = InNotebook(total) if is_notebook() else InTerminal(total)
        self._shown = 0.0

    def show(self, delivered: int) -> None:
        """Shows how many items were delivered, some times a second."""
        now = time.monotonic()
        if now - self._shown >= PERIOD:
            if not self._shown:
                self._face.begin()
            self._shown = now
            self._face.update(delivered)

    def stop(self, delivered: int) -> None:
        """Shows the last number, and ends it."""
        if self._shown:
            self._face.end(delivered)


def is_notebook() -> bool:
    """Whether this is the kernel of a notebook, whose shell has one."""
    ipython: Any = sys.modules.get("IPython")
    return ipython is not None and getattr(ipython.get_ipython(), "kernel", None) is not None


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
