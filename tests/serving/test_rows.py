"""Rows in blocks: whatever comes, goes and leaves, a batch holds the rows of its requests."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from hypothesis import given, settings
from hypothesis import strategies as st

import streamrt as srt
from streamrt.errors import ArgumentError, ArgumentTypeError
from streamrt.serving import _rows
from streamrt.serving._requests import Request
from streamrt.serving._rows import Block, RowMemory

MOST, WIDTH = 4, 3


def request(number: int, what: Any = None) -> Request:
    return Request(number, "everybody", 0.0, 0.0, 0.0, 0, what, None)  # type: ignore[arg-type]


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("come"), st.integers(1, 6), st.just(0)),
        st.tuples(st.just("go"), st.integers(0, 99), st.just(0)),
        st.tuples(st.just("leave"), st.integers(1, MOST), st.integers(0, 99)),
    ),
    max_size=25,
)


@pytest.mark.parametrize("few", [0, 1 << 16], ids=["blocks", "copies"])
@given(steps=STEPS)
@settings(max_examples=50)
def test_a_batch_holds_the_rows_of_its_requests(few: int, steps: list[Any]) -> None:
    before, _rows.FEW = _rows.FEW, few
    try:
        with srt.Runtime(["cpu:0"]) as rt:
            play(rt, steps)
    finally:
        _rows.FEW = before


def play(rt: srt.Runtime, steps: list[Any]) -> None:
    rows = RowMemory(rt, rt.device(), MOST)
    rows.checked(np.zeros(WIDTH, "f4"))
    waiting: list[Request] = []
    number = most_waiting = 0
    for what, first, second in steps:
        if what == "come":
            for _ in range(first):
                number += 1
                waiting.append(request(number))
                rows.write(waiting[-1], np.full(WIDTH, number, "f4"))
            most_waiting = max(most_waiting, len(waiting))
        elif what == "go" and waiting:
            gone = waiting.pop(first % len(waiting))
            assert gone.holder is not None
            gone.holder.gone(gone)
        elif what == "leave" and waiting:
            count = min(first, len(waiting))
            start = second % (len(waiting) - count + 1)
            batch = waiting[start : start + count]
            del waiting[start : start + count]
            size = min(MOST, count + second % 2)
            found = np.asarray(rows.load(batch, size))
            assert found.shape == (size, WIDTH)
            assert [found[each.row, 0] for each in batch] == [each.number for each in batch]
            assert sorted(each.row for each in batch) == list(range(count))
            assert (found[count:] == found[count - 1]).all(), "copies of the last row"
        blocks: set[Any] = {*rows.with_room, *(each.holder for each in waiting)}
        assert len(blocks) <= most_waiting // MOST + 2, "places that are free are used again"
    for each in waiting:
        assert isinstance(each.holder, Block)
        assert (each.holder.array[each.row] == each.number).all(), "nobody writes to another's row"


def test_rows_are_alike() -> None:
    with srt.Runtime(["cpu:0"]) as rt:
        rows = RowMemory(rt, rt.device(), MOST)
        wrong: list[Any] = ["text", object(), [object()], np.array(["a"])]
        for row in wrong:
            with pytest.raises(ArgumentTypeError, match="no array of numbers"):
                rows.checked(row)
        rows.checked(np.zeros(3, "f4"))
        for right in ([1, 2, 3], (1.5, 2, 3), np.zeros(3), np.zeros(3, "f2")):
            rows.checked(right)
        others: list[Any] = [np.zeros(4, "f4"), np.zeros((1, 3), "f4"), np.zeros(3, "c8"), 1.0]
        for row in others:
            with pytest.raises(ArgumentError, match="the first one was float32"):
                rows.checked(row)


def test_a_row_may_be_a_number_or_empty() -> None:
    with srt.Runtime(["cpu:0"]) as rt:
        for row in (np.float32(7), np.zeros((0, 2), "f4")):
            rows = RowMemory(rt, rt.device(), MOST)
            asked = request(1)
            rows.write(asked, rows.checked(row))
            assert np.array_equal(np.asarray(rows.load([asked], 2)), np.stack([row, row]))
