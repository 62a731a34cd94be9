"""Wrong uses of the blocks of loops and branches: the call says what to do, nothing is recorded."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from loops.kinds import runtime
from shared.threaded_backend import ThreadedBackend, ThreadedDevice
from shared.trial_kernels import axpy

import streamrt as srt
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    CaptureError,
    FrozenBufferError,
    StateError,
)

ONE_TURN = "was made in the block of a loop or a branch, and belongs to one turn; make it before"


class Hand:
    """A graph by hand, its memory, and the calls that add nodes."""

    def __init__(self) -> None:
        self.graph = graph = srt.Graph()
        self.x, self.y = graph.input("x", (4, 3)), graph.input("y", 3)
        self.flag, self.two = graph.input("flag", 1, "?"), graph.input("two", 2, "?")
        self.copy: Any = graph.copy
        self.fill: Any = graph.fill
        self.axpy: Any = lambda x, y: graph.add(axpy, x, y, 1.0)
        self.empty: Any = graph.empty
        self.strange: Any = srt.Graph().input("z", (9, 3), "?")


class Captured:
    """The same, in a capture."""

    def __init__(self, rt: srt.Runtime, graph: srt.Graph, arrays: dict[str, srt.Buffer]) -> None:
        stream, self.rt = rt.device().stream("w"), rt
        self.graph = graph
        self.x, self.y, self.flag, self.two = arrays.values()
        self.copy: Any = stream.copy
        self.fill: Any = stream.fill
        self.axpy: Any = lambda x, y: stream.launch(axpy, x, y, 1.0)
        self.empty: Any = rt.empty
        self.strange: Any = srt.Graph().input("z", (9, 3), "?")


@pytest.fixture
def rt() -> Generator[srt.Runtime]:
    with runtime("cpu") as rt:
        yield rt


@pytest.fixture(params=["by hand", "captured"])
def at(rt: srt.Runtime, request: pytest.FixtureRequest) -> Generator[Any]:
    if request.param == "by hand":
        yield Hand()
        return
    arrays = {
        "x": rt.put(np.ones((4, 3), "f4")), "y": rt.put(np.ones(3, "f4")),
        "flag": rt.put(np.ones(1, "?")), "two": rt.put(np.ones(2, "?")),
    }  # fmt: skip
    with rt.capture(**arrays) as graph:
        yield Captured(rt, graph, arrays)


def refused(kind: type[Exception], text: str, call: Callable[[], object]) -> None:
    """Checks that a call is refused with words; in a capture, these tell of the stream as well."""
    with pytest.raises(kind, match=re.escape(text)) as caught:
        call()
    assert ";" in str(caught.value), "it says what to do"


def test_memory_of_a_block_is_used_in_it_alone(at: Any) -> None:
    """Row 245."""
    graph = at.graph
    with graph.repeat(2) as loop:
        t, row = at.empty(3), loop.row(at.x)
        at.copy(t, row)
        for name in ("output", "input"):
            for memory in (t, row):
                refused(CaptureError, ONE_TURN, lambda n=name, m=memory: getattr(graph, n)("a", m))
        for memory in (t, row):
            refused(CaptureError, ONE_TURN, lambda m=memory: loop.row(m))
    before = len(graph.nodes)
    with graph.if_(at.flag):
        for memory in (t, row):
            refused(CaptureError, ONE_TURN, lambda m=memory: at.copy(at.y, m))
            refused(CaptureError, ONE_TURN, lambda m=memory: at.axpy(m, at.y))
            refused(CaptureError, ONE_TURN, lambda m=memory: graph.output("a", m))
            refused(CaptureError, ONE_TURN, lambda m=memory: graph.input("a", m))
    assert len(graph.nodes) == before + 1
    assert not graph.nodes[-1].loop.body.nodes


def test_rows_are_of_large_arrays_in_an_open_repeat(at: Any) -> None:
    """Row 246."""
    graph = at.graph
    loop = graph.repeat(5)
    refused(StateError, "row: the block of the loop is not open", lambda: loop.row(at.x))
    with loop:
        few = "row: the array is float32[4, 3], and the loop has 5 turns; it needs a row for each"
        refused(ArgumentError, few, lambda: loop.row(at.x))
        refused(ArgumentError, "row: the array is float32[]", lambda: loop.row(at.x[0, 0]))
        refused(ArgumentError, "row: what was passed belongs", lambda: loop.row(at.strange))
        for wrong in (3, None, np.ones((5, 3))):
            refused(ArgumentTypeError, "row: ", lambda w=wrong: loop.row(w))
    refused(StateError, "row: the block of the loop is not open", lambda: loop.row(at.x))
    with graph.while_(at.flag) as other, graph.if_(at.flag) as branch:
        rows = "has no row; `repeat` has rows, because it numbers its turns"
        refused(AttributeError, f"the block of `while_` {rows}", lambda: other.row(at.x))
        refused(AttributeError, f"the block of `if_` {rows}", lambda: branch.row(at.x))
        side = "has no otherwise; `if_` has another side"
        refused(AttributeError, side, lambda: loop.otherwise())


def test_flags_and_turns_are_checked(at: Any) -> None:
    """Row 247."""
    graph = at.graph
    for begin, name in ((graph.if_, "if_"), (graph.while_, "while_")):
        for wrong, found in (
            (at.y, "float32[3]"), (at.two, "bool[2]"), (at.x[0, :1], "float32[1]")
        ):  # fmt: skip
            text = f"{name}: the flag is {found}; it has to be of one bool"
            refused(ArgumentError, text, lambda b=begin, w=wrong: b(w))
        belongs = f"{name}: what was passed belongs to another graph"
        refused(ArgumentError, belongs, lambda b=begin: b(at.strange))
        for wrong in (True, None, np.ones(1, "?")):
            refused(ArgumentTypeError, f"{name}: ", lambda b=begin, w=wrong: b(w))
    refused(ArgumentError, "repeat: turns is -1; it must be at least 0", lambda: graph.repeat(-1))
    refused(ArgumentError, "it must be at most", lambda: graph.repeat(2**63))
    for wrong in (2.5, None, True):
        refused(ArgumentTypeError, "repeat: turns is ", lambda w=wrong: graph.repeat(w))
    assert not graph.nodes


def test_the_other_side_follows_the_first_at_once(at: Any) -> None:
    """Row 248."""
    graph = at.graph
    text = "otherwise: it has to follow the block of `if_` at once, and only one may"

    def enter(block: Any) -> None:
        with block:
            raise AssertionError("the block was entered")

    with graph.if_(at.flag) as first:
        refused(StateError, "otherwise: the block of `if_` has not ended", first.otherwise)
    side, late = first.otherwise(), first.otherwise()
    with side:
        at.fill(at.y, 2.0)
    for call in (first.otherwise, lambda: enter(late)):
        refused(StateError, text, call)
    for block in (first, side):
        refused(StateError, "it was entered before; make another", lambda b=block: enter(b))
    with graph.if_(at.flag) as second:
        at.fill(at.y, 1.0)
    late = second.otherwise()
    at.fill(at.y, 3.0)
    refused(StateError, text, second.otherwise)
    refused(StateError, text, lambda: enter(late))
    with graph.if_(at.flag) as third:
        at.fill(at.y, 1.0)
    late = third.otherwise()
    with graph.repeat(2):
        refused(StateError, text, third.otherwise)
        refused(StateError, text, lambda: enter(late))
    assert [node.name for node in graph.nodes] == ["if", "if", "fill", "if", "repeat 2"]
    assert [len(node.loop.bodies) for node in graph.nodes if node.name == "if"] == [2, 1, 1]


def test_an_exception_that_leaves_a_block_records_nothing_of_it(at: Any) -> None:
    """Row 249: who catches it goes on; so does the branch, whose first side is still there."""
    graph = at.graph

    def break_off(count: int) -> None:
        def leave() -> None:
            with graph.repeat(3) as loop, graph.if_(at.flag):
                at.copy(loop.row(at.x), at.y)
                at.fill(at.empty(3), 1.0)
                raise KeyError("no more of it")

        def read() -> None:
            with graph.repeat(3):
                at.copy(at.y, at.empty(3))

        with pytest.raises(KeyError):
            leave()
        refused(CaptureError, "of which nothing was written before", read)
        assert len(graph.nodes) == count

    break_off(0)
    with graph.if_(at.flag) as branch:
        at.fill(at.y, 1.0)
    with pytest.raises(KeyError), branch.otherwise():
        raise KeyError("and no more of this")
    break_off(1)
    with branch.otherwise():
        at.fill(at.y, 2.0)
    break_off(1)
    with graph.repeat(2):
        at.fill(at.y, 3.0)
        with suppress(KeyError), graph.repeat(5):
            at.fill(at.y, 4.0)
            raise KeyError("in a loop")
    assert [len(node.loop.body.nodes) for node in graph.nodes] == [1, 1]
    outer, inner = graph.repeat(2), graph.repeat(2)
    outer.__enter__()
    inner.__enter__()
    refused(StateError, "a block in it is open", lambda: outer.__exit__(None, None, None))
    inner.__exit__(None, None, None)
    assert len(graph.nodes) == 2


def test_a_plan_and_an_order_are_of_nodes_around_blocks(rt: srt.Runtime) -> None:
    """Row 250."""
    at = Hand()
    with at.graph.repeat(2):
        inner = at.fill(at.y, 1.0)
        refused(
            StateError, "plan: the block of a loop is still open", lambda: plan_of(rt, at.graph)
        )
    last = at.fill(at.y, 2.0)
    text = "order: first is node 0 (fill) in the block of a loop or a branch; pass that one's"
    refused(ArgumentError, text, lambda: at.graph.order(inner, last))
    at.graph.order(at.graph.nodes[0], last)
    assert plan_of(rt, at.graph).nodes[1].after == (0,)


def plan_of(rt: srt.Runtime, graph: srt.Graph) -> Any:
    return graph.plan(rt.device())


def test_events_and_waits_go_around_blocks(rt: srt.Runtime) -> None:
    """Row 251: in an open block a wait says nothing new; what is behind it follows all of it."""
    one, two = (rt.device().stream(name) for name in ("one", "two"))
    x, y, z = (rt.put(np.ones(3, "f4")) for _ in range(3))
    with rt.capture() as graph:
        with graph.repeat(2):
            inner = one.fill(x, 1.0)
            two.wait(inner)
            refused(CaptureError, "record the event after the block", one.record)
            two.fill(y, 2.0)
        text = "was recorded in the block of a loop or a branch, which has ended; wait for an event"
        refused(CaptureError, text, lambda: two.wait(inner))
        two.wait(one.record())
        two.fill(z, 3.0)
        loop = graph.repeat(2)
    assert graph.nodes[1].after == (0,)
    refused(StateError, "the graph's capture is over", loop.__enter__)
    refused(StateError, "the graph's capture is over", lambda: graph.repeat(2))


def test_inputs_of_loops_are_as_those_of_other_nodes(rt: srt.Runtime) -> None:
    stream = rt.device().stream("w")
    x, y = rt.put(np.ones((2, 3), "f4")), rt.put(np.ones(3, "f4"))
    kept = rt.put(np.ones((2, 3), "f4")).freeze()
    with rt.capture(y=y) as graph, graph.repeat(2) as loop:
        stream.copy(y, loop.row(x))
        with pytest.raises(FrozenBufferError):
            stream.fill(loop.row(kept), 1.0)
        refused(CaptureError, "a capture is open", lambda: stream.call(print))
    plan = graph.plan(rt.device())
    with pytest.raises(FrozenBufferError, match="y is"):
        plan.instantiate().replay(y=rt.put(np.ones(3, "f4")).freeze())
    x.delete()
    with pytest.raises(CaptureError, match=r"node 0 \(repeat 2\), .* was deleted or donated"):
        graph.plan(rt.device())


class WithoutLoops(ThreadedDevice):
    """A device whose author has not heard of loops."""

    @property
    def load_loop(self) -> Any:  # type: ignore[override]
        raise AttributeError("load_loop")


class WithoutLoopsBackend(ThreadedBackend):
    def open(self, index: int) -> ThreadedDevice:
        return WithoutLoops()


def test_a_device_without_loops_refuses_the_plan() -> None:
    """Row 252."""
    at = Hand()
    with at.graph.repeat(2):
        at.fill(at.y, 1.0)
    with srt.Runtime(["threaded:0"], backends=[WithoutLoopsBackend()]) as rt:
        text = "the device runs no loops and no branches; unroll it, or take another device"
        with pytest.raises(CaptureError, match=text) as caught:
            at.graph.plan(rt.device())
    assert caught.value.node == 0
