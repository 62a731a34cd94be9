"""metrics: what a runtime has counted, as a text for Prometheus and whoever else reads its formats.

1. Labels are `device` and `stream`, and nothing else of a program: no kernel, no error. A stream's
   name is cut. Each device shows a limited number of streams, those that were opened first; a
   closed one disappears.
2. The numbers of a stream go on when another stream gets its name. Those of a device, which begin
   with `streamrt_device_`, are of all streams that it ever had, shown or not. So they never fall,
   and their rate is right however short the life of a stream is.
3. Compilations are the process's, and count from its start.
4. A runtime that is closed, or is being closed, still shows the numbers that it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar, cast

from streamrt._compile.spent import SPENT
from streamrt._core.values import shown
from streamrt._refusals import refusing
from streamrt._runtime.inner import engine_of
from streamrt._runtime.runtime import Runtime
from streamrt._runtime.telling.counts import Counts
from streamrt._runtime.telling.snapshot import Snapshot, StreamCounts, snapshot
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.observe.families import Buckets, Family, Labels, Metric, clean, fold, write

MOST_STREAMS = 64  # of each device
LONGEST_NAME = 64  # characters

OF_EXECUTIONS = range(8, 37, 2)  # 256 ns, 1 µs, 4 µs, ... 69 s: each bound is 4 times the last
OF_LOOPS = range(16, 34)  # 66 µs, 0.13 ms, ... 8.6 s: each is twice the last

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"
OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8"

T = TypeVar("T")

# Of a stream, and of a device: the name, the help, and the field of the counts, if there is one.
COUNTERS = (
    (
        "submissions",
        "Submissions: launches, replays, copies, fills, host calls, waits.",
        "submitted",
    ),
    ("failures", "Executions that failed by themselves.", "failed"),
    ("cancelled", "Executions that were cancelled before they started.", "cancelled"),
    ("skipped", "Executions that never ran, because what they read was not written.", "skipped"),
    ("expired", "Executions that did not run, or stopped, at their deadline.", "expired"),
)


class Recorder(Protocol):
    """The part of a recorder that metrics read."""

    @property
    def lost(self) -> int:
        """The number of events that were overwritten before anybody read them."""
        ...

    def histograms(self) -> Mapping[str, tuple[Sequence[int], Sequence[int], int, int]]:
        """Returns by stream: how long executions were queued and ran, counted as in `Spread`.

        These are the counts of both, and then the sums of both in ns.
        """
        ...


class Times(NamedTuple):
    """Times of one stream, counted as in `Spread`, and their sum in ns."""

    counts: Sequence[int]
    total: int

    def plus(self, more: Times) -> Times:
        """Returns the sums of both."""
        counts = [a + b for a, b in zip(self.counts, more.counts, strict=True)]
        return Times(counts, self.total + more.total)


class Exposition(NamedTuple):
    """A text of metrics, and the type to send it with.

    Attributes:
        text: the text.
        content_type: the value of the header `Content-Type`.
    """

    text: str
    content_type: str


@refusing
def metrics(rt: Runtime, *, openmetrics: bool = False, more: Iterable[Metric] = ()) -> str:
    """Returns the numbers of a runtime as a text for Prometheus: the answer to `GET /metrics`.

    It works from any thread, and never waits for work. Of a runtime that is closed, or is being
    closed, it returns what is known.

    Args:
        rt: the runtime.
        openmetrics: use OpenMetrics 1.0, which says since when counters count; else it is the text
            format of Prometheus, 0.0.4.
        more: metrics of the program's own, to show behind those.

    Raises:
        ArgumentError: two metrics of the program have the same name.
    """
    if not isinstance(rt, Runtime):
        raise ArgumentTypeError(f"metrics: found {shown(rt)}; pass a Runtime")
    return write([*_families(rt), *_own(more)], openmetrics=openmetrics)


def metrics_for(rt: Runtime, accept: str | None, *, more: Iterable[Metric] = ()) -> Exposition:
    """Returns the numbers of a runtime in the format that a scraper prefers.

        body, kind = observe.metrics_for(rt, request.headers.get("accept"))
        return Response(body, media_type=kind)       # in Starlette or FastAPI

    Args:
        rt: the runtime.
        accept: the header `Accept` of the request; None without one.
        more: as for `metrics`.

    Raises:
        ArgumentError: as for `metrics`.
    """
    openmetrics = _prefers_openmetrics(accept or "")
    text = metrics(rt, openmetrics=openmetrics, more=more)
    return Exposition(text, OPENMETRICS if openmetrics else PROMETHEUS)


def _prefers_openmetrics(accept: str) -> bool:
    """Whether a header `Accept` asks for OpenMetrics 1.0 as much as for a plain text, or more."""
    wanted = {"application/openmetrics-text": 0.0, "text/plain": 0.0}
    for part in accept.lower().split(","):
        kind, *given = (each.strip() for each in part.split(";"))
        options = dict(each.split("=", 1) for each in given if "=" in each)
        if kind in wanted and (kind == "text/plain" or options.get("version", "1.0.0") == "1.0.0"):
            try:
                weight = float(options.get("q", "1"))
            except ValueError:
                weight = 0.0
            wanted[kind] = max(wanted[kind], weight)
    return 0.0 < wanted["application/openmetrics-text"] >= wanted["text/plain"]


# -- what there is ------------------------------------------------------------------------------


def _families(rt: Runtime) -> Iterator[Family]:
    found = snapshot(rt)
    recorder = cast("Recorder | None", getattr(engine_of(rt), "recorder", None))
    yield from _of_streams(found)
    yield from _of_devices(found)
    yield from _of_the_process()
    delays, total = found.delays
    if any(delays):
        text = "How late event loops were, as their probes saw it."
        of_loops: list[tuple[Labels, Buckets]] = [({}, fold(delays, total, OF_LOOPS))]
        yield Family(
            "streamrt_loop_delay_seconds", "histogram", text, of_loops, "seconds", found.opened_at
        )
    yield from _of_recorder(recorder, found.opened_at)


def _of_streams(found: Snapshot) -> Iterator[Family]:
    def add(one: StreamCounts, more: StreamCounts) -> StreamCounts:
        counts, pending = one.counts.plus(more.counts), one.pending + more.pending
        return one._replace(counts=counts, pending=pending)

    streams = _shown([(each.device, each.stream, each) for each in found.streams], add)
    counts = [(labels, each.counts) for labels, each in streams]
    yield from _counters("streamrt_", "", counts, found.opened_at)
    pending = [(labels, each.pending) for labels, each in streams]
    yield Family("streamrt_pending", "gauge", "Submissions that have not ended.", pending)


def _of_devices(found: Snapshot) -> Iterator[Family]:
    devices = found.devices
    labels: list[Labels] = [{"device": clean(each.device)} for each in devices]
    counts = [(own, each.counts) for own, each in zip(labels, devices, strict=True)]
    where = " Of all streams that the device ever had."
    yield from _counters("streamrt_device_", where, counts, found.opened_at)
    gauges = (
        ("device_pending", "Submissions that have not ended, on all streams.", "", "pending"),
        ("memory_in_use_bytes", "Memory that buffers hold.", "bytes", "in_use"),
        (
            "memory_reserved_bytes",
            "Memory taken from the system, in use or free.",
            "bytes",
            "reserved",
        ),
        ("memory_peak_bytes", "The most that was in use at once.", "bytes", "peak"),
    )
    for name, text, unit, field in gauges:
        values = [d.pending if field == "pending" else getattr(d.memory, field) for d in devices]
        samples = list(zip(labels, values, strict=True))
        yield Family(f"streamrt_{name}", "gauge", text, samples, unit)


def _counters(
    prefix: str, where: str, counts: list[tuple[Labels, Counts]], since: float
) -> Iterator[Family]:
    for name, text, field in COUNTERS:
        samples = [(own, getattr(c, field)) for own, c in counts]
        yield Family(f"{prefix}{name}", "counter", text + where, samples, created=since)


def _of_the_process() -> Iterator[Family]:
    counted = (
        (
            "compile_seconds",
            "Time spent compiling, in the whole process.",
            "seconds",
            SPENT.seconds,
        ),
        ("compilations", "Compilations in the whole process.", "", SPENT.compiled),
        ("cache_hits", "Kernels found on disk in place of compiling.", "", SPENT.found),
    )
    for name, text, unit, value in counted:
        yield Family(f"streamrt_{name}", "counter", text, [({}, value)], unit, SPENT.since)


def _of_recorder(recorder: Recorder | None, since: float) -> Iterator[Family]:
    lost = 0 if recorder is None else recorder.lost
    text = "Events that a recorder overwrote before anybody read them."
    yield Family("streamrt_events_lost", "counter", text, [({}, lost)], created=since)
    queued: list[tuple[str, str, Times]] = []
    ran: list[tuple[str, str, Times]] = []
    for name, found in recorder.histograms().items() if recorder is not None else ():
        device, _, stream = name.partition("/")
        queued.append((device, stream, Times(found[0], found[2])))
        ran.append((device, stream, Times(found[1], found[3])))
    for name, text, times in (
        ("queued", "Time from the submission of executions to their start.", queued),
        ("run", "Time from the start of executions to their end.", ran),
    ):
        samples = [
            (labels, fold(each.counts, each.total, OF_EXECUTIONS))
            for labels, each in _shown(times, Times.plus)
        ]
        yield Family(f"streamrt_{name}_seconds", "histogram", text, samples, "seconds", since)


def _own(more: Iterable[Metric]) -> Iterator[Family]:
    names: set[str] = set()
    for metric in more:
        if not isinstance(metric, Metric):
            raise ArgumentTypeError(f"metrics: found {shown(metric)} in more; pass Metric objects")
        if metric.name in names:
            raise ArgumentError(
                f"metrics: two have the name {metric.name}; put their samples in one"
            )
        names.add(metric.name)
        yield Family(metric.name, metric.kind, metric.help, metric.samples, metric.unit)


# -- a limited number of names ------------------------------------------------------------------


def _shown(
    things: Iterable[tuple[str, str, T]], add: Callable[[T, T], T]
) -> list[tuple[Labels, T]]:
    """Returns the things to show of streams, each with its labels.

    Args:
        things: for each stream the names of the device and of the stream, and the thing.
        add: adds up two whose names are cut to the same one.
    """
    found: dict[tuple[str, str], T] = {}
    number: Counter[str] = Counter()
    for device, stream, thing in things:
        key = clean(device), _cut(stream)
        if key in found:
            found[key] = add(found[key], thing)
        elif number[device] < MOST_STREAMS:
            number[device] += 1
            found[key] = thing
    return [({"device": device, "stream": stream}, t) for (device, stream), t in found.items()]


def _cut(name: str) -> str:
    """Returns the name of a stream as labels have it."""
    name = clean(name)
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..."
