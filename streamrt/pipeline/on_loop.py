"""Tasks of an event loop that do a flow's work: coroutine functions and asynchronous sources.

Each node with coroutines has one task for each of its workers. They live in the consumer's loop, or
in a loop of the run's own if the consumer has none, and are woken from threads by the loop's way.
"""

from __future__ import annotations

import threading
import types
from collections.abc import Callable, Coroutine, Generator
from typing import TYPE_CHECKING, Any, Protocol

import anyio
import anyio.lowlevel
import anyio.to_thread

from streamrt._core.flow.nodes import Task, Worked
from streamrt._notes import listeners
from streamrt._runtime.waiting.loops import running_loop

if TYPE_CHECKING:
    from anyio.abc import TaskGroup

    from streamrt._core.flow.flow import Flow


FAIR = 1e-3  # seconds after which a task lets others run


class Threads(Protocol):
    """The threads of the run, beside which the tasks work.

    Attributes:
        flow: the flow.
        lock: held around each use of the flow.
        name: of the threads.
        clock: gives the time, in seconds.
        look: called after each task if anybody listens to notes.
    """

    flow: Flow
    lock: threading.Lock
    name: str
    clock: Callable[[], float]
    look: Callable[[], object]

    def told(self) -> None:
        """Tells everybody of what a task has done; under the lock."""
        ...

    def stop(self) -> None:
        """Lets all workers end; under the lock."""
        ...


def caller_of_loop() -> Callable[[Callable[[], object]], object]:
    """Returns a function `soon(f)`: the running loop will call f. Any thread may call `soon`.

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
    """The workers of one run that are tasks. It is made, and used, on its loop.

    Attributes:
        runs: the task that runs now, between two suspensions; None if none does.
    """

    def __init__(self, crew: Threads) -> None:
        """Makes it, without a task; on the loop."""
        self.runs: Task | None = None
        self._crew = crew
        self._nodes = [node for node in crew.flow.works if node.on_loop]
        self._resting: dict[Worked, list[anyio.Event]] = {node: [] for node in self._nodes}
        self._call_soon = caller_of_loop()
        self._is_called = False
        self._thread = threading.get_ident()
        self._serving: set[anyio.CancelScope] = set()
        self._has_ended = threading.Event()

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

    @property
    def is_mine(self) -> bool:
        """Whether the calling thread runs its loop."""
        return threading.get_ident() == self._thread

    def end(self, seconds: float) -> None:
        """Cancels its tasks, and no other of their group; another thread waits for them so long."""

        def cancel() -> None:
            for scope in self._serving:
                scope.cancel()
            if not self._serving:
                self._has_ended.set()

        try:
            self._call_soon(cancel)
        except RuntimeError:  # the loop is closed, and they with it
            return
        if not self.is_mine:
            self._has_ended.wait(seconds)

    async def _serve(self, node: Worked) -> None:
        """The main function of one task."""
        with anyio.CancelScope() as scope:
            self._serving.add(scope)
            try:
                await self._turns(node)
            finally:
                self._serving.discard(scope)
                if not self._serving:
                    self._has_ended.set()

    async def _turns(self, node: Worked) -> None:
        crew, clock, resting = self._crew, self._crew.clock, self._resting[node]
        task, yielded = None, clock()
        while True:
            event = None
            with crew.lock:
                if task is not None:
                    crew.flow.end(task, clock())
                if crew.flow.has_stopped:
                    return
                crew.flow.look_at_fences(clock())
                if node.free and node.available():
                    task = crew.flow.take_of(node, clock())
                else:
                    task, event = None, anyio.Event()
                    resting.append(event)
                crew.told()
            if listeners:
                crew.look()
            if task is None:
                assert event is not None
                await event.wait()
                continue
            try:
                await _in_turns(self, task, node.step.arun(task), clock)
            except BaseException:  # cancelled: what it was in is lost with the run
                with crew.lock:
                    crew.flow.end(task, clock())
                raise
            if clock() - yielded > FAIR:  # the functions may never have suspended
                await anyio.lowlevel.checkpoint()
                yielded = clock()


@types.coroutine
def _in_turns(
    tasks: Tasks, task: Task, coroutine: Coroutine[Any, Any, None], clock: Callable[[], float]
) -> Generator[Any, Any, None]:
    """Runs a task's coroutine, and counts the time in which it is suspended."""
    turn: Callable[[Any], Any] = coroutine.send
    given: Any = None
    while True:
        tasks.runs, task.since = task, None
        try:
            awaited = turn(given)
        except StopIteration:
            return
        finally:
            tasks.runs = None
        task.since = since = clock()
        try:
            turn, given = coroutine.send, (yield awaited)
        except BaseException as error:  # noqa: BLE001 - it is the coroutine's
            turn, given = coroutine.throw, error
        task.awaited += clock() - since


class OwnLoop:
    """An event loop in a thread, for coroutines of a run whose consumer has no loop."""

    def __init__(self, crew: Threads) -> None:
        """Starts it."""
        from anyio.from_thread import start_blocking_portal

        self._open = start_blocking_portal("asyncio", name=f"{crew.name}-loop")
        self._portal = self._open.__enter__()
        self.tasks: Tasks = self._portal.call(Tasks, crew)
        self._scope: anyio.CancelScope = self._portal.call(anyio.CancelScope)
        self._ended: anyio.Event = self._portal.call(anyio.Event)
        self._portal.start_task_soon(self._serve)
        self._thread = self._portal.call(threading.get_ident)

    async def _serve(self) -> None:
        try:
            with self._scope:
                async with anyio.create_task_group() as group:
                    self.tasks.start(group)
        finally:
            self._ended.set()

    @property
    def is_mine(self) -> bool:
        """Whether the calling thread runs it."""
        return threading.get_ident() == self._thread

    def close(self, closings: list[Callable[[], Any]]) -> None:
        """Cancels its tasks, closes asynchronous iterators, and ends the loop."""

        async def end() -> None:
            self._scope.cancel()
            with anyio.CancelScope(shield=True):
                await self._ended.wait()  # an iterator that a task reads cannot be closed
                for closing in closings:
                    await closing()

        try:
            self._portal.call(end)
        finally:
            self._open.__exit__(None, None, None)


async def to_the_end(function: Callable[[], object]) -> None:
    """Has a thread call a function, and waits for it through all cancellations of the task.

    anyio's shield holds back what scopes cancel, and not asyncio's own cancellation of the task.
    """
    lock, finished = threading.Lock(), threading.Event()
    errors: list[BaseException] = []

    def call() -> None:  # again after a cancellation, because that may come before the thread does
        with lock:
            if finished.is_set():
                return
            try:
                function()
            except BaseException as error:  # noqa: BLE001 - the task raises it
                errors.append(error)
            finally:
                finished.set()

    cancellation: BaseException | None = None
    while not finished.is_set():
        try:
            with anyio.CancelScope(shield=True):
                await anyio.to_thread.run_sync(call)
        except anyio.get_cancelled_exc_class() as again:
            cancellation = again
    if errors:
        raise errors[0]
    if cancellation is not None:
        raise cancellation
