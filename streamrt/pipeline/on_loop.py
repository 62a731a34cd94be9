"""Tasks of an event loop that do a flow's work: coroutine functions and asynchronous sources.

Each node with coroutines has one task for each of its workers. They live in the consumer's loop, or
in a loop of the run's own if the consumer has none, and are woken from threads by the loop's way.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import anyio
import anyio.lowlevel

from streamrt._core.flow.nodes import Worked
from streamrt._runtime.waiting.loops import running_loop

if TYPE_CHECKING:
    from anyio.abc import TaskGroup

    from streamrt._core.flow.flow import Flow


class Crew(Protocol):
    """The threads of the run, beside which the tasks work.

    Attributes:
        flow: the flow.
        lock: held around each use of the flow.
        name: of the threads.
    """

    flow: Flow
    lock: threading.Lock
    name: str

    def told(self) -> None:
        """Tells everybody of what a task has done; under the lock."""
        ...

    def stop(self) -> None:
        """Lets all workers end; under the lock."""
        ...


clock = time.monotonic


def caller_of_loop() -> Callable[[Callable[[], object]], object]:
    """Returns what has the running loop call a function soon; any thread may call it.

    The loop's own thread must not take the way of other threads, which writes to a socket and has
    the loop read from it: that costs more than a short coroutine.
    """
    loop = running_loop()
    if loop is not None:
        own = threading.get_ident()

        def call_soon(function: Callable[[], object]) -> object:
            if threading.get_ident() == own:
                return loop.call_soon(function)
            return loop.call_soon_threadsafe(function)

        return call_soon
    native: Any = anyio.lowlevel.current_token().native_token
    return native.run_sync_soon  # type: ignore[no-any-return]


class Tasks:
    """The workers of one run that are tasks. It is made, and used, on its loop."""

    def __init__(self, crew: Crew) -> None:
        """Makes it, without a task; on the loop."""
        self._crew = crew
        self._nodes = [node for node in crew.flow.works if node.on_loop]
        self._resting: dict[Worked, list[anyio.Event]] = {node: [] for node in self._nodes}
        self._call_soon = caller_of_loop()
        self._is_called = False

    def start(self, group: TaskGroup) -> None:
        """Starts the tasks in a group, which ends with them."""
        for node in self._nodes:
            for _ in range(node.pace.workers):
                group.start_soon(self._serve, node)

    def wake(self) -> None:
        """Wakes tasks if there is work for them; under the lock, from any thread."""
        if self._is_called or not self._has_work():
            return
        self._is_called = True
        try:
            self._call_soon(self._wake)
        except RuntimeError:  # the loop is closed: whoever waits there is gone
            self._crew.stop()

    def _has_work(self) -> bool:
        return any(self._resting[n] and n.free and n.available() for n in self._nodes)

    def _wake(self) -> None:
        with self._crew.lock:
            self._is_called = False
            for node in self._nodes:
                resting = self._resting[node]
                for _ in range(min(len(resting), node.free, node.available())):
                    resting.pop().set()

    async def _serve(self, node: Worked) -> None:
        """The main function of one task."""
        crew, flow = self._crew, self._crew.flow
        while True:
            event = None
            with crew.lock:
                flow.look_at_fences(clock())
                if flow.has_stopped:
                    return
                if node.free and node.available():
                    task = flow.take_of(node, clock())
                else:
                    event = anyio.Event()
                    self._resting[node].append(event)
            if event is not None:
                await event.wait()
                continue
            try:
                await node.step.arun(task)
            finally:
                with crew.lock:
                    flow.end(task, clock())
                    crew.told()
            await anyio.lowlevel.checkpoint()


class OwnLoop:
    """An event loop in a thread, for coroutines of a run whose consumer has no loop."""

    def __init__(self, crew: Crew) -> None:
        """Starts it."""
        from anyio.from_thread import start_blocking_portal

        self._open = start_blocking_portal("asyncio", name=f"{crew.name}-loop")
        self._portal = self._open.__enter__()
        self._finished: Any = None
        self.tasks: Tasks = self._portal.call(Tasks, crew)
        self._scope: anyio.CancelScope | None = None
        self._future = self._portal.start_task_soon(self._serve)

    async def _serve(self) -> None:
        async with anyio.create_task_group() as group:
            self._scope = group.cancel_scope
            self.tasks.start(group)

    def close(self, closings: list[Callable[[], Any]]) -> None:
        """Cancels its tasks, closes asynchronous iterators, and ends the loop."""

        async def end() -> None:
            if self._scope is not None:
                self._scope.cancel()
            with anyio.move_on_after(math.inf, shield=True):
                for closing in closings:
                    await closing()

        try:
            self._portal.call(end)
        finally:
            self._open.__exit__(None, None, None)
