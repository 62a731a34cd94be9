"""Dask clusters on this machine, and clients that stand for one where streamrt asks for places."""

from __future__ import annotations

import contextlib
import importlib
import json
import logging
from collections.abc import AsyncGenerator, Callable, Generator
from types import SimpleNamespace
from typing import Any

from benchmarks.work.beyond.processes import beside
from benchmarks.work.beyond.tasks import WORKERS


def _distributed() -> Any:
    return importlib.import_module("distributed")


def _options(workers: int) -> dict[str, Any]:
    return {
        "n_workers": workers,
        "threads_per_worker": 1,
        "processes": True,
        "dashboard_address": None,
        "silence_logs": logging.CRITICAL,
    }


@contextlib.contextmanager
def cluster(workers: int = WORKERS) -> Generator[Any]:
    """Gives a client of workers with one thread each, as streamrt takes it."""
    distributed = _distributed()
    with distributed.LocalCluster(**_options(workers)) as made, distributed.Client(made) as client:
        yield client


@contextlib.asynccontextmanager
async def awaited_cluster(**options: Any) -> AsyncGenerator[Any]:
    """Gives a client whose calls are awaited, of such workers; the way to use Dask from asyncio."""
    distributed = _distributed()
    given = {**_options(WORKERS), **options, "asynchronous": True}
    async with (
        distributed.LocalCluster(**given) as made,
        distributed.Client(made, asynchronous=True) as client,
    ):
        yield client


async def workers_of(client: Any) -> list[str]:
    """The addresses of the workers of a client that is awaited."""
    return sorted(await client.nthreads())


class Delayed:
    """A client whose places are reached with latency, by a relay each.

    Attributes:
        security: of the client.
    """

    def __init__(self, client: Any, milliseconds: float, stack: contextlib.ExitStack) -> None:
        """Passes calls on.

        Args:
            client: the client.
            milliseconds: the latency each way.
            stack: ends the relays.
        """
        self.security: Any = client.security
        self.scheduler_info: Callable[..., Any] = client.scheduler_info
        self._client = client
        self._milliseconds = milliseconds
        self._stack = stack

    def run(self, function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        """Starts places as the client does, and a relay to each."""
        answers = self._client.run(function, *arguments, **options)
        for address, answer in answers.items():
            host = address.partition("://")[2].rpartition(":")[0]
            relay = beside("delay", host, answer["port"], self._milliseconds)
            answer["port"] = int(self._stack.enter_context(relay))
        return answers


class Stubs:
    """A client of workers whose places are stubs.

    Attributes:
        security: has no TLS.
    """

    def __init__(self, ports: list[int]) -> None:
        self.security: Any = SimpleNamespace(get_connection_args=lambda _role: {})
        self._ports = {f"tcp://127.0.0.1:{port}": port for port in ports}

    def scheduler_info(self, **_options: Any) -> dict[str, Any]:
        """The workers."""
        found = {address: {"name": str(port)} for address, port in self._ports.items()}
        return {"workers": found}

    def run(self, *_arguments: Any, workers: list[str], **_options: Any) -> dict[str, Any]:
        """Says where the places listen, which run already."""
        return {address: {"port": self._ports[address]} for address in workers}


@contextlib.contextmanager
def stubs(count: int) -> Generator[Stubs]:
    """Gives a client of so many workers whose places are stubs."""
    with beside("stubs", count) as ports:
        yield Stubs(json.loads(ports))
