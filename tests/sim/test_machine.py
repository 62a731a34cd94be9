"""The interpreter of commands alone: orders, virtual times, losses. Nothing here is native."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import permutations

import pytest

from streamrt._backends.sim.machine import START, Machine
from streamrt._backends.sim.queues import Engines, MachineQueue, Work
from streamrt._backends.sim.simulator import seeded
from streamrt._backends.sim.trace import TraceEvent, draw
from streamrt._core.commands import CallHost, Check, Launch, Signal, Wait

SEEDS = range(200)
POINT = tuple[MachineQueue, int]


class Counter:
    """A timeline that only counts, and takes note of what it is told."""

    def __init__(self, handle: int) -> None:
        self.handle = handle
        self.completed = 0
        self.lost: str | None = None
        self.refuses: set[int] = set()
        self.told: list[tuple[object, ...]] = []

    def check(self, cell: int) -> None:
        self.told.append(("check", cell))

    def start(self, cell: int, at: int = 0) -> bool:
        self.told.append(("start", cell, at))
        if cell in self.refuses:
            self.completed += 1
            return False
        return True

    def finish(self, cell: int, error: int = 0, at: int = 0) -> None:
        self.told.append(("finish", cell, error, at))
        self.completed += self.lost is None

    def signal(self) -> None:
        self.told.append(("signal",))
        self.completed += 1

    def stops(self, cell: int, at: int = 0) -> bool:
        raise AssertionError(f"no program here has loops: {cell}")


class Bench:
    """A machine whose kernels only say that they ran: plan n takes n ns, a negative one copies."""

    def __init__(self, seed: int | None, *, compute: int = 1, copy: int = 2) -> None:
        self.machine = Machine(self, None if seed is None else seeded(seed))
        self.order: list[int] = []
        self.timelines: dict[MachineQueue, Counter] = {}
        self.promised: dict[MachineQueue, int] = {}
        self.sizes = compute, copy
        self.cells = 0
        self.copies: dict[str, bool] = {}
        self.errors: dict[int, int] = {}
        self.during: Callable[[int], None] = lambda cell: None

    def work(self, queue: MachineQueue, launch: Launch) -> Work:
        work = Work(f"k{launch.cell}", launch.plan < 0, abs(launch.plan))
        self.copies[work.name] = work.copies
        return work

    def run(self, queue: MachineQueue, launch: Launch) -> int:
        self.order.append(launch.cell)
        self.during(launch.cell)
        return self.errors.get(launch.cell, 0)

    def call(self, queue: MachineQueue) -> None:
        raise AssertionError(f"no program here has host calls: {queue.name}")

    def outcome(self, cell: int) -> str:
        return "cancelled"

    def queues(self, count: int, device: int = 0) -> list[MachineQueue]:
        engines = Engines(device, *self.sizes)
        found: list[MachineQueue] = []
        for _ in range(count):
            number = len(self.timelines) + 1
            timeline = Counter(number)
            queue = self.machine.open_queue(engines, f"sim:{device}/q{number}", timeline)
            self.timelines[queue] = timeline
            self.promised[queue] = 0
            found.append(queue)
        return found

    def submit(self, queue: MachineQueue, ns: int, *after: POINT) -> POINT:
        """A launch that takes this long; 0 is a bare signal. Cells count up from 1."""
        self.cells += ns != 0
        last = Launch(self.cells, ns, ()) if ns else Signal()
        waits = [Wait(source.timeline.handle, value) for source, value in after]
        self.machine.submit(queue, [*waits, last])
        self.promised[queue] += 1
        return queue, self.promised[queue]

    def drain(self) -> None:
        while self.machine.step():
            pass

    @property
    def times(self) -> list[tuple[str, int, int]]:
        return [(e.what, e.start - START, e.finish - START) for e in self.machine.trace]


def run_random_program(seed: int, faithful: bool = False) -> tuple[Bench, list[set[int]]]:
    """Runs one, some of it while it is being submitted.

    Returns:
        The bench, and for each cell those which it must come after.
    """
    rng = random.Random(seed)
    bench = Bench(None if faithful else seed, compute=rng.randint(1, 2), copy=rng.randint(1, 2))
    queues = [q for d in range(rng.randint(1, 2)) for q in bench.queues(rng.randint(1, 3), d)]
    points: list[tuple[POINT, set[int]]] = []
    last: dict[MachineQueue, set[int]] = {q: set() for q in queues}
    before: list[set[int]] = [set()]
    for _ in range(50):
        queue = rng.choice(queues)
        after = rng.sample(points, min(len(points), rng.choice([0, 0, 1, 2])))
        comes_after = set(last[queue]).union(*(known for _, known in after))
        ns = rng.choice([0, 1, 5, 30, -4, -20])
        point = bench.submit(queue, ns, *(point for point, _ in after))
        if ns:
            before.append(comes_after)
            comes_after = comes_after | {bench.cells}
        last[queue] = comes_after
        points.append((point, comes_after))
        if rng.random() < 0.3:
            bench.machine.step()
    bench.drain()
    return bench, before


@pytest.mark.parametrize("faithful", [False, True])
def test_every_schedule_runs_each_command_once_and_after_what_it_waits_for(faithful: bool) -> None:
    for seed in SEEDS:
        bench, before = run_random_program(seed, faithful)
        assert sorted(bench.order) == list(range(1, bench.cells + 1)), seed
        done: set[int] = set()
        for cell in bench.order:
            assert before[cell] <= done, seed
            done.add(cell)
        times = {e.what: e for e in bench.machine.trace if e.what != "signal"}
        for cell, earlier in enumerate(before):
            for other in earlier:
                assert times[f"k{other}"].finish <= times[f"k{cell}"].start, seed
        for queue, timeline in bench.timelines.items():
            assert timeline.completed == bench.promised[queue] == queue.raised, seed
            assert not queue.waiters


def test_one_seed_gives_one_trace() -> None:
    traces = [tuple(run_random_program(seed)[0].machine.trace) for seed in SEEDS]
    again = [tuple(run_random_program(seed)[0].machine.trace) for seed in SEEDS]
    assert traces == again
    assert len(set(traces)) == len(traces)


def test_the_choice_reaches_every_order_that_the_waits_allow() -> None:
    def order(seed: int | None) -> tuple[int, ...]:
        bench = Bench(seed)
        a, b, c = bench.queues(3)
        first = bench.submit(a, 7)
        bench.submit(a, 7)
        bench.submit(b, 1, first)
        last = bench.submit(c, 3)
        bench.submit(b, 1, last)
        bench.drain()
        return tuple(bench.order)

    edges = [(1, 2), (1, 3), (3, 5), (4, 5)]
    allowed = {
        p for p in permutations(range(1, 6)) if all(p.index(x) < p.index(y) for x, y in edges)
    }
    assert {order(seed) for seed in range(1000)} == allowed
    assert order(None) in allowed


def test_no_command_runs_outside_its_engines_numbers() -> None:
    """At no virtual time are more commands of a kind under way than there are engines."""
    for seed in SEEDS:
        bench, _ = run_random_program(seed, faithful=seed % 2 == 0)
        kinds: dict[tuple[int, bool], list[TraceEvent]] = {}
        for event in bench.machine.trace:
            if event.what != "signal":
                kinds.setdefault((event.device, bench.copies[event.what]), []).append(event)
        for (_, copies), events in kinds.items():
            for event in events:
                under_way = sum(e.start <= event.start < e.finish for e in events)
                assert under_way <= bench.sizes[copies], seed


def test_copies_overlap_compute_with_these_times() -> None:
    bench = Bench(None)
    load, work = bench.queues(2)
    for _ in range(3):
        loaded = bench.submit(load, -10)
        bench.submit(work, 25, loaded)
    bench.drain()
    assert bench.times == [
        ("k1", 0, 10),
        ("k3", 10, 20),
        ("k5", 20, 30),
        ("k2", 10, 35),
        ("k4", 35, 60),
        ("k6", 60, 85),
    ]
    assert bench.machine.now == START + 85
    assert draw(bench.machine.trace, 17) == (
        "sim:0/q1 |k]k]k]           |\nsim:0/q2 |  [k2=][k4=][k6=]|\n         0            85 ns"
    )


def test_time_passes_only_as_far_as_what_has_completed() -> None:
    """So what is submitted after waiting for the short one overlaps the long one."""
    bench = Bench(None, compute=2)
    long, short = bench.queues(2)
    bench.submit(long, 100)
    bench.submit(short, 10)
    assert bench.machine.step()
    assert bench.machine.now == START + 10
    bench.submit(short, 10)
    bench.drain()
    assert bench.times == [("k2", 0, 10), ("k3", 10, 20), ("k1", 0, 100)]


def test_commands_share_a_compute_slot_in_the_order_of_their_start() -> None:
    bench = Bench(None)
    a, b = bench.queues(2)
    bench.submit(a, 10)
    bench.submit(b, 5)
    bench.submit(a, 10)
    other = bench.queues(1, device=1)[0]
    bench.submit(other, 12)
    bench.drain()
    # What is left of a and b may start at 10; the queue that was opened first goes first.
    assert bench.times == [("k1", 0, 10), ("k4", 0, 12), ("k3", 10, 20), ("k2", 20, 25)]


@pytest.mark.parametrize("seed", [None, 0])
def test_what_does_not_run_takes_no_time_and_holds_nobody(seed: int | None) -> None:
    bench = Bench(seed)
    a, b = bench.queues(2)
    point = bench.submit(a, 10)
    bench.timelines[a].refuses.add(1)
    bench.submit(b, 5, point)
    bench.drain()
    assert bench.order == [2]
    assert bench.times == [("k1", 0, 0), ("k2", 0, 5)]
    assert [e.outcome for e in bench.machine.trace] == ["cancelled", "done"]
    assert bench.timelines[a].told == [("start", 1, START)]
    assert bench.timelines[b].told == [("start", 2, START), ("finish", 2, 0, START + 5)]


def test_checks_come_before_the_start_and_errors_with_the_finish() -> None:
    bench = Bench(0)
    (queue,) = bench.queues(1)
    bench.errors[1] = 7
    bench.machine.submit(queue, [Check(99), Check(98), Launch(1, 5, ())])
    bench.machine.submit(queue, [Signal()])
    bench.drain()
    assert bench.timelines[queue].told == [
        ("check", 99),
        ("check", 98),
        ("start", 1, START),
        ("finish", 1, 7, START + 5),
        ("signal",),
    ]
    assert [e.outcome for e in bench.machine.trace] == ["failed", "done"]


@pytest.mark.parametrize("seed", [None, 0, 1])
def test_who_waits_for_a_lost_queue_goes_on_when_its_timeline_has_ended(seed: int | None) -> None:
    bench = Bench(seed)
    (a,), (b,) = bench.queues(1), bench.queues(1, device=1)
    point = bench.submit(a, 10)
    bench.submit(b, 5, point)
    bench.timelines[a].lost = "unplugged"
    bench.machine.drop(a)
    assert not bench.machine.step()
    bench.submit(a, 10)  # never runs
    bench.submit(b, 5)
    assert not bench.machine.step()
    bench.timelines[a].completed = 1  # somebody failed it
    bench.drain()
    assert bench.order == [2, 4]


@pytest.mark.parametrize("seed", [None, 0])
def test_a_device_lost_while_a_command_runs_raises_nothing(seed: int | None) -> None:
    bench = Bench(seed)
    a, b = bench.queues(2)
    point = bench.submit(a, 10)
    bench.submit(b, 10, point)

    def unplug(cell: int) -> None:
        bench.timelines[a].lost = "unplugged"

    bench.during = unplug
    bench.drain()
    assert bench.order == [1]
    assert [e.outcome for e in bench.machine.trace] == ["lost"]
    assert a.lost
    assert not b.lost


def test_a_lost_queue_that_runs_is_not_completed() -> None:
    bench = Bench(None, compute=2)
    a, b = bench.queues(2)
    bench.submit(a, 100)
    bench.submit(b, 10)
    bench.machine.step()
    assert ("start", 1, START) in bench.timelines[a].told
    bench.machine.drop(a)
    bench.drain()
    assert bench.order == [2]


def test_a_batch_that_breaks_the_contract_is_refused() -> None:
    bench = Bench(0)
    (queue,) = bench.queues(1)
    with pytest.raises(ValueError, match="None ends the batch"):
        bench.machine.submit(queue, [])
    with pytest.raises(ValueError, match="CallHost"):
        bench.machine.submit(queue, [CallHost(1)])
    with pytest.raises(ValueError, match="stands before the batch's end"):
        bench.machine.submit(queue, [Signal(), Launch(1, 1, ())])
    with pytest.raises(ValueError, match="another machine"):
        bench.machine.submit(queue, [Wait(77, 1), Signal()])
    assert not bench.machine.step()


def test_the_trace_keeps_the_last_events() -> None:
    bench = Bench(0)
    bench.machine = Machine(bench, trace=3)
    (queue,) = bench.queues(1)
    for _ in range(10):
        bench.submit(queue, 1)
    bench.drain()
    assert [e.what for e in bench.machine.trace] == ["k8", "k9", "k10"]


def test_the_chart_shows_what_failed_and_what_did_not_run() -> None:
    events = [
        TraceEvent(0, "sim:0/a", "copy", 0, 500, "done"),
        TraceEvent(0, "sim:0/a", "signal", 500, 500, "done"),
        TraceEvent(0, "sim:0/a", "axpy", 500, 1000, "failed"),
        TraceEvent(1, "sim:1/bb", "axpy", 1000, 1000, "skipped"),
        TraceEvent(1, "sim:1/bb", "sum_rows", 0, 300, "done"),
    ]
    assert draw(events, 20) == (
        "sim:0/a  |[copy====][AXPY====]|\n"
        "sim:1/bb |[sum_]             x|\n"
        "         0                1 µs"
    )
    assert draw([]) == "nothing has run"
