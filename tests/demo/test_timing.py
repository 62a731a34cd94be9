"""The overlap that the demo reports, compared with counting moments one by one."""

from __future__ import annotations

from itertools import pairwise

import pytest

pytest.importorskip("hypothesis")
from hypothesis import given
from hypothesis import strategies as st

from streamrt._cli.demo.timing import Interval, Timing, common, length, measure, merge

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


def test_no_time_divides_nothing() -> None:
    timing = Timing(0, 0, 0, 0)
    assert timing.overlap == timing.most_overlap == timing.efficiency == 0
