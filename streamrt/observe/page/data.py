"""The data of a page: columns, names and figures of a trace, as JSON that ends no element."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import numpy as np

from streamrt.graph.pictures.canvas import plain
from streamrt.observe.page.columns import Column, column
from streamrt.observe.page.figures import (
    GapLike,
    Integers,
    PathRowLike,
    gap_totals,
    kernel_rows,
    producers,
)
from streamrt.observe.page.rows import Rows, rows_of
from streamrt.observe.trace import STATES, EventKind, Events, Name, Trace

LONG = 200  # the most characters of a name
UNITS = {EventKind.MEMORY: "bytes", EventKind.WINDOW: "items"}


def data_of(
    trace: Trace, gaps: Sequence[GapLike], path: Iterable[PathRowLike]
) -> dict[str, object]:
    """Returns the data that the scripts show: numbers and texts, as JSON has them."""
    rows = rows_of(trace)
    origin, end = _limits(trace, rows.events)
    labels, texts = _labels(trace, rows.events)
    return {
        "process": short(trace.process),
        "pid": trace.pid,
        "clock": trace.clock.kind,
        "began": _date(trace, origin),
        "count": len(trace),
        "lost": trace.lost,
        "duration": end - origin,
        "kinds": [kind.name.lower() for kind in EventKind],
        "states": STATES,
        "rows": _rows(trace, rows),
        "labels": texts,
        "spans": _spans(trace, rows.events),
        "events": _events(trace, rows.events, labels, origin),
        "series": _series(trace, origin),
        "kernels": kernel_rows(labels, rows.events),
        "gaps": _gaps(rows, gaps, origin),
        "totals": _totals(rows, gaps),
        "path": [[short(row.label), int(row.ns), row.share, row.saved] for row in path],
    }


def spelled(data: dict[str, object]) -> str:
    """Returns data as JSON in ASCII without `<`, `>` and `&`, so that no name ends its element."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def short(text: str) -> str:
    """Returns a name as one line, cut if it is too long to be read."""
    return plain(text, LONG)


def _limits(trace: Trace, events: Events) -> tuple[int, int]:
    """Returns when the page's time begins and ends: with the recording, or with what is shown."""
    times = [time for time in (trace.began, trace.ended) if time]
    for table in (events, trace.of_kind(*UNITS)):
        if len(table):
            times += [int(table["started"].min()), int(table["finished"].max())]
    ran = events[events["kind"] == EventKind.EXECUTION]
    times += [int(ran["submitted"].min())] if len(ran) else []
    return (min(times), max(times)) if times else (0, 0)


def _date(trace: Trace, origin: int) -> str:
    if not trace.clock.wall:
        return ""
    began = datetime.fromtimestamp((origin + trace.clock.wall) / 1e9, UTC)
    return began.isoformat(" ", "milliseconds").replace("+00:00", " UTC")


def _rows(trace: Trace, rows: Rows) -> list[dict[str, object]]:
    """Returns the rows; a row's name needs no device, because that stands above it."""
    found: list[dict[str, object]] = []
    for place, group, lanes in zip(rows.tracks, rows.groups, rows.lanes, strict=True):
        track = trace.tracks[place]
        name = track.name.removeprefix(f"{group}/") if group else track.name
        found.append(
            {"name": short(name), "kind": track.kind, "group": short(group), "lanes": lanes}
        )
    return found


def _labels(trace: Trace, events: Events) -> tuple[Integers, list[list[object]]]:
    """Returns the number of each event's label, and the labels: text, kind, site, bytes."""
    node = np.where(events["kind"] == EventKind.NODE, events["node"], 0).astype(np.int64)
    both = events["what"].astype(np.int64) << 32 | node
    found, first, labels = np.unique(both, return_index=True, return_inverse=True)
    texts: list[list[object]] = []
    for number, event in zip(found.tolist(), events[first], strict=True):
        name = trace.named(number >> 32)
        if number & 0xFFFFFFFF:
            name = Name(trace.label(event), f"node of {name.text}", name.site)
        elif not number:
            name = Name(EventKind(int(event["kind"])).name.lower(), "")
        kind = name.kind if name.kind != "?" else ""
        texts.append([short(name.text), short(kind), short(name.site), name.nbytes])
    return labels.astype(np.int64), texts


def _spans(trace: Trace, events: Events) -> dict[int, list[object]]:
    """Returns the spans by number: name, parent, facts, and the place of its event or -1."""
    own = np.flatnonzero(events["kind"] == EventKind.SPAN)
    place_of = dict(zip(events["node"][own].tolist(), own.tolist(), strict=True))
    return {
        number: [
            short(span.name),
            span.parent,
            [[short(name), short(fact)] for name, fact in span.facts.items()],
            place_of.get(number, -1),
        ]
        for number, span in trace.spans.items()
    }


def _events(trace: Trace, events: Events, labels: Integers, origin: int) -> dict[str, Column]:
    """Returns the columns of events; times count from the origin."""
    started, finished = events["started"], events["finished"]
    ran = events["kind"] == EventKind.EXECUTION
    columns = {
        "started": started - origin,
        "length": finished - started,
        "queued": np.where(ran, np.maximum(started - events["submitted"], 0), 0),
        "label": labels,
        "producer": producers(trace, events),
        **{name: events[name] for name in ("waited", "tag", "error", "kind", "state")},
    }
    return {name: column(numbers) for name, numbers in columns.items()}


def _series(trace: Trace, origin: int) -> list[dict[str, object]]:
    """Returns the samples of each device and pipeline, as steps over time."""
    found: list[dict[str, object]] = []
    for kind, unit in UNITS.items():
        samples = trace.of_kind(kind)
        for what in np.unique(samples["what"]).tolist():
            own = samples[samples["what"] == what]
            name = short(trace.named(what).text)
            times, values = column(own["finished"] - origin), column(own["value"])
            found.append({"name": name, "unit": unit, "times": times, "values": values})
    return found


def _gaps(rows: Rows, gaps: Sequence[GapLike], origin: int) -> dict[str, object]:
    """Returns the gaps in the order of rows and of time, and how many are in each row."""
    row_of = {track: row for row, track in enumerate(rows.tracks)}
    kept = [gap for gap in gaps if gap.track in row_of]
    kept.sort(key=lambda gap: (row_of[gap.track], gap.started))
    reasons = list(dict.fromkeys(gap.reason for gap in kept))
    causes = list(dict.fromkeys(_cause(gap) for gap in kept))
    reason_of = {reason: number for number, reason in enumerate(reasons)}
    cause_of = {cause: number for number, cause in enumerate(causes)}
    of_rows = np.array([row_of[gap.track] for gap in kept], np.int64)
    columns = {
        "started": [gap.started - origin for gap in kept],
        "length": [gap.finished - gap.started for gap in kept],
        "reason": [reason_of[gap.reason] for gap in kept],
        "cause": [cause_of[_cause(gap)] for gap in kept],
    }
    return {
        "reasons": [short(reason) for reason in reasons],
        "causes": causes,
        "counts": np.bincount(of_rows, minlength=len(rows.tracks)).tolist(),
        **{name: column(np.array(numbers, np.int64)) for name, numbers in columns.items()},
    }


def _cause(gap: GapLike) -> str:
    return short(str(gap.cause)) if gap.cause not in (None, "") else ""


def _totals(rows: Rows, gaps: Sequence[GapLike]) -> list[list[object]]:
    """Returns rows of the table of gaps: the row of the timeline, the reason, the count, the ns."""
    row_of = {track: row for row, track in enumerate(rows.tracks)}
    return [
        [row_of[track], short(reason), count, ns]
        for track, reasons in sorted(gap_totals(gaps).items())
        if track in row_of
        for reason, (count, ns) in sorted(reasons.items(), key=lambda item: -item[1][1])
    ]
