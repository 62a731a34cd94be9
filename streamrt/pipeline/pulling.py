"""Producers: they make elements of a source, or of what a function of `flat_map` yields."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

from streamrt._core.flow.elements import SKIPPED, Element, Failure
from streamrt._core.flow.nodes import Producer, Task
from streamrt._notes import listeners, now, tell
from streamrt.pipeline.calls import Change, Skips, Where, is_cancelled, passed_on
from streamrt.pipeline.policies import Retry, Skip
from streamrt.pipeline.sources import close, opened


class Pulling:
    """Makes elements: of a source, or of what a function of `flat_map` yields for an item."""

    def __init__(
        self,
        open_at: Callable[[Element, int], Any],
        where: Where,
        policy: Skip | Retry | None = None,
    ) -> None:
        """Makes it.

        Args:
            open_at: returns an iterator for a parent, without the first so many results.
            where: what messages say.
            policy: whether the rest of a parent that fails is skipped.
        """
        self.where = where
        self.owner: object = None
        self._policy = policy
        self._skips = Skips()
        self._open_at = open_at
        self._iterator: Any = None
        self._parent: Element | None = None

    def _begin(self, task: Task) -> Any:
        if task.items:
            node = task.node
            assert isinstance(node, Producer)
            self._parent = task.items.popleft()
            self._iterator = self._open_at(self._parent, node.made)
        return self._iterator

    def run(self, task: Task) -> None:
        """Makes at most as many as the task allows, in this thread."""
        done, limit = task.results.append, task.limit
        try:
            iterator: Iterator[Any] = self._begin(task)
        except BaseException as error:  # noqa: BLE001 - a StopIteration, too: here it is no end
            self._failed(task, error)
            return
        try:
            if listeners:
                iterator = self._told(iterator)
            for _ in range(limit):
                done(next(iterator))
        except StopIteration:
            task.ended = True
        except BaseException as error:  # noqa: BLE001 - it is delivered in its place
            self._failed(task, error)

    def _told(self, iterator: Iterator[Any]) -> Iterator[Any]:
        """Yields what an iterator gives, and tells of each call."""
        while True:
            since = now()
            try:
                value = next(iterator)
            except StopIteration:
                return
            tell("stage", self.where.name, since, owner=self.owner)
            yield value

    async def arun(self, task: Task) -> None:
        """Makes at most as many as the task allows, on an event loop."""
        done, limit = task.results.append, task.limit
        try:
            iterator: AsyncIterator[Any] = self._begin(task)
            for _ in range(limit):
                since = now() if listeners else 0
                value = await anext(iterator)
                if since:
                    tell("stage", self.where.name, since, owner=self.owner)
                done(value)
        except StopAsyncIteration:
            task.ended = True
        except BaseException as error:
            if is_cancelled(error):
                raise
            self._failed(task, error)

    def _failed(self, task: Task, error: BaseException) -> None:
        node, parent = task.node, self._parent
        assert isinstance(node, Producer)
        before = parent.before if parent is not None else ()
        place = (*before, node.made + len(task.results))
        if self._skips.may_skip(error, self._policy, self.where.name):
            task.results.append(SKIPPED)
        else:
            raised = passed_on(error)
            if before and parent is not None:
                raised.add_note(self.where.told(place, parent.value, 1, 1))
            else:
                raised.add_note(self.where.told_of_source(place, "the next item"))
            task.results.append(Failure(raised))
        task.ended = True

    def close(self) -> None:
        """Closes an iterator that was not read to its end."""
        if self._iterator is not None and not hasattr(self._iterator, "aclose"):
            close(self._iterator)

    async def aclose(self) -> None:
        """Closes an asynchronous iterator that was not read to its end."""
        if hasattr(self._iterator, "aclose"):
            await self._iterator.aclose()


def expander(function: Change, where: Where, takes_rng: bool) -> Callable[[Element, int], Any]:
    """Returns a function that opens the results for an item, and leaves out the first ones."""

    def open_at(parent: Element, skip: int) -> Any:
        rng = {"rng": where.rng(parent.before)} if takes_rng else {}
        iterator = opened(lambda: function(parent.value, **rng))
        if hasattr(iterator, "__anext__"):
            return _without(iterator, skip)
        for _ in range(skip):
            next(iterator, None)
        return iterator

    return open_at


async def _without(iterator: Any, skip: int) -> AsyncIterator[Any]:
    """Yields what an asynchronous iterator gives after the first so many."""
    count = 0
    try:
        async for value in iterator:
            count += 1
            if count > skip:
                yield value
    finally:
        if hasattr(iterator, "aclose"):
            await iterator.aclose()
