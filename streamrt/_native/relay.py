"""The two ends of a relay: what a far device publishes, and what its place has ended, as bytes.

The structures mirror relay.h; a test compares their sizes and offsets with the C.
"""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import MutableSequence, Sequence
from typing import Any

from streamrt._native.core import Core

ROOM = 1 << 20
"""Bytes of one load: several whole channels."""

_PARCELS, _CHANNELS = 1024, 256  # PARCELS in relay.h, MOST_CHANNELS in channel.h


class Parcel(ctypes.Structure):
    """The structure `far_parcel`: bytes of an errand, and where they are in this process."""

    _fields_ = tuple(
        (name, ctypes.c_uint64) for name in ("channel", "value", "address", "bytes", "order")
    )
    channel: int
    value: int
    address: int
    bytes: int
    order: int


class _Patience(ctypes.Structure):
    _fields_ = (("ns", ctypes.c_int64), ("short_sleeps", ctypes.c_uint32))


class OutboxFields(ctypes.Structure):
    """The structure `far_outbox`."""

    _fields_ = (
        ("bytes", ctypes.c_uint64),
        ("room", ctypes.c_uint64),
        ("used", ctypes.c_uint64),
        ("parcels", ctypes.c_uint64),
        ("timeout", ctypes.c_int64),
        ("parcel", Parcel * _PARCELS),
        ("patience", _Patience),
        ("seen", ctypes.c_uint64),
    )
    bytes: int
    room: int
    used: int
    parcels: int
    timeout: int
    parcel: Sequence[Parcel]
    seen: int


class InboxFields(ctypes.Structure):
    """The structure `far_inbox`."""

    _fields_ = (
        ("shared", ctypes.c_uint64),
        ("bytes", ctypes.c_uint64),
        ("room", ctypes.c_uint64),
        ("used", ctypes.c_uint64),
        ("timeout", ctypes.c_int64),
        ("seen", ctypes.c_uint64),
        ("told", ctypes.c_uint64 * _CHANNELS),
        ("given", ctypes.c_uint64 * _CHANNELS),
        ("patience", _Patience),
    )
    shared: int
    bytes: int
    room: int
    used: int
    timeout: int
    seen: int
    told: MutableSequence[int]
    given: MutableSequence[int]


def _order(parcel: Parcel) -> int:
    return parcel.order


def _address_of(memory: Any) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(memory))


class Outbox:
    """Records that a far device has published and its place has not been told."""

    def __init__(self, native: Core, far: int, timeout: float) -> None:
        """Begins with nothing.

        Args:
            native: the native core.
            far: the core's handle of the device.
            timeout: seconds for which `take` waits.
        """
        self._native = native
        self._far = far
        self._memory = mmap.mmap(-1, ROOM)  # takes memory when it is written
        self._fields = OutboxFields(
            bytes=_address_of(self._memory), room=ROOM, timeout=int(timeout * 1e9)
        )
        self._at = ctypes.addressof(self._fields)
        self._view = memoryview(self._memory)

    def take(self) -> tuple[memoryview, list[tuple[int, int, int, int]]]:
        """Waits until something was published, or for a time; returns what is new.

        The bytes stay until the next call. The parcels are the bytes of this process that the place
        needs for them: channel, value, address and number, in the order of their submission. So
        none waits at the place for what is behind it.
        """
        self._native.srt_take_words(self._far, self._at)
        fields = self._fields
        if not fields.parcels:
            return self._view[: fields.used], []
        taken = sorted(fields.parcel[: fields.parcels], key=_order)
        parcels = [(each.channel, each.value, each.address, each.bytes) for each in taken]
        return self._view[: fields.used], parcels


class Inbox:
    """Records that a place was told to run, and the results there.

    Attributes:
        address: where it lies, for the core.
    """

    def __init__(self, native: Core, channels: int, timeout: float) -> None:
        """Begins with nothing.

        Args:
            native: the native core.
            channels: the address of the channels.
            timeout: seconds for which `take` waits.
        """
        self._native = native
        self._memory = bytearray(ROOM)
        self._fields = InboxFields(
            shared=channels, bytes=_address_of(self._memory), room=ROOM, timeout=int(timeout * 1e9)
        )
        self.address: int = ctypes.addressof(self._fields)
        self._view = memoryview(self._memory)

    def give(self, words: bytearray, count: int) -> bool:
        """Publishes records that came, the first bytes of some memory; False: no sense."""
        return bool(self._native.srt_give_words(self.address, _address_of(words), count))

    def take(self) -> memoryview:
        """Waits until something has ended, or for a time; returns it, until the next call."""
        self._native.srt_take_results(self.address)
        return self._view[: self._fields.used]


class Landing:
    """Results and bytes that come back from a place, and land at a far device."""

    def __init__(self, native: Core, far: int, offset: int) -> None:
        """Takes the device.

        Args:
            native: the native core.
            far: the core's handle of the device.
            offset: ns to add to the place's times.
        """
        self._native = native
        self._far = far
        self._offset = offset

    def accept(self, results: bytearray, count: int) -> bool:
        """Lands results, the first bytes of some memory; False if they are not what could come."""
        at = _address_of(results)
        return bool(self._native.srt_accept_results(self._far, at, count, self._offset))

    def find(self, channel: int, value: int, nbytes: int) -> int:
        """Returns where the bytes of an errand go; 0: nobody waits for that many.

        The errand does not land before `land`, so its memory stays.
        """
        parcel = Parcel(channel=channel, value=value)
        found = self._native.srt_find_parcel(self._far, ctypes.addressof(parcel))
        return parcel.address if found and parcel.bytes == nbytes else 0

    def land(self, channel: int, value: int) -> None:
        """Says that the bytes of an errand are here, or were sent: nobody uses its memory now."""
        parcel = Parcel(channel=channel, value=value)
        self._native.srt_land_parcel(self._far, ctypes.addressof(parcel))
