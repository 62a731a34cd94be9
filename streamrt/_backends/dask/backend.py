"""The kind `dask+cpu`: the CPUs of a Dask cluster's workers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from threading import Lock
from typing import NoReturn

from streamrt._backends.dask.device import DaskDevice
from streamrt._backends.dask.link import Endpoint, Link
from streamrt._backends.dask.starter import KIND, Places, WorkerInfo
from streamrt._native.core import core
from streamrt.errors import BackendNotFoundError

UNIT = 1 << 30
MOST_BYTES = 1 << 36
AGAIN = 90.0
"""Seconds for which a recovery waits until the worker is back. Dask takes 30 of them to give one up
that it does not yet know to be gone."""

_LOOK = 0.25  # seconds between two looks for that


class WorkerDevice(str):
    """The name of a device behind a worker, as in `dask+cpu:0`; it knows the cluster.

    Attributes:
        backend: the kind of device that opens it.
        worker: the worker's name.
        address: the worker's address.
    """

    __slots__ = ("address", "backend", "worker")

    backend: DaskBackend
    worker: str
    address: str


class DaskBackend:
    """The devices of one cluster: a snapshot of its workers.

    Attributes:
        workers: the workers, by index.
        opened: the devices that are open, by index.
        silence: seconds without a sign of a worker after which its device is lost.
        link: the class of the links to places; a simulation has one of its own.
    """

    kind = KIND

    def __init__(
        self,
        places: Places,
        workers: Sequence[WorkerInfo],
        *,
        memory: int | None,
        silence: float,
        link: type[Link] = Link,
    ) -> None:
        """Starts a place on each worker, all at once, and waits for them.

        Args:
            places: whoever starts them.
            workers: the attribute.
            memory: the bytes of each device; None is the worker's limit.
            silence: the attribute.
            link: the attribute.

        Raises:
            BackendNotFoundError: a worker cannot start a place.
        """
        self.workers: tuple[WorkerInfo, ...] = tuple(workers)
        self.opened: dict[int, DaskDevice] = {}
        self.silence: float = silence
        self.link: type[Link] = link
        self._places = places
        self._memory = memory
        self._lock = Lock()
        self._ready = places.start(dict(enumerate(self.workers)))

    def names(self) -> list[WorkerDevice]:
        """Returns the names of the devices, which bring this kind with them."""
        found: list[WorkerDevice] = []
        for index, of in enumerate(self.workers):
            name = WorkerDevice(f"{KIND}:{index}")
            name.backend, name.worker, name.address = self, of.name, of.address
            found.append(name)
        return found

    def describe(self, index: int) -> str:
        """Returns the name and the address of a worker, for messages."""
        of = self.workers[index]
        return f"the worker {of.name} at {of.address}"

    # -- the contract ---------------------------------------------------------------------------

    def count(self) -> int:
        """Returns 0: a runtime has such a device only if it names one."""
        return 0

    def has(self, index: int) -> bool:
        """Whether there is a worker of that number."""
        return index < len(self.workers)

    def open(self, index: int) -> DaskDevice:
        """Opens the device of a worker.

        Raises:
            BackendNotFoundError: its place cannot be reached, or is of another version.
            ResourceError: there is no room for its addresses, or for threads.
        """
        wanted = self._memory or self.workers[index].memory or MOST_BYTES
        unit = UNIT
        while unit < min(wanted, MOST_BYTES):
            unit *= 2
        nbytes = min(-(-wanted // 4096) * 4096, MOST_BYTES)
        return DaskDevice(core(), self, index, f"{KIND}:{index}", nbytes, unit)

    # -- places ---------------------------------------------------------------------------------

    def endpoint(self, index: int) -> Endpoint:
        """Returns the place that was started for a device, or starts another one.

        Raises:
            BackendNotFoundError: the worker cannot start one.
        """
        with self._lock:
            found = self._ready.pop(index, None)
        if found is None:
            found = self._places.start({index: self.workers[index]})[index]
        return found

    def again(self, index: int, is_over: Callable[[], bool]) -> Endpoint | None:
        """Starts a place on the worker that has the name of a lost one; None if none comes back."""
        until = time.monotonic() + AGAIN
        name = self.workers[index].name
        while time.monotonic() < until and not is_over():
            for of in self._places.workers():
                if of.name != name:
                    continue
                workers = list(self.workers)
                workers[index] = of
                self.workers = tuple(workers)
                try:
                    return self._places.start({index: of})[index]
                except BackendNotFoundError:
                    break
            time.sleep(_LOOK)
        return None


class NoCluster:
    """Stands for the kind where nobody has named a cluster."""

    kind = KIND

    def count(self) -> int:
        """Returns 0."""
        return 0

    def has(self, index: int) -> NoReturn:
        """Raises BackendNotFoundError: such devices are those of a cluster."""
        raise BackendNotFoundError(
            f"open {KIND}:{index}: no Dask cluster was named; pass "
            "devices=streamrt.dask.devices(client)"
        )

    def open(self, index: int) -> NoReturn:
        """Raises as `has`."""
        self.has(index)


backend = NoCluster()
