"""Protocols of a kind of device: its queues, its devices, and what they may have besides.

`streamrt.backend` shows these names, and has the rules by their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from streamrt._compile.code import Implementation
from streamrt._compile.kernel import Kernel
from streamrt._compile.plan import Plan
from streamrt._core.commands import Command
from streamrt._core.program import Program, ProgramLoop
from streamrt._native.loss import Recovered
from streamrt._native.timeline import Timeline

__all__ = [
    "Backend", "BackendDevice", "BeginCall", "HostingDevice", "ImplementingDevice", "LoopDevice",
    "PinningDevice", "ProbedBackend", "Queue", "RecoveringDevice", "ReplayDevice", "VirtualQueue",
]  # fmt: skip


class Queue(Protocol):
    """An in-order queue of commands."""

    def submit(self, commands: Sequence[Command]) -> None:
        """Appends a batch: waits, then checks, then one command that signals. See 1 to 7."""
        ...

    def close(self, timeout: float) -> bool:
        """Ends the queue after its last command.

        Returns False if it still runs after `timeout` seconds.
        """
        ...


@runtime_checkable
class VirtualQueue(Queue, Protocol):
    """A queue of a device whose time is virtual; see 13."""

    def advance(self) -> bool:
        """Lets one command of the device run; returns False if none can."""
        ...

    def now(self) -> int:
        """The virtual time, in ns."""
        ...


class BackendDevice(Protocol):
    """One unit of compute with its memory."""

    @property
    def runs(self) -> str:
        """The name of the implementations of kernels that it runs; "" if it runs none. See 17.

        `cpu` stands for `LLVMCode` that is called in this process, as `HostPlan` does, `cuda` for
        `CUDACode`, and `opencl` for `OpenCLCode`.
        """
        ...

    @property
    def host_sees(self) -> bool:
        """Whether the host may read and write its memory, at the same addresses; see 11."""
        ...

    @property
    def sees_host(self) -> bool:
        """Whether its kernels may use any address of the host's memory; see 11."""
        ...

    def alloc(self, nbytes: int) -> int:
        """Returns the address of new memory, or 0; see 10.

        Args:
            nbytes: 1 at least.
        """
        ...

    def free(self, address: int) -> None:
        """Gives memory back; see 10."""
        ...

    def load(self, plan: Plan) -> int:
        """Compiles and loads a plan, and returns a handle for `Launch.plan`. May take long.

        The plan's code is what an implementation of that name has made: the runtime itself calls
        Python functions. Its `binding` may be None if the code is an `LLVMCode`.

        Raises:
            CompileError: the kernel cannot be compiled or loaded.
        """
        ...

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        """Returns a handle for an operation that devices have without a kernel.

        Two operations are required: `copy` (arguments: destination and source address) and `fill`
        (destination address, the element's bytes). Two are optional and serve debugging. They
        return 1 where something is wrong, and write to a word of host memory where that is.
        `finite` (array address, address of the word) is for elements of 2, 4 or 8 bytes: the word
        becomes the least index in C order of a NaN or infinity. `guard` (address, bytes, address
        of the word) looks at the canaries around an allocation, as `entries.h` describes them,
        and mends them: the word becomes the offset of the first damaged byte.

        Args:
            name: the operation's name.
            words: rank, item size in bytes, extents, then the byte strides of each operand.
            extent: the extent of the outermost dimension, which may be split.
            grain: the least extent worth a second thread.

        Raises:
            NotImplementedError: the device has no operation of that name.
        """
        ...

    def unload(self, plan: int) -> None:
        """Drops a handle that nothing submitted uses any more."""
        ...

    def can_wait_on(self, timeline: int) -> bool:
        """Whether its queues take a `Wait` for the timeline with that handle."""
        ...

    def open_queue(self, name: str, timeline: Timeline) -> Queue:
        """Returns a new queue, which raises that timeline. Cheap: threads start later.

        Args:
            name: its name for people and threads, as in `sim:0/load`.
            timeline: a timeline at 0, which only this queue raises. In a later epoch it may stand
                at another value; see 16.
        """
        ...

    def close(self) -> None:
        """Ends the device, after its queues."""
        ...


@runtime_checkable
class ImplementingDevice(BackendDevice, Protocol):
    """A device that gives kernels of others an implementation; see 17."""

    def implement(self, kernel: Kernel) -> Implementation | str | None:
        """Returns an implementation of a kernel that has none under the name in `runs`.

        Returns:
            An implementation, the same one for the same kernel each time. Or the name of another
            kind whose implementation it runs, too. Or None: the launch is refused.
        """
        ...


@runtime_checkable
class ReplayDevice(BackendDevice, Protocol):
    """A device that runs whole programs; see 14."""

    def instantiate(self, program: Program) -> int:
        """Returns a handle for `Launch.plan` that stands for the whole program. May take long.

        The plans of its steps stay loaded until the handle is unloaded.
        """
        ...


@runtime_checkable
class LoopDevice(BackendDevice, Protocol):
    """A device that runs loops and branches; see 14."""

    def load_loop(self, loop: ProgramLoop) -> int:
        """Returns a handle for `Launch.plan`, and for the steps of programs. May take long.

        The plans of its steps stay loaded until the handle is unloaded. A handle is part of one
        program or loop at most, in one place.
        """
        ...


@runtime_checkable
class PinningDevice(BackendDevice, Protocol):
    """A device that copies only memory of the host which it has made; see 12."""

    def alloc_host(self, nbytes: int) -> int:
        """Returns the address of new memory of the host, or 0; like `alloc`."""
        ...

    def free_host(self, address: int) -> None:
        """Gives memory of the host back, that nothing submitted uses any more.

        It may be called after `close`, when no array of the user shares the memory any more.
        """
        ...


@runtime_checkable
class RecoveringDevice(BackendDevice, Protocol):
    """A device that may come back after its loss; see 16."""

    def recover(self) -> Recovered | None:
        """Makes the device work again, after a loss; None if it cannot. May take long."""
        ...


class BeginCall(Protocol):
    """Begins the host call whose turn it is; see 15."""

    def __call__(self, ended: Callable[[int], object], /) -> None:
        """Begins it.

        Args:
            ended: called once, at its end, with the error code; 0 for success.
        """
        ...


@runtime_checkable
class HostingDevice(BackendDevice, Protocol):
    """A device that orders the host calls of its streams; see 15."""

    def open_host_queue(self, name: str, timeline: Timeline, begin: BeginCall) -> Queue:
        """Returns a new queue for the host calls of one stream, which raises that timeline.

        Args:
            name: its name for people, as in `sim:0/load.host`.
            timeline: a timeline at 0, which only this queue raises.
            begin: begins the call whose turn it is.
        """
        ...

    def load_call(self, name: str) -> int:
        """Returns a handle for `Launch.plan` that stands for calls of a function.

        Args:
            name: the name of the function.
        """
        ...


class Backend(Protocol):
    """A kind of device."""

    @property
    def kind(self) -> str:
        """The name of the kind, as in `cpu:0`."""
        ...

    def count(self) -> int:
        """The number of devices that a runtime has if it names none; 0 if it must name them."""
        ...

    def open(self, index: int) -> BackendDevice:
        """Opens one device, for one runtime.

        Raises:
            BackendNotFoundError: there is no device of that index.
        """
        ...


@runtime_checkable
class ProbedBackend(Backend, Protocol):
    """A kind of device that knows its devices without opening them.

    A runtime that names another device then refuses to open, and one that names none leaves those
    out that do not work. Without `has`, the first use of such a device would fail.
    """

    def has(self, index: int) -> bool:
        """Whether there is a device of that index. Cheap.

        Raises:
            BackendNotFoundError: the kind does not work here; says what is missing.
        """
        ...
