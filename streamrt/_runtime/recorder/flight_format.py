"""The format of flight files: what lies where, as those who write and read them know it.

    head    4096 bytes: `Head`
    names   JSON, one name a line: number, text, kind, site, bytes; `text_used` bytes are complete
    spans   slots: the newest spans, each in the slot of its number, modulo the number of slots
    rings   one after the other, each at a multiple of `page`: a `RingCard`, then the structures of
            events.h; a card without its magic number is a ring that is not ready

A slot is 512 bytes: a checksum of the rest, the length of its text, a number, and the text, which
is JSON. So whoever finds a slot half written, on any machine, sees that and leaves it out. The
tracks of a ring are slots, too, in its card: the events from a number on belong to a track.

Everything that grows has its room from the beginning: names that find none are left out and
counted, and the oldest spans and tracks are written over.
"""

from __future__ import annotations

import ctypes
import json
import struct
from collections.abc import Sequence
from zlib import crc32

MAGIC = b"srtfly01"
RING_MAGIC = b"srtring1"
SUFFIX = ".flight"
STUCK_SUFFIX = ".stuck.flight"
HEAD_BYTES = 4096
CARD_BYTES = 4096  # of a ring, before its events
SLOT_BYTES = 512
TRACKS = 7  # slots of a card
_SLOT = struct.Struct("<IIQ")
MOST_TEXT = SLOT_BYTES - _SLOT.size


class Head(ctypes.Structure):
    """The head of a file; times are in ns of the monotonic clock.

    `wall` and `boot` translate them to the time since 1970 and since the machine was started.
    `namespace` and `machine` say where the number `pid` means this process. `copied` is when
    somebody wrote the file as a copy of rings; 0 for the rings themselves. `lost` counts rings that
    could not be made, and `left_out` names.
    """

    _fields_ = (
        ("magic", ctypes.c_char * 8),
        ("pid", ctypes.c_uint64),
        ("namespace", ctypes.c_uint64),
        ("began", ctypes.c_int64),
        ("ended", ctypes.c_int64),
        ("copied", ctypes.c_int64),
        ("wall", ctypes.c_int64),
        ("boot", ctypes.c_int64),
        ("page", ctypes.c_uint64),
        ("text_size", ctypes.c_uint64),
        ("text_used", ctypes.c_uint64),
        ("left_out", ctypes.c_uint64),
        ("spans", ctypes.c_uint64),
        ("lost", ctypes.c_uint64),
        ("machine", ctypes.c_char * 64),
        ("process", ctypes.c_char * 128),
    )
    magic: bytes
    pid: int
    namespace: int
    began: int
    ended: int
    copied: int
    wall: int
    boot: int
    page: int
    text_size: int
    text_used: int
    left_out: int
    spans: int
    lost: int
    machine: bytes
    process: bytes


class RingCard(ctypes.Structure):
    """The card before a ring; its tracks are in slots from byte 512 on.

    `size` is the number of events that the ring holds, `first` the number of the first event that
    is there at all, and `is_virtual` says whether its times are virtual. `what` is the name of the
    program whose nodes the events are; 0 for others.
    """

    _fields_ = (
        ("magic", ctypes.c_char * 8),
        ("size", ctypes.c_uint64),
        ("first", ctypes.c_uint64),
        ("is_virtual", ctypes.c_uint64),
        ("what", ctypes.c_uint64),
    )
    magic: bytes
    size: int
    first: int
    is_virtual: int
    what: int


def rounded(nbytes: int, page: int) -> int:
    """Returns the next multiple of a page's size."""
    return -(-nbytes // page) * page


def first_ring(head: Head) -> int:
    """Returns the place of a file's first ring."""
    return rounded(HEAD_BYTES + head.text_size + SLOT_BYTES * head.spans, head.page)


def text_of(values: Sequence[object]) -> bytes:
    """Returns values as a line of JSON, without what UTF-8 lacks."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")


def slot_of(number: int, text: bytes) -> bytes:
    """Returns a slot; its text has at most `MOST_TEXT` bytes."""
    rest = _SLOT.pack(0, len(text), number)[4:] + text
    return struct.pack("<I", crc32(rest)) + rest


def in_slot(data: bytes) -> tuple[int, bytes] | None:
    """Returns the number and the text of a slot; None for one that is empty or half written."""
    checksum, length, number = _SLOT.unpack_from(data)
    end = _SLOT.size + length
    if not length or end > len(data) or checksum != crc32(data[4:end]):
        return None
    return number, data[_SLOT.size : end]
