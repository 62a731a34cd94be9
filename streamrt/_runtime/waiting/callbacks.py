"""The thread that calls done-callbacks for which no event loop runs.

It is not the thread of a bridge, because a callback may take long, or wait for other work.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from streamrt._native.threads import Worker


class Callbacks:
    """Calls functions one after the other, in a thread of its own."""

    def __init__(self) -> None:
        from queue import SimpleQueue  # rarely needed

        self._calls: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._worker = Worker(self._run, "streamrt-callbacks")
        self._is_open = False

    def open(self) -> None:
        """Starts the thread. After Ctrl-C in it, it is called again."""
        if not self._is_open:
            self._worker.start()
            self._is_open = True

    def call(self, function: Callable[[], object]) -> None:
        """Has the thread call a function, which must not raise."""
        self._calls.put(function)

    def end(self) -> None:
        """Lets the thread end after the calls that it was given; more than once does no harm."""
        self._calls.put(None)

    @property
    def is_over(self) -> bool:
        """Whether the thread has ended or never began; then it never will, either."""
        is_here = threading.current_thread() is self._worker.thread
        return is_here or self._worker.is_over or self._worker.prevent()

    def wait(self, timeout: float) -> None:
        """Blocks until the thread has ended, or the timeout has passed, in seconds."""
        if not self.is_over:
            self._worker.wait(timeout)

    def _run(self) -> None:
        while (function := self._calls.get()) is not None:
            function()
            del function  # what it was called with must not live until the next call
