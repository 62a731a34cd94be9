"""The holdings of a log: the known memories and the steps behind them, within its limits.

Nobody says when a memory dies, because finalizers must not do anything. So what is dead is found
when the log is at a limit, and dropped. If that is not enough, values are fetched in place of the
steps that made them; see checkpoints.py. Until these have arrived, the log may be larger.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias
from weakref import ref

from streamrt._native.core import DONE
from streamrt._runtime.lineage.checkpoints import Checkpoints
from streamrt._runtime.lineage.versions import (
    STEP_NBYTES,
    Command,
    Gap,
    Memory,
    Operand,
    Step,
    Version,
    steps_behind,
)

# No imports, which would be a circle.
Engine: TypeAlias = Any
Execution: TypeAlias = Any
TypedMemory: TypeAlias = Any

MOST_STEPS = 10_000
"""The most steps and memories that a log keeps; it would take long to run more steps again."""

HOSTS = "its memory belongs to an array of the host"

_NEVER = 1 << 62


class Holdings:
    """The memories that a log knows. All methods are called under its lock.

    Attributes:
        limit: the most bytes of the host that the log keeps.
        most_steps: the most steps and memories that it keeps.
        spent: the bytes of the host that it keeps, or fewer by what has died since.
        count: the steps and memories that it keeps, likewise.
        checkpoints: the fetches that will take the place of steps.
    """

    def __init__(
        self, engine: Engine, limit: int, fetch: Callable[[Memory], Execution | None]
    ) -> None:
        """Knows nothing yet.

        Args:
            engine: the runtime's.
            limit: the most bytes of the host.
            fetch: submits a fetch of all bytes of a memory; returns None if that is not possible.
        """
        self.limit: int = limit
        self.most_steps: int = MOST_STEPS
        self.spent: int = 0
        self.count: int = 0
        self.checkpoints: Checkpoints = Checkpoints(self, fetch)
        self._engine = engine
        self._memories: dict[int, Memory] = {}  # by number
        self._numbers = itertools.count(1)
        self._next = (0, 0)  # the bytes and the count at which it looks what is dead

    def next_number(self) -> int:
        """Returns the number of the next step."""
        return next(self._numbers)

    # -- memories ---------------------------------------------------------------------------------

    def find(self, number: int) -> Memory | None:
        """Returns the memory of that number, if it is known."""
        return self._memories.get(number)

    def of(self, buffer: TypedMemory) -> Memory:
        """Returns the memory of a buffer, which is known from now on."""
        tracked, allocation = buffer._region.tracked, buffer._allocation
        memory = self._memories.get(tracked.memory)
        if memory is None:
            memory = self._memories[tracked.memory] = Memory(tracked, buffer._state)
            self.spend(STEP_NBYTES)
        memory.state, memory.tracked = buffer._state, tracked  # the newest handle of the memory
        if allocation is not None and allocation.memory is None:
            memory.shared = HOSTS
            memory.write(Gap(HOSTS))
        else:
            memory.handle = ref(buffer)
        return memory

    def operand(self, buffer: TypedMemory, reads: bool, writes: bool) -> Operand:
        """Returns a buffer as an operand of the next step."""
        memory, layout, allocation = self.of(buffer), buffer._layout, buffer._allocation
        # Without an allocation it was deleted meanwhile, and the submission will be refused.
        offset = 0 if allocation is None else buffer._address - allocation.address
        is_all = writes and layout.contiguous and layout.nbytes == memory.nbytes
        before = None if is_all and not reads else memory.latest
        return Operand(memory, before, offset, layout.dtype, layout.shape, layout.strides)

    def end(self, written: Iterable[Any], why: str) -> None:
        """Notes a write to memories, given by their histories, that cannot be done again."""
        for tracked in written:
            memory = self._memories.get(tracked.memory)
            if memory is None:
                memory = self._memories[tracked.memory] = Memory(tracked)
                self.spend(STEP_NBYTES)
            memory.write(Gap(why))

    def living(self) -> list[Memory]:
        """Returns the memories that somebody can still use; forgets the others."""
        with self._engine.lock:
            self._engine.reclaimer.reap()
        for number, memory in list(self._memories.items()):
            if memory.is_dead:
                del self._memories[number]
                memory.write(Gap("it was dropped"))  # so that it keeps no steps
                memory.stand_in = None
        return list(self._memories.values())

    @staticmethod
    def steps(living: Iterable[Memory]) -> list[Step]:
        """Returns all steps that made what these memories hold."""
        return steps_behind([memory.latest for memory in living], lambda version: False)

    def base(self, version: Version, command: Command, operand: Operand) -> None:
        """Puts a command that needs nothing in the place of the steps behind a version."""
        state, by = version.memory.state, version.by
        if state is not None:
            number = by.number if isinstance(by, Step) else self.next_number()
            version.by = Step(number, command, state, (operand,))

    # -- limits -----------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether it keeps more than it may."""
        return self.spent > self.limit or self.count > self.most_steps

    def spend(self, nbytes: int) -> None:
        """Counts a step or a memory, and looks what can be dropped if that is due.

        The next look is after a part of the limit, so what it costs is a part of each note.
        """
        self.spent += nbytes
        self.count += 1
        if not self.is_over or (self.spent < self._next[0] and self.count < self._next[1]):
            return
        self._next = (_NEVER, _NEVER)  # not again in here
        try:
            living = self.measure()
            if self.is_over:
                self.checkpoints.shorten(living)
        finally:
            self._next = self.spent + self.limit // 8, self.count + self.most_steps // 8

    def measure(self) -> list[Memory]:
        """Drops what is dead, and counts the rest; returns the memories that live."""
        self.checkpoints.finish()
        living = self.living()
        steps = self.steps(living)
        for step in steps:
            if step.execution is not None and step.execution._state() == DONE:
                step.execution = None
        self.count = len(steps) + len(living)
        self.spent = sum(step.nbytes for step in steps) + STEP_NBYTES * len(living)
        return living
