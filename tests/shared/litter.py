"""Garbage of every kind, and a collector that runs at nearly every allocation.

Wherever the library allocates, under whatever lock, the collector then runs the finalizers of
graphs, streams, buffers and failures. None of them may wait for anything.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import numpy as np
from shared.trial_kernels import fail

import streamrt as srt
from streamrt_kernels import axpy


def cycle(*things: object) -> list[object]:
    """Things that only the collector finds, once nobody holds this."""
    made: list[object] = list(things)
    made.append(made)
    return made


def replayed(device: srt.Device, rt: srt.Runtime) -> list[object]:
    """A graph that was replayed once, and what that gave."""
    stream, x = device.stream(), rt.put(np.ones(4, "f4"), device)
    with rt.capture(x=x) as graph:
        y = rt.empty(4, device=device)
        stream.fill(y, 0.0)
        stream.launch(axpy, x, y, alpha=1.0)
        graph.output("y", y)
    replays = graph.plan(device).instantiate()
    return cycle(replays, replays.replay(), x, stream)


def submitted(device: srt.Device, rt: srt.Runtime) -> list[object]:
    """Handles of work, some of which fails and is never asked for."""
    stream, y = device.stream(), rt.put(np.ones(4, "f4"), device)
    failed, event = stream.launch(fail, y, 7), stream.record()
    things: list[Any] = [stream, y[1:], failed, event, y.fetch()]
    if device.host_sees:
        z = rt.put(np.ones(4, "f4"), device)
        things += [np.from_dlpack(z), stream.call(len, z)]
    return cycle(*things)


@contextmanager
def littered(device: srt.Device, rt: srt.Runtime, pieces: int) -> Generator[list[list[object]]]:
    """Collects all the time, and drops a piece of garbage at each collection.

    Whoever uses it freezes what there was before, so that collections are quick.

    Yields:
        The garbage that was not dropped yet.
    """
    makers = (replayed, submitted)
    stock = [makers[i % 2](device, rt) for i in range(pieces)]
    rt.barrier().sync()

    def drop(phase: str, info: dict[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2 and stock:
            stock.pop()

    threshold = gc.get_threshold()
    gc.collect()  # so that few objects count as old, and full collections are frequent
    gc.callbacks.append(drop)
    gc.set_threshold(1, 1, 1)
    try:
        yield stock
    finally:
        gc.set_threshold(*threshold)
        gc.callbacks.remove(drop)
        stock.clear()
        for _ in range(2):
            gc.collect()
            device.memory_stats()  # reports what failed
