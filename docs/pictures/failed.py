"""A race as exploration reports it, made up for a picture: the times and the lines are invented."""

from __future__ import annotations

from streamrt.testing import Event
from streamrt.testing._reports.facts import Draw, Facts, Moment

LOAD, WORK = "sim:0/load", "sim:0/work"


def race() -> Facts:
    """Returns a failure: one task records an event too early, and another one waits for it."""
    message = (
        f"axpy on {WORK}@2 reads what fill on {LOAD}@2 writes; nothing orders the two\n"
        "  1 writes [0:4096)  submitted at feed.py:41 in feed\n"
        "  2 reads  [0:4096)  submitted at feed.py:55 in compute"
    )
    chosen = Draw("next", 2, 1, "task compute", "task feed", 5_000)
    return Facts(
        kind="race",
        message=message,
        sites=("feed.py:41 in feed", "feed.py:55 in compute"),
        program="test_feed.py::test_feed",
        schedule=3,
        schedules=4,
        seed=7,
        strategy="mixed",
        draws=(*[Draw("next", 2, 0)] * 12, chosen),
        shrunk_from=5,
        trace=(
            Event(0, LOAD, "fill", 0, 5_000, "done"),
            Event(0, WORK, "axpy", 5_000, 8_000, "done"),
            Event(0, LOAD, "fill", 6_000, 12_000, "done"),
            Event(0, WORK, "axpy", 8_000, 11_000, "done"),
        ),
        moments=(
            Moment(0, "task feed", "begins", "feed.py:38 in feed"),
            Moment(0, "task feed", "waits", "feed.py:42 in feed"),
            Moment(0, "task compute", "begins", "feed.py:52 in compute"),
            Moment(0, "task compute", "waits", "feed.py:54 in compute"),
            Moment(5_000, "task compute", "goes on", "feed.py:54 in compute"),
            Moment(5_000, "task compute", "waits", "feed.py:56 in compute"),
            Moment(6_000, "task feed", "goes on", "feed.py:42 in feed"),
            Moment(6_000, "task feed", "ends"),
            Moment(11_000, "task compute", "goes on", "feed.py:56 in compute"),
            Moment(11_000, "task compute", "ends"),
        ),
    )
