"""Submission of the parts of a program with loops: to a graph, to a capture, or to a stream.

to a graph      as a graph of its own, which is replayed by each call
to a capture    the user's own capture is open, and the call is part of its graph
to a stream     turn by turn, on a device that runs no loops, or while each launch is checked;
a flag is waited for
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from types import FrameType
from typing import Any, TypeVar

from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._compile.signatures.layout import Layout, dense_strides
from streamrt._ir.composing.parts import (
    Branch,
    Copy,
    Launches,
    Part,
    Repeat,
    Segment,
    Slot,
    While,
    walk,
)
from streamrt._ir.lower import OperandPlace
from streamrt._runtime.buffer import Buffer, new_buffer
from streamrt._runtime.stream import Stream
from streamrt._runtime.transfers import Copy as CopyBuffer
from streamrt.graph.blocks import Block
from streamrt.graph.checks import check_copy, check_launch
from streamrt.graph.graph import Graph
from streamrt.graph.nodes import Operand

__all__ = ["Arrays", "ToCapture", "ToGraph", "ToStream"]

B = TypeVar("B", bound=Block)

Arrays = dict[int, Any]
"""The arrays in slots: operands of a graph, or buffers."""


class Submission:
    """Parts on their way to where they run."""

    def __init__(self, slots: Sequence[Slot], constants: Sequence[Any]) -> None:
        """Takes the slots of a program, and its constant arrays."""
        self._slots = slots
        self._constants = constants

    # -- what a place to run has -------------------------------------------------------------------

    def empty(self, dtype: str, shape: tuple[int, ...]) -> Any:
        """Returns a new array, dense in C order."""
        raise NotImplementedError

    def view(self, array: Any, place: OperandPlace) -> Any:
        """Returns a part of an array."""
        raise NotImplementedError

    def launch(self, kernel: Kernel, arguments: tuple[Any, ...]) -> None:
        """Submits a launch."""
        raise NotImplementedError

    def copy(self, target: Any, source: Any) -> None:
        """Submits a copy between arrays of one shape."""
        raise NotImplementedError

    def loop(self, part: Repeat | While | Branch, known: Arrays) -> None:
        """Submits a loop or a branch, whose results are there."""
        raise NotImplementedError

    # -- parts -------------------------------------------------------------------------------------

    def submit(self, parts: Sequence[Part], known: Arrays) -> None:
        """Submits parts; adds what they make to the arrays that are known."""
        for part in parts:
            match part:
                case Launches():
                    self._launches(part, known)
                case Copy():
                    self._copy(self.array(part.target, known), known[part.source])
                case Segment():
                    raise TypeError("submit a segment: it is lowered first")
                case Repeat() | Branch():
                    for slot in part.stacked if isinstance(part, Repeat) else part.results:
                        self.array(slot, known)
                    if not self._is_idle(part):
                        self.loop(part, known)
                case While():
                    self.loop(part, known)

    def _copy(self, target: Any, source: Any) -> None:
        """Submits a copy, if there is anything to copy."""
        if prod(source.shape):
            self.copy(target, source)

    def _is_idle(self, part: Part) -> bool:
        """Returns whether nothing in a part has elements to work on."""
        return not any(
            (isinstance(each, Launches) and each.lowered.steps)
            or (isinstance(each, Copy) and prod(self._slots[each.source].shape))
            for each in walk((part,))
        )

    def array(self, slot: int, known: Arrays) -> Any:
        """Returns the array in a slot, a new one if there is none."""
        if slot not in known:
            made = self._slots[slot]
            known[slot] = self.empty(made.dtype.name, made.shape)
        return known[slot]

    def _launches(self, part: Launches, known: Arrays) -> None:
        lowered, made = part.lowered, part.made()
        fresh: dict[int, Any] = {number: self.array(slot, known) for number, slot in made.items()}
        memory: Mapping[str, Any] = {
            "argument": [known[slot] for slot in part.inputs],
            "constant": self._constants[part.constants :],
            "fresh": fresh,
        }
        for step in lowered.steps:
            arrays: list[Any] = []
            for place in step.places:
                if place.source == "fresh" and place.number not in fresh:
                    one = lowered.fresh[place.number]
                    fresh[place.number] = self.empty(_name_of(one.dtype), one.shape)
                arrays.append(self.view(memory[place.source][place.number], place))
            values = [value for _, value in step.scalars]  # no parameter is passed by value
            self.launch(step.kernel, tuple(step.in_order(arrays, values)))
        for result, slot in zip(lowered.results, part.outputs, strict=True):
            if result.source == "fresh" and made[result.number] == slot:
                continue
            source = memory[result.source][result.number]
            target, shape = self.array(slot, known), tuple(source.shape)
            if tuple(target.shape) != shape:
                dtype = self._slots[slot].dtype
                strides = dense_strides(shape, dtype.itemsize)
                target = self.view(target, OperandPlace("fresh", 0, 0, shape, strides, dtype.name))
            self._copy(target, source)


def _name_of(dtype: Any) -> str:
    return next(name for name, each in DTYPES.items() if each.numpy == dtype)


class _InGraph(Submission):
    """Parts that become nodes of a graph."""

    def __init__(
        self, slots: Sequence[Slot], constants: Sequence[Any], graph: Graph, site: str
    ) -> None:
        super().__init__(slots, constants)
        self._graph = graph
        self.site: str = site

    def placed(self, block: B) -> B:
        """Returns a block of a loop, which knows the place in the user's source."""
        block._site = self.site
        return block

    def loop(self, part: Repeat | While | Branch, known: Arrays) -> None:
        """Records a loop or a branch as a block of the graph."""
        graph = self._graph
        match part:
            case Repeat():
                repeat = graph.repeat(part.turns)
                with self.placed(repeat) as block:
                    inner = dict(known)
                    for array, row in part.rows:
                        if prod(self._slots[row].shape):
                            inner[row] = block.row(known[array])
                        else:
                            self.array(row, inner)
                    self.submit(part.body, inner)
            case While():
                with self.placed(graph.while_(known[part.flag])):
                    self.submit(part.body, dict(known))
            case Branch():
                with self.placed(graph.if_(known[part.flag])) as branch:
                    self.submit(part.true, dict(known))
                with branch.otherwise():
                    self.submit(part.false, dict(known))


class ToGraph(_InGraph):
    """Parts that become a graph, which is built by hand: it holds no memory of a call."""

    def empty(self, dtype: str, shape: tuple[int, ...]) -> Operand:
        """Adds a temporary."""
        return self._graph.empty(shape, DTYPES[dtype].numpy)

    def view(self, array: Any, place: OperandPlace) -> Operand:
        """Returns a part of an operand."""
        layout = _layout(place)
        if array.layout == layout and not place.offset:
            whole: Operand = array
            return whole
        offset = place.offset if prod(place.shape) else 0
        return Operand(array.owner, array.value, array.offset + offset, layout)

    def launch(self, kernel: Kernel, arguments: tuple[Any, ...]) -> None:
        """Adds a launch."""
        graph = self._graph
        given = [self._here(each) if isinstance(each, Operand) else each for each in arguments]
        kernel, checked = check_launch(kernel, given, {}, graph._owners())
        graph._append("launch", kernel, checked, (), self.site)

    def copy(self, target: Any, source: Any) -> None:
        """Adds a copy."""
        given = self._here(target), self._here(source)
        check_copy(*given)
        self._graph._append("copy", None, given, (), self.site)

    def _here(self, operand: Operand) -> Operand:
        """Returns an operand as the open block knows it: only those of one block are compared."""
        graph = self._graph
        found: Operand = (
            graph._open[-1]._take(operand, "use of an array") if graph._open else operand
        )
        return found


def _layout(place: OperandPlace) -> Layout:
    dtype = DTYPES[place.dtype].numpy
    if place.strides == dense_strides(place.shape, dtype.itemsize):
        return Layout(None, dtype, place.shape)
    return Layout(None, dtype, place.shape, place.strides)


class _OfBuffers(Submission):
    """Parts whose arrays are buffers, which a stream uses."""

    _stream: Stream
    _frame: FrameType

    def empty(self, dtype: str, shape: tuple[int, ...]) -> Buffer:
        """Makes a buffer."""
        device = self._stream.device
        return new_buffer(device, device._state.intern(DTYPES[dtype].numpy, shape))

    def view(self, array: Any, place: OperandPlace) -> Buffer:
        """Returns a part of a buffer."""
        dtype = DTYPES[place.dtype].numpy
        layout = array._device._state.intern(dtype, place.shape, place.strides)
        if array._layout is layout and not place.offset:
            whole: Buffer = array
            return whole
        address = array._address + (place.offset if prod(place.shape) else 0)
        return Buffer(array._device, array._allocation, layout, address)

    def launch(self, kernel: Kernel, arguments: tuple[Any, ...]) -> None:
        """Launches on the stream."""
        self._stream._launch_from(kernel, arguments, {}, self._frame)

    def copy(self, target: Any, source: Any) -> None:
        """Copies on the stream."""
        stream = self._stream
        stream._take(CopyBuffer(stream._lane, stream._state, self._frame, target, source))


class ToCapture(_OfBuffers, _InGraph):
    """Parts that become part of the graph of an open capture."""

    def __init__(
        self,
        slots: Sequence[Slot],
        constants: Sequence[Any],
        graph: Graph,
        stream: Stream,
        frame: FrameType,
    ) -> None:
        site = f"{frame.f_code.co_filename}:{frame.f_lineno} in {frame.f_code.co_name}"
        super().__init__(slots, constants, graph, site)
        self._stream = stream
        self._frame = frame


class ToStream(_OfBuffers):
    """Parts that are submitted turn by turn."""

    def __init__(
        self, slots: Sequence[Slot], constants: Sequence[Any], stream: Stream, frame: FrameType
    ) -> None:
        super().__init__(slots, constants)
        self._stream = stream
        self._frame = frame

    def loop(self, part: Repeat | While | Branch, known: Arrays) -> None:
        """Submits the turns of a loop, or one way of a branch. Blocks where a flag says which."""
        match part:
            case Repeat():
                for turn in range(part.turns):
                    rows = {row: known[array][turn] for array, row in part.rows}
                    self.submit(part.body, known | rows)
            case While():
                while self._is_set(known[part.flag]):
                    self.submit(part.body, dict(known))
            case Branch():
                way = part.true if self._is_set(known[part.flag]) else part.false
                self.submit(way, dict(known))

    def _is_set(self, flag: Buffer) -> bool:
        self._stream.sync()  # which orders the fetch, also where nothing else does
        return bool(flag.fetch().sync())
