"""The contract of a model that answers in parts, and the parts of one answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, Self, TypeVar

from streamrt._core.finalizers import AtEnd
from streamrt.errors import StateError

if TYPE_CHECKING:
    from streamrt.serving._loops import Reply
    from streamrt.serving._requests import Request


X_contra = TypeVar("X_contra", contravariant=True)
P_co = TypeVar("P_co", covariant=True)
X = TypeVar("X")
P = TypeVar("P")


class End(Enum):
    """The mark that ends an answer; `END` is the only one."""

    END = "end"


END: Final = End.END


class StreamModel(Protocol[X_contra, P_co]):
    """A model with a number of slots, and a step for those that are in use.

    A StreamBatcher calls its methods from one task, never one during another. A step may raise, and
    may be cancelled where it awaits. Either way all slots must be as they were before, because some
    of their requests go on. So a step keeps its results only when nothing can fail any more.
    """

    def join(self, slot: int, x: X_contra) -> None:
        """Puts a request into a slot that is free.

        Args:
            slot: from 0 to one less than the slots of the batcher.
            x: what was asked.

        Raises:
            Exception: the request fails with it, and the slot stays free.
        """
        ...

    async def step(self, slots: Sequence[int]) -> Sequence[Sequence[P_co | End]]:
        """Makes one step for some slots that are in use, and returns the new parts of each.

        Args:
            slots: at least one, each once, in any order.

        Returns:
            A sequence of parts for each slot, in their order. It may be empty, as while the
            beginning of a text is read, or have several parts. `END` in it ends the answer.

        Raises:
            Exception: all requests of the step fail with it.
        """
        ...

    def leave(self, slot: int) -> None:
        """Frees a slot, once for each `join` that did not raise; it must not raise."""
        ...


class Keeper(Protocol):
    """The batcher in which rows are served, as they see it."""

    def reply(self) -> Reply:
        """Makes a reply that is not done."""
        ...

    def note_read(self, row: PartsReply[Any, Any]) -> None:
        """Takes note that the client of a row reads a part, which is still there."""
        ...

    def give_up(self, row: PartsReply[Any, Any]) -> None:
        """Takes note that the client of a row has gone."""
        ...


class PartsReply(Generic[X, P]):
    """A request with the parts of its answer; the reply for which its client waits.

    Attributes:
        keeper: where it is served, until it has ended; a client that keeps the parts of an answer
            keeps no model.
        request: as the desk knows it.
        x: what was asked, until it joins.
        slot: where it sits.
        parts: those that its client has not read.
        error: the error that ended it, if one did.
        is_dropped: whether nobody can read it any more. A finalizer says so, which may run amid
            anything, and does nothing else.
    """

    __slots__ = (
        *("_is_done", "_news", "error", "is_dropped", "keeper", "parts", "request"),
        *("slot", "x"),
    )

    def __init__(self, keeper: Keeper, request: Request, x: X) -> None:
        self.keeper: Keeper | None = keeper
        self.request: Request = request
        self.x: X = x
        self.slot: int = -1
        self.parts: deque[P] = deque()
        self.error: BaseException | None = None
        self.is_dropped: bool = False
        self._is_done = False
        self._news: Reply | None = None

    def done(self) -> bool:
        """Whether its answer has ended, or an error has."""
        return self._is_done

    def set_result(self, value: Any, /) -> None:
        """Ends its answer; the parts stay to be read."""
        del value
        self._is_done, self.keeper = True, None
        self.tell()

    def set_exception(self, error: BaseException, /) -> None:
        """Ends it with an error."""
        self._is_done, self.keeper, self.error = True, None, error
        self.parts.clear()
        self.tell()

    @property
    def is_awaited(self) -> bool:
        """Whether its client waits for news."""
        return self._news is not None

    def tell(self) -> None:
        """Wakes its client, if that waits."""
        news, self._news = self._news, None
        if news is not None and not news.done():
            news.set_result(None)

    def __await__(self) -> Generator[Any, None, Any]:
        """Waits until it is told something. Whoever is cancelled meanwhile gives it up."""
        assert self.keeper is not None
        self._news = self.keeper.reply()
        return self._news.__await__()


class Parts(AtEnd, Generic[P]):
    """The parts of one answer, an asynchronous iterator. Made by calling a StreamBatcher.

    Whoever reads no further calls `aclose`, or is cancelled in its wait for a part; `async with
    contextlib.aclosing(ask(x)) as parts` does so however its block is left. Parts that are dropped
    leave their slot too, soon after.
    """

    _instead = "ask again"

    def __init__(self, row: PartsReply[Any, P]) -> None:
        """Made by calling a StreamBatcher."""
        self._row: PartsReply[Any, P] | None = row
        self.__del__: Callable[[], object] = partial(setattr, row, "is_dropped", True)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> P:
        """Waits for the next part.

        Raises:
            DeadlineError: the deadline of the request passed before its answer had ended.
            ExecutionCancelledError: the batcher was drained, and the time for that was over.
            Exception: a step of the model raised it.
        """
        row = self._row
        if row is None:
            raise StopAsyncIteration
        while not row.parts:
            if row.done():
                self._row, error, row.error = None, row.error, None
                self.disarm()
                if error is None:
                    raise StopAsyncIteration
                try:
                    raise error
                finally:
                    del error  # whose traceback has this frame
            if row.is_awaited:
                raise StateError(
                    "read an answer: another task waits for its next part; let one task read, and "
                    "hand parts on"
                )
            try:
                await row
            except BaseException:
                await self.aclose()
                raise
        if row.keeper is not None:
            row.keeper.note_read(row)
        return row.parts.popleft()

    async def aclose(self) -> None:
        """Gives the answer up: its request leaves its slot before the next step."""
        row, self._row = self._row, None
        self.disarm()
        if row is not None and row.keeper is not None:
            row.keeper.give_up(row)
