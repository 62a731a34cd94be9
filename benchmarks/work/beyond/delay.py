"""A relay of TCP connections that adds latency, as a program.

    python -m benchmarks.work.beyond.delay HOST PORT MILLISECONDS

It listens at a port, which it prints, and connects each connection to the one that was named. Bytes
leave it in order, so many milliseconds after they came, in both directions. It is a process of its
own, so that it takes no turn of the interpreter that is measured, and ends when its input does.
"""

from __future__ import annotations

import queue
import socket
import sys
import threading
import time

PIECE = 1 << 16
HELD = 4096
"""Pieces that are on their way at most; who sends more has to wait, as on a line."""

Line = queue.Queue[tuple[float, bytes]]


def relay(listener: socket.socket, host: str, port: int, delay: float) -> None:
    """Takes connections until the process ends.

    Args:
        listener: takes connections.
        host: where they lead to.
        port: of that host.
        delay: seconds, each way.
    """
    while True:
        near, _ = listener.accept()
        far = socket.create_connection((host, port))
        for source, target in ((near, far), (far, near)):
            source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line: Line = queue.Queue(HELD)
            for work, end in ((_receive, source), (_send, target)):
                threading.Thread(target=work, args=(end, line, delay), daemon=True).start()


def _receive(source: socket.socket, line: Line, delay: float) -> None:
    """Notes what comes, and when it has to leave; no bytes are the end."""
    piece = b"-"
    while piece:
        try:
            piece = source.recv(PIECE)
        except OSError:
            piece = b""
        line.put((time.perf_counter() + delay, piece))


def _send(target: socket.socket, line: Line, _delay: float) -> None:
    while True:
        due, piece = line.get()
        time.sleep(max(0.0, due - time.perf_counter()))
        try:
            if not piece:
                target.shutdown(socket.SHUT_WR)
                return
            target.sendall(piece)
        except OSError:  # nobody reads it any more
            piece = b""


def main() -> None:
    host, port, milliseconds = sys.argv[1:]
    listener = socket.create_server((host, 0))
    print(listener.getsockname()[1], flush=True)
    arguments = (listener, host, int(port), float(milliseconds) / 1e3)
    threading.Thread(target=relay, args=arguments, daemon=True).start()
    sys.stdin.read()


if __name__ == "__main__":
    main()
