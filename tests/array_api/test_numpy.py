"""NumPy's ufuncs and functions of eager arrays give what those of its own give, and do not wait."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt import array_api
from streamrt.errors import ArgumentError, ArgumentTypeError

xp: Any = array_api  # the stubs of NumPy know of no other arrays
NAMES = sorted({each.__name__ for each in vars(np).values() if isinstance(each, np.ufunc)})
DTYPES = (
    *("bool", "int8", "int32", "int64", "uint8", "uint64", "float32", "float64", "complex128"),
)


def operands_of(ufunc: np.ufunc, dtype: str) -> list[np.ndarray[Any, Any]]:
    a = (np.arange(6).reshape(2, 3) % 5 + 1).astype(dtype)
    b = (np.arange(3) % 2 + 1).astype(dtype)
    special = {"matmul": [a[:, :2], a], "vecmat": [b[:2], a]}
    return special.get(ufunc.__name__, [a, b, b][: ufunc.nin])


@pytest.mark.parametrize("name", NAMES)
def test_every_ufunc_gives_what_numpy_gives(name: str, rt: srt.Runtime) -> None:
    ufunc = next(each for each in vars(np).values() if getattr(each, "__name__", "") == name)
    for dtype in DTYPES:
        operands = operands_of(ufunc, dtype)
        mixed = [xp.asarray(operands[0]), *operands[1:]]
        try:
            with np.errstate(all="ignore"):
                expected: Any = ufunc(*operands)
        except TypeError:
            with pytest.raises(TypeError):
                ufunc(*mixed)
            continue
        wanted = expected if isinstance(expected, tuple) else (expected,)
        if any(each.dtype == np.float16 for each in wanted):
            with pytest.raises(ArgumentTypeError, match="float16"):
                ufunc(*mixed)
            continue
        for given in (mixed, [xp.asarray(each) for each in operands]):
            found = ufunc(*given)
            for mine, theirs in zip(found if ufunc.nout > 1 else (found,), wanted, strict=True):
                assert isinstance(mine, xp.Array)
                assert mine.dtype == theirs.dtype, dtype
                np.testing.assert_allclose(np.asarray(mine), theirs, rtol=1e-5)


def test_ufuncs_keep_the_dtypes_of_python_numbers(rt: srt.Runtime) -> None:
    x = xp.ones(3, dtype=xp.float32)
    assert np.multiply(x, 2.0).dtype == xp.float32
    assert np.add(1, x).dtype == xp.float32
    assert np.add(x, np.float64(1)).dtype == xp.float64
    assert np.multiply(2, xp.ones(2, dtype=xp.int8)).dtype == xp.int8
    with pytest.raises(TypeError):
        np.add(x, "text")  # type: ignore[call-overload]


def test_calls_do_not_wait_and_come_in_the_order_of_the_program(rt: srt.Runtime) -> None:
    go = threading.Event()
    x = xp.ones(3)

    def write(array: np.ndarray[Any, Any]) -> None:
        go.wait()
        array[:] = 4

    rt.device().stream().call(write, x.buffer, writes=[x.buffer])
    found = np.sum(np.sqrt(x)) + np.add.reduce(np.exp2(x))
    steps = np.spacing(np.concatenate([x, x * 2]))  # a host call
    go.set()  # a call that waited would wait for ever
    assert float(found) == 6 + 48
    assert np.asarray(steps).tolist() == np.spacing([4.0] * 3 + [8.0] * 3).tolist()


def test_out_is_written_and_returned(rt: srt.Runtime) -> None:
    x, y = xp.asarray([1.0, 4.0]), xp.zeros(2)
    assert np.sqrt(x, out=y) is y
    assert np.asarray(y).tolist() == [1.0, 2.0]
    np.add(x, 1, out=x)
    assert np.asarray(x).tolist() == [2.0, 5.0]
    np.multiply(np.ones(2), 3, out=x)
    assert np.asarray(x).tolist() == [3.0, 3.0]
    single = xp.zeros((2, 2), dtype=xp.float32)
    assert np.negative(x, out=single).dtype == xp.float32  # broadcast, and cast as NumPy does
    assert np.asarray(single).tolist() == [[-3.0, -3.0]] * 2
    total = xp.zeros(())
    assert np.add.reduce(x, out=total) is total
    assert np.sum(x, out=total) is total
    assert float(total) == 6.0
    quotient, rest = xp.zeros(2), xp.zeros(2)
    np.divmod(x, 2.0, out=(quotient, rest))
    assert (np.asarray(quotient).tolist(), np.asarray(rest).tolist()) == ([1.0] * 2, [1.0] * 2)
    with pytest.raises(ArgumentError, match=r"np.sqrt: shape \[2\] does not fit into \[3\]"):
        np.sqrt(x, out=xp.zeros(3))


A = np.arange(12.0).reshape(3, 4) % 5
SERVED: dict[str, Callable[[Any], Any]] = {
    "add.reduce": lambda a: np.add.reduce(a),
    "maximum.reduce": lambda a: np.maximum.reduce(a, axis=1, keepdims=True),
    "logical_or.reduce": lambda a: np.logical_or.reduce(a, axis=None),
    "add.accumulate": lambda a: np.add.accumulate(a, axis=1),
    "multiply.outer": lambda a: np.multiply.outer(a, a[0]),
    "sum": lambda a: np.sum(a),
    "sum of rows": lambda a: np.sum(a, 0, keepdims=True),
    "prod": lambda a: np.prod(a, axis=(0, 1)),
    "max": lambda a: np.max(a, -1),
    "min": lambda a: np.amin(a),
    "all": lambda a: np.all(a, axis=1),
    "any": lambda a: np.any(a),
    "mean": lambda a: np.mean(a, axis=1),
    "std": lambda a: np.std(a, ddof=1),
    "var": lambda a: np.var(a, 0),
    "argmax": lambda a: np.argmax(a, axis=1),
    "cumsum": lambda a: np.cumsum(a, axis=1),
    "where": lambda a: np.where(a > 2, a, 0),
    "concatenate": lambda a: np.concatenate((a, A.astype(a.dtype)), axis=1),
    "stack": lambda a: np.stack([a, a], 1),
    "expand_dims": lambda a: np.expand_dims(a, 1),
    "squeeze": lambda a: np.squeeze(a[None], 0),
    "reshape": lambda a: np.reshape(a, (4, 3)),
    "moveaxis": lambda a: np.moveaxis(a, 0, 1),
    "broadcast_to": lambda a: np.broadcast_to(a, (2, 3, 4)),
    "flip": lambda a: np.flip(a, 1),
    "roll": lambda a: np.roll(a, 1),
    "repeat": lambda a: np.repeat(a, 2, axis=0),
    "sort": lambda a: np.sort(a),
    "argsort": lambda a: np.argsort(a, axis=0),
    "tensordot": lambda a: np.tensordot(a, a.T, axes=1),
    "zeros_like": lambda a: np.zeros_like(a),
    "ones_like": lambda a: np.ones_like(a, dtype="i4"),
    "zeros": lambda a: np.zeros(3, like=a),
}
WAITS: dict[str, Callable[[Any], Any]] = {
    "median": lambda a: np.median(a),
    "unique": lambda a: np.unique(a),
    "cumsum of all": lambda a: np.cumsum(a),
    "reshape in another order": lambda a: np.reshape(a, (4, 3), order="F"),
    "where with one argument": lambda a: np.where(a > 2)[0],
    "allclose": lambda a: np.allclose(a, a),
    "shape": lambda a: np.shape(a),
}


@pytest.mark.parametrize("dtype", ["float64", "int32", "bool"])
@pytest.mark.parametrize("name", [*SERVED, *WAITS])
def test_functions_give_what_numpy_gives(name: str, dtype: str, rt: srt.Runtime) -> None:
    function = (SERVED | WAITS)[name]
    array = A.astype(dtype)
    found, expected = function(xp.asarray(array)), function(array)
    assert isinstance(found, xp.Array) == (name in SERVED)
    mine, theirs = np.asarray(found), np.asarray(expected)
    assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape)
    np.testing.assert_allclose(mine, theirs, rtol=1e-12)


def test_a_traced_function_computes_with_arrays_that_it_finds(rt: srt.Runtime) -> None:
    limits = xp.asarray([1.0, 5.0])
    traced = srt.jit(lambda x: x + np.exp(limits) + np.sum(limits) + np.where(limits > 2, 1.0, 0.0))
    for _ in range(2):
        expected = np.exp([1.0, 5.0]) + 6.0 + [0.0, 1.0]
        np.testing.assert_allclose(np.asarray(traced(np.zeros(2))), expected, rtol=1e-12)
    assert traced.stats().traces == 1
    limits[0] = 3.0  # it is read anew
    np.testing.assert_allclose(np.asarray(traced(np.zeros(2)))[1], np.exp(5.0) + 9.0)
