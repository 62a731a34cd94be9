"""Calls of compiled functions as nodes of a graph that is built, for the device that will run it.

A call becomes the nodes that it would become in a capture: those of its kernels, or its loops. Its
constants are inputs that are bound to buffers of the device.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import FrameType
from typing import Any

from streamrt._compile.signatures.elements import element_bits
from streamrt._compile.signatures.layout import Layout
from streamrt._ir.program import Program, Value
from streamrt._jit.calling.executable import Executable, prepare
from streamrt._jit.calling.loop_executable import LoopExecutable
from streamrt._jit.calling.loop_parts import Arrays, ToGraph
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt.graph.graph import Graph
from streamrt.graph.listing import Listing
from streamrt.graph.nodes import Operand

__all__ = ["CallsInGraph"]


class CallsInGraph:
    """Calls of compiled functions that become nodes of one graph."""

    def __init__(self, graph: Graph, device: Device, site: str, frame: FrameType) -> None:
        """Takes what the calls have in common.

        Args:
            graph: the graph; nodes are added to its open block, if it has one.
            device: the device that will run it.
            site: the place of the nodes, as text.
            frame: the user's frame, for the submit site of constants.
        """
        self._graph = graph
        self._device = device
        self._site = site
        self._frame = frame
        self._made: dict[tuple[Any, ...], Executable] = {}
        self._bound: dict[Buffer, Operand] = {}

    def add(
        self, name: str, program: Program, contract: bool, arguments: Sequence[Any]
    ) -> list[Operand]:
        """Adds the nodes of a call; returns for each result a temporary of its own.

        Args:
            name: the name of the function.
            program: what it computes.
            contract: whether products and sums may be rounded once.
            arguments: for each parameter an operand, a buffer that belongs to the function, or a
                number; None for an array that nothing depends on.

        Raises:
            CompileError: the device cannot run the function.
            ArgumentError: the arguments do not fit.
        """
        given = [self._bind(each) if isinstance(each, Buffer) else each for each in arguments]
        made = self._prepared(name, program, contract, given)
        before = len(self._listing._values)
        add = self._loops if isinstance(made, LoopExecutable) else self._steps
        found = add(made, program, given, made._constant_buffers(self._frame))
        results: list[Operand] = []
        for value, operand in zip(program.results, found, strict=True):
            results.append(self._own(value, operand, before, results))
        return results

    def _prepared(
        self, name: str, program: Program, contract: bool, arguments: Sequence[Any]
    ) -> Executable:
        """Returns a program made ready, the same for equal calls, because they share constants."""
        layouts = [
            None if value.attributes[1]
            else argument.layout if isinstance(argument, Operand)
            else Layout(None, value.dtype.numpy, value.shape)
            for value, argument in zip(program.parameters, arguments, strict=True)
        ]  # fmt: skip
        descriptions = [None if layout is None else layout.description for layout in layouts]
        key = id(program), name, contract, *descriptions
        made = self._made.get(key)
        if made is None:
            made = prepare(program, self._device, layouts, name=name, contract=contract)
            self._made[key] = made
        return made

    def _bind(self, buffer: Buffer) -> Operand:
        """Returns the input, without a name, that is bound to a buffer."""
        found = self._bound.get(buffer)
        if found is None:
            given = buffer._layout
            layout = Layout(None, given.dtype, given.shape)
            found = self._graph._new_value("input", layout, bound=buffer)
            self._bound[buffer] = found
        return found

    @property
    def _listing(self) -> Listing:
        graph = self._graph
        found: Listing = graph._open[-1] if graph._open else graph
        return found

    def _nothing(self, value: Value) -> Operand:
        """Adds an array of zeros for an argument that nothing depends on."""
        operand = self._graph.empty(value.shape, value.dtype.numpy)
        self._fill(operand, 0)
        return operand

    def _fill(self, operand: Operand, value: Any) -> None:
        bits = element_bits(value, operand.layout, "fill")
        self._graph._append("fill", None, (operand, bits), (), self._site)

    def _steps(
        self,
        made: Executable,
        program: Program,
        arguments: Sequence[Any],
        constants: Sequence[Buffer],
    ) -> list[Operand]:
        lowered, graph = made.lowered, self._graph
        into = ToGraph((), (), graph, self._site)
        used = {(place.source, place.number) for step in lowered.steps for place in step.places}
        used |= {(result.source, result.number) for result in lowered.results}
        memory: dict[str, Sequence[Any]] = {
            "argument": [
                self._nothing(value) if each is None and ("argument", number) in used else each
                for number, (value, each) in enumerate(
                    zip(program.parameters, arguments, strict=True)
                )
            ],
            "constant": [
                self._bind(each) if ("constant", number) in used else None
                for number, each in enumerate(constants)
            ],
            "fresh": [graph.empty(each.shape, each.dtype) for each in lowered.fresh],
        }
        for step in lowered.steps:
            arrays = [into.view(memory[p.source][p.number], p) for p in step.places]
            scalars: list[Any] = [
                arguments[which] if kind == "parameter" else which for kind, which in step.scalars
            ]
            into.launch(step.kernel, tuple(step.in_order(arrays, scalars)))
        return [memory[result.source][result.number] for result in lowered.results]

    def _loops(
        self,
        made: Executable,
        program: Program,
        arguments: Sequence[Any],
        constants: Sequence[Buffer],
    ) -> list[Operand]:
        assert isinstance(made, LoopExecutable)
        composed, graph = made._parts.composed, self._graph
        known: Arrays = {}
        for slot, (value, argument) in enumerate(zip(program.parameters, arguments, strict=True)):
            if argument is None:
                known[slot] = self._nothing(value)
            elif isinstance(argument, Operand):
                known[slot] = argument
            else:
                known[slot] = graph.empty((), composed.slots[slot].dtype.numpy)
                self._fill(known[slot], argument)
        bound = [self._bind(each) for each in constants]
        ToGraph(composed.slots, bound, graph, self._site).submit(composed.parts, known)
        return [known[slot] for slot in composed.results]

    def _own(self, value: Value, found: Operand, before: int, others: Sequence[Operand]) -> Operand:
        """Returns a result as memory of its own, in its shape.

        Args:
            value: the result in the program.
            found: where the nodes leave it.
            before: how many values there were before the call.
            others: the results before it.
        """
        listing = self._listing
        is_ours = found.owner is listing._token and found.value >= before
        is_ours = is_ours and listing._values[found.value].role == "temporary"
        if not is_ours or any(each.value == found.value for each in others):
            own = self._graph.empty(found.shape, found.dtype)
            ToGraph((), (), self._graph, self._site).copy(own, found)
            found = own
        return found if found.shape == value.shape else found.reshape(value.shape)
