"""Programs on native queues: the same bytes as step by step, and what failing or closing leaves."""

from __future__ import annotations

import random
import struct
import threading
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from native.replay_bench import Bench, idle_program
from shared import trial_kernels

from streamrt._core.commands import Launch, Wait
from streamrt._native.core import CANCELLED, DONE, FAILED, Core
from streamrt._native.queue import NativeQueue
from streamrt._native.timeline import Timeline
from streamrt.backend import Program, ProgramStep
from streamrt.errors import ResourceError

Floats = npt.NDArray[np.float32]


def helper_threads() -> list[str]:
    return [t.name for t in threading.enumerate() if t.name.startswith("streamrt-replay")]


def bits(value: float) -> int:
    """The slot of a float32 argument."""
    return int(struct.unpack("<Q", struct.pack("<fI", value, 0))[0])


# -- random programs ----------------------------------------------------------------------------

LENGTH, VECTORS = 16, 12  # of the arena; an input of as many vectors is the second base
GRAIN = 4


@dataclass
class Plan:
    """A random program, and the same in NumPy."""

    streams: list[list[ProgramStep]]
    run: list[Callable[[Floats], object]] = field(default_factory=list)
    reads: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    writes: dict[int, tuple[int, int]] = field(default_factory=dict)

    def add(
        self, stream: int, step: ProgramStep, target: int, sources: Sequence[int],
        run: Callable[[Floats], object],
    ) -> None:  # fmt: skip
        """Appends a step after all steps of other streams that it conflicts with."""
        seen = [self.writes[v] for v in (target, *sources) if v in self.writes]
        seen += self.reads.get(target, [])
        waits = tuple({place for place in seen if place[0] != stream})
        self.streams[stream].append(replace(step, waits=waits))
        place = stream, len(self.streams[stream])
        for source in sources:
            self.reads.setdefault(source, []).append(place)
        self.reads[target] = []
        self.writes[target] = place
        self.run.append(run)


def random_plan(chance: random.Random, plans: dict[str, int], nodes: int, streams: int) -> Plan:
    """Copies, fills and axpys over vectors of two buffers, numbered as one row of vectors."""
    plan = Plan([[] for _ in range(streams)])

    def place(vector: int) -> tuple[int, int]:
        return 4 * LENGTH * (vector % VECTORS), vector // VECTORS

    for node in range(nodes):
        target, source = chance.sample(range(2 * VECTORS), 2)
        (to, base), (at, other) = place(target), place(source)
        stream, factor = chance.randrange(streams), chance.choice([-1.0, 0.5, 1.0, 0.3])
        kind = chance.choice(sorted(plans))
        if "axpy" in kind:
            slots, bases = (at, to, bits(factor)), ((0, other), (1, base))
        elif "copy" in kind:
            slots, bases = (to, at), ((0, base), (1, other))
        else:
            slots, bases = (to, bits(factor)), ((0, base),)

        def run(
            rows: Floats, kind: str = kind, y: int = target, x: int = source, alpha: float = factor
        ) -> None:
            if "axpy" in kind:
                rows[y] += np.float32(alpha) * rows[x]
            else:
                rows[y] = rows[x] if "copy" in kind else np.float32(alpha)

        step = ProgramStep(node, plans[kind], slots, bases, ())
        plan.add(stream, step, target, [] if "fill" in kind else [source], run)
    return plan


@pytest.fixture
def plans(bench: Bench) -> Generator[dict[str, int]]:
    """By kind of step: whole, and split over worker threads."""
    load = bench.device.load_standard
    loaded = {
        "axpy": bench.load(trial_kernels.axpy, LENGTH, LENGTH),
        "split axpy": bench.load(trial_kernels.axpy, LENGTH, LENGTH, grain=GRAIN),
        "copy": load("copy", (1, 4, LENGTH, 4, 4), LENGTH, LENGTH),
        "split copy": load("copy", (1, 4, LENGTH, 4, 4), LENGTH, GRAIN),
        "fill": load("fill", (1, 4, LENGTH, 4), LENGTH, LENGTH),
    }
    yield loaded
    for plan in loaded.values():
        bench.device.unload(plan)


@pytest.mark.parametrize("streams", [1, 2, 3, 4])
def test_a_replay_leaves_the_bytes_of_its_steps_one_by_one(
    bench: Bench, plans: dict[str, int], streams: int
) -> None:
    """Random programs, replayed back to back, with other buffers each time."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    for nodes in (0, 1, 7, 60, 300):
        plan = random_plan(chance, plans, nodes, streams)
        handle = bench.device.instantiate(Program(tuple(map(tuple, plan.streams)), 2))
        numbers = np.random.default_rng(seed)
        given = [numbers.random((VECTORS, LENGTH), "f4") for _ in range(4)]
        expected = [array.copy() for array in given]
        last = []
        for _ in range(6):
            pair = chance.sample(range(4), 2)
            addresses = [given[i].ctypes.data for i in pair]
            last.append(bench.submit(handle, *addresses))
            rows = np.concatenate([expected[i] for i in pair])
            for run in plan.run:
                run(rows)
            expected[pair[0]][:], expected[pair[1]][:] = rows[:VECTORS], rows[VECTORS:]
        bench.sync(last[-1][0])
        assert [(s.state, s.error, s.node) for _, s in last] == [(DONE, 0, 0)] * 6
        assert [a.tobytes() for a in given] == [a.tobytes() for a in expected]
        bench.device.unload(handle)


# -- failing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("streams", [1, 2, 4])
def test_a_failure_names_its_node_and_the_next_replay_is_well(bench: Bench, streams: int) -> None:
    """Each node has its error code from a base of its own; every one waits for those before it."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    nodes = 200
    fail, count = bench.load(trial_kernels.fail, 1), bench.load(trial_kernels.count, 1)
    lists: list[list[ProgramStep]] = [[] for _ in range(streams)]
    for node in range(nodes):
        waits = tuple((s, len(lists[s])) for s in range(streams))
        mine = lists[chance.randrange(streams)]
        counter, code = (0, 0), (1, 1 + node)
        mine.append(ProgramStep(2 * node, fail, (0, 0), (counter, code), waits))
        mine.append(ProgramStep(2 * node + 1, count, (0,), (counter,), ()))
    handle = bench.device.instantiate(Program(tuple(map(tuple, lists)), 1 + nodes))
    counted = np.zeros(1, "u4")
    for _ in range(30):
        codes, node = [0] * nodes, chance.randrange(nodes)
        codes[node] = chance.choice([-(2**31) % 2**32, 2**31 - 1, 1, 7])
        code = int(np.uint32(codes[node]).astype("i4"))
        counted[0] = 0
        result = bench.replay(handle, counted.ctypes.data, *codes)
        assert result == (FAILED, code, 2 * node + 1)
        assert counted[0] == node
        counted[0] = 0
        assert bench.replay(handle, counted.ctypes.data, *[0] * nodes) == (DONE, 0, 0)
        assert counted[0] == nodes
    bench.device.unload(handle)


def test_a_cancelled_replay_runs_nothing(bench: Bench) -> None:
    count = bench.load(trial_kernels.count, 1)
    streams = tuple((ProgramStep(s, count, (0,), ((0, 0),), ()),) for s in range(3))
    handle = bench.device.instantiate(Program(streams, 1))
    counted = np.zeros(1, "u4")
    gate = NativeQueue(bench.core, "gate", Timeline(2, 10, bench.core))
    cell = bench.core.new_cells(1)
    launch = Launch(cell, handle, (counted.ctypes.data,))
    value = bench.queue.push([Wait(gate.handle, 1), launch])
    assert bench.core.cancel(cell, bench.queue.handle)
    bench.core.raise_one(gate.handle)
    bench.sync(value)
    assert (bench.core.look(cell), counted[0]) == (CANCELLED, 0)
    assert bench.replay(handle, counted.ctypes.data) == (DONE, 0, 0)
    assert counted[0] == 3
    gate.free()


# -- what stays -----------------------------------------------------------------------------------


class Memory:
    """The memory that the core has handed out and not got back since."""

    def __init__(self, core: Core, patch: pytest.MonkeyPatch) -> None:
        self.live: set[int] = set()
        for name in ("allocate", "new_queue", "new_plan", "new_cells"):
            patch.setattr(core, name, self._taken(getattr(core, name)))
        release = core.release

        def given_back(address: int) -> int:
            self.live.discard(address)
            return release(address)

        patch.setattr(core, "release", given_back)

    def _taken(self, make: Callable[..., int]) -> Callable[..., int]:
        def taken(*arguments: Any) -> int:
            address = make(*arguments)
            self.live.add(address)
            return address

        return taken


def test_what_was_instantiated_leaves_no_memory_and_no_thread(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also programs that are never replayed, and those unloaded behind the device's close."""
    before = helper_threads()
    with monkeypatch.context() as patch:
        memory = Memory(core, patch)
        bench = Bench(core)
        programs = [idle_program(bench, k) for k in (1, 2, 3, 5)]
        for number in range(100):
            handles = [bench.device.instantiate(program) for program in programs]
            for handle in handles[number % 2 :]:
                assert bench.replay(handle) == (DONE, 0, 0)
            for handle in handles:
                bench.device.unload(handle)
        assert len(helper_threads()) == len(before) + 1 + 2 + 4
        late = bench.device.instantiate(programs[2])
        for program in programs:
            bench.device.unload(program.streams[0][0].plan)
        bench.close()
        assert helper_threads() == before
        bench.device.unload(late)
        del bench
        assert not memory.live


def test_a_thread_that_cannot_be_started_leaves_the_device_as_it_was(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, threads = idle_program(bench, 3), len(helper_threads())
    start = threading.Thread.start

    def refuse(self: threading.Thread) -> None:
        if len(helper_threads()) > threads:
            raise RuntimeError("can't start new thread")
        start(self)

    with monkeypatch.context() as patch:
        memory = Memory(bench.core, patch)
        patch.setattr(threading.Thread, "start", refuse)
        with pytest.raises(ResourceError, match="can't start new thread"):
            bench.device.instantiate(program)
        assert len(memory.live) == 2  # the timelines of both helpers, which the next one takes
    handle = bench.device.instantiate(program)
    assert len(helper_threads()) == threads + 2
    assert bench.replay(handle) == (DONE, 0, 0)
