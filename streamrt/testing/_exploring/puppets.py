"""Puppets: threads that run an explored program's host functions, one at a time.

A host function runs in a thread in production, so it does here: it finds no running event loop, and
thread-local values of its own. But whoever steps the world waits for it, so nothing runs beside it.
A function that waits for an execution steps the world itself meanwhile; what begins then gets
another puppet.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

from streamrt import _notes
from streamrt._runtime.world import World, exploring
from streamrt.testing._exploring.threads import BUSY, MOST, PATIENCE, ours


class Puppet:
    """One thread, which runs functions that it is handed."""

    def __init__(self, enter: Callable[[], object]) -> None:
        """Starts the thread.

        Args:
            enter: called first, in the thread.
        """
        self._enter = enter
        self._function: Callable[[], object] | None = None
        self._world: World | None = None
        self._go, self._ended = threading.Lock(), threading.Lock()
        self._go.acquire()
        self._ended.acquire()
        self._thread = threading.Thread(target=self._run, name="streamrt-puppet", daemon=True)
        with ours():
            self._thread.start()

    def run(self, function: Callable[[], object], world: World) -> FrameType | None:
        """Runs a function there; returns the frame in which it blocks, if it does, else None."""
        self._function, self._world = function, world
        self._go.release()
        if self._ended.acquire(timeout=PATIENCE):
            return None
        deadline = time.monotonic() + MOST
        used = self._used()
        while time.monotonic() < deadline:
            if self._ended.acquire(timeout=PATIENCE):
                return None
            before, used = used, self._used()
            if used - before < BUSY:
                break
        return sys._current_frames().get(self._thread.ident or 0)  # pyright: ignore[reportPrivateUsage]

    def _used(self) -> float:
        """Returns the processor time of the thread, in seconds."""
        ident = self._thread.ident
        if ident is None or not hasattr(time, "pthread_getcpuclockid"):
            return 0.0
        return time.clock_gettime(time.pthread_getcpuclockid(ident))

    def end(self) -> None:
        """Lets the thread end."""
        self._function = None
        self._go.release()
        self._thread.join(PATIENCE)

    def _run(self) -> None:
        self._enter()
        while True:
            self._go.acquire()
            function = self._function
            if function is None:
                return
            exploring.set(self._world)
            if self._world is not None:
                _notes.clock.set(self._world.now)
            try:
                function()
            finally:
                self._function = self._world = None
                del function
                self._ended.release()


class Puppets:
    """The puppets of one exploration.

    Attributes:
        busy: how many run a function.
    """

    def __init__(self, enter: Callable[[], object]) -> None:
        """Starts none yet.

        Args:
            enter: called first in each new thread.
        """
        self._enter = enter
        self.busy = 0
        self._idle: list[Puppet] = []

    def run(self, function: Callable[[], object], world: World) -> FrameType | None:
        """Runs a function in one of them; see `Puppet.run`."""
        puppet = self._idle.pop() if self._idle else Puppet(self._enter)
        self.busy += 1
        try:
            blocked = puppet.run(function, world)
        finally:
            self.busy -= 1
        if blocked is None:
            self._idle.append(puppet)
        return blocked

    def end(self) -> None:
        """Lets all of them end that do not block."""
        while self._idle:
            self._idle.pop().end()
