"""Bad input on GPUs: each is refused where it is given, or fails alone, and says what to do."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_cuda import fake_backend
from cuda.fixtures import faked, opened
from shared.processes import python
from shared.trial_kernels import axpy

import streamrt as srt
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    BackendNotFoundError,
    CompileError,
    DependencyError,
    DeviceLostError,
    KernelError,
)
from streamrt.testing import Simulator

pytestmark = pytest.mark.cuda

TESTS = Path(__file__).resolve().parents[1]
PATIENCE = 3600.0  # seconds


fake = faked(seed=17, live=True)
rt = opened("cuda:0", "cuda:1", "cpu:0")


def ones(rt: srt.Runtime, device: str) -> srt.Buffer:
    return rt.put(np.ones(64, "f4"), device)


def calls(fake: Fake) -> dict[str, int]:
    """The calls of the driver that ask a device for something."""
    return {name: n for name, n in fake.counts().items() if not name.startswith("cuGetError")}


def test_a_buffer_of_another_device_is_refused_by_its_name(rt: srt.Runtime) -> None:
    """Rows 31 and 81: a GPU of the same machine is another device, too."""
    x, other, far = ones(rt, "cuda:0"), ones(rt, "cuda:1"), ones(rt, "cpu:0")
    stream = rt.device("cuda:0").stream()
    for wrong, place in ((other, "cuda:1"), (far, "cpu:0")):
        words = rf"^launch axpy on cuda:0/s1: x is on {place}; copy it with x\.to\('cuda:0'\)"
        with pytest.raises(ArgumentError, match=words):
            stream.launch(axpy, wrong, x, 1.0)
    words = r"x is of type numpy.ndarray; .* takes a Buffer, which Runtime.put makes"
    with pytest.raises(ArgumentTypeError, match=words):
        stream.launch(axpy, np.ones(64, "f4"), x, 1.0)
    stream.launch(axpy, other.to("cuda:0"), x, 1.0)
    assert x.fetch().sync().tolist() == [2.0] * 64


def test_memory_of_the_host_is_not_wrapped_and_a_gpus_is_not_shared(rt: srt.Runtime) -> None:
    """Row 82: the driver is never given pageable memory; the fake reports each such copy."""
    x, array = ones(rt, "cuda:0"), np.ones(64, "f4")
    stream = rt.device("cuda:0").stream()
    uses: list[tuple[Callable[[], object], type[Exception], str]] = [
        (
            lambda: rt.wrap(array, "cuda:0"),
            ArgumentError,
            "cuda:0 cannot use the host's memory; use rt.p",
        ),
        (lambda: stream.call(print, x), ArgumentError, "not the host's; fetch it, or copy it with"),
    ]
    for use, error, words in uses:
        with pytest.raises(error, match=words):
            use()
    wrapped = rt.wrap(array, "cpu:0")
    stream.copy(x, wrapped)
    stream.launch(axpy, x, x, 2.0)
    stream.copy(wrapped, x).sync()
    assert array.tolist() == [3.0] * 64


def test_only_readers_of_a_refused_launch_are_skipped(fake: Fake, rt: srt.Runtime) -> None:
    """Row 83: its readers are skipped, and the stream goes on."""
    x, y, z = (ones(rt, "cuda:0") for _ in range(3))
    stream = rt.device("cuda:0").stream()
    stream.launch(axpy, x, y, 1.0).sync()
    fake.fail("cuLaunchKernel", 1, 701)
    refused = stream.launch(axpy, x, y, 1.0)
    with pytest.raises(KernelError, match=r"axpy on .*refused the launch with .*\(701\)") as caught:
        refused.sync()
    assert "test_bad_input.py" in caught.value.__notes__[0]
    with pytest.raises(DependencyError, match="701"):
        stream.copy(z, y).sync()
    stream.copy(z, x)
    stream.launch(axpy, x, z, 1.0).sync()
    assert z.fetch().sync().tolist() == [2.0] * 64


def test_a_kernel_that_touches_strange_memory_loses_its_gpu_alone(
    fake: Fake, rt: srt.Runtime
) -> None:
    """Rows 13 and 84: all later calls of the driver give the same error, and none is made."""
    wild = srt.Kernel(
        "wild",
        "inout y: f32[n]",
        cuda=srt.CUDA('extern "C" __global__ void wild(const Words w, float *y) { y[0] = 1; }'),
    )
    x, there = ones(rt, "cuda:0"), ones(rt, "cuda:1")
    rt.barrier().sync()
    fake.fault("wild")
    bad = rt.device("cuda:0").stream().launch(wild, x)
    with pytest.raises(DeviceLostError, match=r"CUDA_ERROR_ILLEGAL_ADDRESS \(700\).*CuPy or PyT"):
        bad.sync()
    before = calls(fake)
    later = rt.device("cuda:0").stream()
    for use in (lambda: ones(rt, "cuda:0"), x.fetch, lambda: later.fill(x, 1.0)):
        with pytest.raises(DeviceLostError, match=r"cuda:0 is lost: .*ILLEGAL_ADDRESS"):
            use()
    assert calls(fake) == before
    rt.device("cuda:1").stream().launch(wild, there).sync()
    assert there.fetch().sync().tolist() == [1.0] * 64


@pytest.mark.parametrize("kind", ["cpu", "sim"])
def test_copies_between_kinds_go_through_pinned_memory(fake: Fake, kind: str) -> None:
    """Row 82: also to a device that neither reaches a GPU nor is reached by it."""
    data = np.arange(12, dtype="f4").reshape(3, 4)
    backends = [fake_backend(fake), Simulator(1)]
    with srt.Runtime(["cuda:0", f"{kind}:0"], backends=backends) as rt:
        x = rt.put(data, f"{kind}:0")
        for part, expected in ((x, data), (x[:, 1], data[:, 1]), (x[3:], data[3:])):
            there = part.to("cuda:0")
            assert np.array_equal(there.fetch().sync(), expected)
            assert np.array_equal(there.to(f"{kind}:0").fetch().sync(), expected)


@pytest.mark.parametrize(
    ("function", "code", "words"),
    [
        ("cuModuleLoadData", 209, "NO_BINARY_FOR_GPU .*; update the driver$"),
        ("cuModuleLoadData", 222, "UNSUPPORTED_PTX_VERSION .*; update the driver$"),
        ("cuModuleLoadData", 200, "INVALID_IMAGE [^;]*$"),
        ("cuModuleGetFunction", 500, "NOT_FOUND"),
    ],
)
def test_code_that_the_driver_does_not_take_is_an_error_of_its_kernel(
    fake: Fake, rt: srt.Runtime, function: str, code: int, words: str
) -> None:
    """Row 85: the next try may succeed, and nothing of the first is left."""
    x = ones(rt, "cuda:0")
    fake.fail(function, 1, code)
    stream = rt.device("cuda:0").stream()
    with pytest.raises(CompileError, match=rf"^load axpy on cuda:0: {function} .*{words}"):
        stream.launch(axpy, x, x, 1.0)
    stream.launch(axpy, x, x, 1.0).sync()
    assert x.fetch().sync().tolist() == [2.0] * 64


FORK = """
import os, sys
sys.path.append({tests!r})
import numpy as np, streamrt as srt
from cuda.driver.fake import Fake
from cuda.driver.fake_cuda import fake_backend
from shared.trial_kernels import axpy

def refused(use, error):
    try:
        use()
    except error as caught:
        return str(caught)
    sys.exit("not refused")

with Fake(seed=1) as fake:
    backend = fake_backend(fake)
    with srt.Runtime(["cuda:0"], backends=[backend]) as rt:
        x = rt.put(np.ones(64, "f4"))
        array = x.fetch().sync()  # pinned memory, which the child must not give back
        child = os.fork()
        if child == 0:
            forked = srt.errors.ForkedRuntimeError
            refused(lambda: rt.device().stream().launch(axpy, x, x, 1.0), forked)
            refused(lambda: x.fetch(), forked)
            del array
            rt.close()
            for names in (["cuda:0"], ["cpu", "cuda:0"]):
                what = refused(lambda: srt.Runtime(names, backends=[backend]),
                               srt.errors.BackendNotFoundError)
            print(what, flush=True)
            with srt.Runtime(["cpu:0"]) as own:
                print(own.put([1.0]).fetch().sync(), flush=True)
            os._exit(3)
        print("child", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        rt.device().stream().launch(axpy, x, x, 1.0)
        print(x.fetch().sync()[0], array[0])
        del array
    fake.check()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_the_child_of_a_fork_has_no_gpu_and_its_parent_keeps_its_own(fake: Fake) -> None:
    """Rows 20 and 86."""
    script = FORK.format(tests=str(TESTS))
    done = python("-W", "ignore::DeprecationWarning", "-c", script, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    refusal, own, child, parent = done.stdout.splitlines()
    assert "CUDA works in no child of such a fork; start processes with" in refusal
    assert (own, child, parent) == ("[1.]", "child 3", "2.0 1.0")
    assert "Error" not in done.stderr


def test_a_gpu_that_is_not_there_is_no_device(fake: Fake) -> None:
    """Row 87."""
    backend = fake_backend(fake)
    with pytest.raises(BackendNotFoundError, match=r"open cuda:2: .*2 GPUs"):
        backend.open(2)
    with srt.Runtime(["cuda:1"], backends=[backend]) as rt:
        for name in ("cuda:2", "cuda:99"):
            with pytest.raises(BackendNotFoundError, match=rf"find device '{name}': .* has cuda:1"):
                rt.put([1.0], name)
