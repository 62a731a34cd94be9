"""Plans on the simulator: what a replay leaves, and in which order its nodes ran.

Seeds count the schedules of the library's mixed strategy: the first is the ordinary one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from graph.program_runs import (
    Array,
    build,
    capture,
    interpret,
    named,
    put_all,
    same_bytes,
)
from graph.programs import Program

import streamrt as srt
from streamrt.graph.capture_plan import CapturePlan
from streamrt.testing import Simulator
from streamrt.testing._exploring.plans import PlanRuns
from streamrt.testing._exploring.strategies import Mixed

SEED = 0


class Run(NamedTuple):
    """One replay in one order.

    Attributes:
        seed: of the order.
        is_right: whether all bytes are as they must be.
        ran: when each of the plan's nodes ran: its place among all that did.
        lanes: what ran on each stream, in order.
    """

    seed: int
    is_right: bool
    ran: list[int]
    lanes: list[list[str]]


class Explored:
    """A program's graph, without a device, and what it leaves.

    Attributes:
        graph: built by hand: it can be planned on any device.
        var_of: the program's variable that each of the graph's values is, by their indices.
        arrays: the inputs' contents.
        outputs: what it has to give.
        inputs: what the inputs hold afterwards.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        with srt.Runtime(["sim:0"], backends=[Simulator()]) as rt:
            captured = capture(program, rt, put_all(rt, program.inputs(program.seed)))
        self.graph, self.var_of = build(program, like=captured)
        self.arrays = program.inputs(program.seed)
        self.inputs = {index: array.copy() for index, array in self.arrays.items()}
        self.outputs = interpret(program, self.inputs)
        self._written: list[Array] = []

    @property
    def written(self) -> list[Array]:
        """Returns, as bytes, the whole value that each operation writes to, as it leaves it."""
        if not self._written:
            ops = self.program.ops

            def note(number: int, values: dict[int, Array]) -> None:
                if number:
                    self._written.append(values[ops[number - 1].parts[-1].var].view("u1").copy())

            self.shows(note)
        return self._written

    def shows(self, spoil: Callable[[int, dict[int, Array]], None]) -> bool:
        """Whether anybody could see that values are spoilt while the program runs."""
        inputs = {index: array.copy() for index, array in self.arrays.items()}
        outputs = interpret(self.program, inputs, spoil)
        pairs = [*zip(outputs, self.outputs, strict=True)]
        pairs += [(inputs[index], self.inputs[index]) for index in inputs]
        return not all(same_bytes(found, expected) for found, expected in pairs)

    def plan(self, streams: int, policy: str | None = None) -> CapturePlan[Any]:
        """A plan for a simulated device that is none any more: `run` puts another in its place."""
        with srt.Runtime(["sim:0"], backends=[Simulator()]) as rt:
            return self.graph.plan(rt.device(), streams=streams, policy=policy)

    def run(self, plan: CapturePlan[Any], seeds: Iterable[int]) -> Iterator[Run]:
        """Replays a plan on a simulator, in the order of each seed."""
        with PlanRuns(plan) as runs:
            for seed, choose in zip(seeds, Mixed().choosers(SEED), strict=False):
                buffers = runs.within(put_all, runs.rt, self.arrays)
                _, result = runs.replay(choose, named_inputs(self.program, buffers))
                is_right = runs.within(self.is_right, result, buffers)
                yield Run(seed, is_right, runs.ran, runs.lanes)

    def is_right(self, result: Any, buffers: dict[int, srt.Buffer]) -> bool:
        """Whether a replay left what it had to, in its outputs and its inputs."""
        found = result if isinstance(result, tuple) else (result,)
        pairs: list[tuple[srt.Buffer, Array]] = [*zip(found, self.outputs, strict=True)]
        pairs += [(buffers[index], array) for index, array in self.inputs.items()]
        return all(same_bytes(np.asarray(buffer), array) for buffer, array in pairs)


def named_inputs(program: Program, values: dict[int, Any]) -> dict[str, Any]:
    """All inputs by name: in a graph that was built by hand each has one."""
    bound = {
        var.name: values[index]
        for index, var in enumerate(program.variables)
        if var.role == "bound"
    }
    return named(program, values) | bound
