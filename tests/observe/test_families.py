"""The texts of metrics, read back by the parsers of prometheus_client."""

from __future__ import annotations

import pytest

pytest.importorskip("prometheus_client")
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.openmetrics.parser import text_string_to_metric_families as read_open
from prometheus_client.parser import text_string_to_metric_families as read_plain

from streamrt import observe
from streamrt._runtime.telling.counts import Spread
from streamrt.observe.families import Family, clean, fold, write
from streamrt.observe.prometheus import OF_EXECUTIONS, OF_LOOPS

TEXTS = st.text(st.characters() | st.sampled_from('\\"\n\r\x85\u2028{},= \ud800'), max_size=12)
READERS = ((False, read_plain), (True, read_open))


@given(st.lists(st.integers(0, 2**40) | st.sampled_from([0, 1, 255, 256, 257, 2**36]), max_size=50))
def test_a_bucket_has_all_times_below_its_bound(times: list[int]) -> None:
    spread = Spread()
    for ns in times:
        spread.note(ns)
    for exponents in (OF_EXECUTIONS, OF_LOOPS, range(1, 64)):
        found = fold(spread.counts, spread.total, exponents)
        below = [sum(ns < 2**exponent for ns in times) for exponent in exponents]
        assert [count for _, count in found.below] == below
        assert [bound for bound, _ in found.below] == [2**e * 1e-9 for e in exponents]
        assert (found.number, found.total) == (len(times), sum(times) / 1e9)


@given(TEXTS, st.dictionaries(st.sampled_from("abc"), TEXTS, min_size=1), st.floats(0, 1e300))
def test_any_text_comes_back_from_a_label_and_a_help(
    text: str, labels: dict[str, str], value: float
) -> None:
    text = f"a{text}z"  # the parsers strip blanks
    spread = fold([1, 0, 3] + [0] * 61, 17, OF_EXECUTIONS)
    families = [
        Family("app_seen", "counter", text, [(labels, value)], created=12.5),
        Family("app_size_bytes", "gauge", "", [(labels, -value)], "bytes"),
        Family("app_wait_seconds", "histogram", text, [(labels, spread)], "seconds", 12.5),
        Family("app_none", "gauge", "It has no samples.", []),
    ]
    cleaned = {name: clean(each) for name, each in labels.items()}
    for is_open, read in READERS:
        counter, gauge, histogram = read(write(families, openmetrics=is_open))
        assert [counter.type, gauge.type, histogram.type] == ["counter", "gauge", "histogram"]
        names = ["app_seen_total", "app_size_bytes"]
        for family, name, number in zip((counter, gauge), names, (value, -value), strict=True):
            sample = family.samples[0]
            assert (sample.name, sample.labels, sample.value) == (name, cleaned, number)
        count = next(s for s in histogram.samples if s.name.endswith("_count"))
        assert (count.labels, count.value) == (cleaned, 4)
        if is_open:
            assert counter.documentation == histogram.documentation == clean(text)
            assert [gauge.unit, histogram.unit] == ["bytes", "seconds"]
            created = [s.value for s in counter.samples if s.name == "app_seen_created"]
            assert created == [12.5]


@pytest.mark.parametrize("value", [0, 7, 2**70, 0.1, 1e-300, float("inf"), float("nan")])
def test_numbers_come_back_as_they_were(value: float) -> None:
    text = observe.Metric("app_n", "gauge", "n", [({}, value)])
    for is_open, read in READERS:
        families = [Family(text.name, text.kind, text.help, text.samples)]
        (family,) = read(write(families, openmetrics=is_open))
        assert repr(float(family.samples[0].value)) == repr(float(value))
