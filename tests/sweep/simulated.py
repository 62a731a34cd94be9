"""The programs of the sweep on simulated devices: `testing.sweep`, and each run judges itself.

`testing.sweep` looks whether a run ends, and for what is logged, left behind or used after it was
freed. Here the desk adds what it knows: the end that each execution must come to. It also adds
places for faults, where it submits: an execution is cancelled before anything follows it, and a
kernel fails by itself, after it has written something else than it should.
"""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

from sweep.desk import Desk, Op, in_use
from sweep.programs import (
    WITH_GRAPHS,
    WITH_GROUPS,
    Program,
    back_pressure,
    calls,
    copies,
    deadlines,
    fan_out,
    served,
)
from sweep.stamped import Phases

import streamrt as srt
from streamrt import testing
from streamrt.errors import DeviceError, ExecutionError, InjectedError
from streamrt.testing._exploring.faults import EXECUTIONS, TASKS, Faults
from streamrt.testing._exploring.sites import leaves

DEVICES = ("cpu:0", "sim:0", "sim:1")
KERNELS = ("make", "mix", "look", "read_in", "sum_up")
SUBMITTED, ITSELF = "as it is submitted", "by itself"
FAULTS = (testing.cancel(), testing.fail(*KERNELS, ITSELF), testing.out_of_memory())
CANCELS = (*TASKS, *EXECUTIONS, SUBMITTED)
KINDS = (*CANCELS, ITSELF, "fail", "out of memory")
TURNS = 100  # until whatever a run has dropped is gone

# Those whose main task waits for others, so that it is cancelled while one of them waits.
WITH_TASKS = (fan_out, back_pressure, calls, deadlines, copies, served)
# A schedule may let any time pass before what is ready, also that of a timeout.
WITH_TIMEOUTS = (deadlines,)
# asyncio makes one cancel of two: of one that came before a timeout was entered, and its own.
MERGED = ((deadlines, "as it goes on"),)


class Struck:
    """Gives faults a place at each submission; the hooks of a desk."""

    def __init__(self, faults: Faults | None) -> None:
        self._faults = faults

    def submitting(self) -> bool:
        """Has what is submitted next fail, if it is drawn."""
        return self._faults is not None and bool(self._faults.may("fail", ITSELF))

    def submitted(self, op: Op) -> None:
        """Cancels what was submitted, if it is drawn."""
        if self._faults is not None and self._faults.may("cancel", SUBMITTED):
            op.cancel()


class Judged:
    """A program of the sweep as one that `testing.sweep` runs; it raises what the desk finds.

    Attributes:
        struck: how many faults struck, by kind and variant.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.__name__ = self.__qualname__ = program.__name__
        self.struck: Counter[str] = Counter()

    async def run(self, rt: srt.Runtime) -> None:
        """Runs it, waits for all that it left, and looks at everything."""
        world = cast(Any, rt._engine.world)
        faults: Faults | None = world.hardware.faults
        desk = Desk(rt, "sim:0", "sim:1", Struck(faults), Phases(is_held=False))
        ended: list[BaseException] = []
        try:
            await self.program(desk)
        except BaseException as error:  # noqa: BLE001 - that is the question
            ended = list(leaves(error))
        if faults is not None:
            faults.end()
        await settled(rt)
        struck = variant(world.tape.draws)
        if struck:
            self.struck[struck] += 1
        problems = [*self.judged_end(ended, faults, struck), *judged(desk, faults)]
        if struck != "twice":  # who is cancelled again waits no more
            problems += [f"{op} outlived its scope" for op in desk.outlived]
        was_cancelled = any(isinstance(error, asyncio.CancelledError) for error in ended)
        may_collect = self.program in (*WITH_GROUPS, *WITH_GRAPHS) or "fail" in struck
        may_collect = may_collect or struck == ITSELF or any(op.fails for op in desk.ops)
        desk.ops.clear()
        desk.outlived.clear()
        ended.clear()
        del desk
        if not await is_given_back(rt, may_collect):
            problems.append(f"{in_use(rt)} bytes are in use")
        if problems:
            raise AssertionError("\n  ".join([f"{self.__name__}, {struck}:", *problems]))
        if was_cancelled or (faults is not None and faults.main):
            raise asyncio.CancelledError
        uncancelled()

    def judged_end(
        self, ended: list[BaseException], faults: Faults | None, struck: str
    ) -> Iterator[str]:
        """The faults in the end of the program's own task."""
        task = asyncio.current_task()
        assert task is not None
        cancels = 0 if faults is None else faults.main
        if task.cancelling() != cancels and not (self.program in WITH_GROUPS and not cancels):
            yield f"cancelling() is {task.cancelling()} after {cancels} cancels"
        for error in ended:
            if isinstance(error, asyncio.CancelledError):
                if faults is None or not faults.tasks:
                    yield "was cancelled, and nobody cancelled it"
            elif isinstance(error, TimeoutError) and self.program in WITH_TIMEOUTS:
                pass
            elif not struck or not is_ours(error):
                yield f"raised {error!r}"
        if not ended and cancels and (self.program, struck) not in MERGED:
            yield "swallowed its cancellation"


def uncancelled() -> None:
    """Takes back what is left of a cancellation that asyncio made of a child's failure."""
    task = asyncio.current_task()
    while task is not None and task.cancelling():
        task.uncancel()


def judged(desk: Desk, faults: Faults | None) -> list[str]:
    """The faults that the desk finds."""
    if faults is None:
        return desk.judge(tasks_cancelled=False)
    for op in desk.ops:
        if op.execution is not None:
            point = (op.execution.timeline.handle, op.execution.value)
            op.cancelled = op.cancelled or (point in faults.cancelled) or None
    return desk.judge(tasks_cancelled=bool(faults.tasks), injected=faults.struck["fail"])


def variant(draws: list[tuple[str, int, int]]) -> str:
    """What struck, in words; empty if nothing did."""
    for label, _, value in draws:
        if value and label.startswith("fault "):
            kind = label.removeprefix("fault ")
            if kind.startswith("cancel task"):
                return TASKS[value - 1]
            if kind in (f"cancel {SUBMITTED}", f"fail {ITSELF}"):
                return kind.partition(" ")[2]
            if kind.startswith("cancel"):
                return EXECUTIONS[value - 1]
            return "out of memory" if kind.startswith("out of memory") else "fail"
    return ""


async def settled(rt: srt.Runtime) -> None:
    """Waits for the tasks that a program left behind, and for all work."""
    mine = asyncio.current_task()
    while others := [task for task in asyncio.all_tasks() if task is not mine]:
        await undisturbed(asyncio.wait(others))
    for task in others:
        task.exception()
    await undisturbed(all_of(rt))


async def all_of(rt: srt.Runtime) -> None:
    await rt


async def undisturbed(waiting: Any) -> None:
    """Waits, also if this task is cancelled a second time meanwhile."""
    inner = asyncio.ensure_future(waiting)
    while not inner.done():
        try:
            await asyncio.shield(inner)
        except asyncio.CancelledError:
            pass


async def is_given_back(rt: srt.Runtime, may_collect: bool) -> bool:
    """Whether no memory is in use, after some turns of the loop."""
    for _ in range(TURNS):
        if may_collect and any(in_use(rt)):
            gc.collect()
        if not any(in_use(rt)):
            return True
        await asyncio.sleep(0)
    return False


def is_ours(error: BaseException) -> bool:
    """Whether it is the error of a fault."""
    return isinstance(error, ExecutionError | DeviceError | InjectedError) or (
        "asked to fail" in str(error)
    )


def sweep_simulated(program: Program, seed: int, schedules: int = 1) -> Counter[str]:
    """Strikes at every place of a program; returns how often, by kind.

    Raises:
        FailureFoundError: something was wrong; the text says how to see it again.
    """
    judging = Judged(program)

    async def run(rt: srt.Runtime) -> None:
        await judging.run(rt)

    run.__name__ = run.__qualname__ = program.__name__
    options: Any = {"faults": FAULTS, "devices": DEVICES, "seed": seed}
    swept = testing.sweep(run, schedules=schedules, **options)
    swept.check()
    assert judging.struck.total() >= swept.injected.total() > 0
    return judging.struck
