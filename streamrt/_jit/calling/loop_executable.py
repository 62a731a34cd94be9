"""Executables of programs with loops: a graph that each call replays.

The graph is built when it is first needed, from the parts of the program, and it holds no buffer of
a call: arguments, constants and results are bound to it by each call. A number among the arguments
is an array without dimensions, which a call fills.

Where a graph cannot run it, because a kernel is a function of the host, because each launch is
looked at, or because the device runs no loops, a call submits the turns one by one, and waits for
each flag.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from types import FrameType

from streamrt._compile.signatures.layout import Layout
from streamrt._ir.composing.compose import compose
from streamrt._ir.composing.lowered import LoweredParts, as_one, as_steps, lower_parts
from streamrt._ir.program import Program
from streamrt._jit.calling.executable import Executable, Passed, is_host_call, refuse_host_calls
from streamrt._jit.calling.loop_parts import Arrays, ToCapture, ToGraph, ToStream
from streamrt._jit.calling.whole_program import Given
from streamrt._runtime.buffer import Buffer, new_buffer
from streamrt._runtime.compiled_calls import Argument, Compiled
from streamrt._runtime.device import Device
from streamrt._runtime.door import interpreter_of
from streamrt._runtime.graphs.capture import captured_graph
from streamrt._runtime.graphs.graph_exec import GraphExec
from streamrt._runtime.stream import Stream
from streamrt._runtime.transfers import Fill
from streamrt.graph.graph import Graph

__all__ = ["LoopExecutable", "prepare_loops"]


def prepare_loops(
    program: Program,
    device: Device,
    layouts: Sequence[Layout | None],
    *,
    name: str,
    contract: bool = True,
) -> Executable:
    """Makes a program with loops ready for a device; the arguments are those of `prepare`.

    If kernels run all of its loops, it is like one that has none.
    """
    composed = compose(program)
    strides = [None if layout is None else layout.strides for layout in layouts]
    lowered = lower_parts(composed, strides, contract=contract)
    plain = as_steps(lowered) if None not in layouts else None
    if not device.host_sees:
        refuse_host_calls(as_one(lowered).steps, device, name)
    if plain is not None:
        return Executable(plain, lambda: program, device, name)
    return LoopExecutable(lowered, program, device, layouts, name)


class LoopExecutable(Executable):
    """A program with loops on a device, for arguments of certain layouts."""

    def __init__(
        self,
        parts: LoweredParts,
        program: Program,
        device: Device,
        layouts: Sequence[Layout | None],
        name: str,
    ) -> None:
        """See `prepare_loops`."""
        super().__init__(as_one(parts), lambda: program, device, name)
        self._parts = parts
        self._layouts = layouts
        self._calls_host = any(is_host_call(step) for step in self.lowered.steps)
        self._lock = threading.Lock()
        self._exec: GraphExec | None = None

    def _submit(
        self, stream: Stream | None, arguments: Sequence[Passed], frame: FrameType
    ) -> list[Buffer]:
        """Submits the program; returns its results at once; see `Executable.call`."""
        is_on_stream = stream is not None
        if stream is None:
            stream = self.device._stream_to_call_on()
        given = self._buffers(stream, arguments, frame)
        composed, constants = self._parts.composed, self._constant_buffers(frame)
        engine = self._state.engine
        graph = captured_graph(engine)
        if graph is not None:
            recorded = ToCapture(composed.slots, constants, graph, stream, frame)
            recorded.submit(composed.parts, given)
            return [given[slot] for slot in composed.results]
        if not self._can_replay or interpreter_of(engine) is not None:
            ToStream(composed.slots, constants, stream, frame).submit(composed.parts, given)
            return [given[slot] for slot in composed.results]
        if not (is_on_stream or engine.options.manual):
            return self._replay(given, constants)
        # A replay runs on a stream of its own; here it has a place in the order of this one.
        own = self._ready().streams[0]
        own.wait(stream.record())
        results = self._replay(given, constants)
        stream.wait(own.record())
        return results

    @property
    def _can_replay(self) -> bool:
        options = self._state.engine.options
        by_turns = options.check_finite or options.guard or self._calls_host
        return self.device._can_loop and not by_turns

    def load(self) -> None:
        """Compiles and loads the kernels, and makes the graph ready. Blocks."""
        super().load()
        if self._can_replay:
            self._ready()

    def whole(
        self, stream: Stream | None, arguments: Sequence[Argument], given: Given, frame: FrameType
    ) -> Compiled | None:
        """Returns None, because a replay is one launch already."""
        del stream, arguments, given, frame
        return None

    def _buffers(self, stream: Stream, arguments: Sequence[Passed], frame: FrameType) -> Arrays:
        """Returns the arguments by slot: buffers, and new ones that hold numbers."""
        found: Arrays = {}
        for slot, argument in enumerate(arguments):
            if not isinstance(argument, Buffer):
                dtype = self._parts.composed.slots[slot].dtype.numpy
                number = new_buffer(self.device, self._state.intern(dtype, ()))
                stream._take(Fill(stream._lane, stream._state, frame, number, argument))
                argument = number
            found[slot] = argument
        return found

    # -- replays -----------------------------------------------------------------------------------

    def _ready(self) -> GraphExec:
        """Returns the graph, ready to be replayed."""
        with self._lock:
            if self._exec is None:
                self._exec = self._graph().plan(self.device).instantiate()
            return self._exec

    def _replay(self, given: Arrays, constants: Sequence[Buffer]) -> list[Buffer]:
        composed = self._parts.composed
        results = [
            new_buffer(self.device, self._state.intern(slot.dtype.numpy, slot.shape))
            for slot in [composed.slots[number] for number in composed.results]
        ]
        bindings: dict[str, Buffer] = {f"x{slot}": buffer for slot, buffer in given.items()}
        bindings |= {f"c{number}": constant for number, constant in enumerate(constants)}
        bindings |= {f"y{number}": result for number, result in enumerate(results)}
        self._ready().replay(**bindings)
        return results

    def _graph(self) -> Graph:
        """Returns the graph of the program."""
        composed, graph = self._parts.composed, Graph()
        known: Arrays = {}
        for slot, layout in enumerate(self._layouts):
            made = composed.slots[slot]
            plain = Layout(None, made.dtype.numpy, made.shape)
            if layout is not None and not layout.contiguous:
                plain = Layout(None, layout.dtype, layout.shape, layout.strides)
            known[slot] = graph._new_value("input", plain, f"x{slot}")
        constants = [
            graph.input(f"c{number}", array.shape, array.dtype)
            for number, array in enumerate(self._parts.constants)
        ]
        ToGraph(composed.slots, constants, graph, self.site).submit(composed.parts, known)
        for number, slot in enumerate(composed.results):
            graph.output(f"y{number}", known[slot])
        return graph
