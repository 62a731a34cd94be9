"""Replay by resubmission: a program's steps one by one, for devices that cannot run it whole.

    head ──> the steps of every stream, with the program's waits ──> tail

Head and tail are launches on the first stream that do nothing. The head waits for, and checks, the
earlier work on all memory that the replay reads and overwrites. Later work waits for the tail, and
checks it. In between, the program's own waits keep the order, not the tracker, so running it tests
the plan.

1. All launches are submitted under the runtime's lock, and the tracker knows them as one
   execution, the tail. The first step of each stream waits for the head.
2. A step checks the step before it on its stream, and the steps it waits for. So a failed step
   ends its stream, and the steps that follow from it. The tail checks the last steps.
3. Cancelling a replay cancels the head, and everything else is skipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any

from streamrt._core.tracking.hazards import Edge, Edges, Reads, Steps, Writes
from streamrt._runtime.composite import Composite
from streamrt._runtime.door import publish, submit
from streamrt._runtime.execution import Execution, submitted
from streamrt._runtime.graphs.subjects import Replayed, StepName
from streamrt._runtime.lane import Lane, cells_of, flat
from streamrt._runtime.reclaim import Loaded
from streamrt._runtime.subject import Subject
from streamrt.backend import Program, ProgramStep
from streamrt.errors import ArgumentError

if TYPE_CHECKING:
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
        first, nothing = self._lanes[0], (bases[0], 0)  # fills no elements of the arena
        parts: list[Execution] = []

        def issue(tail: Execution) -> None:
            start = tail.value - self._lengths[0] - 1
            head = _step(first, start, self._nothing, nothing, tail.edges, tail.checks, what, frame)
            parts.append(head)
            self._submit_steps(parts, bases, what, frame)
            self._submit_tail(tail, parts, nothing)
            parts.append(tail)

        with first.engine.lock:
            self._check_room(f"{what.name} on {first.name}")
            value = first.queue.can_issue() + self._lengths[0] + 1
            tail = submit(first, value, reads, writes, what, frame, issue)
        return Composite(parts, tail)

    def _check_room(self, what: str) -> None:
        for lane, length in zip(self._lanes, self._lengths, strict=True):
            if not lane.queue.can_issue() or lane.pending + length + 2 > lane.queue.limit:
                raise lane.refusal(what)

    def _submit_steps(
        self, parts: list[Execution], bases: tuple[int, ...], what: Replayed, frame: FrameType
    ) -> None:
        """Submits the steps of all streams behind the head, and adds them to the parts."""
        head = parts[0]
        starts = [lane.value for lane in self._lanes]
        starts[0] = head.value
        done: list[list[Execution]] = [[] for _ in self._lanes]
        for stream, step in self._steps:
            lane, mine = self._lanes[stream], done[stream]
            follows = [done[other][count - 1] for other, count in step.waits]
            follows.append(mine[-1] if mine else head)
            execution = _step(
                lane,
                starts[stream] + len(mine) + 1,
                step.plan,
                _arguments(step, bases),
                _edges_to(follows, lane),
                tuple(follows),
                StepName(what, step.node, f"{self._names[step.node]} of {what.name}"),
                frame,
            )
            if stream:
                lane.value = execution.value
            mine.append(execution)
            parts.append(execution)

    def _submit_tail(
        self, tail: Execution, parts: list[Execution], nothing: tuple[int, ...]
    ) -> None:
        last = {part.timeline: part for part in parts}
        lane = tail.timeline
        ends = list(last.values())
        tail.edges, tail.checks = _edges_to(ends, lane), tuple(ends)
        lane._pack(lane.handle, self._nothing, nothing)
        lane._issue(lane.handle, tail.cell, flat(tail.edges), cells_of(tail.checks))


def _step(
    lane: Lane,
    value: int,
    plan: int,
    arguments: tuple[int, ...],
    edges: Edges,
    checks: Steps,
    subject: Subject,
    frame: FrameType,
) -> Execution[Any]:
    """Submits one launch with these waits and checks. The caller holds the runtime's lock."""
    cell, block = lane.next_cell()
    execution = submitted(lane, value, cell, block, subject, frame, None)
    lane._pack(lane.handle, plan, arguments)
    lane._issue(lane.handle, cell, flat(edges), cells_of(checks))
    execution.edges, execution.checks = edges, checks
    publish(execution)
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
