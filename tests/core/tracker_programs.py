"""Programs for the tracker, and a machine that submits them and judges each answer.

For each step the machine keeps the set of all steps that come before it, as the bits of an
integer, from three things only: the order of its stream, the waits it got, and the points that the
host had seen when it was submitted. It knows no frontiers and no snapshots.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from core.tracker_scripts import PARTS, Access, Back, On, Operation, Reap, Submit, Wait
from core.trackers import PURE, Cells, Tracking, end

from streamrt._core.tracking.hazards import Edge
from streamrt._core.tracking.pool import Block, Pool
from streamrt._core.tracking.ranges import FROZEN, OPEN, Region, Tracked
from streamrt._core.tracking.timeline import Step, Timeline
from streamrt._native.core import DONE

STREAMS, SLOTS = 4, 3  # a handle of an access is a slot, which holds one buffer at a time
SIZE = 8 * PARTS  # bytes of a buffer; an access covers some of its parts


# -- programs -------------------------------------------------------------------------------------


def random_program(random: Random, count: int = 40) -> list[Operation]:
    """Returns a program of so many of the operations that the machine knows.

    `On("put", slot)` is here that the host writes a new buffer, now.
    """
    return [_operation(random) for _ in range(count)]


def _operation(random: Random) -> Operation:
    stream, slot = random.randrange(STREAMS), random.randrange(SLOTS)
    back = Back(random.randrange(STREAMS), random.choice((0, 0, 1, 3)))
    what = random.choice((*["submit"] * 8, "wait", "see", "free", "put", "freeze"))
    if what == "submit":
        return Submit(stream, tuple(_access(random) for _ in range(random.randint(1, 3))))
    if what == "wait":
        return Wait(stream, (back,), asked=False)
    return Reap(back) if what == "see" else On(what, slot)


def _access(random: Random) -> Access:
    low = random.choice((0, 0, 0, 1, 3, 4))
    high = random.choice([high for high in (PARTS, PARTS, 4, 5, 2) if high > low])
    mode = random.choice(("in", "out", "inout"))
    return Access(random.randrange(SLOTS), low, high, mode, random.random() < 0.3)


# -- the oracle -----------------------------------------------------------------------------------


@dataclass
class Life:
    """One life of a block: a buffer, and who wrote each part of it last.

    A part has several writers if some wrote with gaps and nothing orders them: on each stream the
    newest.
    """

    block: Block
    number: int
    tracked: Tracked
    whole: Region
    writers: list[list[int]] = field(default_factory=lambda: [[] for _ in range(PARTS)])


@dataclass(frozen=True)
class Touch:
    """One access of a step to one part of a block; step None is the host."""

    step: int | None
    block: int
    life: int
    part: int
    writes: bool


class Machine:
    """Submits a program to a tracker, and judges each answer."""

    def __init__(self, manual: bool, tracking: Tracking) -> None:
        self.manual = manual
        self.tracking = tracking
        self.timelines = [tracking.timeline(f"s{i}") for i in range(STREAMS)]
        self.timelines[-1].internal = True
        self.pool = Pool()
        self.slots: list[Life | None] = [None] * SLOTS
        self.lives = 0
        self.cells = Cells()
        self.steps: list[Step] = []
        self.clean: set[int] = set()  # the steps that the host has seen succeed
        self.before: list[int] = []  # of each step: the set of steps before it
        self.at: dict[tuple[Timeline, int], int] = {}
        self.seen = 0  # the set of steps the host has seen
        self.touches: list[Touch] = []
        self.problems: list[str] = []

    def run(self, program: list[Operation]) -> list[str]:
        for operation in program:
            match operation:
                case Submit(stream, wanted):
                    self.submit(self.timelines[stream], wanted)
                case Wait(stream, (Back(source, back),)):
                    self.wait(self.timelines[stream], self.timelines[source], back)
                case Reap(Back(stream, back)):
                    self.see(self.timelines[stream], back)
                case On("free", slot):
                    self.free(slot)
                case On("freeze", slot):
                    self.life(slot).tracked.bar = FROZEN
                case On("put", slot):
                    self.put(slot)
                case _:
                    raise ValueError(f"{operation} is not for this machine")
        return self.problems

    # -- what a runtime does --

    def life(self, slot: int, for_host: bool = False) -> Life:
        """The slot's buffer; a new one in a used block if there is one."""
        life = self.slots[slot]
        if life is None:
            block = self.pool.take(SIZE, for_host)
            if block is None:
                block = self.pool.add(self.pool.reserved, SIZE)
            self.lives += 1
            tracked = self.tracking.tracked(SIZE, f"#{self.lives}", block.death)
            whole = self.tracking.region(tracked, 0, SIZE)
            life = Life(block, self.lives, tracked, whole)
            self.slots[slot] = life
        return life

    def free(self, slot: int) -> None:
        life, self.slots[slot] = self.slots[slot], None
        if life is None:
            return
        death = life.tracked.death_frontier()
        if life.tracked.bar & FROZEN:  # its reads left no points: any stream may be reading it
            death = {t: t.value for t in self.timelines if t.value > t.seen} or None
        self.pool.give(life.block, death)

    def put(self, slot: int) -> None:
        self.free(slot)
        life = self.life(slot, for_host=True)
        for touch in self.touches:
            if touch.block == life.block.address and not self.has_seen(touch):
                self.problems.append(f"the host overwrites what {touch} may still use")

    def see(self, timeline: Timeline, back: int) -> None:
        value = timeline.value - back
        if value <= 0:
            return
        index = self.at[timeline, value]
        self.seen |= self.before[index] | 1 << index
        for number, step in enumerate(self.steps):
            if step.timeline is timeline and step.value <= value:
                self.clean.add(number)
                if step.cell:
                    end(step.cell, DONE)
        self.tracking.reap(timeline, value, [step for step in self.steps if step.cell])

    def wait(self, timeline: Timeline, source: Timeline, back: int) -> None:
        value = source.value - back
        if value <= 0:
            return
        step = Step(timeline, timeline.value + 1)
        edges = self.tracking.wait(timeline, [(source, value)])
        reached = self.order(step, edges)
        if not reached >> self.at[source, value] & 1:
            self.problems.append(f"{step} does not come after {source.name}@{value}")
        if edges:
            self.note(step, reached)

    def submit(self, timeline: Timeline, wanted: tuple[Access, ...]) -> None:
        step = self.cells.step(timeline)
        allowed = [a for a in wanted if a.mode == "in" or self.life(a.handle).tracked.bar == OPEN]
        reads = [self.region(a) for a in allowed if a.mode == "in"]
        writes = [(self.region(a), a.mode == "inout") for a in allowed if a.mode != "in"]
        edges, checks = self.tracking.track(step, reads, writes, self.manual)
        self.judge_checks(step, allowed, {check.cell for check in checks})
        reached = self.order(step, edges)
        index = self.note(step, reached)
        touches = list(self.touched(index, allowed))
        self.judge_order(step, reached, touches)
        self.touches += touches
        for access in allowed:
            if access.mode != "in":
                writers = self.life(access.handle).writers
                for part in range(access.low, access.high):
                    writers[part] = [*self.left(writers[part], access, timeline), index]

    def left(self, before: list[int], access: Access, timeline: Timeline) -> list[int]:
        """Returns the writers of bytes in the gaps of a write that does not come after them."""
        if not (self.manual and access.has_gaps):
            return []
        return [writer for writer in before if self.steps[writer].timeline is not timeline]

    def region(self, access: Access) -> Region:
        life = self.life(access.handle)
        if (access.low, access.high, access.has_gaps) == (0, PARTS, False):
            return life.whole
        start, stop = 8 * access.low, 8 * access.high
        return self.tracking.region(life.tracked, start, stop, access.has_gaps)

    def touched(self, index: int, done: list[Access]) -> Iterator[Touch]:
        for access in done:
            life = self.life(access.handle)
            for part in range(access.low, access.high):
                address = life.block.address
                yield Touch(index, address, life.number, part, access.mode != "in")

    # -- judging --

    def order(self, step: Step, edges: tuple[Edge, ...]) -> int:
        """The set of steps before this one; each wait has to add to it."""

        def closure(points: list[tuple[Timeline, int]]) -> int:
            found = self.seen
            for point in points:
                index = self.at[point]
                found |= self.before[index] | 1 << index
            return found

        own = [(step.timeline, step.value - 1)] if step.value > 1 else []
        points = [(edge.timeline, edge.value) for edge in edges]
        for point in points:
            rest = closure(own + [other for other in points if other is not point])
            if rest >> self.at[point] & 1:
                self.problems.append(f"{step} waits for {point} and need not")
        return closure(own + points)

    def note(self, step: Step, reached: int) -> int:
        index = len(self.steps)
        self.steps.append(step)
        self.before.append(reached)
        self.at[step.timeline, step.value] = index
        return index

    def has_seen(self, touch: Touch) -> bool:
        return touch.step is None or bool(self.seen >> touch.step & 1)

    def judge_order(self, step: Step, reached: int, touches: list[Touch]) -> None:
        """Every conflicting access is among the steps before.

        Bytes that this life has not written yet hold nothing: a read of them, beside writes of an
        earlier life, is no conflict. With manual hazards only reuse is ordered, and the internal
        stream with the others: its reads come after the last writers.
        """
        mine = {(t.block, t.part): t for t in sorted(touches, key=lambda t: t.writes)}
        for other in self.touches:
            new = mine.get((other.block, other.part))
            if new is None or other.step is None:
                continue
            same_life = other.life == new.life
            conflict = (new.writes or other.writes) if same_life else new.writes
            if same_life and self.manual:
                both = (step.timeline, self.steps[other.step].timeline)
                life = next(life for life in self.slots if life and life.number == new.life)
                is_last = other.step in life.writers[new.part]
                conflict &= any(t.internal for t in both) and (new.writes or is_last)
            if conflict and not reached >> other.step & 1:
                self.problems.append(f"{step} is not ordered after {self.steps[other.step]}")

    def judge_checks(self, step: Step, done: list[Access], found: set[int]) -> None:
        """Judges the checks: all writers of its inputs not seen to succeed, and no others.

        Bytes in the gaps of a region that it writes are handed on, and so count as read.
        """
        wanted: set[int] = set()
        for access in done:
            if access.mode != "out" or access.has_gaps:
                for writers in self.life(access.handle).writers[access.low : access.high]:
                    wanted |= {self.steps[w].cell for w in writers if w not in self.clean}
        if wanted != found:
            self.problems.append(f"{step} checks cells {found}, not {wanted}")


def problems(
    program: list[Operation], manual: bool = False, tracking: Tracking = PURE
) -> list[str]:
    return Machine(manual, tracking).run(program)
