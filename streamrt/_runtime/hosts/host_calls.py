"""Host calls: the runs of a Python function, or a coroutine function, with its arguments.

1. A function runs in the thread that its host lane gives it, with the context variables of the
   submitter.
2. A coroutine runs as a task on the loop that submitted it, asyncio's or trio's; the host lane
   waits for it.
3. An error that cannot cross an `await` (StopIteration), or that would end more than the call
   (KeyboardInterrupt, SystemExit), is wrapped in a HostCallError.
"""

from __future__ import annotations

import contextvars
import inspect
from collections.abc import Callable, Coroutine, Sequence
from types import CoroutineType
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from streamrt._runtime.hosts.host_threads import HostRun, Hosts
from streamrt._runtime.waiting.loops import running_elsewhere, running_loop
from streamrt.errors import ArgumentError, HostCallError

if TYPE_CHECKING:
    import asyncio

    from anyio.lowlevel import EventLoopToken

    Loop: TypeAlias = asyncio.AbstractEventLoop | EventLoopToken

LOOK_AT_LOOP = 0.25  # seconds between looks, because a closed loop tells nobody


class HostCall:
    """A function with its arguments, its context and its loop.

    Attributes:
        name: the function's name.
        loop: the loop that its coroutine runs on; None for a plain function.
        place: its place in the order. This is not its execution, because a traceback through this
            object would keep that alive.
    """

    __slots__ = (
        "_arguments",
        "_context",
        "_function",
        "_hosts",
        "_keywords",
        "loop",
        "name",
        "place",
    )

    place: HostRun

    def __init__(
        self,
        hosts: Hosts,
        function: Callable[..., object],
        arguments: Sequence[object],
        keywords: dict[str, object],
        loop: Loop | None,
    ) -> None:
        self.name: str = name_of(function)
        self.loop: Loop | None = loop
        self._function = function
        self._arguments = arguments
        self._keywords = keywords
        self._context = contextvars.copy_context()
        self._hosts = hosts

    @property
    def is_asyncio(self) -> bool:
        """Whether it is a coroutine that runs on a loop of asyncio."""
        return self.loop is not None and not hasattr(self.loop, "native_token")

    def begin_task(
        self, ended: Callable[[Any], object], failed: Callable[[BaseException], object]
    ) -> None:
        """Begins its coroutine as a task of its loop, which may be another thread's.

        Args:
            ended: called on the loop with the task that has ended.
            failed: called instead with the error of a task that could not begin.
        """
        loop = cast("asyncio.AbstractEventLoop", self.loop)
        tasks, point = self._hosts.by_task, (self.place.timeline, self.place.value)

        def begin() -> None:
            try:
                made = self._function(*self._arguments, **self._keywords)
                coroutine = cast("Coroutine[Any, Any, object]", made)
                task = loop.create_task(coroutine, name=self.name, context=self._context)
            except BaseException as error:  # noqa: BLE001 - awaiters get the error of any kind
                failed(error)
                return
            tasks[task] = point
            task.add_done_callback(tasks.pop)
            task.add_done_callback(ended)

        if running_loop() is loop:
            begin()
            return
        try:
            loop.call_soon_threadsafe(begin)
        except RuntimeError as error:
            failed(_loop_closed(self.name).with_traceback(error.__traceback__))

    def run(self) -> object:
        """Calls the function here, or runs its coroutine on its loop; returns the result."""
        if self.loop is None:
            result = self._context.run(self._function, *self._arguments, **self._keywords)
            if isinstance(result, CoroutineType):
                raise never_run(cast("Coroutine[Any, Any, object]", result), self.name)
            return result
        coroutine = cast(
            "Coroutine[Any, Any, object]", self._function(*self._arguments, **self._keywords)
        )
        run = _run_elsewhere if hasattr(self.loop, "native_token") else _run_on
        return run(cast(Any, self.loop), coroutine, self._context, self._hosts, self.place)


def _run_on(
    loop: asyncio.AbstractEventLoop,
    coroutine: Coroutine[Any, Any, object],
    context: contextvars.Context,
    hosts: Hosts,
    place: HostRun,
) -> object:
    """Runs a coroutine as a task of another thread's loop, and waits for it."""
    tasks, point = hosts.by_task, (place.timeline, place.value)

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
            del tasks[task]  # the task never ends, and would be kept with all its arguments
        raise _loop_closed(coroutine) from error


def _run_elsewhere(
    token: EventLoopToken,
    coroutine: Coroutine[Any, Any, object],
    context: contextvars.Context,
    hosts: Hosts,
    place: HostRun,
) -> object:
    """Runs a coroutine as a system task of trio, or of another library that is not asyncio."""
    import anyio  # slow to import
    import anyio.from_thread

    tasks, point = hosts.by_task, (place.timeline, place.value)

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


def crossing(error: BaseException, place: HostRun) -> BaseException:
    """Returns the error, wrapped if awaiters cannot be given it, such as a cancellation."""
    from concurrent.futures import CancelledError

    cannot = (StopIteration, StopAsyncIteration, CancelledError)
    if isinstance(error, Exception) and not isinstance(error, cannot):
        return error
    wrapped = HostCallError(
        f"{place}: the function raised {type(error).__name__}: {error}; "
        "a host call ends with a result or an ordinary exception"
    )
    wrapped.__cause__ = error
    return wrapped


def never_run(coroutine: Coroutine[Any, Any, object], name: str) -> HostCallError:
    """Returns the error of a function whose coroutine nobody runs."""
    coroutine.close()
    return HostCallError(
        f"call {name}: the function returned a coroutine, which nobody runs; pass the coroutine "
        "function itself"
    )


def name_of(function: Callable[..., object]) -> str:
    """Returns the name of a function in messages."""
    return str(getattr(function, "__qualname__", None) or repr(function))


def loop_for(function: Callable[..., object], what: str) -> Loop:
    """Returns the loop on which a coroutine function's coroutine will run.

    Raises:
        ArgumentError: no loop runs here.
    """
    loop = running_loop() or running_elsewhere()
    if loop is None:
        raise ArgumentError(
            f"{what}: {name_of(function)} is a coroutine function and no event loop runs "
            "here; call it from a coroutine, or pass a plain function"
        )
    return loop
