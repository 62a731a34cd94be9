"""Intervals of time with labels: which one is innermost at each moment, and how long each is.

A label is a number from 0; NONE stands for moments that no interval covers.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, TypeAlias

import numpy as np

Integers: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"

NONE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Ruler:
    """The label of each moment.

    Attributes:
        bounds: the times at which the label changes, in order.
        labels: the label from each of these times on; the last is NONE.
    """

    bounds: Integers
    labels: Integers

    def cut(self, started: Integers, finished: Integers) -> tuple[Integers, ...]:
        """Cuts intervals where the label changes.

        It returns, for each piece: the place of its interval, its label, when it begins and ends.
        The pieces of an interval are in order, and cover it.
        """
        first = np.searchsorted(self.bounds, started, side="right")
        last = np.searchsorted(self.bounds, finished, side="left")
        count = np.maximum(last - first + 1, 0) * (finished > started)
        whose = np.repeat(np.arange(len(started)), count)
        step = np.arange(len(whose)) - np.repeat(np.cumsum(count) - count, count)
        place = first[whose] + step  # of the bound that ends the piece
        bounds = np.concatenate((self.bounds, [0]))
        begins = np.where(step == 0, started[whose], bounds[place - 1])
        ends = np.where(step == count[whose] - 1, finished[whose], bounds[place])
        labels = np.concatenate((self.labels, [NONE]))[place - 1]  # before the first: the last one
        return whose, labels, begins, ends

    def measure(self, label: int, started: Integers, finished: Integers) -> Integers:
        """Returns for each interval how much of it has a label; NONE is a label here, too."""
        if label == NONE:
            return finished - started - self._covered(self.labels != NONE, started, finished)
        return self._covered(self.labels == label, started, finished)

    def _covered(self, chosen: Any, started: Integers, finished: Integers) -> Integers:
        at = np.flatnonzero(chosen)
        if not len(at):
            return np.zeros(len(started), np.int64)
        begins, ends = self.bounds[at], self.bounds[at + 1]
        before = np.concatenate(([0], np.cumsum(ends - begins)))

        def until(times: Integers) -> Integers:
            place = np.searchsorted(begins, times, side="right") - 1
            within = np.minimum(times, ends[place]) - begins[place]
            found: Integers = np.where(place < 0, 0, before[place] + within)
            return found

        return until(finished) - until(started)


def innermost(started: Integers, finished: Integers, labels: Integers) -> Ruler:
    """Returns the ruler on which each moment has the label of the interval that began last."""
    keep = finished > started
    order = np.lexsort((-finished[keep], started[keep]))
    begins, ends = started[keep][order], finished[keep][order]
    chosen = labels[keep][order]
    if len(begins) and not (begins[1:] < ends[:-1]).any():
        bounds = np.stack((begins, ends), axis=1).ravel()
        return _joined(bounds, np.stack((chosen, np.full(len(chosen), NONE)), axis=1).ravel())
    bounds = np.unique(np.concatenate((begins, ends)))
    found = _sweep(bounds.tolist(), begins.tolist(), ends.tolist(), chosen.tolist())
    return _joined(bounds, np.array(found, np.int64))


def _sweep(bounds: list[int], begins: list[int], ends: list[int], labels: list[int]) -> list[int]:
    """Returns the label from each bound on."""
    found: list[int] = []
    active: list[tuple[int, int]] = []  # minus the place, so that the last one comes first; its end
    place, count = 0, len(begins)
    for now in bounds:
        while place < count and begins[place] == now:
            heappush(active, (-place, ends[place]))
            place += 1
        while active and active[0][1] <= now:
            heappop(active)
        found.append(labels[-active[0][0]] if active else NONE)
    return found


def _joined(bounds: Integers, labels: Integers) -> Ruler:
    """Returns a ruler without the bounds at which nothing changes."""
    is_real = np.ones(len(bounds), bool)
    is_real[:-1] = bounds[1:] > bounds[:-1]  # an interval that begins where another ends
    bounds, labels = bounds[is_real], labels[is_real]
    changes = np.diff(labels, prepend=NONE) != 0
    return Ruler(bounds[changes].astype(np.int64), labels[changes].astype(np.int64))


def most_of(whose: Integers, labels: Integers, length: Integers, count: int) -> Integers:
    """Returns for each of `count` intervals the label that most of its pieces' time has.

    It is NONE where no labels cover half of the interval.
    """
    found = np.full(count, NONE, np.int64)
    if not len(whose):
        return found
    width = int(labels.max()) + 2
    keys, place = np.unique(whose * width + labels + 1, return_inverse=True)
    total = np.bincount(place, weights=length)
    of, label = keys // width, keys % width - 1
    whole = np.bincount(of, weights=total, minlength=count)
    named = label != NONE
    covered = np.bincount(of[named], weights=total[named], minlength=count)
    order = np.lexsort((total, of))
    order = order[named[order]]
    found[of[order]] = label[order]  # the longest comes last, and stays
    found[2 * covered < whole] = NONE
    return found
