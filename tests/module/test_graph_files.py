"""Graphs in modules: what is bound, what is refused, and files that somebody changed."""

from __future__ import annotations

import os
import random
import struct
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from graph import program_runs
from loops.nests import draw_nest
from module.captures import calling, captured, dense, saved, several, use_standard_kernels
from module.damaged_files import mutated
from shared.processes import python

import streamrt as srt
import streamrt_kernels
from streamrt._module.graphs.standard_kernels import KERNELS, name_in_files
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    CaptureError,
    CompileError,
    ModuleError,
    StateError,
)
from streamrt_kernels import add, axpy

ROUNDS = int(os.environ.get("STREAMRT_ROUNDS", "1"))
SEED = int(os.environ.get("STREAMRT_SEED", random.randrange(1 << 32)))


@pytest.fixture
def standard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the programs of other tests use kernels that files hold."""
    use_standard_kernels(monkeypatch)


# -- what is bound --------------------------------------------------------------------------------


def test_inputs_with_names_are_bound_by_each_replay_and_frozen_ones_are_saved(
    rt: srt.Runtime,
) -> None:
    stream = rt.device().stream()
    x, seen, frozen = (rt.put(np.full(3, number, "f4")) for number in (1, 2, 4))
    frozen.freeze()
    with rt.capture(x=x) as graph:
        y = rt.empty(3)
        stream.launch(add, x, frozen, y)
        stream.launch(axpy, seen, y, alpha=10.0)
        graph.output("y", y)
    loaded = srt.load(saved(step=graph, embed=False)).graph("step", rt.device())
    assert list(loaded.inputs) == ["x", "in0", "in1"]
    replays = loaded.plan(rt.device()).instantiate()
    with pytest.raises(ArgumentError, match="x"):
        replays.replay(in1=seen)
    with pytest.raises(ArgumentError, match="in1"):
        replays.replay(x=x)
    assert np.asarray(replays.replay(x=x, in1=x).sync()).tolist() == [15, 15, 15]
    whole = srt.load(saved(step=graph)).graph("step", rt.device())
    assert np.asarray(whole.plan(rt.device()).instantiate().replay(x=x).sync()).tolist() == [25] * 3


def test_each_graph_has_its_own_copy_of_what_it_writes(rt: srt.Runtime) -> None:
    stream, total = rt.device().stream(), rt.put(np.zeros((2, 3), "f4"))
    with rt.capture(x=(x := rt.put(np.ones(3, "f4")))) as graph:
        stream.launch(axpy, x, total[1], alpha=1.0)
        stream.copy(total[0], total[1])
        made = rt.empty((2, 3))
        stream.copy(made, total)
        graph.output("y", made)
    module = srt.load(saved(step=graph))
    for _ in range(2):
        with module.graph("step", rt.device()).plan(rt.device()).instantiate() as replays:
            for number in (1, 2, 3):
                result: Any = replays.replay(x=rt.put(np.ones(3, "f4"))).sync()
                assert np.asarray(result).tolist() == [[number] * 3] * 2
    assert np.asarray(total).tolist() == [[0] * 3] * 2


def test_a_program_of_functions_and_graphs_stands_in_the_file_once(
    rt: srt.Runtime, tmp_path: Path
) -> None:
    x = rt.put(np.ones((4, 4), "f4"))
    with rt.capture(x=x) as graph:
        graph.output("y", dense(dense(x, 2.0), 2.0))
    contents = srt.load(saved(step=graph, net=dense.lower(x, 2.0)))._contents
    (program,) = contents.programs
    assert program is contents.functions[0].variants[0].program
    assert len(contents.parts) == 1  # the table
    path = tmp_path / "net.srtm"
    srt.save(path, {"step": graph})
    assert srt.load(path).graphs == {"step": "step(x: f32[4, 4]) -> y: f32[4, 4]"}
    shown = python("-m", "streamrt", "module", path, check=True).stdout.splitlines()
    assert shown[-2:] == [
        "step(x: f32[4, 4]) -> y: f32[4, 4]",
        "    a graph of 2 nodes, 2 calls, 1 arrays",
    ]


def test_an_argument_on_which_nothing_depends_may_be_missing(rt: srt.Runtime) -> None:
    x, unused = rt.put(np.ones((4, 4), "f4")), rt.put(np.ones((4, 4), "f4"))
    with rt.capture(x=x) as graph:
        graph.output("y", several(x, x, unused)["last"])
    (call,) = graph._calls
    assert call.arguments[2] is None
    graph._calls[:] = [replace(call, arguments=(None, *call.arguments[1:]))]
    loaded = srt.load(saved(step=graph)).graph("step", rt.device())  # another release may use it
    found: Any = loaded.plan(rt.device()).instantiate().replay(x=x).sync()
    assert np.asarray(found).tolist() == np.ones((4, 4)).tolist()


# -- what cannot be saved -------------------------------------------------------------------------


def test_every_standard_kernel_has_a_name_in_files() -> None:
    assert sorted({"reference", *KERNELS}) == vars(streamrt_kernels)["__all__"]
    for name in KERNELS:
        assert name_in_files(getattr(streamrt_kernels, name)) == name


def test_kernels_of_users_are_refused(rt: srt.Runtime) -> None:
    """Row 260."""
    x = rt.put(np.ones(4, "f4"))
    with rt.capture(x=x) as graph, graph.repeat(2):
        rt.device().stream().launch(program_runs.mix, x, x)
    with pytest.raises(
        ArgumentError,
        match=r"save step: node 0 \(mix\), recorded at .*: kernel "
        "mix is code, which no file holds; write it as a function of jit",
    ):
        saved(step=graph)


def test_graphs_that_are_not_complete_are_refused(rt: srt.Runtime) -> None:
    x = rt.put(np.ones(4, "f4"))
    with rt.capture(x=x) as graph:
        rt.device().stream().fill(x, 1.0)
        with pytest.raises(StateError, match="save step: the capture is still open"):
            saved(step=graph)
    with pytest.raises(KeyError), rt.capture(x=x) as graph:
        raise KeyError
    with pytest.raises(StateError, match="save step: discarded: KeyError left its block"):
        saved(step=graph)


def test_memory_that_a_file_cannot_name_is_refused(rt: srt.Runtime) -> None:
    """Row 260."""
    stream, x = rt.device().stream(), rt.put(np.ones(8, "f4"))
    with rt.capture(part=x[2:4]) as graph:
        stream.copy(x[:2], x[2:4])
    with pytest.raises(
        ArgumentError,
        match="save step: the graph uses memory around the input "
        r"part, f32\[2\], which is a part of a buffer",
    ):
        saved(step=graph)
    with rt.capture() as graph:
        stream.fill(rt.empty(3, "c8"), 1.0)
    with pytest.raises(ArgumentError, match=r"save step: t0 is complex64\[3\]; a file holds no"):
        saved(step=graph)
    with rt.capture() as graph:
        stream.fill(x, 1.0)
    x.delete()
    with pytest.raises(ArgumentError, match="the input in0 is bound to a buffer that was deleted"):
        saved(step=graph)


def test_blocks_in_one_another_have_a_limit() -> None:
    """Row 260."""
    graph = srt.Graph()
    x = graph.input("x", 3)
    with ExitStack() as blocks:
        for _ in range(32):
            blocks.enter_context(graph.repeat(1))
        graph.fill(x, 1.0)
    assert srt.load(saved(step=graph)).graphs
    with graph.repeat(1), ExitStack() as blocks:
        for _ in range(32):
            blocks.enter_context(graph.repeat(1))
        graph.fill(x, 1.0)
    with pytest.raises(ArgumentError, match="save step: more than 32 blocks stand in one another"):
        saved(step=graph)


def test_an_order_within_a_call_is_refused(rt: srt.Runtime) -> None:
    """Row 260."""
    x = rt.put(np.ones((4, 4), "f4"))
    with rt.capture(x=x) as graph:
        rt.device().stream().fill(rt.empty(3), 0.0)
        graph.output("y", dense(x, 2.0))
    assert len(graph.nodes) == 3
    graph.order(graph.nodes[0], graph.nodes[2])
    with pytest.raises(ArgumentError, match=r"node 1 .* has an order that a call of a compiled"):
        saved(step=graph)
    graph.order(graph.nodes[0], graph.nodes[1])
    assert saved(step=graph)
    graph.order(graph.nodes[2], graph.nodes[0])
    with pytest.raises(ArgumentError, match=r"node 0 .* has an order that a call of a compiled"):
        saved(step=graph)


def test_graphs_of_a_module_are_asked_for_by_name_and_device(rt: srt.Runtime) -> None:
    module = srt.load(saved(step=srt.Graph()))
    assert module.graphs == {"step": "step() -> None"}
    with pytest.raises(KeyError, match="has no graph 'net'; it has 'step'"):
        module.graph("net", rt.device())
    with pytest.raises(ArgumentTypeError, match=r"device is 'cpu:0'; pass one that rt.device"):
        module.graph("step", "cpu:0")  # type: ignore[arg-type]
    assert not module.graph("step", rt.device()).nodes


# -- files that somebody changed ------------------------------------------------------------------


def mended(file: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """Returns a file with another table, and a digest that fits it."""
    (size,) = struct.unpack_from("<Q", file, 16)
    table, parts = change(file[64 : 64 + size]), file[-(-(64 + size) // 64) * 64 :]
    head = file[:16] + struct.pack("<Q", len(table)) + blake2b(table, digest_size=32).digest()
    data = head + bytes(8) + table
    return data + bytes(-len(data) % 64) + parts


@pytest.mark.usefixtures("standard")
def test_a_graph_that_was_changed_is_an_error_or_a_graph(rt: srt.Runtime) -> None:
    """Row 261."""
    print(f"seed {SEED}")
    draw, found = random.Random(SEED), set[str]()
    files = [saved(step=calling(seed, rt)) for seed in (1, 2)]
    files += [saved(step=captured(draw_nest(seed), rt)) for seed in (1, 2)]
    for _ in range(2000 * ROUNDS):
        file = draw.choice(files)
        cut = draw.choice((0, 1, 2, 3))
        data = mended(
            file,
            lambda table, cut=cut: (
                table[: len(table) * cut // 4] + mutated(table[len(table) * cut // 4 :], draw)
            ),
        )
        try:
            module = srt.load(data)
            for name in module.graphs:
                plan = module.graph(name, rt.device()).plan(rt.device())
                found.add(f"a graph of {len(plan.nodes)} nodes")
        except (ModuleError, CaptureError, CompileError) as error:
            found.add(str(error))
    assert len(found) > 300
