"""The plans of a device of the contract, by numbers that outlive its epochs.

A launch names a plan by its number. The backend's handle of it is looked up when the launch is
handed over. A device that recovered has lost its handles: each plan is loaded again at its next
use, from what it was loaded from, and the numbers stay. So whatever keeps a number, such as a graph
that was instantiated, goes on.
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from streamrt._native.loss import Loss
from streamrt.backend import (
    BackendDevice,
    HostingDevice,
    LoopDevice,
    Program,
    ProgramLoop,
    ProgramStep,
    ReplayDevice,
)

if TYPE_CHECKING:
    from streamrt._runtime.engine import Engine

Convert = Callable[[tuple[Any, ...]], tuple[int, ...]]
Key = int | str  # the number of a plan; of host calls, the name
Packed = tuple[Key, tuple[int, ...], str]  # a plan, the argument slots, the peer of a copy


class ContractPlans:
    """The plans of one device.

    Attributes:
        handles: the backend's handles of plans, in this epoch.
        converts: what turns the arguments of a launch into argument slots.
    """

    def __init__(self, engine: Engine, device: BackendDevice, loss: Loss) -> None:
        self.handles: dict[Key, int] = {}
        self._engine = engine
        self._device = device
        self._loss = loss
        self._numbers = itertools.count(1)
        self.converts: dict[int, Convert] = {}
        self._loads: dict[int, Callable[[], int]] = {}

    def add(self, load: Callable[[], int], slots: str | None = None) -> int:
        """Loads a plan; returns its number.

        Args:
            load: loads it in the backend, and returns the handle.
            slots: the `struct` codes of its arguments; None if launches pass argument slots.
        """
        number = next(self._numbers)
        self._loads[number] = load
        self.converts[number] = tuple if slots is None else _packer(slots)
        try:
            self._load(number)
        except BaseException:
            del self._loads[number], self.converts[number]
            raise
        return number

    def add_program(self, program: Program) -> int:
        """Loads a program whose steps have plans of this device."""
        return self.add(partial(self._instantiate, program))

    def _instantiate(self, program: Program) -> int:
        self.ready([step.plan for steps in program.streams for step in steps])
        streams = tuple(map(self._with_handles, program.streams))
        device = cast(ReplayDevice, self._device)
        return device.instantiate(Program(streams, program.bases))

    def add_loop(self, loop: ProgramLoop) -> int:
        """Loads a loop whose steps have plans of this device."""
        return self.add(partial(self._load_loop, loop))

    def _load_loop(self, loop: ProgramLoop) -> int:
        self.ready([step.plan for step in (*loop.body, *loop.other)])
        body, other = self._with_handles(loop.body), self._with_handles(loop.other)
        device = cast(LoopDevice, self._device)
        return device.load_loop(replace(loop, body=body, other=other))

    def _with_handles(self, steps: Sequence[ProgramStep]) -> tuple[ProgramStep, ...]:
        """Returns steps with the backend's handles of their plans."""
        return tuple([replace(step, plan=self.handles[step.plan]) for step in steps])

    def _load(self, number: int) -> None:
        """Loads a plan for this epoch. Under no lock, because it may take long."""
        loss = self._loss
        while True:
            if loss.reason is not None:
                loss.check(f"load a plan on {loss.name}")
            epoch, handle = loss.epoch, self._loads[number]()
            with self._engine.lock:
                if epoch == loss.epoch:
                    other = self.handles.setdefault(number, handle)
                    break
        if other != handle:  # another thread was quicker
            self._device.unload(handle)

    def ready(self, plans: list[int]) -> None:
        """Loads those plans again that this epoch of the device has not used. Under no lock."""
        for number in plans:
            if number not in self.handles:
                self._load(number)

    def call(self, name: str) -> str:
        """Loads what stands for calls of a function of that name. Under the lock."""
        if name not in self.handles:
            self.handles[name] = cast(HostingDevice, self._device).load_call(name)
        return name

    def forget_handles(self) -> None:
        """Forgets all handles, because another epoch begins. Under the lock."""
        self.handles.clear()

    def convert(self, plan: int, values: tuple[Any, ...]) -> Packed:
        """Returns the payload of a launch: the plan, the argument slots, and no peer.

        Raises:
            TypeError: a scalar does not convert.
        """
        return plan, self.converts[plan](values), ""

    def drop(self, plan: int) -> None:
        """Unloads a plan."""
        del self._loads[plan], self.converts[plan]
        handle = self.handles.pop(plan, None)
        if handle is not None and self._loss.reason is None:
            self._device.unload(handle)


def _packer(slots: str) -> Convert:
    """Returns a function that turns arguments into 8-byte slots, as integers.

    Args:
        slots: a `struct` format for each argument, padded to 8 bytes.
    """
    pack = struct.Struct("<" + slots).pack
    unpack = struct.Struct(f"<{struct.calcsize('<' + slots) // 8}Q").unpack

    def convert(values: tuple[Any, ...]) -> tuple[int, ...]:
        try:
            return unpack(pack(*values))
        except struct.error as error:
            raise TypeError(str(error)) from error

    return convert
