"""Recordings: what is refused, and what users' values and slow readers do to them."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt import observe
from streamrt.observe.trace import EventKind


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"events": 1}, "record: events"),
        ({"most": 0}, "record: most"),
        ({"follow": "request"}, "pass a ContextVar"),
    ],
)
def test_a_wrong_argument_is_refused(arguments: dict[str, Any], message: str) -> None:
    """Row 208."""
    with srt.Runtime(["cpu:0"]) as rt:
        with pytest.raises(srt.errors.ArgumentError, match=message):
            observe.record(rt, **arguments)
        with pytest.raises(srt.errors.ArgumentTypeError, match="pass a Runtime"):
            observe.record("rt")  # type: ignore[arg-type]


def test_a_value_whose_repr_raises_is_shown_all_the_same() -> None:
    """Row 209."""

    class Rude:
        def __hash__(self) -> int:
            raise LookupError("no")

        def __repr__(self) -> str:
            raise ValueError("no")

    variable: ContextVar[object] = ContextVar("variable")
    variable.set(Rude())
    with srt.Runtime(["cpu:0"]) as rt:
        x = rt.put(np.zeros(8))
        with observe.record(rt, follow=variable) as recording, observe.span("a", rude=Rude()):
            rt.device().stream().fill(x, 1.0).sync()
        trace = recording.trace()
    (fill,) = trace.of_kind(EventKind.EXECUTION)
    shown = "<Rude whose repr raised ValueError>"
    assert trace.spans[int(fill["tag"])].facts == {"rude": shown}


def test_a_recording_that_is_read_too_seldom_counts_what_it_lost() -> None:
    """Row 210."""
    with srt.Runtime(["cpu:0"]) as rt:
        stream, x = rt.device().stream(), rt.put(np.zeros(4))
        with observe.record(rt, events=16, most=10) as recording:
            for _ in range(500):
                stream.fill(x, 1.0)
            stream.sync()
        trace = recording.trace()
    executions = trace.of_kind(EventKind.EXECUTION)
    assert trace.lost == recording.lost >= 500 - 10
    assert len(trace) <= 10
    assert (np.diff(executions["value"].astype("i8")) > 0).all()
    assert f"lost: {trace.lost} events" in str(recording.summary()).replace(",", "")
