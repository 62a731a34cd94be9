"""What a capture hands out: executions that never run, and what events stand for in it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from streamrt._runtime.execution import Execution, Times
from streamrt.errors import StateError
from streamrt.graph.nodes import Node

if TYPE_CHECKING:
    from streamrt._runtime.lane import Lane


class Recorded(Execution):
    """What a submission gives in a capture: it did not run, and never will.

    Streams of the same capture can wait for it, as for an event.
    """

    __slots__ = ("capture", "node")

    def __init__(self, capture: object, node: Node) -> None:
        self.capture: object = capture
        self.node: Node = node
        self.outcome: object = None

    def result(self) -> Any:
        """Of `Runtime.execute`, the graph's buffers that it will write."""
        if self.outcome is None:
            raise self._refusal()
        return self.outcome

    def _refusal(self) -> StateError:
        return StateError(
            f"{self.node}, recorded at {self.node.site}: it was recorded in a capture and does not "
            "run; replay the graph, and await that"
        )

    def done(self) -> bool:
        """See `Execution`."""
        raise self._refusal()

    def cancel(self) -> bool:
        """See `Execution`."""
        raise self._refusal()

    def cancelled(self) -> bool:
        """See `Execution`."""
        raise self._refusal()

    def exception(self) -> BaseException | None:
        """See `Execution`."""
        raise self._refusal()

    def explain(self) -> str:
        """See `Execution`."""
        raise self._refusal()

    def __await__(self) -> Generator[Any, None, Any]:
        raise self._refusal()

    def _points(self) -> tuple[tuple[Lane, int], ...]:
        raise self._refusal()

    @property
    def times(self) -> Times:
        """See `Execution`."""
        raise self._refusal()

    def sync(self, timeout: float | None = None) -> Any:
        """See `Execution`."""
        raise self._refusal()

    def add_done_callback(self, callback: Callable[[Execution], object]) -> None:
        """See `Execution`."""
        raise self._refusal()

    def _describe(self) -> str:
        return str(self.node)

    def __repr__(self) -> str:
        return f"<Execution of {self.node}: recorded>"


class RecordedStream:
    """One stream in a capture.

    Attributes:
        front: what is recorded next has to follow these nodes, and those before them.
        since: the nodes recorded since, but those that others of them follow anyway.
    """

    __slots__ = ("front", "since")

    def __init__(self) -> None:
        self.front: tuple[int, ...] = ()
        self.since: dict[int, None] = {}

    def cut(self) -> tuple[int, ...]:
        """The nodes that stand for all so far; what comes next follows them."""
        if self.since:
            self.front = tuple(self.since)
            self.since = {}
        return self.front
