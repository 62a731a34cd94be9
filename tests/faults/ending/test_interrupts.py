"""A handler that raises, at many of all the points where one can, in a dozen kinds of programs.

Nothing may crash or hang; the interrupt reaches the program; the runtime is usable afterwards or
closed, without threads; and unless a submission was cut in two, no memory is lost. A failure
names program, way and point; `everywhere.py` beside this runs all of them.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import threading
from collections.abc import Callable

import pytest
from interrupts.points import KINDS, Interrupt, Point
from interrupts.programs import PROGRAMS, ones, plain, with_gpu
from interrupts.sweeping import INSIDE, SUBMITTING, WHOLE, run

from streamrt._runtime.failures import logger
from streamrt._runtime.tracking import IN_PYTHON
from streamrt._runtime.waiting.listeners import listeners
from streamrt._runtime.waiting.loop_future import Wakeup

pytestmark = pytest.mark.skipif(IN_PYTHON, reason="the specification submits in steps")


# What is logged is kept by pytest, with its traceback and the buffers in that.
@pytest.fixture(autouse=True)
def silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logger, "disabled", True)
    monkeypatch.setattr(logging.getLogger("asyncio"), "disabled", True)


SHARES = [4, pytest.param(8, marks=pytest.mark.slow)]
"""The points of each program, in each way; `make interrupts` takes all."""


@pytest.fixture
def seed() -> int:
    given = os.environ.get("STREAMRT_SEED")
    return random.randrange(1 << 32) if given is None else int(given)


@pytest.mark.filterwarnings(
    "ignore:coroutine .* was never awaited"
)  # cut off before its first step
@pytest.mark.parametrize("how", [INSIDE, pytest.param(WHOLE, marks=pytest.mark.slow), SUBMITTING])
@pytest.mark.parametrize("most", SHARES)
@pytest.mark.parametrize(
    "program",
    [
        pytest.param(name, marks=pytest.mark.cuda if program.open is with_gpu else ())
        for name, program in PROGRAMS.items()
    ],
)
def test_whatever_is_interrupted_the_runtime_is_usable_or_closed(
    program: str, how: str, most: int, seed: int
) -> None:
    """Row 67."""
    draw = random.Random(f"{program} {how} {seed}")
    run(PROGRAMS[program], how, 0)  # what is done once in a process
    wholes = [run(PROGRAMS[program], how, 0) for _ in range(5)]
    assert not any(whole.problems for whole in wholes)
    points = min(whole.points for whole in wholes)
    if not points:
        pytest.skip("no part of it is submitted in steps")
    share = min(most, points)
    while share:
        number, kind = draw.randint(1, points), draw.choice(KINDS)
        done = run(PROGRAMS[program], how, number, kind)
        told = f"{program} {how} {number} {kind.__name__}, seed {seed}, at {done.place}"
        assert not done.problems, told
        if done.place is None:  # how many there are depends on how fast the queues are
            points = max(done.points, 1)
        else:
            share -= 1


def test_one_interrupt_inside_closing_closes_all_the_same() -> None:
    """Rows 21 and 67."""
    closing = frozenset(("close", "end"))
    number = struck = 0
    while struck == number:
        number += 1
        rt = plain()
        rt.device().stream().fill(ones(rt), 1.0)
        point = Point(number, closing, inside=True)
        try:
            with point:
                rt.close()
        except Interrupt:
            struck += 1
        if point.place is not None and not point.place.startswith("close (closing.py"):
            assert rt._engine.state == "closed", point.place
        assert not rt._engine.ending, point.place
        rt.close()
    assert struck > 50


class Interrupted:
    """A function that an interrupt follows, before its caller goes on."""

    def __init__(self, function: Callable[..., object]) -> None:
        self.function = function

    def __call__(self, *arguments: object) -> None:
        self.function(*arguments)
        raise Interrupt("asked for")


async def test_a_wake_up_that_is_interrupted_can_be_done_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    woken: list[object] = []
    wakeup = Wakeup(asyncio.get_running_loop())
    wakeup.add_done_callback(woken.append)
    monkeypatch.setattr(asyncio, "current_task", Interrupted(asyncio.current_task))
    with pytest.raises(Interrupt):
        wakeup.settle()
    monkeypatch.undo()
    wakeup.settle()
    await asyncio.sleep(0)
    assert woken == [wakeup]


async def test_an_interrupt_before_a_loop_reads_its_descriptor_lets_the_runtime_close(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate = threading.Event()
    async with plain() as rt:
        held = rt.device().stream().call(gate.wait)
        monkeypatch.setattr(listeners, "take", Interrupted(listeners.take))
        with pytest.raises(Interrupt):
            await held
        monkeypatch.undo()
        gate.set()
        held.sync()
    assert rt._engine.state == "closed"
