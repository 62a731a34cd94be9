"""The memory of one simulated device: real memory behind addresses that only the device can use.

An address consists of TAG, a number that tells blocks at the same place apart, the device's index
and the 48 bits of a real address. No processor that streamrt runs on maps such an address, so that
the host faults at once if it uses one. New and freed memory is filled with PATTERN, which a command
reads if it runs too early or too late.

A device that stands in for one with host memory has a `HostSpace`, with real addresses.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_right, insort
from functools import partial

from streamrt._core.finalizers import AtEnd
from streamrt._native.core import Core

TAG = 1 << 62
DEVICES = 64
PATTERN = 0xCB
MOST_COMPARED = 1 << 20  # bytes
_REAL = (1 << 48) - 1
_DEVICE = 48  # 6 bits
_SERIAL = 54  # 8 bits


def device_of(address: int) -> int | None:
    """Returns the index of the device that has an address; None for the host's memory."""
    return address >> _DEVICE & DEVICES - 1 if address & TAG else None


def untagged(address: int) -> int:
    """Returns the real address behind an address, in memory that may have been freed since."""
    return address & _REAL if address & TAG else address


class _Real(AtEnd):
    """A block of real memory, freed with this object."""

    __slots__ = ()

    def __init__(self, native: Core, real: int) -> None:
        self.__del__ = partial(native.release, real)


class Space:
    """The memory that one device has allocated.

    Attributes:
        name: the name of the device.
        is_host: whether it is host memory, which anybody may use.
        blocks: the real address of each block, by its address.
        used: the bytes in use.
    """

    is_host = False

    def __init__(self, native: Core, name: str, number: int, limit: int | None) -> None:
        """Makes an empty space.

        Args:
            native: the native core, which allocates the real memory.
            name: the name of the device.
            number: the number of the device in its machine.
            limit: the bytes in all; None for as much as the host has.
        """
        self.name: str = name
        self.used: int = 0
        self._core = native
        self._tag = TAG | number << _DEVICE
        self._limit = limit
        self._serial = 0
        self.blocks: dict[int, int] = {}
        self._owned: dict[int, _Real] = {}
        self._sizes: dict[int, int] = {}
        self._starts: list[int] = []  # sorted, without serials

    def alloc(self, nbytes: int) -> int:
        """Returns the address of new memory, or 0."""
        size = max(1, nbytes)
        if self._limit is not None and self.used + size > self._limit:
            return 0
        real = self._core.allocate(size)
        if not real:
            return 0
        address = self._address_of(real)
        ctypes.memset(real, PATTERN, size)
        self._sizes[address] = size
        self.used += size
        return address

    def _address_of(self, real: int) -> int:
        """Returns the device's address of a new block."""
        owned = _Real(self._core, real)
        self._serial = (self._serial + 1) % 256
        address = self._tag | self._serial << _SERIAL & TAG - 1 | real
        self.blocks[address] = real
        self._owned[address] = owned
        insort(self._starts, real)
        return address

    def free(self, address: int) -> None:
        """Frees a block.

        Raises:
            ValueError: there is no such block.
        """
        size = self._sizes.pop(address, 0)
        if not size:
            raise ValueError(f"free {address:#x}: the device has no such block")
        self.used -= size
        self._give_back(address, size)

    def _give_back(self, address: int, size: int) -> None:
        real = self.blocks.pop(address)
        self._starts.remove(real)
        ctypes.memset(real, PATTERN, size)
        del self._owned[address]

    def contents(self) -> dict[int, bytes]:
        """Returns the bytes of each block, by its address, except those of very large blocks."""
        sizes = self._sizes.items()
        return {a: ctypes.string_at(a & _REAL, n) for a, n in sizes if n <= MOST_COMPARED}

    def real(self, address: int) -> int:
        """Returns the real address for any address in a block; 0 if it is in no block."""
        real = address & _REAL
        before = bisect_right(self._starts, real)
        if before:
            start = self._starts[before - 1]
            size = self._sizes.get(address - real + start, 0)
            if real < start + size:
                return real
        return 0


class HostSpace(Space):
    """Memory of the host that one device has allocated, at its real addresses."""

    is_host = True

    def _address_of(self, real: int) -> int:
        return real

    def _give_back(self, address: int, size: int) -> None:
        ctypes.memset(address, PATTERN, size)
        self._core.release(address)
