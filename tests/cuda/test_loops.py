"""Loops and branches on a GPU, over the fake driver, against loops of plain Python."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_cuda import fake_backend
from gpu.nests import (
    BLOCK,
    CODE,
    HOLDS,
    MIDDLE,
    Loop,
    Memory,
    Player,
    Step,
    check,
    has_strides,
)

from streamrt._backends.cuda.device import CudaDevice
from streamrt._native.core import PENDING
from streamrt.backend import MOST_TURNS, STOPPED, Program, ProgramLoop, ProgramStep
from streamrt.errors import ArgumentError
from streamrt.testing.conformance._bench import Bench

pytestmark = pytest.mark.cuda

HOUR = 3600.0
WITHOUT = {"graphs": (), "turns": ("cuGraphConditionalHandleCreate",)}
LAUNCH, UPDATE, ADD = "cuGraphLaunch", "cuGraphExecKernelNodeSetParams", "cuGraphAddNode"
BOTH = ((0, 0), (1, 0))  # where the two bases of the loops here are
ADDS = Step(1, "affine", ((1, 0), (1, 4)), 3)
ALWAYS = (0, 1)  # the place of a flag
TICK = Step(3, "tick", ((0, 0), ALWAYS))
IN_ORDER = [(0, MIDDLE), (1, MIDDLE)]


@contextmanager
def playing(seed: int, way: str, depth: int = 1000) -> Generator[tuple[Fake, Player]]:
    """Opens a device that runs loops in one of the two ways."""
    with Fake(seed, depth=depth) as fake:
        with Bench(fake_backend(fake, WITHOUT[way]), 0, HOUR) as bench:
            yield fake, Player(bench, bench.line())
        fake.check()


def counted(fake: Fake) -> tuple[int, int, int]:
    """The launches of graphs, their updates, and the launches of kernels so far."""
    counts = fake.counts()
    return counts.get(LAUNCH, 0), counts.get(UPDATE, 0), counts.get("cuLaunchKernel", 0)


def counter(count: int) -> Memory:
    """Words of two blocks; the first one has a counter, and its flag."""
    memory = [[0] * BLOCK, [1] * BLOCK]
    memory[0][MIDDLE : MIDDLE + 2] = count, HOLDS
    return memory


def two_blocks(flag: int) -> Memory:
    """Words of two blocks; the first ones are flags."""
    return [[flag] * BLOCK, [1] * BLOCK]


@pytest.mark.parametrize("way", WITHOUT)
@pytest.mark.parametrize("seed", range(6))
def test_random_nests_do_what_plain_loops_do(seed: int, way: str) -> None:
    """Also if steps fail, addresses move, and a loop is launched by itself."""
    ways: set[bool] = set()
    failed = 0
    with playing(seed, way) as (fake, player):
        for k in range(8):
            number = 100 * seed + k
            drawn, n = check(player, number, strides=k % 4 == 3, failures=k % 2 == 1)
            ways.add(has_strides(drawn.nodes))
            failed += n
        assert (ADD in fake.counts()) == (way == "graphs")
    assert ways == {False, True}
    assert failed


def test_a_loop_is_one_launch_and_only_nodes_whose_memory_moved_are_updated() -> None:
    """Those within bodies, too."""
    with playing(3, "graphs") as (fake, player):
        handle = player.loop(down())
        blocks = [player.put(two_blocks(1)[0]) for _ in range(3)]
        for moved, updates in ((1, 4), (1, 0), (2, 1)):
            before = counted(fake)
            at = (blocks[0] + 4 * MIDDLE, blocks[moved] + 4 * MIDDLE)
            player.bench.wait(player.line.launch(handle, *at), "done")
            launches, found, kernels = counted(fake)
            assert (launches, found - before[1], kernels) == (before[0] + 1, updates, before[2])


def down() -> Loop:
    """Returns a loop in a loop; that one has so many turns as the first word of its first base."""
    inner = Loop(0, 2, None, (), BOTH, (ADDS,))
    return Loop(2, MOST_TURNS, ALWAYS, (), BOTH, (inner, TICK))


@pytest.mark.parametrize("name", [ADD, "cuGraphConditionalHandleCreate", UPDATE, LAUNCH])
def test_what_the_driver_refuses_is_done_turn_by_turn(name: str) -> None:
    """Row 255: a graph that is refused when it is built, parameters of a node, a launch of it."""
    with playing(5, "graphs") as (fake, player):
        is_early = name in (ADD, "cuGraphConditionalHandleCreate")
        if is_early:  # the graph of the inner loop works
            fake.fail(name, 2, 801)
        loop = down()
        handle = player.loop(loop)
        for _ in range(3):
            blocks = [player.put(each) for each in counter(3)]
            if not is_early:
                fake.fail(name, 1, 1)
            kernels = counted(fake)[2]
            assert player.play_in(blocks, handle, [loop], IN_ORDER, counter(3)) == 0
            assert counted(fake)[2] - kernels >= 3
            for block, values in zip(blocks, counter(3), strict=True):
                array = np.array(values, "u4")
                player.bench.wait(player.bench.write(player.line, block, array), "done")
            assert player.play_in(blocks, handle, [loop], IN_ORDER, counter(3)) == 0


@pytest.mark.parametrize("way", WITHOUT)
@pytest.mark.parametrize("strides", [(), ((1, 0),), ((1, 1),)])
def test_a_loop_is_stopped_between_two_turns(
    way: str, strides: tuple[tuple[int, int], ...]
) -> None:
    """In a graph, turn by turn, and as a graph in a loop that goes turn by turn.

    What came before it on its stream ends without it.
    """
    with playing(1, way) as (fake, player):
        inner = replace(down(), body=(ADDS, TICK))
        loop = Loop(5, 3, None, strides, BOTH, (inner,))
        handle = player.loop(loop)
        bench, line = player.bench, player.line
        for _ in range(2):
            at = [player.put(block) + 4 * MIDDLE for block in counter(2**32 - 1)]
            fake.hang("cuLaunchKernel")  # so that what follows is found there at once
            line.launch(bench.fill_plan(1), at[1], 1)
            fake.await_waiting()
            first = line.launch(bench.fill_plan(1), at[1], 1)
            run = line.launch(handle, *at)
            behind = line.launch(bench.fill_plan(1), at[1], 5, checks=[run])
            fake.resume()
            while run.state == PENDING:
                pass
            bench.wait(first, "done")
            assert line.timeline.ask_to_stop(run.cell)
            bench.wait(run, "cancelled")
            assert run.status.error == STOPPED
            bench.wait(behind, "skipped")
            assert behind.status.root == run.root
        assert player.play(handle, [loop], IN_ORDER, counter(3)) == 0


@pytest.mark.parametrize("way", WITHOUT)
def test_a_step_that_fails_ends_the_loops_around_it_and_keeps_later_ones_from_beginning(
    way: str,
) -> None:
    """What fails in a later turn does not hide it, though it stands first in the body."""
    with playing(6, way) as (_, player):
        late, early = Step(1, "trip", ((1, 0),), CODE + 1), Step(3, "trip", ((1, 8),), CODE + 3)
        spoil = Step(2, "affine", ((1, 4), (1, 0)), 5)
        inner = Loop(4, 3, None, (), BOTH, (late, spoil, early))
        memory = counter(1)
        memory[1] = [0] * BLOCK
        endless = Loop(5, MOST_TURNS, ALWAYS, (), BOTH, (inner,))
        handle = player.handle((endless,), 2)
        assert player.play(handle, (endless,), IN_ORDER, memory) == CODE + 1  # in the second turn
        memory[1][MIDDLE + 8] = 5
        assert player.play(handle, (endless,), IN_ORDER, memory) == CODE + 3
        other = (Step(8, "affine", ((1, 0), (1, 20)), 9),)
        branch = Loop(7, 1, (0, 9), (), BOTH, (), other)
        behind = (early, Loop(6, MOST_TURNS, ALWAYS, (), BOTH, (ADDS,)), branch)
        handle = player.handle(behind, 2)
        blocks = [player.put(each) for each in memory]
        assert player.play_in(blocks, handle, behind, IN_ORDER, memory) == CODE + 3
        assert player.bench.read(player.line, blocks[1], BLOCK)[MIDDLE + 20] == 0


def test_turns_are_handed_over_ahead_but_not_too_many() -> None:
    """The driver's own queue is believed to hold some thousand operations."""
    with playing(2, "turns", depth=200) as (fake, player):
        loop = Loop(0, 600, None, (), BOTH, (ADDS, ADDS))
        handle = player.loop(loop)
        at = [player.put(block) + 4 * MIDDLE for block in two_blocks(1)]
        events = fake.counts()["cuEventRecord"]
        fake.hold()
        run = player.line.launch(handle, *at)
        fake.await_waiting(1)
        assert 64 <= counted(fake)[2] <= 128
        fake.release()
        player.bench.wait(run, "done")
        assert counted(fake)[2] == 1200
        assert fake.counts()["cuEventRecord"] - events < 30


@pytest.mark.parametrize("way", WITHOUT)
def test_a_lost_device_ends_its_loops(way: str) -> None:
    with playing(4, way) as (fake, player):
        bench, device = player.bench, player.bench.device
        assert isinstance(device, CudaDevice)
        assert device.loss is not None
        handle = player.loop(Loop(0, MOST_TURNS, ALWAYS, (), BOTH, (ADDS,)))
        at = [player.put(block) + 4 * MIDDLE for block in two_blocks(HOLDS)]
        player.line.launch(handle, *at)
        player.line.signal()
        bench.may_be_lost = True
        fake.lose(0, 700)
        while device.loss.reason is None:
            device.look_for_loss()
        (queue,) = device._queues
        queue.part()
        assert not queue.is_abandoned
        for line in bench.lines:
            line.timeline.lose("a test")
            line.timeline.fail_all()


def test_a_loop_that_no_device_could_run_is_refused() -> None:
    with playing(0, "graphs") as (_, player):
        device = player.bench.device
        assert isinstance(device, CudaDevice)
        plan = player.plan("tick", 2)
        good = ProgramStep(4, plan, (0, 0), ((0, 0), (1, 0)), ())
        inner = device.load_loop(ProgramLoop((good,), 1, 2))
        nested = ProgramStep(5, inner, (0,), ((0, 0),), ())
        wrong = {
            "it has 300 bases": ProgramLoop((), 300, 1),
            "it has -1 turns": ProgramLoop((), 1, -1),
            "its flag is of base 1": ProgramLoop((), 1, 1, (1, 0)),
            "a stride is of base 2": ProgramLoop((), 1, 1, None, ((2, 4),)),
            "only a branch of one turn": ProgramLoop((), 1, 2, (0, 0), (), (good,)),
            "run in order": ProgramLoop((replace(good, waits=((0, 1),)),), 1, 2),
            "node 4 has 1 argument slots; its plan takes 2": ProgramLoop(
                (replace(good, slots=(0,), bases=()),), 1, 2
            ),
            "node 4 has base 0 in slot 2; there are 1 bases": ProgramLoop(
                (replace(good, bases=((2, 0),)),), 1, 2
            ),
            "a loop is a step in two places": ProgramLoop((nested, nested), 1, 2),
        }
        for text, loop in wrong.items():
            with pytest.raises(ArgumentError, match=text):
                device.load_loop(loop)
        outer = device.load_loop(ProgramLoop((nested,), 1, 2))
        with pytest.raises(ArgumentError, match="a loop is a step in two places"):
            device.instantiate(Program(((nested,),), 1))
        device.unload(outer)
        whole = device.instantiate(Program(((nested,),), 1))
        for each in (whole, inner):
            device.unload(each)
