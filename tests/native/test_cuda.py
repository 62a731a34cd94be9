"""CUDA queues: what Python makes and sees of them, and the C tests of their rules."""

from __future__ import annotations

import ctypes
import re
import shutil
from pathlib import Path

import pytest
from native.mutants import C
from shared.processes import python

from streamrt._core.commands import Check, Command, Launch, Signal, Stop, Wait
from streamrt._native.core import CREDIT, Core
from streamrt._native.queue import CELL_BYTES, NativeQueue
from streamrt._native.records import decode

HERE = Path(__file__).resolve().parent
NO_DRIVER = (ctypes.c_uint64 * 11)()  # whoever called a function of this table would crash


@pytest.fixture
def codes() -> ctypes.Array[ctypes.c_int32]:
    return (ctypes.c_int32 * (2 * CREDIT))(*[7] * (2 * CREDIT))


def test_a_cuda_queue_takes_the_commands_of_every_queue(
    core: Core, queue: NativeQueue, codes: ctypes.Array[ctypes.c_int32]
) -> None:
    """Its handlers are its own, and decode to the same; so it is a plain one again once closed."""
    gpu = core.new_gpu(ctypes.addressof(NO_DRIVER), 0)
    core.open_gpu(queue.handle, gpu, 0, tuple(range(CREDIT)), ctypes.addressof(codes))
    assert list(codes) == [0] * (2 * CREDIT)
    hand = core.entries["srt_hand_kernel"]
    plan = core.new_gpu_plan(hand, 0, (4, 1, 1), (256, 1, 1), 0, False, tuple(b"QQ"), (1, 2, 3))
    cell = core.new_cells(1)
    commands: list[Command] = [Wait(queue.handle, 1), Check(cell), Launch(cell, plan, (5, 6))]
    queue.push([Signal()])
    queue.push(commands)
    queue.push([Stop()])
    assert decode(queue.handle, core.handlers) == [Signal(), *commands, Stop()]
    names = [
        name for name in core.handlers.values() if name in {"wait", "launch", "signal", "stop"}
    ]
    assert len(names) == 12  # of plain, CUDA's and far queues
    assert core.close_gpu(queue.handle) == 1
    for memory in (gpu, plan, cell):
        core.release(memory)


def test_a_queue_with_too_few_events_is_refused(
    core: Core, queue: NativeQueue, codes: ctypes.Array[ctypes.c_int32]
) -> None:
    with pytest.raises(TypeError, match="an event for each"):
        core.open_gpu(queue.handle, 0, 0, tuple(range(CREDIT - 1)), ctypes.addressof(codes))


def test_a_lost_device_keeps_its_first_error(core: Core) -> None:
    gpu = core.new_gpu(ctypes.addressof(NO_DRIVER), 0)
    assert core.gpu_lost(gpu) == 0
    core.lose_gpu(gpu, 700)
    core.lose_gpu(gpu, 719)
    assert core.gpu_lost(gpu) == 700
    core.release(gpu)


def test_threads_that_never_began_are_gone_and_may_not_begin(
    core: Core, queue: NativeQueue, codes: ctypes.Array[ctypes.c_int32]
) -> None:
    """The table of the driver is empty: whoever called it would crash."""
    gpu, cell = core.new_gpu(ctypes.addressof(NO_DRIVER), 0), core.new_cells(1)
    core.open_gpu(queue.handle, gpu, 0, tuple(range(CREDIT)), ctypes.addressof(codes))
    queue.push([Signal()])
    assert core.part_gpu(queue.handle, True) == 0  # it works
    core.lose_gpu(gpu, 702)
    assert core.part_gpu(queue.handle, False) == 1
    assert core.srt_feed(queue.handle) == core.srt_complete(queue.handle)
    assert queue.completed == 0
    assert core.close_gpu(queue.handle) == 1
    core.release(gpu)
    core.release(cell)


def test_what_ended_before_its_device_was_lost_keeps_its_end(
    core: Core, queue: NativeQueue
) -> None:
    first = core.new_cells(2)
    skipped, pending = first, first + CELL_BYTES
    head = (ctypes.c_uint32 * 2).from_address(skipped)
    root = ctypes.c_uint64.from_address(skipped + 8)
    head[0], root.value = 5, 99  # SKIPPED
    queue.push([Signal()])
    queue.push([Signal()])
    for cell in (skipped, pending):
        core.lose(queue.handle, cell)
    assert (core.look(skipped), root.value, core.look(pending)) == (5, 99, 4)
    assert queue.completed == 2
    core.release(first)


def test_python_and_c_agree_on_the_number_of_flights() -> None:
    text = (C / "gpu" / "feeder.h").read_text()
    (credit,) = re.findall(r"#define GPU_CREDIT (\d+)", text)
    assert int(credit) == CREDIT


@pytest.mark.native
@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is absent")
def test_mutants_of_cuda_queues_are_found_and_the_queues_themselves_are_right() -> None:
    """`make native-check` takes all of them, and runs the same programs under the sanitizers."""
    done = python(HERE / "cuda_mutants.py", "--quick")
    assert done.returncode == 0, done.stdout + done.stderr
