"""watch_loop: a probe that measures how late an event loop is, for the metric `loop_delay_seconds`.

A timer on the loop is due every 50 ms, and notes how much later it was called. That is how late a
loop answers, whatever holds it: its own tasks, or other threads on its core. Nothing else is
measured: the time from the end of work to the turn of its awaiter depends on how much is awaited,
and a recorder notes it, event by event.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from streamrt._core.values import shown
from streamrt._refusals import refusing
from streamrt._runtime.inner import engine_of
from streamrt._runtime.runtime import Runtime
from streamrt._runtime.telling.counts import Spread
from streamrt._runtime.waiting.loops import running_elsewhere, running_loop
from streamrt.errors import ArgumentTypeError, StateError

if TYPE_CHECKING:
    import asyncio

PERIOD = 0.05  # seconds
PERIOD_NS = int(PERIOD * 1e9)


@refusing
def watch_loop(rt: Runtime) -> AbstractContextManager[None]:
    """Measures how late the event loop that runs here is, while a block runs.

        async with srt.Runtime() as rt:
            with observe.watch_loop(rt):
                ...

    `metrics` then shows `streamrt_loop_delay_seconds`. It costs a timer every 50 ms. Several loops
    of one runtime are added up. In an exploration, whose time is virtual, it measures nothing.

    Args:
        rt: the runtime whose metrics show it.

    Raises:
        StateError: no event loop of asyncio or trio runs in this thread.
    """
    if not isinstance(rt, Runtime):
        raise ArgumentTypeError(f"watch_loop: found {shown(rt)}; pass a Runtime")
    engine = engine_of(rt)
    loop = running_loop()
    begin: Callable[[Spread], Callable[[], object]]
    if loop is not None:
        begin = partial(_begin_on_asyncio, loop)
    elif running_elsewhere() is not None:
        begin = _begin_on_trio
    else:
        raise StateError("watch_loop: no event loop runs in this thread; enter it in a coroutine")
    with engine.lock:
        if engine.delays is None and engine.world is None:
            engine.delays = Spread()
    return _watching(begin, engine.delays)


@contextmanager
def _watching(
    begin: Callable[[Spread], Callable[[], object]], spread: Spread | None
) -> Generator[None]:
    if spread is None:
        yield
        return
    end = begin(spread)
    try:
        yield
    finally:
        end()


class _Timer:
    """A timer on a loop of asyncio, due again and again."""

    def __init__(self, loop: asyncio.AbstractEventLoop, spread: Spread) -> None:
        self._loop = loop
        self._spread = spread
        self._wait()

    def _wait(self) -> None:
        # No clock of the loop: uvloop's stands still while the loop is held.
        self._due = time.monotonic_ns() + PERIOD_NS
        self._timer = self._loop.call_later(PERIOD, self._look)

    def _look(self) -> None:
        self._spread.note(time.monotonic_ns() - self._due)
        self._wait()

    def end(self) -> None:
        self._timer.cancel()


def _begin_on_asyncio(loop: asyncio.AbstractEventLoop, spread: Spread) -> Callable[[], object]:
    """Begins to measure a loop of asyncio; returns the function that ends it."""
    return _Timer(loop, spread).end


def _begin_on_trio(spread: Spread) -> Callable[[], object]:
    """Begins to measure the run of trio; returns the function that ends it."""
    trio: Any = sys.modules["trio"]  # which runs here
    scope = trio.CancelScope()

    async def look() -> None:
        with scope:
            while True:
                due = time.monotonic_ns() + PERIOD_NS
                await trio.sleep(PERIOD)
                spread.note(time.monotonic_ns() - due)

    trio.lowlevel.spawn_system_task(look, name="streamrt.observe.watch_loop")
    return partial(scope.cancel)
