"""Recordings of a running program: `record`, and the blocks of it that `span` names."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from streamrt import _notes
from streamrt._core.handles import Handle
from streamrt._core.values import check_count, shown
from streamrt._refusals import refusing
from streamrt._runtime.inner import engine_of
from streamrt._runtime.recorder import recorder as recorders
from streamrt._runtime.recorder import spans
from streamrt._runtime.recorder.names import names
from streamrt._runtime.recorder.reading import Reader
from streamrt._runtime.recorder.recorder import MOST_EVENTS, Recorder
from streamrt._runtime.runtime import Runtime
from streamrt.errors import ArgumentTypeError
from streamrt.observe.building import build, names_of, spans_of
from streamrt.observe.trace import Clock, Trace
from streamrt.observe.why.critical_path import CriticalPath, critical_path
from streamrt.observe.why.gaps import Gap, gaps
from streamrt.observe.why.summary import Summary, summarise
from streamrt.observe.writing import write

if TYPE_CHECKING:
    from types import TracebackType

    from streamrt._runtime.engine import Engine


class Recording(Handle):
    """A record of what a runtime does, from the call of `record` until the block is left.

    It can be asked at any time, also while it goes on, and after the runtime was closed.
    """

    _instead = "record(rt) makes one"

    def __init__(
        self,
        engine: Engine,
        recorder: Recorder,
        most: int,
        follow: ContextVar[Any] | None,
    ) -> None:
        """Not for users: see `record`."""
        self._engine = engine
        self._recorder = recorder
        self._follow = follow
        self._is_on = True
        self._began = recorder.now()
        self._ended = 0
        self._reader = Reader(recorder, most)
        recorder.watchers.append(self._reader)
        recorder.look(again=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Ends it; what was recorded stays. A second call does nothing."""
        if self._is_on:
            self._is_on = False
            self._ended = self._recorder.now()
            self._recorder.look()
            if self._reader in self._recorder.watchers:
                self._recorder.watchers.remove(self._reader)
            self._recorder.stop(self._follow)

    @property
    def lost(self) -> int:
        """The number of events that were overwritten before they were read, or not kept."""
        self._reader.read()
        return self._reader.lost

    def trace(self) -> Trace:
        """Returns the record so far, as data."""
        if self._is_on:
            self._recorder.look()
        edges = {
            track.number: dict(source.edges)
            for source in self._recorder.all_sources()
            for _, track in source.tracks[-1:]
            if source.edges
        }
        chunks = list(self._reader.chunks)
        clock = _clock(self._recorder, self._engine)
        is_virtual = clock.kind == "virtual"
        events, tracks = build(chunks, names.table, edges, is_virtual=is_virtual)
        return Trace(
            events,
            tracks,
            names_of(names.table, events),
            spans_of(spans.table, events),
            lost=self._reader.lost,
            clock=clock,
            began=self._began,
            ended=self._ended or self._recorder.now(),
            pid=os.getpid(),
            process=Path(sys.argv[0] or sys.executable).name,
        )

    def summary(self) -> Summary:
        """Returns the counts and times so far, by kernel and stream; see `summarise`."""
        return summarise(self.trace())

    def gaps(self) -> list[Gap]:
        """Returns the gaps of all streams so far, the longest first; see `observe.gaps`."""
        return gaps(self.trace())

    def critical_path(self) -> CriticalPath:
        """Returns the critical path so far; see `observe.critical_path`."""
        return critical_path(self.trace())

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes what was recorded so far, in the form that the file's ending names.

        See `observe.write`.

        Raises:
            ArgumentError: the ending is none that it knows.
            OSError: the file cannot be written.
        """
        write(self.trace(), path)

    def __repr__(self) -> str:
        state = "goes on" if self._is_on else "ended"
        return f"<Recording of {self._reader.kept} events, {self._reader.lost} lost: {state}>"

    def _repr_html_(self) -> str:
        return self.summary()._repr_html_()


def _clock(recorder: Recorder, engine: Engine) -> Clock:
    if engine.world is not None or recorder.is_virtual:
        return Clock("virtual")
    now = time.monotonic_ns()
    boot = time.clock_gettime_ns(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else now
    return Clock("monotonic", time.time_ns() - now, boot - now)


@refusing
def record(
    rt: Runtime,
    *,
    events: int = 1024,
    nodes: bool = False,
    follow: ContextVar[Any] | None = None,
    most: int = 1_000_000,
) -> Recording:
    """Records what a runtime does, until the block is left.

        with observe.record(rt) as recording:
            ...
        print(recording.summary())

    It can begin and end while the runtime works, from any thread, and several recordings may go on
    at once. It costs a few percent of a launch that takes half a microsecond.

    Args:
        rt: the runtime.
        events: how many events of each stream are kept until they are read, which happens a hundred
            times a second; rounded up to a power of 2. A stream that ends more executions between
            two reads loses the oldest, which `lost` counts. More than 1024 no longer fit into a
            core's own cache. While a flight file or another recording is on, its number holds.
        nodes: whether to note each node of a replay, which costs one look at the clock a node.
        follow: a context variable whose value names the span of what is submitted outside of
            `span`, such as the number of a request.
        most: how many events the recording keeps; then the oldest ones go, and `lost` counts them.

    Raises:
        StateError: the runtime is closed, or another variable is followed already.
        ArgumentError: a number is out of range.
    """
    if not isinstance(rt, Runtime):
        raise ArgumentTypeError(f"record: found {shown(rt)}; pass a Runtime")
    if follow is not None and not isinstance(follow, ContextVar):
        raise ArgumentTypeError(f"record: follow is {shown(follow)}; pass a ContextVar, or None")
    size = check_count(events, "record: events", 2, MOST_EVENTS)
    check_count(most, "record: most", 1)
    engine = engine_of(rt)
    engine.check_open("record")
    recorder = recorders.recorder_of(engine, 1 << (size - 1).bit_length())
    recorder.start(nodes, follow)
    spans.current.set(spans.current.get())  # found in a moment, which a default is not
    return Recording(engine, recorder, most, follow)


@contextmanager
def span(name: str, **facts: object) -> Generator[None]:
    """Names a block of the program: a slice of its thread, and the span of what it submits.

    Tasks that are made in the block, and host calls that it submits, are in the span, too. Without
    a recording that is on, it does nothing.

    Args:
        name: its name.
        facts: what else to show of it; each is shown by its `repr`, cut to 80 characters.
    """
    if not _notes.listeners and not _notes.openers:
        yield
        return
    ends = _notes.begin("span", name) if _notes.openers else ()
    parent = spans.current.get()
    shown_facts = {key: spans.shown(value) for key, value in facts.items()}
    number = spans.add(
        spans.SpanFacts(spans.shown(name), parent, shown_facts, spans.context_of_others())
    )
    token: Token[int] = spans.current.set(number)
    started = _notes.now()
    try:
        yield
    finally:
        spans.current.reset(token)
        _notes.end(ends)
        _notes.tell("span", spans.shown(name), started, node=number)
