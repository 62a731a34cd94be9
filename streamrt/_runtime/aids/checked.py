"""Checks of the outputs of launches, after each: `check_finite=True` and `guard=True`.

Behind each launch comes, on the same lane, one check for each thing to look at: a float output, or
the canaries around an allocation. Checks are launches of the backend's own `finite` and `guard`.

1. Every check counts as reading and writing all outputs of the launch. So later work depends on
   the last check.
2. A launch also writes a token of its own, which its checks read and write. So each check knows
   how the launch ended, also if that has no outputs, or empty ones. After a check that fails, the
   rest are skipped, so there is one failure.
3. A check that is skipped or cancelled because of an earlier execution has the error of that.
4. The user holds a `Composite`, which ends when the last check does, and behaves as the launch.

Checks cannot be part of the launch itself: a backend's queue ends an execution when the kernel
returns, and work that depends on it goes on at once.
"""

from __future__ import annotations

import ctypes
from types import FrameType
from typing import Any

import numpy as np

from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.signature import Parameter
from streamrt._core.tracking.hazards import Reads, Writes
from streamrt._core.tracking.ranges import label
from streamrt._runtime.aids.guarded import GuardedMemory, canaries, outside
from streamrt._runtime.composite import Composite
from streamrt._runtime.devices.device_state import DeviceState
from streamrt._runtime.execution import Execution
from streamrt._runtime.lane import Lane
from streamrt._runtime.memory.typed_memory import TypedMemory
from streamrt._runtime.submission import Follower
from streamrt._runtime.tracking import Region, Tracked
from streamrt.errors import KernelError, NonFiniteError, OutOfBoundsError

_UNTOUCHED = (1 << 64) - 1


class Look(Follower):
    """One thing to look at after a launch; the subject of the execution that looks at it.

    Attributes:
        name: its name in messages.
        plan: the backend's handle of its plan.
        reads: the regions it reads besides the launch's outputs and token.
        values: its arguments.
    """

    __slots__ = ("_keep", "_kernel", "name", "plan", "reads", "report", "values")

    def __init__(self, aid: str, kernel: Kernel, plan: int, state: DeviceState) -> None:
        self.name: str = f"{aid} of {kernel.name}"
        self._kernel = kernel.name
        self.plan: int = plan
        self.reads: Reads = ()
        self.values: tuple[int, ...] = ()
        self._keep: object = None
        self.report = ctypes.c_uint64(_UNTOUCHED)
        if state.staging is not None:
            staged = state.staging.new(state.intern(np.dtype("u8"), ()), for_host=True)
            self._keep = staged.array
            self.report = ctypes.c_uint64.from_address(staged.address)
            self.report.value = _UNTOUCHED

    def _launch_name(self) -> str:
        """Returns the launch's name, by its kernel: an execution may only know the function."""
        return f"{self._kernel} on {self.run.timeline.name}@{self.run.value}"

    def _failure(self, what: str, code: int, node: int) -> KernelError:
        """Returns the error for what it found, with the name of the launch, not its own."""
        raise NotImplementedError


class FiniteLook(Look):
    """Looks for the first NaN or infinity of an output."""

    __slots__ = ("_layout", "_parameter")

    def __init__(
        self, kernel: Kernel, parameter: str, buffer: TypedMemory, state: DeviceState
    ) -> None:
        self._layout = buffer._layout
        super().__init__("check_finite", kernel, state.standard.over("finite", self._layout), state)
        self._parameter = parameter
        self.values = (buffer._address, ctypes.addressof(self.report))

    def _failure(self, what: str, code: int, node: int) -> KernelError:
        del what, code, node
        # The error may be kept for long, and the memory of the word should not.
        self.report, self._keep = ctypes.c_uint64(self.report.value), None
        where = np.unravel_index(self.report.value, self._layout.shape)
        index = tuple(int(i) for i in where)
        return NonFiniteError(
            f"{self._launch_name()}: its output {self._parameter}, {self._layout}, is NaN or "
            f"infinite at [{', '.join(map(str, index))}], the first such element in C order; what "
            "reads it is skipped",
            self._parameter,
            index,
        )


class GuardLook(Look):
    """Looks at the canaries around an allocation."""

    __slots__ = ("_label", "_nbytes")

    def __init__(
        self, kernel: Kernel, parameter: str, buffer: TypedMemory, state: DeviceState
    ) -> None:
        super().__init__("guard", kernel, state.standard.guard(), state)
        allocation = buffer._allocation
        assert allocation is not None
        guarded = canaries(allocation.tracked)
        self._nbytes = guarded.start
        self._label = f"{parameter} (buffer {label(guarded.tracked.name)}, {buffer._layout})"
        self.reads = (guarded,)
        self.values = (allocation.address, guarded.start, ctypes.addressof(self.report))

    def _failure(self, what: str, code: int, node: int) -> KernelError:
        del what, code, node
        offset = ctypes.c_int64(self.report.value).value
        return OutOfBoundsError(
            f"{self._launch_name()}: found {outside(offset, self._nbytes)} {self._label}, "
            "overwritten after it ran; a kernel writes only to the elements it is given",
            offset,
        )


class Checks:
    """The checks behind one launch, and the token by which they know how it ended.

    Attributes:
        token: a region without memory, used for its history; the launch writes it, too.
    """

    def __init__(
        self,
        lane: Lane,
        state: DeviceState,
        kernel: Kernel,
        given: dict[str, Any],
        frame: FrameType,
    ) -> None:
        """Prepares the checks: those of canaries first, then those of outputs.

        Args:
            lane: the launch's lane.
            state: the launch's device.
            kernel: the launched kernel.
            given: its checked arguments by name.
            frame: the user's frame.
        """
        self.token: Region = Region(Tracked(1, f"what became of {kernel.name}"), 0, 1)
        self._lane = lane
        self._kernel = kernel
        self._frame = frame
        options = lane.engine.options
        arrays = [(p, given[p.name]) for p in kernel.signature.arrays]
        self._checks: list[Look] = []
        if options.guard:
            self._checks += _guards(kernel, arrays, state)
        if options.check_finite:
            self._checks += [
                FiniteLook(kernel, p.name, buffer, state)
                for p, buffer in arrays
                if p.writes and buffer._layout.dtype.kind == "f" and buffer._layout.size
            ]

    def check_room(self, what: str) -> None:
        """Raises QueueFullError unless the launch and all its checks fit."""
        if self._lane.pending + len(self._checks) >= self._lane.queue.limit:
            raise self._lane.refusal(what)

    def behind(self, run: Execution, writes: Writes) -> Execution[Any]:
        """Submits the checks behind a launch; returns the launch and its checks as one."""
        outputs = tuple([(region, True) for region, _ in writes])
        parts = [run]
        try:
            for check in self._checks:
                check.run, check.before = run, parts[-1]
                parts.append(
                    self._lane.launch(
                        check.plan, check.reads, outputs, check.values, check, self._frame
                    )
                )
        except BaseException:
            run.cancel()  # outputs that were not checked must not be relied on
            raise
        return Composite(parts, run) if self._checks else run


def _guards(
    kernel: Kernel, arrays: list[tuple[Parameter, TypedMemory]], state: DeviceState
) -> list[Look]:
    """Returns a check for each guarded allocation, named after a parameter that writes it."""
    found: dict[Tracked, Look] = {}
    for p, buffer in sorted(arrays, key=lambda array: not array[0].writes):
        tracked = buffer._region.tracked
        assert buffer._allocation is not None
        if isinstance(buffer._allocation.memory, GuardedMemory) and tracked not in found:
            found[tracked] = GuardLook(kernel, p.name, buffer, state)
    return list(found.values())
