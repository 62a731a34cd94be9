"""A device opened for one case: its queues, its memory, its plans, and the waits for them."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from typing import Any, Self

import numpy as np

from streamrt._compile.kernel import Kernel
from streamrt._compile.lookup import plan_for
from streamrt._compile.signatures.layout import Layout
from streamrt._native.core import CANCELLED, DONE, EXPIRED, FAILED, RUNNING, SKIPPED, STATES, core
from streamrt.backend import (
    Backend,
    BackendDevice,
    LoopDevice,
    PinningDevice,
    Program,
    ProgramLoop,
    Recovered,
    RecoveringDevice,
    ReplayDevice,
    VirtualQueue,
)
from streamrt.testing.conformance._case import NotApplicable, Violation
from streamrt.testing.conformance._line import Line, Open, Submitted

SLICE = 2_000_000  # ns of one look
GRAIN = 1 << 18
Array = np.ndarray[Any, Any]
FINAL = {STATES[state]: state for state in (DONE, CANCELLED, FAILED, SKIPPED, EXPIRED)}


class Bench:
    """A device opened for one case, with its queues and blocks of memory."""

    def __init__(self, backend: Backend, index: int, seconds: float) -> None:
        self.backend = backend
        self.index = index
        self.seconds = seconds
        self.device: BackendDevice = backend.open(index)
        self.lines: list[Line] = []
        self._blocks: list[int] = []
        self._pinned: list[int] = []
        self._plans: list[int] = []
        self._others: list[Bench] = []
        self._kept: list[object] = []
        self.may_be_lost = False

    # -- setting up -----------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the device."""
        return f"{self.backend.kind}:{self.index}"

    def line(self, open_queue: Open | None = None) -> Line:
        """A new queue of the device; of host calls, if that is how it is opened."""
        name = f"{self.name}/q{len(self.lines) + 1}"
        line = Line(self.device, name, open_queue or self.device.open_queue)
        self.lines.append(line)
        return line

    def neighbour(self) -> Bench:
        """The next device of the kind."""
        other = Bench(self.backend, self.index + 1, self.seconds)
        self._others.append(other)
        return other

    def alloc(self, nbytes: int) -> int:
        """New memory of the device, given back at the end."""
        address = self.device.alloc(nbytes)
        if not address:
            raise Violation(f"alloc({nbytes}) returned {address!r}: there is no memory left")
        self._blocks.append(address)
        return address

    @property
    def is_virtual(self) -> bool:
        """Whether time passes only while somebody waits."""
        return any(isinstance(line.queue, VirtualQueue) for line in self.lines)

    def free(self, address: int) -> None:
        self._blocks.remove(address)
        self.device.free(address)

    def keep(self, array: Array) -> int:
        """The address of a host array, which is kept until the end; `host` makes one for copies."""
        self._kept.append(array)
        return int(array.__array_interface__["data"][0])

    def host(self, count: int, dtype: str = "u4") -> Array:
        """A new host array of zeros that the device may copy to and from."""
        if not isinstance(self.device, PinningDevice):
            return np.zeros(count, dtype)
        nbytes = max(1, count * np.dtype(dtype).itemsize)
        address = self.device.alloc_host(nbytes)
        if not address:
            raise Violation(f"alloc_host({nbytes}) returned {address!r}: there is no memory left")
        self._pinned.append(address)
        memory = memoryview((ctypes.c_ubyte * nbytes).from_address(address)).cast("B")
        found: Array = np.frombuffer(memory, dtype)[:count]
        found[:] = 0
        return found

    def copy_plan(self, nbytes: int) -> int:
        """A plan that copies this many bytes."""
        return self.standard("copy", (1, 1, nbytes, 1, 1), nbytes)

    def fill_plan(self, count: int, item: int = 4) -> int:
        """A plan that fills this many elements."""
        return self.standard("fill", (1, item, count, item), count)

    def standard(self, name: str, words: tuple[int, ...], extent: int) -> int:
        plan = self.device.load_standard(name, words, extent, GRAIN)
        self._plans.append(plan)
        return plan

    def instantiate(self, program: Program) -> int:
        """A handle of a program; its plans are loaded."""
        assert isinstance(self.device, ReplayDevice)  # the case needs it
        handle = self.device.instantiate(program)
        self._plans.insert(0, handle)  # it is unloaded before they are
        return handle

    def load_loop(self, loop: ProgramLoop) -> int:
        """A handle of a loop; the plans of its steps are loaded."""
        assert isinstance(self.device, LoopDevice)  # the case needs it
        handle = self.device.load_loop(loop)
        self._plans.insert(0, handle)  # it is unloaded before they are
        return handle

    def loaded(self, plan: int) -> int:
        """Returns the handle of a plan, which is unloaded at the end."""
        self._plans.append(plan)
        return plan

    def unload(self, plan: int) -> None:
        self._plans.remove(plan)
        self.device.unload(plan)

    def kernel(self, kernel: Kernel, *counts: int) -> int:
        """A plan of a kernel over dense u32 arrays of these lengths."""
        layouts = [Layout(self, np.dtype("u4"), (count,)) for count in counts]
        return self.loaded(self.device.load(plan_for(kernel, layouts, self.device)))

    def lose_and_recover(self) -> Recovered:
        """Has the device lost and come back, as the runtime does it: the lines have new queues."""
        assert isinstance(self.device, RecoveringDevice)  # the case needs it
        for line in self.lines:
            line.drop_held()
            line.timeline.lose("the suite pulled the plug")
            line.timeline.fail_all()
        found = self.device.recover()
        if found is None:
            raise NotApplicable(f"{self.backend.kind}:{self.index} did not recover")
        self._plans.clear()
        for line in self.lines:
            line.renew()
        return found

    # -- memory ---------------------------------------------------------------------------------

    def write(self, line: Line, address: int, array: Array) -> Submitted:
        """Submits a copy of a host array to memory."""
        data = self.host(array.nbytes, "u1")
        data[:] = np.frombuffer(array.tobytes(), "u1")
        return line.launch(self.copy_plan(data.nbytes), address, self.keep(data))

    def read(self, line: Line, address: int, count: int, dtype: str = "u4") -> Array:
        """The contents of memory after everything submitted to a line so far."""
        found = self.host(count, dtype)
        self.wait(line.launch(self.copy_plan(found.nbytes), self.keep(found), address), "done")
        return found

    # -- waiting --------------------------------------------------------------------------------

    def wait(self, run: Submitted, state: str = "") -> None:
        """Waits until an execution is over.

        Raises:
            Violation: it does not end, or not in that state.
        """
        self.reach(run.line, run.value)
        found = run.state
        if found <= RUNNING:
            name = STATES[found]
            raise Violation(f"the timeline is at {run}, its cell is {name}; a cell is final first")
        if state and found != FINAL[state]:
            raise Violation(f"{run} ended as {STATES[found]}; it should be {state}")

    def reach(self, line: Line, value: int | None = None) -> None:
        """Waits until a line's timeline is at a value, or at its last promised one."""
        target = line.promised if value is None else value
        deadline = time.monotonic() + self.seconds
        while line.completed < target:
            self._go_on(line, target, deadline)
        self._check_well()
        if line.completed > line.promised + line.stops:
            raise Violation(
                f"the timeline of {line.name} is at {line.completed}; {line.promised} signals were "
                "submitted"
            )

    def _go_on(self, line: Line, target: int, deadline: float) -> None:
        before = [other.completed for other in self.lines]
        for other in self.lines:
            other.release()
        if isinstance(line.queue, VirtualQueue):
            went_on = line.queue.advance()
            if not went_on and before == [other.completed for other in self.lines]:
                self._check_well()
                raise Violation(self._short_of(line, target, "and advance() returns False"))
        else:
            core().srt_sync(line.timeline.handle, target, 0, SLICE)
        self._check_well()
        if time.monotonic() > deadline and line.completed < target:
            raise Violation(self._short_of(line, target, f"after {self.seconds:g} s"))

    def _short_of(self, line: Line, target: int, when: str) -> str:
        return (
            f"{line.name} is at {line.completed} of {target} signals {when}; every batch signals, "
            "whatever becomes of the work"
        )

    def settle(self) -> None:
        """Lets everything happen that can happen, so that a case may look at the rest.

        On a device with real time it waits as long as the work of a fresh queue takes.
        """
        for line in list(self.lines):
            line.release()
        virtual = [line.queue for line in self.lines if isinstance(line.queue, VirtualQueue)]
        if virtual:
            self.until_idle(virtual[0])
        else:
            other = self.line()
            for _ in range(3):
                other.signal()
            self.reach(other)

    def until_idle(self, queue: VirtualQueue) -> int:
        """Advances until nothing can run any more; returns the number of steps."""
        deadline = time.monotonic() + self.seconds
        steps = 0
        while queue.advance():
            steps += 1
            if time.monotonic() > deadline:
                raise Violation(f"advance() still returns True after {steps} steps")
        return steps

    def _check_well(self) -> None:
        if self.may_be_lost:
            return
        for line in self.lines:
            if line.timeline.lost is not None:
                raise Violation(f"the timeline of {line.name} was lost: {line.timeline.lost}")
            if line.timeline.strays:
                raise Violation(
                    f"{line.timeline.strays} completions on {line.name} were of executions that "
                    "had completed; each execution completes once"
                )

    # -- ending ---------------------------------------------------------------------------------

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, where: object) -> None:
        try:
            self._end(is_well=error is None)
        except Exception:
            if error is None:  # otherwise that error tells more
                raise

    def _end(self, is_well: bool) -> None:
        for line in self.lines:
            line.drop_held()
            if not line.close(self.seconds if is_well else 0.05) and is_well:
                raise Violation(f"close of {line.name}, which is idle, returned False")
        if is_well:
            self._check_well()
        elif any(line.completed < line.promised for line in self.lines):
            return  # it may still write; its memory is left to it
        for plan in self._plans:
            self.device.unload(plan)
        for address in self._blocks:
            self.device.free(address)
        if isinstance(self.device, PinningDevice):
            for address in self._pinned:
                self.device.free_host(address)
        for other in self._others:
            other._end(is_well)
        self.device.close()
        for line in self.lines:
            line.timeline.close()

    def expect(self, holds: bool, message: str | Callable[[], str]) -> None:
        """Raises Violation unless a condition holds."""
        if not holds:
            raise Violation(message if isinstance(message, str) else message())

    def same(self, found: Array, wanted: Array | int, what: str) -> None:
        """Raises Violation unless memory holds the expected values."""
        expected = np.full_like(found, wanted) if isinstance(wanted, int) else wanted
        if not np.array_equal(found, expected):
            at = np.flatnonzero((found != expected).ravel())
            raise Violation(
                f"{what}: element {at[0]} is {found.ravel()[at[0]]}, not "
                f"{expected.ravel()[at[0]]}; {at.size} of {found.size} are wrong"
            )
