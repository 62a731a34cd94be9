"""The text and the picture of a plan."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from graph.drawn_graphs import Machine, diamond, most, turn

from streamrt.graph.graph import Graph


def test_a_plan_explains_its_streams_its_waits_and_its_memory() -> None:
    plan = diamond().plan(Machine(), streams=2)
    text = plan.explain().replace(plan.hash[:12], "HASH")
    assert text == EXPLAINED


EXPLAINED = """\
plan of 5 nodes for cpu:0: 2 streams, critical-path, hash HASH
arena 786432 bytes, bound 786432 (1.00x); estimated 296.11 us

stream 0
  node 0 (twice)
  node 1 (twice)
stream 1
  node 2 (copy)   waits for node 0 (twice) on stream 0: RAW t0
  node 3 (join)   waits for node 1 (twice) on stream 0: RAW t1
  node 4 (twice)

  temporary   bytes  offset  shares with  in place
  t0         262144       0
  t1         262144  262144  t3
  t2         262144  524288
  t3         262144  262144  t1           takes over t1 in node 3 (join)"""


def test_a_plan_draws_itself() -> None:
    plan = diamond().plan(Machine(), streams=2)
    picture = ElementTree.fromstring(plan.to_svg())
    told = " ".join(picture.itertext())
    assert all(node.name in told for node in plan.nodes)


def test_a_wait_by_an_explicit_edge_is_explained_as_one() -> None:
    graph = Graph()
    x, y = graph.input("x", 1 << 20), graph.input("y", 1 << 20)
    graph.order(graph.fill(x, 0), graph.fill(y, 0))
    graph.order(graph.fill(x[:0], 1), graph.nodes[1])
    text = graph.plan(Machine(), streams=2).explain()
    assert "  node 1 (fill)  waits for node 2 (fill) on stream 1: by order()" in text.splitlines()


def test_a_plan_of_thousands_is_explained_node_by_node() -> None:
    graph = Graph()
    x = graph.input("x", 8)
    for _ in range(1000):
        t = graph.empty(8)
        graph.add(most, x, t[:1])
        graph.add(turn, t, x, k=1)
    plan = graph.plan(Machine(), streams=3)
    lines = plan.explain().splitlines()
    assert sorted(int(n) for n in re.findall(r"^  node (\d+)", "\n".join(lines), re.MULTILINE)) == [
        *range(2000)
    ]
    offsets = plan.schedule.offsets[1:]
    spans = [(o, o + 32) for o in offsets if o is not None]
    for line, (start, stop) in zip(lines[-1000:], spans, strict=True):
        shared = sum(start < b and a < stop for a, b in spans) - 1
        named = re.search(r"\d  (t\d+(?:, t\d+)*)(?: and (\d+) more)?$", line)
        found = len(named[1].split(",")) + int(named[2] or 0) if named else 0
        assert found == shared
