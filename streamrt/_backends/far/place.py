"""The place of a far device: it loads code and programs, and runs the channels.

It is a process of its own, and imports no NumPy and nothing of the runtime: a start has to be
quick, and a kernel that goes wild shall find little. A thread for each channel runs the native loop
of place.h.
"""

from __future__ import annotations

import ctypes
import threading
from array import array
from collections.abc import Callable

from streamrt._backends.far import messages
from streamrt._backends.far.messages import Placed
from streamrt._compile.llvm.placed import Objects
from streamrt._native.core import Core
from streamrt._native.loops import PackedLoop
from streamrt._native.replays import Replays
from streamrt.errors import StreamRTError


class Place:
    """The loaded plans, the programs and the channels of a place.

    Attributes:
        native: the native core.
        waits: whether channels wait for each other here, and not at the device.
    """

    waits = False

    def __init__(self, native: Core, memory: int) -> None:
        """Begins with nothing.

        Args:
            native: the native core.
            memory: the address of the channels.
        """
        self.native: Core = native
        self._memory = memory
        self._does: dict[int, Callable[[bytes], None]] = {
            messages.OBJECT: self._keep,
            messages.FORGET: self._forget,
            messages.PLAN: self._load,
            messages.STANDARD: self._load_standard,
            messages.PROGRAM: self._load_program,
            messages.LOOP: self._load_loop,
            messages.UNLOAD: self._unload,
            messages.OPEN: self._open,
            messages.CLOSE: self._close,
        }
        self._objects = Objects()
        self._replays = Replays(native)
        self._images: dict[bytes, bytes] = {}
        self._used: dict[int, bytes] = {}  # the digest of each plan's object
        self._table = native.allocate(8 * messages.MOST_PLANS)
        ctypes.memset(self._table, 0, 8 * messages.MOST_PLANS)
        self._plans = (ctypes.c_uint64 * messages.MOST_PLANS).from_address(self._table)
        self._channels: dict[int, threading.Thread] = {}

    def answer(self, kind: int, body: bytes) -> tuple[int, str]:
        """Does what a message says; returns the answer's status and text."""
        try:
            self._does[kind](body)
        except (StreamRTError, MemoryError) as error:
            return messages.REFUSED, str(error)
        return messages.OK, ""

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
        numbers, at = messages.unpack_words(body)
        number, streams, bases, *inner = numbers
        loops = [self._plans[each] for each in inner]
        plan = self._replays.open_packed(array("Q", body[at:]), streams, bases, loops)
        self.native.bind_program(self._replays.address_of(plan), self._table)
        self._plans[number] = plan

    def _load_loop(self, body: bytes) -> None:
        numbers, at = messages.unpack_words(body)
        number, bases, *rest = numbers
        parts: list[array[int]] = []
        for size in rest[:3]:
            parts.append(array("Q", body[at : at + 8 * size]))
            at += 8 * size
        loops, (head, turn, other) = self._replays.loops, parts
        packed = PackedLoop(head, turn, other, bases)
        plan = loops.open(packed, [self._plans[each] for each in rest[3:]])
        for program in loops.programs(plan):
            self.native.bind_program(program, self._table)
        self._plans[number] = plan

    def _unload(self, body: bytes) -> None:
        (number,), _ = messages.unpack_words(body)
        plan, self._plans[number] = self._plans[number], 0
        if plan:
            self._replays.close(plan)
            self.native.release(plan)
        digest = self._used.pop(number, None)
        if digest is not None:
            self._objects.release(digest)

    # -- channels -------------------------------------------------------------------------------

    def _open(self, body: bytes) -> None:
        (number, *rest), _ = messages.unpack_words(body)
        if number in self._channels:
            return
        self._begin(number, *rest)
        place = self.native.new_place(self._memory, number, self._table, self.waits)
        thread = threading.Thread(target=self._serve, args=(place, number), daemon=True)
        self._channels[number] = thread
        thread.start()

    def _begin(self, number: int, *rest: int) -> None:
        """Readies a channel that is opened; the mirror has done that where it sees the channel."""

    def _serve(self, place: int, number: int) -> None:
        """Runs a channel, on its thread, until the mirror has it leave."""
        while self.native.srt_place(place):
            self._run_errand(place, number)
        self.native.release(place)

    def _run_errand(self, place: int, number: int) -> None:
        """Does what a record of a channel asks for that uses memory of other processes."""
        raise NotImplementedError

    def _close(self, body: bytes) -> None:
        (number,), _ = messages.unpack_words(body)
        thread = self._channels.pop(number, None)
        if thread is not None:
            thread.join()
