"""A Batcher over a compiled network.

A recording says when each batch began, by the clock of the kernels. Each row has the number of its
request, so it is known for every row whether its batch began after its deadline.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import streamrt as srt
from benchmarks.ours.serving.asking import cpu_of_an_ask
from benchmarks.scale import Scale
from benchmarks.work.clocks import Results, check
from benchmarks.work.serving import service
from benchmarks.work.serving.network import BATCHES, MARK, MINILM, MLP, MOST, Array, Compiled
from benchmarks.work.serving.service import Opened, Ran
from streamrt import observe
from streamrt.observe.trace import STATES, EventKind
from streamrt.serving import Batcher

EVENTS = 1 << 16


class _Watched:
    """The network as a Batcher gets it. Each batch also returns the numbers of its requests.

    Attributes:
        dues: the deadline of each request, by its number.
    """

    def __init__(self, compiled: Compiled) -> None:
        def served(x: Any, weights: Any) -> tuple[Any, Any]:
            return compiled.network.forward(x, weights), x[:, MARK]

        self.dues: dict[int, float] = {}
        self._rt = compiled.rt
        self._weights = compiled.weights
        self._model = srt.jit(served)
        self._numbers = itertools.count()
        self._marks: dict[int, srt.Buffer] = {}
        self._recording = observe.record(self._rt, events=EVENTS)

    def __call__(self, x: srt.Buffer) -> tuple[srt.Buffer, srt.Buffer]:
        number = next(self._numbers)
        with observe.span("rows", number=number):  # the event of the launch tells which batch it is
            found: tuple[srt.Buffer, srt.Buffer] = self._model(x, self._weights)
        self._marks[number] = found[1]
        return found

    async def aio(self, x: srt.Buffer) -> tuple[srt.Buffer, srt.Buffer]:
        """Runs a batch of a size that is new: it is compiled beside the loop."""
        number = next(self._numbers)
        with observe.span("rows", number=number):
            found: tuple[srt.Buffer, srt.Buffer] = await self._model.aio(x, self._weights)
        self._marks[number] = found[1]
        return found

    async def ran(self) -> Ran:
        """Returns the counts of all that was run since the last call."""
        self._recording.stop()
        trace, ran = self._recording.trace(), Ran()
        runs = trace.of_kind(EventKind.EXECUTION)
        launches = [event for event in runs if trace.label(event) == "served"]
        check(not self._recording.lost, "events were lost")
        for event in launches:
            if STATES[event["state"]] == "done":  # else it was stopped at its deadline
                marks = self._marks[int(trace.spans[int(event["tag"])].facts["number"])]
                dues = [self.dues.get(int(mark), math.inf) for mark in await marks.fetch()]
                ran.add(float(event["started"]) / 1e9, dues)
        self._marks.clear()
        self.dues.clear()
        self._recording = observe.record(self._rt, events=EVENTS)
        return ran


@asynccontextmanager
async def _opened(compiled: Compiled) -> AsyncGenerator[Opened]:
    watched = _Watched(compiled)
    async with Batcher(
        watched, most=MOST, within=compiled.network.within, depth=2, sizes=BATCHES
    ) as batcher:
        await batcher.warm(compiled.network.samples[0][0])

        async def ask(row: Array, due: float) -> Array:
            watched.dues[int(row[MARK])] = due
            answer: tuple[Array, int] = await batcher(row, within=max(0.0, due - time.monotonic()))
            return answer[0]

        yield Opened(ask, watched.ran)


async def serving(scale: Scale) -> Results:
    """A Batcher over a compiled function of an array of rows."""
    return await service.measured(MLP, _opened, scale) | {"serving-cpu": await cpu_of_an_ask(scale)}


async def serving_minilm(scale: Scale) -> Results:
    """A Batcher over MiniLM."""
    return await service.measured(MINILM, _opened, scale)
