"""What an explored program must not do, and what cannot be explored: each is a clear error."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import json
import signal
import socket
import subprocess
import threading
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
import trio
from shared.explored import devices_only, failure_of, lost_update
from shared.processes import python

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
from streamrt.testing._exploring.loop import ExploredLoop


async def another(rt: srt.Runtime) -> None:
    await rt.device().stream().call(int)


class Called:
    """An object whose call is a coroutine's."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    async def __call__(self) -> None:
        await self._function()


class Awaited:
    """An object that runs a function when it is awaited."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def __await__(self) -> Any:
        return self._function().__await__()


async def ends_badly(*, reached: list[int]) -> None:
    await asyncio.sleep(0)
    reached.append(1)
    raise KeyError("reached")


RUN: dict[str, Callable[[Callable[..., Any]], Callable[..., Any]]] = {
    "a partial": lambda function: function,
    "a lambda": lambda function: lambda: function(),
    "a lambda with a runtime": lambda function: lambda rt: function(),
    "an object": Called,
    "a partial of an object": lambda function: functools.partial(Called(function)),
    "an awaitable": lambda function: lambda: Awaited(function),
    "a keyword": lambda function: lambda *, rt: function(),
}


@pytest.mark.parametrize("tool", [testing.explore, testing.sweep, testing.soak])
@pytest.mark.parametrize("way", RUN)
def test_a_program_that_is_no_plain_coroutine_function_runs(tool: Any, way: str) -> None:
    """Row 150."""
    reached: list[int] = []
    program = RUN[way](functools.partial(ends_badly, reached=reached))
    if tool is testing.soak:
        with pytest.raises(testing.SoakFailedError, match="reached"):
            tool(program, seconds=0.1, threads=1, burners=0)
    else:
        failure = tool(program, schedules=1).failure
        assert failure is not None
        assert failure.message == "KeyError: 'reached'"
    assert reached


def yields() -> Any:
    yield


async def yields_later() -> AsyncIterator[None]:
    yield


async def returns_a_coroutine() -> Any:
    return asyncio.sleep(0)


async def returns_a_task() -> Any:
    return asyncio.create_task(asyncio.sleep(1))


async def returns_many() -> Any:
    return [returns_a_task(), returns_a_coroutine()]


TOOLS = [testing.explore, testing.sweep, testing.without_waits]
UNRUN: list[Any] = [
    yields,
    yields_later,
    lambda rt: yields_later(),
    contextlib.contextmanager(yields),
    cast(Any, contextlib).asynccontextmanager(yields_later),
    returns_a_coroutine,
    returns_a_task,
    functools.partial(returns_a_task),
    lambda: [asyncio.sleep(0)],
    lambda rt: (1, returns_a_task()),
    returns_many,
    lambda: returns_a_task,
    lambda rt: functools.partial(returns_a_task),
]


@pytest.mark.parametrize(
    ("tool", "program"),
    [
        pytest.param(tool, program, marks=[pytest.mark.slow] if (n + k) % len(TOOLS) else [])
        for n, program in enumerate(UNRUN)
        for k, tool in enumerate(TOOLS)
    ],
)
def test_a_program_that_leaves_something_unrun_is_refused(tool: Any, program: Any) -> None:
    """Row 150."""
    with pytest.raises(
        ArgumentError, match=r"the program returned .* (runs nothing|awaits|calls);"
    ):
        tool(program)


TURNS = [0]


async def not_deterministic(rt: srt.Runtime) -> None:
    TURNS[0] += 1
    for _ in range(TURNS[0] % 7):
        await rt.device().stream().call(int)
    assert TURNS[0] % 5


def test_a_program_that_is_not_deterministic_gives_no_seed_that_lies() -> None:
    """Row 78."""
    TURNS[0] = 0
    with pytest.raises(NotDeterministicError, match=r"from draw \d+ on") as caught:
        testing.explore(not_deterministic)
    first = str(caught.value).partition("The first time it failed with ")[2]
    assert first.startswith("error: AssertionError")
    assert first.endswith("in not_deterministic")
    assert isinstance(caught.value.__cause__, AssertionError)


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
    failure = failure_of(program, schedules=1)
    assert (failure.kind, words in failure.message) == ("escaped", True)
    if program is not blocks_a_call:  # whose line is in the standard library
        assert failure.sites[0].endswith(f"in {program.__name__}")
    time.sleep(0)  # as before
    threading.Thread(target=int).start()


LOOP: dict[str, Callable[[asyncio.AbstractEventLoop], Any]] = {
    "waits for a file descriptor": lambda loop: loop.add_reader(0, print),
    "handles a signal": lambda loop: loop.add_signal_handler(signal.SIGTERM, print),
    "starts a process": lambda loop: asyncio.create_subprocess_exec("true"),
    "uses a socket": lambda loop: loop.sock_recv(cast("socket.socket", None), 1),
    "opens a socket": lambda loop: asyncio.open_connection("localhost", 80),
    "asks for an address of the network": lambda loop: loop.getaddrinfo("localhost", 80),
}


@pytest.mark.parametrize("words", LOOP)
def test_what_the_loop_lacks_is_an_escape_at_the_line_that_asks_for_it(words: str) -> None:
    """Row 77."""

    async def asks() -> None:
        with contextlib.suppress(ExplorationError):  # it is told all the same
            asked = LOOP[words](asyncio.get_running_loop())
            await asked

    failure = failure_of(asks, schedules=1)
    assert failure.kind == "escaped"
    assert f"the program {words} at {failure.sites[0]}" in failure.message
    assert "test_explored.py" in failure.sites[0]


def test_every_method_that_asyncios_loop_leaves_open_is_an_escape_or_the_worlds() -> None:
    for name, method in vars(asyncio.AbstractEventLoop).items():
        if not name.startswith("_") and getattr(asyncio.BaseEventLoop, name) is method:
            assert getattr(ExploredLoop, name) is not method, name


def test_the_audit_hook_is_quiet_when_the_interpreter_ends() -> None:
    """Row 77."""
    program = (
        "import atexit, sys, types\n"
        "from streamrt import testing\n"
        "from streamrt.testing._exploring import escaping\n"
        "testing.explore(lambda: None, schedules=1)\n"
        "for name in list(vars(escaping)): setattr(escaping, name, None)\n"  # as at the end
        "sys.audit('socket.__new__')\n"
    )
    done = python("-c", program)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_host_call_with_memory_of_a_simulated_device_names_the_device_to_explore_with() -> None:
    def program(rt: srt.Runtime) -> None:
        x = rt.empty(4)
        rt.device().stream().call(np.copyto, x, 1.0, writes=[x]).sync()

    failure = failure_of(program)
    assert failure.message.endswith(
        'explore the program with devices=["cpu:0"], whose memory is the host\'s'
    )
    assert testing.explore(program, devices=["cpu:0"], schedules=5).failure is None


@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
def test_trio_is_refused_at_the_line_that_runs_it() -> None:
    """Row 77."""

    def runs_trio() -> None:
        trio.run(trio.sleep, 0)

    failure = failure_of(runs_trio, schedules=1)
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


def test_a_schedule_that_never_ends_is_ended_and_a_task_that_swallows_is_named() -> None:
    """Row 80."""

    async def endless(rt: srt.Runtime) -> None:
        while True:  # noqa: ASYNC110 - that is the bug
            await asyncio.sleep(1)

    async def swallowing(rt: srt.Runtime) -> None:
        async def stubborn() -> None:
            while True:
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.Event().wait()

        asyncio.create_task(stubborn(), name="stubborn")  # noqa: RUF006 - it is left behind
        await asyncio.sleep(0)

    failure = failure_of(endless, steps=500)
    assert failure.kind == "livelock"
    assert "the schedule does not end" in failure.message
    assert "task stubborn swallows its cancellation" in failure_of(swallowing).message


def test_a_file_that_cannot_be_replayed_says_why(tmp_path: Path) -> None:
    """Row 78."""
    failure = failure_of(lost_update)
    path = failure.save(tmp_path / "f.json")
    text = path.read_text()
    with pytest.raises(ReplayError, match="found the program"):
        testing.replay(another, path)
    saved = json.loads(text)
    wrong: list[tuple[str, str]] = [
        (text[: len(text) // 2], "pass a file that Failure.save wrote"),
        (json.dumps(saved | {"format": "streamrt failure 0"}), "no file that Failure.save of this"),
        (json.dumps({k: v for k, v in saved.items() if k != "draws"}), "broken: KeyError: 'draws'"),
        ("[]", "no file that Failure.save of this version wrote"),
        (json.dumps(saved | {"kind": "bad luck"}), "no failure is of the kind 'bad luck'"),
        (json.dumps(saved | {"digest": 1}), "it differs in its choices"),
    ]
    for content, words in wrong:
        path.write_text(content)
        with pytest.raises(ReplayError, match=words):
            testing.replay(lost_update, path)
    with pytest.raises(ReplayError, match="No such file"):
        testing.replay(lost_update, tmp_path / "none.json")
    fixed = testing.Failure.load(failure.save(tmp_path / "g.json"))
    assert fixed.deviations == failure.deviations


WRONG: tuple[dict[str, Any], ...] = (
    *({"strategy": wrong} for wrong in ("clever", "pct(0)", 3)),
    *({"order": "none"}, {"schedules": 0}, {"devices": "sim:0"}, {"faults": ["cancel"]}),
    {"steps": 0},
)


@pytest.mark.parametrize("options", WRONG)
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

    failure = failure_of(program, schedules=1)
    assert failure.message == "KeyError: 'it is left open'"
    with pytest.raises(ClosedError):
        kept[0].empty(3)
    kept.clear()
    assert time.sleep.__name__ == "sleep"
