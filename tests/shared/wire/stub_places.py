"""Stub places: threads of this process that speak the protocol behind real connections.

    stubs = [Stub(), Stub()]
    with srt.Runtime(devices=devices_of(stubs)) as rt: ...

A subclass does harm where it wants: `send` has every frame in its hands.
"""

from __future__ import annotations

import socket
import threading
import time
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from contextlib import suppress

from shared.wire.simulated_place import Record, SimulatedPlace, results

import streamrt as srt
from streamrt._backends.dask.backend import DaskBackend, WorkerDevice
from streamrt._backends.dask.frames import (
    ANSWER,
    DATA,
    PARCEL,
    REQUEST,
    RESULTS,
    WORDS,
    BrokenError,
    Bytes,
    Connection,
)
from streamrt._backends.dask.greeting import COMMANDS, DOWN, UP, hear_hello
from streamrt._backends.dask.greeting import RESULTS as RESULTS_ROLE
from streamrt._backends.dask.link import Endpoint
from streamrt._backends.dask.starter import WorkerInfo

PATIENCE = 3600.0
MEMORY = 1 << 20


class Stub:
    """A place that does all that it should; it never beats, so devices must be patient.

    Attributes:
        place: what it knows and says.
        connections: those of the device, by role.
        is_over: set when the device has gone, or the place has.
    """

    def __init__(self) -> None:
        self.place: SimulatedPlace = SimulatedPlace()
        self.connections: dict[int, Connection] = {}
        self.is_over = threading.Event()
        self._came: dict[tuple[int, int], bytes] = {}
        self._pending: dict[int, deque[Record]] = defaultdict(deque)
        self._lock = threading.Lock()
        self._listener: socket.socket | None = None
        self._counting = threading.Lock()
        self._threads = 0  # that may use the connections

    # -- what a subclass changes ----------------------------------------------------------------

    def send(self, role: int, kind: int, *parts: Bytes) -> None:
        """Sends a frame to the device."""
        self.connections[role].send(kind, *parts)

    def welcome(self, role: int, there: Connection) -> None:
        """Answers the greeting of a connection."""
        del role
        SimulatedPlace.welcome(now=time.monotonic_ns()).send(there)

    def accept(self, listener: socket.socket) -> None:
        """Takes the four connections, and starts to serve."""
        for _ in range(4):
            there = Connection(listener.accept()[0])
            hello = hear_hello(there)
            self.connections[hello.role] = there
            self.welcome(hello.role, there)
        self.start(self._read_bytes)
        self.obey()

    # -- serving --------------------------------------------------------------------------------

    def listen(self) -> Endpoint:
        """Begins to listen; returns where."""
        self._listener = listener = socket.create_server(("127.0.0.1", 0))
        self.start(lambda: self.accept(listener))
        return Endpoint("127.0.0.1", listener.getsockname()[1], bytes(16), None)

    def start(self, work: object) -> None:
        """Starts a thread, with whose end all connections end."""

        def run() -> None:
            try:
                assert callable(work)
                work()
            except (BrokenError, OSError):  # as it should be: one side has gone
                pass
            finally:
                self.end()
                self._leave()

        self._threads += 1
        threading.Thread(target=run, daemon=True).start()

    def _leave(self) -> None:
        with self._counting:
            self._threads -= 1
            if not self._threads:
                for each in self.connections.values():
                    each.free()

    def end(self) -> None:
        """Ends all connections."""
        assert self._listener is not None
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes a thread that accepts
        self._listener.close()
        for each in list(self.connections.values()):
            each.close()
        self.is_over.set()

    def obey(self) -> None:
        """Does what the device says."""
        commands = self.connections[COMMANDS]
        while True:
            kind, count = commands.receive()
            self.obey_frame(kind, commands.take(count, count))

    def obey_frame(self, kind: int, body: bytes) -> None:
        """Does what one frame says."""
        if kind == REQUEST:
            self.send(RESULTS_ROLE, ANSWER, self.place.answer(body))
        elif kind == WORDS:
            with self._lock:
                for record in self.place.records(body):
                    self._pending[record.channel].append(record)
                self._run()

    def _read_bytes(self) -> None:
        up = self.connections[UP]
        while True:
            _, count = up.receive()
            channel, _, value = PARCEL.unpack(up.take(PARCEL.size, count))
            came = up.take(count - PARCEL.size, count)
            with self._lock:
                self._came[channel, value] = came
                self._run()

    def _run(self) -> None:
        """Runs what can run; under the lock."""
        has_ended = True
        while has_ended:  # others may have waited for what has ended
            has_ended = False
            for channel, pending in self._pending.items():
                first, ended = self.place.run_channel(
                    pending, self._came, lambda data: self.send(DOWN, DATA, data),
                    time.monotonic_ns(),
                )  # fmt: skip
                if ended:
                    has_ended = True
                    self.send(RESULTS_ROLE, RESULTS, results(channel, first, ended))


class StubPlaces:
    """Starts stubs as places, each once."""

    def __init__(self, stubs: Sequence[Stub]) -> None:
        self._stubs = dict(enumerate(stubs))

    def workers(self) -> list[WorkerInfo]:
        """Returns a worker for each stub."""
        return [WorkerInfo(f"stub{i}", f"tcp://127.0.0.1:{i + 1}", MEMORY) for i in self._stubs]

    def start(self, wanted: Mapping[int, WorkerInfo]) -> dict[int, Endpoint]:
        """Has stubs listen; one that has served is gone for good.

        Raises:
            BackendNotFoundError: it has.
        """
        found: dict[int, Endpoint] = {}
        for index in wanted:
            stub = self._stubs[index]
            if stub._listener is not None:
                raise srt.errors.BackendNotFoundError(f"open stub{index}: it has served")
            found[index] = stub.listen()
        return found


def devices_of(stubs: Sequence[Stub], silence: float = PATIENCE) -> list[WorkerDevice]:
    """Returns the names of devices behind stubs."""
    places = StubPlaces(stubs)
    return DaskBackend(places, places.workers(), memory=MEMORY, silence=silence).names()
