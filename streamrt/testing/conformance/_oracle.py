"""The outcome of a program whose executions run one after the other, in order of submission.

1. An execution that was cancelled, or expired, does nothing. One that reads what another was to
   write that failed, was cancelled or skipped, or expired, is skipped. All others run; some fail.
2. The last writer of an element decides about it, however it ended: only reads carry poison, and a
   write clears it. A view with gaps counts as the whole interval. The elements in the gaps stay as
   they were, so a writer of such a view is skipped as if it read the view.
3. An element that was never written, or whose writer failed, has no value.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

DONE, FAILED, CANCELLED, SKIPPED = "done", "failed", "cancelled", "skipped"
Words = np.ndarray[Any, np.dtype[np.uint32]]
Compute = Callable[[Words, Words], Words]  # (what x holds, what y held) -> what y holds


@dataclass(eq=False)
class Life:
    """One buffer of a program, from its allocation to its end."""

    name: str
    size: int
    initial: Words | None = None


@dataclass(frozen=True)
class Part:
    """Some elements of a buffer: from `start` to `stop`, every `step`-th."""

    life: Life
    start: int
    stop: int
    step: int = 1

    @property
    def elements(self) -> slice:
        return slice(self.start, self.stop, self.step)

    @property
    def interval(self) -> slice:
        """The elements from its first to its last, gaps included."""
        count = -(-(self.stop - self.start) // self.step)
        return slice(self.start, self.start + (count - 1) * self.step + 1)

    @property
    def has_gaps(self) -> bool:
        """Whether its interval has elements that are not its own."""
        return bool(self.interval.stop - self.interval.start > self.count)

    @property
    def count(self) -> int:
        return len(range(self.start, self.stop, self.step))

    def __str__(self) -> str:
        step = f":{self.step}" if self.step != 1 else ""
        return f"{self.life.name}[{self.start}:{self.stop}{step}]"


@dataclass(eq=False)
class Entry:
    """One submission of a program.

    Attributes:
        what: its description, for people.
        stream: the number of its stream.
        source: the part that it reads.
        target: the part that it writes.
        is_read: whether it reads its target, too.
        compute: the function that gives the new values; None leaves the target as it is.
        fails: whether it ends with an error.
        due: its deadline, in ns of the device's clock or a little before; 0 without.
        cancelled: whether it was cancelled in time, or expired.
        execution: the runtime's execution.
        producers: the entries that wrote what it reads, once the oracle has carried it out.
    """

    is_coroutine = False
    is_scoped = False
    expected = None

    what: str
    stream: int
    source: Part | None = None
    target: Part | None = None
    is_read: bool = False
    compute: Compute | None = None
    fails: bool = False
    due: int = 0
    cancelled: bool = False
    execution: Any = None
    producers: tuple[Entry, ...] = ()

    def __str__(self) -> str:
        parts = [str(part) for part in (self.target, self.source) if part is not None]
        return f"s{self.stream}: {self.what} {', '.join(parts)}"


@dataclass
class Contents:
    """A buffer's contents: its values, which of them are known, and the last writer of each."""

    values: Words
    known: np.ndarray[Any, np.dtype[np.bool_]]
    writer: np.ndarray[Any, np.dtype[np.int64]]


@dataclass
class Outcome:
    """The outcome of a program.

    Attributes:
        entries: its entries, in order.
        states: their states.
        contents: the contents of its buffers.
    """

    entries: list[Entry] = field(default_factory=list[Entry])
    states: list[str] = field(default_factory=list[str])
    contents: dict[Life, Contents] = field(default_factory=dict[Life, Contents])

    def of(self, life: Life) -> Contents:
        """The contents of a buffer so far."""
        found = self.contents.get(life)
        if found is None:
            known = life.initial is not None
            values = life.initial.copy() if life.initial is not None else np.zeros(life.size, "u4")
            found = Contents(values, np.full(life.size, known), np.full(life.size, -1))
            self.contents[life] = found
        return found

    def writers(self, part: Part) -> set[int]:
        """The numbers of the entries that wrote a part."""
        return {int(w) for w in self.of(part.life).writer[part.interval]} - {-1}

    def is_poisoned(self, part: Part) -> bool:
        """Whether a read of a part is skipped."""
        return any(self.states[w] != DONE for w in self.writers(part))

    def run(self, entry: Entry) -> None:
        """Carries one entry out."""
        reads = [entry.source] if entry.source is not None else []
        if entry.target is not None and (entry.is_read or entry.target.has_gaps):
            reads.append(entry.target)
        numbers = set[int]().union(*(self.writers(part) for part in reads))
        entry.producers = tuple(self.entries[number] for number in sorted(numbers))
        if entry.cancelled:
            state = CANCELLED
        elif any(self.is_poisoned(part) for part in reads):
            state = SKIPPED
        else:
            state = FAILED if entry.fails else DONE
            self._write(entry)
        self.states.append(state)
        self.entries.append(entry)
        if entry.target is not None:
            writer = self.of(entry.target.life).writer
            writer[entry.target.interval] = len(self.states) - 1

    def _write(self, entry: Entry) -> None:
        target = entry.target
        if target is None or entry.compute is None:
            return
        y = self.of(target.life)
        known = np.full(target.count, True)
        if entry.is_read:
            known &= y.known[target.elements]
        x_values = np.zeros(target.count, "u4")
        if entry.source is not None:
            x = self.of(entry.source.life)
            known &= x.known[entry.source.elements]
            x_values = x.values[entry.source.elements].copy()
        y.values[target.elements] = entry.compute(x_values, y.values[target.elements])
        y.known[target.elements] = known


def replay(entries: list[Entry]) -> Outcome:
    """Returns the outcome of a program."""
    outcome = Outcome()
    for entry in entries:
        outcome.run(entry)
    return outcome


def conflict(earlier: Entry, later: Entry) -> bool:
    """Whether one of them writes what the other one accesses."""

    def overlap(a: Part | None, b: Part | None) -> bool:
        if a is None or b is None or a.life is not b.life:
            return False
        x, y = a.interval, b.interval
        return bool(x.start < y.stop and y.start < x.stop)

    return (
        overlap(earlier.target, later.source)
        or overlap(earlier.target, later.target)
        or overlap(earlier.source, later.target)
    )


def runs(writer: np.ndarray[Any, np.dtype[np.int64]]) -> list[tuple[int, int]]:
    """The intervals whose elements have one writer."""
    edges = [0, *(np.flatnonzero(np.diff(writer)) + 1).tolist(), writer.size]
    return list(itertools.pairwise(edges))
