"""Captures: what cannot be recorded is refused; a block that is left by an error leaves nothing."""

from __future__ import annotations

import asyncio
import functools
import signal
import threading
from collections.abc import Callable
from typing import Any

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
    opened,
    raised,
    wait_for,
)
from shared.trial_kernels import axpy, values

import streamrt as srt
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    CaptureError,
    ClosedError,
    DeletedBufferError,
    StateError,
)

pytestmark = [
    pytest.mark.parametrize("setup", ["cpu"], indirect=True),
]


# --- blocks that are left by an error -------------------------------------------------------------


@pytest.mark.parametrize("kind", [LookupError, KeyboardInterrupt, asyncio.CancelledError])
def test_an_exception_in_the_block_discards_the_graph(
    setup: Setup, kind: type[BaseException]
) -> None:
    """Row 33: nothing of it ran, the graph says why it is of no use, and all else is as before."""
    runs, in_use = setup.runs(), setup.in_use()
    graphs: list[srt.Graph] = []
    inside: list[srt.Buffer] = []

    def interrupted() -> None:
        with setup.rt.capture(x=setup.x) as graph:
            graphs.append(graph)
            inside.append(setup.empty())
            setup.a.copy(inside[0], setup.x)
            setup.tick(setup.a, inside[0])
            raise kind("in the middle")

    assert raised(interrupted, kind) == "in the middle"
    why = f"the graph's capture was discarded: {kind.__name__}: in the middle left its block"
    uses: list[Callable[[], object]] = [
        lambda: graphs[0].plan(setup.device),
        lambda: graphs[0].output("y", inside[0]),
        lambda: graphs[0].input("z", (8,)),
        lambda: graphs[0].order(*graphs[0].nodes[:2]),
    ]
    for use in uses:
        setup.refuses(use, StateError, why, "capture it again")
    assert "discarded" in str(graphs[0])
    setup.refuses(lambda: setup.a.fill(inside[0], 1.0), StateError, *NO_MEMORY)
    assert values(setup.ready().replay().sync()) == RESULT
    graphs.clear()
    inside.clear()
    assert setup.runs() == runs + 1
    assert setup.in_use() == in_use


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_in_the_block_discards_the_graph(setup: Setup) -> None:
    """Row 33: a signal, wherever it strikes."""

    def body(y: srt.Buffer) -> None:
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        setup.capture(body)
    assert setup.runs() == 0
    assert setup.works()
    assert values(setup.ready().replay().sync()) == RESULT


async def test_a_task_that_is_cancelled_while_it_captures_discards_the_graph(setup: Setup) -> None:
    """Row 33: what others submit to the same streams runs; what it captured never does."""
    graphs: list[srt.Graph] = []
    entered = asyncio.Event()

    async def capture() -> None:
        with setup.rt.capture(x=setup.x) as graph:
            graphs.append(graph)
            y = setup.empty()
            setup.a.copy(y, setup.x)
            setup.tick(setup.a, y)
            entered.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(capture())
    await entered.wait()
    assert setup.works(), "another task is in no capture"
    y = setup.put(np.zeros(8))
    await setup.tick(setup.a, y, 1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert setup.runs() == 0
    assert setup.tallies[1] == 1
    with pytest.raises(StateError, match="discarded: CancelledError left its block; capture it ag"):
        graphs[0].plan(setup.device)
    assert values(await setup.ready().replay()) == RESULT


async def test_a_capture_counts_for_its_own_tasks_and_threads_only(setup: Setup) -> None:
    """Row 33: and for nobody once it is left, whoever still has it in context."""
    y = setup.put(np.zeros(8))
    left = asyncio.Event()

    async def child() -> None:
        setup.tick(setup.a, y)

    async def survivor() -> None:
        setup.tick(setup.a, y)
        await left.wait()
        await setup.tick(setup.a, y, 1)

    with setup.rt.capture() as graph:
        with pytest.raises(StateError, match="plan: the capture is still open; leave its block"):
            graph.plan(setup.device)
        await asyncio.create_task(child())
        await asyncio.to_thread(setup.tick, setup.a, y)
        thread = threading.Thread(target=lambda: setup.tick(setup.a, y, 1).sync())
        thread.start()
        thread.join()
        task = asyncio.create_task(survivor())
        await asyncio.sleep(0)
    assert setup.tallies.tolist() == [0, 1]
    left.set()
    await task
    assert setup.tallies.tolist() == [0, 2]
    assert len(graph.nodes) == 3
    await setup.ready(graph).replay()
    assert setup.tallies.tolist() == [3, 2]


def test_captures_do_not_nest_and_are_entered_once(setup: Setup) -> None:
    """Row 33: the outer one goes on; a capture of another runtime is another matter."""
    once = setup.rt.capture()

    def body(y: srt.Buffer) -> None:
        text = raised(once.__enter__, CaptureError)
        assert text.startswith("enter a capture: another one of this runtime is open here; ")
        with opened("cpu") as other:
            with other.rt.capture() as inner:
                other.a.fill(other.empty(), 1.0)
                setup.a.fill(setup.empty(), 1.0)
            assert len(inner.nodes) == 1
            assert other.works()

    graph = setup.capture(body)
    assert [node.name for node in graph.nodes] == ["copy", "tick", "fill", "axpy"]
    with once:
        pass
    setup.refuses(once.__enter__, StateError, "enter a capture: it was entered before; make anoth")
    assert values(setup.ready(graph).replay().sync()) == RESULT


def test_a_runtime_that_is_closed_in_the_block_refuses_what_comes_then(setup: Setup) -> None:
    """Row 33."""

    def body(y: srt.Buffer) -> None:
        setup.rt.close()

    with pytest.raises(ClosedError, match=r"launch axpy on cpu:0/b: .*the runtime is closed"):
        setup.capture(body)


# --- across the border of a capture ---------------------------------------------------------------


def test_events_do_not_cross_the_border_of_a_capture(setup: Setup) -> None:
    """Row 33: neither into it nor out of it, nor from one to another."""
    kept: list[Any] = [setup.a.record(), setup.a.fill(setup.empty(), 1.0)]
    kept[1].sync()  # what an execution is called says whether it is over

    def body(y: srt.Buffer) -> None:
        for earlier in kept:
            text = raised(functools.partial(setup.a.wait, earlier), CaptureError)
            assert text.startswith(f"wait on cpu:0/a: {earlier!r} is not of this capture; a graph")

    with setup.rt.capture():
        body(setup.x)
        kept.append(setup.a.record())
        kept.append(setup.a.fill(setup.empty(), 1.0))
    graph = setup.capture(body)
    event, recorded = kept[2:]
    rule = "only streams of that capture can wait for it"
    uses: list[Callable[[], object]] = [
        lambda: setup.a.wait(event),
        event.sync,
        event.done,
        lambda: asyncio.run(wait_for(event)),
    ]
    for use in uses:
        setup.refuses(use, StateError, "the event was recorded in a capture", rule)
    setup.refuses(lambda: setup.a.wait(recorded), StateError, "node 0 (fill), recorded at ")
    setup.a.record(event)  # again, outside
    setup.b.wait(event)
    event.sync()
    assert values(setup.ready(graph).replay().sync()) == RESULT


def test_what_was_made_in_a_capture_has_no_memory_outside(setup: Setup) -> None:
    """Row 33: whatever is done with it, also in another capture."""
    with setup.rt.capture():
        y = setup.empty()
        setup.a.fill(y, 1.0)
    uses: list[Callable[[], object]] = [
        lambda: setup.a.fill(y, 1.0),
        lambda: setup.a.fill(y[:3], 1.0),
        lambda: setup.a.copy(y, setup.x),
        lambda: setup.a.copy(setup.empty(), y),
        lambda: setup.a.launch(axpy, setup.x, y, 1.0),
        lambda: setup.a.launch(axpy, y, setup.put(np.zeros(8)), 1.0),
        lambda: setup.a.call(print, y),
        lambda: setup.rt.execute(axpy, y, setup.x, alpha=1.0),
        lambda: y.to("sim:0"),
        y.fetch,
        y.donate,
        lambda: np.asarray(y),
        lambda: np.from_dlpack(y),
        lambda: asyncio.run(wait_for(y)),
    ]
    for use in uses:
        setup.refuses(use, StateError, *NO_MEMORY)

    def body(_: srt.Buffer) -> None:
        text = raised(lambda: setup.a.fill(y, 1.0), CaptureError)
        assert "<Buffer t0 float32[8] on cpu:0> was made in another capture; a graph uses" in text

    graph = setup.capture(body)
    setup.refuses(lambda: graph.output("z", y), CaptureError, "was not used before the capture")
    y.delete()
    y.delete()
    setup.refuses(lambda: setup.a.fill(y, 1.0), DeletedBufferError, "deleted or donated")


def test_a_capture_of_what_cannot_be_bound_does_not_begin(setup: Setup) -> None:
    """Row 33: and nothing is recorded after that."""
    cases: list[tuple[dict[str, Any], Errors, str]] = [
        ({"x": np.ones(8)}, ArgumentTypeError, "capture: x: found ndarray; pass a Buffer"),
        ({"x": setup.x, "y": setup.x[:4]}, CaptureError, "capture: y shares its memory with x; "),
        ({"x": ended(setup.empty(), srt.Buffer.delete)}, DeletedBufferError, "capture: x of #"),
        ({"x": of_another_runtime()}, ArgumentError, "capture: x: <Buffer #"),
        ({"x": setup.x, "y": elsewhere(setup)}, CaptureError, "capture: y: it is on sim:0, the "),
        ({"a b": setup.x}, ArgumentError, "the name is 'a b'; names are Python identifiers"),
    ]
    for named, error, words in cases:
        setup.refuses(setup.rt.capture(**named).__enter__, error, words)
    assert values(setup.ready().replay().sync()) == RESULT
