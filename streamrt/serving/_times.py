"""A table of how long batches take, by their size, from which the next one's time is predicted.

It is pure: times are given to it.

1. A size stands for all batches of at most so many rows, and more than the size before.
2. The prediction is a quantile of the last runs of a size. A mean would be wrong for half of them,
   and a moving mean remembers a single slow run for long: it refused a third of the requests at 80 %
   load after one busy moment.
3. The first run of a size is not counted unless it was a warm one, because it compiles.
4. A prediction at whose word requests are refused is not tried again, so it could stay wrong for
   ever. `doubt` counts these words. After some of them the slowest run is forgotten, and so in the
   end the prediction is low enough for one request, whose batch tells how it is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Sequence

KEPT = 32  # runs of a size
WORDS = 32  # refusals at the word of a size, after which its slowest run is forgotten


class Times:
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
        self._was_run = [False for _ in sizes]
        self._doubts = [0 for _ in sizes]
        self._predicted = [0.0 for _ in sizes]

    def size_of(self, rows: int) -> int:
        """Returns the size that a batch of so many rows counts as."""
        return self.sizes[bisect_left(self.sizes, rows)]

    def predicted(self, rows: int) -> float:
        """Returns the seconds that a batch may take; 0 while nobody knows."""
        return self._predicted[bisect_left(self.sizes, rows)]

    def note(self, rows: int, seconds: float, *, is_warm: bool = False) -> None:
        """Takes note of a run.

        Args:
            rows: its rows.
            seconds: the time that it took.
            is_warm: whether it counts even if it is the first of its size.
        """
        at = bisect_left(self.sizes, rows)
        self._doubts[at] = 0
        if self._was_run[at] or is_warm:
            self._runs[at].append(max(0.0, seconds))
            self._predict()
        self._was_run[at] = True

    def doubt(self, rows: int) -> None:
        """Takes note of a refusal at the word of a size; after some of them the word changes."""
        at = bisect_left(self.sizes, rows)
        self._doubts[at] += 1
        if self._doubts[at] < WORDS:
            return
        self._doubts[at] = 0
        if not self._runs[at]:  # it is another size's word
            at = self._teller(at) or 0
        if self._runs[at]:
            self._runs[at].remove(max(self._runs[at]))
            self._predict()

    def table(self) -> dict[int, float]:
        """Returns the predicted seconds by size."""
        return dict(zip(self.sizes, self._predicted, strict=True))

    def _predict(self) -> None:
        for at, size in enumerate(self.sizes):
            teller = self._teller(at)
            if teller is None:
                self._predicted[at] = 0.0
                continue
            runs = sorted(self._runs[teller])
            found = runs[min(len(runs) - 1, int(self._quantile * len(runs)))]
            # More rows than were ever run may take longer, in proportion; fewer take no longer.
            self._predicted[at] = found * max(1.0, size / self.sizes[teller])

    def _teller(self, at: int) -> int | None:
        """Returns the place of the size whose runs tell of another: its own, a larger, a smaller."""
        larger = range(at, len(self.sizes))
        return next((n for n in (*larger, *reversed(range(at))) if self._runs[n]), None)
