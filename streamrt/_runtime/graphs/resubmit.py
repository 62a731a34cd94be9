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
from typing import TYPE_CHECKING, Any

from streamrt._core.tracking.hazards import Edges, Reads, Steps, Writes, track
from streamrt._native.core import CANCELLED, DONE, FAILED, PENDING, RUNNING
from streamrt._native.queue import CellStatus
from streamrt._runtime.execution import Execution, Times, submitted
from streamrt._runtime.lane import Lane, cells_of
from streamrt._runtime.scope import adopt
from streamrt.backend import Program, ProgramStep
from streamrt.errors import ArgumentError, KernelError

if TYPE_CHECKING:
    from streamrt._runtime.engine import Loaded
    from streamrt._runtime.graphs.instance import Replayed
    from streamrt.graph.nodes import Node


class StepName:
    """What the execution of one step is called, and how it fails."""

    __slots__ = ("_replayed", "name", "node")

    def __init__(self, replayed: Replayed, node: int, name: str) -> None:
        self._replayed = replayed
        self.node = node
        self.name = name

    def failure(self, what: str, status: CellStatus) -> KernelError:
        """The error of a step whose cell says that it failed."""
        return self._replayed.node_failure(self.node, what, status.error)


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
        first = self._lanes[0]
        with first.engine.lock:
            self._check_room(f"{what.name} on {first.name}")
            value = first.value + self._lengths[0] + 2
            cell, block = first.next_cell()
            tail = submitted(first, value, cell, block, what, frame, None)
            before = first.value
            edges, checks = track(tail, reads, writes, first.engine.options.manual)
            try:
                nothing = (bases[0], 0)  # fills no elements of the arena
                head = _issue(first, before + 1, self._nothing, nothing, edges, checks, what, frame)
                steps = self._submit_steps(head, bases, what, frame)
                self._submit_tail(tail, head, steps, nothing)
            except BaseException:
                _mend(tail)
                raise
            if first.engine.scopes:
                for execution in (head, *steps, tail):
                    adopt(execution)
        return Resubmitted(head, [*steps, tail])

    def _check_room(self, what: str) -> None:
        for lane, length in zip(self._lanes, self._lengths, strict=True):
            if not lane.queue.can_issue() or lane.pending + length + 2 > lane.queue.limit:
                raise lane.refusal(what)

    def _submit_steps(
        self, head: Execution, bases: tuple[int, ...], what: Replayed, frame: FrameType
    ) -> list[Execution]:
        starts = [lane.value for lane in self._lanes]
        starts[0] = head.value
        done: list[list[Execution]] = [[] for _ in self._lanes]
        submitted_steps: list[Execution] = []
        for stream, step in self._steps:
            lane, mine = self._lanes[stream], done[stream]
            follows = [done[other][count - 1] for other, count in step.waits]
            follows.append(mine[-1] if mine else head)
            waits = [e for e in follows if e.timeline is not lane]
            name = StepName(what, step.node, f"{self._names[step.node]} of {what.name}")
            execution = _issue(
                lane,
                starts[stream] + len(mine) + 1,
                step.plan,
                _arguments(step, bases),
                waits,
                tuple(follows),
                name,
                frame,
            )
            if stream:
                lane.value = execution.value
            mine.append(execution)
            submitted_steps.append(execution)
        return submitted_steps

    def _submit_tail(
        self, tail: Execution, head: Execution, steps: list[Execution], nothing: tuple[int, ...]
    ) -> None:
        last: dict[object, Execution] = {head.timeline: head}
        for step in steps:
            last[step.timeline] = step
        lane = tail.timeline
        waits = [e for e in last.values() if e.timeline is not lane]
        tail.checks = tuple(last.values())
        lane._pack(lane.handle, self._nothing, nothing)
        lane._issue(lane.handle, tail.cell, _flat(waits), cells_of(tail.checks))
        lane.inflight.append(tail)


def _issue(
    lane: Lane,
    value: int,
    plan: int,
    arguments: tuple[int, ...],
    waits: Edges | list[Execution],
    checks: Steps,
    what: object,
    frame: FrameType,
) -> Execution:
    """Submits one launch with an order that is known. Under the lock."""
    cell, block = lane.next_cell()
    execution = submitted(lane, value, cell, block, what, frame, None)
    lane._pack(lane.handle, plan, arguments)
    lane._issue(lane.handle, cell, _flat(waits), cells_of(checks))
    execution.checks = checks
    lane.inflight.append(execution)
    return execution


def _flat(waits: Any) -> tuple[int, ...]:
    return tuple([n for wait in waits for n in (wait.timeline.handle, wait.value)])


def _arguments(step: ProgramStep, bases: tuple[int, ...]) -> tuple[int, ...]:
    """A step's argument slots, with addresses."""
    slots = list(step.slots)
    for slot, base in step.bases:
        slots[slot] = (slots[slot] + bases[base]) & 0xFFFFFFFFFFFFFFFF
    return tuple(slots)


def _mend(tail: Execution) -> None:
    """A submission was broken off, by Ctrl-C: what the tracker was told must come true."""
    lane = tail.timeline
    while 0 < lane.queue.can_issue() < tail.value:
        lane.queue.mark(())
    if lane.queue.can_issue() == tail.value:
        CellStatus.from_address(tail.cell).root = lane.queue.timeline.index << 40 | tail.value
        lane.engine.core.cancel(tail.cell, lane.handle)
        lane.queue.mark(())
    if not lane.inflight or lane.inflight[-1] is not tail:
        lane.inflight.append(tail)


class Resubmitted(Execution):
    """A replay by resubmission, as one execution.

    The buffers know the tail, not this, so that it may know buffers as its result.
    """

    __slots__ = ("_behind", "_head")

    def __init__(self, head: Execution, behind: list[Execution]) -> None:
        """As one: the head, the steps behind it, and last the tail."""
        tail = behind[-1]
        self.timeline, self.value, self.cell = tail.timeline, tail.value, tail.cell
        self.checks, self.edges, self.clean = head.checks, head.edges, False
        self.what, self._block, self._trouble = tail.what, tail._block, None
        self._code, self._instruction = tail._code, tail._instruction
        self.outcome: object = None
        self._head, self._behind = head, behind

    def cancelled(self) -> bool:
        """See `Execution`."""
        return self._state() == CANCELLED

    def cancel(self) -> bool:
        """See `Execution`."""
        if not self._head.cancel():
            return False
        super()._cancel()  # so that awaiters need not wait for its turn
        return True

    @property
    def times(self) -> Times:
        """See `Execution`."""
        submitted, started, _ = self._head.times
        return Times(submitted, started, super().times.finished)

    def explain(self) -> str:
        """What it waits for and why, or what became of it."""
        ended_by = self._ended_by()
        is_good = self.timeline.look(ended_by.cell) <= DONE
        return super().explain() if is_good or ended_by is self else ended_by.explain()

    def _ended_by(self) -> Execution:
        """What failed, was cancelled or skipped first; itself if nothing did."""
        look = self.timeline.look
        head = look(self._head.cell)
        if head > DONE:  # whoever cancelled the head has cancelled the tail, whose number this has
            return self if head == CANCELLED else self._head
        broken = (step for step in self._behind if look(step.cell) in (FAILED, CANCELLED))
        return next(broken, self)

    def _state(self) -> int:
        look = self.timeline.look
        state = look(self.cell)
        if state > DONE:
            return look(self._ended_by().cell)
        return RUNNING if state == PENDING and look(self._head.cell) != PENDING else state

    def _error(self, state: int) -> BaseException:
        if state <= RUNNING:
            return super()._error(state)
        ended_by = self._ended_by()
        if ended_by is self:
            error = super()._error(state)
        else:
            error = ended_by._error(self.timeline.look(ended_by.cell))
        self._count_as_told()
        return error

    def _count_as_told(self) -> None:
        """Several steps may have failed: who was told of one was told of the replay."""
        self.timeline.engine.tidy()  # each is noted by its own lane
        for part in (self._head, *self._behind):
            if part._trouble is not None:
                part._trouble[0].count_as_told()
