"""Signals that end a service, in real processes, on asyncio and trio."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from typing import Any

import anyio.lowlevel
import pytest
from shared.event_loops import ABSENT, run
from shared.processes import python

from streamrt.errors import ArgumentTypeError, ExecutionCancelledError
from streamrt.serving import Batcher, StreamBatcher, on_signal

loops = pytest.mark.parametrize(
    "library",
    [
        "asyncio",
        pytest.param("trio", marks=pytest.mark.skipif("trio" in ABSENT, reason="trio absent")),
    ],
)

PROGRAM = """
import os, signal, sys
import anyio
from streamrt.errors import OverloadedError
from streamrt.serving import Batcher, on_signal

async def main():
    running, go_on = anyio.Event(), anyio.Event()

    async def model(requests):
        running.set()
        await go_on.wait()
        return requests

    async def client(ask):
        print("answered", await ask("inside"), flush=True)

    async def stop(ask):
        await running.wait()
        os.kill(os.getpid(), signal.SIGTERM)
        while True:
            try:
                await ask("outside", within=0)
            except OverloadedError as error:  # it would be late, as long as the door is open
                if "it ends" in str(error):
                    print("refused", flush=True)
                    break
            await anyio.sleep(0)
        if sys.argv[2] == "twice":
            os.kill(os.getpid(), signal.SIGTERM)
        else:
            go_on.set()

    async with Batcher(model, most=1, within=3600.0, room=1) as ask:
        async with on_signal(signal.SIGTERM, ask.drain):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(client, ask)
                tasks.start_soon(stop, ask)
                await anyio.sleep_forever()  # as a server does
        print("left in order", flush=True)
        if sys.argv[2] == "twice":
            await ask.drain(within=0)
    print("ended", ask.stats().answered, ask.stats().cancelled)

anyio.run(main, backend=sys.argv[1])
"""


@loops
def test_sigterm_answers_what_is_inside_and_ends_the_program_in_order(library: str) -> None:
    """Row 347."""
    ended = python("-c", PROGRAM, library, "once")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines() == ["refused", "answered inside", "left in order", "ended 1 0"]


@loops
def test_a_second_signal_waits_for_nothing(library: str) -> None:
    """Row 347."""
    ended = python("-c", PROGRAM, library, "twice")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines() == ["refused", "left in order", "ended 0 1"]


@loops
def test_a_block_without_a_signal_ends_as_it_would(library: str) -> None:
    before = signal.getsignal(signal.SIGTERM)

    async def program() -> None:
        async with on_signal(signal.SIGTERM, anyio.sleep_forever):
            await anyio.lowlevel.checkpoint()

    run(library, program)
    assert signal.getsignal(signal.SIGTERM) == before


def test_bad_signals_and_actions_are_refused() -> None:
    async def program() -> None:
        wrong: list[tuple[Any, Any]] = [
            ("SIGTERM", anyio.sleep_forever),
            (9999, anyio.sleep_forever),
            (signal.SIGTERM, None),
        ]
        for number, action in wrong:
            with pytest.raises(ArgumentTypeError):
                async with on_signal(number, action):
                    pytest.fail("it was entered")

    anyio.run(program)


class StruckError(Exception):
    """What a handler raises."""


def strike(number: int, frame: object) -> None:
    raise StruckError


class Steps:
    """A model of both batchers, in whose run a signal comes."""

    def join(self, slot: int, x: int) -> None:
        pass

    def leave(self, slot: int) -> None:
        pass

    async def step(self, slots: Sequence[int]) -> list[list[int]]:
        await self.answers([])
        return [[] for _ in slots]

    async def answers(self, requests: list[int]) -> list[int]:
        await anyio.lowlevel.checkpoint()
        signal.raise_signal(signal.SIGUSR1)
        return requests


@pytest.mark.parametrize("streams", [False, True])
@loops
def test_what_a_handler_raises_in_a_model_ends_the_block(library: str, streams: bool) -> None:
    """Row 351."""
    ended: list[str] = []

    async def wait(ask: Any) -> None:
        try:
            if streams:
                async for _ in ask(1):
                    pass
            else:
                await ask(1)
        except ExecutionCancelledError:
            ended.append("cancelled")

    async def program() -> None:
        model = Steps()
        made: Any = StreamBatcher(model) if streams else Batcher(model.answers)
        async with made as ask, anyio.create_task_group() as tasks:
            tasks.start_soon(wait, ask)
            await anyio.sleep_forever()

    before = signal.signal(signal.SIGUSR1, strike)
    try:
        with pytest.raises(BaseException) as caught:  # noqa: PT011
            run(library, program)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert_struck(caught.value)
    assert ended in ([], ["cancelled"])  # its task may be cancelled first, with the block


def assert_struck(error: BaseException) -> None:
    """Holds that an error is the handler's, or a group with nothing else."""
    if isinstance(error, BaseExceptionGroup):
        group: BaseExceptionGroup[BaseException] = error
        for each in group.exceptions:
            assert_struck(each)
    else:
        assert isinstance(error, StruckError)
