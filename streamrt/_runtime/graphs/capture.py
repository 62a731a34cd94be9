"""Captures: blocks in which launches, copies and fills are recorded to a graph instead of run.

1. A capture counts for the context that opened it, and for the tasks started in it; others go on
   running what they submit. One that is left takes nothing more, whoever still has it in context.
2. A buffer made in a capture has no address: it is a temporary, until it is named an output. One
   that existed before is an input, bound to itself, and kept alive. There is one value for each
   memory; views are operands, and so are other handles of it.
3. Which command comes first follows from what it reads and writes, in the order of recording.
   Streams as such order nothing, for nothing could tell; events do: what comes after a wait
   follows all that was recorded on that stream, and before the event on the other one.
4. An exception that leaves the block discards the graph; streams and buffers are as before.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import replace
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any

from streamrt._compile import overlap
from streamrt._compile.elements import element_bits
from streamrt._compile.kernel import Kernel
from streamrt._compile.layout import Layout
from streamrt._core.handles import Handle
from streamrt._core.tracking.ranges import CAPTURED, DELETED, FROZEN, Tracked, label
from streamrt._runtime.buffer import Buffer, check_buffer
from streamrt._runtime.event import Event
from streamrt._runtime.execution import Execution
from streamrt._runtime.failures import Site, spell
from streamrt._runtime.graphs.recorded import Front, Line, Recorded
from streamrt._runtime.memory import Allocation
from streamrt.errors import (
    ArgumentTypeError,
    CaptureError,
    FrozenBufferError,
    StateError,
)
from streamrt.graph.graph import Graph
from streamrt.graph.nodes import Operand

if TYPE_CHECKING:
    from streamrt._runtime.device import Device
    from streamrt._runtime.engine import Engine
    from streamrt._runtime.stream import Stream

_innermost: ContextVar[_Entered | None] = ContextVar("streamrt_capture", default=None)


class _Entered:
    """What contexts know of a capture.

    Tasks and callbacks that were made in the block keep its context, some as long as their loop.
    So it lets go of the capture when that is left, and of the graph with it.
    """

    __slots__ = ("capture", "outer")

    def __init__(self, capture: Capture, outer: _Entered | None) -> None:
        self.capture: Capture | None = capture
        self.outer = outer


class Capture(Handle):
    """A block whose launches, copies and fills become a graph. Made by `Runtime.capture`.

        with rt.capture(x=x) as graph: ...

    Entering it gives the graph; an exception that leaves it discards that.
    """

    _instead = "rt.capture() makes another"

    def __init__(self, engine: Engine, named: dict[str, Buffer]) -> None:
        """Not for users: `Runtime.capture` makes captures."""
        self.engine: Engine = engine
        self.is_open: bool = False
        self._graph = Graph()
        self._graph._resolve = self._resolve
        self._named = named
        self._entered: _Entered | None = None
        self._is_used = False
        self._device: Device | None = None
        self._known: dict[Tracked, tuple[Operand, int]] = {}
        self._lines: dict[object, Line] = {}
        self._checked: set[tuple[object, ...]] = set()
        self._writers: dict[int, tuple[int, int, int]] = {}  # by value: node, start, stop
        self._lock = threading.RLock()

    # -- entering and leaving ---------------------------------------------------------------------

    def __enter__(self) -> Graph:
        if self._is_used:
            raise StateError("enter a capture: it was entered before; make another, rt.capture()")
        self.engine.check_open("enter a capture")
        outer = capturing(self.engine)
        if outer is not None:
            raise CaptureError(
                "enter a capture: another one of this runtime is open here; captures do not nest"
            )
        self._is_used = True
        for name, buffer in self._named.items():
            self._take_input(name, check_buffer(buffer, f"capture: {name}", self.engine))
        self._graph._begin()
        self._entered = _Entered(self, _innermost.get())
        try:
            with self.engine.lock:
                self.engine.captures += 1
                self.is_open = True
            _innermost.set(self._entered)
        except BaseException:  # Ctrl-C: nobody would leave it
            self._leave()
            raise
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
            # From now on it only knows which buffer is which value. With the graph, which asks it
            # for that, the two would keep each other and all inputs.
            graph, self._graph = self._graph, Graph()
            if error is None:
                graph._seal()
            else:
                self._known.clear()
                graph._discard(f"{spell(error)} left its block")

    def _leave(self) -> None:
        """From now on it records nothing, whoever has it in context."""
        with self.engine.lock:
            self.engine.captures -= self.is_open
            self.is_open = False
        entered = self._entered
        if entered is not None:
            entered.capture = None  # first: the variable may keep it, if Ctrl-C breaks this off
            if _innermost.get() is entered:
                _innermost.set(entered.outer)
            self._entered = None

    # -- buffers ----------------------------------------------------------------------------------

    def _empty(self, device: Device, layout: Layout) -> Buffer:
        """A buffer of the graph, without an address."""
        with self._lock:
            self._keep_to(device, "make a buffer in a capture")
            operand = self._graph._new_value("temporary", layout)
            name = self._graph._values[operand.value].name
            tracked = Tracked(layout.nbytes, name)
            tracked.bar = CAPTURED
            self._known[tracked] = (operand, 0)
        allocation = Allocation(0, tracked, None, None, self.engine.dead)
        return Buffer(device, allocation, layout, 0)

    def _take_input(self, name: str, buffer: Buffer) -> None:
        known = self._known_as(buffer._region.tracked, f"capture: {name}")
        if known is not None:
            other = self._graph.values[known[0].value].name
            raise CaptureError(
                f"capture: {name} shares its memory with {other}; name one of them, and use views "
                "of it"
            )
        self._keep_to(buffer.device, f"capture: {name}")
        operand = self._graph._new_value("input", buffer._layout, name=name, bound=buffer)
        self._known[buffer._region.tracked] = (operand, buffer._address)

    def _operand(self, buffer: Buffer, what: str) -> Operand:
        """The part of a value that a buffer stands for."""
        tracked = buffer._region.tracked
        known = self._known.get(tracked) or self._known_as(tracked, what)
        if known is None:
            if tracked.bar & CAPTURED:
                raise CaptureError(
                    f"{what}: {buffer!r} was made in another capture; a graph uses its own "
                    "buffers, and those that have memory"
                )
            self._keep_to(buffer.device, what)
            new = self._graph._new_value("input", buffer._layout, bound=buffer)
            known = self._known[tracked] = (new, buffer._address)
        operand, address = known
        if buffer._layout is operand.layout and buffer._address == address:
            return operand
        return replace(operand, offset=buffer._address - address, _layout=buffer._layout)

    def _known_as(self, tracked: Tracked, what: str) -> tuple[Operand, int] | None:
        """The value for this memory, and its address, if a handle of it was used before."""
        known = self._known.get(tracked)
        if tracked.handles is None or len(tracked.handles) == 1:
            return known
        found = {k[0].value: k for t, k in self._known.items() if t.spans is tracked.spans}
        if len(found) > 1:
            names = " and ".join(self._graph.values[value].name for value in found)
            raise CaptureError(
                f"{what}: {names} were apart when the capture began to use them, and are one "
                f"memory since {label(tracked.name)}; wrap what overlaps both before the capture"
            )
        for known in found.values():
            self._known[tracked] = known
        return known

    def _resolve(self, handle: object) -> Operand:
        """The operand for a buffer that the user names an input or output."""
        what = "name a buffer of a capture"
        with self._lock:
            buffer = check_buffer(handle, what, self.engine)
            tracked = buffer._region.tracked
            if not self.is_open and self._known_as(tracked, what) is None:
                raise CaptureError(
                    f"{what}: {buffer!r} is not in it, and it is over; name what it used"
                )
            return self._operand(buffer, what)

    def _keep_to(self, device: Device, what: str) -> None:
        if self._device is None:
            self._device = device
        elif self._device is not device:
            raise CaptureError(
                f"{what}: it is on {device}, the capture on {self._device}; a graph runs on one "
                "device, copy between devices before or after it"
            )

    # -- commands ---------------------------------------------------------------------------------

    def _launch(
        self,
        stream: Stream,
        kernel: object,
        args: tuple[Any, ...],
        scalars: dict[str, Any],
        frame: FrameType,
    ) -> Recorded:
        """Records a launch, checked as it would be if it ran."""
        if not isinstance(kernel, Kernel):
            raise ArgumentTypeError(
                f"launch on {stream.name}: found {type(kernel).__name__}; pass a Kernel first"
            )
        what = f"launch {kernel.name} on {stream.name}"
        parameters = kernel.signature.parameters
        given = dict(zip([p.name for p in parameters], args, strict=False)) | scalars
        arguments: tuple[Any, ...] = tuple([given.get(p.name) for p in parameters])
        is_complete = len(args) + len(scalars) == len(parameters)
        if not (is_complete and self._is_like_before(stream, kernel, arguments)):
            self._check_launch(stream, kernel, args, scalars, what)
            self._checked.add(_key(stream, kernel, arguments))
        overlap.refuse(kernel._pairs, given, what, kernel.name)
        for p, argument in zip(parameters, arguments, strict=True):
            if p.writes:
                _refuse_frozen(argument, what)
        return self._record(stream, "launch", kernel, arguments, frame, what)

    def _is_like_before(self, stream: Stream, kernel: Kernel, arguments: tuple[Any, ...]) -> bool:
        """Whether the same launch but for the buffers was checked before, and these are alive."""
        try:
            return _key(stream, kernel, arguments) in self._checked and all(
                not argument._region.tracked.bar & DELETED
                for argument in arguments
                if isinstance(argument, Buffer)
            )
        except TypeError:  # a scalar that has no hash
            return False

    def _check_launch(
        self,
        stream: Stream,
        kernel: Kernel,
        args: tuple[Any, ...],
        scalars: dict[str, Any],
        what: str,
    ) -> None:
        for argument in (*args, *scalars.values()):
            if isinstance(argument, Buffer):
                stream._check(argument, what)
        stream.check_open(what)
        kernel.check(args, scalars, stream.device, what)
        given = dict(zip([p.name for p in kernel.signature.parameters], args, strict=False))
        given |= scalars
        layouts = tuple(given[p.name]._layout for p in kernel.signature.arrays)
        if stream.device._plan(kernel, layouts, what).function is not None:
            node = len(self._graph.nodes)
            raise CaptureError(
                f"{what}: node {node} ({kernel.name}) would be a host call, for the kernel is a "
                "Python function; a graph runs without the interpreter",
                node,
            )

    def _copy(self, stream: Stream, dst: Buffer, src: Buffer, frame: FrameType) -> Recorded:
        """Records a copy."""
        what = f"copy on {stream.name}"
        for name, buffer in (("dst", dst), ("src", src)):
            stream._check(buffer, f"{what}: {name}")
            self._keep_to(buffer.device, f"{what}: {name}")
        stream.device._copies.check(dst, src, what)
        _refuse_frozen(dst, what)
        return self._record(stream, "copy", None, [dst, src], frame, what)

    def _fill(self, stream: Stream, dst: Buffer, value: object, frame: FrameType) -> Recorded:
        """Records a fill."""
        what = f"fill on {stream.name}"
        stream._check(dst, f"{what}: dst")
        _refuse_frozen(dst, what)
        bits = element_bits(value, dst._layout, what)
        return self._record(stream, "fill", None, [dst, bits], frame, what)

    def _record(
        self,
        stream: Stream,
        op: Any,
        kernel: Kernel | None,
        arguments: Sequence[Any],
        frame: FrameType,
        what: str,
    ) -> Recorded:
        site = str(Site(frame.f_code, frame.f_lasti))
        with self._lock:
            if not self.is_open:
                raise StateError(f"{what}: the capture is over; submit it again")
            self._keep_to(stream.device, what)
            operands = [self._operand(a, what) if isinstance(a, Buffer) else a for a in arguments]
            line = self._lines.setdefault(stream._lane, Line())
            node = self._graph._append(op, kernel, tuple(operands), line.front, site)
            for access in node.accesses:
                part = access.operand
                writer, start, stop = self._writers.get(part.value, (-1, 0, 0))
                if part.start < stop and start < part.stop:
                    line.since.pop(writer, None)
                if access.writes:
                    self._writers[part.value] = (node.index, part.start, part.stop)
            line.since[node.index] = None
        return Recorded(self, node)

    # -- events -----------------------------------------------------------------------------------

    def _record_event(self, stream: Stream, event: Event) -> Event:
        """Has an event stand for what was recorded on a stream so far."""
        with self._lock:
            line = self._lines.setdefault(stream._lane, Line())
            event._record(Front(self, line.cut()))
        return event

    def _wait_for(self, stream: Stream, what: Event | Execution) -> None:
        """Orders what is recorded on a stream from now on after an event, or a node."""
        front: object = None
        if isinstance(what, Recorded):
            front = Front(what.capture, (what.node.index,))
        elif isinstance(what, Event):
            front = what._points
            if front is None:
                what._recorded(f"wait on {stream.name}")  # which refuses
        if not (isinstance(front, Front) and front.capture is self):
            raise CaptureError(
                f"wait on {stream.name}: {what!r} is not of this capture; a graph has no order "
                "with what ran before: wait before the capture, or after a replay"
            )
        with self._lock:
            line = self._lines.setdefault(stream._lane, Line())
            line.front = tuple(dict.fromkeys((*line.cut(), *front.nodes)))


def capturing(engine: Engine) -> Capture | None:
    """The open capture of that runtime in this context, if there is one."""
    entered = _innermost.get()
    while entered is not None:
        capture = entered.capture
        if capture is not None and capture.engine is engine and capture.is_open:
            return capture
        entered = entered.outer
    return None


def new_buffer(device: Device, layout: Layout) -> Buffer:
    """A buffer from the device's pool, or of the capture that is open here."""
    engine = device._engine
    if engine.captures and (capture := capturing(engine)) is not None:
        return capture._empty(device, layout)
    return device._empty(layout)


def refuse_in_capture(engine: Engine, what: str) -> None:
    """Raises CaptureError in a capture: what this is cannot be recorded.

    To be asked only while there are captures, for the text costs more than to look for them.
    """
    if (capture := capturing(engine)) is not None:
        node = len(capture._graph.nodes)
        raise CaptureError(
            f"{what}: a capture is open here, and it would be node {node}; a graph holds launches, "
            "copies and fills: the host's part comes before the capture, or after a replay",
            node,
        )


def _key(stream: Stream, kernel: Kernel, arguments: tuple[Any, ...]) -> tuple[object, ...]:
    """What the checks of a launch depend on, but for whether its buffers are alive."""
    kinds: list[object] = []
    for argument in arguments:
        is_buffer = isinstance(argument, Buffer)
        kinds.append(argument._layout if is_buffer else (argument.__class__, argument))
    return (stream, stream._is_closed, kernel, *kinds)


def _refuse_frozen(buffer: Buffer, what: str) -> None:
    if buffer._region.tracked.bar & FROZEN:
        raise FrozenBufferError(
            f"{what}: it would write {buffer!r}; what was frozen is frozen for good, write to a "
            "copy of it"
        )
