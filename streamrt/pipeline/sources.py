"""A source: what may be one, and iterators of it from any position on.

A source of known size has the item of every position at once: its epoch, and its index there, which
a permutation shuffles. Of others, the items before a position are read again and dropped.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, Protocol, TypeVar

from streamrt._core.flow.shuffling import Permutation
from streamrt._core.values import check_count, shown
from streamrt.errors import ArgumentError, StateError
from streamrt.pipeline.checking import check_items, check_once
from streamrt.pipeline.positions import Positions
from streamrt.pipeline.steps import Source

T_co = TypeVar("T_co", covariant=True)


class Indexed(Protocol[T_co]):
    """A collection of items by number, such as a list or a Dataset of PyTorch."""

    def __len__(self) -> int:
        """Returns the number of items."""
        ...

    def __getitem__(self, index: int, /) -> T_co:
        """Returns an item."""
        ...


def source_step(items: Any, shuffle: int | None, epochs: int | None, site: str) -> Source:
    """Returns the first step of a pipeline; see `source`.

    Raises:
        ArgumentError: an argument is not of its form.
    """
    if shuffle is not None:
        shuffle = check_count(shuffle, "source: shuffle", 0)
    if epochs is not None:
        epochs = check_count(epochs, "source: epochs", 1)
    is_sized = check_items(items)
    is_async = hasattr(items, "__aiter__") or inspect.isasyncgenfunction(items)
    if shuffle is not None and not is_sized:
        raise ArgumentError(
            f"source: {shown(items)} has no length, so it cannot be shuffled as a whole; use "
            "shuffle(window) behind it"
        )
    if is_once(items):
        check_once(items, epochs)
        items = Once(items, site)
    return Source(
        name="source",
        site=site,
        items=items,
        size=len(items) if is_sized else None,
        shuffle=shuffle,
        epochs=epochs,
        is_async=is_async,
    )


def items_from(source: Source, start: int, positions: Positions) -> Iterator[Any]:
    """Yields the items of a source's part, without the first so many."""
    part = source.part
    if part is None:
        return _unsized(source, start, positions)
    return _sized(source, part, start)


def _sized(source: Source, part: int, start: int) -> Iterator[Any]:
    if part == 0:
        return
    first, within = divmod(start, part)
    epochs = itertools.count(first) if source.epochs is None else range(first, source.epochs)
    for epoch in epochs:
        order: Any = range(source.size or 0)
        if source.shuffle is not None:
            order = Permutation(source.size or 0, source.shuffle, epoch)
        for index in range(within, part):
            yield source.items[order[source.rank + index * source.world]]
        within = 0


def _unsized(source: Source, start: int, positions: Positions) -> Iterator[Any]:
    made = total = 0  # no islice: it would hide the generator, which is closed when the run is left
    epochs = itertools.count() if source.epochs is None else range(source.epochs)
    for _ in epochs:
        found = opened(source.items)
        positions.begin(made, total)
        count = 0
        try:
            for count, item in enumerate(found, 1):
                if (count - 1) % source.world == source.rank:
                    made += 1
                    if made > start:
                        yield item
        except BaseException:
            positions.failed = total + count
            raise
        finally:
            close(found)
        total += count
        if count == 0 and source.epochs is None:
            break  # an empty source never gets anywhere
    _check_reached(source, made, start)


async def aitems_from(source: Source, start: int, positions: Positions) -> AsyncIterator[Any]:
    """Yields the items of an asynchronous source's part, without the first so many."""
    made = total = 0
    epochs = itertools.count() if source.epochs is None else range(source.epochs)
    for _ in epochs:
        found = opened(source.items)
        positions.begin(made, total)
        count = 0
        try:
            async for item in found:
                count += 1
                if (count - 1) % source.world == source.rank:
                    made += 1
                    if made > start:
                        yield item
        except BaseException:
            positions.failed = total + count
            raise
        finally:
            if hasattr(found, "aclose"):
                await found.aclose()
        total += count
        if count == 0 and source.epochs is None:
            break
    _check_reached(source, made, start)


def _check_reached(source: Source, made: int, start: int) -> None:
    """Refuses a source that is shorter than where a run is to go on.

    Raises:
        StateError: it is.
    """
    if made < start:
        raise StateError(
            f"resume a pipeline: {source.called} ended after {made} items, and the state is at "
            f"item {start} of it; it must give the same items again"
        )


def opened(items: Any) -> Any:
    """Returns an iterator of a source: what a function returns, or the items' own."""
    if callable(items):
        items = items()
    return items.__aiter__() if hasattr(items, "__aiter__") else iter(items)


def close(iterator: object) -> None:
    """Closes a generator; other iterators have nothing to close."""
    closing: Callable[[], object] | None = getattr(iterator, "close", None)
    if closing is not None and hasattr(iterator, "gi_frame"):
        closing()


class Once:
    """An iterator as a source: one run may read it, and no other."""

    def __init__(self, iterator: Any, site: str) -> None:
        self._iterator = iterator
        self._site = site
        self._was_read = False

    def __call__(self) -> Any:
        """Returns the iterator.

        Raises:
            StateError: it was returned before.
        """
        if self._was_read:
            raise StateError(
                f"run a pipeline: its source {shown(self._iterator)}, {self._site}, was read by an "
                "earlier run; pass a sequence, an iterable, or a function that returns an iterator"
            )
        self._was_read = True
        return self._iterator


def is_once(items: object) -> bool:
    """Whether items can be gone through only once."""
    return hasattr(items, "__next__") or hasattr(items, "__anext__")
