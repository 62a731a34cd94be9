"""Eight workers at once: they are opened beside each other, all work, and nothing is left."""

from __future__ import annotations

import time

import numpy as np
import pytest
from shared.workers.dask_workers import (
    PATIENT,
    distributed,
    link_threads,
    local_cluster,
    ones,
    places,
    until,
)

import streamrt as srt
from streamrt_kernels import axpy

WORKERS = 8


@pytest.mark.dask
def test_eight_workers_are_opened_and_closed() -> None:
    """It prints what opening takes, with `-s`; a machine that is idle needs less than 3 s."""
    with local_cluster(WORKERS) as cluster, distributed.Client(cluster) as client:
        client.wait_for_workers(WORKERS)
        begun = time.monotonic()
        names = srt.dask.devices(client, silence=PATIENT)
        started = time.monotonic()
        with srt.Runtime(devices=names) as rt:
            devices = rt.devices
            opened = time.monotonic()
            print(f"{WORKERS} places: {started - begun:.2f} s, opened: {opened - started:.2f} s")
            assert [device.name for device in devices] == [f"dask+cpu:{n}" for n in range(WORKERS)]
            total = ones(rt, devices[0])
            for device in devices[1:]:
                part = ones(rt, device)
                device.stream().copy(part, total)
                device.stream().launch(axpy, ones(rt, device), part, alpha=1.0)
                total = part
            assert np.asarray(total).tolist() == [float(WORKERS)] * 16
            assert len(places()) == WORKERS
        until(lambda: not places())
        until(lambda: not link_threads())
