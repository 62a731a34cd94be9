"""Hooks: what a runtime tells its recorder, while that is on. Watcher: who reads its rings."""

from __future__ import annotations

from typing import Any, Protocol

from streamrt._core.tracking.hazards import Edges


class Hooks(Protocol):
    """The recorder of a runtime, as its lanes and devices know it."""

    is_on: bool
    """Whether it records."""

    nodes: bool
    """Whether it notes the nodes of replays."""

    def add(self, lane: Any) -> None:
        """Takes a lane that begins to serve a stream."""
        ...

    def add_program(self, replay: Any, device: str) -> None:
        """Takes a program of a device, whose nodes are to be noted."""
        ...

    def forget(self, handle: int) -> None:
        """Lets go of a queue that is about to be freed."""
        ...

    def note_edges(self, handle: int, value: int, edges: Edges) -> None:
        """Notes what a command waits for that Python hands to a queue."""
        ...

    def label(self, execution: Any, name: str = "") -> None:
        """Gives an execution that Python made its name, or the one given, and its span."""
        ...

    def histograms(self) -> Any:
        """Returns how long executions were queued and ran, by stream."""
        ...

    def forked(self) -> None:
        """Ends recording in the child of a fork."""
        ...

    def close(self) -> None:
        """Ends recording for good, before the queues are freed."""
        ...


class Watcher(Protocol):
    """One who reads the rings."""

    def read(self) -> None:
        """Reads the new events."""
        ...

    def forked(self) -> None:
        """Takes note that this is the child of a fork, where no other thread is."""
        ...
