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
import trial_kernels

import streamrt as srt
from streamrt._backends.cpu.device import CpuBackend, CpuDevice
from streamrt._compile import llvm
from streamrt._compile.layout import Layout
from streamrt._core.commands import Launch, Wait
from streamrt._native.core import CANCELLED, DONE, FAILED, Core
from streamrt._native.queue import CELL_BYTES, CellStatus, NativeQueue
from streamrt._native.timeline import Timeline
from streamrt.backend import Program, ProgramStep, ReplayDevice
from streamrt.errors import ArgumentError, ResourceError

CELLS = 64
FOREVER = -1
DTYPES = {"f32": "f4", "u32": "u4"}
Floats = npt.NDArray[np.float32]
Steps = Sequence[Sequence[ProgramStep]]


class Bench:
    """A device without a runtime, and a queue that launches its programs."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.device: CpuDevice = CpuBackend().open(0)
        self.queue = NativeQueue(core, "bench", Timeline(1, CELLS, core))
        self._cells = core.new_cells(CELLS)
        self._count = 0

    def submit(self, handle: int, *bases: int) -> tuple[int, CellStatus]:
        """Launches a program; returns the value it signals and its cell, for CELLS submissions."""
        cell = self._cells + CELL_BYTES * (self._count % CELLS)
        self._count += 1
        status = CellStatus.from_address(cell)
        status.state = status.node = status.error = 0
        return self.queue.push([Launch(cell, handle, bases)]), status

    def sync(self, value: int) -> None:
        while self.queue.completed < value:
            self.core.srt_sync(self.queue.handle, value, 0, FOREVER)

    def replay(self, handle: int, *bases: int) -> tuple[int, int, int]:
        """Launches a program and waits; returns its state, error code and node."""
        value, status = self.submit(handle, *bases)
        self.sync(value)
        return status.state, status.error, status.node

    def load(self, kernel: srt.Kernel, *counts: int, grain: int = 1 << 40) -> int:
        """A plan for dense arrays of so many elements."""
        arrays = kernel.signature.arrays
        layouts = [
            Layout(None, np.dtype(DTYPES[p.dtype]), (n,))
            for p, n in zip(arrays, counts, strict=True)
        ]
        plan = kernel.plan(layouts)
        return self.device.load_entry(llvm.load(plan), plan.extent, grain, plan.codes, plan.words)

    def close(self) -> None:
        assert self.queue.close(10)
        self.queue.free()
        self.device.close()
        self.core.release(self._cells)


@pytest.fixture
def bench(core: Core) -> Generator[Bench]:
    bench = Bench(core)
    yield bench
    bench.close()


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


def idle_program(bench: Bench, streams: int) -> Program:
    """A step on each stream, the first behind all others; it reads and writes nothing."""
    plan = bench.device.load_standard("copy", (1, 4, 0, 4, 4), 0, 1)
    waits = tuple((s, 1) for s in range(1, streams))
    steps = [ProgramStep(s, plan, (0, 0), (), () if s else waits) for s in range(streams)]
    return Program(tuple((step,) for step in steps), 0)


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


# -- refusals -------------------------------------------------------------------------------------


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
