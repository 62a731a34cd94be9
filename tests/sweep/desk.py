"""The desk through which programs of the sweep submit: the public API, and an oracle beside it.

A `Part` is a buffer with what its elements must be and who wrote each of them last, as arrays
that are sliced together with it. From these follow what a kernel has to find, which executions an
execution reads from, and with that which of them may be skipped. None of it looks at streamrt.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Any, Protocol, Self

import numpy as np
from sweep.stamped import WORDS, Phases, Words, factors, look, make, mix, weigh

import streamrt as srt
from streamrt.testing.conformance._judging import OWN_FAILURE, judge

MOST_OPS = 256
NOBODY = -1
Writers = np.ndarray[Any, np.dtype[np.int_]]


def in_use(rt: srt.Runtime) -> list[int]:
    """The bytes in use on each device."""
    rt._engine.tidy()  # memory_stats does that, for each device
    return [device._state.memory.pool.in_use for device in rt.devices]


class Found(Exception):  # noqa: N818 - it is what a host call found
    """A host call did not find what was written for it."""


class Op:
    """One submission, and the outcome it must have.

    Attributes:
        execution: None for a copy that only its buffer tells of.
        producers: the writers of its inputs.
        fails: whether it is made to fail.
        counts: whether it counts its runs.
        is_coroutine: whether it runs as a task, which can be cancelled.
        is_scoped: whether it belongs to a scope, which may cancel it.
        expected: what awaiting it gives, if that is an array.
        cancelled: what `cancel` returned, once somebody called it.
    """

    __slots__ = (
        "cancelled", "counts", "execution", "expected", "fails", "is_coroutine", "is_scoped",
        "name", "number", "producers",
    )  # fmt: skip

    def __init__(self, number: int, name: str, producers: set[Op], fails: bool) -> None:
        self.number = number
        self.name = name
        self.producers = producers
        self.fails = fails
        self.counts = False
        self.is_coroutine = False
        self.is_scoped = False
        self.execution: srt.Execution[Any] | None = None
        self.expected: Words | None = None
        self.cancelled: bool | None = None

    def cancel(self) -> bool:
        assert self.execution is not None
        cancelled = self.execution.cancel()
        self.cancelled = self.cancelled or cancelled
        return cancelled

    def __await__(self) -> Generator[Any, None, Any]:
        assert self.execution is not None
        return (yield from self.execution.__await__())

    def __str__(self) -> str:
        what = self.name if self.execution is None else self.execution._describe()
        return f"#{self.number} {what}"


class Hooks(Protocol):
    """The events that an injection wants to know."""

    def submitting(self) -> bool:
        """Called before each submission; True has it fail."""
        ...

    def submitted(self, op: Op) -> None:
        """Called after each submission."""


class Part:
    """A buffer or view, with its elements and their writers.

    The writers are numbers, and NOBODY. An array of the objects themselves would hide them from
    the collector, and a failed run, whose frames know its parts, would never be freed.
    """

    def __init__(self, desk: Desk, buffer: srt.Buffer, words: Words, writers: Writers) -> None:
        self.desk = desk
        self.buffer = buffer
        self.words = words
        self.writers = writers

    def __getitem__(self, key: slice) -> Part:
        return Part(self.desk, self.buffer[key], self.words[key], self.writers[key])

    def sources(self) -> set[Op]:
        """Its writers."""
        return {self.desk.ops[number] for number in set(self.writers.tolist()) - {NOBODY}}

    def write(self, words: Words | int, op: Op) -> None:
        self.words[:] = words
        self.writers.fill(op.number)

    def fetch(self) -> Op:
        op = self.desk.begin("fetch", self)
        op.expected = self.words.copy()
        return self.desk.end(op, self.buffer.fetch())

    def to(self, device: str) -> Part:
        """A copy on a device; its execution shows only in what becomes of the copy."""
        op = self.desk.begin("to", self, by_user=False)
        other = Part(self.desk, self.buffer.to(device), self.words.copy(), self.writers.copy())
        other.writers.fill(op.number)
        return other

    def donate(self) -> Part:
        return Part(self.desk, self.buffer.donate(), self.words, self.writers)

    def __await__(self) -> Generator[Any, None, Part]:
        yield from self.buffer.__await__()
        return self


class Line:
    """A stream whose submissions are told to the desk."""

    def __init__(self, desk: Desk, stream: srt.Stream) -> None:
        self.desk = desk
        self.stream = stream

    def make(self, y: Part, turns: int = 0, fail: bool = False) -> Op:
        """Writes y without reading it."""
        op = self.desk.begin("make", fails=fail)
        salt = 1 + op.number * 7
        self.desk.end(op, self.stream.launch(make, y.buffer, salt, turns, *self.desk.how(op)))
        y.write(factors(len(y.words)) * np.uint64(salt), op)
        return op

    def mix(self, x: Part, y: Part, turns: int = 0, fail: bool = False) -> Op:
        """Changes y by x."""
        op = self.desk.begin("mix", x, y, fails=fail)
        wx, wy, salt = weigh(x.words), weigh(y.words), 3 + op.number * 5
        # One that fails leaves values behind that nobody expects.
        execution = self.stream.launch(
            mix, x.buffer, y.buffer, wx, wy, salt + 1000 * op.fails, turns, *self.desk.how(op)
        )
        self.desk.end(op, execution)
        y.write(y.words * np.uint64(3) + x.words + np.uint64(salt), op)
        return op

    def look(self, x: Part, turns: int = 0, fail: bool = False) -> Op:
        """Reads x."""
        op = self.desk.begin("look", x, fails=fail)
        execution = self.stream.launch(look, x.buffer, weigh(x.words), turns, *self.desk.how(op))
        return self.desk.end(op, execution)

    def copy(self, dst: Part, src: Part) -> Op:
        op = self.desk.begin("copy", src)
        self.desk.end(op, self.stream.copy(dst.buffer, src.buffer))
        dst.write(src.words, op)
        return op

    def fill(self, dst: Part, value: int) -> Op:
        op = self.desk.begin("fill")
        self.desk.end(op, self.stream.fill(dst.buffer, value))
        dst.write(value, op)
        return op

    def read_in(self, y: Part, fail: bool = False) -> Op:
        """A function that writes y, as one that reads a file would."""
        op = self.desk.begin("read_in", fails=fail)
        op.counts = True
        salt, tallies, fails, number = 11 + op.number, self.desk.tallies, op.fails, op.number

        def read_in(array: Words) -> None:
            tallies[number] += 1
            array[:] = factors(len(array)) * np.uint64(salt)
            if fails:
                raise ValueError("asked to fail")

        self.desk.end(op, self.stream.call(read_in, y.buffer, writes=[y.buffer]))
        y.write(factors(len(y.words)) * np.uint64(salt), op)
        return op

    def sum_up(self, x: Part, y: Part, turns: int = 0, fail: bool = False) -> Op:
        """A coroutine that changes y by x, and lets others run meanwhile."""
        op = self.desk.begin("sum_up", x, y, fails=fail)
        op.counts = op.is_coroutine = True
        wx, wy = weigh(x.words), weigh(y.words)
        tallies, fails, number = self.desk.tallies, op.fails, op.number

        async def sum_up(given: Words, array: Words) -> int:
            tallies[number] += 1
            for _ in range(1 + turns):
                if weigh(given) != wx or weigh(array) != wy:
                    raise Found(f"#{number} did not find what was written to its arguments")
                await asyncio.sleep(0)
            array += given
            if fails:
                raise ValueError("asked to fail")
            return number

        execution = self.stream.call(
            sum_up, x.buffer, y.buffer, reads=[x.buffer, y.buffer], writes=[y.buffer]
        )
        self.desk.end(op, execution)
        y.write(y.words + x.words, op)
        return op

    def wait(self, what: srt.Event | Op) -> None:
        execution = what.execution if isinstance(what, Op) else what
        assert execution is not None
        self.stream.wait(execution)

    def __await__(self) -> Generator[Any, None, None]:
        yield from self.stream.__await__()


class Served:
    """A graph that makes y, and changes it by x: captured over two streams, then replayed.

    Leaving the block in good order ends the capture.
    """

    def __init__(self, desk: Desk, x: Part, turns: int = 0) -> None:
        self._desk = desk
        self._x, self._turns = x, turns
        self._streams = [desk.rt.device(desk.here).stream() for _ in range(2)]
        self._capture = desk.rt.capture(x=x.buffer)
        self._made = factors(len(x.words)) * np.uint64(23)
        self.graph: srt.Graph | None = None
        self.exec: srt.GraphExec | None = None

    def __enter__(self) -> Self:
        self.graph = self._capture.__enter__()
        desk = self._desk
        self._y = desk.rt.empty(len(self._made), WORDS, desk.here)
        self._streams[0].launch(make, self._y, 23, self._turns, *desk.how_often())
        return self

    def __exit__(self, kind: Any, error: BaseException | None, traceback: Any) -> None:
        try:
            if error is None and self.graph is not None:
                wx, wy = weigh(self._x.words), weigh(self._made)
                x, y, how = self._x.buffer, self._y, self._desk.how_often()
                self._streams[1].launch(mix, x, y, wx, wy, 29, self._turns, *how)
                self.graph.output("y", y)
        finally:
            self._capture.__exit__(kind, error, traceback)
            del error, traceback, self._y

    def ready(self, depth: int = 2) -> None:
        """Makes it ready to be replayed, that often at once."""
        assert self.graph is not None
        device = self._desk.rt.device(self._desk.here)
        self.exec = self.graph.plan(device, streams=2).instantiate(depth)

    def replay(self, x: Part) -> tuple[Op, Part]:
        """Replays it with what holds the same as what it was captured with."""
        assert self.exec is not None
        y = self._desk.empty(len(self._made))
        op = self._desk.begin("replay", x)
        self._desk.end(op, self.exec.replay(x=x.buffer, y=y.buffer))
        y.write(self._made * np.uint64(3) + x.words + np.uint64(29), op)
        return op, y


class Scoped:
    """A scope whose submissions the desk knows."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._scope = desk.rt.scope()

    async def __aenter__(self) -> None:
        self._desk.is_scoped = True
        await self._scope.__aenter__()

    async def __aexit__(self, kind: Any, error: BaseException | None, traceback: Any) -> None:
        desk = self._desk
        desk.is_scoped = False
        try:
            await self._scope.__aexit__(kind, error, traceback)
        finally:
            del error, traceback
            scoped = [op for op in desk.ops if op.is_scoped and op.execution is not None]
            desk.outlived = [op for op in scoped if not op.execution.done()]  # type: ignore[union-attr]


class Desk:
    """The desk where one run of a program gets its streams and buffers.

    Attributes:
        rt: the runtime.
        here: the device of the program.
        there: another device, or the same.
        host: a device with host memory, for host calls.
        ops: everything submitted, in that order.
        served: all graphs. Messages name streams, and those of a graph that is gone are renamed.
        is_scoped: whether what is submitted belongs to a scope.
        outlived: what was not over when its scope was left.
        tallies: how often each counted submission ran.
    """

    def __init__(
        self, rt: srt.Runtime, here: str, there: str, hooks: Hooks, phases: Phases
    ) -> None:
        self.rt = rt
        self.here = here
        self.there = there
        self.host = "cpu:0"
        self.ops: list[Op] = []
        self.served: list[Served] = []
        self.is_scoped = False
        self.outlived: list[Op] = []
        self.tallies: Words = np.zeros(MOST_OPS, WORDS)
        self._address = self.tallies.ctypes.data
        self._hooks = hooks
        self._phases = phases

    def scope(self) -> Scoped:
        return Scoped(self)

    def serve(self, x: Part, turns: int = 0) -> Served:
        self.served.append(Served(self, x, turns))
        return self.served[-1]

    def stream(self, name: str, device: str | None = None, high_water: int = 1024) -> Line:
        here = self.rt.device(device or self.here)
        return Line(self, here.stream(name, high_water=high_water))

    def put(self, n: int, device: str | None = None) -> Part:
        op = self.begin("put", by_user=False)
        words = factors(n) * np.uint64(100 + op.number)
        return Part(self, self.rt.put(words, device or self.here), words, np.full(n, op.number))

    async def aput(self, n: int) -> Part:
        """A buffer that native threads write, from a copy that nobody else has."""
        op = self.begin("put")
        words = factors(n) * np.uint64(100 + op.number)
        buffer = await self.end(op, self.rt.aput(words.copy(), self.here))
        return Part(self, buffer, words, np.full(n, op.number))

    def empty(self, n: int, device: str | None = None) -> Part:
        buffer = self.rt.empty(n, WORDS, device or self.here)
        return Part(self, buffer, np.zeros(n, WORDS), np.full(n, NOBODY))

    # -- the record -----------------------------------------------------------------------------

    def begin(self, name: str, *reads: Part, fails: bool = False, by_user: bool = True) -> Op:
        """Takes note of what is about to be submitted."""
        if by_user:
            fails = self._hooks.submitting() or fails
        if name in ("fetch", "copy", "fill", "to", "put", "replay"):
            fails = False
        producers = set[Op]().union(*(part.sources() for part in reads))
        op = Op(len(self.ops), name, producers, fails)
        op.is_scoped = self.is_scoped
        self.ops.append(op)
        return op

    def how(self, op: Op) -> tuple[int, int, int, int]:
        """A kernel's last arguments: what it returns, where it counts, and when it runs."""
        op.counts = True
        code, phases = OWN_FAILURE if op.fails else 0, self._phases
        return code, self._address + 8 * op.number, phases.address, phases.now

    def how_often(self) -> tuple[int, int, int, int]:
        """The same for a kernel in a graph, which never fails and counts for nobody."""
        return 0, self._address + 8 * (MOST_OPS - 1), self._phases.address, self._phases.now

    def end(self, op: Op, execution: srt.Execution) -> Op:
        """Takes note that it was submitted."""
        op.execution = execution
        self._hooks.submitted(op)
        return op

    def judge(self, tasks_cancelled: bool, injected: int = 0) -> list[str]:
        """The faults of a run whose every submission has ended; see `_judging.judge`."""
        return judge(self.ops, self._runs, tasks_cancelled=tasks_cancelled, injected=injected)

    def _runs(self, number: int) -> int | None:
        return int(self.tallies[number]) if self.ops[number].counts else None
