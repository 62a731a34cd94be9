"""The place of a Dask device: memory at the device's addresses, and errands for it.

An errand is an operation with memory that is not here: a copy from or to the device's process or
another place, or a check that writes to a word there. The thread of its channel does it, and waits
for the bytes. They land in the buffer itself where that is dense.
"""

from __future__ import annotations

import ctypes
import math
import os
import ssl
from threading import Lock
from typing import NamedTuple

from streamrt._backends.dask.frames import DATA, PARCEL, BrokenError, Connection
from streamrt._backends.dask.parcels import Parcels
from streamrt._backends.dask.peers import Peer
from streamrt._backends.far import messages
from streamrt._backends.far.mapping import drop_pages, map_zeros, view, zeros
from streamrt._backends.far.messages import Placed
from streamrt._backends.far.place import Place
from streamrt._native.core import Core
from streamrt._native.relay import Inbox

STRAYED, SENSELESS = -2013, -2014
"""The error of an errand that could not reach another place, and of one that makes no sense."""

_UNFOUND = 2**64 - 1


class Region(NamedTuple):
    """A range of addresses."""

    start: int = 0
    nbytes: int = 0

    def holds(self, address: int, nbytes: int) -> bool:
        """Whether all of some bytes lie in it."""
        return self.start <= address and address + nbytes <= self.start + self.nbytes


class RelayedPlace(Place):
    """A place whose channels are relayed.

    Attributes:
        parcels: the bytes that come for errands.
        inbox: what has ended, for the device.
        memory: the addresses of the device's memory.
    """

    waits = True

    def __init__(
        self,
        native: Core,
        down: Connection,
        *,
        beat: float,
        silence: float,
        version: str,
        context: ssl.SSLContext | None,
        libraries: tuple[str, ...],
    ) -> None:
        """Begins with no memory.

        Args:
            native: the native core.
            down: the connection for bytes that errands bring.
            beat: seconds for which the inbox waits.
            silence: seconds without a byte after which another place is taken for lost.
            version: streamrt's version.
            context: the TLS context for connections to other places; None without TLS.
            libraries: folders in which a library is looked for that is not at the path that the
                device names.
        """
        super().__init__(native, zeros(native.far_layout()))
        self.inbox: Inbox = Inbox(native, self._memory, beat)
        self.parcels: Parcels = Parcels()
        self.memory: Region = Region()
        self._down = down
        self._down_lock = Lock()
        self._silence = silence
        self._version = version
        self._context = context
        self._libraries = libraries
        self._standard: dict[int, Placed] = {}
        self._peers: list[tuple[Region, Peer]] = []
        self._stops: set[tuple[int, int]] = set()  # channel and value of records that may yet come
        self._does |= {
            messages.MAP: self._map,
            messages.CLEAR: self._clear,
            messages.STOP: self._stop,
            messages.PEER: self._meet,
        }

    # -- memory and plans -----------------------------------------------------------------------

    def _map(self, body: bytes) -> None:
        (address, nbytes), _ = messages.unpack_words(body)
        if not map_zeros(address, nbytes):
            raise MemoryError(f"no room for {nbytes} bytes at {address:#x}")
        self.memory = Region(address, nbytes)

    def _clear(self, body: bytes) -> None:
        (address, nbytes), _ = messages.unpack_words(body)
        if self.memory.holds(address, nbytes):
            drop_pages(address, nbytes)

    def _load(self, body: bytes) -> None:
        plan = Placed.unpack(body)
        symbols = tuple((each[0], self._found(each[1]), *each[2:]) for each in plan.symbols)
        super()._load(plan._replace(symbols=symbols).pack())

    def _found(self, library: str) -> str:
        """Returns the path of a library here, which may be another one than at the device."""
        if not library or os.path.exists(library):
            return library
        paths = (os.path.join(folder, os.path.basename(library)) for folder in self._libraries)
        return next(filter(os.path.exists, paths), library)

    def _load_standard(self, body: bytes) -> None:
        super()._load_standard(body)
        plan = Placed.unpack(body)
        self._standard[plan.number] = plan

    # -- channels -------------------------------------------------------------------------------

    def _begin(self, number: int, *rest: int) -> None:
        index, completed = rest
        if not 0 <= number < messages.MOST_CHANNELS:
            raise ValueError(f"there is no channel {number}")
        self._stops = {stop for stop in self._stops if stop[0] != number}
        self.native.begin_relayed(self.inbox.address, number, index, completed)

    def _close(self, body: bytes) -> None:
        (number,), _ = messages.unpack_words(body)
        if number in self._channels:
            self.native.leave_relayed(self.inbox.address, number)
        super()._close(body)

    def give(self, words: bytearray, count: int) -> None:
        """Publishes records that came, the first bytes of some memory.

        Raises:
            BrokenError: they make no sense.
        """
        if not self.inbox.give(words, count):
            raise BrokenError("it sent records without sense")
        self._ask_to_stop()

    def _stop(self, body: bytes) -> None:
        (number, value), _ = messages.unpack_words(body)
        self._stops.add((number, value))
        self._ask_to_stop()

    def _ask_to_stop(self) -> None:
        """Asks what came to stop, and keeps the requests whose records have not come yet."""
        asked = self.native.stop_placed
        self._stops = {stop for stop in self._stops if asked(self.inbox.address, *stop)}

    # -- errands --------------------------------------------------------------------------------

    def _meet(self, body: bytes) -> None:
        (start, nbytes, port), at = messages.unpack_words(body)
        (host,), at = messages.unpack_texts(body, at)
        region = Region(start, nbytes)
        peer = Peer(host, port, body[at:], self._context, self._silence, self._version)
        self._peers = [(region, peer), *(each for each in self._peers if each[0] != region)]

    def _run_errand(self, place: int, number: int) -> None:
        value, plan, skipped, *slots = self.native.errand_of(place)
        error, word = 0, 0
        try:
            of = self._standard[plan]
            if of.name == "finite":
                error, word = (0, 0) if skipped else self._find(place)
            else:
                self._copy(place, (number, value), of, bool(skipped), *slots)
        except BrokenError:
            error = STRAYED
        except (KeyError, ValueError, TypeError):
            error = SENSELESS
        self.native.end_errand(place, error, word)

    def _find(self, place: int) -> tuple[int, int]:
        """Runs a check that tells where something is; returns its error, and where."""
        word = ctypes.c_uint64(_UNFOUND)
        return self.native.srt_run_errand(place, 2, ctypes.addressof(word)), word.value

    def _copy(
        self, place: int, key: tuple[int, int], of: Placed, skipped: bool, dst: int, src: int
    ) -> None:
        """Does one copy with memory that is not here.

        Raises:
            BrokenError: another process cannot be reached.
        """
        nbytes = _bytes_of(of)
        brings = self.memory.holds(src, 1)
        slot, here, there = (2, src, dst) if brings else (1, dst, src)
        peer = next((peer for region, peer in self._peers if region.holds(there, nbytes)), None)
        is_dense = not nbytes or (_is_dense(of, slot) and self.memory.holds(here, nbytes))
        packed = None if is_dense or skipped else bytearray(nbytes)
        bytes_here = None
        if not skipped:
            bytes_here = view(here, nbytes) if packed is None else memoryview(packed)
        if brings and packed is not None:
            self.native.srt_run_errand(place, 1, _address_of(packed))
        if peer is None:
            self._exchange(key, brings, bytes_here)
        elif bytes_here is not None:
            (peer.write if brings else peer.read)(there, bytes_here)
        if not brings and packed is not None:
            self.native.srt_run_errand(place, 2, _address_of(packed))

    def _exchange(self, key: tuple[int, int], brings: bool, here: memoryview | None) -> None:
        """Sends bytes to the device, or waits for bytes from there; None: they are of no use."""
        if not brings:
            self.parcels.await_bytes(key, here)
        elif here is not None:
            with self._down_lock:
                self._down.send(DATA, PARCEL.pack(key[0], 0, key[1]), here)


def _bytes_of(of: Placed) -> int:
    rank, item = of.words[:2]
    return item * math.prod(of.words[2 : 2 + rank])


def _is_dense(of: Placed, operand: int) -> bool:
    """Whether the elements of an operand, counted from 1, lie side by side in C order."""
    rank, step = of.words[:2]
    extents = of.words[2 : 2 + rank]
    strides = of.words[2 + operand * rank : 2 + (operand + 1) * rank]
    for extent, stride in zip(reversed(extents), reversed(strides), strict=True):
        if extent != 1 and stride != step:
            return False
        step *= extent
    return True


def _address_of(memory: bytearray) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(memory))
