"""Replay by resubmission: a program's steps one by one, for devices that cannot run it whole.

    head ──> the steps of every stream, with the program's waits ──> tail

Head and tail are launches on the first stream that do nothing. The head waits for, and checks, the
earlier work on all memory that the replay reads and overwrites. Later work waits for the tail, and
checks it. In between, the program's own waits keep the order, not the tracker, so running it tests
the plan.

1. The tracker knows a replay as one execution, the tail, and notes it in one native step, which
   also takes the values of all steps on all lanes. The steps themselves are made when Python hands
   the replay over, and the first step of each stream waits for the head.
2. A step checks the step before it on its stream, and the steps it waits for. So a failed step
   ends its stream, and the steps that follow from it. The tail checks the last steps.
3. Cancelling a replay cancels the head, and everything else is skipped.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

from streamrt._core.tracking.hazards import Edge, Edges, Reads, Writes, refuse_barred
from streamrt._core.tracking.hazards import Steps as Steps_
from streamrt._native.queue import CellStatus
from streamrt._runtime.composite import Composite
from streamrt._runtime.ending.reclaim import Loaded
from streamrt._runtime.execution import Execution, submitted
from streamrt._runtime.graphs.subjects import Replayed, StepName
from streamrt._runtime.lane import Lane, Steps
from streamrt._runtime.races.watched_lanes import Watched, dress
from streamrt._runtime.subject import Subject
from streamrt.backend import Program, ProgramStep
from streamrt.errors import ArgumentError

if TYPE_CHECKING:
    from streamrt._runtime.devices.contract_plans import Packed
    from streamrt.graph.nodes import Node


class Resubmission:
    """A program whose steps are submitted one by one to lanes of its own."""

    def __init__(
        self,
        lanes: Sequence[Lane],
        program: Program,
        order: Sequence[int],
        nodes: Sequence[Node],
        nothing: int,
        loaded: Loaded,
    ) -> None:
        """Prepares the parts that all replays share.

        Args:
            lanes: one lane for each stream of the program.
            program: the program to run.
            order: the nodes in the order in which they are submitted.
            nodes: the nodes by number; their names are used.
            nothing: the handle of a plan that does nothing.
            loaded: all plans of the program.

        Raises:
            ArgumentError: a stream of the program is longer than a queue may be.
        """
        self.loaded: Loaded = loaded
        self._lanes = lanes
        self._nothing = nothing
        self._names = [node.name for node in nodes]
        self._lengths = [len(steps) for steps in program.streams]
        for lane, length in zip(lanes, self._lengths, strict=True):
            if length + 2 > lane.queue.limit:
                raise ArgumentError(
                    f"instantiate a plan on {lane.name}: it has {length} nodes on one stream, to "
                    f"be submitted one by one, and the queue's limit is {lane.queue.limit}; open "
                    f"the runtime with queue_limit={length + 2} or more, or plan more streams"
                )
        stream_of = {s.node: i for i, steps in enumerate(program.streams) for s in steps}
        step_of = {step.node: step for steps in program.streams for step in steps}
        self._steps = [(stream_of[node], step_of[node]) for node in order]

    def launch(
        self,
        reads: Reads,
        writes: Writes,
        bases: tuple[int, ...],
        what: Replayed,
        frame: FrameType,
    ) -> Execution[Any]:
        """Submits one replay; see `Lane.launch`."""
        launch = partial(self._launch, reads, writes, bases, what, frame)
        first = self._lanes[0]
        if not isinstance(first, Watched):
            return launch()
        execution = dress(first.watch.submit(first, (reads, writes), what.name, frame, launch))
        for lane in self._lanes[1:]:
            first.watch.follow(lane, first, execution.value - self._lengths[0] - 1)
        return execution

    def _launch(
        self,
        reads: Reads,
        writes: Writes,
        bases: tuple[int, ...],
        what: Replayed,
        frame: FrameType,
    ) -> Execution[Any]:
        first = self._lanes[0]
        cast("Any", first.queue).device.plans.ready(self.loaded.plans)
        replay = _Replay(self, bases, what, frame)
        call = (reads, writes, what, frame.f_code, frame.f_lasti, None)
        tail: Execution[Any] | None = None
        while tail is None:
            tail = first._track.post(replay, replay.values, *call)
            if tail is None:
                self._refuse(reads, writes, f"{what.name} on {first.name}")
        replay.make(tail)  # done, unless a finalizer replays where this thread has the lock
        return Composite([part for part, _ in replay.parts], tail)

    def _refuse(self, reads: Reads, writes: Writes, what: str) -> None:
        """Raises why a replay was refused."""
        refuse_barred(reads, writes)
        for lane, length in zip(self._lanes, self._lengths, strict=True):
            if not lane.queue.can_issue() or lane.pending + length + 2 > lane.queue.limit:
                raise lane.refusal(what)


class _Replay(Steps):
    """One replay, with what it has left to do.

    Attributes:
        values: what the native step needs; see `timeline_post` in launch.h.
        parts: the head, the steps and the tail, each with its packed launch.
    """

    __slots__ = (
        "_bases",
        "_deadline",
        "_frame",
        "_members",
        "_next",
        "_of",
        "_starts",
        "_what",
        "parts",
        "values",
    )

    def __init__(
        self, of: Resubmission, bases: tuple[int, ...], what: Replayed, frame: FrameType
    ) -> None:
        lanes = of._lanes
        adopt = lanes[0].engine.lock.adopt
        self.parts: list[tuple[Execution[Any], Packed]] = []
        self._of = of
        self._bases = bases
        self._what = what
        self._frame = frame
        self._members = None if adopt is None else adopt()
        self._next = self._deadline = 0
        self._starts = (ctypes.c_uint64 * len(lanes))()
        counts = (of._lengths[0] + 2, *of._lengths[1:])
        pairs = [n for lane, n in zip(lanes, counts, strict=True) for n in (lane._track, n)]
        self.values: tuple[Any, ...] = (ctypes.addressof(self._starts), *pairs)

    def pass_on(self, last: Execution) -> None:
        """Hands all steps over; see `Steps`."""
        self.make(last)
        CellStatus.from_address(last.cell).deadline = 0  # it ends well if all steps have
        while self._next < len(self.parts):
            part, packed = self.parts[self._next]
            lane = part.timeline
            lane.push(part)
            cast("Any", lane.queue).take(part.value, part.edges, part, packed)
            self._next += 1

    def make(self, tail: Execution) -> None:
        """Makes the executions of all steps, once."""
        if self.parts:
            return
        of, starts = self._of, list(self._starts)
        self._deadline = CellStatus.from_address(tail.cell).deadline
        convert = cast("Any", of._lanes[0].queue).device.plans.convert  # all are of one device
        head = self._step(of._lanes[0], starts[0] + 1, tail.edges, tail.checks, self._what)
        starts[0] += 1
        nothing = convert(of._nothing, (self._bases[0], 0))  # fills no elements
        parts = [(head, nothing)]
        done: list[list[Execution]] = [[] for _ in of._lanes]
        for stream, step in of._steps:
            lane, mine = of._lanes[stream], done[stream]
            follows = [done[other][count - 1] for other, count in step.waits]
            follows.append(mine[-1] if mine else head)
            name = StepName(self._what, step.node, f"{of._names[step.node]} of {self._what.name}")
            value, edges = starts[stream] + len(mine) + 1, _edges_to(follows, lane)
            mine.append(self._step(lane, value, edges, tuple(follows), name))
            parts.append((mine[-1], convert(step.plan, _arguments(step, self._bases))))
        ends = tuple({part.timeline: part for part, _ in parts}.values())
        edges = _edges_to(ends, tail.timeline)
        made, members = [part for part, _ in parts], self._members
        parts.append((tail, nothing))
        # All at once: nothing is called from here on, behind which a handler could run.
        if members is not None:
            members += made
        tail._edges, tail.checks, self.parts = edges, ends, parts

    def _step(
        self, lane: Lane, value: int, edges: Edges, checks: Steps_, subject: Subject
    ) -> Execution[Any]:
        cell, block = lane.next_cell()
        CellStatus.from_address(cell).deadline = self._deadline
        code, at = self._frame.f_code, self._frame.f_lasti
        execution = submitted(lane, value, cell, block, subject, code, at, None)
        execution.edges, execution.checks = edges, checks
        recorder = lane.engine.recorder
        if recorder is not None and recorder.is_on:
            recorder.label(execution, "begin of a replay" if subject is self._what else "")
        return execution


def _edges_to(steps: Sequence[Execution], lane: Lane) -> Edges:
    """Returns the waits for those steps that are on other lanes."""
    others = [step for step in steps if step.timeline is not lane]
    return tuple([Edge(step.timeline, step.value, "event", "") for step in others])


def _arguments(step: ProgramStep, bases: tuple[int, ...]) -> tuple[int, ...]:
    """Returns a step's argument slots, with addresses."""
    slots = list(step.slots)
    for slot, base in step.bases:
        slots[slot] = (slots[slot] + bases[base]) & 0xFFFFFFFFFFFFFFFF
    return tuple(slots)
