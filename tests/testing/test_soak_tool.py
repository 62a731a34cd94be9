"""A soak of a user's program: what it runs, and what it finds."""

from __future__ import annotations

import logging
import subprocess
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shared.processes import python

import streamrt as srt
from streamrt import testing
from streamrt.errors import ArgumentError
from streamrt.testing._real import workers
from streamrt.testing._real.resources import MOST_GROWTH, Sample, check_flat

SHORT: dict[str, Any] = {"seconds": 0.6, "threads": 4, "burners": 0}

PROGRAM = """
import numpy as np

kept = []

async def sound(rt):
    x = rt.put(np.ones(64, "u4"))
    rt.device().stream().fill(x, 3)
    assert (await x.fetch() == 3).all()

async def leaks(rt):
    kept.append(rt.put(np.ones(64, "u4")))
"""


async def sound(rt: srt.Runtime) -> None:
    x = rt.put(np.ones(64, "u4"))
    rt.device().stream().fill(x, 3)
    assert (await x.fetch() == 3).all()


def blocking(rt: srt.Runtime) -> None:
    x = rt.put(np.ones(64, "u4"))
    rt.device().stream().fill(x, 3)
    assert (x.fetch().sync() == 3).all()


@pytest.mark.slow
def test_a_sound_program_passes_whatever_its_kind() -> None:
    opened: set[weakref.ref[srt.Runtime]] = set()

    async def noted(rt: srt.Runtime) -> None:
        opened.add(weakref.ref(rt))
        await sound(rt)

    def its_own() -> None:
        with srt.Runtime(["cpu:0"]) as rt:
            blocking(rt)

    programs: list[Callable[..., Any]] = [noted, blocking, its_own]
    for program in programs:
        soaked = testing.soak(program, **SHORT)
        assert soaked.rounds == len(soaked.samples) >= 6
        assert soaked.runs >= soaked.rounds
        assert str(soaked).startswith(f"{soaked.rounds} rounds, {soaked.runs} runs")
    assert len(opened) > 6, "a fresh runtime for each round, and some of a thread's own"


def test_burners_burn_and_end() -> None:
    lines: list[str] = []
    soaked = testing.soak(blocking, seconds=0.3, threads=1, burners=1, each=lines.append)
    assert len(lines) == soaked.rounds
    assert lines[0].startswith("round 1: Sample(kib=")


def test_memory_that_somebody_keeps_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SETTLED", 0.0)
    kept: list[srt.Buffer] = []

    async def program(rt: srt.Runtime) -> None:
        if not kept:
            kept.append(rt.put(np.ones(64, "u4")))

    with pytest.raises(testing.SoakFailedError, match=r"256 bytes of cpu:0 are in use"):
        testing.soak(program, seconds=0.3, threads=1, burners=0)
    kept.clear()


@pytest.mark.slow
def test_objects_that_become_more_are_found() -> None:
    kept: list[list[object]] = []

    def program() -> None:
        kept.extend([] for _ in range(10_000))

    with pytest.raises(testing.SoakFailedError, match=r"(objects|kib) grew from"):
        testing.soak(program, **SHORT)


def test_a_program_that_hangs_is_found_with_all_stacks() -> None:
    ends = threading.Event()

    def waits_for_ever(rt: srt.Runtime) -> None:
        stream = rt.device().stream("stuck")
        stream.call(ends.wait)
        stream.sync()

    try:
        with pytest.raises(testing.SoakFailedError, match="soak-0 makes no step") as found:
            testing.soak(waits_for_ever, seconds=3600, threads=1, burners=0, patience=0.2)
    finally:
        ends.set()
    text = str(found.value)
    assert "cpu:0/stuck" in text
    assert "in waits_for_ever" in text
    assert "thread soak-0:" in text


def test_errors_and_what_is_logged_are_found() -> None:
    async def raises(rt: srt.Runtime) -> None:
        await sound(rt)
        raise KeyError("asked to raise")

    with pytest.raises(testing.SoakFailedError, match="asked to raise") as found:
        testing.soak(raises, **SHORT)
    assert isinstance(found.value.__cause__, ExceptionGroup)

    def warns(rt: srt.Runtime) -> None:
        logging.getLogger("streamrt").warning("look at this")

    with pytest.raises(testing.SoakFailedError, match="logged: look at this"):
        testing.soak(warns, **SHORT)


@pytest.mark.parametrize("name", Sample._fields)
def test_what_grows_is_found(name: str) -> None:
    flat = Sample(kib=50_000, threads=1, descriptors=10, objects=30_000)
    assert f"{name}: " in "\n".join(check_flat([flat] * 9))
    step = MOST_GROWTH[name]
    growing = [flat._replace(**{name: i * step}) for i in range(9)]
    with pytest.raises(testing.SoakFailedError, match=f"{name} grew"):
        check_flat(growing)
    assert check_flat(growing[:5]) == ["too short to judge growth"]


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ArgumentError, match="program is 3"):
        testing.soak(3)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="seconds is 0"):
        testing.soak(sound, seconds=0)
    with pytest.raises(ArgumentError, match="threads"):
        testing.soak(sound, threads=0)


@pytest.mark.slow
def test_the_command_soaks_a_program_that_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PROGRAM)

    def command(program: str) -> subprocess.CompletedProcess[str]:
        words = ["-m", "streamrt.testing", "soak", program, "--minutes", "0.01", "--burners", "0"]
        return python(*words, cwd=tmp_path)

    wrongs = {"mine": "names no function", "nobody:f": "nobody", "mine:g": "g"}
    with ThreadPoolExecutor(2) as pool:  # because most of each is its start
        sound, leaks, *others = pool.map(command, ["mine:sound", "mine:leaks", *wrongs])
    assert sound.returncode == 0, sound.stderr
    assert sound.stdout.startswith("round 1: Sample(")
    assert sound.stdout.endswith("all is as it was\n")
    assert leaks.returncode == 1
    assert "are in use after everything was dropped" in leaks.stderr
    for wrong, words in zip(others, wrongs.values(), strict=True):
        assert wrong.returncode == 2
        assert words in wrong.stderr
        assert "MODULE:FUNCTION" in wrong.stderr
