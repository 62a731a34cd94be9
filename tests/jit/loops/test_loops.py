"""Loops and branches mean what loops of Python over NumPy's arrays do, wherever they run."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from jit.comparing import X, close
from jit.loops.running import ROWS, check, composed, same
from shared.trial_kernels import Gate

import streamrt
from streamrt import array_api as xp
from streamrt import cond, fori, scan, while_loop
from streamrt._ir.composing import lowered
from streamrt._ir.composing.lowered import lower_parts
from streamrt._ir.composing.parts import Copy, Repeat, While, walk

V = ROWS[1] + np.float32(0.3)

# -- what bodies may do ----------------------------------------------------------------------------


def nested(x: Any) -> Any:
    whole = x.sum(axis=0)

    def outer(c: Any, row: Any) -> Any:
        last, sums = scan(lambda d, r: (d * 0.9 + r * whole + c, d.sum()), row, x)
        return cond(last.sum() > 5, lambda: c + last, lambda: c - np.tanh(last)), sums

    return scan(outer, np.zeros(4, "f4"), x[:6] * 2)


def in_place(x: Any) -> Any:
    def body(c: Any, row: Any) -> Any:
        c += row
        row *= 2
        c[0] = 1
        return c, row

    return scan(body, x[0], x)


def swapped(x: Any) -> Any:
    return fori(0, 7, lambda i, c: {"b": c["a"], "a": c["b"] + i}, {"b": x, "a": x * 2})


def newton(a: Any) -> Any:
    return while_loop(
        lambda c: np.abs(c[0] * c[0] - a).max() > 1e-3,
        lambda c: ((c[0] + a / c[0]) / 2, c[1] + 1),
        (a, 0),
    )


FUNCTIONS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "nested": (nested, (ROWS,)),
    "in place": (in_place, (ROWS,)),
    "swapped": (swapped, (ROWS,)),
    "newton": (newton, (ROWS + 2,)),
    "a number takes the dtype": (lambda x: fori(0, 9, lambda i, c: c + x.sum() * i, 0), (ROWS,)),
    "a number becomes a float": (lambda x: fori(0, 9, lambda i, c: c + 0.5, 0) * x, (ROWS,)),
    "no rows": (lambda x: scan(lambda c, _: (c * 2, c), x[0], length=9), (ROWS,)),
    "nothing stacked": (lambda x: scan(lambda c, r: (c + r, None), x[0], x), (ROWS,)),
    "the same each turn": (lambda x: scan(lambda c, r: (c + r, x[0]), x[0], x)[1], (ROWS,)),
    "no turns": (lambda x: scan(lambda c, r: (c, r.sum()), x[0], x[:0]), (ROWS,)),
    "no turns at run time": (lambda x, n: fori(4, n, lambda i, c: c + i, x), (ROWS, 3)),
    "traced bounds": (lambda x, n: fori(n, n + 5, lambda i, c: c + i * x, x), (ROWS, 3)),
    "bounds below 0": (lambda x: fori(-3, 4, lambda i, c: c * i + x, x), (ROWS,)),
    "a flag by value": (lambda x, b: cond(b, lambda y: y[0], lambda y: y[1], x), (ROWS, True)),
    "a known flag": (lambda x: cond(x.ndim == 2, lambda: x.sum(), lambda: x), (ROWS,)),
    "a number in a branch": (lambda x: cond(x[0, 0] > 0, lambda: x[0, 0], lambda: 0), (ROWS,)),
    "complex": (lambda x: scan(_complex, np.zeros(4, "c8"), x)[1].imag, (ROWS,)),
    "a complex number": (lambda x: fori(0, 6, lambda i, c: c * 1j + x[0, 0], 1).real, (ROWS,)),
    "rows of a view": (lambda x: scan(lambda c, r: (c + r, c), x[0, ::2], x[::2, ::2]), (ROWS,)),
    "a next value is stacked": (lambda x: scan(_stacked_too, (x, x), length=9), (ROWS,)),
    "bools": (lambda x: scan(lambda c, r: (c ^ (r > 0), c), x[0] > 1, x), (ROWS,)),
    "integers": (lambda x: fori(0, 8, lambda i, c: c * 3 + i, x.astype("u1")), (ROWS,)),
    "host calls": (lambda x: fori(0, 6, lambda i, c: np.sort(c * x + i)[::-1], x), (ROWS,)),
    "host calls and a test": (
        lambda x: while_loop(lambda c: c.sum() < 9, lambda c: np.sort(c + np.abs(x)), x), (ROWS,),
    ),
    "traced indexes": (lambda x: fori(0, 7, lambda i, c: c + x[i] * i, x[0]), (ROWS,)),
    "writes at traced indexes": (lambda x: fori(1, 7, _put, x.copy()), (ROWS,)),
    "products": (lambda x: fori(0, 6, lambda i, c: np.tanh(c @ (x.T @ x) / 9), x), (ROWS,)),
    "no elements": (lambda x: scan(lambda c, r: (c + r, c * r), x[0], x), (ROWS[:, :0],)),
    "some have no elements": (
        lambda x: scan(lambda c, r: ((c[0] + r, c[1] + r.sum()), r), (x[0], V), x), (ROWS[:, :0],),
    ),
    "a carry is untouched": (lambda x: fori(0, 8, lambda i, c: (c[0], c[1] + c[0]), (x, x)), (V,)),
}  # fmt: skip


def _put(i: Any, c: Any) -> Any:
    c[i] = c[i - 1] * 0.5 + c[i]
    return c


def _stacked_too(c: Any, _: Any) -> Any:
    place = c[0] + 0.1 * c[1]
    return (place, c[1] - np.tanh(place) * place.sum()), place


def _complex(c: Any, row: Any) -> Any:
    return c * 1j + row, c


@pytest.mark.parametrize("name", FUNCTIONS)
def test_bodies_mean_what_loops_of_python_do(name: str) -> None:
    function, args = FUNCTIONS[name]
    check(function, *args)


def test_few_turns_of_a_small_body_are_no_loop() -> None:
    short, _ = composed(lambda x: fori(0, 4, lambda i, c: c + i * x, x), ROWS)
    long, _ = composed(lambda x: fori(0, 5, lambda i, c: c + i * x, x), ROWS)
    assert len(short.parts) == 1
    assert any(isinstance(part, Repeat) for part in long.parts)


def test_what_does_not_differ_from_turn_to_turn_is_computed_once() -> None:
    parts, _ = composed(lambda x: fori(0, 9, lambda i, c: c * np.exp(x), x), ROWS)
    (loop,) = [part for part in parts.parts if isinstance(part, Repeat)]
    inside = [repr(part) for part in walk(loop.body)]
    assert "= exp>" not in "".join(inside)


def lowered_loops(function: Callable[..., Any]) -> list[Repeat | While]:
    parts, _ = composed(function, ROWS)
    made = lower_parts(parts, [None]).composed.parts
    return [part for part in made if isinstance(part, Repeat | While)]


def test_a_carried_array_is_written_where_it_lies_if_nothing_reads_it_later() -> None:
    """A turn of the first two loops is one kernel; the last one reads an old value at the end."""

    def copies(function: Callable[..., Any]) -> int:
        (loop,) = lowered_loops(function)
        return sum(isinstance(part, Copy) for part in walk(loop.body))

    assert copies(lambda x: scan(lambda c, r: (c * 0.5 + r, None), x[0], x)) == 0
    assert copies(lambda x: while_loop(lambda c: c.sum() < 9, lambda c: c + x + 1, x)) == 0
    assert copies(lambda x: scan(lambda c, r: ((c[1], c[0] + r), None), (x[0], x[1]), x)) == 3


def test_turns_that_are_elementwise_are_one_kernel() -> None:
    assert not lowered_loops(lambda x: fori(2, 99, lambda i, c: (c[1], c[0] * i + x), (x, x)))
    assert len(lowered_loops(lambda x: fori(2, 99, lambda i, c: c - c.sum(), x))) == 1
    steps = streamrt.jit(lambda x: fori(0, 99, lambda i, c: c * 0.5 + x, x)).lower(ROWS).steps
    assert [step.kernel.name for step in steps] == ["loop_fma"]


@pytest.mark.parametrize("most", [0, 1 << 20])
def test_the_index_is_a_row_or_a_counter(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop of few turns has an array of all indexes, a longer one counts."""
    monkeypatch.setattr(lowered, "MOST_INDEXES", most)
    check(lambda x: fori(3, 20, lambda i, c: c + c.sum() * (i % 3) * x / 99, x), ROWS)


# -- where they run --------------------------------------------------------------------------------


def test_a_call_in_a_capture_is_part_of_its_graph() -> None:
    function = streamrt.jit(lambda x, n: scan(lambda c, r: (c * n + r, c.sum()), x[0], x))
    with streamrt.Runtime() as rt:
        x = rt.put(ROWS)
        with rt.capture(x=x) as graph:
            last, _ = function(x, 2.0)
            graph.output("last", last)
        replayed = graph.plan(rt.device()).instantiate().replay(x=rt.put(ROWS * 2)).sync()
        want, _ = scan(lambda c, r: (c * 2 + r, c.sum()), ROWS[0] * 2, ROWS * 2)
        np.testing.assert_allclose(replayed, want, rtol=1e-5)


@pytest.mark.parametrize(
    "options", [{"hazards": "manual"}, {"check_finite": True}, {"eager": True}], ids=str
)
def test_they_run_in_every_mode_of_a_runtime(options: dict[str, Any]) -> None:
    """With `check_finite` each launch is looked at, so the turns are launched one by one."""
    function = streamrt.jit(nested)
    with streamrt.Runtime(**options) as rt:
        x = rt.put(ROWS)
        stream = rt.device().stream()
        made = [function.on(stream)(x) for _ in range(3)]
        stream.sync()
        for each in made:
            same(each, nested(ROWS))


def test_eager_arrays_run_through_loops_with_jit_and_without() -> None:
    def function(x: Any) -> Any:
        found, ys = scan(lambda c, r: (c + xp.sin(r), c), xp.zeros_like(x[0, ...]), x)
        return while_loop(lambda c: xp.sum(c) < 9, lambda c: c + 1, found), ys

    x = xp.asarray(ROWS)
    plain, compiled = function(x), streamrt.jit(function)(x)
    for one, other in zip(plain, compiled, strict=True):
        assert type(one) is type(other) is type(x)
        np.testing.assert_allclose(np.asarray(one), np.asarray(other), rtol=1e-5)


def test_compiled_functions_and_captured_buffers_stand_in_bodies() -> None:
    with streamrt.Runtime() as rt:
        bias = rt.put(X)
        inner = streamrt.jit(lambda c: fori(0, 5, lambda i, d: d * 0.5 + bias, c))
        outer = streamrt.jit(lambda x: fori(0, 6, lambda i, c: inner(c) + x, x))
        want = X
        for _ in range(6):
            made = want
            for _ in range(5):
                made = made * np.float32(0.5) + X
            want = made + X
        close(outer(rt.put(X)), want, rtol=1e-5)


def test_lowered_loops_are_indented() -> None:
    def function(x: Any) -> Any:
        return while_loop(lambda c: c.sum() < 100, lambda c: c * 2 + np.exp(x), x)

    lowering = streamrt.jit(function).lower(ROWS)
    lines = [line.partition("#")[0].rstrip() for line in lowering.traced.splitlines()]
    assert "\n".join(" ".join(line.split()) for line in lines) == textwrap.dedent("""\
        function(x: f32[7, 4])
        a0 = exp x f32[7, 4]
        a1 = x
        v0 = sum a1 over axes 0, 1 f32
        a2 = less v0, 100.0 bool
        while a2, carry a1
        v1 = multiply a1, 2.0 f32[7, 4]
        a4 = add v1, a0 f32[7, 4]
        a1 = a4
        v2 = sum a1 over axes 0, 1 f32
        a2 = less v2, 100.0 bool
        return a1""")
    assert lines[6].startswith("    v1")
    assert [step.kernel.name for step in lowering.steps] == ["exp", "sum_less", "fma", "sum_less"]
    assert lowering.stablehlo.count("stablehlo.while(") == 1


def test_a_call_has_a_place_in_the_order_of_its_stream_and_is_warm() -> None:
    """Its turns begin behind what holds the stream, and `sync` of the stream waits for them."""
    turns = streamrt.jit(lambda x: fori(0, 300, lambda i, c: c * 0.5 + c.sum(), x))
    with streamrt.Runtime() as rt, Gate(rt) as gate:
        x, stream = rt.put(X), rt.device().stream()
        turns.warm(x).sync()
        streams = len(rt.device()._state.engine.lanes)
        gate.hold(stream)
        result = turns.on(stream)(x)
        assert len(rt.device()._state.engine.lanes) == streams  # the graph was ready
        assert "pending" in repr(result)
        gate.open()
        stream.sync()
        assert "pending" not in repr(result)
        same(turns(x), np.asarray(result))


# -- programs as people write them -----------------------------------------------------------------


def recurrent(xs: Any, w: Any, u: Any) -> Any:
    """A network of 500 steps."""

    def step(h: Any, x: Any) -> Any:
        h = np.tanh(h @ w + x @ u)
        return h, h.sum(axis=-1)

    return scan(step, np.zeros((4, len(w))), xs)


def euler(y: Any) -> Any:
    """Many steps of an equation in which rounding does not grow."""
    return fori(0, 10_000, lambda _, y: y + 1e-3 * (np.sin(y) - 0.1 * y), y)


def mandelbrot(real: Any, imaginary: Any) -> Any:
    def turn(_: Any, carried: Any) -> Any:
        x, y, count = carried
        x, y = x * x - y * y + real, 2 * x * y + imaginary
        inside = x * x + y * y < 4
        return np.where(inside, x, 2.0), np.where(inside, y, 0.0), count + inside

    zero = np.zeros_like(real)
    return fori(0, 1_000, turn, (zero, zero, np.zeros(real.shape, int)))[2]


def clustered(points: Any, centres: Any) -> Any:
    """k-means until no point changes its cluster."""

    def nearest(centres: Any) -> Any:
        return ((points[:, None] - centres) ** 2).sum(-1).argmin(-1)

    def turn(carried: Any) -> Any:
        centres, now, _, turns = carried
        mine = now[:, None] == np.arange(len(centres))
        total = (mine[:, :, None] * points[:, None]).sum(0)
        centres = total / np.maximum(mine.sum(0), 1)[:, None]
        return centres, nearest(centres), now, turns + 1

    start = nearest(centres)
    first = centres, start, start - 1, 0
    found = while_loop(lambda carried: (carried[1] != carried[2]).any(), turn, first)
    return found[0], found[3]


def test_programs_as_people_write_them_agree_with_numpy() -> None:
    rng = np.random.default_rng(3)
    y, x = np.mgrid[-1:1:15j, -2:1:17j]
    programs: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
        (recurrent, (rng.normal(size=(500, 4, 3)), *(rng.normal(size=(n, 5)) / 3 for n in (5, 3)))),
        (euler, (rng.normal(size=(4, 32)),)),
        (mandelbrot, (x, y)),
        (clustered, (rng.normal(size=(200, 2)), rng.normal(size=(5, 2)))),
    ]
    for function, given in programs:
        compiled: Any = streamrt.jit(function)
        same(compiled(*given), function(*given))
