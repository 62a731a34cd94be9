"""The state of a runtime (open, closed or forked), and the errors that refuse work."""

from __future__ import annotations

from streamrt._refusals import refusing
from streamrt.errors import ClosedError, ForkedRuntimeError, StateError

OPEN, CLOSED, FORKED = "open", "closed", "forked"


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

    @refusing
    def check_open(self, what: str) -> None:
        """Raises ClosedError or ForkedRuntimeError unless the runtime is open."""
        if self.state != OPEN:
            raise self.refusal(what)

    def hand_over(self) -> None:
        """Does what submissions have left to do; waiters call it first."""

    def check_alive(self) -> None:
        """Raises ForkedRuntimeError in the child of a fork, where nothing is ever signalled."""
        if self.state == FORKED:
            raise self.refusal("wait")
