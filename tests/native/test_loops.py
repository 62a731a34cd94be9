"""Loops and branches on native queues: the same bytes as Python's loops, failing and stopping."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Generator
from typing import Any

import numpy as np
import pytest
from native.replay_bench import Bench
from shared import trial_kernels

from streamrt._native.core import CANCELLED, DONE, FAILED
from streamrt.backend import MOST_TURNS, STOPPED, Program, ProgramLoop, ProgramStep
from streamrt.errors import ArgumentError

LENGTH = 16  # floats of a row
ROW = 4 * LENGTH
ROWS = 40  # of the memory; the flags follow them
FLAGS = 64
NODES = 1000

Run = Callable[[bytearray, list[int]], None]
"""Does what a step does to a copy of the memory; the bases are distances from its start."""


class Nest:
    """Random steps, loops and branches, and the same in Python."""

    def __init__(self, bench: Bench, chance: random.Random) -> None:
        load = bench.device.load_standard
        self.device, self.chance = bench.device, chance
        self.kinds = {
            "axpy": bench.load(trial_kernels.axpy, LENGTH, LENGTH),
            "split": bench.load(trial_kernels.axpy, LENGTH, LENGTH, grain=4),
            "copy": load("copy", (1, 4, LENGTH, 4, 4), LENGTH, LENGTH),
        }
        self.loops: list[int] = []
        self.node = 0

    def steps(self, depth: int, bases: int) -> tuple[tuple[ProgramStep, ...], Run]:
        """Returns up to four steps over so many bases, and what they do."""
        made = [self.step(depth, bases) for _ in range(self.chance.randint(0, 4))]

        def run(memory: bytearray, at: list[int]) -> None:
            for _, each in made:
                each(memory, at)

        return tuple(step for step, _ in made), run

    def step(self, depth: int, bases: int) -> tuple[ProgramStep, Run]:
        self.node += 1
        node, chance = self.node, self.chance
        if depth and chance.random() < 0.5:
            return self.loop(node, depth, bases)
        kind = chance.choice(list(self.kinds))
        (x, from_x), (y, from_y) = (
            (ROW * chance.randrange(4), chance.randrange(bases)) for _ in range(2)
        )
        if kind == "copy":
            slots, moved = (y, x), ((0, from_y), (1, from_x))
        else:
            slots, moved = (x, y, 0x3F000000), ((0, from_x), (1, from_y))  # alpha is 0.5

        def run(memory: bytearray, at: list[int]) -> None:
            rows = [
                np.frombuffer(memory, "f4", LENGTH, at[base] + offset)
                for base, offset in ((from_x, x), (from_y, y))
            ]
            rows[1][:] = rows[0] if kind == "copy" else rows[1] + np.float32(0.5) * rows[0]

        return ProgramStep(node, self.kinds[kind], slots, moved, ()), run

    def loop(self, node: int, depth: int, bases: int) -> tuple[ProgramStep, Run]:
        """Makes a loop with one base for each around it, one that moves, and one for its flag."""
        chance, inner = self.chance, bases + 2
        kind = chance.choice(["repeat", "while", "branch"])
        body, run_body = self.steps(depth - 1, bases + 1)
        other, run_other = self.steps(depth - 1, bases + 1) if kind == "branch" else ((), None)
        turns = {"repeat": chance.randint(0, 3), "while": MOST_TURNS, "branch": 1}[kind]
        start, stride = ROW * chance.randrange(8), ROW * chance.choice([-1, 0, 1, 2])
        flag = ROW * ROWS + chance.randrange(FLAGS // 2)
        loop = ProgramLoop(
            body, inner, turns, None if kind == "repeat" else (bases + 1, 3),
            ((bases, stride), (bases + 1, 1)), other,
        )  # fmt: skip
        self.loops.append(self.device.load_loop(loop))
        slots = (*[0] * bases, start + 2 * ROW * 4, flag - 3)
        moved = tuple([(k, k) for k in range(bases)] + [(bases, 0), (bases + 1, 0)])

        def run(memory: bytearray, at: list[int]) -> None:
            own, look = [*at, at[0] + start + 2 * ROW * 4], at[0] + flag
            if kind == "branch" and run_other is not None and not memory[look]:
                run_other(memory, own)
                return
            turn = 0
            while turn != turns and (kind == "repeat" or memory[look + turn]):
                run_body(memory, own)
                own[-1] += stride
                turn += 1

        return ProgramStep(node, self.loops[-1], slots, moved, ()), run

    def close(self) -> None:
        for plan in [*reversed(self.loops), *self.kinds.values()]:
            self.device.unload(plan)


def until(is_so: Callable[[], object]) -> None:
    """Waits, without the interpreter's lock, until something is so."""
    deadline = time.monotonic() + trial_kernels.PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        os.sched_yield()


def fresh_memory(chance: random.Random) -> np.ndarray[Any, Any]:
    """Rows of floats, and flags of which every fourth is down, so that bases stay in the rows."""
    rows = np.random.default_rng(chance.randrange(2**32)).random(ROWS * LENGTH, "f4")
    flags = np.array([chance.random() < 0.6 for _ in range(FLAGS)], "u1")
    flags[3::4] = 0
    return np.concatenate([rows.view("u1"), flags])


def test_nests_of_loops_leave_the_bytes_of_python_loops(bench: Bench) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    looped = 0
    for _ in range(60):
        nest = Nest(bench, chance)
        steps, run = nest.steps(3, 1)
        handle = bench.device.instantiate(Program((steps,), 1))
        for _ in range(3):  # with another base each time
            memory = fresh_memory(chance)
            expected = bytearray(memory.tobytes())
            run(expected, [0])  # first, because Python's loops see where the memory ends
            assert bench.replay(handle, memory.ctypes.data) == (DONE, 0, 0)
            assert memory.tobytes() == bytes(expected)
        looped += len(nest.loops)
        bench.device.unload(handle)
        nest.close()
    assert looped > 60


@pytest.fixture
def plans(bench: Bench) -> Generator[dict[str, int]]:
    loaded = {
        "count": bench.load(trial_kernels.count, 1),
        "fail": bench.load(trial_kernels.fail, 1),
    }
    yield loaded
    for plan in loaded.values():
        bench.device.unload(plan)


def test_a_failure_in_a_loop_names_the_node_in_it(bench: Bench, plans: dict[str, int]) -> None:
    """The third turn fails, because the code's base moves; the next replay begins anew."""
    fail = ProgramStep(7, plans["fail"], (0, 0), ((0, 0), (1, 1)), ())
    count = ProgramStep(8, plans["count"], (0,), ((0, 0),), ())
    # A code is a scalar, so it stands in the slot itself: its base holds the number.
    inner = bench.device.load_loop(ProgramLoop((count, fail), 2, 4, None, ((1, 1),)))
    outer_step = ProgramStep(5, inner, (0, 0), ((0, 0), (1, 1)), ())
    outer = bench.device.load_loop(ProgramLoop((outer_step,), 2, 2))
    step = ProgramStep(1, outer, (0, 0), ((0, 0), (1, 1)), ())
    handle = bench.device.instantiate(Program(((step,),), 2))
    counted = np.zeros(1, "u4")
    assert bench.replay(handle, counted.ctypes.data, -2 % 2**64) == (FAILED, -2, 8)
    assert counted[0] == 1
    assert bench.replay(handle, counted.ctypes.data, 0) == (FAILED, 1, 8)
    assert counted[0] == 3
    for plan in (handle, outer, inner):
        bench.device.unload(plan)


@pytest.mark.parametrize("streams", [1, 2])
def test_an_endless_loop_ends_between_two_turns_when_it_is_asked(
    bench: Bench, plans: dict[str, int], streams: int
) -> None:
    """It says its turn meanwhile; the next replay runs as if nothing had been."""
    memory = np.zeros(4, "u4")
    memory[1] = 1  # the flag
    count = ProgramStep(3, plans["count"], (0,), ((0, 0),), ())
    inner = bench.device.load_loop(ProgramLoop((count,), 1, MOST_TURNS, (0, 4)))
    outer = bench.device.load_loop(ProgramLoop((ProgramStep(2, inner, (0,), ((0, 0),), ()),), 1, 1))
    lanes = [()] * (streams - 1) + [(ProgramStep(1, outer, (0,), ((0, 0),), ()),)]
    handle = bench.device.instantiate(Program(tuple(lanes), 1))
    value, status = bench.submit(handle, memory.ctypes.data)
    until(lambda: memory[0] > 1000)
    turns = bench.device.replays.turns(handle)
    assert [plan for plan, _ in turns] == [outer, inner]
    assert turns[0][1] == 1
    assert turns[1][1] > 1000
    cell = bench.cell_of(status)
    assert bench.core.ask_to_stop(cell) == 1
    bench.sync(value)
    assert (status.state, status.error) == (CANCELLED, STOPPED)
    assert bench.device.replays.turns(handle) == []
    assert bench.core.ask_to_stop(cell) == 0
    memory[:2] = 0
    assert bench.replay(handle, memory.ctypes.data) == (DONE, 0, 0)
    assert memory[0] == 0
    for plan in (handle, outer, inner):
        bench.device.unload(plan)


def test_a_program_that_is_asked_in_its_last_turn_counts_as_stopped(bench: Bench) -> None:
    """The gate opens after the request, and no turn is left; a kernel's own -125 is a failure."""
    gate = np.zeros(4, "u4")
    plan = bench.load(trial_kernels.latch, 2, 1)
    step = ProgramStep(0, plan, (0, 8), ((0, 0), (1, 0)), ())
    loop = bench.device.load_loop(ProgramLoop((step,), 1, 1))
    handle = bench.device.instantiate(Program(((ProgramStep(1, loop, (0,), ((0, 0),), ()),),), 1))
    value, status = bench.submit(handle, gate.ctypes.data)
    until(lambda: gate[1])
    bench.core.ask_to_stop(bench.cell_of(status))
    gate[0] = 1
    bench.sync(value)
    assert status.state == CANCELLED
    bench.device.unload(handle)
    bench.device.unload(loop)
    fail = bench.load(trial_kernels.fail, 1)
    handle = bench.device.instantiate(
        Program(((ProgramStep(4, fail, (0, STOPPED % 2**32), (), ()),),), 0)
    )
    assert bench.replay(handle) == (FAILED, STOPPED, 5)
    bench.device.unload(handle)
    bench.device.unload(fail)
    bench.device.unload(plan)


def test_loops_that_no_device_could_run_are_refused(bench: Bench, plans: dict[str, int]) -> None:
    step = ProgramStep(0, plans["count"], (0,), ((0, 0),), ())
    load = bench.device.load_loop
    for loop, text in (
        (ProgramLoop((step,), 1, -1), "it has -1 turns"),
        (ProgramLoop((step,), 1, 1, (1, 0)), "its flag is of base 1; there are 1 bases"),
        (ProgramLoop((step,), 1, 1, None, ((2, 8),)), "a stride is of base 2"),
        (ProgramLoop((step,), 1, 2, (0, 0), (), (step,)), "only a branch of one turn has"),
        (ProgramLoop((ProgramStep(0, 1, (), (), ((0, 1),)),), 1, 1), "node 0 waits"),
        (ProgramLoop((step,), 0, 1), "node 0 has base 0 in slot 0"),
    ):
        with pytest.raises(ArgumentError, match=text):
            load(loop)
    loop = load(ProgramLoop((step,), 1, 1))
    of = ProgramStep(1, loop, (0,), ((0, 0),), ())
    with pytest.raises(ArgumentError, match="in two places"):
        bench.device.instantiate(Program(((of, of),), 1))
    handle = bench.device.instantiate(Program(((of,),), 1))
    with pytest.raises(ArgumentError, match="in two places"):
        bench.device.instantiate(Program(((of,),), 1))
    bench.device.unload(handle)
    bench.device.unload(loop)
