"""The lowering of a plan's nodes to a program of a device: plans loaded, arguments packed.

Every address in a program is an offset from a base. Base 0 is the arena of the temporaries. The
other bases are the buffers of the inputs and outputs, in the order of the graph's values.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING

from streamrt._compile.signatures.layout import Layout
from streamrt._core.planning.plan import Schedule
from streamrt.backend import Program, ProgramStep
from streamrt.graph.nodes import Node, Operand, Value

if TYPE_CHECKING:
    from streamrt._runtime.devices.device_state import DeviceState

ADDRESS = 1 << 64


def externals(values: Sequence[Value]) -> list[int]:
    """Returns the indices of the values with memory of their own, in the order of their bases."""
    return [i for i, value in enumerate(values) if value.role != "temporary"]


class Lowering:
    """Loads the plans that the nodes of a graph need, each once, and packs their arguments.

    Attributes:
        handles: the loaded plans; the user of the program unloads them.
    """

    def __init__(self, device: DeviceState, values: Sequence[Value], schedule: Schedule) -> None:
        self.handles: list[int] = []
        self._device = device
        self._values = values
        self._schedule = schedule
        self._bases = {value: base for base, value in enumerate(externals(values), 1)}
        self._loaded: dict[tuple[object, ...], tuple[int, str]] = {}

    def program(self, nodes: Sequence[Node]) -> Program:
        """Returns the program that runs these nodes by the schedule."""
        lanes = self._schedule.lanes
        steps = tuple(tuple(self._step(node, nodes[node]) for node in lane) for lane in lanes)
        return Program(steps, 1 + len(self._bases))

    def _step(self, index: int, node: Node) -> ProgramStep:
        handle, slots = self._load(node)
        bases: list[tuple[int, int]] = []
        values: list[object] = []
        for slot, argument in enumerate(node.arguments):
            if isinstance(argument, Operand):
                base, offset = self._place(argument)
                bases.append((slot, base))
                values.append(offset % ADDRESS)
            else:
                values.append(argument)
        packed = struct.pack("<" + slots, *values)
        words = struct.unpack(f"<{len(packed) // 8}Q", packed)
        waits = tuple((wait.stream, wait.position) for wait in self._schedule.waits[index])
        return ProgramStep(index, handle, words, tuple(bases), waits)

    def _place(self, operand: Operand) -> tuple[int, int]:
        """Returns an operand's base, and its offset in bytes from the base."""
        base = self._bases.get(operand.value)
        if base is not None:
            return base, operand.offset
        offset = self._schedule.offsets[operand.value]
        assert offset is not None  # every temporary that a node uses has a place
        return 0, offset + operand.offset - self._values[operand.value].low

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
