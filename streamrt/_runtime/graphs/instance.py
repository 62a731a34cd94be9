"""What replays in flight are made of: programs for the layouts that are bound, and instances.

An instance serves one replay at a time: it has streams, an arena and tables of its own. The arena
counts as written by each replay, so its history tells when arena and tables may go.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from streamrt._compile.layout import Layout
from streamrt._core.finalizers import AtEnd
from streamrt._core.tracking.hazards import Reads, Writes
from streamrt._core.tracking.ranges import Region
from streamrt._native.queue import CellStatus
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.engine import Loaded
from streamrt._runtime.execution import Execution
from streamrt._runtime.graphs.binder import Gather, Touch
from streamrt._runtime.graphs.programs import Lowering
from streamrt._runtime.graphs.resubmit import Resubmission
from streamrt.errors import KernelError, OutOfMemoryError

if TYPE_CHECKING:
    from streamrt._runtime.device import Device
    from streamrt._runtime.lane import Lane
    from streamrt._runtime.stream import Stream
    from streamrt.graph.capture_plan import CapturePlan
    from streamrt.graph.nodes import Node, Value

MOST_VARIANTS = 64


class Replayed:
    """What replays are called, and which of their nodes fail.

    A buffer knows who wrote it, and so this. It therefore knows nothing of the graph, whose inputs
    would live as long as its outputs.
    """

    name = "replay"

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._nodes = [(str(node), node.site, node.kernel) for node in nodes]

    def failure(self, what: str, status: CellStatus) -> KernelError:
        """The error of a replay whose cell says that it failed."""
        if not status.node:
            return self._unknown_failure(what, status.error)
        return self.node_failure(status.node - 1, what, status.error)

    def _unknown_failure(self, what: str, code: int) -> KernelError:
        """The error of a replay whose device does not say which node failed."""
        kernels = {kernel for _, _, kernel in self._nodes if kernel is not None}
        meanings = [f"of {k.name}, {k.errors[code]}" for k in kernels if code in k.errors]
        meaning = ", ".join(sorted(meanings)) or "no kernel gives a meaning for it"
        found = f"one of its nodes returned {code}, the device does not say which"
        return KernelError(f"{what}: {found}; {meaning}", code)

    def node_failure(self, index: int, what: str, code: int) -> KernelError:
        """The error of a node whose kernel returned a code."""
        name, site, kernel = self._nodes[index]
        meaning = kernel.errors.get(code) if kernel is not None else None
        meaning = meaning or "the kernel gives no meaning for it"
        found = f"{name}, recorded at {site}, returned {code}"
        return KernelError(f"{what}: {found}; {meaning}", code)


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A plan's program for certain layouts, without addresses.

    Attributes:
        nodes: with these layouts.
        values: the same.
        fresh: the layouts of the outputs, by base.
        touches: what it reads and writes.
        gather: what a launch is told, from what is bound.
    """

    nodes: Sequence[Node]
    values: Sequence[Value]
    fresh: tuple[tuple[int, Layout], ...]
    touches: tuple[Touch, ...]
    gather: Gather


class Bound(NamedTuple):
    """What one replay is told.

    Attributes:
        variant: what runs.
        buffers: what is bound, by base.
        reads: see `Lane.launch`, as the next two.
        writes: the instance's arena among them.
        values: the addresses of all bases.
    """

    variant: Variant
    buffers: list[Buffer]
    reads: Reads
    writes: Writes
    values: tuple[int, ...]


class Instance(AtEnd):
    """What one replay in flight needs for itself: streams, an arena, tables.

    Its plans have no finalizer of their own: the collector would run it at once, and not when the
    last replay is over.

    Attributes:
        streams: to submit to.
        arena: the memory of the temporaries.
        life: the same as the tracker sees it; each replay writes it.
        as_captured: what a replay is told that binds nothing, where that is always the same.
    """

    def __init__(self, device: Device, plan: CapturePlan[Any], name: str) -> None:
        self._engine = device._engine
        self._device = device
        self._schedule = plan.schedule
        backend = device._backend
        count = 1 if backend.can_replay else len(plan.schedule.lanes)
        names = [name] if count == 1 else [f"{name}.{i}" for i in range(count)]
        self.streams: tuple[Stream, ...] = tuple(device.stream(n) for n in names)
        try:
            self.arena = device._memory.allocate(max(1, plan.arena_nbytes), False)
        except OutOfMemoryError as error:
            error.add_note(f"for the temporaries of {name}, {plan!r}")
            raise
        self.life = (Region(self.arena.tracked, 0, self.arena.tracked.nbytes), False)
        self.as_captured: Bound | None = None
        self._programs: dict[Variant, NativeReplay | Resubmission] = {}
        self._lock = threading.RLock()  # finalizers and signal handlers replay as others do
        self.__del__ = partial(self._engine.retired, (self.arena.tracked, self._programs))

    def prepare(self, variant: Variant) -> NativeReplay | Resubmission:
        """A variant's program, made if need be."""
        program = self._programs.get(variant)
        if program is None:
            if len(self._programs) >= MOST_VARIANTS:
                dropped = self._programs.pop(next(iter(self._programs)))
                with self._engine.lock:
                    self._engine.unload_later(dropped.loaded)
            made = self._prepare(variant)
            # A finalizer may have replayed meanwhile: then there is one, and it is in flight.
            program = self._programs.setdefault(variant, made)
            if program is not made:
                self._engine.unload(made.loaded)
        return program

    def launch(self, bound: Bound, what: Replayed, frame: FrameType) -> Execution:
        """Submits a replay; see `Lane.launch`.

        Under a lock: what is dropped meanwhile would not know of this launch.
        """
        variant, _, reads, writes, values = bound
        with self._lock:
            return self.prepare(variant).launch(reads, writes, values, what, frame)

    def _prepare(self, variant: Variant) -> NativeReplay | Resubmission:
        device = self._device
        backend = device._backend
        lowering = Lowering(device, variant.values, self._schedule)
        handles: list[int] = []
        lanes = [stream._lane for stream in self.streams]
        order, nodes = self._schedule.order, variant.nodes
        try:
            program = lowering.program(nodes)
            if backend.can_replay:
                handles.append(backend.instantiate(program))
                return NativeReplay(lanes[0], handles[0], self._loaded(handles, lowering))
            handles.append(device._copies.load_nothing())
            loaded = self._loaded(handles, lowering)
            return Resubmission(lanes, program, order, nodes, handles[0], loaded)
        except BaseException:
            self._engine.unload(self._loaded(handles, lowering))
            raise

    def _loaded(self, handles: Sequence[int], lowering: Lowering) -> Loaded:
        return Loaded(
            self._device._backend, [*handles, *lowering.handles]
        )  # the program goes first

    def release(self) -> None:
        """Lets tables go at once: nothing runs any more."""
        while self._programs:
            self._engine.unload(self._programs.popitem()[1].loaded)


class NativeReplay:
    """A program that its device runs with one launch.

    Attributes:
        launch: submits it once; see `Lane.launch`.
        loaded: the program, and the plans of its steps.
    """

    __slots__ = ("launch", "loaded")

    def __init__(self, lane: Lane, handle: int, loaded: Loaded) -> None:
        self.launch: Callable[..., Execution] = partial(lane.launch, handle)
        self.loaded: Loaded = loaded
