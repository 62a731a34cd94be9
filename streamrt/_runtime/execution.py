"""An execution: the awaitable of one submission.

It has the methods of an asyncio Future, and works from every thread and every loop, because native
code writes the outcome of the work to a status cell. It is no Future: a cancelled awaiter does not
cancel it, and `cancel` is decided at once.
"""

from __future__ import annotations

import contextvars
import logging
import time
from collections.abc import Callable, Generator, Sequence
from functools import partial
from types import CodeType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, NoReturn

from streamrt import _html, _notes
from streamrt._core.handles import Handle
from streamrt._core.tracking.story import reason, tell
from streamrt._core.values import check_seconds
from streamrt._native.core import CANCELLED, DONE, EXPIRED, RUNNING, STATES
from streamrt._native.queue import CellStatus
from streamrt._refusals import refusing
from streamrt._runtime.submission import Submission
from streamrt._runtime.waiting.loops import running_loop
from streamrt.errors import ArgumentTypeError

if TYPE_CHECKING:
    import asyncio

    from typing_extensions import TypeVar  # type checkers bring it; `default` is of Python 3.13

    from streamrt._runtime.lane import Lane
    from streamrt._runtime.subject import Subject

logger = logging.getLogger("streamrt")

if TYPE_CHECKING:
    T_co = TypeVar("T_co", covariant=True, default=object)
else:
    from typing import TypeVar

    T_co = TypeVar("T_co", covariant=True)


class Times(NamedTuple):
    """The times of an execution's submission, start and end: ns of `time.monotonic_ns()`.

    0 stands for "not yet". A skipped or cancelled execution has the time of its turn.
    """

    submitted: int
    started: int
    finished: int


class DoneCallback:
    """A function that is called after an execution has ended, in a context.

    Attributes:
        callback: the function.
        context: the context variables of the call.
        loop: asyncio's loop that makes the call; None without one.
    """

    __slots__ = ("callback", "context", "loop")

    def __init__(self, callback: Callable[[Any], object], context: contextvars.Context) -> None:
        self.callback: Callable[[Any], object] = callback
        self.context: contextvars.Context = context
        self.loop: asyncio.AbstractEventLoop | None = running_loop()


class Execution(Handle, Submission, Generic[T_co]):
    """The awaitable of one submission. Made by streams; await it, or ask it.

    An `Execution[T]` gives a T when it is awaited:

    - `launch`, `copy`, `fill` and `warm`: None
    - `fetch`: the array
    - `aput`: the buffer
    - `call`: what the function returns, or the coroutine
    - `execute` and `replay`: the output, one buffer, or a tuple of the outputs

    An awaiter that is cancelled does not cancel the execution.
    """

    _instead = "await it, and copy the result"

    __slots__ = ("_callbacks",)  # not set before the first `add_done_callback`

    _callbacks: list[DoneCallback]

    def __init__(self) -> None:
        """Not for users: streams make executions."""
        raise TypeError("streams make executions: use Stream.launch, copy, fill or call")

    # -- asking -------------------------------------------------------------------------------

    def done(self) -> bool:
        """Whether the execution has ended: done, failed, skipped, cancelled or expired."""
        lane = self.timeline
        if lane.look(self.cell) > RUNNING:
            return True
        advance = lane.queue.advance  # asking lets virtual time pass
        return advance is not None and advance() and lane.look(self.cell) > RUNNING

    def cancelled(self) -> bool:
        """Whether `cancel` or a deadline ended it: before it started, or between two nodes."""
        return self.timeline.look(self.cell) in (CANCELLED, EXPIRED)

    def cancel(self) -> bool:
        """Prevents the start. Executions that read its outputs are skipped: DependencyError.

        A replay of a graph with a loop is also cancelled while it runs: it ends when the turn has
        ended that runs now, unless all its work is done by then. `cancelled` tells.

        Returns:
            True if the execution will never run, or is asked to end; False if it has ended, or has
            started and has no loop.
        """
        if self._earlier() is not None:  # a check is cancelled with its launch only
            return False
        return self._cancel() or self._stop()

    def _cancel(self) -> bool:
        lane = self.timeline
        if not lane.engine.core.cancel(self.cell, lane.handle):
            return False
        lane.queue.cancelled = True
        lane.engine.waiters.wake_all()
        return True

    def _stop(self) -> bool:
        """Asks a running replay to end between two turns of its loops."""
        if not getattr(self.subject, "has_loops", False):
            return False
        return self.timeline.queue.stop(self.value, self.cell)

    def result(self) -> T_co:
        """Returns the result, without waiting.

        Raises:
            asyncio.InvalidStateError: the execution has not ended.
            ExecutionError: it failed, was skipped or cancelled; every call raises this again.
            Exception: the host call raised this.
        """
        state = self.timeline.look(self.cell)
        if state == DONE:
            self.clean = True
            self.timeline.tidy()
            return self.outcome  # type: ignore[no-any-return]
        try:
            raise self._error(state)
        finally:
            del self  # the error's traceback has this frame, and this frame has the error

    def exception(self) -> BaseException | None:
        """Returns the error that `result` would raise, or None.

        Raises:
            asyncio.InvalidStateError: the execution has not ended.
        """
        state = self.timeline.look(self.cell)
        if state <= RUNNING:
            raise self._error(state)
        return None if state == DONE else self._error(state)

    @property
    def times(self) -> Times:
        """The times of submission, start and end, in ns; 0 for not yet."""
        has_ended = self.timeline.look(self.cell) > RUNNING
        status = CellStatus.from_address(self.cell)
        return Times(status.submitted, status.started, status.finished if has_ended else 0)

    # -- waiting ------------------------------------------------------------------------------

    def __await__(self) -> Generator[Any, None, T_co]:
        lane, cell = self.timeline, self.cell
        waiters = lane.engine.waiters
        state = lane.look(cell)
        if state <= RUNNING and (
            lane.queue.advance is not None or not waiters.glance(cell, lane.patience)
        ):
            suspended = time.monotonic_ns()
            yield from waiters.suspend(lane, lane.queue, self.value, cell)
            lane.learn(cell, suspended)
            if _notes.listeners:
                self._tell_of_wake()
        else:
            row = waiters.row = waiters.row - 1
            if row < 0:
                yield from waiters.give_way()
        if state == DONE:  # as `result` does it, without a call
            lane.tidy()
            return self.outcome  # type: ignore[no-any-return]
        try:
            return self.result()
        finally:
            del self, lane, waiters  # as in `result`

    def _tell_of_wake(self) -> None:
        point = self.timeline.queue.timeline.index, self.value
        finished = CellStatus.from_address(self.cell).finished
        name, owner = self.subject.name, self.timeline.engine
        _notes.tell("wake", name, finished, point=point, owner=owner)

    def sync(self, timeout: float | None = None) -> T_co:
        """Blocks the calling thread until the execution has ended, and returns its result.

        Args:
            timeout: in seconds; None waits as long as it takes.

        Raises:
            TimeoutError: the execution did not end in time; it goes on running.
            WouldDeadlockError: the execution waits for the caller itself.
            Exception: see `result`.
        """
        lane = self.timeline
        if timeout is not None:
            timeout = check_seconds(timeout, f"sync {self._describe()}: timeout")
        if not self.done():
            lane.engine.hosts.refuse_deadlock(lane, self.value, "sync ", self._describe)
            if not lane.block(self.value, self.cell, timeout):
                raise TimeoutError(
                    f"sync {self._describe()}: not over after {timeout} s; it goes on running"
                )
        try:
            return self.result()
        finally:
            del self, lane  # as in `result`

    def add_done_callback(
        self,
        callback: Callable[[Execution[T_co]], object],
        *,
        context: contextvars.Context | None = None,
    ) -> None:
        """Calls a function with this execution after the execution has ended.

        The call happens on the loop that is running now, as for a Future, also on trio's; without
        one, in a thread of the runtime. It comes soon after the end, before or after those who
        await the execution go on; the calls of one loop or thread come in the order in which they
        were asked for. An exception of the call reaches the exception handler of
        asyncio's loop, else the log.

        Args:
            callback: the function.
            context: the context variables of the call; None takes a copy of the current ones.
        """
        if not callable(callback):
            self._refuse_callback(callback, "a function")
        if context is None:
            context = contextvars.copy_context()
        elif not isinstance(context, contextvars.Context):
            self._refuse_callback(context, "a contextvars.Context")
        entry = DoneCallback(callback, context)
        with self.timeline.engine.lock:  # another thread may be adding one
            if not hasattr(self, "_callbacks"):
                self._show_to_collector()
                self._callbacks = []
        self._callbacks.append(entry)
        try:
            self._wait_to_call(entry)
        except BaseException:
            self._forget(entry)
            raise

    def _wait_to_call(self, entry: DoneCallback) -> None:
        lane, loop = self.timeline, entry.loop
        call = partial(self._call_back, entry)
        if loop is None:
            lane.engine.waiters.call_back(lane.queue, self.value, self.cell, call)
        elif self.done():
            call()
        else:
            lane.engine.waiters.loop_bridge(loop).wait(lane.queue, self.value, self.cell, call)

    @refusing
    def _refuse_callback(self, given: object, wanted: str) -> NoReturn:
        raise ArgumentTypeError(
            f"add_done_callback of {self._describe()}: found {type(given).__name__}; pass {wanted}"
        )

    def remove_done_callback(self, callback: Callable[[Execution[T_co]], object]) -> int:
        """Forgets a function that was to be called; returns how many times it was there."""
        known: list[DoneCallback] = getattr(self, "_callbacks", [])
        return sum([self._forget(entry) for entry in [*known] if entry.callback == callback])

    def _call_back(self, entry: DoneCallback) -> None:
        """Makes the call of a callback, unless that was removed.

        On a loop, it also makes those that were asked for earlier and not yet made.
        """
        self.timeline.tidy()
        loop = entry.loop
        if loop is not None:
            for due in [each for each in self._callbacks if each.loop is loop]:
                loop.call_soon(due.callback, self, context=due.context)
                self._forget(due)  # last, so that a Ctrl-C before it loses no call
        elif self._forget(entry):
            try:
                entry.context.run(entry.callback, self)
            except BaseException:
                logger.exception(
                    "a done-callback of %s raised", self._describe(), extra=self._fields()
                )

    def _forget(self, entry: DoneCallback) -> bool:
        """Forgets a callback; whether it was there."""
        try:
            self._callbacks.remove(entry)
        except ValueError:  # it was removed meanwhile
            return False
        return True

    def _points(self) -> tuple[tuple[Lane, int], ...]:
        """Returns the points that `Stream.wait` waits for."""
        return ((self.timeline, self.value),)

    # -- telling ------------------------------------------------------------------------------

    @property
    def site(self) -> str:
        """The place of its submission: file, line and function."""
        return str(self._submit_site())

    def explain(self) -> str:
        """Tells as text what the execution waits for and why, or why it failed or was skipped."""
        lane = self.timeline
        state = self._state()
        end: Sequence[str] = ()
        if state in (CANCELLED, EXPIRED):
            what = "was cancelled" if state == CANCELLED else "expired: its deadline passed"
            end = (f"{what} {self._when()}",)
        elif state > DONE:
            lane.block(self.value, 0, None)  # the failure is noted once its timeline has moved
            lane.engine.tidy()
            end = self._ending(state)
        return tell(self._describe(), STATES[state], self.site, self._waits(), self.checks, end)

    def _repr_html_(self) -> str:
        state, times = self._state(), self.times
        queued, ran = times.started - times.submitted, times.finished - times.started
        return _html.facts(
            f"Execution {self._describe()}",
            [
                ("state", STATES[state]),
                ("submitted at", self.site),
                ("waits for", "; ".join(map(reason, self._waits())) if state < RUNNING else ""),
                ("queued", f"{queued / 1e6:.3g} ms" if times.started else ""),
                ("ran", f"{ran / 1e6:.3g} ms" if times.finished else ""),
            ],
        )

    def __repr__(self) -> str:
        return f"<Execution {self._describe()}: {STATES[self._state()]}>"


_new = object.__new__


def submitted(
    lane: Lane,
    value: int,
    cell: int,
    block: object,
    subject: Subject,
    code: CodeType,
    instruction: int,
    outcome: object,
) -> Execution[Any]:
    """Makes an execution; native code makes most of them.

    Args:
        lane: the lane that it was submitted to.
        value: the point on the lane's timeline that it signals.
        cell: its status cell.
        block: the block that keeps the cell.
        subject: the kernel, replay or name that it runs.
        code: the code of the user's frame.
        instruction: the place in it.
        outcome: the result of awaiting it.
    """
    execution: Execution[Any] = _new(Execution)
    execution.timeline = lane
    execution.value = value
    execution.cell = cell
    execution.clean = False
    execution.checks = ()
    execution.edges = ()
    execution.outcome = outcome
    execution.subject = subject
    execution._block = block
    execution._code = code
    execution._instruction = instruction
    execution._trouble = None
    return execution
