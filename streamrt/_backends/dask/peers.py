"""Copies between places: bytes go from one to the other, and not through the device's process.

A place reads from another one, or writes to it, on a connection that it opens at the first copy.
The other place looks at nothing but bounds: the device has waited for all that the copy has to wait
for.
"""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable
from threading import Lock

from streamrt._backends.dask.frames import (
    DONE,
    READ,
    REGION,
    WRITE,
    BrokenError,
    Connection,
)
from streamrt._backends.dask.greeting import PEER, Hello, hear_welcome
from streamrt._backends.far.mapping import view

IDLE = 30.0
"""Seconds after which a connection that nobody uses is closed."""

CONNECT = 5.0

Memory = Callable[[int, int], bool]
"""Tells whether some bytes lie in the memory of this place."""


def connected(
    host: str, port: int, context: ssl.SSLContext | None, timeout: float, silence: float | None
) -> Connection:
    """Returns a connection to a place.

    Args:
        host: where it listens.
        port: at which port.
        context: the TLS context; None without TLS.
        timeout: seconds until it must be open.
        silence: seconds that reading waits at most; None for ever.

    Raises:
        BrokenError: there is none.
    """
    try:
        plain = socket.create_connection((host, port), timeout)
        found = plain if context is None else context.wrap_socket(plain, server_hostname=host)
        found.settimeout(silence)
    except (OSError, OverflowError, ValueError) as error:
        raise BrokenError(f"no connection to {host}:{port}: {error}") from error
    return Connection(found)


class Peer:
    """Another place, as one place sees it."""

    def __init__(
        self,
        host: str,
        port: int,
        ticket: bytes,
        context: ssl.SSLContext | None,
        silence: float,
        version: str,
    ) -> None:
        """Connects to nothing yet.

        Args:
            host: where it listens.
            port: at which port.
            ticket: what it was started with, as the device says.
            context: the TLS context; None without TLS.
            silence: seconds without a byte after which it is taken for lost.
            version: streamrt's version.
        """
        self._host = host
        self._port = port
        self._ticket = ticket
        self._context = context
        self._silence = silence
        self._version = version
        self._connection: Connection | None = None
        self._used = 0.0
        self._lock = Lock()

    def read(self, address: int, into: memoryview) -> None:
        """Copies from its memory.

        Raises:
            BrokenError: it cannot be reached, or refuses.
        """
        with self._lock:
            there = self._opened()
            try:
                there.send(READ, REGION.pack(address, len(into)))
                self._await_done(there, len(into))
                there.take_into(into)
            except BrokenError:
                self._drop()
                raise

    def write(self, address: int, from_: memoryview) -> None:
        """Copies to its memory; returns when the bytes are there.

        Raises:
            BrokenError: it cannot be reached, or refuses.
        """
        with self._lock:
            there = self._opened()
            try:
                there.send(WRITE, REGION.pack(address, len(from_)), from_)
                self._await_done(there, 0)
            except BrokenError:
                self._drop()
                raise

    def _await_done(self, there: Connection, count: int) -> None:
        if there.receive() != (DONE, count):
            raise BrokenError("it refused a copy")
        self._used = time.monotonic()

    def _opened(self) -> Connection:
        now = time.monotonic()
        if self._connection is not None and now - self._used > IDLE / 2:
            self._drop()  # it may be closing it
        if self._connection is None:
            found = connected(self._host, self._port, self._context, CONNECT, self._silence)
            Hello(PEER, self._ticket, self._silence, self._version).send(found)
            refusal = hear_welcome(found).refusal
            if refusal:
                found.close()
                raise BrokenError(refusal)
            self._connection = found
            self._used = now
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection.free()
            self._connection = None


def serve(source: Connection, holds: Memory) -> None:
    """Answers another place, until it is idle or gone.

    Args:
        source: the connection, which has been greeted.
        holds: tells whether some bytes lie in the memory here.
    """
    source.allow(IDLE)
    try:
        while True:
            kind, count = source.receive()
            address, nbytes = REGION.unpack(source.take(REGION.size, count))
            wanted = {READ: REGION.size, WRITE: REGION.size + nbytes}
            if wanted.get(kind) != count or not holds(address, nbytes):
                raise BrokenError("it asked for bytes that are not here")
            if kind == READ:
                source.send(DONE, view(address, nbytes))
            else:
                source.take_into(view(address, nbytes))
                source.send(DONE)
    except BrokenError:
        source.close()
        source.free()
