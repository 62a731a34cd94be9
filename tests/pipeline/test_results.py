"""Drawn pipelines deliver what loops over lists give, however their work is spread."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Generator

import pytest
from drawn_pipelines import ahead_of, as_set, collected, draw

import streamrt as srt

SEED = int(os.environ.get("STREAMRT_SEED", "0"))


@pytest.fixture(autouse=True)
def _quick_switches() -> Generator[None]:
    """Has threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("part", range(10))
def test_drawn_pipelines_deliver_what_loops_over_lists_give(part: int) -> None:
    with srt.Runtime() as rt:
        for seed in range(SEED + 40 * part, SEED + 40 * part + 40):
            rng = random.Random(seed)
            drawn = draw(rng)
            pipeline = drawn.define(rng)
            ahead, is_async = ahead_of(pipeline, rng), rng.random() < 0.5
            told = f"seed {seed}: {drawn}, ahead {ahead}, is_async {is_async}"
            found = collected(rt, pipeline, ahead=ahead, is_async=is_async)
            if drawn.is_ordered:
                assert found == drawn.expected(), told
            else:
                assert as_set(found) == as_set(drawn.expected()), told
