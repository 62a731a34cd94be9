"""Devices with native queues, which lanes use directly. Subclasses load kernels."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from streamrt._compile.plan import Plan
from streamrt._core.program import Program, ProgramLoop
from streamrt._native.core import Core, core_count
from streamrt._native.host_plan import standard_bound, standard_entry
from streamrt._native.loss import Loss
from streamrt._native.queue import NativeQueue
from streamrt._native.replays import Replays
from streamrt._native.timeline import Timeline


class Mark(Protocol):
    """A point of a foreign stream; the device may use it again when it is dropped."""

    event: int
    """The argument of a launch that waits for it."""


class Handed(Protocol):
    """The timeline that says how far a queue's work was handed to the device."""

    name: str
    handle: int
    cancelled: bool

    @property
    def completed(self) -> int:
        """The value up to which foreign streams can wait for the queue."""
        ...

    @property
    def advance(self) -> None:
        """None: its time is real."""
        ...


class Foreign(Protocol):
    """The part of a device that orders it with the streams of other libraries in the process."""

    @property
    def plan(self) -> int:
        """The plan whose launch waits for a mark; its argument is the mark's event."""
        ...

    def check(self, stream: int, what: str) -> None:
        """Raises ArgumentError if a handle is no stream of the device that runs its work."""
        ...

    def mark(self, stream: int, what: str) -> Mark:
        """Returns the point after everything that a foreign stream was given so far."""
        ...

    def is_own(self, stream: int) -> bool:
        """Whether a stream is one of a runtime's own, which uses no memory after it lets go."""
        ...

    def handed(self, queue: object) -> Handed | None:
        """Returns the timeline on which to wait before `hold`; None for queues of others."""
        ...

    def hold(self, stream: int, queue: object, value: int, what: str) -> None:
        """Has a foreign stream wait for a submission that was handed over."""
        ...

    def stream_of(self, queue: object) -> int:
        """Returns the handle of the stream that a queue of the device feeds."""
        ...

    def own_stream(self, name: str) -> int:
        """Returns a stream of the device's own, `in` or `out`, which runs nothing and only waits.

        Producers make `in` wait for their arrays; consumers wait for `out`.
        """
        ...

    def check_memory(self, address: int, what: str) -> None:
        """Raises ArgumentError if an address is not in memory of the device."""
        ...


class NativeDevice:
    """A device of the contract with native queues; its memory and plans are a subclass's.

    Attributes:
        can_replay: whether it runs whole programs, by `instantiate`.
        can_loop: whether it runs loops and branches, by `load_loop`.
        pins: whether it copies only memory of the host that it has made, by `alloc_host`.
        calls_python: whether kernels that are Python functions are run for it, in this process.
        threads: the most threads that one launch runs on; None leaves that to the device. The
            runtime sets it before it loads a plan.
        recovers: whether it may come back after a loss, by `recover` and `begin_epoch`.
        foreign: orders it with streams of other libraries; None if there are no such streams.
        loss: the loss of the device; None if that cannot be lost.
    """

    runs: str
    host_sees: bool
    sees_host: bool
    can_replay = False
    can_loop = False
    pins = False
    calls_python = True
    recovers = False
    foreign: Foreign | None = None

    def __init__(self, native: Core, loss: Loss | None = None) -> None:
        self.threads: int | None = None
        self.loss: Loss | None = loss
        self._core = native

    def part_of(self, extent: int, grain: int) -> int:
        """Returns the least part of a launch, so that it has no more parts than `threads`.

        Then at most that many threads run one. The number of workers is no such limit, because all
        runtimes of the process share the workers.
        """
        if self.threads is not None and self.threads < core_count():
            return max(grain, -(-extent // self.threads))
        return grain

    def sends_from(self, address: int) -> bool:
        """Whether it copies from an address of the host's memory, which it need not have made."""
        del address
        return not self.pins

    def limit_kernels(self, seconds: float | None) -> None:
        """Ends kernels that run for longer than that, where the device can; None ends none."""
        del seconds

    def look_for_loss(self) -> None:
        """Says so if the device is lost by now. On the waiter thread, which native code wakes."""

    def recover(self) -> object:
        """Makes the device work again, after a loss, where it `recovers`; see `Recovered`."""
        return None

    def begin_epoch(self, failed: int) -> None:
        """Lets it work again. Under the runtime's lock.

        Args:
            failed: the cell of an execution that failed.
        """

    def alloc(self, nbytes: int) -> int:
        raise NotImplementedError

    def free(self, address: int) -> None:
        raise NotImplementedError

    def releaser(self, address: int) -> Callable[[], object]:
        """Returns a finalizer that frees memory which arrays share."""
        raise NotImplementedError

    def load(self, plan: Plan) -> int:
        raise NotImplementedError

    def load_packed(self, plan: Plan) -> int:
        """Returns a plan for a step of a program, whose slots are packed already."""
        return self.load(plan)

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        raise NotImplementedError

    def show_executions(self, plan: int) -> None:
        """Has the garbage collector look at the executions of a new plan; see `may_know_users`."""
        self._core.show_executions(plan)

    def load_loop(self, loop: ProgramLoop) -> int:
        """Returns a plan that runs a loop or a branch, where `can_loop` says so."""
        raise NotImplementedError

    def turns(self, plan: int) -> list[tuple[int, int]]:
        """Returns the loops of a program that run now, by plan, each with its turn, if known."""
        return []

    def unload(self, plan: int) -> None:
        self._core.release(plan)

    def can_wait_on(self, timeline: int) -> bool:
        del timeline  # all of them are native words
        return True

    def open_queue(self, name: str, timeline: Timeline) -> NativeQueue:
        return NativeQueue(self._core, name, timeline)

    def close(self) -> None:
        raise NotImplementedError


class HostDevice(NativeDevice):
    """A device in the host's memory, whose plans the native loop itself runs.

    Attributes:
        replays: its programs.
    """

    runs = "cpu"
    host_sees = True
    sees_host = True
    can_replay = True
    can_loop = True

    def __init__(self, native: Core) -> None:
        super().__init__(native)
        self.replays: Replays = Replays(native)

    def alloc(self, nbytes: int) -> int:
        return self._core.allocate(nbytes)

    def free(self, address: int) -> None:
        self._core.release(address)

    def releaser(self, address: int) -> Callable[[], object]:
        """Returns a finalizer that frees memory."""
        return partial(self._core.release, address)

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        """Returns a plan for one of the core's own entries; see entries.h for the layout words."""
        entry, codes = standard_entry(self._core, name)
        return self.load_entry(entry, extent, grain, codes, words, standard_bound(name, words))

    def load_entry(
        self,
        entry: int,
        extent: int,
        grain: int,
        codes: str,
        words: tuple[int, ...],
        bound: int = 0,
    ) -> int:
        """Returns a native plan for an entry at an address.

        `bound` is the most ns that a launch takes; 0 if nobody knows.
        """
        grain = self.part_of(extent, grain)
        if extent > grain:
            self._core.start_workers(self.threads)
        plan = self._core.new_plan(entry, extent, grain, tuple(map(ord, codes)), words)
        self._core.declare(plan, bound)
        return plan

    def instantiate(self, program: Program) -> int:
        """Returns a plan that runs a whole program; see replay.h.

        Raises:
            ArgumentError: if the program is not sound, could hang, or has too many bases.
            MemoryError: if there is no room for it.
        """
        return self.replays.open(program)

    def load_loop(self, loop: ProgramLoop) -> int:
        """Returns a plan that runs a loop or a branch; see control.h.

        Raises:
            ArgumentError: if the loop is not sound.
            MemoryError: if there is no room for it.
        """
        return self.replays.open_loop(loop)

    def turns(self, plan: int) -> list[tuple[int, int]]:
        return self.replays.turns(plan)

    def unload(self, plan: int) -> None:
        self.replays.close(plan)
        super().unload(plan)

    def close(self) -> None:
        self.replays.end()
