"""A Dask cluster for tests, and what a test asks about its workers, their places, and the links."""

from __future__ import annotations

import os
import signal
import socket
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import streamrt as srt
from streamrt._backends.dask.backend import DaskBackend, WorkerDevice
from streamrt._backends.dask.device import DaskDevice
from streamrt._native.loss import FOR_EVER

distributed: Any = pytest.importorskip("distributed")

PATIENT = 60.0
"""Seconds of silence, where a test is not about silence: the machine may be loaded."""

Array = np.ndarray[Any, Any]

os.environ.setdefault("STREAMRT_TESTS", str(os.getpid()))
MARK = f"STREAMRT_TESTS={os.environ['STREAMRT_TESTS']}"
"""It is in the environment of all processes that come of this one, also of orphans."""


def local_cluster(workers: int, **options: Any) -> Any:
    """Starts workers with nannies, each a process; `close` ends them."""
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        dashboard_address=":0",
        silence_logs=50,
        **options,
    )


def until(condition: Callable[[], object], seconds: float = 120.0) -> None:
    """Waits for a condition that comes by itself; a machine under load may need long."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.005)


def ones(rt: srt.Runtime, device: srt.Device, count: int = 16) -> srt.Buffer:
    return rt.put(np.ones(count, np.float32), device=device)


# -- devices, links and places ------------------------------------------------------------------


def backend_of(names: list[WorkerDevice]) -> DaskBackend:
    return names[0].backend


def inner(device: srt.Device) -> DaskDevice:
    return cast("DaskDevice", device._state.backend)


def traffic(device: srt.Device) -> tuple[int, int]:
    """The bytes that a device's connections have sent and received, as the system counts them."""
    sent = received = 0
    for connection in inner(device)._link._connections.values():
        info = connection.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 136)
        acked, got = struct.unpack_from("<QQ", info, 120)  # tcpi_bytes_acked, tcpi_bytes_received
        sent, received = sent + acked, received + got
    return sent, received


def commands(device: srt.Device) -> int:
    """How many bytes of records a device has had sent."""
    connection = inner(device)._link._connections[0]
    info = connection.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 136)
    (sent,) = struct.unpack_from("<Q", info, 120)
    return int(sent)


def link_threads(name: str = "dask+cpu") -> list[str]:
    """The threads that links and queues of such devices have."""
    return [each.name for each in threading.enumerate() if each.name.startswith(name)]


def places() -> dict[int, int]:
    """The processes of places that come of this process and live, and their parents."""
    found: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            is_place = b"streamrt._backends.dask.main" in (entry / "cmdline").read_bytes()
            is_place = is_place and MARK.encode() in (entry / "environ").read_bytes().split(b"\0")
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
        except OSError:  # it has just ended
            continue
        if is_place and state != "Z":
            found[int(entry.name)] = int(parent)
    return found


def place_of(device: srt.Device) -> int:
    """The process of a device's place."""
    port = f":{inner(device)._endpoint.port:04X} "
    for pid in places():
        sockets: set[str] = set()
        for each in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):  # it has just been closed
                sockets.add(os.readlink(each))
        for line in Path(f"/proc/{pid}/net/tcp").read_text().splitlines()[1:]:
            local, state, inode = (line.split()[at] for at in (1, 3, 9))
            is_listener = state == "0A" and f"{local} ".endswith(port)
            if is_listener and f"socket:[{inode}]" in sockets:
                return pid
    raise AssertionError(f"{device.name} has no place")


def kill_place(device: srt.Device) -> None:
    os.kill(place_of(device), signal.SIGKILL)


def worker_of(device: srt.Device) -> int:
    """The process of the worker that a device's place is a child of."""
    return places()[place_of(device)]


# -- losses -------------------------------------------------------------------------------------


def until_lost(device: srt.Device) -> str:
    """Waits until a device is lost; returns the reason, which names the worker."""
    loss = inner(device)._loss
    before = loss._last
    until(lambda: loss.reason or loss._last != before)
    return str(loss._last)


def until_back(device: srt.Device, epoch: int) -> None:
    """Waits until a device has reached an epoch, unless it is lost for ever."""
    loss = inner(device)._loss
    until(lambda: device.epoch == epoch or loss.remedy == FOR_EVER)
    assert device.epoch == epoch, loss.reason
