"""A cancel at every await and every command of real programs, and a look at everything after.

Each run of a program is cut once: a task is cancelled at its k-th suspension, or the j-th
execution is cancelled, in several ways each: on the CPU and on GPUs by `injecting.py`, on simulated
devices by `testing.sweep`, see `simulated.py`. After it nothing may hang, each execution has come
to the one end that follows from what it reads, no kernel has found memory that was not what was
written for it, nobody has logged anything, and all memory is given back. The same is done with
failures in place of cancels.

A failure prints program, injection and seed; `STREAMRT_SEED` runs with that seed again.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import time
from collections import Counter
from collections.abc import Generator

import pytest
from shared.fake_gpu import gpus
from sweep import simulated
from sweep.injecting import COMMAND_KINDS, FAILURES, TASK_KINDS
from sweep.programs import PROGRAMS
from sweep.sweeping import KINDS, NONE, Sweep

import streamrt as srt

AT_LEAST = 10_000  # cancels in all, those of slow tests among them
GPUS = ["cuda:0", "cuda:1", "cpu:0"]
SCHEDULES = 4  # of one sweep on simulated devices: the ordinary one, and three others
SHARE = -(-AT_LEAST // (2 * len(PROGRAMS)))  # of each program, on each kind of device


@pytest.fixture
def seed() -> int:
    given = os.environ.get("STREAMRT_SEED")
    return random.randrange(1 << 32) if given is None else int(given)


@pytest.fixture(autouse=True)
def silence(caplog: pytest.LogCaptureFixture) -> Generator[None]:
    """Nothing is logged: whoever asks for every error leaves none to report."""
    yield
    assert [r for r in caplog.records if r.levelno >= logging.WARNING] == []


async def rounds_on_cpu(program: str, seed: int, share: int) -> Counter[str]:
    done: Counter[str] = Counter()
    with srt.Runtime(["cpu:0"]) as rt:
        sweep = Sweep(rt, asyncio.get_running_loop(), "cpu:0", "cpu:0", seed)
        await sweep.run(PROGRAMS[program], NONE)
        start = time.perf_counter()
        while cancels(sweep.injected) < share:
            await sweep.sweep(PROGRAMS[program])
        done += sweep.injected
        report(program, "cpu", done, time.perf_counter() - start, seed)
    return done


async def round_on_gpus(program: str, seed: int) -> Counter[str]:
    """Beside a second GPU, and beside the CPU."""
    done: Counter[str] = Counter()
    loop, start = asyncio.get_running_loop(), time.perf_counter()
    for there in ("cuda:1", "cpu:0"):
        with gpus(2) as (backend, _), srt.Runtime(GPUS, backends=[backend]) as rt:
            sweep = Sweep(rt, loop, "cuda:0", there, seed)
            await sweep.run(PROGRAMS[program], NONE)
            await sweep.sweep(PROGRAMS[program])
            done += sweep.injected
    report(program, "cuda", done, time.perf_counter() - start, seed)
    return done


def rounds_on_simulator(program: str, seed: int) -> Counter[str]:
    done: Counter[str] = Counter()
    start, first = time.perf_counter(), seed
    while sum(done[kind] for kind in simulated.CANCELS) < SHARE:
        done += simulated.sweep_simulated(PROGRAMS[program], seed, SCHEDULES)
        seed += 1
    report(program, "sim", done, time.perf_counter() - start, first)
    return done


def cancels(done: Counter[str]) -> int:
    return done.total() - done["fail"]


def report(program: str, where: str, done: Counter[str], seconds: float, seed: int) -> None:
    rate = done.total() / seconds
    print(f"{program} on {where}: {done.total()} injections, {rate:.0f} a second, seed {seed}")
    print("  " + ", ".join(f"{kind}: {number}" for kind, number in done.items() if number))


@pytest.mark.parametrize(
    "share", [SHARE // 3, pytest.param(SHARE, marks=pytest.mark.slow)], ids=["some", "all"]
)
@pytest.mark.parametrize("program", PROGRAMS)
async def test_whatever_is_cancelled_nothing_is_lost(program: str, seed: int, share: int) -> None:
    done = await rounds_on_cpu(program, seed, share)
    assert cancels(done) >= share
    assert all(done[kind] for kind in KINDS)


@pytest.mark.cuda
@pytest.mark.parametrize("program", PROGRAMS)
async def test_nor_on_gpus(program: str, seed: int) -> None:
    """The fake driver reports each of its rules that is broken."""
    done = await round_on_gpus(program, seed)
    assert all(done[each] for each in (*COMMAND_KINDS, *FAILURES))
    assert any(done[each] for each in TASK_KINDS)  # an await may find its work done


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS)
def test_nor_on_simulated_devices(program: str, seed: int) -> None:
    done = rounds_on_simulator(program, seed)
    missing = {kind for kind in simulated.KINDS if not done[kind]}
    alone = PROGRAMS[program] not in simulated.WITH_TASKS
    assert missing == ({simulated.TASKS[-1]} if alone else set())


def test_these_are_ten_thousand_cancels() -> None:
    assert 2 * SHARE * len(PROGRAMS) >= AT_LEAST
