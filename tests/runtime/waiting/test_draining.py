"""A queue whose loop sleeps is drained by its submitter, where all of it is known to be quick.

Nothing here is timed. A kernel notes the thread that it runs in, and a test submits only when the
flag of the queue says that the loop sleeps.
"""

from __future__ import annotations

import ctypes
import math
import os
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import PATIENCE, Gate, fail

import streamrt as srt
from streamrt._native.lane_queue import LaneQueue
from streamrt._native.records import ASLEEP, QueueHead
from streamrt.errors import DependencyError, KernelError

_WHERE = """
declare i64 @pthread_self()
define i32 @where(ptr %args, i64 %lo, i64 %hi) {
  %slot = getelementptr ptr, ptr %args, i64 1
  %x = load ptr, ptr %slot
  %thread = call i64 @pthread_self()
  store i64 %thread, ptr %x, align 8
  ret i32 0
}
"""


def where(bound_ns: Callable[..., Any] | None, signature: str = "inout x: i64[n]") -> srt.Kernel:
    """A kernel that notes in x[0] which thread it runs in, as `threading.get_ident` says it."""
    code = srt.LLVM(_WHERE, entry="where", strided=True)
    return srt.Kernel("where", signature, cpu=code, bound_ns=bound_ns)


quick = where(lambda extents: 10.0 * extents["n"])
undeclared = where(None)


def await_sleep(queue: LaneQueue) -> None:
    """Waits until the loop of a queue sleeps."""
    head = QueueHead.from_address(queue.handle)
    deadline = time.monotonic() + PATIENCE
    while head.sleeping != ASLEEP:
        assert time.monotonic() < deadline
        os.sched_yield()


class Bench:
    """A stream, and an array in which a kernel notes its thread."""

    def __init__(self, rt: srt.Runtime) -> None:
        self.rt = rt
        self.stream = rt.device().stream()
        self.found = np.zeros(4, "i8")
        self.x = rt.wrap(self.found)

    def make_sleep(self) -> None:
        """Has the loop run a kernel, and waits until it sleeps: then it stays asleep."""
        self.stream.launch(undeclared, self.x).sync(PATIENCE)
        assert self.found[0] != threading.get_ident()
        await_sleep(self.stream._lane.queue)

    def runs_here(self, kernel: srt.Kernel, x: srt.Buffer | None = None) -> bool:
        """Launches a kernel while the loop sleeps; returns whether it ran in this thread."""
        self.make_sleep()
        self.found[:] = 0
        execution = self.stream.launch(kernel, self.x if x is None else x)
        was_over = execution.done()
        execution.sync(PATIENCE)
        is_here = bool(self.found[0] == threading.get_ident())
        assert was_over or not is_here
        return is_here


@pytest.fixture
def bench(rt: srt.Runtime) -> Bench:
    return Bench(rt)


def test_a_declared_kernel_runs_in_the_thread_that_launches_it(bench: Bench) -> None:
    assert [bench.runs_here(quick) for _ in range(300)] == [True] * 300  # over several segments


@pytest.mark.parametrize("bound_ns", [None, lambda _: math.inf, lambda _: 5000.0, lambda _: 1e300])
def test_any_other_kernel_runs_in_the_streams_thread(
    bench: Bench, bound_ns: Callable[..., float] | None
) -> None:
    assert not bench.runs_here(where(bound_ns))


def test_elements_far_from_each_other_count_more(bench: Bench, rt: srt.Runtime) -> None:
    """64 elements side by side are quick, and 64 that may lie on 64 pages are not."""
    bench.found = np.zeros(64 * 512, "i8")
    x = rt.wrap(bench.found)
    bench.x = x[:64]
    assert bench.runs_here(quick)
    assert not bench.runs_here(quick, x[::512])


def test_a_registered_function_does_not_inherit_what_the_kernel_declares(bench: Bench) -> None:
    def note(x: Any, n: int) -> None:
        del n
        x[0] = threading.get_ident()

    function = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64)(note)
    assert bench.runs_here(quick)
    bench.rt.register("where", function, "inout x: i64[n]")
    assert not bench.runs_here(quick)
    assert bench.found[0]


def test_a_launch_behind_an_unreached_wait_does_not_hold_its_submitter(
    bench: Bench, gate: Gate
) -> None:
    """The gate's kernel spins until this thread opens it, so a submitter that waited would hang."""
    other = bench.rt.device().stream()
    bench.make_sleep()
    held = gate.hold(other)
    bench.stream.wait(held)
    execution = bench.stream.launch(quick, bench.x)
    assert not execution.done()
    gate.open()
    execution.sync(PATIENCE)
    assert bench.found[0] != threading.get_ident()


def test_a_kernel_that_spins_under_a_sleeping_queue_is_left_to_the_loop(
    bench: Bench, gate: Gate
) -> None:
    """Launching it returns, and streams beside it are drained by this thread meanwhile."""
    other = bench.rt.device().stream()
    other.launch(undeclared, bench.x).sync(PATIENCE)
    held = gate.hold(other)
    gate.running()
    assert bench.runs_here(quick)
    assert not held.done()
    gate.open()
    held.sync(PATIENCE)


def test_a_failure_in_the_submitters_thread_is_a_failure_as_any(bench: Bench) -> None:
    failing = srt.Kernel(
        "fail",
        "inout y: f32[n], code: i32",
        cpu=fail.implementations["cpu"],
        errors={7: "seven"},
        bound_ns=lambda _: 10.0,
    )
    y = bench.rt.put(np.zeros(1, "f4"))
    bench.stream.launch(failing, y, 0).sync(PATIENCE)
    bench.make_sleep()
    failed = bench.stream.launch(failing, y, 7)
    assert failed.done()
    with pytest.raises(KernelError, match="seven"):
        failed.sync(PATIENCE)
    bench.make_sleep()
    skipped = bench.stream.launch(failing, y, 0)
    assert skipped.done()
    with pytest.raises(DependencyError, match=r"skipped.*seven"):
        skipped.sync(PATIENCE)


def test_a_replay_runs_in_the_streams_thread(bench: Bench) -> None:
    with bench.rt.capture() as graph:
        bench.stream.launch(quick, bench.x)
    with graph.plan(bench.rt.device()).instantiate() as replayed:
        for _ in range(2):  # the second time the loop sleeps
            bench.found[:] = 0
            execution = replayed.replay()
            execution.sync(PATIENCE)
            assert bench.found[0] not in (0, threading.get_ident())
            await_sleep(execution.timeline.queue)


def test_small_copies_and_fills_are_over_when_they_are_submitted(bench: Bench) -> None:
    a, b = (bench.rt.put(np.zeros(16, "f4")) for _ in range(2))
    for submit in (lambda: bench.stream.fill(a, 3), lambda: bench.stream.copy(a, b)):
        submit().sync(PATIENCE)  # loads the plan
        bench.make_sleep()
        assert submit().done()


async def test_awaiting_what_is_over_already_suspends_nobody(bench: Bench) -> None:
    bench.make_sleep()
    execution = bench.stream.launch(quick, bench.x)
    step = execution.__await__()
    with pytest.raises(StopIteration):
        next(step)
