"""An open loop of requests at a Batcher: what is answered in time, below and above its capacity.

Time is virtual, so the numbers are those of the Batcher's decisions, and the same in each run. The
times of batches are drawn: a part that each batch takes, a part for each row, some noise, and now
and then a batch that takes twice as long.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from streamrt.errors import OverloadedError
from streamrt.serving import Batcher

MOST, WITHIN, SECONDS = 32, 0.1, 10.0
SIZES = (1, 2, 4, 8, 16, 24, MOST)


class _Selector(selectors.DefaultSelector):
    """A selector that never waits: the time that it would wait for passes at once."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if not ready:
            self.now += timeout or 0.0
        return ready


class _Loop(asyncio.SelectorEventLoop):
    """An event loop whose time is virtual."""

    def __init__(self) -> None:
        self._virtual = _Selector()
        super().__init__(self._virtual)

    def time(self) -> float:
        return self._virtual.now


def seconds_of(rows: int) -> float:
    """The time of a batch without noise."""
    return 0.006 + 0.0003 * rows


CAPACITY = MOST / seconds_of(MOST)


@dataclass
class Found:
    """What came of the requests.

    Attributes:
        took: the times of answers.
        late: rows whose batch began after their deadline.
        ended: the requests that have ended.
        sent: the requests.
    """

    took: list[float] = field(default_factory=list[float])
    late: int = 0
    ended: int = 0
    sent: int = 0


async def _loaded(
    load: float,
    noise: float,
    seconds_of: Callable[[int], float] = seconds_of,
    slow_at_first: float = 1.0,
) -> Found:
    rng, loop, found = np.random.default_rng(1), asyncio.get_running_loop(), Found()

    async def model(dues: list[float]) -> list[float]:
        found.late += sum(due < loop.time() for due in dues)
        slow = 1.0 if rng.random() < 0.01 else 0.0
        factor = np.exp(rng.normal(0, noise)) + slow if found.sent else slow_at_first
        await asyncio.sleep(seconds_of(len(dues)) * factor)
        return dues

    times = np.cumsum(rng.exponential(1 / (CAPACITY * load), int(CAPACITY * load * SECONDS)))
    async with Batcher(model, most=MOST, within=WITHIN, sizes=SIZES) as ask:
        await ask.warm(np.inf)
        began, found.sent = loop.time(), len(times)

        async def one(at: float) -> None:
            due = at + WITHIN
            try:
                assert await ask(due, within=due - loop.time()) == due
                found.took.append(loop.time() - at)
            except (OverloadedError, TimeoutError):
                pass
            found.ended += 1

        async with asyncio.TaskGroup() as tasks:
            for at in began + times:
                await asyncio.sleep(at - loop.time())
                tasks.create_task(one(at))
    return found


@pytest.mark.parametrize("noise", [0.02, 0.2])
@pytest.mark.parametrize("load", [0.5, 0.8, 0.95, 1.2, 3.0])
def test_what_can_be_answered_in_time_is(load: float, noise: float) -> None:
    with asyncio.Runner(loop_factory=_Loop) as runner:
        found = runner.run(_loaded(load, noise))
    assert found.ended == found.sent
    assert max(found.took) <= WITHIN
    in_time = len(found.took)
    if load < 1:
        assert in_time / found.sent >= 0.98
    else:
        assert in_time / SECONDS >= 0.9 * CAPACITY
    if load <= 0.8:
        assert np.quantile(found.took, 0.5) <= 1.5 * seconds_of(MOST)
    if (load, noise) == (0.8, 0.02):
        assert np.quantile(found.took, 0.99) <= 2 * seconds_of(MOST)
    assert found.late == 0


def seconds_of_numpy(rows: int) -> float:
    """The time of a batch in NumPy, where one row is quick, and two are not."""
    return 0.004 if rows == 1 else 0.006 + 0.0003 * rows


@pytest.mark.parametrize("load", [0.5, 0.8, 3.0])
def test_times_that_were_learned_on_a_busy_machine_are_forgotten(load: float) -> None:
    """By those times one row can be answered in time, and two cannot."""
    slow = 0.9 * WITHIN / seconds_of_numpy(1)
    with asyncio.Runner(loop_factory=_Loop) as runner:
        found = runner.run(_loaded(load, 0.05, seconds_of_numpy, slow))
    assert len(found.took) / SECONDS >= 0.8 * CAPACITY * min(load, 1.0)
