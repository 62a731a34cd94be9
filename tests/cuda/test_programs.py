"""Whole programs on a GPU, over the fake driver."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_cuda import fake_backend
from cuda.fixtures import faked

import streamrt as srt
from streamrt._backends.cuda.backend import CudaBackend
from streamrt._backends.cuda.driver import Driver
from streamrt._compile.code import GPUText
from streamrt._compile.signatures.layout import Layout
from streamrt._runtime.memory.pinned import Staged, Staging
from streamrt.errors import ArgumentError, CompileError, NonFiniteError
from streamrt_kernels import axpy

pytestmark = pytest.mark.cuda

SIZE = 1000


fake = faked(seed=21, devices=1, live=True)


async def test_no_driver_call_is_made_by_the_threads_that_submit_and_wait(fake: Fake) -> None:
    """Not for a stream's first submission either; its own thread makes what it needs."""
    me = threading.get_native_id()
    async with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)]) as rt:
        streams = [rt.device().stream() for _ in range(2)]
        x, y = rt.put(np.ones(SIZE, "f4")), rt.put(np.zeros(SIZE, "f4"))
        for stream in streams:
            await stream.launch(axpy, x, y, alpha=1.0)
        before = fake.counts_by_thread()[me]
        assert "cuEventCreate" not in before
        for turn in range(100):
            execution = streams[turn % 2].launch(axpy, x, y, alpha=1.0)
            if turn % 10 == 9:
                await execution
                await streams[0].drain()
        await rt
        assert fake.counts_by_thread()[me] == before
        assert np.array_equal(await y.fetch(), np.full(SIZE, 102, "f4"))


def test_a_program_is_captured_and_replayed(fake: Fake) -> None:
    with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)]) as rt:
        x, y = rt.put(np.ones(SIZE, "f4")), rt.put(np.zeros(SIZE, "f4"))
        with rt.capture() as graph:
            for _ in range(3):
                rt.device().stream().launch(axpy, x, y, alpha=2.0)
        replayable = graph.plan(rt.device()).instantiate()
        for _ in range(4):
            replayable.replay()
        assert np.array_equal(y.fetch().sync(), np.full(SIZE, 24, "f4"))


def test_a_nan_is_found_and_named(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    """The word that says where it is lies in memory that the GPU can write."""
    made: list[Staged] = []
    new = Staging.new

    def noted(staging: Staging, layout: Layout, for_host: bool) -> Staged:
        made.append(new(staging, layout, for_host))
        return made[-1]

    monkeypatch.setattr(Staging, "new", noted)
    with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)], check_finite=True) as rt:
        data = np.ones(SIZE, "f4")
        data[77] = np.inf
        x, y = rt.put(data), rt.put(np.zeros(SIZE, "f4"))
        with pytest.raises(NonFiniteError, match=r"its output y, .* infinite at \[77\]"):
            rt.device().stream().launch(axpy, x, y, alpha=1.0).sync()
        assert made[-1].array.dtype == "u8"
        assert made[-1].array == 77
        made.clear()


def test_a_kernel_without_cuda_code_is_refused(fake: Fake) -> None:
    text = "define i32 @only_cpu(ptr %args, i64 %lo, i64 %hi) { ret i32 0 }"
    kernel = srt.Kernel("only_cpu", "x: f32[...]", cpu=srt.LLVM(text))
    with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)]) as rt:
        x = rt.put(np.ones(4, "f4"))
        with pytest.raises(ArgumentError, match="only_cpu has no implementation for cuda"):
            rt.device().stream().launch(kernel, x)


def test_a_text_that_does_not_compile_is_an_error_of_its_kernel(fake: Fake) -> None:
    class Refuses:
        def compile(self, code: GPUText, architecture: str) -> bytes:
            return b"no image, which the driver says"

    backend = CudaBackend(Driver.of(fake.functions), Refuses())
    with srt.Runtime(["cuda:0"], backends=[backend]) as rt:
        x, y = rt.empty(4), rt.empty(4)
        with pytest.raises(CompileError, match="load axpy on cuda:0: cuModuleLoadData returned"):
            rt.device().stream().launch(axpy, x, y, alpha=1.0)
    fake.misuses(forget=True)
