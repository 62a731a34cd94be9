"""The timeline of one queue: the words that waiters sleep on, and the only way to raise them.

Native queues raise their own timelines. Any other queue is handed a `Timeline` and tells it what
becomes of each command. Those that wait (a native queue, an event loop, a thread) see
no difference.

1. Each submission is promised with `expect`. The promises are kept in that order: an execution by
   `start` and then `finish`, a bare signal by `signal`. Executions may start while earlier ones
   run; they finish in the order in which they started. One that was not to run signals in its turn.
2. A completion that was not promised breaks the contract: the timeline is lost, with the reason,
   and so is its device. The second completion of one execution has no effect.
3. A lost or closed timeline takes note of nothing. It counts the completions that come late.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from functools import partial

from streamrt._core.finalizers import AtEnd
from streamrt._native.core import PENDING, RUNNING, Core, core

NOTHING = 0  # stands for a bare signal among the expected cells


class Timeline(AtEnd):
    """A counter in native memory that only rises, and the promised completions that raise it.

    Attributes:
        handle: its address, as in `Wait.queue`.
        index: a number that is unique in the process; it names the executions in failure roots.
        limit: the most signals that may be pending.
        promised: the value that it reaches with all promised completions.
        strays: how many completions had no effect: late ones, and second ones of an execution.
        lost: the reason why it was lost; None while it works.
        reasons: the numbers of the reasons for which executions failed.
    """

    _instead = "the runtime makes one for each queue"

    def __init__(
        self, index: int, limit: int = 1 << 20, native: Core | None = None, handle: int = 0
    ) -> None:
        """Makes a timeline at 0.

        Args:
            index: the number of the timeline, unique in the process.
            limit: the most signals that may be pending.
            native: the native core.
            handle: the address of its counter; 0 makes a new one. See `renewed`.
        """
        self._core: Core = native or core()
        self.handle: int = handle or self._core.new_queue(index)
        self.index: int = index
        self.limit: int = limit
        self.strays: int = 0
        self.lost: str | None = None
        self.on_lost: Callable[[str], object] | None = None
        self.promised: int = 0
        self.reasons: dict[str, int] = {}
        self._expected: deque[int] = deque()
        self._begun: deque[int] = deque()  # the first of these, which run or did not
        self._lock = threading.RLock()
        self._final: int | None = None

    @property
    def completed(self) -> int:
        """The value that it has reached: how many signals have come."""
        return self._core.completed(self.handle) if self._final is None else self._final

    # -- for queues -----------------------------------------------------------------------------

    def check(self, cell: int) -> None:
        """Makes the next execution skipped if the one with that cell did not succeed."""
        with self._lock:
            if self.lost is None and self._final is None:
                self._core.check(self.handle, cell)

    def start(self, cell: int, at: int = 0) -> bool:
        """Begins an execution. Earlier ones may still be running.

        Args:
            cell: its status cell.
            at: the time in ns; 0 is now.

        Returns:
            False if it must not run: it is cancelled or skipped. It signals in its turn by itself.
        """
        with self._lock:
            if not self._is_next(cell, "started", len(self._begun)):
                return False
            ahead = len(self._begun)
            self._begun += (cell,)  # no call, because a signal's handler could raise in it
            if self._core.begin(self.handle, cell, at, ahead):
                return True
            if not ahead:
                self._begun.popleft()
                self._expected.popleft()
            return False

    def finish(self, cell: int, error: int = 0, at: int = 0) -> None:
        """Ends an execution that has started: its cell is final, and the timeline rises by one.

        Those that have begun end in the order in which they began.

        Args:
            cell: its status cell.
            error: the error code that the kernel returned, 0 for success.
            at: the time in ns; 0 is now.
        """
        with self._lock:
            state = self._core.look(cell) if cell else PENDING
            if state == RUNNING and self._is_next(cell, "finished"):
                self._core.finish(self.handle, cell, error & 0xFFFFFFFF, at)
                self._begun.popleft()
                self._expected.popleft()
                if self._begun:
                    self._pass_those_that_did_not_run(at)
            elif state != RUNNING:
                self._refuse_end(cell, state, "finished")

    def fail(self, cell: int, reason: str, at: int = 0) -> None:
        """Ends an execution that has started, and of which the device lost the work.

        Its awaiters get a DeviceLostError with the reason, and what reads its outputs is skipped.
        Everything else on the device goes on; see `lose` for the loss of all.

        Args:
            cell: its status cell.
            reason: the reason, for the error.
            at: the time in ns; 0 is now.
        """
        with self._lock:
            state = self._core.look(cell) if cell else PENDING
            if state == RUNNING and self._is_next(cell, "failed"):
                number = self.reasons.setdefault(reason, len(self.reasons) + 1)
                self._core.fail_one(self.handle, cell, number, at)
                self._begun.popleft()
                self._expected.popleft()
                if self._begun:
                    self._pass_those_that_did_not_run(at)
            elif state != RUNNING:
                self._refuse_end(cell, state, "failed")

    def _refuse_end(self, cell: int, state: int, what: str) -> None:
        """Takes note of an end of an execution that does not run."""
        if state > RUNNING:
            self.strays += 1
        elif self._is_next(cell, what):
            self.lose(f"the execution at {self.completed + 1} {what} and never started")

    def _pass_those_that_did_not_run(self, at: int) -> None:
        """Ends executions whose turn it is, and which were cancelled or skipped as they began."""
        while self._begun and self._core.look(self._begun[0]) > RUNNING:
            self._core.finish(self.handle, self._begun[0], 0, at)
            self._begun.popleft()
            self._expected.popleft()

    def signal(self) -> None:
        """Carries out a bare signal: the timeline rises by one."""
        with self._lock:
            if self._is_next(NOTHING, "signalled"):
                self._core.raise_one(self.handle)
                self._expected.popleft()

    def lose(self, reason: str) -> None:
        """Says that the device is lost: everything pending on it fails.

        Args:
            reason: the reason, for the error that every awaiter gets.
        """
        with self._lock:
            if self.lost is not None or self._final is not None:
                return
            self.lost = reason
        if self.on_lost is not None:
            self.on_lost(reason)

    # -- for submitters ---------------------------------------------------------------------------

    def expect(self, cell: int = NOTHING) -> int:
        """Promises one more signal, of an execution or a bare one; returns its value."""
        with self._lock:
            self._expected += (cell,)  # no call, because a signal's handler could raise in it
            self.promised += 1
            return self.promised

    def fail_all(self) -> None:
        """Fails every pending execution, after a loss; the timeline reaches its last value."""
        with self._lock:
            # A handler may have raised between a signal and the end of its promise, so the counts
            # say which promises are open.
            while (left := self.promised - self.completed) > 0:
                cell = self._expected[-left]
                if cell:
                    self._core.lose(self.handle, cell)
                else:
                    self._core.raise_one(self.handle)
            self._expected.clear()
            self._begun.clear()

    def renewed(self) -> Timeline:
        """Returns a timeline that goes on where this one, which was lost, has ended.

        It has the same counter, so that whoever knows points of it still does. This one keeps its
        value, and completions that come late have no effect.
        """
        with self._lock:
            new = Timeline(self.index, self.limit, self._core, self.handle)
            new.promised, new.reasons = self.completed, self.reasons
            self._final, self.handle = self.completed, self._core.refusing
            return new

    def close(self) -> None:
        """Closes it: its value stays, and completions count as late from now on."""
        with self._lock:
            if self._final is None:
                final, gone, core = self.completed, self.handle, self._core
                # The memory is freed with this object, because a thread that blocks on it holds
                # the object. The assignments make no call, in which a signal's handler could run.
                free = partial(core.release, gone)
                self.__del__: Callable[[], object] = free
                self.handle, self._final = core.refusing, final

    def _is_next(self, cell: int, what: str, ahead: int = 0) -> bool:
        """Whether this is promised next, or behind others. If not, it is late, or a breach."""
        if self.lost is not None or self._final is not None:
            self.strays += 1
            return False
        expected = self._expected[ahead] if len(self._expected) > ahead else None
        if expected == cell:
            return True
        names = {None: "nothing is pending", NOTHING: "a bare signal is next"}
        found = "a bare signal" if cell == NOTHING else "an execution"
        rule = names.get(expected, "another execution is next")
        self.lose(
            f"{found} {what} at {self.completed + 1 + ahead}: {rule}; commands complete in the "
            "order of submission, each once"
        )
        return False
