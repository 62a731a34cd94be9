"""Random programs on two kinds of devices, and whatever can be seen of their runs.

    python tests/long/door_programs.py auto 1 2 3
    python tests/long/door_programs.py --operations 1000000

The first line runs the programs of three seeds with the tracker that STREAMRT_TRACKER chooses, and
prints a line for each. The second one runs programs of all modes with both trackers, each in
processes of its own, compares their lines, and ends with 1 if two of them differ. It prints its
first seed; --seed begins there again.

What can be seen depends on nothing but the seed. In the modes `auto` and `manual`, named after the
hazards, a simulator's clock is virtual. In the mode `held`, a gate holds real queues of the CPU
while a program submits, so that nothing ends before all of it is submitted.
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1]))

import numpy as np
from shared.trial_kernels import axpy, fail

import streamrt as srt
from streamrt._runtime.compiled_calls import Callee, Compiled, Recipe
from streamrt._runtime.execution import Execution
from streamrt._runtime.hosts import host_lane
from streamrt.testing import Simulator
from streamrt_kernels import copy

MODES = ("auto", "manual", "held")
STEPS = 90  # operations of a program
PHASES = 3  # after each of them the host sees that all has ended
SIZE = 16  # elements of a buffer
SCRATCH = 1024  # bytes, which no buffer has
ROW = 150  # programs of one process


def bump(*arrays: np.ndarray[Any, Any]) -> float:
    """Writes 1 to all arrays that it may write; returns the sum of the others."""
    for array in arrays:
        if array.flags.writeable:
            array[:] = 1
    return float(sum(array.sum() for array in arrays if not array.flags.writeable))


def broken(*arrays: np.ndarray[Any, Any]) -> float:
    """Fails after it has written."""
    bump(*arrays)
    raise ZeroDivisionError(f"{len(arrays)} arrays")


class Program:
    """One random program, as far as it has come.

    Attributes:
        found: what was seen of it.
    """

    def __init__(self, rt: srt.Runtime, draw: random.Random, mode: str) -> None:
        self.rt, self.draw, self.is_held = rt, draw, mode == "held"
        self.has_values = mode != "manual"  # else some read memory that nothing has written yet
        self.device = rt.device()
        self.streams = [self.device.stream(name) for name in "abc"]
        self.buffers = [rt.put(np.full(SIZE, n, "f4")) for n in range(4)]
        self.gone: list[srt.Buffer] = []  # earlier buffers
        self.views: list[srt.Buffer] = []
        self.tied: set[int] = set()  # ids of buffers whose memory a view or an array may keep
        self.executions: list[Execution[Any]] = []
        self.kept: list[object] = []  # executions, whose results are buffers
        self.found: list[object] = []
        with rt.capture(x=self.buffers[0]) as graph:
            y = rt.empty(SIZE)
            self.streams[0].copy(y, self.buffers[0])
            self.streams[0].launch(axpy, self.buffers[0], y, alpha=1.0)
            graph.output("y", y)
        self.replays = graph.plan(self.device).instantiate()
        dense = self.buffers[0]._layout
        callee = Callee.of_kernel(self.device._state, copy, [dense, dense], "copied")
        recipe = Recipe((dense, dense), (), (dense, SCRATCH), ((0, 0), (2, 0)), (2,))
        self.compileds = [Compiled(stream, callee, recipe, 0) for stream in self.streams]
        calls: list[Callable[[], Any]] = [self.call] * 6
        memory: list[Callable[[], Any]] = [self.fill, self.fill, self.copy, self.copy, self.clear]
        work: list[Callable[[], Any]] = [self.fail, self.launch, self.launch, self.compiled]
        rest: list[Callable[[], Any]] = [self.wait, self.wait_for, self.cancel, self.renew]
        more: list[Callable[[], Any]] = [self.replay, self.execute, self.fetch, self.view, self.end]
        self.steps = [*calls, *memory, *work, *rest, *more]

    # -- drawing --------------------------------------------------------------------------------

    @property
    def stream(self) -> srt.Stream:
        return self.draw.choice(self.streams)

    def buffer(self) -> srt.Buffer:
        return self.draw.choice(self.buffers)

    def some(self) -> srt.Buffer:
        """A buffer, or a view that covers all of it, a part, or every few elements."""
        buffer, low = self.buffer(), self.draw.randrange(8)
        self.tied.add(id(buffer))
        match self.draw.randrange(8):
            case 0 | 1:
                return buffer
            case 2 | 3:
                return buffer[:]
            case 4:
                return buffer[low : low + 8]
            case 5:
                return buffer[low::2] if low else buffer[::-1]
            case 6 if self.views:
                return self.draw.choice(self.views[-3:])
            case _:
                return buffer[low:]

    def two(self) -> tuple[srt.Buffer, srt.Buffer]:
        """Two buffers of one length, mostly; they may be parts of one, even of a part in common."""
        one, other = self.some(), self.some()
        most = min(len(one), len(other))
        return (one, other) if self.draw.random() < 0.1 else (one[:most], other[:most])

    # -- operations -----------------------------------------------------------------------------

    def call(self) -> Execution[Any]:
        """A host call; it may fail, and any view may stand in any of the lists."""
        used = [self.some() for _ in range(self.draw.randrange(4))]
        used += [one[:] for one in used if self.draw.random() < 0.3]
        given = [one for one in used if self.draw.random() < 0.8]
        lists: dict[str, Any] = {}
        for name in ("reads", "writes"):
            if self.draw.random() < 0.7:
                known = used if name == "reads" else given  # to which it writes
                lists[name] = [one for one in known if self.draw.random() < 0.5]
        return self.stream.call(self.draw.choice((bump, bump, broken)), *given, **lists)

    def fill(self) -> Execution[Any]:
        return self.stream.fill(self.some(), 1.0)

    def clear(self) -> Execution[Any]:
        """Writes all of a buffer, which ends its poison."""
        return self.stream.fill(self.buffer()[:], 2.0)

    def copy(self) -> Execution[Any]:
        return self.stream.copy(*self.two())

    def fail(self) -> Execution[Any]:
        return self.stream.launch(fail, self.some(), self.draw.choice((7, 0)))

    def launch(self) -> Execution[Any]:
        return self.stream.launch(axpy, *self.two(), alpha=0.5)

    def compiled(self) -> None:
        """A call of compiled code, which reads the first argument alone, and has scratch memory."""
        compiled, given = self.draw.choice(self.compileds), (self.buffer(), self.buffer())
        self.reap()
        made = None if compiled.submit is None else compiled.submit(*given)
        if made is None:
            made = compiled.in_python(given, sys._getframe())
        self.replace(made)

    def reap(self) -> None:
        """Has the host take note of what has ended, as new memory of the native tracker does."""
        with self.rt._engine.lock:
            self.rt._engine.reap_lanes()

    def replay(self) -> Execution[Any]:
        self.reap()
        execution: Execution[Any] = self.replays.replay(x=self.buffer())
        return execution

    def execute(self) -> Execution[Any]:
        if self.draw.random() < 0.5:
            return self.rt.execute(axpy, *self.two(), alpha=0.25)
        self.reap()
        return self.rt.execute(copy, self.some())

    def fetch(self) -> Execution[Any]:
        return self.some().fetch()

    def wait(self) -> None:
        self.stream.wait(self.stream.record())

    def wait_for(self) -> None:
        if self.executions:
            self.stream.wait(self.draw.choice(self.executions[-8:]))

    def cancel(self) -> None:
        if self.executions:
            self.found.append(self.draw.choice(self.executions[-8:]).cancel())

    def view(self) -> None:
        self.views.append(self.some())

    def renew(self) -> None:
        """Drops one buffer, whose memory a new one gets. Of several the trackers choose freely."""
        free = [number for number, one in enumerate(self.gone) if id(one) not in self.tied]
        if free:
            del self.gone[self.draw.choice(free)]
        self.reap()
        new = self.rt.empty(SIZE)
        self.stream.fill(new, 3.0)
        self.replace(new)

    def replace(self, made: srt.Buffer) -> None:
        """Puts a new buffer in the place of another."""
        at = self.draw.randrange(4)
        self.gone.append(self.buffers[at])
        self.buffers[at] = made

    def end(self) -> None:
        """The host sees that one has ended."""
        if self.executions and not self.is_held:
            self.found.append(self.outcome(self.draw.choice(self.executions[-8:])))

    # -- running --------------------------------------------------------------------------------

    def submit(self) -> None:
        """Makes the operations of one phase."""
        for _ in range(STEPS // PHASES):
            try:
                made = self.draw.choice(self.steps)()
            except srt.StreamRTError as error:  # such as two arguments that share elements
                self.found.append(f"{type(error).__name__}: {error}")
            else:
                if made is not None:
                    self.executions.append(made)
                    self.found.append(answer(made))

    def look(self) -> None:
        """Takes note of how all of a phase has ended."""
        self.found += map(self.outcome, self.executions)
        self.found += [self.contents(buffer) for buffer in self.buffers]
        self.kept += self.executions
        self.executions.clear()
        self.views.clear()  # nothing holds earlier buffers in the next phase

    def outcome(self, execution: Execution[Any]) -> object:
        """How an execution ends: what it tells, and its result or its error."""
        try:
            result = execution.sync()
        except Exception as error:  # noqa: BLE001 - which one is compared
            return execution.explain(), f"{type(error).__name__}: {error}"
        shown = result.tolist() if isinstance(result, np.ndarray) else str(result)
        return execution.explain(), shown if self.has_values else type(result).__name__

    def contents(self, buffer: srt.Buffer) -> object:
        """The elements of a buffer, or why it has none."""
        return self.outcome(buffer.fetch())[1]  # type: ignore[index]


def answer(execution: Execution[Any]) -> tuple[object, ...]:
    """What the tracker found for an execution."""
    edges = [(e.timeline.name, e.value, e.hazard, f"#{e.memory}") for e in execution._waits()]
    checks = [(step.timeline.name, step.value) for step in execution.checks]
    return execution._describe(), edges, checks


# -- the two kinds of devices ---------------------------------------------------------------------


def simulated(seed: int, hazards: Any) -> list[object]:
    """Runs a program on a simulated device."""
    sim = Simulator(seed, host_memory=True)
    with srt.Runtime(["sim:0"], backends=[sim], hazards=hazards) as rt:
        program = Program(rt, random.Random(seed), hazards)
        with rt.scope() as scope:
            for _ in range(PHASES):
                program.submit()
                program.found.append(scope.pending)
                program.look()
        trace = [(e.what, e.queue, e.start, e.finish, e.outcome) for e in sim.trace]
    return [*program.found, *trace]


def held(seed: int) -> list[object]:
    """Runs a program on the CPU, whose streams are held until all of a phase is submitted."""
    with srt.Runtime(["cpu:0"]) as rt:
        program = Program(rt, random.Random(seed), "held")
        for _ in range(PHASES):
            with hold(program):
                program.submit()
            for lane in list(rt._engine.lanes):
                lane.block(lane.value, 0, None)
            rt._engine.tidy()
            program.look()
        rt._engine.failures.unretrieved()  # those of executions that only a buffer knows
    return program.found


@contextmanager
def hold(program: Program) -> Generator[None]:
    """Has the streams and the buffers of a program wait for the end of the block."""
    is_open = threading.Event()
    gate = program.device.stream("gate").call(is_open.wait)
    try:
        for stream in program.streams:
            stream.wait(gate)
        for buffer in program.buffers:
            program.streams[0].launch(fail, buffer, 0)
        yield
    finally:
        is_open.set()


def line(mode: str, seed: int) -> str:
    """Runs a program; returns what was seen of it, with memories numbered as they appear."""
    found = held(seed) if mode == "held" else simulated(seed, mode)
    numbers: dict[str, str] = {}
    text = "\t".join(map(str, found)).replace("\n", " ")
    return re.sub(r"#\d+", lambda name: numbers.setdefault(name[0], f"#{len(numbers)}"), text)


# -- comparing ------------------------------------------------------------------------------------


def start(tracker: str, mode: str, seeds: list[int]) -> subprocess.Popen[str]:
    """Starts a process that runs programs with a tracker."""
    command = [sys.executable, __file__, mode, *map(str, seeds)]
    environment = os.environ | {"STREAMRT_TRACKER": tracker}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def differences(mode: str, seeds: list[int]) -> Iterator[str]:
    """Yields where the two trackers part, seed by seed."""
    runs = [start(tracker, mode, seeds) for tracker in ("", "python")]
    native, python = [run.communicate()[0].splitlines() for run in runs]
    for index, seed in enumerate(seeds):
        one = native[index].split("\t") if index < len(native) else ["no end"]
        other = python[index].split("\t") if index < len(python) else ["no end"]
        if one != other:
            at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), -1)
            yield f"{mode} {seed}, part {at}\n  native {one[at]}\n  python {other[at]}"


def compare(operations: int, seed: int) -> int:
    """Compares both trackers over so many operations; returns how many programs differ."""
    done = found = 0
    while done < operations:
        seeds = [*range(seed, seed + ROW)]
        for mode in MODES:
            for text in differences(mode, seeds):
                print(text, flush=True)
                found += 1
        seed, done = seed + ROW, done + ROW * STEPS * len(MODES)
        print(f"{done} operations, {found} programs differ; next seed {seed}", flush=True)
    return found


def main() -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("mode", nargs="?", choices=MODES)
    parser.add_argument("seeds", nargs="*", type=int)
    parser.add_argument("--operations", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    if options.mode is None:
        seed = random.randrange(1 << 31) if options.seed is None else options.seed
        print(f"seed {seed}", flush=True)
        return int(compare(options.operations, seed) > 0)
    logging.getLogger("streamrt").setLevel(logging.CRITICAL)
    host_lane.PATIENCE = 3600.0  # seconds: else a simulator goes on without a call that takes long
    gc.disable()  # else it would free memory at times that depend on the tracker
    gc.freeze()
    for seed in options.seeds:
        print(line(options.mode, seed), flush=True)
        gc.collect()
    return 0


if __name__ == "__main__":
    sys.exit(main())
