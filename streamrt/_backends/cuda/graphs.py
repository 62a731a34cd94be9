"""Programs as CUDA graphs: each step is a kernel node, and one launch runs them all.

The graph is built once, when a program is instantiated. Beside it lies a block of words, from which
native code knows which slots of which nodes hold which base; cuda_graph.h says what a launch does
with it. The structures here mirror that file, and a test compares every offset.

Copies and fills are kernel nodes as well, because the driver allows fewer changes to its own copy
nodes. Steps that may return an error get a word each in pinned memory, and a last node that
collects the first error in the order of the steps, and the node that it is of.

In the driver's manual: "Graph Management".
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from streamrt._backends.cuda.context import Context
from streamrt._backends.cuda.memory import DeviceMemory
from streamrt._core.program import Program, ProgramStep
from streamrt._native.core import Core
from streamrt._native.program import Order, check_size
from streamrt._native.records import PlanHeader
from streamrt.errors import ArgumentError

__all__ = ["Graphs"]


class CudaKernel(ctypes.Structure):
    """The structure `cuda_kernel`, to which the entry of a CUDA plan points."""

    _fields_ = (
        ("hand", ctypes.c_uint64),
        ("function", ctypes.c_uint64),
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("shared", ctypes.c_uint32),
        ("slots", ctypes.c_uint32),
        ("fallible", ctypes.c_uint32),
    )


class NodeParams(ctypes.Structure):
    """The driver's CUDA_KERNEL_NODE_PARAMS_v2."""

    _fields_ = (
        ("function", ctypes.c_uint64),
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("shared", ctypes.c_uint32),
        ("params", ctypes.c_uint64),
        ("extra", ctypes.c_uint64),
        ("kernel", ctypes.c_uint64),
        ("context", ctypes.c_uint64),
    )


class GraphHead(ctypes.Structure):
    """The structure `cuda_graph`, up to the table of its bases."""

    _fields_ = (
        ("graph", ctypes.c_uint64),
        ("collector", ctypes.c_uint64),
        ("bases", ctypes.c_uint64),
    )


class GraphBase(ctypes.Structure):
    """The structure `graph_base`."""

    _fields_ = (
        ("address", ctypes.c_uint64),
        ("first", ctypes.c_uint64),
        ("last", ctypes.c_uint64),
        ("has_moved", ctypes.c_uint64),
    )


class StepHead(ctypes.Structure):
    """The structure `graph_step`, up to its slots."""

    _fields_ = (
        ("node", ctypes.c_uint64),
        ("kernel", ctypes.c_uint64),
        ("error", ctypes.c_uint64),
        ("has_moved", ctypes.c_uint64),
    )


def _words(structure: type[ctypes.Structure]) -> int:
    return ctypes.sizeof(structure) // 8


@dataclass(slots=True)
class _Step:
    """A step of a program, or the collector.

    Attributes:
        plan: the plan of its kernel.
        slots: its arguments, slot 0 first.
        bases: pairs (slot, base), with slot 0 counted.
        after: the numbers of the steps that it comes after.
        is_fallible: whether its kernel may return an error.
        node: its node of the program, counted from 1.
    """

    plan: int
    slots: list[int]
    bases: list[tuple[int, int]]
    after: list[int]
    is_fallible: bool
    node: int


@dataclass(slots=True, eq=False)
class _Graph:
    """The parts of an instantiated program; 0: not there (any more).

    Attributes:
        block: the words that native code reads.
        errors: pinned memory, where its steps write errors.
        graph: where the driver writes the handle of the graph.
        ready: where it writes that of the executable graph.
    """

    block: int = 0
    errors: int = 0
    graph: ctypes.c_uint64 = field(default_factory=ctypes.c_uint64)
    ready: ctypes.c_uint64 = field(default_factory=ctypes.c_uint64)


class Graphs:
    """The programs that a device has instantiated."""

    def __init__(
        self,
        core: Core,
        context: Context,
        memory: DeviceMemory,
        node_plan: Callable[[int], int],
        collector: Callable[[], int],
    ) -> None:
        """Takes what graphs are made with.

        Args:
            core: the native core.
            context: the context of the device.
            memory: where pinned memory comes from.
            node_plan: returns the plan of a kernel that does the same as a plan.
            collector: returns the plan of the kernel that collects errors.
        """
        self._core = core
        self._context = context
        self._memory = memory
        self._node_plan = node_plan
        self._collector = collector
        self._opened: dict[int, _Graph] = {}
        self._made: list[_Graph] = []  # also those whose opening an interrupt breaks off

    def open(self, program: Program) -> int:
        """Builds the graph of a program; returns the handle of a plan that launches it.

        Raises:
            ArgumentError: the program is not sound, or could hang.
            MemoryError: there is no memory for it.
            DriverError: the driver refuses.
        """
        check_size(program)
        steps = self._steps(program)
        made = _Graph()
        self._made.append(made)
        try:
            self._build(made, steps, program.bases)
            native = self._core
            plan = native.new_cuda_plan(
                native.entries["srt_hand_graph"],
                made.ready.value,
                (1, 1, 1),
                (1, 1, 1),
                0,
                int(any(step.is_fallible for step in steps)),
                (ord("P"),) * program.bases,
                (made.block,),
            )
        except BaseException:
            self._drop(made, is_lost=False)
            raise
        self._opened[plan] = made
        return plan

    def close(self, plan: int, *, is_lost: bool) -> None:
        """Frees the graph that a plan launches, if it launches one.

        Args:
            plan: the plan.
            is_lost: whether the device is lost, so that its driver is not called any more.

        Raises:
            DriverError: the device is lost.
        """
        made = self._opened.pop(plan, None)
        if made is not None:
            self._drop(made, is_lost=is_lost)

    def end(self) -> None:
        """Frees all graphs that are left, because an interrupt has lost their plans.

        Raises:
            DriverError: the device is lost.
        """
        for made in list(self._made):
            self._drop(made, is_lost=False)

    def _drop(self, made: _Graph, *, is_lost: bool) -> None:
        if is_lost:  # a thread that was given up in the driver may still use the block
            return
        with self._context.current() as driver:
            for place, name in (
                (made.ready, "cuGraphExecDestroy"),
                (made.graph, "cuGraphDestroy"),
            ):
                destroy = driver.function(name)
                if place.value:
                    handle, place.value = place.value, 0
                    code = destroy(handle)
                    self._context.took(name, code)
        if made.errors:
            errors, made.errors = made.errors, 0
            self._memory.free_host(errors)
        if made.block:
            block, made.block = made.block, 0
            self._core.release(block)
        if made in self._made:
            self._made.remove(made)

    # -- steps ----------------------------------------------------------------------------------

    def _steps(self, program: Program) -> list[_Step]:
        """Returns the steps in an order in which each comes after those that it waits for."""
        order = Order(program.streams)
        numbers: list[list[int]] = [[] for _ in program.streams]
        steps: list[_Step] = []
        for stream, step in _in_order(program.streams, order):
            index = len(numbers[stream])
            after = {numbers[of][count - 1] for of, count in order.waits[stream].get(index, ())}
            if index:
                after.add(numbers[stream][-1])
            numbers[stream].append(len(steps))
            steps.append(self._step(step, sorted(after), program.bases))
        if any(step.is_fallible for step in steps):
            steps.append(self._last(steps))
        return steps

    def _step(self, step: ProgramStep, after: list[int], bases: int) -> _Step:
        plan = self._node_plan(step.plan)
        header = PlanHeader.from_address(plan)
        if header.slots != len(step.slots):
            raise ArgumentError(
                f"instantiate a program: node {step.node} has {len(step.slots)} argument slots; "
                f"its plan takes {header.slots}"
            )
        for slot, base in step.bases:
            if not 0 <= slot < len(step.slots) or not 0 <= base < bases:
                raise ArgumentError(
                    f"instantiate a program: node {step.node} has base {base} in slot {slot}; "
                    f"there are {bases} bases and {len(step.slots)} slots"
                )
        if not all(isinstance(slot, int) and 0 <= slot < 1 << 64 for slot in step.slots):
            raise ArgumentError(
                "instantiate a program: a slot is not the 64-bit word of an argument"
            )
        words = plan + ctypes.sizeof(PlanHeader)
        is_fallible = bool(CudaKernel.from_address(header.entry).fallible)
        moved = [(slot + 1, base) for slot, base in step.bases]
        return _Step(plan, [words, *step.slots], moved, after, is_fallible, step.node + 1)

    def _last(self, steps: Sequence[_Step]) -> _Step:
        """Returns the collector, which comes after all steps; it gets its words later."""
        plan = self._collector()
        words = plan + ctypes.sizeof(PlanHeader)
        awaited = {number for step in steps for number in step.after}
        ends = [number for number in range(len(steps)) if number not in awaited]
        count = sum(step.is_fallible for step in steps)
        return _Step(plan, [words, 0, count], [], ends, True, 0)

    # -- building -------------------------------------------------------------------------------

    def _build(self, made: _Graph, steps: Sequence[_Step], bases: int) -> None:
        fallible = [step for step in steps if step.is_fallible]
        errors = dict[int, int]()
        if fallible:
            steps_of = fallible[:-1]  # the last one is the collector
            made.errors = self._memory.alloc_host(8 * len(steps_of))
            if not made.errors:
                raise MemoryError("instantiate a program: no pinned memory for its errors")
            initial = [0] * len(steps_of) + [step.node for step in steps_of]
            words = (ctypes.c_int32 * len(initial))(*initial)
            ctypes.memmove(made.errors, words, ctypes.sizeof(words))
            fallible[-1].slots[1] = made.errors
            errors = {id(step): made.errors + 4 * k for k, step in enumerate(steps_of)}
        with self._context.current() as driver:
            driver.call("cuGraphCreate", ctypes.byref(made.graph), 0)
            graph = made.graph.value
            nodes: list[int] = []
            for step in steps:
                nodes.append(self._node(graph, step, nodes, errors.get(id(step), 0)))
            driver.call("cuGraphInstantiateWithFlags", ctypes.byref(made.ready), graph, 0)
        block = _block(made.ready.value, steps, nodes, errors, bases)
        made.block = self._core.allocate(8 * len(block))
        if not made.block:
            raise MemoryError(f"instantiate a program: no memory for {8 * len(block)} bytes")
        ctypes.memmove(made.block, block.buffer_info()[0], 8 * len(block))

    def _node(self, graph: int, step: _Step, nodes: Sequence[int], error: int) -> int:
        """Adds a node to a graph; returns its handle."""
        kernel = CudaKernel.from_address(PlanHeader.from_address(step.plan).entry)
        slots = (ctypes.c_uint64 * (len(step.slots) + 1))(*step.slots, error)
        size, start = ctypes.sizeof(ctypes.c_uint64), ctypes.addressof(slots)
        places = [start + size * k for k in range(len(slots))]
        places[0] = step.slots[0]  # the layout words go by value
        pointers = (ctypes.c_uint64 * len(places))(*places)
        params = NodeParams(
            function=kernel.function,
            grid=kernel.grid,
            block=kernel.block,
            shared=kernel.shared,
            params=ctypes.addressof(pointers),
        )
        after = (ctypes.c_uint64 * len(step.after))(*[nodes[number] for number in step.after])
        count = len(step.after)
        with self._context.current() as driver:
            return driver.new(
                "cuGraphAddKernelNode", graph, after if count else None, count, ctypes.byref(params)
            )


def _in_order(
    streams: Sequence[Sequence[ProgramStep]], order: Order
) -> Iterator[tuple[int, ProgramStep]]:
    """Yields the steps with their streams, each behind those that it waits for."""
    done = [0] * len(streams)
    left = sum(map(len, streams))
    while left:
        for number, steps in enumerate(streams):
            while done[number] < len(steps):
                waits = order.waits[number].get(done[number], ())
                if any(done[target] < count for target, count in waits):
                    break
                yield number, steps[done[number]]
                done[number] += 1
                left -= 1


def _block(
    ready: int, steps: Sequence[_Step], nodes: Sequence[int], errors: dict[int, int], bases: int
) -> array[int]:
    """Returns the words that native code reads; see cuda_graph.h."""
    table = _words(GraphHead)
    words = array("Q", [0] * (table + _words(GraphBase) * bases))
    places: list[list[int]] = [[] for _ in range(bases)]
    collector = 0
    for step, node in zip(steps, nodes, strict=True):
        at = collector = len(words)
        kernel: int = PlanHeader.from_address(step.plan).entry
        words.extend((node, kernel, errors.get(id(step), 0), 0, *step.slots))
        for slot, base in step.bases:
            places[base] += [at, at + _words(StepHead) + slot]
    words[0], words[1], words[2] = ready, collector if errors else 0, bases
    for base, pairs in enumerate(places):
        first = len(words)
        words.extend(pairs)
        start = table + _words(GraphBase) * base
        words[start : start + 4] = array("Q", (0, first, len(words), 0))
    return words
