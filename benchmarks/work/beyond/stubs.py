"""Places that answer, and do nothing, as a program: `python -m benchmarks.work.beyond.stubs COUNT`.

They are threads of one process, which prints their ports as JSON. A device can open them, and what
that takes is the device's own part: places that run would first share the cores that start them.
The program ends when its input does.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import sys
import threading
import time

from streamrt import __version__

# The frames of streamrt/_backends/dask/frames.py and greeting.py, as far as a stub needs them.
MAGIC, PROTOCOL = b"srt1", 1
WELCOME, REQUEST, ANSWER, BEAT = 2, 4, 7, 9
COMMANDS, RESULTS = 0, 1
OK = b"\x01"
HEAD = struct.Struct("<4sBBHQ")
HELLO = struct.Struct("<HB16sd")


def _send(there: socket.socket, kind: int, body: bytes = b"") -> None:
    there.sendall(HEAD.pack(MAGIC, PROTOCOL, kind, 0, len(body)) + body)


def _receive(there: socket.socket) -> tuple[int, bytes]:
    _, _, kind, _, count = HEAD.unpack(_taken(there, HEAD.size))
    return kind, _taken(there, count)


def _taken(there: socket.socket, count: int) -> bytes:
    taken = b""
    while len(taken) < count:
        piece = there.recv(count - len(taken))
        if not piece:
            raise ConnectionError
        taken += piece
    return taken


def _welcome() -> bytes:
    texts = [text.encode() for text in ("", __version__)]
    packed = [struct.pack("<I", len(text)) + text for text in texts]
    head = struct.pack("<HBqQI", PROTOCOL, 0, time.monotonic_ns(), os.getpid(), len(texts))
    return head + b"".join(packed)


class Stub:
    """A place that says yes to everything."""

    def __init__(self) -> None:
        self.listener: socket.socket = socket.create_server(("127.0.0.1", 0))
        self._results: socket.socket | None = None
        self._lock = threading.Lock()

    def run(self) -> None:
        """Takes connections until the process ends."""
        while True:
            found, _ = self.listener.accept()
            threading.Thread(target=self._serve, args=(found,), daemon=True).start()

    def _serve(self, there: socket.socket) -> None:
        try:
            _, body = _receive(there)
            _, role, _, silence = HELLO.unpack_from(body)
            _send(there, WELCOME, _welcome())
            if role == RESULTS:
                self._results = there
                self._beat(silence / 4)
            elif role == COMMANDS:
                self._obey(there)
        except OSError:
            there.close()

    def _beat(self, every: float) -> None:
        while True:
            self._tell(BEAT)
            time.sleep(every)

    def _obey(self, there: socket.socket) -> None:
        while True:
            kind, body = _receive(there)
            if kind == REQUEST:
                self._tell(ANSWER, body[:4] + OK)

    def _tell(self, kind: int, body: bytes = b"") -> None:
        with self._lock:
            if self._results is not None:
                _send(self._results, kind, body)


def main() -> None:
    stubs = [Stub() for _ in range(int(sys.argv[1]))]
    for stub in stubs:
        threading.Thread(target=stub.run, daemon=True).start()
    print(json.dumps([stub.listener.getsockname()[1] for stub in stubs]), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
