"""Programs that are right by their making: streamrt orders all, and nothing is kept."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any

import numpy as np

import streamrt as srt
from streamrt_kernels import axpy

N = 16  # elements of a buffer
DEVICES = ("sim:0", "cpu:0")
Program = Callable[[srt.Runtime], Coroutine[Any, Any, None]]


def drawn_program(seed: int) -> Program:
    """Returns a program of some tasks, on two devices, whose every step is drawn."""

    async def program(rt: srt.Runtime) -> None:
        await _Drawn(rt, random.Random(seed)).run()

    program.__qualname__ = f"drawn_program({seed})"
    return program


class _Drawn:
    """One run of a drawn program."""

    def __init__(self, rt: srt.Runtime, draw: random.Random) -> None:
        self.rt, self.draw = rt, draw
        self.devices = [rt.device(name) for name in DEVICES]
        self.streams = [d.stream() for d in self.devices for _ in range(draw.randrange(1, 4))]
        self.buffers = [
            rt.put(np.zeros(N, "f4"), device) for device in self.devices for _ in range(3)
        ]

    async def run(self) -> None:
        plans = [random.Random(self.draw.random()) for _ in range(self.draw.randrange(1, 5))]
        async with asyncio.TaskGroup() as group:
            for plan in plans:
                group.create_task(self.task(plan))
        values = [await buffer.fetch() for buffer in self.buffers]
        assert all(np.isfinite(value).all() for value in values)

    async def task(self, draw: random.Random) -> None:
        """Some steps, each drawn by the task's own numbers, so that the order changes none."""
        for _ in range(draw.randrange(2, 9)):
            stream = draw.choice(self.streams)
            here = [b for b in self.buffers if b.device is stream.device]
            step = draw.choice(("fill", "launch", "copy", "call", "wait", "sleep", "await", "new"))
            if step == "fill":
                start = draw.randrange(N)
                stream.fill(draw.choice(here)[start : start + draw.randrange(1, N)], 1.0)
            elif step == "launch":
                x, y = draw.sample(here, 2)
                stream.launch(axpy, x, y, alpha=0.5)
            elif step == "copy":
                source, target = draw.sample(self.buffers, 2)
                if source.device is stream.device:
                    await source.to(target.device)
            elif step == "call":
                arguments = [draw.choice(here)] if stream.device.host_sees else []
                done = stream.call(_touch, *arguments)
                if draw.random() < 0.5:
                    await done
            elif step == "wait":
                stream.wait(draw.choice(self.streams).record())
            elif step == "sleep":
                await asyncio.sleep(draw.choice((0, 1e-6, 1e-4)))
            elif step == "await":
                await draw.choice(self.streams)
            else:  # memory that is dropped while it is used
                x = self.rt.empty(N, device=stream.device)
                stream.fill(x, 2.0)
                stream.launch(axpy, x, draw.choice(here), alpha=1.0)


def _touch(view: np.ndarray[Any, Any] | None = None) -> None:
    if view is not None:
        view += 1
