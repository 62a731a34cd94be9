"""Signals that tell a service to end, such as SIGTERM from an orchestrator."""

from __future__ import annotations

import signal
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import anyio

from streamrt._core.values import shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentTypeError

if TYPE_CHECKING:
    from anyio.abc import TaskGroup, TaskStatus


@asynccontextmanager
async def on_signal(number: int, action: Callable[[], Awaitable[object]]) -> AsyncGenerator[None]:
    """Runs an async function when a signal comes; when it has returned, the block is left.

        async with Batcher(model) as ask, on_signal(signal.SIGTERM, ask.drain):
            await serve(ask)  # goes on while the requests inside are answered, then is cancelled

    The block is left without an error, so what comes behind it runs. A second signal does not wait
    for the function. Only the main thread can receive signals, and while the block is open, the
    signal does nothing else.

    Args:
        number: the signal, as in `signal.SIGTERM`.
        action: the function, such as `Batcher.drain`.

    Raises:
        ArgumentTypeError: it is no signal, or no function.
    """
    _check(number, action)
    async with anyio.create_task_group() as tasks:
        await tasks.start(_listen, signal.Signals(number), action, tasks)
        yield
        tasks.cancel_scope.cancel()


async def _listen(
    number: signal.Signals,
    action: Callable[[], Awaitable[object]],
    outside: TaskGroup,
    *,
    task_status: TaskStatus[None],
) -> None:
    async def act() -> None:
        await action()
        outside.cancel_scope.cancel()

    with anyio.open_signal_receiver(number) as signals:
        task_status.started()
        async with anyio.create_task_group() as tasks:
            is_first = True
            async for _ in signals:
                if not is_first:
                    outside.cancel_scope.cancel()
                is_first = False
                tasks.start_soon(act)


@refusing
def _check(number: object, action: object) -> None:
    if not isinstance(number, int) or number not in [*signal.Signals]:
        raise ArgumentTypeError(f"on_signal: {shown(number)} is no signal; pass signal.SIGTERM")
    if not callable(action):
        raise ArgumentTypeError(f"on_signal: {shown(action)} is no function; pass an async one")
