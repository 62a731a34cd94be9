"""The event loops that tests run on: asyncio's, and those of uvloop and trio if installed."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Callable, Coroutine
from typing import Any

import anyio
import pytest

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
