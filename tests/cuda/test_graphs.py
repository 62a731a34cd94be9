"""Plans as CUDA graphs, over the fake driver: what the driver is asked for, and what comes out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_cuda import fake_backend
from cuda.fixtures import faked, opened

import streamrt as srt
from streamrt.errors import KernelError
from streamrt_kernels import axpy, fill, top_k

pytestmark = pytest.mark.cuda

NODES = 1000
UPDATE, LAUNCH, RECORD = "cuGraphExecKernelNodeSetParams", "cuGraphLaunch", "cuEventRecord"


fake = faked(seed=5, devices=1, live=True)
rt = opened("cuda:0")


def called(fake: Fake, work: Callable[[], object]) -> dict[str, int]:
    """Does some work; returns how often the driver's functions for graphs were called for it."""
    before = fake.counts()
    work()
    after = fake.counts()
    return {name: after[name] - before.get(name, 0) for name in (LAUNCH, UPDATE, RECORD)}


def test_a_replay_is_one_launch_and_one_event(rt: srt.Runtime, fake: Fake) -> None:
    stream = rt.device().stream()
    x, y = rt.put(np.ones(4, "f4")), rt.put(np.zeros(4, "f4"))
    with rt.capture() as graph:
        for _ in range(NODES):
            stream.launch(axpy, x, y, alpha=1.0)
    replays = graph.plan(rt.device()).instantiate()
    replays.replay().sync()
    for _ in range(3):
        calls = called(fake, lambda: replays.replay().sync())
        assert calls == {LAUNCH: 1, UPDATE: 0, RECORD: 1}
    np.testing.assert_array_equal(y.fetch().sync(), np.full(4, 4.0 * NODES))


def test_only_nodes_whose_memory_moved_are_updated(rt: srt.Runtime, fake: Fake) -> None:
    stream = rt.device().stream()
    x, y, z = (rt.put(np.full(4, k, "f4")) for k in (1, 2, 3))
    with rt.capture() as graph:
        graph.input("x", x)
        stream.launch(axpy, x, y, alpha=1.0)
        for _ in range(5):
            stream.launch(axpy, z, y, alpha=1.0)
        stream.launch(axpy, x, z, alpha=1.0)
    replays = graph.plan(rt.device()).instantiate()
    replays.replay().sync()
    other = rt.put(np.full(4, 10, "f4"))
    other.sync()
    for given in (other, x):
        calls = called(fake, lambda given=given: replays.replay(x=given).sync())
        assert calls == {LAUNCH: 1, UPDATE: 2, RECORD: 1}
    np.testing.assert_array_equal(y.fetch().sync(), np.full(4, 2 + 12 + 5 * (3 + 4 + 14)))
    np.testing.assert_array_equal(z.fetch().sync(), np.full(4, 3 + 12))


def test_a_failing_step_fails_the_replay_and_no_later_one(rt: srt.Runtime) -> None:
    stream = rt.device().stream()
    x = rt.put(np.arange(12, dtype="f4").reshape(3, 4))
    values, places = rt.empty((3, 2), np.float32), rt.empty((3, 2), np.int64)
    wide, others = rt.empty((3, 5), np.float32), rt.empty((3, 5), np.int64)
    with rt.capture() as graph:
        stream.launch(top_k, x, values, places)
        stream.launch(top_k, x, wide, others)  # of rows of four
    failing = graph.plan(rt.device()).instantiate()
    with rt.capture() as graph:
        stream.launch(top_k, x, values, places)
    working = graph.plan(rt.device()).instantiate()
    for _ in range(3):
        with pytest.raises(KernelError):
            failing.replay().sync()
        for buffer in (values, places, wide, others):
            stream.fill(buffer, 0).sync()  # what a failed replay was to write is poisoned
        working.replay().sync()
        np.testing.assert_array_equal(places.fetch().sync(), [[3, 2]] * 3)


@pytest.mark.parametrize("seed", range(5))
def test_streams_copies_and_views_in_any_order(seed: int) -> None:
    """The fake runs the nodes in a random order that keeps the edges."""
    outcomes: list[list[object]] = []
    for name in ("cpu:0", "cuda:0"):
        rng = np.random.default_rng(seed)
        with Fake(seed=seed) as fake:
            backends = [fake_backend(fake)] if name == "cuda:0" else []
            with srt.Runtime([name], backends=backends) as rt:
                buffers = [rt.put(rng.integers(0, 9, (3, 4)).astype("f4")) for _ in range(4)]
                streams = [rt.device().stream(f"s{k}") for k in range(3)]
                with rt.capture() as graph:
                    for _ in range(12):
                        stream = streams[rng.integers(3)]
                        one, other = (buffers[k] for k in rng.permutation(4)[:2])
                        match int(rng.integers(4)):
                            case 0:
                                stream.launch(axpy, one, other, alpha=float(rng.integers(1, 4)))
                            case 1:
                                stream.copy(one[1:], other[:2])
                            case 2:
                                stream.copy(one, other)
                            case _:
                                stream.launch(fill, one[:, ::2], float(rng.integers(5)))
                replays = graph.plan(rt.device()).instantiate()
                for _ in range(3):
                    replays.replay().sync()
                outcomes.append([buffer.fetch().sync().tolist() for buffer in buffers])
            fake.check()
    assert outcomes[0] == outcomes[1]
