"""The programs that a device has instantiated, and the helper queues that run them.

A helper queue belongs to one program at a time, from `open` to `close`, and to the device until
the end: its thread goes on for the next program. A finalizer may close a program while another one
is being opened. That needs no lock, because lists are changed in single steps.
"""

from __future__ import annotations

import ctypes
import itertools
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from streamrt._core.program import Program, ProgramLoop
from streamrt._native.core import Core
from streamrt._native.loops import LoadedLoops, pack_loop, plans_of
from streamrt._native.program import PROGRESS, pack, set_progress
from streamrt._native.queue import NativeQueue
from streamrt._native.records import PlanHeader
from streamrt._native.timeline import Timeline

LIMIT = 1 << 20  # has no effect: only the launch's thread submits, and it looks at no limit
NO_INDEX = 0  # no failure has its root on a helper's timeline
PATIENCE = 10.0  # seconds that an idle queue gets to end

_numbers = itertools.count()
_programs = itertools.count(1)


@dataclass(slots=True)
class Replay:
    """A program in native memory.

    Attributes:
        address: the address of its block.
        progress: the queue without a thread whose timeline is stream 0's progress; 0 where that
            stream is the only one and its nodes are not noted.
        helpers: the queues of all other streams.
        plan: the plan that launches it; 0 once it is closed.
        number: its number among the programs of the process.
        loops: the plans of the loops among its steps.
    """

    address: int
    progress: int
    helpers: tuple[NativeQueue, ...]
    plan: int = 0
    number: int = 0
    loops: tuple[int, ...] = ()
    _what: int = 0

    @property
    def queues(self) -> tuple[int, ...]:
        """The queue of each stream, by handle."""
        return (self.progress, *(helper.handle for helper in self.helpers))

    def what(self) -> int:
        """Returns the recorder's name of it; 0 before a launch was recorded."""
        if self.plan:
            self._what = PlanHeader.from_address(self.plan).what
        return self._what


class Replays:
    """The programs of one device and their helpers.

    Attributes:
        opened, closing: called with a program that was opened, or is about to be closed.
        loops: the loops of the device.
    """

    def __init__(self, core: Core) -> None:
        self.opened: Callable[[Replay], object] | None = None
        self.closing: Callable[[Replay], object] | None = None
        self.loops: LoadedLoops = LoadedLoops(core)
        self._core = core
        self._helpers: list[NativeQueue] = []  # all helpers
        self._idle: list[NativeQueue] = []
        self._opened: dict[int, Replay] = {}
        self._is_closed = False

    def open(self, program: Program) -> int:
        """Builds a program; returns the handle of a plan that launches it.

        Raises:
            ArgumentError: the program is not sound, or could hang.
            MemoryError: there is no memory for it.
        """
        words = pack(program, self._core.entries)
        plans = [step.plan for steps in program.streams for step in steps]
        return self.open_packed(words, len(program.streams), program.bases, plans)

    def open_loop(self, loop: ProgramLoop) -> int:
        """Puts a loop into memory; returns the handle of a plan that runs it.

        Raises:
            ArgumentError: the loop is not sound.
            MemoryError: there is no memory for it.
        """
        packed = pack_loop(loop, lambda program: pack(program, self._core.entries))
        return self.loops.open(packed, plans_of((*loop.body, *loop.other)))

    def open_packed(
        self, words: array[int], streams: int, bases: int, plans: Iterable[int] = ()
    ) -> int:
        """Does the same with the words of a program, of that many streams and bases.

        Args:
            words: the words.
            streams: its streams.
            bases: its bases.
            plans: the plans of its steps.
        """
        core = self._core
        loops = self.loops.among(plans)
        helpers: list[NativeQueue] = []
        progress = address = 0
        try:
            while len(helpers) < streams - 1:
                helpers.append(self._take())
            if helpers:
                progress = core.new_queue(NO_INDEX)
                set_progress(words, [progress, *(helper.handle for helper in helpers)])
            address = core.copied(words, "instantiate a program")
            codes = (ord("P"),) * bases
            entry = core.entries["srt_replay_loops" if loops else "srt_replay"]
            plan = core.new_plan(entry, 1, 1, codes, (address,))
            self.loops.join(loops, address)
            number = next(_programs)
            own = tuple(helpers), plan, number, tuple(loops)
            replay = self._opened[plan] = Replay(address, progress, *own)
        except BaseException:
            self._drop(Replay(address, progress, tuple(helpers)))
            raise
        if self.opened is not None:
            self.opened(replay)
        return plan

    def address_of(self, plan: int) -> int:
        """Returns the address of the program that a plan launches."""
        return self._opened[plan].address

    def turns(self, plan: int) -> list[tuple[int, int]]:
        """Returns the loops of a program that run now, by plan, each with its turn."""
        replay = self._opened.get(plan)
        return [] if replay is None else self.loops.turns(replay.loops)

    def all(self) -> list[Replay]:
        """Returns the programs that are open."""
        return list(self._opened.values())

    def give_progress(self, replay: Replay) -> None:
        """Gives a program with one stream a queue, on which its nodes can be noted."""
        if not replay.progress:
            replay.progress = self._core.new_queue(NO_INDEX)
            place = replay.address + 8 * PROGRESS
            ctypes.c_uint64.from_address(place).value = replay.progress

    def close(self, plan: int) -> None:
        """Frees the program that a plan launches, if it launches one."""
        self.loops.close(plan)
        replay = self._opened.pop(plan, None)
        if replay is not None:
            replay.what()
            replay.plan = 0
            if self.closing is not None:
                self.closing(replay)
            self._drop(replay)

    def end(self) -> None:
        """Ends all helpers, also those of open programs, of which none runs any more."""
        self._is_closed = True
        for helper in self._helpers:
            _end(helper)

    def _take(self) -> NativeQueue:
        """Returns a helper that runs; if its thread cannot start, the next call takes the same."""
        try:
            helper = self._idle.pop()
        except IndexError:
            name = f"streamrt-replay-{next(_numbers)}"
            helper = NativeQueue(self._core, name, Timeline(NO_INDEX, LIMIT, self._core))
            self._helpers.append(helper)
        try:
            helper.open_for_work()
        except BaseException:
            self._idle.append(helper)
            raise
        return helper

    def _drop(self, replay: Replay) -> None:
        if not self._is_closed:
            self._idle.extend(replay.helpers)
        for memory in (replay.progress, replay.address):
            if memory:
                self._core.release(memory)


def _end(helper: NativeQueue) -> None:
    """Ends and frees an idle queue; a busy one keeps its memory. May be called again."""
    if helper.close(PATIENCE):
        helper.free()
