"""Replays: a node that fails is named, a plan that does not fit is refused, nothing is left.

Most tests run on devices that replay whole programs, and on devices to which the runtime submits
the steps one by one.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from pathlib import Path
from typing import Any

import pytest
from shared.graph_setup import KINDS, Setup, opened, raised
from shared.trial_kernels import axpy, fail, values

import streamrt as srt
from streamrt._runtime.lane import Lane
from streamrt.errors import (
    ArgumentError,
    DependencyError,
    DeviceLostError,
    ExecutionCancelledError,
    KernelError,
    OutOfMemoryError,
    QueueFullError,
)

# --- what becomes of a replay ---------------------------------------------------------------------


def marked(text: str) -> str:
    """The place of the line in this file that has a comment, as errors spell it."""
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    (number,) = [i for i, line in enumerate(lines, 1) if line.endswith(f"  # {text}")]
    return f"test_graphs.py:{number} in "


def test_a_node_that_fails_is_named_and_what_follows_it_does_not_run(setup: Setup) -> None:
    """Row 32: nor does what reads the outputs; the next replay is another matter."""

    def body(y: srt.Buffer) -> None:
        setup.b.launch(fail, y, 7)  # this node
        setup.tick(setup.a, y, 1)

    ready = setup.ready(setup.capture(body))
    start = setup.in_use()
    for number in range(2):
        y = setup.empty()
        failed = ready.replay(y=y)  # this replay
        reader = setup.a.copy(setup.empty(), y)
        with pytest.raises(KernelError, match="seven is not allowed") as caught:
            failed.sync()
        assert caught.value.code == 7
        text = str(caught.value)
        if setup.kind == "replaying":  # which does not say so
            assert "one of its nodes returned 7, the device does not say which; of fail, s" in text
        else:
            assert "node 2 (fail), recorded at " in text
            assert marked("this node") in text
        assert any(marked("this replay") in note for note in caught.value.__notes__)
        assert "failed" in repr(failed)
        with pytest.raises(DependencyError, match="seven is not"):
            reader.sync()
        assert "failed" in setup.rt.explain(failed)
        assert setup.runs() == number + 1
        del failed, reader, y, caught
    # A GPU runs the others, too; what they write counts as never written.
    assert setup.tallies[1] == (2 if setup.kind == "cuda" else 0)
    assert setup.works()
    del ready
    assert setup.in_use() <= start


# --- refused for other reasons --------------------------------------------------------------------


def test_a_graph_that_finds_no_memory_is_not_instantiated(setup: Setup) -> None:
    """Row 32: one that finds none for its outputs is not replayed; both say how much there is."""
    large = 1 << 16
    with opened(setup.kind, memory_limit=1 << 20) as small:
        with small.rt.capture() as graph:
            t, y = small.empty(large), small.empty(2 * large)
            small.a.fill(t, 1.0)
            small.a.fill(y, 2.0)
            small.a.copy(y[:large], t)
            graph.output("y", y)
        plan = graph.plan(small.device)
        small.refuses(lambda: plan.instantiate(depth=9), OutOfMemoryError, "limit is 1048576")
        with pytest.raises(OutOfMemoryError) as caught:
            plan.instantiate(depth=9)
        assert "for the temporaries of graph2." in caught.value.__notes__[0]
        del caught
        ready = plan.instantiate(depth=1)
        taken = small.empty(2 * large)
        small.refuses(ready.replay, OutOfMemoryError, "limit is 1048576")
        del taken
        assert values(ready.replay().sync()) == [1.0] * large + [2.0] * large


def test_a_replay_to_a_full_queue_is_refused(setup: Setup) -> None:
    """Row 32: as a whole, and there is a stream to drain."""
    ready, done = setup.ready(), [0]
    kept: list[srt.Execution[Any]] = []

    def too_many() -> None:
        for _ in range(100):
            kept.append(ready.replay())

    with setup.held(ready) as go_on:
        text = raised(too_many, QueueFullError)
        go_on()
    assert "the limit is 64; `await stream.drain()`" in text
    assert len(kept) > 10
    asyncio.run(ready.streams[0].drain())
    done = [values(replay.sync()) for replay in kept]
    assert done == [[i + 2.0 for i in range(8)]] * len(kept)
    assert setup.runs() == len(kept)
    assert values(ready.replay().sync()) == done[0]
    assert setup.works()


@pytest.mark.parametrize("kind", KINDS)
def test_a_stream_of_a_graph_that_is_longer_than_a_queue_is_refused_at_once(kind: str) -> None:
    """Row 32: where its steps are submitted one by one; a native replay is one submission."""

    def body(y: srt.Buffer) -> None:
        for _ in range(30):
            setup.a.launch(axpy, setup.w, y, 1.0)

    with opened(kind, queue_limit=20) as setup:
        plan = setup.capture(body).plan(setup.device)
        if kind in ("cpu", "replaying", "cuda"):
            assert values(plan.instantiate().replay().sync())[0] == 32
        else:
            words = "33 nodes on one stream", "limit is 20; open", "queue_limit=35"
            setup.refuses(plan.instantiate, ArgumentError, *words)


def test_a_replay_can_be_cancelled_until_it_starts(setup: Setup) -> None:
    """Row 32: then nothing of it runs, and what reads its outputs is skipped."""
    ready = setup.ready()
    y = setup.empty()
    with setup.held(ready) as go_on:
        replays = [ready.replay(y=y), ready.replay()]
        reader = setup.a.copy(setup.empty(), y)
        assert replays[0].cancel()
        assert replays[0].cancelled()
        assert not replays[0].cancel()
        assert "cancelled" in repr(replays[0])
        go_on()
        with pytest.raises(ExecutionCancelledError, match=r"replay on .*cancelled before"):
            replays[0].sync()
        with pytest.raises(DependencyError, match="replay"):
            reader.sync()
    assert values(replays[1].sync()) == [i + 2.0 for i in range(8)]
    assert not replays[1].cancel()
    assert not replays[1].cancelled()
    assert setup.runs() == 1
    assert "cancelled" in setup.rt.explain(replays[0])


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_while_waiting_for_a_replay_ends_the_wait_only(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 32, and 43: the replay goes on."""
    ready, block = setup.ready(), Lane.block

    def interrupted(lane: Lane, value: int, cell: int, timeout: float | None) -> bool:
        signal.raise_signal(signal.SIGINT)
        return block(lane, value, cell, timeout)

    with setup.held(ready) as go_on:
        replay = ready.replay()
        with monkeypatch.context() as patch:
            patch.setattr(Lane, "block", interrupted)
            with pytest.raises(KeyboardInterrupt):
                replay.sync()
        go_on()
        assert values(replay.sync()) == [i + 2.0 for i in range(8)]
    assert setup.works()


@pytest.mark.parametrize("kind", KINDS[1:])
def test_a_device_that_is_lost_fails_its_replays(kind: str) -> None:
    """Row 32: those in flight and later ones, and nobody else's."""
    with opened(kind) as setup, opened("cpu") as beside:
        ready, fine = setup.ready(depth=2), beside.ready()
        setup.runs()
        with setup.held(ready) as go_on:
            replays = [ready.replay() for _ in range(4)]
            if kind == "sim":
                setup.simulator.lose(0, "it fell off the bus")
            else:
                if setup.fake is not None:
                    setup.fake.lose()  # what is left in it is left for good
                ready.streams[0]._lane.queue.timeline.lose("it fell off the bus")
            for replay in replays:
                with pytest.raises(DeviceLostError, match="fell off the bus") as caught:
                    replay.sync()
                assert any("submitted at" in note for note in caught.value.__notes__)
                assert replay.done()
            with pytest.raises(DeviceLostError, match="fell off the bus"):
                ready.replay()
            go_on()
        ready.close()
        assert values(fine.replay().sync()) == [i + 2.0 for i in range(8)]
        assert setup.tallies[0] == 0


# --- what is left ---------------------------------------------------------------------------------


def test_graphs_that_come_and_go_leave_nothing(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 32: no memory, thread, queue or program, closed or dropped, replayed or not."""
    backend: Any = setup.device._state.backend
    loaded: list[object] = []
    if backend.can_replay:
        instantiate, unload = backend.instantiate, backend.unload

        def instantiating(program: Any) -> int:
            loaded.append(handle := instantiate(program))
            return handle

        def unloading(handle: int) -> None:
            if handle in loaded:
                loaded.remove(handle)
            unload(handle)

        monkeypatch.setattr(backend, "instantiate", instantiating)
        monkeypatch.setattr(backend, "unload", unloading)
    plan = setup.capture().plan(setup.device, streams=2)

    def once(number: int) -> None:
        ready = plan.instantiate(depth=1 + number % 2)
        replays = [ready.replay() for _ in range(number % 4)]
        if number % 3:
            ready.close()
        del ready
        if number % 5:
            for replay in replays:
                replay.sync()

    def held() -> tuple[list[int], int, int]:
        setup.rt.barrier().sync()
        return setup.in_use(), threading.active_count(), len(setup.rt._engine.lanes)

    for number in range(20):
        once(number)
    before = held()
    for number in range(200):
        once(number)
    in_use, threads, lanes = held()
    assert in_use == before[0]
    assert threads < before[1] + 12, "of 300 arenas; how many were in flight at once, is chance"
    assert lanes < before[2] + 12
    assert loaded == []
