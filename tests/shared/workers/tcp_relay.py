"""A TCP proxy in threads between a device and its place, which a test can have misbehave."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from typing import Self

from streamrt._backends.dask.backend import DaskBackend

UP, DOWN = 0, 1
"""The directions: to the place, and from there."""


class Relay:
    """Forwards connections to an address.

    Attributes:
        port: where it listens.
        delay: seconds for which each piece of bytes is held.
        swallows: the directions in which nothing is forwarded any more; it is read, and dropped.
        stalls: the directions in which nothing is read any more.
    """

    def __init__(self, host: str, port: int) -> None:
        self.delay = 0.0
        self.swallows: set[int] = set()
        self.stalls: set[int] = set()
        self._to = host, port
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def _start(self, work: object, *args: object) -> None:
        thread = threading.Thread(target=work, args=args, daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(self._to)
                for each in (near, far):
                    each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                with self._lock:
                    self._sockets += [near, far]
                self._start(self._forward, near, far, UP)
                self._start(self._forward, far, near, DOWN)

    def _forward(self, source: socket.socket, to: socket.socket, direction: int) -> None:
        with suppress(OSError):
            while piece := source.recv(1 << 16):
                while direction in self.stalls and not self._is_over.wait(0.01):
                    pass
                if self.delay:
                    time.sleep(self.delay)
                if direction not in self.swallows:
                    to.sendall(piece)
            if direction not in self.swallows:
                to.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        """Closes all connections, in both directions."""
        with self._lock:
            for each in self._sockets:
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._is_over.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()
        for thread in self._threads:
            thread.join()
        for each in self._sockets:
            each.close()


def put_before(backend: DaskBackend, index: int) -> Relay:
    """Puts a relay before a place that was started and that no device has opened yet."""
    endpoint = backend._ready[index]
    relay = Relay(endpoint.host, endpoint.port)
    backend._ready[index] = endpoint._replace(host="127.0.0.1", port=relay.port)
    return relay
