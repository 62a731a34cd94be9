"""Replays: what is bound and does not fit is refused before anything runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from shared.graph_setup import Errors, Setup, elsewhere, ended, of_another_runtime
from shared.trial_kernels import axpy, values

import streamrt as srt
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    CaptureError,
    ClosedError,
    DeletedBufferError,
    FrozenBufferError,
    StateError,
)


def of_a_capture(setup: Setup) -> srt.Buffer:
    with setup.rt.capture():
        return setup.empty()


def shared(setup: Setup) -> dict[str, srt.Buffer]:
    memory = setup.empty(12)
    return {"x": memory[:8], "y": memory[4:]}


WRONG: dict[str, tuple[Callable[[Setup], dict[str, Any]], Errors, tuple[str, ...]]] = {
    "larger": (lambda s: {"x": s.empty(9)}, ArgumentError, ("x is float32[9]", "only shrink")),
    "smaller than what is bound": (lambda s: {"x": s.empty(4)}, ArgumentError,
        ("x is float32[4]", "in0 is bound to its own float32[8]", "node 0 (copy), node 2 (axpy)")),
    "smaller than the output": (lambda s: {"x": s.empty(4), "in0": s.empty(4), "y": s.empty(8)},
        ArgumentError, ("float32[4]", "dimension 0 of x and dimension 0 of y are equal")),
    "of another rank": (lambda s: {"x": s.empty((2, 4))}, ArgumentError,
        ("x is float32[2, 4]", "captured with float32[8]", "number of dimensions")),
    "of another dtype": (lambda s: {"x": s.empty(8, "i4")}, ArgumentError,
        ("replay on graph1: x is int32[8]", "captured with float32[8]", "dtypes are fixed")),
    "an output of another dtype": (lambda s: {"y": s.empty(8, "f8")}, ArgumentError,
        ("replay on graph1: y is float64[8]", "dtypes are fixed")),
    "on another device": (lambda s: {"x": elsewhere(s)}, ArgumentError,
        ("replay on graph1: x is on ", "copy it with x.to(")),
    "of another runtime": (lambda s: {"x": of_another_runtime()}, ArgumentError,
        ("replay on graph1: x: ", "belongs to another runtime")),
    "of a capture": (lambda s: {"x": of_a_capture(s)}, StateError,
        ("replay on graph1: x is <Buffer t0", "made in a capture and has no memory")),
    "donated": (
        lambda s: {"x": ended(s.empty(), srt.Buffer.donate)},
        DeletedBufferError,
        ("replay on graph1: x of #",),
    ),
    "deleted": (
        lambda s: {"y": ended(s.empty(), srt.Buffer.delete)},
        DeletedBufferError,
        ("replay on graph1: y of #",),
    ),
    "frozen": (lambda s: {"y": s.empty().freeze()}, FrozenBufferError,
        ("replay on graph1: y is <Buffer", "the graph writes it")),
    "no buffer": (lambda s: {"x": np.zeros(8, "f4")}, ArgumentTypeError,
        ("replay on graph1: x: found ndarray", "pass a Buffer")),
    "None": (lambda s: {"x": None}, ArgumentTypeError, ("replay on graph1: x: found None",)),
    "unknown": (lambda s: {"z": s.x}, ArgumentTypeError,
        ("replay on graph1: unexpected z", "it takes x, y, in0")),
    "shared": (shared, ArgumentError, ("x and y share memory", "pass separate buffers")),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_a_replay_with_a_buffer_that_does_not_fit_is_refused(setup: Setup, wrong: str) -> None:
    """Row 32."""
    bindings, error, words = WRONG[wrong]
    ready = setup.ready()
    bound = bindings(setup)
    setup.refuses(lambda: ready.replay(**bound), error, *words)
    y = ready.replay().sync()
    assert values(y) == [i + 2.0 for i in range(8)]
    assert setup.runs() == 1


def test_what_was_bound_before_and_ended_since_is_refused(setup: Setup) -> None:
    """Row 32: also through a view, whose layout is still known."""
    ready = setup.ready()
    bound = {name: setup.put(np.ones(8)) for name in ("x", "y", "in0")}
    views = {name: buffer[:] for name, buffer in bound.items()}
    ready.replay(**bound).sync()
    ready.replay(**views).sync()
    bound["y"].freeze()
    taken = bound["in0"].donate()
    bound["x"].delete()

    def replay(name: str, buffer: srt.Buffer) -> Callable[[], object]:
        return lambda: ready.replay(**{name: buffer})

    for given in (bound, views):
        setup.refuses(replay("y", given["y"]), FrozenBufferError, "y is <Buffer", "a copy of it")
        setup.refuses(replay("x", given["x"]), DeletedBufferError, "x of #")
    setup.refuses(replay("in0", bound["in0"]), DeletedBufferError, "in0 of #")
    assert values(ready.replay(in0=taken).sync()) == [i + 2.0 for i in range(8)]


def test_a_weight_that_was_deleted_is_named(setup: Setup) -> None:
    """Row 32: by the plan with its node, by a replay with what it is bound by."""
    graph = setup.capture()
    ready = setup.ready(graph)
    in_flight = ready.replay()
    setup.w.delete()
    assert values(in_flight.sync()) == [i + 2.0 for i in range(8)]
    setup.refuses(
        lambda: graph.plan(setup.device),
        CaptureError,
        "node 2 (axpy), recorded at ",
        "the input in0 is bound to",
    )
    setup.refuses(lambda: ready.replay(), DeletedBufferError, "replay on graph1: in0 of #")
    assert values(ready.replay(in0=setup.x).sync()) == [3.0 * i for i in range(8)]


def test_a_closed_graph_or_runtime_refuses_to_replay(setup: Setup) -> None:
    """Row 32: what was in flight goes on."""
    plan = setup.capture().plan(setup.device)
    with plan.instantiate() as closed:
        in_flight = closed.replay()
    closed.close()
    setup.refuses(
        lambda: closed.replay(), ClosedError, "replay on graph1: the GraphExec is closed", "again"
    )
    assert values(in_flight.sync()) == [i + 2.0 for i in range(8)]
    ready = plan.instantiate()
    setup.rt.close()
    with pytest.raises(ClosedError, match="replay on graph2: the runtime is closed; open another"):
        ready.replay(x=setup.x)
    with pytest.raises(ClosedError, match=r"instantiate a plan on .*: the runtime is closed; open"):
        plan.instantiate()
    with pytest.raises(ClosedError, match="enter a capture: the runtime is closed; open another"):
        setup.rt.capture().__enter__()


def test_an_input_without_a_buffer_has_to_be_bound(setup: Setup) -> None:
    """Row 32: graphs built by hand have nothing of their own."""
    graph = srt.Graph()
    x, y = graph.input("x", (8,)), graph.empty((8,))
    graph.copy(y, x)
    graph.output("y", y)
    ready = setup.ready(graph)
    setup.refuses(lambda: ready.replay(), ArgumentTypeError, "replay on graph1: x is missing")
    assert values(ready.replay(x=setup.x).sync()) == list(range(8))


def test_a_cycle_in_a_graph_is_named_by_its_nodes(setup: Setup) -> None:
    """Row 32: an edge against the order of two nodes that touch the same bytes."""
    graph = srt.Graph()
    x, y = graph.input("x", (8,)), graph.empty((8,))
    first, then = graph.copy(y, x), graph.add(axpy, x, y, 1.0)
    graph.order(then, first)
    graph.output("y", y)
    setup.refuses(
        lambda: graph.plan(setup.device),
        CaptureError,
        "node 0 (copy) -> node 1 (axpy) -> node 0 (copy)",
        "remove",
    )
