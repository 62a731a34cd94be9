"""The allocator of shared memory, against a model: blocks are disjoint, and nothing is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from streamrt._backends.far.arena import ALIGNMENT, Arena

SIZE = 64 * ALIGNMENT
START = 1 << 20


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 20 * ALIGNMENT)), max_size=60))
def test_blocks_are_aligned_and_disjoint_and_freed_ranges_join(
    steps: list[tuple[bool, int]],
) -> None:
    arena = Arena(START, START + SIZE)
    blocks: list[tuple[int, int]] = []
    for takes, number in steps:
        if takes:
            used = {at for start, size in blocks for at in range(start, start + size, ALIGNMENT)}
            size = -(-max(number, 1) // ALIGNMENT) * ALIGNMENT
            address = arena.take(number)
            places = range(START, START + SIZE - size + 1, ALIGNMENT)
            fits = [at for at in places if used.isdisjoint(range(at, at + size, ALIGNMENT))]
            assert address == (fits[0] if fits else 0), "the first range that is free"
            if address:
                blocks.append((address, size))
        elif blocks:
            address, size = blocks.pop(number % len(blocks))
            assert arena.give_back(address) == size
        assert arena.used == sum(size for _, size in blocks)
    for address, _ in blocks:
        arena.give_back(address)
    assert arena.take(SIZE) == START, "all of it is one range again"
