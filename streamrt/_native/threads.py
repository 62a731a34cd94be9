"""A thread that works at most once and whose end can be waited for, also after interrupts.

`threading.Thread.start` waits until the new thread runs. Meanwhile the handler of a signal may
raise, as Ctrl-C does. Then the thread runs, and the code that started it does not know. Therefore:

1. The first claim decides who has the work: that of a thread that begins, or that of `prevent`,
   after which no thread ever works. `dict.setdefault` is one step, in which no handler runs.
2. A thread whose claim comes second leaves at once. So a start that was broken off can be repeated.
3. A thread's last step notes that its work has ended, and only then wakes those that wait for it.
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
        if error.__context__ is not None:  # Ctrl-C broke off the wait, and then the clean-up
            raise error.__context__ from None
        raise ResourceError(
            f"start a thread for {thread.name}: the process gets no thread: {error}; close streams "
            "and runtimes, or raise the limit (`ulimit -u`, or the container's limit of pids)"
        ) from error


class Worker:
    """A piece of work that one daemon thread does, once.

    Attributes:
        name: the name of the thread.
    """

    def __init__(self, work: Callable[[], object], name: str) -> None:
        """Starts nothing yet.

        Args:
            work: the function that the thread calls.
            name: the name of the thread.
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
        """Whether the work has ended."""
        return self._is_over

    def start(self) -> None:
        """Starts the thread; again, if an earlier start was broken off: only one thread works.

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
        """Keeps threads from working; False if one has begun already."""
        return self._is_first(self)

    def wait(self, timeout: float) -> bool:
        """Blocks until the work has ended; False if it has not after `timeout` seconds.

        It is False also in the thread itself, which cannot wait for its own end.
        """
        thread = self._thread
        if thread is threading.current_thread():
            return False
        if not self._is_over and self._over.acquire(timeout=timeout):
            self._over.release()
        if self._is_over and thread is not None and thread.is_alive():
            thread.join(timeout)  # its work has ended; the thread itself ends soon
        return self._is_over
