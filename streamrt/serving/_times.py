"""A table of how long batches take, by their size, from which the next one's time is predicted.

It is pure: times are given to it.

1. A size stands for all batches of at most so many rows, and more than the size before.
2. The prediction is a quantile of the last runs of a size. A mean would be wrong for half of them,
   and a moving mean remembers a single slow run for long: it refused a third of the requests at
   80 % load after one busy moment.
3. The first run of a number of rows is not counted, because it compiles.
4. A prediction at whose word requests are refused is not tried again, so it could stay wrong for
   ever. `doubt` counts these words. After some of them the slowest run is forgotten, and so in the
   end the prediction is low enough for one request, whose batch tells how it is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from streamrt._core.values import check_count, shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError

KEPT = 32  # runs of a size
WORDS = 32  # refusals at the word of a size, after which its slowest run is forgotten


class TimeTable:
    """The times of batches by their size."""

    def __init__(self, sizes: Sequence[int], quantile: float = 0.9) -> None:
        """Makes an empty table.

        Args:
            sizes: the sizes, rising; the last one is the largest of any batch.
            quantile: the part of the runs of a size that were as quick as predicted.
        """
        self.sizes: tuple[int, ...] = tuple(sizes)
        self._quantile = quantile
        self._runs: list[deque[float]] = [deque(maxlen=KEPT) for _ in sizes]
        self._was_run: set[int] = set()
        self._doubts = [0 for _ in sizes]
        self._predicted = [0.0 for _ in sizes]
        self._tellers: list[int | None] = [None for _ in sizes]

    def size_of(self, rows: int) -> int:
        """Returns the size that a batch of so many rows counts as."""
        return self.sizes[bisect_left(self.sizes, rows)]

    def predicted(self, rows: int) -> float:
        """Returns the seconds that a batch may take; 0 while nobody knows."""
        return self._predicted[bisect_left(self.sizes, rows)]

    def note(self, rows: int, seconds: float) -> None:
        """Takes note of a run: its rows, and the time that it took."""
        at = bisect_left(self.sizes, rows)
        self._doubts[at] = 0
        if rows in self._was_run:
            runs = self._runs[at]
            runs.append(max(0.0, seconds))
            if len(runs) == 1:
                self._find_tellers()
            self._predict(at)
        self._was_run.add(rows)

    def doubt(self, rows: int) -> None:
        """Takes note of a refusal at the word of a size; after some of them the word changes."""
        at = bisect_left(self.sizes, rows)
        self._doubts[at] += 1
        if self._doubts[at] < WORDS:
            return
        self._doubts[at] = 0
        teller = self._tellers[at]
        if teller is not None:
            runs = self._runs[teller]
            runs.remove(max(runs))
            if not runs:
                self._find_tellers()
            self._predict(teller)

    def table(self) -> dict[int, float]:
        """Returns the predicted seconds by size."""
        return dict(zip(self.sizes, self._predicted, strict=True))

    def _find_tellers(self) -> None:
        """Finds for each size the one whose runs tell of it: its own, a larger, or a smaller."""
        places = range(len(self.sizes))
        for at in places:
            near = (*places[at:], *reversed(places[:at]))
            self._tellers[at] = next((n for n in near if self._runs[n]), None)
        for at in {teller for teller in self._tellers if teller is not None}:
            self._predict(at)
        for at in places:
            if self._tellers[at] is None:
                self._predicted[at] = 0.0

    def _predict(self, teller: int) -> None:
        """Predicts the times of the sizes that one size tells of."""
        runs = sorted(self._runs[teller])
        for at, size in enumerate(self.sizes):
            if self._tellers[at] == teller:
                found = runs[min(len(runs) - 1, int(self._quantile * len(runs)))]
                # More rows than were ever run may take longer; fewer take no longer.
                self._predicted[at] = found * max(1.0, size / self.sizes[teller])


@refusing
def check_sizes(given: Sequence[int] | None, most: int) -> tuple[int, ...]:
    """Returns the sizes of batches: powers of two and the largest one, if none were given.

    Raises:
        ArgumentTypeError: they are no integers.
        ArgumentError: they do not rise to the largest one.
    """
    if given is None:
        return (*[1 << n for n in range(most.bit_length()) if 1 << n < most], most)
    sizes = tuple([check_count(size, "make a Batcher: a size", 1, most) for size in given])
    if not sizes or sizes[-1] != most or list(sizes) != sorted(set(sizes)):
        raise ArgumentError(
            f"make a Batcher: the sizes are {shown(given)}; they rise, and end with most={most}"
        )
    return sizes


@dataclass(frozen=True, slots=True)
class Queue:
    """The requests and batches that one request finds before it.

    Attributes:
        ahead: how many requests leave before it.
        waiting: how many wait, itself included.
        most: the largest batch.
        depth: how many batches run at once.
        ends: when each of those that run will end, as was predicted.
    """

    ahead: int
    waiting: int
    most: int
    depth: int
    ends: Sequence[float]

    def finish(self, now: float, times: TimeTable) -> tuple[float, int]:
        """Returns when the request would be answered, and the rows of its batch.

        A batch that has not ended when it should is expected to take as long again as it is late.
        So a model that hangs makes the door refuse, and not the requests wait.
        """
        batches = self.ahead // self.most
        rows = max(1, min(self.most, self.waiting - batches * self.most))
        start = now
        if len(self.ends) >= self.depth:
            start += min(abs(end - now) for end in self.ends)
        return start + batches * times.predicted(self.most) / self.depth + times.predicted(
            rows
        ), rows
