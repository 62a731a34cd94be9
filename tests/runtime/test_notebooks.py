"""What a notebook shows of streamrt: HTML without scripts, in which all text is escaped."""

from __future__ import annotations

import base64
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, fail

import streamrt as srt
from streamrt.pipeline import source

HOSTILE = '<script>alert("1 & 2")</script>'
TAGS = {"div", "strong", "table", "tr", "th", "td", "img", "progress"}
EMPTY = {"img"}  # tags that nothing closes


class Page(HTMLParser):
    """Reads HTML; refuses tags that are not closed, and those that no page of ours has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.pictures: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open, f"never closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS, tag
        assert {name for name, _ in attrs} <= {"style", "alt", "src", "value", "max"}
        if tag == "img":
            _, data = (dict(attrs)["src"] or "").split("data:image/svg+xml;base64,")
            self.pictures.append(base64.b64decode(data).decode())
        if tag not in EMPTY:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def page_of(thing: Any) -> Page:
    return Page(thing._repr_html_())


def hostile() -> None:
    """A function with a name that would be a script."""


hostile.__qualname__ = HOSTILE


def test_executions_and_streams_show_their_state(rt: srt.Runtime, cpu: srt.Device, gate: Gate):
    held, stream = cpu.stream("held"), cpu.stream("s")
    x, y = rt.put(np.ones(4, "f4")), rt.put(np.ones(4, "f4"))
    first, second = gate.hold(held, x), stream.launch(axpy, x, y, alpha=1.0)
    gate.running()
    call = stream.call(hostile)
    assert page_of(first).texts[:3] == [f"Execution {first._describe()}", "state", "running"]
    texts = page_of(second).texts
    assert texts[2] == "pending"
    assert second.site in texts
    assert texts[texts.index("waits for") + 1].startswith("it reads #")
    assert page_of(call).texts[0] == f"Execution {call._describe()}"
    assert HOSTILE in page_of(call).texts[0]
    texts = page_of(stream).texts
    assert texts[0] == f"Stream cpu:0/s: {stream.pending} pending"
    assert texts[4:7] == [second._describe(), "pending", second.site]
    texts = page_of(rt.waiting()).texts
    assert [call._describe(), second._describe()] == [
        texts[texts.index(each._describe())] for each in (call, second)
    ]
    for _ in range(20):
        stream.launch(axpy, x, y, alpha=1.0)
    assert page_of(stream).texts[-1] == "and 13 more"
    gate.open()
    rt.sync()
    assert page_of(stream).texts == ["Stream cpu:0/s: 0 pending"]
    assert page_of(rt.waiting()).texts == ["nobody waits"]
    assert {"queued", "ran"} <= set(page_of(second).texts)


def test_an_execution_that_failed_is_shown_and_does_not_count_as_retrieved(
    rt: srt.Runtime, cpu: srt.Device
):
    stream = cpu.stream("s")
    failed = stream.launch(fail, rt.empty(1), 7)
    stream.sync()
    assert page_of(failed).texts[2] == "failed"
    with pytest.raises(ExceptionGroup) as caught:
        rt.close()
    assert [type(error) for error in caught.value.exceptions] == [srt.errors.KernelError]


def test_graphs_and_plans_show_their_pictures(rt: srt.Runtime, cpu: srt.Device):
    stream = cpu.stream("s")
    x, y = rt.put(np.ones(4, "f4")), rt.put(np.ones(4, "f4"))
    with rt.capture() as graph:
        stream.launch(axpy, x, y, alpha=1.0)
        stream.launch(axpy, y, x, alpha=1.0)
    for thing in (graph, graph.plan(cpu)):
        page = page_of(thing)
        assert page.texts == [repr(thing).strip("<>")]
        assert page.pictures == [thing.to_svg()]
        ET.fromstring(page.pictures[0])
    with rt.capture() as graph:
        for _ in range(201):
            stream.launch(axpy, x, y, alpha=1.0)
    page = page_of(graph)
    assert (page.pictures, page.texts) == ([], [repr(graph).strip("<>")])


def test_a_run_shows_its_stages_and_its_verdict(rt: srt.Runtime):
    run = source(range(5)).map(abs).run(rt)
    assert page_of(run).texts == [repr(run).strip("<>")]
    with run:
        assert list(run) == list(range(5))
    texts = page_of(run).texts
    assert texts[0] == repr(run).strip("<>")
    assert {"workers", "busy", "abs"} <= set(texts)
    assert texts[-1].startswith(str(run.verdict())[:10])


NOTEBOOK = """
import numpy as np
import streamrt as srt
from streamrt.pipeline import source
from streamrt_kernels import axpy
rt = srt.Runtime(["cpu:0"])
stream = rt.device().stream("s")
x, y = rt.put(np.ones(4, "f4")), rt.put(np.ones(4, "f4"))
execution = stream.launch(axpy, x, y, alpha=1.0)
execution.sync()
display(execution, stream)
with source(range(7)).map(abs).run(rt, progress=True) as run:
    list(run)
with source(range(7)).filter(bool).run(rt, progress=True) as run:
    list(run)
rt.close()
run
"""


@pytest.mark.slow
@pytest.mark.skipif(
    find_spec("nbclient") is None or find_spec("ipykernel") is None, reason="no notebooks here"
)
@pytest.mark.filterwarnings("ignore")  # of Jupyter's own
def test_a_notebook_shows_them_and_a_bar_of_its_own() -> None:
    nbclient, v4 = import_module("nbclient"), import_module("nbformat.v4")
    book = v4.new_notebook(cells=[v4.new_code_cell(NOTEBOOK)])
    nbclient.NotebookClient(book, timeout=3600, kernel_name="python3").execute()
    shown = [output["data"]["text/html"] for output in book.cells[0].outputs]
    texts = [Page(text).texts for text in shown]
    assert texts[0][0] == "Execution axpy on cpu:0/s@1"
    assert texts[1] == ["Stream cpu:0/s: 0 pending"]
    assert 'value="7" max="7"' in shown[2]
    assert texts[2][0].startswith(" 7/7, ")
    assert 'value="6" max="6"' in shown[3]
    assert texts[4][0].startswith("Run ")
