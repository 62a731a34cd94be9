"""The lowering of a plan's nodes to a program of a device: plans loaded, arguments packed.

Every address in a program is an offset from a base. Base 0 is the arena of the temporaries. The
other bases are the buffers of the inputs and outputs, in the order of the graph's values.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from streamrt._compile.signatures.layout import Layout
from streamrt._core.planning.plan import Schedule
from streamrt.backend import MOST_TURNS, Program, ProgramLoop, ProgramStep
from streamrt.graph.nodes import Loop, Node, Operand, Value, count_inner

if TYPE_CHECKING:
    from streamrt._runtime.devices.device_state import DeviceState

ADDRESS = 1 << 64


def externals(values: Sequence[Value]) -> list[int]:
    """Returns the indices of the values with memory of their own, in the order of their bases."""
    return [i for i, value in enumerate(values) if value.role != "temporary"]


class Place(NamedTuple):
    """The memory of the values of a graph, or of a loop.

    Attributes:
        values: the values.
        offsets: the offset of each temporary in the arena, in bytes.
        bases: the base of each value with memory of its own, or around the loop.
        arena: the base of the arena.
    """

    values: Sequence[Value]
    offsets: Sequence[int | None]
    bases: Mapping[int, int]
    arena: int

    def of(self, operand: Operand) -> tuple[int, int]:
        """Returns an operand's base, and its offset in bytes from the base."""
        base = self.bases.get(operand.value)
        if base is not None:
            return base, operand.offset
        offset = self.offsets[operand.value]
        assert offset is not None  # every temporary that a node uses has a place
        return self.arena, offset + operand.offset - self.values[operand.value].low


class Lowering:
    """Loads the plans that the nodes of a graph need, each once, and packs their arguments.

    The nodes of a program are numbered as the plan counts them; those of loops follow, each loop's
    as a whole, in the order of `numbered`.

    Attributes:
        handles: the loaded plans, loops before what they run; the user of the program unloads them.
        loops: the number of each loop, by its plan.
    """

    def __init__(self, device: DeviceState, values: Sequence[Value], schedule: Schedule) -> None:
        self.handles: list[int] = []
        self.loops: dict[int, int] = {}
        self._device = device
        self._schedule = schedule
        bases = {value: base for base, value in enumerate(externals(values), 1)}
        self._place = Place(values, schedule.offsets, bases, 0)
        self._loaded: dict[tuple[object, ...], tuple[int, str]] = {}
        self._number = 0

    def program(self, nodes: Sequence[Node]) -> Program:
        """Returns the program that runs these nodes by the schedule."""
        self._number = len(nodes)
        numbers = [self._inner(node) for node in nodes]
        lanes = self._schedule.lanes
        steps = tuple(
            tuple(self._step(node, nodes[node], self._place, numbers[node]) for node in lane)
            for lane in lanes
        )
        return Program(steps, 1 + len(self._place.bases))

    def _inner(self, node: Node) -> int:
        """Returns the number of the first node of a loop."""
        first = self._number
        self._number += count_inner(node)
        return first

    def _step(self, index: int, node: Node, place: Place, first: int) -> ProgramStep:
        if node.loop is not None:
            return self._loop(index, node, node.loop, place, first)
        handle, slots = self._load(node)
        bases: list[tuple[int, int]] = []
        values: list[object] = []
        for slot, argument in enumerate(node.arguments):
            if isinstance(argument, Operand):
                base, offset = place.of(argument)
                bases.append((slot, base))
                values.append(offset % ADDRESS)
            else:
                values.append(argument)
        packed = struct.pack("<" + slots, *values)
        words = struct.unpack(f"<{len(packed) // 8}Q", packed)
        return ProgramStep(index, handle, words, tuple(bases), self._waits(index, place))

    def _waits(self, index: int, place: Place) -> tuple[tuple[int, int], ...]:
        if place is not self._place:
            return ()  # in a loop; its nodes run in order
        return tuple((wait.stream, wait.position) for wait in self._schedule.waits[index])

    def _loop(self, index: int, node: Node, loop: Loop, place: Place, first: int) -> ProgramStep:
        """Loads a loop; returns the step that runs it."""
        arena = len(loop.bases)
        inner = {base.value: number for number, base in enumerate(loop.bases)}
        bodies: list[tuple[ProgramStep, ...]] = []
        for body in loop.bodies:
            own = Place(loop.values, body.schedule.offsets, inner, arena)
            deeper = first + len(body.nodes)
            steps: list[ProgramStep] = []
            for number, each in enumerate(body.nodes, first):
                steps.append(self._step(number, each, own, deeper))
                deeper += count_inner(each)
            bodies.append(tuple(steps))
            first = deeper
        strides = [(k, base.stride) for k, base in enumerate(loop.bases) if base.stride]
        turns = {"repeat": loop.turns, "while": MOST_TURNS, "if": 1}[loop.kind]
        bases = arena + bool(loop.arena_nbytes)
        made = ProgramLoop(bodies[0], bases, turns, loop.flag, tuple(strides), *bodies[1:])
        handle = self._device.backend.load_loop(made)
        self.handles.insert(0, handle)
        self.loops[handle] = index
        found: list[tuple[int, int]] = []
        for number, operand in enumerate(node.operands):
            origin = loop.bases[number].origin if number < arena else 0
            found.append(place.of(replace(operand, offset=origin)))
        slots = tuple(offset % ADDRESS for _, offset in found)
        moved = tuple((slot, base) for slot, (base, _) in enumerate(found))
        return ProgramStep(index, handle, slots, moved, self._waits(index, place))

    def _load(self, node: Node) -> tuple[int, str]:
        """Returns the handle of a node's plan, and the `struct` format of its slots."""
        layouts = tuple(self._on_device(operand.layout) for operand in node.operands)
        key = (node.kernel or node.op, *layouts)
        found = self._loaded.get(key)
        if found is None:
            found = self._loaded[key] = self._load_new(node, layouts)
            self.handles.append(found[0])
        return found

    def _load_new(self, node: Node, layouts: tuple[Layout, ...]) -> tuple[int, str]:
        device = self._device
        if node.kernel is not None:
            plan = device.plan(node.kernel, layouts, f"prepare {node}")
            return device.backend.load_packed(plan), plan.slots
        if node.op == "copy":
            return device.standard.load_copy(*layouts), "QQ"
        return device.standard.load_over("fill", *layouts), "QQ"

    def _on_device(self, layout: Layout) -> Layout:
        strides = None if layout.contiguous else layout.strides
        return self._device.intern(layout.dtype, layout.shape, strides)
