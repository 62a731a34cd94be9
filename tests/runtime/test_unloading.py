"""Code is unloaded when nothing uses it any more, and not a moment earlier.

Running unloaded code would end the process, so these tests run what must still be there.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from long.dropping import traced
from shared.processes import python
from shared.threads import in_threads
from shared.trial_kernels import Gate, values

import streamrt as srt
from streamrt._compile.llvm import loading
from streamrt._ir import lower
from streamrt._runtime.devices import device_state

TESTS = Path(__file__).resolve().parents[1]
_TEXT = """
define i32 @adds(ptr %args, i64 %lo, i64 %hi) {{
  %slot = getelementptr ptr, ptr %args, i64 1
  %y = load ptr, ptr %slot
  %old = load i64, ptr %y
  %new = add i64 %old, {number}
  store i64 %new, ptr %y
  ret i32 0
}}
"""
_numbers = iter(range(1_000_000, 2_000_000))  # no test has the text of another one


def adding(number: int) -> srt.Kernel:
    """A kernel that adds a number to y[0]; each number is a text of its own."""
    return srt.Kernel("adds", "inout y: i64[1]", cpu=srt.LLVM(_TEXT.format(number=number), opt=0))


@pytest.fixture(autouse=True)
def little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets only a little unused code stay loaded, so that a few kernels drive it out."""
    monkeypatch.setattr(loading, "MOST_UNUSED", 4)
    monkeypatch.setattr(loading, "SHELF", 3)
    monkeypatch.setattr(device_state, "SWEEP", 4)


@pytest.fixture
def rt(little_room: None) -> Generator[srt.Runtime]:
    with srt.Runtime(["cpu:0"]) as runtime:
        yield runtime


def churn(rt: srt.Runtime, count: int = 40) -> None:
    """Compiles, runs and drops so many kernels that all unused code is unloaded."""
    stream, y = rt.device().stream(), rt.put(np.zeros(1, "i8"))
    for _ in range(count):
        stream.launch(adding(next(_numbers)), y).sync()
    rt._engine.tidy()


def texts() -> list[str]:
    """The texts whose code is loaded."""
    return [key[0] for key in loading._entries]


def test_what_nobody_uses_is_unloaded_after_some_time(rt: srt.Runtime, cpu: srt.Device) -> None:
    number, y = next(_numbers), rt.put(np.zeros(1, "i8"))
    kernel = adding(number)
    cpu.stream().launch(kernel, y).sync()
    churn(rt)
    assert _TEXT.format(number=number) in texts()  # the kernel may be launched again
    del kernel, y  # memory knows the execution that wrote it, and that the kernel
    churn(rt)
    churn(rt)
    assert _TEXT.format(number=number) not in texts()
    assert len(loading._unused) <= 4
    y = rt.put(np.zeros(1, "i8"))
    cpu.stream().launch(adding(number), y).sync()  # as if it had never been there
    assert values(y) == [number]


def test_a_pending_launch_keeps_the_code_of_a_dropped_kernel(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    number, stream, y = next(_numbers), cpu.stream(), rt.put(np.zeros(1, "i8"))
    gate.hold(stream)
    stream.launch(adding(number), y)
    churn(rt)
    gc.collect()
    churn(rt)
    assert _TEXT.format(number=number) in texts()
    gate.open()
    assert values(y) == [number]


def test_a_graph_keeps_the_code_of_dropped_kernels(rt: srt.Runtime, cpu: srt.Device) -> None:
    numbers, stream, y = [next(_numbers) for _ in range(3)], cpu.stream(), rt.empty(1, "int64")
    with rt.capture(y=y) as graph:
        for number in numbers:
            stream.launch(adding(number), y)
    replays = graph.plan(cpu).instantiate()
    for _ in range(3):
        churn(rt)
        stream.fill(y, 0)
        replays.replay().sync()
        assert values(y) == [sum(numbers)]
    replays.close()
    del replays, graph, y
    gc.collect()
    churn(rt)
    churn(rt)
    assert not {_TEXT.format(number=number) for number in numbers} & {*texts()}


def test_the_code_of_dropped_functions_of_jit_is_unloaded(
    rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lower, "kernels", lower.Kernels(most=4))  # without those of other tests
    x, loaded = rt.put(np.full(4, 3.0, "f4")), loading.llvm.STATS.loaded
    before = {*loading._entries}  # of other tests, in a runtime that stays open
    for number in range(5000, 5032):
        function = traced(number)
        compiled = srt.jit(function, variants=4)
        for _ in range(2):
            assert np.allclose(np.asarray(compiled(x)), function(np.full(4, 3.0, "f4")))
    assert loading.llvm.STATS.loaded - loaded > 20
    churn(rt)
    assert len({*loading._entries} - before) < 25


def test_a_runtime_that_ends_leaves_its_code_to_the_next(cpu: srt.Device) -> None:
    kernel, number = adding(7), 7
    loaded = loading.llvm.STATS.loaded
    for _ in range(20):
        with srt.Runtime(["cpu:0"]) as rt:
            y = rt.put(np.zeros(1, "i8"))
            rt.device().stream().launch(kernel, y)
            assert values(y) == [number]
    assert loading.llvm.STATS.loaded - loaded <= 1 + 2  # and copies, if no test was before


def test_threads_that_compile_and_drop_disturb_nobody(rt: srt.Runtime, cpu: srt.Device) -> None:
    shared, ends = [next(_numbers) for _ in range(20)], list[Any]()

    def work(seed: int) -> None:
        draw, stream, y = random.Random(seed), cpu.stream(), rt.put(np.zeros(1, "i8"))
        total = 0
        for _ in range(150):
            number = draw.choice(shared)
            stream.launch(adding(number), y)
            total += number
        ends.append((values(y), [total]))

    in_threads([partial(work, seed) for seed in range(3)])
    assert all(found == expected for found, expected in ends)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_compiling_and_dropping_kernels_leaves_no_memory_behind() -> None:
    """Each would leave 12 KB and more; `make dropping` compiles ten thousand."""
    done = python(TESTS / "long" / "dropping.py", "--cycles", "250")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
