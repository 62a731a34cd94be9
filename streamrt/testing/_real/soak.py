"""`soak`: a program on real devices, again and again, beside others of its kind, for a long time.

What no drawn schedule has: real threads, a machine that is busy, and hours. After each round all
memory of the runtime is given back, and nobody has logged a warning. After all rounds the process
holds as much memory, and as many threads, descriptors and objects, as after its warm-up.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from streamrt._core.values import check_count, check_flag, shown
from streamrt._runtime.runtime import Runtime
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.testing._exploring.checks import check_names, check_options
from streamrt.testing._exploring.programs import (
    Program,
    awaited,
    call,
    check_program,
    check_result,
    is_unrun,
    kind_of,
)
from streamrt.testing._exploring.running import Log
from streamrt.testing._real.resources import (
    Sample,
    SoakFailedError,
    allowed,
    burning,
    check_flat,
    sample,
)
from streamrt.testing._real.workers import Worker, check_unused, state_of, work

ROUND = 5.0  # seconds, at most
MANY = 12  # rounds, if they are not shorter than SHORTEST
LEAST = 6  # rounds, so that growth can be judged
SHORTEST = 0.1  # seconds
PATIENCE = 60.0  # seconds
OWN = 4  # every so many workers, one opens a runtime of its own for each run
BESIDE = (1, 1, 3)  # how many runs share a loop

OneRound = Callable[[int, float], object]
"""One round of a soak; it gets its number and its length in seconds."""


@dataclass(frozen=True, slots=True)
class Soaked:
    """A soak in which all went well.

    Attributes:
        rounds: how many rounds there were, each on a fresh runtime.
        runs: how often the program ran.
        samples: what the process held after each round.
        growth: what was compared in the end, in words.
    """

    rounds: int
    runs: int
    samples: tuple[Sample, ...]
    growth: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([f"{self.rounds} rounds, {self.runs} runs", *self.growth])


def soak(
    program: Program,
    *,
    seconds: float = 60.0,
    threads: int = 4,
    burners: int = 1,
    seed: int = 0,
    devices: Sequence[str] = ("cpu:0",),
    patience: float = PATIENCE,
    each: Callable[[str], object] | None = None,
    may_exit: bool = False,
    **options: Any,
) -> Soaked:
    """Runs a program on real devices again and again, from several threads and event loops.

    Each round has a fresh runtime, which all threads share; every fourth thread opens one of its
    own for each run. A coroutine runs on a new loop, or beside others on one. So a program may
    neither keep what it made, nor take it for granted that it is alone.

    Args:
        program: `async def program(rt)` or `def program(rt)`; without a parameter, it opens its
            own runtime.
        seconds: for how long; a short soak takes longer, until growth can be judged.
        threads: how many threads run it.
        burners: how many processes burn the processors meanwhile.
        seed: the seed of what is drawn, which is little: how many runs share a loop.
        devices: the devices of the runtimes.
        patience: after how many seconds without the end of a run a thread hangs.
        each: called with a line of text after each round.
        may_exit: whether to end the process, with the stacks of all threads, if it hangs so that
            Python cannot go on. Without it, nobody is told of such a hang.
        options: further options of `Runtime`.

    Raises:
        SoakFailedError: the program raised, hangs or logged a warning; memory is in use that nobody
            needs; or the process grew.
        ArgumentError: an argument has a value that it cannot have.
    """
    check_program("soak", program)
    names = check_names("soak", devices)
    check_options("soak", options)
    check_count(seed, "soak: seed", 0)
    check_flag(may_exit, "soak: may_exit")
    if not (each is None or callable(each)):
        raise ArgumentTypeError(f"soak: each is {shown(each)}; pass a function")
    for name, number in (("seconds", seconds), ("patience", patience)):
        if not isinstance(number, int | float) or not 0 < number < 1e9:
            raise ArgumentError(f"soak: {name} is {shown(number)}; it is in seconds, above 0")
    check_count(threads, "soak: threads", 1)
    check_count(burners, "soak: burners", 0)
    options = {"drain_timeout": patience, **options}
    soaking = _Soaking(program, names, options)
    log = Log()
    log.listen()

    def one_round(number: int, length: float) -> None:
        soaking.round(f"{seed}/{number}", threads, length, patience, may_exit)
        if log.records:
            raise SoakFailedError(f"logged: {log.records[0].getMessage()}")

    try:
        samples = rounds(one_round, seconds, burners=burners, each=each)
    finally:
        log.end()
    growth = check_flat(samples, allowed(seconds))
    return Soaked(len(samples), soaking.runs, tuple(samples), tuple(growth))


def rounds(
    one: OneRound,
    seconds: float,
    *,
    length: float | None = None,
    burners: int = 0,
    each: Callable[[str], object] | None = None,
) -> list[Sample]:
    """Runs rounds for some time, beside burners; returns what the process held after each.

    Args:
        one: runs a round.
        seconds: for how long.
        length: the length of a round in seconds; None for one that gives enough rounds to judge
            growth, for which it may take longer.
        burners: the number of processes that burn the processors.
        each: called with a line of text after each round.
    """
    least = LEAST if length is None else 1
    length = max(SHORTEST, min(ROUND, seconds / MANY)) if length is None else length
    end = time.monotonic() + seconds
    samples: list[Sample] = []
    with burning(burners):
        while (left := end - time.monotonic()) > 0 or len(samples) < least:
            one(len(samples), min(length, max(SHORTEST, left)))
            samples.append(sample())
            if each is not None:
                each(f"round {len(samples)}: {samples[-1]}")
    return samples


class _Soaking:
    """The rounds of one program.

    Attributes:
        runs: how often it ran.
    """

    def __init__(self, program: Program, devices: Sequence[str], options: dict[str, Any]) -> None:
        self.runs = 0
        self._program = program
        self._is_async, self._takes, _ = kind_of(program)
        self._devices = devices
        self._options = options

    def _runtime(self) -> Runtime:
        return Runtime(list(self._devices), **self._options)

    def round(
        self, seed: str, threads: int, seconds: float, patience: float, may_exit: bool
    ) -> None:
        """Runs it for some seconds on one runtime, which then has to be as it was."""
        rt = self._runtime()
        workers = [Worker(f"soak-{i}", self._job(i, rt), f"{seed}/{i}") for i in range(threads)]
        try:
            work(workers, seconds, patience, lambda: state_of(rt), may_exit=may_exit)
            check_unused(rt)
        except BaseException:
            if not any(worker.is_alive() for worker in workers):
                with suppress(Exception):  # the first error tells more
                    rt.close()
            raise
        finally:
            self.runs += sum(worker.steps for worker in workers)
        rt.close()

    def _job(self, number: int, rt: Runtime) -> Callable[[random.Random, Worker], None]:
        is_own = self._takes and number % OWN == OWN - 1

        def job(draw: random.Random, worker: Worker) -> None:
            if self._is_async:
                beside = draw.choice(BESIDE)
                asyncio.run(self._on_loop(None if is_own else rt, beside, worker))
            elif is_own:
                with self._runtime() as own:
                    self._finish(call(self._program, own))
                worker.step()
            else:
                self._finish(self._call(rt))
                worker.step()

        return job

    def _call(self, rt: Runtime | None) -> Any:
        """Calls it with the runtime, if it takes one."""
        return call(self._program, *([rt] if rt is not None and self._takes else []))

    def _finish(self, result: object) -> None:
        """Runs the coroutine that a program without a loop returned, if it returned one."""
        if is_unrun(result):
            asyncio.run(awaited("soak", result))
        else:
            check_result("soak", result)

    async def _on_loop(self, rt: Runtime | None, beside: int, worker: Worker) -> None:
        """Runs it on this loop, several times at once; None stands for a runtime of its own."""
        if rt is None and self._takes:
            async with self._runtime() as own:
                await self._on_loop(own, beside, worker)
            return

        async def run() -> None:
            await awaited("soak", self._call(rt))
            worker.step()

        async with asyncio.TaskGroup() as group:
            for _ in range(beside):
                group.create_task(run())
