"""Refusals of traced code name the function, the line, the operation, and what to write instead.

Each row is the body of a function `f(x, y, n)` and the error. `x` and `y` are f32[4, 8], `n` is a
Python int that the trace gets as a parameter. The row's text is the whole message behind the place.
"""

from __future__ import annotations

import copy
import math
import pickle
import textwrap
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import streamrt
from streamrt._jit.tracing.purity import check_pure
from streamrt._jit.tracing.trace import trace
from streamrt._jit.tracing.traced import Spec, Traced
from streamrt.errors import TraceError, TraceTypeError, TraceValueError

X = Spec("f32", (4, 8), path="x")
SPECS = (X, Spec("f32", (4, 8), path="y"), Spec("i64", (), True, True, "n"))
IS_X = "f32[4, 8], the argument x"
WHERE = "use np.where, or declare what decides it static"
UNKNOWN = "its value is not known while tracing"
NOT_OWN = "it is not the function's own; write to a copy, as in `y = x.copy()`, and return that"

VALUES_NEEDED = {
    "return x if (x > 0) else y": f"bool() of bool[4, 8], made by > at model.py:2; {WHERE}",
    "return x.any() and y": f"bool() of bool[], made by any at model.py:2; {WHERE}",
    "return min(x, y)": f"bool() of bool[4, 8], made by < at model.py:2; {WHERE}",
    "return x in [y]": f"bool() of bool[4, 8], made by == at model.py:2; {WHERE}",
    "return float(x)": f"float() of {IS_X}; use NumPy's functions, as np.exp for math.exp; "
    f"{UNKNOWN}",
    "return [x for _ in range(n)]": "range(), or an index, of i64[], the argument n; "
    f"{UNKNOWN}; declare the argument static",
    "return x[:n]": f"slice by i64[], the argument n: {UNKNOWN}; declare the argument static",
    "return x[x > 0]": "index by bool[4, 8], made by > at model.py:2: the number of elements would "
    "depend on values; write np.where(mask, x, other)",
    "return x.item()": f".item() of {IS_X}; {UNKNOWN}; compute with arrays",
    "return np.where(x)": "np.where with one argument: the shape would depend on values; write "
    "np.where(mask, x, other)",
    "return np.dtype('f4').type(x)": f"use as a NumPy array of {IS_X}; write it with functions "
    "that can be traced, join a list of traced values by np.stack, or compute it outside of the "
    "function",
    "return pickle.dumps(x)": f"pickling of {IS_X}; return it from the function",
    "return {x}": "return of a set of traced values: return a tuple, list, dict or dataclass",
}
NOT_OURS = {
    "x += 1": f"+= on the argument x: {NOT_OWN}",
    "x[0] = 1": f"item assignment on the argument x: {NOT_OWN}",
    "x.T[0][1:] *= 2": f"*= on the argument x: {NOT_OWN}",
    "np.exp(y, out=x)": f"np.exp(out=...) on the argument x: {NOT_OWN}",
    "x.reshape(-1)[0] = 1": f"item assignment on the argument x: {NOT_OWN}",
    "x.shape = (8, 4)": f"assignment to .shape of {IS_X}; write x = x.reshape(shape)",
    "z = x * 1; w = z.T.reshape(-1); w += 1": "+= on f32[32], made by * at model.py:2: a reshape "
    "of the same array is in use, and whether NumPy's reshape copies depends on the order in "
    "memory; use `.copy()` before one of them",
    "b = np.broadcast_to(x[0] * 1, (4, 8)); b += 1": "+= on a view made by np.diagonal or "
    "np.broadcast_to: as NumPy's, it cannot be written to; use `.copy()`",
    "b = np.broadcast_arrays(x[0] * 1, x)[0]; b += 1": "a write to a view made by "
    "np.broadcast_arrays: many of its elements are one; use `.copy()`",
}
ABSENT = {
    "return np.linalg._umath_linalg.qr_r_raw(x)": "qr_r_raw: programs do not have it, and the "
    "host cannot call it by a module and this name; compute it outside",
    "return np.subtract.reduce(x, where=x > 1)": "np.subtract.reduce: _reduce() got an unexpected "
    "keyword argument 'where'; leave out what cannot be traced",
    "np.add.at(y, (0, slice(2)), 1)": "np.add.at: its indexes can be arrays of integers only",
    "return x.view('i4')": f".view() with a dtype of {IS_X}; convert with .astype, or view it "
    "outside",
    "return map(np.exp, [x])": "return of a map: it would give the elements of one call only; "
    "return a tuple or a list",
    "return (row * 2 for row in x)": "return of a generator: it would give the elements of one "
    "call only; return a tuple or a list",
    "return x.byteswap()": ".byteswap of f32[4, 8]: it cannot be traced; write it with others",
}
BY_NUMPY_TOO = {
    "return x @ y": "matmul of f32[4, 8] by f32[4, 8]: 8 columns and 4 rows",
    "return x + np.ones((3, 3))": "np.add of shapes (4, 8), (3, 3): they cannot be broadcast "
    "together",
    "return x[(None,) * 63]": "an array of 65 dimensions: NumPy has at most 64",
    "return x.reshape(5)": "reshape of f32[4, 8] to 5: the sizes differ",
    "return x[4]": "index 4: it is out of range of axis 0, which has 4 elements",
    "return x.sum(axis=2)": "np.sum: axis 2 is out of range of an array with 2 dimensions",
    "return np.concatenate([x, y[0]])": "np.concatenate of f32[4, 8], f32[8]: they differ beside "
    "axis 0",
    "return np.tile(x, (2, -1))": "an array of shape (2, 4, -1, 8): a dimension is negative",
    "return np.repeat(x, -1, axis=0)": "an array of shape (4, -1, 8): a dimension is negative",
    "return np.zeros((2, -1), like=x)": "an array of shape (2, -1): a dimension is negative",
    "return np.diff(x, n=-1)": "np.diff: n is -1; it may not be negative",
    "return np.diagonal(x, 0, 1, 1)": "moveaxis from (1, 1) to (-2, -1): they do not fit",
    "z = x.astype(int); z[0] = math.nan": "assignment to elements: i64 cannot hold nan",
    "z = x.astype(np.int8); z[...] = 300": "assignment to elements: i8 cannot hold 300",
    "z = x.astype(np.int8); z.T[0] = np.int64(300)": "assignment to elements: i8 cannot hold "
    "np.int64(300)",
    "z = x.astype(np.uint8); z[z > 1] = -1.5": "assignment by a mask: u8 cannot hold -1.5",
    "return x.astype(np.uint8) + 300": "use of 300: Python integer 300 out of bounds for uint8",
}
DTYPES = "the dtypes of programs are f16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool"
WRONG_TYPE = {
    "return np.diff(x, n=1.0)": "np.diff: n is 1.0; pass an integer",
    "return np.triu(x, k='1')": "np.triu: k is '1'; pass an integer",
    "return np.linalg._umath_linalg.eig(x.astype('f8'))": "eig of float64: NumPy computes it in "
    "complex128, which programs do not have; compute it outside",
    "return x.astype('S3')": f"dtype |S3: {DTYPES}",
    "return len(x.sum())": "len() of f32[], made by sum at model.py:2: it has no dimensions",
    "z = x.astype(int); z += 0.5": "+=: NumPy does not cast float64 to int64 in place",
}
ROWS = [
    *((code, TraceError, text) for code, text in (VALUES_NEEDED | NOT_OURS | ABSENT).items()),
    *((code, TraceValueError, text) for code, text in BY_NUMPY_TOO.items()),
    *((code, TraceTypeError, text) for code, text in WRONG_TYPE.items()),
]


def function_of(code: str, **more: Any) -> Callable[..., Any]:
    """Returns a function with that body, which seems to stand in model.py."""
    space: dict[str, Any] = {"np": np, "math": math, "copy": copy, "pickle": pickle, **more}
    body = textwrap.indent(code.replace("; ", "\n"), "  ")
    exec(compile(f"def f(x, y, n):\n{body}", "model.py", "exec"), space)
    return space["f"]


def traced(function: Callable[..., Any]) -> Traced:
    return trace(function, SPECS, lambda leaves: (tuple(leaves), {}), name="f", site="model.py:1")


@pytest.mark.parametrize(("code", "kind", "text"), ROWS)
def test_a_refusal_names_the_line_the_operation_and_the_remedy(
    code: str, kind: type[TraceError], text: str
) -> None:
    with pytest.raises(kind) as caught:
        traced(function_of(code))
    place, _, message = str(caught.value).partition(": ")
    line = 1 if text.startswith("return of") else 1 + len(code.split("; "))
    assert (place, message) == (f"trace f (model.py:{line})", text)


def test_harmless_uses_of_a_traced_value_are_no_refusals() -> None:
    code = "s = repr(x); t = f'{x}'; d = {x: 1}; return d[x], hasattr(x, 'foo'), x is y, s, t"
    assert traced(function_of(code)).result == (
        *(1, False, False),
        *(f"<tracer of {IS_X}>", f"<tracer of {IS_X}>"),
    )


def test_a_traced_value_is_of_no_use_after_its_trace() -> None:
    kept: list[Any] = []
    traced(function_of("z = x + 1; kept.append(z); return z", kept=kept))
    uses: list[Callable[[Any], Any]] = [
        lambda z: z + 1, np.exp, np.sum, lambda z: z[0], lambda z: z.shape, bool, len, np.asarray,
    ]  # fmt: skip
    for use in uses:
        with pytest.raises(
            TraceError, match=r"use of f32\[4, 8\], made by \+ at model.py:2: .*end"
        ):
            use(kept[0])
    assert repr(kept[0]) == "<tracer of f32[4, 8]; its trace has ended>"
    with pytest.raises(TraceError, match=r"made by \+ at model.py:2: .* has ended"):
        traced(function_of("return x + kept[0]", kept=kept))


def test_a_traced_value_of_an_outer_trace_is_refused() -> None:
    def outer(x: Any, y: Any, n: Any) -> Any:
        return traced(lambda a, b, c: a + x)

    with pytest.raises(TraceError, match=r"it belongs to the trace of f; pass it as an argument"):
        traced(outer)


def test_long_chains_of_views_and_operations_are_traced() -> None:
    def long(x: Any, y: Any, n: Any) -> Any:
        z = x * 1
        view = z
        for _ in range(1500):
            x = x[None][0] + y
            view = view[::-1].T
        view += 1
        return x, z

    found = traced(long)
    assert len(list(found.program.values())) > 3000
    assert [value.shape for value in found.program.results] == [(4, 8), (4, 8)]


def test_numbers_drawn_while_tracing_are_noted() -> None:
    (note,) = traced(function_of("return x * np.random.rand()")).notes
    assert note.startswith("trace f: it drew from np.random; the numbers are frozen")
    assert traced(function_of("return x * 2")).notes == ()


def test_a_large_array_is_frozen_with_a_note_and_a_uniform_one_is_a_number() -> None:
    big = np.arange(32.0, dtype="f4").reshape(4, 8)
    found = traced(function_of("y = x + big; return y * np.ones((4, 8), 'f4')", big=big))
    big[:] = 0
    (note,) = found.notes
    assert note.startswith("model.py:2: the NumPy array float32[4, 8] is frozen")
    constants = [v for v in found.program.values() if v.op.name == "constant"]
    assert [v.shape for v in constants] == [(4, 8), ()]
    assert constants[0].array.sum() == 496


def test_a_buffer_is_captured_once_and_cannot_be_read_by_numpy() -> None:
    with streamrt.Runtime() as runtime:
        w = runtime.put(np.ones(8, "f4"))
        found = traced(function_of("return (x + w) @ w, w - y, np.add(w, 1) if 0 else 0", w=w))
        assert found.captures == (w,)
        assert [p.shape for p in found.program.parameters] == [(4, 8), (4, 8), (), (8,)]
        assert traced(function_of("return x + np.asarray(w)", w=w)).captures == (w,)
        with pytest.raises(TraceError, match=r"reading of the captured Buffer float32\[8\]"):
            traced(function_of("return x + np.dtype('f4').type(w)", w=w))
        with pytest.raises(TraceError, match=r"np.add\(out=...\) on the captured Buffer f32\[8\]"):
            traced(function_of("np.add(x[0], 1, out=w); return x", w=w))
        assert np.asarray(w).shape == (8,)  # out of a trace


PURE = "y = x.copy(); y[1:] *= 2; y = y.reshape(-1); return [y, {'a': n}, 'text', None, 1.5]"
IMPURE = {
    "return x * clock()": r"two traces differ: the number 1\.0 at model\.py:2 the first time, the "
    r"number 2\.0 at model\.py:2 the second time",
    "return x * (1 + clock() / 2**40)": r"two traces differ: 1\.0\d+ the first time, 1\.0\d+ the "
    r"second time, at model\.py:2",
    "return x, clock()": r"two traces differ: result\[1\] was 1\.0 the first time, 2\.0 the second",
    "return x + y if clock() % 2 else x": r"two traces differ: add of f32\[4, 8\] at model\.py:2 "
    r"the first time only",
    "return x + y if clock() % 2 else x * y": r"two traces differ: add of f32\[4, 8\] at "
    r"model\.py:2 the first time, multiply of f32\[4, 8\] at model\.py:2 the second time",
    "kept.append(x + 1); return x": r"f32\[4, 8\], made by \+ at model\.py:2, is kept in a list",
    "thing.w = x[0]; return x": r"f32\[8\], made by indexing at model\.py:2, is kept in the "
    r"attribute 'w' of a Thing",
    "thing.all = {'a': [x]}; return x": r"the argument x, is kept in a list in the entry 'a' of a "
    r"dict in the attribute 'all' of a Thing",
}


class Thing:
    """A plain object that impure functions write to."""

    w: Any
    all: Any


@pytest.mark.parametrize("code", [PURE, *IMPURE])
def test_an_impure_function_is_found(code: str) -> None:
    ticks = iter(range(1, 100))
    space = {"clock": lambda: float(next(ticks)), "kept": [], "thing": Thing()}
    function = function_of(code, **space)

    def check() -> Traced:
        call = lambda leaves: (tuple(leaves), {})  # noqa: E731
        return check_pure(function, SPECS, call, name="f", site="model.py:1")

    if code == PURE:
        assert check().result[2:] == ["text", None, 1.5]
        return
    with pytest.raises(TraceError, match=IMPURE[code]):
        check()
