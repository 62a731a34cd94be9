"""Clusters that Dask's command line has started, with TLS and without."""

from __future__ import annotations

import os
import signal
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from shared.workers.dask_commands import Certificates, make_certificates, scheduler, worker
from shared.workers.dask_workers import (
    PATIENT,
    distributed,
    inner,
    local_cluster,
    ones,
    places,
    until,
    until_lost,
)

import streamrt as srt
from streamrt._backends.dask.frames import BrokenError, Connection
from streamrt._backends.dask.greeting import COMMANDS, Hello, hear_welcome
from streamrt.errors import DeviceLostError
from streamrt_kernels import axpy

N = 16


def check_works(rt: srt.Runtime) -> None:
    """Both devices compute, and copy to each other."""
    a, b = rt.devices
    y = ones(rt, a)
    a.stream().launch(axpy, ones(rt, a), y, alpha=2.0)
    b.stream().copy(z := ones(rt, b), y)
    b.stream().launch(axpy, z, z, alpha=1.0)
    assert np.asarray(z).tolist() == [6.0] * N


def refused(device: srt.Device, context: ssl.SSLContext | None, nonce: bytes) -> str:
    """How a stranger, who may even know the nonce, is refused by a place."""
    endpoint = inner(device)._endpoint
    spoken = socket.create_connection((endpoint.host, endpoint.port), 60)
    try:
        if context is not None:
            spoken = context.wrap_socket(spoken)
        there = Connection(spoken)
        Hello(COMMANDS, nonce, 1.0, srt.__version__).send(there)
        hear_welcome(there)
    except (BrokenError, OSError) as error:
        return f"{type(error).__name__}: {error}"
    finally:
        spoken.close()
    return ""


def unsigned() -> ssl.SSLContext:
    found = ssl.create_default_context()
    found.check_hostname = False
    found.verify_mode = ssl.CERT_NONE
    return found


def check_strangers(device: srt.Device) -> None:
    """Without a certificate nobody gets an answer; the device goes on."""
    nonce = inner(device)._endpoint.nonce
    for context in (None, unsigned()):
        assert refused(device, context, nonce)


@pytest.mark.dask
def test_tls_with_certificates_for_one_session() -> None:
    """Row 277."""
    security = distributed.Security.temporary()
    with (
        local_cluster(2, security=security) as cluster,
        distributed.Client(cluster) as client,
        srt.Runtime(devices=srt.dask.devices(client, silence=PATIENT)) as rt,
    ):
        check_works(rt)
        for device in rt.devices:
            for each in inner(device)._link._connections.values():
                assert isinstance(each.socket, ssl.SSLSocket)
            check_strangers(device)
        check_works(rt)
        assert [device.epoch for device in rt.devices] == [0, 0]


@pytest.fixture(params=[pytest.param("tcp", marks=pytest.mark.dask), "tls"])
def tls(request: pytest.FixtureRequest, tmp_path: Path) -> Certificates | None:
    return make_certificates(tmp_path / "tls") if request.param == "tls" else None


class Cluster:
    """A scheduler and two workers by command line, and a client."""

    def __init__(self, tls: Certificates | None, folder: Path) -> None:
        options = [] if tls is None else [*tls.options(), "--protocol", "tls"]
        self.scheduler, self.address = scheduler(*options)
        own = [] if tls is None else [*tls.options(), "--no-nanny"]
        local = ("--local-directory", str(folder))
        self.workers = [worker(self.address, name, *own, *local) for name in ("one", "two")]
        self.client = distributed.Client(self.address, security=tls and tls.security())
        self.client.wait_for_workers(2)

    def close(self) -> None:
        self.client.close()
        for each in (*self.workers, self.scheduler):
            each.end()


@pytest.fixture
def cluster(tls: Certificates | None, tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tls, tmp_path)
    yield found
    found.close()


def test_a_cluster_of_the_command_line(cluster: Cluster, tls: Certificates | None) -> None:
    """Rows 277 and 278: a worker that is retired, and a scheduler that is gone."""
    names = srt.dask.devices(cluster.client, silence=PATIENT)
    assert [name.worker for name in names] == ["one", "two"]
    with srt.Runtime(devices=names) as rt:
        check_works(rt)
        a, b = rt.devices
        if tls is not None:
            check_strangers(a)
        kept = ones(rt, b)
        cluster.client.retire_workers([names[0].address], close_workers=True)
        assert "the worker one at" in until_lost(a)
        with pytest.raises(DeviceLostError, match="worker one"):
            a.stream().launch(axpy, ones(rt, a), ones(rt, a), alpha=1.0)
        os.killpg(cluster.scheduler.process.pid, signal.SIGSTOP)
        b.stream().launch(axpy, kept, kept, alpha=1.0).sync()
        assert np.asarray(kept).tolist() == [2.0] * N, "the scheduler is asked for nothing"
        assert b.epoch == 0
        os.killpg(cluster.scheduler.process.pid, signal.SIGKILL)
        assert "the worker two at" in until_lost(b), "Dask ends workers without a scheduler"
    until(lambda: not places())
