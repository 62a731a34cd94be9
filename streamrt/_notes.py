"""Notes: what happened in Python, told to whoever listens: compiling, waits, calls of stages.

A teller that finds no listener has nothing to do, and reads no clock:

    since = notes.now() if notes.listeners else 0
    ...
    if since:
        notes.tell("stage", name, since)

Some kinds are RARE, and some listeners want only these. Their tellers look at both lists, and the
others at `listeners` alone.

The kinds are those of `streamrt.observe.trace.EventKind`, in lower case. A listener must not raise,
must not wait, and must not submit anything.

A tool that follows the program while it runs has to know of beginnings, too. It is an opener, and
those who begin something that takes long ask for it in the same way:

    ends = notes.begin("span", name) if notes.openers else ()
    ...
    notes.end(ends)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import NamedTuple


class Note(NamedTuple):
    """One thing that happened.

    Attributes:
        kind: as in `EventKind`, in lower case.
        name: what it happened to: a kernel, a stage, a function.
        started: when it began, in ns of the clock of `now`; a sample has its time here.
        finished: when it ended.
        amount: of a sample, its number.
        point: what was waited for: the index of a timeline, and a value; (0, 0) for nothing. Of a
            sample of a window: 0, and the size of the window.
        node: of a span: its number.
        owner: the engine of the runtime that it happened in; None if it belongs to no runtime.
    """

    kind: str
    name: str
    started: int
    finished: int
    amount: int = 0
    point: tuple[int, int] = (0, 0)
    node: int = 0
    owner: object = None


listeners: list[Callable[[Note], object]] = []
"""Those who listen: called in the thread in which it happened, after it has ended."""

openers: list[Callable[[str, str], Callable[[], object]]] = []
"""Called with a kind and a name when something begins; what each returns is called at its end.

That may be in another thread, and ends of one thread may come in any order. The rules of listeners
hold for openers, too.
"""

RARE = frozenset({"compile", "load"})
"""The kinds that happen seldom. A `compile` may lie in another: kernels in that of a function."""

rare_listeners: list[Callable[[Note], object]] = []
"""Those who listen for the rare kinds alone."""

clock: ContextVar[Callable[[], int]] = ContextVar("streamrt_clock", default=time.monotonic_ns)
"""The clock of notes; an exploration sets its own."""


def now() -> int:
    """Returns the time of notes, in ns."""
    return clock.get()()


def begin(kind: str, name: str) -> tuple[Callable[[], object], ...]:
    """Tells every opener of what begins now; returns what `end` takes.

    Args:
        kind: as of notes, or `host call`.
        name: what begins.
    """
    return tuple([opener(kind, name) for opener in tuple(openers)])


def end(ends: tuple[Callable[[], object], ...]) -> None:
    """Tells the openers that it has ended, the last one first."""
    for each in reversed(ends):
        each()


def tell(
    kind: str,
    name: str,
    started: int,
    *,
    amount: int = 0,
    point: tuple[int, int] = (0, 0),
    node: int = 0,
    owner: object = None,
) -> None:
    """Tells every listener of what ends now, or of a sample that was taken now."""
    note = Note(kind, name, started, now(), amount, point, node, owner)
    heard = (*listeners, *rare_listeners) if kind in RARE else tuple(listeners)
    for listener in heard:
        listener(note)
