"""The contract of a backend: what a kind of device implements. Public, and as small as it can be.

A backend knows memory, plans and in-order queues of commands. It knows nothing of buffers,
hazards, awaitables or event loops: the runtime tells each queue what to wait for.

Queues
    1. Commands of one queue run in the order of submission. `submit` never blocks on the device
       and never raises for what happens while a command runs.
    2. Every submission ends in one command that signals. A signal raises `completed` by one.
       It comes whatever became of the work: a timeline always advances.
    3. `Wait` holds the queue, never the host, until another queue's timeline is there.
    4. `Check` looks at a producer's status cell. If that is failed, cancelled or skipped, the
       next execution of this queue is skipped and takes over the producer's root.
    5. An execution starts by moving its cell from pending to running with a compare-and-swap. If
       the cell is cancelled already, it does not run. In both cases it signals.
    6. A cell is final before the signal that belongs to it.
    7. `arm(value, listener)` asks for one wake-up of a listener, at least once after `completed`
       has reached the value; it returns True if it has already. Wake-ups coalesce. An execution
       that fails, is skipped or cancelled wakes every listener, armed or not.
    8. At most `limit` signals are pending; beyond it, and once closed, a queue refuses.

Status cells
    Six 8-byte words: state and error code (two i32), the root of a failure (the timeline's index
    above 40 bits of the value that the first failed execution signalled), and the times at which
    the execution was submitted, started and finished, in ns of CLOCK_MONOTONIC, 0 if not yet.

Memory
    9. `alloc` returns memory aligned to 64 bytes, not cleared, or 0 when there is none. `free` is
       called only when nothing submitted uses the memory any more.

The hot path: `pack` converts a launch's arguments, which may fail, before the tracker takes note
of the launch; `issue` then submits it. Together they mean the same as `submit` of the commands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from streamrt._compile.kernel import Plan as Plan
from streamrt._core.commands import CallHost as CallHost
from streamrt._core.commands import Check as Check
from streamrt._core.commands import Command as Command
from streamrt._core.commands import Launch as Launch
from streamrt._core.commands import Signal as Signal
from streamrt._core.commands import Stop as Stop
from streamrt._core.commands import Wait as Wait

__all__ = [
    "Backend",
    "BackendDevice",
    "CallHost",
    "Check",
    "Command",
    "Launch",
    "Plan",
    "Queue",
    "Signal",
    "Stop",
    "Wait",
]


class Queue(Protocol):
    """An in-order queue of commands and the timeline that it raises."""

    @property
    def handle(self) -> int:
        """What `Wait.queue` calls it; an address for native queues."""
        ...

    @property
    def completed(self) -> int:
        """The timeline's value: how many signals have come."""
        ...

    def submit(self, commands: Sequence[Command]) -> int:
        """Appends commands, the last of which signals: at what value, or 0 if it refuses."""
        ...

    def pack(self, plan: int, values: tuple[Any, ...]) -> int:
        """Converts the arguments of a launch and keeps them for the `issue` that follows.

        Args:
            plan: a handle from `BackendDevice.load`.
            values: one for each parameter: an address or a scalar.

        Returns:
            The value that the launch will signal; 0 if the queue refuses.

        Raises:
            TypeError, OverflowError: a scalar does not convert; nothing was submitted.
        """
        ...

    def issue(self, cell: int, waits: tuple[int, ...], checks: tuple[int, ...]) -> None:
        """Submits waits (flat: handle, value, ...), checks (cells) and the launch packed last."""
        ...

    def arm(self, value: int, listener: int) -> bool:
        """Asks for a wake-up of a listener at `value`; True if it is reached already."""
        ...

    def close(self, timeout: float) -> bool:
        """Ends the queue after what is in it; False if it still runs after `timeout` seconds."""
        ...


class BackendDevice(Protocol):
    """One unit of compute with its memory."""

    def alloc(self, nbytes: int) -> int:
        """The address of new memory, or 0."""
        ...

    def free(self, address: int) -> None:
        """Gives memory back."""
        ...

    def load(self, plan: Plan) -> int:
        """Compiles and loads a plan; a handle for `push`. May take long, may raise CompileError."""
        ...

    def load_copy(self, words: tuple[int, ...], extent: int, grain: int) -> int:
        """A handle for copying elements. Values: destination and source address.

        Args:
            words: rank, item size in bytes, extents, byte strides of destination and source.
            extent: of the outermost dimension, which may be split.
            grain: the least extent worth a second thread.
        """
        ...

    def load_fill(self, words: tuple[int, ...], extent: int, grain: int) -> int:
        """A handle for filling elements. Values: destination address, the element's bytes.

        Args:
            words: rank, item size in bytes (at most 8), extents, byte strides.
            extent: of the outermost dimension, which may be split.
            grain: the least extent worth a second thread.
        """
        ...

    def unload(self, plan: int) -> None:
        """Drops a handle that nothing submitted uses any more."""
        ...

    def open_queue(self, name: str, index: int, limit: int) -> Queue:
        """A new queue; `index` names its timeline in failure roots. Cheap: threads start later."""
        ...

    def close(self) -> None:
        """Ends the device, after its queues."""
        ...


class Backend(Protocol):
    """A kind of device."""

    @property
    def kind(self) -> str:
        """As in `cpu:0`."""
        ...

    def count(self) -> int:
        """How many of them this machine has; 0 if the kind is not usable here."""
        ...

    def open(self, index: int) -> BackendDevice:
        """Opens one of them."""
        ...
