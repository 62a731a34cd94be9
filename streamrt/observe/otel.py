"""Spans of OpenTelemetry, made of a trace afterwards: no program pays for them while it runs.

Only OpenTelemetry's API is used, so the program chooses an SDK and an exporter. A trace knows which
span was current when a span of streamrt was entered (`Span.context`); it becomes the parent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError, StateError
from streamrt.observe.lanes import Ints, queued, shown
from streamrt.observe.slices import device_of, name_of
from streamrt.observe.trace import STATES, EventKind, Events, Span, Trace

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.trace import Tracer

__all__ = ["spans"]

Ids: TypeAlias = tuple[int, int]
"""A trace id and a span id."""

_FAILED = STATES.index("failed")


class _Made(NamedTuple):
    """A span to make; times in ns of the trace's clock."""

    parent: Ids
    name: str
    started: int
    finished: int
    facts: Mapping[str, str | int]
    error: str = ""


@refusing
def spans(trace: Trace, tracer: Tracer | None = None, *, each: bool = False) -> int:
    """Makes OpenTelemetry spans of the executions in a trace, with their true times and parents.

    The parent of an execution is the OpenTelemetry span that was current when the innermost
    `observe.span` around its submission was entered. Executions without one make no span. Only
    sampled parents are noted, so the new spans are sampled, too.

    Args:
        trace: the trace; each call makes the spans once more.
        tracer: who makes them; by default, the tracer `streamrt` of the global provider.
        each: whether each execution becomes a span. By default all executions of one parent on one
            stream are a single span, from the first start to the last end.

    Returns:
        How many spans were made.

    Raises:
        StateError: opentelemetry-api is not installed.
        ArgumentError: the trace is in virtual time, which no other span shares.
    """
    if not isinstance(trace, Trace):
        raise ArgumentTypeError(f"make OpenTelemetry spans: found {trace!r:.80}; pass a Trace")
    if trace.clock.kind == "virtual":
        raise ArgumentError(
            "make OpenTelemetry spans: the trace is in virtual time; only times of a real clock "
            "fit to other spans"
        )
    try:
        from opentelemetry import trace as api
    except ImportError as error:
        raise StateError(
            "make OpenTelemetry spans: opentelemetry-api is not installed; "
            "pip install 'streamrt[otel]'"
        ) from error
    if tracer is None:
        tracer = api.get_tracer("streamrt")
    made = list(_each(trace) if each else _by_stream(trace))
    contexts = {ids: _context(ids) for ids in {one.parent for one in made}}
    for one in made:
        span = tracer.start_span(
            one.name,
            context=contexts[one.parent],
            attributes=dict(one.facts),
            start_time=one.started + trace.clock.wall,
        )
        if one.error:
            span.set_status(api.StatusCode.ERROR, one.error)
        span.end(one.finished + trace.clock.wall)
    return len(made)


def _context(ids: Ids) -> Context:
    """A context in which a span that was sampled is the current one."""
    from opentelemetry import context, trace

    flags = trace.TraceFlags(trace.TraceFlags.SAMPLED)
    parent = trace.SpanContext(*ids, is_remote=False, trace_flags=flags)
    return trace.set_span_in_context(trace.NonRecordingSpan(parent), context.Context())


# --- from events ------------------------------------------------------------------------------


def _tagged(trace: Trace) -> tuple[Events, Ints, list[Ids]]:
    """The executions that have a parent, which of the parents each has, and the parents."""
    events = trace.of_kind(EventKind.EXECUTION)
    tags, tag = np.unique(events["tag"], return_inverse=True)
    found = [_parent(one, trace.spans) for one in tags.tolist()]
    parents = list(dict.fromkeys(ids for ids in found if ids))
    places = {ids: at for at, ids in enumerate(parents)}
    parent = np.array([places[ids] if ids else -1 for ids in found], np.int64)[tag]
    return events[parent >= 0], parent[parent >= 0], parents


def _parent(tag: int, spans: Mapping[int, Span]) -> Ids | None:
    """The OpenTelemetry span of a span, or of the nearest one around it that has one."""
    seen = set[int]()
    while tag in spans and tag not in seen:
        seen.add(tag)
        context = spans[tag].context
        if context and all(context):
            return context
        tag = spans[tag].parent
    return None


def _by_stream(trace: Trace) -> Iterator[_Made]:
    """The spans to make, one for each parent and track, as they begin."""
    events, parent, parents = _tagged(trace)
    if not len(events):
        return
    keys = parent * len(trace.tracks) + events["track"]
    sort = np.argsort(keys, kind="stable")
    events, keys = events[sort], keys[sort]
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    started, finished = shown(events)
    begins, ends = np.minimum.reduceat(started, first), np.maximum.reduceat(finished, first)
    sums = {
        "streamrt.executions": np.ones_like(started),
        "streamrt.failures": (events["state"] == _FAILED).astype(np.int64),
        "streamrt.queued_ns": queued(events),
        "streamrt.waited_ns": events["waited"].astype(np.int64),
        "streamrt.ran_ns": finished - started,
    }
    totals = {name: np.add.reduceat(column, first) for name, column in sums.items()}
    for at in np.argsort(begins, kind="stable").tolist():
        which, track = divmod(int(keys[first[at]]), len(trace.tracks))
        facts = _of_stream(trace, track) | {name: int(of[at]) for name, of in totals.items()}
        failed = facts["streamrt.failures"]
        error = f"{failed} of {facts['streamrt.executions']} executions failed" if failed else ""
        name, begin, end = name_of(trace, track), int(begins[at]), int(ends[at])
        yield _Made(parents[which], name, begin, end, facts, error)


def _each(trace: Trace) -> Iterator[_Made]:
    """The spans to make, one for each execution."""
    events, parent, parents = _tagged(trace)
    started, finished = shown(events)
    columns = (column.tolist() for column in (started, finished, queued(events), parent))
    for event, begin, end, in_queue, which in zip(events, *columns, strict=True):
        name, state = trace.named(int(event["what"])), int(event["state"])
        facts = _of_stream(trace, int(event["track"])) | {
            "streamrt.kind": name.kind,
            "streamrt.site": name.site,
            "streamrt.value": int(event["value"]),
            "streamrt.state": STATES[state] if state < len(STATES) else "?",
            "streamrt.queued_ns": in_queue,
            "streamrt.waited_ns": int(event["waited"]),
            "streamrt.bytes": name.nbytes,
        }
        facts = {key: value for key, value in facts.items() if value != ""}
        error = f"error {int(event['error'])}" if state == _FAILED else ""
        yield _Made(parents[which], trace.label(event), begin, end, facts, error)


def _of_stream(trace: Trace, track: int) -> dict[str, str | int]:
    """The attributes that name a stream and its device."""
    return {"streamrt.stream": name_of(trace, track), "streamrt.device": device_of(trace, track)}
