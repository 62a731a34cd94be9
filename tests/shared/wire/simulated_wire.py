"""A network of simulated places, in virtual time: no sockets, no threads, and any number of them.

The device's half is the real one: devices, queues, links and what they believe. Whoever runs the
program moves the frames, by `Network.step`.
"""

from __future__ import annotations

import heapq
import io
import itertools
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from random import Random
from threading import RLock
from typing import Any, NamedTuple

from shared.wire.simulated_place import Record, SimulatedPlace, results

from streamrt._backends.dask.backend import DaskBackend, WorkerDevice
from streamrt._backends.dask.frames import (
    ANSWER,
    DATA,
    PARCEL,
    REQUEST,
    RESULTS,
    WORDS,
    BrokenError,
)
from streamrt._backends.dask.greeting import COMMANDS, DOWN, UP
from streamrt._backends.dask.greeting import RESULTS as RESULTS_ROLE
from streamrt._backends.dask.link import Greeted, Link
from streamrt._backends.dask.starter import WorkerInfo
from streamrt._backends.far.requests import Request

MEMORY = 1 << 20


class Network:
    """The clock, and what happens when.

    Attributes:
        now: the time in seconds.
        workers: all workers.
        place_time: the processor time in seconds that the simulation itself has taken.
    """

    def __init__(self, rng: Random, count: int, slow: int = 0) -> None:
        """Makes workers.

        Args:
            rng: draws the delays.
            count: the number of workers.
            slow: how many of them take 100 times as long for each launch.
        """
        self.now: float = 0.0
        self.place_time: float = 0.0
        self.workers: list[SimulatedWorker] = []
        self.lock = RLock()
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        for index in range(count):
            takes = rng.uniform(1e-6, 1e-5) * (100 if index < slow else 1)
            self.workers.append(SimulatedWorker(self, rng.uniform(1e-4, 5e-2), takes))

    def at(self, when: float, event: Callable[[], None]) -> None:
        """Has something happen at a time."""
        heapq.heappush(self._events, (when, next(self._numbers), event))

    def step(self) -> bool:
        """Has the next event happen; False if there is none."""
        with self.lock:
            if not self._events:
                return False
            when, _, event = heapq.heappop(self._events)
            self.now = max(self.now, when)
            event()
            return True

    def forget(self) -> None:
        """Drops all that is on its way."""
        self._events.clear()

    def devices(self) -> list[WorkerDevice]:
        """Returns the names of devices behind the workers."""
        places = _Places(self)
        infos = places.workers()
        return DaskBackend(places, infos, memory=MEMORY, silence=0.0, link=SimulatedLink).names()


class SimulatedWorker:
    """A worker with a place, at the other end of a wire with a delay.

    Attributes:
        place: the place.
        link: the device's link; None until that is opened.
        is_lost: whether nothing reaches it any more.
    """

    def __init__(self, network: Network, delay: float, takes: float) -> None:
        self.place: SimulatedPlace = SimulatedPlace()
        self.link: SimulatedLink | None = None
        self.is_lost = False
        self.network: Network = network
        self._delay = delay
        self._takes = takes
        self._free = 0.0  # when the place has done all that it knows of
        self._pending: dict[int, deque[tuple[float, Record]]] = defaultdict(deque)
        self._due: dict[int, deque[Record]] = defaultdict(deque)  # whose time has come
        self._came: dict[tuple[int, int], bytes] = {}

    def lose(self) -> None:
        """Cuts the wire."""
        self.is_lost = True
        if self.link is not None:
            self.link.end("its wire was cut")

    def sent(self, role: int, kind: int, body: bytes) -> None:
        """Takes a frame of the device on its way."""
        if self.is_lost:
            raise BrokenError("its wire was cut")
        self._later(self._delay, lambda: self._get(role, kind, body))

    def _later(self, delay: float, event: Callable[[], None]) -> None:
        self.network.at(self.network.now + delay, lambda: None if self.is_lost else event())

    def _get(self, role: int, kind: int, body: bytes) -> None:
        since = time.thread_time()
        now = self.network.now
        if kind == REQUEST:
            self._answer(RESULTS_ROLE, ANSWER, self.place.answer(body))
        elif kind == WORDS:
            for record in self.place.records(body):
                self._free = max(self._free, now) + self._takes
                self._pending[record.channel].append((self._free, record))
            self._later(self._free - now, self._run)
        elif kind == DATA:
            assert role == UP
            channel, _, value = PARCEL.unpack_from(body)
            self._came[channel, value] = body[PARCEL.size :]
            self._run()
        self.network.place_time += time.thread_time() - since

    def _run(self) -> None:
        since = time.thread_time()
        while sum(map(self._run_channel, list(self._pending))):
            pass  # others may have waited for what has ended
        self.network.place_time += time.thread_time() - since

    def _run_channel(self, channel: int) -> bool:
        """Runs what can run of a channel; returns whether something has ended."""
        pending, due = self._pending[channel], self._due[channel]
        while pending and pending[0][0] <= self.network.now:
            due.append(pending.popleft()[1])
        first, ended = self.place.run_channel(
            due, self._came, lambda data: self._answer(DOWN, DATA, data)
        )
        if ended:
            self._answer(RESULTS_ROLE, RESULTS, results(channel, first, ended))
        return bool(ended)

    def _answer(self, role: int, kind: int, body: bytes) -> None:
        def arrive() -> None:
            assert self.link is not None
            self.link.arrived(role, kind, body)

        self._later(self._delay, arrive)


class _End:
    """One of the connections of a link, on its side."""

    def __init__(self, worker: SimulatedWorker, role: int) -> None:
        self.worker = worker
        self.frame: tuple[int, bytes] = 0, b""
        self._role = role
        self._body = io.BytesIO()

    def send(self, kind: int, *parts: Any) -> None:
        if kind in (REQUEST, WORDS, DATA):
            self.worker.sent(self._role, kind, b"".join(parts))

    def receive(self) -> tuple[int, int]:
        kind, body = self.frame
        self._body = io.BytesIO(body)
        return kind, len(body)

    def take(self, count: int, most: int) -> bytes:
        assert count <= most, (count, most)
        return self._body.read(count)

    def take_into(self, memory: memoryview) -> None:
        self._body.readinto(memory)

    def allow(self, patience: float | None) -> None: ...

    def close(self) -> None: ...

    def free(self) -> None: ...


class SimulatedLink(Link):
    """A link without threads: the network, and whoever asks, take its steps."""

    @staticmethod
    def greet(endpoint: Any, timeout: float, silence: float, version: str) -> Greeted:
        del timeout, silence
        ends: Any = {role: _End(endpoint.worker, role) for role in range(4)}
        return Greeted(ends, SimulatedPlace.welcome(version), 0)

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._ends: Any = self._connections
        self.worker: SimulatedWorker = self._ends[COMMANDS].worker
        self.worker.link = self

    def start(self) -> None:
        """Does nothing."""

    def ask(self, request: Request) -> tuple[int, str]:
        """Has the network go on until the place has answered."""
        self.post(request)
        while not request.is_over:
            self.pump()
            self.worker.network.step()
        return request.wait()

    def pump(self) -> bool:
        """Puts on the wire what was published; returns whether there was something."""
        try:
            has_news = not self._is_over and self.send_news()
            while not self._parcels.empty():
                parcel = self._parcels.get()
                if parcel is not None:
                    self.send_parcel(*parcel)
        except BrokenError as error:
            self.end(str(error))
            return True
        return has_news

    def arrived(self, role: int, kind: int, body: bytes) -> None:
        """Takes a frame of the place."""
        self._ends[role].frame = kind, body
        (self.hear if role == RESULTS_ROLE else self.receive_parcel)()


class _Endpoint(NamedTuple):
    worker: SimulatedWorker
    host: str = "simulated"
    port: int = 1
    nonce: bytes = bytes(16)


class _Places:
    """Starts the places of a network; a worker that is lost does not come back."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def workers(self) -> list[WorkerInfo]:
        alive = [(i, of) for i, of in enumerate(self._network.workers) if not of.is_lost]
        return [WorkerInfo(f"w{i}", f"sim://{i}:1", MEMORY) for i, _ in alive]

    def start(self, wanted: Mapping[int, WorkerInfo]) -> Any:
        return {index: _Endpoint(self._network.workers[index]) for index in wanted}
