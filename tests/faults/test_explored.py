"""What an explored program must not do, and what cannot be explored: each is a clear error."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trio
from trial_kernels import axpy

import streamrt as srt
from streamrt import testing
from streamrt.errors import (
    ArgumentError,
    ClosedError,
    ExplorationError,
    NotDeterministicError,
    ReplayError,
    StateError,
)
from streamrt.testing._exploring import escaping, puppets


def devices_only(rt: srt.Runtime) -> None:
    stream, x, y = rt.device().stream(), rt.put(np.ones(8, "f4")), rt.put(np.ones(8, "f4"))
    stream.launch(axpy, x, y, alpha=1.0).sync()
    assert np.asarray(y)[0] == 2.0


async def lost_update(rt: srt.Runtime) -> None:
    """An update is lost if the second task reads before the first has written."""
    stream, state = rt.device().stream(), [0]

    async def increase(wait: float) -> None:
        await asyncio.sleep(wait)
        before = state[0]
        await stream.call(int)
        state[0] = before + 1

    await asyncio.gather(increase(0), increase(1e-3))
    assert state[0] == 2


async def another(rt: srt.Runtime) -> None:
    await rt.device().stream().call(int)


TURNS = [0]


async def not_deterministic(rt: srt.Runtime) -> None:
    TURNS[0] += 1
    for _ in range(TURNS[0] % 7):
        await rt.device().stream().call(int)
    assert TURNS[0] % 5


def test_a_program_that_is_not_deterministic_gives_no_seed_that_lies() -> None:
    """Row 78."""
    TURNS[0] = 0
    with pytest.raises(NotDeterministicError, match=r"from draw \d+ on"):
        testing.explore(not_deterministic)


def sleeps(rt: srt.Runtime) -> None:
    time.sleep(0.001)


def opens_a_socket(rt: srt.Runtime) -> None:
    with contextlib.suppress(ExplorationError):  # it is told all the same
        socket.socket()


def starts_a_thread(rt: srt.Runtime) -> None:
    threading.Thread(target=int).start()


def starts_a_process(rt: srt.Runtime) -> None:
    subprocess.run(["true"], check=True)


def blocks(rt: srt.Runtime) -> None:
    threading.Event().wait()


def blocks_a_call(rt: srt.Runtime) -> None:
    rt.device().stream().call(threading.Event().wait).sync()


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (sleeps, "sleeps in real time"),
        (opens_a_socket, "opens a socket"),
        (starts_a_thread, "starts a thread of its own"),
        (starts_a_process, "starts a process"),
        (blocks, "blocks the thread"),
        (blocks_a_call, "blocks its thread"),
    ],
)
def test_an_escape_is_named_at_its_line(
    program: Callable[..., Any], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 77."""
    for module in (escaping, puppets):
        monkeypatch.setattr(module, "PATIENCE", 0.3)  # seconds
    failure = testing.explore(program, schedules=1).failure
    assert failure is not None
    assert failure.kind == "escaped"
    assert words in failure.message
    if program is not blocks_a_call:  # whose line is in the standard library
        assert failure.sites[0].endswith(f"in {program.__name__}")
    time.sleep(0)  # as before
    threading.Thread(target=int).start()


@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
def test_trio_is_refused_at_the_line_that_runs_it() -> None:
    """Row 77."""

    def runs_trio() -> None:
        trio.run(trio.sleep, 0)

    failure = testing.explore(runs_trio, schedules=1).failure
    assert failure is not None
    assert "runs trio's loop" in failure.message
    assert failure.sites[0].endswith("in runs_trio")
    del failure
    gc.collect()  # half a pair of sockets of trio's


def test_exploring_inside_exploring_is_refused() -> None:
    """Row 79."""

    def program(rt: srt.Runtime) -> None:
        with pytest.raises(StateError, match="cannot explore another one"):
            testing.explore(devices_only)

    assert testing.explore(program, schedules=1).failure is None


async def test_exploring_needs_a_thread_without_a_loop() -> None:
    """Row 79."""
    with pytest.raises(StateError, match=r"asyncio\.to_thread"):
        testing.explore(devices_only)
    found = await asyncio.to_thread(testing.explore, devices_only, schedules=3)
    assert found.failure is None


def test_a_schedule_that_never_ends_is_ended() -> None:
    """Row 80."""

    async def program(rt: srt.Runtime) -> None:
        while True:  # noqa: ASYNC110 - that is the bug
            await asyncio.sleep(1)

    failure = testing.explore(program, steps=500).failure
    assert failure is not None
    assert failure.kind == "livelock"
    assert "the schedule does not end" in failure.message


def test_a_task_that_swallows_its_cancellation_is_named() -> None:
    """Row 80."""

    async def program(rt: srt.Runtime) -> None:
        async def stubborn() -> None:
            while True:
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.Event().wait()

        asyncio.create_task(stubborn(), name="stubborn")  # noqa: RUF006 - it is left behind
        await asyncio.sleep(0)

    failure = testing.explore(program).failure
    assert failure is not None
    assert "task stubborn swallows its cancellation" in failure.message


def _replay_or_name(program: Callable[..., Any], path: Path, name: str) -> None:
    testing.replay(program, path)
    pytest.fail(name)


def test_a_file_that_cannot_be_replayed_says_why(tmp_path: Path) -> None:
    """Row 78."""
    failure = testing.explore(lost_update).failure
    assert failure is not None
    path = failure.save(tmp_path / "f.json")
    text = path.read_text()
    with pytest.raises(ReplayError, match="found the program"):
        testing.replay(another, path)
    saved = json.loads(text)
    wrong: dict[str, str] = {
        "truncated": text[: len(text) // 2],
        "of another format": json.dumps(saved | {"format": "streamrt failure 0"}),
        "without draws": json.dumps({k: v for k, v in saved.items() if k != "draws"}),
        "a list": "[]",
        "of an unknown kind": json.dumps(saved | {"kind": "bad luck"}),
        "changed": json.dumps(saved | {"digest": 1}),
    }
    for name, content in wrong.items():
        path.write_text(content)
        with pytest.raises(ReplayError):
            _replay_or_name(lost_update, path, name)
    with pytest.raises(ReplayError, match="No such file"):
        testing.replay(lost_update, tmp_path / "none.json")
    fixed = testing.Failure.load(failure.save(tmp_path / "g.json"))
    assert fixed.deviations == failure.deviations


@pytest.mark.parametrize(
    "options",
    [
        {"strategy": "clever"},
        {"strategy": "pct(0)"},
        {"strategy": 3},
        {"order": "none"},
        {"schedules": 0},
        {"devices": "sim:0"},
        {"faults": ["cancel"]},
        {"steps": 0},
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError):
        testing.explore(devices_only, **options)
    with pytest.raises(ArgumentError):
        testing.explore(lambda rt, other: None)


def test_what_ran_before_leaves_nothing_behind() -> None:
    """A runtime that a failed program left open is closed, and threads sleep as before."""
    kept: list[srt.Runtime] = []

    def program() -> None:
        kept.append(srt.Runtime(["cpu:0"]))
        raise KeyError("it is left open")

    failure = testing.explore(program, schedules=1).failure
    assert failure is not None
    assert failure.message == "KeyError: 'it is left open'"
    with pytest.raises(ClosedError):
        kept[0].empty(3)
    kept.clear()
    assert time.sleep.__name__ == "sleep"
