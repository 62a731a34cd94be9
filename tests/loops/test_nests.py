"""Random nests of loops and branches leave the bytes of NumPy's, on every kind of device."""

from __future__ import annotations

import os
import random
from typing import Any

import numpy as np
import pytest
from loops.kinds import runtime
from loops.nests import Array, Nest, compute, draw_nest, fresh, with_views
from loops.recording import NAMED, build, capture

import streamrt as srt

ROUNDS = int(os.environ.get("STREAMRT_ROUNDS", "1"))
SEED = int(os.environ.get("STREAMRT_SEED", random.randrange(1 << 32)))
PLANS = ((1, None, 1), (2, "critical-path", 2), (3, "program-order", 1))
"""Streams, policy and depth."""


def check(
    nest: Nest, rt: srt.Runtime, streams: int, policy: Any, depth: int, *, by_hand: bool
) -> None:
    """Replays a nest three times, with new inputs each, and compares all that is left."""
    state = fresh(1)
    own = {name: rt.put(array) for name, array in state.items()}
    graph = build(nest) if by_hand else capture(nest, rt, own)
    plan = graph.plan(rt.device(), streams=streams, policy=policy)
    what = f"nest {nest.seed}, {streams} streams, {policy}, depth {depth}"
    waiting: list[tuple[Any, dict[str, srt.Buffer], dict[str, Array]]] = []
    with plan.instantiate(depth=depth) as replayer:
        for number in range(3):
            given = {name: array for name, array in fresh(2 + number).items() if name in NAMED}
            buffers = own | {name: rt.put(array) for name, array in given.items()}
            known = set(graph.inputs)
            bound = {n: b for n, b in buffers.items() if n in known and (by_hand or n in NAMED)}
            execution = replayer.replay(**bound)
            arrays = {**state, **{name: array.copy() for name, array in given.items()}}
            compute(nest.steps, seen := with_views(arrays))
            left = {n: seen[n].copy() for n in (*NAMED, *nest.outputs)}
            waiting.append((execution, buffers, left))
        for number, (execution, buffers, left) in enumerate(waiting):
            result = execution.sync()
            found = result if isinstance(result, tuple) else (result,)
            buffers |= dict(zip(nest.outputs, found, strict=True))
            for name, array in left.items():
                np.testing.assert_array_equal(
                    np.asarray(buffers[name]), array, f"{what}, replay {number}: {name}"
                )
        for name in ("b", "big"):
            np.testing.assert_array_equal(np.asarray(own[name]), state[name], f"{what}: {name}")


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        *[("cpu", 8), ("sim", 3), ("threaded", 3), ("replaying", 3), ("process+cpu", 3)],
        pytest.param("opencl", 3, marks=pytest.mark.opencl),
        *(
            pytest.param(kind, count, marks=pytest.mark.slow)
            for kind, count in (("cpu", 18), ("sim", 5), ("threaded", 5), ("replaying", 5))
        ),
    ],
)
def test_nests_leave_the_bytes_of_numpy(kind: str, count: int) -> None:
    print(f"seed {SEED}")
    with runtime(kind) as rt:
        for number in range(count * ROUNDS):
            nest = draw_nest(SEED + number)
            for streams, policy, depth in PLANS:
                check(nest, rt, streams, policy, depth, by_hand=number % 3 == 2)
