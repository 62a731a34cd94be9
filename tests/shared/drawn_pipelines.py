"""Pipelines that a seed draws, and what each of them must deliver, by lists and loops alone.

Items are whole numbers, and lists of what are items. Every function is injective, so that no two
items of a pipeline are equal, and an item that comes twice is seen.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import anyio
import anyio.lowlevel
import pytest

import streamrt as srt
from streamrt._core.flow.shuffling import Permutation
from streamrt.pipeline import Pipeline, source
from streamrt.pipeline.build import largest

ways = pytest.mark.parametrize("is_async", [False, True], ids=["with", "async with"])
Item = Any  # a whole number, or a list of items

FUNCTIONS = ("map", "filter")
JOINTS = ("batch", "batch", "shuffle", "take", "flat_map", "split")


# --- functions, none of which depends on anything but the item ----------------------------------


def total(item: Item) -> int:
    return sum(map(total, item)) + len(item) if isinstance(item, list) else item


BROKEN: set[int] = set()  # the totals of items for which `change` raises


def change(item: Item) -> Item:
    if total(item) in BROKEN:
        raise ValueError(item)
    return [change(part) for part in item] if isinstance(item, list) else 5 * item + 1


def keep(item: Item) -> bool:
    return total(item) % 3 != 0


async def aslow(item: int) -> int:
    """Returns it in a later turn of the loop."""
    await anyio.lowlevel.checkpoint()
    return item


def several(item: Item) -> Iterator[Item]:
    """Yields none to three items."""
    for k in range(total(item) % 4):
        yield [k, item]


def split(item: Item) -> list[Item]:
    return list(several(item))


async def aseveral(item: Item) -> Any:
    for part in several(item):
        await anyio.lowlevel.checkpoint()
        yield part


def yielding(function: Callable[[Item], Item]) -> Callable[[Item], Item]:
    """Some calls let other threads run before they return, so that results change their order."""

    def call(item: Item) -> Item:
        for _ in range(total(item) % 5 * 8):
            os.sched_yield()
        return function(item)

    call.__qualname__ = function.__qualname__
    return call


def coroutine(function: Callable[[Item], Item]) -> Callable[[Item], Any]:
    """Some calls let other tasks run before they return."""

    async def call(item: Item) -> Item:
        for _ in range(total(item) % 5):
            await anyio.lowlevel.checkpoint()
        return function(item)

    call.__qualname__ = function.__qualname__
    return call


# --- the pipelines ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Op:
    """A stage: its kind, its size if it has one, and whether it is ordered or drops the last."""

    kind: str
    size: int = 0
    flag: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """A pipeline without its workers, which each definition draws anew."""

    size: int
    shuffle: int | None
    epochs: int
    is_sized: bool
    ops: tuple[Op, ...]

    @property
    def is_ordered(self) -> bool:
        return not any(op.flag for op in self.ops if op.kind in FUNCTIONS)

    def define(self, rng: random.Random) -> Pipeline[Item]:
        """Returns a definition with workers, threads and coroutines as they are drawn."""
        items: Any = range(self.size)
        if not self.is_sized:
            items = _astream(self.size) if rng.random() < 0.2 else lambda: iter(range(self.size))
        made: Any = source(items, shuffle=self.shuffle, epochs=self.epochs)
        for op in self.ops:
            made = _with(made, op, rng)
        return made  # type: ignore[no-any-return]

    def expected(self) -> list[Item]:
        """Returns what it delivers, in order."""
        items: list[Item] = []
        for epoch in range(self.epochs):
            order: Any = range(self.size)
            if self.shuffle is not None:
                order = Permutation(self.size, self.shuffle, epoch)
            items += [order[k] for k in range(self.size)]
        for op in self.ops:
            items = _after(items, op)
        return items

    def gives(self, found: list[Item]) -> bool:
        """Whether something is what it delivers, in order if it has one."""
        if self.is_ordered:
            return found == self.expected()
        return as_set(found) == as_set(self.expected())


def _astream(size: int) -> Callable[[], Any]:
    async def stream() -> Any:
        for item in range(size):
            if item % 3 == 0:
                await anyio.lowlevel.checkpoint()
            yield item

    return stream


def draw(rng: random.Random) -> Drawn:
    """Draws a pipeline of some stages."""
    is_sized = rng.random() < 0.7
    ops: list[Op] = []
    depth = 0
    for _ in range(rng.randint(1, 6)):
        kind = rng.choice(FUNCTIONS if rng.random() < 0.4 else JOINTS)
        if depth and rng.random() < 0.3:
            kind = "unbatch"
        depth += (kind in ("batch", "split")) - (kind == "unbatch")
        size = {"batch": 4, "shuffle": 6, "take": 60}.get(kind, 0)
        is_odd = rng.random() < 0.15  # unordered, or without the last batch
        ops.append(Op(kind, rng.randint(1, size) if size else 0, is_odd))
    return Drawn(
        rng.choice((0, 1, 7, 20, 40)),
        rng.randint(0, 99) if is_sized and rng.random() < 0.4 else None,
        rng.choice((1, 1, 2, 3)),
        is_sized,
        tuple(ops),
    )


def ahead_of(pipeline: Pipeline[Item], rng: random.Random) -> int | None:
    """Draws a window: often the smallest there may be."""
    return rng.choice(
        (None, least := 2 * largest(pipeline._steps), least, least + rng.randint(0, 9))
    )


def _with(made: Any, op: Op, rng: random.Random) -> Any:
    if op.kind in FUNCTIONS:
        function = change if op.kind == "map" else keep
        wrapped = rng.choice((lambda f: f, yielding, coroutine))(function)
        method = getattr(made, op.kind)
        return method(wrapped, workers=rng.choice((1, 2, 5)), ordered=not op.flag)
    if op.kind == "flat_map":
        function = aseveral if rng.random() < 0.3 else several
        function.__qualname__ = "several"
        return made.flat_map(function)
    if op.kind == "split":
        return made.map(split, workers=rng.choice((1, 3)))
    if op.kind == "batch":
        return made.batch(op.size, drop_last=op.flag)
    if op.kind == "shuffle":
        return made.shuffle(op.size, seed=op.size)
    return made.take(op.size) if op.kind == "take" else made.unbatch()


def _after(items: list[Item], op: Op) -> list[Item]:
    """Returns what a stage makes of all items."""
    if op.kind == "map":
        return [change(item) for item in items]
    if op.kind == "filter":
        return [item for item in items if keep(item)]
    if op.kind == "split":
        return [split(item) for item in items]
    if op.kind in ("flat_map", "unbatch"):
        return [
            part for item in items for part in (several(item) if op.kind == "flat_map" else item)
        ]
    if op.kind == "take":
        return items[: op.size]
    groups = [items[k : k + op.size] for k in range(0, len(items), op.size)]
    if op.kind == "batch":
        return [group for group in groups if len(group) == op.size or not op.flag]
    orders = [Permutation(len(group), op.size, number) for number, group in enumerate(groups)]
    return [g[o[k]] for g, o in zip(groups, orders, strict=True) for k in range(len(g))]


# --- running ------------------------------------------------------------------------------------


def collected(
    rt: srt.Runtime,
    pipeline: Pipeline[Item],
    *,
    is_async: bool,
    each: Callable[[Any], object] = lambda run: None,
    into: list[Item] | None = None,
    **options: Any,
) -> list[Item]:
    """Returns all that a run delivers; `each` is called with it after each item.

    Args:
        rt: the runtime.
        pipeline: the definition.
        is_async: whether it is gone through by `async for`, on an asyncio loop.
        each: called with the run, also before the first item.
        into: the list that gets the items, if it is needed after an error.
        options: of the run.
    """
    found: list[Item] = [] if into is None else into
    if not is_async:
        with pipeline.run(rt, **options) as run:
            each(run)
            for item in run:
                found.append(item)
                each(run)
        return found

    async def main() -> None:
        async with pipeline.run(rt, **options) as run:
            each(run)
            async for item in run:
                found.append(item)
                each(run)

    anyio.run(main)
    return found


def as_set(items: list[Item]) -> list[str]:
    """Returns items without their order."""
    return sorted(map(repr, items))


def delivered(
    rt: srt.Runtime,
    pipeline: Pipeline[Any],
    kind: type[BaseException],
    is_async: bool = False,
    **options: Any,
) -> tuple[list[Any], BaseException]:
    """Returns what a run delivers before it raises, and what it raises."""
    found: list[Any] = []
    with pytest.raises(kind) as raised:
        collected(rt, pipeline, is_async=is_async, into=found, **options)
    return found, raised.value
