"""Rule 14: loops and branches, launched by themselves and as steps of programs."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from streamrt._native.core import RUNNING
from streamrt.backend import (
    MOST_TURNS,
    STOPPED,
    Program,
    ProgramLoop,
    ProgramStep,
    ReplayDevice,
)
from streamrt.testing.conformance import _kernels
from streamrt.testing.conformance._bench import Bench
from streamrt.testing.conformance._case import Violation, case

COUNT = 16  # elements of a row
ROW = 4 * COUNT
ROWS = 16
FLAGS = 64  # bytes behind the rows; every fourth is 0, so that a flag ends each loop
STARTS = range(3, 7)  # rows where a base that moves begins
NBYTES = ROWS * ROW + FLAGS
NESTS = 12

Array = np.ndarray[Any, Any]
Run = Callable[[Array, Sequence[int]], None]
"""Does what a step does to the bytes of the memory; the bases are places in it."""


@dataclass
class _Nest:
    """Random steps, loops and branches, and the same in NumPy."""

    bench: Bench
    draw: random.Random
    count: int = 0
    plans: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.plans = {"fill": self.bench.fill_plan(COUNT), "copy": self.bench.copy_plan(ROW)}

    def steps(self, depth: int, bases: int) -> tuple[tuple[ProgramStep, ...], Run]:
        """Returns up to three steps over so many bases, and what they do."""
        made = [self.step(depth, bases) for _ in range(self.draw.randint(1, 3))]

        def run(memory: Array, at: Sequence[int]) -> None:
            for _, each in made:
                each(memory, at)

        return tuple([step for step, _ in made]), run

    def step(self, depth: int, bases: int) -> tuple[ProgramStep, Run]:
        draw = self.draw
        self.count += 1
        node, value = self.count, 1000 + self.count
        if depth and draw.random() < 0.5:
            return self.nested(node, depth, bases)
        to, source = ((draw.randrange(bases), ROW * draw.randrange(4)) for _ in range(2))
        what = draw.choice(["fill", "copy"])
        slots = (to[1], value if what == "fill" else source[1])
        moved = [(0, to[0])] + [(1, source[0])] * (what == "copy")

        def run(memory: Array, at: Sequence[int]) -> None:
            target = memory[at[to[0]] + to[1] :][:ROW]
            if what == "fill":
                target.view("u4")[:] = value
            else:
                target[:] = memory[at[source[0]] + source[1] :][:ROW].copy()

        return ProgramStep(node, self.plans[what], slots, tuple(moved), ()), run

    def nested(self, node: int, depth: int, bases: int) -> tuple[ProgramStep, Run]:
        """Returns a step that is a loop, with two bases more: one that moves, and its flag."""
        loop, run = self.loop(depth, bases)
        start, flag = ROW * self.draw.choice(STARTS), ROWS * ROW + self.draw.randrange(FLAGS - 8)
        slots = (*[0] * bases, start, flag - 3)
        moved = tuple([(k, k) for k in range(bases)] + [(bases, 0), (bases + 1, 0)])
        step = ProgramStep(node, self.bench.load_loop(loop), slots, moved, ())
        return step, lambda memory, at: run(memory, [*at, at[0] + start, at[0] + flag - 3])

    def loop(self, depth: int, bases: int) -> tuple[ProgramLoop, Run]:
        """Returns a loop with two bases more than are around it."""
        draw = self.draw
        kind = draw.choice(["repeat", "while", "branch"])
        body, run_body = self.steps(depth - 1, bases + 1)
        other, run_other = self.steps(depth - 1, bases + 1) if kind == "branch" else ((), None)
        turns = {"repeat": draw.randint(0, 3), "while": MOST_TURNS, "branch": 1}[kind]
        stride = ROW * draw.choice([-1, 0, 1, 2])
        looks = None if kind == "repeat" else (bases + 1, 3)
        strides = ((bases, stride), (bases + 1, 1))
        loop = ProgramLoop(body, bases + 2, turns, looks, strides, other)

        def run(memory: Array, at: Sequence[int]) -> None:
            *own, flag = at
            if run_other is not None and not memory[flag + 3]:
                run_other(memory, own)
                return
            turn = 0
            while turn != turns and (looks is None or memory[flag + 3 + turn]):
                run_body(memory, own)
                own[-1] += stride
                turn += 1

        return loop, run


def _contents(draw: random.Random) -> Array:
    """Rows of numbers, then the flags."""
    rows = np.array([draw.randrange(1 << 16) for _ in range(ROWS * COUNT)], "u4")
    flags = np.array([k % 4 != 3 and draw.random() < 0.8 for k in range(FLAGS)], "u1")
    return np.concatenate([rows.view("u1"), flags])


@case("14i", "loops")
def a_loop_runs_its_steps_turn_by_turn(bench: Bench) -> None:
    """Loops and branches, in one another, do what they say, at the places of each launch."""
    for seed in range(NESTS):
        nest = _Nest(bench, random.Random(seed))
        loop, run = nest.loop(2, 1)
        _check(bench, bench.load_loop(loop), run, random.Random(seed), f"random loop {seed}")


def _check(bench: Bench, loop: int, run: Run, draw: random.Random, what: str) -> None:
    line = bench.line()
    for _ in range(2):
        memory, bytes_ = bench.alloc(NBYTES), _contents(draw)
        start, flag = ROW * draw.choice(STARTS), ROWS * ROW + draw.randrange(FLAGS - 8)
        bench.write(line, memory, bytes_)
        bench.wait(line.launch(loop, memory, memory + start, memory + flag - 3), "done")
        run(bytes_, [0, start, flag - 3])
        bench.same(bench.read(line, memory, NBYTES, "u1"), bytes_, f"{what}, by bytes")


@case("14j", "loops", "replays")
def a_loop_is_a_step_of_a_program(bench: Bench) -> None:
    """The steps of a program may be loops, whose bases move with those of each launch."""
    line = bench.line()
    for seed in range(NESTS, 2 * NESTS):
        draw = random.Random(seed)
        nest = _Nest(bench, draw)
        steps, run = nest.steps(3, 1)
        handle = bench.instantiate(Program((steps,), 1))
        for _ in range(2):
            memory, bytes_ = bench.alloc(NBYTES), _contents(draw)
            bench.write(line, memory, bytes_)
            bench.wait(line.launch(handle, memory), "done")
            run(bytes_, [0])
            found = bench.read(line, memory, NBYTES, "u1")
            bench.same(found, bytes_, f"random program {seed} with loops, by bytes")


@case("14k", "loops", "computes")
def the_first_failure_in_a_loop_ends_it(bench: Bench) -> None:
    """A loop fails with its step's code and runs no further turn; its next launch runs all."""
    line = bench.line()
    fill, spoil = bench.fill_plan(COUNT), bench.kernel(_kernels.spoil, COUNT)
    fails = ProgramStep(2, spoil, (0, 7, 0), ((0, 0),), ())
    branch = bench.load_loop(ProgramLoop((fails,), 2, 1, (1, 0)))
    body = (
        ProgramStep(0, fill, (0, 5), ((0, 0),), ()),
        ProgramStep(1, branch, (0, 0), ((0, 1), (1, 2)), ()),
    )
    loop = bench.load_loop(ProgramLoop(body, 3, 3, None, ((0, ROW), (2, 1))))
    rows, spoilt, flags = bench.alloc(3 * ROW), bench.alloc(ROW), bench.alloc(3)
    for at in (1, 3, 0, 3):  # the turn that fails; there is no turn 3
        bench.wait(line.launch(bench.fill_plan(3 * COUNT), rows, 1), "done")
        bench.write(line, flags, np.array([turn == at for turn in range(3)], "u1"))
        run = line.launch(loop, rows, spoilt, flags)
        reader = line.launch(fill, spoilt, 3, checks=[run])
        bench.wait(run, "failed" if at < 3 else "done")
        code = 7 if at < 3 else 0
        bench.expect(run.status.error == code, f"the cell says {run.status.error}, not {code}")
        bench.wait(reader, "skipped" if at < 3 else "done")
        found = bench.read(line, rows, 3 * COUNT).reshape(3, COUNT)
        wanted = np.array([5 if turn <= at else 1 for turn in range(3)], "u4")
        bench.same(found, wanted[:, None] + np.zeros_like(found), f"the rows, turn {at} failed")


@case("14l", "loops", "real time")
def an_endless_loop_ends_between_two_turns(bench: Bench) -> None:
    """A loop that is asked to stop ends as cancelled, also within another, and runs again."""
    line = bench.line()
    block, flag = bench.alloc(ROW), bench.alloc(1)
    fill = bench.fill_plan(COUNT)
    step = ProgramStep(2, fill, (0, 5), ((0, 0),), ())
    inner = bench.load_loop(ProgramLoop((step,), 2, MOST_TURNS, (1, 0)))
    around = ProgramStep(1, inner, (0, 0), ((0, 0), (1, 1)), ())
    outer = bench.load_loop(ProgramLoop((around,), 2, 1))
    handle = outer
    if isinstance(bench.device, ReplayDevice):
        whole = ProgramStep(0, outer, (0, 0), ((0, 0), (1, 1)), ())
        handle = bench.instantiate(Program(((whole,),), 2))
    for _ in range(2):
        bench.write(line, flag, np.ones(1, "u1"))
        run = line.launch(handle, block, flag)
        reader = line.launch(fill, block, 3, checks=[run])
        deadline = time.monotonic() + bench.seconds
        while run.state < RUNNING:
            time.sleep(0)
            if time.monotonic() > deadline:
                raise Violation(f"{run} did not begin within {bench.seconds:g} s")
        bench.expect(run.state == RUNNING, "a loop whose flag is set has ended by itself")
        bench.expect(run.stop(), "a loop that runs was not asked to stop")
        bench.wait(run, "cancelled")
        found = run.status.error
        bench.expect(found == STOPPED, f"the cell says {found}, not {STOPPED}")
        bench.wait(reader, "skipped")
        bench.write(line, flag, np.zeros(1, "u1"))
        bench.wait(line.launch(handle, block, flag), "done")
