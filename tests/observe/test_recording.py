"""Recordings: what is noted, by which name and span, and that recording changes nothing."""

from __future__ import annotations

import asyncio
import gc
import os
import threading
import time
from contextvars import ContextVar
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt import observe
from streamrt.observe.trace import EventKind, Trace, value_of
from streamrt.testing._exploring.checks import Settings
from streamrt.testing._exploring.explore import Explorer
from streamrt.testing._exploring.strategies import strategy_of
from streamrt.testing._exploring.tape import Tape
from streamrt_kernels import axpy


def labels(trace: Trace, *kinds: EventKind) -> list[str]:
    """The names of events of some kinds, in order."""
    return [trace.label(event) for event in trace.of_kind(*kinds)]


def named(trace: Trace, label: str) -> list[Any]:
    """The executions of that name."""
    return [e for e in trace.of_kind(EventKind.EXECUTION) if trace.label(e) == label]


@srt.jit
def steps(x: Any, y: Any) -> Any:
    for _ in range(3):
        x = np.tanh(x @ y) + 1
    return x


async def test_executions_of_all_sorts_have_names_spans_and_sites() -> None:
    async with srt.Runtime(["cpu:0"]) as rt:
        device = rt.device()
        one, two = device.stream("one"), device.stream("two")
        x, y = rt.put(np.ones(64)), rt.put(np.ones(64))
        with observe.record(rt) as recording:
            with observe.span("request", number=7):
                one.launch(axpy, x, y, alpha=1.0)
                two.copy(y, x)

                async def task() -> None:
                    with observe.span("inner"):
                        await two.call(int)

                await asyncio.create_task(task())
            one.fill(y, 2.0)
            await y.fetch()
            a = rt.put(np.ones((8, 8)))
            await steps(a, a).fetch()
        trace = recording.trace()
    (launch,), (copy,), (call,) = named(trace, "axpy"), named(trace, "copy"), named(trace, "int")
    outer, inner = int(launch["tag"]), int(call["tag"])
    assert copy["tag"] == outer
    assert trace.spans[outer].name == "request"
    assert trace.spans[outer].facts == {"number": "7"}
    assert (trace.spans[inner].name, trace.spans[inner].parent) == ("inner", outer)
    assert [trace.named(e["what"]).kind for e in (launch, copy, call)] == [
        "kernel", "copy", "host call",
    ]  # fmt: skip
    assert trace.named(launch["what"]).nbytes == 2 * 64 * 8
    assert trace.tracks[call["track"]].kind == "host"
    assert trace.tracks[launch["track"]].name == "cpu:0/one"
    # The copy reads what the launch wrote, on another stream.
    if copy["waited_for"]:
        assert trace.track_of(copy["waited_for"]) == launch["track"]
        assert value_of(copy["waited_for"]) == launch["value"]
    (jitted,) = named(trace, "steps")
    assert "test_recording.py" in trace.named(jitted["what"]).site
    assert not named(trace, "fill")[0]["tag"]
    assert labels(trace, EventKind.SPAN) == ["inner", "request"]
    assert recording.lost == 0


async def test_a_followed_variable_names_what_is_submitted_outside_of_spans() -> None:
    request: ContextVar[object] = ContextVar("request")
    other: ContextVar[object] = ContextVar("other")
    async with srt.Runtime(["cpu:0"]) as rt:
        stream = rt.device().stream()
        x = rt.put(np.ones(4))
        with observe.record(rt, follow=request) as recording:
            with pytest.raises(srt.errors.StateError, match="'request' is followed already"):
                observe.record(rt, follow=other)

            async def serve(number: int) -> None:
                request.set({"number": number, "rest": "x" * 200})
                for _ in range(3):
                    await stream.fill(x, float(number))

            await asyncio.gather(*(serve(number) for number in range(4)))
        trace = recording.trace()
    spans = [trace.spans[int(e["tag"])].name for e in named(trace, "fill")]
    assert sorted({name[:12] for name in spans}) == [f"{{'number': {n}" for n in range(4)]
    assert all(len(name) == 80 for name in spans)


def test_nodes_of_replays_are_noted_if_that_is_asked_for() -> None:
    with srt.Runtime(["cpu:0"]) as rt:
        stream = rt.device().stream()
        x, y, z = (rt.put(np.ones(64)) for _ in range(3))
        with rt.capture() as graph:
            for target in (y, z, y):
                stream.launch(axpy, x, target, alpha=1.0)
        before = graph.plan(rt.device(), streams=1).instantiate()
        with observe.record(rt) as without:
            before.replay().sync()
        with observe.record(rt, nodes=True) as recording:
            after = graph.plan(rt.device(), streams=2).instantiate()
            before.replay().sync()
            after.replay().sync()
        trace = recording.trace()
    assert not len(without.trace().of_kind(EventKind.NODE))
    nodes = trace.of_kind(EventKind.NODE)
    assert labels(trace, EventKind.NODE) == ["axpy"] * 6
    assert sorted(nodes["node"].tolist()) == [1, 1, 2, 2, 3, 3]
    replays = named(trace, "replay")
    inside = [
        r["started"] <= n["started"] <= n["finished"] <= r["finished"]
        for n in nodes
        for r in replays
    ]
    assert sum(inside) == 6
    assert {trace.tracks[n["track"]].kind for n in nodes} == {"replay"}


def test_a_simulated_replay_is_recorded_step_by_step_in_virtual_time() -> None:
    with srt.Runtime(["sim:0"]) as rt:
        stream = rt.device().stream()
        x, y, z = (rt.put(np.ones(64)) for _ in range(3))
        rt.sync()
        with rt.capture() as graph:
            stream.launch(axpy, x, y, alpha=1.0)
            stream.launch(axpy, y, z, alpha=1.0)
        replay = graph.plan(rt.device(), streams=2).instantiate()
        with observe.record(rt) as recording, observe.span("step"):
            replay.replay().sync()
        trace = recording.trace()
    assert trace.clock.kind == "virtual"
    assert labels(trace, EventKind.EXECUTION) == [
        "begin of a replay", "axpy of replay", "axpy of replay", "replay",
    ]  # fmt: skip
    first, second = named(trace, "axpy of replay")
    assert trace.began <= first["started"]
    assert second["started"] >= first["finished"]
    assert {trace.spans[int(e["tag"])].name for e in (first, second)} == {"step"}
    assert len({*trace.of_kind(EventKind.EXECUTION)["track"].tolist()}) <= 2


async def await_it(execution: srt.Execution[Any]) -> None:
    await execution


async def test_waits_of_the_program_and_pauses_of_the_collector_are_events() -> None:
    async with srt.Runtime(["cpu:0"]) as rt:
        stream = rt.device().stream("slow")
        opened = threading.Event()
        with observe.record(rt) as recording:
            execution = stream.call(opened.wait)
            asyncio.get_running_loop().call_later(0.01, opened.set)
            await execution
            held = stream.call(threading.Event().wait, 0.01)
            waiter = asyncio.ensure_future(await_it(held))
            await asyncio.sleep(0)
            time.sleep(0.05)  # noqa: ASYNC251 - it holds the loop
            await waiter
            thread = threading.Thread(
                target=stream.call(threading.Event().wait, 0.01).sync, name="me"
            )
            thread.start()
            thread.join()
            garbage: list[Any] = [[] for _ in range(200_000)]
            gc.collect()
            del garbage
        trace = recording.trace()
    lates = trace.of_kind(EventKind.LATE)  # more than one on a machine under load
    late = max(lates, key=lambda event: int(event["finished"] - event["started"]))
    assert late["finished"] - late["started"] > 1_000_000
    assert trace.tracks[late["track"]].name == threading.current_thread().name
    wake = trace.of_kind(EventKind.WAKE)[0]
    assert (trace.label(wake), value_of(wake["waited_for"])) == ("Event.wait", 1)
    (sync,) = [e for e in trace.of_kind(EventKind.SYNC) if trace.tracks[e["track"]].name == "me"]
    assert trace.tracks[trace.track_of(sync["waited_for"])].name == "cpu:0/slow.host"
    assert 2 in trace.of_kind(EventKind.COLLECT)["value"].tolist()


def test_recording_goes_on_and_off_while_the_program_works() -> None:
    """Each recording has a whole stretch of each stream, in order and without a hole."""
    with srt.Runtime(["cpu:0"]) as rt:
        stop = threading.Event()

        def work(name: str) -> None:
            stream = rt.device().stream(name)
            x = rt.put(np.zeros(8))
            while not stop.is_set():
                for _ in range(50):
                    stream.fill(x, 1.0)
                stream.sync()

        threads = [threading.Thread(target=work, args=(name,)) for name in "ab"]
        for thread in threads:
            thread.start()
        found = 0
        try:
            for _ in range(2):
                with observe.record(rt, events=1 << 16) as recording:
                    time.sleep(0.005)
                trace = recording.trace()
                assert recording.lost == trace.lost == 0
                for place in range(len(trace.tracks)):
                    mine = trace.of_kind(EventKind.EXECUTION)
                    values = mine[mine["track"] == place]["value"].astype("i8")
                    assert (np.diff(values) == 1).all()
                    found += len(values)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
    assert found


def test_two_recordings_share_the_rings_and_each_has_its_own_part() -> None:
    with srt.Runtime(["cpu:0"]) as rt:
        stream = rt.device().stream()
        x = rt.put(np.zeros(8))
        with observe.record(rt) as outer:
            stream.fill(x, 1.0).sync()
            with observe.record(rt, events=1 << 12) as inner:
                stream.fill(x, 1.0).sync()
            stream.fill(x, 1.0).sync()
        stream.fill(x, 1.0).sync()
    assert len(named(outer.trace(), "fill")) == 3
    assert len(named(inner.trace(), "fill")) == 1
    outer.stop()


def test_a_closed_runtime_keeps_its_recordings_and_takes_no_more() -> None:
    with srt.Runtime(["cpu:0"]) as rt:
        recording = observe.record(rt)
        rt.device().stream().fill(rt.put(np.zeros(8)), 1.0)
    assert len(named(recording.trace(), "fill")) == 1
    recording.stop()
    assert len(named(recording.trace(), "fill")) == 1
    with pytest.raises(srt.errors.ClosedError, match="record: the runtime is closed"):
        observe.record(rt)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_fork_ends_recording_in_the_child() -> None:
    with srt.Runtime(["cpu:0"]) as rt:
        stream = rt.device().stream()
        x = rt.put(np.zeros(8))
        with observe.record(rt) as recording:
            stream.fill(x, 1.0).sync()
            child = os.fork()
            if not child:
                with observe.span("child"), srt.Runtime(["cpu:0"]) as own:
                    own.put(np.zeros(8))
                os._exit(int(len(named(recording.trace(), "fill")) != 1))
            assert os.waitpid(child, 0)[1] == 0
            stream.fill(x, 2.0).sync()
        assert len(named(recording.trace(), "fill")) == 2


# -- explorations ---------------------------------------------------------------------------------


async def mixture(rt: srt.Runtime) -> None:
    one, two = rt.device().stream("one"), rt.device().stream("two")
    x, y = rt.empty(8), rt.empty(8)
    one.fill(x, 1.0)
    two.fill(y, 2.0)
    called = one.call(lambda view: None, x)
    one.launch(axpy, x, y, alpha=1.0)
    async with asyncio.TaskGroup() as group:
        group.create_task(asyncio.sleep(2e-5))
        group.create_task(asyncio.to_thread(int))
    await called
    assert (await y.fetch())[0] == 3.0


async def recorded(rt: srt.Runtime) -> None:
    with observe.record(rt, nodes=True) as recording, observe.span("all"):
        await mixture(rt)
    trace = recording.trace()
    assert trace.clock.kind == "virtual"
    assert len(named(trace, "axpy")) == 1
    assert trace.of_kind(EventKind.SPAN)["finished"].max() <= trace.ended


def test_recording_changes_no_schedule() -> None:
    tapes: list[list[Any]] = []
    for program in (mixture, recorded):
        drawing = strategy_of("mixed")
        assert drawing is not None
        found: list[Any] = []
        with Explorer(program, Settings(("cpu:0",))) as explorer:
            for number, choose in enumerate(drawing.choosers(5)):
                if number == 30:
                    break
                tape = Tape(choose)
                assert explorer.run(tape) is None
                drawing.ran(tape)
                found.append((tape.draws, tape.digest()))
        tapes.append(found)
    assert tapes[0] == tapes[1]
    assert len({digest for _, digest in tapes[0]}) > 5
