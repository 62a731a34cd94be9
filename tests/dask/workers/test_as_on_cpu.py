"""Everything that `cpu:0` does, `dask+cpu:0` does with the same bits."""

from __future__ import annotations

import numpy as np
import pytest
from shared.workers.device_programs import MORE, PROGRAMS, Program

import streamrt as srt


@pytest.mark.parametrize("program", [*PROGRAMS, *MORE])
async def test_a_program_gives_the_same_bits_as_on_cpu(rt: srt.Runtime, program: Program) -> None:
    found = await program(rt)
    async with srt.Runtime(devices=["cpu:0"]) as other:
        wanted = await program(other)
    assert len(found) == len(wanted) > 0
    for one, two in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(one, two)
