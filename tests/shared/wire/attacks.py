"""The attacks of hostile places: what each sends, and when."""

from __future__ import annotations

import struct
from collections.abc import Callable
from random import Random

from shared.wire.simulated_place import RESULT, SimulatedPlace, results
from shared.wire.stub_places import Stub

from streamrt._backends.dask.frames import (
    ANSWER,
    BEAT,
    DATA,
    LEAVING,
    PARCEL,
    RESULTS,
    Bytes,
    Connection,
)
from streamrt._backends.dask.greeting import DOWN
from streamrt._backends.dask.greeting import RESULTS as RESULTS_ROLE

HEAD = struct.Struct("<4sBBHQ")


def framed(kind: int, body: bytes, count: int | None = None) -> bytes:
    """Returns a frame, whose head may lie about its length."""
    return HEAD.pack(b"srt1", 1, kind, 0, len(body) if count is None else count) + body


class Hostile(Stub):
    """A place with one attack.

    Attributes:
        attack: what it does, by name.
        moment: before which of its frames it does that.
        is_done: whether it did it.
    """

    def __init__(self, rng: Random, attack: str) -> None:
        super().__init__()
        self.rng = rng
        self.attack = attack
        self.moment: int = rng.choice((0, 1, 2, 3, 3, 4, 5, 6, 8))
        self.is_done = False
        self._sent = 0

    def welcome(self, role: int, there: Connection) -> None:
        if self.attack not in GREETINGS or self.is_done or role < self.rng.randrange(4):
            super().welcome(role, there)
            return
        self.is_done = True
        there.socket.sendall(GREETINGS[self.attack](self.rng))

    def send(self, role: int, kind: int, *parts: Bytes) -> None:
        body = b"".join(parts)
        self._sent += 1
        if not self.is_done and self._sent > self.moment and self.attack in ATTACKS:
            self.is_done = True
            if ATTACKS[self.attack](self, role, kind, body) is not False:
                return
            self.is_done = False
        super().send(role, kind, body)

    def raw(self, role: int, data: bytes) -> None:
        """Sends bytes on a connection."""
        self.connections[role].socket.sendall(data)


# ---- attacks ----------------------------------------------------------------------------------
# Each gets the frame that it may replace; False: it waits for another one.

Attack = Callable[[Hostile, int, int, bytes], object]


def damaged(of: Hostile, role: int, kind: int, body: bytes) -> None:
    """Changes some bytes of a frame, and maybe its length."""
    data = bytearray(framed(kind, body))
    for _ in range(of.rng.choice((1, 1, 2, 8))):
        data[of.rng.randrange(len(data))] = of.rng.randrange(256)
    cut = of.rng.choice((len(data), len(data), of.rng.randrange(len(data))))
    of.raw(role, bytes(data[:cut]))
    of.end()


def noise(of: Hostile, role: int, kind: int, body: bytes) -> None:
    """Sends bytes that are no frame."""
    del kind, body
    of.raw(role, of.rng.randbytes(of.rng.choice((1, 16, 1000))))
    of.end()


def wrong_length(of: Hostile, role: int, kind: int, body: bytes) -> None:
    """Says another length than a frame has."""
    off = of.rng.choice((1, -1, 7, 16, 4096))
    lengths = (2**63, 2**64 - 1, 2**40, 10 << 20, 2 << 20, max(0, len(body) + off))
    of.raw(role, framed(kind, body, of.rng.choice(lengths)))
    of.end()


def wrong_kind(of: Hostile, role: int, kind: int, body: bytes) -> None:
    """Sends a frame of another kind."""
    of.raw(role, framed((kind + of.rng.randrange(1, 255)) % 256, body))


def wrong_connection(of: Hostile, role: int, kind: int, body: bytes) -> None:
    """Sends a frame on the other connection."""
    of.raw(DOWN if role == RESULTS_ROLE else RESULTS_ROLE, framed(kind, body))


def twice(of: Hostile, role: int, kind: int, body: bytes) -> None:
    """Sends a frame twice."""
    of.raw(role, framed(kind, body) * 2)


def unasked(of: Hostile, role: int, kind: int, body: bytes) -> None:
    """Sends something that nobody asked for."""
    rng = of.rng
    result = RESULT.pack(rng.getrandbits(64), 0, 0, 0, 0, 2)
    channel = rng.choice((0, 1, 200, 255, 256, 2**32 - 1))
    first = rng.choice((0, 1, 2, 3, 1000, 2**40, 2**63, 2**64 - 1))
    count = rng.choice((0, 1, 2, 1024, 1025, 2**32 - 1))
    here = rng.choice((0, 1, min(count, 2000)))
    head = struct.pack("<IIQ", channel, count, first)
    parcel = PARCEL.pack(channel, 0, first)
    nbytes = rng.choice((0, 1, 8, 9, 100_000))
    of.raw(*rng.choice((
        (RESULTS_ROLE, framed(RESULTS, head + result * here)),
        (RESULTS_ROLE, framed(RESULTS, results(0, first, [result] * (here + 1)) + head)),
        (RESULTS_ROLE, framed(RESULTS, head[: rng.randrange(1, 16)])),
        (RESULTS_ROLE, framed(ANSWER, rng.randbytes(4) + b"\1")),
        (RESULTS_ROLE, framed(ANSWER, rng.randbytes(rng.randrange(5)))),
        (DOWN, framed(DATA, parcel + bytes(nbytes))),
        (DOWN, framed(DATA, parcel[: rng.randrange(16)])),
    )))  # fmt: skip
    of.raw(role, framed(kind, body))


def ahead(of: Hostile, role: int, kind: int, body: bytes) -> object:
    """Says that more has ended than was handed over."""
    if kind != RESULTS:
        return False
    channel, count, first = struct.unpack_from("<IIQ", body)
    more = of.rng.choice((1, 2, 1000))
    of.raw(role, framed(RESULTS, results(channel, first, [body[16:56]] * (count + more))))
    return True


def data_of_another_length(of: Hostile, role: int, kind: int, body: bytes) -> object:
    """Sends more or less bytes than were asked for."""
    if kind != DATA:
        return False
    of.raw(role, framed(DATA, body[:-1] if of.rng.random() < 0.5 else body + b"!"))
    return True


def failed_while_data_comes(of: Hostile, role: int, kind: int, body: bytes) -> object:
    """Begins to send bytes, says that the copy has failed, and goes on."""
    if kind != DATA:
        return False
    channel, _, value = PARCEL.unpack_from(body)
    of.raw(role, framed(DATA, body)[:-4])
    failed = RESULT.pack(0, 0, 0, 0, 7, 4)
    of.raw(RESULTS_ROLE, framed(RESULTS, results(channel, value, [failed])))
    of.raw(role, body[-4:])
    return True


def wrong_results(of: Hostile, role: int, kind: int, body: bytes) -> object:
    """Says nonsense about what has ended."""
    if kind != RESULTS:
        return False
    rng, changed = of.rng, bytearray(body)
    for at in range(16, len(body), RESULT.size):
        limits = (0, 1, 2**31, 2**63 - 1, -(2**63), rng.getrandbits(63))
        root = rng.choice((0, 5, 2**40, 2**63, 2**64 - 1, rng.getrandbits(64)))
        error = rng.choice((0, 1, -1, -2011, -2012, -2013, -2014, rng.randrange(-(2**31), 2**31)))
        node = rng.choice((0, 1, 2**63, 2**64 - 1))
        times = rng.choice(limits), rng.choice(limits)
        RESULT.pack_into(
            changed, at, root, node, *times, error, rng.choice((0, 1, 2, 3, 4, 5, 77, 2**32 - 1))
        )
    of.raw(role, framed(RESULTS, bytes(changed)))
    return True


def wrong_answer(of: Hostile, role: int, kind: int, body: bytes) -> object:
    """Answers with another status, and with a text that would do harm where it is shown."""
    if kind != ANSWER:
        return False
    text = of.rng.choice((b"\x1b[2J\x1b]0;owned\x07", b"%s%n%(x)s{0.__class__}", b"\xff" * 900,
                          "\u202e\u2066\n[ERROR] x".encode(), b"x" * 4096))  # fmt: skip
    of.raw(role, framed(ANSWER, body[:4] + bytes([of.rng.choice((0, 2, 3, 77, 255))]) + text))
    return True


def long_text(of: Hostile, role: int, kind: int, body: bytes) -> None:
    """Sends a text of 10 MB."""
    del role
    del kind, body
    of.raw(RESULTS_ROLE, framed(of.rng.choice((ANSWER, LEAVING)), b"", 10 << 20))
    for _ in range(10 << 20 >> 16):
        of.raw(RESULTS_ROLE, bytes(1 << 16))


def leaving(of: Hostile, role: int, kind: int, body: bytes) -> None:
    """Says that it will end, for a reason that would do harm where it is shown."""
    of.raw(RESULTS_ROLE, framed(LEAVING, b"%s\x1b[2J\n\nTraceback: \xff" * of.rng.choice((1, 100))))
    of.raw(role, framed(kind, body))


def many_beats(of: Hostile, role: int, kind: int, body: bytes) -> None:
    """Beats without end, and then with a body."""
    of.raw(RESULTS_ROLE, framed(BEAT, b"") * 5000)
    of.raw(role, framed(kind, body))
    of.raw(RESULTS_ROLE, framed(BEAT, b"!"))


def other_version(of: Hostile, role: int, kind: int, body: bytes) -> None:
    """Sends a frame of another version of the protocol."""
    frame = bytearray(framed(kind, body))
    frame[4] = of.rng.choice((0, 2, 255))
    of.raw(role, bytes(frame))


def gone(of: Hostile, role: int, kind: int, body: bytes) -> None:
    """Ends one connection."""
    of.connections[of.rng.randrange(4)].close()
    of.raw(role, framed(kind, body))


def silent(of: Hostile, role: int, kind: int, body: bytes) -> None:
    """Sends nothing any more."""
    del role, kind, body
    of.is_over.wait()


def trickle(of: Hostile, role: int, kind: int, body: bytes) -> None:
    """Sends a byte now and then."""
    del role
    for byte in framed(kind, body, 2000) + bytes(2000):
        of.raw(RESULTS_ROLE, bytes([byte]))
        if of.is_over.wait(0.02):
            break


FAST: dict[str, Attack] = {
    each.__name__: each
    for each in (
        damaged, noise, wrong_length, wrong_kind, wrong_connection, twice, unasked, ahead,
        data_of_another_length, failed_while_data_comes, wrong_results, wrong_answer, long_text,
        leaving, many_beats, other_version, gone,
    )
}  # fmt: skip
SLOW: dict[str, Attack] = {"silent": silent, "trickle": trickle}
"""Those that only time shows; their devices have little patience."""

ATTACKS: dict[str, Attack] = FAST | SLOW
SENSELESS = {
    "noise", "wrong_kind", "ahead", "data_of_another_length", "long_text", "leaving", "many_beats",
    "other_version", "gone", "silent", "trickle",
}  # fmt: skip
"""Those after which the device has to be lost."""


def _greeting(rng: Random) -> bytes:
    whole = bytearray()

    class Wire:
        def sendall(self, data: bytes) -> None:
            whole.extend(data)

        def setsockopt(self, *_: int) -> None: ...

        def gettimeout(self) -> None: ...

    SimulatedPlace.welcome().send(Connection(Wire()))  # type: ignore[arg-type]
    return bytes(whole)


def _damaged_greeting(rng: Random) -> bytes:
    data = bytearray(_greeting(rng))
    for _ in range(rng.choice((1, 2, 8))):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data[: rng.choice((len(data), rng.randrange(len(data))))]) + bytes(70_000)


def _packed(refused: int, texts: bytes, protocol: int = 1) -> bytes:
    return framed(2, struct.pack("<HBqQ", protocol, refused, -(2**63), 2**64 - 1) + texts)


GREETINGS: dict[str, Callable[[Random], bytes]] = {
    "damaged greeting": _damaged_greeting,
    "long greeting": lambda rng: framed(2, b"", rng.choice((2**63, 70_000))),
    "other frame": lambda rng: framed(rng.randrange(256), b""),
    "refusal with escapes": lambda rng: _packed(1, struct.pack("<II", 2, 4) + b"\x1b[2J\0\0\0\0"),
    "refusal without a reason": lambda rng: _packed(1, struct.pack("<III", 2, 0, 0)),
    "many texts": lambda rng: _packed(0, struct.pack("<I", 2**32 - 1) + bytes(4000)),
    "other protocol": lambda rng: _packed(0, struct.pack("<III", 2, 0, 0), rng.choice((0, 2, 999))),
}
