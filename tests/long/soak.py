"""Runs random programs on threads and event loops for minutes, and looks whether all is as before.

    python tests/long/soak.py --minutes 5 [--seed 7] [--threads 6] [--burners 2] [--failing 10000]

Rounds of some seconds: a runtime is opened, clients submit random programs to it from threads and
from loops that come and go, beside processes that burn the processors; others open and close
runtimes of their own. Each client knows what must come of its work (`sweep/desk.py`). A round ends
with no memory in use; the soak with as much memory, and as many threads, descriptors and objects
as after its warm-up. Prints its seed first. Whatever is wrong ends it with status 1.

`--failing` first runs each program of `failing_calls.py` that often, and looks at the same.
"""

from __future__ import annotations

import argparse
import asyncio
import faulthandler
import logging
import os
import random
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from shared.failing_calls import PROGRAMS, Program, grown
from sweep.clients import Client, judged

import streamrt as srt
from streamrt.testing._real.resources import (
    MOST_GROWTH,
    SoakFailedError,
    allowed,
    check_flat,
    sample,
)
from streamrt.testing._real.soak import rounds
from streamrt.testing._real.workers import Worker, check_unused, state_of, work

logger = logging.getLogger("streamrt")

ROUND = 5.0  # seconds
STUCK = 3600.0  # seconds without a step until a worker counts as hanging


class Round:
    """Some seconds of work on one runtime."""

    def __init__(self, seed: str, threads: int, totals: Counter[str]) -> None:
        self.seed, self.threads, self.totals = seed, threads, totals
        self.rt = srt.Runtime(["cpu:0"], drain_timeout=STUCK)
        device = self.rt.device("cpu:0")
        draw = random.Random(seed)
        self.streams = [
            device.stream(f"shared{i}", high_water=draw.choice((2, 16, 256))) for i in range(4)
        ]

    # -- jobs -----------------------------------------------------------------------------------

    def client(self, draw: random.Random, worker: Worker, rt: srt.Runtime) -> Client:
        device = rt.device("cpu:0")
        streams = self.streams if rt is self.rt else [device.stream() for _ in range(2)]
        return Client(rt, streams, draw, worker.step, rt is self.rt)

    def in_thread(self, draw: random.Random, worker: Worker) -> None:
        client = self.client(draw, worker, self.rt)
        client.run_here(draw.randrange(10, 80))
        self.look_at(client)

    def on_loop(self, draw: random.Random, worker: Worker) -> None:
        """A loop that lives for one program, or for several at once."""
        clients = [self.client(draw, worker, self.rt) for _ in range(draw.choice((1, 1, 3)))]

        async def main() -> None:
            await asyncio.gather(*(c.run_on_loop(draw.randrange(10, 80)) for c in clients))

        runner(draw)(main())
        for client in clients:
            self.look_at(client)

    def own_runtime(self, draw: random.Random, worker: Worker) -> None:
        """A runtime that is opened, used and left: in order, by an error, with work in it."""
        worker.step()
        how = draw.choice(("leave", "raise", "aleave", "araise"))
        clients: list[Client] = []

        def inside(rt: srt.Runtime) -> None:
            clients.append(self.client(draw, worker, rt))
            clients[0].submit_only(draw.randrange(40))
            if how.endswith("raise"):
                raise KeyError("asked to raise")

        async def main() -> None:
            async with srt.Runtime(["cpu:0"], drain_timeout=STUCK) as rt:
                inside(rt)

        try:
            if how.startswith("a"):
                runner(draw)(main())
            else:
                with srt.Runtime(["cpu:0"], drain_timeout=STUCK) as rt:
                    inside(rt)
        except (KeyError, ExceptionGroup) as error:
            if not (how.endswith("raise") or clients[0].may_fail):
                raise SoakFailedError(f"leaving a runtime raised {error!r}") from error
        self.look_at(clients[0], was_left=how.endswith("raise"))

    def look_at(self, client: Client, was_left: bool = False) -> None:
        problems = judged(client, was_left)
        self.totals.update(client.done)
        self.totals["submissions"] += len(client.desk.ops)
        if problems:
            raise SoakFailedError("\n  ".join(problems))

    # -- the round ------------------------------------------------------------------------------

    def run(self, seconds: float) -> None:
        jobs = [self.on_loop, self.in_thread, self.on_loop, self.own_runtime]
        workers = [
            Worker(f"{i}-{jobs[i % 4].__name__}", jobs[i % 4], f"{self.seed}/{i}")
            for i in range(self.threads)
        ]
        work(workers, seconds, STUCK, lambda: state_of(self.rt), may_exit=True)
        self.streams.clear()
        check_unused(self.rt)
        self.rt.close()


def runner(draw: random.Random) -> Callable[..., object]:
    """A function that runs a coroutine on a new loop: asyncio's, or uvloop's if installed."""
    if draw.random() < 0.3:
        try:
            import uvloop
        except ModuleNotFoundError:
            pass
        else:
            return uvloop.run
    return asyncio.run


def soak(minutes: float, seed: int, threads: int, burners: int) -> None:
    """See the module.

    Raises:
        SoakFailedError: something was not as it must be.
    """
    print(f"seed {seed}", flush=True)
    # A program that leaves a runtime by an error is told of that one; the log has the others.
    logger.addFilter(lambda record: "nobody retrieved" not in record.msg)
    faulthandler.enable()
    totals: Counter[str] = Counter()

    def one(number: int, seconds: float) -> None:
        Round(f"{seed}/{number}", threads, totals).run(seconds)

    samples = rounds(one, 60 * minutes, length=ROUND, burners=burners, each=say)
    print(", ".join(f"{name}: {number}" for name, number in sorted(totals.items())))
    for line in check_flat(samples, allowed(60 * minutes)):
        print(line)
    print("all is as it was")


def say(line: str) -> None:
    print(line, flush=True)


def fail_by_the_thousand(times: int) -> None:
    """Runs each program that fails many times.

    Raises:
        SoakFailedError: something is left of one, or the process has grown.
    """

    async def run(program: Program) -> dict[str, int]:
        async with srt.Runtime(["cpu:0"]) as rt:
            return await grown(program, rt, times)

    logger.addFilter(lambda record: "nobody retrieved" not in record.msg)
    for name, program in PROGRAMS.items():
        asyncio.run(run(program))  # a warm-up as long as what is looked at
        before = sample()
        left = asyncio.run(run(program))
        now = sample()
        print(f"{times} times {name}: {left or 'nothing'} is left; {before.kib} to {now.kib} KiB")
        if left or now.kib - before.kib > MOST_GROWTH["kib"]:
            raise SoakFailedError(f"{name}, {times} times, leaves {left}; from {before} to {now}")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--minutes", type=float, default=5.0)
    options.add_argument("--seed", type=int, default=None)
    options.add_argument("--threads", type=int, default=8)
    options.add_argument("--burners", type=int, default=2)
    options.add_argument("--failing", type=int, default=0)
    given = options.parse_args()
    seed = random.randrange(1 << 32) if given.seed is None else given.seed
    try:
        if given.failing:
            fail_by_the_thousand(given.failing)
        soak(given.minutes, seed, given.threads, given.burners)
    except SoakFailedError as wrong:
        print(f"seed {seed}: {wrong}", file=sys.stderr)
        if wrong.__cause__ is not None:
            traceback.print_exception(wrong.__cause__)
        sys.stderr.flush()
        os._exit(1)  # threads may hang
    return 0


if __name__ == "__main__":
    sys.exit(main())
