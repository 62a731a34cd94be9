"""Loops and branches on a GPU: compared with plain Python, stopped, and timed turn by turn.

Each is done in both ways: by conditional nodes of CUDA graphs, and by the feeder's thread, as with
a driver that has no such nodes.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import replace

from machine import Machine
from nests import BLOCK, HOLDS, MIDDLE, Loop, Memory, Node, Player, Step, check

from streamrt._backends.cuda.backend import CudaBackend
from streamrt._backends.cuda.driver import NATIVE
from streamrt._native.core import CANCELLED
from streamrt.backend import MOST_TURNS, STOPPED
from streamrt.testing.conformance._bench import Bench

Found = Generator[tuple[str, object]]
UPDATE = "cuGraphExecKernelNodeSetParams"
WAYS = {"conditional nodes": (), "turn by turn": ("cuGraphConditionalHandleCreate",)}
LIMIT = 120.0  # seconds
DEEP: tuple[tuple[int, int], ...] = ((0, 0), (1, 0))  # where the two bases of the loops below are


def compared(machine: Machine) -> Found:
    """Loops and branches against plain Python."""
    for way, without in WAYS.items():
        backend = machine.lacking(without)
        told = _noted(backend, UPDATE)
        failed = 0
        programs = machine.count(200, 4)
        with Bench(backend, 0, LIMIT) as bench:
            player = Player(bench, bench.line())
            for seed in range(programs):
                failed += check(player, seed, strides=seed % 4 == 3, failures=seed % 2 == 1)[1]
        yield f"{programs} nests, {way}", f"{failed} launches failed as they should"
        yield f"codes of {UPDATE}, {way}", {str(code): n for code, n in told.items()}
        with Bench(backend, 0, LIMIT) as bench:
            for strides in ((), ((1, 0),)):
                stopped(Player(bench, bench.line()), strides)
        yield f"a loop without end is stopped, {way}", "cancelled"


def _noted(backend: CudaBackend, name: str) -> Counter[int]:
    """Returns what a function of the driver will return to native code, by its code."""
    table, at = backend._driver._table, NATIVE.index(name)  # type: ignore[union-attr]
    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    original, told = kind(table[at]), Counter[int]()

    def called(*arguments: int) -> int:
        code = original(*arguments)
        told[code] += 1
        return code

    function = kind(called)
    table[at] = ctypes.cast(function, ctypes.c_void_p).value or 0
    backend.noted = function  # type: ignore[attr-defined]
    return told


def counting(strides: Sequence[tuple[int, int]] = ()) -> Loop:
    """Returns a loop in one of three turns; the inner one counts the first word down."""
    body = Step(2, "affine", ((1, 0), (1, 4))), Step(3, "tick", ((0, 0), (0, 1)))
    inner = Loop(1, MOST_TURNS, (0, 1), (), DEEP, body)
    return Loop(0, 3, None, tuple(strides), DEEP, (inner,))


def stopped(player: Player, strides: Sequence[tuple[int, int]]) -> None:
    """Stops a loop of four thousand million turns, twice; then it makes three turns."""
    bench, line, loop = player.bench, player.line, counting(strides)
    handle = player.loop(loop)
    for _ in range(2):
        first = line.launch(bench.fill_plan(1), player.put([0]), 1)
        at = [player.put(block) + 4 * MIDDLE for block in _two_blocks(2**32 - 1)]
        run = line.launch(handle, *at)
        behind = line.launch(bench.fill_plan(1), at[1], 5, checks=[run])
        while not line.timeline.ask_to_stop(run.cell):
            bench.expect(run.state < CANCELLED, "it has ended")
        bench.wait(first, "done")
        bench.wait(run, "cancelled")
        bench.expect(run.status.error == STOPPED, f"the cell says {run.status.error}")
        bench.wait(behind, "skipped")
        bench.expect(behind.status.root == run.root, "the root of what was skipped")
    player.play(handle, [loop], [(0, MIDDLE), (1, MIDDLE)], _two_blocks(3))


def _two_blocks(count: int) -> Memory:
    """Returns the words of two blocks, with a counter and its flag in the first."""
    memory = [[0] * BLOCK, [1] * BLOCK]
    memory[0][MIDDLE : MIDDLE + 2] = count, HOLDS
    return memory


# -- time -----------------------------------------------------------------------------------------

LOOPS: dict[str, tuple[Node, ...]] = {
    "an empty body": (),
    "a kernel of one thread": (Step(1, "affine", ((1, 0), (1, 4))),),
    "two kernels of one thread": (
        Step(1, "affine", ((1, 0), (1, 4))),
        Step(2, "affine", ((1, 0), (1, 4))),
    ),
    "a kernel that may fail": (Step(1, "trip", ((1, 0),)),),
    "a branch": (Loop(1, 1, (0, 1), (), DEEP, (Step(2, "affine", ((1, 0), (1, 4))),)),),
}


def measured(machine: Machine) -> Found:
    """Loops: ns per turn."""
    for way, without in WAYS.items():
        with Bench(machine.lacking(without), 0, LIMIT) as bench:
            player = Player(bench, bench.line())
            for flag in (None, (0, 1)):
                for name, body in LOOPS.items():
                    kind = "repeat" if flag is None else "while"
                    took = _turn(player, machine, Loop(0, 0, flag, (), DEEP, body))
                    yield f"{kind} of {name}, {way} (ns per turn)", round(took)


def _turn(player: Player, machine: Machine, loop: Loop) -> float:
    """Returns the time of one more turn, in ns: the median of five launches."""
    few, many = machine.count(500, 5), machine.count(5500, 15)
    blocks = [player.put([word] * BLOCK) for word in (HOLDS, 1)]
    bases = [block + 4 * MIDDLE for block in blocks]
    times: list[int] = []
    for turns in (few, many):
        handle = player.loop(replace(loop, turns=turns))
        found: list[int] = []
        for _ in range(6):
            run = player.line.launch(handle, *bases)
            player.bench.wait(run, "done")
            found.append(run.status.finished - run.status.submitted)
        times.append(sorted(found[1:])[2])
    return (times[1] - times[0]) / (many - few)
