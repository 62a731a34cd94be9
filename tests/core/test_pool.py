"""The pool's policy: size classes, which block serves whom, limits and statistics."""

from __future__ import annotations

import pytest

pytest.importorskip("hypothesis")
from hypothesis import given
from hypothesis import strategies as st

from streamrt._core.tracking.pool import Block, MemoryStats, Pool, size_class
from streamrt._core.tracking.timeline import Timeline


@given(nbytes=st.one_of(st.integers(0, 4096), st.integers(0, 2**45)))
def test_a_size_class_fits_and_wastes_little(nbytes: int) -> None:
    size = size_class(nbytes)
    assert size >= max(nbytes, 64)
    assert size % 64 == 0
    assert size - nbytes < max(65, nbytes / 4)
    assert size_class(size) == size
    assert size_class(nbytes + 1) >= size


def test_there_are_four_size_classes_to_a_doubling() -> None:
    assert len({size_class(nbytes) for nbytes in range(4097, 8193)}) == 4


@pytest.fixture
def timeline() -> Timeline:
    timeline = Timeline("s")
    timeline.value = 10
    return timeline


def blocks(pool: Pool, count: int, size: int = 64) -> list[Block]:
    return [pool.add(1000 * i, size) for i in range(1, count + 1)]


def test_device_work_takes_a_block_that_is_over_if_it_can_and_else_the_newest(
    timeline: Timeline,
) -> None:
    pool = Pool()
    first, second, third = blocks(pool, 3)
    pool.give(first, None)
    pool.give(second, {timeline: 9})
    pool.give(third, {timeline: 10})
    assert pool.take(128, for_host=False) is None
    assert pool.take(64, for_host=False) is first
    assert pool.take(64, for_host=False) is third
    assert third.death == {timeline: 10}
    assert pool.take(64, for_host=False) is second
    assert pool.take(64, for_host=False) is None


def test_the_host_takes_only_blocks_whose_last_use_it_has_seen(timeline: Timeline) -> None:
    pool = Pool()
    first, second = blocks(pool, 2)
    pool.give(first, {timeline: 4})
    pool.give(second, {timeline: 5})
    assert pool.take(64, for_host=True) is None
    timeline.observe(4)
    assert pool.take(64, for_host=True) is first
    assert pool.take(64, for_host=True) is None
    timeline.observe(5)
    assert pool.take(64, for_host=True) is second


def test_trimming_takes_the_largest_blocks_first_and_none_in_use(timeline: Timeline) -> None:
    pool = Pool()
    small, _, busy = blocks(pool, 3)
    large, larger = blocks(pool, 1, 256) + blocks(pool, 1, 512)
    for block in (small, large, larger):
        pool.give(block, None)
    pool.give(busy, {timeline: 1})
    assert list(pool.trim(0)) == []
    assert list(pool.trim(513)) == [larger, large]
    assert pool.reserved == 3 * 64
    assert list(pool.trim()) == [small]
    timeline.observe(1)
    assert list(pool.trim()) == [busy]
    assert pool.stats() == MemoryStats(64, 64, 3 * 64 + 768, None, 5, 0.0)


def test_the_limit_holds_for_what_is_reserved_and_not_only_for_what_is_in_use() -> None:
    pool = Pool(limit=256)
    block, _ = blocks(pool, 2)
    assert pool.fits(128)
    assert not pool.fits(192)
    pool.give(block, None)
    assert not pool.fits(192)
    assert list(pool.trim()) == [block]
    assert pool.fits(192)


def test_statistics_follow_every_block() -> None:
    pool = Pool(limit=4096)
    first, second = blocks(pool, 2, 128)
    pool.give(first, None)
    assert pool.stats() == MemoryStats(128, 256, 256, 4096, 2, 0.0, 4096 - 128)
    assert pool.take(128, for_host=True) is first
    assert pool.stats() == MemoryStats(256, 256, 256, 4096, 3, 1 / 3, 4096 - 256)
    pool.give(first, None)
    pool.give(second, None)
    list(pool.trim())
    assert pool.stats() == MemoryStats(0, 0, 256, 4096, 3, 1 / 3, 4096)


def test_what_pending_work_gives_back_is_available_and_gives_no_room_yet(
    timeline: Timeline,
) -> None:
    pool = Pool(limit=256)
    first, second = blocks(pool, 2)
    pool.give(first, {timeline: 3})
    pool.give(second, {timeline: 2})
    assert pool.soonest() == {timeline: 2}
    assert (pool.stats().available, pool.room()) == (256, 128)
    timeline.observe(2)
    assert pool.soonest() == {timeline: 3}
    assert (pool.stats().available, pool.room()) == (256, 192)
    assert (Pool().stats().available, Pool().room()) == (None, None)
