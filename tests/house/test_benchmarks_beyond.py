"""The benchmark of two workers: its stencils, its checks, its relay and its stub places."""

from __future__ import annotations

import socket
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).resolve().parents[2]))

import streamrt as srt
from benchmarks.ours.beyond import arrays
from benchmarks.peers import with_ray
from benchmarks.work.beyond import clusters, processes, tasks


@pytest.fixture
def _small_plate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "ROWS", 24)
    monkeypatch.setattr(tasks, "COLUMNS", 9)
    monkeypatch.setattr(tasks, "compiled_step", lambda: tasks._step)


@pytest.mark.usefixtures("_small_plate")
async def test_the_stencils_over_two_workers_compute_the_same_as_numpy() -> None:
    """streamrt's on two simulated devices; Ray's without Ray."""
    with srt.Runtime(["sim:0", "sim:1"]) as rt:
        plates = arrays._Plates(rt)
        await plates.run(6, with_halos=True)
        ours = await plates.border(8)
        await plates.run(1, with_halos=False)  # the step after this one would be wrong
        await plates.run(1, with_halos=False)
        wrong = await plates.border(8)
    above, below = with_ray.Part(upper=True), with_ray.Part(upper=False)
    a, b = above.edge(), below.edge()
    for _ in range(6):
        a, b = above.step(b), below.step(a)
    tasks.checked_steps(ours, 6)
    tasks.checked_steps(np.concatenate([above.rows(-9, -1), below.rows(1, 9)]), 6)
    with pytest.raises(AssertionError):
        tasks.checked_steps(wrong, 8)


def test_a_chain_that_lost_an_operation_is_refused() -> None:
    first = float(tasks.chain(np.float32(0.5)))
    tasks.checked_chain(first)
    with pytest.raises(RuntimeError, match="the chain made"):
        tasks.checked_chain(first / float(tasks.FACTOR))


def test_the_relay_holds_bytes_up_and_keeps_their_order() -> None:
    sent = bytes(range(256)) * 4096

    def echo() -> None:
        there, _ = listener.accept()
        with there:
            while piece := there.recv(1 << 16):
                there.sendall(piece)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=echo, daemon=True).start()
        with (
            processes.beside("delay", "127.0.0.1", listener.getsockname()[1], 40) as port,
            socket.create_connection(("127.0.0.1", int(port)), 60) as here,
        ):
            began = time.perf_counter()
            here.sendall(sent[:1])
            assert here.recv(1) == sent[:1]
            assert time.perf_counter() - began >= 0.08
            threading.Thread(target=here.sendall, args=(sent,), daemon=True).start()
            found = b""
            while len(found) < len(sent):
                found += here.recv(1 << 16)
    assert found == sent


@pytest.mark.skipif(sys.platform != "linux", reason="Linux only")
def test_stub_places_are_opened_as_devices() -> None:
    with clusters.stubs(3) as client:
        names = srt.dask.devices(client, memory=1 << 24, silence=60.0)
        with srt.Runtime(names) as rt:
            assert [stream.device.name for stream in (d.stream() for d in rt.devices)] == names
