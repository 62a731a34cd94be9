"""Programs that a device refuses: unsound ones, and all that could hang."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from native.replay_bench import Bench, idle_program
from shared import trial_kernels

from streamrt._native.core import DONE
from streamrt.backend import Program, ProgramStep, ReplayDevice
from streamrt.errors import ArgumentError

Steps = Sequence[Sequence[ProgramStep]]


def test_the_cpu_is_a_replay_device(bench: Bench) -> None:
    assert isinstance(bench.device, ReplayDevice)


def test_a_program_has_at_most_255_bases(bench: Bench) -> None:
    """The last base arrives where it belongs."""
    count = bench.load(trial_kernels.count, 1)
    counted = np.zeros(255, "u4")
    steps = tuple(ProgramStep(i, count, (0,), ((0, i),), ()) for i in range(255))
    handle = bench.device.instantiate(Program((steps,), 255))
    assert (
        bench.replay(handle, *range(counted.ctypes.data, counted.ctypes.data + 1020, 4))[0] == DONE
    )
    assert counted.tolist() == [1] * 255
    bench.device.unload(handle)
    with pytest.raises(ArgumentError, match="256 bases; at most 255"):
        bench.device.instantiate(Program((steps,), 256))


CHANGES: dict[str, tuple[dict[str, Any], str]] = {
    "a slot short": ({"slots": (0,)}, "node 4 has 1 argument slots; its plan takes 2"),
    "a slot that is no word": ({"slots": (0, -1)}, "not the 64-bit word"),
    "a base too many": ({"bases": ((0, 1),)}, "base 1 in slot 0; there are 1 bases and 2 slots"),
    "a slot too many": ({"bases": ((2, 0),)}, "base 0 in slot 2; there are 1 bases and 2 slots"),
    "a node below 0": ({"node": -1}, "number -1"),
    "a node too high": ({"node": 2**31}, "number 2147483648"),
    "a stream too many": ({"waits": ((2, 1),)}, "step 0 of stream 1 waits for 1 steps of stream 2"),
    "a step too many": ({"waits": ((0, 2),)}, "waits for 2 steps of stream 0; .* have 1, 1 steps"),
    "a wait for itself": ({"waits": ((1, 1),)}, "must not form a cycle"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_an_unsound_program_is_refused(bench: Bench, change: str) -> None:
    plan = bench.device.load_standard("copy", (1, 4, 0, 4, 4), 0, 1)
    step, (fields, message) = ProgramStep(4, plan, (0, 0), ((0, 0),), ()), CHANGES[change]
    with pytest.raises(ArgumentError, match=message):
        bench.device.instantiate(Program(((step,), (replace(step, **fields),)), 1))
    bench.device.unload(bench.device.instantiate(Program(((step,), (step,)), 1)))
    bench.device.unload(plan)


def test_a_program_without_streams_or_within_another_is_refused(bench: Bench) -> None:
    inner = bench.device.instantiate(idle_program(bench, 1))
    with pytest.raises(ArgumentError, match="a step is a program itself"):
        bench.device.instantiate(Program(((ProgramStep(0, inner, (), (), ()),),), 0))
    with pytest.raises(ArgumentError, match="it has no stream"):
        bench.device.instantiate(Program((), 0))
    bench.device.unload(inner)


def can_hang(streams: Steps) -> bool:
    """Whether a program can hang: the oracle begins any step that may begin, until none may."""
    done = [0] * len(streams)
    moved = True
    while moved:
        moved = False
        for number, steps in enumerate(streams):
            if done[number] < len(steps):
                waits = steps[done[number]].waits
                if all(done[target] >= count for target, count in waits):
                    done[number] += 1
                    moved = True
    return done != [len(steps) for steps in streams]


def test_whatever_could_hang_is_refused_and_all_else_ends(bench: Bench) -> None:
    """Waits at random, forwards and backwards; what is taken is replayed."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    plan = bench.device.load_standard("copy", (1, 4, 0, 4, 4), 0, 1)
    refused = taken = 0
    for _ in range(400):
        lengths = [chance.randrange(1, 6) for _ in range(chance.randrange(1, 5))]
        streams = [
            tuple(
                ProgramStep(0, plan, (0, 0), (), tuple(
                    (target, chance.randrange(lengths[target] + 1))
                    for target in chance.choices(range(len(lengths)), k=chance.choice([0, 0, 1, 2]))
                ))
                for _ in range(length)
            )
            for length in lengths
        ]  # fmt: skip
        program = Program(tuple(streams), 0)
        if can_hang(streams):
            refused += 1
            with pytest.raises(ArgumentError, match="must not form a cycle"):
                bench.device.instantiate(program)
        else:
            taken += 1
            handle = bench.device.instantiate(program)
            assert bench.replay(handle) == (DONE, 0, 0)
            bench.device.unload(handle)
    assert min(refused, taken) > 40
