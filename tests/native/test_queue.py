"""Native queues from Python: their threads, their memory, and what they cost when idle."""

from __future__ import annotations

import ctypes
import os
import random
import shutil
import textwrap
import threading
from itertools import pairwise
from pathlib import Path

import pytest
from shared.processes import python

from streamrt._core.commands import Check, Launch, Signal, Wait
from streamrt._native.core import CANCELLED, DONE, FAILED, SKIPPED, Core
from streamrt._native.loss import Loss
from streamrt._native.queue import CELL_BYTES, CellStatus, NativeQueue
from streamrt._native.records import QueueHead
from streamrt._native.timeline import Timeline as NativeTimeline
from streamrt.errors import ResourceError

FOREVER = -1


def sync(core: Core, queue: NativeQueue, value: int) -> None:
    while queue.completed < value:
        core.srt_sync(queue.handle, value, 0, FOREVER)


def threads_of(queue: NativeQueue) -> list[threading.Thread]:
    """The threads that run under the queue's name."""
    return [thread for thread in threading.enumerate() if thread.name == queue.name]


def run_python(code: str, **environment: str) -> list[str]:
    """Runs a program in a process of its own; returns the words that it prints."""
    done = python("-c", textwrap.dedent(code), env=os.environ | environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_a_queue_refuses_until_its_first_submission_and_after_its_close(core: Core) -> None:
    queue = NativeQueue(core, "refusing", NativeTimeline(1, 10, core))
    assert core.mark(queue.handle, (), ()) == 0
    assert not threads_of(queue)
    assert queue.push([Signal()]) == 1
    (thread,) = threads_of(queue)
    assert thread.daemon
    assert queue.close(10)
    assert not thread.is_alive()
    assert queue.completed == 2
    assert queue.push([Signal()]) == 0
    queue.free()
    assert queue.completed == 2
    assert queue.push([Signal()]) == 0


class OpenedMeanwhile(NativeQueue):
    """A queue that another thread always opens first."""

    def open_for_work(self) -> None:
        super().open_for_work()
        super().open_for_work()


def test_a_queue_that_another_thread_opens_meanwhile_takes_the_submission(core: Core) -> None:
    queue = OpenedMeanwhile(core, "opened", NativeTimeline(1, 10, core))
    assert queue.can_issue() == 1
    assert queue.push([Signal()]) == 1
    sync(core, queue, 1)
    assert queue.close(10)
    queue.free()


def test_a_queue_whose_device_is_lost_while_it_opens_takes_nothing(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever loses the device refuses all, and the queue that opens must not undo that."""
    loss, timeline = Loss("far:0"), NativeTimeline(6, native=core)
    queue = NativeQueue(core, "queue", timeline, loss=loss)
    loss.tell(queue.refuse_all)
    start = queue._worker.start

    def start_and_lose() -> None:
        start()
        loss.lose("it went away")

    monkeypatch.setattr(queue._worker, "start", start_and_lose)
    queue.open_for_work()
    assert QueueHead.from_address(queue.handle).limit == 0
    assert queue.close(3600)
    queue.free()


def test_a_thread_that_cannot_be_started_leaves_the_queue_as_it_was(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = NativeQueue(core, "test", NativeTimeline(1, 10, core))

    def refuse(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        with pytest.raises(ResourceError, match="can't start new thread"):
            queue.push([Signal()])
    assert queue.push([Signal()]) == 1
    assert queue.close(10)
    queue.free()


@pytest.fixture
def three(core: Core) -> list[int]:
    first = core.new_cells(3)
    return [first + CELL_BYTES * i for i in range(3)]


def test_a_failure_is_inherited_and_a_cancel_is_its_own_root(core: Core, three: list[int]) -> None:
    """A failed gate, a launch behind it that is cancelled meanwhile, and one behind that."""
    plan = core.new_plan(core.entries["srt_copy"], 0, 1, tuple(b"QQ"), (1, 8, 0, 8, 8))
    gate, queue, other = (
        NativeQueue(core, f"q{i}", NativeTimeline(i, 10, core)) for i in (77, 78, 79)
    )
    queue.push([Wait(gate.handle, 1), Check(three[0]), Launch(three[1], plan, (0, 0))])
    other.push([Wait(queue.handle, 1), Check(three[1]), Launch(three[2], plan, (0, 0))])
    assert core.cancel(three[1], queue.handle) == 1
    assert core.cancel(three[1], queue.handle) == 0
    core.srt_host_done(gate.handle, three[0], FAILED, 5)  # its thread never started: we are it
    sync(core, other, 1)
    failed, cancelled, skipped = (CellStatus.from_address(cell) for cell in three)
    assert (failed.state, failed.error) == (FAILED, 5)
    assert (cancelled.state, cancelled.root) == (CANCELLED, 78 << 40 | 1)
    assert (skipped.state, skipped.root) == (SKIPPED, 78 << 40 | 1)
    assert core.cancel(three[2], other.handle) == 0
    for each in (queue, other):
        assert each.close(10)
    for each in (queue, other, gate):
        each.free()


def test_copy_runs_on_the_queues_thread(core: Core, three: list[int]) -> None:
    words = (1, 8, 4, 8, 16)  # four items, taking every other one
    plan = core.new_plan(core.entries["srt_copy"], 4, 4, tuple(b"QQ"), words)
    source, target = (ctypes.c_uint64 * 8)(*range(8)), (ctypes.c_uint64 * 4)()
    addresses = (ctypes.addressof(target), ctypes.addressof(source))
    queue = NativeQueue(core, "test", NativeTimeline(1, 10, core))
    value = queue.push([Launch(three[0], plan, addresses)])
    sync(core, queue, value)
    status = CellStatus.from_address(three[0])
    assert core.look(three[0]) == DONE
    assert status.submitted <= status.started <= status.finished
    assert list(target) == [0, 2, 4, 6]
    assert queue.close(10)
    queue.free()


# -- backlogs -----------------------------------------------------------------------------------


def records_kept(queue: NativeQueue) -> int:
    """Bytes of all segments, walked along the chain from the oldest."""
    head = QueueHead.from_address(queue.handle)
    segment, total = head.oldest, 0
    while segment:
        newer, size = (ctypes.c_uint64 * 2).from_address(segment)
        segment, total = newer, total + size
    return total


@pytest.mark.parametrize("pending", [16_000, 100_000])
def test_a_long_backlog_waits_runs_and_gives_its_memory_back(core: Core, pending: int) -> None:
    gate = NativeQueue(core, "gate", NativeTimeline(1, 1, core))
    queue = NativeQueue(core, "test", NativeTimeline(2, pending, core))
    first = core.new_cells(pending)
    plan = core.new_plan(core.entries["srt_copy"], 0, 1, tuple(b"QQ"), (1, 8, 0, 8, 8))
    queue.push([Wait(gate.handle, 1), Signal()])
    for number in range(1, pending):
        assert queue.pack(plan, (0, 0)) == number + 1
        core.issue(queue.handle, first + CELL_BYTES * number, (), ())
    assert queue.pack(plan, (0, 0)) == 0
    assert records_kept(queue) / pending < 2.2 * (24 + 8 * 3)  # the newest is half the chain
    assert queue.completed == 0
    gate.push([Signal()])
    sync(core, queue, pending)
    assert {core.look(first + CELL_BYTES * n) for n in range(1, pending)} == {DONE}
    done = (first + CELL_BYTES,) * 1000
    for _ in range(2 * records_kept(queue) // (24 * len(done))):  # it goes with use
        sync(core, queue, core.mark(queue.handle, (), done))
    assert records_kept(queue) <= 3 * 2**20
    for each in (queue, gate):
        assert each.close(10)
        each.free()
    core.release(first)


def test_two_hundred_and_fifty_six_queues_start_run_and_end(core: Core) -> None:
    queues = [NativeQueue(core, f"q{i}", NativeTimeline(i, 4, core)) for i in range(256)]
    queues[0].push([Signal()])
    for before, queue in pairwise(queues):
        assert queue.push([Wait(before.handle, 1), Signal()]) == 1
    sync(core, queues[-1], 1)
    assert all(queue.close(10) for queue in queues)
    for queue in queues:
        queue.free()


# -- idling -------------------------------------------------------------------------------------

IDLE = """
    import threading, time
    from streamrt._core.commands import Signal, Wait
    from streamrt._native.core import core as load
    from streamrt._native.queue import NativeQueue
    from streamrt._native.timeline import Timeline as NativeTimeline

    core = load()
    core.start_workers()
    gate = NativeQueue(core, "gate", NativeTimeline(1, 10, core))
    queues = [NativeQueue(core, f"q{i}", NativeTimeline(2 + i, 10, core)) for i in range(8)]
    for queue in queues[::2]:
        queue.push([Signal()])
    for queue in queues[1::2]:
        queue.push([Wait(gate.handle, 1), Signal()])
    for queue in queues[::2]:
        while queue.completed < 1:
            core.srt_sync(queue.handle, 1, 0, -1)

    def used(seconds):
        before = time.process_time()
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            core.srt_sync(queues[1].handle, 1, 0, int(left * 1e9))
        return time.process_time() - before

    used(0.2)  # the threads' last spins
    print(used(1.0))
"""


@pytest.mark.parametrize("portable", ["0", "1"])
def test_idle_queues_waiting_queues_and_workers_use_no_cpu(portable: str) -> None:
    (used,) = run_python(IDLE, STREAMRT_PORTABLE=portable)
    assert float(used) < 0.02


SET_CLOCK = """
    import time
    from streamrt._compile.llvm.compiler import compile_ir
    from streamrt._compile.llvm.loading import load_object
    from streamrt._native import core as native
    from streamrt._native.queue import NativeQueue
    from streamrt._native.timeline import Timeline
    from streamrt._core.commands import Signal, Wait

    # Whenever the core looks at the time of day, somebody has set it back by hours since.
    IR = '''
    declare i32 @clock_gettime(i32, ptr)
    define i32 @later(i32 %clock, ptr %time) {
      %rc = call i32 @clock_gettime(i32 %clock, ptr %time)
      %is_time_of_day = icmp eq i32 %clock, 0
      %more = select i1 %is_time_of_day, i64 10000, i64 0
      %seconds = load i64, ptr %time
      %sum = add i64 %seconds, %more
      store i64 %sum, ptr %time
      ret i32 %rc
    }
    '''
    clock = load_object(compile_ir(IR, name="clock"), name="clock").address("later")
    symbols = native.python_symbols
    native.python_symbols = lambda: symbols() | {"clock_gettime": clock}
    core = native.core()
    gate = NativeQueue(core, "gate", Timeline(1, 10, core))
    queue = NativeQueue(core, "waiting", Timeline(2, 10, core))
    queue.push([Wait(gate.handle, 1), Signal()])
    began, calls = time.monotonic(), 0
    while time.monotonic() < began + 0.05:
        core.srt_sync(queue.handle, 1, 0, 50_000_000)
        calls += 1
    print(time.monotonic() - began, calls)
"""


@pytest.mark.parametrize("portable", ["0", "1"])
def test_who_sets_the_clock_makes_no_timeout_shorter_or_longer(portable: str) -> None:
    took, calls = run_python(SET_CLOCK, STREAMRT_PORTABLE=portable)
    assert float(took) < 3600
    assert int(calls) < 10


# -- the C beside it ------------------------------------------------------------------------------

HERE = Path(__file__).resolve().parent


@pytest.mark.native
def test_the_ir_is_in_step_with_the_c() -> None:
    build = HERE.parents[1] / "streamrt" / "_native" / "build.py"
    done = python(build, "--check")
    assert done.returncode == 0, done.stderr


@pytest.mark.native
@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is absent")
def test_the_c_is_clean_under_the_sanitizers() -> None:
    """A tenth of the iterations; `make native-check` runs them all."""
    seed = random.randrange(2**31)
    done = python(HERE / "sanitize.py", seed, "10")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.native
@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is absent")
def test_no_order_of_the_cores_steps_loses_a_wake_up() -> None:
    """The smaller scenarios, and the mutants nearest to past faults; `make native-check` explores
    them all."""
    done = python(HERE / "check_model.py", "--quick")
    assert done.returncode == 0, done.stdout + done.stderr
