"""Places for the boxes of a picture: layers from the top, as Sugiyama and others do it.

1. A box lies below all boxes that lead to it (longest path), in the first layer with room.
2. An edge over several layers gets a bend in each, and bends are placed like boxes.
3. Each layer is ordered by the mean place of the neighbours in the layer beside it, in sweeps
   down and up (Sugiyama, Tagawa and Toda 1981).
4. A box lies as near to its neighbours' mean as order and distance allow: least squares, by
   pooling adjacent violators.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise

__all__ = ["Layers", "place"]

GAP = 26.0  # the distance between boxes of a layer
SWEEPS = 12
CROWD = 10  # the most boxes in one layer; then the next one is taken

Beside = defaultdict[int, list[int]]  # the neighbours of a box in the layer above or below it


@dataclass(frozen=True, slots=True)
class Layers:
    """The places of boxes and bends.

    Attributes:
        x: the middle of each box.
        layer: the layer of each box, counted from the top.
        count: how many layers there are.
        ways: the middles that each edge passes, one in each layer, its ends included.
        width: the width of the whole.
    """

    x: tuple[float, ...]
    layer: tuple[int, ...]
    count: int
    ways: tuple[tuple[float, ...], ...]
    width: float


def place(
    widths: Sequence[float], edges: Sequence[tuple[int, int]], late: Sequence[bool]
) -> Layers:
    """Finds a place for every box.

    Args:
        widths: the widths of the boxes.
        edges: pairs (upper box, lower box). An edge that closes a cycle is drawn upwards.
        late: whether each box stands just above the first that it leads to, not at the top.
    """
    layer = _layers(len(widths), edges, late)
    sizes = list(widths)
    rows: list[list[int]] = [[] for _ in range(max(layer, default=-1) + 1)]
    for box, height in enumerate(layer):
        rows[height].append(box)
    chains: list[list[int]] = []
    ups: Beside = defaultdict(list)
    downs: Beside = defaultdict(list)
    for source, target in edges:
        step = 1 if layer[target] >= layer[source] else -1
        chain = [source]
        for height in range(layer[source] + step, layer[target], step):
            rows[height].append(len(sizes))
            chain.append(len(sizes))
            sizes.append(2.0)
        chain.append(target)
        chains.append(chain)
        for upper, lower in pairwise(chain[::step]):
            downs[upper].append(lower)
            ups[lower].append(upper)
    _sort(rows, ups, downs)
    x = _spread(rows, ups, downs, sizes)
    left = min((x[b] - s / 2 for b, s in enumerate(sizes)), default=0.0)
    x = [middle - left for middle in x]
    return Layers(
        x=tuple(x[: len(widths)]),
        layer=tuple(layer),
        count=len(rows),
        ways=tuple(tuple(x[stop] for stop in chain) for chain in chains),
        width=max((x[b] + s / 2 for b, s in enumerate(sizes)), default=0.0),
    )


def _layers(count: int, edges: Sequence[tuple[int, int]], late: Sequence[bool]) -> list[int]:
    above: list[list[int]] = [[] for _ in range(count)]
    below: list[list[int]] = [[] for _ in range(count)]
    for source, target in edges:
        above[target].append(source)
        below[source].append(target)
    layer = [-1] * count
    crowd: Counter[int] = Counter()
    for box in _order(above, below):
        height = max((layer[upper] + 1 for upper in above[box]), default=0)
        while not late[box] and crowd[height] >= CROWD:
            height += 1
        layer[box] = height
        crowd[height] += not late[box]
    for box in range(count):
        if late[box] and below[box]:
            layer[box] = max(0, min(layer[lower] for lower in below[box]) - 1)
    return layer


def _order(above: Sequence[Sequence[int]], below: Sequence[Sequence[int]]) -> Iterator[int]:
    """Yields the boxes from the top; if a cycle leaves none to go on with, the first left."""
    missing = [len(boxes) for boxes in above]
    ready = [box for box, number in enumerate(missing) if not number]
    left = dict.fromkeys(range(len(above)))
    while left:
        box = heappop(ready) if ready else next(iter(left))
        if box not in left:
            continue
        del left[box]
        yield box
        for lower in below[box]:
            missing[lower] -= 1
            if not missing[lower]:
                heappush(ready, lower)


def _sort(rows: list[list[int]], ups: Beside, downs: Beside) -> None:
    """Orders each layer by barycentre; keeps the order with the fewest crossings."""
    best = [list(row) for row in rows]
    fewest = _crossings(rows, downs)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        order, beside = (rows, ups) if sweep % 2 == 0 else (rows[::-1], downs)
        for other, row in pairwise(order):
            position = {box: number for number, box in enumerate(other)}
            means: dict[int, float] = {}
            for number, box in enumerate(row):
                found = [position[near] for near in beside[box] if near in position]
                means[box] = sum(found) / len(found) if found else number
            row.sort(key=means.__getitem__)
        crossings = _crossings(rows, downs)
        if crossings < fewest:
            fewest, best = crossings, [list(row) for row in rows]
    rows[:] = best


def _crossings(rows: Sequence[Sequence[int]], downs: Beside) -> int:
    """Returns how many pairs of edges cross."""
    crossings = 0
    for upper, lower in pairwise(rows):
        position = {box: number for number, box in enumerate(lower)}
        seen: list[int] = []
        for box in upper:
            ends = sorted(position[other] for other in downs[box] if other in position)
            crossings += sum(len(seen) - bisect_right(seen, end) for end in ends)
            for end in ends:
                insort(seen, end)
    return crossings


def _spread(
    rows: Sequence[Sequence[int]], ups: Beside, downs: Beside, sizes: Sequence[float]
) -> list[float]:
    """Returns the middle of every box and bend."""
    x = [0.0] * len(sizes)
    for row in rows:
        _settle(row, x, sizes)
    for sweep in range(2 * SWEEPS):
        order, beside = (rows, ups) if sweep % 2 == 0 else (rows[::-1], downs)
        for row in order:
            for box in row:
                if near := beside[box]:
                    x[box] = sum(x[other] for other in near) / len(near)
            _settle(row, x, sizes)
    return x


def _settle(row: Sequence[int], x: list[float], sizes: Sequence[float]) -> None:
    """Moves the boxes of a layer apart, as little as possible, so that none overlap."""
    shift = 0.0
    shifts: list[float] = []
    blocks: list[tuple[float, int]] = []  # mean and number of boxes that stand in a row
    for number, box in enumerate(row):
        if number:
            shift += (sizes[row[number - 1]] + sizes[box]) / 2 + GAP
        shifts.append(shift)
        mean, count = x[box] - shift, 1
        while blocks and blocks[-1][0] > mean:
            other, many = blocks.pop()
            mean, count = (mean * count + other * many) / (count + many), count + many
        blocks.append((mean, count))
    places = [mean for mean, count in blocks for _ in range(count)]
    for box, place_, offset in zip(row, places, shifts, strict=True):
        x[box] = place_ + offset
