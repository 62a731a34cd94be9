"""The starter of places: it asks a Dask client to start them on the workers."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, cast

from streamrt._backends.dask import worker
from streamrt._backends.dask.frames import plain
from streamrt._backends.dask.greeting import NONCE_BYTES
from streamrt._backends.dask.link import Endpoint
from streamrt.errors import BackendNotFoundError

KIND = "dask+cpu"

LISTENS = 1.0
"""Seconds in which a worker takes a connection, if it is there."""


class WorkerInfo(NamedTuple):
    """A worker, as the scheduler described it.

    Attributes:
        name: its name.
        address: its address, as in `tcp://10.0.0.1:40331`.
        memory: its limit of memory in bytes; 0 without one.
    """

    name: str
    address: str
    memory: int


class Places(Protocol):
    """Whoever starts places on workers."""

    def workers(self) -> list[WorkerInfo]:
        """Returns the present workers, by name."""
        ...

    def start(self, wanted: Mapping[int, WorkerInfo]) -> dict[int, Endpoint]:
        """Starts a place on each of some workers, all at once, and waits for them.

        Raises:
            BackendNotFoundError: a worker cannot start a place.
        """
        ...


class ClientPlaces:
    """Starts places by a Dask client."""

    def __init__(self, client: Any, ports: tuple[int, int]) -> None:
        """Starts nothing yet.

        Args:
            client: the Dask client.
            ports: the first and the last port for places; (0, 0) is any.
        """
        self._client = client
        self._ports = ports
        self._context = client.security.get_connection_args("client").get("ssl_context")

    def workers(self) -> list[WorkerInfo]:
        """Returns the workers that the client knows, by name."""
        known = self._client.scheduler_info(n_workers=-1)["workers"]
        found = [
            WorkerInfo(
                str(each.get("name", address)), str(address), int(each.get("memory_limit") or 0)
            )
            for address, each in known.items()
        ]
        return sorted(
            found,
            key=lambda of: (len(of.name), of.name) if of.name.isdecimal() else (1 << 30, of.name),
        )

    def start(self, wanted: Mapping[int, WorkerInfo]) -> dict[int, Endpoint]:
        """Starts places; see `Places`."""
        for of in wanted.values():
            _check_listens(of)
        nonces = {of.address: secrets.token_bytes(NONCE_BYTES) for of in wanted.values()}
        answers = self._client.run(
            worker.open_place,
            {address: nonce.hex() for address, nonce in nonces.items()},
            self._ports,
            workers=list(nonces),
            on_error="return",
        )
        found: dict[int, Endpoint] = {}
        for index, of in wanted.items():
            found[index] = self._endpoint_of(of, nonces[of.address], answers.get(of.address))
        return found

    def _endpoint_of(self, of: WorkerInfo, nonce: bytes, answer: object) -> Endpoint:
        what = f"open {KIND}: the worker {of.name} at {of.address} "
        said: Any = answer
        port: object = None
        if isinstance(answer, dict):
            parts = cast("dict[str, object]", answer)
            port, said = parts.get("port"), parts.get("error")
        if not isinstance(port, int) or not 0 < port < 1 << 16:
            if isinstance(said, ModuleNotFoundError):
                raise BackendNotFoundError(
                    f"{what}has no streamrt of this release: {plain(str(said))}; install it there"
                )
            raise BackendNotFoundError(
                f"{what}cannot start a place: {plain(str(said))}; see its log"
            )
        return Endpoint(_host_and_port(of.address)[0], port, nonce, self._context)


def _check_listens(of: WorkerInfo) -> None:
    """Refuses a worker that is gone; the scheduler may not know, and Dask would try for long."""
    try:
        socket.create_connection(_host_and_port(of.address), LISTENS).close()
    except (OSError, ValueError) as error:
        raise BackendNotFoundError(
            f"open {KIND}: the worker {of.name} at {of.address} takes no connection: {error}; see "
            "that it runs, and can be reached from here"
        ) from error


def _host_and_port(address: str) -> tuple[str, int]:
    host, _, port = address.partition("://")[2].rpartition(":")
    return host.strip("[]"), int(port)
