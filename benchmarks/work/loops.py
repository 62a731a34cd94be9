"""Functions with long loops, with their data and their check.

The loops go through two functions that each library has in its own words, `fori(turns, body, init)`
with `body(turn, carried)`, and `scan(turns, body, init)` with `body(carried)`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work import clocks
from benchmarks.work.clocks import Results

STEPS, TURNS, BODIES, ITERATIONS, SIDE = 10_000, 20, 512, 1_000, 512
SIZE, DAMPING, SOFT, TIME = (np.float32(v) for v in (1e-3, 0.1, 0.1, 1e-3))

Loop = Callable[[int, Callable[..., Any], Any], Any]
Functions = dict[str, Callable[..., Any]]


def functions(xp: Any, fori: Loop, scan: Loop) -> Functions:
    """The functions by name, over a library with NumPy's names and these loops."""

    def euler(y: Any) -> Any:
        return fori(STEPS, lambda _, y: y + SIZE * (xp.sin(y) - DAMPING * y), y)

    def neural(y: Any, w: Any) -> Any:
        return fori(STEPS, lambda _, y: y + SIZE * xp.tanh(y @ w), y)

    def mandelbrot(real: Any, imaginary: Any) -> Any:
        def turn(_: Any, carried: Any) -> Any:
            x, y, count = carried
            x, y = x * x - y * y + real, 2 * x * y + imaginary
            inside = x * x + y * y < 4
            return xp.where(inside, x, 2.0), xp.where(inside, y, 0.0), count + inside

        zero = xp.zeros_like(real)
        return fori(ITERATIONS, turn, (zero, zero, xp.zeros(real.shape, dtype=np.int32)))[2]

    def nbody(x: Any, y: Any, z: Any, u: Any, v: Any, w: Any, mass: Any) -> Any:
        def turn(carried: Any) -> Any:
            x, y, z, u, v, w = carried
            dx, dy, dz = (a[None, :] - a[:, None] for a in (x, y, z))
            square = dx * dx + dy * dy + dz * dz + SOFT
            pull = mass[None, :] / (square * xp.sqrt(square))
            u = u + TIME * (dx * pull).sum(axis=1)
            v = v + TIME * (dy * pull).sum(axis=1)
            w = w + TIME * (dz * pull).sum(axis=1)
            return x + TIME * u, y + TIME * v, z + TIME * w, u, v, w

        return scan(TURNS, turn, (x, y, z, u, v, w))

    return {
        "loop-euler": euler,
        "loop-neural": neural,
        "loop-mandelbrot": mandelbrot,
        "loop-nbody": nbody,
    }


def in_python(turns: int, body: Callable[..., Any], init: Any) -> Any:
    """A loop as Python makes it, with the turn."""
    for turn in range(turns):
        init = body(turn, init)
    return init


def scanned(turns: int, body: Callable[..., Any], init: Any) -> Any:
    """The same, without the turn."""
    for _ in range(turns):
        init = body(init)
    return init


@functools.cache
def data() -> dict[str, tuple[Any, ...]]:
    """The arguments of each function: f32, and f64 for the set of Mandelbrot."""
    rng = np.random.default_rng(0)
    y, x = np.mgrid[-1 : 1 : SIDE * 1j, -2 : 1 : SIDE * 1j]
    return {
        "loop-euler": (rng.standard_normal((4, 32), np.float32),),
        "loop-neural": (
            rng.standard_normal((4, 32), np.float32),
            rng.standard_normal((32, 32), np.float32) / np.float32(32),
        ),
        "loop-mandelbrot": (x.copy(), y.copy()),
        "loop-nbody": tuple(rng.random(BODIES, np.float32) for _ in range(7)),
    }


def checked(name: str, found: Any) -> None:
    """Raises unless a peer computed the function.

    A point at the border of the set may leave it a turn later, where products and sums are rounded
    once; those at which a count differs may be one in a thousand.

    Raises:
        AssertionError: it did not.
    """
    expected = _expected()[name]
    if name == "loop-mandelbrot":
        differing = (np.asarray(found) != expected).mean()
        assert differing < 1e-3, f"{name}: {differing:.2%} of the counts differ"
        return
    parts, wanted = (v if name == "loop-nbody" else [v] for v in (found, expected))
    for part, one in zip(parts, wanted, strict=True):
        np.testing.assert_allclose(np.asarray(part), one, rtol=1e-3, atol=1e-3, err_msg=name)


@functools.cache
def _expected() -> dict[str, Any]:
    made = functions(np, in_python, scanned)
    return {name: function(*data()[name]) for name, function in made.items()}


def timed(made: Functions, placed: Callable[[Any], Any], ended: Callable[[Any], Any],
          scale: Scale) -> Results:  # fmt: skip
    """The median time of a call of each function in ms, which has been made once and checked."""
    calls: dict[str, Callable[[], object]] = {}
    for name, function in made.items():
        run = functools.partial(function, *map(placed, data()[name]))
        calls[name] = lambda run=run: ended(run())
        checked(name, calls[name]())
    return clocks.timed(calls, scale.seconds(0.5, 0.05), warm=3)
