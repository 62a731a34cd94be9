"""Calls: how workers do their work, what they call for each element, and what an error says.

A step belongs to a node of the flow. A worker runs a task of the node with it, in a thread by `run`
or on an event loop by `arun`. Steps take elements of a task from the left and add what is ready at
the right, and never need the run's lock.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeAlias

import anyio
import numpy as np

from streamrt._core.flow.elements import DROPPED, SKIPPED, Element, Failure, Place
from streamrt._core.flow.flow import Fence
from streamrt._core.flow.nodes import Task
from streamrt._core.values import shown
from streamrt._interrupts import from_handler
from streamrt._notes import listeners, now, tell
from streamrt._runtime.waiting.loops import running_loop
from streamrt.pipeline.policies import Retry, Skip
from streamrt.pipeline.positions import Positions

Change: TypeAlias = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Where:
    """The words with which messages name a stage.

    Attributes:
        name: its name.
        number: its number among the stages, from 1.
        stages: how many there are.
        site: the line that defined it.
        positions: the positions of items in the whole source.
        counters: the indexes of a place's numbers that count what a `take` sent before. They depend
            on other items, so random numbers do not depend on them.
        seed: decides its random numbers.
    """

    name: str
    number: int
    stages: int
    site: str
    positions: Positions
    counters: tuple[int, ...]
    seed: int

    def told(self, place: Place, item: object, attempt: int, attempts: int) -> str:
        """Returns the note of an error: which item, where, and in which attempt."""
        position = self._position(self.positions[place[0]]) if place else "the source"
        return self._note(position, item, attempt, attempts)

    def told_of_source(self, place: Place, item: object) -> str:
        """Returns the note of an error of a source, which may be in another part's item."""
        failed = self.positions.failed
        position = self._position(self.positions[place[0]] if failed is None else failed)
        return self._note(position, item, 1, 1)

    def _position(self, position: int) -> str:
        if not self.positions.size:
            return f"item {position}"
        epoch, within = divmod(position, self.positions.size)
        return f"item {within} of epoch {epoch}"

    def _note(self, position: str, item: object, attempt: int, attempts: int) -> str:
        tried = f", attempt {attempt} of {attempts}" if attempts > 1 else ""
        stage = f", stage {self.number} of {self.stages}" if self.number else ""
        return f"{self.name}{stage}, {position}: {shown(item)}{tried}, defined at {self.site}"

    def rng(self, place: Place) -> np.random.Generator:
        """Returns the generator of a place: the same for any number of workers and of parts."""
        ways = [number for k, number in enumerate(place) if k not in self.counters]
        ways[0] = self.positions[ways[0]]
        text = ",".join(map(str, (self.seed, self.number, *ways))).encode()
        key = int.from_bytes(hashlib.blake2b(text, digest_size=16).digest(), "little")
        return np.random.Generator(np.random.Philox(key=key))


class Stopping:
    """Tells workers that wait, of a run that ends."""

    def __init__(self) -> None:
        self.thread: threading.Event = threading.Event()


class Skips:
    """Counts the items that one stage skips."""

    def __init__(self) -> None:
        self._count = 0
        self._lock = threading.Lock()

    def may_skip(self, error: BaseException, policy: object, name: str) -> bool:
        """Returns whether a policy skips an item for which this was raised, and counts it."""
        if not isinstance(policy, Skip) or not isinstance(error, policy.on) or from_handler(error):
            return False
        with self._lock:
            self._count += 1
            if policy.most is None or self._count <= policy.most:
                return True
        before = "1 item was" if policy.most == 1 else f"{policy.most} items were"
        error.add_note(f"{name}: {before} skipped before; see skip")
        return False


class Held:
    """Work of a device for an item, and what the item was before it.

    That is kept until the work has ended. Otherwise the pool would give its memory to the next item
    at once, whose work would wait for this one's, so stages on different streams would not overlap.
    """

    __slots__ = ("_before", "_given", "_work")

    def __init__(self, work: Fence, given: object, before: Held | None) -> None:
        """Makes it.

        Args:
            work: the work.
            given: what the item was.
            before: the work of an earlier stage, if there is any.
        """
        self._work = work
        self._given = given
        self._before = before

    def done(self) -> bool:
        """Whether it has ended, well or not."""
        return self._work.done() and (self._before is None or self._before.done())

    def sync(self) -> None:
        """Blocks until it has ended; raises if it failed."""
        self._work.sync()
        if self._before is not None:
            self._before.sync()

    def __await__(self) -> Generator[Any, None, None]:
        """Waits until it has ended; raises if it failed."""
        yield from self._work.__await__()
        if self._before is not None:
            yield from self._before.__await__()


class Calling:
    """Calls a function for each element of a task, and puts what it returns in the item's place.

    Attributes:
        change: called with the item; returns what becomes of it.
        where: what messages say.
        policy: what happens to items that fail.
        takes_rng: whether the function gets a generator as `rng`.
        fence: returns the work of a device that the result waits for; None if there is none.
        item_of: returns what messages show of a value.
        stopping: tells of the end of the run.
        owner: the engine of its runtime, for notes.
    """

    def __init__(
        self,
        change: Change,
        where: Where,
        *,
        policy: Skip | Retry | None = None,
        takes_rng: bool = False,
        fence: Callable[[Any], Fence] | None = None,
        item_of: Callable[[Any], object] | None = None,
    ) -> None:
        self.change = change
        self.item_of: Callable[[Any], object] = item_of or itself
        self.where = where
        self.policy = policy
        self.takes_rng = takes_rng
        self.fence = fence
        self.stopping: Stopping = Stopping()
        self.owner: object = None
        self._skips = Skips()

    def run(self, task: Task) -> None:
        """Does a task in this thread."""
        if listeners:
            self._run_told(task)
            return
        items, done, change = task.items, task.results.append, self.change
        is_plain = not (self.takes_rng or self.fence)
        while items:
            try:
                element = items.popleft()
            except IndexError:  # taken back
                return
            try:
                if is_plain:
                    element.value = change(element.value)
                else:
                    self._change(element)
            except BaseException as error:  # noqa: BLE001 - it belongs to the item
                self._recover(element, error)
            done(element)

    def _run_told(self, task: Task) -> None:
        """Does a task as `run` does, and tells of each call."""
        items, done = task.items, task.results.append
        while items:
            try:
                element = items.popleft()
            except IndexError:
                return
            since = now()
            try:
                self._change(element)
            except BaseException as error:  # noqa: BLE001 - it belongs to the item
                self._recover(element, error)
            tell("stage", self.where.name, since, owner=self.owner)
            done(element)

    async def arun(self, task: Task) -> None:
        """Does a task on an event loop; `change` returns coroutines."""
        items, done = task.items, task.results.append
        while items:
            try:
                element = items.popleft()
            except IndexError:
                return
            attempt, since = 1, now() if listeners else 0
            while True:
                given = element.value
                try:
                    element.value = await self._arguments(element, self.change)
                    break
                except BaseException as error:
                    if is_cancelled(error):
                        raise
                    wait = self._failed(element, given, error, attempt)
                    if wait is None:
                        break
                await anyio.sleep(wait)
                attempt += 1
            if since:
                tell("stage", self.where.name, since, owner=self.owner)
            done(element)

    def _arguments(self, element: Element, call: Change) -> Any:
        if self.takes_rng:
            return call(element.value, rng=self.where.rng(element.before))
        return call(element.value)

    def _change(self, element: Element) -> None:
        given = element.value
        element.value = value = self._arguments(element, self.change)
        if self.fence is not None:
            element.fence = Held(self.fence(value), given, element.fence)

    def _recover(self, element: Element, error: BaseException) -> None:
        attempt, given = 1, element.value
        while (wait := self._failed(element, given, error, attempt)) is not None:
            if self.stopping.thread.wait(wait):
                element.value = SKIPPED
                return
            attempt += 1
            try:
                self._change(element)
                return
            except BaseException as again:  # noqa: BLE001 - it belongs to the item
                error = again

    def _failed(
        self, element: Element, given: object, error: BaseException, attempt: int
    ) -> float | None:
        """Decides about an item that failed; returns the seconds to the next attempt, or None."""
        policy, attempts = self.policy, 1
        if isinstance(policy, Retry):
            attempts = policy.attempts
            if attempt < attempts and isinstance(error, policy.on) and not from_handler(error):
                return float(policy.wait * 2 ** (attempt - 1))
            policy = policy.then
        if self._skips.may_skip(error, policy, self.where.name):
            element.value = SKIPPED
            return None
        element.value = self.failure(error, element.before, given, attempt, attempts)
        return None

    def failure(
        self, error: BaseException, place: Place, given: object, attempt: int = 1, attempts: int = 1
    ) -> Failure:
        """Returns a failure that raises an error with a note; see `passed_on`."""
        raised = passed_on(error)
        raised.add_note(self.where.told(place, self.item_of(given), attempt, attempts))
        return Failure(raised)


def itself(value: object) -> object:
    """Returns a value as it is."""
    return value


def is_cancelled(error: BaseException) -> bool:
    """Whether an error is the cancellation of this task of an event loop.

    A function that awaits something that was cancelled raises the same class on asyncio. That is
    a failure of its item: if it ended the worker, the consumer would wait for the item for ever.
    """
    if not isinstance(error, anyio.get_cancelled_exc_class()):
        return False
    if anyio.get_current_task().has_pending_cancellation() or running_loop() is None:
        return True
    task = asyncio.current_task()
    return task is None or task.cancelling() > 0


def passed_on(error: BaseException) -> BaseException:
    """Returns the error itself, or one that a `for` does not take for the end."""
    if isinstance(error, StopIteration | StopAsyncIteration):
        instead = RuntimeError(f"a stage raised {type(error).__name__}")
        instead.__cause__ = error
        return instead
    return error


def keep_if(function: Change) -> Change:
    """Returns a function that drops the items for which the user's returns false."""

    def keep(value: Any, **rng: Any) -> Any:
        return value if function(value, **rng) else DROPPED

    return keep


def akeep_if(function: Callable[..., Awaitable[object]]) -> Change:
    """See `keep_if`; for coroutine functions."""

    async def keep(value: Any, **rng: Any) -> Any:
        return value if await function(value, **rng) else DROPPED

    return keep
