"""The executions that a capture returns, which never run; its records of streams and launches."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any

from streamrt._compile.kernel import Kernel
from streamrt._runtime.execution import Execution, Times
from streamrt._runtime.memory.typed_memory import TypedMemory
from streamrt._runtime.operations import KernelLaunch
from streamrt.errors import CaptureError, StateError
from streamrt.graph.nodes import Node, Owner

if TYPE_CHECKING:
    from contextvars import Context

    from streamrt._runtime.lane import Lane


class Recorded(Execution[Any]):
    """The execution that a submission in a capture returns: it did not run, and never will.

    Streams of the same capture can wait for it, as for an event.
    """

    __slots__ = ("capture", "node", "owner")

    def __init__(self, capture: object, node: Node, owner: Owner) -> None:
        self.capture: object = capture
        self.node: Node = node
        self.owner: Owner = owner  # of the graph, or of the block that it is in
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


def is_inside(source: Recorded, owners: Sequence[Owner], what: str) -> bool:
    """Whether an execution was recorded in an open block, whose nodes run in order.

    Args:
        source: the execution.
        owners: those of the graph, and of its open blocks.
        what: begins the message.

    Raises:
        CaptureError: the block has ended.
    """
    owner = source.owner
    if owner.graph is owners[0] and owner not in owners:
        raise CaptureError(
            f"{what}: {source.node} was recorded in the block of a loop or a branch, which has "
            "ended; wait for an event that is recorded behind the block"
        )
    return owner in owners[1:]


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


def launch_key(
    launch: KernelLaunch, kernel: Kernel, arguments: Sequence[Any]
) -> tuple[object, ...] | None:
    """Returns all that a launch's checks depend on, except whether its buffers are alive.

    It is None if a scalar has no hash.
    """
    kinds: list[object] = []
    for argument in arguments:
        is_buffer = isinstance(argument, TypedMemory)
        kinds.append(argument._layout if is_buffer else (argument.__class__, argument))
    key = (launch.state, kernel, *kinds)
    try:
        hash(key)
    except TypeError:
        return None
    return key
