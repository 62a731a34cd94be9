"""Waits until bytes of a device are free, in place of allocations that fail: `Device.room`.

1. Bytes are free if any allocations may have them at once, for kernels and for the host. So what
   pending work still uses does not count, although a kernel could have a block of the same size.
2. Who asks first is admitted first (`_core/tracking/line.py`). Whoever is admitted holds the bytes:
   until the end of its block, or after a plain `await` until its task suspends next. On a loop that
   is a callback for the next turn.
3. Held bytes are kept from those who ask for room, and not from those who allocate without asking.
   An allocation would have to know who makes it, and it is on the hot path.
4. Whoever lets go of bytes looks whether there is room for others, and so do whoever tidies up and
   the waiter thread. Work that gives memory back wakes that thread when it ends. A buffer that is
   dropped does not, so the thread looks every millisecond: see `Waiters.seekers`.
5. While one waits, a loss of the device or the end of the runtime ends the wait with an error.
"""

from __future__ import annotations

import gc
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from streamrt._core.finalizers import NOTHING
from streamrt._core.tracking.line import Request, WaitingLine
from streamrt._native.loss import Loss
from streamrt._runtime.ending.lifecycle import OPEN
from streamrt._runtime.engine import Engine
from streamrt._runtime.memory.blocks import Memory
from streamrt._runtime.tracking import Timeline
from streamrt._runtime.waiting.loop_future import Tell, Wakeup
from streamrt._runtime.waiting.loops import running_elsewhere, running_loop
from streamrt._runtime.waiting.points import Turn
from streamrt.errors import OutOfMemoryError, StreamRTError

if TYPE_CHECKING:
    import asyncio

    from streamrt._runtime.lane import Lane

COLLECTING = 20  # times as long as a collection takes, to the next one


class Ask(Request):
    """A request, and whoever waits for it.

    Attributes:
        what: the request in messages.
        epoch: the epoch of the device in which it was made.
        error: the error that ended the wait; None if there is none.
        is_over: whether the wait has ended.
        is_kept: whether it holds its bytes for a block.
        wake: tells the one who waits; from any thread.
        loop: the asyncio loop until whose next turn it holds its bytes, if it does so.
    """

    __slots__ = ("epoch", "error", "is_kept", "is_over", "loop", "wake", "what")

    def __init__(self, what: str, size: int, epoch: int) -> None:
        super().__init__(size)
        self.what: str = what
        self.epoch: int = epoch
        self.error: StreamRTError | None = None
        self.is_over: bool = False
        self.is_kept: bool = False
        self.wake: Callable[[], object] = NOTHING
        self.loop: asyncio.AbstractEventLoop | None = None

    def check(self) -> None:
        """Raises the error that ended the wait, if one did."""
        error, self.error = self.error, None
        if error is not None:
            try:
                raise error
            finally:
                del error  # its traceback has this frame


class Rooms:
    """The requests for room in the memory of one device.

    Attributes:
        engine: the runtime's.
    """

    def __init__(self, engine: Engine, memory: Memory, loss: Loss | None) -> None:
        """Begins without requests.

        Args:
            engine: the runtime's.
            memory: the memory of the device.
            loss: whether it is lost; None if it never is.
        """
        self.engine: Engine = engine
        self._memory = memory
        self._loss = loss
        self._line = WaitingLine()
        self._to_wake: deque[Ask] = deque()
        self._turns: dict[Ask, None] = {}  # those who hold bytes until the next turn of a loop
        self._demanded: dict[Timeline, int] = {}
        self._changes = 0  # of the line
        self._collected = -1  # how much work had ended when garbage was collected
        self._next_collection = 0.0  # not before that time
        self._seen: tuple[object, ...] = ()

    def ask(self, nbytes: tuple[int, ...]) -> Ask:
        """Returns a request for buffers of these sizes, which does not stand in the line yet.

        Raises:
            OutOfMemoryError: it is above the limit, so no wait would help.
            DeviceLostError: the device is lost.
            ClosedError: the runtime is closed.
        """
        memory, loss, wanted = self._memory, self._loss, sum(nbytes)
        size, limit = sum(map(memory.block_size, nbytes)), memory.pool.limit
        what = f"room for {wanted} bytes on {memory.name}"
        self.engine.check_open(what)
        if limit is not None and size > limit:
            blocks = "" if size == wanted else f"their blocks have {size}, "
            raise OutOfMemoryError(
                f"{what}: {blocks}the limit is {limit}; ask for less or raise memory_limit"
            )
        if loss is not None:
            loss.check(what)
        return Ask(what, size, 0 if loss is None else loss.epoch)

    async def wait(self, request: Ask) -> None:
        """Waits in a coroutine until a request is admitted; it holds its bytes then.

        Raises:
            StreamRTError: what ended the wait.
        """
        wake, sleep = _sleeper(self.engine, request.what)
        await Turn(self.engine.waiters)
        try:
            if self.enter(request, wake):
                await sleep()
            request.check()
        except BaseException:
            self.leave(request)
            raise
        if not request.is_kept:
            self.leave_later(request)

    def enter(self, request: Ask, wake: Callable[[], object]) -> bool:
        """Puts a request in the line; returns False if it is over at once, and nobody is told.

        Args:
            request: the request.
            wake: called when it is over, from any thread.
        """
        self.engine.hand_over()
        with self.engine.lock:
            self._line.join(request)
            self._changes += 1
        self.look()
        with self.engine.lock:
            if request.is_over:
                return False
            request.wake = wake
        self.engine.waiters.seek(self)
        return True

    def leave(self, request: Ask) -> None:
        """Lets go of what a request holds, or takes it out of the line; twice is once."""
        with self.engine.lock:
            self._turns.pop(request, None)
            self._line.leave(request)
            self._changes += 1
        self.look()

    def leave_later(self, request: Ask) -> None:
        """Lets go of what a request holds after the present step of the task."""
        loop, other = running_loop(), running_elsewhere()
        if loop is not None:
            request.loop, self._turns[request] = loop, None
            loop.call_soon(self.leave, request)
        elif other is not None:
            native: Any = other.native_token
            native.run_sync_soon(self.leave, request)
        else:  # sent on by hand
            self.leave(request)

    def look(self) -> None:
        """Admits whom there is room for, and tells those whose wait is over. Under no lock."""
        if self._line.waiting:
            state = self._state()
            if state != self._seen or self.engine.reclaimer.count():
                self._let_in(state)
            if self._line.waiting and self._collect():
                self._let_in(state)
        while self._to_wake:
            self._wake_first()

    def _let_in(self, state: tuple[object, ...]) -> None:
        points = self._admit()
        self._seen = state  # last, because an interrupt may break off what comes before
        if self.engine.world is None:  # in an exploration its world lets virtual time pass
            self._demand(points)

    def _collect(self) -> bool:
        """Collects garbage, which may keep buffers; returns whether it did.

        It does so once each time that all work has ended, and in a twentieth of the time at most:
        a service that waits for room often must not stand still for that.
        """
        lanes = list(self.engine.lanes)
        ended = sum(lane.queue.completed for lane in lanes)
        if ended == self._collected or any(lane.in_flight for lane in lanes):
            return False
        began = time.monotonic()
        if self.engine.world is None and began < self._next_collection:
            return False
        self._collected = ended
        gc.collect()
        self._next_collection = began + COLLECTING * (time.monotonic() - began)
        return True

    def _wake_first(self) -> None:
        try:
            request = self._to_wake[0]
        except IndexError:  # another thread was quicker
            return
        is_told = True
        try:
            request.wake()
        except RuntimeError:  # its loop was closed
            is_told = False
            self.engine.waiters.note_late(1)
        with self.engine.lock:  # told first: after a Ctrl-C in it, it is told again
            if not is_told:
                self._line.leave(request)
            if self._to_wake and self._to_wake[0] is request:
                self._to_wake.popleft()

    def _state(self) -> tuple[object, ...]:
        """Returns all that decides who is admitted, with dropped memory; admitting costs more."""
        engine, loss = self.engine, self._loss
        lost = () if loss is None else (loss.reason, loss.epoch)
        ended = sum(lane.queue.completed for lane in list(engine.lanes))
        gone = len(self._gone())
        return (self._changes, gone, ended, self._memory.pool.in_use, engine.state, *lost)

    def _gone(self) -> list[Ask]:
        """Returns those who hold bytes until the next turn of a loop that was closed."""
        return [r for r in list(self._turns) if r.loop is not None and r.loop.is_closed()]

    def _admit(self) -> dict[Timeline, int]:
        """Ends waits; returns the points at which work may give back what the others wait for."""
        engine, line, pool = self.engine, self._line, self._memory.pool
        with engine.lock:
            for request in self._gone():
                del self._turns[request]
                line.leave(request)
            engine.reap_lanes()
            engine.reclaimer.reap()
            over = cast("list[Ask]", [*self._refused(), *line.admit(pool.room())])
            for request in over:
                request.is_over = True
            self._to_wake.extend(over)
            if not line.waiting:
                engine.waiters.seekers.pop(self, None)
                self._demanded.clear()
                return {}
            calls = [lane for lane in engine.lanes if lane.is_host and lane.in_flight]
            return {**pool.soonest(), **{lane: lane.queue.completed + 1 for lane in calls}}

    def _refused(self) -> list[Ask]:
        """Takes out those who wait in vain, each with its error."""
        refused: list[Ask] = []
        for request in cast("list[Ask]", list(self._line.waiting)):
            request.error = self._refusal(request)
            if request.error is not None:
                self._line.leave(request)
                refused.append(request)
        return refused

    def _refusal(self, request: Ask) -> StreamRTError | None:
        loss = self._loss
        if self.engine.state != OPEN:
            return self.engine.refusal(request.what)
        if loss is None or (loss.reason is None and loss.epoch == request.epoch):
            return None
        return loss.refusal(request.what, has_room=True)

    def _demand(self, points: dict[Timeline, int]) -> None:
        """Has the waiter thread look when a point is reached; virtual time goes on to it."""
        for timeline, value in points.items():
            if self._demanded.get(timeline) != value:
                self._demanded[timeline] = value
                self.engine.waiters.demand(cast("Lane", timeline).queue, value)


def _sleeper(engine: Engine, what: str) -> tuple[Callable[[], object], Callable[[], Any]]:
    """Returns a function that wakes this task, from any thread, and one that it awaits."""
    loop = running_loop()
    if loop is not None:
        wakeup = Wakeup(loop, what)
        return lambda: loop.call_soon_threadsafe(wakeup.settle), lambda: wakeup
    import anyio  # slow to import, and asyncio needs none of it
    import anyio.lowlevel

    event = anyio.Event()
    native: Any = anyio.lowlevel.current_token().native_token
    return Tell(native, event.set, engine.waiters.note_late), event.wait
