"""The plans of a device of the contract, by numbers that outlive its epochs.

A launch names a plan by its number. The backend's handle of it is looked up when the launch is
handed over. A device that recovered has lost its handles: each plan is loaded again at its next
use, from what it was loaded from, and the numbers stay. So whatever keeps a number, such as a graph
that was instantiated, goes on.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from streamrt._compile.kernel import Plan
from streamrt._native.loss import Loss
from streamrt.backend import BackendDevice, HostingDevice, Program, ReplayDevice

if TYPE_CHECKING:
    from streamrt._runtime.engine import Engine

Convert = Callable[[tuple[Any, ...]], tuple[int, ...]]
Key = int | str  # the number of a plan; of host calls, the name
Packed = tuple[Key, tuple[int, ...]]  # a plan, and the argument slots


class Known(NamedTuple):
    """A plan with a number.

    Attributes:
        load: loads it, and returns the backend's handle.
        convert: turns the arguments of a launch into argument slots.
    """

    load: Callable[[], int]
    convert: Convert


class ContractPlans:
    """The plans of one device."""

    def __init__(self, engine: Engine, device: BackendDevice, loss: Loss) -> None:
        self._engine = engine
        self._device = device
        self._loss = loss
        self._numbers = 0
        self._known: dict[int, Known] = {}
        self._handles: dict[Key, int] = {}  # of this epoch

    def add(self, plan: Plan) -> int:
        """Loads a plan; returns its number."""
        return self._add(partial(self._device.load, plan), _packer(plan.slots))

    def add_packed(self, plan: Plan) -> int:
        """Loads a plan whose launches pass argument slots, instead of arguments."""
        return self._add(partial(self._device.load, plan), tuple)

    def add_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        """Loads a standard operation."""
        return self._add(partial(self._device.load_standard, name, words, extent, grain), tuple)

    def add_program(self, program: Program) -> int:
        """Loads a program whose steps have plans of this device."""
        return self._add(partial(self._instantiate, program), tuple)

    def _instantiate(self, program: Program) -> int:
        for steps in program.streams:
            self.ready([step.plan for step in steps])
        streams = tuple(
            tuple(replace(step, plan=self._handles[step.plan]) for step in steps)
            for steps in program.streams
        )
        device = cast(ReplayDevice, self._device)
        return device.instantiate(Program(streams, program.bases))

    def _add(self, load: Callable[[], int], convert: Convert) -> int:
        with self._engine.lock:
            self._numbers += 1
            number = self._numbers
        known = Known(load, convert)
        self._load(number, known)
        self._known[number] = known
        return number

    def _load(self, number: int, known: Known) -> None:
        """Loads a plan for this epoch. Under no lock, because it may take long."""
        while True:
            self._loss.check(f"load a plan on {self._loss.name}")
            epoch, handle = self._loss.epoch, known.load()
            with self._engine.lock:
                if epoch == self._loss.epoch:
                    other = self._handles.setdefault(number, handle)
                    break
        if other != handle:  # another thread was quicker
            self._device.unload(handle)

    def ready(self, plans: list[int]) -> None:
        """Loads those plans again that this epoch of the device has not used. Under no lock."""
        for number in plans:
            if number not in self._handles:
                self._load(number, self._known[number])

    def call(self, name: str) -> str:
        """Loads what stands for calls of a function of that name. Under the lock."""
        if name not in self._handles:
            self._handles[name] = cast(HostingDevice, self._device).load_call(name)
        return name

    def forget_handles(self) -> None:
        """Forgets all handles, because another epoch begins. Under the lock."""
        self._handles.clear()

    def handle(self, plan: Key) -> int | None:
        """Returns the backend's handle of a plan; None if it was loaded in an earlier epoch."""
        return self._handles.get(plan)

    def convert(self, plan: int, values: tuple[Any, ...]) -> Packed:
        """Returns the payload of a launch: the plan, and the argument slots.

        Raises:
            TypeError: a scalar does not convert.
        """
        return plan, self._known[plan].convert(values)

    def drop(self, plan: int) -> None:
        """Unloads a plan."""
        del self._known[plan]
        handle = self._handles.pop(plan, None)
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
