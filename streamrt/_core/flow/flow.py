"""A pipeline as one: what may be done next, and what follows from its end.

1. Items are admitted at producers only, while fewer than a window of them are inside. An item
   leaves when what became of it was delivered, and work of devices that belongs to it has ended. So
   the window bounds items, queues, reordering and memory together. Nothing waits in a circle: what
   is inside needs no room to go on, except where joints hold all of it, such as a batch of the last
   rows of batches. Then the window grows by an item at a time.
2. Of the work that may be done, that nearest to the end comes first.
3. A failure stops producers, and makes everything behind its place needless.

The caller holds one lock around each call. Functions of users run outside of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Generator, Sequence
from functools import partial
from typing import Any, Protocol

from streamrt._core.flow.elements import Element, Failure, Place, Share
from streamrt._core.flow.joints import Batch, Joint, Take
from streamrt._core.flow.nodes import Producer, Task, Worked
from streamrt._core.flow.outlet import Outlet
from streamrt._core.flow.pace import Pace

WORTH = 50e-6  # seconds of work for which one more worker is woken
LONG = 200e-6  # seconds of a call for which a worker stays with its node
LATE = 5e-3  # seconds after which others look after a task


class Fence(Protocol):
    """Work of a device."""

    def done(self) -> bool:
        """Whether it has ended."""
        ...

    def sync(self) -> object:
        """Blocks until it has ended; raises if it failed."""
        ...

    def __await__(self) -> Generator[Any, None, object]:
        """Waits until it has ended; raises if it failed."""
        ...


class Flow:
    """The state of one run.

    Attributes:
        outlet: where elements are delivered.
        works: the nodes with workers, in order.
        has_stopped: whether nothing is taken any more.
        is_waiting: whether a worker waits for the oldest fence.
        device_pace: busy while the window is full of work of devices.
        window_pace: busy while the window is full.
    """

    def __init__(
        self,
        nodes: Sequence[Worked | Joint],
        *,
        ordered: bool,
        start: Place,
        beyond: Collection[Place] = (),
    ) -> None:
        """Joins nodes.

        Args:
            nodes: the nodes in order; the first is a producer.
            ordered: whether elements are delivered in order.
            start: the place at which the run starts.
            beyond: the places of elements that an earlier run has delivered.
        """
        self.outlet: Outlet = Outlet(ordered, start, beyond, self._leave)
        self.works: list[Worked] = [node for node in nodes if isinstance(node, Worked)]
        self.has_stopped: bool = False
        self.is_waiting: bool = False
        self._nodes = nodes
        self._producers = [node for node in self.works if isinstance(node, Producer)]
        self._timed = [
            node for node in nodes if isinstance(node, Batch) and node.within is not None
        ]
        self._last_first = self.works[::-1]
        self._tasks: dict[Task, None] = {}
        self._many = 0
        self._fences: deque[tuple[Any, Share]] = deque()
        self._is_full = False
        self.device_pace: Pace = Pace(1)
        self.window_pace: Pace = Pace(1)
        for node, following in zip(nodes, [*nodes[1:], self.outlet], strict=True):
            node.next = following  # type: ignore[assignment]
            if isinstance(node, Take):
                node.ended = partial(self._cut, node)

    def begin(self, now: float) -> None:
        """Lets the first producer begin."""
        self.look_at_paces(now)
        for node in self._nodes:
            if isinstance(node, Take):
                node.begin(now)
        self._producers[0].accept(Element(None, 0, (), (), ()), now)

    # -- work -----------------------------------------------------------------------------------

    def take(self, now: float, last: Worked | None = None, others: bool = False) -> Task | None:
        """Hands out the work that is nearest to the end; None if there is none.

        Args:
            now: the time, in seconds.
            last: the node of which the worker had its last long task.
            others: whether another worker could be woken. Then a worker stays with calls that take
                long: their code and memory are in its caches, and in its part of the allocator.
        """
        if self.has_stopped:
            return None
        for node in self._last_first:
            if node.free and not node.on_loop and node.available():
                if others and last is not None and node.pace.mean > LONG < last.pace.mean:
                    return self.take_of(last if last.free and last.available() else node, now)
                return self.take_of(node, now)
        return None

    def take_of(self, node: Worked, now: float) -> Task:
        """Hands out work of one node, which has some, and a free worker."""
        node.pace.pass_to(now, node.free, self._is_full)
        task = node.task(now)
        node.free -= 1
        self._tasks[task] = None
        self._many += task.is_many
        if node is self._producers[0]:
            self._look_at_window(now)
        return task

    def end(self, task: Task, now: float) -> None:
        """Takes the end of a task; its results go on, unless it has stopped: then nothing does.

        An end that went on alone would look like the end of the items, and some were dropped.
        """
        node = task.node
        del self._tasks[task]
        self._many -= task.is_many
        node.pace.pass_to(now, node.free, self._is_full)
        node.pace.awaiting += task.awaited
        node.free += 1
        if self.has_stopped:
            task.results.clear()
            return
        self._collect(task, now)
        node.pace.called(task.counted, now - task.began)
        node.end(task, now)
        self._look_at_window(now)
        self._widen()

    def rescue(self, now: float) -> None:
        """Takes from late tasks what is ready or was not begun, and closes batches in time."""
        if self.has_stopped:
            return
        for task in list(self._tasks):
            if now - task.began >= LATE:
                self._collect(task, now)
                task.node.take_back(task)
        for batch in self._timed:
            batch.tick(now)
        self._widen()

    def _collect(self, task: Task, now: float) -> None:
        node = task.node
        node.collect(task, now)
        if node.failed is not None:
            self._forget_behind(node, node.failed)
            node.failed = None

    def wanted(self) -> Worked | None:
        """Returns the node for whose work one more worker is to be woken; None if it pays nowhere.

        The first call of a function is worth one, because nobody knows yet how long it takes.
        """
        if self.has_stopped:
            return None
        for node in self._last_first:
            if node.free and not node.on_loop and (count := node.available()):
                if not node.pace.mean or node.pace.mean * count >= WORTH:
                    return node
                if isinstance(node, Producer) and 2 * node.inside <= node.window:
                    return node
                if not self._tasks:
                    return node
        return None

    def wants_waiter(self) -> bool:
        """Whether a worker is to wait for the oldest fence, because nothing else gives room."""
        return self._is_full and self.oldest_fence() is not None

    @property
    def needs_looks(self) -> bool:
        """Whether somebody has to call `rescue` in time."""
        return self._many > 0 or any(batch.deadline is not None for batch in self._timed)

    def look_after(self, now: float) -> float | None:
        """Returns the seconds after which `rescue` is due; None if nothing needs it."""
        times = [batch.deadline - now for batch in self._timed if batch.deadline is not None]
        if self._many:
            times.append(LATE)
        return max(0.0, min(times)) if times else None

    # -- the window -----------------------------------------------------------------------------

    def look_at_fences(self, now: float) -> None:
        """Lets items leave whose work of devices has ended."""
        if self._fences and self._fences[0][0].done():
            while self._fences and self._fences[0][0].done():
                self._give_back(self._fences.popleft()[1])
            self._look_at_window(now)
            self._widen()

    def oldest_fence(self) -> Fence | None:
        """Returns the work of a device that keeps items inside, if nobody waits for it yet."""
        if self.is_waiting or not self._fences or self.has_stopped:
            return None
        return self._fences[0][0]  # type: ignore[no-any-return]

    def _leave(self, element: Element) -> None:
        if element.fence is None or element.fence.done():
            self._give_back(element.share)
        else:
            self._fences.append((element.fence, element.share))

    def _give_back(self, share: Share) -> None:
        for producer, count in zip(self._producers, share, strict=False):
            producer.inside -= count

    def _widen(self) -> None:
        """Lets one more item in if all that are inside wait for another.

        How many that takes depends on functions: a batch of ten may become one row, and seven such
        rows the next batch. So it is found here, and not computed from the definition.
        """
        outlet = self.outlet
        if self._tasks or self._fences or outlet.out or outlet.has_ended or self.has_stopped:
            return
        if any(batch.deadline is not None for batch in self._timed):
            return
        if any(node.available() for node in self.works):
            return
        for node in reversed(self._producers):
            if node.parent is not None:
                node.window += 1
                return

    def _look_at_window(self, now: float) -> None:
        source = self._producers[0]
        is_full = source.inside >= source.window
        if is_full is not self._is_full:
            self.look_at_paces(now)
            self._is_full = is_full

    def look_at_paces(self, now: float) -> None:
        """Counts the time until now."""
        for node in self.works:
            node.pace.pass_to(now, node.free, self._is_full)
        self.window_pace.pass_to(now, not self._is_full, False)
        self.device_pace.pass_to(now, not (self._is_full and self._fences), False)

    def awaited(self, node: Worked, now: float) -> float:
        """Returns the seconds in which tasks of a node were suspended until now."""
        seconds = node.pace.awaiting
        for task in self._tasks:
            if task.node is node and node.on_loop:
                since = task.since
                seconds += task.awaited + (0.0 if since is None else now - since)
        return seconds

    @property
    def fill(self) -> tuple[int, int]:
        """The number of items inside, and the size of the window."""
        source = self._producers[0]
        return source.inside, source.window

    # -- the end --------------------------------------------------------------------------------

    def deliver(self, now: float) -> Element | None:
        """Takes out the next element for the consumer; None if there is none yet."""
        element = self.outlet.deliver()
        if element is not None:
            if isinstance(element.value, Failure):
                self.stop()
            else:
                self.leave(0, now)
        return element

    def leave(self, count: int, now: float) -> None:
        """Takes out as many elements that the consumer has; none of them failed."""
        for _ in range(count):
            self.outlet.deliver()
        self._look_at_window(now)
        self._widen()

    def stop(self) -> None:
        """Hands out nothing more."""
        self.has_stopped = True

    def _cut(self, node: Worked | Joint) -> None:
        """Drops what comes before a node, and was not begun."""
        self._end_producers(node)
        for earlier in self._nodes[: self._nodes.index(node)]:
            if isinstance(earlier, Worked):
                earlier.ready.clear()

    def _end_producers(self, node: Worked | Joint) -> None:
        for earlier in self._nodes[: self._nodes.index(node)]:
            if isinstance(earlier, Producer):
                earlier.window = 0

    def _forget_behind(self, node: Worked, place: Place) -> None:
        """Drops what comes after a place, at which a node failed, and was not begun.

        Nodes before it may have elements of earlier places, which a late worker gave back. Places
        in nodes behind it are longer, also that of the failure itself.
        """
        self._end_producers(node)
        size = len(place)
        for other in self.works:
            kept = [element for element in other.ready if element.before[:size] <= place]
            other.ready.clear()
            other.ready.extend(kept)

    @property
    def running(self) -> int:
        """The tasks that workers have."""
        return len(self._tasks)
