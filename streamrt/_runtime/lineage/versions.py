"""Versions of memory, and the steps that made them: a graph of plain data, without submissions.

1. Each write to an allocation makes a new version of all of it. A version knows the step that made
   it, and a step knows the versions that it needs. So what nobody can ask for is dropped by itself.
2. A step that reads what it writes, or writes a part only, needs the version before.
3. Steps are numbered in the order of their submission. If they run again in that order, each in the
   same allocation as then or in one that stands for it, nothing is overwritten that a later step
   needs: the program did the same. So no version is ever copied.
4. A gap stands for a write that cannot be done again. A step that needs one is a gap itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias
from weakref import ref

import numpy as np

from streamrt._compile.kernel import Kernel
from streamrt._core.tracking.ranges import GONE
from streamrt._runtime.tracking import Tracked

# No imports, which would be a circle.
Buffer: TypeAlias = Any
DeviceState: TypeAlias = Any
Execution: TypeAlias = Any

STEP_NBYTES = 512
"""The bytes that a step counts as, besides what it keeps of the host's memory."""


class Put(NamedTuple):
    """The command that writes an array of the host; its operand is the destination."""

    array: np.ndarray[Any, Any]


class Copied(NamedTuple):
    """The command that copies; its operands are the destination and the source."""


class Filled(NamedTuple):
    """The command that fills its only operand with one value."""

    value: object


class Launched(NamedTuple):
    """The command that launches a pure kernel; its operands are the arrays of these names."""

    kernel: Kernel
    names: tuple[str, ...]
    scalars: Mapping[str, object]


class Replayed(NamedTuple):
    """The command that replays a plan of pure nodes; its operands are bound to these names."""

    plan: Any
    names: tuple[str, ...]


Command: TypeAlias = Put | Copied | Filled | Launched | Replayed


class Gap(NamedTuple):
    """A write that cannot be done again.

    Attributes:
        why: the reason, as it follows on "because".
    """

    why: str


class Memory:
    """One allocation.

    Attributes:
        state: its device; None before an operation named the device.
        tracked: its history, which says whether anybody can still use it.
        nbytes: its size in bytes.
        latest: the newest version.
        shared: the reason why the log cannot know its contents; empty if there is none.
        handle: a buffer in it, if that lives; None before there was one.
        stand_in: a buffer on another device that holds the newest version; None without one.
        is_torn: whether steps ran in it again, and did not get to the newest version.
    """

    __slots__ = (
        "handle", "is_torn", "latest", "nbytes", "shared", "stand_in", "state", "tracked",
    )  # fmt: skip

    def __init__(self, tracked: Tracked, state: DeviceState | None = None) -> None:
        self.state: DeviceState | None = state
        self.tracked: Tracked = tracked
        self.nbytes: int = tracked.nbytes
        self.latest: Version = Version(self, None)
        self.shared: str = ""
        self.handle: ref[Buffer] | None = None
        self.stand_in: Buffer | None = None
        self.is_torn: bool = False

    @property
    def is_dead(self) -> bool:
        """Whether nobody can use it any more."""
        handles = self.tracked.handles
        is_gone = bool(self.tracked.bar & GONE)
        return is_gone and (handles is None or not handles.is_any_open())

    def write(self, by: Step | Gap) -> None:
        """Begins a new version."""
        self.latest = Version(self, Gap(self.shared) if self.shared else by)


class Version:
    """The contents of an allocation from one write to the next.

    Attributes:
        memory: the allocation.
        by: the step that wrote it; None if nothing was written yet.
        tries: how often it was made again, and not known to have succeeded.
        remade: the executions of the last try.
    """

    __slots__ = ("by", "memory", "remade", "tries")

    def __init__(self, memory: Memory, by: Step | Gap | None) -> None:
        self.memory: Memory = memory
        self.by: Step | Gap | None = by
        self.tries: int = 0
        self.remade: list[Execution] = []


class Operand(NamedTuple):
    """A part of an allocation, as a step uses it.

    Attributes:
        memory: the allocation.
        reads: the version that it reads, or writes a part of; None if it overwrites all.
        offset: the place of its first element, in bytes.
        dtype: the type of its elements.
        shape: the extents, in elements.
        strides: in bytes.
    """

    memory: Memory
    reads: Version | None
    offset: int
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    strides: tuple[int, ...]


class Step:
    """One submission that was noted.

    Attributes:
        number: its place in the order.
        command: what it does.
        state: the device that it ran on.
        operands: those of the command, in its order.
        execution: how it ended; None once it is known to have succeeded.
        nbytes: the bytes of the host that it counts as.
    """

    __slots__ = ("command", "execution", "nbytes", "number", "operands", "state")

    def __init__(
        self,
        number: int,
        command: Command,
        state: DeviceState,
        operands: tuple[Operand, ...],
        execution: Execution | None = None,
    ) -> None:
        self.number: int = number
        self.command: Command = command
        self.state: DeviceState = state
        self.operands: tuple[Operand, ...] = operands
        self.execution: Execution | None = execution
        self.nbytes: int = STEP_NBYTES
        if isinstance(command, Put):
            self.nbytes += _held(command.array)

    @property
    def needs(self) -> list[Version]:
        """The versions that it reads, or writes parts of."""
        return [one.reads for one in self.operands if one.reads is not None]


def kept_array(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Returns an array that does not change: itself, if it is read-only memory, or a copy.

    A repeated element stays one.
    """
    owner: object = array
    while isinstance(owner, np.ndarray) and not owner.flags.writeable:
        owner = owner.base
    if owner is None or isinstance(owner, bytes):
        return array
    first = array[tuple([slice(None if stride else 1) for stride in array.strides])]
    kept = np.array(first, order="C")
    kept.flags.writeable = False
    return np.broadcast_to(kept, array.shape)


def _held(array: np.ndarray[Any, Any]) -> int:
    """Returns the bytes of an array's memory: a repeated element counts once."""
    extents = zip(array.shape, array.strides, strict=True)
    return array.itemsize * int(np.prod([n for n, stride in extents if stride] or [1]))


IsThere: TypeAlias = Callable[[Version], bool]


def steps_behind(versions: Iterable[Version], is_there: IsThere) -> list[Step]:
    """Returns the steps that make these versions, in their order.

    Args:
        versions: the versions.
        is_there: whether a version need not be made.
    """
    found: set[Step] = set()
    left = list(versions)
    while left:
        version = left.pop()
        step = version.by
        if isinstance(step, Step) and step not in found and not is_there(version):
            found.add(step)
            left += step.needs
    return sorted(found, key=_number)


def spread(steps: Iterable[Step], is_there: IsThere, own: Callable[[Step], str]) -> dict[Step, str]:
    """Returns the steps that a mark spreads to, from the steps that have one of their own.

    A step has the mark of the earliest one that it needs.

    Args:
        steps: steps in their order.
        is_there: whether a version need not be made; then no mark comes from behind it.
        own: the mark of a step itself, or an empty text.
    """
    marked: dict[Step, str] = {}
    for step in steps:
        mark = ""
        for version in step.needs:
            if not (mark or is_there(version)):
                mark = mark_of(version, marked)
        mark = mark or own(step)
        if mark:
            marked[step] = mark
    return marked


def mark_of(version: Version, marked: Mapping[Step, str]) -> str:
    """Returns the mark of a version: that of its step, or why it is a gap."""
    by = version.by
    if isinstance(by, Gap):
        return by.why
    return "" if by is None else marked.get(by, "")


def _number(step: Step) -> tuple[int, bool]:
    # A checkpoint has the number of the step that it stands for, and comes behind that.
    return step.number, isinstance(step.command, Put)
