"""Everything that `cpu:0` does, `dask+cpu:0` does with the same bits."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shared.workers.device_programs import PROGRAMS, Program, Values, X

import streamrt as srt
from streamrt import array_api as xp

WEIGHTS = np.linspace(-1, 1, 1600, dtype=np.float32).reshape(40, 40)


async def looped(rt: srt.Runtime) -> Values:
    """Loops and branches on values, which run without Python, alone and in each other."""

    @srt.jit
    def halved(a: Any) -> Any:
        def turn(carry: Any) -> Any:
            x, count = carry
            return srt.cond(count % 3 == 0, lambda x: x / 3, lambda x: x / 2, x), count + 1

        return srt.while_loop(lambda c: np.abs(c[0]).max() > 1e-3, turn, (a, 0))

    @srt.jit
    def summed(a: Any) -> Any:
        return srt.scan(lambda carry, row: (carry + row, carry * row), a[0], a)

    x = rt.put(X)
    found = [*halved(x), *summed(x)]
    return [await each.fetch() for each in found]


async def eager(rt: srt.Runtime) -> Values:
    x = rt.asarray(X)
    y = xp.sqrt(xp.abs(x)) + xp.mean(x, axis=0)
    y[::2, 1:] = 0.5
    z = xp.matmul(xp.permute_dims(y, (1, 0)), x)
    return [np.asarray(await each) for each in (y, z, z * 2 - y)]


async def saved(rt: srt.Runtime) -> Values:
    """A module that was saved elsewhere is loaded, with its weights, and called."""

    @srt.jit
    def score(x: Any) -> Any:
        return np.exp(x - x.max(axis=1, keepdims=True)) @ WEIGHTS

    with tempfile.TemporaryDirectory() as folder, srt.Runtime(devices=["cpu:0"]) as other:
        path = Path(folder, "score.srtm")
        srt.save(path, {"score": score.lower(other.put(X))})
        loaded = srt.load(path)["score"]
        found = loaded(rt.put(X))
        return [await found.fetch()]


MORE: list[Program] = [looped, eager, saved]


@pytest.mark.parametrize("program", [*PROGRAMS, *MORE])
async def test_a_program_gives_the_same_bits_as_on_cpu(rt: srt.Runtime, program: Program) -> None:
    found = await program(rt)
    async with srt.Runtime(devices=["cpu:0"]) as other:
        wanted = await program(other)
    assert len(found) == len(wanted) > 0
    for one, two in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(one, two)
