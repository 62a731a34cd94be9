"""The Batcher: requests of many clients become batches of a model, each as soon as it may leave.

1. There are `depth` workers. A worker takes the requests of a batch in the moment in which it
   begins to run it, and not before, so whatever was asked in the same turn of the loop is in it.
2. If no batch runs, one leaves at once: a device never waits for requests that may not come. If
   fewer than `depth` run, one leaves when it is full, or when the first of its requests could not
   be answered in time if it waited any longer. Else it waits for the end of one that runs, which is
   when the device is free.
3. A batch knows how many of its requests are still waited for. When that is none, it is cancelled.
4. Whatever a model raises is the answer of its batch, but not what a signal's handler raises in it.
   A worker that is struck by one, or is itself cancelled, ends, and the Batcher with it: nobody
   would be served any more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import anyio
import anyio.lowlevel

from streamrt._core.values import check_count, check_flag, check_seconds
from streamrt._interrupts import from_handler
from streamrt.errors import ExecutionCancelledError
from streamrt.observe.recording import span
from streamrt.serving._batch import Batch, is_cancelled
from streamrt.serving._desk import Desk
from streamrt.serving._loops import Alarm, Loop, Reply
from streamrt.serving._models import (
    Answers,
    ListModel,
    Model,
    RowsModel,
    check_model,
    is_of_lists,
)
from streamrt.serving._order import Tenant, check_tenants
from streamrt.serving._requests import ENDED, Request
from streamrt.serving._stats import Served
from streamrt.serving._times import Queue, TimeTable, check_sizes

if TYPE_CHECKING:
    from types import TracebackType

    from anyio.abc import TaskGroup

MOST_ROWS, MOST_DEPTH, MOST_ROOM = 1 << 16, 64, 1 << 24
WARM_RUNS = 4  # of each size; the first of them compiles, and is not counted


class Batcher:
    """Answers requests of many clients by a model that runs batches of them.

        async with Batcher(model, most=32, within=0.1) as ask:
            answer = await ask(x, within=0.05)

    It belongs to the event loop, of asyncio or trio, on which it was entered. Leaving its block
    answers what is inside and refuses what comes; leaving it by an error cancels what is inside.
    """

    def __init__(
        self,
        model: Callable[..., Any],
        *,
        most: int = 32,
        within: float = 0.1,
        depth: int = 1,
        room: int = 1024,
        nbytes: int = 64 << 20,
        sizes: Sequence[int] | None = None,
        pad: bool = False,
        isolate: bool = False,
        tenants: Mapping[str, Tenant] | None = None,
        device: str | None = None,
    ) -> None:
        """Makes it; `async with` opens it, in the runtime that was entered last.

        Args:
            model: a function of `jit`, or another that submits work for an array: it is called with
                a Buffer whose rows are the requests, and the rows of what it returns are the
                answers. Or an async function of a list of requests, which returns as many answers.
            most: the most requests of a batch.
            within: the seconds in which a request is to be answered if it does not say so itself.
            depth: how many batches run at once. With 2, the second one is handed to the device
                while the first one runs, if it is full or its time is short.
            room: the most requests that wait; further ones are refused.
            nbytes: the most bytes that waiting requests may have.
            sizes: the sizes of batches whose times are predicted, rising to `most`; None takes the
                powers of two.
            pad: whether a batch is filled up to the next of these sizes, so that the model runs
                for no others. What is added are copies of its last row.
            isolate: whether a batch that failed is run once more, one request after the other, so
                that a request that cannot be answered costs the others no answer.
            tenants: who shares it, and with which shares; None is one tenant.
            device: the name of the device where rows lie; None is the first one of the runtime.

        Raises:
            ArgumentTypeError: an argument is something else.
            ArgumentError: a number is out of its range, or the sizes do not rise to `most`.
        """
        self._function = check_model(model)
        what = "make a Batcher: "
        self._most = check_count(most, f"{what}most", 1, MOST_ROWS)
        self._within = check_seconds(within, f"{what}within")
        self._depth = check_count(depth, f"{what}depth", 1, MOST_DEPTH)
        self._pads = check_flag(pad, f"{what}pad")
        self._isolates = check_flag(isolate, f"{what}isolate")
        self._device = device
        self._times = TimeTable(check_sizes(sizes, self._most))
        name = getattr(model, "__name__", type(model).__name__)
        self._desk = Desk(
            name,
            check_tenants(tenants),
            check_count(room, f"{what}room", 1, MOST_ROOM),
            check_count(nbytes, f"{what}nbytes", 1),
        )
        self._model: Model = ListModel(self._function)
        self._tasks: TaskGroup | None = None
        self._alarm: Alarm | None = None
        self._running: list[Batch] = []
        self._sleeping: list[Reply] = []

    # -- asking ---------------------------------------------------------------------------------

    async def __call__(
        self,
        x: Any,
        *,
        within: float | None = None,
        priority: int = 0,
        tenant: str | None = None,
    ) -> Any:
        """Returns the answer to a request.

        Args:
            x: a row, whose shape and dtype are those of the first one; or what the list of an async
                model is to hold.
            within: the seconds in which it has to be answered; None is the Batcher's.
            priority: from 0 to 16. Each step halves the time that the request has in the order: it
                passes others, and still nothing waits for ever.
            tenant: who asks; None is the first of the tenants.

        Raises:
            OverloadedError: it is refused, because there is no room, it could not be answered in
                time, or the Batcher ends.
            DeadlineError: its time has passed.
            ExecutionCancelledError: the Batcher was ended with the request inside.
            ArgumentError: the row is not like the first one, a number is out of its range, or
                there is no such tenant.
            StateError: the Batcher is not entered, or was on another loop.
            Exception: the error of its batch.
        """
        desk, model = self._desk, self._model
        kept, nbytes = model.admitted(x)
        if within is None:
            within = self._within
        request = desk.admit(kept, nbytes, within, priority, tenant, self._lateness)
        try:
            model.keep(request)
        except BaseException:  # there may be no memory, or no device
            desk.abandon(request)
            raise
        if self._sleeping and self._may_leave():
            self._wake()
        return await desk.answer(request)

    async def warm(self, example: Any) -> None:
        """Runs every size some times, so that nothing is compiled later, and times are known.

        Args:
            example: a request; its answers are dropped.

        Raises:
            Exception: what the model raises.
        """
        kept, _ = self._model.admitted(example)
        loop = self._desk.opened("warm")
        for size in self._times.sizes:
            for _ in range(WARM_RUNS):
                since = loop.now()
                await self._model.run(self._model.copies(kept, size), None)
                self._times.note(size, loop.now() - since)

    def stats(self) -> Served:
        """Returns the counts of all that it has done so far."""
        return self._desk.counts.frozen(
            waiting=len(self._desk.order),
            running=self._desk.running,
            seconds=self._times.table(),
        )

    # -- opening and ending ---------------------------------------------------------------------

    async def drain(self, within: float | None = None) -> None:
        """Refuses what comes, answers what is inside, and returns when nothing is.

        Args:
            within: the seconds after which what is left is cancelled; None waits as long as the
                deadlines of the requests let it.
        """
        await self._desk.drain(within)

    async def __aenter__(self) -> Self:
        self._desk.check_new()
        if not is_of_lists(self._function):
            self._model = RowsModel(self._function, self._device, self._most)
        self._tasks = anyio.create_task_group()
        await self._tasks.__aenter__()
        loop = self._desk.open(self._tasks)
        self._alarm = loop.alarm(self._wake, self._tasks)
        for _ in range(self._depth):
            self._tasks.start_soon(self._work, loop)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool | None:
        tasks, raised = self._tasks, error
        assert tasks is not None
        if error is None:
            try:
                await self._desk.drain(None)
            except BaseException as interrupted:  # noqa: BLE001 - it is raised below
                raised = interrupted
        self._desk.cancel_all("the Batcher has ended")
        tasks.cancel_scope.cancel()
        try:
            if isinstance(raised, anyio.get_cancelled_exc_class()):
                # The task group knows whose cancellation it is.
                if await tasks.__aexit__(type(raised), raised, raised.__traceback__):
                    return True
            else:  # an error of the body goes on as it is, and in no group
                await tasks.__aexit__(None, None, None)
        finally:
            self._model.close()
        if error is None and raised is not None:
            raise raised
        return None

    # -- running --------------------------------------------------------------------------------

    async def _work(self, loop: Loop) -> None:
        """Runs batch after batch, until it is cancelled."""
        try:
            while True:
                if not self._may_leave():
                    reply = loop.reply()
                    self._sleeping.append(reply)
                    await reply
                elif requests := self._desk.take(self._most, self._soonest()):
                    await self._serve(requests, loop)
                    self._wake()
        except anyio.get_cancelled_exc_class():
            pass  # it ends; a task group would leave the body without a word for one of its tasks
        finally:
            self._desk.cancel_all("the task that runs its batches has ended")

    def _soonest(self) -> float:
        """Returns the seconds after which the answers of a batch that leaves now can be there."""
        return self._times.quickest(min(self._most, len(self._desk.order)))

    def _may_leave(self) -> bool:
        """Whether a batch leaves now; if it is to leave later, the alarm is set."""
        count, running = len(self._desk.order), self._running
        if not count or len(running) >= self._depth:
            return False
        if not running or count >= self._most:
            return True
        first = self._desk.order.first()
        assert first is not None
        now = self._desk.now()
        # It would end after what runs, whenever it leaves.
        left = max(0.0, max(batch.end for batch in running) - now)
        when = first - self._times.predicted(count) - left
        if when <= now:
            return True
        assert self._alarm is not None
        self._alarm.set(when)
        return False

    def _wake(self) -> None:
        """Lets a worker that sleeps look whether a batch may leave."""
        while self._sleeping:
            reply = self._sleeping.pop()
            if not reply.done():
                reply.set_result(None)
                return

    async def _serve(self, requests: Sequence[Request], loop: Loop) -> None:
        """Runs a batch, and answers its requests."""
        count, since = len(requests), loop.now()
        size = self._times.size_of(count) if self._pads else count
        counts = self._desk.counts
        counts.batches += 1
        counts.rows += count
        counts.padding += size - count
        batch = Batch(requests, since + self._times.predicted(size))
        self._running.append(batch)
        answers: Answers | None = None
        try:
            with batch.scope:
                answers = await self._run(batch, size)
        finally:
            self._running.remove(batch)
            self._times.note(size, loop.now() - since)
        if answers is None:
            return
        if self._sleeping and self._may_leave():
            self._wake()  # the next batch is handed over before these requests are answered
            await anyio.lowlevel.checkpoint()
        for request in requests:
            self._desk.settle(request, answers(request.row))

    async def _run(self, batch: Batch, size: int) -> Answers | None:
        """Runs a batch; returns its answers, or None if its requests have failed."""
        requests = batch.requests
        loaded: Any = None
        try:
            loaded = self._model.load(requests, size)
            batch.hold()
            until = max(request.due for request in requests)
            with span("batch", rows=len(requests)):
                return await self._answers(batch, loaded, until)
        except Exception as error:
            if from_handler(error):
                raise
            if self._isolates and len(requests) > 1 and loaded is not None:
                await self._run_alone(batch, loaded)
            else:
                for request in requests:
                    self._desk.fail(request, error)
            return None

    async def _run_alone(self, batch: Batch, loaded: Any) -> None:
        """Runs each request of a batch that failed by itself."""
        for request in batch.requests:
            if request.state == ENDED:
                continue
            try:
                part = self._model.part(loaded, request.row)
                answers = await self._answers(batch, part, request.due)
            except Exception as error:
                if from_handler(error):
                    raise
                self._desk.fail(request, error)
            else:
                self._desk.settle(request, answers(0))

    async def _answers(self, batch: Batch, loaded: Any, until: float) -> Answers:
        """Runs the model.

        Raises:
            ExecutionCancelledError: the model was cancelled, by nobody here.
        """
        try:
            return await self._model.run(loaded, max(0.0, until - self._desk.now()))
        except anyio.get_cancelled_exc_class() as error:
            if batch.scope.cancel_called or is_cancelled():
                raise
            raise ExecutionCancelledError(
                "run a batch: something that the model awaits was cancelled, and not the batch"
            ) from error

    def _lateness(self, tenant: str, virtual: float, due: float) -> float:
        """Predicts by how many seconds a request would be answered too late; see `Lateness`."""
        order, now = self._desk.order, self._desk.now()
        queue = Queue(
            order.ahead(tenant, virtual),
            len(order) + 1,
            self._most,
            self._depth,
            [batch.end for batch in self._running],
        )
        finish, rows = queue.finish(now, self._times)
        if finish > due:
            self._times.doubt(rows, is_idle=not self._running)
        return finish - due
