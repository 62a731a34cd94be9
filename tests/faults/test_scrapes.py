"""Metrics that are refused, and scrapes of runtimes that are ending, have ended, or were forked."""

from __future__ import annotations

import os
import threading
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy

import streamrt as srt
from streamrt import observe
from streamrt._runtime.inner import engine_of


def shown(rt: srt.Runtime, name: str) -> int:
    """The number of one stream, `work`."""
    lines = observe.metrics(rt).splitlines()
    start = f'streamrt_{name}{{device="cpu:0",stream="work"}} '
    (number,) = [line.removeprefix(start) for line in lines if line.startswith(start)]
    return int(number)


def test_a_scrape_while_the_runtime_is_closed_and_after_that_shows_what_is_known() -> None:
    """Row 188."""
    rt = srt.Runtime(["cpu:0"])
    stream, y = rt.device().stream("work"), rt.put(np.zeros(4, "f4"))
    with Gate(rt) as gate:
        gate.hold(stream, y)
        gate.running()
        closing = threading.Thread(target=rt.close)
        closing.start()
        while not engine_of(rt).failures.is_closing:
            os.sched_yield()
        assert shown(rt, "pending") == shown(rt, "submissions_total") == 1
    closing.join()
    assert (shown(rt, "pending"), shown(rt, "submissions_total")) == (0, 1)


def test_a_scrape_in_the_child_of_a_fork_shows_what_is_known() -> None:
    """Row 188."""
    with srt.Runtime(["cpu:0"]) as rt:
        stream, y = rt.device().stream("work"), rt.put(np.zeros(4, "f4"))
        stream.launch(axpy, y, y, alpha=1.0).sync()
        child = os.fork()
        if not child:
            try:
                os._exit(shown(rt, "submissions_total") != 1)
            finally:
                os._exit(2)
        assert os.waitpid(child, 0)[1] == 0


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"name": "a b"}, "use letters"),
        ({"name": 3}, "use letters"),
        ({"name": "requests_total"}, "leave out"),
        ({"name": "streamrt_mine"}, "begin it with the name of the program"),
        ({"kind": "histogram"}, "use counter or gauge"),
        ({"unit": "bytes"}, "let the name end with _bytes"),
        ({"samples": [({"a": 1}, 1)]}, "use text"),
        ({"samples": [({"a-b": "1"}, 1)]}, "use letters"),
        ({"samples": [({"le": "1"}, 1)]}, "neither le"),
        ({"samples": [({}, "1")]}, "use an int or a float"),
        ({"samples": [({}, -1)]}, "never below 0"),
        ({"samples": [({}, float("nan"))]}, "never below 0"),
        ({"samples": [({"a": "1"}, 1), ({"a": "1"}, 2)]}, "add them up"),
    ],
)
def test_a_metric_that_no_text_could_show_is_refused(given: dict[str, object], says: str) -> None:
    """Row 187."""
    right: dict[str, object] = {"name": "app", "kind": "counter", "help": "", "samples": []}
    with pytest.raises(srt.errors.ArgumentError, match=says):
        observe.Metric(**(right | given))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ((), "two have the name app_answers"),
        (("no metric",), "pass Metric objects"),
    ],
)
def test_metrics_of_the_program_that_cannot_be_shown_are_refused(
    given: tuple[Any, ...], says: str
) -> None:
    """Row 187."""
    answers = observe.Metric("app_answers", "counter", "Answers.", [({}, 3)])
    with srt.Runtime(["cpu:0"]) as rt:
        with pytest.raises(srt.errors.ArgumentError, match=says):
            observe.metrics(rt, more=given or [answers, answers])
        with pytest.raises(srt.errors.ArgumentTypeError, match="pass a Runtime"):
            observe.metrics(rt.device())  # type: ignore[arg-type]
        with pytest.raises(srt.errors.ArgumentTypeError, match="pass a Runtime"):
            observe.watch_loop(None)  # type: ignore[arg-type]


def test_a_loop_is_watched_where_one_runs() -> None:
    """Row 189."""
    says = pytest.raises(srt.errors.StateError, match="no event loop runs in this thread")
    with srt.Runtime(["cpu:0"]) as rt, says:
        observe.watch_loop(rt)
