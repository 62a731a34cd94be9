"""A client of the soak: a random program, run from a thread or on a loop."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable

import numpy as np
from sweep.desk import MOST_OPS, Desk, Line, Op, Part
from sweep.programs import give
from sweep.stamped import Phases

import streamrt as srt
from streamrt.errors import ExecutionError

SIZES = (1, 3, 8, 24, 100, 500, 1024, 4000)  # elements
PATIENCE = 3600.0
ROOM = 12  # submissions a step may make


class Client:
    """Submits at random, and knows what must come of it.

    Attributes:
        desk: the record of its submissions.
        done: the number of times it did each thing.
        may_fail: whether it has asked for a failure.
    """

    def __init__(
        self,
        rt: srt.Runtime,
        streams: list[srt.Stream],
        draw: random.Random,
        progress: Callable[[], None],
        is_shared: bool,
    ) -> None:
        """Makes a client.

        Args:
            rt: the runtime it uses.
            streams: the streams it submits to.
            draw: the source of its own randomness.
            progress: a function that it calls at each step.
            is_shared: whether the runtime outlives it. Leaving a runtime by an error may cancel
                copies that only their buffers tell of.
        """
        self.rt, self.draw = rt, random.Random(draw.random())
        self.desk = Desk(rt, "cpu:0", "cpu:0", self, Phases(is_held=False))
        self.lines = [Line(self.desk, stream) for stream in streams]
        self.done: Counter[str] = Counter()
        self.may_fail = False
        self._progress = progress
        self._is_shared = is_shared
        self._parts: list[Part] = [self.desk.put(size) for size in (8, 8, 100)]
        self._frozen: list[Part] = []
        self._called = self._callbacks = 0

    # -- the desk's hooks -----------------------------------------------------------------------

    def submitting(self) -> bool:
        fails = self.draw.random() < 0.03
        self.may_fail |= fails
        return fails

    def submitted(self, op: Op) -> None:
        if self.draw.random() < 0.05:
            self.done["cancelled" if op.cancel() else "cancelled too late"] += 1

    # -- submitting -----------------------------------------------------------------------------

    def submit(self, on_loop: bool) -> Op | None:
        """Submits something, or changes the buffers and graphs that it has."""
        self._progress()
        draw = self.draw
        line, turns = draw.choice(self.lines), draw.choice((0, 0, 100, 20_000))
        if draw.random() < 0.02:
            return self._replay(line)
        what = draw.randrange(14 if on_loop else 13)
        if what == 0:
            self._churn()
            return None
        if what == 1:
            self._order(line)
            return None
        y = draw.choice(self._parts)
        x = draw.choice([p for p in self._parts + self._frozen if p is not y] or [y])
        if what == 2:
            return y.fetch()
        if what == 3:
            return self._given_up(line)
        n = min(len(x.words), len(y.words))
        if draw.random() < 0.3:
            low = draw.randrange(n)
            x, y = x[low:n], y[low:n]
        else:
            x, y = x[:n], y[:n]
        if what == 4:
            return line.make(y, turns)
        if what == 5:
            return line.fill(y, draw.randrange(1 << 30))
        if what == 6 and x.buffer is not y.buffer and x.words is not y.words:
            return line.look(x, turns) if np.shares_memory(x.words, y.words) else line.copy(y, x)
        if what == 7:
            return line.read_in(y)
        if what == 8:
            return line.look(x, turns)
        if np.shares_memory(x.words, y.words):
            return line.look(y)
        if what == 13:
            return line.sum_up(x, y, draw.randrange(2))
        return line.mix(x, y, turns)

    def _churn(self) -> None:
        """Buffers come and go."""
        draw, parts = self.draw, self._parts
        number = draw.randrange(len(parts))
        match draw.randrange(6):
            case 0:
                parts[number] = parts[number].donate()
            case 1 if self._is_shared:
                parts[number] = parts[number].to("cpu:0")
            case 2 if len(parts) > 3:
                parts.pop(number).buffer.delete()
            case 3 if len(parts) > 3:
                frozen = parts.pop(number)
                frozen.buffer.freeze()
                self._frozen[2:] = [frozen]
            case 4 if len(parts) > 3:
                del parts[number]
            case _:
                parts.append(self.desk.put(draw.choice(SIZES)))
        del parts[8:]

    def _replay(self, line: Line) -> Op:
        """A graph that comes and goes, replayed twice at once; what it gave is looked at."""
        x = self.draw.choice(self._parts)
        graph = self.desk.serve(x)
        with graph:
            pass
        graph.ready(depth=self.draw.choice((1, 2)))
        replays = [graph.replay(x) for _ in range(2)]
        self.done["replayed"] += len(replays)
        for _, y in replays:
            line.look(y)
        return replays[0][0]

    def _order(self, line: Line) -> None:
        match self.draw.randrange(3):
            case 0:
                line.wait(self.draw.choice(self.lines).stream.record())
            case 1 if self.desk.ops and self.desk.ops[-1].execution is not None:
                line.wait(self.desk.ops[-1])
            case _:
                if self.desk.ops:
                    self._call_back(self.desk.ops[-1])

    def _given_up(self, line: Line) -> Op:
        op = line.make(self.desk.empty(8), 20_000)
        op.cancel()
        return op

    def _call_back(self, op: Op) -> None:
        if op.execution is not None:
            self._callbacks += 1
            op.execution.add_done_callback(self._count)

    def _count(self, execution: srt.Execution) -> None:
        self._called += 1 if execution.done() else -1000

    def _has_room(self) -> bool:
        return len(self.desk.ops) < MOST_OPS - ROOM

    # -- running --------------------------------------------------------------------------------

    def submit_only(self, steps: int) -> None:
        """Waits for nothing."""
        for _ in range(steps):
            if self._has_room():
                self.submit(on_loop=False)

    def run_here(self, steps: int) -> None:
        """Runs in this thread."""
        for _ in range(steps):
            if not self._has_room():
                break
            op = self.submit(on_loop=False)
            if op is not None and op.execution is not None and self.draw.random() < 0.3:
                timeout = self.draw.choice((PATIENCE, PATIENCE, 0.0, 1e-4))
                try:
                    op.execution.sync(timeout)
                except TimeoutError:
                    assert timeout < PATIENCE, f"{op} takes for ever"
                    self.done["timed out"] += 1
                except (ExecutionError, ValueError):
                    self.done["failed"] += 1
        for line in self.lines:
            line.stream.sync(PATIENCE)
        for op in self.desk.ops:
            if op.execution is not None:
                try:
                    op.execution.sync(PATIENCE)
                except (ExecutionError, ValueError):
                    pass

    async def run_on_loop(self, steps: int) -> None:
        """Runs on this loop."""
        for _ in range(steps):
            if not self._has_room():
                break
            op = self.submit(on_loop=True)
            if op is not None and self.draw.random() < 0.5:
                await self._wait_for(op)
            elif self.draw.random() < 0.1:
                await self._wait_for_more()
        for op in self.desk.ops:
            if op.execution is not None:
                self._progress()
                try:
                    await op
                except (ExecutionError, ValueError):
                    self.done["failed"] += 1
        await self.rt
        while self._called < self._callbacks:  # noqa: ASYNC110 - they come from this loop
            await asyncio.sleep(0)

    async def _wait_for(self, op: Op) -> None:
        """Awaits it in one of many ways."""
        draw = self.draw
        try:
            match draw.randrange(6):
                case 0:
                    async with asyncio.timeout(draw.choice((0, 1e-5, 1e-4, PATIENCE))):
                        await op
                case 1:
                    awaiting = [asyncio.ensure_future(give(op)) for _ in range(3)]
                    await asyncio.sleep(0)
                    awaiting[draw.randrange(3)].cancel()
                    await asyncio.wait(awaiting)
                    self.done["awaiters cancelled"] += sum(a.cancelled() for a in awaiting)
                    for one in awaiting:
                        if not one.cancelled():
                            one.exception()
                case 2:
                    awaiting = [asyncio.ensure_future(give(op))]
                    self._compute()
                    await asyncio.gather(*awaiting)
                case 3:
                    await asyncio.gather(give(op), give(op))
                case _:
                    await op
        except TimeoutError:
            self.done["timed out"] += 1
        except (ExecutionError, ValueError):
            self.done["failed"] += 1

    async def _wait_for_more(self) -> None:
        match self.draw.randrange(6):
            case 0:
                await self.rt
            case 1:
                await self.draw.choice(self.lines)
            case 2:
                await self.draw.choice(self.lines).stream.record()
            case 3:
                self._compute()
            case 4:
                async with asyncio.TaskGroup() as group:
                    for line in self.lines:
                        group.create_task(line.stream.drain())
            case _:
                await self.draw.choice(self.lines).stream.drain()

    def _compute(self) -> None:
        """Keeps the loop, and the interpreter, busy."""
        until = time.perf_counter() + self.draw.choice((1e-4, 1e-3, 5e-3))
        while time.perf_counter() < until:
            pass


def judged(client: Client, was_left: bool = False) -> list[str]:
    """The faults of a client whose work has ended.

    Args:
        client: a client that has nothing pending.
        was_left: whether its runtime was left by an error, which cancels what is queued.
    """
    if was_left:
        for op in client.desk.ops:
            if op.execution is not None and op.execution.cancelled():
                op.cancelled = True
    return client.desk.judge(tasks_cancelled=False)
