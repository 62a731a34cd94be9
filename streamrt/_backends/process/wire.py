"""The messages between a process device and its child, on a pair of sockets.

A message is its kind (a byte), its length (4 bytes) and that many bytes. The child answers each one
but the first, in order.
"""

from __future__ import annotations

import socket
import struct

from streamrt._backends.far.messages import GoneError

MOST_BYTES = 1 << 30

_HEAD = struct.Struct("<BI")


def send(to: socket.socket, kind: int, body: bytes = b"") -> None:
    """Sends a message.

    Raises:
        GoneError: nobody reads it any more.
    """
    try:
        to.sendall(_HEAD.pack(kind, len(body)) + body)
    except OSError as error:
        raise GoneError from error


def receive(source: socket.socket) -> tuple[int, bytes]:
    """Returns the next message: its kind and its body.

    Raises:
        GoneError: there are no more.
    """
    kind, length = _HEAD.unpack(_exactly(source, _HEAD.size))
    if length > MOST_BYTES:
        raise GoneError
    return kind, _exactly(source, length)


def _exactly(source: socket.socket, count: int) -> bytes:
    parts: list[bytes] = []
    while count:
        try:
            part = source.recv(min(count, 1 << 20))
        except OSError as error:
            raise GoneError from error
        if not part:
            raise GoneError
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
