"""The timeline that says how far a queue of a GPU was handed to the driver, for waits in Python."""

from __future__ import annotations

from functools import partial

from streamrt._core.finalizers import AtEnd
from streamrt._native.core import Core


class Handed(AtEnd):
    """The `handed` of one queue (feeder.h). Coroutines and threads wait on it as on any timeline.

    Attributes:
        name: the name of the queue.
        handle: the address of the timeline; after `close`, of one that refuses everything.
        advance: None: its time is real.
        cancelled: False: nothing in it can be cancelled.
    """

    _instead = "each queue of a GPU has one"

    __slots__ = ("_core", "_final", "advance", "cancelled", "handle", "name")

    def __init__(self, core: Core, name: str, handle: int) -> None:
        """Takes the timeline that `open_gpu` returned."""
        self._core = core
        self._final: int | None = None
        self.name: str = name
        self.handle: int = handle
        self.advance = None
        self.cancelled: bool = False

    @property
    def completed(self) -> int:
        """The value up to which an event of the driver covers the queue's submissions."""
        return self._core.completed(self.handle) if self._final is None else self._final

    def finish(self, last: int) -> None:
        """Raises it to its last value, when the device is lost and its threads raise nothing more.

        Args:
            last: the value of the last submission.
        """
        if self._final is None:
            for _ in range(self.completed, last):
                self._core.raise_one(self.handle)

    def close(self) -> None:
        """Closes it: its value stays, and its memory is freed when nobody can be waiting on it."""
        if self._final is None:
            final, gone = self.completed, self.handle
            self.__del__ = partial(self._core.release, gone)
            self.handle, self._final = self._core.refusing, final
