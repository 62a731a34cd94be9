"""Redoing: the submission of noted steps, with other memory for their operands.

Each command of a step is interpreted here, as the operation that it was noted for. The order is
that of the program, and each allocation has one that stands for it until its last step.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, cast

import numpy as np

from streamrt._core.tracking.ranges import FROZEN
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt._runtime.devices.device_state import DeviceState
from streamrt._runtime.graphs.graph_exec import GraphExec
from streamrt._runtime.lineage.versions import (
    Command,
    Copied,
    Filled,
    Launched,
    Memory,
    Operand,
    Put,
    Replayed,
    Step,
    Version,
)
from streamrt._runtime.memory.moving import copy_between
from streamrt._runtime.operations import KernelLaunch
from streamrt._runtime.transfers import Fill, submit_write

BYTES = np.dtype("u1")


@dataclass(slots=True)
class Places:
    """The devices on which steps run, in place of those on which they ran.

    Attributes:
        devices: the device for each that the steps name.
        replays: what replays plans there, by the plan's id and the device.
    """

    devices: dict[DeviceState, Device]
    replays: dict[tuple[int, Device], GraphExec] = field(default_factory=dict[Any, Any])

    def new(self, memory: Memory) -> Buffer:
        """Makes memory that stands for another, on the device that stands for its own."""
        return bytes_on(self.devices[cast("DeviceState", memory.state)], memory.nbytes)

    def close(self) -> None:
        """Lets go of what replays plans."""
        for replays in self.replays.values():
            replays.close()


class Sources:
    """The buffers that hold versions; each is kept, so that what was found stays true."""

    def __init__(
        self, find: Callable[[Version, set[Memory]], Buffer | None], lost: set[Memory]
    ) -> None:
        """Knows none yet.

        Args:
            find: finds the buffer that holds a version, if one does.
            lost: the memories that hold nothing.
        """
        self._find = find
        self._lost = lost
        self._found: dict[Version, Buffer | None] = {}

    def of(self, version: Version) -> Buffer | None:
        """Returns the buffer that holds a version; None if it has to be made."""
        if version not in self._found:
            self._found[version] = self._find(version, self._lost)
        return self._found[version]

    def has(self, version: Version) -> bool:
        """Whether a version need not be made."""
        return self.of(version) is not None


def redo(
    order: Sequence[Step],
    homes: Mapping[Memory, Buffer],
    sources: Sources,
    places: Places,
) -> None:
    """Submits steps again, in their order.

    Args:
        order: the steps.
        homes: the buffers that stand for the memories that are made.
        sources: what holds a version already.
        places: where the steps run.
    """
    stands: dict[Memory, Buffer] = dict(homes)
    last = {operand.memory: step for step in order for operand in step.operands}
    for step in order:
        device = places.devices[step.state]
        given: list[Buffer] = []
        for operand in step.operands:
            memory, version = operand.memory, operand.reads
            whole = None if version is None else sources.of(version)
            if whole is None:
                if memory not in stands:
                    stands[memory] = places.new(memory)
                whole = stands[memory]
                if version is not None and version.by is None:  # nothing was written yet
                    do(Filled(0), whole.device, [whole], places)
            elif whole._state is not device._state and not isinstance(step.command, Copied):
                whole = copied(whole, device)
            given.append(part_of(whole, operand))
        do(step.command, device, given, places)
        for memory in {operand.memory for operand in step.operands}:
            if last[memory] is step:
                stands.pop(memory, None)


def do(command: Command, device: Device, given: Sequence[Buffer], places: Places) -> None:
    """Submits a command with these operands."""
    state, frame = device._state, sys._getframe()
    lane = state.internal_lane("again")
    match command:
        case Put(array):
            submit_write(given[0], array, frame)
        case Copied():
            copy_between(given[0], given[1], frame)
        case Filled(value):
            Fill(lane, state, frame, given[0], value).run()
        case Launched(kernel, names, scalars):
            named = dict(zip(names, given, strict=True)) | dict(scalars)
            KernelLaunch(lane, state, frame, kernel, (), named).run()
        case Replayed(plan, names):
            key = (id(plan), device)
            if key not in places.replays:
                places.replays[key] = replace(plan, target=device).instantiate()
            places.replays[key].replay(**dict(zip(names, given, strict=True)))


def bytes_on(device: Device, nbytes: int) -> Buffer:
    """Makes a buffer of bytes, which are not cleared."""
    state = device._state
    allocation = state.memory.allocate(nbytes, False)
    return Buffer(device, allocation, state.intern(BYTES, (nbytes,)), allocation.address)


def copied(buffer: Buffer, device: Device) -> Buffer:
    """Returns a copy of a buffer of bytes on another device."""
    copy = bytes_on(device, buffer.nbytes)
    copy_between(copy, buffer, sys._getframe())
    return copy


def whole_of(memory: Memory) -> Buffer | None:
    """Returns all bytes of a memory as a buffer; None if no buffer in it is known."""
    known = None if memory.handle is None else memory.handle()
    allocation = None if known is None else known._allocation
    if known is None or allocation is None:
        return None
    layout = known._state.intern(BYTES, (memory.nbytes,))
    return Buffer(known._device, allocation, layout, allocation.address)


def part_of(whole: Buffer, operand: Operand) -> Buffer:
    """Returns an operand, in the memory of that buffer."""
    assert whole._allocation is not None
    layout = whole._state.intern(operand.dtype, operand.shape, operand.strides)
    address = whole._allocation.address + operand.offset
    return Buffer(whole._device, whole._allocation, layout, address)


@contextmanager
def thawed(buffers: Iterable[Buffer]) -> Generator[None]:
    """Lets frozen memory be written meanwhile."""
    frozen = [buffer._region.tracked for buffer in buffers]
    frozen = [tracked for tracked in frozen if tracked.bar & FROZEN]
    for tracked in frozen:
        tracked.bar &= ~FROZEN
    try:
        yield
    finally:
        for tracked in frozen:
            tracked.bar |= FROZEN
