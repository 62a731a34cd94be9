"""Plans on the simulator: what a replay leaves, and in which order its nodes ran.

Seeds choose uniformly among the nodes that may run, which seldom lets one stream fall far behind.
Odd seeds therefore choose by priorities that the seed draws; every other one of those draws them
again now and then. A few seeds then meet whatever a single missing wait allows (Burckhardt et al.,
"A randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
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
from streamrt._backends.sim.hardware import Hardware
from streamrt._backends.sim.queues import Choose, MachineQueue
from streamrt._backends.sim.simulator import seeded
from streamrt._core.planning.plan import Schedule
from streamrt._native.core import core
from streamrt.graph import CapturePlan
from streamrt.testing import Event, Simulator

REDRAWN = 0.05  # how often priorities are drawn again


def by_priority(seed: int) -> Choose:
    """A choice that lets some queues run far ahead of others."""
    draw = random.Random(seed)
    redrawn = REDRAWN if seed % 4 == 3 else 0.0
    priorities: dict[str, float] = {}

    def choose(ready: Sequence[MachineQueue]) -> int:
        if draw.random() < redrawn:
            priorities.clear()
        ranks = [priorities.setdefault(queue.name, draw.random()) for queue in ready]
        return ranks.index(max(ranks))

    return choose


class Explorer(Simulator):
    """A simulator that is told a new seed whenever another order is to be tried."""

    def explore(self, seed: int) -> None:
        """Takes the order of another seed from now on, with a new trace."""
        self._pick = by_priority(seed) if seed % 2 else seeded(seed)
        if self._hardware is not None:
            self._hardware.machine._trace.clear()

    def _start(self) -> Hardware:
        self.explore(0)
        costs, trace, faults = self.costs, self._trace, self._faults
        return Hardware(core(), costs, lambda ready: self._pick(ready), trace, faults)


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
        sim = Explorer()
        with srt.Runtime(["sim:0"], backends=[sim]) as rt:
            replayer: Any = replace(plan, target=rt.device()).instantiate()
            lanes = [stream.name for stream in replayer.streams]
            for seed in seeds:
                sim.explore(seed)
                buffers = put_all(rt, self.arrays)
                result = replayer.replay(**named_inputs(self.program, buffers)).sync()
                is_right = self.is_right(result, buffers)
                trace = sim.trace
                assert not sim.violations
                rows = [[event.what for event in trace if event.queue == lane] for lane in lanes]
                yield Run(seed, is_right, moments(plan.schedule, trace, lanes), rows)

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


def moments(schedule: Schedule, trace: Sequence[Event], lanes: Sequence[str]) -> list[int]:
    """Returns the place of each node in the trace. Stream 0 has a head and a tail besides."""
    found = [-1] * len(schedule.order)
    for lane, name in zip(schedule.lanes, lanes, strict=True):
        places = [place for place, event in enumerate(trace) if event.queue == name]
        if name == lanes[0]:
            places = places[1:-1]
        for node, place in zip(lane, places, strict=True):
            found[node] = place
    return found


def disorders(schedule: Schedule, ran: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Pairs of nodes that ran the wrong way round: what conflicts, or was ordered by the user."""
    for node, dependencies in enumerate(schedule.dependencies):
        yield from ((d.node, node) for d in dependencies if ran[d.node] > ran[node])
