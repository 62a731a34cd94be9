"""Event loops as serving sees them: a clock, replies to wait for, and alarms.

On asyncio a reply is a future and an alarm is a timer, so a request costs no task. On a loop of
another library a reply waits on an event, and an alarm is a task that sleeps. All time comes from
the clock of the loop, so that it is virtual where the loop's is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, Protocol

import anyio
import anyio.lowlevel

from streamrt._runtime.waiting.loops import running_loop

if TYPE_CHECKING:
    import asyncio

    from anyio.abc import TaskGroup


class Reply(Protocol):
    """The value that one task waits for, or an error; an asyncio Future is one."""

    def done(self) -> bool:
        """Whether it has its value or error, or whoever waits was cancelled."""
        ...

    def set_result(self, value: Any, /) -> None:
        """Gives it its value; it must not be done."""
        ...

    def set_exception(self, error: BaseException, /) -> None:
        """Gives it its error; it must not be done."""
        ...

    def __await__(self) -> Generator[Any, None, Any]: ...


class Alarm(Protocol):
    """A call at a time."""

    def set(self, when: float) -> None:
        """Has the call made at a time of the loop's clock, if none is to be made before."""
        ...


class Loop(Protocol):
    """An event loop.

    Attributes:
        now: returns the time of its clock, in seconds.
        reply: makes a reply that is not done.
    """

    now: Callable[[], float]
    reply: Callable[[], Reply]

    def is_running(self) -> bool:
        """Whether the caller is on this loop."""
        ...

    def alarm(self, call: Callable[[], None], tasks: TaskGroup) -> Alarm:
        """Makes an alarm that is not set; its task, if it needs one, belongs to a task group."""
        ...


def current_loop() -> Loop:
    """Returns the loop that runs in this thread.

    Raises:
        RuntimeError: none does.
    """
    loop = running_loop()
    return OtherLoop() if loop is None else AsyncioLoop(loop)


class AsyncioLoop:
    """A loop of asyncio."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.now: Callable[[], float] = loop.time
        self.reply: Callable[[], Reply] = loop.create_future

    def is_running(self) -> bool:
        """See `Loop`."""
        return running_loop() is self._loop

    def alarm(self, call: Callable[[], None], tasks: TaskGroup) -> Alarm:
        """See `Loop`."""
        del tasks
        return TimerAlarm(self._loop, call)


class TimerAlarm:
    """An alarm that is a timer of an asyncio loop."""

    __slots__ = ("_call", "_loop", "_timer", "_when")

    def __init__(self, loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
        self._loop = loop
        self._call = call
        self._when = math.inf
        self._timer: asyncio.TimerHandle | None = None

    def set(self, when: float) -> None:
        """See `Alarm`."""
        if when < self._when:
            self.clear()
            self._when = when
            self._timer = self._loop.call_at(when, self._ring)

    def _ring(self) -> None:
        self._when, self._timer = math.inf, None
        self._call()

    def clear(self) -> None:
        """Sets it for no time."""
        if self._timer is not None:
            self._timer.cancel()
        self._when, self._timer = math.inf, None


class OtherLoop:
    """A loop of another library than asyncio, by anyio."""

    def __init__(self) -> None:
        self._token = anyio.lowlevel.current_token()
        self.now: Callable[[], float] = anyio.current_time
        self.reply: Callable[[], Reply] = EventReply

    def is_running(self) -> bool:
        """See `Loop`."""
        try:
            return anyio.lowlevel.current_token() == self._token
        except RuntimeError:  # no loop runs here
            return False

    def alarm(self, call: Callable[[], None], tasks: TaskGroup) -> Alarm:
        """See `Loop`."""
        made = TaskAlarm(call)
        tasks.start_soon(made.run)
        return made


class EventReply:
    """A reply that waits on an event."""

    __slots__ = ("_error", "_event", "_is_done", "_value")

    def __init__(self) -> None:
        self._event = anyio.Event()
        self._is_done = False
        self._value: Any = None
        self._error: BaseException | None = None

    def done(self) -> bool:
        """See `Reply`."""
        return self._is_done

    def set_result(self, value: Any, /) -> None:
        """See `Reply`."""
        self._value, self._is_done = value, True
        self._event.set()

    def set_exception(self, error: BaseException, /) -> None:
        """See `Reply`."""
        self._error, self._is_done = error, True
        self._event.set()

    def __await__(self) -> Generator[Any, None, Any]:
        try:
            yield from self._event.wait().__await__()
        finally:
            self._is_done = True
        error, self._error = self._error, None
        if error is None:
            return self._value
        try:
            raise error
        finally:
            del error  # whose traceback has this frame


class TaskAlarm:
    """An alarm that is a task."""

    __slots__ = ("_call", "_scope", "_when")

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._when = math.inf
        self._scope: anyio.CancelScope | None = None

    def set(self, when: float) -> None:
        """See `Alarm`."""
        if when < self._when:
            self._when = when
            if self._scope is not None:
                self._scope.deadline = when

    async def run(self) -> None:
        """Makes the calls, until it is cancelled."""
        while True:
            with anyio.CancelScope(deadline=self._when) as self._scope:
                await anyio.sleep_forever()
            self._scope, self._when = None, math.inf
            self._call()
