"""The simulator: a kind of device that explores orders, in virtual time, from a seed.

1. All devices that a runtime opens from one Simulator make up one machine: one virtual time, and
   waits between them that the machine does itself.
2. A machine serves one runtime. A Simulator starts a new one, with the same seed, when it is asked
   for a device and none is open, or for one that is open already: another runtime has come. So
   the same program gives the same trace each time. Whoever opens several runtimes at once, and
   devices one by one, gives each runtime a Simulator of its own.
3. `trace`, `violations`, `timeline()`, `now` and `lose` are about the machine started last, also
   once its devices are closed.
"""

from __future__ import annotations

import copy
import os
import random
import threading
from collections.abc import Sequence

from streamrt._backends.sim.costs import Costs
from streamrt._backends.sim.device import SimDevice
from streamrt._backends.sim.hardware import Fault, Hardware
from streamrt._backends.sim.machine import START
from streamrt._backends.sim.memory import DEVICES
from streamrt._backends.sim.queues import Choose, Engines, MachineQueue
from streamrt._backends.sim.trace import Event, draw
from streamrt._core.handles import Handle
from streamrt._native.core import core
from streamrt.errors import ArgumentError, BackendNotFoundError

SEED = "STREAMRT_SEED"


def seeded(seed: int) -> Choose:
    """A uniform choice among the queues that may run."""
    uniform = random.Random(seed).random

    def choose(ready: Sequence[MachineQueue]) -> int:
        return int(uniform() * len(ready))

    return choose


def seed_of_environment() -> int | None:
    """The seed that STREAMRT_SEED gives; 0 if it is not set, None if it is `none`.

    Raises:
        ArgumentError: it is something else.
    """
    text = os.environ.get(SEED, "0").strip().lower()
    try:
        return None if text == "none" else int(text)
    except ValueError as error:
        raise ArgumentError(
            f"open the simulator: {SEED} is {text!r}; set it to an integer, or to `none`"
        ) from error


class Simulator(Handle):
    """Simulated devices with memory of their own, in virtual time: `sim:0`, `sim:1` and so on.

    Hand it to a runtime: `Runtime(devices=["sim:0", "sim:1"], backends=[Simulator(seed=7)])`.

    Attributes:
        seed: of the choice among what may run next; None runs in the order of virtual time.
        costs: how long things take.
    """

    _instead = "simulator.with_seed(seed) makes another"

    kind = "sim"

    def __init__(
        self,
        seed: int | None = 0,
        *,
        costs: Costs | None = None,
        compute: int = 1,
        copy_engines: int = 2,
        memory: int | None = None,
        trace: int = 65536,
    ) -> None:
        """Makes a simulator; machines start as devices are opened.

        Args:
            seed: of the choice; None for the virtual timeline that the costs give.
            costs: how long things take.
            compute: kernels that a device runs at a time.
            copy_engines: copies that a device does at a time, besides kernels.
            memory: bytes of each device; None for as much as the host has.
            trace: how many events to keep.

        Raises:
            ArgumentError: for less than one engine of a kind, or negative numbers.
        """
        for name, value, least in (
            ("compute", compute, 1),
            ("copy_engines", copy_engines, 1),
            ("memory", memory or 0, 0),
            ("trace", trace, 0),
        ):
            if value < least:
                raise ArgumentError(
                    f"make a Simulator: {name} is {value!r}; it is at least {least}"
                )
        self.seed: int | None = seed
        self.costs: Costs = costs or Costs()
        self._compute = compute
        self._copy_engines = copy_engines
        self._memory = memory
        self._trace = trace
        self._faults: dict[str, list[Fault]] = {}
        self._hardware: Hardware | None = None
        self._lock = threading.Lock()

    def with_seed(self, seed: int | None) -> Simulator:
        """The same simulator with another seed, and with machines of its own."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other.seed = seed
        other._faults = {
            kernel: [copy.copy(fault) for fault in faults]
            for kernel, faults in self._faults.items()
        }
        other._hardware = None
        other._lock = threading.Lock()
        return other

    def count(self) -> int:
        """None unless asked for by name."""
        return 0

    def open(self, index: int) -> SimDevice:
        """Opens a device, of the machine that runs or of a new one.

        Raises:
            BackendNotFoundError: the index is too large.
        """
        if not 0 <= index < DEVICES:
            raise BackendNotFoundError(
                f"open sim:{index}: a simulator has {DEVICES} devices, sim:0 to sim:{DEVICES - 1}"
            )
        with self._lock:
            hardware = self._hardware
            if hardware is None or not hardware.devices or index in hardware.devices:
                hardware = self._hardware = self._start()
            engines = Engines(index, self._compute, self._copy_engines)
            return SimDevice(hardware, engines, self._memory)

    def _start(self) -> Hardware:
        choose = None if self.seed is None else seeded(self.seed)
        return Hardware(core(), self.costs, choose, self._trace, self._faults)

    # -- looking --------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """The virtual time, in ns."""
        return START if self._hardware is None else self._hardware.machine.now

    @property
    def trace(self) -> tuple[Event, ...]:
        """What has run, oldest first."""
        if self._hardware is None:
            return ()
        with self._hardware.lock:
            return self._hardware.machine.trace

    @property
    def violations(self) -> tuple[str, ...]:
        """Uses of memory that were refused: each is a mistake of the runtime, or of a test."""
        return () if self._hardware is None else tuple(self._hardware.violations)

    def timeline(self, width: int = 72) -> str:
        """The trace as a chart: rows are queues, columns are virtual time.

        Args:
            width: of the time axis, in characters.
        """
        return draw(self.trace, width)

    # -- faults ---------------------------------------------------------------------------------

    def fail(self, kernel: str, code: int = 1, after: int = 0) -> None:
        """Makes one run of a kernel fail without running it.

        Args:
            kernel: its name; also `copy` and `fill`.
            code: what it returns.
            after: how many runs of it come first.

        Raises:
            ArgumentError: for the code 0, or a negative `after`.
        """
        if code == 0 or after < 0:
            raise ArgumentError(
                f"fail {kernel}: code is {code}, after is {after}; a code is not 0, and `after` "
                "is at least 0"
            )
        self._faults.setdefault(kernel, []).append(Fault(code, after))

    def lose(self, index: int, reason: str = "it was unplugged") -> None:
        """Loses a device: nothing on it runs any more.

        Args:
            index: of the device.
            reason: for the errors.

        Raises:
            ArgumentError: it is not open.
        """
        device = None if self._hardware is None else self._hardware.devices.get(index)
        if device is None:
            raise ArgumentError(f"lose sim:{index}: it is not open; open it first")
        device.lose(reason)
