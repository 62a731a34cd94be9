"""Programs of streamrt over the layer, each run with another call that goes wrong.

    faulty_programs.py PROGRAM MODE FIRST STEP [VALUE [FUNCTION]]

The call number FIRST goes wrong, then FIRST + STEP, and so on, until a program has fewer calls. It
is one of FUNCTION's, or of any. Each time the same program runs once more, in a runtime of its own
and with a layer that is still. Prints a JSON list of `Attempt`s.
"""

from __future__ import annotations

import contextlib
import dataclasses
import faulthandler
import json
import logging
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from opencl.layer import faulty as layer
from opencl.layer.faulty import Faulty

import streamrt as srt
from streamrt.errors import StreamRTError

HANGS = 60.0  # seconds after which an attempt counts as hung, and the process ends
PATIENCE = 20.0  # seconds for an execution to end
DRAIN = 2.0
STUCK = 0.3  # seconds after which the watchdog names what a held call holds
SLOW = 10.0  # and what nobody holds, on a machine that is busy
N = 256

STEP = srt.Kernel(
    "bump",
    "inout y: u32[n]",
    opencl=srt.OpenCL("""
__kernel void bump(const Words w, __global uint *y)
{
    for (long i = get_global_id(0); i < w.at[0]; i += get_global_size(0)) y[i] = 7 * y[i] + 1;
}
"""),
    split="n",
)
ADD = srt.Kernel(
    "add_to",
    "x: u32[n], inout y: u32[n], k: u32",
    opencl=srt.OpenCL("""
__kernel void add_to(const Words w, __global const uint *x, __global uint *y, uint k)
{
    for (long i = get_global_id(0); i < w.at[0]; i += get_global_size(0))
        y[i] = 3 * y[i] + k * x[i];
}
"""),
    split="n",
)
Words = np.ndarray[Any, np.dtype[np.uint32]]


@dataclasses.dataclass
class Attempt:
    """What became of a program with one call that went wrong.

    Attributes:
        nth: the number of the call.
        hit: its function; "" if the program has fewer calls.
        errors: what was raised, by the name of the class.
        wrong: what no error excuses: an execution that did not end, or bytes that are wrong.
        closing: the seconds that closing the runtime took.
        next: the same of the run afterwards, as one text; "" if all was right.
        heard: the first warning of the watchdog.
    """

    nth: int
    hit: str = ""
    errors: list[str] = dataclasses.field(default_factory=list[str])
    wrong: list[str] = dataclasses.field(default_factory=list[str])
    closing: float = 0.0
    next: str = ""
    heard: str = ""


class Run:
    """What a program has submitted, and what its buffers are to hold in the end."""

    def __init__(self, rt: srt.Runtime) -> None:
        self.rt = rt
        self.executions: list[srt.Execution[Any]] = []
        self.expected: list[tuple[str, srt.Buffer, Words]] = []

    def add(self, execution: srt.Execution[Any]) -> srt.Execution[Any]:
        """Keeps an execution, and returns it."""
        self.executions.append(execution)
        return execution

    def expect(self, name: str, buffer: srt.Buffer, words: Words) -> None:
        """Notes what a buffer is to hold."""
        self.expected.append((name, buffer, words))

    def look(self, attempt: Attempt) -> None:
        """Waits for all; each execution and each buffer is right, or an error says why not."""
        for execution in self.executions:
            self._right(attempt, str(execution), lambda e=execution: e.sync(PATIENCE))
        for name, buffer, words in self.expected:
            found = self._right(attempt, name, lambda b=buffer: b.fetch().sync(PATIENCE))
            if found is not None and not np.array_equal(found, words):
                attempt.wrong.append(f"{name} is {found[:4]}, not {words[:4]}")

    def _right(self, attempt: Attempt, name: str, ends: Callable[[], Any]) -> Any:
        try:
            return ends()
        except StreamRTError as error:
            attempt.errors.append(_told(error))
        except TimeoutError:
            attempt.wrong.append(f"{name} has not ended")
        except Exception as error:  # noqa: BLE001 - an error that is not ours is a finding
            attempt.wrong.append(f"{name} raised {_told(error)}")
        return None


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _bumped(words: Words) -> Words:
    return (7 * words + 1).astype(np.uint32)


def chain(run: Run) -> None:
    """Kernels and copies on one stream, each after the one before; the host's array at the end."""
    rt, stream = run.rt, run.rt.device().stream("chain")
    host = np.arange(N, dtype=np.uint32)
    x, y = rt.put(host), rt.empty(N, np.uint32)
    for turn in range(4):
        run.add(stream.launch(STEP, x))
        host = _bumped(host)
        run.add(stream.copy(y, x))
        if turn % 2:
            run.add(stream.fill(x[: N // 2], turn))
            host[: N // 2] = turn
            run.add(stream.launch(ADD, y, x, 2))
            before = _bumped_copy(run, y)
            host = (3 * host + 2 * before).astype(np.uint32)
    run.expect("x", x, host)


def _bumped_copy(run: Run, y: srt.Buffer) -> Words:
    """What y holds, read by a copy to the host in the middle of the program."""
    return run.add(y.fetch()).sync(PATIENCE)


def two_streams(run: Run) -> None:
    """One stream loads what the other one works on: waits both ways, in two buffers in turn."""
    rt, device = run.rt, run.rt.device()
    load, work = device.stream("load"), device.stream("work")
    blocks = [rt.empty(N, np.uint32) for _ in range(2)]
    sources = [rt.put(np.full(N, k + 1, np.uint32)) for k in range(3)]
    total, expected = rt.put(np.zeros(N, np.uint32)), np.zeros(N, np.uint32)
    for turn in range(6):
        block, source = blocks[turn % 2], sources[turn % 3]
        run.add(load.copy(block, source))
        run.add(load.launch(STEP, block))
        if turn == 3:
            work.wait(load.record())
        run.add(work.launch(ADD, block, total, turn))
        loaded = _bumped(np.full(N, turn % 3 + 1, np.uint32))
        expected = (3 * expected + turn * loaded).astype(np.uint32)
    run.expect("total", total, expected)


def graph(run: Run) -> None:
    """A graph of kernels and a copy, captured once and replayed."""
    rt, device = run.rt, run.rt.device()
    stream = device.stream()
    x = rt.put(np.zeros(N, np.uint32))
    with rt.capture(x=x) as captured:
        y = rt.empty(N, np.uint32)
        stream.copy(y, x)
        stream.launch(STEP, y)
        z = rt.empty(N, np.uint32)
        stream.copy(z, y)
        stream.launch(ADD, x, z, 5)
        captured.output("z", z)
    replays = captured.plan(device).instantiate()
    for turn in range(4):
        given = np.full(N, turn, np.uint32)
        out = run.add(replays.replay(x=rt.put(given)))
        found = out.sync(PATIENCE)
        expected = (3 * _bumped(given) + 5 * given).astype(np.uint32)
        run.expect(f"z of replay {turn}", found, expected)


PROGRAMS: dict[str, Callable[[Run], None]] = {
    "chain": chain, "two-streams": two_streams, "graph": graph,
}  # fmt: skip


def attempt_at(program: Callable[[Run], None], attempt: Attempt, watchdog: float = SLOW) -> None:
    """Runs a program in a runtime of its own, and notes what was found."""
    run: Run | None = None
    closed = time.monotonic()
    try:
        with srt.Runtime(["opencl:0"], drain_timeout=DRAIN, watchdog=watchdog) as rt:
            run = Run(rt)
            try:
                program(run)
            except StreamRTError as error:  # a submission that is refused
                attempt.errors.append(_told(error))
            except Exception as error:  # noqa: BLE001 - so is a wait that does not end
                attempt.wrong.append(f"the program raised {_told(error)}")
            run.look(attempt)
            closed = time.monotonic()
    except* StreamRTError as errors:
        attempt.errors += map(_told, errors.exceptions)
    except* Exception as errors:  # noqa: BLE001
        attempt.wrong += map(_told, errors.exceptions)
    attempt.closing = time.monotonic() - closed


class Heard(logging.Handler):
    """Keeps what the library says."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def main(name: str, mode: str, first: str, step: str, value: str = "-5", *function: str) -> None:
    program, faulty, heard = PROGRAMS[name], Faulty(), Heard()
    logging.getLogger("streamrt").addHandler(heard)
    found: list[Attempt] = []
    nth = int(first)
    while not found or found[-1].hit:
        faulthandler.dump_traceback_later(HANGS, exit=True)
        attempt = Attempt(nth)
        heard.messages.clear()
        chosen = function[0] if function else None
        faulty.arm(getattr(layer, mode.upper()), nth, int(value), function=chosen)
        attempt_at(program, attempt, STUCK if mode == "hold" else SLOW)
        attempt.hit = faulty.hit
        attempt.heard = next((each for each in heard.messages if "watchdog" in each), "")
        faulty.arm(layer.OFF, 1)
        faulty.go_on()
        after = Attempt(nth)
        attempt_at(program, after)
        attempt.next = "; ".join(after.wrong + after.errors)
        found.append(attempt)
        nth += int(step)
    faulthandler.cancel_dump_traceback_later()
    with contextlib.suppress(BrokenPipeError):
        print(json.dumps([dataclasses.asdict(each) for each in found]))


if __name__ == "__main__":
    main(*sys.argv[1:])
