"""Parcels: bytes that come for errands, and errands that wait for bytes.

1. The bytes of an errand that waits are received into their memory. Bytes often come a moment
   before their errand begins. Then it is waited for, as long as the copy takes that keeping them
   would cost.
2. Others are kept, up to STASH bytes in all. With more, the connection waits for the errand, which
   needs nothing that is behind it: bytes come in the order of their submission, and all that an
   errand waits for was submitted before it.
"""

from __future__ import annotations

from threading import Condition

from streamrt._backends.dask.frames import PARCEL, BrokenError, Connection

STASH = 1 << 26
COPYING = 1e-9
"""Seconds that the copy of a byte to new memory takes, and from there, about."""

Key = tuple[int, int]  # channel and value


class Parcels:
    """The parcels of one place."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._wanted: dict[Key, memoryview | None] = {}
        self._kept: dict[Key, bytearray] = {}
        self._used = 0

    def await_bytes(self, key: Key, into: memoryview | None) -> None:
        """Waits until the bytes of an errand are in memory; None drops them.

        They come, or the connection ends, and with it the process.
        """
        with self._changed:
            self._wanted[key] = into
            if key in self._kept:
                self._deliver(key, self._kept.pop(key))
            self._changed.notify_all()
            self._changed.wait_for(lambda: key not in self._wanted)

    def _deliver(self, key: Key, kept: bytearray) -> None:
        into = self._wanted.pop(key)
        self._used -= len(kept)
        if into is not None:
            into[:] = kept
        self._changed.notify_all()

    def receive(self, source: Connection, count: int) -> None:
        """Receives the body of a DATA frame, of that many bytes.

        Raises:
            BrokenError: the connection ended, or the bytes are not as many as the errand needs.
        """
        if count < PARCEL.size:
            raise BrokenError("it sent bytes without saying what for")
        channel, _, value = PARCEL.unpack(source.take(PARCEL.size, count))
        key, nbytes = (channel, value), count - PARCEL.size
        with self._changed:
            self._changed.wait_for(lambda: key in self._wanted, nbytes * COPYING)
            self._changed.wait_for(lambda: key in self._wanted or self._used + nbytes <= STASH)
            is_wanted = key in self._wanted
            into = self._wanted.get(key)
            if not is_wanted:
                self._used += nbytes
        if is_wanted:
            if into is None:
                source.skip(nbytes)
            else:
                self._check(into, nbytes)
                source.take_into(into)
            with self._changed:
                del self._wanted[key]
                self._changed.notify_all()
            return
        kept = bytearray(nbytes)
        source.take_into(memoryview(kept))
        with self._changed:
            if key in self._wanted:
                self._check(self._wanted[key], nbytes)
                self._deliver(key, kept)
            else:
                self._kept[key] = kept

    @staticmethod
    def _check(into: memoryview | None, nbytes: int) -> None:
        if into is not None and len(into) != nbytes:
            raise BrokenError("it sent another number of bytes than the errand needs")
