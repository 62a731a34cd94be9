"""Completions that are held for drawn times: the timeline that `perturb` gives to a device."""

from __future__ import annotations

import heapq
import itertools
import random
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from streamrt._native.ends import NativeTimeline, python_table
from streamrt._native.timeline import RESULT, Results, view_of_results
from streamrt.backend import Timeline


class Pacer:
    """A thread that calls functions when their time has come."""

    def __init__(self, name: str) -> None:
        """Starts no thread before the first function."""
        self._name = name
        self._due: list[tuple[float, int, Callable[[], object]]] = []
        self._numbers = itertools.count()
        self._changed = threading.Condition(threading.Lock())
        self._thread: threading.Thread | None = None
        self._is_over = False

    def call(self, due: float, function: Callable[[], object]) -> None:
        """Has a function called, once `time.monotonic()` is at `due`."""
        with self._changed:
            heapq.heappush(self._due, (due, next(self._numbers), function))
            if self._thread is None and not self._is_over:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            if self._due[0][2] is function:
                self._changed.notify()

    def _run(self) -> None:
        while (function := self._next()) is not None:
            function()

    def _next(self) -> Callable[[], object] | None:
        with self._changed:
            while not self._is_over:
                left = self._due[0][0] - time.monotonic() if self._due else None
                if left is not None and left <= 0:
                    return heapq.heappop(self._due)[2]
                self._changed.wait(left)
        return None

    def end(self) -> None:
        """Ends the thread; what it has not called is never called."""
        with self._changed:
            self._is_over = True
            self._due.clear()
            self._changed.notify()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()


class Holds:
    """The drawn times of one queue: mostly none, some short, a few long."""

    def __init__(self, seed: str, longest: float) -> None:
        self._draw = random.Random(seed)
        self._longest = longest

    def next(self) -> float:
        """Returns for how long to hold the next thing, in seconds."""
        kind = self._draw.random()
        if kind < 0.5:
            return 0.0
        most = self._longest * (0.02 if kind < 0.8 else 0.2 if kind < 0.95 else 1.0)
        return self._draw.uniform(0.0, most)


class HeldTimeline:
    """The timeline that a device inside raises: completions are held, then passed on in order."""

    def __init__(self, timeline: Timeline, pacer: Pacer, holds: Holds) -> None:
        self._timeline = timeline
        self._pacer = pacer
        self._holds = holds
        self._held: deque[Callable[[], object]] = deque()
        self._passed = 0
        self._lock = threading.RLock()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._timeline, name)

    def check(self, cell: int) -> None:
        """See `Timeline`, also for the methods that follow."""
        with self._lock:
            self.pass_on()
            self._timeline.check(cell)

    def start(self, cell: int, at: int = 0) -> bool:
        """Begins an execution: what ended before it is passed on first."""
        with self._lock:
            self.pass_on()
            return self._timeline.start(cell, at)

    def finish(self, cell: int, error: int = 0, at: int = 0) -> None:
        """Ends an execution, some time later; its status cell has the time of now."""
        ended = at or time.monotonic_ns()
        self._hold(lambda: self._timeline.finish(cell, error, ended))

    def fail(self, cell: int, reason: str, at: int = 0) -> None:
        """Ends an execution whose work was lost, some time later."""
        ended = at or time.monotonic_ns()
        self._hold(lambda: self._timeline.fail(cell, reason, ended))

    def advance(self, results: Results) -> None:
        """Ends executions one by one, each some time later."""
        packed = view_of_results(results).tobytes()
        for at in range(0, len(packed), RESULT.size):
            self._hold(partial(self._timeline.advance, packed[at : at + RESULT.size]))

    def signal(self) -> None:
        """Carries out a bare signal, some time later."""
        self._hold(self._timeline.signal)

    def native(self) -> NativeTimeline:
        """Returns functions for C code that hold completions as the methods do."""
        return python_table(self, lambda number: list(self._timeline.reasons)[number - 1])

    def lose(self, reason: str) -> None:
        """Says that the device is lost, after all that it said before."""
        with self._lock:
            self.pass_on()
            self._timeline.lose(reason)

    def _hold(self, completion: Callable[[], object]) -> None:
        with self._lock:
            self._held.append(completion)
            last = self._passed + len(self._held)
            held = self._holds.next()
            if held:
                self._pacer.call(time.monotonic() + held, partial(self._pass_until, last))
            else:
                self._pass_until(last)

    def _pass_until(self, last: int) -> None:
        with self._lock:
            while self._held and self._passed < last:
                self._passed += 1
                self._held.popleft()()

    def pass_on(self) -> None:
        """Passes everything on that is held."""
        with self._lock:
            self._pass_until(self._passed + len(self._held))
