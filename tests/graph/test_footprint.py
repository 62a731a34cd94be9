"""The footprint of a graph, against an oracle that walks it byte by byte."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from graph.drawn_graphs import Machine, random_graph, turn, twice
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrt.errors import CaptureError
from streamrt.graph.footprint import Footprint, footprints
from streamrt.graph.graph import Graph
from streamrt.graph.intervals import Bytes
from streamrt.graph.nodes import Access


def covered_by(access: Access) -> set[int]:
    """The bytes from an operand's lowest to its highest."""
    return set(range(access.operand.start, access.operand.stop))


def keeps_some(access: Access) -> bool:
    """Whether bytes of a written operand stay as they were, because they belong to no element."""
    layout = access.operand.layout
    elements = {
        access.operand.offset + sum(i * s for i, s in zip(index, layout.strides, strict=True)) + b
        for index in np.ndindex(layout.shape)
        for b in range(layout.itemsize)
    }
    return access.writes and elements != covered_by(access)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=12), st.data())
def test_intervals_are_a_set_of_bytes(added: list[tuple[int, int]], data: st.DataObject) -> None:
    intervals, oracle = Bytes(), set[int]()
    for start, stop in added:
        intervals.add(start, stop)
        oracle |= set(range(start, stop))
    found = list(intervals)
    assert {byte for start, stop in found for byte in range(start, stop)} == oracle
    assert all(start < stop for start, stop in found)
    assert all(one[1] < other[0] for one, other in pairwise(found))
    start, stop = data.draw(st.integers(0, 30)), data.draw(st.integers(0, 30))
    wanted = set(range(start, stop))
    assert intervals.meets(start, stop) == bool(wanted & oracle)
    gaps = list(intervals.gaps(start, stop))
    assert [byte for a, b in gaps for byte in range(a, b)] == sorted(wanted - oracle)
    assert all(a < b for a, b in gaps)


@settings(max_examples=100)
@given(st.integers(0, 2**32), st.integers(0, 25))
def test_a_footprint_is_what_a_walk_over_all_bytes_finds(seed: int, count: int) -> None:
    graph = random_graph(Random(seed), count)
    try:
        nodes = graph.plan(Machine()).nodes
    except CaptureError:  # a cycle
        nodes = graph.nodes
    values = graph.values
    exposed: dict[int, set[int]] = {}
    written: dict[int, set[int]] = {}
    for node in nodes:
        for access in node.accesses:
            index = access.operand.value
            if access.reads or keeps_some(access):
                new = covered_by(access) - written.get(index, set())
                exposed[index] = exposed.get(index, set()) | new
        for access in node.accesses:
            if access.writes:
                index = access.operand.value
                written[index] = written.get(index, set()) | covered_by(access)
    found = {footprint.value: footprint for footprint in footprints(nodes, values)}
    touched = {o.value for node in nodes for o in node.operands}
    assert list(found) == sorted(i for i in touched if values[i].role != "temporary")
    for index, footprint in found.items():
        was_written, was_read = written.get(index, set()), exposed.get(index, set())
        reads = [byte for start, stop in footprint.reads for byte in range(start, stop)]
        writes = [byte for start, stop, _ in footprint.writes for byte in range(start, stop)]
        assert reads == sorted(was_read - was_written)
        assert writes == sorted(was_written)
        for start, stop, is_read in footprint.writes:
            assert is_read == bool(was_read & set(range(start, stop)))


def test_what_a_graph_has_written_itself_is_no_read_of_it() -> None:
    graph = Graph()
    x, y = graph.input("x", 8), graph.input("y", 8)
    graph.add(twice, x[2:4], y[:2])
    graph.add(twice, y[:2], x[:2])
    graph.add(turn, y[4:], x[4:], k=1)
    assert footprints(graph.nodes, graph.values) == (
        Footprint(0, reads=((8, 16),), writes=((0, 8, False), (16, 32, True))),
        Footprint(1, reads=((16, 32),), writes=((0, 8, False),)),
    )
