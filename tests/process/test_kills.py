"""A child that is killed at any step of a launch, a copy, a load, an opening, or of a recovery.

The kill comes after a drawn time, from another thread. Whatever was going on ends, in a success or
with DeviceLostError, and the device works afterwards.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest
from process.crashing import ADDS, TRAP, keeper_of

import streamrt as srt
from streamrt._backends.process.keeper import Keeper
from streamrt.errors import DependencyError, DeviceLostError

N = 16
QUICK = 2  # kills of each operation
MANY = int(os.environ.get("STREAMRT_CRASHES", "5"))


@pytest.fixture(scope="module")
def rt(crashes_are_allowed: None) -> Iterator[srt.Runtime]:
    with srt.Runtime(devices=["process+cpu:0", "cpu:0"]) as found:
        yield found


def ones(rt: srt.Runtime, device: str = "process+cpu:0") -> srt.Buffer:
    return rt.put(np.ones(N, np.float32), device=device)


numbers = iter(range(1 << 30))


def launch(rt: srt.Runtime) -> None:
    x, stream = ones(rt), rt.device().stream()
    for _ in range(200):
        stream.launch(TRAP, x, ones(rt), mode=ADDS)
    stream.launch(TRAP, x, ones(rt), mode=ADDS).sync()


def copy(rt: srt.Runtime) -> None:
    stream, big = rt.device().stream(), np.arange(1 << 18, dtype=np.float32)
    x = rt.put(big)
    y = rt.put(np.zeros_like(big))
    stream.copy(y, x).sync()
    np.testing.assert_array_equal(np.asarray(y.to("cpu:0")), big)


def load(rt: srt.Runtime) -> None:
    number = next(numbers)
    kernel = srt.Kernel(
        f"constant{number}",
        "out y: f32[n]",
        cpu=srt.LLVM(
            f"""
define i32 @constant{number}(ptr %args, i64 %lo, i64 %hi) {{
  %py = getelementptr i64, ptr %args, i64 1
  %y = load ptr, ptr %py
  store float {number}.0, ptr %y
  ret i32 0
}}
"""
        ),
    )
    y = ones(rt)
    rt.device().stream().launch(kernel, y).sync()
    assert np.asarray(y)[0] == number


def open_streams(rt: srt.Runtime) -> None:
    x = ones(rt)
    streams = [rt.device().stream() for _ in range(3)]
    for stream in streams:
        stream.launch(TRAP, x, ones(rt), mode=ADDS).sync()


def instantiate(rt: srt.Runtime) -> None:
    x, y, stream = ones(rt), ones(rt), rt.device().stream()
    with rt.capture() as graph:
        for _ in range(10):
            stream.launch(TRAP, x, y, mode=ADDS)
    graph.plan(rt.device()).instantiate().replay().sync()
    np.testing.assert_array_equal(np.asarray(y), np.full(N, 11))


OPERATIONS = [launch, copy, load, open_streams, instantiate]


def kill(keeper: Keeper, both: bool) -> None:
    for pid in (keeper.spare_pid, keeper.pid) if both else (keeper.pid,):
        if pid is not None:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass  # the keeper has seen its end


def check(rt: srt.Runtime, operation: Callable[[srt.Runtime], None], draw: Random) -> None:
    operation(rt)
    since = time.monotonic()
    operation(rt)
    took = time.monotonic() - since
    both = draw.random() < 0.3
    timer = threading.Timer(draw.uniform(0, took), kill, (keeper_of(rt), both))
    timer.start()
    try:
        operation(rt)
    except (DeviceLostError, DependencyError):
        pass
    timer.join()
    operation(rt)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_kill_at_any_time_ends_in_a_success_or_a_loss(
    rt: srt.Runtime, operation: Callable[[srt.Runtime], None]
) -> None:
    """Row 226."""
    draw = Random(operation.__name__)
    for _ in range(QUICK):
        check(rt, operation, draw)


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS)
def test_many_kills(rt: srt.Runtime, operation: Callable[[srt.Runtime], None]) -> None:
    """`make crashes` has 50 of each operation."""
    draw = Random(f"many {operation.__name__}")
    for _ in range(MANY):
        check(rt, operation, draw)
