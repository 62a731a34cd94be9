"""The race detector on programs with races: what it finds, what it says, what becomes of it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import numpy as np
import pytest
from shared.race_programs import BUGS, KINDS, PROGRAMS, Bug, Desk, cases, marked, racing, runtime
from shared.trial_kernels import axpy, count

import streamrt as srt
from streamrt._runtime.execution import Execution
from streamrt._runtime.lane import Lane
from streamrt._runtime.tracking import IN_PYTHON
from streamrt.errors import RaceError

HERE = Path(__file__).name


def lines_of(race: RaceError) -> list[int]:
    """The lines of the two programs' submissions that a report names."""
    sites = [side.site for side in (race.first, race.second) if side is not None]
    assert all(PROGRAMS in site for site in sites)
    return [int(re.findall(r":(\d+) in", site)[0]) for site in sites]


@pytest.mark.parametrize(("kind", "program"), cases())
def test_an_order_that_is_missing_is_found_in_the_first_run(kind: str, program: Bug) -> None:
    """Row 75: both lines are named, and the same program with its wait has no race."""
    with racing(kind) as rt:
        program(Desk(rt), False)
        assert [lines_of(race) for race in rt.races] == [marked(program)]
        (race,) = rt.races
        assert race.first is not None
        assert race.second is not None
        assert race.first.writes or race.second.writes
        assert race.second.name in str(race)
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
        assert lines_of(caught.value) == marked(program)
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
    with racing("sim") as rt:
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
        rf"  work knows load up to @1 only: it waited for the event recorded at {HERE}:N, before 1",
        r"  would order them: work.wait\(load.record\(\)\) between lines N and N; or hazards=.*",
    ]
    for line, pattern in zip(lines, expected, strict=True):
        assert re.fullmatch(pattern, line), line
    assert race.remedy.startswith("work.wait(load.record()) between lines ")
    assert caplog.text.count("RaceError: axpy on sim:0/work@2 reads") == 1


def race_once(rt: srt.Runtime) -> None:
    at = Desk(rt)
    BUGS["a_wait_is_missing"](at, False)


def raise_behind_a_race(rt: srt.Runtime) -> None:
    race_once(rt)
    raise ZeroDivisionError


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
        raise_behind_a_race(rt)


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
