"""Leaving a scope or a runtime: its work is waited for, and cancelled if need be.

1. A block that is left in good order waits for all its work. A block that is left by an exception
   first cancels the work that is still queued.
2. Ctrl-C, or a cancellation, during the wait cancels the queued work, and the wait for the running
   work goes on. A second one ends the wait.
3. Every wait after a cancel is bounded, and shielded from cancel scopes of anyio and trio.
   asyncio's own cancellation of a task passes that shield. A scope holds it back as well, because
   then another exception is on its way out already.
"""

from __future__ import annotations

import math
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple
from weakref import ref

from streamrt._runtime.waiting.loops import running_loop
from streamrt._runtime.waiting.points import Point
from streamrt._runtime.world import exploring

if TYPE_CHECKING:
    import asyncio

    from streamrt._runtime.execution import Execution


class Leaving:
    """The wait for some work when its scope or runtime is left.

    Attributes:
        deadline: the end of the wait, on the clock of `time.monotonic()`; None without one, 0 after
            a second Ctrl-C or cancellation.
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
            points: returns the points to wait for next; none when all work has ended.
            cancel_queued: cancels the work that has not started.
            timeout: seconds that a bounded wait takes at most.
            cancel: whether an exception leaves the block, so that queued work is cancelled first.
            patient: whether the wait is unbounded as long as nothing was cancelled.
            shielded: whether bounded waits are shielded from asyncio's own cancellation.
        """
        self._points = points
        self._cancel_queued = cancel_queued
        # In an exploration, a timer may fire before any work ends; a wait that never ends is found.
        self._timeout = timeout if exploring.get() is None else math.inf
        self._cancel = cancel
        self._shielded = shielded
        bounded = cancel or not patient
        self.deadline: float | None = time.monotonic() + self._timeout if bounded else None

    @property
    def left(self) -> float | None:
        """The seconds until the deadline, at least 0; None without one."""
        if self.deadline is None or self.deadline == math.inf:
            return None
        return max(0.0, self.deadline - time.monotonic())

    def _cancel_work(self) -> None:
        self._cancel = True
        if self.deadline is None:
            self.deadline = time.monotonic() + self._timeout
        self._cancel_queued()

    # -- blocking the thread --------------------------------------------------------------------

    def block(self) -> None:
        """Blocks until all work has ended, or the deadline has passed.

        Raises:
            WouldDeadlockError: some of the work waits for the caller itself.
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
                if not lane.block(value, cell, self.left):
                    return
                lane.tidy(value)

    # -- suspending the coroutine ---------------------------------------------------------------

    async def wait(self) -> None:
        """Suspends until all work has ended, or the deadline has passed.

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
                with anyio.move_on_after(self.left, shield=True):
                    await self._reach()
                return
            except BaseException as error:
                if not (self._shielded and _is_asyncio_cancellation(error)):
                    raise

    async def _reach(self) -> None:
        while points := self._points():
            for point in points:
                await point
                point.lane.tidy(point.value)


def _is_asyncio_cancellation(error: BaseException) -> bool:
    if "asyncio" not in sys.modules:  # slow to import
        return False
    from asyncio import CancelledError

    return isinstance(error, CancelledError)


def cancel_all(executions: Sequence[Execution]) -> int:
    """Cancels the executions that have not started, the last first; returns how many."""
    return sum(execution.cancel() for execution in reversed(executions))


class Cancellations(NamedTuple):
    """The number of times that a task had been asked to cancel when it entered a block.

    The block does not keep the task. An error that ends the task keeps the block, and CPython 3.11
    finds no cycle through a task and its error.
    """

    task: ref[asyncio.Task[object]] | None
    times: int

    @classmethod
    def now(cls) -> Cancellations:
        """Returns the number for asyncio's running task; 0 on trio, which repeats cancellations."""
        if running_loop() is None:
            return cls(None, 0)
        from asyncio import current_task

        task = current_task()
        return cls(None, 0) if task is None else cls(ref(task), task.cancelling())

    async def swallowed(self) -> bool:
        """Whether the task, which now leaves in good order, swallowed a cancellation in the block.

        Raises:
            asyncio.CancelledError: the cancellation was only on its way.
        """
        now = Cancellations.now()
        if now.task is None or now.task is not self.task or now.times <= self.times:
            return False
        from asyncio import sleep

        del now, self  # an error keeps this frame, which must not keep the task
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
