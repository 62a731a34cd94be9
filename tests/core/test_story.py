"""The text that `explain` gives for an execution."""

from __future__ import annotations

from streamrt._core.tracking.hazards import Edge
from streamrt._core.tracking.story import Link, tell, trace
from streamrt._core.tracking.timeline import Step, Timeline


def test_a_story_gives_every_reason_with_its_point_and_memory() -> None:
    load, work = Timeline("cpu:0/load"), Timeline("cpu:0/work")
    edges = (
        Edge(load, 3, "RAW", "#1"),
        Edge(work, 4, "WAR", "#2"),
        Edge(load, 5, "WAW", "#3"),
        Edge(work, 6, "reuse", "#4"),
        Edge(load, 7, "event", ""),
    )
    story = tell("axpy on s@1", "pending", "job.py:3 in main", edges, (Step(load, 3),))
    assert story.splitlines() == [
        "axpy on s@1: pending",
        "  submitted at job.py:3 in main",
        "  waits for cpu:0/load@3: it reads #1, which cpu:0/load@3 writes (RAW)",
        "  waits for cpu:0/work@4: it writes #2, which cpu:0/work@4 reads (WAR)",
        "  waits for cpu:0/load@5: it writes #3, which cpu:0/load@5 writes (WAW)",
        "  waits for cpu:0/work@6: #4 reuses memory that cpu:0/work@6 used before",
        "  waits for cpu:0/load@7: an event recorded at cpu:0/load@7",
        "  is skipped unless cpu:0/load@3 succeeds",
    ]


def test_a_story_without_waits_says_so() -> None:
    assert tell("fill on s@1", "done", "job.py:3 in main", (), ()).splitlines()[2:] == [
        "  waits for nothing but its turn on its own stream"
    ]


def test_a_story_ends_with_what_became_of_it() -> None:
    told = tell("fail on s@1", "failed", "job.py:3 in main", (), (), ["failed: KernelError: 7"])
    assert told.splitlines()[-1] == "  failed: KernelError: 7"


def test_a_skip_is_traced_through_its_producers_to_the_root() -> None:
    links = [
        Link("axpy on b@2", "job.py:5 in main", "was skipped"),
        Link("fail on a@1", "job.py:4 in main", "KernelError: returned 7"),
    ]
    assert trace(links) == [
        "was skipped: it reads what axpy on b@2 was to write",
        "  axpy on b@2, submitted at job.py:5 in main: was skipped: it reads what fail on a@1 was "
        "to write",
        "  fail on a@1, submitted at job.py:4 in main: KernelError: returned 7",
    ]
    assert trace(links[1:])[0] == "was skipped: it reads what fail on a@1 was to write"
    assert "not remembered any more" in trace([])[0]


def test_a_long_chain_of_skips_is_told_by_its_two_ends() -> None:
    links = [Link(f"step on a@{n}", "job.py:1 in main", "was skipped") for n in range(100, 1, -1)]
    links.append(Link("fail on a@1", "job.py:1 in main", "KernelError: returned 7"))
    lines = trace(links)
    assert len(lines) == 1 + 8 + 1
    assert lines[-3].startswith("  step on a@94, ")
    assert lines[-2] == "  ... 92 more were skipped in between"
    assert lines[-1] == "  fail on a@1, submitted at job.py:1 in main: KernelError: returned 7"
    assert len(trace(links[-8:])) == 9
    assert not any("..." in line for line in trace(links[-8:]))
