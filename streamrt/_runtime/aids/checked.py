"""Launches that are looked at once they are over: `check_finite=True` and `guard=True`.

A `CheckedStream` submits each launch, and behind it on the same lane one check for each thing to
look at: a float output, or the canaries around an allocation. Checks are launches of the
backend's own `finite` and `guard`. Plain streams know nothing of this.

1. Every check counts as reading and writing all outputs of the launch. So the last of them is
   what later work depends on.
2. A launch also writes a token of its own, which its checks read and write. So each of them knows
   what became of the launch, also where that has no outputs, or empty ones; and one that fails
   has the rest skipped: there is one failure.
3. A check that is skipped or cancelled because of what came before it has that one's error.
4. The user holds a `Checked`, which is over when the last check is, and behaves as the launch.

Checks cannot be part of the launch itself: a backend's queue ends an execution when the kernel
returns, and whoever depends on it goes on at once.
"""

from __future__ import annotations

import ctypes
import sys
from types import FrameType
from typing import TYPE_CHECKING, Any

import numpy as np

from streamrt._compile.kernel import Kernel
from streamrt._compile.layout import Layout
from streamrt._core.tracking.hazards import Reads, Writes
from streamrt._core.tracking.ranges import Tracked, label
from streamrt._native.core import CANCELLED, DONE, PENDING, RUNNING
from streamrt._native.queue import CellStatus
from streamrt._runtime import host
from streamrt._runtime.aids.guarded import GuardedMemory, canaries, outside
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.execution import Execution, Times
from streamrt._runtime.graphs.capture import capturing
from streamrt._runtime.memory import Allocation
from streamrt._runtime.options import Options
from streamrt._runtime.stream import Stream, without_numpy
from streamrt.errors import ArgumentError, KernelError, NonFiniteError, OutOfBoundsError

if TYPE_CHECKING:
    from streamrt._native.device import NativeDevice
    from streamrt._runtime.contract_queue import DispatchedDevice
    from streamrt._runtime.device import Device

_ONE = (1, 4, 1, 4)  # layout words of one float
_UNTOUCHED = (1 << 64) - 1


def check_device(options: Options, backend: NativeDevice | DispatchedDevice, name: str) -> None:
    """Raises ArgumentError unless a device can do what the runtime's options ask for."""
    try:
        _check_device(options, backend, name)
    except ArgumentError:
        backend.close()
        raise


def _check_device(options: Options, backend: NativeDevice | DispatchedDevice, name: str) -> None:
    if options.guard and not backend.host_memory:
        raise ArgumentError(
            f"open {name}: the host cannot write canaries into its memory; leave out guard=True"
        )
    wanted = {"finite": options.check_finite, "guard": options.guard}
    for operation, option in (("finite", "check_finite"), ("guard", "guard")):
        if wanted[operation]:
            try:
                backend.unload(backend.load_standard(operation, _ONE, 1, 1))
            except NotImplementedError as error:
                raise ArgumentError(
                    f"open {name}: its backend has no operation `{operation}`; leave out "
                    f"{option}=True"
                ) from error


class Check:
    """One thing to look at after a launch; in messages, the name of its execution.

    Attributes:
        name: for people.
        before: the launch, or the check in front.
        run: the launch.
        plan: the backend's handle.
        reads: what it reads besides the launch's outputs and token.
        values: its arguments.
    """

    __slots__ = ("_kernel", "before", "name", "plan", "reads", "report", "run", "values")

    run: Execution
    before: Execution

    def __init__(self, aid: str, kernel: Kernel, plan: int) -> None:
        self.name: str = f"{aid} of {kernel.name}"
        self._kernel = kernel.name
        self.plan: int = plan
        self.reads: Reads = ()
        self.values: tuple[int, ...] = ()
        self.report = ctypes.c_uint64(_UNTOUCHED)

    def subject(self) -> str:
        """The launch, by its kernel: of one in Python the execution only knows the function."""
        return f"{self._kernel} on {self.run.timeline.name}@{self.run.value}"

    def failure(self, what: str, status: CellStatus) -> KernelError:
        """What it found, once it has failed.

        Args:
            what: the check's own name, which says less than the launch's.
            status: its cell.
        """
        raise NotImplementedError


class FiniteCheck(Check):
    """Looks for the first NaN or infinity of an output."""

    __slots__ = ("_layout", "_parameter")

    def __init__(self, kernel: Kernel, parameter: str, buffer: Buffer, device: Device) -> None:
        self._layout = buffer._layout
        super().__init__("check_finite", kernel, _finite_plan(device, self._layout))
        self._parameter = parameter
        self.values = (buffer._address, ctypes.addressof(self.report))

    def failure(self, what: str, status: CellStatus) -> KernelError:
        """See `Check`."""
        del what, status
        where = np.unravel_index(self.report.value, self._layout.shape)
        index = tuple(int(i) for i in where)
        return NonFiniteError(
            f"{self.subject()}: its output {self._parameter}, {self._layout}, is NaN or "
            f"infinite at [{', '.join(map(str, index))}], the first such element in C order; what "
            "reads it is skipped",
            self._parameter,
            index,
        )


class GuardCheck(Check):
    """Looks at the canaries around an allocation."""

    __slots__ = ("_label", "_nbytes")

    def __init__(self, kernel: Kernel, parameter: str, buffer: Buffer, device: Device) -> None:
        super().__init__("guard", kernel, _guard_plan(device))
        allocation = buffer._allocation
        assert allocation is not None
        guarded = canaries(allocation.tracked)
        self._nbytes = guarded.start
        self._label = f"{parameter} (buffer {label(guarded.tracked.name)}, {buffer._layout})"
        self.reads = (guarded,)
        self.values = (allocation.address, guarded.start, ctypes.addressof(self.report))

    def failure(self, what: str, status: CellStatus) -> KernelError:
        """See `Check`."""
        del what, status
        offset = ctypes.c_int64(self.report.value).value
        return OutOfBoundsError(
            f"{self.subject()}: found {outside(offset, self._nbytes)} {self._label}, "
            "overwritten after it ran; a kernel writes to the elements it is given only",
            offset,
        )


def _finite_plan(device: Device, layout: Layout) -> int:
    key = ("finite", layout)
    plan = device._plans.get(key)
    if plan is None:
        plan = device._plans[key] = device._copies.load_over("finite", layout)
    return plan


def _guard_plan(device: Device) -> int:
    plan = device._plans.get(("guard",))
    if plan is None:
        plan = device._plans[("guard",)] = device._backend.load_standard("guard", _ONE, 1, 1)
    return plan


class Checked(Execution):
    """A launch and the checks behind it, as one execution."""

    __slots__ = ("_last", "_run")

    def __init__(self, run: Execution, last: Execution) -> None:
        self.timeline, self.value, self.cell = last.timeline, last.value, last.cell
        self.checks, self.edges, self.clean = run.checks, run.edges, False
        self.what, self._block, self._trouble = run.what, last._block, None
        self._code, self._instruction = run._code, run._instruction
        self._run, self._last = run, last
        # The buffers know the checks, not this, so that it may know buffers as its result.
        self.outcome: object = None

    def cancelled(self) -> bool:
        """See `Execution`."""
        return self._state() == CANCELLED

    def cancel(self) -> bool:
        """See `Execution`."""
        if not self._run.cancel():
            return False
        check = self._last
        while isinstance(check.what, Check):  # so that awaiters need not wait for its turn
            check._cancel()
            check = check.what.before
        return True

    @property
    def times(self) -> Times:
        """The launch's, without its checks."""
        return self._run.times

    def describe(self) -> str:
        """The launch's name in messages."""
        return self._run.describe()

    def explain(self) -> str:
        """What the launch waits for and why, or what became of it."""
        told = self._last
        while isinstance(told.what, Check) and told.timeline.look(told.what.before.cell) != DONE:
            told = told.what.before
        is_good = self.timeline.look(told.cell) == DONE
        return self._run.explain() if is_good else told.explain()

    def _state(self) -> int:
        look = self.timeline.look
        state, launch = look(self.cell), look(self._run.cell)
        if launch > DONE and state > DONE:
            return launch
        return RUNNING if state == PENDING and launch in (RUNNING, DONE) else state

    def _error(self, state: int) -> BaseException:
        return super()._error(state) if state <= RUNNING else self._last._error(state)


class CheckedStream(Stream):
    """A stream of a runtime with `check_finite=True` or `guard=True`."""

    __slots__ = ()

    def launch(self, kernel: Kernel, /, *args: Any, **scalars: Any) -> Execution:
        """See `Stream`."""
        frame = sys._getframe(1)
        if self._engine.captures and (capture := capturing(self._engine)) is not None:
            return capture._launch(self, kernel, args, scalars, frame)
        return self._launch_checked(kernel, args, scalars, frame)

    def _launch_from(self, kernel: Kernel, given: dict[str, Any], frame: FrameType) -> Execution:
        if self._engine.captures and (capture := capturing(self._engine)) is not None:
            return capture._launch(self, kernel, (), given, frame)
        return self._launch_checked(kernel, (), given, frame)

    def _launch_checked(
        self, kernel: Kernel, args: tuple[Any, ...], scalars: dict[str, Any], frame: FrameType
    ) -> Execution:
        try:
            bound = kernel.bind(*args, **scalars)
        except (AttributeError, TypeError):
            bound = None
        if bound is None:
            self.device._prepare(self, kernel, args, scalars)  # says what is wrong
            bound = kernel.bind(*args, **scalars)
        key, reads, writes, values = bound
        plan = self._plans.get(key) or self.device._prepare(self, kernel, args, scalars)[0]
        checks, token = self._checks(kernel, args, scalars), self._token(kernel)
        writes = (*writes, (token._region, False))
        what = f"launch {kernel.name} on {self.name}"
        if self._lane.pending + len(checks) >= self._lane.queue.limit:
            raise self._lane.refusal(what)  # it is all or nothing
        if plan:
            try:
                run = self._launch(plan, reads, writes, without_numpy(values), kernel, frame)
            except (TypeError, OverflowError):
                kernel.check(args, scalars, self.device, what)
                raise
        else:
            function, given, reading, writing = self.device._python_call(kernel, args, scalars)
            run = host.call(self, function, given, {}, reading, [*writing, token], frame)
        return self._finish(self._followed(run, checks, writes, frame))

    def _checks(
        self, kernel: Kernel, args: tuple[Any, ...], scalars: dict[str, Any]
    ) -> list[Check]:
        """What is to be looked at after a launch: canaries first."""
        options, found = self._lane.engine.options, list[Check]()
        names = [p.name for p in kernel.signature.parameters]
        given = dict(zip(names, args, strict=False)) | scalars
        arrays = [(p, given[p.name]) for p in kernel.signature.arrays]
        if options.guard:
            guarded: set[Tracked] = set()
            for p, buffer in sorted(arrays, key=lambda array: not array[0].writes):
                memory, tracked = buffer._allocation.memory, buffer._region.tracked
                if isinstance(memory, GuardedMemory) and tracked not in guarded:
                    guarded.add(tracked)
                    found.append(GuardCheck(kernel, p.name, buffer, self.device))
        if options.check_finite:
            for p, buffer in arrays:
                if p.writes and buffer._layout.dtype.kind == "f" and buffer._layout.size:
                    found.append(FiniteCheck(kernel, p.name, buffer, self.device))
        return found

    def _token(self, kernel: Kernel) -> Buffer:
        """What stands for a launch: a byte that is nowhere, but has a history."""
        tracked = Tracked(1, f"what became of {kernel.name}")
        allocation = Allocation(0, tracked, None, None, self._engine.dead)
        return Buffer(self.device, allocation, self.device._intern(np.dtype("u1"), (1,)), 0)

    def _followed(
        self, run: Execution, checks: list[Check], writes: Writes, frame: FrameType
    ) -> Execution:
        """Submits the checks behind a launch."""
        outputs = tuple((region, True) for region, _ in writes)
        last = run
        try:
            for check in checks:
                check.run, check.before = run, last
                last = self._lane.launch(
                    check.plan, check.reads, outputs, check.values, check, frame
                )
        except BaseException:
            run.cancel()  # what nobody looked at is not to be relied on
            raise
        return Checked(run, last) if checks else run
