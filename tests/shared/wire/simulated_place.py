"""A place that runs nothing: it reads what a device sends, and says what a place would answer.

It has no sockets, threads and clock. So a test can put it behind real connections, or behind a
simulated wire, and can change what it says. It knows one kernel, `fold`, whose result tells which
launches ran, and in which order; all others do nothing. A buffer is what was written to its address
last.
"""

from __future__ import annotations

import math
import struct
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import streamrt as srt
from streamrt._backends.dask.frames import PARCEL
from streamrt._backends.dask.greeting import Welcome
from streamrt._backends.far import messages
from streamrt._backends.far.messages import Placed
from streamrt._native.core import DONE, SKIPPED

RUN_PLAN, PASS, SKIP_REST, LEAVE, ERRAND, AWAIT = range(6)
CHANNEL_WORDS = 16384

HEAD: Final = struct.Struct("<IIQ")
"""Of words: channel, count, first word. Of results: channel, count, first value."""

RECORD: Final = struct.Struct("<IIQQII")
RESULT: Final = struct.Struct("<QQqqiI")

MASK = 2**64 - 1
_FOLD = """
define i32 @fold(ptr %args, i64 %lo, i64 %hi) {
  %slot.y = getelementptr ptr, ptr %args, i64 1
  %y = load ptr, ptr %slot.y
  %slot.k = getelementptr ptr, ptr %args, i64 2
  %k = load i64, ptr %slot.k
  %old = load i64, ptr %y
  %more = mul i64 %old, 6364136223846793005
  %new = add i64 %more, %k
  store i64 %new, ptr %y
  ret i32 0
}
"""
fold = srt.Kernel("fold", "inout y: u64[1], k: u64", cpu=srt.LLVM(_FOLD, entry="fold"))
"""Makes another number of the first one and k, so that no order gives the same as another."""


def folded(value: int, k: int) -> int:
    """Returns what `fold` makes of a number."""
    return (value * 6364136223846793005 + k) & MASK


class Record(NamedTuple):
    """A record of a channel."""

    channel: int
    what: int
    value: int
    plan: int  # of PASS: the root; of AWAIT: the channel that has to reach the value
    checks: tuple[int, ...]
    slots: tuple[int, ...]
    state: int  # of PASS

    @property
    def is_submission(self) -> bool:
        """Whether it has a result."""
        return self.what != AWAIT


class SimulatedPlace:
    """The state of such a place.

    Attributes:
        plans: the loaded plans, by number.
        memory: the bytes at each address that was written to.
        ran: how many records it has ended.
    """

    def __init__(self) -> None:
        self.plans: dict[int, Placed] = {}
        self.memory: dict[int, bytes] = {}
        self.ran: int = 0
        self._start = self._stop = 0
        self._index: dict[int, int] = {}  # of timelines, by channel
        self._failed: dict[int, dict[int, tuple[int, int]]] = {}
        self._done: dict[int, int] = {}

    @staticmethod
    def welcome(version: str = srt.__version__, now: int = 0) -> Welcome:
        """Returns what it answers to a greeting; it has the CPU of this process."""
        return Welcome("", now, 1, version, ())

    def answer(self, body: bytes) -> bytes:
        """Does what a REQUEST says; returns the body of its ANSWER."""
        kind, rest = body[4], body[5:]
        if kind in (messages.PLAN, messages.STANDARD):
            plan = Placed.unpack(rest)
            self.plans[plan.number] = plan
        elif kind == messages.MAP:
            (self._start, nbytes), _ = messages.unpack_words(rest)
            self._stop = self._start + nbytes
        elif kind == messages.OPEN:
            (number, index, done), _ = messages.unpack_words(rest)
            self._index[number] = index
            self._done[number] = done
            self._failed[number] = {}
        return body[:4] + bytes([messages.OK])

    @staticmethod
    def records(words: bytes | memoryview) -> Iterator[Record]:
        """Returns the records of a WORDS frame."""
        at = 0
        while at < len(words):
            channel, count, first = HEAD.unpack_from(words, at)
            at += HEAD.size
            end = at + 8 * count
            while at < end:
                what, size, value, plan, checks, slots = RECORD.unpack_from(words, at)
                if what == SKIP_REST:
                    left = CHANNEL_WORDS - (first + count - (end - at) // 8) % CHANNEL_WORDS
                    at += 8 * left
                    continue
                if what in (PASS, LEAVE, AWAIT):
                    if what != LEAVE:
                        yield Record(channel, what, value, plan, (), (), checks)
                else:
                    rest = struct.unpack_from(f"<{checks + slots}Q", words, at + RECORD.size)
                    yield Record(channel, what, value, plan, rest[:checks], rest[checks:], DONE)
                at += 8 * size

    def waits(self, record: Record) -> bool:
        """Whether a record is one that waits for another channel."""
        return not record.is_submission and self._done[record.plan] < record.value

    def takes(self, record: Record) -> bool:
        """Whether a record needs bytes of the device's process."""
        is_errand = record.what == ERRAND and self.plans[record.plan].name != "finite"
        return is_errand and not self._holds(record.slots[1])

    def run(
        self, record: Record, came: bytes | None = None, now: int = 0
    ) -> tuple[bytes | None, bytes]:
        """Runs a record.

        Args:
            record: the record.
            came: the bytes that it takes.
            now: the time in ns.

        Returns:
            The body of the DATA frame that it sends, if one, and its result.
        """
        self.ran += 1
        of = self._failed[record.channel]
        self._done[record.channel] = record.value
        failed = next(filter(None, map(self._failure, record.checks)), None)
        if record.what == PASS:
            state, root, brought = record.state, record.plan, None
        elif failed is not None:
            state, root, brought = SKIPPED, failed[1], None
        else:
            state, root = DONE, self._index[record.channel] << 40 | record.value
            brought = self._carry_out(record, came)
        if state != DONE:
            of[record.value] = (state, root)
        return brought, RESULT.pack(root & MASK, 0, now, now, 0, state)

    def run_channel(
        self,
        pending: deque[Record],
        came: dict[tuple[int, int], bytes],
        bring: Callable[[bytes], object],
        now: int = 0,
    ) -> tuple[int, list[bytes]]:
        """Runs the records of a channel that can run.

        Args:
            pending: the records; those that were run are taken away.
            came: the bytes that came, by channel and value; likewise.
            bring: sends the body of a DATA frame.
            now: the time in ns.

        Returns:
            The value of the first that has ended, and the results.
        """
        ended: list[bytes] = []
        last = 0
        while pending:
            record = pending[0]
            key = record.channel, record.value
            if self.waits(record) or (self.takes(record) and key not in came):
                break
            pending.popleft()
            if record.is_submission:
                brought, result = self.run(record, came.pop(key, None), now)
                if brought is not None:
                    bring(brought)
                ended.append(result)
                last = record.value
        return last - len(ended) + 1, ended

    def _failure(self, check: int) -> tuple[int, int] | None:
        return self._failed[check >> 40].get(check & (1 << 40) - 1)

    def _holds(self, address: int) -> bool:
        return self._start <= address < self._stop

    def _carry_out(self, record: Record, came: bytes | None) -> bytes | None:
        plan, memory = self.plans[record.plan], self.memory
        if plan.name == "fold":
            address, k = record.slots
            old = int.from_bytes(memory.get(address, bytes(8)), "little")
            memory[address] = folded(old, k).to_bytes(8, "little")
        elif record.what == ERRAND and came is not None:
            memory[record.slots[0]] = came
        elif record.what == ERRAND and plan.name != "finite":
            rank, item = plan.words[:2]
            nbytes = item * math.prod(plan.words[2 : 2 + rank])
            found = memory.get(record.slots[1], b"")[:nbytes].ljust(nbytes, b"\0")
            return PARCEL.pack(record.channel, 0, record.value) + found
        return None


def results(channel: int, first: int, packed: list[bytes]) -> bytes:
    """Returns the results of one channel, as a RESULTS frame has them."""
    return HEAD.pack(channel, len(packed), first) + b"".join(packed)
