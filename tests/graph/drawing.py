"""Graphs in the making, which tests resize and never run, and the kernels of their nodes."""

from __future__ import annotations

from typing import Any

import numpy as np

from streamrt._compile.implementations import Python
from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.layout import Layout, bounds
from streamrt.graph.extents import resized
from streamrt.graph.nodes import Node, Operand, Owner, Role, Value
from streamrt_kernels import matmul, sum_rows

F4 = np.dtype("f4")


def kernel(name: str, signature: str) -> Kernel:
    names = ", ".join(
        part.split(":")[0].split()[-1] for part in signature.split(", ") if ":" in part
    )
    return Kernel(name, signature, cpu=Python(eval(f"lambda {names}: None")))


relu = kernel("relu", "x: f32[...], out y: f32[...]")
add = kernel("add", "x: f32[...], y: f32[...], out z: f32[...]")
gram = kernel("gram", "x: f32[n, m], out y: f32[n, n]")
turn = kernel("turn", "x: f32[n, m], out y: f32[m, n]")
scale = kernel("scale", "x: f32[n, m], b: f32[m], out y: f32[n, m]")
pair = kernel("pair", "x: f32[n, 2], out y: f32[n]")
KERNELS = (relu, add, gram, turn, scale, pair, sum_rows, matmul)


class Drawing:
    """A graph in the making; no kernel is ever run."""

    def __init__(self) -> None:
        self.owner = Owner()
        self.nodes: list[Node] = []
        self.values: list[Value] = []

    def value(
        self,
        name: str,
        shape: tuple[int, ...],
        role: Role = "temporary",
        bound: object = None,
        strides: tuple[int, ...] | None = None,
    ) -> Operand:
        layout = Layout(None, F4, shape, strides)
        low, high = bounds(layout)
        self.values.append(Value(name, role, layout, low, high, bound))
        return Operand(self.owner, len(self.values) - 1, 0, layout)

    def add(self, op: Kernel | str, *arguments: Any) -> Node:
        index = len(self.nodes)
        made = op if isinstance(op, Kernel) else None
        name: Any = "launch" if made is not None else op
        node = Node(index, name, made, arguments, (), "here")
        self.nodes.append(node)
        return node

    def resized(self, **shapes: tuple[int, ...] | Layout) -> dict[str, Value]:
        _, values = resized(self.nodes, self.values, self.layouts(**shapes))
        return {value.name: value for value in values}

    def layouts(self, **shapes: tuple[int, ...] | Layout) -> dict[int, Layout]:
        names = [value.name for value in self.values]
        return {
            names.index(name): shape if isinstance(shape, Layout) else Layout(None, F4, shape)
            for name, shape in shapes.items()
        }
