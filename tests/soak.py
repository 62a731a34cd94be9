"""Runs random programs on threads and event loops for minutes, and looks whether all is as before.

    python tests/soak.py --minutes 5 [--seed 7] [--threads 6] [--burners 2] [--failing 10000]

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
import gc
import logging
import os
import random
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).resolve().parent))

from failing_calls import PROGRAMS, Program, grown
from sweep.clients import Client, judged

import streamrt as srt

logger = logging.getLogger("streamrt")

ROUND = 5.0  # seconds
STUCK = 60.0  # seconds without a step until a worker counts as hanging
SETTLED = 5.0  # seconds until threads that have signalled let go of what they worked on
BURN = "while True: pass"

# Changes allowed between the second and the last third of the soak. Memory: allocators keep
# pages, and threads' arenas come and go with them. The rest: a worker that is just ending.
MOST_GROWTH = {"kib": 4096, "threads": 2, "descriptors": 4, "objects": 2000}


class Wrong(Exception):  # noqa: N818 - it is what the soak found
    """Something that must not happen."""


class Sample(NamedTuple):
    """The resources that the process holds between two rounds."""

    kib: int
    threads: int
    descriptors: int
    objects: int


def sample() -> Sample:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    descriptors = len(os.listdir("/proc/self/fd"))
    kib = pages * os.sysconf("SC_PAGE_SIZE") // 1024
    return Sample(kib, threading.active_count(), descriptors, len(gc.get_objects()))


class Worker(threading.Thread):
    """A thread that runs one job after another until its round is over."""

    def __init__(self, name: str, job: Callable[[random.Random, Worker], None], seed: str) -> None:
        super().__init__(name=name, daemon=True)
        self.job, self.draw = job, random.Random(seed)
        self.steps = 0
        self.until = 0.0
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            while time.monotonic() < self.until:
                self.job(self.draw, self)
        except BaseException as error:  # noqa: BLE001 - the main thread raises it
            self.error = error

    def step(self) -> None:
        """Tells the watchdog that it goes on."""
        self.steps += 1


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
                raise Wrong(f"leaving a runtime raised {error!r}") from error
        self.look_at(clients[0], was_left=how.endswith("raise"))

    def look_at(self, client: Client, was_left: bool = False) -> None:
        problems = judged(client, was_left)
        self.totals.update(client.done)
        self.totals["submissions"] += len(client.desk.ops)
        if problems:
            raise Wrong("\n  ".join(problems))

    # -- the round ------------------------------------------------------------------------------

    def run(self, seconds: float) -> None:
        jobs = [self.on_loop, self.in_thread, self.on_loop, self.own_runtime]
        workers = [
            Worker(f"{i}-{jobs[i % 4].__name__}", jobs[i % 4], f"{self.seed}/{i}")
            for i in range(self.threads)
        ]
        until = time.monotonic() + seconds
        for worker in workers:
            worker.until = until
            worker.start()
        self.watch(workers)
        for worker in workers:
            if worker.error is not None:
                raise Wrong(f"{worker.name}: {worker.error!r}") from worker.error
        self.close()

    def watch(self, workers: list[Worker]) -> None:
        """Waits for the workers; one that makes no step is found, with the stacks of all."""
        seen = {worker: (0, time.monotonic()) for worker in workers}
        while any(worker.is_alive() for worker in workers):
            faulthandler.dump_traceback_later(2 * STUCK, exit=True)  # nobody gets the interpreter
            for worker in workers:
                worker.join(0.05)
                steps, since = seen[worker]
                if worker.steps != steps or not worker.is_alive():
                    seen[worker] = (worker.steps, time.monotonic())
                elif time.monotonic() - since > STUCK:
                    faulthandler.dump_traceback(all_threads=True)
                    raise Wrong(f"{worker.name} makes no step; {state_of(self.rt)}")
        faulthandler.cancel_dump_traceback_later()

    def close(self) -> None:
        self.streams.clear()
        device, deadline = self.rt.device("cpu:0"), time.monotonic() + SETTLED
        while device.memory_stats().in_use:
            gc.collect()  # what failed is in a cycle with its error's frames
            if time.monotonic() > deadline:
                held = device.memory_stats().in_use
                raise Wrong(f"{held} bytes are in use after everything was dropped")
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


def state_of(rt: srt.Runtime) -> str:
    """The queues of a runtime that hangs, and who waits for them."""
    lines = [
        f"{lane.name}: {lane.queue.completed} of {lane.value}; {[*lane.inflight][:2]}"
        for lane in rt._engine.lanes
    ]
    for loop, bridge in rt._engine.waiters._loop_bridges.items():
        lines.append(f"{loop}: waking {bridge._is_waking}, waiting {bridge._waiting}")
        tasks = asyncio.all_tasks(loop) if not loop.is_closed() else ()
        lines += [str(task) for task in tasks]
    return "\n  ".join(lines)


def check_flat(samples: list[Sample]) -> None:
    """Compares the last third of the soak with the second: the first is its warm-up."""
    third = len(samples) // 3
    if third < 2:
        print("too short to judge growth")
        return
    for name in Sample._fields:
        values = [getattr(each, name) for each in samples]
        before = statistics.median(values[third : 2 * third])
        after = statistics.median(values[2 * third :])
        print(f"{name}: {before:.0f} in the second third, {after:.0f} in the last")
        if after - before > MOST_GROWTH[name]:
            raise Wrong(f"{name} grew from {before} to {after}: {values}")


def soak(minutes: float, seed: int, threads: int, burners: int) -> None:
    """See the module.

    Raises:
        Wrong: something was not as it must be.
    """
    print(f"seed {seed}", flush=True)
    # A program that leaves a runtime by an error is told of that one; the log has the others.
    logger.addFilter(lambda record: "nobody retrieved" not in record.msg)
    faulthandler.enable()
    end = time.monotonic() + 60 * minutes
    totals: Counter[str] = Counter()
    samples: list[Sample] = []
    processes = [
        subprocess.Popen(["nice", "-n", "5", sys.executable, "-c", BURN]) for _ in range(burners)
    ]
    try:
        while time.monotonic() < end:
            length = min(ROUND, max(0.5, end - time.monotonic()))
            Round(f"{seed}/{len(samples)}", threads, totals).run(length)
            samples.append(sample())
            print(f"round {len(samples)}: {samples[-1]}", flush=True)
    finally:
        for process in processes:
            process.kill()
            process.wait()
    print(", ".join(f"{name}: {number}" for name, number in sorted(totals.items())))
    check_flat(samples)
    print("all is as it was")


def fail_by_the_thousand(times: int) -> None:
    """Runs each program that fails many times.

    Raises:
        Wrong: something is left of one, or the process has grown.
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
            raise Wrong(f"{name}, {times} times, leaves {left}; from {before} to {now}")


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
    except Wrong as wrong:
        print(f"seed {seed}: {wrong}", file=sys.stderr)
        if wrong.__cause__ is not None:
            import traceback

            traceback.print_exception(wrong.__cause__)
        sys.stderr.flush()
        os._exit(1)  # threads may hang
    return 0


if __name__ == "__main__":
    sys.exit(main())
