"""The event loops that tests run on: asyncio's, and those of uvloop and trio if installed."""

from __future__ import annotations

import asyncio
import importlib.util
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import anyio
import pytest
from shared.trial_kernels import PATIENCE

Main = Callable[[], Coroutine[Any, Any, Any]]
LIBRARIES = ("asyncio", "uvloop", "trio")


def is_present(library: str) -> bool:
    return importlib.util.find_spec(library) is not None


def run(library: str, main: Main) -> Any:
    """Runs a coroutine function on a fresh loop of a library."""
    if library == "trio":
        return anyio.run(main, backend="trio")
    factory = None
    if library == "uvloop":
        import uvloop

        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(main())


ABSENT = {name: f"{name} absent" for name in LIBRARIES if not is_present(name)}
PRESENT = [name for name in LIBRARIES if name not in ABSENT]
libraries = pytest.mark.parametrize(
    "library",
    [
        pytest.param(name, marks=pytest.mark.skipif(name in ABSENT, reason=ABSENT.get(name, "")))
        for name in LIBRARIES
    ],
)


def in_threads(functions: list[Callable[[], object]]) -> None:
    """Runs functions in threads of their own, at once; raises what they raised."""
    errors: list[BaseException] = []
    barrier = threading.Barrier(len(functions))

    def work(function: Callable[[], object]) -> None:
        try:
            barrier.wait(PATIENCE)
            function()
        except BaseException as error:  # noqa: BLE001  raised below
            errors.append(error)

    threads = [threading.Thread(target=work, args=(function,)) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    hanging = [thread.name for thread in threads if thread.is_alive()]
    if errors:
        raise errors[0]
    assert not hanging
