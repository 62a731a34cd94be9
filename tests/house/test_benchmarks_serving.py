"""The open loop of the benchmark counts what it says, and finds answers that are wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

from benchmarks import curves  # noqa: E402
from benchmarks.peers import PEERS  # noqa: E402
from benchmarks.results import line  # noqa: E402
from benchmarks.rows import ROWS  # noqa: E402
from benchmarks.session import Measured, Task  # noqa: E402
from benchmarks.work.serving import load, service, wire  # noqa: E402
from benchmarks.work.serving.network import MINILM, MLP, SAMPLES  # noqa: E402

SECONDS = 0.5
ANSWER = wire.answer_of(MLP)


def test_records_come_whole_whatever_parts_the_bytes_come_in() -> None:
    sent = np.zeros(5, ANSWER)
    sent["number"] = range(5)
    data = sent.tobytes()
    for size in (1, 7, ANSWER.itemsize, 100, len(data)):
        records, found = wire.Records(ANSWER), list[int]()
        for at in range(0, len(data), size):
            found += records.take(data[at : at + size])["number"].tolist()
        assert found == [*range(5)]


def test_requests_are_drawn_at_the_rate_of_the_load() -> None:
    times = load.drawn(1000.0, 20.0, seed=3)
    assert len(times) == pytest.approx(20_000, rel=0.03)
    assert (np.diff(times) >= 0).all()
    assert times[-1] < 20
    gaps = np.diff(times)
    assert gaps.std() == pytest.approx(gaps.mean(), rel=0.05)  # as a Poisson process has them


def answered(count: int) -> tuple[np.ndarray[tuple[int], np.dtype[np.float64]], load.Answers]:
    """Requests that were sent each millisecond, with the right answers after 10 ms."""
    times, answers = np.arange(count) / 1000, load.Answers(MLP, count)
    answers.how[:] = wire.ANSWERED
    answers.at[:] = times + 0.01
    answers.scores[:] = MLP.samples[1][np.arange(count) % SAMPLES]
    return times, answers


def test_only_answers_before_the_deadline_are_in_time() -> None:
    times, answers = answered(100)
    answers.at[:10] += MLP.within
    answers.how[10:30] = wire.REFUSED
    answers.how[30:35] = wire.EXPIRED
    answers.how[35] = wire.NONE
    found = load.summary(times, answers, SECONDS)
    ends = [found[name] for name in ("in_time", "late", "refused", "expired", "unanswered")]
    assert ends == [64, 10, 20, 5, 1]
    assert found["in_time_a_second"] == 64 / SECONDS
    assert found["p50"] == pytest.approx(0.01)


def test_an_answer_of_another_request_ends_the_case() -> None:
    times, answers = answered(10)
    load.summary(times, answers, SECONDS)
    answers.scores[[3, 4]] = answers.scores[[4, 3]]
    with pytest.raises(AssertionError):
        load.summary(times, answers, SECONDS)


def test_a_batch_is_late_if_all_its_rows_are() -> None:
    ran = service.Ran()
    ran.add(1.0, [0.5, 2.0])
    ran.add(1.0, [0.5, 0.75, 0.998])
    ran.add(1.0, [2.0])
    assert ran == service.Ran(rows=6, late_rows=4, batches=3, late_batches=1)


def test_each_row_of_serving_is_measured() -> None:
    times, answers = answered(100)
    found = load.summary(times, answers, SECONDS)
    names = {"serving-cpu"}
    for network in (MLP, MINILM):
        names |= {f"{network.name}-capacity"}
        for each in service.LOADS:
            names |= set(service.rows_of(network, each, found, service.Ran(), capacity=200.0))
    assert {row.key for row in ROWS if row.case.startswith("serving")} <= names


def test_the_picture_of_serving_has_each_peer_that_was_measured() -> None:
    measured = Measured(iterations=1)
    for peer in ("streamrt", "batched"):
        runs = [{f"serving-{each}": 0.5 for each in service.LOADS}]
        measured.runs[Task("serving", loaded=False), peer] = runs
    lines = [line(row, PEERS, measured) for row in ROWS if row.case == "serving"]
    points = curves.points(lines, "serving")
    assert points == {peer: [(each, 0.5) for each in service.LOADS] for peer in points}
    assert set(points) == {"streamrt", "batched"}
    drawn = curves.svg(points)
    assert "Batcher, compiled function" in drawn
    assert "Ray Serve" not in drawn
