"""Workers in network namespaces, and networks that break: needs root, and `ip`.

The client and the scheduler are at 10.77.0.1, the workers at 10.77.0.2 and 10.77.0.3, on a bridge.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate
from shared.workers.dask_commands import scheduler, worker
from shared.workers.dask_workers import (
    distributed,
    ones,
    place_of,
    places,
    until,
    until_back,
    until_lost,
)

import streamrt as srt
from streamrt.errors import DependencyError, DeviceLostError
from streamrt_kernels import axpy

pytestmark = pytest.mark.dask

N = 16
SILENCE = 3.0
HOST, FIRST, SECOND = "10.77.0.1", "10.77.0.2", "10.77.0.3"
BRIDGE = "srtbridge"
SPACES = {FIRST: "srtfirst", SECOND: "srtsecond"}


def ip(arguments: str, space: str = "") -> None:
    inside = ("-n", space) if space else ()
    subprocess.run(["ip", *inside, *arguments.split()], check=True, capture_output=True)


def remove_network() -> None:
    for space in SPACES.values():
        subprocess.run(["ip", "netns", "del", space], check=False, capture_output=True)
    subprocess.run(["ip", "link", "del", BRIDGE], check=False, capture_output=True)


@pytest.fixture(scope="module")
def network() -> Iterator[None]:
    if sys.platform != "linux" or os.geteuid() or shutil.which("ip") is None:
        pytest.skip("network namespaces need root on Linux, and ip")
    remove_network()
    try:
        ip(f"link add {BRIDGE} type bridge")
        ip(f"addr add {HOST}/24 dev {BRIDGE}")
        ip(f"link set {BRIDGE} up")
        for address, space in SPACES.items():
            ip(f"netns add {space}")
            ip(f"link add {space} type veth peer name inner netns {space}")
            ip(f"link set {space} master {BRIDGE} up")
            ip("link set lo up", space)
            ip(f"addr add {address}/24 dev inner", space)
            ip("link set inner up", space)
    except subprocess.CalledProcessError as error:
        remove_network()
        pytest.skip(f"the system makes no such network: {error.stderr.decode().strip()}")
    yield
    remove_network()


@pytest.fixture(scope="module")
def client(network: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A client of a cluster over that network."""
    folder = tmp_path_factory.mktemp("dask")
    head, address = scheduler("--host", HOST)
    workers = [
        worker(
            address, space, "--host", at, "--worker-port", "7400", "--nanny-port", "7401",
            "--local-directory", str(Path(folder, space)), before=["ip", "netns", "exec", space],
        )
        for at, space in SPACES.items()
    ]  # fmt: skip
    try:
        with distributed.Client(address) as found:
            found.wait_for_workers(2)
            yield found
    finally:
        for each in (*workers, head):
            each.end()


class Broken:
    """A network that is broken in one way, and the way back."""

    def __init__(self, breaks: Callable[[], None], mends: Callable[[], None], words: str) -> None:
        self.breaks, self.mends, self.words = breaks, mends, words


WAYS = {
    "the link is down": Broken(
        lambda: ip(f"link set {SPACES[FIRST]} down"),
        lambda: ip(f"link set {SPACES[FIRST]} up"),
        "it was silent for too long",
    ),
    "nothing comes from there": Broken(
        lambda: ip(f"route add blackhole {HOST}/32", SPACES[FIRST]),
        lambda: ip(f"route del blackhole {HOST}/32", SPACES[FIRST]),
        "it was silent for too long|its connection ended",
    ),
    "nothing gets there": Broken(
        lambda: ip(f"route add blackhole {FIRST}/32"),
        lambda: ip(f"route del blackhole {FIRST}/32"),
        "it was silent for too long|its connection ended",
    ),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("is_idle", [False, True], ids=["busy", "idle"])
def test_a_network_that_breaks_loses_the_device_alone(client: Any, way: str, is_idle: bool) -> None:
    """Row 279."""
    broken = WAYS[way]
    client.wait_for_workers(2)
    names = srt.dask.devices(client, silence=SILENCE)
    with srt.Runtime(devices=[*names, "cpu:0"]) as rt, Gate(rt) as gate:
        a, b, _ = rt.devices
        x, y = ones(rt, a), ones(rt, b)
        stream = a.stream()
        if not is_idle:
            for _ in range(100):
                stream.launch(axpy, x, x, alpha=1.0)
        stream.sync()
        gate.hold(stream)
        pending = stream.launch(axpy, x, x, alpha=1.0)
        place = place_of(a)
        broken.breaks()
        since = time.monotonic()
        try:
            reason = until_lost(a)
            took = time.monotonic() - since
            print(f"{way}: told after {took:.2f} s, silence is {SILENCE} s: {reason}")
        finally:
            gate.open()
        try:
            with pytest.raises(DeviceLostError, match=broken.words):
                pending.sync()
            b.stream().launch(axpy, y, y, alpha=1.0)
            assert np.asarray(y).tolist() == [2.0] * N
        finally:
            broken.mends()
        until_back(a, 1)
        a.stream().fill(x, 3.0)
        b.stream().copy(y, x)
        assert np.asarray(y).tolist() == [3.0] * N
        assert b.epoch == 0
        until(lambda: place not in places())


def test_a_worker_that_starts_again_at_the_same_address_is_another_epoch(client: Any) -> None:
    """Row 274."""
    client.wait_for_workers(2)
    names = srt.dask.devices(client, silence=60.0)
    with srt.Runtime(devices=names) as rt:
        a, b = rt.devices
        x, y = ones(rt, a), ones(rt, b)
        x.sync()
        before = names[0].backend.workers[0].address
        os.kill(places()[place_of(a)], 9)
        until_lost(a)
        until_back(a, 1)
        assert names[0].backend.workers[0].address == before
        with pytest.raises((DeviceLostError, DependencyError)):
            np.asarray(x)
        a.stream().fill(x, 2.0)
        b.stream().copy(y, x)
        assert np.asarray(y).tolist() == [2.0] * N


def test_a_partition_between_two_workers_fails_the_copy_alone(client: Any) -> None:
    """Row 280."""
    client.wait_for_workers(2)
    names = srt.dask.devices(client, silence=SILENCE)
    with srt.Runtime(devices=names) as rt:
        a, b = rt.devices
        x, y, z = ones(rt, a), ones(rt, b), ones(rt, b)
        b.stream().copy(y, x).sync()
        for between, space in ((SECOND, FIRST), (FIRST, SECOND)):
            ip(f"route add blackhole {between}/32", SPACES[space])
        try:
            pull = b.stream().copy(y, x)
            reader = b.stream().launch(axpy, y, ones(rt, b), alpha=1.0)
            well = [s.launch(axpy, v, v, alpha=1.0) for s, v in ((a.stream(), x), (b.stream(), z))]
            for each in well:
                each.sync()
            with pytest.raises(DeviceLostError, match="cannot be reached"):
                pull.sync()
            with pytest.raises(DependencyError):
                reader.sync()
        finally:
            for between, space in ((SECOND, FIRST), (FIRST, SECOND)):
                ip(f"route del blackhole {between}/32", SPACES[space])
        assert (a.epoch, b.epoch) == (0, 0)
        b.stream().copy(y, x).sync()
        assert np.asarray(y).tolist() == [2.0] * N
