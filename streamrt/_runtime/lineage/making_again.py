"""Making again: the steps of a log as they run once more, where a device works.

1. A buffer is made again when it is read: by the host, or by a launch on its own device, once that
   works again. Others that are lost, and follow from the same steps, are made with it.
2. Where its own device works again, the steps run there, and in the memory itself, so all buffers
   in it hold their elements again. Else they run on another device of the same kind, and the
   memory gets a stand-in, which the host reads. That counts until its own device works again.
3. The steps run in the order in which they were submitted, and each allocation of then has one that
   stands for it. That is given back after its last step, unless it is what was asked for.
4. What had failed because a device was lost counts as if it had succeeded. What failed for another
   reason, or was cancelled, is a gap, and so is what was made again MOST_TRIES times and is lost
   once more: maybe it is what crashes the device.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, cast

from streamrt._core.tracking.ranges import GONE
from streamrt._core.values import told
from streamrt._native.core import CANCELLED, DONE, EXPIRED, FAILED, SKIPPED
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt._runtime.devices.device_list import DeviceList
from streamrt._runtime.devices.device_state import DeviceState
from streamrt._runtime.lineage.log import Log
from streamrt._runtime.lineage.redoing import (
    Places,
    Sources,
    do,
    part_of,
    redo,
    thawed,
    whole_of,
)
from streamrt._runtime.lineage.versions import (
    Filled,
    Gap,
    Memory,
    Operand,
    Step,
    Version,
    mark_of,
    spread,
    steps_behind,
)
from streamrt._runtime.memory.moving import copy_between
from streamrt._runtime.submission import Submission
from streamrt._runtime.tracking import Region, Tracked
from streamrt._runtime.transfers import Fetch
from streamrt.errors import BackendNotFoundError, DependencyError, DeviceLostError

MOST_TRIES = 2


class MakingAgain:
    """The part of a runtime that makes buffers again; see `Maker`. Under the lock of the log."""

    def __init__(self, devices: DeviceList, log: Log) -> None:
        self._log = log
        self._devices = devices
        self._engine = devices.engine

    # -- what is lost -----------------------------------------------------------------------------

    def is_lost(self, memory: Memory) -> bool:
        """See `Maker`."""
        if memory.state is None:
            return False
        if memory.is_torn or not self._works(memory.state):
            return True
        return any(map(_is_loss, self._writers(memory.tracked)))

    def _writers(self, tracked: Tracked) -> list[Submission]:
        """Returns the writers of a memory that are not known to have succeeded."""
        with self._engine.lock:  # so that nobody gives the memory to others meanwhile
            if tracked.bar & GONE:
                return []
            found = Region(tracked, tracked.start, tracked.stop).writers()
        return [step for step in found if isinstance(step, Submission)]

    def readable(self, memory: Memory, buffer: Buffer) -> Buffer:
        """See `Maker`."""
        why = self.heal(memory)
        if why:
            raise self.error(memory, f"read {told(buffer)}", why)
        held = memory.stand_in
        if held is None:
            return buffer
        layout, offset = buffer._layout, buffer._address - cast("Any", buffer._allocation).address
        operand = Operand(memory, None, offset, layout.dtype, layout.shape, layout.strides)
        return part_of(held, operand)

    def error(self, memory: Memory, what: str, why: str) -> DeviceLostError:
        """See `Maker`."""
        assert memory.state is not None
        loss = memory.state.backend.loss
        if loss is None or loss.reason is None:
            found = "a device was lost, and its contents with it"
        else:
            found = f"{loss.name} is lost: {loss.reason}"
        remedy = f"it cannot be made again, because {why}"
        error = DeviceLostError(f"{what}: {found}; {remedy}")
        if loss is not None:
            error._cause = (loss.name, loss.reason or "", loss.epoch)
        return error

    def fetched(self, memory: Memory) -> Any:
        """See `Maker`."""
        whole = None if self.is_lost(memory) else whole_of(memory)
        if whole is None:
            return None
        with self._log.redoing(()):
            return Fetch(whole, sys._getframe()).run()

    # -- what to do -------------------------------------------------------------------------------

    def heal(self, memory: Memory) -> str:
        """See `Maker`."""
        target = memory
        works = self._works(target.state)
        if not works and self._is_held(target):
            return ""
        if works and whole_of(target) is None:
            return "the log knows no buffer in it"
        self._log.settle()
        lost = {each for each in self._log.held.living() if each is target or self._can_heal(each)}
        sources = Sources(self._source, lost)
        is_there = sources.has
        steps = steps_behind([each.latest for each in lost], is_there)
        gaps = spread(steps, is_there, self._why_not)
        why = self._why(target, sources, gaps)
        if why:
            return why
        wanted = {*steps_behind([target.latest], is_there)}
        shared = spread(steps, is_there, lambda step: "shared" if step in wanted else "")
        chosen = [target]
        for each in lost - {target}:
            if mark_of(each.latest, shared) and not self._why(each, sources, gaps):
                chosen.append(each)
        order = steps_behind([each.latest for each in chosen], is_there)
        places = Places({})
        for state in self._states(chosen, order, sources):
            place = self._place(state)
            if place is None:
                return f"no other device of its kind works in place of {state.name}"
            places.devices[state] = place
        self._run(chosen, order, sources, places)
        return ""

    def _why(self, memory: Memory, sources: Sources, gaps: Mapping[Step, str]) -> str:
        """Returns why a memory cannot be made again; an empty text if it can."""
        version = memory.latest
        if isinstance(version.by, Gap):
            return version.by.why
        if sources.has(version):
            return ""
        if all(step._state() == DONE for step in version.remade):
            version.tries, version.remade = 0, []
        if version.tries >= MOST_TRIES:
            return "it was made again before, and was lost again"
        return mark_of(version, gaps)

    def _states(
        self, chosen: Sequence[Memory], order: Sequence[Step], sources: Sources
    ) -> set[DeviceState]:
        """Returns the devices in place of which others may be needed."""
        found = {memory.state for memory in chosen} | {step.state for step in order}
        for step in order:
            for one in step.operands:
                if one.reads is None or not sources.has(one.reads):
                    found.add(one.memory.state)
        return {state for state in found if state is not None}

    def _can_heal(self, memory: Memory) -> bool:
        return whole_of(memory) is not None and self.is_lost(memory)

    @staticmethod
    def _works(state: DeviceState | None) -> bool:
        loss = None if state is None else state.backend.loss
        return loss is None or loss.reason is None

    def _is_held(self, memory: Memory) -> bool:
        """Whether another device holds its newest version."""
        return memory.stand_in is not None and self._works(memory.stand_in._state)

    def _source(self, version: Version, lost: set[Memory]) -> Buffer | None:
        """Returns a buffer that holds a version; None if that has to be made."""
        memory = version.memory
        if version is not memory.latest:
            return None
        if self._is_held(memory):
            return cast("Buffer", memory.stand_in)
        return None if memory in lost or self.is_lost(memory) else whole_of(memory)

    def _why_not(self, step: Step) -> str:
        """Returns why a step cannot run again; an empty text if it can."""
        execution = step.execution
        if execution is None:
            return ""
        state = execution._state()
        if state <= DONE or _is_loss(execution):
            return ""
        how = {CANCELLED: "was cancelled", EXPIRED: "expired"}.get(state, "failed")
        return f"{execution._describe()}, on which it depends, {how}"

    def _place(self, state: DeviceState) -> Device | None:
        """Returns the device of a step, or the first other one of its kind that works."""
        names = [state.name, *(n for n in self._devices.names if n.startswith(f"{state.kind}:"))]
        for name in names:
            try:
                device = self._devices.device(name)
            except BackendNotFoundError:
                continue
            if self._works(device._state):
                return device
        return None

    # -- doing it ---------------------------------------------------------------------------------

    def _run(
        self, chosen: Sequence[Memory], order: Sequence[Step], sources: Sources, places: Places
    ) -> None:
        """Runs steps again; then these memories hold their newest versions."""
        homes: dict[Memory, Buffer] = {}
        for memory in chosen:
            own = whole_of(memory) if self._works(memory.state) else None
            homes[memory] = places.new(memory) if own is None else own
        held = {memory: sources.of(memory.latest) for memory in chosen}
        remade = {memory: home for memory, home in homes.items() if held[memory] is None}
        with self._log.redoing(chosen), thawed(homes.values()):
            for memory, home in homes.items():
                memory.is_torn = memory.is_torn or home._state is memory.state
            for memory, home in remade.items():
                if memory.latest.by is None:  # nobody wrote it, and nobody may be told that
                    do(Filled(0), home.device, [home], places)
            redo(order, remade, sources, places)
            for memory, home in homes.items():
                found = held[memory]
                if found is not None:
                    copy_between(home, found, sys._getframe())
        for memory, home in homes.items():  # none is left torn
            memory.latest.tries += 1
            memory.latest.remade = self._writers(home._region.tracked)
            memory.is_torn = False
            memory.stand_in = None if home._state is memory.state else home
        self._log.excused += [one.execution for one in order if one.execution is not None]
        for device in places.devices.values():  # readers are told if this fails, and nobody else
            self._log.excused += device._state.internal_lane("again").inflight
        places.close()


def keep_log(devices: DeviceList, limit: int) -> None:
    """Has a runtime keep a log of that many bytes, by which its buffers are made again."""
    make = partial(MakingAgain, devices)
    devices.engine.lineage = Log(devices.engine, limit, make)


def _is_loss(step: Submission) -> bool:
    """Whether an execution failed, or was skipped, because a device was lost."""
    state = step._state()
    if state not in (FAILED, SKIPPED):
        return False
    error: BaseException | None = step._error(state)
    while isinstance(error, DependencyError):
        error = error.__cause__
    return isinstance(error, DeviceLostError)
