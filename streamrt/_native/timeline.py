"""The timeline of one queue: the words that waiters sleep on, and the only way to raise them.

Native queues raise their own timelines. Any other queue is handed a `Timeline` and tells it what
becomes of each command; whoever waits (a native queue, an event loop, a thread) never knows the
difference.

1. Each submission is promised with `expect`, and must be kept in that order: an execution by
   `start` and then `finish`, a bare signal by `signal`.
2. A completion that was promised to nobody breaks the contract: the timeline is lost, with the
   reason, and so is its device. A second completion of what is over has no effect.
3. A lost or closed timeline takes note of nothing: what comes late is counted.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from functools import partial

from streamrt._core.finalizers import AtEnd
from streamrt._native.core import PENDING, RUNNING, Core, core

NOTHING = 0  # stands for a bare signal among the cells that are expected


class Timeline(AtEnd):
    """A counter that only rises, in native memory, and what has been promised to raise it.

    Attributes:
        handle: its address, as `Wait.queue` has it.
        index: unique in the process; names its executions in failure roots.
        limit: most signals that may be pending.
        promised: the value it will reach with all that was promised.
        strays: completions that had no effect: late, or the second of one execution.
        lost: why it was lost; None while it is well.
    """

    _instead = "the runtime makes one for each queue"

    def __init__(self, index: int, limit: int = 1 << 20, native: Core | None = None) -> None:
        """Makes a timeline at 0.

        Args:
            index: of the timeline, unique in the process.
            limit: most signals pending.
            native: the native core.
        """
        self._core: Core = native or core()
        self.handle: int = self._core.new_queue(index)
        self.index: int = index
        self.limit: int = limit
        self.strays: int = 0
        self.lost: str | None = None
        self.on_lost: Callable[[str], object] | None = None
        self.promised: int = 0
        self._expected: deque[int] = deque()
        self._lock = threading.RLock()
        self._final: int | None = None

    @property
    def completed(self) -> int:
        """How many signals have come."""
        return self._core.completed(self.handle) if self._final is None else self._final

    # -- for queues -----------------------------------------------------------------------------

    def check(self, cell: int) -> None:
        """Has the next execution skipped if the one with that cell did not succeed."""
        with self._lock:
            if self.lost is None and self._final is None:
                self._core.check(self.handle, cell)

    def start(self, cell: int, at: int = 0) -> bool:
        """Begins an execution.

        Args:
            cell: its status cell.
            at: when, in ns; 0 is now.

        Returns:
            False if it must not run: it was cancelled or is poisoned, and has signalled.
        """
        with self._lock:
            if not self._is_next(cell, "started"):
                return False
            if self._core.begin(self.handle, cell, at):
                return True
            self._expected.popleft()
            return False

    def finish(self, cell: int, error: int = 0, at: int = 0) -> None:
        """Ends an execution that has started: its cell is final, and the timeline rises by one.

        Args:
            cell: its status cell.
            error: what the kernel returned, 0 for success.
            at: when, in ns; 0 is now.
        """
        with self._lock:
            state = self._core.look(cell) if cell else PENDING
            if state > RUNNING:
                self.strays += 1
            elif not self._is_next(cell, "finished"):
                return
            elif state == PENDING:
                self.lose(f"the execution at {self.completed + 1} finished and never started")
            else:
                self._expected.popleft()
                self._core.finish(self.handle, cell, error & 0xFFFFFFFF, at)

    def signal(self) -> None:
        """Carries out a bare signal: the timeline rises by one."""
        with self._lock:
            if self._is_next(NOTHING, "signalled"):
                self._expected.popleft()
                self._core.raise_one(self.handle)

    def lose(self, reason: str) -> None:
        """Says that the device is gone: all that is pending on it fails.

        Args:
            reason: for the error that every awaiter gets.
        """
        with self._lock:
            if self.lost is not None or self._final is not None:
                return
            self.lost = reason
        if self.on_lost is not None:
            self.on_lost(reason)

    # -- for whoever submits ----------------------------------------------------------------------

    def expect(self, cell: int = NOTHING) -> int:
        """Promises one more signal: of an execution, or a bare one. At what value it comes."""
        with self._lock:
            self._expected += (cell,)  # without a call, in which a signal's handler could raise
            self.promised += 1
            return self.promised

    def fail_all(self) -> None:
        """After a loss: every execution that is pending fails, and the timeline reaches its end."""
        with self._lock:
            while self._expected:
                cell = self._expected.popleft()
                if cell:
                    self._core.lose(self.handle, cell)
                else:
                    self._core.raise_one(self.handle)

    def close(self) -> None:
        """What completes from now on is late. Its value stays."""
        with self._lock:
            if self._final is None:
                final, gone, core = self.completed, self.handle, self._core
                # Not sooner: a thread that blocks on it holds this object. In one go, without a
                # call in which the handler of a signal could run.
                free = partial(core.release, gone)
                self.__del__: Callable[[], object] = free
                self.handle, self._final = core.refusing, final

    def _is_next(self, cell: int, what: str) -> bool:
        """Whether that is what is promised next. If not, the contract is broken, or it is late."""
        if self.lost is not None or self._final is not None:
            self.strays += 1
            return False
        expected = self._expected[0] if self._expected else None
        if expected == cell:
            return True
        names = {None: "nothing is pending", NOTHING: "a bare signal is next"}
        found = "a bare signal" if cell == NOTHING else "an execution"
        rule = names.get(expected, "another execution is next")
        self.lose(
            f"{found} {what} at {self.completed + 1}: {rule}; commands complete in the order of "
            "submission, each once"
        )
        return False
