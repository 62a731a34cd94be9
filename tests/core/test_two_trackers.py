"""The tracker of the runtime and the one of the planner order the same programs alike.

`hazards.track` answers command by command while a program is submitted. `find_dependencies` and
`place_waits` see all of the program first. Both are given commands on streams, each of which
reads, writes or updates byte ranges of a few buffers, and are compared in two relations:

1. Order. A command comes after the commands before it on its stream, after those that it waits
   for, and after whatever these come after. For each command, the set of commands before it has
   to be the same. It is the transitive closure of the order of the streams together with the order
   of conflicts: two commands conflict if they touch a common byte and one of them writes it.
2. Waits. For each command, the set of points that it waits for has to be the same. This follows
   from the first relation if neither asks for a wait that the others imply, because a partial
   order has only one transitive reduction. A tracker that keeps such waits on purpose has to be
   compared by `orders` alone.

The programs leave out whatever only one of the two knows: points that the host has seen, earlier
lives of memory, frozen buffers, manual hazards, and edges by `after`. Buffers have at least one
byte, because the runtime orders accesses to an empty buffer and the planner does not.

A tracker is a function, so that further ones can stand beside the first in `TRACKERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pytest
from core.tracker_faults import Fault, without
from core.trackers import PURE, TRACKINGS, Cells, Tracking

pytest.importorskip("hypothesis")
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from streamrt._core.planning import order as planning
from streamrt._core.planning.order import (
    NodeUse,
    PlanNode,
    PlanValue,
    find_dependencies,
    place_waits,
)
from streamrt._core.tracking import hazards
from streamrt._core.tracking.ranges import Region, Tracked

SIZES = (1, 8, 24)  # of the buffers, in bytes
STREAMS = 8  # often each command has one of its own: then nothing but conflicts orders them

Points = frozenset[tuple[int, int]]
"""Streams, and how many of the commands of each have to be over."""


class Command(NamedTuple):
    """A command, the stream it is submitted to, and the bytes it touches."""

    stream: int
    uses: tuple[NodeUse, ...]


Program = Sequence[Command]
Tracker = Callable[[Program], list[Points]]
"""Returns what each command of a program waits for."""


# -- programs -------------------------------------------------------------------------------------


@st.composite
def uses(draw: st.DrawFn) -> NodeUse:
    value = draw(st.integers(0, len(SIZES) - 1))
    edge = st.integers(0, SIZES[value])
    start, stop = sorted((draw(edge), draw(edge))) if draw(st.booleans()) else (0, SIZES[value])
    reads, writes = draw(st.sampled_from([(True, False), (False, True), (True, True)]))
    return NodeUse(value, start, stop, reads, writes)


_uses = st.lists(uses(), min_size=1, max_size=3).map(tuple)
programs = st.lists(st.builds(Command, st.integers(0, STREAMS - 1), _uses), max_size=12)


# -- the two --------------------------------------------------------------------------------------


def track_in_python(program: Program) -> list[Points]:
    """Asks the runtime's tracker, the specification."""
    return track_by(PURE, program)


def track_by(tracking: Tracking, program: Program) -> list[Points]:
    """Asks one of the runtime's trackers."""
    cells = Cells()
    timelines = [tracking.timeline(str(stream)) for stream in range(STREAMS)]
    buffers = [tracking.tracked(nbytes, str(value)) for value, nbytes in enumerate(SIZES)]
    found: list[Points] = []
    for stream, wanted in program:
        regions = [(tracking.region(buffers[u.value], u.start, u.stop), u) for u in wanted]
        edges, _ = tracking.track(
            cells.step(timelines[stream]),
            [region for region, use in regions if not use.writes],
            [(region, use.reads) for region, use in regions if use.writes],
        )
        found.append(frozenset((timelines.index(e.timeline), e.value) for e in edges))
    return found


def plan(program: Program) -> list[Points]:
    """Asks the planner, in the order and on the streams of the program."""
    values = [PlanValue(nbytes, is_temporary=False) for nbytes in SIZES]
    nodes = [PlanNode(command.uses, cost=0) for command in program]
    streams = [command.stream for command in program]
    dependencies = find_dependencies(values, nodes)
    placed = place_waits([*range(len(nodes))], streams, STREAMS, dependencies)
    return [frozenset((wait.stream, wait.position) for wait in waits) for waits in placed.waits]


TRACKERS: dict[str, Tracker] = {str(each): partial(track_by, each) for each in TRACKINGS}


# -- what is compared -----------------------------------------------------------------------------


def orders(program: Program, waits: Sequence[Points]) -> list[set[int]]:
    """Returns, for each command, those that come before it."""
    lanes: list[list[int]] = [[] for _ in range(STREAMS)]
    before: list[set[int]] = []
    for index, (stream, _) in enumerate(program):
        last = [lanes[stream][-1]] if lanes[stream] else []
        sources = [*last, *(lanes[source][position - 1] for source, position in waits[index])]
        before.append({*sources}.union(*(before[source] for source in sources)))
        lanes[stream].append(index)
    return before


def differences(program: Program, tracker: Tracker) -> list[str]:
    """Returns the points on which a tracker and the planner do not agree."""
    tracked, planned = tracker(program), plan(program)
    found = [
        f"{index} comes after {one} by the tracker, after {other} by the planner"
        for index, (one, other) in enumerate(
            zip(orders(program, tracked), orders(program, planned), strict=True)
        )
        if one != other
    ]
    return found + [
        f"{index} waits for {set(one)} by the tracker, for {set(other)} by the planner"
        for index, (one, other) in enumerate(zip(tracked, planned, strict=True))
        if one != other
    ]


@pytest.mark.parametrize("name", TRACKERS)
@settings(max_examples=400, deadline=None)
@given(program=programs)
def test_a_tracker_and_the_planner_order_a_program_alike(name: str, program: Program) -> None:
    assert differences(program, TRACKERS[name]) == []


# -- that it would be noticed ---------------------------------------------------------------------


def moves_ends(by: int) -> Fault:
    """Each range that the runtime's tracker is told ends too early, or too late."""

    def fault(patch: pytest.MonkeyPatch) -> None:
        make = Region.__init__

        def moved(self: Region, tracked: Tracked, start: int, stop: int) -> None:
            make(self, tracked, start, min(stop + by, tracked.stop) if start < stop else stop)

        patch.setattr(Region, "__init__", moved)

    return fault


def looks_at_one_span(patch: pytest.MonkeyPatch) -> None:
    cut = Tracked.cut
    patch.setattr(Tracked, "cut", lambda self, start, stop: cut(self, start, stop)[:1])


def keeps_every_wait(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hazards, "_minimal", lambda needed: tuple(needed.values()))


def plans_without_reads(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(planning, "_note_read", lambda *_: None)


def plans_without_old_writers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(planning._Spans, "write", lambda *_: None)


@pytest.mark.parametrize(
    ("fault", "symptom"),
    [
        pytest.param(without("RAW"), "comes after", id="no RAW"),
        pytest.param(without("WAR"), "comes after", id="no WAR"),
        pytest.param(without("WAW"), "comes after", id="no WAW"),
        pytest.param(moves_ends(-1), "comes after", id="ranges end a byte early"),
        pytest.param(moves_ends(1), "comes after", id="ranges end a byte late"),
        (looks_at_one_span, "comes after"),
        (keeps_every_wait, "waits for"),
        (plans_without_reads, "comes after"),
        (plans_without_old_writers, "comes after"),
    ],
)
def test_a_tracker_without_one_of_its_rules_is_found_out(
    fault: Fault, symptom: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The property can fail; `find` raises if no program shows the fault."""
    fault(monkeypatch)
    few = settings(max_examples=2000, phases=[Phase.generate], database=None, deadline=None)

    def shows_it(program: Program) -> bool:
        return any(symptom in line for line in differences(program, track_in_python))

    find(programs, shows_it, settings=few)
