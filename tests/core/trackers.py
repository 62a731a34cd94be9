"""The trackers that the tests of this folder ask: the specification first, then the native one.

Both have the same names and the same interface. A test takes a `Tracking`, mostly as its fixture or
parameter `tracking`, and makes everything through it.

Steps have status cells of their own, as executions do. The specification is told which steps
succeeded. The native tracker looks at the cells.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol
from weakref import ref

import pytest

from streamrt._core.tracking.areas import Areas
from streamrt._core.tracking.hazards import Edges, Reads, Steps, Writes, await_points, track
from streamrt._core.tracking.ranges import Region, Tracked
from streamrt._core.tracking.timeline import Step, Timeline
from streamrt._native.core import DONE, FAILED, PENDING
from streamrt._native.queue import CELL_BYTES, CellBlock, CellStatus

NATIVE = "streamrt._native.tracking"

Points = Sequence[tuple[Timeline, int]]


class Tracker(Protocol):
    """Takes note of a command, as `hazards.track` does."""

    def __call__(
        self,
        step: Step,
        reads: Reads,
        writes: Writes,
        manual: bool = False,
        after: Points = (),
    ) -> tuple[Edges, Steps]:
        """Does the same for a command that also comes after some points in any case."""
        ...


class Command(Step):
    """A step of a test, whose end can be noticed."""

    __slots__ = ("__weakref__",)


@dataclass(frozen=True, eq=False)
class Tracking:
    """One tracker.

    Attributes:
        name: its name in the names of tests.
        timeline: makes a timeline, given its name.
        tracked: makes a memory with one handle.
        region: makes a region of a handle.
        areas: makes the areas of one runtime.
        track: takes note of a command that comes after some points in any case.
        await_points: returns the waits for some points.
        reap: takes note of all commands of a timeline up to a value, given those that are alive.
        lock: makes a runtime's lock. The native tracker lets go of commands when it is free.
    """

    name: str
    timeline: Callable[..., Timeline]
    tracked: Callable[..., Tracked]
    region: Callable[..., Region]
    areas: Callable[[], Areas]
    track: Tracker
    await_points: Callable[[Timeline, Points, bool], Edges]
    reap: Callable[[Timeline, int, Iterable[Step]], None]
    lock: Callable[[], AbstractContextManager[object]]

    def __str__(self) -> str:
        return self.name

    def wait(self, timeline: Timeline, points: Points, asked: bool = False) -> Edges:
        """Orders later commands after these points, by a signal of its own."""
        edges = self.await_points(timeline, points, asked)
        if edges:
            timeline.value += 1
            timeline.join([edge[:2] for edge in edges], timeline.value)
        return edges


# -- the specification ----------------------------------------------------------------------------


def with_after(
    track: Callable[[Step, Reads, Writes, bool], tuple[Edges, Steps]],
) -> Tracker:
    """Has a `track` order a command after some points in any case, as the runtime's door does.

    Their edges replace those to the same timelines.
    """

    def track_after(
        step: Step, reads: Reads, writes: Writes, manual: bool = False, after: Points = ()
    ) -> tuple[Edges, Steps]:
        edges, checks = track(step, reads, writes, manual)
        more = await_points(step.timeline, after)
        if more:
            step.timeline.join(after, step.value)
            newer = [edge.timeline for edge in more]
            edges = (*(edge for edge in edges if edge.timeline not in newer), *more)
        return edges, checks

    return track_after


def _reap(timeline: Timeline, value: int, steps: Iterable[Step]) -> None:
    for step in steps:
        if step.timeline is timeline and step.value <= value and state(step) == DONE:
            step.clean = True
    timeline.observe(value)


PURE = Tracking(
    "python", Timeline, Tracked, Region, Areas, with_after(track), await_points, _reap, nullcontext
)


# -- the native one -------------------------------------------------------------------------------


def native() -> Tracking:
    """Returns the native tracker."""
    module: Any = importlib.import_module(NATIVE)
    areas: Any = Areas
    return Tracking(
        "native",
        module.Timeline,
        module.Tracked,
        module.Region,
        partial(areas, module.Tracked, module.join),
        module.track,
        module.await_points,
        partial(_reap_by_cells, module.reap),
        module.Lock,
    )


def _reap_by_cells(
    reap: Callable[[Timeline, int, bool], None],
    timeline: Timeline,
    value: int,
    steps: Iterable[Step],
) -> None:
    """Has the tracker look at the cells, and sometimes says that it need not.

    A runtime does so if nothing on the stream has failed so far.
    """
    mine = [step for step in steps if step.timeline is timeline and step.value <= value]
    reap(timeline, value, value % 2 == 0 and all(state(step) == DONE for step in mine))


TRACKINGS = (PURE, native())

EACH = [pytest.param(PURE, marks=pytest.mark.slow), native()]
"""Both, for tests; `make tracker-tests` runs those of the specification, too."""


# -- status cells ---------------------------------------------------------------------------------


class Cells:
    """The status cells of the steps of one program."""

    def __init__(self) -> None:
        self._blocks: list[CellBlock] = []
        self._used = CellBlock.COUNT

    def step(self, timeline: Timeline) -> Command:
        """Returns the next step of a timeline, which is pending."""
        if self._used == CellBlock.COUNT:
            self._blocks.append(CellBlock())
            self._used = 0
        cell = self._blocks[-1].address + CELL_BYTES * self._used
        self._used += 1
        return Command(timeline, timeline.value + 1, cell)

    def watched(self, step: Command) -> ref[Command]:
        """Returns a weak reference. Once the step is gone, its cell tells a lie."""
        status, blocks = CellStatus.from_address(step.cell), self._blocks

        def lie(_: ref[Command]) -> None:
            if blocks:  # whose memory it is
                status.state = FAILED

        return ref(step, lie)


def state(step: Step) -> int:
    """Returns the state in a step's cell."""
    return CellStatus.from_address(step.cell).state


def end(cell: int, how: int) -> None:
    """Ends the execution of a cell that is pending."""
    status = CellStatus.from_address(cell)
    if status.state == PENDING:
        status.state = how
