"""Traces as files of Perfetto and of Chrome: what a viewer reads is what the events say."""

from __future__ import annotations

import dataclasses
import gzip
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shared.traces.drawn import TRACKS, drawn
from shared.traces.reading import Shown, Slice, of_chrome, of_perfetto

from streamrt import observe
from streamrt.observe import chrome, perfetto
from streamrt.observe.trace import STATES, VALUES, Clock, EventKind, Trace, table, value_of

pytest.importorskip("hypothesis")
pytest.importorskip("perfetto")

from hypothesis import given
from hypothesis import strategies as st

ASIDE = {EventKind.WAKE: ": wake-ups", EventKind.LATE: ": late"}
SAMPLES = (EventKind.MEMORY, EventKind.WINDOW)
FORMS = pytest.mark.parametrize(
    ("form", "read"), [(perfetto, of_perfetto), (chrome, of_chrome)], ids=["perfetto", "chrome"]
)


# --- what a viewer should show, event by event ----------------------------------------------------


def shown_name(trace: Trace, place: int) -> str:
    track = trace.tracks[place]
    return track.name


def device_of(trace: Trace, place: int) -> str:
    track = trace.tracks[place]
    return "cpu:0" if track.kind in ("host", "replay") else track.device


def times(event: Any) -> tuple[int, int]:
    started, finished = int(event["started"]), int(event["finished"])
    never_ran = STATES[event["state"]] in ("cancelled", "skipped", "expired")
    if event["kind"] == EventKind.EXECUTION and never_ran and started < event["submitted"]:
        started = finished
    return started, finished


def expected(trace: Trace, event: Any) -> Slice:
    kind, what, place = EventKind(event["kind"]), int(event["what"]), int(event["track"])
    begin, end = times(event)
    ran = kind == EventKind.EXECUTION
    said: dict[str, Any] = {}
    if ran:
        said = {"queued_ns": max(begin - int(event["submitted"]), 0)}
        said["state"] = STATES[event["state"]]
    if ran or event["value"]:
        said["value"] = int(event["value"])
    if event["error"]:
        said["error"] = int(event["error"])
    if event["waited"]:
        said["waited_ns"] = int(event["waited"])
    if event["waited_for"]:
        said["waited_for_value"] = value_of(event["waited_for"])
        if (track := trace.track_of(event["waited_for"])) >= 0:
            said["waited_for"] = shown_name(trace, track)
    name, category = trace.label(event), trace.named(what).kind
    if kind == EventKind.NODE or not what:
        category = kind.name.lower()
    if not what:
        name = kind.name.lower()
    if kind == EventKind.SPAN:
        span = trace.spans[int(event["node"])]
        name, category = span.name, "span"
        said |= {f"facts.{key}": text for key, text in span.facts.items()}
    known = trace.named(what)
    if known.site and kind != EventKind.SPAN:
        said["site"] = known.site
    if ran and known.nbytes:
        said["bytes"] = known.nbytes
    if event["tag"] in trace.spans:
        said["span"] = trace.spans[int(event["tag"])].name
    row = shown_name(trace, place) + ASIDE.get(kind, "")
    said_sorted = tuple(sorted(said.items()))
    return Slice(device_of(trace, place), row, name, category, begin, end, said_sorted)


def slice_events(trace: Trace) -> Iterator[Any]:
    return (event for event in trace.events if event["kind"] not in SAMPLES)


def flows_of(trace: Trace) -> Iterator[tuple[Slice, Slice]]:
    """All flows, those among them that cannot be shown because their end is before their begin."""
    events = list(slice_events(trace))
    ran = [event for event in events if event["kind"] == EventKind.EXECUTION]
    signals = {trace.tracks[e["track"]].index << VALUES | int(e["value"]): e for e in ran}
    made = {int(e["node"]): e for e in events if e["kind"] == EventKind.SPAN}
    waiters = (EventKind.EXECUTION, EventKind.NODE, EventKind.WAKE, EventKind.SYNC)
    for event in events:
        source = signals.get(int(event["waited_for"]))
        if event["kind"] in waiters and source is not None and source is not event:
            yield expected(trace, source), expected(trace, event)
        tag = int(event["tag"])
        while tag in trace.spans and tag not in made:
            tag = trace.spans[tag].parent
        if event["kind"] == EventKind.EXECUTION and tag in made:
            yield expected(trace, made[tag]), expected(trace, event)


def counters_of(trace: Trace) -> dict[tuple[str, str], list[tuple[int, int]]]:
    """The times at which each counter is told, and its values then."""
    found: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for place in range(len(TRACKS)):
        ran = [e for e in trace.of_kind(EventKind.EXECUTION) if e["track"] == place]
        spent = [(min(int(e["submitted"]), times(e)[1]), times(e)[1]) for e in ran]
        changes = sorted({time for one in spent for time in one})
        if ran:
            key = device_of(trace, place), f"{shown_name(trace, place)}: pending"
            found[key] = [(t, sum(a <= t < b for a, b in spent)) for t in changes]
    for event in trace.of_kind(*SAMPLES):
        name = trace.named(int(event["what"])).text
        is_memory = event["kind"] == EventKind.MEMORY
        key = (name, f"{name}: bytes in use") if is_memory else ("", f"{name}: window")
        found.setdefault(key, []).append((int(event["finished"]), int(event["value"])))
    return found


# --- the same comes back --------------------------------------------------------------------------


def check(trace: Trace, shown: Shown) -> None:
    assert Counter(shown.slices) == Counter(expected(trace, e) for e in slice_events(trace))
    possible = Counter(flows_of(trace))
    found = Counter(shown.flows)
    assert found <= possible
    assert all(a.begin == b.begin for a, b in possible - found if a.begin <= b.begin)
    assert all(a.begin <= b.begin for a, b in found)
    is_virtual = trace.clock.kind == "virtual"
    assert ("virtual time" in shown.process) == is_virtual
    assert shown.lost == trace.lost
    assert shown.counters == counters_of(trace)
    for name, unit in shown.units.items():
        assert unit == ("bytes" if name.endswith("bytes in use") else "count")
    for (_, name), samples in shown.counters.items():
        assert samples[-1][1] == 0 or not name.endswith("pending")


@FORMS
@given(seed=st.integers(0, 2**32), chunk=st.sampled_from([1, 2, 7, 1 << 13]))
def test_a_viewer_shows_what_the_events_say(
    form: Any, read: Callable[[bytes], Shown], seed: int, chunk: int
) -> None:
    trace = drawn(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(form, "CHUNK", chunk)
        check(trace, read(b"".join(form.pieces(trace))))


@FORMS
def test_flows_of_waits_and_spans_are_shown(form: Any, read: Callable[[bytes], Shown]) -> None:
    """Some drawn traces have both: the property above does not hold of nothing."""
    shown = [read(b"".join(form.pieces(drawn(seed)))) for seed in range(40)]
    kinds = Counter(source.category == "span" for one in shown for source, _ in one.flows)
    assert min(kinds[True], kinds[False]) > 30


def test_clocks_are_told_to_perfetto() -> None:
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as pb

    clock = Clock(wall=10**18, boot=500)
    trace = Trace(table([{"started": 70, "finished": 80}]), TRACKS, {}, clock=clock, ended=90)
    packets = pb.Trace.FromString(b"".join(perfetto.pieces(trace))).packet
    assert {c.clock_id: c.timestamp for c in packets[0].clock_snapshot.clocks} == {
        3: 90, 6: 590, 1: 10**18 + 90,
    }  # fmt: skip
    [default] = {p.trace_packet_defaults.timestamp_clock_id for p in packets} - {0}
    assert default == 3
    assert {p.timestamp_clock_id for p in packets} == {0}


def test_files_of_two_processes_can_be_joined() -> None:
    parts = [drawn(seed) for seed in range(40)]
    one, other = [trace for trace in parts if len(trace) > 30][:2]
    files = [
        b"".join(perfetto.pieces(dataclasses.replace(trace, pid=pid)))
        for trace, pid in ((one, 100), (other, 101))
    ]
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as pb

    read = [pb.Trace.FromString(file) for file in files]
    tracks = [{p.track_descriptor.uuid for p in r.packet} - {0} for r in read]
    flows = [{f for p in r.packet for f in p.track_event.flow_ids} for r in read]
    assert not tracks[0] & tracks[1]
    assert not flows[0] & flows[1]
    assert all([*tracks, *flows])


# --- size and time --------------------------------------------------------------------------------


def long(count: int) -> Trace:
    events = np.zeros(count, table([]).dtype)
    times = np.arange(count) * 10
    events["submitted"], events["started"], events["finished"] = times - 900, times, times + 9
    events["value"] = np.arange(1, count + 1)
    events["waited_for"] = 3 << VALUES | np.arange(count)
    events["what"] = 1
    return Trace(events, TRACKS, drawn(0).names)


@FORMS
def test_a_long_trace_is_written_in_small_pieces(form: Any, read: Callable[[bytes], Shown]) -> None:
    """The limit of time is that of a writer that is quadratic, or twenty times too slow."""
    since = time.process_time()
    sizes = [len(piece) for piece in form.pieces(long(50_000))]
    assert time.process_time() - since < 10
    assert max(sizes) < 6_000_000 < sum(sizes)


# --- files ----------------------------------------------------------------------------------------

ENDINGS = {".pftrace": of_perfetto, ".perfetto-trace": of_perfetto, ".json": of_chrome}


@pytest.mark.parametrize("ending", [*ENDINGS, ".json.gz"])
def test_the_ending_names_the_form(ending: str, tmp_path: Path) -> None:
    trace = drawn(5)
    path = tmp_path / f"run{ending}"
    observe.write(trace, path)
    observe.write(trace, str(path))  # which replaces it
    data = path.read_bytes()
    data = gzip.decompress(data) if ending.endswith(".gz") else data
    check(trace, ENDINGS.get(ending, of_chrome)(data))
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture
def page() -> Any:
    return pytest.importorskip("streamrt.observe.page")


@pytest.mark.usefixtures("page")
def test_a_page_is_written(tmp_path: Path) -> None:
    observe.write(drawn(5), tmp_path / "run.html")
    assert (tmp_path / "run.html").read_text().lower().startswith("<!doctype html>")


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text("old")
    spans = {**drawn(5).spans, 1: None}
    broken: Any = dataclasses.replace(drawn(5), spans=spans)
    with pytest.raises(AttributeError):
        observe.write(broken, path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to("run.json")
    observe.write(drawn(5), tmp_path / "link.json")
    assert (tmp_path / "link.json").readlink() == Path("run.json")
    check(drawn(5), of_chrome((tmp_path / "run.json").read_bytes()))
