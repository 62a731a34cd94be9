"""Wrong questions about a trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from streamrt import observe
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.observe.trace import Name, Trace, Track, table


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (observe.gaps, "find gaps"),
        (observe.idle, "find gaps"),
        (observe.critical_path, "find the critical path"),
        (observe.summarise, "summarise"),
    ],
)
def test_only_a_trace_is_looked_at(ask: Callable[[Any], object], what: str) -> None:
    """Row 192."""
    with pytest.raises(ArgumentTypeError, match=f"^{what}: found 'run.pftrace'; pass a Trace$"):
        ask("run.pftrace")


@pytest.mark.parametrize(
    ("label", "times", "found"),
    [
        ("third", 2, "no row is called 'third'; the first are first$"),
        ("first", 0.5, "times is 0.5; it must be 1 or more$"),
        ("first", float("nan"), "times is nan"),
        ("first", "2", "times is '2'"),
    ],
)
def test_only_what_is_on_the_path_can_be_faster(label: str, times: Any, found: str) -> None:
    """Row 192."""
    row = {"value": 1, "what": 1, "finished": 50}
    tracks, names = (Track("cpu:0/a", "stream", 1),), {1: Name("first", "kernel")}
    path = observe.critical_path(Trace(table([row]), tracks, names))
    assert path.saved("first") == 0.5
    with pytest.raises(ArgumentError, match=f"^look at a critical path: {found}"):
        path.saved(label, times)
