"""Programs for the planner, and an oracle of their plans that knows neither frontiers nor spans.

The oracle compares every pair of uses. For each node it keeps the set of all nodes before it, as
the bits of an integer, from two things only: the order of its stream and the waits it got.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from streamrt._core.planning.plan import (
    ALIGNMENT,
    NO_VALUE,
    InPlace,
    NodeUse,
    PlanNode,
    PlanValue,
    Schedule,
)

Program = tuple[list[PlanValue], list[PlanNode]]


def read(value: int, start: int = 0, stop: int = 64) -> NodeUse:
    return NodeUse(value, start, stop, reads=True, writes=False)


def write(value: int, start: int = 0, stop: int = 64) -> NodeUse:
    return NodeUse(value, start, stop, reads=False, writes=True)


def update(value: int, start: int = 0, stop: int = 64) -> NodeUse:
    return NodeUse(value, start, stop, reads=True, writes=True)


def temporaries(count: int, nbytes: int = 64) -> list[PlanValue]:
    return [PlanValue(nbytes, is_temporary=True)] * count


# -- programs -------------------------------------------------------------------------------------


def random_program(random: Random, count: int) -> Program:
    """A few values of several sizes, views that overlap, explicit edges and in-place pairs."""
    sizes = [random.choice((0, 64, 64, 96, 256)) for _ in range(random.randint(1, 12))]
    values = [PlanValue(nbytes, random.random() < 0.7) for nbytes in sizes]

    def use() -> NodeUse:
        value = random.randrange(len(values))
        nbytes = values[value].nbytes
        start, stop = 0, nbytes
        if random.random() < 0.3:
            start, stop = sorted((random.randint(0, nbytes), random.randint(0, nbytes)))
        return random.choice((read, read, write, update))(value, start, stop)

    nodes: list[PlanNode] = []
    for index in range(count):
        uses = [use() for _ in range(random.randint(0, 3))]
        pairs = [
            (i, j) for i, a in enumerate(uses) for j, b in enumerate(uses) if a.reads and b.writes
        ]
        after = [random.randrange(index)] if index and random.random() < 0.1 else []
        nodes.append(PlanNode(uses, random.choice((0, 300, 5000)), after, pairs))
    return values, nodes


def layered(random: Random, layers: int, width: int, sizes: list[int]) -> Program:
    """Layers of nodes, each of which writes a value and reads up to three of the layer before."""
    values = [PlanValue(random.choice(sizes), is_temporary=True) for _ in range(layers * width)]
    nodes: list[PlanNode] = []
    for index in range(len(values)):
        layer = index // width
        earlier = range((layer - 1) * width, layer * width) if layer else range(0)
        sources = random.sample(earlier, min(3, len(earlier)))
        uses = [read(i, 0, values[i].nbytes) for i in sources]
        uses.append(write(index, 0, values[index].nbytes))
        pairs = [(0, len(sources))] if sources and random.random() < 0.5 else []
        nodes.append(PlanNode(uses, random.choice((200, 1000, 5000)), (), pairs))
    return values, nodes


def scattered(random: Random, count: int, sizes: list[int], reach: int | None = None) -> Program:
    """Each node writes a value and reads three of any before it."""
    values = [PlanValue(random.choice(sizes), is_temporary=True) for _ in range(count)]
    nodes: list[PlanNode] = []
    for index in range(count):
        low = max(0, index - (reach or count))
        sources = sorted({random.randrange(low, index) for _ in range(3)}) if index else []
        uses = [read(i, 0, values[i].nbytes) for i in sources]
        uses.append(write(index, 0, values[index].nbytes))
        nodes.append(PlanNode(uses, random.choice((200, 1000, 5000))))
    return values, nodes


# -- the oracle -----------------------------------------------------------------------------------


def conflicts(nodes: list[PlanNode]) -> Iterator[tuple[int, int]]:
    """Every pair of nodes that must not change places."""
    for first, second in combinations(range(len(nodes)), 2):
        if first in nodes[second].after or any(
            a.value == b.value
            and max(a.start, b.start) < min(a.stop, b.stop)
            and (a.writes or b.writes)
            for a in nodes[first].uses
            for b in nodes[second].uses
        ):
            yield first, second


def reached(plan: Schedule, without: tuple[int, int] | None = None) -> list[int]:
    """The set of nodes before each node; optionally without one wait, (node, its number)."""
    before = [0] * len(plan.order)
    for node in plan.order:
        lane, position = plan.lanes[plan.stream_of[node]], plan.position_of[node]
        sources = [lane[position - 2]] if position > 1 else []
        for number, wait in enumerate(plan.waits[node]):
            if (node, number) != without:
                sources.append(plan.lanes[wait.stream][wait.position - 1])
        for source in sources:
            before[node] |= before[source] | 1 << source
    return before


def users(nodes: list[PlanNode]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for index, node in enumerate(nodes):
        for use in node.uses:
            found.setdefault(use.value, set()).add(index)
    return found


def problems(values: list[PlanValue], nodes: list[PlanNode], plan: Schedule) -> Iterator[str]:
    yield from shape_problems(nodes, plan)
    before = reached(plan)
    needed = list(conflicts(nodes))
    for first, second in needed:
        if not before[second] >> first & 1:
            yield f"{second} is not ordered after {first}"
    for node, waits in enumerate(plan.waits):
        for number, wait in enumerate(waits):
            less = reached(plan, without=(node, number))
            if all(less[second] >> first & 1 for first, second in needed):
                yield f"{node} waits for {wait} and need not"
    for first, second in combinations(range(len(nodes)), 2):
        for a, b in ((first, second), (second, first)):
            if plan.happens_before(a, b) != bool(before[b] >> a & 1):
                yield f"happens_before({a}, {b}) is wrong"
    yield from memory_problems(values, nodes, plan, before)


def shape_problems(nodes: list[PlanNode], plan: Schedule) -> Iterator[str]:
    if sorted(plan.order) != list(range(len(nodes))):
        yield f"{plan.order} is no order of the nodes"
    for stream, lane in enumerate(plan.lanes):
        if list(lane) != [node for node in plan.order if plan.stream_of[node] == stream]:
            yield f"stream {stream} is not in issue order"
    known = set(conflicts(nodes))
    for node, waits in enumerate(plan.waits):
        for wait in waits:
            if plan.lanes[wait.stream][wait.position - 1] != wait.node:
                yield f"{wait} names the wrong node"
            if (wait.node, node) not in known:
                yield f"{node} waits for {wait} without a conflict"
            if wait.hazard not in reasons(nodes, wait.node, node, wait.value):
                yield f"{node} waits for {wait} for another reason"


def reasons(nodes: list[PlanNode], first: int, second: int, value: int) -> set[str]:
    """The hazards between two nodes about a value."""
    if value == NO_VALUE:
        return {"after"} if first in nodes[second].after else set()
    met = [
        (a, b)
        for a in nodes[first].uses
        for b in nodes[second].uses
        if a.value == b.value == value and max(a.start, b.start) < min(a.stop, b.stop)
    ]
    found = {"RAW" for a, b in met if a.writes and b.reads}
    found |= {"WAR" for a, b in met if a.reads and b.writes}
    return found | {"WAW" for a, b in met if a.writes and b.writes}


def memory_problems(
    values: list[PlanValue], nodes: list[PlanNode], plan: Schedule, before: list[int]
) -> Iterator[str]:
    using = users(nodes)
    for index, offset in enumerate(plan.offsets):
        if (offset is None) == (index in using and values[index].is_temporary):
            yield f"value {index} is at {offset}"
        top = (offset or 0) + values[index].nbytes
        if offset is not None and (offset % ALIGNMENT or top > plan.arena_nbytes):
            yield f"value {index} is at {offset}"
    placed = [i for i, offset in enumerate(plan.offsets) if offset is not None]
    for a, b in combinations(placed, 2):
        low, high = sorted((plan.offsets[a] or 0, plan.offsets[b] or 0))
        lower = a if (plan.offsets[a] or 0) == low else b
        if low + values[lower].nbytes <= high or not (values[a].nbytes and values[b].nbytes):
            continue
        if not any(after(before, using[x], using[y]) for x, y in ((a, b), (b, a))):
            pairs = [p for p in plan.in_place if {p.source, p.target} == {a, b}]
            if not pairs:
                yield f"values {a} and {b} live together and overlap"
    for pair in plan.in_place:
        yield from in_place_problems(values, nodes, plan, before, pair)
    if plan.arena_nbytes < plan.live_bytes_bound:
        yield f"{plan.arena_nbytes} bytes are fewer than {plan.live_bytes_bound}"


def after(before: list[int], first: set[int], second: set[int]) -> bool:
    """Whether all of one set come before all of another."""
    return all(before[y] >> x & 1 for x in first for y in second)


def in_place_problems(
    values: list[PlanValue], nodes: list[PlanNode], plan: Schedule, before: list[int], pair: InPlace
) -> Iterator[str]:
    node, source, target = pair
    using, uses = users(nodes), nodes[node].uses
    if plan.offsets[source] != plan.offsets[target]:
        yield f"{pair} do not share memory"
    if values[source].nbytes != values[target].nbytes:
        yield f"{pair} differ in size"
    if not after(before, using[source] - {node}, {node}):
        yield f"{pair}: the input is used elsewhere"
    if not after(before, {node}, using[target] - {node}):
        yield f"{pair}: the output is used before"
    written = [i for i, use in enumerate(uses) if use.value == target]
    if len(written) != 1 or uses[written[0]].reads:
        yield f"{pair}: the output is touched twice"
    for number, use in enumerate(uses):
        if use.value == source:
            allowed = (number, written[0]) in nodes[node].in_place
            same = (use.start, use.stop) == (uses[written[0]].start, uses[written[0]].stop)
            if use.writes or not allowed or not same:
                yield f"{pair} is not allowed"
