"""The doings of the host: at each moment the innermost thing that the trace has, with a name.

A trace does not say which thread submitted an execution. If the execution has a tag, and the span
of that tag has ended, then it is the span's thread. Otherwise all threads are looked at together.
A pause of the collector stops all threads, so it counts for each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from streamrt.observe.trace import VALUES, EventKind, Events, Trace
from streamrt.observe.why.intervals import NONE, Integers, Ruler, innermost

ANY = -1
"""The thread of what may have been done by any."""

WORDS: dict[EventKind, str] = {
    EventKind.SPAN: "{}",
    EventKind.COMPILE: "compile {}",
    EventKind.LOAD: "load {}",
    EventKind.COLLECT: "collector",
    EventKind.LATE: "late loop",
    EventKind.WAKE: "wake-up",
    EventKind.SYNC: "sync",
    EventKind.STAGE: "stage {}",
}
"""The words for what a host does."""


class Host:
    """The doings of all threads of a trace.

    Attributes:
        texts: what labels stand for.
    """

    def __init__(self, trace: Trace) -> None:
        self.texts: list[str] = []
        self._events = events = trace.of_kind(*WORDS)
        self._labels = self._labelled(trace, events)
        self._rulers: dict[int, Ruler] = {}
        spans = trace.of_kind(EventKind.SPAN)
        numbers = spans["node"].astype(np.int64)
        order = np.argsort(numbers, kind="stable")
        self._numbers, self._threads = numbers[order], spans["track"][order].astype(np.int64)

    def _labelled(self, trace: Trace, events: Events) -> Integers:
        is_nameless = (events["kind"] == EventKind.SPAN) & (events["what"] == 0)
        keys = np.zeros(len(events), [("kind", "u1"), ("what", "u4"), ("node", "u4")])
        keys["kind"], keys["what"] = events["kind"], events["what"]
        keys["node"] = np.where(is_nameless, events["node"], 0)
        distinct, first, place = np.unique(keys, return_index=True, return_inverse=True)
        numbers: dict[str, int] = {}
        labels = np.zeros(len(distinct), np.int64)
        for label, at in enumerate(first):
            event: Any = events[at]
            name = trace.label(event)
            if is_nameless[at] and int(event["node"]) in trace.spans:
                name = trace.spans[int(event["node"])].name
            text = WORDS[EventKind(event["kind"])].format(name)
            labels[label] = numbers.setdefault(text, len(numbers))
        self.texts = list(numbers)
        return labels[place.ravel()]

    def threads_of(self, tags: Integers) -> Integers:
        """Returns for each tag the track of its span's thread, or ANY."""
        found = np.full(len(tags), ANY, np.int64)
        if len(self._numbers):
            at = np.minimum(np.searchsorted(self._numbers, tags), len(self._numbers) - 1)
            hit = (self._numbers[at] == tags) & (tags > 0)
            found[hit] = self._threads[at[hit]]
        return found

    def ruler(self, thread: int) -> Ruler:
        """Returns the doings of a thread at each moment; of ANY, those of all threads."""
        found = self._rulers.get(thread)
        if found is None:
            events, labels = self._events, self._labels
            if thread != ANY:
                own = (events["track"] == thread) | (events["kind"] == EventKind.COLLECT)
                events, labels = events[own], labels[own]
            found = innermost(events["started"], events["finished"], labels)
            self._rulers[thread] = found
        return found

    def text(self, label: int) -> str:
        """Returns the words for a label; of NONE, nothing."""
        return "" if label == NONE else self.texts[label]


def full_windows(trace: Trace) -> tuple[Ruler, list[str]]:
    """Returns when a window of a pipeline was full, and the names of the pipelines.

    A sample with the size of the window says so: it has the size where other events have the value
    of the point that they waited for. Each sample holds until the next one of its pipeline.
    """
    samples = trace.of_kind(EventKind.WINDOW)
    size = samples["waited_for"] & np.uint64((1 << VALUES) - 1)
    order = np.lexsort((samples["finished"], samples["what"]))
    what, times = samples["what"][order].astype(np.int64), samples["finished"][order]
    is_full = ((size > 0) & (samples["value"] >= size))[order]
    until = np.append(times[1:], trace.ended)
    is_last = np.append(what[1:] != what[:-1], True)[: len(what)]
    until = np.where(is_last, max(trace.ended, _last(trace)), until[: len(what)])
    names = np.unique(what)
    labels = np.searchsorted(names, what)
    texts = [trace.named(int(number)).text for number in names]
    return innermost(times[is_full], until[is_full], labels[is_full]), texts


def _last(trace: Trace) -> int:
    return int(trace.events["finished"][-1]) if len(trace) else trace.began
