"""A thread that is started at most once and whose end can be waited for, whatever interrupts.

`threading.Thread.start` waits until the new thread is there, and the handler of a signal may raise
meanwhile, as Ctrl-C does: then the thread runs, and whoever started it does not know. So:

1. Who has the work is decided by whoever says so first: a thread that begins, or `end`, which then
   knows that no thread ever will. `dict.setdefault` is one step; no handler runs in it.
2. A thread that comes second leaves at once. So a start that was broken off is done again.
3. A thread's last step says that it is over, and only then wakes who waits for that.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from streamrt.errors import ResourceError

_WORKER = "worker"


def start(thread: threading.Thread) -> None:
    """Starts a thread.

    Raises:
        ResourceError: the system has no room for another thread.
    """
    try:
        thread.start()
    except RuntimeError as error:
        if error.__context__ is not None:  # Ctrl-C broke off the wait for it, and then its clean-up
            raise error.__context__ from None
        raise ResourceError(
            f"start a thread for {thread.name}: the process gets no thread: {error}; close streams "
            "and runtimes, or raise the limit (`ulimit -u`, or the container's limit of pids)"
        ) from error


class Worker:
    """Some work that one daemon thread does, once.

    Attributes:
        name: of the thread.
    """

    def __init__(self, work: Callable[[], object], name: str) -> None:
        """Starts nothing yet.

        Args:
            work: what the thread does.
            name: of the thread.
        """
        self.name: str = name
        self._work = work
        self._claims: dict[str, object] = {}
        self._is_over = False
        self._over = threading.Lock()
        self._over.acquire()
        self._thread: threading.Thread | None = None

    @property
    def thread(self) -> threading.Thread | None:
        """The thread that was started last; None before that."""
        return self._thread

    @property
    def is_over(self) -> bool:
        """Whether it has done its work."""
        return self._is_over

    def start(self) -> None:
        """Starts the thread. Where an earlier start was broken off, again: only one works.

        Raises:
            ResourceError: the system has no room for another thread.
        """
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        start(self._thread)

    def _run(self) -> None:
        if not self._is_first(threading.current_thread()):
            return
        try:
            self._work()
        finally:
            self._is_over = True
            self._over.release()

    def _is_first(self, who: object) -> bool:
        return self._claims.setdefault(_WORKER, who) is who

    def prevent(self) -> bool:
        """Whether no thread has begun to work; then none ever will."""
        return self._is_first(self)

    def wait(self, timeout: float) -> bool:
        """Blocks until the work is done; False if it was not after `timeout` seconds.

        False also in the thread itself, which cannot wait for its own end.
        """
        thread = self._thread
        if thread is threading.current_thread():
            return False
        if not self._is_over and self._over.acquire(timeout=timeout):
            self._over.release()
        if self._is_over and thread is not None and thread.is_alive():
            thread.join(timeout)  # it has only to leave
        return self._is_over
