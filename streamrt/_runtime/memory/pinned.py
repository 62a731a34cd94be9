"""Memory of the host that a device has made, for copies to and from it.

Some devices copy only such memory: see `streamrt.backend.PinningDevice`. It is pooled like the
memory of a device, with death frontiers. So a block serves the next copy as soon as the last one
has ended, and an array that `fetch` returned keeps its block until it is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from streamrt._compile.signatures.layout import Layout
from streamrt._core.finalizers import Inbox
from streamrt._runtime.memory.allocations import Shared, whole_region
from streamrt._runtime.memory.blocks import Memory
from streamrt._runtime.tracking import Region

if TYPE_CHECKING:
    from streamrt._runtime.engine import Engine


class Pinning(Protocol):
    """The part of a device that makes memory of the host."""

    def alloc_host(self, nbytes: int, /) -> int:
        """See `streamrt.backend.PinningDevice`."""
        ...

    def free_host(self, address: int, /) -> None:
        """See `streamrt.backend.PinningDevice`."""
        ...


# Memory of closed devices that arrays had shared. It is freed when another device is opened or
# closed, because a finalizer may not call a backend.
_left: Inbox[tuple[Pinning, int]] = Inbox()


def free_left() -> None:
    """Gives back memory that arrays had shared, after the last of them was dropped."""
    for device, address in _left.taken():
        device.free_host(address)


class _Source:
    """The blocks of the host's memory of one device."""

    host_sees = True

    def __init__(self, device: Pinning) -> None:
        self._device = device

    def alloc(self, nbytes: int) -> int:
        return self._device.alloc_host(nbytes)

    def free(self, address: int) -> None:
        self._device.free_host(address)

    def releaser(self, address: int) -> Callable[[], object]:
        return partial(_left, (self._device, address))


class Staged(NamedTuple):
    """A dense array in memory of the host that a device copies.

    Attributes:
        address: the address of its first element.
        region: its bytes, as the hazard tracker knows them.
        array: the array, which keeps the memory.
    """

    address: int
    region: Region
    array: np.ndarray[Any, Any]


class Staging:
    """The memory of the host for copies to and from one device."""

    def __init__(self, engine: Engine, device: Pinning, name: str, limit: int | None) -> None:
        """Makes nothing yet.

        Args:
            engine: the runtime's.
            device: the device.
            name: its name.
            limit: the most bytes, with those that arrays of the user keep; None is no limit.
        """
        free_left()
        self._engine = engine
        self._memory = Memory(engine, _Source(device), f"{name} (memory of the host)", limit)

    def new(self, layout: Layout, for_host: bool) -> Staged:
        """Returns a dense array that is not cleared.

        Args:
            layout: its shape and dtype.
            for_host: whether the host writes it at once.

        Raises:
            OutOfMemoryError: there is no memory left.
        """
        allocation = self._memory.allocate(layout.nbytes, for_host)
        shape, dtype, address = layout.shape, layout.dtype, allocation.address
        steps = np.empty(0, dtype).itemsize
        strides: list[int] = []
        for extent in reversed(shape):
            strides.insert(0, steps)
            steps *= max(1, extent)
        keep = allocation.share(self._engine)
        args = (address, dtype, shape, tuple(strides), False, keep)
        array: np.ndarray[Any, Any] = np.asarray(Shared(*args))
        if dtype.names is not None:
            array = array.view(dtype)
        return Staged(address, whole_region(allocation, layout.nbytes), array)

    def close(self) -> None:
        """Gives all of it back that no array keeps."""
        self._memory.close()
        free_left()
