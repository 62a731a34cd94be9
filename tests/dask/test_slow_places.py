"""Places that are slow or stop reading: what waits for them here is bounded, and others go on."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest
from shared.wire.simulated_place import HEAD, fold, folded
from shared.wire.stub_places import PATIENCE, Stub, devices_of

import streamrt as srt
from streamrt._backends.dask import backend, link
from streamrt._backends.dask.frames import RESULTS, WORDS, Bytes
from streamrt._backends.dask.greeting import COMMANDS
from streamrt.errors import DeviceLostError, QueueFullError

LIMIT = 20_000
CREDIT = 1024 + 1  # CHANNEL_CREDIT in channel.h, and the copy to the buffer


class Stopping(Stub):
    """A place that stops to read what it is told, when it is asked to.

    Attributes:
        most: the most records that it had and had not answered.
    """

    def __init__(self) -> None:
        super().__init__()
        self.most = self._owed = 0
        self.stops = threading.Event()
        self.goes_on = threading.Event()

    def obey(self) -> None:
        commands = self.connections[COMMANDS]
        while True:
            kind, count = commands.receive()
            body = commands.take(count, count)
            if kind == WORDS:
                self._owed += sum(each.is_submission for each in self.place.records(body))
                if self.stops.is_set():
                    self.goes_on.wait(PATIENCE)
            self.obey_frame(kind, body)

    def send(self, role: int, kind: int, *parts: Bytes) -> None:
        if kind == RESULTS:
            _, count, _ = HEAD.unpack_from(parts[0])
            self.most, self._owed = max(self.most, self._owed), self._owed - count
        super().send(role, kind, *parts)


def _launches(stream: srt.Stream, y: srt.Buffer, k: int) -> bool:
    """Launches; False if the queue is full."""
    try:
        stream.launch(fold, y, k=k)
    except QueueFullError:
        return False
    return True


class Mute(Stub):
    """A place that beats, and answers nothing."""

    def send(self, role: int, kind: int, *parts: Bytes) -> None:
        del role, kind, parts


@pytest.fixture(autouse=True)
def stubs_serve_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "AGAIN", 0.0)


@pytest.fixture
def stopping() -> Iterator[Stopping]:
    stub = Stopping()
    yield stub
    stub.goes_on.set()


def test_a_place_that_stops_reading_is_owed_no_more_than_its_credit(stopping: Stopping) -> None:
    """Row 286: what waits is refused at the limit of the queue, as on cpu:0, and others go on."""
    names = devices_of([stopping, Stub()])
    with srt.Runtime(devices=names, queue_limit=LIMIT) as rt:
        slow, other = rt.devices
        y, z = rt.put(np.zeros(1, "u8"), slow), rt.put(np.zeros(1, "u8"), other)
        stream, wanted = slow.stream(), 0
        stream.launch(fold, y, k=0).sync()
        stopping.stops.set()
        count = 0
        while _launches(stream, y, count):
            wanted, count = folded(wanted, count), count + 1
        assert LIMIT <= count <= LIMIT + 1
        elsewhere, on = 0, other.stream()
        for k in range(2000):
            on.launch(fold, z, k=k)
            elsewhere = folded(elsewhere, k)
        assert int(np.asarray(z)[0]) == elsewhere
        stopping.goes_on.set()
        assert int(np.asarray(y)[0]) == wanted
    assert stopping.most <= CREDIT


def test_a_place_that_beats_and_answers_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Row 287."""
    monkeypatch.setattr(link, "ANSWERING", 0.2)
    with (
        srt.Runtime(devices=devices_of([Mute()])) as rt,
        pytest.raises(DeviceLostError, match="it has not answered a request for 0\\.2 seconds"),
    ):
        rt.put(np.zeros(1, "u8"))
