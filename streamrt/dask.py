"""Devices behind the workers of a Dask cluster, `dask+cpu:0` and so on.

    client = Client("tls://scheduler:8786", security=...)
    async with srt.Runtime(devices=srt.dask.devices(client)) as rt: ...

A worker runs the code that this process sends, as it does with Dask's own tasks; see the page "More
than one machine" for who trusts whom.
"""

from __future__ import annotations

from collections.abc import Sized
from typing import Any, cast

from streamrt._backends.dask.backend import MOST_BYTES, DaskBackend
from streamrt._backends.dask.backend import WorkerDevice as WorkerDevice
from streamrt._backends.dask.starter import ClientPlaces
from streamrt._core.values import check_count, shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError, BackendNotFoundError

__all__ = ["WorkerDevice", "devices"]

LEAST_BYTES = 1 << 20


@refusing
def devices(
    client: Any,
    *,
    ports: tuple[int, int] | None = None,
    memory: int | None = None,
    silence: float = 1.0,
) -> list[WorkerDevice]:
    """Starts a place on each worker of a cluster, and returns the names of the devices there.

    It waits for the workers, for about a second. In a coroutine, call it by `asyncio.to_thread`.
    Workers that come later are devices of the next call. `Runtime(devices=...)` takes the names,
    also together with others.

    Args:
        client: a `distributed.Client` that is not asynchronous.
        ports: the first and the last port at which places may listen; None is any.
        memory: the bytes of each device; None is the limit of its worker.
        silence: seconds without a sign of a worker after which its device is lost.

    Raises:
        ArgumentTypeError: the client is none.
        ArgumentError: the client is asynchronous, or another argument has a value that it cannot
            have.
        BackendNotFoundError: the cluster has no worker, or one has no streamrt of this release.
    """
    what = "devices"
    if not hasattr(client, "scheduler_info") or not hasattr(client, "run"):
        raise ArgumentTypeError(f"{what}: client is {shown(client)}; pass a distributed.Client")
    if getattr(client, "asynchronous", False):
        raise ArgumentError(
            f"{what}: the client is asynchronous here; pass one that is not, and call this by "
            "asyncio.to_thread"
        )
    if memory is not None:
        check_count(memory, f"{what}: memory", LEAST_BYTES, MOST_BYTES)
    if (
        isinstance(silence, bool)
        or not isinstance(silence, int | float)
        or not 0.1 <= silence <= 3600
    ):
        raise ArgumentError(f"{what}: silence is {shown(silence)}; pass 0.1 to 3600 seconds")
    first, last = _checked(ports, what)
    places = ClientPlaces(client, (first, last))
    found = places.workers()
    if not found:
        raise BackendNotFoundError(f"{what}: the cluster has no workers; start some first")
    backend = DaskBackend(places, found, memory=memory, silence=float(silence))
    return backend.names()


def _checked(ports: Any, what: str) -> tuple[int, int]:
    if ports is None:
        return 0, 0
    if not isinstance(ports, tuple | list) or len(cast("Sized", ports)) != 2:
        raise ArgumentTypeError(
            f"{what}: ports is {shown(cast('object', ports))}; pass the first and the last one"
        )
    first, last = (
        check_count(port, f"{what}: ports", 1, 65535)
        for port in cast("tuple[object, object]", ports)
    )
    if first > last:
        raise ArgumentError(
            f"{what}: ports is {shown(cast('object', ports))}; pass the lower one first"
        )
    return first, last
