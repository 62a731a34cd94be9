"""What a page of a trace holds: against plain Python for random traces, and with hostile names."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
from collections import defaultdict
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from observe.example_traces import Made, example, hostile

from streamrt.observe.page.columns import column
from streamrt.observe.page.data import data_of
from streamrt.observe.page.rows import LANES, SAMPLES
from streamrt.observe.page.writing import page_of, write_page
from streamrt.observe.trace import STATES, VALUES, EventKind, Trace, table

TYPES = {"u1": np.uint8, "u2": np.uint16, "i4": np.int32, "u4": np.uint32, "f8": np.float64}


class Reader(HTMLParser):
    """Reads a page as a browser does."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts[-1] += data


def read(packed: Any) -> list[float]:
    """The numbers of a column, as trace.js reads them."""
    if "same" in packed:
        return [packed["same"]] * packed["count"]
    dtype = np.dtype(TYPES[packed["type"]]).newbyteorder("<")
    return np.frombuffer(base64.b64decode(packed["base64"]), dtype).tolist()


def held(made: Made) -> dict[str, Any]:
    """What the page holds of a trace, read back from its text."""
    page = page_of(made.trace, gaps=made.gaps, path=made.path)
    return json.loads(Reader(page).scripts[0])


def of_example(seed: int = 7, count: int = 400) -> tuple[Trace, dict[str, Any], dict[str, Any]]:
    """A trace in any order of tracks, what the page holds of it, and its columns."""
    made = example(count, seed)
    order = np.random.default_rng(seed).permutation(len(made.trace.tracks))
    events = made.trace.events.copy()
    events["track"] = np.argsort(order)[events["track"]]
    tracks = tuple(made.trace.tracks[place] for place in order)
    trace = replace(made.trace, events=events, tracks=tracks)
    data = held(made._replace(trace=trace, gaps=[]))
    return trace, data, {name: read(packed) for name, packed in data["events"].items()}


@pytest.mark.parametrize(
    ("numbers", "kind"),
    [
        ([0, 255], "u1"),
        ([256, 0], "u2"),
        ([-1, 3], "i4"),
        ([0, 2**32 - 1], "u4"),
        ([-1, 2**31], "f8"),
        ([0, 2**52 + 1], "f8"),
        ([0.5, 1], "f8"),
        ([7, 7, 7], None),
        ([], None),
    ],
)
def test_a_column_has_the_smallest_type_and_is_read_back(
    numbers: list[int], kind: str | None
) -> None:
    packed = column(np.array(numbers))
    assert packed.get("type") == kind
    assert read(packed) == numbers


@pytest.mark.parametrize("seed", range(8))
def test_each_event_is_in_the_row_of_its_track_and_a_lane_is_in_the_order_of_time(
    seed: int,
) -> None:
    trace, data, columns = of_example(seed)
    origin = trace.began
    expected = defaultdict[str, list[tuple[int, int, int]]](list)
    for event in trace.events:
        if event["kind"] not in SAMPLES:
            track = trace.tracks[event["track"]]
            started = event["started"]
            times = int(started) - origin, int(event["finished"] - started), int(event["kind"])
            expected[f"{track.kind} {track.name}"].append(times)
    at, found = 0, {}
    for row in data["rows"]:
        own: list[tuple[int, int, int]] = []
        for lane, size in enumerate(row["lanes"]):
            started = columns["started"][at : at + size]
            ended = np.add(started, columns["length"][at : at + size]).tolist()
            assert lane == LANES - 1 or all(
                a <= b for a, b in zip(ended, started[1:], strict=False)
            )
            ends = zip(started, columns["length"][at:], columns["kind"][at:], strict=False)
            own += [(int(a), int(b), int(c)) for a, b, c in ends]
            at += size
        name = f"{row['group']}/{row['name']}" if row["group"] else row["name"]
        found[f"{row['kind']} {name}"] = sorted(own)
    assert {name: own for name, own in found.items() if own} == {
        name: sorted(own) for name, own in expected.items()
    }
    groups = [row["group"] for row in data["rows"]]
    assert len(list(dict.fromkeys(groups))) == 1 + sum(
        a != b for a, b in pairwise(groups)
    )  # each group is one block
    assert groups[-1] == ""  # threads


@pytest.mark.parametrize("seed", range(4))
def test_who_waited_for_whom_is_as_a_search_through_all_finds_it(seed: int) -> None:
    trace, _, columns = of_example(seed)
    origin = trace.began
    by_point = {
        trace.tracks[event["track"]].index << VALUES | int(event["value"]): event
        for event in trace.events
        if event["kind"] == EventKind.EXECUTION
    }
    waits = sorted(
        (int(event["started"]) - origin, int(by_point[int(event["waited_for"])]["finished"]))
        for event in trace.events
        if int(event["waited_for"]) in by_point
    )
    ended = np.add(columns["started"], columns["length"]) + origin
    found = sorted(
        (int(columns["started"][i]), int(ended[int(producer)]))
        for i, producer in enumerate(columns["producer"])
        if producer >= 0
    )
    assert found == waits
    assert len(found) > 20


def test_the_kernels_have_count_total_and_percentiles() -> None:
    trace, data, _ = of_example(count=1500)
    times = defaultdict[str, list[int]](list)
    failed = defaultdict[str, int](int)
    for event in trace.events:
        state = STATES[event["state"]]
        if event["kind"] == EventKind.EXECUTION and state in ("done", "failed"):
            times[trace.label(event)].append(int(event["finished"] - event["started"]))
            failed[trace.label(event)] += state == "failed"
    found = {data["labels"][label][0]: rest for label, *rest in data["kernels"]}
    assert found == {
        name: [
            *(len(own), sum(own)),
            *(sorted(own)[ceil(len(own) * q / 100) - 1] for q in (50, 99)),
            failed[name],
        ]
        for name, own in times.items()
    }
    assert [row[2] for row in data["kernels"]] == sorted(map(sum, times.values()), reverse=True)
    assert sum(failed.values()) > 0


def test_gaps_have_their_rows_and_are_summed_by_reason() -> None:
    made = example(600)
    data = held(made)
    totals = defaultdict[tuple[str, str], list[int]](lambda: [0, 0])
    for gap in made.gaps:
        own = totals[made.trace.tracks[gap.track].name, gap.reason]
        own[0] += 1
        own[1] += gap.finished - gap.started
    names = [f"{row['group']}/{row['name']}" for row in data["rows"]]
    assert totals == {(names[row], reason): rest for row, reason, *rest in data["totals"]}
    gaps = data["gaps"]
    assert sum(gaps["counts"]) == len(made.gaps) == len(read(gaps["started"]))
    first = [gap for gap in made.gaps if made.trace.tracks[gap.track].name == names[0]]
    count = gaps["counts"][0]
    assert read(gaps["length"])[:count] == [gap.finished - gap.started for gap in first]


def test_nodes_have_names_of_their_own_and_what_never_began_has_no_length() -> None:
    trace = example(50).trace
    rows = [
        {"track": 0, "what": 99, "kind": EventKind.NODE, "node": n, "started": 9, "finished": 9}
        for n in (1, 2, 3)
    ]
    skipped = {"track": 0, "what": 1, "submitted": 20, "finished": 30}
    names = {**trace.names, 99: replace(trace.names[1], text="step", nodes=("first", "second"))}
    events = table([*rows, {**skipped, "state": STATES.index("skipped")}])
    data = data_of(replace(trace, events=events, names=names, began=0, ended=0), (), ())
    labels: Any = data["labels"]
    assert [label[:2] for label in labels] == [
        *([trace.names[1].text, "kernel"], ["first", "node of step"]),
        *(["second", "node of step"], ["step[2]", "node of step"]),
    ]
    columns: Any = data["events"]
    assert [read(columns[name])[-1] for name in ("started", "length", "queued")] == [21, 0, 10]


def test_a_page_is_closed_loads_nothing_and_runs_its_own_script_alone() -> None:
    made = hostile(example(300))
    page = page_of(made.trace, gaps=made.gaps, path=made.path)
    reader = Reader(page)
    assert reader.open == []
    assert len(reader.scripts) == 2
    policy = next(own["content"] for _, own in reader.tags if "http-equiv" in own) or ""
    digest = base64.b64encode(hashlib.sha256(reader.scripts[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")
    assert {"src", "href", "style", "onerror"}.isdisjoint(
        name for _, own in reader.tags for name in own
    )
    assert "http" not in re.sub(r'content="[^"]*"|http-equiv', "", page.replace("sha256", ""))
    assert page.encode("utf-8")
    assert json.loads(reader.scripts[0])["lost"] == made.trace.lost


def test_a_page_is_written_to_a_path_or_a_file(tmp_path: Path) -> None:
    made = example(40)
    page = page_of(made.trace, title="A <run>", gaps=made.gaps, path=made.path)
    path, file = tmp_path / "page.html", io.StringIO()
    write_page(made.trace, path, title="A <run>", gaps=made.gaps, path=made.path)
    write_page(made.trace, file, title="A <run>", gaps=made.gaps, path=made.path)
    assert path.read_text(encoding="utf-8") == file.getvalue() == page
    assert "<title>A &lt;run&gt;</title>" in page
    assert "<h1>A &lt;run&gt;</h1>" in page


@pytest.mark.slow
def test_a_hundred_thousand_events_take_less_than_six_megabytes() -> None:
    made = example(100_000)
    assert len(made.trace) >= 100_000
    assert len(page_of(made.trace, gaps=made.gaps, path=made.path)) < 6_000_000
