"""Plans as text: the nodes of each stream with their waits, and the temporaries in the arena."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from streamrt._core.planning.plan import NO_VALUE, PlanWait, Schedule
from streamrt.graph.nodes import Node, Value

__all__ = ["explain"]

MOST_NAMES = 4  # the most temporaries named that share one's memory; the rest is counted


def explain(
    device: str, nodes: Sequence[Node], values: Sequence[Value], schedule: Schedule, digest: str
) -> str:
    """Returns a plan as text.

    Args:
        device: the name of the device it is for.
        nodes: the nodes, as the schedule counts them.
        values: the values, as the schedule counts them.
        schedule: the plan's.
        digest: the plan's hash.
    """
    lines = [*_head(device, nodes, schedule, digest), ""]
    for stream, lane in enumerate(schedule.lanes):
        lines.append(f"stream {stream}")
        rows = [row for index in lane for row in _node_rows(nodes, values, schedule, index)]
        lines += _table(rows) if rows else ["  nothing"]
    lines += ["", *_arena(nodes, values, schedule)]
    return "\n".join(lines)


def _head(device: str, nodes: Sequence[Node], schedule: Schedule, digest: str) -> Iterator[str]:
    streams = f"{len(schedule.lanes)} stream{'s' if len(schedule.lanes) > 1 else ''}"
    count = f"{len(nodes)} node{'' if len(nodes) == 1 else 's'}"
    yield f"plan of {count} for {device}: {streams}, {schedule.policy}, hash {digest[:12]}"
    arena, bound = schedule.arena_nbytes, schedule.live_bytes_bound
    ratio = f" ({arena / bound:.2f}x)" if bound else ""
    length = schedule.length_ns / 1000
    yield f"arena {arena} bytes, bound {bound}{ratio}; estimated {length:.2f} us"


def _node_row(
    nodes: Sequence[Node], values: Sequence[Value], schedule: Schedule, index: int
) -> tuple[str, str]:
    waits = ", ".join(_wait(nodes, values, wait) for wait in schedule.waits[index])
    return str(nodes[index]), f"waits for {waits}" if waits else ""


def _node_rows(
    nodes: Sequence[Node], values: Sequence[Value], schedule: Schedule, index: int
) -> Iterator[tuple[str, str]]:
    yield _node_row(nodes, values, schedule, index)
    yield from _body_rows(nodes[index], "  ")


def _body_rows(node: Node, indent: str) -> Iterator[tuple[str, str]]:
    """Yields a row for each node of a loop, below it."""
    for number, body in enumerate(() if node.loop is None else node.loop.bodies):
        if number:
            yield f"{indent[:-2]}otherwise", ""
        for each in body.nodes:
            yield f"{indent}{each}", ""
            yield from _body_rows(each, f"{indent}  ")


def _wait(nodes: Sequence[Node], values: Sequence[Value], wait: PlanWait) -> str:
    about = "by order()" if wait.value == NO_VALUE else f"{wait.hazard} {values[wait.value].name}"
    return f"{nodes[wait.node]} on stream {wait.stream}: {about}"


# -- the arena ------------------------------------------------------------------------------------


def _arena(nodes: Sequence[Node], values: Sequence[Value], schedule: Schedule) -> Iterator[str]:
    placed = [
        (offset, offset + values[index].nbytes, index)
        for index, offset in enumerate(schedule.offsets)
        if offset is not None
    ]
    if not placed:
        yield "no temporaries"
        return
    sharers = _sharers(placed)
    taken = {
        pair.target: f"takes over {values[pair.source].name} in {nodes[pair.node]}"
        for pair in schedule.in_place
    }
    rows = [("temporary", "bytes", "offset", "shares with", "in place")]
    for start, stop, index in sorted(placed, key=lambda item: item[2]):
        shared = _names(sharers[index], values)
        rows.append(
            (values[index].name, str(stop - start), str(start), shared, taken.get(index, ""))
        )
    yield from _table(rows, numbers=(1, 2))


def _names(found: tuple[list[int], int], values: Sequence[Value]) -> str:
    first, count = found
    names = ", ".join(values[index].name for index in first)
    return names + (f" and {count - len(first)} more" if count > len(first) else "")


def _sharers(placed: Sequence[tuple[int, int, int]]) -> dict[int, tuple[list[int], int]]:
    """Returns, for each value, the first few that share bytes with it, and how many do."""
    first: dict[int, list[int]] = {index: [] for _, _, index in placed}
    by_start = sorted(item for item in placed if item[0] < item[1])
    starts, stops = [a for a, _, _ in by_start], sorted(b for _, b, _ in by_start)
    counts = {i: bisect_left(starts, b) - bisect_right(stops, a) - 1 for a, b, i in by_start}
    alive: list[tuple[int, int]] = []  # the stop and index of those that reach the next start
    lacking: list[tuple[int, int]] = []  # the same of those among them that lack names: a few
    for start, stop, index in by_start:
        while alive and alive[0][0] <= start:
            heappop(alive)
        lacking = [(s, i) for s, i in lacking if s > start and len(first[i]) < MOST_NAMES]
        first[index] += [other for _, other in alive[:MOST_NAMES]]
        for _, other in lacking:
            first[other].append(index)
        heappush(alive, (stop, index))
        lacking.append((stop, index))
    return {index: (sorted(found), counts.get(index, 0)) for index, found in first.items()}


def _table(rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> Iterator[str]:
    """Yields the rows, indented, with aligned columns; those of numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.rjust(width) if column in numbers else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield f"  {'  '.join(cells)}".rstrip()
