"""Metrics against what a program did: both parsers read them, and they never fall."""

from __future__ import annotations

import gc
import random
import re
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import anyio.lowlevel
import numpy as np
import pytest
from shared.event_loops import libraries, run
from shared.trial_kernels import Gate, axpy, fail

pytest.importorskip("prometheus_client")
from prometheus_client.openmetrics.parser import text_string_to_metric_families as read_open
from prometheus_client.parser import text_string_to_metric_families as read_plain

import streamrt as srt
from streamrt import observe
from streamrt._compile.llvm import compiler
from streamrt._runtime.inner import engine_of
from streamrt._runtime.telling.counts import MOST_NAMES, Spread
from streamrt.observe import loops
from streamrt.observe.prometheus import MOST_STREAMS, OPENMETRICS, PROMETHEUS

Samples = dict[tuple[str, str], float]  # by name and stream


def scraped(rt: srt.Runtime, **options: Any) -> Samples:
    """The samples of a device's streams, those of the device by ""; both texts have the same."""
    found: list[dict[tuple[str, ...], float]] = []
    observe.metrics(rt, **options)  # reads what is still in the rings, so both texts find the same
    for read, is_open in ((read_plain, False), (read_open, True)):
        text = observe.metrics(rt, openmetrics=is_open, **options)
        samples = [s for family in read(text) for s in family.samples]
        assert all(s.labels.keys() <= {"device", "stream", "le"} for s in samples)
        kept = [s for s in samples if not s.name.endswith("_created") and "le" not in s.labels]
        found.append({(s.name, s.labels.get("stream", "")): s.value for s in kept})
        assert len(found[-1]) == len(kept)
    assert found[0] == found[1]
    return {(name, stream): value for (name, stream), value in found[0].items()}


def of(samples: Samples, name: str) -> dict[str, float]:
    """The samples of one name, by stream."""
    return {stream: value for (own, stream), value in samples.items() if own == name}


KINDS = ("submissions", "failures", "cancelled", "skipped")


class Program:
    """A random program on one device, which counts by itself what becomes of its work."""

    def __init__(self, rt: srt.Runtime, seed: int) -> None:
        self.rt, self.random = rt, random.Random(seed)
        self.open: list[srt.Stream] = []
        self.counted = {kind: Counter[str]() for kind in KINDS}

    def note(self, stream: srt.Stream, *executions: srt.Execution) -> None:
        """Waits for executions, and counts them."""
        _, _, name = stream.name.partition("/")
        stream.sync()
        for execution in executions:
            error = None if execution.cancelled() else execution.exception()
            is_skipped = isinstance(error, srt.errors.DependencyError)
            self.counted["submissions"][name] += 1
            self.counted["cancelled"][name] += execution.cancelled()
            self.counted["skipped"][name] += is_skipped
            self.counted["failures"][name] += error is not None and not is_skipped

    def do(self) -> None:
        """One step: streams come and go, and what they run succeeds, fails or is cancelled."""
        steps = ["open", "close", "launch", "fail", "cancel", "call", "raise"]
        what = self.random.choice(steps)
        if what == "open" or not self.open:
            self.open.append(self.rt.device().stream(self.random.choice("abcdef")))
            return
        stream, y = self.random.choice(self.open), self.rt.put(np.zeros(4, "f4"))
        if what == "close":
            self.open.remove(stream)
            stream.close()
        elif what == "cancel":
            with Gate(self.rt) as gate:
                held = gate.hold(stream)
                late = [stream.launch(axpy, y, y, alpha=1.0) for _ in range(2)]
                assert late[0].cancel()
            self.note(stream, held, *late)  # the second one reads what the first did not write
        elif what == "fail":
            self.note(stream, stream.launch(fail, y, code=7), stream.launch(axpy, y, y, alpha=1.0))
        elif what == "launch":
            self.note(stream, stream.launch(axpy, y, y, alpha=1.0))
        else:
            self.note(stream, stream.call(divmod, 1, int(what == "call")))

    def compare(self) -> Samples:
        """Compares the metrics with what was counted, and returns them."""
        found = scraped(self.rt)
        names = {stream.name.partition("/")[2] for stream in self.open}
        for kind in KINDS:
            shown = of(found, f"streamrt_{kind}_total")
            assert {n: v for n, v in shown.items() if n in "abcdef"} == {
                name: self.counted[kind][name] for name in names
            }
            in_all = sum(self.counted[kind].values())
            others = sum(v for n, v in shown.items() if n not in "abcdef")  # the runtime's own
            assert of(found, f"streamrt_device_{kind}_total") == {"": in_all + others}
        assert set(of(found, "streamrt_pending").values()) <= {0}
        return found


@pytest.mark.parametrize("seed", range(6))
def test_metrics_are_what_a_random_program_counts_and_never_fall(seed: int) -> None:
    with srt.Runtime(["cpu:0"]) as rt:
        program, before = Program(rt, seed), Samples()
        for step in range(60):
            program.do()
            if step % 3 == 0:
                now = program.compare()
                device = {key: value for key, value in now.items() if key[1] == ""}
                totals = {key for key in device if key[0].endswith("_total")}
                assert all(before.get(key, 0) <= device[key] for key in totals)
                before = device
        assert len(engine_of(rt).lanes) < 40  # streams have had the lanes of others
        assert all(sum(counted.values()) for counted in program.counted.values())
        last = program.compare()
    # All of it is still there when the runtime is closed.
    after = scraped(rt)
    for kind in KINDS:
        for name in (f"streamrt_{kind}_total", f"streamrt_device_{kind}_total"):
            assert of(after, name) == of(last, name)


def test_a_name_goes_on_when_one_of_two_streams_of_it_gives_its_lane_away() -> None:
    with srt.Runtime(["cpu:0"]) as rt:
        device, y = rt.device(), rt.put(np.zeros(4, "f4"))
        first, second = device.stream("work"), device.stream("work")
        for stream in (first, first, second):
            stream.launch(axpy, y, y, alpha=1.0).sync()
        first.close()
        other = device.stream("other")
        other.launch(axpy, y, y, alpha=1.0).sync()
        assert other._lane is first._lane
        assert of(scraped(rt), "streamrt_submissions_total") == {"work": 3, "other": 1}


def test_the_number_of_streams_that_are_shown_is_limited() -> None:
    with srt.Runtime(["cpu:0"]) as rt:
        device, y = rt.device(), rt.put(np.zeros(4, "f4"))
        first = [device.stream(f"{'x' * 100}{n}") for n in range(3)]
        streams = [device.stream(f"w{n}") for n in range(MOST_STREAMS + 9)]
        for stream in (*first, *streams):
            stream.launch(axpy, y, y, alpha=1.0)
        rt.sync()
        found = of(scraped(rt), "streamrt_submissions_total")
        assert len(found) == MOST_STREAMS
        assert found["x" * 61 + "..."] == 3
        assert found["w0"] == 1
        assert of(scraped(rt), "streamrt_device_submissions_total") == {"": len(streams) + 3}
        stream = None
        first.clear()
        streams.clear()
        gc.collect()
        assert of(scraped(rt), "streamrt_submissions_total") == {}
        for n in range(MOST_NAMES + 9):
            device.stream(f"n{n}").close()
        assert len(engine_of(rt).departed) == MOST_NAMES


def test_what_is_pending_and_in_use_is_shown() -> None:
    with srt.Runtime(["cpu:0"]) as rt, Gate(rt) as gate:
        stream, y = rt.device().stream("work"), rt.put(np.zeros(1000, "f4"))
        gate.hold(stream)
        stream.launch(axpy, y, y, alpha=1.0)
        found = scraped(rt)
        assert found["streamrt_pending", "work"] == found["streamrt_device_pending", ""] == 2
        stats = rt.device().memory_stats()
        for field in ("in_use", "reserved", "peak"):
            assert found[f"streamrt_memory_{field}_bytes", ""] == getattr(stats, field) > 4000


def test_compilations_of_the_process_are_counted() -> None:
    text = f"define i32 @f() {{ ret i32 {random.SystemRandom().randrange(1 << 31)} }}"
    with srt.Runtime(["cpu:0"]) as rt:
        before = scraped(rt)
        for compiled, found in ((1, 0), (1, 1), (1, 2)):
            compiler.compile_ir(text, name="f")
            after = scraped(rt)
            rose = {name: after[name, ""] - before[name, ""] for name, _ in before}
            assert rose["streamrt_compilations_total"] == compiled
            assert rose["streamrt_cache_hits_total"] == found
            assert rose["streamrt_compile_seconds_total"] > 0


# -- a recorder, and loops ----------------------------------------------------------------------


def test_a_recorder_adds_histograms_and_what_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in with the two arrays of counts that each queue has."""
    with srt.Runtime(["cpu:0"]) as rt:
        assert scraped(rt)["streamrt_events_lost_total", ""] == 0
        assert not [name for name, _ in scraped(rt) if name.endswith("_count")]
        queued, ran = [0] * 64, [0] * 64
        queued[9], queued[63], ran[0] = 3, 1, 7
        spreads: Mapping[str, tuple[Sequence[int], Sequence[int], int, int]] = {
            "cpu:0/work": (queued, ran, 2000, 9),
            f"cpu:0/{'x' * 100}1": (queued, ran, 2000, 9),
            f"cpu:0/{'x' * 100}2": (queued, ran, 2000, 9),
        }
        stand_in = SimpleNamespace(lost=5, close=int, is_on=False, histograms=lambda: spreads)
        monkeypatch.setattr(engine_of(rt), "recorder", stand_in, raising=False)
        found = scraped(rt)
        assert found["streamrt_events_lost_total", ""] == 5
        assert of(found, "streamrt_queued_seconds_count") == {"work": 4, "x" * 61 + "...": 8}
        assert of(found, "streamrt_queued_seconds_sum")["work"] == 2e-6
        assert of(found, "streamrt_run_seconds_count")["work"] == 7
        buckets = [
            (sample.labels["le"], sample.value)
            for family in read_open(observe.metrics(rt, openmetrics=True))
            for sample in family.samples
            if sample.name == "streamrt_queued_seconds_bucket"
            if sample.labels["stream"] == "work"
        ]
        assert buckets[:3] == [("2.56e-07", 0), ("1.024e-06", 3), ("4.096e-06", 3)]
        assert buckets[-2:] == [("68.719476736", 3), ("+Inf", 4)]


@libraries
def test_a_watched_loop_that_is_held_shows_how_late_it_was(library: str) -> None:
    async def main() -> None:
        with srt.Runtime(["cpu:0"]) as rt:
            with observe.watch_loop(rt):
                spread = engine_of(rt).delays
                assert spread is not None
                while not sum(spread.counts):  # its timer goes on and on
                    await anyio.lowlevel.checkpoint()
                before = sum(spread.counts)
                end = time.monotonic() + 0.2  # the loop is held, not asleep
                while time.monotonic() < end:
                    pass
                while sum(spread.counts) == before:
                    await anyio.lowlevel.checkpoint()
            count = sum(spread.counts)
            found = scraped(rt)
            assert found["streamrt_loop_delay_seconds_count", ""] == count
            assert found["streamrt_loop_delay_seconds_sum", ""] > 0.1
            assert sum(spread.counts[27:]) >= 1  # 134 ms and more
            await anyio.sleep(3 * loops.PERIOD)
            assert sum(spread.counts) == count

    run(library, main)


def test_the_histograms_of_a_recording_count_every_execution() -> None:
    with srt.Runtime(["cpu:0"]) as rt:
        stream = rt.device().stream("work")
        x = rt.put(np.zeros(4))
        with observe.record(rt, events=16) as recording:
            for _ in range(200):
                stream.fill(x, 1.0)
            stream.sync()
        found = scraped(rt)  # after its end, because what is lost is counted as it is read
        assert of(found, "streamrt_run_seconds_count")["work"] == 200
        assert of(found, "streamrt_queued_seconds_count")["work"] == 200
        lost = recording.lost
        assert len(recording.trace().events) + lost >= 200
        assert scraped(rt)["streamrt_events_lost_total", ""] == lost


def test_the_page_of_services_lists_every_metric(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "services.md"
    rows = re.findall(
        r"^\| (`streamrt_.*?) \|", page.read_text().partition("## Logs")[0], re.MULTILINE
    )
    listed = set(re.findall(r"`(streamrt_\w+)`", "".join(rows)))
    with srt.Runtime(["cpu:0"]) as rt:
        stream = rt.device().stream("work")
        spread = Spread()
        spread.note(1)
        stand_in = SimpleNamespace(
            lost=0, close=int, is_on=False, histograms=lambda: {"cpu:0/s1": ([1], [1], 1, 1)}
        )
        monkeypatch.setattr(engine_of(rt), "delays", spread)
        monkeypatch.setattr(engine_of(rt), "recorder", stand_in, raising=False)
        shown = set(re.findall(r"^# TYPE (\w+)", observe.metrics(rt), re.MULTILINE))
        stream.close()
    same = {name for name in shown if name.startswith("streamrt_device_")}
    assert {name.replace("_device", "", 1) for name in same} <= listed
    assert listed == (shown - same) | {"streamrt_device_submissions_total"}


# -- as an endpoint -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accept", "is_open"),
    [
        (None, False),
        ("", False),
        ("*/*", False),
        ("text/plain", False),
        ("text/html;q=oops", False),
        ("application/openmetrics-text", True),
        ("application/openmetrics-text; version=1.0.0; charset=utf-8", True),
        ("application/openmetrics-text; version=0.0.1", False),
        ("application/openmetrics-text;q=0", False),
        ("application/openmetrics-text;q=oops", False),
        ("application/openmetrics-text;q=0.3,text/plain;q=0.5", False),
        (
            "application/openmetrics-text;version=1.0.0;q=0.5,application/openmetrics-text;"
            "version=0.0.1;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
            True,
        ),
        (
            "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;q=0.6,"
            "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
            "text/plain;version=0.0.4;q=0.2,*/*;q=0.1",
            True,
        ),
    ],
)
def test_a_scraper_gets_the_format_that_it_prefers(accept: str | None, is_open: bool) -> None:
    with srt.Runtime(["cpu:0"]) as rt:
        text, kind = observe.metrics_for(rt, accept)
        assert kind == (OPENMETRICS if is_open else PROMETHEUS)
        assert text.endswith("# EOF\n") == is_open
        assert list((read_open if is_open else read_plain)(text))


def test_metrics_of_the_program_stand_behind_those_of_the_runtime() -> None:
    answers = observe.Metric("app_answers", "counter", "Answers.", [({}, 3)])
    with srt.Runtime(["cpu:0"]) as rt:
        assert scraped(rt, more=[answers])["app_answers_total", ""] == 3
