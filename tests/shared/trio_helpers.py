"""trio, and ways to wait on it; where trio is absent, its tests are skipped."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import partial, wraps
from typing import Any

import pytest
from shared.trial_kernels import PATIENCE

trio: Any = pytest.importorskip("trio")
pytest.importorskip("trio.testing")


def on_trio(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Runs a test, a coroutine function, on trio."""

    @wraps(test)
    def run(**given: Any) -> None:
        trio.run(partial(test, **given))

    return run


async def until(condition: Callable[[], object]) -> None:
    with trio.fail_after(PATIENCE):
        while not condition():
            await trio.lowlevel.checkpoint()


async def turns() -> None:
    """Lets all other tasks run until they are blocked."""
    await trio.testing.wait_all_tasks_blocked()


async def give(awaitable: Awaitable[Any]) -> Any:
    return await awaitable
