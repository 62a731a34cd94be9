"""Random programs run eagerly, replayed and interpreted in NumPy: the same bytes, every time.

`STREAMRT_SEED` runs with a seed again, which a failure prints; `STREAMRT_ROUNDS` runs that many
times as many programs.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Generator
from typing import Any

import numpy as np
import pytest
from graph.places import opened
from graph.program_runs import (
    Array,
    build,
    capture,
    interpret,
    named,
    put_all,
    run_eagerly,
    same_bytes,
    submit,
)
from graph.programs import Event, Op, Program, draw_program
from opencl.driver import OPENCL
from shared.fake_gpu import CUDA

import streamrt as srt
from streamrt._core.planning.plan import POLICIES

ROUNDS = int(os.environ.get("STREAMRT_ROUNDS", "1"))
SEED = int(os.environ.get("STREAMRT_SEED", random.randrange(1 << 32)))
STREAMS = (1, 2, 3, 4)
HASHED = range(4 * ROUNDS)
LARGE, SMALL = range(2 * ROUNDS), range(6 * ROUNDS)


@pytest.fixture(params=("cpu", CUDA, OPENCL))
def rt(request: pytest.FixtureRequest) -> Generator[srt.Runtime]:
    with opened(request.param) as place:
        yield place.rt


class Replays:
    """Replays of one captured program, and what must come of them.

    Attributes:
        state: what the inputs hold that are bound to themselves: replays may write them.
    """

    def __init__(self, program: Program, rt: srt.Runtime, arrays: dict[int, Array]) -> None:
        self.program, self.rt = program, rt
        self.values = put_all(rt, arrays)
        self.graph = capture(program, rt, self.values)
        self.state = {i: a.copy() for i, a in arrays.items()}
        self.numbers = itertools.count(1)

    def run(self, replayer: Any, times: int, what: str) -> None:
        """Submits several replays with new inputs, then looks at what each left."""
        submitted: list[tuple[Any, dict[int, srt.Buffer], list[Array], dict[int, Array]]] = []
        for _ in range(times):
            number = next(self.numbers)
            fresh = self.program.inputs(number)
            fresh = {i: a for i, a in fresh.items() if self.is_named(i)}
            buffers = put_all(self.rt, fresh)
            bindings: dict[str, Any] = named(self.program, buffers)
            if number % 2:
                bindings |= self.own_outputs()
            execution = replayer.replay(**bindings)
            inputs = self.state | fresh
            outputs = interpret(self.program, inputs)
            submitted.append((execution, buffers, outputs, {i: inputs[i] for i in buffers}))
        for number, (execution, buffers, outputs, inputs) in enumerate(submitted):
            self.check(execution.sync(), outputs, f"{what}, replay {number}")
            for index, buffer in buffers.items():
                self.compare(index, buffer, inputs[index], f"{what}, replay {number}")
        for index, array in self.state.items():
            self.compare(index, self.values[index], array, what)

    def is_named(self, index: int) -> bool:
        return self.program.variables[index].role == "named"

    def own_outputs(self) -> dict[str, srt.Buffer]:
        variables = self.program.variables
        return {
            name: self.rt.empty(variables[index].size, variables[index].dtype)
            for name, index in self.program.outputs
            if variables[index].role == "temporary"
        }

    def check(self, result: Any, outputs: list[Array], what: str) -> None:
        found = result if isinstance(result, tuple) else (result,)
        for (name, _), buffer, expected in zip(self.program.outputs, found, outputs, strict=True):
            assert same_bytes(np.asarray(buffer), expected), f"{what}: output {name}"

    def compare(self, index: int, buffer: srt.Buffer, expected: Array, what: str) -> None:
        name = self.program.variables[index].name
        assert same_bytes(np.asarray(buffer), expected), f"{what}: input {name}"


def check_eager(program: Program, rt: srt.Runtime, streams: int) -> None:
    arrays = program.inputs(program.seed)
    found, inputs = run_eagerly(program, rt, arrays, streams)
    outputs = interpret(program, arrays)
    for (name, _), array, expected in zip(program.outputs, found, outputs, strict=True):
        assert same_bytes(array, expected), f"program {program.seed}: output {name}"
    for index, array in inputs.items():
        assert same_bytes(array, arrays[index]), f"program {program.seed}: input {index}"


def check_replays(program: Program, rt: srt.Runtime, combinations: Any) -> None:
    replays = Replays(program, rt, program.inputs(program.seed))
    for streams, policy, depth in combinations:
        plan = replays.graph.plan(rt.device(), streams=streams, policy=policy)
        what = f"program {program.seed}, {streams} streams, {policy}, depth {depth}"
        with plan.instantiate(depth=depth) as replayer:
            replays.run(replayer, 3, what)


@pytest.mark.parametrize("number", LARGE)
def test_hundreds_of_nodes_leave_the_same_bytes_however_they_run(
    number: int, rt: srt.Runtime
) -> None:
    program = draw_program(SEED + number, 300)
    print(f"seed {program.seed}")
    for streams in STREAMS:
        check_eager(program, rt, streams)
    combinations = [
        (k, policy, 1 + (i + k) % 2) for k in STREAMS for i, policy in enumerate(POLICIES)
    ]
    check_replays(program, rt, combinations)


@pytest.mark.parametrize("number", SMALL)
def test_so_do_small_programs_at_every_depth(number: int, rt: srt.Runtime) -> None:
    program = draw_program(SEED + 1000 + number, 50, streams=1 + number % 4)
    print(f"seed {program.seed}")
    check_eager(program, rt, 4)
    check_replays(program, rt, itertools.product(STREAMS, POLICIES, (1, 2)))


@pytest.mark.parametrize("number", HASHED)
def test_a_graph_built_by_hand_is_planned_as_the_captured_one(number: int, rt: srt.Runtime) -> None:
    program = draw_program(SEED + 2000 + number, 80, bound=0.0)
    print(f"seed {program.seed}")
    arrays = program.inputs(1)
    captured = capture(program, rt, put_all(rt, arrays))
    built, _ = build(program, like=captured)
    hashes: set[str] = set()
    for streams, policy in itertools.product(STREAMS, POLICIES):
        plans = [g.plan(rt.device(), streams=streams, policy=policy) for g in (captured, built)]
        assert plans[0].hash == plans[1].hash
        assert plans[0].schedule == plans[1].schedule
        hashes.add(plans[0].hash)
    assert len(hashes) == len(STREAMS) * len(POLICIES)
    replayer: Any = built.plan(rt.device(), streams=3).instantiate()
    buffers = put_all(rt, arrays)
    result = replayer.replay(**named(program, buffers)).sync()
    outputs = interpret(program, arrays)
    found = result if isinstance(result, tuple) else (result,)
    for buffer, expected in zip(found, outputs, strict=True):
        assert same_bytes(np.asarray(buffer), expected)


@pytest.mark.parametrize("number", HASHED)
def test_what_an_event_orders_is_ordered_in_every_plan(number: int, rt: srt.Runtime) -> None:
    seeds = itertools.count(SEED + 3000 + number, len(HASHED))
    drawn = (draw_program(seed, 60, streams=4) for seed in seeds)
    program = next(one for one in drawn if any(ordered_by_events(one)))  # few have no event
    print(f"seed {program.seed}")
    graph = capture(program, rt, put_all(rt, program.inputs(1)))
    pairs = list(ordered_by_events(program))
    for streams, policy in itertools.product(STREAMS, POLICIES):
        plan = graph.plan(rt.device(), streams=streams, policy=policy)
        place = {node.index: position for position, node in enumerate(plan.nodes)}
        for first, second in pairs:
            assert plan.schedule.happens_before(place[first], place[second]), (first, second)


def ordered_by_events(program: Program) -> Any:
    """Pairs of operations: what its stream had before an event, and what follows that."""
    fronts: list[tuple[int, set[int]]] = []
    given: list[set[int]] = [set() for _ in range(program.streams)]
    number = 0
    for step in program.steps:
        if isinstance(step, Event):
            fronts.append((step.target, set(given[step.source])))
            continue
        assert isinstance(step, Op)
        for target, front in fronts:
            if target == step.stream:
                yield from ((other, number) for other in front)
        given[step.stream].add(number)
        number += 1


def test_the_comparison_notices_a_step_that_is_left_out(rt: srt.Runtime) -> None:
    """Programs have few steps whose effect nobody could see."""
    program = draw_program(7, 60)
    expected = interpret(program, inputs := program.inputs(1))
    unseen = 0
    for missing in range(len(program.ops)):
        steps = [step for step in program.steps if step is not program.ops[missing]]
        other = Program(7, program.variables, tuple(steps), program.streams, program.outputs)
        outputs = interpret(other, others := program.inputs(1))
        pairs = [*zip(outputs, expected, strict=True)]
        pairs += [(others[i], inputs[i]) for i in inputs]
        unseen += all(same_bytes(a, b) for a, b in pairs)
    assert unseen < len(program.ops) // 3
    values: dict[int, Any] = dict(put_all(rt, program.inputs(1)))
    done = submit(program, rt, [rt.device().stream()], values)
    assert len(done) == len(program.ops)
