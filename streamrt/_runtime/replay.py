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
from streamrt._core.ranges import Region
from streamrt._native.queue import CellStatus
from streamrt._runtime.buffer import Buffer, check_buffer
from streamrt._runtime.capture import refuse_in_capture
from streamrt._runtime.execution import Execution
from streamrt._runtime.lowering import Lowering, externals
from streamrt._runtime.outputs import Outputs
from streamrt._runtime.resubmit import Resubmission
from streamrt.errors import ArgumentError, ArgumentTypeError, ClosedError, KernelError
from streamrt.graph.extents import resized
from streamrt.graph.footprint import Footprint, footprints

if TYPE_CHECKING:
    from types import TracebackType

    from streamrt._runtime.device import Device, LoadedPlans
    from streamrt._runtime.stream import Stream
    from streamrt.graph.capture_plan import CapturePlan
    from streamrt.graph.nodes import Node, Value

MOST_VARIANTS = 16
Key = tuple["Layout | None", ...]


class Replayed:
    """What replays are called, and which of their nodes fail."""

    name = "replay"

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._nodes = nodes

    def failure(self, what: str, status: CellStatus) -> KernelError:
        """The error of a replay whose cell says that it failed."""
        if not status.node:
            return KernelError(f"{what}: it returned {status.error}", status.error)
        return self.node_failure(status.node - 1, what, status.error)

    def node_failure(self, index: int, what: str, code: int) -> KernelError:
        """The error of a node whose kernel returned a code."""
        node = self._nodes[index]
        errors = node.kernel.errors if node.kernel is not None else {}
        meaning = errors.get(code, "the kernel gives no meaning for it")
        found = f"{node}, recorded at {node.site}, returned {code}"
        return KernelError(f"{what}: {found}; {meaning}", code)


@dataclass(frozen=True, slots=True, eq=False)
class _Variant:
    """A plan's program for certain layouts, without addresses.

    Attributes:
        nodes: with these layouts.
        values: the same.
        fresh: by position, the layouts of the outputs.
        touches: what it reads and writes: position, start, stop, reads, writes, and whether that
            is all of what is bound.
    """

    nodes: Sequence[Node]
    values: Sequence[Value]
    fresh: tuple[tuple[int, Layout], ...]
    touches: tuple[tuple[int, int, int, bool, bool, bool], ...]


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
        self._ready: dict[_Variant, tuple[int | Resubmission, LoadedPlans]] = {}
        self._lock = threading.Lock()

    def ready(self, variant: _Variant) -> int | Resubmission:
        """The handle of a variant's program here, or what submits it step by step."""
        found = self._ready.get(variant)
        if found is None:
            with self._lock:
                found = self._ready.get(variant)
                if found is None:
                    found = self._ready[variant] = self._prepare(variant)
                    if len(self._ready) > MOST_VARIANTS:
                        self._drop([self._ready.pop(next(iter(self._ready)))])
        return found[0]

    def _prepare(self, variant: _Variant) -> tuple[int | Resubmission, LoadedPlans]:
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
        if backend.can_replay:
            return handles[0], loaded
        lanes = [stream._lane for stream in self.streams]
        order, nodes = self._schedule.order, variant.nodes
        return Resubmission(lanes, program, order, nodes, nothing=handles[0]), loaded

    def _drop(self, ready: Iterable[tuple[object, LoadedPlans]]) -> None:
        """Lets tables go once the last replay is over. Takes no lock: also for the collector."""
        for _, loaded in ready:
            self._engine.dead.append((self.arena.tracked, None, loaded))

    def release(self) -> None:
        """Lets tables go at once: nothing runs any more."""
        self._ready.clear()

    def __del__(self) -> None:
        if hasattr(self, "_ready"):
            self._drop(self._ready.values())


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
        position_of = {value: position for position, value in enumerate(self._externals)}
        self._positions: dict[str, int] = {
            plan.values[value].name: position for value, position in position_of.items()
        }
        self._positions |= {name: position_of[value] for name, value in plan.outputs}
        self._results = tuple(position_of[value] for _, value in plan.outputs)
        # Any, for what is bound is the user's: a Buffer, None where there is none, or a mistake.
        self._defaults: list[Any] = [plan.values[value].bound for value in self._externals]
        self._variants: dict[Key, _Variant] = {}
        self._lock = threading.RLock()
        self._first = self._variant(plan.nodes, plan.values)
        self._instances = [
            _Instance(device, plan, name if depth == 1 else f"{name}.{i}") for i in range(depth)
        ]
        for instance in self._instances:
            instance.ready(self._first)
        self._turns = itertools.cycle(self._instances)
        self._is_closed = False
        # Values of which the graph uses more than is bound to them.
        self._fixed = tuple(
            (position, plan.values[value].bound)
            for position, value in enumerate(self._externals)
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
        frame = sys._getframe(1)
        bound = self._defaults.copy()
        positions = self._positions
        try:
            for name, buffer in bindings.items():
                bound[positions[name]] = buffer
            key = tuple([None if b is None else b._layout for b in bound])
            variant = self._variants[key]
            if any(bound[position] is not buffer for position, buffer in self._fixed):
                variant = self._adapt(bindings)  # which refuses
        except (AttributeError, KeyError):
            variant = self._adapt(bindings)
        if self._engine.captures:
            refuse_in_capture(self._engine, f"replay on {self._name}")
        for position, layout in variant.fresh:
            if bound[position] is None:
                bound[position] = self._device._empty(layout)
        return self._submit(variant, bound, frame)

    def _submit(self, variant: _Variant, bound: list[Buffer], frame: FrameType) -> Execution:
        if len({buffer._region.tracked for buffer in bound}) != len(bound):
            self._refuse_overlaps(variant, bound)
        instance = next(self._turns)
        reads: list[Region] = []
        writes = [instance.life]
        for position, start, stop, is_read, is_written, is_all in variant.touches:
            buffer = bound[position]
            region = buffer._region if is_all else _part(buffer, start, stop)
            if is_written:
                writes.append((region, is_read))
            else:
                reads.append(region)
        handle = instance.ready(variant)
        values = (instance.arena.address, *[buffer._address for buffer in bound])
        if isinstance(handle, Resubmission):
            launch = handle.submit(reads, writes, values, self._what, frame)
        else:
            launch = instance.lane.launch(handle, reads, writes, values, self._what, frame)
        if self._engine.options.eager:
            launch.sync()
        if not self._results:
            return launch
        results = tuple([bound[position] for position in self._results])
        return Outputs(launch, results[0] if len(results) == 1 else results)

    # -- other layouts ----------------------------------------------------------------------------

    def _adapt(self, bindings: dict[str, Buffer]) -> _Variant:
        """The variant for what is bound, made if need be.

        Raises:
            ArgumentError: it does not fit.
            StateError: this is closed, or a buffer is gone.
        """
        what = f"replay on {self._name}"
        self._engine.check_open(what)
        if self._is_closed:
            raise ClosedError(f"{what}: the GraphExec is closed; instantiate the plan again")
        for name in bindings:
            if name not in self._positions:
                known = ", ".join(self._positions) or "none"
                raise ArgumentTypeError(f"{what}: unexpected {name}; it takes {known}")
        bound = self._defaults.copy()
        for name, buffer in bindings.items():
            bound[self._positions[name]] = buffer
        layouts: dict[int, Layout] = {}
        for value, buffer in zip(self._externals, bound, strict=True):
            if buffer is not None:
                layouts[value] = self._check(value, buffer, what)
            elif self.plan.values[value].role == "input":
                name = self.plan.values[value].name
                raise ArgumentTypeError(f"{what}: {name} is missing; it has no buffer of its own")
        with self._lock:
            nodes, values = resized(self.plan.nodes, self.plan.values, layouts)
            same = nodes is self.plan.nodes and values is self.plan.values
            variant = self._first if same else self._variant(nodes, values)
            key = tuple([None if b is None else b._layout for b in bound])
            if len(self._variants) >= MOST_VARIANTS:
                del self._variants[next(iter(self._variants))]
            self._variants[key] = variant
        return variant

    def _check(self, value: int, buffer: Buffer, what: str) -> Layout:
        """The layout of what is bound to a value, if it can be."""
        expected = self.plan.values[value]
        check_buffer(buffer, f"{what}: {expected.name}", self._engine)
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
        device = self._device
        fresh: list[tuple[int, Layout]] = []
        for position, index in enumerate(self._externals):
            value = values[index]
            if value.role == "output":
                fresh.append((position, device._intern(value.layout.dtype, value.layout.shape)))
        position_of = {value: position for position, value in enumerate(self._externals)}
        touches = [
            (position_of[footprint.value], *touch)
            for footprint in footprints(nodes, values)
            for touch in _touches(footprint, values[footprint.value])
        ]
        return _Variant(nodes, values, tuple(fresh), tuple(touches))

    def _refuse_overlaps(self, variant: _Variant, bound: list[Buffer]) -> None:
        """Two names may share memory if nothing writes it: the plan knows of no order between."""
        names = {position: name for name, position in reversed(self._positions.items())}
        parts = [
            (position, buffer._region.tracked, offset + start, offset + stop, is_written)
            for position, start, stop, _, is_written, _ in variant.touches
            for buffer in (bound[position],)
            for offset in (_offset(buffer),)
        ]
        for (i, one, start, stop, writes), (j, other, low, high, also) in itertools.combinations(
            parts, 2
        ):
            if i != j and one is other and (writes or also) and start < high and low < stop:
                raise ArgumentError(
                    f"replay on {self._name}: {names[i]} and {names[j]} share memory, and the "
                    "graph writes it; they were apart when it was captured, pass separate buffers"
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


def _touches(footprint: Footprint, value: Value) -> Iterable[tuple[int, int, bool, bool, bool]]:
    """What is read and written of a value: start, stop, reads, writes, and if that is all of it."""
    for start, stop in footprint.reads:
        yield start, stop, True, False, (start, stop) == bounds(value.layout)
    for start, stop, is_read in footprint.writes:
        yield start, stop, is_read, True, (start, stop) == bounds(value.layout)


def _offset(buffer: Buffer) -> int:
    """Its first element's offset in its allocation."""
    assert buffer._allocation is not None
    return buffer._address - buffer._allocation.address


def _part(buffer: Buffer, start: int, stop: int) -> Region:
    """The part of a buffer's memory between two offsets from its first element."""
    offset = _offset(buffer)
    return Region(buffer._region.tracked, offset + start, offset + stop)
