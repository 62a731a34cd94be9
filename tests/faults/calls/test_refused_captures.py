"""Captures: what cannot be recorded is refused where it stands, and the capture goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest
from shared.graph_setup import (
    NO_MEMORY,
    RESULT,
    Errors,
    Setup,
    elsewhere,
    ended,
    of_another_runtime,
    raised,
    wait_for,
)
from shared.trial_kernels import axpy, values

import streamrt as srt
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    CaptureError,
    DeletedBufferError,
    EventNotRecordedError,
    FrozenBufferError,
    StateError,
)

pytestmark = [
    pytest.mark.parametrize("setup", ["cpu"], indirect=True),
]
in_python = srt.Kernel("in_python", "inout y: f32[n]", cpu=srt.Python(lambda y: None))
HOST = ("a capture is open here, and it would be node 2", "the host's part comes before")
RECORDED = ("node 2 (fill), recorded at ", "does not run; replay the graph, and await that")


def frozen(setup: Setup) -> srt.Buffer:
    return setup.put(np.zeros(8)).freeze()


Body = Callable[[Setup, srt.Buffer], object]
BARRED: dict[str, tuple[Body, Errors, tuple[str, ...]]] = {
    "a host call": (lambda s, y: s.a.call(print, y), CaptureError, ("call on cpu:0/a", *HOST)),
    "a fetch": (lambda s, y: s.x.fetch(), CaptureError, ("fetch <Buffer", *HOST)),
    "a copy elsewhere": (lambda s, y: s.x.to("sim:0"), CaptureError, ("copy <Buffer", *HOST)),
    "a copy of a part elsewhere": (lambda s, y: y.to("sim:0"), CaptureError, HOST),
    "numpy": (lambda s, y: np.asarray(s.x), CaptureError, ("fetch <Buffer", *HOST)),
    "dlpack": (lambda s, y: np.from_dlpack(s.x), CaptureError, ("share <Buffer", *HOST)),
    "a fetch of what has no memory": (lambda s, y: y.fetch(), StateError, NO_MEMORY),
    "numpy of what has no memory": (lambda s, y: np.asarray(y), StateError, NO_MEMORY),
    "dlpack of what has no memory": (lambda s, y: np.from_dlpack(y), StateError, NO_MEMORY),
    "a donation": (lambda s, y: y.donate(), StateError, ("donate <Buffer t0", *NO_MEMORY)),
    "a kernel in Python": (lambda s, y: s.a.launch(in_python, y), CaptureError,
        ("launch in_python on cpu:0/a: node 2 (in_python)", "a host call", "Python function; ")),
    "no kernel": (lambda s, y: s.a.launch(cast("Any", "axpy"), y), ArgumentTypeError,
        ("found str; pass a K",)),
    "wrong arguments": (lambda s, y: s.a.launch(axpy, s.empty(3), y, 1.0), ArgumentError,
        ("launch axpy on cpu:0/a: y is float32[8], x is float32[3]",)),
    "a frozen buffer": (lambda s, y: s.a.copy(frozen(s), y), FrozenBufferError,
        ("copy on cpu:0/a: it would write <Buffer", "a frozen buffer stays frozen")),
    "a deleted buffer": (lambda s, y: s.a.fill(ended(s.empty(), srt.Buffer.delete), 1.0),
        DeletedBufferError, ("fill on cpu:0/a: dst of t1", "make a new one")),
    "a donated buffer": (
        lambda s, y: s.a.copy(y, ended(s.put(np.ones(8)), srt.Buffer.donate)),
        DeletedBufferError,
        ("copy on cpu:0/a: src of #",),
    ),
    "a buffer of another runtime": (lambda s, y: s.a.launch(axpy, of_another_runtime(), y, 1.0),
        ArgumentError, ("launch axpy on cpu:0/a: ", "belongs to another runtime")),
    "another device": (lambda s, y: s.a.copy(y, elsewhere(s)), CaptureError,
        ("it is on sim:0, the capture on cpu:0", "a graph runs on one device")),
    "no buffer": (lambda s, y: s.a.fill(cast("Any", [1.0]), 1.0), ArgumentTypeError,
        ("dst: found list; ",)),
    "an event nobody recorded": (lambda s, y: s.a.wait(srt.Event()), EventNotRecordedError,
        ("wait on cpu:0/a: the event was never recorded",)),
    "an await of a part": (lambda s, y: asyncio.run(wait_for(y)), StateError, NO_MEMORY),
}  # fmt: skip
RESULTS: dict[str, Callable[[srt.Execution], object]] = {
    "await": lambda e: asyncio.run(wait_for(e)),
    "sync": lambda e: e.sync(),
    "result": lambda e: e.result(),
    "exception": lambda e: e.exception(),
    "done": lambda e: e.done(),
    "cancel": lambda e: e.cancel(),
    "cancelled": lambda e: e.cancelled(),
    "times": lambda e: e.times,
    "explain": lambda e: e.explain(),
    "add_done_callback": lambda e: e.add_done_callback(print),
}
for name, ask in RESULTS.items():
    BARRED[f"the {name} of what was recorded"] = (
        lambda s, y, ask=ask: ask(s.a.fill(y, 1.0)),
        StateError,
        RECORDED,
    )


@pytest.mark.parametrize("what", BARRED)
def test_what_cannot_be_captured_is_refused_where_it_stands(setup: Setup, what: str) -> None:
    """Row 33: with the number of the node; who catches that goes on with the capture."""
    action, error, words = BARRED[what]

    def body(y: srt.Buffer) -> None:
        text = raised(lambda: action(setup, y), error)
        for word in words:
            assert word in text, text
        assert "; " in text
        setup.tick(setup.a, y, 1)

    graph = setup.capture(body)
    names = [node.name for node in graph.nodes if node.name != "fill"]
    assert names == ["copy", "tick", "tick", "axpy"]
    assert setup.tallies.tolist() == [0, 0]
    assert values(setup.ready(graph).replay().sync()) == (
        RESULT if len(names) == len(graph.nodes) else [3.0] * 8
    )
    assert setup.tallies.tolist() == [1, 1]
    assert setup.works()


def test_a_replay_cannot_be_captured(setup: Setup) -> None:
    """Row 33: nor does it run."""
    ready = setup.ready()

    def body(y: srt.Buffer) -> None:
        text = raised(ready.replay, CaptureError)
        assert text.startswith(f"replay on graph1: {HOST[0]}")

    graph = setup.capture(body)
    assert setup.runs() == 0
    assert values(setup.ready(graph).replay().sync()) == values(ready.replay().sync()) == RESULT


def test_an_error_of_a_capture_names_its_node(setup: Setup) -> None:
    """Row 33: as a number, too."""

    def body(y: srt.Buffer) -> None:
        for action in (lambda: setup.a.call(print), lambda: setup.a.launch(in_python, y)):
            with pytest.raises(CaptureError) as caught:
                action()
            assert caught.value.node == 2

    setup.capture(body)
