"""Predicted times, and the door: pure."""

from __future__ import annotations

from typing import Any

import pytest

from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.serving import Tenant
from streamrt.serving._door import Door
from streamrt.serving._order import check_tenants
from streamrt.serving._times import WORDS, Queue, TimeTable, check_sizes

SIZES = (1, 2, 4, 8)


def known(*times: tuple[int, float], runs: int = 2) -> TimeTable:
    """A table of sizes that were run, after the first run that does not count."""
    found = TimeTable(SIZES)
    for rows, seconds in times:
        found.note(rows, 9.0)
        for _ in range(runs):
            found.note(rows, seconds)
    return found


def test_a_size_that_was_not_run_is_told_by_a_larger_one_or_in_proportion_by_a_smaller() -> None:
    assert TimeTable(SIZES).predicted(3) == 0, "nobody knows"
    times = known((2, 0.2))
    assert [times.predicted(rows) for rows in (1, 2, 3, 4, 8)] == [0.2, 0.2, 0.4, 0.4, 0.8]
    times = known((2, 0.2), (8, 0.3))
    assert times.table() == {1: 0.2, 2: 0.2, 4: 0.3, 8: 0.3}
    assert [times.size_of(rows) for rows in range(1, 9)] == [1, 2, 4, 4, 8, 8, 8, 8]


def test_one_slow_run_in_ten_moves_no_prediction_and_two_do() -> None:
    times = known((4, 0.1), runs=18)
    times.note(4, 5.0)
    assert times.predicted(4) == 0.1
    times.note(4, 5.0)
    assert times.predicted(4) == 5.0
    for _ in range(32):
        times.note(4, 0.1)
    assert times.predicted(4) == 0.1, "only the last runs count"


@pytest.mark.parametrize("rows", [4, 8])
def test_a_prediction_at_whose_word_all_are_refused_is_forgotten(rows: int) -> None:
    """Else nothing would ever run again, and nothing would tell that the model is quick again."""
    times = known((4, 3.0), runs=2)
    for _ in range(2 * WORDS):
        assert times.predicted(rows) > 1
        times.doubt(rows)
    assert times.predicted(rows) == 0
    times.note(4, 0.1)
    assert times.predicted(4) == 0.1


def test_the_predicted_finish_counts_what_runs_and_what_is_ahead() -> None:
    times = known((1, 0.1), (2, 0.1), (4, 0.2), (8, 0.4))

    def finish(ahead: int, waiting: int, ends: list[float], depth: int = 1) -> tuple[float, int]:
        at, rows = Queue(ahead, waiting, 8, depth, ends).finish(10.0, times)
        return round(at, 6), rows

    assert finish(0, 1, []) == (10.1, 1)
    assert finish(0, 1, [10.3]) == (10.4, 1), "behind the one that runs"
    assert finish(0, 1, [10.3], depth=2) == (10.1, 1), "beside it"
    assert finish(5, 6, [10.3]) == (10.7, 6)
    assert finish(17, 18, [10.3]) == (11.2, 2), "two full ones leave before it"
    assert finish(0, 30, []) == (10.4, 8), "urgent, and others fill its batch"
    assert finish(0, 1, [7.0]) == (13.1, 1), "3 s late, so expected to take 3 s more"


def test_sizes_rise_to_the_largest_batch() -> None:
    assert check_sizes(None, 1) == (1,)
    assert check_sizes(None, 6) == (1, 2, 4, 6)
    assert check_sizes(None, 8) == (1, 2, 4, 8)
    assert check_sizes([3, 8], 8) == (3, 8)
    wrong: list[Any] = [[], [1, 4], [8, 4, 8], [4, 4, 8], [0, 8], [1, 16]]
    for sizes in wrong:
        with pytest.raises(ArgumentError, match=r"sizes|a size"):
            check_sizes(sizes, 8)
    with pytest.raises(ArgumentTypeError):
        check_sizes([1.5, 8], 8)  # type: ignore[list-item]


def test_a_flood_fills_its_own_part_of_the_room() -> None:
    door = Door({"flood": Tenant(3), "quiet": Tenant(1)}, room=8, nbytes=80)
    for _ in range(6):
        assert door.refusal("flood", 1) is None
        door.enter("flood", 1)
    refusal = door.refusal("flood", 1)
    assert refusal is not None
    assert "6 requests wait for flood" in refusal
    assert door.refusal("quiet", 1) is None
    door.leave("flood", 1)
    assert door.refusal("flood", 1) is None


def test_bytes_bound_what_waits_and_not_a_single_request() -> None:
    door = Door(check_tenants(None), room=8, nbytes=80)
    assert door.refusal("everybody", 1000) is None, "it would be refused for ever"
    door.enter("everybody", 50)
    assert door.refusal("everybody", 30) is None
    assert "50 bytes wait, and 31 more" in (door.refusal("everybody", 31) or "")
    door.shut = "it ends"
    assert door.refusal("everybody", 1) == "it ends"
