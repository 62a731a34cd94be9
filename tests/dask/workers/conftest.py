"""The Dask cluster that the tests of real workers share, and their runtimes."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

import pytest

import streamrt as srt
from streamrt._runtime.devices import recovering


@pytest.fixture(scope="session")
def client() -> Iterator[Any]:
    """A client of a cluster of two workers."""
    from shared.workers.dask_workers import distributed, local_cluster

    with local_cluster(2) as cluster, distributed.Client(cluster) as client:
        yield client


@pytest.fixture
def names(client: Any) -> list[Any]:
    """The names of devices behind both workers, which may just have been started again."""
    from shared.workers.dask_workers import PATIENT

    client.wait_for_workers(2)
    return srt.dask.devices(client, silence=PATIENT)


@pytest.fixture(scope="module")
def rt(client: Any) -> Generator[srt.Runtime]:
    """A runtime of a module, with both devices and `cpu:0`; its tests lose none."""
    from shared.workers.dask_workers import PATIENT

    client.wait_for_workers(2)
    names = srt.dask.devices(client, silence=PATIENT)
    with srt.Runtime(devices=[*names, "cpu:0"]) as found:
        assert len(found.devices) == 3  # which opens them: a place waits a minute for that
        yield found


@pytest.fixture
def many_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a device be lost as often as a test wants."""
    monkeypatch.setattr(recovering, "MOST", 1 << 30)


@pytest.fixture(scope="module", autouse=True)
def nothing_is_left() -> Iterator[None]:
    """At the end of a module there is no place of this process, and no thread of a link."""
    from shared.workers.dask_workers import link_threads, places, until

    before = set(places())
    yield
    until(lambda: not set(places()) - before)
    until(lambda: not link_threads())
