"""StreamBatcher: answers that come in parts, from a model that makes one step for all of them.

A decoder of texts makes a token for each of its texts in one step. Texts begin and end at any step,
so a batch that runs until its longest text has ended would waste most of its rows. Here requests
join and leave between two steps, as in Yu et al., "Orca", 2022.

1. A request waits at the desk, in its order, until a slot is free. It joins before the next step.
   While slots are free nobody waits, so none is refused because others came at the same time.
2. Every step is made for all slots that hold a request with room for parts. A client that reads
   slowly fills its `ahead` parts; its request then sits out steps, and holds up nobody else.
3. A request leaves its slot between two steps: when its answer has ended, when its step failed, at
   its deadline, when its client goes away, or when the batcher is drained. The client is told at
   once, also while a step runs. A step whose requests have all left is cancelled.
4. An error comes at once. Parts that were not read by then are dropped. What a signal's handler
   raises ends the batcher.
5. A step is not submitted within a deadline: what it leaves in the slots is for later steps, too,
   and those of other requests. It is short, and whatever waits is looked at behind it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Self

import anyio
import anyio.lowlevel

from streamrt._core.values import check_count, check_seconds
from streamrt._interrupts import from_handler
from streamrt.errors import ExecutionCancelledError, StateError
from streamrt.observe.recording import span
from streamrt.serving._answers import END, End, P, Parts, PartsReply, StreamModel, X
from streamrt.serving._batch import is_cancelled
from streamrt.serving._desk import Desk
from streamrt.serving._order import Tenant, check_tenants
from streamrt.serving._requests import ENDED, Request
from streamrt.serving._stats import Served

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractAsyncContextManager

    from streamrt.serving._loops import Loop, Reply


class StreamBatcher(Generic[X, P]):
    """Serves answers that come in parts. Requests share the steps of one model.

    ```python
    async with StreamBatcher(model, slots=16, within=30.0) as ask:
        async for part in ask(x):
            ...
    ```

    Calling it lets a request in, or refuses it. The block ends when all answers have ended; left by
    an exception, it cancels them. asyncio and trio can run it.
    """

    def __init__(
        self,
        model: StreamModel[X, P],
        *,
        slots: int = 16,
        within: float = 60.0,
        room: int = 1024,
        ahead: int = 64,
        tenants: Mapping[str, Tenant] | None = None,
    ) -> None:
        """Makes a batcher that is not entered yet.

        Args:
            model: what it runs.
            slots: the most requests that are answered at once.
            within: the seconds in which an answer has to end, unless its request says otherwise.
            room: the most requests that may wait; what comes then is refused.
            ahead: the most parts that an answer is ahead of its client; then it sits out steps.
            tenants: the tenants by name; one of them if they are left out.

        Raises:
            ArgumentError: a number is out of its range, or a tenant is none.
        """
        self._model = model
        self._within = check_seconds(within, "StreamBatcher: within")
        self._ahead = check_count(ahead, "StreamBatcher: ahead", 1)
        self._free = [*range(check_count(slots, "StreamBatcher: slots", 1))][::-1]
        room = check_count(room, "StreamBatcher: room", 1)
        self._desk = Desk(type(model).__name__, check_tenants(tenants), room, 0)
        self._arriving: deque[PartsReply[X, P]] = deque()  # one for each free slot at most
        self._rows: dict[int, PartsReply[X, P]] = {}
        self._in_step: Sequence[PartsReply[X, P]] = ()
        self._scope: anyio.CancelScope | None = None
        self._news: Reply | None = None
        self._reads = 0
        self._loop: Loop | None = None
        self._entered: AbstractAsyncContextManager[None] | None = None

    async def __aenter__(self) -> Self:
        self._desk.check_new()
        self._entered = self._opened()
        await self._entered.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._entered is not None
        await self._entered.__aexit__(kind, error, traceback)

    @asynccontextmanager
    async def _opened(self) -> AsyncGenerator[None]:
        failure: Exception | None = None
        async with anyio.create_task_group() as tasks:
            self._loop = self._desk.open(tasks)
            tasks.start_soon(self._serve)
            try:
                yield
                await self._desk.drain(None)
            except Exception as error:  # noqa: BLE001 - is raised below, outside of the group
                failure = error
            finally:
                self._desk.cancel_all("its block was left")
                tasks.cancel_scope.cancel()
        if failure is not None:
            raise failure

    # -- for clients ----------------------------------------------------------------------------

    def __call__(
        self, x: X, *, within: float | None = None, priority: int = 0, tenant: str | None = None
    ) -> Parts[P]:
        """Lets a request in, and returns the parts of its answer, to be read by `async for`.

        Args:
            x: what the model's `join` gets.
            within: the seconds in which the answer has to end.
            priority: from 0; each step halves the time that it has in the order of those who wait.
            tenant: the name of its tenant; the first one if it is left out.

        Raises:
            OverloadedError: as many as `room` wait, or the batcher ends.
            ArgumentError: a number is out of its range, or there is no such tenant.
            StateError: the batcher is not entered, or serves another event loop.
        """
        within = self._within if within is None else within
        request = self._desk.admit(x, 0, within, priority, tenant, _never_late)
        row: PartsReply[X, P] = PartsReply(self, request, x)
        request.what = request.reply = row
        request.holder = self
        self._take()
        self._wake()
        return Parts(row)

    def stats(self) -> Served:
        """Returns its counts so far; `batches` are steps, and `rows` the requests in them."""
        desk = self._desk
        return desk.counts.frozen(waiting=len(desk.order), running=desk.running, seconds={})

    async def drain(self, within: float | None = None) -> None:
        """Refuses what comes, waits until all answers have ended, and then cancels what is left.

        Args:
            within: the seconds that it waits; as long as the deadlines last if it is left out.
        """
        await self._desk.drain(within)

    # -- for rows -------------------------------------------------------------------------------

    def reply(self) -> Reply:
        """Makes a reply that is not done."""
        assert self._loop is not None
        return self._loop.reply()

    def note_read(self, row: PartsReply[Any, Any]) -> None:
        """Takes note that the client of a row reads a part, which is still there."""
        self._reads += 1
        if len(row.parts) == self._ahead:
            self._wake()

    def give_up(self, row: PartsReply[Any, Any]) -> None:
        """Takes note that the client of a row has gone. Another task that waits is told the end."""
        if not row.done():
            self._desk.give_up(row.request)
            row.parts.clear()
            row.set_result(None)

    def gone(self, request: Request, /) -> None:
        """Takes note that a request has ended before its answer; see `Holder`."""
        del request
        self._wake()
        rows = self._in_step
        if rows and self._scope is not None and all(row.request.state == ENDED for row in rows):
            self._scope.cancel()

    # -- the task that serves -------------------------------------------------------------------

    def _wake(self) -> None:
        news, self._news = self._news, None
        if news is not None and not news.done():
            news.set_result(None)

    async def _serve(self) -> None:
        """Makes steps, until it is cancelled."""
        try:
            while True:
                self._free_slots()
                self._fill_slots()
                rows = [row for row in self._rows.values() if len(row.parts) < self._ahead]
                if rows:
                    await self._step(rows)
                else:
                    self._news = news = self.reply()
                    await news
        finally:
            for slot in self._rows:
                self._model.leave(slot)

    def _free_slots(self) -> None:
        for slot, row in [*self._rows.items()]:
            if row.is_dropped:
                self.give_up(row)
            if row.request.state == ENDED:
                del self._rows[slot]
                self._free.append(slot)
                self._model.leave(slot)

    def _take(self) -> None:
        """Takes requests from the desk for the slots that are free. They no longer wait."""
        for request in self._desk.take(len(self._free) - len(self._arriving)):
            row: PartsReply[X, P] = request.what
            self._arriving.append(row)

    def _fill_slots(self) -> None:
        self._take()
        while self._arriving:
            row = self._arriving.popleft()
            if row.is_dropped:
                self.give_up(row)
            if row.request.state != ENDED:
                self._join(row)
            del row.x  # which may be large
            self._take()

    def _join(self, row: PartsReply[X, P]) -> None:
        row.slot = self._free[-1]
        try:
            self._model.join(row.slot, row.x)
        except Exception as error:
            if from_handler(error):
                raise
            self._desk.fail(row.request, error)
        else:
            self._rows[self._free.pop()] = row

    async def _step(self, rows: Sequence[PartsReply[X, P]]) -> None:
        """Makes a step for some rows, and gives them what it returns."""
        found: Sequence[Sequence[P | End]] = ()
        reads = self._reads
        with anyio.CancelScope() as self._scope:
            self._in_step = rows
            try:
                with span("step", rows=len(rows)):
                    found = await self._found(rows)
            except Exception as error:
                if from_handler(error):
                    raise
                for row in rows:
                    self._desk.fail(row.request, error)
            finally:
                self._in_step = ()
        self._desk.counts.batches += 1
        self._desk.counts.rows += len(rows)
        for row, parts in zip(rows, found, strict=False):
            self._give(row, parts)
        if self._reads == reads:  # perhaps because the step never let go of the loop
            await anyio.lowlevel.checkpoint()

    async def _found(self, rows: Sequence[PartsReply[X, P]]) -> Sequence[Sequence[P | End]]:
        """Returns the parts of a step for some rows.

        Raises:
            ExecutionCancelledError: the step was cancelled, by nobody here.
            StateError: it returned parts for more or fewer slots.
        """
        try:
            found = [[*parts] for parts in await self._model.step([row.slot for row in rows])]
        except anyio.get_cancelled_exc_class() as error:
            if is_cancelled():
                raise
            raise ExecutionCancelledError(
                "make a step: something that the model awaits was cancelled, and not the step"
            ) from error
        if len(found) != len(rows):
            raise StateError(
                f"make a step: it was made for {len(rows)} slots, and returned parts for "
                f"{len(found)}; return a sequence for each slot"
            )
        return found

    def _give(self, row: PartsReply[X, P], parts: Sequence[P | End]) -> None:
        for part in parts:
            if row.done():  # its client has gone, or its deadline has passed
                return
            if part is END:
                self._desk.settle(row.request, None)
            else:
                row.parts.append(part)
        row.tell()


def _never_late(tenant: str, virtual: float, due: float) -> float:
    """Predicts nothing, because nobody knows how long an answer becomes."""
    del tenant, virtual, due
    return 0.0
