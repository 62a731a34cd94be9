"""Copies to, from and between GPUs that take more than one step, and the memory for them."""

from __future__ import annotations

import sys
import threading
from types import SimpleNamespace

import numpy as np
import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_cuda import fake_backend
from cuda.fixtures import faked, opened

import streamrt as srt
from streamrt.errors import DeadlineError, DependencyError, OutOfMemoryError

pytestmark = pytest.mark.cuda

SIZE = 1 << 18


fake = faked(seed=3)
rt = opened("cuda:0", "cuda:1", "cpu:0")


@pytest.mark.parametrize("of", ["every second", "turned", "dense"])
@pytest.mark.parametrize("to", ["every second", "turned", "dense"])
@pytest.mark.parametrize("device", [0, 1])
def test_views_are_copied_between_gpus(rt: srt.Runtime, of: str, to: str, device: int) -> None:
    """A kernel of one GPU may not reach the memory of the other, so only the driver copies."""
    data = np.arange(48, dtype=np.float32).reshape(6, 8)

    def view(buffer: srt.Buffer, way: str) -> srt.Buffer:
        return {"every second": buffer[::2, ::2], "turned": buffer[:3, :4], "dense": buffer}[way]

    small = data[::2, ::2]
    src = rt.put(data if of != "dense" else small, "cuda:0")
    dst = rt.put(np.zeros((6, 8) if to != "dense" else (3, 4), "f4"), "cuda:1")
    stream = rt.device(f"cuda:{device}").stream()
    if of == "turned":
        rt.device("cuda:0").stream().fill(src, 7.0)
    stream.copy(view(dst, to), view(src, of))
    wanted = np.full((3, 4), 7, "f4") if of == "turned" else small
    assert np.array_equal(view(dst, to).fetch().sync(), wanted)


@pytest.mark.parametrize(
    ("of", "to"), [("cuda:0", "cuda:1"), ("cuda:0", "cpu:0"), ("cpu:0", "cuda:0")]
)
def test_a_late_copy_of_several_steps_says_so_itself(rt: srt.Runtime, of: str, to: str) -> None:
    """Row 297: it is no matter which of its steps was late, and readers are skipped."""
    src, dst = rt.put(np.ones((4, 8), "f4"), of), rt.put(np.zeros((4, 8), "f4"), to)
    with srt.deadline(0.0):
        copy = rt.device("cuda:0").stream().copy(dst[:, ::2], src[:, ::2])
    with pytest.raises(DeadlineError, match="its deadline passed before it started"):
        copy.sync()
    assert copy.cancelled()
    with pytest.raises(DependencyError, match="caused by DeadlineError"):
        dst.fetch().sync()
    copy = rt.device("cuda:0").stream().copy(dst, src)
    copy.sync()
    assert dst.fetch().sync().min() == 1


async def test_aput_copies_in_another_thread(
    rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[int] = []
    copyto = np.copyto

    def noted(to: np.ndarray, of: np.ndarray) -> None:
        threads.append(threading.get_ident())
        copyto(to, of)

    monkeypatch.setattr(np, "copyto", noted)
    large, small = np.arange(SIZE, dtype=np.float32), np.arange(4, dtype=np.float32)
    buffers = [rt.aput(array, "cuda:0") for array in (large, small)]
    assert np.array_equal(await (await buffers[0]).fetch(), large)
    assert np.array_equal(await (await buffers[1]).fetch(), small)
    here = threading.get_ident()
    assert sorted(thread == here for thread in threads) == [False, True]


def test_pinned_memory_has_the_limit_of_the_device(fake: Fake) -> None:
    """Arrays that `fetch` returned count until they are gone."""
    limit = 3 * SIZE
    backends = [fake_backend(fake)]
    with srt.Runtime(["cuda:0"], backends=backends, memory_limit=limit) as rt:
        x = rt.put(np.zeros(SIZE, "u1"))
        kept = [x.fetch().sync() for _ in range(3)]
        with pytest.raises(OutOfMemoryError, match=r"cuda:0 \(memory of the host\).* memory_limit"):
            x.fetch()
        kept.pop()
        assert x.fetch().sync().nbytes == SIZE


def test_the_pools_of_other_libraries_are_named(
    fake: Fake, rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stand-ins for the two modules say what the real ones would."""
    pool = SimpleNamespace(total_bytes=lambda: 12345)
    cupy = SimpleNamespace(get_default_memory_pool=lambda: pool)
    broken = SimpleNamespace(cuda=SimpleNamespace(is_initialized=lambda: 1 / 0))
    monkeypatch.setitem(sys.modules, "cupy", cupy)  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "torch", broken)  # type: ignore[arg-type]
    fake.set_memory(1 << 20)
    with pytest.raises(OutOfMemoryError) as caught:
        rt.empty(1 << 21, "u1", "cuda:0")
    assert "12345 bytes: the pool of cupy, which cupy.get_default_memory_pool().free" in str(
        caught.value
    )
    assert "torch" not in str(caught.value)
