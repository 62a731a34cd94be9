"""The native core without a runtime: queues that nothing drains until a test says so."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from native.replay_bench import Bench

from streamrt._native.core import Core
from streamrt._native.core import core as load_core
from streamrt._native.queue import NativeQueue
from streamrt._native.timeline import Timeline as NativeTimeline


@pytest.fixture(scope="session")
def core() -> Core:
    return load_core()


@pytest.fixture
def queue(core: Core) -> Generator[NativeQueue]:
    """A queue that takes submissions and never starts its thread."""
    queue = NativeQueue(core, "test", NativeTimeline(1, 2**20, core))
    core.set_limit(queue.handle, 2**20)
    yield queue
    queue.free()


@pytest.fixture
def bench(core: Core) -> Generator[Bench]:
    bench = Bench(core)
    yield bench
    bench.close()
