"""`Runtime(threads=n)`: the threads that run the parts of one launch, of every kind."""

from __future__ import annotations

import ctypes
import os
import threading
import time
from unittest import mock

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from shared.processes import python

import streamrt as srt
from streamrt._native.records import PlanHeader
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt_kernels import matmul

CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
PATIENCE = 3600.0
ROWS = 1600


class Parts:
    """A kernel whose parts wait for each other, and note the threads that run them."""

    def __init__(self) -> None:
        prototype = ctypes.CFUNCTYPE(None, ctypes.c_void_p, *[ctypes.c_int64] * 3)
        self._function = prototype(self._run)
        function = srt.Native(self._function, bounds=True)
        self.kernel = srt.Kernel("parts", "inout y: f32[n]", cpu=function, split="n", grain=1)
        self._wanted = 0
        self._begun = threading.Condition()
        self.expect(0)

    def expect(self, threads: int) -> None:
        """Holds the parts of the next launch until so many threads run one."""
        self._wanted = threads
        self.bounds: list[tuple[int, int]] = []
        self.threads: set[int] = set()

    def _run(self, address: int, extent: int, lo: int, hi: int) -> None:
        with self._begun:
            self.bounds.append((lo, hi))
            self.threads.add(threading.get_ident())
            self._begun.notify_all()
            self._begun.wait_for(lambda: len(self.threads) >= self._wanted, PATIENCE)

    def count(self) -> int:
        """Returns the number of parts, after a look at their bounds."""
        covered = sorted(self.bounds)
        assert [lo for lo, _ in covered] == [0, *(hi for _, hi in covered[:-1])]
        assert covered[-1][1] == ROWS
        return len(covered)


@pytest.fixture
def parts() -> Parts:
    return Parts()


@pytest.mark.parametrize("threads", [1, 2, 1000, None])
def test_a_launch_runs_on_as_many_threads_as_its_runtime_allows(
    parts: Parts, threads: int | None
) -> None:
    """Beside a runtime that allows all; launched, and replayed."""
    most = min(CORES, threads or CORES)
    with srt.Runtime() as other, srt.Runtime(threads=threads) as rt:
        y = rt.put(np.zeros(ROWS, "f4"))
        with rt.capture() as graph:
            rt.device().stream().launch(parts.kernel, y)
        replays = graph.plan(rt.device()).instantiate()
        for submit in (lambda: rt.device().stream().launch(parts.kernel, y), replays.replay):
            parts.expect(CORES)
            other.device().stream().launch(parts.kernel, other.empty(ROWS)).sync()
            assert len(parts.threads) == CORES
            parts.expect(most)
            submit().sync()
            assert len(parts.threads) == most
            assert parts.count() <= (threads if threads and threads < CORES else ROWS)


def test_a_launch_takes_one_thread_where_a_second_does_not_pay() -> None:
    """Each part of this kernel takes the time that a slow machine's wake-up might."""
    parts: list[int] = []

    def run(address: int, extent: int, lo: int, hi: int) -> None:
        parts.append(hi - lo)
        ends = time.perf_counter() + 3e-4 * (hi - lo < extent)
        while time.perf_counter() < ends:
            pass

    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, *[ctypes.c_int64] * 3)(run)
    cpu = srt.Native(function, bounds=True)
    kernel = srt.Kernel("wakes", "inout y: f32[n]", cpu=cpu, split="n", grain=32)
    with srt.Runtime() as rt:
        stream, y = rt.device().stream(), rt.empty(64)
        while parts[-4:] != [64] * 4:
            assert len(parts) < 10_000
            stream.launch(kernel, y).sync()
        parts.clear()
        for _ in range(30):
            stream.launch(kernel, y).sync()
        assert parts == [64] * 30


@given(threads=st.integers(1, 64), rows=st.integers(1, 5000))
@example(threads=3, rows=5000)
def test_no_plan_of_a_runtime_has_more_parts_than_threads(threads: int, rows: int) -> None:
    """Kernels, fills and copies; a BLAS product uses the thread that its part runs on."""
    with (
        mock.patch("streamrt._native.device.core_count", return_value=65),
        srt.Runtime(threads=threads) as rt,
    ):
        stream, a = rt.device().stream(), rt.empty((rows, 64))
        stream.fill(a, 1.0)
        stream.copy(rt.empty(a.shape), a)
        stream.launch(matmul, a, rt.put(np.eye(64, dtype="f4")), rt.empty(a.shape))
        plans = rt.device()._state.plans
        headers = [PlanHeader.from_address(plan) for plan in plans.values()]
        assert len(headers) == 3
        for plan in headers:
            assert -(-plan.extent // plan.grain) <= threads


WORKERS = """
import threading
from unittest import mock
import numpy as np, streamrt as srt
from streamrt._native import core

core.core_count = lambda: 5
for threads in (1, 3, 2, None, 1):
    with srt.Runtime(threads=threads) as rt:
        rt.device().stream().fill(rt.empty(1 << 20), 1.0)
    print(sum(thread.name.startswith("streamrt-worker") for thread in threading.enumerate()))
"""


def test_the_process_has_no_more_workers_than_a_runtime_asked_for() -> None:
    done = python("-W", "error", "-c", WORKERS)
    assert done.stdout.split() == ["0", "2", "2", "4", "4"], done.stderr


def test_a_number_of_threads_is_at_least_one() -> None:
    with pytest.raises(ArgumentError, match=r"^Runtime: threads is 0; it must be at least 1$"):
        srt.Runtime(threads=0)
    with pytest.raises(ArgumentTypeError, match=r"^Runtime: threads is 1\.5; it must be an int"):
        srt.Runtime(threads=1.5)  # type: ignore[arg-type]
