"""The desk: requests come in here, wait in order, and each of them ends exactly once.

A desk knows nothing of models. Whoever runs some takes requests from it, and tells it how they end.

1. A request is WAITING until it is taken, then RUNNING, and in the end ENDED. Only `_end` makes it
   ENDED; its callers count whether it was answered, failed, expired or cancelled.
2. asyncio cancels a reply at once when its task is cancelled, and the task hears of it a turn
   later. In between the reply is done, and the request has not ended. Whoever finds that leaves the
   request alone, because its task ends it. To set such a reply would raise, in the task that serves
   all.
3. There is one alarm for all deadlines. It is set for the earliest one, and is not moved when that
   request is answered: when it rings, it looks for the next. So it rings once in about `within`.
4. An answer that is there after the deadline is none: its request has expired, whether the alarm
   has rung or not.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import anyio

from streamrt._core.values import check_count, check_seconds, shown
from streamrt._refusals import refusing
from streamrt.errors import (
    ArgumentError,
    DeadlineError,
    ExecutionCancelledError,
    OverloadedError,
    StateError,
)
from streamrt.serving._door import Door
from streamrt.serving._loops import Loop, Reply, current_loop
from streamrt.serving._order import Order, Tenant
from streamrt.serving._requests import ENDED, RUNNING, Request
from streamrt.serving._stats import Counts

if TYPE_CHECKING:
    from anyio.abc import TaskGroup

    from streamrt.serving._loops import Alarm

FEW = 64  # deadlines of requests that have ended, which are kept before any is forgotten
HIGHEST = 16  # priority

Lateness = Callable[[str, float, float], float]
"""Returns by how many seconds a request would be answered too late; 0 or less if in time.

It is given the request's tenant, its virtual deadline and its deadline.
"""


class Desk:
    """The place where requests come in.

    Attributes:
        order: the waiting requests.
        counts: what became of requests.
        running: how many requests are RUNNING.
    """

    def __init__(self, name: str, tenants: Mapping[str, Tenant], room: int, nbytes: int) -> None:
        """Makes a desk that is not open yet.

        Args:
            name: begins messages.
            tenants: the tenants by name.
            room: the most requests that may wait.
            nbytes: the most bytes that waiting requests may have.
        """
        self.order: Order[Request] = Order(tenants)
        self.counts = Counts()
        self.running: int = 0
        self._name = name
        self._tenants = tenants
        self._first = next(iter(tenants))
        self._door = Door(tenants, room, nbytes)
        self._numbers = itertools.count(1)
        self._dues: list[tuple[float, int, Request]] = []
        self._loop: Loop | None = None
        self.now: Callable[[], float] = _never
        self._alarm: Alarm | None = None
        self._empty: list[Reply] = []

    # -- opening and ending ---------------------------------------------------------------------

    def check_new(self) -> None:
        """Raises StateError if it was opened before."""
        if self._loop is not None:
            raise StateError(f"enter {self._name}: it was entered before; make another")

    def open(self, tasks: TaskGroup) -> Loop:
        """Opens it on the running loop; its tasks, if any, belong to a task group."""
        self._loop = current_loop()
        self.now = self._loop.now
        self._alarm = self._loop.alarm(self._expire, tasks)
        return self._loop

    @property
    def inside(self) -> int:
        """The number of requests that have not ended."""
        return len(self.order) + self.running

    def shut(self, why: str) -> None:
        """Refuses all requests from now on; a second call changes nothing."""
        self._door.shut = self._door.shut or why

    async def drain(self, within: float | None) -> None:
        """Refuses what comes, and waits until nothing is inside; then cancels what is left.

        Args:
            within: the seconds that it waits; None as long as it takes, which the deadlines bound.
        """
        if within is not None:
            within = check_seconds(within, f"drain {self._name}: within")
        loop = self.opened("drain")
        self.shut("it ends, and answers those who are inside")
        with anyio.move_on_after(math.inf if within is None else within):
            while self.inside:
                reply = loop.reply()
                self._empty.append(reply)
                await reply
        self.cancel_all("it was drained, and the time for that is over")

    def cancel_all(self, why: str) -> None:
        """Ends all requests that are inside with an error, and refuses what comes."""
        self.shut(why)
        for request in [request for _, _, request in self._dues]:
            if request.is_open:
                self.counts.cancelled += 1
                error = ExecutionCancelledError(f"ask {self._name}: {why}")
                self._end(request, is_early=True).set_exception(error)

    # -- one request ----------------------------------------------------------------------------

    def admit(
        self,
        what: Any,
        nbytes: int,
        within: float,
        priority: int,
        tenant: str | None,
        lateness: Lateness,
    ) -> Request:
        """Lets a request in, which waits in the order from now on.

        Args:
            what: what was asked.
            nbytes: the bytes that it counts for.
            within: the seconds in which it has to be answered.
            priority: from 0; each step halves the time that it has in the order.
            tenant: the name of a tenant; None is the first one.
            lateness: predicts whether it would be answered in time.

        Raises:
            OverloadedError: it is refused.
            ArgumentError: a number is out of its range, or there is no such tenant.
            StateError: the desk is not open, or the caller is on another loop.
        """
        loop = self.opened("ask")
        if not (type(within) is float and within >= 0 and type(priority) is int and not priority):
            within, priority = self._checked(within, priority)
        if tenant is None:
            tenant = self._first
        elif tenant not in self._tenants:
            self._refuse_tenant(tenant)
        now = self.now()
        due, virtual = now + within, now + within * 0.5**priority
        why = self._door.refusal(tenant, nbytes)
        if why is None and (late := lateness(tenant, virtual, due)) > 0:
            why = f"the answer would be {late * 1e3:.3g} ms after its deadline, as far as is known"
        if why is not None:
            self.counts.refused += 1
            raise OverloadedError(f"ask {self._name}: {why}; ask again later, or elsewhere")
        number = next(self._numbers)
        request = Request(number, tenant, now, due, virtual, nbytes, what, loop.reply())
        self.counts.accepted += 1
        self._door.enter(tenant, nbytes)
        self.order.add(request)
        self._note_due(request)
        return request

    def abandon(self, request: Request) -> None:
        """Ends a request that failed before its task waited for the answer."""
        self.counts.failed += 1
        self._end(request, is_early=True)

    async def answer(self, request: Request) -> Any:
        """Waits for the answer of a request, whose client this task is.

        Raises:
            DeadlineError: its deadline passed.
            Exception: the error with which it failed.
        """
        try:
            assert request.reply is not None
            return await request.reply
        except BaseException:
            self.give_up(request)
            raise

    def give_up(self, request: Request) -> None:
        """Takes note that the client of a request has gone."""
        if request.state != ENDED:
            self.counts.cancelled += 1
            self._end(request, is_early=True)

    def take(self, most: int, soonest: float = 0.0) -> list[Request]:
        """Returns the requests that leave next, at most so many. They are RUNNING from now on.

        Args:
            most: how many.
            soonest: the seconds after which there can be answers. A request that has less time left
                has expired: to run it would make the next ones late, too.
        """
        now, taken = self.now() + soonest, list[Request]()
        while len(taken) < most and len(self.order):
            for request in self.order.take(most - len(taken)):
                is_open = request.is_open
                if is_open and request.due <= now:
                    self._expire_one(request)
                    continue
                self._door.leave(request.tenant, request.nbytes)
                request.state = RUNNING
                self.running += 1
                if is_open:
                    taken.append(request)
        return taken

    def settle(self, request: Request, answer: Any) -> bool:
        """Gives a request its answer, unless it has ended; whether it was in time."""
        if not request.is_open:
            return False
        if request.due < self.now():
            self._expire_one(request)
            return False
        self.counts.answered += 1
        self._end(request).set_result(answer)
        return True

    def fail(self, request: Request, error: BaseException) -> None:
        """Gives a request an error, unless it has ended."""
        if not request.is_open:
            return
        if request.due < self.now():
            self._expire_one(request)
            return
        self.counts.failed += 1
        self._end(request).set_exception(error)

    def _expire_one(self, request: Request) -> None:
        """Ends a request whose deadline has passed."""
        self.counts.expired += 1
        self.counts.late += request.state == RUNNING
        did = "while it was run" if request.state == RUNNING else "before it was run"
        seconds = request.due - request.asked
        error = DeadlineError(f"ask {self._name}: its {seconds:.3g} s passed {did}")
        self._end(request, is_early=True).set_exception(error)

    def _end(self, request: Request, *, is_early: bool = False) -> Reply:
        """Ends a request; returns its reply, which is to be set unless its task was cancelled."""
        was, request.state = request.state, ENDED
        if was == RUNNING:
            self.running -= 1
        else:
            self.order.remove(request)
            self._door.leave(request.tenant, request.nbytes)
        holder, request.holder = request.holder, None
        if is_early and holder is not None:
            holder.gone(request)
        request.what = None  # the list of deadlines may keep the request for a while
        if self._empty and not self.inside:
            for waiting in self._empty:
                if not waiting.done():
                    waiting.set_result(None)
            self._empty.clear()
        reply, request.reply = request.reply, None
        assert reply is not None
        return reply

    # -- deadlines ------------------------------------------------------------------------------

    def _note_due(self, request: Request) -> None:
        if len(self._dues) >= FEW + 2 * self.inside:
            self._dues = [entry for entry in self._dues if entry[2].state != ENDED]
            heapq.heapify(self._dues)
        heapq.heappush(self._dues, (request.due, request.number, request))
        assert self._alarm is not None
        self._alarm.set(request.due)

    def _expire(self) -> None:
        """Ends what is past its deadline, when the alarm rings, and sets it for the next."""
        now, dues = self.now(), self._dues
        while dues and (dues[0][0] <= now or dues[0][2].state == ENDED):
            request = heapq.heappop(dues)[2]
            if request.is_open:
                self._expire_one(request)
        if dues:
            assert self._alarm is not None
            self._alarm.set(dues[0][0])

    # -- checks ---------------------------------------------------------------------------------

    def opened(self, verb: str) -> Loop:
        """Returns the loop that it is open on, which has to be the caller's.

        Raises:
            StateError: it is not open, or the caller is elsewhere.
        """
        loop = self._loop
        if loop is None:
            raise StateError(f"{verb} {self._name}: it is not entered; use `async with`")
        if not loop.is_running():
            raise StateError(
                f"{verb} {self._name}: it serves another event loop; make one for each"
            )
        return loop

    @refusing
    def _checked(self, within: object, priority: object) -> tuple[float, int]:
        seconds = check_seconds(within, f"ask {self._name}: within")
        return seconds, check_count(priority, f"ask {self._name}: priority", 0, HIGHEST)

    @refusing
    def _refuse_tenant(self, tenant: object) -> NoReturn:
        names = ", ".join(self._tenants)
        raise ArgumentError(
            f"ask {self._name}: there is no tenant {shown(tenant)}; there are {names}"
        )


def _never() -> float:
    return -math.inf
