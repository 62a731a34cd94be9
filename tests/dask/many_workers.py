"""Work for many simulated workers: what it costs here, and whether all of it is right.

    python tests/dask/many_workers.py --workers 10 1000 --operations 1000000 [--seed 7]

Delays, slow workers and losses are drawn. Every launch changes a number so that one that is left
out, done twice or done too early shows. For each number of workers it prints the processor time of
this process for an operation, without that of the simulation, and the memory that it took.
"""

from __future__ import annotations

import argparse
import gc
import logging
import resource
import sys
import time
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from shared.wire.simulated_place import fold, folded
from shared.wire.simulated_wire import Network, SimulatedWorker

import streamrt as srt
from streamrt._backends.dask import backend
from streamrt.errors import DeviceLostError, StreamRTError

BURST = 50  # launches that are submitted to one worker at a time
MOST_IN_FLIGHT = 1000  # of one worker
MOST_GROWN, MOST_OF_ONE = 32 << 20, 256 << 10
"""Bytes by which the second half of the operations may make the process grow, and those for each
worker: a channel and what is in flight there, which take memory when they are first used."""


class Cost(NamedTuple):
    """What one run took.

    Attributes:
        cpu: processor time of an operation, in seconds.
        opening: the same of a device that is opened.
        grown: bytes by which the process grew in the second half.
        lost: the executions that failed because their workers were lost.
    """

    cpu: float
    opening: float
    grown: int
    lost: int


class Program:
    """The launches of one worker, and what has to come of them.

    Attributes:
        worker: the worker.
        doomed: whether its wire will be cut.
        ks: what was launched.
        kept: the executions of those launches: all if it is doomed, else the last one.
    """

    def __init__(
        self, rt: srt.Runtime, device: srt.Device, worker: SimulatedWorker, doomed: bool
    ) -> None:
        self.worker = worker
        self.doomed = doomed
        self.ks: list[int] = []
        self.kept: list[srt.Execution[None]] = []
        self._stream = device.stream()
        self._y = rt.put(np.zeros(1, "u8"), device)

    def submit(self, rng: Random) -> int:
        """Launches a burst; returns of how many launches, 0 if the device is lost."""
        try:
            for _ in range(BURST):
                k = rng.getrandbits(63)
                execution = self._stream.launch(fold, self._y, k=k)
                self.ks.append(k)
                if not self.doomed:
                    self.kept.clear()
                self.kept.append(execution)
        except DeviceLostError:
            return 0
        self.pump()
        return BURST

    def pump(self) -> bool:
        """Puts on the wire what was published; returns whether there was something."""
        assert self.worker.link is not None
        return self.worker.link.pump()

    @property
    def in_flight(self) -> int:
        """How many launches the place has not run."""
        return len(self.ks) - self.worker.place.ran

    def fetch(self) -> srt.Execution[Any] | None:
        """Has the number fetched; None if the device is lost."""
        try:
            return self._y.fetch()
        except StreamRTError:
            return None

    def wrong(self, fetched: srt.Execution[Any] | None) -> str:
        """Returns what is wrong about what came of it; "" if nothing is."""
        if not self.doomed:
            want = 0
            for k in self.ks:
                want = folded(want, k)
            found = None if fetched is None else int(fetched.sync()[0])
            return "" if found == want else f"{found} in place of {want}"
        errors = [each.exception() for each in self.kept]
        done = next((i for i, error in enumerate(errors) if error is not None), len(errors))
        if not all(isinstance(error, DeviceLostError) for error in errors[done:]):
            return f"after {done} launches not all are lost"
        if done > self.worker.place.ran:
            return f"{done} launches have ended, and the place ran {self.worker.place.ran}"
        return (
            "" if fetched is None or fetched.exception() else "its memory was read after the loss"
        )


def settle(network: Network, pending: list[tuple[Program, srt.Execution[Any]]]) -> None:
    """Has the network go on until executions have ended; threads here may publish meanwhile.

    Only the programs are looked at that wait: a device that has no news asks for no turn.
    """
    while pending:
        while network.step():
            pass
        since = time.thread_time()
        waiting = {id(program): program for program, _ in pending if not program.worker.is_lost}
        if not sum(program.pump() for program in waiting.values()):
            time.sleep(0)
            network.place_time += time.thread_time() - since  # of nobody but this loop
        pending = [each for each in pending if not each[1].done()]


def _kept(programs: list[Program]) -> list[tuple[Program, srt.Execution[Any]]]:
    return [(program, each) for program in programs for each in program.kept]


def run(workers: int, operations: int, seed: int) -> tuple[Cost, list[str]]:
    """Runs that many operations; returns what they took, and what was wrong."""
    rng = Random(seed)
    network = Network(rng, workers, slow=workers // 20)
    few = set(rng.sample(range(workers), max(1, workers // 20)))
    began = time.process_time()
    with srt.Runtime(devices=network.devices()) as rt:
        programs = [
            Program(rt, device, network.workers[i], i in few) for i, device in enumerate(rt.devices)
        ]
        for program in programs:
            program.submit(rng)
        settle(network, _kept(programs))
        opening = time.process_time() - began - network.place_time
        spent, half, resident = time.process_time() - network.place_time, operations // 2, 0
        submitted = 0
        while submitted < operations:
            program = rng.choice(programs)
            while program.in_flight > MOST_IN_FLIGHT and not program.worker.is_lost:
                if not network.step():
                    program.pump()
            submitted += program.submit(rng) or 1
            if program.doomed and rng.random() < 0.2:  # while its last launches are on their way
                program.worker.lose()
            for _ in range(3):
                network.step()
            if submitted >= half and not resident:
                since = time.thread_time()
                resident = _resident()
                network.place_time += time.thread_time() - since  # of nobody but this function
        for program in programs:
            if program.doomed and not program.worker.is_lost:
                program.submit(rng)
                program.worker.lose()
        settle(network, _kept(programs))
        spent = time.process_time() - network.place_time - spent
        grown = _resident() - resident
        fetched = [program.fetch() for program in programs]
        pairs = zip(programs, fetched, strict=True)
        settle(network, [(program, each) for program, each in pairs if each is not None])
        wrong = [
            f"worker {i}: {why}"
            for i, program in enumerate(programs)
            if (why := program.wrong(fetched[i]))
        ]
        lost = sum(each.exception() is not None for program in programs for each in program.kept)
    return Cost(spent / operations, opening / workers, grown, lost), wrong


def _resident() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def main(arguments: list[str] | None = None) -> int:
    """Runs it for each number of workers; returns how much went wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--workers", type=int, nargs="+", default=[10, 1000])
    parser.add_argument("--operations", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=None)
    given = parser.parse_args(arguments)
    seed = given.seed if given.seed is not None else time.time_ns() % 10**9
    print(f"many workers from seed {seed}", flush=True)
    backend.AGAIN = 0.0  # lost workers stay away
    logging.getLogger("streamrt").propagate = False
    logging.getLogger("streamrt").addHandler(logging.NullHandler())
    wrong, first = [], 0.0
    for count in given.workers:
        cost, found = run(count, given.operations, seed)
        wrong += [f"{count} workers, {why}" for why in found]
        first = first or cost.cpu
        print(
            f"{count:5} workers: {1e6 * cost.cpu:6.3f} us an operation, {cost.cpu / first:5.2f} of "
            f"the first; {1e3 * cost.opening:6.2f} ms to open one; {cost.grown / 1e6:6.1f} MB more "
            f"in the second half; {cost.lost} lost",
            flush=True,
        )
        if cost.grown > MOST_GROWN + MOST_OF_ONE * count:
            wrong.append(f"{count} workers: the process grew by {cost.grown} bytes")
    print(*wrong, f"{len(wrong)} wrong", sep="\n")
    return len(wrong)


if __name__ == "__main__":
    sys.exit(min(main(), 100))
