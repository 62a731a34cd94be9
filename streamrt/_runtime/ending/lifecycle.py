"""The state of a runtime (open, closed or forked), and the errors that refuse work."""

from __future__ import annotations

from typing import Protocol

from streamrt._refusals import shorten
from streamrt.errors import ClosedError, ForkedRuntimeError, StateError

OPEN, CLOSED, FORKED = "open", "closed", "forked"


class OpenRun(Protocol):
    """An open run of a pipeline, for whoever closes the runtime."""

    def stop(self) -> None:
        """Takes no more items, and refuses its reader. It waits for nothing; twice is once."""
        ...

    def end(self, cancel: bool) -> list[BaseException]:
        """Stops it, and waits for functions that run; returns what went wrong."""
        ...

    async def aend(self, cancel: bool) -> list[BaseException]:
        """Ends it like `end`, without blocking the loop."""
        ...


class Lifecycle:
    """The state that decides whether a runtime takes work.

    Attributes:
        state: OPEN, CLOSED or FORKED.
    """

    def __init__(self) -> None:
        self.state: str = OPEN

    def refusal(self, what: str) -> StateError:
        """Returns the error for a submission after the runtime was closed or forked."""
        if self.state == FORKED:
            return ForkedRuntimeError(
                f"{what}: the runtime was opened before this process was forked, and its threads "
                "run in the parent only; open a runtime in the child"
            )
        return ClosedError(f"{what}: the runtime is closed; open another one")

    def check_open(self, what: str) -> None:
        """Raises ClosedError or ForkedRuntimeError unless the runtime is open."""
        if self.state != OPEN:
            try:
                raise self.refusal(what)
            except StateError as error:
                shorten(error)
                raise

    def hand_over(self) -> None:
        """Does what submissions have left to do; waiters call it first."""

    def check_alive(self) -> None:
        """Raises ForkedRuntimeError in the child of a fork, where nothing is ever signalled."""
        if self.state == FORKED:
            raise self.refusal("wait")
