"""Devices that are lost, drivers that hang or refuse, memory that runs out, in whole programs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np
import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_cuda import fake_backend
from cuda.fixtures import faked, opened
from cuda.foreign_client import stream_of

import streamrt as srt
from streamrt._backends.gpu import queue
from streamrt._native.threads import Worker
from streamrt.errors import (
    BackendNotFoundError,
    DependencyError,
    DeviceLostError,
    KernelError,
    OutOfMemoryError,
    ResourceError,
)

pytestmark = pytest.mark.cuda

LOSS = 0.5  # seconds of processor time in which everything pending has failed
ILLEGAL_ADDRESS = 700


fake = faked(seed=11)
rt = opened("cuda:0", "cuda:1", "cpu:0")


def work(rt: srt.Runtime, device: str) -> tuple[srt.Stream, srt.Buffer, srt.Buffer]:
    """A stream of a device that has had work, and two buffers."""
    stream = rt.device(device).stream()
    x, y = rt.put(np.ones(64, "f4"), device), rt.empty(64, "f4", device)
    stream.copy(y, x).sync()
    return stream, x, y


def test_a_lost_device_fails_its_pending_work_and_no_other(fake: Fake, rt: srt.Runtime) -> None:
    """Row 13."""
    stream, x, y = work(rt, "cuda:0")
    other, a, b = work(rt, "cuda:1")
    behind = rt.device("cuda:0").stream()
    fake.hold(stream_of(stream))
    pending = [stream.copy(y, x) for _ in range(300)] + [behind.copy(x, y)]
    start = time.process_time()
    fake.lose(0, ILLEGAL_ADDRESS)
    for execution in pending:
        with pytest.raises(DeviceLostError, match=r"cuda:0 is lost: .*CUDA_ERROR_ILLEGAL_ADDRESS"):
            execution.sync(3600)
    assert time.process_time() - start < LOSS
    other.copy(b, a).sync()
    assert b.fetch().sync().tolist() == [1.0] * 64
    for call in (lambda: stream.copy(y, x), lambda: rt.put(np.ones(4096), "cuda:0"), y.fetch):
        with pytest.raises(DeviceLostError, match="CuPy or PyTorch; start the process again"):
            call()
    with (
        srt.Runtime(["cuda:0"], backends=[fake_backend(fake)]) as another,
        pytest.raises(BackendNotFoundError, match="CUDA_ERROR_ILLEGAL_ADDRESS"),
    ):
        another.device()  # so "open another runtime" would be wrong advice


def test_a_reader_on_another_device_is_skipped(fake: Fake, rt: srt.Runtime) -> None:
    stream, x, y = work(rt, "cuda:0")
    fake.hold(stream_of(stream))
    failed = stream.copy(y, x)
    z = y.to("cpu:0")
    fake.lose(0)
    with pytest.raises(DependencyError, match=r"skipped, .* cuda:0 is lost"):
        z.sync(3600)
    with pytest.raises(DeviceLostError):
        failed.result()


def test_a_stream_that_waits_for_a_lost_device_goes_on(fake: Fake, rt: srt.Runtime) -> None:
    """Row 13: what comes of no event of a lost device may not hold another device's stream."""
    stream, x, y = work(rt, "cuda:0")
    other, a, b = work(rt, "cuda:1")
    fake.hold(stream_of(stream))
    failed, skipped, later = stream.copy(y, x), other.copy(b, y), other.copy(b, a)
    rt.device("cuda:1").stream().copy(b, a)
    fake.lose(0)
    with pytest.raises(DeviceLostError):
        failed.sync(3600)
    with pytest.raises(DependencyError):
        skipped.sync(3600)
    later.sync(3600)


def test_the_watchdog_loses_a_device_that_completes_nothing(fake: Fake) -> None:
    """Row 14."""
    with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)], watchdog=0.1) as rt:
        stream, x, y = work(rt, "cuda:0")
        fake.hold(stream_of(stream))
        execution = stream.copy(y, x)
        with pytest.raises(DeviceLostError, match="no completion of copy on cuda:0/s1@2 after"):
            execution.sync(3600)


def test_closing_survives_a_driver_that_never_returns(fake: Fake) -> None:
    """Row 14: a thread that is stuck in the driver is given up."""
    with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)], watchdog=0.1) as rt:
        stream, x, y = work(rt, "cuda:0")
        fake.hang("cuMemcpyAsync")
        execution = stream.copy(y, x)
        fake.await_waiting()
        with pytest.raises(DeviceLostError, match="no completion of copy"):
            execution.sync(3600)
    fake.resume()


def test_a_thread_that_reaches_the_core_after_the_close_of_a_lost_device_is_refused(
    fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 13: its queue may not be freed before, or the process crashes."""
    goes_on, begun = threading.Event(), threading.Event()
    returned: list[object] = []

    class Late(Worker):
        def __init__(self, work: Callable[[], object], name: str) -> None:
            def late() -> None:
                begun.set()
                goes_on.wait(3600)
                returned.append(work())

            super().__init__(late if name.endswith(".completer") else work, name)

    monkeypatch.setattr(queue, "Worker", Late)
    with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)]) as rt:
        execution = rt.device().stream().fill(rt.empty(64, "f4"), 1)
        begun.wait(3600)
        fake.lose(0, ILLEGAL_ADDRESS)
        with pytest.raises(DeviceLostError):
            execution.sync(3600)
    goes_on.set()
    while not returned:
        time.sleep(0.001)


def test_a_launch_that_the_driver_refuses_fails_alone(fake: Fake, rt: srt.Runtime) -> None:
    """Row 83: copies, too."""
    stream, x, y = work(rt, "cuda:0")
    fake.fail("cuMemcpyAsync", 1, 1)
    with pytest.raises(
        KernelError,
        match="copy on cuda:0/s1@2: the driver refused the launch with "
        r"CUDA_ERROR_INVALID_VALUE \(1\)",
    ) as caught:
        stream.copy(y, x).sync()
    assert caught.value.code == 0
    stream.copy(y, x).sync()


def test_a_negative_code_of_a_kernel_is_no_refusal_of_the_driver(rt: srt.Runtime) -> None:
    """Row 8: 1 and -1 are codes of kernels, and CUresult 1 is neither."""
    text = """
    extern "C" __global__ void check(const Words w, const int *code, int *error) { *error = *code; }
    """
    kernel = srt.Kernel("check", "code: i32[1]", cuda=srt.CUDA(text, "check", fallible=True))
    stream = rt.device("cuda:0").stream()
    for code in (1, -1, -(2**31)):
        with pytest.raises(KernelError, match=f"check on cuda:0/s.*: .*{code}") as caught:
            stream.launch(kernel, rt.put(np.array([code], "i4"), "cuda:0")).sync()
        assert caught.value.code == code
        assert "refused" not in str(caught.value)


def test_memory_that_runs_out_is_trimmed_then_listed(fake: Fake, rt: srt.Runtime) -> None:
    """Row 12."""
    fake.set_memory(1 << 22)
    held = rt.empty(1 << 20, "u1", "cuda:0")
    del held  # in the pool of the runtime now, and not of the size that is wanted next
    before = fake.counts().get("cuMemPoolTrimTo", 0)
    large = rt.empty(3 << 20, "u1", "cuda:0")
    with pytest.raises(OutOfMemoryError, match="allocate 2097152 bytes on cuda:0"):
        rt.empty(2 << 20, "u1", "cuda:0")
    assert fake.counts()["cuMemPoolTrimTo"] > before
    large.delete()
    assert rt.empty(2 << 20, "u1", "cuda:0").nbytes == 2 << 20


@pytest.mark.parametrize(
    "function",
    [
        *("cuDeviceGet", "cuDeviceGetAttribute", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent"),
        *("cuStreamCreate", "cuMemPoolCreate"),
    ],
)
def test_a_device_that_does_not_open_leaves_nothing_behind(fake: Fake, function: str) -> None:
    """Row 91."""
    fake.fail(function, 1, 999)
    backend = fake_backend(fake)
    with pytest.raises(BackendNotFoundError, match=f"open cuda:0: {function} returned .*999"):
        backend.open(0)
    fake.check()
    backend.open(0).close()
    fake.check()


@pytest.mark.parametrize("function", ["cuStreamCreate", "cuEventCreate"])
def test_a_stream_that_does_not_open_can_be_tried_again(
    fake: Fake, rt: srt.Runtime, function: str
) -> None:
    """Row 91."""
    stream, x, y = work(rt, "cuda:0")
    other = rt.device("cuda:0").stream()
    fake.fail(function, 1 if function == "cuStreamCreate" else 100, 2)
    with pytest.raises(ResourceError, match=f"open cuda:0/s2: {function} .*OUT_OF_MEMORY"):
        other.copy(y, x)
    other.copy(y, x).sync()
    del stream


def test_pinned_memory_serves_many_copies_and_outlives_the_runtime(fake: Fake) -> None:
    """An array that was fetched is pinned memory, which is freed when the array is gone."""
    with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)]) as rt:
        data = array = np.arange(1024, dtype="i8")
        for _ in range(50):
            array = rt.put(data).fetch().sync()
            assert np.array_equal(array, data)
        assert fake.counts()["cuMemHostAlloc"] < 10
        kept = rt.put(data[::-1]).fetch().sync()
    assert np.array_equal(kept, data[::-1])
    del kept, array
    with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)]) as rt:
        rt.device()
    fake.check()


def test_copies_go_between_a_gpu_and_the_cpu(fake: Fake, rt: srt.Runtime) -> None:
    """Memory of the CPU is not pinned; the fake reports a copy of it."""
    data = np.random.default_rng(3).standard_normal((64, 48))
    on_cpu = rt.put(data, "cpu:0")
    on_gpu = on_cpu.to("cuda:0")
    there = on_gpu.to("cuda:1")
    back = there[::2, 1:9].to("cpu:0")
    assert np.array_equal(back.fetch().sync(), data[::2, 1:9])
    target = rt.empty((64, 48), "f8", "cpu:0")
    stream = rt.device("cuda:0").stream()
    stream.copy(target, on_gpu)
    mark = stream.record()
    mark.sync()
    assert np.array_equal(np.asarray(target), data)
