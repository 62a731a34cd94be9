"""A share of tests/long/fuzz_jit.py, and what it found: zeros, scalars, in place, promotion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from jit.random_programs import RandomProgram, run_on_numpy
from long import fuzz_jit
from long.fuzz_jit import difference, fuzz, shrunk

import streamrt as srt
from streamrt.errors import TraceError

ZEROS = np.array([-0.0, 0.0, -0.0])
BYTES, BOOLS = np.array([1, -1, 3], "i1"), np.array([True, False, True])
LINES: dict[str, tuple[str, tuple[Any, ...]]] = {
    "inner of a number": ("np.inner(2.0, x0)", (np.arange(6.0).reshape(2, 3),)),
    "inner of an array without dimensions": ("np.inner(x1, x0)", (np.ones((2, 3)), np.array(2.0))),
    "vecdot along another axis": ("np.vecdot(x0, x1, axis=0)", (np.ones((3, 2)), np.ones(3))),
    "clip of bools": ("np.clip(x0, np.float32(0), 0.5)", (BOOLS,)),
    "clip of bytes": ("np.clip(x0, 0.5, x1)", (BYTES, np.arange(3, dtype="f4"))),
    "clip of zeros": ("np.clip(x0, 0.0, 1.0)", (ZEROS,)),
    "clip of zeros from above": ("np.clip(x0, None, -0.0)", (ZEROS,)),
    "append of a number": ("np.append(x0, 2)", (BYTES,)),
    "sum": ("np.sum(x0[::2])", (ZEROS,)),
    "sum of one": ("np.sum(x0[:1])", (ZEROS,)),
    "sum of none": ("np.sum(x0)", (np.array(-0.0),)),
    "mean": ("np.mean(x0[None], axis=0)", (ZEROS,)),
    "einsum": ("np.einsum('i->', x0[::2])", (ZEROS,)),
    "einsum without a sum": ("np.einsum('i,j->ij', x0, x0 + 1)", (ZEROS,)),
    "vecdot": ("np.vecdot(x0, x0 + 1)", (ZEROS[None],)),
    "einsum over nothing and one": (
        "np.einsum('...i,...i->...', x0, x1)",
        (np.zeros(0), np.array([[np.inf], [np.nan]])),
    ),
    "einsum over nothing in one operand": (
        "np.einsum('i,j->j', x0, x1)",
        (np.zeros(0), np.full(2, np.inf)),
    ),
    "einsum of float16": ("np.einsum('ij,jk', x0, x0)", (np.array([[0, -65504, -65504]], "f2"),)),
    "square of a bool that is no array": ("x0[()] ** 2", (np.array(True),)),
    "a scalar": ("x0", (np.float32(1.5),)),
    "clip of a number of Python": ("np.clip(x0, -2, np.uint8(7))", (-1,)),
    "select with a number of Python": ("np.select([x0 > 1], [x0], np.float16(0.5))", (2,)),
    "concatenate with a number of Python": ("np.concatenate([x0, x1], None)", (-1, BYTES[0])),
    "stack with a number of Python": ("np.stack([x0, x1])", (BYTES[0], 2)),
    "invert of a number of Python": ("~(x0 <= -1)", (2,)),
    "minus a number of Python": ("-(x0 <= 2)", (2,)),
}
IN_PLACE = ("x0.copy()", "x0.reshape(()).copy()", "x0.T.copy()", "x0.astype('i1')", "x0[()]")


@pytest.mark.parametrize("name", LINES)
def test_a_program_gives_what_numpy_does(name: str, rt: srt.Runtime) -> None:
    text, arguments = LINES[name]
    program = RandomProgram(list(arguments), [f"y = {text}"])
    scope: dict[str, Any] = {"np": np, **{f"x{k}": each for k, each in enumerate(arguments)}}
    assert run_on_numpy(f"y = {text}", scope) is None
    program.results = {"y": scope["y"]}
    assert not difference(program)


@pytest.mark.parametrize("divide", [np.floor_divide, np.remainder, np.fmod])
@pytest.mark.parametrize("divisor", [2, -2, 4, -4, 3, 1, -1])
def test_products_of_small_integers_are_divided(divide: np.ufunc, divisor: int) -> None:
    def function(x: Any, y: Any) -> Any:
        made = [x.astype("i8") * 3, x.astype("i8") * y, x.astype("i8") + y, x.astype("i4") * -5, y]
        return [divide(one, divisor) for one in made]

    for dtype in ("i1", "i2", "i8"):
        x = np.concatenate([np.arange(-40, 41), [-128, 127]]).astype(dtype)
        y = x[::-1] if dtype != "i8" else x << 56
        with np.errstate(over="ignore"):  # INT_MIN by -1
            wanted = function(x, y)
        for found, expected in zip(srt.jit(function)(x, y), wanted, strict=True):
            np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("lead", [(2,), (2, 1), (1, 2)])
@pytest.mark.parametrize("rows", [1, 2])
def test_a_factor_that_is_one_matrix_everywhere_is_read_as_that(
    lead: tuple[int, ...], rows: int
) -> None:
    def function(x: Any, y: Any) -> Any:
        v, w = np.broadcast_to(x, lead + x.shape), np.broadcast_to(y, lead + y.shape)
        return [
            v,
            w,
            v @ v[..., None],
            v[..., None, :, :] @ w,
            v[..., None, :] @ w[..., None, :, :],
        ]

    x, y = np.arange(3.0 * rows).reshape(rows, 3), np.arange(6.0).reshape(3, 2)
    for found, expected in zip(srt.jit(function)(x, y), function(x, y), strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("dtype", ["i1", "u4", "f4", "?"])
@pytest.mark.parametrize("start", IN_PLACE)
@pytest.mark.parametrize("write", ["y += np.int64(300)", "y *= 2", "y **= np.int64(2)", "y /= 2"])
def test_arrays_without_dimensions_keep_their_dtype(
    dtype: str, start: str, write: str, rt: srt.Runtime
) -> None:
    program = RandomProgram([np.array(1, dtype)], [f"y = {start}", write])
    scope: dict[str, Any] = {"np": np, "x0": np.array(1, dtype)}
    try:
        exec("\n".join(program.lines), scope)
    except TypeError as error:
        program.refusal = error
    else:
        program.results = {"y": scope["y"]}
    assert not difference(program)


@pytest.mark.parametrize(
    "function",
    [np.vecdot, np.tensordot, np.matvec, np.vecmat]
    if hasattr(np, "matvec")
    else [np.vecdot, np.tensordot],
)
def test_vectors_of_other_lengths_are_refused(
    function: Callable[..., Any], rt: srt.Runtime
) -> None:
    shapes = [(), (1,), (3,), (1, 3), (3, 1)]
    for one in shapes:
        for other in shapes:
            program = RandomProgram(
                [np.ones(one), np.ones(other)], [f"y = np.{function.__name__}(x0, x1)"]
            )
            try:
                program.results = {"y": function(*program.arguments)}
            except (ValueError, TypeError, IndexError) as error:
                program.refusal = error
            assert not difference(program), (one, other)


@pytest.mark.parametrize(
    "lines",
    [
        ("v0 = x0.copy()", "v1 = np.diagonal(v0)", "v0 += 1"),
        ("v0 = x0.copy()", "v1 = v0.diagonal(1)[::-1]", "v0[0] *= 2", "v0 -= 1"),
        ("v0 = x0.copy()", "v1 = np.einsum('ij->ji', v0)", "v0[0] += 1", "v1[0] *= 3"),
        ("v0 = x0.copy()", "v1 = np.einsum('ii->i', v0)", "v1 *= 2"),
        ("v0 = x0.copy()", "v1 = np.einsum('ij->ij', v0, dtype='f4')", "v0 += 1"),
        ("v0 = np.einsum('i,i->', x0[0], x0[0])", "v1 = v0", "v0 += 1"),
        ("v0 = np.einsum('ij->ij', x0 > 1)",),
    ],
)
def test_diagonals_and_views_of_einsum_see_writes(lines: tuple[str, ...], rt: srt.Runtime) -> None:
    program = RandomProgram([np.arange(9.0).reshape(3, 3)], list(lines))
    scope: dict[str, Any] = {"np": np, "x0": program.arguments[0]}
    exec("\n".join(lines), scope)
    program.results = {name: scope[name] for name in ("v0", "v1") if name in scope}
    assert not difference(program)


@pytest.mark.parametrize(
    "view",
    [
        "np.diagonal(y)",
        "y.diagonal(1)[1:]",
        "np.diagonal(y)[None]",
        "np.broadcast_to(y, (3, 3))",
        "np.broadcast_to(y.argmin(), (2,))",
        "np.broadcast_to(y.argmin(), (2,))[1:]",
        "np.einsum('ii->i', x)",
    ],
)
def test_what_numpy_refuses_to_write_to_is_refused(view: str, rt: srt.Runtime) -> None:
    space: dict[str, Any] = {"np": np}
    exec(f"def f(x):\n    y = x.copy()\n    v = {view}\n    v += 1\n    return v", space)
    with pytest.raises(TraceError, match=r"cannot be written to|not the function's own"):
        srt.jit(space["f"])(np.ones((3, 3)))


def test_a_shrunk_program_has_the_results_of_its_own_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["v0 = x0 + 1", "v0 += 1", "v1 = np.sqrt(v0)"]
    monkeypatch.setattr(
        fuzz_jit, "difference", lambda made: "v1: x" if "sqrt" in made.source else ""
    )
    program = RandomProgram(
        [np.zeros(2)], lines, results={"v0": np.full(2, 2.0), "v1": np.full(2, 4)}
    )
    found = shrunk(program)
    assert found.lines == [lines[0], lines[2]]
    assert found.results["v1"].tolist() == [1.0, 1.0]


def test_random_programs_give_what_numpy_does(rt: srt.Runtime) -> None:
    compared, found = fuzz(seed=7, programs=30)
    assert compared > 20
    assert not found, found[0]
