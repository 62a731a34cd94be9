"""Captures: blocks in which launches, copies and fills are recorded to a graph instead of run.

1. A capture counts for the context that opened it, and for the tasks started in it; work of other
   tasks runs as usual. A capture that has ended records nothing, even for a task that still has it
   in its context.
2. A buffer made in a capture has no address: it is a temporary, until it is named an output. A
   buffer that existed before is an input, bound to itself, and kept alive. Each memory is one
   value; views and other handles of it are operands.
3. The order of the nodes follows from the memory that they read and write, in the order of
   recording. Streams alone order nothing, because nobody could see a difference. Events do: the
   nodes after a wait follow all nodes before it on their stream, and all nodes before the event on
   the other stream.
4. An exception that leaves the block discards the graph; streams and buffers are as before.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, TypeVar, cast

from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.elements import element_bits
from streamrt._core.handles import Handle
from streamrt._core.tracking.ranges import CAPTURED, DELETED, FROZEN, label
from streamrt._core.values import told
from streamrt._refusals import shorten
from streamrt._runtime.devices.device_state import DeviceState
from streamrt._runtime.door import Interpreter, OnStream, Operation, interpreter_of
from streamrt._runtime.engine import Engine
from streamrt._runtime.event import Event, Front
from streamrt._runtime.failures import place, spell
from streamrt._runtime.graphs.recorded import Recorded, RecordedStream, is_inside, launch_key
from streamrt._runtime.lane import Lane
from streamrt._runtime.memory.allocations import Allocation, new_allocation
from streamrt._runtime.memory.typed_memory import TypedMemory, check_buffer
from streamrt._runtime.operations import KernelLaunch, Record, WaitFor
from streamrt._runtime.tracking import Tracked
from streamrt._runtime.transfers import Allocate, Copy, Fill
from streamrt.errors import CaptureError, StateError, StreamRTError
from streamrt.graph.graph import Graph
from streamrt.graph.nodes import Node, Operand

T = TypeVar("T")


class Capture(Handle, Interpreter):
    """A block whose launches, copies and fills become a graph. Made by `Runtime.capture`.

        with rt.capture(x=x) as graph: ...

    Entering it returns the graph; an exception that leaves the block discards the graph.
    """

    _instead = "rt.capture() makes another"

    def __init__(self, engine: Engine, named: Mapping[str, TypedMemory]) -> None:
        """Not for users: `Runtime.capture` makes captures."""
        super().__init__(engine)
        self._graph = Graph()
        self._graph._resolve = self._resolve
        self._graph._reveal = self._reveal
        self._graph._on_loop = self._note_loop
        self._named = named
        self._is_used = False
        self._device: DeviceState | None = None
        self._known: dict[Tracked, tuple[Operand, int]] = {}
        self._lines: dict[Lane, RecordedStream] = defaultdict(RecordedStream)
        self._checked: set[tuple[object, ...]] = set()
        self._in_loop: dict[RecordedStream, None] = {}  # those used in the open block
        self._writers: dict[int, tuple[int, int, int]] = {}  # by value: node, start, stop
        self._lock = threading.RLock()

    # -- entering and leaving ---------------------------------------------------------------------

    def __enter__(self) -> Graph:
        if self._is_used:
            raise StateError("enter a capture: it was entered before; make another, rt.capture()")
        self.engine.check_open("enter a capture")
        if interpreter_of(self.engine) is not None:
            raise CaptureError(
                "enter a capture: another one of this runtime is open here; captures do not nest"
            )
        self._is_used = True
        try:  # no wrapper, because an interrupt in one would leave the block entered
            for name, buffer in self._named.items():
                self._take_input(name, check_buffer(buffer, f"capture: {name}", self.engine))
        except StreamRTError as error:
            shorten(error)
            raise
        self._graph._begin()
        self._enter()
        return self._graph

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._leave()
        with self._lock:
            self._lines.clear()
            # From now on it only knows which buffer is which value. The graph asks it for that, so
            # if it held the graph, the two would keep each other and all inputs alive.
            graph, self._graph = self._graph, Graph()
            if error is None:
                graph._seal()
            else:
                self._known.clear()
                graph._discard(f"{spell(error)} left its block")

    # -- buffers ----------------------------------------------------------------------------------

    def _allocate(self, operation: Allocate) -> Allocation:
        """Returns memory of the graph, without an address."""
        with self._lock:
            self._keep_to(operation.state, "make a buffer in a capture")
            graph = self._graph
            operand = graph._new_value("temporary", operation.layout)
            listing = graph._open[-1] if graph._open else graph
            name: str = listing._values[operand.value].name
            tracked = Tracked(operation.layout.nbytes, name)
            tracked.bar = CAPTURED
            self._known[tracked] = (operand, 0)
        return new_allocation(0, tracked, None, None, self.engine)

    def _take_input(self, name: str, buffer: TypedMemory) -> None:
        known = self._known_as(buffer._region.tracked, f"capture: {name}")
        if known is not None:
            other = self._graph.values[known[0].value].name
            raise CaptureError(
                f"capture: {name} shares its memory with {other}; name one of them, and use views "
                "of it"
            )
        self._keep_to(buffer._state, f"capture: {name}")
        operand = self._graph._new_value("input", buffer._layout, name=name, bound=buffer)
        self._known[buffer._region.tracked] = (operand, buffer._address)

    def _operand(self, buffer: TypedMemory, what: str) -> Operand:
        """Returns the part of a value that a buffer stands for."""
        tracked = buffer._region.tracked
        known = self._known.get(tracked) or self._known_as(tracked, what)
        if known is None:
            if tracked.bar & CAPTURED:
                raise CaptureError(
                    f"{what}: {told(buffer)} was made in another capture; a graph uses its own "
                    "buffers, and those that have memory"
                )
            self._keep_to(buffer._state, what)
            new = self._graph._new_value("input", buffer._layout, bound=buffer)
            known = self._known[tracked] = (new, buffer._address)
        operand, address = known
        if operand.owner is not self._graph._token:
            self._check_within(operand, buffer, what)
        if buffer._layout is operand.layout and buffer._address == address:
            return operand
        return Operand(operand.owner, operand.value, buffer._address - address, buffer._layout)

    def _check_within(self, operand: Operand, buffer: TypedMemory, what: str) -> None:
        """Refuses memory of the block of a loop outside of that block."""
        if operand.owner not in self._graph._owners():
            raise CaptureError(
                f"{what}: {told(buffer)} was made in the block of a loop or a branch, and belongs "
                "to one turn; make it before the block"
            )

    def _reveal(self, operand: Operand, array: object) -> object:
        """Returns a buffer that stands for an operand, which is the row of an array in a loop."""
        if not isinstance(array, TypedMemory):
            return operand
        layout = operand.layout
        strides = None if layout.contiguous else layout.strides
        own = array._state.intern(layout.dtype, layout.shape, strides)
        tracked = Tracked(layout.nbytes, "row")
        tracked.bar = CAPTURED | array._region.tracked.bar & FROZEN
        self._known[tracked] = (Operand(operand.owner, operand.value, 0, own), 0)
        allocation = new_allocation(0, tracked, None, None, self.engine)
        like: Any = array
        return like.__class__(like._device, allocation, own, 0)

    def _known_as(self, tracked: Tracked, what: str) -> tuple[Operand, int] | None:
        """Returns the value of this memory, and its address, if a handle of it was used before."""
        known = self._known.get(tracked)
        if not tracked.is_shared:
            return known
        found = {k[0].value: k for t, k in self._known.items() if t.memory == tracked.memory}
        if len(found) > 1:
            names = " and ".join(self._graph.values[value].name for value in found)
            raise CaptureError(
                f"{what}: {names} were apart when the capture began to use them, and "
                f"{label(tracked.name)} overlaps both; wrap memory that overlaps both before the "
                "capture"
            )
        for known in found.values():
            self._known[tracked] = known
        return known

    def _resolve(self, handle: object, what: str) -> Operand:
        """Returns the operand for a buffer that the user names; `what` begins messages."""
        with self._lock:
            buffer = check_buffer(handle, what, self.engine)
            tracked = buffer._region.tracked
            if not self.is_open and self._known_as(tracked, what) is None:
                raise CaptureError(
                    f"{what}: {told(buffer)} was not used before the capture ended; name one "
                    "that was"
                )
            return self._operand(buffer, what)

    def _keep_to(self, device: DeviceState, what: str) -> None:
        if self._device is None:
            self._device = device
        elif self._device is not device:
            raise CaptureError(
                f"{what}: it is on {device}, the capture on {self._device}; a graph runs on one "
                "device, copy between devices before or after it"
            )

    # -- operations -------------------------------------------------------------------------------

    def _take(self, operation: Operation[T]) -> T:
        """Records an operation, after the same checks as if it ran.

        Raises:
            CaptureError: it cannot be recorded.
        """
        asked = cast("object", operation)
        match asked:
            case KernelLaunch():
                result: object = self._launch(asked)
            case Copy():
                result = self._copy(asked)
            case Fill():
                result = self._fill(asked)
            case Allocate():
                result = self._allocate(asked)
            case Record():
                result = self._record_event(asked)
            case WaitFor():
                result = None
                self._wait_for(asked)
            case _:
                node = len(self._graph.nodes)
                raise CaptureError(
                    f"{operation.what}: a capture is open here, and it would be node {node}; a "
                    "graph holds launches, copies and fills: the host's part comes before the "
                    "capture, or after a replay",
                    node,
                )
        return cast(T, result)

    def _launch(self, launch: KernelLaunch) -> Recorded:
        kernel, what = launch.checked_kernel(), launch.what
        given = launch.given(kernel)
        parameters = kernel.signature.parameters
        arguments: list[Any] = [given.get(p.name) for p in parameters]
        key = launch_key(launch, kernel, arguments)
        if not self._is_like_before(launch, key, arguments):
            self._check_launch(launch, kernel, given, what)
            if key is not None:
                self._checked.add(key)
        for p, argument in zip(parameters, arguments, strict=True):
            if p.writes and argument._region.tracked.bar & FROZEN:
                argument._refuse_frozen(what)
        return self._append(launch, "launch", kernel, arguments, what)

    def _is_like_before(self, launch: KernelLaunch, key: object, arguments: list[Any]) -> bool:
        """Whether a checked launch differs from this one in its buffers alone, which are alive."""
        if key not in self._checked or len(launch.args) + len(launch.scalars) != len(arguments):
            return False
        try:
            launch.checked_kernel().bind(*arguments)
        except TypeError:  # the buffers overlap
            return False
        arrays = [a for a in arguments if isinstance(a, TypedMemory)]
        return not any(a._region.tracked.bar & DELETED for a in arrays)

    def _check_launch(
        self, launch: KernelLaunch, kernel: Kernel, given: dict[str, Any], what: str
    ) -> None:
        for argument in given.values():
            if isinstance(argument, TypedMemory):
                is_ours = argument._state.engine is self.engine
                if not is_ours or argument._region.tracked.bar & DELETED:
                    check_buffer(argument, what, self.engine)
        kernel.check(launch.args, launch.scalars, launch.state, what)
        key = kernel.bind(**given)[0]
        is_known = key in launch.state.plans  # Python functions are never loaded
        if not is_known and launch.state.plan(kernel, key[1:], what).function is not None:
            node = len(self._graph.nodes)
            raise CaptureError(
                f"{what}: node {node} ({kernel.name}) would be a host call, because the kernel is "
                "a Python function; a graph runs without the interpreter",
                node,
            )

    def _copy(self, copy: Copy) -> Recorded:
        copy.check()
        what = copy.what
        for name, buffer in (("dst", copy.dst), ("src", copy.src)):
            self._keep_to(buffer._state, f"{what}: {name}")
        copy.dst._refuse_frozen(what)
        return self._append(copy, "copy", None, [copy.dst, copy.src], what)

    def _fill(self, fill: Fill) -> Recorded:
        what = fill.what
        check_buffer(fill.dst, fill, self.engine, "dst")
        if fill.dst._region.tracked.bar & FROZEN:
            fill.dst._refuse_frozen(what)
        bits = element_bits(fill.value, fill.dst._layout, what)
        return self._append(fill, "fill", None, [fill.dst, bits], what)

    def _append(
        self,
        operation: OnStream,
        op: Any,
        kernel: Kernel | None,
        arguments: Sequence[Any],
        what: str,
    ) -> Recorded:
        """Adds a node to the graph, behind the nodes that its stream waits for."""
        site = place(operation.frame.f_code, operation.frame.f_lasti)
        with self._lock:
            if not self.is_open:
                raise StateError(f"{what}: the capture has ended; submit this again")
            if operation.state is not self._device:
                self._keep_to(operation.state, what)
            operands = [
                self._operand(a, what) if isinstance(a, TypedMemory) else a for a in arguments
            ]
            line = self._lines[operation.lane]
            node = self._graph._append(op, kernel, operands, line.front, site)
            if self._graph._open:
                self._in_loop[line] = None
            else:
                self._note(node, line)
        return Recorded(self, node, self._graph._owners()[-1])

    def _note(self, node: Node, line: RecordedStream) -> None:
        """Takes note of a node of the graph itself that was recorded on a stream."""
        for part, (_, writes) in zip(node.operands, node.modes, strict=True):
            writer, start, stop = self._writers.get(part.value, (-1, 0, 0))
            if part.start < stop and start < part.stop:
                line.since.pop(writer, None)
            if writes:
                self._writers[part.value] = (node.index, part.start, part.stop)
        line.since[node.index] = None

    def _note_loop(self, node: Node | None) -> None:
        """Takes note of a loop, if it became a node, on all streams that its nodes are on."""
        if node is not None:
            for line in self._in_loop:
                self._note(node, line)
        self._in_loop.clear()

    # -- events -----------------------------------------------------------------------------------

    def _record_event(self, operation: Record) -> Event:
        """Makes an event stand for the nodes that were recorded on a stream so far."""
        if self._graph._open:
            raise CaptureError(
                f"{operation.what}: the block of a loop is open; its nodes run in order, record "
                "the event after the block"
            )
        with self._lock:
            line = self._lines[operation.lane]
            operation.event._record(Front(self, line.cut()))
        return operation.event

    def _wait_for(self, operation: WaitFor) -> None:
        """Orders the nodes recorded on a stream from now on behind an event, or a node."""
        source = operation.source
        front: object = None
        if isinstance(source, Recorded):
            if is_inside(source, self._graph._owners(), operation.what):
                return
            front = Front(source.capture, (source.node.index,))
        elif isinstance(source, Event):
            front = source._points
            if front is None:
                source._recorded(operation.what)  # raises
        if not (isinstance(front, Front) and front.capture is self):
            raise CaptureError(
                f"{operation.what}: {told(source)} is not of this capture; a graph has no order "
                "with work that ran before: wait before the capture, or after a replay"
            )
        with self._lock:
            line = self._lines[operation.lane]
            line.front = tuple(dict.fromkeys((*line.cut(), *front.nodes)))


def captured_graph(engine: Engine) -> Graph | None:
    """Returns the graph of the capture that is open in this context; None if none is."""
    found = interpreter_of(engine)
    return found._graph if isinstance(found, Capture) else None
