"""Programs as the memory that replay.h runs: steps, waits and bases packed into one block.

The structures mirror replay.h; a test compares every offset with the C. A pointer into the block
is a distance from its start, in words of 8 bytes, so that the block is built before it has an
address.

A program that could hang is refused: its streams are simulated once, by their waits alone. Waits
that never hold a stream are left out: a wait for the own stream, and a second wait for the same.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Mapping, Sequence

from streamrt._core.program import Program, ProgramStep
from streamrt._native.records import MOST_SLOTS, PlanHeader
from streamrt.errors import ArgumentError

MOST_BASES = MOST_SLOTS - 1
MOST_NODES = 2**31
WORD = 2**64

Waits = Sequence[tuple[int, int]]


class StepHead(ctypes.Structure):
    """The structure `step`, up to its arguments."""

    _fields_ = (
        ("entry", ctypes.c_uint64),
        ("split", ctypes.c_uint64),
        ("extent", ctypes.c_int64),
        ("reaches", ctypes.c_uint64),
        ("size", ctypes.c_uint32),
        ("node", ctypes.c_uint32),
        ("slots", ctypes.c_uint32),
        ("waits", ctypes.c_uint32),
    )


class ProgramStream(ctypes.Structure):
    """The structure `program_stream`: one for each stream, behind the head."""

    _fields_ = (
        ("progress", ctypes.c_uint64),
        ("since", ctypes.c_uint64),
        ("end", ctypes.c_uint64),
        ("first", ctypes.c_uint64),
        ("last", ctypes.c_uint64),
    )


class ProgramBase(ctypes.Structure):
    """The structure `program_base`: one for each base."""

    _fields_ = (
        ("address", ctypes.c_uint64),
        ("first", ctypes.c_uint64),
        ("last", ctypes.c_uint64),
    )


class ProgramHead(ctypes.Structure):
    """The structure `program`, up to the table of its streams."""

    _fields_ = (
        ("failure", ctypes.c_uint64),
        ("asked", ctypes.c_uint64),
        ("deadline", ctypes.c_int64),
        ("streams", ctypes.c_uint64),
        ("bases", ctypes.c_uint64),
        ("first_base", ctypes.c_uint64),
    )


class StepWait(ctypes.Structure):
    """The structure `step_wait`, behind a step's slots."""

    _fields_ = (("stream", ctypes.c_uint64), ("count", ctypes.c_uint64))


def _words(structure: type[ctypes.Structure]) -> int:
    return ctypes.sizeof(structure) // 8


STEP_WORDS = _words(StepHead)
PROGRESS = _words(ProgramHead)  # where the first stream's progress queue stands
STREAM_WORDS = _words(ProgramStream)


# -- waits ----------------------------------------------------------------------------------------


class Order:
    """The waits of a program that matter, and the steps that they wait for.

    Attributes:
        waits: for each stream, the waits by the index of the step that has them.
        awaited: for each stream, the counts of steps that another stream waits for.
    """

    def __init__(self, streams: Sequence[Sequence[ProgramStep]]) -> None:
        """Collects the waits.

        Raises:
            ArgumentError: if a wait is for a step that does not exist, or would never end.
        """
        self.waits: list[dict[int, Waits]] = [{} for _ in streams]
        self.awaited: list[set[int]] = [set() for _ in streams]
        self._lengths = [len(steps) for steps in streams]
        for number, steps in enumerate(streams):
            passed = [0] * len(streams)
            for index, step in enumerate(steps):
                if step.waits:
                    self._add(number, index, step.waits, passed)
        if any(self.waits):
            self._run()

    def _add(self, number: int, index: int, waits: Waits, passed: list[int]) -> None:
        kept: list[tuple[int, int]] = []
        for target, count in waits:
            if not 0 <= target < len(passed) or not 0 <= count <= self._lengths[target]:
                raise ArgumentError(
                    f"instantiate a program: step {index} of stream {number} waits for {count} "
                    f"steps of stream {target}; the streams have "
                    f"{', '.join(map(str, self._lengths))} steps"
                )
            if target == number and count <= index:
                continue
            if count > passed[target]:
                passed[target] = count
                kept.append((target, count))
                self.awaited[target].add(count)
        if kept:
            self.waits[number][index] = kept

    def _run(self) -> None:
        """Simulates all streams; each goes on when a stream that it waits for has moved."""
        done = [0] * len(self.waits)
        held: list[list[int]] = [[] for _ in self.waits]
        ready = list(range(len(self.waits)))
        while ready:
            number = ready.pop()
            before = done[number]
            done[number], target = self._advance(number, done)
            if target is not None:
                held[target].append(number)
            if done[number] > before:
                ready += held[number]
                held[number] = []
        for number, reached in enumerate(done):
            if reached < self._lengths[number]:
                target, count = next(
                    wait for wait in self.waits[number][reached] if done[wait[0]] < wait[1]
                )
                raise ArgumentError(
                    f"instantiate a program: step {reached} of stream {number} waits for {count} "
                    f"steps of stream {target}, which wait for it; waits must not form a cycle"
                )

    def _advance(self, number: int, done: Sequence[int]) -> tuple[int, int | None]:
        """Returns how far a stream comes, and the stream that it then waits for."""
        waits = self.waits[number]
        for index in range(done[number], self._lengths[number]):
            for target, count in waits.get(index, ()):
                if done[target] < count:
                    return index, target
        return self._lengths[number], None


# -- packing --------------------------------------------------------------------------------------


class Packer:
    """Packs a program into words."""

    def __init__(self, program: Program, replay: int) -> None:
        """Takes a program.

        Args:
            program: the program to be packed.
            replay: the address of `srt_replay`, which no step may have as its entry.
        """
        self._program = program
        self._replay = replay
        self._plans: dict[int, tuple[tuple[int, int, int], int, int]] = {}
        self._patches: list[list[int]] = [[] for _ in range(program.bases)]
        self._words: list[int] = []

    def pack(self) -> list[int]:
        """Returns the words of the block, without the progress queues.

        Raises:
            ArgumentError: if the program is not sound.
        """
        streams = self._program.streams
        order = Order(streams)
        table, first_base = PROGRESS, PROGRESS + STREAM_WORDS * len(streams)
        first = first_base + _words(ProgramBase) * len(self._patches)
        self._words = [0] * (-(-first // 8) * 8)
        for number, steps in enumerate(streams):
            start = len(self._words)
            for index, step in enumerate(steps):
                reached = index + 1 if index + 1 in order.awaited[number] else 0
                self._step(step, reached, order.waits[number].get(index, ()))
            self._put(table, (0, 0, len(steps) + 1, start, len(self._words)))
            table += STREAM_WORDS
        self._put(0, (0, 0, 0, len(streams), len(self._patches), first_base))
        for number, patches in enumerate(self._patches):
            start = len(self._words)
            self._words += patches
            self._put(first_base + 3 * number, (0, start, len(self._words)))
        return self._words

    def _put(self, at: int, words: Sequence[int]) -> None:
        self._words[at : at + len(words)] = words

    def _step(self, step: ProgramStep, reached: int, waits: Waits) -> None:
        words, slots = self._words, step.slots
        head, layout, parameters = self._plans.get(step.plan) or self._plan(step.plan)
        if len(slots) != parameters:
            raise ArgumentError(
                f"instantiate a program: node {step.node} has {len(slots)} argument slots; its "
                f"plan takes {parameters}"
            )
        if not 0 <= step.node < MOST_NODES:
            raise ArgumentError(
                f"instantiate a program: a node has number {step.node}; it may be 0 to "
                f"{MOST_NODES - 1}"
            )
        at = len(words) + STEP_WORDS + 1
        size = STEP_WORDS + 1 + parameters + 2 * len(waits)
        words += head
        words += (reached, step.node << 32 | size, len(waits) << 32 | parameters + 1, layout)
        words += slots
        for wait in waits:
            words += wait
        for slot, base in step.bases:
            if not 0 <= slot < parameters or not 0 <= base < len(self._patches):
                raise ArgumentError(
                    f"instantiate a program: node {step.node} has base {base} in slot {slot}; "
                    f"there are {len(self._patches)} bases and {parameters} slots"
                )
            self._patches[base].append(at + slot)

    def _plan(self, handle: int) -> tuple[tuple[int, int, int], int, int]:
        """Returns the first words of a step with that plan, its layout's address, and its slots."""
        plan = PlanHeader.from_address(handle)
        if plan.entry == self._replay:
            raise ArgumentError(
                "instantiate a program: a step is a program itself; a step is one kernel's launch"
            )
        split = handle if plan.extent > plan.grain else 0
        head = plan.entry, split, plan.extent % WORD
        self._plans[handle] = head, handle + ctypes.sizeof(PlanHeader), plan.slots
        return self._plans[handle]


def check_size(program: Program) -> None:
    """Refuses a program without streams, or with more bases than one launch can pass.

    Raises:
        ArgumentError: if it is one of these.
    """
    if not program.streams:
        raise ArgumentError("instantiate a program: it has no stream; it needs at least one")
    if not 0 <= program.bases <= MOST_BASES:
        raise ArgumentError(
            f"instantiate a program: it has {program.bases} bases; at most {MOST_BASES} addresses "
            "can be passed to one launch"
        )


class NumberedPacker(Packer):
    """Packs a program for another process: plans go by numbers, which `bind_program` replaces."""

    def __init__(self, program: Program, numbers: Mapping[int, int]) -> None:
        """Takes a program, and the numbers of its steps' plans there."""
        super().__init__(program, 0)
        self._numbers = numbers

    def _plan(self, handle: int) -> tuple[tuple[int, int, int], int, int]:
        plan = PlanHeader.from_address(handle)
        is_split = int(plan.extent > plan.grain)
        head = self._numbers[handle], is_split, plan.extent % WORD
        self._plans[handle] = head, 0, plan.slots
        return self._plans[handle]


def pack(
    program: Program, entries: Mapping[str, int], numbers: Mapping[int, int] | None = None
) -> array[int]:
    """Returns the words of a program's block, without its progress queues.

    Args:
        program: the program; its plans are loaded.
        entries: the core's entries.
        numbers: the numbers of the plans, for another process; None for this one.

    Raises:
        ArgumentError: if the program is not sound, or could hang.
    """
    check_size(program)
    try:
        if numbers is not None:
            return array("Q", NumberedPacker(program, numbers).pack())
        return array("Q", Packer(program, entries["srt_replay"]).pack())
    except (OverflowError, TypeError) as error:
        raise ArgumentError(
            f"instantiate a program: a slot is not the 64-bit word of an argument ({error})"
        ) from error


def set_progress(words: array[int], queues: Sequence[int]) -> None:
    """Writes for each stream the queue whose timeline is the stream's progress."""
    for number, queue in enumerate(queues):
        words[PROGRESS + STREAM_WORDS * number] = queue
