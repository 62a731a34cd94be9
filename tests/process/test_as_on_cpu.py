"""Everything that `cpu:0` does, `process+cpu:0` does with the same bits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import numpy as np
import pytest
from process.crashing import ADDS, SPINS, TRAP, alone, keeper_of, running, until
from shared.workers.device_programs import PROGRAMS, Program, Values, sorted_rows

import streamrt as srt
from streamrt.errors import DeviceLostError, ExecutionCancelledError


@pytest.mark.parametrize("program", [*PROGRAMS, sorted_rows])
async def test_a_program_gives_the_same_bits_as_on_cpu(program: Program) -> None:
    found: list[Values] = []
    for name in ("cpu:0", "process+cpu:0"):
        async with srt.Runtime(devices=[name], backends=alone()) as rt:
            found.append(await program(rt))
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.fixture(scope="module")
def rt() -> Iterator[srt.Runtime]:
    with srt.Runtime(devices=["process+cpu:0"]) as found:
        yield found


def ones(rt: srt.Runtime) -> srt.Buffer:
    return rt.put(np.ones(16, np.float32))


async def test_scopes_cancel_and_explain(rt: srt.Runtime) -> None:
    stream, other = rt.device().stream("work"), rt.device().stream("more")
    x, y, z = ones(rt), ones(rt), ones(rt)
    spins = stream.launch(TRAP, x, y, mode=SPINS)
    until(lambda: running(rt))
    held = other.launch(TRAP, y, z, mode=ADDS)
    assert "process+cpu:0/work@" in held.explain()
    assert held.cancel()
    with pytest.raises(ExecutionCancelledError):
        await held
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await spins
    keeper_of(rt).kill("for a test")
    with pytest.raises(DeviceLostError):
        await spins
    async with rt.scope():
        stream.launch(TRAP, x, ones(rt), mode=ADDS)
    recent = stream.launch(TRAP, x, ones(rt), mode=ADDS)
    await recent
    assert 0 < recent.times.submitted <= recent.times.started <= recent.times.finished
