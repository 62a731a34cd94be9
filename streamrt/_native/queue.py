"""A native queue as the contract describes it, and the status cells of its executions.

The drain loop's thread starts with the first submission and stays in native code until the queue
is closed. A queue of host calls has a thread that runs Python, to which the same loop returns for
each host call; see `streamrt._runtime.hosts.host_threads`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from streamrt._core.commands import CallHost, Check, Command, Launch, Signal, Stop, Wait
from streamrt._native.core import Core
from streamrt._native.loss import Loss
from streamrt._native.threads import Worker
from streamrt._native.timeline import Timeline
from streamrt.errors import StreamRTError

CELL_BYTES = 64
CELLS = 32  # in a block

_BLOCK_BYTES = (CELLS + 1) * CELL_BYTES  # one more, so that they can be aligned
_first_of, _address_of = ctypes.c_char.from_buffer, ctypes.addressof


class CellStatus(ctypes.Structure):
    """A status cell with the fields of `cell` in native.h."""

    _fields_ = (
        ("state", ctypes.c_uint32),
        ("error", ctypes.c_int32),
        ("root", ctypes.c_uint64),
        ("submitted", ctypes.c_int64),
        ("started", ctypes.c_int64),
        ("finished", ctypes.c_int64),
        ("node", ctypes.c_uint64),
        ("refused", ctypes.c_uint64),
        ("what", ctypes.c_uint32),
        ("tag", ctypes.c_uint32),
    )
    state: int
    error: int
    root: int
    submitted: int
    started: int
    finished: int
    node: int
    refused: int
    what: int
    tag: int

    @property
    def deadline(self) -> int:
        """The time after which it does not start, in ns, until it has ended; 0 without."""
        return self.finished

    @deadline.setter
    def deadline(self, at: int) -> None:
        self.finished = at


class CellBlock:
    """A block of one queue's cells, freed with the last execution that refers to it.

    No finalizer frees it: the collector would run that one while the finalizers of others may
    still ask executions of the same garbage, and these would look at freed memory. The memory of
    a `bytearray` is freed after all finalizers have run.
    """

    __slots__ = ("_memory", "address")

    COUNT = CELLS

    def __init__(self) -> None:
        self._memory = memory = bytearray(_BLOCK_BYTES)
        self.address: int = _address_of(_first_of(memory)) + CELL_BYTES - 1 & -CELL_BYTES


class NativeQueue:
    """A queue whose records are drained by native code.

    A launch is submitted by two builtins of the core, `pack` and `issue`, between which the
    tracker takes note of it. Together they do the same as `submit` of the commands. Lanes call
    both without this object, except where `pack` refuses.
    """

    advance = None  # its time is real
    is_native = True

    def __init__(
        self,
        core: Core,
        name: str,
        timeline: Timeline,
        drain: Callable[[], object] | None = None,
        loss: Loss | None = None,
    ) -> None:
        """Makes the queue; its thread starts with the first submission.

        Args:
            core: the native core.
            name: the name of the thread.
            timeline: the timeline that the native loop raises.
            drain: the function that the thread runs; None for the native loop alone.
            loss: the loss of its device; None if that cannot be lost.
        """
        self.handle: int = timeline.handle
        self.name: str = name
        self.timeline: Timeline = timeline
        self.limit: int = timeline.limit
        self.cancelled: bool = False
        self.loss: Loss | None = loss
        self._core = core
        self._worker = Worker(drain or partial(core.srt_drain, timeline.handle), name)
        self._is_open = False
        self._closed = False
        self._final: int | None = None

    @property
    def completed(self) -> int:
        return self._core.completed(self.handle) if self._final is None else self._final

    @property
    def is_closed(self) -> bool:
        """Whether it refuses further submissions for good."""
        return self._closed

    def rename(self, name: str) -> None:
        """Gives it the name of another stream; a thread that runs keeps the name it has."""
        self.name = self._worker.name = name

    def open_for_work(self) -> None:
        """Starts the thread, unless it was started before, or the queue is closed.

        A queue refuses everything until then, so that the hot path does not have to ask. The
        queue opens only after its thread has started. If Ctrl-C breaks this off, the next
        submission does it again.

        Raises:
            ResourceError: the system has no room for another thread.
        """
        if self._closed or self._is_open or (self.loss is not None and self.loss.reason):
            return
        self._worker.start()
        self._open()

    def _open(self) -> None:
        """Takes submissions from now on, unless it was closed, or its device lost, meanwhile.

        Whoever closes or loses it says so before it refuses, and this looks after it has taken.
        """
        self._core.set_limit(self.handle, self.limit)
        if self._closed or (self.loss is not None and self.loss.reason):
            self.refuse_all()
        self._is_open = True

    def pack(self, plan: int, values: tuple[Any, ...]) -> int:
        """Converts the arguments of a launch and keeps them for the core's `issue`.

        Args:
            plan: a handle from the device.
            values: one for each parameter: an address or a scalar.

        Returns:
            The value that the launch will signal; 0 if the queue refuses.

        Raises:
            TypeError, OverflowError: a scalar does not convert; nothing was submitted.
        """
        value = self._core.pack(self.handle, plan, values)
        if not value:
            self.open_for_work()
            value = self._core.pack(self.handle, plan, values)  # another thread may have opened it
        return value

    def can_issue(self) -> int:
        """Returns the value that the next submission will signal; 0 if the queue refuses."""
        value = self._core.can_issue(self.handle)
        if not value:
            self.open_for_work()
            value = self._core.can_issue(self.handle)  # as in `pack`
        return value

    def mark(self, waits: tuple[int, ...]) -> None:
        """Submits waits (flat: handle, value, ...) and a bare signal."""
        self._core.mark(self.handle, waits, ())

    def submit(self, commands: Sequence[Command]) -> None:
        self.push(commands)

    def push(self, commands: Sequence[Command]) -> int:
        """Submits commands; returns the value that the last one signals, 0 if the queue refuses."""
        value = self._push(commands)
        if not value:
            self.open_for_work()
            value = self._push(commands)  # as in `pack`
        return value

    def _push(self, commands: Sequence[Command]) -> int:
        core, handle = self._core, self.handle
        waits = tuple(n for c in commands if isinstance(c, Wait) for n in (c.queue, c.value))
        checks = tuple(c.cell for c in commands if isinstance(c, Check))
        last = commands[-1]
        if isinstance(last, Launch):
            if not core.pack(handle, last.plan, last.arguments):
                return 0
            return core.issue(handle, last.cell, waits, checks)
        if isinstance(last, CallHost):
            return core.push_host(handle, waits, checks, last.cell)
        if isinstance(last, Signal):
            return core.mark(handle, waits, checks)
        if isinstance(last, Stop):
            return core.stop(handle, waits, checks)
        raise AssertionError(f"{last} does not signal")

    def error_of(self, what: str, refused: int) -> StreamRTError:
        """Never called: the loop refuses no launch."""
        raise AssertionError(f"{what} was refused with {refused}")

    def stop(self, value: int, cell: int) -> bool:
        """Asks the loops of a running replay to end between two turns; see `LaneQueue.stop`."""
        del value
        return bool(self._core.ask_to_stop(cell))

    def meet(self, peer: str) -> None:
        """Readies it for a copy with memory of another device of its kind, by its name."""

    def refuse(self) -> None:
        """Refuses all further submissions; the commands in the queue go on."""
        self._closed = True
        self.refuse_all()

    def refuse_all(self) -> None:
        """Refuses all further submissions, whatever the reason."""
        self._core.set_limit(self.handle, 0)

    def give_up(self) -> None:
        """Ends all that raises the timeline, after a loss; see `LaneQueue`."""

    def end_pending(self, value: int, cells: Mapping[int, int]) -> None:
        """Raises the timeline to a value, after a loss; see `LaneQueue`."""
        for each in range(self.completed + 1, value + 1):
            cell = cells.get(each)
            if cell is None:
                self._core.raise_one(self.handle)
            else:
                self._core.lose(self.handle, cell)

    def close(self, timeout: float) -> bool:
        """Ends the queue as `streamrt.backend.Queue` says; may be called until it returns True."""
        self.refuse()
        if self._worker.is_over or self._worker.prevent():
            return True
        self._core.stop(self.handle, (), ())
        return self._worker.wait(timeout)

    def end_by_force(self) -> bool:
        return False

    def free(self) -> None:
        """Frees its records; only once all queues that wait on it have ended.

        The queue keeps its value. Its handle becomes that of a queue that refuses everything.
        """
        self._core.free_records(self.handle)
        self.timeline.close()
        self._final, self.handle = self.timeline.completed, self.timeline.handle
