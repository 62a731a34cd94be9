"""Deadlines of work: a context variable that every submission looks at.

1. Work that has not started by its deadline never starts: it ends as expired, its awaiters get a
   DeadlineError, and whatever reads its outputs is skipped. Whoever begins the work looks at the
   clock then: the native loop, a driver's feeder, a process, the simulator. So it holds also while
   the event loop is late.
2. A replay, and a loop of a graph, look again before each node and end between two of them, on
   devices that run nodes one by one.
3. The deadline is that of the submission. Tasks and host calls inherit it, as any context variable.
4. In an exploration the clock is the virtual one. Elsewhere, on a device whose time is virtual,
   work has as many virtual seconds as real ones were left when it was submitted.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextvars import ContextVar, Token
from functools import partial
from types import TracebackType
from typing import Self, TypeAlias

from streamrt._core.handles import Handle
from streamrt._core.values import LONGEST_WAIT, check_seconds
from streamrt._native.core import core
from streamrt._refusals import refusing
from streamrt._runtime.world import exploring
from streamrt.errors import StateError

Source: TypeAlias = "int | Callable[[], int | None] | None"
"""A time in ns, None for none, or what returns one of the two."""

PASSED = 1  # ns: a time that is over on every clock

_current: ContextVar[Source] = ContextVar("streamrt_deadline", default=None)


class Deadline(Handle):
    """A block whose submissions have a deadline. Made by `streamrt.deadline`."""

    _instead = "srt.deadline() makes another"

    __slots__ = ("_at", "_follow", "_seconds", "_token")

    def __init__(self, seconds: float | None, follow: bool) -> None:
        """Not for users: `streamrt.deadline` makes them."""
        self._seconds = seconds
        self._follow = follow
        self._token: Token[Source] | None = None
        self._at: int | None = None

    @property
    def left(self) -> float | None:
        """The seconds that are left, at least 0; None without a time, or before it is entered."""
        return None if self._at is None else max((self._at - clock()) / 1e9, 0.0)

    def __enter__(self) -> Self:
        if self._token is not None:
            raise StateError("enter a deadline: it was entered before; make another")
        outer = _current.get()
        if self._seconds is None and not self._follow:
            return self
        core().deadlines_from(_current)
        if self._seconds is not None:
            self._at = clock() + int(self._seconds * 1e9)
            outer = _earlier(self._at, outer)
        self._token = _current.set(partial(_followed, outer) if self._follow else outer)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._token is not None:
            try:
                _current.reset(self._token)
            except ValueError:  # a fixture or a generator is left in another context
                pass

    def __repr__(self) -> str:
        left = self.left
        return f"<Deadline: {'no time' if left is None else f'{left:.3g} s'} left>"


@refusing
def deadline(seconds: float | None = None, *, follow: bool = False) -> Deadline:
    """Returns a block, for `with`: what is submitted in it does not start after its deadline.

    The time begins when the block is entered. Work that has not started by then never runs: its
    awaiters get a DeadlineError, and what reads its outputs is skipped. A kernel that runs is not
    stopped; a replay, and a loop of a graph, end between two nodes where the device runs these one
    by one. Of nested blocks the earliest deadline counts. Tasks and host calls that begin inside
    inherit the deadline.

    A wait is not ended: put `asyncio.timeout` or `anyio.fail_after` around it for that.

        async with asyncio.timeout(0.1):      # the wait
            with srt.deadline(0.1):           # and the work
                answer = await model(x).fetch()

    Args:
        seconds: how long from entering the block on; None sets no time.
        follow: whether each submission also takes the deadline of the innermost cancel scope of
            anyio or trio, as it is then.

    Raises:
        ArgumentError: `seconds` is negative, or not a number.
    """
    if seconds is not None:
        seconds = check_seconds(seconds, "set a deadline: seconds")
    return Deadline(seconds, follow)


def clock() -> int:
    """Returns the time by which deadlines are, in ns."""
    world = exploring.get()
    return time.monotonic_ns() if world is None else world.now()


def current() -> int | None:
    """Returns the deadline of what is submitted here, in ns of `clock`; None without."""
    found = _current.get()
    return found() if callable(found) else found


def on_virtual_clock(at: int, now: int) -> int:
    """Returns a deadline on the clock of a device whose time is virtual and is now `now`."""
    return max(now + at - time.monotonic_ns(), PASSED)


def _earlier(at: int, outer: Source) -> Source:
    if outer is None:
        return at
    if callable(outer):
        return partial(_earliest, at, outer)
    return min(at, outer)


def _earliest(at: int, outer: Callable[[], int | None]) -> int:
    found = outer()
    return at if found is None else min(at, found)


def _followed(outer: Source) -> int | None:
    """Returns the deadline of the innermost cancel scope, or an earlier one."""
    import anyio  # slow to import, and rarely needed

    at = outer() if callable(outer) else outer
    try:
        left = anyio.current_effective_deadline() - anyio.current_time()
    except RuntimeError:  # no event loop runs here
        return at
    if math.isnan(left) or left == math.inf:
        return at
    scope_at = PASSED if left <= 0 else clock() + int(min(left, LONGEST_WAIT) * 1e9)
    return scope_at if at is None else min(at, scope_at)
