"""Trace: what a recorder noted, as data. Everything that shows or explains a run reads this alone.

A trace is a table of events, one row each, and what the numbers in it stand for: tracks, names,
spans. It knows no runtime, so it may come from a recording, from a flight file or from a test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Literal, TypeAlias

import numpy as np

Events: TypeAlias = "np.ndarray[Any, np.dtype[np.void]]"

VALUES = 40  # bits of a point below the index of its timeline

EVENT: np.dtype[np.void] = np.dtype(
    [
        ("submitted", "i8"),
        ("started", "i8"),
        ("finished", "i8"),
        ("value", "u8"),
        ("waited_for", "u8"),
        ("waited", "i8"),
        ("what", "u4"),
        ("tag", "u4"),
        ("node", "u4"),
        ("track", "u4"),
        ("error", "i4"),
        ("kind", "u1"),
        ("state", "u1"),
    ]
)
"""One row of `Trace.events`; all times are in ns of the trace's clock.

    submitted   of an execution: when it was submitted; 0 for other kinds
    started     when it began
    finished    when it ended
    value       of an execution: the value of its timeline; of a sample: the amount
    waited_for  the point that held it longest, `index << VALUES | value`; 0: nothing did; of a
                sample of a window: the size of the window
    waited      for how long its queue waited for that; 0 where only the device knows
    what        its name: see `Trace.names`; 0: it has none
    tag         the span that it happened in: see `Trace.spans`; 0: in none
    node        of a node: its number, counted from 1; of a span: its own number
    track       its place in `Trace.tracks`
    error       the error code of a failed execution
    kind        an `EventKind`
    state       of an execution: its final state, as in `STATES`
"""

STATES: tuple[str, ...] = (
    *("pending", "running", "done"),
    *("cancelled", "failed", "skipped", "expired"),
)


class EventKind(IntEnum):
    """The kinds of event."""

    EXECUTION = 0
    """An execution of a stream, or a host call; its name says which."""
    NODE = 1
    """A node of a replay."""
    SPAN = 2
    """A block of the program, named by `span`."""
    COMPILE = 3
    """A kernel was compiled."""
    LOAD = 4
    """A compiled kernel was read from the cache on disk."""
    COLLECT = 5
    """The garbage collector ran."""
    LATE = 6
    """A loop was late: a point was reached, and the loop looked at it when this ended."""
    WAKE = 7
    """An awaiter was woken: from the end of its execution until it went on."""
    SYNC = 8
    """A thread was blocked, in `sync` or at the end of a scope."""
    STAGE = 9
    """A stage of a pipeline was called."""
    MEMORY = 10
    """A sample: the bytes that are in use on the device of that name."""
    WINDOW = 11
    """A sample: the items in the window of the pipeline of that name."""


@dataclass(frozen=True, slots=True)
class Track:
    """A row of a timeline: one after the other, what happened on a stream or in a thread.

    Attributes:
        name: as in `cpu:0/load`, or a thread's name.
        kind: `stream`; `host`, the host calls of a stream; `replay`, the nodes of a replay's own
            stream; `thread`; `samples`, those of a device or a pipeline.
        index: of a stream: the number of its timeline, as in points; else 0.
        device: of a stream: its device, as in `cpu:0`; else "".
    """

    name: str
    kind: Literal["stream", "host", "replay", "thread", "samples"]
    index: int = 0
    device: str = ""


@dataclass(frozen=True, slots=True)
class Name:
    """A name, which stands in events as the number `what`.

    Attributes:
        text: the name of a kernel, a graph, a function, a span.
        kind: `kernel`, `replay`, `copy`, `fill`, `host call`, `check`, or the name of the event's
            kind, in lower case.
        site: the file and line of its definition, as errors show it; "" if that is not known.
        nbytes: the bytes that an execution reads and writes; 0 if that is not known.
        nodes: of a replay: the names of its nodes, in the order of their numbers.
    """

    text: str
    kind: str
    site: str = ""
    nbytes: int = 0
    nodes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Span:
    """A span as the program made it, or a value of the variable that a recording follows.

    Attributes:
        name: its name; for a followed value, its `repr`, cut to 80 characters.
        parent: the number of the span around it; 0 for none.
        facts: what the program said of it, each as text.
        context: of an OpenTelemetry span: its trace id and span id; None without one.
    """

    name: str
    parent: int = 0
    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    context: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a trace's times, and how to translate them.

    Attributes:
        kind: `monotonic`, that of `time.monotonic_ns`, or `virtual`.
        wall: what to add to a time for ns since 1970; 0 for virtual time.
        boot: what to add for ns since the machine was started, sleep included.
    """

    kind: Literal["monotonic", "virtual"] = "monotonic"
    wall: int = 0
    boot: int = 0


@dataclass(frozen=True, slots=True)
class Trace:
    """All that was noted, in the order of its ends.

    Attributes:
        events: a table of `EVENT`, sorted by `finished`, then by `started`.
        tracks: what `track` counts.
        names: what `what` stands for.
        spans: what `tag` stands for; spans that have not ended are there, too.
        lost: how many events were overwritten before anybody read them, or could not be kept.
        clock: the clock of all times.
        began: when recording began, in ns; `ended` is when it ended, or was read.
        pid: the process that ran.
        process: its name.
    """

    events: Events
    tracks: tuple[Track, ...]
    names: Mapping[int, Name]
    spans: Mapping[int, Span] = field(default_factory=dict[int, Span])
    lost: int = 0
    clock: Clock = field(default_factory=Clock)
    began: int = 0
    ended: int = 0
    pid: int = 0
    process: str = ""

    def __len__(self) -> int:
        return len(self.events)

    def of_kind(self, *kinds: EventKind) -> Events:
        """Returns the events of these kinds, in order."""
        return self.events[np.isin(self.events["kind"], kinds)]

    def named(self, what: int) -> Name:
        """Returns the name that a number stands for; one that says "?" if nobody knows it."""
        return self.names.get(what, UNKNOWN)

    def label(self, event: np.void) -> str:
        """Returns the name of an event: of a node, that of the node itself."""
        name, node = self.named(event["what"]), int(event["node"])
        if event["kind"] == EventKind.NODE:
            return name.nodes[node - 1] if node <= len(name.nodes) else f"{name.text}[{node - 1}]"
        return name.text

    def track_of(self, point: int) -> int:
        """Returns the place in `tracks` of a point's timeline; -1 if it is not there."""
        index = int(point) >> VALUES
        for place, track in enumerate(self.tracks):
            if track.index == index and index:
                return place
        return -1


UNKNOWN = Name("?", "?")


def value_of(point: int) -> int:
    """Returns the value of a point."""
    return int(point) & (1 << VALUES) - 1


def table(rows: Sequence[Mapping[str, int]]) -> Events:
    """Returns events in the order of a trace, from their fields by name; what is missing is 0."""
    events = np.zeros(len(rows), EVENT)
    for event, row in zip(events, rows, strict=True):
        for name, number in row.items():
            event[name] = number
    return in_order(events)


def in_order(events: Events) -> Events:
    """Returns events sorted as those of a trace are."""
    return events[np.lexsort((events["started"], events["finished"]))]
