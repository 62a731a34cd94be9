"""Details: the names of slices, and what a viewer shows of one that is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from streamrt.observe.lanes import Ints, queued
from streamrt.observe.slices import Slices, name_of
from streamrt.observe.trace import STATES, VALUES, EventKind, Events, Trace

Bools: TypeAlias = "np.ndarray[Any, np.dtype[np.bool_]]"

NAMES = (
    *("value", "queued_ns", "waited_ns", "waited_for", "waited_for_value", "bytes", "state"),
    *("error", "site", "span"),
)
"""The names of all details, in the order in which they are shown."""

_KINDS = {int(kind): kind.name.lower() for kind in EventKind}


class Label(NamedTuple):
    """The name of slices, and what else all slices of the name have in common."""

    text: str
    category: str
    site: str
    nbytes: int


class Detail(NamedTuple):
    """A detail of some slices.

    Attributes:
        name: the name that is shown, one of `NAMES`.
        there: of which of the slices it is known.
        numbers: the number for each slice; a place in `Details.texts` if the name is there.
    """

    name: str
    there: Bools
    numbers: Ints


class Details:
    """The labels and details of all slices of a trace.

    Attributes:
        labels: the labels that differ.
        label: the place of each slice's label among them.
        categories: the categories that differ.
        category: the place of each label's category among them.
        texts: the texts of those details that are texts.
    """

    def __init__(self, trace: Trace, slices: Slices) -> None:
        self._trace = trace
        self._order = slices.order
        self.labels: list[Label]
        self.label: Ints
        self.labels, self.label = _labels(trace, slices.order)
        self.categories: list[str]
        self.category: Ints
        self.categories, self.category = _numbered([label.category for label in self.labels])
        sites, self._site = _numbered([label.site for label in self.labels])
        self._has_site = np.array([site != "" for site in sites], np.bool_)
        self._nbytes = np.array([label.nbytes for label in self.labels], np.int64)
        self._tags = np.array(sorted(trace.spans), np.int64)
        self._indexes, signallers = _signallers(trace)
        self.texts: dict[str, Sequence[str]] = {
            "waited_for": signallers,
            "state": STATES,
            "site": sites,
            "span": [trace.spans[tag].name for tag in self._tags.tolist()],
        }

    def of(self, slices: slice) -> Iterator[Detail]:
        """Yields the details of a part of the slices."""
        events, label = self._trace.events[self._order[slices]], self.label[slices]
        ran = events["kind"] == EventKind.EXECUTION
        value, waited = events["value"].astype(np.int64), events["waited"]
        nbytes, site, state = self._nbytes[label], self._site[label], events["state"]
        error = events["error"].astype(np.int64)
        known = state < len(STATES)
        yield Detail("value", ran | (value != 0), value)
        yield Detail("queued_ns", ran, queued(events))
        yield Detail("waited_ns", waited > 0, waited.astype(np.int64))
        yield from self._waits(events)
        yield Detail("bytes", ran & (nbytes > 0), nbytes)
        yield Detail("state", ran & known, np.where(known, state, 0).astype(np.int64))
        yield Detail("error", error != 0, error)
        yield Detail("site", self._has_site[site], site)
        yield from self._in_spans(events)

    def facts(self, slices: slice) -> Mapping[int, Mapping[str, str]]:
        """Returns the facts of the spans among a part of the slices, by their places there."""
        events = self._trace.events[self._order[slices]]
        made = np.flatnonzero(events["kind"] == EventKind.SPAN)
        spans = zip(made.tolist(), events["node"][made].tolist(), strict=True)
        facts = {at: span.facts for at, n in spans if (span := self._trace.spans.get(n))}
        return {at: said for at, said in facts.items() if said}

    def _waits(self, events: Events) -> Iterator[Detail]:
        """The point that a slice waited for, as the name of a stream and a value."""
        point = events["waited_for"]
        if len(self._indexes):
            index = (point >> np.uint64(VALUES)).astype(np.int64)
            at, known = _found(self._indexes, index)
            yield Detail("waited_for", known & (point > 0), at)
        value = (point & np.uint64((1 << VALUES) - 1)).astype(np.int64)
        yield Detail("waited_for_value", point > 0, value)

    def _in_spans(self, events: Events) -> Iterator[Detail]:
        """The span that a slice is in."""
        if len(self._tags):
            at, known = _found(self._tags, events["tag"].astype(np.int64))
            yield Detail("span", known, at)


def _found(keys: Ints, wanted: Ints) -> tuple[Ints, Bools]:
    """The places of numbers in rising keys, and which of them are there."""
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return at, keys[at] == wanted


def _numbered(texts: Sequence[str]) -> tuple[list[str], Ints]:
    """The texts that differ, and the place of each among them."""
    places = {text: at for at, text in enumerate(dict.fromkeys(texts))}
    return list(places), np.array([places[text] for text in texts], np.int64)


def _signallers(trace: Trace) -> tuple[Ints, list[str]]:
    """The numbers of the timelines, rising, and the names of their tracks."""
    named = {t.index: name_of(trace, at) for at, t in enumerate(trace.tracks) if t.index}
    return np.array(sorted(named), np.int64), [named[index] for index in sorted(named)]


def _labels(trace: Trace, order: Ints) -> tuple[list[Label], Ints]:
    """The labels that differ, and the place of each slice's among them."""
    kind, node = trace.events["kind"][order], trace.events["node"][order]
    whats, what = np.unique(trace.events["what"][order], return_inverse=True)
    inner = (kind == EventKind.NODE) | ((kind == EventKind.SPAN) & (whats[what] == 0))
    keys = (what.astype(np.int64) << 8 | kind) << 32 | np.where(inner, node, 0).astype(np.int64)
    _, at, label = np.unique(keys, return_index=True, return_inverse=True)
    labels = [_label(trace, event) for event in trace.events[order[at]]]
    return labels, label.astype(np.int64)


def _label(trace: Trace, event: np.void) -> Label:
    """The label of an event."""
    what, kind = int(event["what"]), int(event["kind"])
    name, called = trace.named(what), _KINDS.get(kind, "?")
    if what not in trace.names and kind == EventKind.SPAN and int(event["node"]) in trace.spans:
        return Label(trace.spans[int(event["node"])].name, called, "", 0)
    if not what:
        return Label(called, called, "", 0)
    category = called if kind == EventKind.NODE else name.kind
    return Label(trace.label(event), category, name.site, name.nbytes)
