"""Reports of failures: in text and as a page, of every kind, whatever the names and the sizes.

The failures are made by hand (`failures.py`); which ones exploration finds is tested elsewhere.
"""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from shared.explored import failure_of
from testing.failures import (
    LOAD,
    NASTY,
    RACE,
    WORK,
    bare,
    draws,
    loaded,
    long,
    nasty,
    race,
    raised,
    stuck,
)

from streamrt import Runtime
from streamrt.errors import RaceError
from streamrt.testing import TraceEvent
from streamrt.testing._reports.facts import KINDS, Draw, Moment
from streamrt.testing._reports.failure import Failure
from streamrt.testing._reports.layout import lay_out
from streamrt.testing._reports.page import page
from streamrt.testing._reports.picture import svg
from streamrt.testing._reports.report import text

REPORT = f"""\
RaceError: {RACE}
  sim:0/load   |       [fill======]         [fill=========]  [1 fill###########] |
  sim:0/work   |                                  [2 axpy###########]            |
  task feed    |(.......................>-)                                      |
  task compute |   (-................>.................................>-)       |
  draws        |                     ^12                                         |
                0 ns                                                        15 µs
  ( begins, . waits, > goes on, ) ends, # an access of the race, ^ a draw that deviates
  schedule 4 of 200, seed 7, mixed; 61 draws, 9 of which deviated, shrunk to 1: \
draw 12 takes task compute before task feed
  again: pytest test_feed.py::test_feed --explore-replay .streamrt/failures/test_feed-7.json"""

TAGS = {
    *("html", "head", "meta", "title", "style", "body", "main", "p", "span", "h1", "h2", "pre"),
    *("div", "svg", "path", "rect", "circle", "text", "table", "tr", "th", "td", "i"),
    *("details", "summary"),
}


class Reader(HTMLParser):
    """Reads a page as a browser does; `open` holds the tags that were not closed."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: set[str] = set()
        self.classes: Counter[str] = Counter()
        self.words: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes |= {name for name, _ in attrs}
        self.classes.update((dict(attrs).get("class") or "").split())
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)


def drawn(failure: Failure) -> list[str]:
    """The rows of the chart in the report, without their names."""
    rows = [line for line in text(failure).split("\n") if re.match(r"  .*\|.*\|$", line)]
    return [row.partition("|")[2] for row in rows]


FAILURES = [*(nasty(name) for name in NASTY), nasty(*NASTY), race(), stuck(), raised(), long()]


# -- text -----------------------------------------------------------------------------------------


def test_a_race_is_reported_with_its_order_its_draw_and_how_to_run_it_again() -> None:
    assert text(race()) == REPORT


def test_a_report_needs_no_error_because_a_failure_from_a_file_has_none() -> None:
    for failure in (race(), stuck(), raised(), long()):
        assert text(loaded(failure)) == text(failure) == failure.report()
        assert page(loaded(failure)) == page(failure) == failure.page()


def test_a_failure_that_was_saved_and_loaded_tells_the_same_of_its_draws(tmp_path: Path) -> None:
    """A file has no events, but its draws, their words and their times."""
    found = Failure.load(raised().save(tmp_path / "f.json"))
    assert text(found) == text(replace(raised(), trace=(), moments=()))
    assert found.deviations == raised().deviations


@pytest.mark.parametrize("kind", KINDS)
def test_a_failure_of_which_nothing_is_known_is_reported_all_the_same(kind: str) -> None:
    first, *rest = text(bare(kind)).split("\n")
    name = {"race": "RaceError", "escaped": "EscapedError"}.get(kind, kind)
    assert first == f"{name}: it happened"
    assert rest == [
        "  no events were recorded",
        "  schedule 1 of 1, seed 0, random; every draw was normal",
    ]
    assert {"no events were recorded", name} <= set(Reader(page(bare(kind))).words)


def test_the_class_of_an_error_is_named_once_and_a_site_unless_the_message_names_it() -> None:
    assert text(raised()).startswith("AssertionError: 3 items came back, 4 were sent\n")
    other = replace(raised(), message="task main swallows its cancellation: it waits")
    assert text(other).startswith("error: task main swallows its cancellation: it waits\n")
    again = replace(stuck(), message="deadlock: nothing can happen any more")
    assert text(again).startswith("deadlock: nothing can happen any more\n")
    assert "  at retry.py:61 in main" in text(raised()).split("\n")
    assert "  at feed.py" not in text(race())


@pytest.mark.parametrize("kind", ["deadlock", "lost wake", "livelock", "error"])
def test_a_task_that_waits_for_ever_is_marked_if_that_is_the_failure(kind: str) -> None:
    rows = drawn(stuck(kind))
    is_stuck = kind != "error"
    assert [row.count("?") for row in rows[:4]] == [0, 0, is_stuck, is_stuck]
    reader = Reader(page(stuck(kind)))
    assert reader.classes["stuck"] == 2 * is_stuck
    assert ("waits at pipe.py:20 in read" in reader.words) is is_stuck


def test_each_outcome_and_each_moment_has_its_mark() -> None:
    work, out, main, call, timer, flags = drawn(raised())
    assert "[AXPY" in work  # a failed command is in capitals
    assert work.rstrip("| ").endswith("x")
    assert "!" in out
    assert main.rstrip("| ")[-4:].split() == ["C", "X"]
    assert re.fullmatch(r" +\(-+\) +\|", call)
    assert timer.index("*") == flags.index("^")
    assert "^19" in flags


def test_a_draw_stands_below_the_step_that_it_chose_in_the_row_of_the_whole_name() -> None:
    *_, compute, flags = drawn(race())
    assert compute[flags.index("^12")] == ">"
    moments = (Moment(0, "task 2", "begins"), Moment(7, "task 20", "fires"))
    chosen = draws(2, d1=Draw("next", 2, 1, "task 20", "task 2", 0))
    *_, late, flags = drawn(replace(bare("leak"), moments=moments, draws=chosen))
    assert flags.index("^") == late.index("*") > flags.index("1")
    lost = replace(bare("leak"), moments=moments[:1], draws=chosen)
    assert "draws" not in text(lost).split("schedule")[0]  # no row is the one that was chosen


def test_of_draws_at_one_step_the_first_is_named() -> None:
    draw = Draw("next", 2, 1, "task compute", "", 5000)
    chosen = draws(200, d100=draw, d101=draw, d102=draw)
    flags = drawn(replace(race(), draws=chosen))[-1]
    assert flags.strip(" |") == "^100"
    assert Reader(svg(replace(race(), draws=chosen))).classes["flag"] == 3  # each has its hint


def test_a_task_that_waits_at_another_line_has_gone_on() -> None:
    moments = tuple(Moment(at, "task main", "waits", f"a.py:{at} in f") for at in (0, 5, 9))
    (row,) = drawn(replace(bare("leak"), moments=moments))
    assert re.fullmatch(r"\.+>\.+>\.+ *\|", row)


def test_a_draw_without_words_is_told_by_its_numbers() -> None:
    choices = draws(30, d3=Draw("block", 4, 2), d7=Draw("fail axpy", 2, 1, "it fails", "it runs"))
    assert text(replace(bare("leak"), draws=choices)).endswith("""
  schedule 1 of 1, seed 0, random; 30 draws, 2 of which deviate
    draw 3, block: 2 of 0 to 3
    draw 7, fail axpy: it fails, not it runs""")


def test_an_access_is_found_by_its_point_and_bare_signals_count() -> None:
    trace = [TraceEvent(0, LOAD, "fill", n * 1000, n * 1000 + 900, "done") for n in range(4)]
    signal = TraceEvent(0, LOAD, "signal", 950, 950, "done")
    trace.insert(1, signal)  # so that the point 3 is a fill
    trace.append(TraceEvent(0, WORK, "axpy", 2000, 2900, "done"))
    row = drawn(replace(race(), trace=tuple(trace), moments=(), draws=()))[0]
    assert row.count("[1 fill") == 1
    assert row.index("[fill") < row.index("[1 fill") < row.rindex("[fill")
    assert row.count("[fill", 0, row.index("[1 fill")) == 1
    # Without its beginning, the trace has too few commands before it; then the nearest one counts.
    rest = tuple(trace[3:])
    assert drawn(replace(race(), trace=rest, moments=(), draws=()))[0].count("[1 fill") == 1


def test_an_access_that_has_not_run_is_shown_behind_all_that_has() -> None:
    refused = replace(race(), trace=race().trace[:3])
    work = drawn(refused)[1]
    assert re.fullmatch(r" +\[2 axpy~*\] *\|", work)
    assert "~ has not run" in text(refused)
    assert "has not run; submitted at feed.py:55 in compute" in Reader(page(refused)).words


def test_a_host_call_can_be_an_access() -> None:
    line = "axpy on sim:0/work@1 reads what read_into on sim:0/load.host@1 writes; unordered"
    call = TraceEvent(0, "sim:0/load.host", "read_into", 3000, 9000, "done")
    rows = drawn(replace(race(), message=line, trace=(*race().trace, call), error=None))
    assert [row.count("[1 read_into#") for row in rows[:3]] == [0, 1, 0]
    assert [row.count("[2 axpy#") for row in rows[:3]] == [0, 0, 1]


def test_a_race_whose_message_is_a_riddle_is_reported_without_accesses() -> None:
    riddle = replace(race(), message="something reads what it should not", error=RaceError("?"))
    assert "#" not in "".join(drawn(riddle))
    assert "missing" not in Reader(svg(riddle)).classes


async def embrace(rt: Runtime) -> None:
    """Two tasks that wait for each other, and one that has ended."""
    first, second = asyncio.Event(), asyncio.Event()

    async def wait(mine: asyncio.Event, other: asyncio.Event) -> None:
        await other.wait()
        mine.set()

    async def fill() -> None:
        await rt.device("sim:0").stream("load").fill(rt.empty(4), 1.0)

    async with asyncio.TaskGroup() as group:
        for name, events in (("a", (first, second)), ("b", (second, first))):
            group.create_task(wait(*events), name=name)
        group.create_task(fill(), name="c")


def test_the_chart_of_an_explored_program_ends_with_the_tasks_that_wait() -> None:
    """What cancels them afterwards is no part of it."""
    failure = failure_of(embrace, schedules=1)
    assert failure.kind == "deadlock"
    rows = dict(re.findall(r"^  (\S.*?) +\|(.*)\|$", failure.report(), re.MULTILINE))
    last = {name[5:]: row[-1] for name, row in rows.items() if name.startswith("task ")}
    assert last == {"main": "?", "a": "?", "b": "?", "c": " "}
    assert "[fill" in rows["sim:0/load"]


# -- sizes ----------------------------------------------------------------------------------------


def test_a_report_of_thousands_of_events_is_short_and_shows_both_accesses() -> None:
    failure = long()
    report = text(failure)
    assert len(failure.trace) > 5000
    assert len(report) < 5000
    assert max(map(len, report.split("\n"))) <= 130
    assert report.count("[1 ") == report.count("[2 ") == 1
    assert "    and 1992 more" in report.split("\n")
    source = page(failure)
    assert len(source) < 100_000
    reader = Reader(source)
    assert reader.classes["strong"] == 2
    assert reader.classes["missing"] == 1
    assert "1800 more deviate; the other 2000 draws are normal" in reader.words


def test_a_message_of_thousands_of_lines_is_cut() -> None:
    words = "\n".join(["differs", *(f"line {n} {'x' * 3000}" for n in range(9000))])
    lines = text(replace(raised(), message=words)).split("\n")
    assert len(lines) < 80
    assert max(map(len, lines)) < 1100
    assert f"({9000 - 58} more lines)" in lines


@pytest.mark.parametrize(("room", "most"), [(16, 2), (30, 16), (48, 20), (20_000, 1000)])
def test_a_chart_keeps_to_its_room_and_counts_what_it_leaves_out(room: int, most: int) -> None:
    layout = lay_out(long(), room, most)
    assert len(layout.stops) <= room
    assert len(layout.rows) <= most
    shown = sum(not stop.is_gap for stop in layout.stops)
    everything = lay_out(long(), 1_000_000, 1_000_000)
    assert everything.steps_left_out == everything.rows_left_out == 0
    assert shown + layout.steps_left_out == len(everything.stops)
    assert len(layout.rows) + layout.rows_left_out == len(everything.rows)
    assert {bar.access for bar in layout.bars} >= {1, 2}
    assert all(bar.start <= bar.end for bar in layout.bars)
    times = [stop.at for stop in layout.stops]
    assert times == sorted(times)
    places = [*(mark.start for mark in layout.marks), *(flag.stop for flag in layout.flags)]
    assert not any(layout.stops[place].is_gap for place in places)


@pytest.mark.parametrize("failure", FAILURES, ids=range(len(FAILURES)))
def test_nothing_in_a_chart_ends_before_it_begins(failure: Failure) -> None:
    layout = lay_out(failure, 48, 20)
    assert layout.bars
    assert all(bar.start <= bar.end and bar.begun <= bar.ended for bar in layout.bars)


# -- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [*([name] for name in NASTY), NASTY], ids=len)
def test_no_name_reaches_the_terminal_as_anything_but_words(names: Sequence[str]) -> None:
    report = text(nasty(*names))
    report.encode()
    lines = report.split("\n")
    assert all(line.isprintable() for line in lines)
    assert len(lines) < 60
    width = [sum(cells(c) for c in line) for line in lines if line.endswith("|")]
    assert len(width) >= 6
    assert max(width) < 130
    assert len(set(width)) == 1  # the rows end below each other, with wide characters, too


def cells(c: str) -> int:
    return 0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF")


@pytest.mark.parametrize("failure", FAILURES, ids=range(len(FAILURES)))
def test_a_page_is_sound_and_no_name_on_it_is_markup(failure: Failure) -> None:
    source = page(failure)
    source.encode()
    reader = Reader(source)
    assert reader.open == []
    assert set(reader.tags) <= TAGS
    assert reader.tags["svg"] == 1
    assert not {name for name in reader.attributes if name.startswith("on")}
    assert not reader.attributes & {"src", "href"}
    ElementTree.fromstring(svg(failure))
    outside = re.findall(r"https?://[^\"']*", source)
    assert set(outside) == {"http://www.w3.org/2000/svg"}


def test_the_check_for_markup_can_fail() -> None:
    with pytest.raises(AssertionError):
        assert set(Reader(f"<p>{NASTY[0]}</p>").tags) <= TAGS


# -- the page -------------------------------------------------------------------------------------


def test_a_page_marks_the_lines_of_both_sites(tmp_path: Path) -> None:
    file = tmp_path / "feed.py"
    file.write_text("\n".join(f"line_{n} = '<{n}>' & \xe9" for n in range(1, 61)), "utf-8")
    for first, second, lines, parts in ((41, 47, 15, 1), (1, 60, 10, 2)):
        sites = (f"{file}:{first} in feed", f"{file}:{second} in compute")
        reader = Reader(page(replace(race(), sites=sites)))
        assert f"1 → {first}" in reader.words
        assert f"2 → {second}" in reader.words
        assert reader.classes["hit"] == 2
        assert reader.classes["row"] == lines
        assert reader.words.count(str(file)) == parts
        shown = {int(n) for n in re.findall(r"line_(\d+) = '<\1>' & é", "".join(reader.words))}
        assert len(shown) == lines
        assert {first, second} <= shown


def test_a_page_shows_no_line_that_is_not_there_and_no_file_but_python(tmp_path: Path) -> None:
    file, secret = tmp_path / "feed.py", tmp_path / "secret.txt"
    file.write_text("shown = 1\n")
    secret.write_text("hidden = 1\n")
    odd = (f"{file}:7 in f", f"{file}:0 in f", f"{tmp_path}/absent.py:1 in f", "nowhere", "")
    for sites in (odd, (f"{secret}:1 in f", f"{tmp_path}:1 in f")):
        reader = Reader(page(replace(race(), sites=sites)))
        assert reader.classes["row"] == 0
        assert "The lines" not in reader.words
    assert Reader(page(replace(race(), sites=(f"{file}:1 in f",)))).classes["row"] == 1


def test_a_page_has_the_draws_the_settings_and_how_to_run_it_again() -> None:
    words = Reader(page(replace(raised(), settings={"devices": ("sim:0", "sim:1")}))).words
    for number, label, chosen in (("7", "fail axpy", "it fails"), ("19", "next", "task main")):
        assert {number, label, chosen} <= set(words)
    assert raised().again in words
    assert "('sim:0', 'sim:1')" in words
    assert "the other 38 draws are normal" in words


def test_a_page_is_light_or_dark_as_its_reader_prefers() -> None:
    source = page(race())
    assert source.count("@media (prefers-color-scheme: dark)") >= 2  # the page, and the picture
    assert "color-scheme: light dark" in source
