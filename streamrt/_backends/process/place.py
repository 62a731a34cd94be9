"""The child of a process device: maps the memory, loads code, and runs the channels.

It is a process of its own, started by `streamrt._backends.process.child`. It imports no NumPy and
nothing of the runtime: a start has to be quick, and a kernel that goes wild shall find little. Only
the main thread runs Python; a thread for each channel runs the native loop of place.h.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import threading
from array import array
from collections.abc import Callable, Sequence

from streamrt._backends.process import confine, wire
from streamrt._backends.process.shared import map_at
from streamrt._backends.process.wire import Placed
from streamrt._compile.llvm.placed import Objects
from streamrt._native.core import Core, core
from streamrt._native.replays import Replays
from streamrt.errors import StreamRTError


class Place:
    """The loaded plans, the programs and the channels of the child.

    Attributes:
        native: the native core.
    """

    def __init__(self, native: Core, memory: int) -> None:
        """Begins with nothing.

        Args:
            native: the native core.
            memory: the address of the shared memory.
        """
        self.native: Core = native
        self._memory = memory
        self._objects = Objects()
        self._replays = Replays(native)
        self._images: dict[bytes, bytes] = {}
        self._used: dict[int, bytes] = {}  # the digest of each plan's object
        self._table = native.allocate(8 * wire.MOST_PLANS)
        ctypes.memset(self._table, 0, 8 * wire.MOST_PLANS)
        self._plans = (ctypes.c_uint64 * wire.MOST_PLANS).from_address(self._table)
        self._channels: dict[int, threading.Thread] = {}

    def answer(self, kind: int, body: bytes) -> tuple[int, str]:
        """Does what a message says; returns the answer's status and text."""
        does: dict[int, Callable[[bytes], None]] = {
            wire.OBJECT: self._keep,
            wire.FORGET: self._forget,
            wire.PLAN: self._load,
            wire.STANDARD: self._load_standard,
            wire.PROGRAM: self._load_program,
            wire.UNLOAD: self._unload,
            wire.OPEN: self._open,
            wire.CLOSE: self._close,
        }
        try:
            does[kind](body)
        except NotImplementedError as error:
            return wire.MISSING, str(error)
        except (StreamRTError, MemoryError) as error:
            return wire.REFUSED, str(error)
        return wire.OK, ""

    # -- plans ----------------------------------------------------------------------------------

    def _keep(self, body: bytes) -> None:
        self._images[body[:32]] = body[32:]

    def _forget(self, body: bytes) -> None:
        del self._images[body]

    def _load(self, body: bytes) -> None:
        plan = Placed.unpack(body)
        address = self._objects.acquire(
            plan.digest, self._images, plan.entry, plan.symbols, plan.name
        )
        self._used[plan.number] = plan.digest
        self._set(plan, address)

    def _load_standard(self, body: bytes) -> None:
        plan = Placed.unpack(body)
        self._set(plan, self.native.entries[f"srt_{plan.entry}"])

    def _set(self, plan: Placed, entry: int) -> None:
        if plan.extent > plan.grain:
            self.native.start_workers()
        codes = tuple(plan.codes.encode())
        made = self.native.new_plan(entry, plan.extent, plan.grain, codes, plan.words)
        self._plans[plan.number] = made

    def _load_program(self, body: bytes) -> None:
        numbers, at = wire.unpack_words(body)
        number, streams, bases = numbers
        plan = self._replays.open_packed(array("Q", body[at:]), streams, bases)
        self.native.bind_program(self._replays.address_of(plan), self._table)
        self._plans[number] = plan

    def _unload(self, body: bytes) -> None:
        (number,), _ = wire.unpack_words(body)
        plan, self._plans[number] = self._plans[number], 0
        if plan:
            self._replays.close(plan)
            self.native.release(plan)
        digest = self._used.pop(number, None)
        if digest is not None:
            self._objects.release(digest)

    # -- channels -------------------------------------------------------------------------------

    def _open(self, body: bytes) -> None:
        (number,), _ = wire.unpack_words(body)
        if number in self._channels:
            return
        native, place = self.native, self.native.allocate(32)
        words = (ctypes.c_uint64 * 4).from_address(place)
        words[:] = [native.channel_of(self._memory, number), self._memory, number, self._table]
        thread = threading.Thread(target=native.srt_place, args=(place,), daemon=True)
        self._channels[number] = thread
        thread.start()

    def _close(self, body: bytes) -> None:
        (number,), _ = wire.unpack_words(body)
        thread = self._channels.pop(number, None)
        if thread is not None:
            thread.join()


def main(arguments: Sequence[str]) -> None:
    """Runs the child until its parent ends.

    Args:
        arguments: the descriptors of the socket and of the memory; the memory's address and length;
            the parent's process id; the limits of `Confinement`.
    """
    control, fd, address, nbytes, parent = map(int, arguments[:5])
    confine.die_with(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    source = socket.socket(fileno=control)
    if not map_at(fd, address, nbytes):
        os._exit(confine.NO_ROOM)
    place = Place(core(), address)
    confine.confine(*arguments[5:])
    try:
        wire.send(source, wire.READY)
        while True:
            kind, body = wire.receive(source)
            status, text = place.answer(kind, body)
            wire.send(source, status, text.encode())
    except wire.GoneError:
        os._exit(0)  # the channels' threads do not end by themselves
