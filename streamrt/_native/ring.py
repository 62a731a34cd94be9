"""Ring: the events of one queue in native memory, or in a file that another process reads.

The structures mirror events.h; a test compares every offset with the C.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from streamrt._native.core import Core

BUCKETS = 64


class RingHead(ctypes.Structure):
    """The structure `ring`, up to its events."""

    _fields_ = (
        ("written", ctypes.c_uint64),
        ("mask", ctypes.c_uint64),
        ("waited_for", ctypes.c_uint64),
        ("waited", ctypes.c_uint64),
        ("queued_sum", ctypes.c_uint64),
        ("ran_sum", ctypes.c_uint64),
        ("notes_nodes", ctypes.c_uint64),
        ("next", ctypes.c_uint64),
        ("queued", ctypes.c_uint64 * BUCKETS),
        ("ran", ctypes.c_uint64 * BUCKETS),
    )
    written: int
    mask: int
    queued_sum: int
    ran_sum: int
    queued: Sequence[int]
    ran: Sequence[int]


class EventFields(ctypes.Structure):
    """The structure `event`."""

    _fields_ = (
        ("submitted", ctypes.c_int64),
        ("started", ctypes.c_int64),
        ("finished", ctypes.c_int64),
        ("value", ctypes.c_uint64),
        ("waited_for", ctypes.c_uint64),
        ("what", ctypes.c_uint32),
        ("tag", ctypes.c_uint32),
        ("waited", ctypes.c_uint32),
        ("error", ctypes.c_int32),
        ("node", ctypes.c_uint32),
        ("kind", ctypes.c_uint8),
        ("state", ctypes.c_uint8),
        ("unused", ctypes.c_uint16),
    )


HEAD_BYTES = ctypes.sizeof(RingHead)
EVENT_BYTES = ctypes.sizeof(EventFields)
WAITED_UNIT = 64  # ns
LINE = 64


def ring_bytes(events: int) -> int:
    """Returns the size of a ring that holds that many events."""
    return HEAD_BYTES + EVENT_BYTES * events


class Ring:
    """The events of one writer. The newest `size` of them are there, less the one being written.

    Attributes:
        address: where it lies, for `record_to`.
        size: the number of events that it holds, a power of 2.
    """

    def __init__(self, core: Core, size: int, memory: object | None = None) -> None:
        """Makes an empty ring.

        Args:
            core: the native core.
            size: the attribute.
            memory: a writable buffer of `ring_bytes(size)` zeros at a multiple of 64 bytes, which
                lives as long as the ring; None takes memory of its own.
        """
        if memory is None:
            memory = bytearray(ring_bytes(size) + LINE)
        self._memory = memory
        start = ctypes.addressof(ctypes.c_char.from_buffer(memory))  # type: ignore[arg-type]
        self.address: int = -(-start // LINE) * LINE
        self.size: int = size
        self.head: RingHead = RingHead.from_address(self.address)
        core.new_ring(self.address, size)

    @property
    def written(self) -> int:
        """The number of events that were ever written."""
        return self.head.written

    def read(self, first: int) -> tuple[bytes, int]:
        """Returns the events from that number on, as bytes, and the number of the first one.

        Those that were overwritten, or may have been while they were read, are left out.
        """
        size, written = self.size, self.head.written
        first = max(first, written - size)
        begin, end = first & size - 1, written & size - 1
        events = self.address + HEAD_BYTES
        if first == written:
            data = b""
        elif begin < end:
            data = ctypes.string_at(events + EVENT_BYTES * begin, EVENT_BYTES * (end - begin))
        else:
            data = ctypes.string_at(events + EVENT_BYTES * begin, EVENT_BYTES * (size - begin))
            data += ctypes.string_at(events, EVENT_BYTES * end)
        kept = max(first, self.head.written - size + 1)
        return data[EVENT_BYTES * (kept - first) :], min(kept, written)
