"""The overlap that the demo reports, compared with counting moments one by one."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("hypothesis")
from demo.report import print_text
from demo.similar import Similar
from demo.timing import Interval, Timing, common, length, measure, merge
from hypothesis import given
from hypothesis import strategies as st

intervals = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 8)).map(lambda one: (one[0], one[0] + one[1])),
    max_size=8,
)


def moments(given: list[Interval]) -> set[int]:
    return {moment for start, end in given for moment in range(start, end)}


@given(first=intervals, second=intervals)
def test_lengths_count_every_moment_once(first: list[Interval], second: list[Interval]) -> None:
    merged = merge(first)
    assert length(merged) == len(moments(first))
    assert moments(merged) == moments(first)
    assert all(left[1] < right[0] for left, right in pairwise(merged))
    assert common(first, second) == len(moments(first) & moments(second))


def test_fractions_are_of_the_time_it_took() -> None:
    timing = measure(10 * 10**9, [(0, 4 * 10**9)], [(10**9, 3 * 10**9), (2 * 10**9, 9 * 10**9)])
    assert (timing.load, timing.compute, timing.both) == pytest.approx((4, 8, 3))
    assert timing.overlap == pytest.approx(0.3)
    assert timing.most_overlap == pytest.approx(0.4)
    assert timing.ideal == pytest.approx(8)
    assert timing.efficiency == pytest.approx(0.8)


def report(timing: Timing, capsys: pytest.CaptureFixture[str]) -> str:
    found = Similar(pairs=[], files=2, nbytes=1000, skipped=[], timing=timing)
    print_text(found, Path(), left_out=0, peak=0)
    return capsys.readouterr().out


def test_a_run_too_short_to_tell_is_not_compared_with_the_ideal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    short = report(Timing(elapsed=0.0042, load=0.0009, compute=0.0004, both=0.0), capsys)
    assert "in 4.2 ms: 476 files/s" in short
    assert "loading 0.9 ms, computing 0.4 ms; a run of under 0.2 s does not tell how w" in short
    assert "ideal" not in short
    assert "%" not in short
    long = report(Timing(elapsed=0.5, load=0.4, compute=0.1, both=0.05), capsys)
    assert "in 0.50 s" in long
    assert "loading 0.40 s, computing 100.0 ms, both at once 10% of the time (at most 20%)" in long
    assert "ideal max(load, compute) 0.40 s, achieved 0.50 s: 80% of the ideal" in long


def test_no_time_divides_nothing() -> None:
    timing = Timing(0, 0, 0, 0)
    assert timing.overlap == timing.most_overlap == timing.efficiency == 0
