"""Runs programs, each with one injection, and looks at everything afterwards."""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.desk import WORDS, Desk, in_use
from sweep.injecting import COMMAND_KINDS, FAILURES, TASK_KINDS, Injection, Injector, counting
from sweep.programs import SMALL, WITH_GRAPHS, WITH_GROUPS, Program, deadlines
from sweep.stamped import Phases

import streamrt as srt
from streamrt.errors import ExecutionError
from streamrt.testing._exploring.sites import leaves

PATIENCE = 3600.0  # seconds for what takes a millisecond
NONE = Injection("none", 0)
# asyncio makes one cancel of two: of one that came before a timeout was entered, and its own.
MERGED = ((deadlines, "resumed"),)
KINDS = (*TASK_KINDS, *COMMAND_KINDS, *FAILURES)
MOST = 1000  # suspensions or commands of a program


class UnsoundRunError(AssertionError):
    """The faults of a run, and how to run it again."""


class Sweep:
    """One runtime and one loop, and all injections into all programs.

    Attributes:
        injected: how many injections struck, by kind.
    """

    def __init__(
        self, rt: srt.Runtime, loop: asyncio.AbstractEventLoop, here: str, there: str, seed: int
    ) -> None:
        self.rt, self.loop, self.here, self.there = rt, loop, here, there
        self.seed = seed
        self.injected: Counter[str] = Counter()
        self.seen: list[str] = []  # of the loop's exception handler
        self._phases = Phases(is_held=rt.device(here).host_sees)
        self._draw = random.Random(seed)
        self._spoil = np.full(SMALL, 0x5A5A5A5A5A5A5A5A, WORDS)
        rt._engine.waiters.glance = lambda cell, patience: False  # type: ignore[method-assign] # suspend at once
        self._start = in_use(rt)
        gc.collect()
        gc.freeze()  # what stands is not looked at again
        loop.set_exception_handler(lambda _, context: self.seen.append(str(context)))

    async def sweep(self, program: Program) -> None:
        """Strikes at every suspension and every command of a program, once in each way."""
        for kind in KINDS:
            await self.sweep_kind(program, kind)

    async def sweep_kind(self, program: Program, kind: str) -> None:
        """Strikes at every suspension, or every command, of a program in one way."""
        for number in range(1, MOST):
            if not await self.run(program, Injection(kind, number)):
                return
        raise UnsoundRunError(f"{program.__name__} does not come to an end")

    async def run(self, program: Program, injection: Injection) -> bool:
        """Runs a program once; returns whether the injection struck."""
        injector = Injector(self.loop, injection, self._phases)
        injector.is_racing = self._draw.random() < 0.5
        desk = Desk(self.rt, self.here, self.there, injector, self._phases)
        problems = [*await self._run(program, desk, injector), *self.seen]
        # A failed execution, its error, and the frames that it was raised in keep each other.
        may_collect = program in (*WITH_GROUPS, *WITH_GRAPHS) or any(op.fails for op in desk.ops)
        desk.ops.clear()
        del desk
        if not await self._is_given_back(may_collect):
            problems.append(f"memory in use went from {self._start} to {in_use(self.rt)} bytes")
        if problems:
            self.seen.clear()
            lines = "\n  ".join(problems)
            raise UnsoundRunError(
                f"{program.__name__} on {self.here}, {injection}, seed {self.seed}:\n  {lines}"
            )
        self.injected[injection.kind] += injector.struck
        return injector.struck

    async def _is_given_back(self, may_collect: bool) -> bool:
        """Whether as much memory is in use as at the start.

        A host thread lets go of a call's arguments only after it has signalled.
        """
        if in_use(self.rt) == self._start:
            return True
        deadline = time.monotonic() + PATIENCE / 12
        while time.monotonic() < deadline:
            if may_collect:
                gc.collect()
            await asyncio.sleep(0)
            if in_use(self.rt) == self._start:
                return True
        return False

    async def _run(self, program: Program, desk: Desk, injector: Injector) -> list[str]:
        self.loop.set_task_factory(counting(injector))
        main = injector.main = self.loop.create_task(program(desk))
        self.loop.set_task_factory(counting(injector))
        try:
            for task in injector.tasks:  # a task that the program left behind goes on
                await asyncio.wait([task], timeout=PATIENCE)
                if not task.done():
                    return [f"hangs in {task}", *map(str, desk.ops)]
            self._spoil_memory()
            try:
                async with asyncio.timeout(PATIENCE):
                    await self.rt
            except TimeoutError:
                return ["leaves work that never ends", *map(str, desk.ops)]
        finally:
            self.loop.set_task_factory(None)
        problems = [
            *self._judge_end(program, main, injector),
            *desk.judge(injector.cancelled_tasks),
        ]
        if injector.kind != "twice":  # who is cancelled again waits no more
            problems += [f"{op} outlived its scope" for op in desk.outlived]
        desk.outlived.clear()
        injector.forget()  # tasks and executions keep their errors, with the frames of these
        return problems

    def _spoil_memory(self) -> None:
        """Has the host take all memory that it can get, and overwrite it."""
        self.rt.put(self._spoil, self.here)

    def _judge_end(
        self, program: Program, main: asyncio.Task[Any], injector: Injector
    ) -> Iterator[str]:
        """The faults in the end of the program's own task."""
        is_balanced = main.cancelling() == injector.cancels
        if not is_balanced and not (program in WITH_GROUPS and not injector.cancels):
            yield f"cancelling() is {main.cancelling()} after {injector.cancels} cancels"
        if main.cancelled():
            if not injector.cancels and not injector.cancelled_tasks:
                yield "was cancelled, and nobody cancelled it"
            return
        error = main.exception()
        if error is None:
            if injector.cancels and (program, injector.kind) not in MERGED:
                yield "swallowed its cancellation"
        elif not injector.struck or not all(_is_ours(e) for e in leaves(error)):
            yield f"raised {error!r}"


def _is_ours(error: BaseException) -> bool:
    return isinstance(error, ExecutionError) or "asked to fail" in str(error)
