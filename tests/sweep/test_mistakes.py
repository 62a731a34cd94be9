"""Mistakes that the sweep on simulated devices finds: of programs, and of the library."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from sweep.desk import Desk, Part
from sweep.programs import SMALL, TURNS, Program, cleaning_up, events, scoped
from sweep.simulated import sweep_simulated

import streamrt as srt
from streamrt import testing
from streamrt._runtime.execution import Execution
from streamrt._runtime.scope import Scope

kept: list[Part] = []


async def swallows(at: Desk) -> None:
    work, x = at.stream("work"), at.put(SMALL)
    try:
        await work.look(x, TURNS)
    except asyncio.CancelledError:
        pass


async def keeps(at: Desk) -> None:
    work, x = at.stream("work"), at.put(SMALL)
    try:
        await work.look(x, TURNS)
    except asyncio.CancelledError:
        kept.append(x)
        raise


async def hangs(at: Desk) -> None:
    work, x = at.stream("work"), at.put(SMALL)
    written = asyncio.Event()

    async def write() -> None:
        await work.look(x, TURNS)
        written.set()

    writing = asyncio.create_task(write())
    await asyncio.wait([asyncio.create_task(written.wait())])
    await writing


async def raises(at: Desk) -> None:
    work, x = at.stream("work"), at.put(SMALL)
    try:
        await work.look(x, TURNS)
    except srt.errors.ExecutionError as error:
        raise KeyError("a bug in the clean-up") from error


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (swallows, "swallowed its cancellation"),
        (keeps, "[0, 64, 0] bytes are in use"),
        (hangs, "deadlock"),
        (raises, "raised KeyError('a bug in the clean-up')"),
    ],
)
def test_mistakes_of_programs_are_found(program: Program, words: str) -> None:
    with pytest.raises(testing.FailureFoundError) as found:
        sweep_simulated(program, seed=1)
    assert words in str(found.value)
    kept.clear()


def says_so_only(self: Execution) -> bool:
    return True


def does_not_say(cancel: Callable[[Execution], bool]) -> Callable[[Execution], bool]:
    def cancelled(self: Execution) -> bool:
        cancel(self)
        return False

    return cancelled


def waits_for_nothing(self: Scope) -> list[object]:
    self._close()
    return []


@pytest.mark.parametrize(
    ("program", "where", "mistake", "words"),
    [
        (events, (Execution, "cancel"), lambda _: says_so_only, "though cancel() said"),
        (events, (Execution, "cancel"), does_not_say, "is cancelled, and nobody cancelled it"),
        (scoped, (Scope, "_points"), lambda _: waits_for_nothing, "has not ended; it goes on"),
        (
            cleaning_up,
            (Execution, "exception"),
            lambda _: lambda self: None,
            "is done, and was to fail",
        ),
    ],
)
def test_mistakes_of_the_library_are_found(
    program: Program,
    where: tuple[type, str],
    mistake: Callable[..., object],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(*where, mistake(getattr(*where)))
    with pytest.raises(testing.FailureFoundError) as found:
        sweep_simulated(program, seed=1)
    assert words in str(found.value)
