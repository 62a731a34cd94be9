"""Compiled functions and eager arrays on a device of OpenCL: what they give beside NumPy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from jit.test_cuda import FUNCTIONS, floats, integers
from shared.threads import in_threads
from shared.trial_kernels import axpy

import streamrt as srt
from streamrt import array_api
from streamrt._jit.trees import flatten
from streamrt.errors import CompileError

xp: Any = array_api


@pytest.fixture(scope="module", name="rt")
def _rt() -> Iterator[srt.Runtime]:
    with srt.Runtime(["opencl:0"]) as found:
        yield found


def gathered(x: Any, at: Any) -> Any:
    return x[at], np.take(x, at, axis=1), np.take_along_axis(x, at[:, None] % 3, axis=1)


def running(x: Any) -> Any:
    return np.cumsum(x, axis=0), np.cumprod(x % 2 + 1, axis=1), np.diff(x, axis=0)


def chosen(x: Any, y: Any) -> Any:
    larger = np.where(x > y, x, -y)
    return larger.argmin(axis=1), larger.any(axis=0), np.clip(x, -1, y), np.sign(x) * 2


def written(x: Any) -> Any:
    made = x.copy()
    made[1:-1, ::2] += 3
    made[0] = made[-1] * 2
    return made, made.T.reshape(-1)[3:]


def halves(x: Any) -> Any:
    return (x.astype("f2") * 3).astype("f4"), np.isnan(x), x.astype("i4")


MORE: dict[Callable[..., Any], tuple[Any, ...]] = {
    gathered: (integers(9, 7), np.array([3, 0, 8, 8, 1, 5, 6, 2, 4]) % 7),
    running: (integers(300, 5),),
    chosen: (floats(40, 60), floats(60)),
    written: (floats(6, 9),),
    halves: (floats(500),),
}


@pytest.mark.parametrize(
    "function",
    [*(pytest.param(each, marks=pytest.mark.slow) for each in FUNCTIONS), *MORE],
    ids=lambda function: function.__name__,
)
def test_a_compiled_function_computes_what_numpy_does(
    rt: srt.Runtime, function: Callable[..., Any]
) -> None:
    given = (FUNCTIONS | MORE)[function]
    compiled = srt.jit(function)
    arrays = [rt.put(each) if isinstance(each, np.ndarray) else each for each in given]
    wanted, _ = flatten(function(*given))
    for _ in range(2):
        found, _ = flatten(compiled(*arrays))
        for one, expected in zip(found, wanted, strict=True):
            assert one.device is rt.device()
            assert one.dtype == expected.dtype
            np.testing.assert_allclose(one.fetch().sync(), expected, rtol=2e-5)


def test_a_function_of_the_host_is_refused_by_name(rt: srt.Runtime) -> None:
    x = rt.put(floats(3, 4))
    with pytest.raises(CompileError, match=r"compile .* for opencl:0: np\.sort is a host call"):
        srt.jit(lambda x: np.sort(x))(x)
    assert srt.jit(lambda x: x - x)(x).fetch().sync().sum() == 0


EAGER: dict[str, Callable[[Any, Any, Any], Any]] = {
    "arithmetic": lambda m, x, y: m.sqrt(m.abs(x)) * 2 - y / 3,
    "reductions": lambda m, x, y: m.sum(x, axis=0) + m.mean(y),
    "extremes": lambda m, x, y: m.max(x, axis=1) * m.argmax(y),
    "products": lambda m, x, y: m.matmul(x, x.T) @ x,
    "choices": lambda m, x, y: m.where(x > y, x, y) + m.astype(x < 0, m.float32),
    "joins": lambda m, x, y: m.concat([x, x[::-1, ::2], y[None, :3]], axis=None),
    "turns": lambda m, x, y: m.permute_dims(x, (1, 0))[1:, ::-2],
    "takes": lambda m, x, y: m.take(x, m.asarray([2, 0, 1]), axis=1),
    "sums": lambda m, x, y: m.cumulative_sum(x, axis=1),
}


@pytest.mark.parametrize("name", EAGER)
def test_eager_arrays_give_what_numpy_gives(rt: srt.Runtime, name: str) -> None:
    function, x, y = EAGER[name], floats(8, 6), floats(6)
    wanted = function(np, x, y)
    found = function(xp, xp.asarray(x), xp.asarray(y))
    assert found.device is rt.device()
    assert found.dtype == wanted.dtype
    np.testing.assert_allclose(np.asarray(found), wanted, rtol=2e-5, atol=1e-6)


def test_eager_arrays_are_changed_in_place_in_order(rt: srt.Runtime) -> None:
    x, mine = xp.zeros((4, 5)), np.zeros((4, 5))
    for turn in range(20):
        for each in (x, mine):
            each[turn % 4] += turn
            each[:, 1::2] = each[:, 0::2][:, :2] - 1
            each *= 0.5
    np.testing.assert_array_equal(np.asarray(x), mine)


def test_threads_submit_to_their_own_streams_and_to_one_of_all(rt: srt.Runtime) -> None:
    device, one = rt.device(), rt.put(np.ones(64, "f4"))
    shared, total = device.stream("shared"), rt.put(np.zeros(64, "f4"))
    turns, number = 150, 4
    own = [rt.put(np.zeros(64, "f4")) for _ in range(number)]

    def work(k: int) -> None:
        stream = device.stream()
        for turn in range(turns):
            stream.launch(axpy, one, own[k], alpha=1.0)
            shared.launch(axpy, one, total, alpha=1.0)
            if turn % 50 == 49:
                assert own[k].fetch().sync().tolist() == [turn + 1.0] * 64

    in_threads([lambda k=k: work(k) for k in range(number)])
    assert total.fetch().sync().tolist() == [float(turns * number)] * 64
