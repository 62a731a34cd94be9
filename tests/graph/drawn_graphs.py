"""Graphs to plan, fixed and random ones, a device that plans them, and two ways to run them.

Both ways run in NumPy. One is the program in the order in which it was written, with memory of its
own for every value. The other is a plan: temporaries in one arena of garbage, and the streams'
nodes interleaved at random, in any way that the order of each stream and the waits allow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np

from streamrt._compile.implementations import LLVM
from streamrt._compile.kernel import Kernel, Plan
from streamrt._compile.signatures.layout import Layout
from streamrt.graph.capture_plan import CapturePlan
from streamrt.graph.graph import Graph
from streamrt.graph.nodes import Node, Operand, Value

Array = np.ndarray[Any, Any]

IR = "define i32 @entry(ptr %args, i64 %lo, i64 %hi) {\n  ret i32 0\n}\n"


def kernel(
    name: str,
    signature: str,
    split: str | None = None,
    *,
    strided: bool = True,
    elementwise: bool = False,
) -> Kernel:
    """A kernel that can be planned; these tests run none.

    NumPy stands for it here, because it can handle arrays that share elements.
    """
    source = LLVM(lambda _: IR, entry="entry", strided=strided)
    return Kernel(name, signature, cpu=source, split=split, elementwise=elementwise, aliasing=True)


twice = kernel("twice", "x: T[...], out y: T[...]", "...", elementwise=True)
join = kernel("join", "x: T[...], y: T[...], out z: T[...]", "...", elementwise=True)
turn = kernel("turn", "x: T[n], inout y: T[n], k: i64")
most = kernel("most", "x: T[n], out y: T[1]")


def _twice(x: Array, y: Array) -> None:
    y[...] = x * 2 + 1


def _join(x: Array, y: Array, z: Array) -> None:
    z[...] = x + y


def _turn(x: Array, y: Array, k: int) -> None:
    y[...] = y * 2 - x[::-1] + k


def _most(x: Array, y: Array) -> None:
    y[...] = x.max(initial=0)


MEANING: dict[Kernel, Callable[..., None]] = {
    twice: _twice,
    join: _join,
    turn: _turn,
    most: _most,
}


class Machine:
    """A device that plans kernels and counts how often it is asked."""

    _can_loop = True

    def __init__(self, name: str = "cpu:0") -> None:
        self.name = name
        self.asked = 0

    def _plan(self, kernel: Kernel, layouts: Sequence[Layout], what: str) -> Plan:
        self.asked += 1
        return kernel.plan(layouts, self.name.partition(":")[0], what=what)

    def _instantiate(self, plan: CapturePlan[Any], depth: int) -> object:
        return plan, depth


def diamond() -> Graph:
    graph = Graph()
    x = graph.input("x", 1 << 16)
    a, b, c, d, y = (graph.empty(1 << 16) for _ in range(5))
    graph.add(twice, x, a)
    graph.add(twice, a, b)
    graph.copy(c, a)
    graph.add(join, b, c, d)
    graph.add(twice, d, y)
    graph.output("y", y)
    return graph


def small() -> tuple[Graph, Operand, Operand]:
    graph = Graph()
    return graph, graph.input("x", 8), graph.empty(8)


# -- random graphs --------------------------------------------------------------------------------


def random_graph(random: Random, count: int) -> Graph:
    """Views that overlap, several dtypes, empty parts, an input stored backwards, extra edges."""
    graph = Graph()
    dtype = random.choice(("f4", "f8", "i4"))
    size = np.dtype(dtype).itemsize
    whole = [graph.input("x", 12, dtype), graph.input("y", (3, 4), dtype)]
    backwards = Layout(None, np.dtype(dtype), (12,), (-size,))
    whole.append(graph._new_value("input", backwards, bound=object()))
    nodes: list[Node] = []
    for _ in range(count):
        if random.random() < 0.4:
            new = graph.empty(random.choice((12, 12, (3, 4), 6)), dtype)
            nodes.append(_write_all(random, graph, new, whole))
            whole.append(new)
        else:
            nodes.append(_work(random, graph, whole))
    for operand in whole:
        if graph.values[operand.value].role == "temporary" and random.random() < 0.2:
            graph.output(f"out_{operand.value}", operand)
    for _ in range(random.randint(0, 4) if len(nodes) > 1 else 0):
        first, then = random.sample(nodes, 2)
        if random.random() < 0.9 and then.index < first.index:
            first, then = then, first
        graph.order(first, then)
    return graph


def _write_all(random: Random, graph: Graph, new: Operand, whole: Sequence[Operand]) -> Node:
    equal = [operand for operand in whole if operand.shape == new.shape]
    kind = random.randrange(4)
    if not equal or kind == 0:
        return graph.fill(new, random.randrange(9))
    if kind == 1:
        return graph.add(twice, random.choice(equal), new)
    if kind == 2:
        return graph.copy(new, random.choice(equal))
    return graph.add(join, random.choice(equal), random.choice(equal), new)


def _work(random: Random, graph: Graph, whole: Sequence[Operand]) -> Node:
    """A node over parts that are written already."""
    while True:
        dst, src, other = (_part(random, random.choice(whole)) for _ in range(3))
        if random.random() < 0.1 and dst.shape != (0,):
            return graph.add(most, src, dst[:1])
        if random.random() < 0.1:
            return graph.fill(dst, random.randrange(9))
        if not dst.shape == src.shape == other.shape:
            continue
        kind = random.randrange(4)
        if kind == 0:
            return graph.add(twice, src, dst)
        if kind == 1:
            return graph.add(join, src, other, dst)
        if kind == 2:
            return graph.add(turn, src, dst, k=random.randrange(9))
        if dst.value != src.value:
            return graph.copy(dst, src)


def _part(random: Random, operand: Operand) -> Operand:
    flat = operand.reshape(-1)
    first = random.choice((0, 0, 3, 6))
    return random.choice((flat, flat, flat[first : first + 6], flat[::-1], flat[::2], flat[:0]))


# -- two ways to run them -------------------------------------------------------------------------


class Memory:
    """Bytes for every value, and views of them as operands describe them."""

    def __init__(self, values: Sequence[Value], random: Random) -> None:
        """Memory full of garbage, which is small numbers in inputs."""
        self._values = values
        self._bytes = [_garbage(value.nbytes, random) for value in values]
        for value, block in zip(values, self._bytes, strict=True):
            if value.role == "input":
                numbers = block.view(value.layout.dtype)
                numbers[...] = [random.randrange(100) for _ in numbers]
        self._firsts = [-value.low for value in values]

    def place(self, arena: Array, offsets: Sequence[int | None]) -> None:
        """Moves temporaries into an arena."""
        for index, offset in enumerate(offsets):
            if offset is not None:
                assert self._values[index].role == "temporary"
                nbytes = self._values[index].nbytes
                self._bytes[index] = arena[offset : offset + nbytes]
                assert self._bytes[index].nbytes == nbytes

    def kept(self) -> list[bytes]:
        """The bytes of inputs and outputs."""
        return [
            block.tobytes()
            for value, block in zip(self._values, self._bytes, strict=True)
            if value.role != "temporary"
        ]

    def run(self, node: Node) -> None:
        """Carries a node out."""
        arguments: list[Any] = [
            self._view(a) if isinstance(a, Operand) else a for a in node.arguments
        ]
        with np.errstate(all="ignore"):
            if node.kernel is not None:
                MEANING[node.kernel](*arguments)
            elif node.op == "copy":
                arguments[0][...] = arguments[1]
            else:
                dst = arguments[0]
                element = arguments[1].to_bytes(dst.itemsize, "little")
                dst[...] = np.frombuffer(element, dst.dtype)[0]

    def _view(self, operand: Operand) -> Array:
        first = self._firsts[operand.value] + operand.offset
        layout = operand.layout
        block = self._bytes[operand.value]
        one: Array = np.ndarray(layout.shape, layout.dtype, block, first, layout.strides)
        return one


def _garbage(nbytes: int, random: Random) -> Array:
    return np.frombuffer(bytearray(random.randbytes(nbytes)), np.uint8)


def run_as_written(graph: Graph, seed: int) -> list[bytes]:
    """Returns the contents of inputs and outputs after the program, in its order."""
    memory = Memory(graph.values, Random(seed))
    for node in graph.nodes:
        memory.run(node)
    return memory.kept()


def run_as_planned(plan: CapturePlan[Any], seed: int, random: Random) -> list[bytes]:
    """Returns their contents after a plan, its streams interleaved at random."""
    memory = Memory(plan.values, Random(seed))
    schedule = plan.schedule
    memory.place(_garbage(plan.arena_nbytes, random), schedule.offsets)
    over = [0] * plan.streams
    left = len(plan.nodes)
    while left:
        free = [
            stream
            for stream, lane in enumerate(schedule.lanes)
            if over[stream] < len(lane)
            and all(over[w.stream] >= w.position for w in schedule.waits[lane[over[stream]]])
        ]
        stream = random.choice(free)
        memory.run(plan.nodes[schedule.lanes[stream][over[stream]]])
        over[stream] += 1
        left -= 1
    return memory.kept()
