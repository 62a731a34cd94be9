"""The process's listener numbers, by which native code knows whom to wake.

Descriptors are never closed but reused, and so are the numbers: a native thread may be about to
write to a descriptor that was just given back. If that is reused, the cost is a spurious wake-up.
If it were closed, the eight bytes could end up in another file.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from streamrt._native.core import Core
from streamrt.errors import ResourceError, StateError


class Listener:
    """Something that native code wakes.

    Attributes:
        listener: its number and the descriptor to read from; None without.
    """

    listener: tuple[int, int] | None = None


def _signals() -> tuple[int, ...]:
    """Returns descriptors for native signals: the first is read from, the last is written to."""
    if hasattr(os, "eventfd") and os.environ.get("STREAMRT_PORTABLE", "") != "1":
        return (os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC),)
    import socket  # slow to import, and rarely needed

    ends = socket.socketpair()
    for end in ends:
        end.setblocking(False)
    return tuple(end.detach() for end in ends)


def open_descriptors(descriptors: Callable[[], tuple[int, ...]], what: str) -> tuple[int, ...]:
    """Returns the descriptors that a function opens.

    Raises:
        ResourceError: the process, or the system, has none left.
    """
    try:
        return descriptors()
    except OSError as error:
        raise ResourceError(
            f"{what}: the process gets no file descriptor: {error.strerror}; close files and "
            "sockets, or raise the limit (`ulimit -n`)"
        ) from error


class _Listeners:
    """The process's listener numbers, each with its descriptor."""

    def __init__(self) -> None:
        self._spare: list[tuple[int, int]] = []
        self._lock = threading.Lock()

    def take(self, core: Core, bridge: Listener) -> None:
        """Gives a bridge a listener number and the descriptor to read from."""
        with self._lock:
            if not self._spare:
                self._spare.append(self._new(core))
            # `pop` is the last call: in a later one, the handler of a signal could run.
            bridge.listener = self._spare[-1]
            self._spare.pop()

    def _new(self, core: Core) -> tuple[int, int]:
        """Returns another listener number, and the descriptor to read from."""
        ends = open_descriptors(_signals, "wait for work")
        number = core.listen(ends[-1])
        if number >= 64:
            for end in set(ends):
                os.close(end)
            raise StateError(
                "wait on an event loop: 64 loops wait already; close some of them first"
            )
        return number, ends[0]

    def give(self, bridge: Listener) -> None:
        """Takes the number and the descriptor back; a second call does nothing."""
        with self._lock:
            if bridge.listener is not None:
                listener, bridge.listener = bridge.listener, None
                self._spare.append(listener)

    def forked(self) -> None:
        """Forgets all descriptors, in the child of a fork: they are the parent's."""
        self._lock = threading.Lock()
        self._spare = []


listeners = _Listeners()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=listeners.forked)
