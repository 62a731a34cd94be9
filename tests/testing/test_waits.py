"""Each explicit wait of a program is left out once: which are needed, and which nobody misses."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest

import streamrt as srt
from streamrt import testing
from streamrt._runtime.stream import Stream
from streamrt.errors import ArgumentError


def line_of(text: str) -> int:
    """The number of the line of this file that ends with a comment."""
    with open(__file__, encoding="utf-8") as lines:
        (number,) = [n for n, line in enumerate(lines, 1) if line.rstrip().endswith(f"# {text}")]
    return number


def at(text: str, name: str) -> str:
    return f"{__file__}:{line_of(text)} in {name}"


async def feed(rt: srt.Runtime) -> None:
    """Three waits: the program checks what the first orders, and nothing that the second does."""
    load, work = rt.device().stream("load"), rt.device().stream("work")
    x, y, z = (rt.put(np.zeros(8, "u4")) for _ in range(3))
    await rt.barrier()
    for number in range(1, 3):
        load.fill(x, number)
        work.wait(load.record())  # checked
        work.copy(y, x)
        work.copy(z, y)
        load.wait(work.record())  # unchecked
        work.wait(load.record())  # needless
    await work
    found = await y.fetch()
    assert (found == 2).all()


def plain(rt: srt.Runtime) -> None:
    one, two = rt.device().stream(), rt.device().stream()
    x = rt.empty(8, "u4")
    two.wait(one.fill(x, 1))  # plain
    two.fill(x, 2).sync()


def test_needed_and_needless_waits_are_told_apart() -> None:
    result = testing.without_waits(feed, schedules=10)
    verdicts = {wait.site: (wait.is_needed, wait.is_noticed) for wait in result.waits}
    assert list(verdicts) == [at(t, "feed") for t in ("checked", "unchecked", "needless")]
    assert verdicts[at("checked", "feed")] == (True, True)
    assert verdicts[at("unchecked", "feed")] == (True, False)
    assert verdicts[at("needless", "feed")] == (False, False)
    assert [wait.site for wait in result.needless] == [at("needless", "feed")]
    checked = result.waits[0]
    assert checked.failure is not None
    assert checked.failure.kind == "race"
    assert "without the wait at test_waits.py:" in checked.failure.again
    assert checked.reached == 2
    rows = str(result).splitlines()
    assert rows[0].split() == ["wait", "at", "reached"]
    assert rows[1].startswith(f"test_waits.py:{line_of('checked')} in feed        2  needed: ")
    assert rows[3].endswith("needless: nothing fails without it in 10 schedules")


@pytest.mark.parametrize("hazards", ["manual", "check"])
def test_a_wait_whose_loss_no_check_of_the_program_shows(hazards: str) -> None:
    """Two writes: nobody looks at the bytes afterwards."""
    result = testing.without_waits(plain, schedules=5, hazards=hazards)
    (wait,) = result.unnoticed
    assert wait.site == at("plain", "plain")
    assert "needed, but no check of the program misses it: " in str(result)
    assert wait.failure is not None
    assert wait.failure.kind == "race"


def test_a_program_that_opens_its_own_runtime_and_waits_in_a_helper() -> None:
    def order(after: srt.Stream, before: srt.Stream) -> None:
        after.wait(before.record())  # helper

    async def program() -> None:
        async with srt.Runtime(["cpu:0"], hazards="manual") as rt:
            one, two = rt.device().stream(), rt.device().stream()
            x = rt.empty(8, "u4")
            one.fill(x, 1)
            order(two, one)
            two.fill(x, 2)
            await asyncio.sleep(0)
            order(one, two)
            await one.fill(x, 3)

    (wait,) = testing.without_waits(program, schedules=3).needed
    assert wait.site == at("helper", "order")
    assert wait.reached == 2


def test_a_program_that_fails_with_all_its_waits_is_told_so() -> None:
    def racy(rt: srt.Runtime) -> None:
        x = rt.empty(8, "u4")
        rt.device().stream().fill(x, 1)
        rt.device().stream().fill(x, 2).sync()

    before = Stream.wait
    with pytest.raises(testing.FailureFoundError, match="fill"):
        testing.without_waits(racy)
    with pytest.raises(ArgumentError, match="schedules"):
        testing.without_waits(plain, schedules=0)
    assert Stream.wait is before


def test_a_program_without_waits_has_an_empty_table() -> None:
    def program(rt: srt.Runtime) -> None:
        rt.device().stream().fill(rt.empty(8, "u4"), 1).sync()

    result = testing.without_waits(program, schedules=2)
    assert result.waits == ()
    assert str(result) == "the program has no explicit waits"
