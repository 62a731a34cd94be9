"""GraphExec: a plan made ready on its device, to be replayed with inputs that change.

1. A replay is one launch with the union of its nodes' accesses, so the tracker, cancelling,
   failing and waiting know nothing of graphs.
2. Each replay in flight needs an arena, tables and streams of its own: an instance. Replays take
   the instances in turn; those of one instance follow each other.
3. The program depends on the layouts of the bound buffers, not on their addresses. The program for
   the captured layouts is there from the start; others are made when their layouts first come, and
   kept.
4. The arena counts as written by each replay. So its history tells when arena and tables may be
   freed, as with any buffer.
"""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Self, cast
from weakref import ref

from streamrt._compile.signatures.layout import Layout, bounds
from streamrt._core.handles import Handle
from streamrt._core.tracking.ranges import FROZEN
from streamrt._native.core import Core, at_load, doc_of
from streamrt._refusals import shorten
from streamrt._runtime.buffer import Buffer, new_buffer
from streamrt._runtime.composite import with_outcome
from streamrt._runtime.door import HostSide, take
from streamrt._runtime.ending.lifecycle import OPEN
from streamrt._runtime.execution import Execution
from streamrt._runtime.graphs.binder import Touch, write_bind, write_gather
from streamrt._runtime.graphs.in_native import native_replays
from streamrt._runtime.graphs.instance import (
    MOST_VARIANTS,
    Bound,
    Instance,
    Variant,
    lanes_needed,
    turns_of,
)
from streamrt._runtime.graphs.programs import externals
from streamrt._runtime.graphs.subjects import Replayed
from streamrt._runtime.memory.typed_memory import TypedMemory, check_buffer
from streamrt._runtime.tracking import IN_PYTHON
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    ClosedError,
    FrozenBufferError,
    StateError,
    StreamRTError,
)
from streamrt.graph.extents import resized
from streamrt.graph.footprint import Footprint, footprints

if TYPE_CHECKING:
    from types import TracebackType

    from streamrt._runtime.device import Device
    from streamrt._runtime.stream import Stream
    from streamrt.graph.capture_plan import CapturePlan
    from streamrt.graph.nodes import Node, Value

Key = tuple["Layout | None", ...]


class GraphExec(Handle):
    """A plan made ready to run, many times. Made by `CapturePlan.instantiate`.

        exec = graph.plan(device).instantiate()
        y = await exec.replay(x=x)

    Replays run on streams of their own, ordered with everything else by what they read and write.

    Attributes:
        plan: the plan that it runs.
        depth: how many replays may be in flight at once.
    """

    _instead = "plan.instantiate() makes another"

    def __init__(self, device: Device, plan: CapturePlan[GraphExec], depth: int, name: str) -> None:
        """Not for users: `CapturePlan.instantiate` makes these."""
        self.plan: CapturePlan[GraphExec] = plan
        self.depth: int = depth
        self._device = device
        self._state = device._state
        self._engine = device._state.engine
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
        # Any, because the user binds them: each is a Buffer, None without one, or a mistake.
        self._defaults: list[Any] = [plan.values[value].bound for value in self._externals]
        self._bind = write_bind(self._names, self._defaults)
        self._variants: dict[Key, Variant] = {}
        self._lock = threading.RLock()
        self._first = self._variant(plan.nodes, plan.values)
        self._streams: list[Stream] = []
        self._instances = [
            self._instance(name if depth == 1 else f"{name}.{i}") for i in range(depth)
        ]
        device._instances += map(ref, self._instances)
        for instance in self._instances:
            instance.prepare(self._first)
        self._what.turns = turns_of(self._instances)
        self._turns = itertools.cycle(self._instances)
        self._is_closed = False
        # Values for which the graph uses more memory than their buffer covers.
        self._fixed = tuple(
            (base, plan.values[value].bound)
            for base, value in enumerate(self._externals)
            if not plan.values[value].is_rebindable
        )
        # Native code replays by it; see replay_call.h.
        self._replays = None
        if not self._fixed:
            self._replays = native_replays(
                self._engine,
                device._fresh,
                self._what,
                self._names,
                self._defaults,
                self._first,
                self._results,
                self._instances,
            )

    @property
    def streams(self) -> tuple[Stream, ...]:
        """The streams that replays are submitted to; events on them order other work."""
        return tuple(self._streams)

    def _instance(self, name: str) -> Instance:
        """Makes an instance, with streams of its own."""
        count = lanes_needed(self._state, self.plan)
        names = [name] if count == 1 else [f"{name}.{i}" for i in range(count)]
        streams = [self._device.stream(n) for n in names]
        self._streams += streams
        return Instance(self._state, self.plan, name, [stream._lane for stream in streams])

    def replay(self, /, **bindings: Buffer) -> Execution[Buffer | Any]:
        """Submits the whole graph as one execution; returns without waiting.

        Args:
            bindings: buffers for inputs and outputs by name. An input that is not named keeps the
                buffer it was captured with; an output that is not named gets a new one. Their
                dtypes and shapes are those of the graph; extents may be smaller if every kernel
                that uses them allows it.

        Returns:
            An execution whose result is the output, or a tuple of the outputs in the order in
            which they were named; None without any.

        Raises:
            ArgumentError: a buffer does not fit; nothing was submitted.
            StateError: a buffer was deleted, donated or frozen, or the GraphExec is closed.
        """
        instance = next(self._turns, None)
        if instance is None:
            raise self._refusal()
        if self._engine.interpreters:
            take(self._engine, HostSide(f"replay on {self._name}"))
        bound = instance.as_captured
        if bound is None or bindings:
            try:
                bound = self._match(instance, bindings)
            except StreamRTError as error:
                shorten(error)
                raise
        try:
            launch = instance.launch(bound, self._what, sys._getframe(1))
        except StateError as error:
            raise self._named(error, bound).with_traceback(None) from None
        if self._engine.options.eager:
            launch.sync()
        if not self._results:
            return launch
        results = [bound.buffers[base] for base in self._results]
        outcome = results[0] if len(results) == 1 else tuple(results)
        return with_outcome(launch, outcome)

    def _match(self, instance: Instance, bindings: dict[str, Any]) -> Bound:
        """Returns the facts for a replay on an instance; makes the outputs that were not bound.

        Raises:
            ArgumentError, StateError: as `replay`.
        """
        if instance.is_released:
            raise self._refusal()
        if self._aliases:
            bindings = self._without_aliases(bindings)
        try:
            buffers, key = self._bind(**bindings)
            variant = self._variants[key]
        except (AttributeError, KeyError, TypeError):
            try:
                variant, buffers = self._adapt(bindings)
            except StreamRTError as error:  # the error caught above explains nothing
                raise error from error.__cause__
        if self._fixed and any(buffers[base] is not buffer for base, buffer in self._fixed):
            self._adapt(bindings)  # raises
        for base, layout in variant.fresh:
            if buffers[base] is None:
                buffers[base] = new_buffer(self._device, layout)
        is_shared, reads, writes, values = variant.gather(
            instance.life, instance.arena.address, *buffers
        )
        if is_shared:
            self._refuse_overlaps(variant, buffers)
        bound = Bound(variant, buffers, reads, writes, values)
        if not (bindings or variant.fresh):  # the same each time, and kept by the graph
            instance.as_captured = bound
        return bound

    def _refusal(self) -> StateError:
        what = f"replay on {self._name}"
        if self._engine.state != OPEN:
            return self._engine.refusal(what)
        return ClosedError(f"{what}: the GraphExec is closed; instantiate the plan again")

    def _named(self, error: StateError, bound: Bound) -> StateError:
        """Returns the tracker's refusal, with the name that the buffer was bound to."""
        for touch in bound.variant.touches:
            buffer, what = (
                bound.buffers[touch.base],
                f"replay on {self._name}: {self._names[touch.base]}",
            )
            try:
                check_buffer(buffer, what)
                buffer._present(f"{what} is")
            except StateError as named:
                return named
            if touch.writes and buffer._region.tracked.bar & FROZEN:
                return FrozenBufferError(
                    f"{what} is {buffer._told()}, and the graph writes it; what was frozen "
                    "stays so, bind a copy of it"
                )
        return error

    # -- other layouts ----------------------------------------------------------------------------

    def _without_aliases(self, bindings: dict[str, Any]) -> dict[str, Any]:
        """Returns the bindings by the values' own names."""
        plain: dict[str, Any] = {}
        for name, buffer in bindings.items():
            own = self._aliases.get(name, name)
            if own in plain:
                raise ArgumentTypeError(
                    f"replay on {self._name}: {own} is bound twice; {name} is the same value"
                )
            plain[own] = buffer
        return plain

    def _adapt(self, bindings: dict[str, Any]) -> tuple[Variant, list[Any]]:
        """Returns the variant for the bindings, made if need be, and the bound buffers.

        Raises:
            ArgumentError: a binding does not fit.
            StateError: the GraphExec is closed, or a buffer is gone.
        """
        what = f"replay on {self._name}"
        if self._is_closed or self._engine.state != OPEN:
            raise self._refusal()
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
        """Returns the layout of a buffer, if it may be bound to a value."""
        expected = self.plan.values[value]
        buffer = check_buffer(given, f"{what}: {expected.name}", self._engine)
        if buffer._state is not self._state:
            raise ArgumentError(
                f"{what}: {expected.name} is on {buffer._state}; copy it with "
                f"{expected.name}.to({str(self._device)!r})"
            )
        if buffer._layout.dtype != expected.layout.dtype:
            raise ArgumentError(
                f"{what}: {expected.name} is {buffer._layout}, the graph was captured with "
                f"{expected.layout}; dtypes are fixed"
            )
        if buffer is not expected.bound and not expected.is_rebindable:
            raise ArgumentError(
                f"{what}: {expected.name} cannot be bound to another buffer, because the graph "
                "uses memory around it as well; name the whole buffer when capturing"
            )
        return buffer._layout

    def _variant(self, nodes: Sequence[Node], values: Sequence[Value]) -> Variant:
        base_of = {value: base for base, value in enumerate(self._externals)}
        fresh = tuple(
            (base, self._state.intern(values[value].layout.dtype, values[value].layout.shape))
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
        gapped = frozenset(
            base_of[operand.value]
            for node in nodes
            for operand in node.operands
            if operand.layout.has_gaps and operand.value in base_of
        )
        return Variant(nodes, values, fresh, touches, gapped, gather)

    def _refuse_overlaps(self, variant: Variant, bound: list[TypedMemory]) -> None:
        """Refuses two names for memory that the graph writes: the plan does not order these."""
        for t, u in itertools.combinations(variant.touches, 2):
            if t.base == u.base or not (t.writes or u.writes):
                continue
            distance = bound[t.base]._distance(bound[u.base])
            if distance is None:
                continue
            if distance + u.start < t.stop and t.start < distance + u.stop:
                raise ArgumentError(
                    f"replay on {self._name}: {self._names[t.base]} and {self._names[u.base]} "
                    "share memory, and the graph writes it; they were apart when the graph was "
                    "captured: pass separate buffers"
                )

    # -- ending -----------------------------------------------------------------------------------

    def close(self) -> None:
        """Refuses further replays, and frees the memory after the last one in flight."""
        if not self._is_closed:
            self._is_closed = True
            if self._replays is not None:
                self._replays.close()
                self._replays = None
            self._variants.clear()  # so that replay takes the slow path, which refuses
            for stream in self._streams:
                stream.close()
            self._streams = []
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

    def __repr__(self) -> str:
        state = "closed" if self._is_closed else f"depth {self.depth}"
        return f"<GraphExec of {len(self.plan.nodes)} nodes on {self._name}: {state}>"


def _touches(footprint: Footprint) -> Iterable[tuple[int, int, bool, bool]]:
    """Yields the ranges of a value that are touched: start, stop, whether it is read, written."""
    yield from ((start, stop, True, False) for start, stop in footprint.reads)
    yield from ((start, stop, is_read, True) for start, stop, is_read in footprint.writes)


def _prepare(core: Core) -> None:
    """Gives GraphExec its native method, as `native_classes` does to other classes."""
    doc = doc_of("replay($self, /, **bindings)", GraphExec.replay)
    cast(Any, GraphExec).replay = core.new_replay(GraphExec, GraphExec.replay, doc, "_replays")


if not IN_PYTHON:
    at_load(_prepare)
