"""Traces that cannot be written, and which words say so."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import Any

import pytest
from shared.traces.drawn import drawn

from streamrt import observe
from streamrt.errors import ArgumentError, ArgumentTypeError, StateError
from streamrt.observe import otel
from streamrt.observe.trace import Clock


def test_a_wrong_place_of_a_trace_is_refused(tmp_path: Path) -> None:
    """Row 184."""
    write: Any = observe.write
    with pytest.raises(ArgumentError, match=r"'run.txt' has no known ending; end it with .pftrace"):
        write(drawn(1), tmp_path / "run.txt")
    with pytest.raises(ArgumentError, match=r"'json' has no known ending; .* or .html"):
        write(drawn(1), "json")
    with pytest.raises(ArgumentTypeError, match="write a trace: the path is 3; pass a str"):
        write(drawn(1), 3)
    with pytest.raises(ArgumentTypeError, match=r"write a trace: found 'run.json'; pass a Trace"):
        write("run.json", drawn(1))
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_names_the_file_and_leaves_none(tmp_path: Path) -> None:
    """Row 185."""
    (tmp_path / "taken.json").mkdir()
    for path in (tmp_path / "absent" / "run.pftrace", tmp_path / "taken.json"):
        with pytest.raises(OSError, match=str(path)) as raised:
            observe.write(drawn(1), path)
        assert "->" not in str(raised.value)
    assert [path.name for path in tmp_path.rglob("*")] == ["taken.json"]


def test_spans_of_opentelemetry_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Row 186."""
    spans: Any = otel.spans
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(StateError, match=r"pip install 'streamrt\[otel\]'"):
        spans(dataclasses.replace(drawn(1), clock=Clock()))
    with pytest.raises(ArgumentError, match="the trace is in virtual time"):
        spans(dataclasses.replace(drawn(1), clock=Clock("virtual")))
    with pytest.raises(ArgumentTypeError, match="make OpenTelemetry spans: found 3; pass a Trace"):
        spans(3)
