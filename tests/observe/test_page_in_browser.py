"""The page of a trace in a browser: headless Chromium, driven by Playwright.

What is drawn on a canvas is asked for as a reader would: by keys, by the pointer, and by pixels.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from observe.example_traces import Made, example, hostile, named, pending
from observe.page_reader import cells, colour, frame, panel, pixel, press, shown

from streamrt.graph.pictures.canvas import plain
from streamrt.observe.page.writing import write_page
from streamrt.observe.trace import STATES, VALUES, EventKind, Trace, table

playwright: Any = pytest.importorskip("playwright.sync_api")

pytestmark = pytest.mark.slow
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
Opened = Callable[..., Any]


@pytest.fixture(scope="module")
def window() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        try:
            browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        except playwright.Error as error:
            pytest.skip(f"no Chromium: {error.message.splitlines()[0]}")
        yield browser.new_context()
        browser.close()


@pytest.fixture
def opened(window: Any, tmp_path: Path) -> Iterator[Opened]:
    """Opens the page of a run. At the end nothing was loaded, and nothing complained."""
    pages: list[Any] = []
    said: list[str] = []
    loaded: list[str] = []
    path = tmp_path / "page.html"

    def open_page(made: Made, width: int = 1200, scheme: str = "light") -> Any:
        write_page(made.trace, path, gaps=made.gaps, path=made.path)
        page = window.new_page()
        pages.append(page)
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.on("request", lambda request: loaded.append(request.url))
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-drawn]", state="attached")
        return page

    yield open_page
    for page in pages:
        page.close()
    assert said == []
    assert set(loaded) <= {path.as_uri()}


@cache
def many() -> Made:
    return example(100_000)


def test_each_row_is_reached_by_the_arrow_keys_and_tells_of_its_events(opened: Opened) -> None:
    trace = example(300).trace
    page = opened(Made(trace, [], []))
    page.focus("#stage")
    rows: list[str] = []
    press(page, "ArrowDown")
    while not rows or panel(page)["on"] != rows[-1]:
        rows.append(panel(page)["on"])
        before = panel(page)
        for _ in range(9):  # past the other lanes of a thread
            press(page, "ArrowDown")
            if panel(page)["on"] != before["on"]:
                break
    kinds = {"stream": "", "host": ", host calls", "thread": ", thread"}
    expected = {
        track.name + kinds[track.kind]
        for place, track in enumerate(trace.tracks)
        if track.kind != "samples" and place in trace.events["track"]
    }
    assert len(rows) == len(expected)
    assert set(rows) == expected


def test_an_event_leads_to_what_it_waited_for_and_back(opened: Opened) -> None:
    trace = example(20).trace
    done = STATES.index("done")
    first = {"track": 0, "what": 1, "submitted": 1_000, "started": 2_000, "finished": 7_000}
    second = {"track": 1, "what": 2, "submitted": 3_500, "started": 7_250, "finished": 8_000}
    third = {"track": 3, "what": 3, "submitted": 3_600, "started": 7_300, "finished": 9_000}
    span = {"track": 5, "what": 20, "kind": EventKind.SPAN, "node": 1, "finished": 3_700}
    point = trace.tracks[0].index << VALUES | 1
    rows = [
        first | {"value": 1, "state": done},
        second | {"value": 1, "state": done, "waited_for": point, "waited": 3_750, "tag": 1},
        third | {"value": 1, "state": done, "waited_for": point},
        span | {"started": 500},
    ]
    page = opened(Made(replace(trace, events=table(rows), began=1, ended=10_000), [], []))
    places = (0.1, 0.3, 0.65, 0.85, 0.95)
    width = page.evaluate("() => document.getElementById('bars').clientWidth") - 176 - 10
    strip = [pixel(page, 176 + width * (0.01 + at) / 1.02, 28, "overview") for at in places]
    assert [one == colour("faint") for one in strip] == [False, True, True, True, False]
    page.fill("#search", "softmax")
    press(page, "Enter")
    assert panel(page) == {
        "name": "softmax",
        "on": "cpu:0/work",
        "kind": "kernel",
        "state": "done",
        "lasted": "750 ns",
        "began at": "7.249 µs",
        "queued": "3.75 µs",
        "waited": "3.75 µs",
        "waited for": "axpy on cpu:0/load",
        "memory": "8 KiB",
        "rate": "10.17 GiB/s",
        "defined at": trace.named(2).site,
        "in span": "batch",
        **trace.spans[1].facts,
    }
    page.focus("#stage")
    press(page, "ArrowRight")  # it is alone in its row
    assert panel(page)["name"] == "softmax"
    press(page, "p")
    assert panel(page)["name"] == "axpy"
    page.click("text=What waited for it (first of 2)")
    assert panel(page)["name"] == "softmax"
    page.click("text=Its span")
    assert (panel(page)["name"], panel(page)["on"]) == ("batch", "MainThread, thread")
    page.focus("#stage")
    press(page, "Escape", "Escape")
    assert page.inner_text("#panel") == ""


def test_keys_zoom_move_search_and_help(opened: Opened) -> None:
    trace = example(300).trace
    page = opened(Made(trace, [], []))
    whole = shown(page)
    assert whole == "The whole run is shown."
    page.focus("#stage")
    seen = [whole]
    for key in ("+", "+", "Shift+ArrowRight", "d", "End", "Home", "-", "w", "s"):
        press(page, key)
        frame(page)
        seen.append(shown(page))
    assert all(a != b for a, b in pairwise(seen))
    press(page, "0")
    frame(page)
    assert shown(page) == whole
    press(page, "/")
    page.keyboard.type("AXPY")
    found = named(trace, "axpy")
    assert page.inner_text("#found") == f"{found} found"
    for number in range(1, found + 1):
        press(page, "Enter")
        assert panel(page)["name"] == "axpy"
        assert page.inner_text("#found") == f"{number} of {found} found"
    press(page, "Escape", "?")
    assert page.input_value("#search") == ""
    assert page.is_visible("#keys")
    press(page, "Escape")
    assert not page.is_visible("#keys")
    assert page.evaluate("document.activeElement.id") == "stage"


def test_the_tab_key_reaches_all_that_can_be_used(opened: Opened) -> None:
    page = opened(example(300))
    page.focus("body")
    reached: list[str] = []
    for _ in range(60):
        press(page, "Tab")
        name = page.evaluate(
            "() => { const at = document.activeElement; if (at === document.body) return ''; "
            "return at.id || (at.closest('section') ?? at).id + ' ' + at.textContent }"
        )
        if not name or name in reached:
            break
        outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", name
        reached.append(name)
    controls = ["search", "wider", "closer", "whole", "theme", "help"]
    assert [name for name in reached if name in controls] == controls
    assert "stage" in reached
    assert "kernels p99" in reached
    assert all(
        page.evaluate(
            "() => [...document.querySelectorAll('button, input, figure canvas, #stage')].map("
            "(one) => one.ariaLabel || one.textContent || one.parentElement.textContent)"
        )
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_light_or_dark_as_preferred_and_a_button_changes_it(
    opened: Opened, scheme: str
) -> None:
    page = opened(example(300), scheme=scheme)

    def colours() -> tuple[str, list[int]]:
        ground = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
        return ground, pixel(page, 2, 2)

    def of(place: int) -> tuple[str, list[int]]:
        paper = ", ".join(map(str, colour("page", place)))
        return f"rgb({paper})", colour("panel", place)

    place = ["light", "dark"].index(scheme)
    assert page.inner_text("#theme") == ["Dark", "Light"][place]
    assert colours() == of(place)
    page.click("#theme")
    frame(page)
    assert page.inner_text("#theme") == ["Light", "Dark"][place]
    assert colours() == of(1 - place)


def test_pointer_and_wheel_show_select_move_and_zoom(opened: Opened) -> None:
    """The whole run is 1000 µs: an event of 500 µs on one stream, then one that failed."""
    trace = example(20).trace
    rows = [
        {"track": 0, "what": 1, "submitted": 1, "started": 1, "finished": 500_001, "state": 2},
        {"track": 0, "what": 2, "submitted": 1, "started": 500_001, "finished": 1_000_001},
    ]
    rows[1] |= {"state": STATES.index("failed"), "error": 7, "value": 2}
    trace = replace(trace, events=table(rows), tracks=trace.tracks[:1], began=1, ended=1_000_001)
    page = opened(Made(trace, [], []))
    box = page.locator("#stage").bounding_box()
    left, right, y = box["x"] + 180, box["x"] + box["width"] - 20, box["y"] + 65
    page.mouse.move(left + 0.25 * (right - left), y)
    frame(page)
    assert "axpy" in page.inner_text("#tip")
    assert "lasted\n500 µs" in page.inner_text("#tip")
    page.mouse.move(left + 0.75 * (right - left), y)
    frame(page)
    assert "state\nfailed\nerror\ncode 7" in page.inner_text("#tip")
    page.mouse.down()
    page.mouse.up()
    assert panel(page)["name"] == "softmax"
    page.keyboard.down("Control")
    page.mouse.wheel(0, -400)
    page.keyboard.up("Control")
    frame(page)
    closer = shown(page)
    assert closer.startswith("Shown: ")
    page.mouse.down()
    page.mouse.move(left + 0.5 * (right - left), y, steps=4)
    page.mouse.up()
    frame(page)
    length, begin = closer.split(" from ")
    assert shown(page).split(" from ")[0] == length
    assert shown(page).split(" from ")[1] != begin
    assert panel(page)["name"] == "softmax"  # a drag selects nothing
    page.click("text=1 failed")
    assert panel(page)["state"] == "failed"


def test_a_hovered_gap_says_its_reason_and_cause(opened: Opened) -> None:
    made = example(300)
    page = opened(made)
    page.focus("#stage")
    longest = max(
        (gap for gap in made.gaps if gap.track == 0), key=lambda gap: gap.finished - gap.started
    )
    box = page.locator("#stage").bounding_box()
    duration = made.trace.ended - made.trace.began
    middle = ((longest.started + longest.finished) / 2 - made.trace.began) / duration
    left, right = box["x"] + 1 + 176, box["x"] + box["width"] - 1 - 10
    page.mouse.move(left + (right - left) * (0.01 + middle) / 1.02, box["y"] + 65)
    frame(page)
    assert f"idle: {longest.reason}" in page.inner_text("#tip")
    assert (f"cause\n{longest.cause}" in page.inner_text("#tip")) is bool(longest.cause)
    x = left + (right - left) * (0.01 + middle) / 1.02 - box["x"]
    strip = [pixel(page, x + 2, y) for y in range(50, 84)]
    assert colour({"producer": "blue", "host": "brown", "wake": "green"}[longest.reason]) in strip


def test_tables_have_a_row_for_each_kernel_reason_and_part_of_the_path(opened: Opened) -> None:
    made = example(600)
    page = opened(made)
    ran = Counter(
        made.trace.label(event)
        for event in made.trace.events
        if event["kind"] == EventKind.EXECUTION and STATES[event["state"]] in ("done", "failed")
    )
    found = cells(page, "#kernels")
    assert {row[0].split(" ")[0]: int(row[1]) for row in found} == ran
    page.click("#kernels th:nth-child(2) button")
    counts = [int(row[1]) for row in cells(page, "#kernels")]
    assert counts == sorted(ran.values(), reverse=True)
    reasons = {(made.trace.tracks[gap.track].name, gap.reason) for gap in made.gaps}
    rows = cells(page, "#gaps")
    assert {(row[0], row[1]) for row in rows} == reasons
    path = cells(page, "#path")
    assert [row[0] for row in path] == [row.label for row in made.path]
    assert [row[3] for row in path] == ["22 %", "10 %", "5 %"]
    most = int(made.trace.of_kind(EventKind.MEMORY)["value"].max()) / 2**20
    texts = "(all) => all.map((one) => one.textContent)"
    assert page.eval_on_selector_all("figcaption", texts) == [
        f"Memory in use on cpu:0 at most {most:.4g} MiB",
        *(f"Pending work on {one}:0 at most {pending(made.trace, one)}" for one in ("cpu", "cuda")),
    ]
    page.click("#kernels tbody button >> nth=0")
    name = page.inner_text("#kernels tbody button >> nth=0")
    assert page.input_value("#search") == name
    assert page.inner_text("#found") == f"{named(made.trace, name)} found"


def test_hostile_names_are_shown_as_text(opened: Opened) -> None:
    """Neither wider than the screen, nor run, nor turned round."""
    made = hostile(example(200))
    page = opened(made, width=700)
    page.focus("#stage")
    press(page, "ArrowDown", "ArrowDown")
    names = {plain(name.text, 200) for name in made.trace.names.values()}
    assert panel(page)["name"] in names
    assert page.locator("script").count() == 2
    assert page.locator("img").count() == 0
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 700
    notices = page.inner_text("#notices")
    assert "12,345 events were lost" in notices
    assert "Time is virtual" in notices
    assert "\u202e" not in page.content()


def test_a_trace_without_events_says_so(opened: Opened) -> None:
    page = opened(Made(Trace(table([]), (), {}), [], []))
    assert page.inner_text("#facts") == "0 events · 0 streams · 0 ns"
    sections = ("charts", "gaps", "path", "kernels", "overview")
    assert not any(page.is_visible(f"#{section}") for section in sections)
    assert page.inner_text("#notices") == ""
    page.focus("#stage")
    press(page, "ArrowDown", "ArrowRight", "+", "Enter", "p", "c", "f", "Escape")
    page.fill("#search", "x")
    assert page.inner_text("#found") == "0 found"
    press(page, "Enter")


def test_a_narrow_page_and_a_printed_one_fit(opened: Opened) -> None:
    page = opened(example(300), width=360, scheme="dark")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert all(page.is_visible(f"#{one}") for one in ("search", "theme", "help", "stage"))
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    white = colour("panel")
    assert pixel(page, 2, 2) == white  # paper is light, even if the page is not
    assert not page.is_visible("#search")
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    assert pixel(page, 2, 2) != white


def test_a_hundred_thousand_events_need_no_more_elements_than_few(opened: Opened) -> None:
    made = many()
    page = opened(made)
    elements = page.evaluate("() => document.querySelectorAll('*').length")
    assert elements < 1000
    page.fill("#search", "gather")
    assert page.inner_text("#found") == f"{named(made.trace, 'gather'):,} found"
    press(page, "Enter", "Escape", "Enter")  # zooms to what was found
    frame(page)
    assert panel(page)["name"] == "gather"
    assert shown(page).split(" from ")[0].endswith(("µs", "ns"))
    assert page.evaluate("() => document.querySelectorAll('*').length") < 1000


def test_a_hundred_thousand_events_are_drawn_in_two_seconds_of_the_processor(
    window: Any, tmp_path: Path
) -> None:
    """Of the page's main thread, whatever else the machine does meanwhile."""
    made = many()
    path = tmp_path / "page.html"
    write_page(made.trace, path, gaps=made.gaps, path=made.path)
    page = window.new_page()
    try:
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-drawn]", state="attached")
        metrics = session.send("Performance.getMetrics")["metrics"]
        spent = next(one["value"] for one in metrics if one["name"] == "TaskDuration")
    finally:
        page.close()
    print(f"{spent:.3f} s")
    assert 0 < spent < 2
