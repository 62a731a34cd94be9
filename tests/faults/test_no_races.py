"""The race detector on programs without races, and on those where only luck orders accesses."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Generator
from contextlib import suppress

import numpy as np
import pytest
from corpus.kernels import halve
from shared.race_programs import KINDS, Desk, N, runtime
from shared.trial_kernels import axpy, fail

import streamrt as srt
from streamrt.errors import KernelError, RaceError


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest) -> Generator[Desk]:
    """A desk whose test looks at the races itself."""
    with suppress(RaceError), runtime(request.param) as rt:
        yield Desk(rt)


def edges_of_the_host() -> dict[str, Callable[[Desk, srt.Buffer], None]]:
    """The ways in which a program learns that a stream's work has ended."""

    def done(at: Desk, x: srt.Buffer) -> None:
        event = at.load.record()
        while not event.done():
            pass

    def buffer(at: Desk, x: srt.Buffer) -> None:
        x.sync()

    def as_array(at: Desk, x: srt.Buffer) -> None:
        np.asarray(x)

    def fetch(at: Desk, x: srt.Buffer) -> None:
        x.fetch().sync()

    def execution_done(at: Desk, x: srt.Buffer) -> None:
        fill = at.load.fill(x, 2.0)
        while not fill.done():
            pass

    def callback(at: Desk, x: srt.Buffer) -> None:
        ended: list[object] = []
        at.load.fill(x, 2.0).add_done_callback(ended.append)
        while not ended:
            pass

    def awaited(at: Desk, x: srt.Buffer) -> None:
        async def main() -> None:
            await at.load.fill(x, 2.0)

        asyncio.run(main())

    def in_a_scope(at: Desk, x: srt.Buffer) -> None:
        with at.rt.scope():
            at.load.fill(x, 3.0)

    def of_a_long_scope(at: Desk, x: srt.Buffer) -> None:
        with at.rt.scope():
            at.load.fill(x, 3.0)
            third = at.device.stream("third")
            y = at.buffer()
            for _ in range(700):  # the scope forgets what has ended
                third.fill(y, 3.0).sync()

    def exception(at: Desk, x: srt.Buffer) -> None:
        failing = at.load.launch(fail, x, 7)
        at.load.sync()
        assert isinstance(failing.exception(), KernelError)

    def from_a_call(at: Desk, x: srt.Buffer) -> None:
        at.load.call(lambda: at.work.fill(x, 3.0)).sync()

    return {
        "sync": lambda at, x: at.load.fill(x, 3.0).sync(),
        "stream": lambda at, x: at.load.sync(),
        "event": lambda at, x: at.load.record().sync(),
        "runtime": lambda at, x: at.rt.sync(),
        **{f.__name__: f for f in (done, execution_done, callback, awaited, exception)},
        **{f.__name__: f for f in (buffer, as_array, fetch)},
        **{f.__name__: f for f in (in_a_scope, of_a_long_scope, from_a_call)},
    }


@pytest.mark.parametrize("edge", edges_of_the_host().values(), ids=edges_of_the_host())
def test_what_the_program_was_told_of_is_ordered(
    desk: Desk, edge: Callable[[Desk, srt.Buffer], None]
) -> None:
    """Row 75."""
    x = desk.buffer()
    desk.load.fill(x, 2.0)
    edge(desk, x)
    desk.work.fill(x, 4.0)
    assert desk.rt.races == ()


def test_luck_does_not_hide_a_race(desk: Desk) -> None:
    """Row 75: work that has ended, and been noted, is not ordered before what comes later."""
    x = desk.buffer()
    fill = desk.load.fill(x, 2.0)
    desk.other.stream().fill(desk.buffer(device=desk.other), 1.0).sync()
    while desk.load._lane.queue.completed < fill.value:
        if desk.load._lane.queue.advance is not None:
            desk.load._lane.queue.advance()
    desk.rt._engine.tidy()
    assert desk.load._lane.seen >= fill.value
    desk.work.fill(x, 3.0)
    assert len(desk.rt.races) == 1


def test_a_stream_that_takes_over_an_idle_queue_is_another_stream(desk: Desk) -> None:
    """Row 75: by luck both are in one queue."""
    x = desk.buffer()
    one = desk.device.stream("one")
    fill = one.fill(x, 2.0)
    lane = one._lane
    while lane.queue.completed < fill.value:
        if lane.queue.advance is not None:
            lane.queue.advance()
    one.close()
    desk.rt._engine.tidy()
    other = desk.device.stream("other")
    assert other._lane is lane
    other.fill(x, 3.0)
    assert len(desk.rt.races) == 1


def test_a_cancelled_execution_races_with_nothing(desk: Desk) -> None:
    """Row 75."""
    x, y = desk.buffer(), desk.buffer()
    hold = desk.device.stream("hold")
    desk.load.wait(hold.fill(y, 1.0))
    fill = desk.load.fill(x, 2.0)
    is_cancelled = fill.cancel()
    desk.work.fill(x, 3.0)
    assert len(desk.rt.races) == (0 if is_cancelled else 1)


def test_columns_between_each_other_are_no_race(desk: Desk) -> None:
    """Row 75: bytes are compared, not bounding ranges."""
    x = desk.rt.put(np.zeros((4, 6), "f4"), desk.device).sync()
    streams = [desk.device.stream() for _ in range(3)]
    for _ in range(3):
        for i, stream in enumerate(streams):
            stream.fill(x[:, i::3], float(i))
            stream.copy(x[::-1, i], x[::-1, i + 3])
    assert desk.rt.races == ()
    desk.work.fill(x[1], 3.0)
    assert desk.rt.races


def test_a_replay_of_columns_is_not_judged(desk: Desk) -> None:
    """Row 75: a graph knows ranges only, and what nobody can decide is not reported."""
    x = desk.rt.put(np.zeros((4, 6), "f4"), desk.device).sync()
    with desk.rt.capture(x=x) as graph:
        desk.work.fill(x[:, ::2], 1.0)
    replays = graph.plan(desk.device).instantiate()
    desk.load.fill(x[:, 1::2], 2.0)
    replays.replay()
    assert desk.rt.races == ()
    assert desk.rt._engine.watch is not None
    assert desk.rt._engine.watch.races.undecided


def test_what_the_runtime_orders_itself_is_no_race(desk: Desk) -> None:
    """Row 75: copies to and from the host and between devices, `execute`, and reused memory."""
    rt = desk.rt
    for _ in range(20):
        x = rt.put(np.ones(N, "f4"), desk.device)
        moved = x.to(desk.other)
        y = rt.aput(np.ones(N, "f4"), desk.device).sync()
        desk.load.launch(axpy, x, y, alpha=1.0)
        desk.work.launch(axpy, rt.put(np.ones(N, "f4"), desk.device), x.to(desk.device), alpha=1.0)
        fetched = y.fetch()
        rt.execute(halve, y)
        desk.load.fill(y, 3.0)
        desk.other.stream().copy(rt.empty(N, device=desk.other), moved)
        assert fetched.sync().tolist() == [2.0] * N
        del x, y, moved
    assert rt.races == ()


class Drawn:
    """A random program: views, launches, copies, calls, waits, replays, memory that comes back."""

    def __init__(self, seed: int, rt: srt.Runtime, pure: bool = False) -> None:
        """Begins.

        Args:
            seed: of what it draws.
            rt: a runtime.
            pure: whether it only submits, and uses no views with gaps.
        """
        self.draw = random.Random(seed)
        self.pure = pure
        self.rt = rt
        self.devices = rt.devices
        self.streams = [d.stream() for d in self.devices for _ in range(3)]
        self.buffers = [self.new() for _ in range(4)]

    def new(self) -> srt.Buffer:
        device = self.draw.choice(self.devices)
        if self.draw.random() < 0.3 and device.host_sees:
            return self.rt.wrap(np.zeros((4, N), "f4"), device)
        return self.rt.put(np.zeros((4, N), "f4"), device)

    def view(self, device: srt.Device) -> srt.Buffer | None:
        found = [b for b in self.buffers if b.device is device]
        if not found:
            return None
        buffer, draw = self.draw.choice(found), self.draw
        step, is_row = draw.choice((1, 1, 2)), draw.random() < 0.7
        column = slice(draw.randrange(3), draw.randint(4, N), 1 if self.pure else step)
        return buffer[draw.randrange(4)][column] if is_row or self.pure else buffer[:, column]

    def step(self) -> None:
        stream = self.draw.choice(self.streams)
        x, y = self.view(stream.device), self.view(stream.device)
        if x is None or y is None:
            self.buffers.append(self.new())
            return
        match self.draw.randrange(9):
            case 0 | 1:
                stream.fill(x, 1.0)
            case 2 | 3 if x.shape == y.shape:
                with suppress(srt.errors.ArgumentError):
                    stream.copy(x, y)
            case 4:
                stream.wait(self.draw.choice(self.streams).record())
            case 5:
                del x, y
                del self.buffers[self.draw.randrange(len(self.buffers))]
            case 6 if not self.pure:
                self.draw.choice((x.sync, stream.sync, x.fetch, stream.record))()
            case 7 if stream.device.host_sees:
                stream.call(len, x, reads=[x])
            case _:
                self.buffers.append(
                    self.draw.choice(self.buffers).to(self.draw.choice(self.devices))
                )


@pytest.mark.parametrize("kind", KINDS)
def test_random_programs_have_no_race_if_the_tracker_orders_them(kind: str) -> None:
    """Row 75: whatever the tracker leaves out."""
    for seed in range(30):
        with runtime(kind, hazards="auto") as rt:
            program = Drawn(seed, rt)
            for _ in range(80):
                program.step()
            assert rt.races == (), f"seed {seed}"


def test_random_programs_by_hand_race_where_the_tracker_waits() -> None:
    """Row 75: on the simulator, where nothing ends by itself, the two agree on each program."""
    found = {True: 0, False: 0}
    for seed in range(150):
        steps = random.Random(seed).choice((4, 8, 16, 40))
        verdicts: list[bool] = []
        for hazards in ("manual", "auto"):
            with suppress(RaceError), runtime("sim", hazards=hazards) as rt:
                program = Drawn(seed, rt, pure=True)
                users = {stream._lane for stream in program.streams}
                for _ in range(steps):
                    program.step()
                if hazards == "manual":
                    verdicts.append(bool(rt.races))
                else:
                    verdicts.append(
                        any(
                            edge.timeline in users and edge.hazard in ("RAW", "WAR", "WAW")
                            for lane in users
                            for execution in lane.inflight
                            for edge in execution.edges
                        )
                    )
        by_hand, by_tracker = verdicts
        assert by_hand == by_tracker, f"seed {seed}"
        found[by_hand] += 1
    assert min(found.values()) > 10, found
