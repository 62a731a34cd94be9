"""Programs and loops that a device has instantiated: CUDA graphs, and lists of steps.

A program without loops is a CUDA graph: each step is a kernel node, and one launch runs them all.
Copies and fills are kernel nodes as well, because the driver allows fewer changes to its own copy
nodes. The graph is built once. Beside it lies a block of words, from which native code knows which
slots of which nodes hold which base; cuda_graph.h says what a launch does with it.

A loop, and a program that has loops, is a list of steps for the feeder's thread, and a graph as
well where that can be: see cuda_loop.h. To the driver the loops of a program are a part of the
program's graph, and the graphs that they had for themselves are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from streamrt._backends.cuda.building import Built, build
from streamrt._backends.cuda.context import Context
from streamrt._backends.cuda.driver import DriverError
from streamrt._backends.cuda.memory import DeviceMemory
from streamrt._backends.cuda.own_kernels import OwnKernels
from streamrt._backends.cuda.steps import KernelNode, Lowering, Node, check_step, in_order
from streamrt._backends.cuda.turns import packed_turns
from streamrt._core.program import Program, ProgramLoop, ProgramStep
from streamrt._native.core import Core
from streamrt._native.loops import check_loop
from streamrt._native.program import Order, check_size
from streamrt.errors import ArgumentError, CompileError

__all__ = ["Graphs"]

_WHAT = "instantiate a program"
_NEEDED = ("cuGraphConditionalHandleCreate", "cuGraphAddNode")


@dataclass(slots=True, eq=False)
class _Instance:
    """The parts of an instantiated program or loop; 0: not there (any more).

    Attributes:
        built: its graph.
        graph: the words of that, in native memory.
        turns: the words of its list of steps, likewise.
        inner: the plans of the loops among its steps.
    """

    built: Built = field(default_factory=Built)
    graph: int = 0
    turns: int = 0
    inner: tuple[int, ...] = ()


class Graphs:
    """The programs and loops that a device has instantiated."""

    def __init__(
        self, core: Core, context: Context, memory: DeviceMemory, kernels: OwnKernels
    ) -> None:
        """Takes what graphs are made with.

        Args:
            core: the native core.
            context: the context of the device.
            memory: where memory comes from.
            kernels: the kernels of the device itself.
        """
        self._core = core
        self._context = context
        self._memory = memory
        self._kernels = kernels
        self._opened: dict[int, _Instance] = {}
        self._loops: dict[int, ProgramLoop] = {}  # by the plan
        self._made: list[_Instance] = []  # also those whose opening an interrupt breaks off
        self._has_conditions = all(name in context.driver for name in _NEEDED)

    def open(self, program: Program) -> int:
        """Instantiates a program; returns the handle of a plan that launches it.

        Raises:
            ArgumentError: the program is not sound, or could hang.
            MemoryError: there is no memory for it.
            CompileError: a kernel of the device itself does not compile.
            DriverError: the driver refuses.
        """
        check_size(program)
        order = Order(program.streams)
        steps = tuple(step for _, step in in_order(program.streams, order))
        inner = self._check(steps, program.bases, "instantiate a program")

        def lower() -> list[Node]:
            return Lowering(self._loops, self._kernels.twin).program(program, order)

        if not inner:
            return self._open((), lambda made: self._whole(made, lower(), program.bases))
        whole = ProgramLoop(steps, program.bases, 1)
        return self._open(inner, lambda made: self._in_turns(made, whole, lower))

    def open_loop(self, loop: ProgramLoop) -> int:
        """Loads a loop; returns the handle of a plan that runs it, or is the plan of a step.

        Raises:
            ArgumentError: the loop is not sound.
            MemoryError: there is no memory for it.
        """
        check_size(Program((loop.body, loop.other), loop.bases))
        check_loop(loop)
        inner = self._check((*loop.body, *loop.other), loop.bases, "load a loop")

        def lower() -> list[Node]:
            return [Lowering(self._loops, self._kernels.twin).loop(loop)]

        plan = self._open(inner, lambda made: self._in_turns(made, loop, lower))
        self._loops[plan] = loop
        return plan

    def _check(self, steps: Sequence[ProgramStep], bases: int, what: str) -> tuple[int, ...]:
        """Refuses steps that do not fit their plans; returns the loops among these."""
        for step in steps:
            check_step(step, bases, what)
        inner = tuple(step.plan for step in steps if step.plan in self._loops)
        taken = {plan for made in self._opened.values() for plan in made.inner}
        if len(set(inner)) < len(inner) or not taken.isdisjoint(inner):
            raise ArgumentError(f"{what}: a loop is a step in two places; load it for each")
        return inner

    def close(self, plan: int, *, is_lost: bool) -> None:
        """Frees what a plan launches, if that is a program or a loop.

        Args:
            plan: the plan.
            is_lost: whether the device is lost, so that its driver is not called any more.

        Raises:
            DriverError: the device is lost.
        """
        self._loops.pop(plan, None)
        made = self._opened.pop(plan, None)
        if made is not None:
            self._drop(made, is_lost=is_lost)

    def end(self) -> None:
        """Frees all that is left, because an interrupt has lost the plans.

        Raises:
            DriverError: the device is lost.
        """
        for made in list(self._made):
            self._drop(made, is_lost=False)

    # -- opening --------------------------------------------------------------------------------

    def _open(self, inner: tuple[int, ...], make: Callable[[_Instance], int]) -> int:
        made = _Instance(inner=inner)
        self._made.append(made)
        try:
            plan = make(made)
        except BaseException:
            self._drop(made, is_lost=False)
            raise
        self._opened[plan] = made
        return plan

    def _whole(self, made: _Instance, nodes: Sequence[Node], bases: int) -> int:
        """Makes a graph of a program without loops."""
        self._build(made, nodes, bases)
        may_fail = any(isinstance(node, KernelNode) and node.is_fallible for node in nodes)
        return self._new_plan("srt_hand_graph", may_fail, bases, made.graph)

    def _in_turns(self, made: _Instance, loop: ProgramLoop, lower: Callable[[], list[Node]]) -> int:
        """Makes a list of a loop, or of a program that has loops; and a graph, if that can be.

        Args:
            made: gets what is made.
            loop: the loop, or the steps of the program as a loop of one turn.
            lower: returns the nodes of the graph.
        """
        if self._has_conditions and not self._moves(loop):
            try:
                self._build(made, lower(), loop.bases)
            except (DriverError, CompileError) as error:
                if isinstance(error, DriverError) and self._context.ends(error.code):
                    raise
                self._drop_graph(made)
        made.turns = self._core.copied(packed_turns(loop, made.graph), _WHAT)
        return self._new_plan("srt_hand_loop", True, loop.bases, made.turns)

    def _moves(self, loop: ProgramLoop) -> bool:
        """Whether addresses move from turn to turn, in a loop or in one below it."""
        inner = (self._loops.get(step.plan) for step in (*loop.body, *loop.other))
        return bool(loop.strides) or any(self._moves(each) for each in inner if each is not None)

    def _build(self, made: _Instance, nodes: Sequence[Node], bases: int) -> None:
        build(made.built, nodes, bases, self._context, self._memory, self._kernels)
        made.graph = self._core.copied(made.built.words, _WHAT)

    def _new_plan(self, hand: str, may_fail: bool, bases: int, block: int) -> int:
        one = (1, 1, 1)
        codes = (ord("P"),) * bases
        address = self._core.entries[hand]
        return self._core.new_cuda_plan(address, 0, one, one, 0, int(may_fail), codes, (block,))

    # -- freeing --------------------------------------------------------------------------------

    def _drop(self, made: _Instance, *, is_lost: bool) -> None:
        if is_lost:  # a thread that was given up in the driver may still use the words
            return
        self._drop_graph(made)
        if made.turns:
            turns, made.turns = made.turns, 0
            self._core.release(turns)
        if made in self._made:
            self._made.remove(made)

    def _drop_graph(self, made: _Instance) -> None:
        built = made.built
        with self._context.current() as driver:
            for place, name in (
                (built.ready, "cuGraphExecDestroy"),
                (built.graph, "cuGraphDestroy"),
            ):
                destroy = driver.function(name)
                if place.value:
                    handle, place.value = place.value, 0
                    code = destroy(handle)
                    self._context.took(name, code)
        if built.memory:
            memory, built.memory = built.memory, 0
            self._memory.free(memory)
        if built.pinned:
            pinned, built.pinned = built.pinned, 0
            self._memory.free_host(pinned)
        if made.graph:
            graph, made.graph = made.graph, 0
            self._core.release(graph)
