"""The effects of commands: kernels of the CPU, which run on memory that is checked.

1. The kernels are those of the CPU, called with real addresses in place of the device's. A kernel
   may use only its own device's memory. A copy may also use the memory of other devices of the
   machine, and the host's. An execution that uses other memory, or freed memory, fails with
   BAD_ADDRESS and is noted as a violation: the mistake is the runtime's, and it never crashes the
   process. The address of an array of no elements does not matter, because nothing uses it.
2. Each machine has one lock, because `submit` and `advance` may be called from any thread. A kernel
   runs under it. Nothing under it calls the runtime or user code: a host call that begins under it
   is in `begun` until the step is over, and runs then.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from streamrt._backends.sim.costs import Costs
from streamrt._backends.sim.machine import Machine
from streamrt._backends.sim.memory import Space, device_of, untagged
from streamrt._backends.sim.queues import Choose, MachineQueue, Work
from streamrt._core.commands import Launch
from streamrt._native.core import RUNNING, STATES, Core
from streamrt._native.host_loop import HostLoop, Stops
from streamrt._native.host_plan import HostPlan

if TYPE_CHECKING:
    from streamrt._backends.sim.device import SimDevice
    from streamrt.backend import BeginCall

BAD_ADDRESS = -14
"""The error code of an execution with an address that it must not use: EFAULT."""


Change: TypeAlias = tuple[int, bytes, bytes]
"""The address of a block of memory, and its bytes before and after a kernel."""

Observer: TypeAlias = Callable[[int, str, Sequence[Change]], None]
"""A function that is told the status cell and the name of each kernel, and what it changed."""


class LoadedPlan:
    """A plan as the machine runs it.

    Attributes:
        work: the name and the cost of a launch; of a copy, one inside a device.
        transfer: the same for a copy over a link.
        only_here: whether all its memory must be the device's own.
        addresses: the numbers of the slots that hold addresses of memory it uses, from 0.
        unused: the numbers of the slots that hold addresses of arrays of no elements.
        is_kernel: whether a user wrote it.
        call: runs it with real addresses; returns its error code.
        loop: the loop that it is; None if it is none.
    """

    __slots__ = (
        "addresses",
        "call",
        "is_kernel",
        "loop",
        "only_here",
        "transfer",
        "unused",
        "work",
    )

    def __init__(self, host: HostPlan | HostLoop, work: Work) -> None:
        self.work: Work = work
        self.loop: HostLoop | None = host if isinstance(host, HostLoop) else None
        self.transfer: Work = work
        self.only_here: bool = True
        self.is_kernel: bool = False
        self.addresses: tuple[int, ...] = tuple(
            range(host.loop.bases)
            if isinstance(host, HostLoop)
            else [i for i, c in enumerate(host.codes) if c == "P"]
        )
        self.unused: tuple[int, ...] = ()
        self.call: Callable[[Sequence[int]], int] = host.run

    def pass_over(self, are_empty: Sequence[bool]) -> None:
        """Takes note which of its addresses are those of arrays of no elements."""
        slots = list(zip(self.addresses, are_empty, strict=True))
        self.addresses = tuple([slot for slot, is_empty in slots if not is_empty])
        self.unused = tuple([slot for slot, is_empty in slots if is_empty])


class Fault:
    """A future failure of a kernel.

    Attributes:
        code: the error code that it returns.
        after: how many runs of it come first.
    """

    __slots__ = ("after", "code")

    def __init__(self, code: int, after: int) -> None:
        self.code: int = code
        self.after: int = after


class Call:
    """The plan of a host call's launches: its name and its cost."""

    __slots__ = ("work",)

    def __init__(self, name: str, ns: int) -> None:
        self.work: Work = Work(name, copies=False, ns=ns, calls=True)


class Hardware:
    """The plans and the lock that the devices of one machine share, and the effects of commands.

    Attributes:
        machine: the machine, which decides the order.
        lock: the lock that every user of the machine holds.
        devices: the open devices, by number.
        calls: begins the host calls of a queue.
        spaces: the memory of the devices, by number, also of closed ones.
        violations: the uses of memory that were refused.
        observers: who is told what each kernel on a device changed in its memory, by number.
        step: does one step of the machine; an exploration puts its own in place.
    """

    def __init__(
        self,
        native: Core,
        costs: Costs,
        choose: Choose | None,
        trace: int,
        faults: dict[str, list[Fault]],
    ) -> None:
        self.core: Core = native
        self.costs: Costs = costs
        self.machine: Machine = Machine(self, choose, trace)
        self.lock: threading.Lock = threading.Lock()
        self.devices: dict[int, SimDevice] = {}
        self.spaces: dict[int, Space] = {}
        self.calls: dict[MachineQueue, BeginCall] = {}
        self.violations: list[str] = []
        self.observers: dict[int, Observer] = {}
        self.step: Callable[[], bool] = self.take_step
        self._begun: list[MachineQueue] = []
        self._faults = faults
        self._plans: dict[int, Any] = {}
        self._last_plan = 0

    def take_step(self) -> bool:
        """Does one step of the machine; False if nothing can run."""
        try:
            with self.lock:
                done = self.machine.step()
            self.begin_calls()
        except BaseException:  # Ctrl-C, somewhere in a step: it may be half done
            for device in list(self.devices.values()):
                device.lose("a step of the machine was broken off")
            raise
        return done

    def begin_calls(self) -> None:
        """Begins the host calls whose turn has come. Not under the lock."""
        while self._begun:
            queue = self._begun.pop()
            begin = self.calls.get(queue)
            if begin is not None:
                begin(partial(self._ended, queue))

    def _ended(self, queue: MachineQueue, error: int) -> None:
        with self.lock:
            self.machine.ended(queue, error)

    def add(self, plan: LoadedPlan | Call) -> int:
        """Keeps a plan; returns its handle."""
        with self.lock:
            self._last_plan += 1
            self._plans[self._last_plan] = plan
            return self._last_plan

    def remove(self, plan: int) -> None:
        """Drops a plan."""
        with self.lock:
            self._plans.pop(plan, None)

    # -- for the machine; under the lock ----------------------------------------------------------

    def work(self, queue: MachineQueue, launch: Launch) -> Work:
        """Returns the name and the cost of a launch."""
        del queue
        plan = self._plans[launch.plan]
        work: Work = plan.work
        if work.copies:
            to, source = launch.arguments
            if device_of(to) != device_of(source):
                work = plan.transfer
        return work

    def work_of(self, launch: Launch) -> Work:
        """Returns the name of a launch, and its cost in general."""
        work: Work = self._plans[launch.plan].work
        return work

    def cost_of(self, plan: int) -> int:
        """Returns the ns that a launch of a plan takes."""
        with self.lock:
            work: Work = self._plans[plan].work
            return work.ns

    def call(self, queue: MachineQueue) -> None:
        """Has a host call begin after the step."""
        self._begun.append(queue)

    def run(self, queue: MachineQueue, launch: Launch) -> int:
        """Runs a launch on the calling thread; returns its error code."""
        plan: LoadedPlan = self._plans[launch.plan]
        if self._faults:
            code = self._fault(plan.work.name)
            if code:
                return code
        values = list(launch.arguments)
        here = self.spaces[queue.engines.number]
        for slot in plan.addresses:
            address = values[slot]
            real = here.blocks.get(address) or self._real(address, here, plan.only_here)
            if not real:
                return self._refuse(queue, plan, slot, device_of(address))
            values[slot] = real
        for slot in plan.unused:
            values[slot] = untagged(values[slot])
        call: Callable[[Sequence[int]], int] = plan.call
        if plan.loop is not None:
            stops = partial(queue.timeline.stops, launch.cell, self.machine.now)
            call = partial(plan.loop.run, stops=stops)
        if self.observers and plan.is_kernel:
            return self._run_observed(queue.engines.number, launch.cell, plan, call, values)
        return call(values)

    def call_step(self, plan: int, values: Sequence[int], stops: Stops) -> int:
        """Runs the plan of a step of a loop, with real addresses; returns its error code."""
        loaded: LoadedPlan = self._plans[plan]
        code = self._fault(loaded.work.name) if self._faults else 0
        if code or loaded.loop is None:
            return code or loaded.call(values)
        return loaded.loop.run(values, stops)

    def _run_observed(
        self,
        number: int,
        cell: int,
        plan: LoadedPlan,
        call: Callable[[Sequence[int]], int],
        values: Sequence[int],
    ) -> int:
        """Runs a kernel, and tells what it changed in the memory of its device."""
        observer, space = self.observers.get(number), self.spaces[number]
        if observer is None:
            return call(values)
        before = space.contents()
        code = call(values)
        after = space.contents()
        changes = [(a, old, after[a]) for a, old in before.items() if old != after[a]]
        observer(cell, plan.work.name, changes)
        return code

    def _real(self, address: int, here: Space, only_here: bool) -> int:
        """Returns the real address of a view, or of other memory; 0 if it must not be used."""
        owner = device_of(address)
        if owner is None:
            return 0 if only_here and not here.is_host else address
        space = self.spaces.get(owner)
        if space is None or (only_here and space is not here):
            return 0
        return space.real(address)

    def outcome(self, cell: int) -> str:
        """Returns the outcome of an execution that did not run."""
        state = self.core.look(cell)
        return STATES[state] if state > RUNNING else "lost"

    def _fault(self, name: str) -> int:
        due = 0
        for fault in list(self._faults.get(name, ())):
            if fault.after == 0 and not due:
                due = fault.code
                self._faults[name].remove(fault)
            elif fault.after:
                fault.after -= 1
        return due

    def _refuse(self, queue: MachineQueue, plan: LoadedPlan, slot: int, owner: int | None) -> int:
        if owner is None:
            found = "the host's memory"
        elif plan.only_here and owner != queue.engines.number:
            found = f"memory of {self._name(owner)}"
        else:
            found = f"memory that {self._name(owner)} has freed, or never had"
        self.violations.append(
            f"run {plan.work.name} on {queue.name}: argument {slot} is {found}; "
            + (
                "only memory of its own device will do"
                if plan.only_here
                else "a copy cannot use it"
            )
        )
        return BAD_ADDRESS

    def _name(self, number: int) -> str:
        space = self.spaces.get(number)
        return f"sim:{number}" if space is None else space.name
