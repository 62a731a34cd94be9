"""Workers under an exploration (`streamrt.testing.explore`): jobs that begin and end when drawn.

An exploration has no threads. Each worker is a task of the explored loop that takes work, has it
done as a job of an executor, and tells of its end, as a thread would. So every order of takes, ends
and deliveries is one that the exploration may draw. Time is virtual.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import anyio

from streamrt._core.flow.flow import Fence, Flow
from streamrt._core.flow.nodes import Task
from streamrt._interrupts import from_handler
from streamrt.pipeline.on_loop import Tasks

if TYPE_CHECKING:
    from anyio.abc import TaskGroup

    from streamrt.pipeline.crew import Resting


class ExploredCrew:
    """The workers of one run in place of threads; see `streamrt.pipeline.crew.Crew`."""

    def __init__(
        self,
        flow: Flow,
        arrived: Callable[[], bool],
        context: contextvars.Context,
        clock: Callable[[], float],
    ) -> None:
        """Makes it, without a task."""
        self.flow = flow
        self.lock: threading.Lock = threading.Lock()
        self.broken: BaseException | None = None
        self.name = "explored"
        self.on_loop: Tasks | None = None
        self.threads: dict[int, Resting] = {}
        self.look: Callable[[], object] = bool
        self.clock = clock
        self._arrived = arrived
        self._context = context
        self._resting: list[anyio.Event] = []
        self._count = 1 + sum(node.pace.workers for node in flow.works if not node.on_loop)

    def start(self, group: TaskGroup) -> None:
        """Starts the workers in a group, which ends with them."""
        for _ in range(self._count):
            group.start_soon(self._serve)

    def told(self) -> None:
        """See `Crew`."""
        if not self._arrived():
            self.stop()
        if self.on_loop is not None:
            self.on_loop.wake()
        self.wake()

    def wake(self) -> None:
        """See `Crew`."""
        while self._resting:
            self._resting.pop().set()

    def stop(self) -> None:
        """See `Crew`."""
        self.flow.stop()
        self.wake()

    async def _serve(self) -> None:
        while True:
            with self.lock:
                work, event = self._next()
            if isinstance(work, Task):
                await self._do(work)
            elif work is not None:
                await self._wait_for(work)
            elif event is not None:
                await self._rest(event)
            else:
                return

    def _next(self) -> tuple[Task | Fence | None, anyio.Event | None]:
        flow, now = self.flow, self.clock()
        if flow.has_stopped:
            return None, None
        flow.look_at_fences(now)
        work = flow.take(now) or flow.oldest_fence()
        if work is None:
            event = anyio.Event()
            self._resting.append(event)
            return None, event
        flow.is_waiting |= not isinstance(work, Task)
        return work, None

    async def _do(self, task: Task) -> None:
        run = self._context.copy().run
        with anyio.CancelScope(shield=True):  # a function that runs is waited for
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(None, partial(run, task.node.step.run, task))
        with self.lock:
            self.flow.end(task, self.clock())
            self.told()
        self.look()

    async def _wait_for(self, fence: Fence) -> None:
        try:
            await fence
        except Exception as error:  # who reads the result learns of it
            if from_handler(error):
                raise
        finally:
            with self.lock:
                self.flow.is_waiting = False
                self.flow.look_at_fences(self.clock())
                self.told()

    async def _rest(self, event: anyio.Event) -> None:
        with self.lock:
            seconds = self.flow.look_after(self.clock())
        with anyio.move_on_after(seconds):
            await event.wait()
        if seconds is not None:
            with self.lock:
                self.flow.rescue(self.clock())
                self.told()
