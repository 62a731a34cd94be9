"""Spans of OpenTelemetry: the SDK gets the times, the parents and the sums that the events have."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
from shared.traces.drawn import drawn

pytest.importorskip("hypothesis")
pytest.importorskip("opentelemetry.sdk")

from hypothesis import given
from hypothesis import strategies as st
from opentelemetry import trace as api
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF, ParentBased

from streamrt._runtime.recorder.spans import context_of_others
from streamrt.observe import otel
from streamrt.observe.trace import STATES, Clock, EventKind, Name, Span, Trace, Track, table

FAILED = STATES.index("failed")


@pytest.fixture
def exported() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def provider(exported: InMemorySpanExporter) -> TracerProvider:
    """Samples no span without a parent, so that what arrives had a parent that was sampled."""
    provider = TracerProvider(sampler=ParentBased(ALWAYS_OFF))
    provider.add_span_processor(SimpleSpanProcessor(exported))
    return provider


def request_of(trace: Trace, tag: int) -> tuple[int, int] | None:
    while tag in trace.spans:
        if context := trace.spans[tag].context:
            return context
        tag = trace.spans[tag].parent
    return None


def executions(trace: Trace) -> list[dict[str, Any]]:
    """Those with a parent, as plain numbers, with the times that are shown."""
    found: list[dict[str, Any]] = []
    for event in trace.of_kind(EventKind.EXECUTION):
        one: dict[str, Any] = {name: int(event[name]) for name in event.dtype.names or ()}
        one["parent"], one["label"] = request_of(trace, one["tag"]), trace.label(event)
        if one["state"] in (3, 5) and one["started"] < one["submitted"]:
            one["started"] = one["finished"]
        if one["parent"]:
            found.append(one)
    return found


def ids(span: Any) -> tuple[int, int]:
    return span.parent.trace_id, span.parent.span_id


@given(seed=st.integers(0, 2**32), each=st.booleans())
def test_spans_are_those_of_the_executions(seed: int, each: bool) -> None:
    trace = dataclasses.replace(drawn(seed), clock=Clock(wall=10**18))
    exported, ran = InMemorySpanExporter(), executions(trace)
    provider = TracerProvider(sampler=ParentBased(ALWAYS_OFF))
    provider.add_span_processor(SimpleSpanProcessor(exported))
    keys = ("parent", "value", "track") if each else ("parent", "track")
    groups: dict[Any, list[dict[str, Any]]] = {}
    for one in ran:
        groups.setdefault(tuple(one[key] for key in keys), []).append(one)
    made = otel.spans(trace, provider.get_tracer("test"), each=each)
    spans = exported.get_finished_spans()
    assert made == len(spans) == len(groups)
    found = Counter(
        (ids(s), s.start_time, s.end_time, s.attributes["streamrt.queued_ns"], s.status.is_ok)
        for s in spans
        if s.attributes is not None
    )
    assert found == Counter(
        (
            group[0]["parent"],
            min(one["started"] for one in group) + 10**18,
            max(one["finished"] for one in group) + 10**18,
            sum(max(one["started"] - one["submitted"], 0) for one in group),
            all(one["state"] != FAILED for one in group),
        )
        for group in groups.values()
    )
    if each:
        assert Counter(s.name for s in spans) == Counter(one["label"] for one in ran)
    else:
        counts = Counter((s.attributes or {})["streamrt.executions"] for s in spans)
        assert counts == Counter(map(len, groups.values()))


def request(context: tuple[int, int] | None) -> Trace:
    """A request of two spans, the inner without a context, and three launches in it."""
    rows = [
        {"submitted": 1, "started": 10 * n, "finished": 10 * n + 5, "value": n, "what": 1,
         "tag": 2, "state": 2, "waited": n}
        for n in (1, 2, 3)
    ]  # fmt: skip
    names = {1: Name("axpy", "kernel", "k.py:3", 64)}
    spans = {1: Span("request", context=context), 2: Span("inner", 1)}
    stream = Track("cpu:0/run", "stream", 3, "cpu:0")
    return Trace(table(rows), (stream,), names, spans, clock=Clock(wall=1000))


def test_a_request_is_one_span_for_each_stream(
    provider: TracerProvider, exported: InMemorySpanExporter
) -> None:
    assert otel.spans(request((5, 6)), provider.get_tracer("test")) == 1
    [span] = exported.get_finished_spans()
    assert (span.name, span.start_time, span.end_time) == ("cpu:0/run", 1010, 1035)
    assert span.context is not None
    assert (span.context.trace_id, ids(span)) == (5, (5, 6))
    assert span.context.trace_flags.sampled
    assert dict(span.attributes or {}) == {
        "streamrt.stream": "cpu:0/run", "streamrt.device": "cpu:0", "streamrt.executions": 3,
        "streamrt.failures": 0, "streamrt.queued_ns": 57, "streamrt.waited_ns": 6,
        "streamrt.ran_ns": 15,
    }  # fmt: skip


def test_each_execution_may_be_a_span(
    provider: TracerProvider, exported: InMemorySpanExporter
) -> None:
    assert otel.spans(request((5, 6)), provider.get_tracer("test"), each=True) == 3
    last = exported.get_finished_spans()[-1]
    assert (last.name, last.start_time, last.end_time) == ("axpy", 1030, 1035)
    assert dict(last.attributes or {}) == {
        "streamrt.stream": "cpu:0/run", "streamrt.device": "cpu:0", "streamrt.kind": "kernel",
        "streamrt.site": "k.py:3", "streamrt.value": 3, "streamrt.state": "done",
        "streamrt.queued_ns": 29, "streamrt.waited_ns": 3, "streamrt.bytes": 64,
    }  # fmt: skip


def test_executions_outside_of_requests_make_no_span(
    provider: TracerProvider, exported: InMemorySpanExporter
) -> None:
    assert otel.spans(request(None), provider.get_tracer("test"), each=True) == 0
    assert exported.get_finished_spans() == ()


# --- the current context --------------------------------------------------------------------------


def test_the_current_span_is_known_if_it_is_sampled(provider: TracerProvider) -> None:
    tracer = provider.get_tracer("test")
    assert context_of_others() is None
    with tracer.start_as_current_span("not sampled"):
        assert context_of_others() is None
    flags = api.TraceFlags(api.TraceFlags.SAMPLED)
    parent = api.NonRecordingSpan(api.SpanContext(7, 8, is_remote=True, trace_flags=flags))
    with api.use_span(parent):
        assert context_of_others() == (7, 8)
        with tracer.start_as_current_span("sampled") as span:
            context = span.get_span_context()
            assert context_of_others() == (7, context.span_id)


def test_opentelemetry_is_not_imported_to_ask_for_the_current_span() -> None:
    code = """
import sys
from streamrt._runtime.recorder.spans import context_of_others
from streamrt.observe import otel, write
assert context_of_others() is None
assert not [name for name in sys.modules if name.startswith("opentelemetry")]
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
