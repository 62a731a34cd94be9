"""The table of who waits for what at this moment: `Runtime.waiting`.

1. A snapshot is taken without the runtime's lock, and submits nothing, so a signal's handler, a
   debugger or another thread may ask while the program hangs. What ends meanwhile may be shown.
2. Of each stream, and of the host calls of each, the first submission that has not ended has a
   row: it runs, it is due, or it waits for other streams. All behind it wait for it.
3. Coroutines, threads and done-callbacks have a row each. A thread or coroutine that runs a host
   call has none: what it waits for stands in the row of the call.
4. The rows are ordered by how many others wait for them, directly or not. So the first one is what
   everybody waits for.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, cast

from streamrt import _html
from streamrt._core.tracking.hazards import Edge
from streamrt._core.tracking.story import reason
from streamrt._native.core import RUNNING, STATES
from streamrt._native.queue import CellStatus
from streamrt._native.tracking import edges_of
from streamrt._runtime.aids.stacks import Awaiter, Stack, awaiter_of, stacks
from streamrt._runtime.lane import Lane

if TYPE_CHECKING:
    from streamrt._runtime.engine import Engine
    from streamrt._runtime.execution import Execution

Point: TypeAlias = "tuple[Lane, int]"
Kind: TypeAlias = 'Literal["execution", "host call", "task", "thread", "callback"]'


@dataclass(frozen=True, slots=True)
class Waiting:
    """One row of `Runtime.waiting`: somebody who waits, or what others wait for.

    Attributes:
        kind: an execution, a host call, a task, a thread, or a done-callback.
        who: its name, as in `axpy on cpu:0/s1@17` or `task main`.
        waits_for: the execution, or the point of a stream, that it waits for; "" for nothing.
        state: of what it waits for: `pending`, `running`, or `reached` if it was not told yet. Of
            an execution that waits for nothing: `running`, or `due`.
        why: why a stream waits: the buffer, and how both use it.
        seconds: for how long it has waited or run; None if nobody knows.
        at: its own line: where a task or thread stands, or what submitted an execution.
        site: the line that submitted what it waits for.
        behind: how many submissions wait behind it on its stream.
        blocks: how many other rows wait for it, directly or through others.
    """

    kind: Kind
    who: str
    waits_for: str = ""
    state: str = ""
    why: str = ""
    seconds: float | None = None
    at: str = ""
    site: str = ""
    behind: int = 0
    blocks: int = 0

    def __str__(self) -> str:
        what = (
            f"waits for {self.waits_for} ({self.state})" if self.waits_for else f"is {self.state}"
        )
        head = f"{self.who} {what}{'' if self.seconds is None else f', {self.seconds:.3g} s'}"
        counts = [f"{self.blocks} of these wait for it"] if self.blocks else []
        counts += [f"{self.behind} behind it on its stream"] if self.behind else []
        lines = [f"{head}; {', '.join(counts)}" if counts else head]
        lines += [f"  at {self.at}"] if self.at else []
        lines += [f"  {self.why}"] if self.why else []
        lines += [f"  that was submitted at {self.site}"] if self.site else []
        return "\n".join(lines)


@dataclass(frozen=True, repr=False)
class WaitingTable:
    """The rows of `Runtime.waiting`, which `str` and `repr` show; empty if nothing waits.

    Attributes:
        rows: what everybody waits for comes first.
    """

    rows: tuple[Waiting, ...] = ()

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Waiting]:
        return iter(self.rows)

    def __getitem__(self, index: int) -> Waiting:
        return self.rows[index]

    def __str__(self) -> str:
        return "\n".join(map(str, self.rows)) or "nobody waits"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head = ("who", "waits for", "state", "seconds", "why", "at", "wait for it")
        rows = [
            (
                *(row.who, row.waits_for, row.state),
                "" if row.seconds is None else f"{row.seconds:.3g}",
                *(row.why, row.at, str(row.blocks or "")),
            )
            for row in self.rows
        ]
        return _html.table("Who waits for what" if rows else str(self), head, rows)


class _Actor(NamedTuple):
    """A row in the making, and the points that it waits for."""

    row: Waiting
    points: tuple[Point, ...]


def who_waits(engine: Engine) -> WaitingTable:
    """Returns the rows of a runtime, what everybody waits for first."""
    snapshot = _Snapshot(engine)
    actors = [*snapshot.heads(), *snapshot.awaiters(), *snapshot.threads()]
    counts = _counts(actors, snapshot.head_of)
    rows = [replace(actor.row, blocks=count) for actor, count in zip(actors, counts, strict=True)]
    rows.sort(key=lambda row: (-row.blocks, bool(row.waits_for)))
    return WaitingTable(tuple(rows))


def _counts(actors: list[_Actor], head_of: dict[Lane, int]) -> list[int]:
    """Returns how many actors wait for each, directly or through others.

    Args:
        actors: the actors.
        head_of: the place of a lane's head among them.
    """
    waiters: list[set[int]] = [set() for _ in actors]
    for place in range(len(actors)):
        seen, left = {place}, [place]
        while left:
            for lane, value in actors[left.pop()].points:
                head = head_of.get(lane)
                if head is not None and lane.queue.completed < value and head not in seen:
                    seen.add(head)
                    left.append(head)
                    waiters[head].add(place)
    return [len(each) for each in waiters]


class _Snapshot:
    """The facts that are read of a runtime, once.

    Attributes:
        head_of: the place of each lane's row, once `heads` has returned.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        world = engine.world
        self._now = time.monotonic_ns() if world is None else world.now()
        self._has_clock = world is None
        self._stacks = stacks()
        self._awaiters = _awaiters_of(engine)
        self._tasks = dict(engine.hosts.by_task)
        self._flights = {lane: lane.inflight for lane in list(engine.lanes)}
        self.head_of: dict[Lane, int] = {}

    # -- streams --------------------------------------------------------------------------------

    def heads(self) -> list[_Actor]:
        """Returns the first submission of each lane that has not ended."""
        found: list[_Actor] = []
        hosts = {lane.companion for lane in self._flights if lane.companion is not None}
        for lane, flights in self._flights.items():
            completed = lane.queue.completed
            if completed < lane.value:
                first = next((each for each in flights if each.value > completed), None)
                self.head_of[lane] = len(found)
                found.append(self._head(lane, first, completed, lane in hosts))
        return found

    def _head(self, lane: Lane, first: Execution | None, completed: int, is_call: bool) -> _Actor:
        behind = lane.value - completed - 1
        if first is None:  # a wait, with nothing behind it
            edges = edges_of(lane._track.marks.get(completed + 1, ()))
            return self._held(Waiting("execution", f"stream {lane.name}", behind=behind), edges)
        kind: Kind = "host call" if is_call else "execution"
        state, times = lane.look(first.cell), CellStatus.from_address(first.cell)
        is_running = state == RUNNING  # a final one still waits for its turn
        row = Waiting(
            kind,
            first._describe(),
            state="running" if is_running else "due",
            seconds=self._since(times.started if is_running else times.submitted, lane),
            at=str(first._submit_site()),
            behind=max(lane.value - first.value, 0),
        )
        if not is_running:
            return self._held(row, first._waits())
        point = self._in_call((lane, first.value)) if is_call else None
        return _Actor(row, ()) if point is None else self._waits(row, point)

    def _held(self, row: Waiting, edges: tuple[Edge, ...]) -> _Actor:
        """Returns the row of what waits for those edges that are not reached, if any is left."""
        left = [edge for edge in edges if edge.value > _lane(edge).queue.completed]
        if not left:
            return _Actor(replace(row, state="due"), ())
        points = tuple((_lane(edge), edge.value) for edge in left)
        actor = self._waits(replace(row, why=reason(left[0])), points[0])
        return _Actor(actor.row, points)

    def _in_call(self, call: Point) -> Point | None:
        """Returns the point that a running host call waits for in its thread or coroutine."""
        for stack in self._stacks:
            if stack.call == call and stack.point is not None:
                return stack.point
        for lane, value, awaiter in self._awaiters:
            if awaiter.key is not None and self._tasks.get(awaiter.key) == call:
                return lane, value
        return None

    # -- others ---------------------------------------------------------------------------------

    def awaiters(self) -> list[_Actor]:
        """Returns the coroutines and done-callbacks that wait."""
        return [
            self._waits(
                Waiting(
                    cast(Kind, awaiter.kind),
                    awaiter.name,
                    seconds=self._since(awaiter.since, None),
                    at=awaiter.at,
                ),
                (lane, value),
            )
            for lane, value, awaiter in self._awaiters
            if awaiter.key is None or awaiter.key not in self._tasks
        ]

    def threads(self) -> list[_Actor]:
        """Returns the threads that are blocked."""
        return [
            self._waits(
                Waiting(
                    "thread",
                    f"thread {stack.name}",
                    seconds=self._since(stack.since, None),
                    at=stack.at,
                ),
                stack.point,
            )
            for stack in self._stacks
            if stack.point is not None and self._is_ours(stack)
        ]

    def _is_ours(self, stack: Stack) -> bool:
        """Whether a thread waits for this runtime, and in none of its host calls."""
        assert stack.point is not None
        is_here = stack.point[0].engine is self._engine
        return is_here and (stack.call is None or stack.call[0].engine is not self._engine)

    # -- points ---------------------------------------------------------------------------------

    def _waits(self, row: Waiting, point: Point) -> _Actor:
        """Returns a row that waits for a point."""
        lane, value = point
        if lane.queue.completed >= value:
            state, name, site = "reached", f"{lane.name}@{value}", ""
        else:
            flights = self._flights.get(lane, [])
            found = next((each for each in flights if each.value == value), None)
            state = "pending" if found is None else STATES[lane.look(found.cell)]
            name = f"{lane.name}@{value}" if found is None else found._describe()
            site = "" if found is None else str(found._submit_site())
        return _Actor(replace(row, waits_for=name, state=state, site=site), (point,))

    def _since(self, since: int, lane: Lane | None) -> float | None:
        """Returns the seconds since a time, if its clock is known.

        Args:
            since: in ns; 0 if unknown.
            lane: the lane whose status cell has it; None for `time.monotonic_ns`.
        """
        is_real = self._has_clock and (lane is None or lane.queue.advance is None)
        is_virtual = not self._has_clock and lane is not None
        if not since or since > self._now or not (is_real or is_virtual):
            return None
        return (self._now - since) / 1e9


def _awaiters_of(engine: Engine) -> list[tuple[Lane, int, Awaiter]]:
    """Returns those who wait on loops, and for done-callbacks."""
    lanes = {lane.queue: lane for lane in list(engine.lanes)}
    found: list[tuple[Lane, int, Awaiter]] = []
    for queue, value, callback in engine.waiters.all_waiting():
        lane, awaiter = lanes.get(queue), awaiter_of(callback)
        if lane is not None and awaiter is not None:
            found.append((lane, value, awaiter))
    return found


def _lane(edge: Edge) -> Lane:
    return cast(Lane, edge.timeline)
