"""Frames: what travels between a device and its place, on connections that each go one way.

A frame is a head of 16 bytes (a magic word, the version of the protocol, the kind, the number of
bytes behind it) and a body: numbers in fixed places, and texts with their lengths. Nothing is
unpickled, evaluated or formatted. Whoever receives checks each length against what can come, before
memory is taken for it. The head of a greeting is the same in all versions.

    from       kind      body
    device     HELLO     which connection it is, and who asks: see greeting.py
    place      WELCOME   whether it is taken, and what the place is
    device     WORDS     records, by channel: relay.h
    device     REQUEST   a number, and a request of far/messages.py
    device     DATA      channel and value of an errand; the bytes for it
    place      RESULTS   results, by channel: relay.h
    place      ANSWER    the number of a request, a status, a text
    place      DATA      channel and value of an errand; the bytes that it brings
    place      LEAVING   a text: why the place will end soon
    both       BEAT      nothing; sent when nothing else was for a quarter of the time of silence
    a place    READ, WRITE   to another place: an address and a number of bytes; and the bytes
    a place    DONE      to another place: it was done; and the bytes
"""

from __future__ import annotations

import socket
import struct
import time
from typing import Final

VERSION = 1
HELLO, WELCOME, WORDS, REQUEST, DATA, RESULTS, ANSWER, LEAVING, BEAT, READ, WRITE, DONE = range(
    1, 13
)

MOST_GREETING = 1 << 16
MOST_TEXT = 1 << 12
MOST_WORDS = 1 << 25
MOST_REQUEST = 1 << 30
MOST_RESULTS = 1 << 21

SLOWEST = 1 << 18
"""Bytes a second that a frame must come with, where frames are waited for with patience."""

PARCEL: Final = struct.Struct("<IIQ")
"""Channel, zero and value of an errand, before its bytes."""

REGION: Final = struct.Struct("<QQ")
"""Address and number of bytes, of a READ or a WRITE."""

_HEAD: Final = struct.Struct("<4sBBHQ")
_MAGIC = b"srt1"
_SMALL = 1 << 14  # bytes that are joined to the head, so that they are one packet
_SENT = 1 << 20  # bytes of one call
_TAKEN = 1 << 16  # more would hold the sender up: Linux keeps the socket while it copies
_SHORTEST = 1e-3  # seconds; 0 would mean another mode of the socket

Bytes = bytes | bytearray | memoryview


class BrokenError(Exception):
    """A connection that cannot be used any more; the text says why, as in "it ended"."""


class Connection:
    """One connection. Each direction belongs to one thread at a time.

    Attributes:
        socket: the socket, or the TLS layer over it.
    """

    def __init__(self, connected: socket.socket) -> None:
        """Takes a connected socket over."""
        self.socket: socket.socket = connected
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head = bytearray(_HEAD.size)
        self._patience: float | None = connected.gettimeout()
        self._until = 0.0

    def allow(self, patience: float | None) -> None:
        """Gives each frame some seconds to come or to go, besides the time for its bytes.

        They are those of the whole frame: who sends a byte now and then is as good as silent.

        Args:
            patience: the seconds; None is for ever.
        """
        self._patience = patience
        self.socket.settimeout(patience)

    def send(self, kind: int, *parts: Bytes) -> None:
        """Sends a frame.

        Raises:
            BrokenError: nobody reads it any more.
        """
        count = sum(map(len, parts))
        head = _HEAD.pack(_MAGIC, VERSION, kind, 0, count)
        try:
            if self._patience is not None:
                self.socket.settimeout(self._patience)
            if count <= _SMALL:
                self.socket.sendall(b"".join((head, *parts)))
                return
            self.socket.sendall(b"".join((head, *parts[:-1])))
            last = memoryview(parts[-1])
            for at in range(0, len(last), _SENT):
                self.socket.sendall(last[at : at + _SENT])
        except OSError as error:
            raise BrokenError(_reason(error)) from error

    def receive(self) -> tuple[int, int]:
        """Returns the kind of the next frame and the number of its bytes, which are not read yet.

        Raises:
            BrokenError: there is no frame, or what comes is none.
        """
        if self._patience is not None:
            self._until = time.monotonic() + self._patience
        self.take_into(memoryview(self._head))
        magic, version, kind, zero, count = _HEAD.unpack(self._head)
        if magic != _MAGIC or zero:
            raise BrokenError("it sent bytes that are no frame")
        if version != VERSION and kind not in (HELLO, WELCOME):
            raise BrokenError(f"it speaks version {version} of the protocol, and not {VERSION}")
        if self._patience is not None:
            self._until += count / SLOWEST
        return kind, count

    def take(self, count: int, most: int) -> bytes:
        """Returns the bytes of a frame.

        Raises:
            BrokenError: there are more than `most`, or the connection ended.
        """
        if count > most:
            raise BrokenError(f"it sent a frame of {count} bytes, where {most} is the most")
        taken = bytearray(count)
        self.take_into(memoryview(taken))
        return bytes(taken)

    def take_into(self, memory: memoryview) -> None:
        """Reads bytes into memory, all of it.

        Raises:
            BrokenError: the connection ended.
        """
        at, end = 0, len(memory)
        try:
            while at < end:
                if self._patience is not None:
                    self.socket.settimeout(max(self._until - time.monotonic(), _SHORTEST))
                got = self.socket.recv_into(memory[at:], min(end - at, _TAKEN))
                if not got:
                    raise BrokenError("its connection ended")
                at += got
        except OSError as error:
            raise BrokenError(_reason(error)) from error

    def skip(self, count: int) -> None:
        """Reads bytes, and drops them."""
        piece = bytearray(min(count, _TAKEN))
        while count:
            part = memoryview(piece)[: min(count, _TAKEN)]
            self.take_into(part)
            count -= len(part)

    def close(self) -> None:
        """Ends it in both directions, also for a thread that waits in it. May be called again."""
        try:
            socket.socket.shutdown(self.socket, socket.SHUT_RDWR)  # TLS would take its time
        except OSError:
            pass  # it has ended already

    def free(self) -> None:
        """Frees its descriptor, when no thread uses it any more."""
        self.socket.close()


def _reason(error: OSError) -> str:
    if isinstance(error, TimeoutError):
        return "it was silent for too long"
    return f"its connection ended: {plain(str(error) or type(error).__name__)}"


def plain(text: str | bytes, most: int = MOST_TEXT) -> str:
    """Returns a text from elsewhere that is safe to show: cut, and escaped.

    Args:
        text: the text; bytes are taken for UTF-8.
        most: the most characters of it.
    """
    if isinstance(text, bytes):
        text = text[: 4 * most].decode(errors="replace")
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[:most])
    return shown if len(text) <= most else f"{shown}..."
