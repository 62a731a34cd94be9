"""Links step by step: when the copies of a place that lies are over."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from random import Random

import numpy as np
import pytest
from shared.wire.simulated_place import RESULT, fold, results
from shared.wire.simulated_wire import Network, SimulatedLink

import streamrt as srt
from streamrt._backends.dask import backend
from streamrt._backends.dask.frames import RESULTS, BrokenError
from streamrt._backends.dask.greeting import RESULTS as RESULTS_ROLE
from streamrt._native.core import DONE, FAILED
from streamrt._native.loss import Told
from streamrt._native.queue import NativeQueue
from streamrt.errors import DeviceLostError, KernelError

PATIENCE = 3600.0


def _until(condition: Callable[[], object], step: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        step()
        assert time.monotonic() < deadline


def _say(link: SimulatedLink, channel: int, value: int, state: int) -> None:
    """Has the place say how an execution ended, whatever it did."""
    packed = results(channel, value, [RESULT.pack(0, 0, 0, 0, state == FAILED, state)])
    link.arrived(RESULTS_ROLE, RESULTS, packed)


def _is_said(link: SimulatedLink, channel: int, value: int, state: int) -> bool:
    """The same; False while the record was handed over and not sent."""
    try:
        _say(link, channel, value, state)
    except BrokenError:
        return False
    return True


def test_a_copy_is_over_only_when_no_thread_uses_its_memory_whatever_the_place_says() -> None:
    """Row 284: the array would be freed, and a thread would go on reading, or writing, there."""
    network = Network(Random(1), 1)
    names = network.devices()
    with srt.Runtime(devices=names) as rt:
        y = rt.put(np.ones(1000, "u8"))
        (worker,) = network.workers
        link = worker.link
        assert link is not None
        _until(lambda: not link._parcels.empty(), link.send_news)
        (queue,) = names[0].backend.opened[0]._queues
        _say(link, 0, 1, DONE)
        assert queue.timeline.completed == 0
        parcel = link._parcels.get()
        assert parcel is not None
        link.send_parcel(*parcel)
        assert queue.timeline.completed == 1

        fetched = y.fetch()
        landing, nbytes = link._landing, y.nbytes
        _until(lambda: landing.find(1, 1, nbytes), link.send_news)
        _until(lambda: _is_said(link, 1, 1, FAILED), link.send_news)
        assert not fetched.done()
        assert not landing.find(1, 1, nbytes)  # the same bytes do not come twice
        landing.land(1, 1)
        with pytest.raises(KernelError):
            fetched.sync()
        network.forget()


def test_a_queue_that_opens_while_its_device_is_lost_refuses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Row 287: its work would be failed by nobody, because all that was pending has failed."""
    monkeypatch.setattr(backend, "AGAIN", 0.0)
    network = Network(Random(1), 1)
    with srt.Runtime(devices=network.devices()) as rt:
        y = rt.empty((1,), "u8")
        stream = rt.device().stream()
        open_late = NativeQueue._open

        def lose_and_open(queue: NativeQueue) -> None:
            if not network.workers[0].is_lost:
                network.workers[0].lose()
                told = threading.Event()
                rt._engine.lost.append(partial(_tell, told))
                rt._engine.waiters.wake_thread()
                assert told.wait(PATIENCE)
            open_late(queue)

        monkeypatch.setattr(NativeQueue, "_open", lose_and_open)
        with pytest.raises(DeviceLostError, match="its wire was cut"):
            stream.launch(fold, y, k=1).sync()


def _tell(told: threading.Event) -> Told:
    told.set()
    return Told("nothing", "nothing", 0, None)
