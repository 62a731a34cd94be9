"""Graphs in modules: saved, loaded and planned again, they leave the same bytes."""

from __future__ import annotations

import os
import random
from pathlib import Path

import numpy as np
import pytest
from graph import program_runs
from graph.programs import draw_program
from loops import recording
from loops.kinds import runtime
from loops.nests import draw_nest, fresh
from module.captures import calling, captured, outcome, saved, use_standard_kernels
from shared.processes import python

import streamrt as srt

ROUNDS = int(os.environ.get("STREAMRT_ROUNDS", "1"))
SEED = int(os.environ.get("STREAMRT_SEED", random.randrange(1 << 32)))


@pytest.fixture
def standard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the programs of other tests use kernels that files hold."""
    use_standard_kernels(monkeypatch)


def text(graph: srt.Graph) -> str:
    """Returns a graph as text, without what is bound: named inputs lose that."""
    return str(graph).replace(", bound", "")


@pytest.mark.usefixtures("standard")
@pytest.mark.parametrize(("kind", "count"), [("cpu", 8), ("sim", 4), ("threaded", 3)])
def test_captures_that_were_saved_leave_the_same_bytes(kind: str, count: int) -> None:
    print(f"seed {SEED}")
    with runtime(kind) as rt:
        for seed in range(SEED, SEED + count * ROUNDS):
            program = draw_program(seed, 25, bound=0.3)
            arrays = program.inputs(seed)
            first = program_runs.capture(program, rt, program_runs.put_all(rt, arrays))
            data = saved(step=first)
            again = srt.load(data).graph("step", rt.device())
            assert saved(step=again) == data
            assert text(again) == text(first)
            inputs = program_runs.named(program, arrays)
            wanted = outcome(first, rt, inputs)
            assert first.plan(rt.device()).hash == again.plan(rt.device()).hash
            assert outcome(again, rt, inputs) == wanted
            assert outcome(srt.load(data).graph("step", rt.device()), rt, inputs, streams=3) == (
                wanted
            )


@pytest.mark.usefixtures("standard")
@pytest.mark.parametrize(("kind", "count"), [("cpu", 10), ("sim", 10), ("process+cpu", 3)])
def test_blocks_that_were_saved_leave_the_same_bytes(kind: str, count: int) -> None:
    print(f"seed {SEED}")
    inputs = fresh(2)
    with runtime(kind) as rt:
        for seed in range(SEED, SEED + count * ROUNDS):
            first = captured(draw_nest(seed), rt)
            data = saved(nest=first)
            again = srt.load(data).graph("nest", rt.device())
            assert saved(nest=again) == data
            named = {name: inputs[name] for name in recording.NAMED}
            assert outcome(again, rt, named) == outcome(first, rt, named)


@pytest.mark.parametrize("loops", [False, True])
@pytest.mark.parametrize(("kind", "count"), [("cpu", 8), ("sim", 4), ("threaded", 4)])
def test_calls_that_were_saved_leave_the_same_bytes(kind: str, count: int, loops: bool) -> None:
    print(f"seed {SEED}")
    numbers = np.random.default_rng(5)
    inputs = {name: numbers.standard_normal((4, 4)).astype("f4") for name in "xyz"}
    with runtime(kind) as rt:
        for seed in range(SEED, SEED + count * ROUNDS):
            first = calling(seed, rt, loops=loops)
            data = saved(step=first)
            assert saved(step=first) == data
            again = srt.load(data).graph("step", rt.device())
            assert saved(step=again) == data
            assert len(again.nodes) == len(first.nodes)
            assert outcome(again, rt, inputs) == outcome(first, rt, inputs)


# -- another process, and another kind of device --------------------------------------------------


def test_another_process_and_the_simulator_leave_the_same_bytes(tmp_path: Path) -> None:
    print(f"seed {SEED}")
    inputs = {name: np.full((4, 4), 0.25, "f4") for name in "xyz"}
    with runtime("cpu") as rt:
        first = calling(SEED, rt)
        data = saved(step=first)
        wanted = outcome(first, rt, inputs)
    with runtime("sim") as rt:
        assert outcome(srt.load(data).graph("step", rt.device()), rt, inputs) == wanted
    (tmp_path / "net.srtm").write_bytes(data)
    script = tmp_path / "use.py"
    script.write_text("""import sys, numpy as np, streamrt as srt
module = srt.load(sys.argv[1])
with srt.Runtime() as rt:
    graph = module.graph("step", rt.device())
    srt.save(sys.argv[2], {"step": graph}, embed=True)
    x = {n: rt.put(np.full((4, 4), 0.25, "f4")) for n in "xyz" if n in graph.inputs}
    with graph.plan(rt.device()).instantiate() as replays:
        made = [y for _ in range(2) for y in replays.replay(**x).sync()]
    for array in [*made, *x.values()]:
        print(np.asarray(array).tobytes().hex())
""")
    run = python(script, tmp_path / "net.srtm", tmp_path / "again.srtm", check=True)
    assert [bytes.fromhex(line) for line in run.stdout.split()] == wanted
    assert (tmp_path / "again.srtm").read_bytes() == data
