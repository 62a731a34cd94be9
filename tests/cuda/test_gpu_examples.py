"""The examples for GPUs, on GPUs of the fake driver."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_client import Client
from cuda.driver.fake_cuda import fake_backend
from cuda.fixtures import faked
from cuda.foreign_client import COUNT, Exported, Theirs

import streamrt as srt

pytestmark = pytest.mark.cuda
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def load(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


fake = faked(seed=5, devices=1)


async def test_chunks_go_through_a_gpu(fake: Fake) -> None:
    example = load("chunks_on_a_gpu")
    example.CHUNK = 512
    data = np.linspace(-4, 4, 6 * 512, dtype=np.float32).reshape(6, 512)
    async with srt.Runtime(["cpu:0", "cuda:0"], backends=[fake_backend(fake)]) as rt:
        device = example.choose(rt)
        assert device.name == "cuda:0"
        results = await example.run(rt, device, data)
    wanted = 0.5 * data * (1 + np.tanh(0.7978845608 * (data + 0.044715 * data**3)))
    np.testing.assert_allclose(np.stack(results), wanted, rtol=1e-4, atol=1e-6)


def test_one_function_gives_the_same_on_a_gpu(fake: Fake) -> None:
    example = load("one_function_two_devices")
    x = np.random.default_rng(0).normal(5, 3, (8, 64)).astype(np.float32)
    with srt.Runtime(["cpu:0", "cuda:0"], backends=[fake_backend(fake)]) as rt:
        here, there = (
            example.standardise(rt.put(x, device=name)).fetch().sync()
            for name in ("cpu:0", "cuda:0")
        )
    np.testing.assert_allclose(here, there, rtol=1e-4, atol=1e-6)


async def test_streamrt_goes_on_where_another_library_is_still_writing(
    fake: Fake, capsys: pytest.CaptureFixture[str]
) -> None:
    """Their stream is held when our work is submitted, and our result is right."""
    example = load("foreign_stream")
    example.halved = srt.jit(lambda x: x + x)  # their arrays are of integers
    async with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)]) as rt:
        theirs = Theirs(Client(fake))
        theirs.move(theirs.array, theirs.ones)
        result = await example.pass_on(rt, theirs.stream, Exported(theirs, theirs.array))
        assert (await result.fetch()).tolist() == [2] * COUNT
    assert "work has ended" in capsys.readouterr().out
