"""Host calls: Python functions and coroutines in the order of a stream.

A stream's host calls run on its companion lane, whose queue is drained by the same native loop
as any other; for each call the loop returns to Python. There is an edge before (from the stream
to the companion) and one after (back to the stream), so that no backend knows of host calls.

1. A function runs in the companion's thread, with the context variables of the submitter.
2. A coroutine runs on the loop that submitted it, asyncio's or trio's, as a task; the companion
   waits for it.
3. The outcome is stored and the cell is final before the timeline moves.
4. What cannot cross an `await` (StopIteration), or would end more than the call
   (KeyboardInterrupt, SystemExit), is wrapped.
"""

from __future__ import annotations

import contextvars
import inspect
from collections.abc import Callable, Coroutine, Sequence, Set
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from streamrt._core.tracking.hazards import Reads, Writes, track
from streamrt._native.core import CALL_HOST, DONE, FAILED
from streamrt._native.queue import NativeQueue
from streamrt._native.timeline import Timeline as NativeTimeline
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.engine import Engine, running_elsewhere, running_loop
from streamrt._runtime.execution import Execution, Raised, submitted
from streamrt._runtime.lane import Lane, cells_of, flat
from streamrt._runtime.scope import adopt
from streamrt.errors import ArgumentError, ArgumentTypeError, HostCallError, WouldDeadlockError

if TYPE_CHECKING:
    import asyncio

    from anyio.lowlevel import EventLoopToken

    from streamrt._runtime.stream import Stream

    Loop: TypeAlias = asyncio.AbstractEventLoop | EventLoopToken


LOOK_AT_LOOP = 0.25  # seconds: a closed loop tells nobody what it leaves undone


class HostCall:
    """A function with its arguments, its context and what it may do to which buffers."""

    __slots__ = ("_arguments", "_context", "_function", "_keywords", "loop", "name", "point")

    def __init__(
        self,
        function: Callable[..., object],
        arguments: Sequence[object],
        keywords: dict[str, object],
        loop: Loop | None,
    ) -> None:
        self.name: str = getattr(function, "__qualname__", repr(function))
        self.loop: Loop | None = loop
        self._function = function
        self._arguments = arguments
        self._keywords = keywords
        self._context = contextvars.copy_context()
        # Not its execution, which a traceback through this would keep alive.
        self.point: tuple[Lane, int]

    def run(self) -> object:
        """Calls the function here, or its coroutine on its loop, and returns what it returns."""
        if self.loop is None:
            return self._context.run(self._function, *self._arguments, **self._keywords)
        coroutine = cast(
            "Coroutine[Any, Any, object]", self._function(*self._arguments, **self._keywords)
        )
        run = _run_elsewhere if hasattr(self.loop, "native_token") else _run_on
        return run(cast(Any, self.loop), coroutine, self._context, self.point)


def _run_on(
    loop: asyncio.AbstractEventLoop,
    coroutine: Coroutine[Any, Any, object],
    context: contextvars.Context,
    point: tuple[Lane, int],
) -> object:
    """Runs a coroutine as a task of another thread's loop, and waits for it."""
    tasks = point[0].engine.call_tasks

    async def here() -> object:
        task = loop.create_task(coroutine, context=context)
        tasks[task] = point
        task.add_done_callback(tasks.pop)
        try:
            return await task
        finally:
            del task  # its error's traceback has this frame, and would keep the arguments

    from asyncio import run_coroutine_threadsafe  # slow to import, as is the next
    from concurrent.futures import wait

    outer = here()
    try:
        future = run_coroutine_threadsafe(outer, loop)
        while not future.done():
            wait([future], LOOK_AT_LOOP)
            if loop.is_closed() and not future.done():
                raise RuntimeError("the loop was closed")
        try:
            return future.result()
        finally:
            del future  # likewise
    except RuntimeError as error:
        if not loop.is_closed():
            raise
        if inspect.getcoroutinestate(outer) == inspect.CORO_CREATED:
            outer.close()
            coroutine.close()
        for task in [task for task, of in list(tasks.items()) if of == point]:
            del tasks[task]  # it never ends, and would be kept with all that it was given
        raise _loop_closed(coroutine) from error


def _run_elsewhere(
    token: EventLoopToken,
    coroutine: Coroutine[Any, Any, object],
    context: contextvars.Context,
    point: tuple[Lane, int],
) -> object:
    """As `_run_on`, on a loop of another library than asyncio; as a system task of trio's."""
    import anyio  # slow to import
    import anyio.from_thread

    tasks = point[0].engine.call_tasks

    async def here() -> object:
        task = anyio.get_current_task().id
        tasks[task] = point
        try:
            return await coroutine
        finally:
            del tasks[task]

    def there() -> object:
        return anyio.from_thread.run(here, token=token)

    try:
        return context.run(there)
    except RuntimeError as error:
        if inspect.getcoroutinestate(coroutine) != inspect.CORO_CREATED:
            raise
        coroutine.close()
        raise _loop_closed(coroutine) from error


def _loop_closed(coroutine: object) -> HostCallError:
    return HostCallError(
        f"call {getattr(coroutine, '__qualname__', coroutine)}: the loop it was submitted on was "
        "closed before it ended; await it before leaving the loop"
    )


class HostLane(Lane):
    """The companion of a stream: its host calls, one after the other, in a thread of its own."""

    __slots__ = ("_echo",)

    def __init__(self, engine: Engine, name: str) -> None:
        limit = engine.options.queue_limit
        index = engine.next_index()
        timeline = NativeTimeline(index, limit, engine.core)
        super().__init__(engine, NativeQueue(engine.core, name, timeline, self._drain))
        self._echo = 0

    def submit(
        self,
        call: HostCall,
        after: Lane,
        reads: Sequence[Buffer],
        writes: Sequence[Buffer],
        frame: FrameType,
    ) -> Execution:
        """Submits a call between what the stream was told before and what it is told next."""
        written = {buffer._region: any(buffer is b for b in reads) for buffer in writes}
        read_regions = [b._region for b in reads if b._region not in written]
        engine = self.engine
        with engine.lock:
            what = f"call {call.name} on {after.name}"
            after.check_room(what)
            value = self.check_room(what)
            cell, block = self.next_cell()
            call.point = (self, value)
            execution = submitted(self, value, cell, block, call.name, frame, call)
            try:
                self._issue_call(execution, after, read_regions, tuple(written.items()))
                if call.loop is not None:
                    engine.loop_calls.setdefault(call.loop, set()).add(execution)
                after.wait_for([(self, value)])
                self._echo = after.value
            except BaseException:
                self._mend(execution)
                raise
        return execution

    def _issue_call(self, execution: Execution, after: Lane, reads: Reads, writes: Writes) -> None:
        """Tracks and issues a call, behind all that its stream was told before."""
        edges, checks = track(execution, reads, writes, self._manual)
        # A call right after a call needs no edge before it: all the stream was told since is
        # to wait for that call. Waiting for this echo would cost two wake-ups a call.
        turn = after.value
        if turn != self._echo and (before := self.await_points([(after, turn)])):
            edges = (*(e for e in edges if e.timeline is not after), *before)
            self.join([(after, turn)], execution.value)
        execution.edges, execution.checks = edges, checks
        waits = flat(edges) if edges else ()
        self.engine.core.push_host(self.handle, waits, cells_of(checks), execution.cell)
        if self.engine.has_virtual_time:
            self.engine.demand_all(edges)
        self.inflight.append(execution)
        if self.engine.scopes:
            adopt(execution)

    def _drain(self) -> None:
        """The thread's life: native until a host call, then Python, then native again."""
        core, handle = self.engine.core, self.handle
        while core.srt_drain(handle) == CALL_HOST:
            execution = self._current()
            cell, state = execution.cell, self._run(execution)
            del execution  # who awaits it may be the last to hold it
            core.srt_host_done(handle, cell, state, 0)

    def _current(self) -> Execution:
        value = self.queue.completed + 1
        with self.engine.lock:
            return next(e for e in self.inflight if e.value == value)

    def _run(self, execution: Execution) -> int:
        """Runs one call; stores its result or error, and returns its final state."""
        call = cast(HostCall, execution.outcome)
        where = self.engine.host_thread
        where.call = execution
        try:
            execution.outcome = call.run()
            return DONE
        except BaseException as error:  # noqa: BLE001 - whatever it is, awaiters get it
            execution.outcome = Raised(_crossing(error, execution))
            return FAILED
        finally:
            where.call = None
            if call.loop is not None:
                with self.engine.lock:
                    self.engine.forget_call(call.loop, execution)
            # The error's traceback keeps this frame, and nobody would ever drop the execution.
            del execution


def _crossing(error: BaseException, execution: Execution) -> BaseException:
    """The error as awaiters can be given it; a cancelled coroutine is not a cancelled awaiter."""
    from concurrent.futures import CancelledError

    cannot = (StopIteration, StopAsyncIteration, CancelledError)
    if isinstance(error, Exception) and not isinstance(error, cannot):
        return error
    wrapped = HostCallError(
        f"{execution.describe()}: the function raised {type(error).__name__}: {error}; "
        "a host call ends with a result or an ordinary exception"
    )
    wrapped.__cause__ = error
    return wrapped


def _declared(buffers: object, what: str, stream: Stream) -> list[Buffer]:
    if buffers is None:
        return []
    if isinstance(buffers, Buffer) or not isinstance(buffers, Sequence | Set):
        raise ArgumentTypeError(f"{what}: found {type(buffers).__name__}; pass a list of buffers")
    return [stream._check(buffer, what) for buffer in cast("Sequence[object]", buffers)]


def call(
    stream: Stream,
    function: Callable[..., object],
    arguments: tuple[object, ...],
    keywords: dict[str, object],
    reads: Sequence[Buffer] | None,
    writes: Sequence[Buffer] | None,
    frame: FrameType,
) -> Execution:
    """Submits a host call to a stream; see `Stream.call`."""
    what = f"call on {stream.name}"
    if not callable(function):
        raise ArgumentTypeError(f"{what}: found {type(function).__name__}; pass a function")
    loop = None
    if inspect.iscoroutinefunction(function):
        loop = running_loop() or running_elsewhere()
        if loop is None:
            raise ArgumentError(
                f"{what}: {function.__qualname__} is a coroutine function and no event loop runs "
                "here; call it from a coroutine, or pass a plain function"
            )
        if stream._lane.engine.options.eager:
            raise WouldDeadlockError(
                f"{what}: an eager runtime blocks the loop that {function.__qualname__} needs; "
                "pass a plain function"
            )
    stream.check_open(what)
    reading = _declared(reads, f"{what}: reads=", stream)
    writing = _declared(writes, f"{what}: writes=", stream)
    for argument in (*arguments, *keywords.values()):
        if isinstance(argument, Buffer):
            stream._check(argument, what)
            if not any(argument is b for b in (*reading, *writing)):
                reading.append(argument)
                writing.append(argument)

    def view(argument: object) -> object:
        if isinstance(argument, Buffer):
            return argument._share(readonly=not any(argument is b for b in writing))
        return argument

    host_call = HostCall(
        function,
        [view(argument) for argument in arguments],
        {name: view(argument) for name, argument in keywords.items()},
        loop,
    )
    return stream._host_lane().submit(host_call, stream._lane, reading, writing, frame)
