"""The greeting of each connection: who asks, and who answers.

A device opens four connections to its place, of which each goes one way, because two threads may
not use one TLS connection at once. Places open further ones to each other. Whoever cannot name the
place's nonce gets no answer.
"""

from __future__ import annotations

import struct
import sys
from typing import Final, NamedTuple

from streamrt._backends.dask.frames import (
    HELLO,
    MOST_GREETING,
    VERSION,
    WELCOME,
    BrokenError,
    Connection,
    plain,
)
from streamrt._backends.far.messages import pack_texts, unpack_texts

COMMANDS, RESULTS, UP, DOWN, PEER = range(5)
"""The connections: records and requests; their ends; bytes for the place; bytes from there; and one
that another place opens."""

NONCE_BYTES = 16

_LONGEST = 1e6  # seconds

RELEASE: Final[str] = sys.modules["streamrt"].__version__
"""The release of streamrt; an import of the package would go up."""

_HELLO: Final = struct.Struct("<HB16sd")
_WELCOME: Final = struct.Struct("<HBqQ")


class Hello(NamedTuple):
    """A greeting.

    Attributes:
        role: which connection it is.
        nonce: what the place was started with; of PEER, the place's ticket.
        silence: seconds without a frame after which the place takes the device for lost.
        version: streamrt's version there.
        protocol: the version of the protocol.
    """

    role: int
    nonce: bytes
    silence: float
    version: str
    protocol: int = VERSION

    def send(self, to: Connection) -> None:
        """Sends it."""
        head = _HELLO.pack(self.protocol, self.role, self.nonce, self.silence)
        to.send(HELLO, head, pack_texts([self.version]))


class Welcome(NamedTuple):
    """The answer to a greeting.

    Attributes:
        refusal: why the connection was not taken; "" if it was.
        now: the place's clock, in ns.
        pid: the place's process id.
        version: streamrt's version there.
        target: what a `Target` is made of, as texts.
        protocol: the version of the protocol.
    """

    refusal: str
    now: int
    pid: int
    version: str
    target: tuple[str, ...]
    protocol: int = VERSION

    def send(self, to: Connection) -> None:
        """Sends it."""
        head = _WELCOME.pack(self.protocol, bool(self.refusal), self.now, self.pid)
        to.send(WELCOME, head, pack_texts([self.refusal, self.version, *self.target]))


def hear_hello(source: Connection) -> Hello:
    """Returns the greeting with which a connection begins.

    Raises:
        BrokenError: it begins with something else.
    """
    body = _heard(source, HELLO)
    try:
        protocol, role, nonce, silence = _HELLO.unpack_from(body)
        (version, *_), _ = unpack_texts(body, _HELLO.size)
    except (struct.error, ValueError) as error:
        raise BrokenError("it sent a greeting without sense") from error
    if not 0 < silence < _LONGEST:
        raise BrokenError(f"it wants a silence of {silence} seconds")
    return Hello(role, nonce, silence, plain(version, 80), protocol)


def hear_welcome(source: Connection) -> Welcome:
    """Returns the answer to a greeting.

    Raises:
        BrokenError: something else comes.
    """
    body = _heard(source, WELCOME)
    try:
        protocol, is_refused, now, pid = _WELCOME.unpack_from(body)
        (refusal, version, *target), _ = unpack_texts(body, _WELCOME.size)
    except (struct.error, ValueError) as error:
        raise BrokenError("it sent a greeting without sense") from error
    texts = tuple(plain(text) for text in target[:8])
    if is_refused and not refusal:
        refusal = "it refuses, without a reason"
    return Welcome(plain(refusal), now, pid, plain(version, 80), texts, protocol)


def _heard(source: Connection, wanted: int) -> bytes:
    kind, count = source.receive()
    if kind != wanted:
        raise BrokenError("it sent no greeting")
    return source.take(count, MOST_GREETING)
