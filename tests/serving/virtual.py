"""Programs of a Batcher in virtual time: asyncio's by exploration, trio's by a clock that jumps."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import anyio
import pytest
from shared.event_loops import ABSENT

from streamrt import testing
from streamrt.errors import DeadlineError, ExecutionCancelledError, OverloadedError
from streamrt.serving import Batcher

T = TypeVar("T")
Program = Callable[[], Coroutine[Any, Any, None]]

virtual = pytest.mark.parametrize(
    "library",
    [
        "asyncio",
        pytest.param(
            "trio", marks=pytest.mark.skipif("trio" in ABSENT, reason=ABSENT.get("trio", ""))
        ),
    ],
)


def run(library: str, program: Program, schedules: int = 1) -> None:
    """Runs a program in virtual time: on asyncio in so many schedules, the ordinary one first."""
    if library == "trio":
        from trio.testing import MockClock

        options = {"clock": MockClock(autojump_threshold=0)}
        anyio.run(program, backend="trio", backend_options=options)
        return

    async def alone() -> None:  # no parameters, so that no runtime is opened for it
        await program()

    testing.explore(alone, schedules=schedules, seed=1).check()


def ms(seconds: float) -> int:
    """In an exploration each step takes some time, and trio runs tasks in any order."""
    return round(seconds * 1e3)


class Model:
    """A model of lists that takes its time, and notes what it was given.

    Attributes:
        batches: when each batch began, in ms from the first, and its requests, sorted.
        ended: the requests of the batches that ended, one after the other.
        cancelled: how many batches were cancelled.
    """

    def __init__(self, seconds: float = 0.01) -> None:
        self.seconds = seconds
        self.batches: list[tuple[int, list[Any]]] = []
        self.ended: list[Any] = []
        self.cancelled = 0
        self._since = -1.0

    async def __call__(self, requests: list[Any]) -> list[Any]:
        if self._since < 0:
            self._since = anyio.current_time()
        self.batches.append((ms(anyio.current_time() - self._since), sorted(requests, key=str)))
        try:
            await anyio.sleep(self.seconds)
        except anyio.get_cancelled_exc_class():
            self.cancelled += 1
            raise
        if "raise" in requests:
            raise ValueError("a request that cannot be answered")
        if "few" in requests:
            return requests[1:]
        if "none" in requests:
            return None  # type: ignore[return-value]
        if "leave" in requests:
            raise asyncio.CancelledError
        self.ended += requests
        return [(each, "answered") for each in requests]

    @property
    def sizes(self) -> list[int]:
        return [len(requests) for _, requests in self.batches]


class Outcomes:
    """How the requests of a program ended.

    Attributes:
        of: the name of the outcome, by request.
        at: when it was known, in ms from the start.
    """

    def __init__(self, ask: Batcher) -> None:
        self.ask = ask
        self.since = anyio.current_time()
        self.of: dict[Any, str] = {}
        self.at: dict[Any, int] = {}

    async def one(self, request: Any, **options: Any) -> None:
        """Asks, and notes the outcome; an answer is looked at."""
        within = options.get("within", self.ask._within)
        since = anyio.current_time()
        outcome = "cancelled"  # by whoever cancels the task
        try:
            assert await self.ask(request, **options) == (request, "answered")
            outcome = "answered"
            assert anyio.current_time() <= since + within + 1e-3, "an answer behind its deadline"
        except OverloadedError:
            outcome = "refused"
        except DeadlineError:
            outcome = "expired"
            assert anyio.current_time() >= since + within
        except ExecutionCancelledError:
            outcome = "ended"
        except Exception as error:  # noqa: BLE001 - its name is looked at
            outcome = type(error).__name__
        finally:
            assert request not in self.of
            self.of[request] = outcome
            self.at[request] = ms(anyio.current_time() - self.since)

    def check(self) -> None:
        """Holds that each request ended once, and that the counts say how."""
        found, stats = list(self.of.values()), self.ask.stats()
        assert stats.waiting == stats.running == 0, stats
        assert stats.accepted == stats.answered + stats.failed + stats.expired + stats.cancelled
        assert stats.accepted + stats.refused == len(found)
        assert stats.answered >= found.count("answered")
        assert stats.expired >= found.count("expired")
        assert stats.refused == found.count("refused")


async def begun() -> None:
    """Lets the worker of a Batcher begin, which trio does in any order with what is asked."""
    await anyio.sleep(0.001)


async def at_once(*calls: Callable[[], Awaitable[object]]) -> None:
    """Runs async functions at once, each in a task, until all have ended."""

    async def run_one(call: Callable[[], Awaitable[object]]) -> None:
        await call()

    async with anyio.create_task_group() as tasks:
        for call in calls:
            tasks.start_soon(run_one, call)
