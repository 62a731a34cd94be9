"""Replay by resubmission, for devices that cannot run a whole program: its steps one by one.

    head ──> the steps of every stream, with the program's waits ──> tail

Head and tail are launches of nothing on the first stream. The head waits for, and checks, what
the replay reads and overwrites; the tail is what others wait for and check. In between the
program's own waits keep the order, not the tracker: so running it tests the plan.

1. All of it is submitted under the runtime's lock, and the tracker knows it as one execution, the
   tail. The first step of each stream waits for the head.
2. A step checks the one before it, on its stream and where it waits. So what fails ends its
   stream, and what follows from it; the tail checks the last steps.
3. Cancelling it cancels the head, and everything else is skipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import FrameType
from typing import TYPE_CHECKING

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
        """Prepares what each replay needs.

        Args:
            lanes: one for each stream of the program.
            program: what to run.
            order: the nodes as they are to be submitted.
            nodes: for their names.
            nothing: the handle of a plan that does nothing.
            loaded: all its plans.

        Raises:
            ArgumentError: a stream of it is longer than a queue may be.
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
    ) -> Execution:
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
            tail = submit(first, reads, writes, what, frame, issue, steps=self._lengths[0] + 2)
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
) -> Execution:
    """Submits one launch with an order that is known. Under the lock."""
    cell, block = lane.next_cell()
    execution = submitted(lane, value, cell, block, subject, frame, None)
    lane._pack(lane.handle, plan, arguments)
    lane._issue(lane.handle, cell, flat(edges), cells_of(checks))
    execution.edges, execution.checks = edges, checks
    publish(execution)
    return execution


def _edges_to(steps: Sequence[Execution], lane: Lane) -> Edges:
    """Waits for those on other lanes."""
    others = [step for step in steps if step.timeline is not lane]
    return tuple([Edge(step.timeline, step.value, "event", "") for step in others])


def _arguments(step: ProgramStep, bases: tuple[int, ...]) -> tuple[int, ...]:
    """A step's argument slots, with addresses."""
    slots = list(step.slots)
    for slot, base in step.bases:
        slots[slot] = (slots[slot] + bases[base]) & 0xFFFFFFFFFFFFFFFF
    return tuple(slots)
