"""The parts of replays in flight: a variant for each set of bound layouts, and instances.

An instance serves one replay at a time: it has streams, an arena and tables of its own. The arena
counts as written by each replay, so its history tells when arena and tables may be freed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from weakref import ref

from streamrt._compile.signatures.layout import Layout
from streamrt._core.finalizers import AtEnd
from streamrt._core.tracking.hazards import Reads, Writes
from streamrt._runtime.ending.reclaim import Loaded
from streamrt._runtime.execution import Execution
from streamrt._runtime.graphs.binder import Gather, Touch
from streamrt._runtime.graphs.logged import replayed, uses_of
from streamrt._runtime.graphs.programs import Lowering
from streamrt._runtime.graphs.resubmit import Resubmission
from streamrt._runtime.graphs.subjects import Replayed
from streamrt._runtime.tracking import Region
from streamrt.errors import OutOfMemoryError

if TYPE_CHECKING:
    from streamrt._runtime.devices.device_state import DeviceState
    from streamrt._runtime.lane import Lane
    from streamrt._runtime.memory.typed_memory import TypedMemory
    from streamrt.backend import ReplayDevice
    from streamrt.graph.capture_plan import CapturePlan
    from streamrt.graph.nodes import Node, Value

MOST_VARIANTS = 64


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A plan's program for certain layouts, without addresses.

    Attributes:
        nodes: the plan's nodes, with these layouts.
        values: the plan's values, with these layouts.
        fresh: the base and the layout of each output.
        touches: the bytes that it reads and writes.
        gapped: the buffers of which a node uses a view with gaps; of these, `touches` has ranges.
        gather: turns the bound buffers into the facts for a launch; see `write_gather`.
    """

    nodes: Sequence[Node]
    values: Sequence[Value]
    fresh: tuple[tuple[int, Layout], ...]
    touches: tuple[Touch, ...]
    gapped: frozenset[int]
    gather: Gather


class Bound(NamedTuple):
    """The facts for one replay; `Lane.launch` explains the last three.

    Attributes:
        variant: the variant that runs.
        buffers: the bound buffers, by base.
        reads: the regions read.
        writes: the regions written, the instance's arena among them.
        values: the addresses of all bases.
    """

    variant: Variant
    buffers: list[TypedMemory]
    reads: Reads
    writes: Writes
    values: tuple[int, ...]


class Instance(AtEnd):
    """The resources that one replay in flight needs for itself: streams, an arena, tables.

    Its plans have no finalizer of their own: the collector would run that at once, and not after
    the last replay.

    Attributes:
        arena: the memory of the temporaries.
        life: the arena as the tracker sees it; each replay writes it.
        is_released: whether its tables are gone, so that it replays nothing any more.
        as_captured: the facts for a replay that binds nothing, if they are always the same.
        served: the variant that native code replays, and the object that does it (replay_call.h).
    """

    def __init__(
        self, device: DeviceState, plan: CapturePlan[Any], name: str, lanes: Sequence[Lane]
    ) -> None:
        """Takes memory for the temporaries.

        Args:
            device: the device that replays run on.
            plan: the plan that they run.
            name: its name in messages.
            lanes: the lanes to submit to, as many as `lanes_needed` says.
        """
        self._engine = device.engine
        self._device = device
        self._schedule = plan.schedule
        self._lanes = lanes
        self.is_released: bool = False
        try:
            self.arena = device.memory.allocate(max(1, plan.arena_nbytes), False)
        except OutOfMemoryError as error:
            error.add_note(f"for the temporaries of {name}, {plan!r}")
            raise
        tracked, address = self.arena.tracked, self.arena.address
        self.life = (Region(tracked, 0, tracked.nbytes, False, address), False)
        self.as_captured: Bound | None = None
        self.served: tuple[Variant, Any] | None = None
        self._programs: dict[Variant, NativeReplay | Resubmission] = {}
        self._command = replayed(plan) if device.engine.lineage is not None else None
        self._lock = threading.RLock()  # re-entered by finalizers and signal handlers that replay
        self.__del__ = partial(self._engine.reclaimer.retired, (self.arena.tracked, self._programs))

    def prepare(self, variant: Variant) -> NativeReplay | Resubmission:
        """Returns a variant's program, made if need be."""
        program = self._programs.get(variant)
        if program is None:
            if len(self._programs) >= MOST_VARIANTS:
                oldest = next(iter(self._programs))
                if self.served is not None and self.served[0] is oldest:
                    self.served[1].close()
                dropped = self._programs.pop(oldest)
                with self._engine.lock:
                    self._engine.reclaimer.unload_later(dropped.loaded)
            made = self._prepare(variant)
            # If a finalizer replayed meanwhile, its program is in flight, and is kept.
            program = self._programs.setdefault(variant, made)
            if program is not made:
                self._engine.reclaimer.unload(made.loaded)
        return program

    def launch(self, bound: Bound, what: Replayed, frame: FrameType) -> Execution[Any]:
        """Submits a replay; see `Lane.launch`.

        A lock is held, because a program that is dropped meanwhile would not know of this launch.
        """
        variant, buffers, reads, writes, values = bound
        log = self._engine.lineage
        with self._lock:
            program = self.prepare(variant)
            if self._engine.watch is not None:
                vague = {buffers[base]._region.tracked.memory for base in variant.gapped}
                self._engine.watch.declare([("", buffer) for buffer in buffers], vague)
            submit = partial(program.launch, reads, writes, values, what, frame)
            if log is None:
                return submit()
            if self._command is None:
                return log.submit(reads, writes, what.name, submit)
            uses = uses_of(buffers, variant.touches)
            return log.run(self._command, self._device, uses, submit)

    def _prepare(self, variant: Variant) -> NativeReplay | Resubmission:
        device = self._device
        backend = device.backend
        lowering = Lowering(device, variant.values, self._schedule)
        handles: list[int] = []
        lanes = self._lanes
        order, nodes = self._schedule.order, variant.nodes
        try:
            program = lowering.program(nodes)
            if backend.can_replay:
                handles.append(cast("ReplayDevice", backend).instantiate(program))
                device.show(handles[0], [node.kernel for node in nodes if node.kernel is not None])
                loaded = self._loaded(handles, lowering)
                return NativeReplay(lanes[0], handles[0], loaded, lowering.loops)
            handles.append(device.standard.load_nothing())
            loaded = self._loaded(handles, lowering)
            return Resubmission(lanes, program, order, nodes, handles[0], loaded)
        except BaseException:
            self._engine.reclaimer.unload(self._loaded(handles, lowering))
            raise

    def _loaded(self, handles: Sequence[int], lowering: Lowering) -> Loaded:
        return Loaded(self._device.backend, [*handles, *lowering.handles])  # program first

    def turns(self, lane: Lane) -> list[tuple[int, int]]:
        """Returns the numbers of the loops that run on a lane now, each with its turn."""
        if lane is not self._lanes[0]:
            return []
        programs = [p for p in self._programs.values() if isinstance(p, NativeReplay)]
        running = [turn for p in programs for turn in self._device.backend.turns(p.handle)]
        numbers = {plan: number for p in programs for plan, number in p.loops.items()}
        return [(numbers[plan], turn) for plan, turn in running]

    def release(self) -> None:
        """Frees tables at once, because nothing runs any more. It replays nothing afterwards."""
        self.is_released, self.as_captured = True, None
        if self.served is not None:
            self.served[1].close()
        while self._programs:
            self._engine.reclaimer.unload(self._programs.popitem()[1].loaded)


class NativeReplay:
    """A program that its device runs with one launch.

    Attributes:
        lane: the lane that it is submitted to.
        handle: of the program.
        launch: submits the program once; see `Lane.launch`.
        loaded: the program, and the plans of its steps.
        loops: the number of each loop among its nodes, by plan.
    """

    __slots__ = ("handle", "lane", "launch", "loaded", "loops")

    def __init__(self, lane: Lane, handle: int, loaded: Loaded, loops: dict[int, int]) -> None:
        self.lane: Lane = lane
        self.handle: int = handle
        self.launch: Callable[..., Execution[Any]] = partial(lane.launch, handle)
        self.loaded: Loaded = loaded
        self.loops: dict[int, int] = loops


def turns_of(instances: Sequence[Instance]) -> Callable[[Lane], list[tuple[int, int]]]:
    """Returns a function that finds the loops that run on a lane; it keeps no instance alive."""
    known = [ref(each) for each in instances]

    def turns(lane: Lane) -> list[tuple[int, int]]:
        alive = [each for each in (one() for one in known) if each is not None]
        return [turn for each in alive for turn in each.turns(lane)]

    return turns


def lanes_needed(device: DeviceState, plan: CapturePlan[Any]) -> int:
    """Returns how many lanes an instance submits to: one if the device runs whole programs."""
    return 1 if device.backend.can_replay else len(plan.schedule.lanes)
