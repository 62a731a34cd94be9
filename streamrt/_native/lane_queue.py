"""The members that the runtime uses of every queue.

Two classes have them: `NativeQueue`, which the native loop drains, and the runtime's
`DispatchedQueue`, which hands its commands to a backend. The runtime only reads the attributes,
except `cancelled`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from streamrt._native.loss import Loss
from streamrt._native.timeline import Timeline
from streamrt.errors import StreamRTError


class LaneQueue(Protocol):
    """A queue as a lane of the runtime uses it."""

    @property
    def name(self) -> str:
        """The name of the stream that uses it, or of its host half."""
        ...

    @property
    def handle(self) -> int:
        """The address of its timeline; after `free`, of one that refuses everything."""
        ...

    @property
    def timeline(self) -> Timeline:
        """The timeline that it raises."""
        ...

    @property
    def completed(self) -> int:
        """The value that its timeline has reached; after `free`, the last one."""
        ...

    @property
    def limit(self) -> int:
        """The most signals that may be pending."""
        ...

    @property
    def is_closed(self) -> bool:
        """Whether it refuses further submissions for good."""
        ...

    @property
    def advance(self) -> Callable[[], bool] | None:
        """The function that lets virtual time pass; None where time is real."""
        ...

    is_native: bool
    """Whether the native loop drains it; else Python hands its commands over."""

    @property
    def loss(self) -> Loss | None:
        """The loss of its device; None if that cannot be lost."""
        ...

    cancelled: bool
    """Whether executions of it were cancelled since it was last empty."""

    def error_of(self, what: str, refused: int) -> StreamRTError:
        """Returns the error of an execution that its device refused, or whose work it lost.

        Args:
            what: the execution, for the message.
            refused: the number in its status cell.
        """
        ...

    def stop(self, value: int, cell: int) -> bool:
        """Asks the loops of a running replay to end between two turns.

        Args:
            value: the value that the replay signals.
            cell: its status cell.

        Returns:
            Whether it was running.
        """
        ...

    def can_issue(self) -> int:
        """Returns the value that the next submission will signal; 0 if the queue refuses."""
        ...

    def rename(self, name: str) -> None:
        """Gives the queue the name of the stream that uses it from now on."""
        ...

    def refuse(self) -> None:
        """Refuses all further submissions; the commands in the queue go on."""
        ...

    def refuse_all(self) -> None:
        """Refuses all further submissions without a reason of its own. Under any lock."""
        ...

    def give_up(self) -> None:
        """Ends all that raises the timeline, after the device was lost. Under the runtime's lock.

        From now on `end_pending` alone raises it.
        """
        ...

    def end_pending(self, value: int, cells: Mapping[int, int]) -> None:
        """Raises the timeline to a value, after `give_up`. Under the runtime's lock.

        Args:
            value: the value; the timeline stays if it is there.
            cells: the status cells of the executions that are pending, by their values. They fail,
                unless they are final.
        """
        ...

    def close(self, timeout: float) -> bool:
        """Ends the queue after the commands in it; False if they take over `timeout` seconds."""
        ...

    def end_by_force(self) -> bool:
        """Ends what runs on it, where its device can do that; False if it goes on."""
        ...

    def free(self) -> None:
        """Frees its memory; only once all queues that wait on it have ended."""
        ...
