"""Interrupts programs, each run at one point, and looks at everything afterwards.

A program is run in two ways: inside a runtime that stays open, which then has to be usable, with
all memory given back; and with the opening and the leaving of its runtime. In the middle of an
allocation nothing is interrupted: see `SUBMISSIONS`. In a third way just these are: that may cost
memory, but the runtime has to be usable, or closed.
"""

from __future__ import annotations

import asyncio
import contextvars
import gc
import inspect
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from interrupts.points import Interrupt, Late, Point
from interrupts.programs import Program, misuses, ones
from shared.trial_kernels import axpy
from sweep.sweeping import leaves

import streamrt as srt
from streamrt._runtime.ending import closing
from streamrt.errors import DeviceLostError, ExecutionError

# Whatever takes memory in several steps. Submissions are among them only with the specification of
# the tracker, which is Python: the native ones are single steps.
SUBMISSIONS = frozenset(
    (
        "Memory.allocate",
        "GuardedMemory.allocate",
        *("Track.launch", "Track.post", "Track.call", "Track.wait"),
    )
)
INSIDE, WHOLE, SUBMITTING = "inside", "whole", "submitting"
PATIENCE = 3600.0  # seconds for what takes a millisecond


class Run(NamedTuple):
    """The result of a run.

    Attributes:
        points: the number of its points, up to the interrupt.
        place: the place where it was interrupted; None if it was not.
        problems: the faults that were found, in words.
    """

    points: int
    place: str | None
    problems: list[str]


def run(program: Program, how: str, number: int, kind: type[Interrupt | Late] = Interrupt) -> Run:
    """Runs a program, interrupted at one point, and looks at everything.

    Args:
        program: the program to run.
        how: `INSIDE`, `WHOLE` or `SUBMITTING`.
        number: the number of the point; 0 interrupts nothing.
        kind: the class of what the handler raises.
    """
    before = _threads()
    lost: list[str] = []
    hook, sys.unraisablehook = sys.unraisablehook, lambda found: lost.append(_spell(found))
    try:
        return _run(
            program,
            how,
            Point(number, SUBMISSIONS, inside=how == SUBMITTING, kind=kind),
            before,
            lost,
        )
    finally:
        sys.unraisablehook = hook


def _run(
    program: Program, how: str, point: Point, before: set[threading.Thread], lost: list[str]
) -> Run:
    runtimes: list[srt.Runtime] = []
    opened = set(closing._open)
    # Who is interrupted at the first step of `__exit__` has left nothing: that stays in here.
    context = contextvars.copy_context()
    error: BaseException | None = None
    try:
        if how != WHOLE:
            runtimes.append(program.open())
            context.run(_inside, program, runtimes[0], point)
        else:
            context.run(_whole, program, runtimes.append, point)
    except BaseException as caught:  # noqa: BLE001 - it is judged
        error = caught
    problems = list(_judge_error(error, point))
    error = None
    for rt in runtimes:
        problems += _judge(rt, may_lose=how == SUBMITTING)
    for engine in set(closing._open) - opened:  # of a runtime that nobody was given
        closing.end(engine)
    if not _soon(lambda: not _threads() - before):
        problems.append(f"leaves threads: {_threads() - before}")
    problems += lost
    problems += misuses()
    return Run(point.count, point.place, problems)


def _inside(program: Program, rt: srt.Runtime, point: Point) -> None:
    if not inspect.iscoroutinefunction(program.body):
        with point:
            program.body(rt)
        return

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(point.note)
        with point:
            await _body(program, rt)

    with asyncio.Runner() as runner:
        runner.run(main())


def _whole(program: Program, tell: Callable[[srt.Runtime], None], point: Point) -> None:
    if not inspect.iscoroutinefunction(program.body):
        with point, program.open() as rt:
            tell(rt)
            program.body(rt)
        return

    async def main() -> None:
        asyncio.get_running_loop().set_exception_handler(point.note)
        with point:
            async with program.open() as rt:
                tell(rt)
                await _body(program, rt)

    with asyncio.Runner() as runner:
        runner.run(main())


def _body(program: Program, rt: srt.Runtime) -> Awaitable[None]:
    awaitable = program.body(rt)
    assert awaitable is not None
    return awaitable


def _judge_error(error: BaseException | None, point: Point) -> Iterator[str]:
    if point.place is None:
        if error is not None:
            yield f"raised {error!r}, and was not interrupted"
    elif error is None:
        if not point.logged:
            yield "swallowed the interrupt"
    elif not all(isinstance(leaf, point.kind) for leaf in leaves(error)):  # a scope makes a group
        yield f"raised {error!r} in its place"


def _judge(rt: srt.Runtime, may_lose: bool) -> Iterator[str]:
    """The faults of a runtime; it has none if it is usable, or closed."""
    for step in (lambda: _use(rt, may_lose), lambda: rt.close() or ()):
        try:
            if rt._engine.state == "open":
                yield from step()
        except BaseException as error:  # noqa: BLE001 - whatever it is
            if not all(_is_due(leaf, may_lose) for leaf in leaves(error)):
                yield f"is neither usable nor closed: {error!r}"
    rt.close()
    for lane in rt._engine.lanes:
        if lane.pending > 0:
            yield f"{lane} has something pending"
    if rt._engine.ending:
        yield "its end was not brought to its end"


def _is_due(error: BaseException, may_lose: bool) -> bool:
    """Whether an interrupt may leave that behind: what was cut off has failed.

    A submission loses no device. A simulator loses its own, if a wait, which runs it, is cut off.
    """
    if isinstance(error, DeviceLostError):
        return may_lose or "a step of the machine was broken off" in str(error)
    return isinstance(error, ExecutionError)


def _use(rt: srt.Runtime, may_lose: bool) -> Iterator[str]:
    stream, y = rt.device().stream(), ones(rt)
    stream.launch(axpy, ones(rt), y, 1.0).sync(PATIENCE)
    if not np.array_equal(y.fetch().sync(PATIENCE), np.full(y.shape, 2, "f4")):
        yield "computes something else than before"
    rt.barrier().sync(PATIENCE)
    del stream, y

    def in_use() -> list[int]:
        gc.collect()
        return [device.memory_stats().in_use for device in rt.devices]

    if not may_lose and not _soon(lambda: not any(in_use())):
        yield f"memory is lost: {in_use()} bytes are in use"


def _threads() -> set[threading.Thread]:
    """The threads that run, except the process's worker set."""
    return {
        thread
        for thread in threading.enumerate()
        if thread.ident is not None and not thread.name.startswith("streamrt-worker")
    }


def _soon(condition: Callable[[], bool]) -> bool:
    """Whether it holds in the end: threads may still be about to let go of something."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.001)
    return True


def _spell(found: Any) -> str:
    return f"nobody was told of {found.exc_value!r} in {found.object!r}"
