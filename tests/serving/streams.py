"""A model of answers in parts that looks at how it is called, and what became of requests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

import anyio
import anyio.lowlevel

from streamrt.serving import END, End, Served

Step = Callable[[Sequence[int]], Awaitable[object]]


class Asked(NamedTuple):
    """A request.

    Attributes:
        parts: how many its answer has: 1, 2, 3 and so on.
        silent: how many steps give none before the first.
        at_once: how many a step gives.
    """

    parts: int
    silent: int = 0
    at_once: int = 1


class CountingModel:
    """Answers with numbers.

    Attributes:
        seats: what each slot that is in use holds, and the steps that it was in.
        steps: the slots of each step that ended.
        joined: how many requests have joined.
    """

    def __init__(self, step: Step | None = None) -> None:
        """Makes it.

        Args:
            step: awaited in each step; a time of a millisecond if it is left out.
        """
        self.seats: dict[int, tuple[Asked, int]] = {}
        self.steps: list[tuple[int, ...]] = []
        self.joined: int = 0
        self._step = step
        self._is_in_step = False

    def join(self, slot: int, x: Asked) -> None:
        assert not self._is_in_step
        assert slot not in self.seats
        if x.parts < 0:
            raise ValueError(f"{x.parts} parts")
        self.joined += 1
        self.seats[slot] = x, 0

    def leave(self, slot: int) -> None:
        assert not self._is_in_step
        del self.seats[slot]

    async def step(self, slots: Sequence[int]) -> Sequence[Sequence[int | End]]:
        assert not self._is_in_step
        assert slots
        assert len({*slots}) == len(slots)
        assert {*slots} <= {*self.seats}
        self._is_in_step = True
        try:
            await (anyio.sleep(1e-3) if self._step is None else self._step(slots))
        finally:
            self._is_in_step = False
        self.steps.append(tuple(sorted(slots)))
        return [self._parts(slot) for slot in slots]

    def _parts(self, slot: int) -> Sequence[int | End]:
        asked, before = self.seats[slot]
        self.seats[slot] = asked, before + 1
        begun = max(0, before - asked.silent) * asked.at_once
        if before < asked.silent:
            return ()
        parts: list[int | End] = [*range(begun + 1, min(begun + asked.at_once, asked.parts) + 1)]
        return [*parts, END] if begun + asked.at_once >= asked.parts else parts


class Gated(CountingModel):
    """A model whose step waits until the gate is open, and begins with a note.

    Attributes:
        gate: opens it.
        begun: set while a step waits.
    """

    def __init__(self) -> None:
        super().__init__(self._wait)
        self.gate = anyio.Event()
        self.begun = anyio.Event()

    async def _wait(self, slots: Sequence[int]) -> None:
        self.begun.set()
        await self.gate.wait()


def answer(asked: Asked) -> list[int]:
    """The parts of the whole answer."""
    return [*range(1, asked.parts + 1)]


async def turns() -> None:
    """Lets all other tasks run for some turns."""
    for _ in range(20):
        await anyio.lowlevel.checkpoint()


def check_ends(stats: Served) -> None:
    """Each request that was let in has ended exactly once, and none is inside."""
    ends = stats.answered + stats.failed + stats.expired + stats.cancelled
    assert ends == stats.accepted, stats
    assert stats.waiting == stats.running == 0, stats
