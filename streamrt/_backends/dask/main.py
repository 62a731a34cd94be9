"""The main of a place's process, which a Dask worker starts for one device of one runtime.

It reads what it is to do from its first line of input, listens, and says at which port. It ends
with the worker's process, with any connection to the device, and if the device is silent: nothing
of it outlives the epoch. A line of input that comes later says why the worker will end soon.
"""

from __future__ import annotations

import hmac
import json
import os
import signal
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from streamrt._backends.dask import peers
from streamrt._backends.dask.contexts import context_of
from streamrt._backends.dask.frames import (
    ANSWER,
    BEAT,
    DATA,
    LEAVING,
    MOST_REQUEST,
    MOST_TEXT,
    MOST_WORDS,
    REQUEST,
    RESULTS,
    VERSION,
    WORDS,
    BrokenError,
    Connection,
)
from streamrt._backends.dask.greeting import (
    COMMANDS,
    DOWN,
    PEER,
    UP,
    Hello,
    Welcome,
    hear_hello,
)
from streamrt._backends.dask.greeting import RESULTS as RESULTS_ROLE
from streamrt._backends.dask.place import RelayedPlace
from streamrt._backends.far.messages import OK
from streamrt._backends.process.confine import die_with
from streamrt._compile.llvm.targets import Target
from streamrt._interrupts import from_handler
from streamrt._native.core import core
from streamrt.errors import StreamRTError

GREETING = 10.0
"""Seconds that a connection gets to greet."""

OPENING = 60.0
"""Seconds after which a place ends that no device has opened."""

ORPHAN = 10.0
"""Seconds of silence after which a place takes its device for gone, at least."""

FEW = 512
"""Bytes of some ten results; with fewer in a frame, more may gather for the next one."""

OFTEN, GATHERING = 200e-6, 100e-6
"""Seconds between two frames, below which they come often, and those for which results gather."""


def listen(host: str, ports: tuple[int, int]) -> socket.socket:
    """Returns a socket that listens at the first free port of a range; (0, 0) is any port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in range(ports[0], ports[1] + 1):
        found = socket.socket(family, socket.SOCK_STREAM)
        try:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind((host, port))
            found.listen(64)
        except OSError:
            found.close()
            if port == ports[1]:
                raise
        else:
            return found
    raise OSError(f"no port between {ports[0]} and {ports[1]}")


class Server:
    """The connections of one place."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        """Takes what the worker says; see `worker.py`."""
        self._nonce = bytes.fromhex(config["nonce"])
        self._version: str = config["version"]
        self._libraries = tuple(config["libraries"])
        self._as_server = context_of(config["tls"], is_server=True)
        self._as_client = context_of(config["tls"], is_server=False)
        self._roles: dict[int, Connection] = {}
        self._promised: set[int] = set()  # roles; each is given once
        self._lock = threading.Lock()
        self._place: RelayedPlace | None = None
        self._results_lock = threading.Lock()
        target = Target.host()
        self._target = (
            target.triple, target.cpu, ",".join(sorted(target.features)), target.flags,
        )  # fmt: skip

    def run(self, listener: socket.socket) -> None:
        """Takes connections until the process ends."""
        start(self._give_up_if_unused, "unused")
        while True:
            try:
                found, _ = listener.accept()
            except OSError:
                time.sleep(0.05)  # out of descriptors
                continue
            start(lambda found=found: self._greet(found), "greeting")  # type: ignore[misc]

    def _give_up_if_unused(self) -> None:
        time.sleep(OPENING)
        if self._place is None:
            end("no device has opened it")

    # -- greeting -------------------------------------------------------------------------------

    def _greet(self, found: socket.socket) -> None:
        try:
            found.settimeout(GREETING)  # also that of the frame
            if self._as_server is not None:
                found = self._as_server.wrap_socket(found, server_side=True)
            there = Connection(found)
            hello = hear_hello(there)
        except (BrokenError, OSError, ssl.SSLError):
            found.close()
            return
        if not hmac.compare_digest(hello.nonce, self._nonce):
            there.close()
            there.free()
            return
        refusal = self._refusal(hello)
        try:
            Welcome(refusal, time.monotonic_ns(), os.getpid(), self._version, self._target).send(
                there
            )
        except BrokenError:
            refusal = refusal or "it has gone"
        if refusal:
            there.close()
            there.free()
        elif hello.role == PEER:
            peers.serve(there, self._holds)
        else:
            self._take(hello, there)

    def _refusal(self, hello: Hello) -> str:
        if hello.protocol != VERSION:
            return (
                f"the worker has streamrt {self._version}, which speaks version {VERSION} of the "
                f"protocol; the other side has streamrt {hello.version}, with {hello.protocol}; "
                "install the same release on both"
            )
        with self._lock:
            if hello.role in self._promised or hello.role > PEER:
                return "it serves another device already"
            if hello.role != PEER:
                self._promised.add(hello.role)
        return ""

    def _holds(self, address: int, nbytes: int) -> bool:
        return self._place is not None and self._place.memory.holds(address, nbytes)

    def _take(self, hello: Hello, there: Connection) -> None:
        with self._lock:
            self._roles[hello.role] = there
            roles = [self._roles.get(role) for role in (COMMANDS, RESULTS_ROLE, UP, DOWN)]
            if not all(roles):
                return
        self._begin(max(hello.silence, ORPHAN), hello.silence)

    # -- serving --------------------------------------------------------------------------------

    def _begin(self, patience: float, silence: float) -> None:
        commands, up = self._roles[COMMANDS], self._roles[UP]
        commands.allow(patience)
        self._roles[RESULTS_ROLE].allow(patience)
        for each in (up, self._roles[DOWN]):
            each.allow(None)
        place = self._place = RelayedPlace(
            core(), self._roles[DOWN], beat=silence / 4, silence=silence, version=self._version,
            context=self._as_client, libraries=self._libraries,
        )  # fmt: skip
        start(lambda: self._tell(place), "results")
        start(lambda: self._receive_bytes(place, up), "bytes")
        start(lambda: self._obey(place, commands), "commands")

    def _obey(self, place: RelayedPlace, commands: Connection) -> None:
        """Does what the device says."""
        words = bytearray(1 << 16)
        while True:
            kind, count = commands.receive()
            if kind == WORDS:
                if count > MOST_WORDS:
                    raise BrokenError(f"it sent records of {count} bytes")
                if count > len(words):
                    words = bytearray(count)
                commands.take_into(memoryview(words)[:count])
                place.give(words, count)
            elif kind == REQUEST:
                body = commands.take(count, MOST_REQUEST)
                number, what = int.from_bytes(body[:4], "little"), body[4]
                status, text = place.answer(what, body[5:])
                if number or status != OK:
                    answer = body[:4] + bytes([status]) + text.encode()[:MOST_TEXT]
                    with self._results_lock:
                        self._roles[RESULTS_ROLE].send(ANSWER, answer)
            elif kind != BEAT:
                raise BrokenError("it sent a frame of another kind")

    def _receive_bytes(self, place: RelayedPlace, up: Connection) -> None:
        while True:
            kind, count = up.receive()
            if kind != DATA:
                raise BrokenError("it sent a frame of another kind")
            place.parcels.receive(up, count)

    def _tell(self, place: RelayedPlace) -> None:
        """Tells the device what has ended, or at least that all is well.

        A frame costs both sides more than a short kernel takes. So while each kernel would have a
        frame of its own, they gather a moment; who waits for one at a time never waits for that.
        """
        results, told = self._roles[RESULTS_ROLE], 0.0
        while True:
            ended = place.inbox.take()
            now = time.monotonic()
            with self._results_lock:
                results.send(RESULTS if ended else BEAT, ended)
            if 0 < len(ended) < FEW and now - told < OFTEN:
                time.sleep(GATHERING)
            told = now

    def leave(self, why: str) -> None:
        """Tells the device that the worker will end soon."""
        if self._place is None:
            end(why)
        with self._results_lock:
            self._roles[RESULTS_ROLE].send(LEAVING, why.encode()[:MOST_TEXT])


def start(work: Callable[[], object], name: str) -> None:
    """Starts a thread, with whose end by an error the process ends."""
    threading.Thread(target=_guarded, args=(work,), name=name, daemon=True).start()


def _guarded(work: Callable[[], object]) -> None:
    try:
        work()
    except BrokenError as error:
        end(str(error))
    except Exception as error:
        if from_handler(error):
            raise
        end(f"{type(error).__name__}: {error}")


def _end_by(args: threading.ExceptHookArgs) -> None:
    """Ends the process by the error of a thread: the device would wait for that for ever."""
    end(f"{args.exc_type.__name__}: {args.exc_value}")


def end(why: str) -> None:
    """Ends the process: kernels that run cannot be stopped in another way."""
    if os.environ.get("STREAMRT_PLACE_LOG"):
        sys.stderr.write(f"streamrt: place {os.getpid()} ends: {why}\n")
        sys.stderr.flush()
    os._exit(0)


def answer(said: Mapping[str, object]) -> None:
    """Tells the worker whether the place listens."""
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Runs the process."""
    config: dict[str, Any] = json.loads(sys.stdin.readline())
    threading.excepthook = _end_by
    die_with(config["parent"])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        listener = listen(config["host"], tuple(config["ports"]))
        server = Server(config)
    except (OSError, ValueError, StreamRTError) as error:
        answer({"error": f"{type(error).__name__}: {error}"})
        return
    core()  # so that the first connection need not wait for it
    answer({"port": listener.getsockname()[1]})
    start(lambda: server.run(listener), "listener")
    why = sys.stdin.readline()
    if why:
        server.leave(why.strip())
        sys.stdin.readline()
    end("the worker has ended")
