"""What a capture hands out: executions that never run, and what events stand for in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from streamrt._runtime.execution import Execution, Times
from streamrt.errors import StateError
from streamrt.graph.nodes import Node

if TYPE_CHECKING:
    from streamrt._runtime.capture import Capture


class Recorded(Execution):
    """What a submission gives in a capture: it did not run, and never will.

    Streams of the same capture can wait for it, as for an event.
    """

    __slots__ = ("capture", "node")

    def __init__(self, capture: Capture, node: Node) -> None:
        self.capture: Capture = capture
        self.node: Node = node
        self.outcome: object = None

    def result(self) -> Any:
        """Of `Runtime.execute`, the graph's buffers that it will write."""
        return self._refuse() if self.outcome is None else self.outcome

    def _refusal(self) -> StateError:
        return StateError(
            f"{self.node}, recorded at {self.node.site}: it was recorded in a capture and does not "
            "run; replay the graph, and await that"
        )

    def _refuse(self, *_: object) -> Any:
        raise self._refusal()

    done = cancel = cancelled = exception = explain = __await__ = _refuse
    _points = _refuse

    @property
    def times(self) -> Times:
        """See `Execution`."""
        raise self._refusal()

    def sync(self, timeout: float | None = None) -> Any:
        """See `Execution`."""
        self._refuse()

    def add_done_callback(self, callback: Callable[[Execution], object]) -> None:
        """See `Execution`."""
        self._refuse()

    def describe(self) -> str:
        """Its name in messages."""
        return str(self.node)

    def __repr__(self) -> str:
        return f"<Execution of {self.node}: recorded>"


class Front:
    """What an event stands for that was recorded in a capture."""

    __slots__ = ("capture", "nodes")

    def __init__(self, capture: Capture, nodes: tuple[int, ...]) -> None:
        self.capture = capture
        self.nodes = nodes


class Line:
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
