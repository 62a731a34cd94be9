"""A request, from the door to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from streamrt.serving._loops import Reply

WAITING, RUNNING, ENDED = range(3)


class Holder(Protocol):
    """Whatever keeps something for a request: its row, or the batch that it is in."""

    def gone(self, request: Request, /) -> None:
        """Takes note that a request has ended, by its deadline or its client, before its answer."""
        ...


class Request:
    """A request that was let in.

    Attributes:
        number: which no other has.
        tenant: the name of its tenant.
        asked: when it was asked, in seconds of the loop's clock.
        due: its deadline.
        virtual: its virtual deadline; see `Order`.
        nbytes: the bytes that it counts for at the door.
        what: what was asked.
        reply: what its task waits for; None once it has ended. An error in a reply has the frames
            of that task, and those have the request, so it must not keep the reply.
        state: WAITING, RUNNING or ENDED.
        holder: told when it ends early; None if nobody is.
        row: its place in what holds it.
    """

    __slots__ = (
        *("asked", "due", "holder", "nbytes", "number", "reply", "row", "state", "tenant"),
        *("virtual", "what"),
    )

    def __init__(
        self,
        number: int,
        tenant: str,
        asked: float,
        due: float,
        virtual: float,
        nbytes: int,
        what: Any,
        reply: Reply,
    ) -> None:
        self.number: int = number
        self.tenant: str = tenant
        self.asked: float = asked
        self.due: float = due
        self.virtual: float = virtual
        self.nbytes: int = nbytes
        self.what: Any = what
        self.reply: Reply | None = reply
        self.state: int = WAITING
        self.holder: Holder | None = None
        self.row: int = 0

    @property
    def is_open(self) -> bool:
        """Whether it can be given an answer or error.

        Not so if it has ended, or if its task was cancelled and is about to end it.
        """
        return self.state != ENDED and self.reply is not None and not self.reply.done()

    def __repr__(self) -> str:
        return f"<Request {self.number} of {self.tenant}>"
