"""Builds a CUDA graph of the nodes of a program, and the words from which native code changes it.

A loop becomes a conditional node. A kernel of one thread, `condition`, runs before it and decides
whether it makes a turn; in a loop of several turns, another one at the end of the body decides it
again. Other steps are the body of a second conditional node, because older drivers have no ELSE.

Kernels write errors to words in the device's memory, one for each step that may fail, in the order
of the program, with the numbers of the nodes behind them. The last node, `collect`, finds the first
error. What runs after a failure within one turn stands behind the step that failed, so the first
error in this order is the first in time.

In the driver's manual: "Graph Management".
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from streamrt._backends.cuda.context import Context
from streamrt._backends.cuda.driver import Driver
from streamrt._backends.cuda.memory import DeviceMemory
from streamrt._backends.cuda.own_kernels import OwnKernels
from streamrt._backends.cuda.steps import KernelNode, LoopNode, Node, under
from streamrt._backends.cuda.structures import (
    ConditionalNode,
    GraphBase,
    GraphHead,
    NodeParams,
    StepHead,
)
from streamrt._backends.gpu.structures import kernel_of, words_in
from streamrt._native.records import PlanHeader

__all__ = ["Built", "build"]

_CONDITIONAL = 13  # CU_GRAPH_NODE_TYPE_CONDITIONAL
_IF, _WHILE = 0, 1  # CU_GRAPH_COND_TYPE_...
_FLAG_SLOT = 5  # of `condition`
_AGAIN = 2**64 - 1  # for its `turns`: after a turn


@dataclass(slots=True, eq=False)
class Built:
    """The parts of a graph; 0: not there (any more).

    Attributes:
        words: what native code reads.
        memory: words of the device: turns that are left, errors, and the nodes that they are of.
        pinned: a word that ends its loops, and behind it the words as they begin.
        graph: where the driver writes the handle of the graph.
        ready: where it writes that of the executable graph.
    """

    words: array[int] = field(default_factory=lambda: array("Q"))
    memory: int = 0
    pinned: int = 0
    graph: ctypes.c_uint64 = field(default_factory=ctypes.c_uint64)
    ready: ctypes.c_uint64 = field(default_factory=ctypes.c_uint64)


def build(
    built: Built,
    nodes: Sequence[Node],
    bases: int,
    context: Context,
    memory: DeviceMemory,
    kernels: OwnKernels,
) -> None:
    """Builds the graph of some nodes. After an error, `built` has what was made before it.

    Args:
        built: gets the parts.
        nodes: the nodes.
        bases: how many addresses a launch passes.
        context: the context of the device.
        memory: where memory comes from.
        kernels: the kernels of the device itself.

    Raises:
        MemoryError: there is no memory for it.
        CompileError: a kernel of the device itself does not compile.
        DriverError: the driver refuses.
    """
    fallible = [each for each in under(nodes) if isinstance(each, KernelNode) and each.is_fallible]
    loops = sum(isinstance(each, LoopNode) for each in under(nodes))
    if fallible or loops:
        _reserve(built, [each.node for each in fallible], loops, memory)
    errors = built.memory + 8 * loops
    with context.current() as driver:
        maker = _Maker(driver, context.handle, kernels, built, errors, len(fallible))
        driver.call("cuGraphCreate", ctypes.byref(built.graph), 0)
        ends = maker.add_all(built.graph.value, nodes)
        collector = 0
        if fallible:
            collector = len(maker.made)
            maker.add_collector(built.graph.value, ends)
        driver.call("cuGraphInstantiateWithFlags", ctypes.byref(built.ready), built.graph.value, 0)
    stop = built.pinned if loops else 0
    built.words = _words(built.ready.value, maker.made, bases, collector, stop)


def _reserve(built: Built, nodes: Sequence[int], loops: int, memory: DeviceMemory) -> None:
    """Allocates the words of a graph, in which no errors stand."""
    words = bytes(8 * loops + 4 * len(nodes)) + bytes(array("i", nodes))
    built.pinned = memory.alloc_host(8 + len(words))
    if built.pinned:
        built.memory = memory.alloc(len(words))
    if not built.memory:
        raise MemoryError("instantiate a program: no memory for its errors")
    ctypes.memmove(built.pinned, bytes(8) + words, 8 + len(words))
    memory.write(built.memory, built.pinned + 8, len(words))


class _Maker:
    """The nodes of a graph so far.

    Attributes:
        made: the nodes of kernels, each with its handle, and where its error goes; 0: nowhere.
    """

    def __init__(
        self,
        driver: Driver,
        context: int,
        kernels: OwnKernels,
        built: Built,
        errors: int,
        count: int,
    ) -> None:
        self.made: list[tuple[KernelNode, int, int]] = []
        self._driver = driver
        self._context = context
        self._kernels = kernels
        self._built = built
        self._errors = errors  # their address
        self._count = count
        self._fallible = 0  # the nodes so far that may fail
        self._loops = 0  # likewise

    def add_all(self, graph: int, nodes: Sequence[Node]) -> list[int]:
        """Adds the nodes of one list; returns the handles of those that none comes after."""
        ends: list[list[int]] = []
        last = set(range(len(nodes)))
        for node in nodes:
            last.difference_update(node.after)
            after = [handle for number in node.after for handle in ends[number]]
            if isinstance(node, KernelNode):
                ends.append([self._kernel(graph, node, after)])
            else:
                ends.append(self._loop(graph, node, after))
        return [handle for number in sorted(last) for handle in ends[number]]

    def add_collector(self, graph: int, after: Sequence[int]) -> None:
        """Adds the node that finds the first error; it gets its place for that at each launch."""
        plan = self._kernels.tool("collect")
        slots = [plan + ctypes.sizeof(PlanHeader), self._errors, self._count]
        self._kernel(graph, KernelNode(plan, slots, [], [], False, 0), after)

    def _kernel(self, graph: int, step: KernelNode, after: Sequence[int]) -> int:
        error = 0
        if step.is_fallible:
            error = self._errors + 4 * self._fallible
            self._fallible += 1
        kernel = kernel_of(step.plan)
        slots = (ctypes.c_uint64 * (len(step.slots) + 1))(*step.slots, error)
        start = ctypes.addressof(slots)
        places = [start + 8 * k for k in range(len(slots))]
        places[0] = step.slots[0]  # the layout words go by value
        pointers = (ctypes.c_uint64 * len(places))(*places)
        params = NodeParams(
            function=kernel.function,
            grid=kernel.grid,
            block=kernel.block,
            shared=kernel.shared,
            params=ctypes.addressof(pointers),
        )
        node = self._new("cuGraphAddKernelNode", graph, after, params)
        self.made.append((step, node, error))
        return node

    def _new(
        self, name: str, graph: int, after: Sequence[int], params: NodeParams | ConditionalNode
    ) -> int:
        handles = (ctypes.c_uint64 * len(after))(*after)
        return self._driver.new(
            name, graph, handles if after else None, len(after), ctypes.byref(params)
        )

    # -- loops ----------------------------------------------------------------------------------

    def _loop(self, graph: int, loop: LoopNode, after: Sequence[int]) -> list[int]:
        """Adds a loop; returns the handles of the nodes in which it ends."""
        left = self._built.memory + 8 * self._loops
        self._loops += 1
        repeats = loop.turns != 1
        turns, others = (
            self._driver.new("cuGraphConditionalHandleCreate", graph, self._context, 0, 0)
            if is_there
            else 0
            for is_there in (loop.body or repeats, loop.other)
        )
        slots = [turns, others, left, loop.turns]
        # All errors count, because the flag may follow from what failed before the loop.
        first = self._condition(graph, after, loop, slots, (0, self._count))
        ends: list[int] = []
        if turns:
            node, body = self._conditional(graph, first, turns, _WHILE if repeats else _IF)
            ends.append(node)
            start = self._fallible
            last = self.add_all(body, loop.body)
            if repeats:
                slots = [turns, 0, left, _AGAIN]
                own = start, self._fallible - start
                self._condition(body, last, loop, slots, own)
        if others:
            node, body = self._conditional(graph, first, others, _IF)
            ends.append(node)
            self.add_all(body, loop.other)
        return ends or [first]

    def _condition(
        self,
        graph: int,
        after: Sequence[int],
        loop: LoopNode,
        slots: list[int],
        errors: tuple[int, int],
    ) -> int:
        plan = self._kernels.tool("condition")
        start, count = errors
        flag, bases = loop.flag or (0, [])
        rest = [flag, self._built.pinned, self._errors + 4 * start, count]
        words = [plan + ctypes.sizeof(PlanHeader), *slots, *rest]
        moved = [(_FLAG_SLOT, base) for base in bases]
        return self._kernel(graph, KernelNode(plan, words, moved, [], False, 0), after)

    def _conditional(self, graph: int, after: int, handle: int, kind: int) -> tuple[int, int]:
        """Adds a conditional node; returns its handle, and that of the graph that is its body."""
        params = ConditionalNode(
            type=_CONDITIONAL, handle=handle, kind=kind, size=1, context=self._context
        )
        node = self._new("cuGraphAddNode", graph, [after], params)
        return node, params.bodies[0]


def _words(
    ready: int,
    made: Sequence[tuple[KernelNode, int, int]],
    bases: int,
    collector: int,
    stop: int,
) -> array[int]:
    """Returns the words that native code reads; see cuda_graph.h.

    Args:
        ready: the executable graph.
        made: its nodes.
        bases: how many addresses a launch passes.
        collector: the number of the collector; 0: there is none.
        stop: the address of the word that ends its loops; 0: it has none.
    """
    table = words_in(GraphHead)
    words = array("Q", [0] * (table + words_in(GraphBase) * bases))
    places: list[list[int]] = [[] for _ in range(bases)]
    starts: list[int] = []
    for step, node, error in made:
        at = len(words)
        starts.append(at)
        kernel: int = PlanHeader.from_address(step.plan).entry
        words.extend((node, kernel, error, 0, *step.slots))
        for slot, base in step.bases:
            places[base] += [at, at + words_in(StepHead) + slot]
    words[:table] = array("Q", (ready, starts[collector] if collector else 0, stop, bases))
    for base, pairs in enumerate(places):
        first = len(words)
        words.extend(pairs)
        start = table + words_in(GraphBase) * base
        row = (0, first, len(words), 0)
        words[start : start + len(row)] = array("Q", row)
    return words
