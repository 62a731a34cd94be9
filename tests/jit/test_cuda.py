"""Compiled functions on the kind `cuda`, over a driver without a device.

Their texts run on the CPU by the shim, so what is checked is all but the GPU: the texts, their
parameters and grids, and the order in which streams run them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_cuda import fake_backend

import streamrt as srt

pytestmark = pytest.mark.cuda

RNG = np.random.default_rng(1)


def floats(*shape: int) -> np.ndarray[Any, Any]:
    return RNG.normal(size=shape).astype(np.float32)


def integers(*shape: int) -> np.ndarray[Any, Any]:
    return RNG.integers(-100, 100, shape)


def softmax(x: Any) -> Any:
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def layer(x: Any, w: Any, b: Any) -> Any:
    return np.maximum(x @ w + b, 0).mean(axis=0)


def ranks(x: Any, n: Any) -> Any:
    """Several results, one of them of a long reduction, and a number."""
    even = np.where(x % n == 0, x, -x)
    return even[::-1, 1:], x.argmax(axis=0), (even * even).sum(), even.max() > n


def joined(x: Any, y: Any) -> Any:
    return np.concatenate([x, 2 * y.T, x[:1]]).astype(np.float64)


FUNCTIONS: dict[Callable[..., Any], tuple[Any, ...]] = {
    softmax: (floats(20, 300),),
    layer: (floats(70, 90), floats(90, 50), floats(50)),
    ranks: (integers(200, 150), 3),
    joined: (integers(5, 7), integers(7, 3)),
}


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
async def test_a_compiled_function_computes_what_numpy_does(
    function: Callable[..., Any], seed: int
) -> None:
    given, compiled = FUNCTIONS[function], srt.jit(function)
    with Fake(seed=seed) as fake:
        async with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)]) as rt:
            stream = rt.device("cuda:0").stream()
            # Twice, so that results are launched that wait for nothing of the host's.
            results = [compiled.on(stream)(*given) for _ in range(2)]
            for result in results:
                wanted = function(*given)
                pairs = zip(
                    result if isinstance(result, tuple) else (result,),
                    wanted if isinstance(wanted, tuple) else (wanted,),
                    strict=True,
                )
                for found, expected in pairs:
                    array = (await found.fetch()).copy()  # that one is the device's memory
                    assert array.dtype == expected.dtype
                    np.testing.assert_allclose(array, expected, rtol=2e-5)
        fake.check()


async def test_functions_follow_each_other_on_two_streams() -> None:
    """A result of one stream is an argument on another one; nothing waits on the host."""
    x = floats(64, 200)
    first, second = srt.jit(softmax), srt.jit(lambda y: y.sum(axis=0))
    with Fake(seed=5) as fake:
        async with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)]) as rt:
            one, other = (rt.device("cuda:0").stream() for _ in range(2))
            total = second.on(other)(first.on(one)(x))
            np.testing.assert_allclose(await total.fetch(), softmax(x).sum(axis=0), rtol=1e-5)
        fake.check()
