"""The same graph gives the same plan in every process, and a plan the same replay every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from graph.exploring import Explored
from graph.program_runs import capture, facts_of_plans, named, put_all
from graph.programs import draw_program

import streamrt as srt
from streamrt.testing import Simulator

ROOT = Path(__file__).resolve().parents[2]
TELL = "import json; from graph.program_runs import facts_of_plans as f; print(json.dumps(f()))"


def test_plans_are_the_same_in_every_process() -> None:
    """Hashes, texts and schedules, whatever the seed of Python's hashes."""
    own = os.environ.get("PYTHONPATH", "")
    paths = os.pathsep.join([str(ROOT / "tests"), str(ROOT), str(ROOT / "kernels"), own])
    started = [
        subprocess.Popen(
            [sys.executable, "-c", TELL],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "4242")
    ]
    mine = facts_of_plans()
    for process in started:
        told, _ = process.communicate(timeout=3600)
        assert process.returncode == 0
        assert json.loads(told) == mine
    assert len({facts["hash"] for facts in mine}) == len(mine)


def test_the_order_on_each_stream_is_the_same_in_every_replay() -> None:
    """Whatever the order between the streams."""
    explored = Explored(draw_program(11, 80, streams=4))
    plan = explored.plan(3, "program-order")
    expected = [[plan.nodes[node].name for node in lane] for lane in plan.schedule.lanes]
    expected[0] = ["fill", *expected[0], "fill"]  # what begins and ends a replay there
    orders: set[tuple[int, ...]] = set()
    for run in explored.run(plan, range(10)):
        assert run.lanes == expected
        orders.add(tuple(run.ran))
    assert len(orders) == 10


@pytest.mark.parametrize("seed", [None, 3])
def test_one_seed_gives_one_trace_of_two_replays(seed: int | None) -> None:
    program = draw_program(12, 60)

    def trace() -> Any:
        sim = Simulator(seed)
        with srt.Runtime(["sim:0"], backends=[sim]) as rt:
            graph = capture(program, rt, put_all(rt, program.inputs(1)))
            replayer: Any = graph.plan(rt.device(), streams=3).instantiate(depth=2)
            for number in (1, 2):
                replayer.replay(**named(program, put_all(rt, program.inputs(number))))
            rt.barrier().sync()
        return sim.trace

    assert trace() == trace()


@pytest.mark.parametrize("streams", [1, 2, 4])
def test_equal_inputs_give_equal_bytes(streams: int, rt: srt.Runtime) -> None:
    """Several replays are in flight at once, on real threads."""
    program = draw_program(13, 200, bound=0.0)
    arrays = program.inputs(1)
    graph = capture(program, rt, put_all(rt, arrays))
    replayer: Any = graph.plan(rt.device(), streams=streams, policy="program-order").instantiate(2)
    sent = [put_all(rt, arrays) for _ in range(40)]
    replays = [replayer.replay(**named(program, buffers)) for buffers in sent]
    found = {
        b"".join(
            np.asarray(buffer).tobytes()
            for buffer in (*replay.sync(), *(buffers[i] for i in sorted(buffers)))
        )
        for replay, buffers in zip(replays, sent, strict=True)
    }
    assert len(found) == 1
