"""How scopes and runtimes are left: their work is waited for, and cancelled where need be.

1. Left in good order, everything is waited for. Left by an exception, what is still queued is
   cancelled first.
2. Ctrl-C, or a cancellation, while it waits does that then: what is queued is cancelled, and what
   runs is waited for. A second one waits no more.
3. Every wait after a cancel is bounded, and shielded from cancel scopes of anyio and trio. The
   own cancellation of asyncio's tasks passes that shield; for a scope it is held back as well,
   for then something else is on its way out already.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from streamrt._runtime.waiting.loops import running_loop
from streamrt._runtime.waiting.points import Point

if TYPE_CHECKING:
    import asyncio

    from streamrt._runtime.execution import Execution


class Leaving:
    """One leaving of some work.

    Attributes:
        deadline: until when it is waited for, of `time.monotonic()`; None is for ever. 0 after
            somebody would not wait that long.
    """

    def __init__(
        self,
        points: Callable[[], Sequence[Point]],
        cancel_queued: Callable[[], object],
        timeout: float,
        *,
        cancel: bool,
        patient: bool,
        shielded: bool,
    ) -> None:
        """Waits for nothing yet.

        Args:
            points: gives what to wait for next; nothing once all is over.
            cancel_queued: cancels what has not started.
            timeout: seconds that a bounded wait takes at most.
            cancel: by an exception.
            patient: whether waiting is unbounded as long as nothing was cancelled.
            shielded: whether bounded waits are shielded from asyncio's own cancellation.
        """
        self._points = points
        self._cancel_queued = cancel_queued
        self._timeout = timeout
        self._cancel = cancel
        self._shielded = shielded
        bounded = cancel or not patient
        self.deadline: float | None = time.monotonic() + timeout if bounded else None

    def _cancel_work(self) -> None:
        self._cancel = True
        if self.deadline is None:
            self.deadline = time.monotonic() + self._timeout
        self._cancel_queued()

    # -- blocking the thread --------------------------------------------------------------------

    def block(self) -> None:
        """Blocks until all is over, or the deadline has passed.

        Raises:
            WouldDeadlockError: some of it waits for the caller itself.
            KeyboardInterrupt: Ctrl-C, after the wait that follows it.
        """
        is_second = self._cancel
        try:
            if self._cancel:
                self._cancel_work()
            self._block()
        except KeyboardInterrupt:
            try:
                if is_second:
                    raise
                self._cancel_work()
                self._block()
            except KeyboardInterrupt:
                self.deadline = 0.0
                raise
            raise

    def _block(self) -> None:
        while points := self._points():
            for lane, value, cell in points:
                lane.engine.hosts.refuse_deadlock(lane, value, f"wait for {lane.name}@{value}")
                left = None if self.deadline is None else max(0.0, self.deadline - time.monotonic())
                if not lane.block(value, cell, left):
                    return
                lane.tidy()

    # -- suspending the coroutine ---------------------------------------------------------------

    async def wait(self) -> None:
        """Suspends until all is over, or the deadline has passed.

        Raises:
            BaseException: a cancellation, after the wait that follows it.
        """
        is_second = self._cancel
        try:
            if self._cancel:
                self._cancel_work()
            await self._wait()
        except BaseException:  # asyncio's own cancellation gets through anyio's shield
            try:
                if is_second:
                    raise
                self._cancel_work()
                await self._wait()
            except BaseException:
                self.deadline = 0.0
                raise
            raise

    async def _wait(self) -> None:
        if self.deadline is None:
            await self._reach()
            return
        import anyio  # slow to import

        while True:
            try:
                left = max(0.0, self.deadline - time.monotonic())
                with anyio.move_on_after(left, shield=True):
                    await self._reach()
                return
            except BaseException as error:
                if not (self._shielded and _is_asyncio_cancellation(error)):
                    raise

    async def _reach(self) -> None:
        while points := self._points():
            for point in points:
                await point
                point.lane.tidy()


def _is_asyncio_cancellation(error: BaseException) -> bool:
    if "asyncio" not in sys.modules:  # slow to import
        return False
    from asyncio import CancelledError

    return isinstance(error, CancelledError)


def cancel_all(executions: Sequence[Execution]) -> int:
    """Cancels those that have not started, the last first; how many that were."""
    return sum(execution.cancel() for execution in reversed(executions))


class Cancellations(NamedTuple):
    """How often a task's cancellation had been asked for when it entered something."""

    task: asyncio.Task[object] | None
    times: int

    @classmethod
    def now(cls) -> Cancellations:
        """Of the running task of asyncio, if there is one; trio raises it again and again."""
        if running_loop() is None:
            return cls(None, 0)
        from asyncio import current_task

        task = current_task()
        return cls(task, task.cancelling() if task is not None else 0)

    async def swallowed(self) -> bool:
        """Whether the task, now leaving it in good order, has swallowed one meanwhile.

        Raises:
            asyncio.CancelledError: it was only on its way.
        """
        now = Cancellations.now()
        if now.task is None or now.task is not self.task or now.times <= self.times:
            return False
        from asyncio import sleep

        del now, self  # what this raises keeps its frame, which must not keep the task
        await sleep(0)
        return True


def warn_of_swallowed(what: str) -> None:
    """Warns the user, whose `async with` is the caller's caller."""
    warnings.warn(
        f"leave {what}: its body swallowed the cancellation of its task, so that all its work "
        "was waited for; let CancelledError pass, or call uncancel() of the task",
        RuntimeWarning,
        stacklevel=3,
    )
