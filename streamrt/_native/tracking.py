"""The tracker in C, under the names and with the interface of `streamrt._core.tracking`.

That package is the specification, and a property test compares the two. Here histories and regions
are objects of the core's types. A timeline is a Python object, because lanes extend it; its native
half is its `_track`. Answers name timelines by the Python object, their face.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from streamrt._core.tracking import ranges
from streamrt._core.tracking.hazards import Edge, Edges, Reads, Steps, Writes, refuse_barred
from streamrt._core.tracking.timeline import Step
from streamrt._native.core import Core, at_load, core
from streamrt._native.fields import slot_offset
from streamrt.errors import WouldDeadlockError

TRACKED, REGION = 2, 4  # in the order of `enum kind` in objects.h

_indices = itertools.count(1)


class Timeline:
    """A timeline; see `streamrt._core.tracking.timeline.Timeline`."""

    __slots__ = ("_track", "name")

    if TYPE_CHECKING:
        value: int
        seen: int
        internal: bool
        handle: int
        frontier: Mapping[Timeline, int]

    def __init__(self, name: str, handle: int = 0) -> None:
        self.name: str = name
        self._track: Any = core().new_timeline(self, handle, next(_indices))

    def frontier_at(self, value: int) -> Mapping[Timeline, int]:
        found: Mapping[Timeline, int] = self._track.frontier_at(value)
        return found

    def join(self, waits: Iterable[tuple[Timeline, int]], value: int) -> None:
        self._track.join(tuple(waits), value)

    def observe(self, value: int) -> None:
        self._track.observe(value)

    def depends_on(self, value: int, other: Timeline, since: int) -> bool:
        return bool(self._track.depends_on(value, other, since))

    def __repr__(self) -> str:
        return f"<Timeline {self.name}: {self.seen} seen, {self.value} promised>"


def _delegate(name: str) -> property:
    """Makes an attribute of a timeline that its native half has."""

    def get(timeline: Timeline) -> Any:
        return getattr(timeline._track, name)

    def put(timeline: Timeline, value: Any) -> None:
        setattr(timeline._track, name, value)

    return property(get, put)


for _name in ("value", "seen", "internal", "handle", "frontier"):
    setattr(Timeline, _name, _delegate(_name))


def reap(timeline: Timeline, value: int, clean: bool = False) -> None:
    """Notes the commands up to a value one by one; `clean` says that all of them succeeded."""
    timeline._track.note_seen(value, clean)


def new_tracked(
    nbytes: int,
    name: str | int = "",
    reuse: Mapping[Timeline, int] | None = None,
    start: int = 0,
) -> ranges.Tracked:
    """Returns a new history; see `streamrt._core.tracking.ranges.Tracked`."""
    made: ranges.Tracked = core().new_tracked(nbytes, name, reuse, start)
    return made


def new_region(
    tracked: ranges.Tracked, start: int, stop: int, has_gaps: bool = False, address: int = 0
) -> ranges.Region:
    """Returns a region; see `streamrt._core.tracking.ranges.Region`."""
    made: ranges.Region = core().new_region(tracked, start, stop, has_gaps, address)
    return made


def join(handles: Sequence[ranges.Tracked], start: int, stop: int) -> None:
    """See `streamrt._core.tracking.ranges.join`."""
    core().join_tracked(tuple(handles), start, stop)


def track(
    step: Step,
    reads: Reads,
    writes: Writes,
    manual: bool = False,
    after: Sequence[tuple[Timeline, int]] = (),
) -> tuple[Edges, Steps]:
    """See `streamrt._core.tracking.hazards.track`."""
    track_ = step.timeline._track  # type: ignore[attr-defined]
    answer = core().track(
        track_, step, step.value, step.cell, tuple(reads), tuple(writes), tuple(after), manual
    )
    if answer is None:
        refuse_barred(reads, writes)
        raise AssertionError("the native tracker refused an access that no bar forbids")
    edges, checks = answer
    return edges_of(edges), checks


def await_points(
    timeline: Timeline, points: Iterable[tuple[Timeline, int]], asked: bool = False
) -> Edges:
    """See `streamrt._core.tracking.hazards.await_points`."""
    return edges_of(core().wait_edges(timeline._track, tuple(points), asked))


def edges_of(flat: tuple[Any, ...]) -> Edges:
    """Returns edges in place of the tuple in which the core gives them: four parts for each.

    The specification gives edges already.
    """
    if not flat or isinstance(flat[0], tuple):
        return flat
    return tuple([Edge._make(flat[i : i + 4]) for i in range(0, len(flat), 4)])


def _like(tracked: ranges.Tracked, name: str | int) -> ranges.Tracked:
    """Returns an object with the same memory; see `streamrt._core.tracking.ranges.Tracked`."""
    made: ranges.Tracked = core().same_memory(tracked, name)
    return made


def _prepare(native: Core) -> None:
    """Tells the core where a timeline has its native half; gives its types the rest of theirs."""
    native.find_timelines(Timeline, slot_offset(Timeline, "_track"))
    tracked = native.types[TRACKED]
    for name in ("is_shared", "share", "pass_on", "retire"):
        setattr(tracked, name, vars(ranges.Tracked)[name])
    tracked._like = _like


at_load(_prepare)


def new_lock() -> Any:
    """Returns a runtime's lock; see `streamrt._runtime.specification.lock.Lock`."""
    return core().new_lock(WouldDeadlockError)


def new_dropped(owner: object, root: Any, lock: Any, others: tuple[Any, ...]) -> Any:
    """Returns an inbox of dropped allocations; dropped.h describes it."""
    return core().new_dropped(owner, root, lock, others)


Tracked, Region, Lock, Dropped = new_tracked, new_region, new_lock, new_dropped
