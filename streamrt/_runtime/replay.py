"""GraphExec: a plan made ready on its device, to be replayed with inputs that change.

1. A replay is one launch with the union of its nodes' accesses, so that the tracker, cancelling,
   failing and waiting know nothing of graphs.
2. Each replay in flight needs an arena, tables and streams of its own: an instance. Replays take
   the instances in turn; those of one instance follow each other.
3. The program depends on the layouts of what is bound, not on its addresses. One for the layouts
   that were captured is there from the start; others are made when they first come, and kept.
4. The arena counts as written by each replay. So its history tells when arena and tables may go,
   as with any buffer.
"""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Any, Self

from streamrt._compile.layout import Layout, bounds
from streamrt._core.hazards import Reads, Writes
from streamrt._core.ranges import Region
from streamrt._native.queue import CellStatus
from streamrt._runtime.binder import Gather, Touch, offset_of, write_bind, write_gather
from streamrt._runtime.buffer import Buffer, check_buffer
from streamrt._runtime.capture import refuse_in_capture
from streamrt._runtime.execution import Execution
from streamrt._runtime.lowering import Lowering, externals
from streamrt._runtime.outputs import Outputs
from streamrt._runtime.resubmit import Resubmission, Resubmitted
from streamrt.errors import ArgumentError, ArgumentTypeError, ClosedError, KernelError
from streamrt.graph.extents import resized
from streamrt.graph.footprint import Footprint, footprints

if TYPE_CHECKING:
    from types import TracebackType

    from streamrt._runtime.device import Device, LoadedPlans
    from streamrt._runtime.lane import Lane
    from streamrt._runtime.stream import Stream
    from streamrt.graph.capture_plan import CapturePlan
    from streamrt.graph.nodes import Node, Value

MOST_VARIANTS = 64
Key = tuple["Layout | None", ...]


class Replayed:
    """What replays are called, and which of their nodes fail.

    A buffer knows who wrote it, and so this. It therefore knows nothing of the graph, whose inputs
    would live as long as its outputs.
    """

    name = "replay"

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._nodes = [(node.index, node.name, node.site, node.kernel) for node in nodes]

    def failure(self, what: str, status: CellStatus) -> KernelError:
        """The error of a replay whose cell says that it failed."""
        if not status.node:
            return KernelError(f"{what}: it returned {status.error}", status.error)
        return self.node_failure(status.node - 1, what, status.error)

    def node_failure(self, node: int, what: str, code: int) -> KernelError:
        """The error of a node whose kernel returned a code."""
        index, name, site, kernel = self._nodes[node]
        meaning = kernel.errors.get(code) if kernel is not None else None
        meaning = meaning or "the kernel gives no meaning for it"
        found = f"node {index} ({name}), recorded at {site}, returned {code}"
        return KernelError(f"{what}: {found}; {meaning}", code)


@dataclass(frozen=True, slots=True, eq=False)
class _Variant:
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


class _Instance:
    """What one replay in flight needs for itself: streams, an arena, tables."""

    def __init__(self, device: Device, plan: CapturePlan[GraphExec], name: str) -> None:
        self._engine = device._engine
        self._device = device
        self._schedule = plan.schedule
        backend = device._backend
        count = 1 if backend.can_replay else len(plan.schedule.lanes)
        names = [name] if count == 1 else [f"{name}.{i}" for i in range(count)]
        self.streams: tuple[Stream, ...] = tuple(device.stream(n) for n in names)
        self.lane = self.streams[0]._lane
        self.arena = device._memory.allocate(max(1, plan.arena_nbytes), False)
        self.life = (Region(self.arena.tracked, 0, self.arena.tracked.nbytes), False)
        self._programs: dict[_Variant, NativeReplay | Resubmission] = {}
        self._lock = threading.Lock()

    def prepare(self, variant: _Variant) -> NativeReplay | Resubmission:
        """A variant's program, made if need be."""
        program = self._programs.get(variant)
        if program is None:
            if len(self._programs) >= MOST_VARIANTS:
                self._drop([self._programs.pop(next(iter(self._programs)))])
            program = self._programs[variant] = self._prepare(variant)
        return program

    def launch(
        self,
        variant: _Variant,
        reads: Reads,
        writes: Writes,
        bases: tuple[int, ...],
        what: Replayed,
        frame: FrameType,
    ) -> Execution:
        """Submits a variant once; see `Lane.launch`.

        Under a lock: what is dropped meanwhile would not know of this launch.
        """
        with self._lock:
            return self.prepare(variant).launch(reads, writes, bases, what, frame)

    def _prepare(self, variant: _Variant) -> NativeReplay | Resubmission:
        device = self._device
        backend = device._backend
        lowering = Lowering(device, variant.values, self._schedule)
        handles: list[int] = []
        try:
            program = lowering.program(variant.nodes)
            if backend.can_replay:
                handles.append(backend.instantiate(program))
            else:
                handles.append(device._copies.load_nothing())
        finally:
            loaded = device._loaded([*handles, *lowering.handles])  # the program goes first
        lanes = [stream._lane for stream in self.streams]
        if backend.can_replay:
            return NativeReplay(lanes[0], handles[0], loaded)
        order, nodes = self._schedule.order, variant.nodes
        return Resubmission(lanes, program, order, nodes, handles[0], loaded)

    def _drop(self, programs: Iterable[NativeReplay | Resubmission]) -> None:
        """Lets tables go once the last replay is over. Takes no lock: also for the collector."""
        for program in programs:
            self._engine.dead.append((self.arena.tracked, None, program.loaded))

    def release(self) -> None:
        """Lets tables go at once: nothing runs any more."""
        self._programs.clear()

    def __del__(self) -> None:
        if hasattr(self, "_programs"):
            self._drop(self._programs.values())


class NativeReplay:
    """A program that its device runs with one launch."""

    __slots__ = ("_handle", "_launch", "loaded")

    def __init__(self, lane: Lane, handle: int, loaded: LoadedPlans) -> None:
        self._launch = lane.launch
        self._handle = handle
        self.loaded = loaded

    def launch(
        self, reads: Reads, writes: Writes, bases: tuple[int, ...], what: object, frame: FrameType
    ) -> Execution:
        """Submits it once; see `Lane.launch`."""
        return self._launch(self._handle, reads, writes, bases, what, frame)


class GraphExec:
    """A plan made ready to run, many times. Made by `CapturePlan.instantiate`.

        exec = graph.plan(device).instantiate()
        y = await exec.replay(x=x)

    Replays run on streams of their own, ordered with everything else by what they read and write.

    Attributes:
        plan: what it runs.
        depth: how many replays may be in flight at once.
    """

    def __init__(self, device: Device, plan: CapturePlan[GraphExec], depth: int, name: str) -> None:
        """Not for users: `CapturePlan.instantiate` makes these."""
        self.plan: CapturePlan[GraphExec] = plan
        self.depth: int = depth
        self._device = device
        self._engine = device._engine
        self._name = name
        self._what = Replayed(plan.nodes)
        self._externals = externals(plan.values)
        self._names = [plan.values[value].name for value in self._externals]
        base_of = {value: base for base, value in enumerate(self._externals)}
        self._results = tuple(base_of[value] for _, value in plan.outputs)
        # Inputs that are results may have two names.
        self._aliases = {
            name: plan.values[value].name
            for name, value in plan.outputs
            if name != plan.values[value].name
        }
        # Any, for what is bound is the user's: a Buffer, None where there is none, or a mistake.
        self._defaults: list[Any] = [plan.values[value].bound for value in self._externals]
        self._bind = write_bind(self._names, self._defaults)
        self._variants: dict[Key, _Variant] = {}
        self._lock = threading.RLock()
        self._first = self._variant(plan.nodes, plan.values)
        self._instances = [
            _Instance(device, plan, name if depth == 1 else f"{name}.{i}") for i in range(depth)
        ]
        for instance in self._instances:
            instance.prepare(self._first)
        self._turns = itertools.cycle(self._instances)
        self._is_closed = False
        # Values of which the graph uses more than is bound to them.
        self._fixed = tuple(
            (base, plan.values[value].bound)
            for base, value in enumerate(self._externals)
            if not plan.values[value].is_rebindable
        )

    @property
    def streams(self) -> tuple[Stream, ...]:
        """The streams it submits replays to, for those who order them by events."""
        return tuple(s for instance in self._instances for s in instance.streams)

    def replay(self, /, **bindings: Buffer) -> Execution:
        """Submits the whole graph once; returns at once.

        Args:
            bindings: buffers for inputs and outputs by name. An input that is not named keeps the
                buffer it was captured with; an output that is not named gets a new one. Their
                dtypes and shapes are those of the graph; extents may be smaller where every
                kernel that meets them allows it.

        Returns:
            An execution whose result is the output, or a tuple of the outputs in the order in
            which they were named; None without any.

        Raises:
            ArgumentError: a buffer does not fit; nothing was submitted.
            StateError: a buffer was deleted, donated or frozen, or this is closed.
        """
        if self._aliases:
            bindings = self._without_aliases(bindings)
        try:
            bound, key = self._bind(**bindings)
            variant = self._variants[key]
        except (AttributeError, KeyError, TypeError):
            variant, bound = self._adapt(bindings)
        if self._fixed and any(bound[base] is not buffer for base, buffer in self._fixed):
            self._adapt(bindings)  # refuses
        if self._engine.captures:
            refuse_in_capture(self._engine, f"replay on {self._name}")
        for base, layout in variant.fresh:
            if bound[base] is None:
                bound[base] = self._device._empty(layout)
        instance = next(self._turns)
        is_shared, reads, writes, values = variant.gather(
            instance.life, instance.arena.address, *bound
        )
        if is_shared:
            self._refuse_overlaps(variant, bound)
        launch = instance.launch(variant, reads, writes, values, self._what, sys._getframe(1))
        if self._engine.options.eager:
            launch.sync()
        if not self._results:
            return launch
        results = [bound[base] for base in self._results]
        outcome = results[0] if len(results) == 1 else tuple(results)
        if isinstance(launch, Resubmitted):  # which the buffers do not know: they know its tail
            launch.outcome = outcome
            return launch
        return Outputs(launch, outcome)

    # -- other layouts ----------------------------------------------------------------------------

    def _without_aliases(self, bindings: dict[str, Any]) -> dict[str, Any]:
        """The same by the values' own names."""
        plain: dict[str, Any] = {}
        for name, buffer in bindings.items():
            own = self._aliases.get(name, name)
            if own in plain:
                raise ArgumentTypeError(
                    f"replay on {self._name}: {own} is bound twice, for {name} is the same value"
                )
            plain[own] = buffer
        return plain

    def _adapt(self, bindings: dict[str, Any]) -> tuple[_Variant, list[Any]]:
        """The variant for what is bound, made if need be, and what that is.

        Raises:
            ArgumentError: it does not fit.
            StateError: this is closed, or a buffer is gone.
        """
        what = f"replay on {self._name}"
        self._engine.check_open(what)
        if self._is_closed:
            raise ClosedError(f"{what}: the GraphExec is closed; instantiate the plan again")
        for name in bindings:
            if name not in self._names:
                known = ", ".join([*self._names, *self._aliases]) or "nothing"
                raise ArgumentTypeError(f"{what}: unexpected {name}; it takes {known}")
        bound: list[Any] = [
            bindings.get(n, d) for n, d in zip(self._names, self._defaults, strict=True)
        ]
        layouts: dict[int, Layout] = {}
        for value, name, buffer in zip(self._externals, self._names, bound, strict=True):
            if buffer is not None or name in bindings:
                layouts[value] = self._check(value, buffer, what)
            elif self.plan.values[value].role == "input":
                raise ArgumentTypeError(f"{what}: {name} is missing; it has no buffer of its own")
        with self._lock:
            nodes, values = resized(self.plan.nodes, self.plan.values, layouts)
            same = nodes is self.plan.nodes and values is self.plan.values
            variant = self._first if same else self._variant(nodes, values)
            if len(self._variants) >= MOST_VARIANTS:
                del self._variants[next(iter(self._variants))]
            self._variants[tuple([None if b is None else b._layout for b in bound])] = variant
        return variant, bound

    def _check(self, value: int, given: object, what: str) -> Layout:
        """The layout of what is bound to a value, if it can be."""
        expected = self.plan.values[value]
        buffer = check_buffer(given, f"{what}: {expected.name}", self._engine)
        if buffer.device is not self._device:
            raise ArgumentError(
                f"{what}: {expected.name} is on {buffer.device}; copy it with "
                f"{expected.name}.to({str(self._device)!r})"
            )
        if buffer.dtype != expected.layout.dtype:
            raise ArgumentError(
                f"{what}: {expected.name} is {buffer._layout}, the graph was captured with "
                f"{expected.layout}; dtypes are fixed"
            )
        if buffer is not expected.bound and not expected.is_rebindable:
            raise ArgumentError(
                f"{what}: {expected.name} cannot be bound to another buffer, for the graph uses "
                "more of its memory than it covers; name the whole of it when capturing"
            )
        return buffer._layout

    def _variant(self, nodes: Sequence[Node], values: Sequence[Value]) -> _Variant:
        base_of = {value: base for base, value in enumerate(self._externals)}
        fresh = tuple(
            (base, self._device._intern(values[value].layout.dtype, values[value].layout.shape))
            for value, base in base_of.items()
            if values[value].role == "output"
        )
        touches = tuple(
            Touch(base_of[footprint.value], *touch, touch[:2] == bounds(layout))
            for footprint in footprints(nodes, values)
            for layout in (values[footprint.value].layout,)
            for touch in _touches(footprint)
        )
        gather = write_gather(len(self._externals), touches)
        return _Variant(nodes, values, fresh, touches, gather)

    def _refuse_overlaps(self, variant: _Variant, bound: list[Buffer]) -> None:
        """Two names may share memory if nothing writes it: the plan knows of no order between."""
        parts = [
            (t, bound[t.base]._region.tracked, offset_of(bound[t.base])) for t in variant.touches
        ]
        for (t, one, mine), (u, other, its) in itertools.combinations(parts, 2):
            apart = t.stop + mine <= u.start + its or u.stop + its <= t.start + mine
            if t.base != u.base and one is other and (t.writes or u.writes) and not apart:
                raise ArgumentError(
                    f"replay on {self._name}: {self._names[t.base]} and {self._names[u.base]} "
                    "share memory, and the graph writes it; they were apart when it was captured, "
                    "pass separate buffers"
                )

    # -- ending -----------------------------------------------------------------------------------

    def close(self) -> None:
        """Refuses further replays and gives its memory up, once those in flight are over."""
        if not self._is_closed:
            self._is_closed = True
            self._variants.clear()  # so that replay takes the slow path, which refuses
            for instance in self._instances:
                for stream in instance.streams:
                    stream.close()
            self._instances = []
            self._turns = itertools.cycle(())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _release(self) -> None:
        """Its device closes: nothing runs any more."""
        for instance in self._instances:
            instance.release()
        self.close()

    def __repr__(self) -> str:
        state = "closed" if self._is_closed else f"depth {self.depth}"
        return f"<GraphExec of {len(self.plan.nodes)} nodes on {self._name}: {state}>"


def _touches(footprint: Footprint) -> Iterable[tuple[int, int, bool, bool]]:
    """What is touched of a value: start, stop, whether it is read, and written."""
    for start, stop in footprint.reads:
        yield start, stop, True, False
    for start, stop, is_read in footprint.writes:
        yield start, stop, is_read, True
