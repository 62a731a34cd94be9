"""Scopes fail as asyncio's TaskGroup and trio's nurseries do: the same bodies run in all of them.

A body starts work that fails, and then ends in its own way. Whatever leaves the block is compared
by its shape. A scope differs on purpose where something ends more than the block: a cancellation
or Ctrl-C goes on alone, also where the others put it into a group, or leave it out. A runtime lets
every error of its body go on alone.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from collections.abc import Awaitable, Callable, Generator
from functools import partial
from typing import Any, NamedTuple, NoReturn

import anyio
import numpy as np
import pytest
from shared.event_loops import libraries, run
from shared.trial_kernels import fail

import streamrt as srt
from streamrt._runtime.ending.leaving import Leaving
from streamrt.errors import DependencyError, KernelError

Start = Callable[[Exception], object]
Body = Callable[[Start, Callable[[], Awaitable[object]]], Awaitable[None]]
CANCELLED = asyncio.CancelledError  # stands for a cancellation from outside, also on trio
BOTH = ("asyncio", "trio")
NOT_YET = BOTH if sys.version_info < (3, 15) else ("trio",)  # then a TaskGroup does as scopes do


class Case(NamedTuple):
    """A body, and what is different about it.

    Attributes:
        failures: the number of pieces of work that fail.
        error: makes what the body raises.
        alone: libraries in which a scope lets the body's error go on alone, and they do not.
    """

    failures: int = 0
    error: Callable[[], BaseException] | None = None
    alone: tuple[str, ...] = ()


def inner(*errors: type[BaseException]) -> BaseException:
    return BaseExceptionGroup("inner", [error() for error in errors])


mine, group_of_mine = partial(LookupError, "mine"), partial(inner, KeyError, ValueError)
CASES = {
    "nothing fails": Case(),
    "some work fails": Case(1),
    "two pieces of work fail": Case(2),
    "the body fails": Case(0, mine),
    "the body fails, and some work": Case(1, mine),
    "the body raises a group": Case(0, group_of_mine),
    "the body raises a group, and some work fails": Case(1, group_of_mine),
    "the body is cancelled": Case(0, CANCELLED),
    "the body is cancelled, and some work fails": Case(1, CANCELLED, alone=BOTH),
    "Ctrl-C": Case(0, KeyboardInterrupt, alone=("trio",)),
    "Ctrl-C, and some work fails": Case(1, KeyboardInterrupt, alone=("trio",)),
    "Ctrl-C in a group": Case(0, partial(inner, KeyError, KeyboardInterrupt), alone=BOTH),
    "the program exits": Case(0, SystemExit, alone=("trio",)),
    "the program exits, and some work fails": Case(1, SystemExit, alone=("trio",)),
    "a generator is closed": Case(0, GeneratorExit, alone=NOT_YET),
}


async def caught(case: Case, library: str, block: Callable[[Body], Awaitable[None]]) -> Any:
    """Returns what leaves a block with the body of a case; None if nothing does."""
    task = asyncio.current_task() if library != "trio" else None

    async def body(start: Start, has_begun: Callable[[], Awaitable[object]]) -> None:
        for number in range(case.failures):
            start(OSError(number))
        await has_begun()
        if case.error is CANCELLED:
            cancel_scope.cancel() if task is None else task.cancel()
            await anyio.sleep_forever()
        elif case.error is not None:
            raise case.error()

    try:
        with anyio.CancelScope() as cancel_scope:
            await block(body)
    except BaseException as error:  # noqa: BLE001 - it is compared
        if task is not None and task.cancelling():
            task.uncancel()  # a TaskGroup that raises failures cancels it again, from 3.13 on
        return error
    return None


async def in_a_group(case: Case, library: str) -> Any:
    """The oracle: a TaskGroup, or a nursery."""

    async def block(body: Body) -> None:
        may_fail = anyio.Event()

        async def fail_later(error: Exception) -> None:
            try:
                await may_fail.wait()
            finally:  # also when it is cancelled
                raise error

        async def has_begun() -> None:
            await anyio.wait_all_tasks_blocked()
            may_fail.set()

        if library == "trio":
            trio: Any = pytest.importorskip("trio")
            async with trio.open_nursery() as nursery:
                await body(lambda error: nursery.start_soon(fail_later, error), has_begun)
        else:
            async with asyncio.TaskGroup() as group:
                await body(lambda error: group.create_task(fail_later(error)), has_begun)

    return await caught(case, library, block)


def work(error: Exception) -> None:
    raise error


async def in_a_scope(case: Case, library: str, is_async: bool) -> Any:
    with srt.Runtime() as rt:
        stream = rt.device().stream()

        async def block(body: Body) -> None:
            if is_async:
                async with rt.scope():
                    await body(lambda error: stream.call(work, error), lambda: rt)
            else:
                with rt.scope():
                    await body(lambda error: stream.call(work, error), lambda: rt)

        return await caught(case, library, block)


def shape(error: BaseException | None) -> Any:
    """Its type; for a group also the shapes of the errors in it, in any order."""
    if isinstance(error, BaseExceptionGroup):
        return type(error).__name__, sorted(repr(shape(inner)) for inner in error.exceptions)
    return repr(error)


def is_absorbed(case: Case, library: str) -> bool:
    """Whether the cancel scope around the block takes what leaves it."""
    return case.error is CANCELLED and library == "trio"


@libraries
@pytest.mark.parametrize("is_async", [False, True], ids=["with", "async with"])
@pytest.mark.parametrize("name", CASES)
def test_a_scope_fails_as_task_groups_and_nurseries_do(
    library: str, is_async: bool, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Rows 9, 70 and 71."""
    case = CASES[name]
    theirs = run(library, partial(in_a_group, case, library))
    ours = run(library, partial(in_a_scope, case, library, is_async))
    differs = (library if library == "trio" else "asyncio") in case.alone
    assert differs == (shape(ours) != shape(theirs))
    error = case.error() if case.error is not None else None
    is_alone = error is not None and not isinstance(error, Exception)
    if is_alone:
        assert shape(ours) == shape(None if is_absorbed(case, library) else error)
    elif error is not None:
        assert shape(ours.exceptions[0]) == shape(error)
    assert len(caplog.records) == (case.failures if is_alone else 0)  # raised or logged, never both


def test_an_error_that_the_body_raised_because_work_failed_appears_once() -> None:
    """Rows 9 and 70."""
    with srt.Runtime() as rt:
        stream, y = rt.device().stream(), rt.put(np.zeros(1, "f4"))
        with pytest.RaisesGroup(KernelError), rt.scope():
            stream.launch(fail, y, 7).sync()
        with pytest.RaisesGroup(DependencyError), rt.scope():
            stream.launch(fail, y, 7)
            y.fetch().sync()
        with pytest.RaisesGroup(pytest.RaisesGroup(ZeroDivisionError)), rt.scope(), rt.scope():
            stream.call(lambda: 1 / 0)
    with srt.Runtime(eager=True) as rt, pytest.RaisesGroup(ZeroDivisionError), rt.scope():
        rt.device().stream().call(lambda: 1 / 0)


# --- runtimes -------------------------------------------------------------------------------------


async def in_a_runtime(case: Case, library: str, is_async: bool) -> Any:
    async def block(body: Body) -> None:
        rt, kept = srt.Runtime(), list[srt.Execution]()  # a dropped one would only be logged
        stream = rt.device().stream()

        def start(error: Exception) -> None:
            kept.append(stream.call(work, error))

        if is_async:
            async with rt:
                await body(start, lambda: rt)
        else:
            with rt:
                await body(start, lambda: rt)

    return await caught(case, library, block)


@libraries
@pytest.mark.parametrize("is_async", [False, True], ids=["with", "async with"])
@pytest.mark.parametrize("name", CASES)
def test_a_runtime_fails_as_a_scope_does_and_lets_the_error_of_its_body_through(
    library: str, is_async: bool, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Rows 9 and 72."""
    case = CASES[name]
    error = case.error() if case.error is not None else None
    ours = run(library, partial(in_a_runtime, case, library, is_async))
    if error is None:
        assert shape(ours) == shape(run(library, partial(in_a_scope, case, library, is_async)))
    else:
        assert shape(ours) == shape(None if is_absorbed(case, library) else error)
    assert len(caplog.records) == (0 if error is None else case.failures)


@pytest.mark.parametrize("is_async", [False, True], ids=["close", "aclose"])
def test_an_interrupt_while_it_closes_goes_on_alone_and_failures_are_logged(
    is_async: bool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows 21 and 72."""

    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    rt = srt.Runtime()
    failed = rt.device().stream().call(lambda: 1 / 0)
    rt.barrier().sync()
    monkeypatch.setattr(Leaving, "_wait" if is_async else "_block", interrupt)
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(rt.aclose()) if is_async else rt.close()
    (record,) = caplog.records
    assert record.exc_info
    assert record.exc_info[1] is failed.exception()
    rt.close()  # raises nothing more


# --- cycles ---------------------------------------------------------------------------------------


@pytest.fixture
def no_collector() -> Generator[None]:
    gc.disable()
    yield
    gc.enable()


class MineError(Exception):
    """An error of a body."""


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("failures", [0, 1])
@pytest.mark.parametrize("is_async", [False, True], ids=["with", "async with"])
def test_a_group_that_left_a_scope_is_in_no_cycle(
    is_async: bool, failures: int, rt: srt.Runtime
) -> None:
    """Row 52."""
    stream, found = rt.device().stream(), list[weakref.ref[BaseException]]()

    def body() -> None:
        for _ in range(failures):
            stream.call(lambda: 1 / 0)
        rt.barrier().sync()
        raise MineError

    async def asynchronous() -> None:
        try:
            async with rt.scope():
                body()
        except ExceptionGroup as group:
            found.extend(weakref.ref(error) for error in group.exceptions[:1])

    def synchronous() -> None:
        try:
            with rt.scope():
                body()
        except ExceptionGroup as group:
            found.extend(weakref.ref(error) for error in group.exceptions[:1])

    asyncio.run(asynchronous()) if is_async else synchronous()
    assert [error() for error in found] == [None]
