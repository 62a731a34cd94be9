"""The link of a device to its place: four connections, each with a thread.

1. What users' threads submit goes to the channels; the sender takes it from there, as much as there
   is, so the load of one frame grows with the traffic. Requests go before the records that were
   published after them. Nobody waits for an answer, except for that of a request.
2. What comes is believed as little as mirror.h believes a place. Lengths are what was asked for, a
   frame that makes no sense ends the link, and texts are cut and escaped. No address comes at all.
3. A link that ends, or is silent for too long, loses the device. It is never mended: nobody could
   know what was done.
4. Memory of this process that the place reads or writes belongs to the link's threads until they
   have left. So a loss waits for them (`part`) before that memory may be used for something else.
"""

from __future__ import annotations

import itertools
import os
import queue
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from streamrt._backends.dask.frames import (
    ANSWER,
    BEAT,
    DATA,
    LEAVING,
    MOST_RESULTS,
    MOST_TEXT,
    PARCEL,
    REQUEST,
    RESULTS,
    VERSION,
    WORDS,
    BrokenError,
    Connection,
    plain,
)
from streamrt._backends.dask.greeting import COMMANDS, DOWN, UP, Hello, Welcome, hear_welcome
from streamrt._backends.dask.greeting import RESULTS as RESULTS_ROLE
from streamrt._backends.dask.peers import connected
from streamrt._backends.far.mapping import view
from streamrt._backends.far.requests import Request
from streamrt._interrupts import from_handler
from streamrt._native.core import Core
from streamrt._native.loss import RECOVERING
from streamrt._native.relay import Landing, Outbox
from streamrt._native.threads import Worker
from streamrt.errors import DeviceLostError

ANSWERING = 60.0
"""Seconds that a place gets to answer a request."""

STALLED = 30.0
"""Seconds in which a place must take what it is told; it may load code meanwhile."""

PARTING = 10.0
"""Seconds that the threads of a link get to leave; they wait for nothing then."""


class Endpoint(NamedTuple):
    """A place that was started, and that no device has opened yet.

    Attributes:
        host, port: where it listens.
        nonce: what it was started with.
        context: the TLS context; None without TLS.
    """

    host: str
    port: int
    nonce: bytes
    context: ssl.SSLContext | None


class Greeted(NamedTuple):
    """The connections to a place, by role, with its answer."""

    connections: dict[int, Connection]
    welcome: Welcome
    offset: int  # ns to add to the place's clock


def greet(endpoint: Endpoint, timeout: float, silence: float, version: str) -> Greeted:
    """Opens the connections to a place.

    Args:
        endpoint: the place.
        timeout: seconds for each connection.
        silence: seconds without a frame after which one side takes the other for lost.
        version: streamrt's version.

    Raises:
        BrokenError: it cannot be reached, or refuses.
    """
    found: dict[int, Connection] = {}
    try:
        for role in (COMMANDS, RESULTS_ROLE, UP, DOWN):
            there = connected(endpoint.host, endpoint.port, endpoint.context, timeout, timeout)
            found[role] = there
            asked = time.monotonic_ns()
            Hello(role, endpoint.nonce, silence, version).send(there)
            welcome = hear_welcome(there)
            offset = (asked + time.monotonic_ns()) // 2 - welcome.now
            if welcome.refusal:
                raise BrokenError(welcome.refusal)
            if welcome.protocol != VERSION:
                raise BrokenError(
                    f"it has streamrt {welcome.version}, which speaks version {welcome.protocol} "
                    f"of the protocol; this is streamrt {version}, with {VERSION}; install the "
                    "same release on both"
                )
    except BaseException:
        for each in found.values():
            each.close()
            each.free()
        raise
    return Greeted(found, welcome, offset)


class Link:
    """The connections to a place, and the threads that use them."""

    greet: Callable[[Endpoint, float, float, str], Greeted] = staticmethod(greet)

    def __init__(
        self,
        native: Core,
        far: int,
        name: str,
        greeted: Greeted,
        silence: float,
        lost: Callable[[str], object],
        answered: Callable[[Request], object],
    ) -> None:
        """Takes the connections over; `start` begins.

        Args:
            native: the native core.
            far: the core's handle of the device.
            name: the name of the device, for threads and messages.
            greeted: the connections.
            silence: seconds without a frame after which the place is taken for lost.
            lost: told why the device is lost.
            answered: told of each request that was answered, before its answer is there.
        """
        self._answered = answered
        self._native = native
        self._far = far
        self._name = name
        self._lost = lost
        self._connections = greeted.connections
        self._outbox = Outbox(native, far, silence / 4)
        self._landing = Landing(native, far, greeted.offset)
        self._results = bytearray(1 << 16)
        self._requests: deque[tuple[int, Request]] = deque()
        self._asked: dict[int, Request] = {}
        self._numbers = itertools.count(1)
        self._parcels: queue.SimpleQueue[tuple[int, int, int, int] | None] = queue.SimpleQueue()
        self._is_over = False
        self._why: str | None = ""
        self._lock = threading.Lock()
        self._owner = os.getpid()
        greeted.connections[RESULTS_ROLE].allow(silence)
        greeted.connections[COMMANDS].allow(STALLED)
        for role in (UP, DOWN):  # bytes may wait for kernels
            greeted.connections[role].allow(None)
        self._workers = [
            Worker(partial(self._guarded, work), f"{name}.{role}")
            for role, work in (
                ("results", self._hear), ("words", self._speak), ("up", self._send_bytes),
                ("down", self._receive_bytes),
            )
        ]  # fmt: skip

    def start(self) -> None:
        """Starts the threads.

        Raises:
            ResourceError: the system has no room for another thread.
        """
        for worker in self._workers:
            worker.start()

    # -- requests -------------------------------------------------------------------------------

    def ask(self, request: Request) -> tuple[int, str]:
        """Has a request sent, and waits for the answer: its status and text.

        Raises:
            DeviceLostError: the link has ended.
        """
        self.post(request)
        if not request.await_end(ANSWERING):
            self.end(f"it has not answered a request for {ANSWERING:g} seconds")
        return request.wait()

    def post(self, request: Request) -> None:
        """Has a request sent, without waiting."""
        number = next(self._numbers)
        if os.getpid() != self._owner:
            request.end(DeviceLostError(f"{self._name} belongs to the process that was forked"))
            return
        with self._lock:
            if not self._is_over:
                self._asked[number] = request
                self._requests.append((number, request))
        if number in self._asked:
            self._native.wake_taker_of(self._far)
        elif not request.is_over:
            request.end(self._gone())

    def _gone(self) -> DeviceLostError:
        if not self._why:
            return DeviceLostError(f"ask {self._name}: it was closed; open another runtime")
        return DeviceLostError(f"ask {self._name}: it is lost: {self._why}; {RECOVERING}")

    # -- threads --------------------------------------------------------------------------------

    def _guarded(self, work: Callable[[], object]) -> None:
        try:
            work()
        except BrokenError as error:
            self.end(str(error))
        except Exception as error:
            if from_handler(error):
                raise
            self.end(f"its link failed: {type(error).__name__}: {error}")

    def _speak(self) -> None:
        while not self._is_over:
            self.send_news()

    def send_news(self) -> bool:
        """Sends requests and records, or a beat when there are none; returns whether there were.

        Raises:
            BrokenError: nobody reads them.
        """
        commands = self._connections[COMMANDS]
        words, parcels = self._outbox.take()
        has_news = bool(words)
        while (waiting := self._next_request()) is not None:
            number, request = waiting
            head = number.to_bytes(4, "little") + bytes([request.kind])
            commands.send(REQUEST, head + request.body)
            has_news = True
        if words:
            commands.send(WORDS, words)
        for parcel in parcels:
            self._parcels.put(parcel)
        if not has_news:
            commands.send(BEAT)
        return has_news

    def _next_request(self) -> tuple[int, Request] | None:
        with self._lock:
            return self._requests.popleft() if self._requests else None

    def _hear(self) -> None:
        while True:
            self.hear()

    def hear(self) -> None:
        """Takes one frame of results, or an answer.

        Raises:
            BrokenError: there is none, or it has no sense.
        """
        results = self._connections[RESULTS_ROLE]
        kind, count = results.receive()
        if kind == RESULTS:
            if count > MOST_RESULTS:
                raise BrokenError(f"it sent results of {count} bytes")
            if count > len(self._results):
                self._results = bytearray(MOST_RESULTS)
            results.take_into(memoryview(self._results)[:count])
            if not self._landing.accept(self._results, count):
                raise BrokenError("it sent results of what it was not given")
        elif kind == ANSWER:
            self._answer(results.take(count, MOST_TEXT + 5))
        elif kind == LEAVING:
            raise BrokenError(plain(results.take(count, MOST_TEXT)))
        elif kind != BEAT or count:
            raise BrokenError("it sent a frame of another kind")

    def _answer(self, body: bytes) -> None:
        with self._lock:
            request = self._asked.pop(int.from_bytes(body[:4], "little"), None)
        if request is None or len(body) < 5:
            raise BrokenError("it answered what it was not asked")
        request.status, request.text = body[4], plain(body[5:])
        self._answered(request)
        request.end()

    def _send_bytes(self) -> None:
        while (parcel := self._parcels.get()) is not None:
            self.send_parcel(*parcel)

    def send_parcel(self, channel: int, value: int, address: int, nbytes: int) -> None:
        """Sends the bytes that an errand at the place waits for.

        Raises:
            BrokenError: nobody reads them.
        """
        up = self._connections[UP]
        up.send(DATA, PARCEL.pack(channel, 0, value), view(address, nbytes))
        self._landing.land(channel, value)

    def _receive_bytes(self) -> None:
        while True:
            self.receive_parcel()

    def receive_parcel(self) -> None:
        """Receives the bytes that an errand at the place brings, into their memory.

        Raises:
            BrokenError: they do not come, or nobody asked for them.
        """
        down = self._connections[DOWN]
        kind, count = down.receive()
        if kind != DATA or count < PARCEL.size:
            raise BrokenError("it sent a frame of another kind")
        channel, _, value = PARCEL.unpack(down.take(PARCEL.size, count))
        nbytes = count - PARCEL.size
        address = self._landing.find(channel, value, nbytes)
        if not address:
            raise BrokenError("it sent bytes that nobody asked for")
        down.take_into(view(address, nbytes))
        self._landing.land(channel, value)

    # -- ending ---------------------------------------------------------------------------------

    def end(self, why: str | None) -> None:
        """Ends the link, and says why, unless that was done. From any thread, under any lock.

        Args:
            why: the reason for the loss of the device; None if it is closed.
        """
        if os.getpid() != self._owner:
            return  # a fork shares the connections
        with self._lock:
            if self._is_over:
                return
            self._is_over, self._why = True, why or ""
            asked, self._asked = self._asked, {}
            self._requests.clear()  # the errors of requests keep the arrays of those that asked
        for each in self._connections.values():
            each.close()
        self._parcels.put(None)
        self._native.wake_taker_of(self._far)
        if why is not None:
            self._lost(why)
        for request in asked.values():
            request.end(self._gone())

    def part(self, timeout: float = PARTING) -> bool:
        """Waits until no thread of it uses memory; False if one does after `timeout` seconds."""
        until = time.monotonic() + timeout
        here = threading.current_thread()
        for worker in self._workers:
            if worker.thread is None or worker.thread is here or worker.prevent():
                continue
            if not worker.wait(max(0.0, until - time.monotonic())):
                return False
        return True

    def close(self) -> bool:
        """Ends the link without saying why, and frees the connections; False if a thread stays."""
        self.end(None)
        has_parted = self.part()
        if has_parted:
            for each in self._connections.values():
                each.free()
        return has_parted
