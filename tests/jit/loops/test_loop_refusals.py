"""Loops and branches that no program can have are refused, with what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from jit.loops.running import ROWS

import streamrt
from streamrt import cond, fori, scan, while_loop
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    StreamRTError,
    TraceError,
)


def _kept(x: Any) -> Any:
    kept: list[Any] = []
    fori(0, 9, lambda i, c: (kept.append(c * 2), c + x)[1], x)
    return kept[0]


def _written(x: Any) -> Any:
    out = np.zeros_like(x)

    def body(i: Any, c: Any) -> Any:
        out[0] = c[0]
        return c

    return fori(0, 9, body, x), out


def _other(x: Any) -> Any:
    kept: list[Any] = []
    fori(0, 9, lambda i, c: (kept.append(c * 2), c + x)[1], x)
    return fori(0, 9, lambda i, c: c + kept[0], x)


REFUSED: dict[str, tuple[Callable[..., Any], type[StreamRTError], str]] = {
    "dtype": (
        lambda x: fori(0, 9, lambda i, c: {"w": c["w"] * np.float64(2)}, {"w": x}), TraceError,
        r"test_loop_refusals.py:\d+\): the body of streamrt.fori makes init\['w'\] f64\[7, 4\], "
        r"and it was f32\[7, 4\]; .*: begin with f64\[7, 4\], or return it with .astype",
    ),
    "shape": (
        lambda x: fori(0, 9, lambda i, c: c[0], x), TraceError,
        r"makes init f32\[4\], and it was f32\[7, 4\]; .*: begin with an array of shape \(4,\), or",
    ),
    "shape of a number": (
        lambda x: fori(0, 9, lambda i, c: c + x, 0.0), TraceError,
        r"makes init f32\[7, 4\], and it was a Python float; .* begin with an array of shape",
    ),
    "number that does not fit": (
        lambda x: fori(0, 9, lambda i, c: x.astype("i4").argmax(), 0.5), TraceError,
        r"makes init i64\[\], and it was a Python float; .*: begin with i64\[\]",
    ),
    "containers": (
        lambda x: fori(0, 9, lambda i, c: (c, c), x), TraceError,
        r"returns a carry of structure \(\*, \*\), and it began with \*; return the same",
    ),
    "no array": (
        lambda x: fori(0, 9, lambda i, c: c, ("a", x)), TraceError, "use of str as an array: 'a'",
    ),
    "no pair": (lambda x: scan(lambda c, r: c, x[0], x), ArgumentTypeError, "that is no pair"),
    "no length": (
        lambda x: scan(lambda c, r: (c, r), x[0]), ArgumentError, "neither xs nor length",
    ),
    "lengths": (
        lambda x: scan(lambda c, r: (c, r), x[0], (x, x[:3])), ArgumentError,
        r"xs\[1\] has 3 rows, and xs\[0\] says 7",
    ),
    "no rows": (
        lambda x: scan(lambda c, r: (c, r), x[0], 3.0), ArgumentTypeError,
        "xs has no dimension to walk along",
    ),
    "length": (
        lambda x: scan(lambda c, r: (c, r), x[0], length=-1), ArgumentError, "length is -1",
    ),
    "kept": (
        _kept, TraceError,
        r"return of f32\[7, 4\], made by \* at test_loop_refusals.py:\d+: it comes from the body "
        "of a loop that has ended; return it from the body",
    ),
    "kept for another loop": (
        _other, TraceError, r"use in streamrt.fori of .*: it comes from the body of a loop",
    ),
    "written": (
        _written, TraceError,
        "item assignment on .*: it was made outside of the body of the loop or branch that runs",
    ),
    "if in a body": (
        lambda x: fori(0, 9, lambda i, c: c if c.sum() > 3 else c + 1, x), TraceError,
        r"bool\(\) of bool\[\], .* in a loop or a branch, and after one, use streamrt.cond",
    ),
    "if after a loop": (
        lambda x: x if fori(0, 9, lambda i, c: c + 1, x).sum() > 3 else -x, TraceError,
        "in a loop or a branch, and after one, use streamrt.cond",
    ),
    "range of an index": (
        lambda x: fori(0, 9, lambda i, c: c + len(range(i)), x), TraceError,
        r"of i64\[\], the index of streamrt.fori at test_loop_refusals.py:\d+; its value is not",
    ),
    "test": (
        lambda x: while_loop(lambda c: c, lambda c: c, x), TraceError,
        r"the test of streamrt.while_loop is f32\[7, 4\]; it is a bool, or a number, of",
    ),
    "bound": (
        lambda x: fori(0, x[0, 0], lambda i, c: c, x), TraceError,
        r"a bound of streamrt.fori is f32\[\]; it is one integer",
    ),
    "dtypes of ways": (
        lambda x: cond(x.sum() > 0, lambda: (x, x), lambda: (x, x.astype("f8"))), TraceError,
        r"streamrt.cond: result\[1\] is f32\[7, 4\] if it is True, f64\[7, 4\] if it is False",
    ),
    "shapes of ways": (
        lambda x: cond(x.sum() > 0, lambda: x, lambda: x[0]), TraceError, "return arrays of",
    ),
    "containers of ways": (
        lambda x: cond(x.sum() > 0, lambda: x, lambda: (x,)), TraceError,
        r"the function for True returns \*, the one for False \(\*,\); return the same containers",
    ),
    "flag": (
        lambda x: cond(x > 0, lambda: x, lambda: x), TraceError,
        r"the value that streamrt.cond decides by is bool\[7, 4\]",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_loop_can_hold_is_refused(name: str) -> None:
    """Row 254."""
    function, kind, text = REFUSED[name]
    with pytest.raises(kind, match=text):
        streamrt.jit(function)(ROWS)


def test_a_kernel_has_no_loops_of_arrays() -> None:
    @streamrt.kernel("x: f32[n], out y: f32[n]")
    def doubled(x: Any, y: Any) -> None:
        y[...] = fori(0, 9, lambda i, c: c + x, x)

    with streamrt.Runtime() as rt, pytest.raises(TraceError, match="has no loops or branches"):
        rt.device().stream().launch(doubled, rt.put(ROWS[0]), rt.empty(4))


def test_bodies_that_change_between_traces_are_impure() -> None:
    turns = iter((6, 7, 8, 9))

    @streamrt.jit(check=True)
    def function(x: Any) -> Any:
        return fori(0, next(turns), lambda i, c: c + x, x)

    with pytest.raises(TraceError, match="two traces differ"):
        function(ROWS)
