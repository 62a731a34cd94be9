"""The simulator: a kind of device that explores orders, in virtual time, from a seed.

1. All devices that a runtime opens from one Simulator form one machine. It has one virtual time,
   and carries out the waits between its devices itself.
2. A machine serves one runtime. A Simulator starts a new machine, with the same seed, when it is
   asked for a device and none is open, or for a device that is open already, because then another
   runtime asks. So the same program gives the same trace each time. A program that opens several
   runtimes at once, and their devices one by one, gives each runtime a Simulator of its own.
3. Host calls are commands of the machine, too. A function runs in a thread, and the step that began
   it waits for it, so that one seed gives one trace; but not for longer than a quarter of a second,
   because the function may wait for the thread that takes the steps. A coroutine runs as a task of
   its loop, and its end is another step.
4. `trace`, `violations`, `timeline()`, `now` and `lose` are about the machine that was started
   last, also after its devices are closed.
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
from streamrt._backends.sim.trace import TraceEvent, draw
from streamrt._core.handles import Handle
from streamrt._core.values import check_count, check_flag, shown
from streamrt._native.core import core
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError, BackendNotFoundError

SEED = "STREAMRT_SEED"
MOST_ENGINES = 1024
MOST_EVENTS = 1 << 30
MOST_WIDTH = 10_000


def seeded(seed: int) -> Choose:
    """Returns a function that chooses uniformly among the queues that may run."""
    uniform = random.Random(seed).random

    def choose(ready: Sequence[MachineQueue]) -> int:
        return int(uniform() * len(ready))

    return choose


@refusing
def _check_seed(seed: object, what: str) -> int | None:
    if seed is None or (isinstance(seed, int) and not isinstance(seed, bool)):
        return seed
    raise ArgumentTypeError(f"{what}: seed is {shown(seed)}; it must be an integer, or None")


def seed_of_environment() -> int | None:
    """Returns the seed in STREAMRT_SEED; 0 if it is not set, None if it is `none`.

    Raises:
        ArgumentError: it is neither an integer nor `none`.
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
        seed: the seed of the choice among the commands that may run next; None runs them in the
            order of virtual time.
        costs: the time that each command takes.
        kind: the kind of device that it simulates.
        host_memory: whether its devices work in the host's memory.
    """

    _instead = "simulator.with_seed(seed) makes another"

    _makes: type[SimDevice] = SimDevice

    def __init__(
        self,
        seed: int | None = 0,
        *,
        costs: Costs | None = None,
        compute: int = 1,
        copy_engines: int = 2,
        memory: int | None = None,
        trace: int = 65536,
        kind: str = "sim",
        host_memory: bool = False,
    ) -> None:
        """Makes a simulator; machines start when devices are opened.

        Args:
            seed: the seed of the choice; None for the virtual timeline that the costs give.
            costs: the time that each command takes; None for the default `Costs`.
            compute: how many kernels a device runs at a time.
            copy_engines: how many copies a device does at a time, besides kernels.
            memory: the bytes of each device; None for as much as the host has.
            trace: how many events to keep.
            kind: the kind of device that it simulates: with `cpu` it stands in for the CPUs of
                `Runtime(["cpu:0"])`.
            host_memory: whether its devices work in the host's memory, so that host calls see
                their buffers. Then their addresses are not checked.

        Raises:
            ArgumentError: there is less than one engine of a kind, or a number is negative.
        """
        what = "make a Simulator"
        for name, value, least, most in (
            ("compute", compute, 1, MOST_ENGINES),
            ("copy_engines", copy_engines, 1, MOST_ENGINES),
            ("memory", 0 if memory is None else memory, 0, None),
            ("trace", trace, 0, MOST_EVENTS),
        ):
            check_count(value, f"{what}: {name}", least, most)
        if not isinstance(kind, str) or not kind or ":" in kind:
            raise ArgumentTypeError(f"{what}: kind is {shown(kind)}; it is text, like 'cpu'")
        if not isinstance(costs, Costs | None):
            raise ArgumentTypeError(f"{what}: costs is {shown(costs)}; pass Costs, or None")
        self.seed: int | None = _check_seed(seed, what)
        self.costs: Costs = costs or Costs()
        self.kind: str = kind
        self.host_memory: bool = check_flag(host_memory, f"{what}: host_memory")
        self._compute = compute
        self._copy_engines = copy_engines
        self._memory = memory
        self._trace = trace
        self._faults: dict[str, list[Fault]] = {}
        self._hardware: Hardware | None = None
        self._lock = threading.Lock()

    def with_seed(self, seed: int | None) -> Simulator:
        """Returns the same simulator with another seed, and with machines of its own."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other.seed = _check_seed(seed, "with_seed of a Simulator")
        other._faults = {
            kernel: [copy.copy(fault) for fault in faults]
            for kernel, faults in self._faults.items()
        }
        other._hardware = None
        other._lock = threading.Lock()
        return other

    def count(self) -> int:
        """Returns 0: a runtime opens simulated devices only by name."""
        return 0

    def has(self, index: int) -> bool:
        """Whether it can simulate a device with that index."""
        return check_count(index, "ask a Simulator for a device: the index", 0) < DEVICES

    def open(self, index: int) -> SimDevice:
        """Opens a device of the machine that runs, or of a new one.

        Raises:
            BackendNotFoundError: the index is too large.
        """
        if not (isinstance(index, int) and 0 <= index < DEVICES):
            raise BackendNotFoundError(
                f"open {self.kind}:{shown(index)}: a simulator has {DEVICES} devices, "
                f"{self.kind}:0 to {self.kind}:{DEVICES - 1}"
            )
        with self._lock:
            hardware = self._hardware
            if hardware is None or not hardware.devices or index in hardware.devices:
                hardware = self._hardware = self._start()
            return self._device(hardware, index, index)

    def _device(self, hardware: Hardware, index: int, number: int) -> SimDevice:
        engines = Engines(index, self._compute, self._copy_engines, number)
        name = f"{self.kind}:{index}"
        return self._makes(hardware, engines, name, self._memory, host_memory=self.host_memory)

    def _start(self) -> Hardware:
        choose = None if self.seed is None else seeded(self.seed)
        return Hardware(core(), self.costs, choose, self._trace, self._faults)

    # -- looking --------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """The virtual time, in ns."""
        return START if self._hardware is None else self._hardware.machine.now

    @property
    def trace(self) -> tuple[TraceEvent, ...]:
        """The last commands that ran, oldest first."""
        if self._hardware is None:
            return ()
        with self._hardware.lock:
            return self._hardware.machine.trace

    @property
    def violations(self) -> tuple[str, ...]:
        """The uses of memory that were refused: each is a mistake of the runtime, or of a test."""
        return () if self._hardware is None else tuple(self._hardware.violations)

    def timeline(self, width: int = 72) -> str:
        """Draws the trace as a chart: rows are queues, columns are virtual time.

        Args:
            width: the width of the time axis, in characters.

        Raises:
            ArgumentError: the width is less than 1 or more than 10,000.
        """
        return draw(self.trace, check_count(width, "draw a timeline: width", 1, MOST_WIDTH))

    # -- faults ---------------------------------------------------------------------------------

    def fail(self, kernel: str, code: int = 1, after: int = 0) -> None:
        """Makes one run of a kernel fail without running it.

        Args:
            kernel: the name of the kernel, or `copy` or `fill`.
            code: the error code that it returns.
            after: how many runs of it come first.

        Raises:
            ArgumentError: the code is 0 or has more than 32 bits, or `after` is negative.
        """
        if not isinstance(kernel, str):
            raise ArgumentTypeError(f"fail a kernel: it is {shown(kernel)}; pass its name")
        if check_count(code, f"fail {kernel}: code", -(1 << 31), (1 << 31) - 1) == 0:
            raise ArgumentError(f"fail {kernel}: code is 0, which is success; pass another one")
        check_count(after, f"fail {kernel}: after", 0)
        self._faults.setdefault(kernel, []).append(Fault(code, after))

    def lose(self, index: int, reason: str = "it was unplugged") -> None:
        """Loses a device: nothing on it runs any more.

        Args:
            index: the index of the device.
            reason: the reason that the errors give.

        Raises:
            ArgumentError: the device is not open.
        """
        check_count(index, "lose a simulated device: its index", 0)
        if not isinstance(reason, str):
            raise ArgumentTypeError(f"lose sim:{index}: reason is {shown(reason)}; it must be text")
        device = None if self._hardware is None else self._hardware.devices.get(index)
        if device is None:
            raise ArgumentError(f"lose sim:{index}: it is not open; open it first")
        device.lose(reason)
