"""Every backend of this repository passes the suite, and what breaks the contract is found."""

from __future__ import annotations

import importlib.util
import io
import sys
import threading
import tokenize
from pathlib import Path
from typing import Any

import pytest
from conformance.broken_backends import BROKEN, Broken, NeverSignals, SoundQueue
from conformance.broken_loops import BROKEN_LOOPS, is_over
from conformance.null_backend import NullBackend
from conformance.strict_backend import StrictBackend, strict_backends
from shared.replaying_backend import BROKEN_REPLAYS, ReplayingBackend
from shared.threaded_backend import (
    AheadBackend,
    PackedBackend,
    PlacedBackend,
    RecoveringBackend,
    ThreadedBackend,
)

from streamrt import _backends, backend
from streamrt.process import ProcessBackend
from streamrt.testing import conformance
from streamrt.testing.conformance import Case

MOST_LINES = 60
PATIENCE = 0.05  # seconds that a backend gets which is known to do nothing


def kinds() -> list[backend.Backend]:
    """The backends to test; the simulated device, where it is built."""
    found: list[backend.Backend] = [_backends.backend("cpu"), NullBackend()]
    found += [ThreadedBackend(), AheadBackend(), PackedBackend(), PlacedBackend()]
    found += [ReplayingBackend(), RecoveringBackend()]
    if sys.platform == "linux":
        found.append(ProcessBackend(spare=False))
    if importlib.util.find_spec("streamrt._backends.sim") is not None:
        found.append(_backends.backend("sim"))
    return found


QUICK = {
    "ahead": ("5", "6", "7", "P10"),
    "packed": ("5", "6", "7"),
    "replaying": ("4", "6", "14"),
    "placed": ("load", "14"),
    "process+cpu": ("4", "5", "6", "9", "11", "12", "14", "load"),
    "recovering": ("8", "16"),
}
"""The rules that a kind keeps in its own way, where it does all else as another kind does."""

SLOW = {
    *((f"P{number}", "null") for number in range(1, 12)),
    *((number, "threaded") for number in ("P10", "P11")),
}
"""Whole programs, which a quick run has on cpu and sim, too; drawn ones take two seconds each."""


def runs() -> list[object]:
    """Each case on each kind; what says little of a kind is slow."""
    found: list[object] = []
    for kind in kinds():
        for case in conformance.cases():
            rule = case.number.rstrip("abcdefghijklmno").strip()
            is_quick = rule in QUICK.get(kind.kind, (rule,)) and (rule, kind.kind) not in SLOW
            marks = [] if is_quick else [pytest.mark.slow]
            name = f"{case.number.replace(' ', '-')}-{kind.kind}"
            found.append(pytest.param((kind, case), id=name, marks=marks))
    return found


@pytest.fixture(params=runs())
def run(request: pytest.FixtureRequest) -> tuple[backend.Backend, Case]:
    kind, case = request.param
    return kind, applying(case, kind)


def applying(case: Case, kind: backend.Backend) -> Case:
    """A case, unless it does not apply to a kind."""
    try:
        case.check_applies(kind)
    except conformance.NotApplicable as reason:
        pytest.skip(str(reason))
    return case


def test_a_backend_keeps_the_contract(run: tuple[backend.Backend, Case]) -> None:
    kind, case = run
    case.run(kind, seconds=3600)


@pytest.mark.parametrize("strict", strict_backends(), ids=lambda strict: strict.kind)
def test_addresses_are_those_that_host_and_device_see(strict: StrictBackend) -> None:
    """Each case about memory keeps rules 11 and 12 itself, whoever sees whose memory."""
    rules = ("10", "11", "12", "load")
    report = conformance.check(strict, only=lambda case: case.number.startswith(rules))
    assert report.ok, str(report)
    assert strict.wrong == []
    passed = {row.case.number for row in report.rows if row.outcome == "passed"}
    assert {"11c"} & passed == ({"11c"} if strict.host_sees else set())
    assert {"11d"} & passed == ({"11d"} if strict.sees_host else set())


BROKEN_PROGRAMS = {**BROKEN_REPLAYS, **BROKEN_LOOPS}
FOUND = {**BROKEN, **BROKEN_PROGRAMS}


@pytest.mark.parametrize("what", FOUND, ids=lambda what: what.__name__)
def test_a_broken_backend_is_reported(what: Any) -> None:
    number, words = FOUND[what]
    broken = ReplayingBackend(what) if what in BROKEN_PROGRAMS else Broken(what)
    is_over.clear()
    report = conformance.check(broken, seconds=PATIENCE, only=lambda case: case.number == number)
    is_over.set()
    (row,) = report.rows
    assert row.outcome == "failed"
    assert words in row.detail
    assert not report.ok


def test_a_device_without_programs_is_not_asked_for_any() -> None:
    report = conformance.check(ThreadedBackend(), only=lambda case: "replays" in case.needs)
    assert len(report.rows) > 8
    assert {row.outcome for row in report.rows} == {"not applicable"}
    assert all("lacks: it runs whole programs, by `instantiate`" in r.detail for r in report.rows)


def test_what_the_broken_backends_are_made_from_is_sound() -> None:
    numbers = {number for number, _ in BROKEN.values()}
    report = conformance.check(
        Broken(SoundQueue), only=lambda case: case.number in numbers and case.number != "13c"
    )
    assert report.ok, str(report)
    assert {row.outcome for row in report.rows} == {"passed"}


def test_a_backend_that_never_signals_does_not_hold_up_the_suite() -> None:
    report = conformance.check(
        Broken(NeverSignals), seconds=PATIENCE, only=lambda case: not case.is_program
    )
    assert "2a" in {row.case.number for row in report.failed}
    assert "10d" not in {row.case.number for row in report.failed}, "it needs no queue"


def test_a_backend_that_blocks_does_not_hold_up_the_suite() -> None:
    leave = threading.Event()

    class Blocks(SoundQueue):
        def signal(self) -> None:
            leave.wait()

    report = conformance.check(
        Broken(Blocks), seconds=PATIENCE, only=lambda case: case.number == "7b"
    )
    leave.set()
    assert "did not return" in report.rows[0].detail


def test_each_case_has_a_number_a_title_and_known_needs() -> None:
    cases = conformance.cases()
    assert len({case.number for case in cases}) == len(cases)
    for case in cases:
        assert set(case.needs) <= set(conformance.TAGS)
        assert str(case).startswith(f"{case.number} ")
        assert case.title[0].isupper() or case.title[0] == "`"


def test_every_rule_of_the_contract_has_a_case() -> None:
    """Rules that bind the runtime alone are the exception."""
    text = backend.__doc__ or ""
    rules = {line.split(".")[0].strip() for line in text.splitlines() if line[:5].strip().isdigit()}
    rules |= {n for n in map(str, range(1, 18)) if f"\n    {n}. " in text}
    assert rules == set(map(str, range(1, 18)))
    tested = {"".join(c for c in case.number if c.isdigit()) for case in conformance.cases()}
    assert rules <= tested


def test_a_report_reads_as_a_table() -> None:
    report = conformance.check(
        Broken(NeverSignals),
        seconds=PATIENCE,
        only=lambda case: case.number in ("2a", "10a", "13a"),
    )
    lines = str(report).splitlines()
    assert lines[0].split()[:2] == ["failed", "2a"]
    assert lines[-1] == "broken:0: 1 passed, 1 failed, 1 not applicable"
    assert [row.outcome for row in report.rows] == ["failed", "passed", "not applicable"]
    assert "lacks: its queues have `advance`" in report.rows[2].detail


def test_the_null_device_is_small() -> None:
    """Fewer than 60 lines, docstrings, comments and blank lines left out."""
    text = Path(__file__).with_name("null_backend.py").read_text()
    kinds = (tokenize.NAME, tokenize.OP, tokenize.NUMBER)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    assert 0 < len({token.start[0] for token in tokens if token.type in kinds}) < MOST_LINES
