"""Calls that the driver refuses, though no GPU died of it: what was asked for fails, no more."""

from __future__ import annotations

import ctypes
import gc
import logging
from collections.abc import Callable

import numpy as np
import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_client import Client
from cuda.driver.fake_cuda import fake_backend
from cuda.fixtures import faked, opened

import streamrt as srt
from streamrt.errors import CompileError, DeviceLostError, ResourceError

pytestmark = pytest.mark.cuda

CAPTURED = 900  # another thread records a graph
LONG = 3600.0  # seconds; nothing here takes any
SIZE = 4096
LARGE = 1 << 22  # more than a block of the runtime's pool that is there already


fake = faked(seed=5, devices=1)
rt = opened("cuda:0", "cpu:0")


def work(rt: srt.Runtime) -> None:
    """Uses each part of a driver that a program uses; its results are right."""
    data = np.arange(SIZE, dtype="f4")
    one, other = rt.device("cuda:0").stream(), rt.device("cuda:0").stream()
    x, y, z = rt.put(data, "cuda:0"), rt.empty(SIZE, "f4", "cuda:0"), rt.empty(SIZE, "f4", "cuda:0")
    one.copy(y, x)
    other.copy(z, y)  # waits for the copy on the other stream
    for _ in range(20):
        one.copy(y, z)
    assert np.array_equal(y.fetch().sync(LONG), data)
    with rt.capture(x=x) as graph:
        one.copy(y, x)
        graph.output("y", y)
    replays = graph.plan(rt.device("cuda:0")).instantiate()
    assert np.array_equal(replays.replay(x=z).sync(LONG).fetch().sync(LONG), data)
    del x, y, z, one, other, replays, graph
    gc.collect()
    rt.device("cuda:0").trim()


@pytest.mark.parametrize(
    ("function", "code"),
    [
        *(("cuEventQuery", CAPTURED), ("cuEventSynchronize", CAPTURED), ("cuEventQuery", 1)),
        *(("cuEventRecord", CAPTURED), ("cuEventRecord", 2), ("cuStreamWaitEvent", 1)),
        *(("cuMemFreeAsync", CAPTURED), ("cuMemFreeAsync", 1)),
        ("cuThreadExchangeStreamCaptureMode", 1),
    ],
)
def test_what_can_be_asked_again_is_seen_by_nobody(
    fake: Fake, rt: srt.Runtime, function: str, code: int
) -> None:
    """Row 162: at any of the calls; memory that was refused comes back with the next block."""
    calls = work_until_called(fake, rt, function)
    assert calls
    for _ in range(3):
        fake.fail(function, 1, code)
        before, calls = calls, work_until_called(fake, rt, function)
        assert calls > before


def work_until_called(fake: Fake, rt: srt.Runtime, function: str) -> int:
    """Works until a function is called, because who is quick need not wait; counts its calls."""
    before = fake.counts().get(function, 0)
    for _ in range(100):
        work(rt)
        if fake.counts().get(function, 0) > before:
            break
    return fake.counts().get(function, 0)


def allocate(rt: srt.Runtime) -> object:
    return rt.empty(LARGE, "f4", "cuda:0")


def put(rt: srt.Runtime) -> object:
    return rt.put(np.ones(LARGE, "f4"), "cuda:0")


def launch(rt: srt.Runtime) -> object:
    text = 'extern "C" __global__ void nothing(const Words w, int *x) { }'
    kernel = srt.Kernel("nothing", "inout x: i32[1]", cuda=srt.CUDA(text, "nothing"))
    stream = rt.device("cuda:0").stream()
    return stream.launch(kernel, rt.put(np.zeros(1, "i4"), "cuda:0")).sync(LONG)


@pytest.mark.parametrize(
    ("function", "code", "call", "error"),
    [
        *(
            ("cuMemAllocFromPoolAsync", code, allocate, ResourceError)
            for code in (1, 801, CAPTURED)
        ),
        *(("cuMemHostAlloc", code, put, ResourceError) for code in (1, 304, CAPTURED)),
        *(("cuStreamSynchronize", code, allocate, ResourceError) for code in (1, CAPTURED)),
        ("cuCtxSetCurrent", 1, allocate, ResourceError),
        *(("cuModuleLoadData", code, launch, CompileError) for code in (1, CAPTURED)),
        ("cuModuleGetFunction", 500, launch, CompileError),
    ],
)
def test_a_refusal_fails_what_was_asked_for_and_no_more(
    fake: Fake, rt: srt.Runtime, function: str, code: int, call: Callable[..., object], error: type
) -> None:
    """Row 162."""
    work(rt)
    fake.fail(function, 1, code)
    with pytest.raises(error, match=rf"cuda:0: {function} returned \w+ \({code}\)"):
        call(rt)
    work(rt)
    call(rt)


@pytest.mark.parametrize("look", [CAPTURED, 1])
def test_a_look_for_a_loss_that_is_refused_finds_none(
    fake: Fake, rt: srt.Runtime, look: int
) -> None:
    """Row 162."""
    fake.fail("cuModuleLoadData", 1, 1)
    fake.fail("cuStreamQuery", 1, look)
    with pytest.raises(CompileError, match="cuModuleLoadData"):
        launch(rt)
    launch(rt)


SAID = {4, 201, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 721, 810, 911}
"""What ends a context, as the driver's manual says ("Data types used by CUDA driver", CUresult)."""
BELIEVED = {214, 220, 999}
REFUSALS = {
    *(1, 3, 46, 100, 101, 200, 218, 304, 400, 401, 500, 701, 703, 704, 705, 708, 711, 712, 713),
    *(720, 800, 801, 900, 901, 906, 907, 908, 909, 910),
}


def test_other_codes_lose_no_gpu(fake: Fake, rt: srt.Runtime) -> None:
    """Row 162: 720 is a launch that is too large, for example."""
    for code in REFUSALS:
        fake.fail("cuMemAllocFromPoolAsync", 1, code)
        with pytest.raises(ResourceError, match=rf"\({code}\)"):
            allocate(rt)
    allocate(rt)


@pytest.mark.parametrize("code", sorted(SAID | BELIEVED))
def test_what_ends_a_context_loses_the_gpu(fake: Fake, rt: srt.Runtime, code: int) -> None:
    """Row 84."""
    held = allocate(rt)
    fake.fail("cuMemAllocFromPoolAsync", 1, code, sticky=True)
    for _ in range(2):
        with pytest.raises(DeviceLostError, match=rf"\({code}\).*; start the process again"):
            allocate(rt)
    del held


def test_another_librarys_capture_is_not_spoiled(fake: Fake) -> None:
    """Row 163: the fake remembers each call that would spoil it, and refuses it."""
    with srt.Runtime(["cuda:0", "cpu:0"], backends=[fake_backend(fake)]) as rt:
        work(rt)
        fake.set_recording(True)
        work(rt)
        allocate(rt)
        launch(rt)
        kept = rt.put(np.ones(LARGE, "f4"), "cuda:0").fetch().sync(LONG)
    assert kept.all()
    del kept
    with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)]) as rt:
        rt.device()
    fake.check()


def test_a_thread_of_the_user_is_in_its_own_mode_again(fake: Fake, rt: srt.Runtime) -> None:
    """Row 163: what the user's thread would spoil afterwards is still refused by the driver."""
    rt.put([1.0], "cuda:0")
    client = Client(fake)
    allocate(rt)
    fake.set_recording(True)
    assert client.code("cuMemAlloc", ctypes.byref(ctypes.c_uint64()), 64) == CAPTURED
    fake.set_recording(False)
    assert fake.misuses(forget=True)
    client.call("cuCtxSetCurrent", None)
    client.call("cuDevicePrimaryCtxRelease", 0)


CLOSING = (
    *("cuStreamSynchronize", "cuEventDestroy", "cuStreamDestroy", "cuMemFreeHost"),
    *("cuMemFreeAsync", "cuMemPoolDestroy", "cuModuleUnload", "cuGraphExecDestroy"),
    *("cuGraphDestroy", "cuCtxSetCurrent", "cuDevicePrimaryCtxRelease"),
)


@pytest.mark.parametrize("function", CLOSING)
def test_closing_goes_on_when_the_driver_takes_something_not_back(
    fake: Fake, caplog: pytest.LogCaptureFixture, function: str
) -> None:
    """Row 164: all the rest is given back, each handle once, and nothing is raised."""
    other = Client(fake)  # as PyTorch would, it keeps the context
    other.stream()
    other.call("cuCtxSetCurrent", None)
    before = fake.live()
    rt = srt.Runtime(["cuda:0"], backends=[fake_backend(fake)])
    work(rt)
    launch(rt)
    x = rt.put([1.0])
    with rt.capture(x=x) as graph:
        rt.device().stream().copy(y := rt.empty(1, "f8"), x)
        graph.output("y", y)
    kept = graph.plan(rt.device()).instantiate()
    with caplog.at_level(logging.WARNING, "streamrt"):
        fake.fail(function, 1, CAPTURED)
        rt.close()
        rt.close()
    left = {kind: n - before.get(kind, 0) for kind, n in fake.live().items()}
    assert sum(left.values()) <= 1
    is_offered_again = function in ("cuMemFreeHost", "cuMemFreeAsync")
    assert (f"cuda:0: {function} returned" in caplog.text) != is_offered_again
    assert not fake.misuses()
    with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)]) as rt:
        work(rt)
    del kept
