"""Eager arrays that are used wrongly: refused at the call, or told where the result is awaited."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import axpy

import streamrt as srt
from streamrt import array_api as xp
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    ClosedError,
    DependencyError,
    FrozenBufferError,
    KernelError,
    OutOfMemoryError,
    TraceError,
)

SET_ITEM: Any = operator.setitem

BAD: dict[str, Callable[[], Any]] = {
    "two numbers": lambda: xp.add(1, 2),
    "shapes": lambda: xp.add(xp.ones(3), xp.ones(4)),
    "a text": lambda: xp.asarray("text"),
    "float16": lambda: xp.asarray(np.zeros(3, "f2")),
    "ragged": lambda: xp.asarray([[1, 2], [3]]),
    "arrays in a list": lambda: xp.asarray([xp.ones(3)]),
    "too large": lambda: xp.asarray(2**70),
    "a negative extent": lambda: xp.zeros(-1),
    "no shape": lambda: xp.zeros("a"),
    "a wrong size": lambda: xp.reshape(xp.ones(3), (2,)),
    "an axis": lambda: xp.sum(xp.ones(3), axis=4),
    "no axis": lambda: xp.take(xp.ones((2, 2)), xp.asarray([0])),
    "float places": lambda: xp.take(xp.ones(2), xp.ones(1)),
    "a complex as a float": lambda: xp.astype(xp.ones(3, dtype=xp.complex64), xp.float32),
    "no arrays": lambda: xp.concat([]),
    "an axis twice": lambda: xp.permute_dims(xp.ones((2, 3)), (0, 0)),
    "a float index": lambda: xp.ones(3)[1.5],  # type: ignore[misc]
    "a list as index": lambda: xp.ones(3)[[0]],
    "integers to exp": lambda: xp.exp(xp.ones(3, dtype=xp.int8)),
    "bits of floats": lambda: xp.bitwise_and(xp.ones(3), xp.ones(3)),
    "inner extents": lambda: xp.ones(3) @ xp.ones(4),
    "squeezed": lambda: xp.squeeze(xp.ones((2, 1)), 0),
    "matrix of a vector": lambda: xp.linalg.inv(xp.ones(3)),
    "a matrix of integers": lambda: xp.linalg.det(xp.ones((2, 2), dtype=xp.int64)),
    "no vector of 3": lambda: xp.linalg.cross(xp.ones(2), xp.ones(2)),
    "transform of integers": lambda: xp.fft.fft(xp.ones(3, dtype=xp.int64)),
    "transform of a number": lambda: xp.fft.fft(xp.asarray(1.0)),
    "a half transform of nothing": lambda: xp.fft.rfftn(xp.asarray(1.0)),
    "transform of nothing": lambda: xp.fft.fft(xp.zeros((2, 0))),
    "vectors of several extents": lambda: xp.vecdot(xp.ones(3), xp.ones(1)),
    "complex vectors of several extents": lambda: xp.vecdot(
        xp.ones((2, 3), dtype=xp.complex64), xp.ones(1)
    ),
    "a real of complex numbers": lambda: xp.asarray([xp.asarray(1j)], dtype=xp.float64),
    "a dtype": lambda: xp.zeros(3, dtype="U3"),
    "a device": lambda: xp.zeros(3, device="gpu:9"),
    "a step of 0": lambda: xp.arange(0, 3, 0),
    "half a diagonal": lambda: xp.linalg.trace(xp.ones((3, 3)), offset=2.5),  # type: ignore[arg-type]
    "floor of complex": lambda: xp.floor(xp.ones(3, dtype=xp.complex64)),
    "remainder of complex": lambda: xp.ones(3, dtype=xp.complex64) % 2,
    "half a power": lambda: xp.linalg.matrix_power(xp.ones((2, 2)), 0.5),  # type: ignore[arg-type]
    "a triangle of a vector": lambda: xp.tril(xp.ones(3)),
    "more than memory": lambda: xp.tile(xp.ones((2, 3)), (2**63,)),
    "nothing of no machine": lambda: xp.tile(xp.ones((0, 2)), (1, 2**70)),
    "a shape of no machine": lambda: xp.zeros(2**70),
    "values of no array": lambda: xp.unique_values(range(3)),  # type: ignore[arg-type]
    "no array": lambda: xp.linalg.inv("matrix"),
    "no axes": lambda: xp.tensordot(xp.ones(3), xp.ones(3), axes={}),
    "a kind": lambda: xp.isdtype(xp.float32, "whole"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_refused_at_the_call(rt: srt.Runtime, what: str) -> None:
    """Row 129."""
    with pytest.raises((ArgumentError, TraceError, srt.errors.BackendNotFoundError)) as refused:
        BAD[what]()
    assert isinstance(
        refused.value, TypeError | ValueError | IndexError | srt.errors.BackendNotFoundError
    )


def whole() -> Any:
    return xp.ones(3, dtype=xp.int64)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda x: np.sin(x, where=x > 0), r"np\.sin\(where=\.\.\.\) of .*float64\[3\] on"),
        (
            lambda x: np.add(x, x, dtype="f4"),
            r"np\.add\(dtype=\.\.\.\) .*pass np\.asarray\(x\), which",
        ),
        (
            lambda x: np.sum(x, initial=1),
            r"np\.add\.reduce\(initial=\.\.\.\) .*write xp\.sum, with",
        ),
        (lambda x: np.subtract.reduce(x), r"np\.subtract\.reduce of .*pass np\.asarray"),
        (lambda x: np.add.at(x, [0], 1), r"np\.add\.at of .*eager arrays do not have it"),
        (lambda x: np.add.reduceat(x, [0]), r"np\.add\.reduceat of"),
        (lambda x: operator.iadd(np.ones(3), x), r"into an array of NumPy .*pass np\.asarray"),
        (lambda x: np.exp(x, out=whole()), r"np\.exp: the result is float64"),
    ],
)
def test_a_function_of_numpy_says_what_to_write_instead(
    rt: srt.Runtime, call: Callable[[Any], Any], words: str
) -> None:
    """Row 147."""
    with pytest.raises(ArgumentTypeError, match=words):
        call(xp.ones(3))


def test_what_takes_buffers_says_where_an_array_has_its_own(rt: srt.Runtime) -> None:
    """Row 129."""
    x, y = xp.ones(3, dtype=xp.float32), xp.ones(3, dtype=xp.float32)
    stream = rt.device().stream()
    bad: Any = x
    with pytest.raises(ArgumentTypeError, match="its attribute `buffer`"):
        rt.execute(axpy, bad, bad, alpha=2.0)
    with pytest.raises(ArgumentTypeError, match="its attribute `buffer`"):
        stream.launch(axpy, bad, bad, alpha=2.0)
    stream.launch(axpy, x.buffer, y.buffer, alpha=2.0)
    done = stream.call(int)
    with pytest.raises(ArgumentTypeError, match="await it first"):
        xp.asarray(done)
    assert done.sync() == 0
    assert np.asarray(y).tolist() == [3.0] * 3


def test_an_operation_that_was_refused_changes_nothing(rt: srt.Runtime) -> None:
    """Row 129."""
    x = xp.ones(3)
    for value in (xp.ones(4), 1j, "a", xp.ones(3, dtype=xp.complex64)):
        with pytest.raises((ArgumentError, TraceError)):
            x[...] = value
    with pytest.raises(IndexError):
        x[7] = 1.0
    assert np.asarray(x).tolist() == [1.0] * 3


def test_arrays_of_other_and_of_closed_runtimes_are_refused() -> None:
    """Row 130."""
    with srt.Runtime() as one, srt.Runtime() as two:
        x, y = one.asarray([1.0]), two.asarray([1.0])
        with pytest.raises(ArgumentError, match="another runtime"):
            operator.add(x, y)
        with pytest.raises(ArgumentError, match="another runtime"):
            xp.nextafter(x, y)
        z = x + 1.0
    for use in (lambda: z + z, lambda: z + 1.0, lambda: z[0:1] + 1.0, lambda: xp.fft.fft(z)):
        with pytest.raises(ClosedError):
            use()
    with pytest.raises(ClosedError):
        z[0] = 2.0


async def test_a_failure_arrives_with_the_line_that_made_it(rt: srt.Runtime) -> None:
    """Row 131."""
    x = rt.asarray(np.zeros((2, 2)))
    inverse = xp.linalg.inv(x)
    line = inspect.currentframe().f_lineno - 1  # type: ignore[union-attr]
    with pytest.raises(np.linalg.LinAlgError) as failed:
        await inverse
    assert f"test_eager_arrays.py:{line}" in "".join(failed.value.__notes__)
    with pytest.raises(DependencyError, match="Singular"):
        float((inverse + 1.0)[0, 0])
    taken = xp.take(xp.arange(3), xp.asarray([7]))
    with pytest.raises(KernelError, match="out of range"):
        await taken


def test_without_memory_for_a_result_the_call_says_so() -> None:
    """Row 132."""
    with srt.Runtime(memory_limit=1 << 20) as rt:
        x = xp.zeros(100_000, dtype=xp.float32)
        y = xp.ones(100_000, dtype=xp.float32)
        for use in (lambda: x + y, lambda: xp.fft.fft(x), lambda: xp.zeros(200_000)):
            with pytest.raises(OutOfMemoryError):
                use()
        x[:10] = 3.0
        assert float(xp.sum(x)) == 30.0
        assert rt.device().memory_stats().in_use >= 800_000


def test_memory_that_nobody_may_write_to_is_left_alone(rt: srt.Runtime) -> None:
    """Row 133."""
    numbers = np.ones(3)
    numbers.flags.writeable = False
    x = xp.from_dlpack(numbers)
    for write in (lambda: SET_ITEM(x, 0, 2.0), lambda: operator.iadd(x, 1.0)):
        with pytest.raises(FrozenBufferError):
            write()
    every = xp.broadcast_to(xp.ones(1), (3,))
    for write in (
        lambda: SET_ITEM(every, slice(0, 2), 2.0),
        lambda: operator.iadd(every, 1.0),
    ):
        with pytest.raises(ArgumentError, match="write to a copy"):
            write()
    assert float(xp.sum(x)) == 3.0
    with pytest.raises(ArgumentTypeError):
        xp.asarray([1.0])[0] = "one"
