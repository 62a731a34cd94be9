"""The bytes of the relay as Python sees them: memory, what they mean, and oracles of what is right.

They know the formats of relay.h and channel.h, and nothing of how the C looks at them.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence

from streamrt._backends.far import mapping
from streamrt._native.core import Core

CHANNELS, CREDIT, WORDS, MOST_CHECKS, MOST_SLOTS = 256, 1024, 16384, 32, 256  # as in channel.h
RUN_PLAN, PASS, SKIP_REST, LEAVE, ERRAND, AWAIT = range(6)
LOAD = struct.Struct("<IIQ")  # words_head and results_head
RESULT = struct.Struct("<QQqqiI")
RECORD = struct.Struct("<IIQQII")  # the head of a record
ROOM = 1 << 19
TOP = 2**64


class Edge:
    """Memory behind which there is none."""

    def __init__(self) -> None:
        self._start = mapping.zeros(ROOM + 4096)
        behind = ctypes.c_void_p(self._start + ROOM)
        assert mapping.libc().mprotect(behind, ctypes.c_size_t(4096), 0) == 0

    def put(self, load: bytes) -> int:
        """Returns the address of some bytes, the last of which is the last of the memory."""
        at = self._start + ROOM - len(load)
        ctypes.memmove(at, load, len(load))
        return at

    def close(self) -> None:
        mapping.unmap(self._start, ROOM + 4096)


class Channels:
    """The channels of one side."""

    def __init__(self, core: Core) -> None:
        self.nbytes = core.far_layout()
        self.start = mapping.zeros(self.nbytes)
        self._stride, self._bell = self.nbytes // CHANNELS, self.nbytes % CHANNELS

    def of(self, number: int) -> memoryview:
        """Returns the bytes of a channel, which begin with its tail."""
        return mapping.view(self.start + self._bell + number * self._stride, self._stride)

    def tail(self, number: int) -> int:
        return int.from_bytes(self.of(number)[:8], "little")

    def close(self) -> None:
        mapping.unmap(self.start, self.nbytes)


# -- results ------------------------------------------------------------------------------------


def what_lands(load: bytes, done: int, sent: int) -> tuple[bool, int]:
    """Whether results are right, and the last value that lands; the oracle."""
    while load:
        if len(load) < LOAD.size:
            return False, done
        number, count, first = LOAD.unpack_from(load)
        of = LOAD.size + count * RESULT.size
        if len(load) < of or number != 0 or first != done + 1 or not 0 < count <= sent - done:
            return False, done
        done += count
        load = load[of:]
    return True, done


# -- records ------------------------------------------------------------------------------------


def record_at(words: bytes, room: int) -> tuple[int, int | None] | None:
    """Returns the size and the value of the record with which some words begin.

    None stands for the value of an AWAIT, which is no submission.

    Args:
        words: what came from there on; None is found if it does not fit in.
        room: words until the end of the ring.
    """
    if len(words) < RECORD.size:
        return None
    what, size, value, _, checks, slots = RECORD.unpack_from(words)
    if what not in (RUN_PLAN, PASS, ERRAND, AWAIT) or size > min(len(words) // 8, room):
        return None
    parts = 0 if what in (PASS, AWAIT) else checks + slots
    fits = what in (PASS, AWAIT) or (checks <= MOST_CHECKS and slots <= MOST_SLOTS)
    return (size, None if what == AWAIT else value) if fits and size == 4 + parts else None


def values_in(words: bytes, at: int) -> list[int]:
    """Returns the values of the records in some words, all of which have sense."""
    found: list[int] = []
    while words:
        rest = WORDS - at % WORDS
        if words[0] == SKIP_REST:
            words, at = words[8 * rest :], at + rest
            continue
        one = record_at(words, rest)
        assert one is not None
        if one[1] is not None:
            found.append(one[1])
        words, at = words[8 * one[0] :], at + one[0]
    return found


class Given:
    """The oracle: a channel of a place, and what is given to it."""

    def __init__(self, value: int) -> None:
        self.tail, self.value, self._told = 0, value, value
        self.ring = bytearray(8 * WORDS)

    def take(self, load: bytes) -> bool:
        """Takes a load; False if it is wrong: then all before the wrong part is published."""
        while load:
            if len(load) < LOAD.size:
                return False
            of, words, at = LOAD.unpack_from(load)
            body = load[LOAD.size : LOAD.size + 8 * words]
            is_empty = 0 < of < CHANNELS and not words and not at  # for a channel without words
            if not is_empty and (len(body) < 8 * words or of or words > WORDS or at != self.tail):
                return False
            for i in range(words):
                where = (at + i) % WORDS * 8
                self.ring[where : where + 8] = body[8 * i : 8 * i + 8]
            value = self._checked(at, words) if words else self.value
            if value is None:
                return False
            self.tail, self.value = self.tail + words, value
            load = load[LOAD.size + 8 * words :]
        return True

    def _checked(self, at: int, words: int) -> int | None:
        end, value = at + words, self.value
        while at < end:
            if int.from_bytes(self.ring[at % WORDS * 8 :][:4], "little") == SKIP_REST:
                at += WORDS - at % WORDS
            first = at % WORDS
            there = self.ring[8 * first : 8 * (first + max(end - at, 0))]
            one = record_at(bytes(there), WORDS - first)
            if one is None:
                return None
            value += one[1] is not None
            if one[1] not in (None, value) or value - self._told > CREDIT:
                return None
            at += one[0]
        return value


def packed(
    records: Sequence[tuple[int, int, int]], tail: int, value: int, fault: tuple[str, int, int]
) -> bytes:
    """Returns a load of records, one of whose numbers is wrong by what the fault says."""
    field, at, off = fault
    body, last = b"", value
    for i, (what, checks, slots) in enumerate(records):
        is_wrong = i == at % len(records)

        def told(name: str, right: int, bits: int = 32, is_wrong: bool = is_wrong) -> int:
            return (right + off * (is_wrong and field == name)) % 2**bits

        rest = 0 if what in (PASS, AWAIT) else checks + slots
        last += what != AWAIT
        left = WORDS - (tail + len(body) // 8) % WORDS
        if left < 4 + rest and not (is_wrong and field == "wrap"):
            body += SKIP_REST.to_bytes(8, "little").ljust(8 * left, b"\1")
        body += RECORD.pack(
            told("what", what), told("size", 4 + rest), told("value", last, 64), 3,
            told("checks", checks), told("slots", slots),
        ) + bytes(8 * rest)  # fmt: skip
    if field == "end":
        body = body[: -8 * (1 + off % 3)]
    words = (len(body) // 8 + off * (field == "words")) % 2**32
    number, first = off * (field == "number") % 2**32, (tail + off * (field == "at")) % TOP
    return LOAD.pack(number, words, first) + body
