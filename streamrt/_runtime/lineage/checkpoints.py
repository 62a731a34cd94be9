"""Checkpoints: fetched values of memories, in place of the steps that made them.

A value is fetched without waiting for it, and takes the place of the steps when it has arrived.
Until then the steps stay, because the device may be lost meanwhile.

The oldest step that is kept decides which value is next. If all is fetched and it is still too
much, the log of the oldest memory ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from streamrt._native.core import DONE, RUNNING
from streamrt._runtime.lineage.versions import Gap, Memory, Operand, Put, Step, Version
from streamrt.errors import StreamRTError

if TYPE_CHECKING:
    from streamrt._runtime.lineage.holdings import Holdings

Execution: TypeAlias = Any

PART = 4  # of the memories that could be fetched, one in so many is at a time

BYTES = np.dtype("u1")


class Pending(NamedTuple):
    """A fetch that is on its way."""

    version: Version
    execution: Execution


class Checkpoints:
    """The checkpoints of one log. All methods are called under its lock."""

    def __init__(self, held: Holdings, fetch: Callable[[Memory], Execution | None]) -> None:
        self._held = held
        self._fetch = fetch
        self._pending: list[Pending] = []

    def begin(self, memory: Memory) -> Execution | None:
        """Begins to fetch the newest version of a memory; None if that is not possible."""
        execution = self._fetch(memory)
        if execution is not None:
            self._pending.append(Pending(memory.latest, execution))
        return execution

    def _try(self, memory: Memory) -> bool:
        """Begins a fetch, if nothing is in its way."""
        try:
            return self.begin(memory) is not None
        except StreamRTError:  # no room, say; whoever submits now has asked for no checkpoint
            return False

    def expects(self, version: Version) -> bool:
        """Whether a version, which may be a gap now, is being fetched."""
        return any(each.version is version for each in self._pending)

    def finish(self) -> None:
        """Puts what has arrived in the place of steps."""
        left: list[Pending] = []
        for each in self._pending:
            state = each.execution._state()
            if state <= RUNNING:
                left.append(each)
            elif state == DONE:
                self._install(each.version, each.execution.outcome)
            elif not each.execution.cancelled():
                each.execution.exception()  # the log is told, so nobody else has to be
        self._pending = left

    def _install(self, version: Version, array: Any) -> None:
        memory = version.memory
        array.flags.writeable = False
        operand = Operand(memory, None, 0, BYTES, (memory.nbytes,), (1,))
        self._held.base(version, Put(array), operand)

    def shorten(self, living: Sequence[Memory]) -> None:
        """Begins checkpoints, because the log is at its limit; ends logs if that does not help."""
        if self._pending:
            return
        held, ages = self._held, _ages(self._held.steps(living))
        oldest = sorted(
            (ages[memory.latest.by], number, memory)
            for number, memory in enumerate(living)
            if isinstance(memory.latest.by, Step)
        )
        movable = [memory for _, _, memory in oldest if not _is_base(memory.latest)]
        begun = [memory for memory in movable if memory.nbytes <= held.limit // 2]
        if [memory for memory in begun[: 1 + len(begun) // PART] if self._try(memory)]:
            return
        why = f"the log of the runtime is at its limit, recompute={held.limit}"
        while oldest and held.is_over:
            part, oldest = oldest[: 1 + len(oldest) // PART], oldest[1 + len(oldest) // PART :]
            for _, _, memory in part:
                memory.write(Gap(why))
            held.measure()


def _is_base(version: Version) -> bool:
    return isinstance(version.by, Step) and not version.by.needs


def _ages(steps: Sequence[Step]) -> dict[Any, int]:
    """Returns the number of the oldest step behind each step."""
    ages: dict[Any, int] = {}
    for step in steps:
        behind = [ages[need.by] for need in step.needs if isinstance(need.by, Step)]
        ages[step] = min([step.number, *behind])
    return ages
