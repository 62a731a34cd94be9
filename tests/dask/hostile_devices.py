"""Strangers at real places, and devices that send nonsense: a place answers or ends, by itself.

    python tests/dask/hostile_devices.py --places 1000 [--seed 7]

Each place first meets strangers, some of which say nothing until the end. Then a device opens it,
and is served. In the end that sends frames that are damaged. A kernel's code and addresses are left
as they are: a place does with them what it is told.
"""

from __future__ import annotations

import argparse
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from shared.wire.real_places import RealPlaces
from shared.wire.simulated_place import HEAD, RECORD

from streamrt import __version__
from streamrt._backends.dask.frames import (
    ANSWER,
    BEAT,
    DATA,
    MOST_TEXT,
    PARCEL,
    REQUEST,
    RESULTS,
    VERSION,
    WORDS,
    BrokenError,
    Connection,
)
from streamrt._backends.dask.greeting import COMMANDS, UP, Hello, hear_welcome
from streamrt._backends.dask.greeting import RESULTS as RESULTS_ROLE
from streamrt._backends.dask.link import Endpoint, Greeted, greet
from streamrt._backends.far import messages
from streamrt._backends.far.mapping import FIRST

AT_ONCE = 4
STRANGERS = 12
PATIENCE = 3600.0
_FRAME = struct.Struct("<4sBBHQ")


def framed(kind: int, body: bytes, count: int | None = None, version: int = VERSION) -> bytes:
    """Returns a frame, whose head may lie."""
    return _FRAME.pack(b"srt1", version, kind, 0, len(body) if count is None else count) + body


def _connected(to: Endpoint) -> Connection:
    return Connection(socket.create_connection((to.host, to.port), PATIENCE))


# ---- strangers --------------------------------------------------------------------------------


def version_skew(to: Endpoint, protocol: int) -> str:
    """Greets with another version of the protocol; returns why the place refuses."""
    there = _connected(to)
    hello = Hello(COMMANDS, to.nonce, 1.0, "0.0.1", protocol)
    head = struct.pack("<HB16sd", protocol, COMMANDS, hello.nonce, 1.0)
    there.socket.sendall(framed(1, head + messages.pack_texts([hello.version]), version=protocol))
    refusal = hear_welcome(there).refusal
    there.free()
    return refusal


def stranger(to: Endpoint, rng: Random) -> Connection | None:
    """Connects, and sends what is no greeting of the device; one that says nothing is returned."""
    there = _connected(to)
    hello = struct.pack("<HB16sd", VERSION, rng.randrange(5), rng.randbytes(16), 1.0)
    body = hello + messages.pack_texts([__version__])
    right = struct.pack("<HB16sd", VERSION, rng.choice((5, 200)), to.nonce, 1.0) + body[27:]
    odd = struct.pack("<HB16sd", VERSION, 0, to.nonce, rng.choice((-1.0, 0.0, float("nan"))))
    said = rng.choice((
        b"", b"s", rng.randbytes(100), b"GET / HTTP/1.1\r\n\r\n", framed(1, body),
        framed(1, body[: rng.randrange(len(body))]), framed(1, b"", 2**63), framed(1, b"", 1 << 16),
        framed(WORDS, bytes(64)), framed(1, right), framed(1, odd + body[27:]),
        framed(1, hello + struct.pack("<I", 2**32 - 1)), framed(1, to.nonce),
    ))  # fmt: skip
    there.socket.sendall(said)
    if len(said) < 2:
        return there
    if rng.random() < 0.5:
        there.close()
    there.free()
    return None


# ---- a device ---------------------------------------------------------------------------------


def passing(rng: Random, first: int, at: int, count: int) -> bytes:
    """Returns records of which nothing runs, and launches of plans that are not loaded."""
    records = b""
    for value in range(first, first + count):
        plan = rng.choice((1, 7, 65535, 2**40, 2**63))
        if rng.random() < 0.5:
            records += RECORD.pack(1, 4, value, plan, 2, 0)
        else:
            records += RECORD.pack(0, 7, value, plan, 0, 3) + struct.pack("<3Q", 0, 8, 2**63)
    return HEAD.pack(0, len(records) // 8, at) + records


def request(rng: Random) -> bytes:
    """Returns a request without sense, that loads no code."""
    kind = rng.choice((
        messages.FORGET, messages.PLAN, messages.STANDARD, messages.UNLOAD, messages.OPEN,
        messages.CLOSE, messages.MAP, messages.CLEAR, messages.STOP, messages.PEER, 0, 99, 255,
    ))  # fmt: skip
    numbers = [rng.choice((0, 1, 255, 256, -1, FIRST, 2**62, -(2**63))) for _ in range(3)]
    return bytes([kind]) + rng.choice((
        messages.pack_words(numbers[: rng.randrange(4)]), rng.randbytes(rng.randrange(60)),
        messages.pack_words(numbers) + messages.pack_texts(["\0", "host"]) + rng.randbytes(16),
        struct.pack("<I", 2**32 - 1), b"",
    ))  # fmt: skip


def damage(rng: Random, at: int, value: int) -> tuple[int, bytes]:
    """Returns a connection, and what is sent there in the end."""
    words = bytearray(passing(rng, value, at, 5))
    for _ in range(rng.choice((1, 3))):
        place = rng.randrange(16, len(words)) if rng.random() < 0.5 else rng.randrange(16)
        words[place] = rng.randrange(256)
    parcel = PARCEL.pack(rng.randrange(300), 0, rng.getrandbits(64))
    return rng.choice((
        (COMMANDS, framed(WORDS, bytes(words))),
        (COMMANDS, framed(WORDS, rng.randbytes(rng.randrange(200)))),
        (COMMANDS, framed(WORDS, bytes(64), rng.choice((2**63, 1 << 26, 1 << 25)))),
        (COMMANDS, framed(REQUEST, struct.pack("<I", 9) + request(rng))),
        (COMMANDS, framed(REQUEST, bytes(rng.randrange(5)))),
        (COMMANDS, framed(REQUEST, b"", 2**63)),
        (COMMANDS, framed(rng.choice((DATA, BEAT, RESULTS, 200)), rng.randbytes(20))),
        (COMMANDS, rng.randbytes(40)),
        (UP, framed(DATA, parcel + rng.randbytes(100))),
        (UP, framed(DATA, parcel, rng.choice((2**63, 2**40, 3)))),
        (UP, framed(REQUEST, bytes(8))),
    ))  # fmt: skip


def answered(greeted: Greeted, body: bytes) -> bytes:
    """Has a place answer a request; returns the answer."""
    greeted.connections[COMMANDS].send(REQUEST, body)
    there = greeted.connections[RESULTS_ROLE]
    while True:
        kind, count = there.receive()
        found = there.take(count, 1 << 21)
        if kind == ANSWER:
            assert len(found) <= MOST_TEXT + 5, len(found)
            return found


def served(to: Endpoint, rng: Random) -> tuple[Greeted, int, int]:
    """Opens a place, and is served; returns the connections, and how far its channel is."""
    greeted = greet(to, PATIENCE, PATIENCE, __version__)
    for each in greeted.connections.values():
        each.allow(PATIENCE)
    opening = bytes([messages.OPEN]) + messages.pack_words((0, 5, 0))
    assert answered(greeted, b"\1\0\0\0" + opening) == b"\1\0\0\0\1"
    words, count = passing(rng, 1, 0, 50), 0
    greeted.connections[COMMANDS].send(WORDS, words)
    while count < 50:
        kind, nbytes = greeted.connections[RESULTS_ROLE].receive()
        body = greeted.connections[RESULTS_ROLE].take(nbytes, 1 << 20)
        if kind == RESULTS:
            _, new, first = HEAD.unpack_from(body)
            assert first == count + 1, (first, count)
            count += new
    return greeted, (len(words) - HEAD.size) // 8, 51


def hurt(to: Endpoint, rng: Random, process: subprocess.Popen[str]) -> str:
    """Does all of it to one place; returns what is wrong, "" if nothing is."""
    quiet: list[Connection] = []
    for _ in range(STRANGERS):
        there = stranger(to, rng)
        if there:
            quiet.append(there)
    for protocol in (VERSION - 1, VERSION + 1):
        text = version_skew(to, protocol)
        if f"version {VERSION} " not in text or f"with {protocol};" not in text:
            return f"it refuses version {protocol} with {text!r}"
    greeted, at, value = served(to, rng)
    role, said = damage(rng, at, value)
    try:
        greeted.connections[role].socket.sendall(said)
    except OSError:  # it has ended before it read all
        pass
    time.sleep(rng.choice((0, 0, 0.01)))
    for each in (*greeted.connections.values(), *quiet):
        each.close()
        each.free()
    code = process.wait()
    return "" if code == 0 else f"it ended with {code} after {said[:80]!r} on {role}"


def main(arguments: list[str] | None = None) -> int:
    """Runs the cases; returns how many went wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--places", type=int, default=8)
    parser.add_argument("--seed", type=int, default=None)
    given = parser.parse_args(arguments)
    seed = given.seed if given.seed is not None else time.time_ns() % 10**9
    print(f"hostile devices from seed {seed}", flush=True)
    rng, wrong, count = Random(seed), [], 0
    while count < given.places:
        places = RealPlaces(min(AT_ONCE, given.places - count))
        endpoints = places.start(dict(enumerate(places.workers())))
        for index, to in endpoints.items():
            try:
                why = hurt(to, rng, places.processes[index])
            except (BrokenError, AssertionError, OSError) as error:
                places.processes[index].kill()
                why = f"{type(error).__name__}: {error}"
            stderr = places.processes[index].stderr
            assert stderr
            text = stderr.read()
            if why or "Traceback" in text:
                wrong.append(f"place {count + index}: {why} {text[-2000:]}")
        places.end()
        count += len(endpoints)
    print(*wrong, f"{count} places, {len(wrong)} wrong", sep="\n", flush=True)
    return len(wrong)


if __name__ == "__main__":
    sys.exit(min(main(), 100))
