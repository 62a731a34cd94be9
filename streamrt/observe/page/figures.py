"""The figures of a page: the kernels by time, and how long streams were idle for which reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeAlias

import numpy as np

from streamrt.observe.trace import STATES, VALUES, EventKind, Events, Trace

Integers: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"

PERCENTILES = (50, 99)


class GapLike(Protocol):
    """A time in which a stream was idle, as `streamrt.observe.gaps` finds them."""

    @property
    def track(self) -> int:
        """Its stream, as a place in `Trace.tracks`."""
        ...

    @property
    def started(self) -> int:
        """Its begin, in ns of the trace's clock."""
        ...

    @property
    def finished(self) -> int:
        """Its end."""
        ...

    @property
    def reason(self) -> str:
        """Its reason, one word."""
        ...

    @property
    def cause(self) -> object:
        """Something whose text says more of the reason; None or "" for nothing."""
        ...


class PathRowLike(Protocol):
    """A row of the critical path."""

    @property
    def label(self) -> str:
        """A kernel, or a reason of gaps."""
        ...

    @property
    def ns(self) -> int:
        """Its time on the path."""
        ...

    @property
    def share(self) -> float:
        """Its part of the path, from 0 to 1."""
        ...

    @property
    def saved(self) -> float:
        """The part of the run that is saved if this takes half the time, from 0 to 1."""
        ...


def kernel_rows(labels: Integers, events: Events) -> list[list[int]]:
    """Returns a row for each label of executions: count, total, p50, p99, failures; in ns.

    The rows with the most time come first. A percentile is the time of one execution: the shortest
    that so many of all do not exceed. What was cancelled or skipped, or expired, did not run.
    """
    ran = np.isin(events["state"], (STATES.index("done"), STATES.index("failed")))
    kept = np.isin(events["kind"], (EventKind.EXECUTION, EventKind.NODE))
    kept &= ran | (events["kind"] == EventKind.NODE)
    labels, events = labels[kept], events[kept]
    spent = events["finished"] - events["started"]
    order = np.lexsort((spent, labels))
    labels, spent = labels[order], spent[order]
    failed = (events["state"] == STATES.index("failed"))[order]
    found, first, count = np.unique(labels, return_index=True, return_counts=True)
    if not len(found):
        return []
    columns = [found, count, np.add.reduceat(spent, first)]
    columns += [spent[first + (count * q + 99) // 100 - 1] for q in PERCENTILES]
    columns.append(np.add.reduceat(failed.astype(np.int64), first))
    rows: list[list[int]] = np.stack(columns, axis=1).tolist()
    return sorted(rows, key=lambda row: -row[2])


def gap_totals(gaps: Iterable[GapLike]) -> dict[int, dict[str, tuple[int, int]]]:
    """Returns for each track and reason how many gaps there are, and how long they are in all."""
    totals: dict[int, dict[str, tuple[int, int]]] = {}
    for gap in gaps:
        of_track = totals.setdefault(gap.track, {})
        count, ns = of_track.get(gap.reason, (0, 0))
        of_track[gap.reason] = count + 1, ns + gap.finished - gap.started
    return totals


def producers(trace: Trace, events: Events) -> Integers:
    """Returns for each event the place of the execution that it waited for; -1: none is there."""
    index = np.array([track.index for track in trace.tracks] or [0], np.uint64)
    ran = np.flatnonzero(events["kind"] == EventKind.EXECUTION)
    track = np.minimum(events["track"][ran], len(index) - 1)
    points = index[track] << np.uint64(VALUES) | events["value"][ran]
    order = np.argsort(points, kind="stable")
    points, ran = points[order], ran[order]
    found = np.full(len(events), -1, np.int64)
    waited = np.flatnonzero(events["waited_for"])
    if not len(points) or not len(waited):
        return found
    at = np.minimum(np.searchsorted(points, events["waited_for"][waited]), len(points) - 1)
    hits = points[at] == events["waited_for"][waited]
    found[waited[hits]] = ran[at[hits]]
    return found
