"""The executions that a capture returns, which never run, and its record of each stream."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from streamrt._runtime.execution import Execution, Times
from streamrt.errors import StateError
from streamrt.graph.nodes import Node

if TYPE_CHECKING:
    from contextvars import Context

    from streamrt._runtime.lane import Lane


class Recorded(Execution[Any]):
    """The execution that a submission in a capture returns: it did not run, and never will.

    Streams of the same capture can wait for it, as for an event.
    """

    __slots__ = ("capture", "node")

    def __init__(self, capture: object, node: Node) -> None:
        self.capture: object = capture
        self.node: Node = node
        self.outcome: object = None

    def result(self) -> Any:
        """Returns the graph's buffers that `Runtime.execute` will write; raises for other work."""
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

    def add_done_callback(
        self, callback: Callable[[Execution[Any]], object], *, context: Context | None = None
    ) -> None:
        """See `Execution`."""
        raise self._refusal()

    def remove_done_callback(self, callback: Callable[[Execution[Any]], object]) -> int:
        """See `Execution`."""
        raise self._refusal()

    def _describe(self) -> str:
        return str(self.node)

    def __repr__(self) -> str:
        return f"<Execution of {self.node}: recorded>"


class RecordedStream:
    """The record of one stream in a capture.

    Attributes:
        front: the nodes that the next node has to follow, along with all nodes before them.
        since: the nodes recorded since, except those that others of them follow anyway.
    """

    __slots__ = ("front", "since")

    def __init__(self) -> None:
        self.front: tuple[int, ...] = ()
        self.since: dict[int, None] = {}

    def cut(self) -> tuple[int, ...]:
        """Returns the nodes that stand for all nodes so far; the next nodes follow them."""
        if self.since:
            self.front = tuple(self.since)
            self.since = {}
        return self.front
