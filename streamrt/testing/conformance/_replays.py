"""Rule 14: programs that are launched as a whole."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from streamrt.backend import Program, ProgramStep
from streamrt.testing.conformance import _kernels
from streamrt.testing.conformance._bench import Bench
from streamrt.testing.conformance._case import case

COUNT = 16  # elements of a block
NBYTES = 4 * COUNT
LARGE = 1 << 16  # elements, so many that a step without its wait is seen
BEFORE = 11

Slots = Sequence[int]
Bases = Sequence[tuple[int, int]]
Waits = Sequence[tuple[int, int]]


class Steps:
    """A program that is put together step by step."""

    def __init__(self, bench: Bench, streams: int, bases: int) -> None:
        self.bench = bench
        self.bases = bases
        self.streams: list[list[ProgramStep]] = [[] for _ in range(streams)]
        self.count = 0

    def add(self, stream: int, plan: int, slots: Slots, bases: Bases, waits: Waits = ()) -> None:
        """Appends a step to a stream."""
        step = ProgramStep(self.count, plan, tuple(slots), tuple(bases), tuple(waits))
        self.streams[stream].append(step)
        self.count += 1

    def ready(self) -> int:
        """The handle of the program so far."""
        return self.bench.instantiate(Program(tuple(map(tuple, self.streams)), self.bases))


def _block(bench: Bench, count: int = COUNT, value: int = BEFORE) -> int:
    """A block that holds a value."""
    line, block = bench.line(), bench.alloc(4 * count)
    bench.wait(line.launch(bench.fill_plan(count), block, value), "done")
    return block


def _fills(bench: Bench, value: int) -> int:
    """A program that fills a block."""
    program = Steps(bench, 1, 1)
    program.add(0, bench.fill_plan(COUNT), (0, value), ((0, 0),))
    return program.ready()


@case("14a", "replays")
def a_program_runs_all_its_steps(bench: Bench) -> None:
    """A launch of a program runs the steps of all its streams, at the offsets of its bases."""
    line = bench.line()
    blocks = [_block(bench, 4 * COUNT), _block(bench, 4 * COUNT)]
    fill, copy = bench.fill_plan(COUNT), bench.copy_plan(NBYTES)
    program = Steps(bench, 3, 2)
    program.add(0, fill, (NBYTES, 1), ((0, 0),))
    program.add(1, fill, (NBYTES, 2), ((0, 1),))
    program.add(0, fill, ((1 << 64) - NBYTES, 3), ((0, 1),))  # the base is behind it
    program.add(0, copy, (2 * NBYTES, NBYTES), ((0, 1), (1, 0)))
    bench.wait(line.launch(program.ready(), blocks[0], blocks[1] + NBYTES), "done")
    found = [bench.read(line, block, 4 * COUNT).reshape(4, COUNT)[:, 0] for block in blocks]
    bench.same(found[0], np.array([BEFORE, 1, BEFORE, BEFORE], "u4"), "the blocks of base 0")
    bench.same(found[1], np.array([3, BEFORE, 2, 1], "u4"), "the blocks around base 1")


@case("14b", "replays")
def waits_between_the_streams_of_a_program_hold(bench: Bench) -> None:
    """A step starts after those it waits for have ended, in whatever order streams are run."""
    line, turns = bench.line(), 12
    block, kept = _block(bench, LARGE), _block(bench, turns * LARGE)
    fill, copy = bench.fill_plan(LARGE), bench.copy_plan(4 * LARGE)
    program = Steps(bench, 2, 2)
    for turn in range(turns):
        program.add(0, fill, (0, turn + 1), ((0, 0),), [(1, turn)] if turn else ())
        program.add(1, copy, (4 * LARGE * turn, 0), ((0, 1), (1, 0)), [(0, turn + 1)])
    handle = program.ready()
    for _ in range(3):
        bench.wait(line.launch(handle, block, kept), "done")
        found = bench.read(line, kept, turns * LARGE).reshape(turns, LARGE)
        wanted = np.arange(1, turns + 1, dtype="u4")[:, None] + np.zeros_like(found)
        bench.same(found, wanted, "what one stream copied of what the other one filled")
        bench.wait(line.launch(bench.fill_plan(turns * LARGE), kept, 0), "done")


@case("14c", "replays")
def a_program_is_bound_at_each_launch(bench: Bench) -> None:
    """Each launch of a program has addresses of its own; launches of a queue run in order."""
    line = bench.line()
    handle = _fills(bench, 5)
    blocks = [_block(bench) for _ in range(3)]
    runs = [line.launch(handle, block) for block in blocks[:2]]
    for run, block, which in zip(runs, blocks[:2], ("first", "second"), strict=True):
        bench.wait(run, "done")
        bench.same(bench.read(line, block, COUNT), 5, f"the block of the {which} launch")
    bench.same(bench.read(line, blocks[2], COUNT), BEFORE, "a block that no launch was given")


@case("14d", "replays", "computes")
def the_first_failure_of_a_program_is_its_own(bench: Bench) -> None:
    """A program fails with the code of the step that failed; its readers are skipped."""
    line = bench.line()
    block = _block(bench)
    fill, spoil = bench.fill_plan(COUNT), bench.kernel(_kernels.spoil, COUNT)
    program = Steps(bench, 2, 1)
    program.add(0, fill, (0, 1), ((0, 0),))
    program.add(1, spoil, (0, 7, 0), ((0, 0),), [(0, 1)])
    program.add(0, spoil, (0, 9, 0), ((0, 0),), [(1, 1)])
    failed = line.launch(program.ready(), block)
    reader = line.launch(fill, block, 3, checks=[failed])
    behind = line.launch(fill, block, 4)
    bench.wait(failed, "failed")
    status = failed.status
    bench.expect(status.error == 7, f"a step returned 7, the cell says {status.error}")
    bench.expect(status.node in (0, 2), f"node 1 failed, the cell says {status.node} for it, not 2")
    bench.expect(status.root == failed.root, "the root of what failed by itself is another one")
    bench.wait(reader, "skipped")
    bench.expect(reader.status.root == failed.root, "who reads from it has another root")
    bench.wait(behind, "done")


@case("14e", "replays", "computes")
def a_program_that_failed_runs_again(bench: Bench) -> None:
    """A failure is of one launch: the next one runs all steps."""
    line = bench.line()
    block = _block(bench, 2 * COUNT)
    spoil, fill = bench.kernel(_kernels.spoil, COUNT), bench.fill_plan(COUNT)
    program = Steps(bench, 2, 2)
    program.add(0, spoil, (0, 0, 0), ((0, 0), (1, 1)))  # the second base is the code
    program.add(1, fill, (NBYTES, 6), ((0, 0),), [(0, 1)])
    handle = program.ready()
    for code in (7, 0, 8, 0):
        bench.wait(line.launch(bench.fill_plan(2 * COUNT), block, BEFORE), "done")
        run = line.launch(handle, block, code)
        bench.wait(run, "failed" if code else "done")
        bench.expect(run.status.error == code, f"the cell says {run.status.error}, not {code}")
        if not code:
            found = bench.read(line, block + NBYTES, COUNT)
            bench.same(found, 6, "what a step wrote after a launch that failed")


@case("14f", "replays")
def a_program_is_cancelled_or_skipped_as_a_whole(bench: Bench) -> None:
    """A program that was cancelled, or whose producer did not succeed, runs none of its steps."""
    gate, line = bench.line(), bench.line()
    block = _block(bench)
    handle = _fills(bench, 5)
    first = line.launch(handle, block, cancel=True)
    second = line.launch(handle, block, checks=[first])
    third = line.launch(handle, block, waits=[(gate.timeline, 1)])
    bench.settle()
    bench.expect(third.cancel(), "a program that waits for another queue cannot be cancelled")
    gate.signal()
    bench.wait(first, "cancelled")
    bench.wait(second, "skipped")
    bench.wait(third, "cancelled")
    bench.expect(second.status.root == first.root, "what is skipped has another root")
    bench.same(bench.read(line, block, COUNT), BEFORE, "memory that a cancelled program writes")
    run = line.launch(handle, block)
    bench.wait(run, "done")
    bench.expect(not run.cancel(), "a program that is over was cancelled")
    bench.same(bench.read(line, block, COUNT), 5, "what a program wrote after it was cancelled")


@case("14g", "replays")
def programs_may_have_any_shape(bench: Bench) -> None:
    """Programs with many streams and waits, with empty streams, and with no steps at all."""
    line = bench.line()
    for streams in (((),), ((), ())):
        bench.wait(line.launch(bench.instantiate(Program(streams, 1)), 0), "done")
    for seed in range(12):
        _check_random(bench, random.Random(seed), f"random program {seed}")


def _check_random(bench: Bench, draw: random.Random, what: str) -> None:
    """Runs random steps: each fills a block of its own, or copies an earlier step's block to it."""
    line, steps, streams = bench.line(), 40, draw.randrange(1, 6)
    memory = _block(bench, steps * COUNT)
    fill, copy = bench.fill_plan(COUNT), bench.copy_plan(NBYTES)
    program = Steps(bench, streams, 1)
    places: list[tuple[int, int]] = []  # each step's stream, and the number of steps it has then
    wanted: list[int] = []
    for number in range(steps):
        stream = draw.randrange(streams)
        place = stream, len(program.streams[stream]) + 1
        if places and draw.random() < 0.8:
            source = draw.randrange(len(places))
            waits = [places[source]] if places[source][0] != stream else []
            bases = ((0, 0), (1, 0))
            program.add(stream, copy, (NBYTES * number, NBYTES * source), bases, waits)
            wanted.append(wanted[source])
        else:
            program.add(stream, fill, (NBYTES * number, 100 + number), ((0, 0),))
            wanted.append(100 + number)
        places.append(place)
    handle = program.ready()
    for _ in range(3):
        bench.wait(line.launch(handle, memory), "done")
        found = bench.read(line, memory, steps * COUNT).reshape(steps, COUNT)
        bench.same(found, np.array(wanted, "u4")[:, None] + np.zeros_like(found), what)
        bench.wait(line.launch(bench.fill_plan(steps * COUNT), memory, 0), "done")


@case("14h", "replays")
def programs_are_unloaded_before_their_plans(bench: Bench) -> None:
    """A program that is unloaded leaves its plans, and other programs of them, as they are."""
    line, block = bench.line(), _block(bench)
    fill = bench.fill_plan(COUNT)
    for number in range(20):
        handles: list[int] = []
        for value in (number, 100 + number):
            program = Steps(bench, 2, 1)
            program.add(0, fill, (0, 1), ((0, 0),))
            program.add(1, fill, (0, value), ((0, 0),), [(0, 1)])
            handles.append(program.ready())
        bench.wait(line.launch(handles[0], block), "done")
        bench.unload(handles[0])
        bench.wait(line.launch(handles[1], block), "done")
        found = bench.read(line, block, COUNT)
        bench.same(found, 100 + number, "what a program wrote after another one was unloaded")
        bench.unload(handles[1])
        bench.wait(line.launch(fill, block, number), "done")
        found = bench.read(line, block, COUNT)
        bench.same(found, number, "what a plan wrote after a program of it was unloaded")
