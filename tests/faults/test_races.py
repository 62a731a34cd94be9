"""The race detector on programs: what it finds, what it must not find, and what it says."""

from __future__ import annotations

import asyncio
import itertools
import random
import re
from collections.abc import Callable, Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from corpus.kernels import clear, clear_one_more, halve, halve_in_place
from trial_kernels import axpy, count, fail

import streamrt as srt
from streamrt._runtime.execution import Execution
from streamrt._runtime.lane import Lane
from streamrt._runtime.tracking import IN_PYTHON
from streamrt.errors import KernelError, RaceError, UndeclaredAccessError
from streamrt.testing import Simulator

N = 8
KINDS = ("cpu", "sim")
FILE = Path(__file__).name


def runtime(kind: str, **options: Any) -> srt.Runtime:
    options = {"hazards": "manual", "races": True, **options}
    return srt.Runtime([f"{kind}:0", f"{kind}:1"], backends=[Simulator(7)], **options)


class Desk:
    """A runtime with two streams, and buffers of eight floats."""

    def __init__(self, rt: srt.Runtime) -> None:
        self.rt = rt
        self.device, self.other = rt.devices
        self.load, self.work = self.device.stream("load"), self.device.stream("work")

    def buffer(self, value: float = 0.0, device: srt.Device | None = None) -> srt.Buffer:
        """Returns a buffer whose contents no later submission has to wait for."""
        made = self.rt.put(np.full(N, value, "f4"), device or self.device)
        return made.sync()


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest) -> Generator[Desk]:
    """A desk whose test looks at the races itself."""
    with suppress(RaceError), runtime(request.param) as rt:
        yield Desk(rt)


# --- what it finds -----------------------------------------------------------------------------

Bug = Callable[[Desk, bool], object]
BUGS: dict[str, Bug] = {}


def bug(program: Bug) -> Bug:
    """Adds a program that has a race, unless it is told to be right."""
    BUGS[program.__name__] = program
    return program


@bug
def a_wait_is_missing(at: Desk, right: bool) -> None:
    x, y = at.buffer(), at.buffer()
    at.load.fill(x, 2.0)  # first
    if right:
        at.work.wait(at.load.record())
    at.work.launch(axpy, x, y, alpha=1.0)  # second


@bug
def the_event_is_recorded_too_early(at: Desk, right: bool) -> None:
    x, y = at.buffer(), at.buffer()
    early = at.load.record()
    at.load.fill(x, 2.0)  # first
    at.work.wait(at.load.record() if right else early)
    at.work.launch(axpy, x, y, alpha=1.0)  # second


@bug
def the_next_batch_overwrites_what_is_read(at: Desk, right: bool) -> None:
    x, y = at.buffer(), at.buffer()
    at.load.fill(x, 2.0)
    at.work.wait(at.load.record())
    at.work.launch(axpy, x, y, alpha=1.0)  # first
    if right:
        at.load.wait(at.work.record())
    at.load.fill(x, 3.0)  # second


@bug
def two_streams_write(at: Desk, right: bool) -> None:
    x = at.buffer()
    written = at.load.fill(x, 2.0)  # first
    if right:
        at.work.wait(written)
    at.work.fill(x, 3.0)  # second


@bug
def views_overlap_in_one_element(at: Desk, right: bool) -> None:
    x = at.buffer()
    at.load.fill(x[4:], 2.0)  # first
    at.work.fill(x[:4] if right else x[:5], 3.0)  # second


@bug
def strided_views_meet(at: Desk, right: bool) -> None:
    x = at.buffer()
    at.load.fill(x[::2], 2.0)  # first
    at.work.fill(x[1::2] if right else x[4::3], 3.0)  # second


@bug
def the_wait_is_for_another_stream(at: Desk, right: bool) -> None:
    x, y = at.buffer(), at.buffer()
    third = at.device.stream("third")
    third.fill(y, 0.0)
    at.load.fill(x, 2.0)  # first
    at.work.wait((at.load if right else third).record())
    at.work.copy(at.buffer(), x)  # second


@bug
def a_chain_of_waits_has_a_gap(at: Desk, right: bool) -> None:
    x, y = at.buffer(), at.buffer()
    middle = at.device.stream("middle")
    at.load.fill(x, 2.0)  # first
    if right:
        middle.wait(at.load.record())
    middle.fill(y, 1.0)
    at.work.wait(middle.record())
    at.work.fill(x, 3.0)  # second


@bug
def a_copy_to_another_device_reads_early(at: Desk, right: bool) -> None:
    x, there = at.buffer(), at.buffer(device=at.other)
    at.load.fill(x, 2.0)  # first
    copying = at.other.stream("copying")
    if right:
        copying.wait(at.load.record())
    copying.copy(there, x)  # second


@bug
def a_replay_reads_early(at: Desk, right: bool) -> None:
    x = at.buffer()
    with at.rt.capture(x=x) as graph:
        y = at.rt.empty(N, device=at.device)
        at.work.copy(y, x)
        at.work.launch(axpy, x, y, alpha=1.0)
        graph.output("y", y)
    replays = graph.plan(at.device).instantiate()
    at.load.fill(x, 2.0)  # first
    if right:
        for stream in replays.streams:
            stream.wait(at.load.record())
    replays.replay()  # second


@bug
def an_old_buffer_overwrites_a_replays_input(at: Desk, right: bool) -> None:
    x = at.buffer()
    with at.rt.capture(x=x) as graph:
        y = at.rt.empty(N, device=at.device)
        at.work.copy(y, x)
        graph.output("y", y)
    replays = graph.plan(at.device).instantiate()
    replay = replays.replay()  # first
    if right:
        at.load.wait(replay)
    at.load.fill(x[N - 1 :], 2.0)  # second


@bug
def only_one_of_two_writers_is_awaited(at: Desk, right: bool) -> None:
    x = at.buffer()
    one, other = at.load.fill(x[:4], 1.0), at.work.fill(x[4:], 2.0)  # first
    one.sync()
    if right:
        other.sync()
    at.device.stream("third").fill(x, 3.0)  # second


@bug
def a_host_call_is_overtaken(at: Desk, right: bool) -> None:
    if not at.device.host_memory:
        raise NotImplementedError
    x = at.buffer()
    at.load.call(lambda view: view.fill(2.0), x, writes=[x])  # first
    if right:
        at.work.wait(at.load.record())
    at.work.fill(x, 3.0)  # second


@bug
def an_array_is_wrapped_twice(at: Desk, right: bool) -> None:
    if not at.device.host_memory:
        raise NotImplementedError
    array = np.zeros(N, "f4")
    one = at.rt.wrap(array)
    written = at.load.fill(one, 2.0)  # first
    lane, value = written.timeline, written.value
    del one, written
    while lane.queue.completed < value:
        pass
    at.rt.device().memory_stats()  # forgets the first history: it has ended, by luck
    if right:
        at.work.wait(at.load.record())
    at.work.fill(at.rt.wrap(array), 3.0)  # second


def marked(program: Bug) -> list[int]:
    """The lines of a program that a report has to name."""
    code = program.__code__
    text = Path(code.co_filename).read_text().splitlines()
    lines = itertools.count(code.co_firstlineno)
    own = list(zip(lines, itertools.takewhile(str, text[code.co_firstlineno - 1 :]), strict=False))
    return [n for mark in ("first", "second") for n, line in own if line.endswith(f"# {mark}")]


def cases() -> list[Any]:
    """The bugs on each kind of device that has what they need."""
    only_cpu = ("a_host_call_is_overtaken", "an_array_is_wrapped_twice")
    return [
        pytest.param(kind, program, id=f"{name}-{kind}")
        for name, program in BUGS.items()
        for kind in KINDS
        if kind == "cpu" or name not in only_cpu
    ]


@pytest.mark.parametrize(("kind", "program"), cases())
def test_an_order_that_is_missing_is_found_in_the_first_run(kind: str, program: Bug) -> None:
    """Row 75: both lines are named, and the same program with its wait has no race."""
    with pytest.raises(RaceError) as caught, runtime(kind) as rt:
        program(Desk(rt), False)
        (race,) = rt.races
        assert race.first is not None
        assert race.second is not None
        sites = [int(re.findall(r":(\d+) in", side.site)[0]) for side in (race.first, race.second)]
        assert sites == marked(program)
        assert race.first.writes or race.second.writes
        assert all(FILE in side.site for side in (race.first, race.second))
    assert str(caught.value) == str(race)
    with runtime(kind) as rt:
        program(Desk(rt), True)
        assert rt.races == ()


@pytest.mark.parametrize(("kind", "program"), cases())
def test_a_check_refuses_the_submission_and_loses_nothing(kind: str, program: Bug) -> None:
    """Row 75: with `hazards="check"` the error is that of the second line, and nothing runs."""
    with runtime(kind, hazards="check", races=False) as rt:
        desk = Desk(rt)
        with pytest.raises(RaceError, match="nothing orders the two") as caught:
            program(desk, False)
        assert caught.value.second is not None
        line = int(re.findall(r":(\d+) in", caught.value.second.site)[0])
        assert line == marked(program)[1]
        rt.sync()
        rt._engine.tidy()
        assert sum(lane.in_flight for lane in rt._engine.lanes) == 0
    with runtime(kind, hazards="check", races=False) as rt:
        program(Desk(rt), True)


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_check_refuses_leaves_no_trace(kind: str) -> None:
    """Row 75: no value is taken and no byte is written; with the wait it is submitted."""
    with runtime(kind, hazards="check") as rt:
        at = Desk(rt)
        x = at.buffer()
        at.load.fill(x, 2.0)
        before = [lane.value for lane in rt._engine.lanes]
        for _ in range(3):
            with pytest.raises(RaceError):
                at.work.fill(x[:4], 3.0)
        assert [lane.value for lane in rt._engine.lanes] == before
        assert rt.races == ()
        at.work.wait(at.load.record())
        at.work.fill(x[:4], 3.0)
        assert np.asarray(x).tolist() == [3.0] * 4 + [2.0] * 4


def test_a_report_says_what_where_and_what_to_do(caplog: pytest.LogCaptureFixture) -> None:
    """Row 75."""
    with pytest.raises(RaceError), runtime("sim") as rt:
        at = Desk(rt)
        x, y = at.buffer(), at.buffer()
        at.load.fill(y, 1.0)
        early = at.load.record()
        at.load.fill(x, 2.0)
        at.work.wait(early)
        for _ in range(3):
            at.work.launch(axpy, x[:4], y[:4], alpha=1.0)
        (race,) = rt.races
    lines = re.sub(r"(#|line |lines |and |\.py:)\d+", r"\1N", str(race)).splitlines()
    here = re.escape(str(Path(__file__)))
    expected = [
        r"axpy on sim:0/work@2 reads what fill on sim:0/load@2 writes; nothing orders the two",
        r"  x: buffer #N float32\[8\], bytes 0 to 16",
        rf"  1 writes \[0:32\)  submitted at {here}:N in test_a_report_says_.*",
        rf"  2 reads  \[0:16\)  submitted at {here}:N in test_a_report_says_.*",
        rf"  work knows load up to @1 only: it waited for the event recorded at {FILE}:N, before 1",
        r'  would order them: work.wait\(load.record\(\)\) between lines N and N; or hazards="auto"',
    ]
    for line, pattern in zip(lines, expected, strict=True):
        assert re.fullmatch(pattern, line), line
    assert race.remedy.startswith("work.wait(load.record()) between lines ")
    assert caplog.text.count("RaceError: axpy on sim:0/work@2 reads") == 1


# --- what it must not find ---------------------------------------------------------------------


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
        if self.draw.random() < 0.3 and device.host_memory:
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
            case 7 if stream.device.host_memory:
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


# --- undeclared accesses -----------------------------------------------------------------------


@pytest.mark.parametrize("hazards", ["auto", "manual"])
def test_a_kernel_that_writes_what_it_only_reads_is_found(hazards: str) -> None:
    """Row 76."""
    with pytest.raises(UndeclaredAccessError), runtime("sim", hazards=hazards) as rt:
        at = Desk(rt)
        x, y = at.buffer(1.0), at.buffer()
        at.work.launch(halve, x, y)
        at.work.sync()
        assert rt.races == ()
        at.work.launch(halve_in_place, x, y)
        at.work.sync()
        (race,) = rt.races
        assert (race.first.buffer, race.first.start) == (f"#{x._region.tracked.name} float32[8]", 0)
        assert FILE in race.first.site
        assert race.second is None
        assert "which it declares to read only" in str(race)


def test_a_kernel_that_writes_beside_its_outputs_is_found() -> None:
    """Row 76: behind a view, and between the elements of one."""
    with pytest.raises(UndeclaredAccessError), runtime("sim", hazards="auto") as rt:
        at = Desk(rt)
        x = at.buffer(1.0)
        at.work.launch(clear, x[:4])
        at.work.launch(axpy, x[::2], x[1::2], alpha=1.0)
        at.work.sync()
        assert rt.races == ()
        at.work.launch(clear_one_more, x[2:4])
        at.work.sync()
        (race,) = rt.races
        assert (race.first.start, race.first.stop) == (16, 20)
        assert "directly behind y" in str(race)


# --- what becomes of races ---------------------------------------------------------------------


def race_once(rt: srt.Runtime) -> None:
    at = Desk(rt)
    a_wait_is_missing(at, False)


def test_leaving_in_good_order_raises_the_first_race_once() -> None:
    """Row 75: so does `close`; an error of the body goes on as it is."""
    rt = runtime("sim")
    race_once(rt)
    with pytest.raises(RaceError):
        rt.close()
    rt.close()
    assert len(rt.races) == 1

    async def main() -> None:
        async with runtime("sim") as rt:
            race_once(rt)

    with pytest.raises(RaceError):
        asyncio.run(main())
    with pytest.raises(ZeroDivisionError), runtime("sim") as rt:
        race_once(rt)
        raise ZeroDivisionError


def test_a_runtime_without_it_has_the_plain_lanes_and_the_native_launch() -> None:
    """Row 75: nothing of it is on their way."""
    with srt.Runtime(races=False) as rt:
        stream = rt.device().stream()
        n = rt.put(np.zeros(1, "u4"))
        execution = stream.launch(count, n)
        assert rt._engine.watch is None
        assert {type(lane) for lane in rt._engine.lanes} == {Lane}
        assert type(execution) is Execution
        assert IN_PYTHON or stream._track is stream._lane._track
