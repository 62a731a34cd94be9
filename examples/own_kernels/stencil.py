"""Heat in a plate: a stencil with borders, written with slices, and replayed in a graph.

    python examples/own_kernels/stencil.py

A step gives each point the mean of its neighbours, as far as heat flows in that time; the borders
keep their temperature. The kernel writes the inner points and the four borders apart from each
other, so that several threads may share a launch. Two launches, there and back again, are captured
once; a replay submits both of them at the price of one.
"""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt

ROWS, COLUMNS = 200, 300
STEPS = 400  # an even number: the plate is then where it began
RATE = 0.2

Array: TypeAlias = "np.ndarray[Any, Any]"


def flow(u: Any, v: Any, rate: Any) -> None:
    """Lets heat flow for one step, from `u` to `v`; the borders stay as they are."""
    inner = u[1:-1, 1:-1]
    around = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
    v[1:-1, 1:-1] = inner + rate * (around - 4 * inner)
    v[0], v[-1] = u[0], u[-1]
    v[1:-1, 0], v[1:-1, -1] = u[1:-1, 0], u[1:-1, -1]


step = srt.kernel("u: f32[n, m], out v: f32[n, m], rate: f32")(flow)


def plate(rows: int, columns: int) -> Array:
    """Returns a cold plate with one hot border, and one that becomes warm along its length."""
    u = np.zeros((rows, columns), "f4")
    u[0] = 100
    u[:, -1] = np.linspace(100, 0, rows)
    return u


async def after(rt: srt.Runtime, start: Array, steps: int) -> Array:
    """Returns a plate after an even number of steps."""
    u, v = rt.put(start), rt.empty(start.shape, start.dtype)
    stream = rt.device().stream()
    with rt.capture(u=u) as graph:
        stream.launch(step, u, v, rate=RATE)
        stream.launch(step, v, u, rate=RATE)
    replays = graph.plan(rt.device()).instantiate()
    for _ in range(steps // 2):
        replays.replay()
    return await u.fetch()


def in_numpy(start: Array, steps: int) -> Array:
    """Returns the plate as NumPy computes it, with the same function."""
    u, v = start.copy(), np.empty_like(start)
    for _ in range(steps):
        flow(u, v, RATE)
        u, v = v, u
    return u


def draw(u: Array, width: int = 60, height: int = 12) -> list[str]:
    """Returns the temperatures as lines of characters."""
    rows = np.linspace(0, len(u) - 1, height).astype(int)
    columns = np.linspace(0, len(u[0]) - 1, width).astype(int)
    picked = u[np.ix_(rows, columns)]
    return ["".join(" .:-=+*#%@"[min(9, int(t / 10))] for t in row) for row in picked]


async def main() -> None:
    """Heats a plate, draws it, and compares it with NumPy's results and time."""
    start = plate(ROWS, COLUMNS)
    async with srt.Runtime() as rt:
        await after(rt, start, 2)  # compiles
        started = perf_counter()
        found = await after(rt, start, STEPS)
        ours = perf_counter() - started
    started = perf_counter()
    expected = in_numpy(start, STEPS)
    theirs = perf_counter() - started
    print("\n".join(draw(found)))
    print(f"largest difference to NumPy after {STEPS} steps: {np.abs(found - expected).max():.1e}")
    print(f"{ours / STEPS * 1e6:.0f} µs a step; NumPy {theirs / STEPS * 1e6:.0f} µs")


if __name__ == "__main__":
    asyncio.run(main())
