"""Programs and loops that a device has instantiated: CUDA graphs, and lists of steps.

A program without loops is a CUDA graph: each step is a kernel node, and one launch runs them all.
Copies and fills are kernel nodes as well, because the driver allows fewer changes to its own copy
nodes. The graph is built once. Beside it lies a block of words, from which native code knows which
slots of which nodes hold which base; cuda_graph.h says what a launch does with it.

A loop, and a program that has loops, is a list of steps for the feeder's thread, and a graph as
well where that can be: see gpu_loop.h. To the driver the loops of a program are a part of the
program's graph, and the graphs that they had for themselves are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from streamrt._backends.cuda.building import Built, build
from streamrt._backends.cuda.context import Context
from streamrt._backends.cuda.memory import DeviceMemory
from streamrt._backends.cuda.own_kernels import OwnKernels
from streamrt._backends.cuda.steps import KernelNode, Lowering, Node
from streamrt._backends.gpu.contexts import DriverError
from streamrt._backends.gpu.programs import WHAT, Instance, Programs
from streamrt._core.program import Program, ProgramLoop, ProgramStep
from streamrt._native.core import Core
from streamrt._native.program import Order
from streamrt.errors import CompileError

__all__ = ["Graphs"]

_NEEDED = ("cuGraphConditionalHandleCreate", "cuGraphAddNode")


@dataclass(slots=True, eq=False)
class _Instance(Instance):
    """The parts of an instantiated program or loop; 0: not there (any more).

    Attributes:
        built: its graph.
        graph: the words of that, in native memory.
    """

    built: Built = field(default_factory=Built)
    graph: int = 0


class Graphs(Programs):
    """The programs and loops that a GPU has instantiated."""

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
        super().__init__(core)
        self._context = context
        self._memory = memory
        self._kernels = kernels
        self._has_conditions = all(name in context.driver for name in _NEEDED)

    def _new_instance(self, inner: tuple[int, ...]) -> Instance:
        return _Instance(inner=inner)

    def _open_program(
        self,
        program: Program,
        order: Order,
        steps: tuple[ProgramStep, ...],
        inner: tuple[int, ...],
    ) -> int:
        lowering = Lowering(self._loops, self._kernels.twin)
        if not inner:
            return self._open(
                self._new_instance(()),
                lambda made: self._whole(made, lowering.program(program, order), program.bases),
            )
        whole = ProgramLoop(steps, program.bases, 1)
        return self._open(
            self._new_instance(inner),
            lambda made: self._with_graph(made, whole, lambda: lowering.program(program, order)),
        )

    def _open_loop(self, loop: ProgramLoop, inner: tuple[int, ...]) -> int:
        lowering = Lowering(self._loops, self._kernels.twin)
        return self._open(
            self._new_instance(inner),
            lambda made: self._with_graph(made, loop, lambda: [lowering.loop(loop)]),
        )

    def _whole(self, instance: Instance, nodes: Sequence[Node], bases: int) -> int:
        """Makes a graph of a program without loops."""
        made = cast("_Instance", instance)
        self._build(made, nodes, bases)
        may_fail = any(isinstance(node, KernelNode) and node.is_fallible for node in nodes)
        return self._new_plan("srt_hand_graph", may_fail, bases, made.graph)

    def _with_graph(
        self, instance: Instance, loop: ProgramLoop, lower: Callable[[], list[Node]]
    ) -> int:
        """Makes a list of a loop, or of a program that has loops; and a graph, if that can be.

        Args:
            instance: gets what is made.
            loop: the loop, or the steps of the program as a loop of one turn.
            lower: returns the nodes of the graph.
        """
        made = cast("_Instance", instance)
        if self._has_conditions and not self._moves(loop):
            try:
                self._build(made, lower(), loop.bases)
            except (DriverError, CompileError) as error:
                if isinstance(error, DriverError) and self._context.ends(error.code):
                    raise
                self._drop_graph(made)
        return self._in_turns(made, loop, made.graph)

    def _moves(self, loop: ProgramLoop) -> bool:
        """Whether addresses move from turn to turn, in a loop or in one below it."""
        inner = (self._loops.get(step.plan) for step in (*loop.body, *loop.other))
        return bool(loop.strides) or any(self._moves(each) for each in inner if each is not None)

    def _build(self, made: _Instance, nodes: Sequence[Node], bases: int) -> None:
        build(made.built, nodes, bases, self._context, self._memory, self._kernels)
        made.graph = self._core.copied(made.built.words, WHAT)

    def _drop(self, made: Instance, *, is_lost: bool) -> None:
        if not is_lost:
            self._drop_graph(cast("_Instance", made))
        super()._drop(made, is_lost=is_lost)

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
