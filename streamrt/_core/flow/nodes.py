"""Places where functions work: producers, which make elements, and stages, which change them.

A node takes elements from the one before it, and hands elements to the one after it. What it takes
is in no order, except where a node needs one: then it holds back what comes too early.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Protocol

from streamrt._core.flow.elements import DROPPED, END, SKIPPED, Element, Failure, Place, Share
from streamrt._core.flow.pace import Pace

CHUNK = 100e-6  # seconds of work that a worker takes at once
MOST = 64  # elements that it takes at most
SHORT = 10e-6  # seconds of a call that another worker is not worth being woken for


class Takes(Protocol):
    """A place that an element goes to."""

    def accept(self, element: Element, now: float) -> None:
        """Takes an element."""
        ...


class Task:
    """Work that was handed to one worker: elements of a stage, or so many of a producer.

    The worker takes items from the left and adds results at the right, without the run's lock:
    both are deques, so that others may at any time collect results, or take items back.

    Attributes:
        node: where it is done.
        items: the elements to be worked on; for a producer the parent of what it makes, or none.
        results: the elements, or for a producer the values, that are ready.
        limit: how many elements a producer may make.
        ended: whether a producer has no more of this parent.
        began: when it was handed out, in seconds.
        counted: how many of its results were collected.
        is_many: whether it may have more than one result.
        awaited: on an event loop, the seconds in which it was suspended.
        since: when it was suspended, in seconds; None while it runs, and in a thread.
    """

    __slots__ = (
        *("awaited", "began", "counted", "ended", "is_many", "items", "limit", "node", "results"),
        "since",
    )

    def __init__(self, node: Worked, items: deque[Element], limit: int, began: float) -> None:
        self.node: Worked = node
        self.items: deque[Element] = items
        self.results: deque[Any] = deque()
        self.limit: int = limit
        self.ended: bool = False
        self.began: float = began
        self.counted: int = 0
        self.is_many: bool = len(items) > 1 or limit > 1
        self.awaited: float = 0.0
        self.since: float | None = None


class Worked:
    """A node with workers: they take tasks of it.

    Attributes:
        step: whatever the crew needs to do its work.
        on_loop: whether coroutines on an event loop do it.
        ready: the elements that no worker has taken yet.
        free: the workers that may still take a task.
        pace: what its workers did.
        failed: the place of an element that failed, until the flow has seen it.
    """

    def __init__(self, step: Any, workers: int, on_loop: bool) -> None:
        self.step: Any = step
        self.on_loop: bool = on_loop
        self.ready: deque[Element] = deque()
        self.free: int = workers
        self.pace: Pace = Pace(workers)
        self.failed: Place | None = None
        self.next: Takes = NOWHERE

    def available(self) -> int:
        """Returns how many elements a worker could take or make now."""
        return len(self.ready)

    def chunk(self) -> int:
        """Returns how many a worker takes at once: fewer if they take long, or others are free."""
        mean, available = self.pace.mean, self.available()
        if not mean:
            return 1
        if mean > SHORT:  # others are woken for their part
            available = -(-available // self.free)
        return min(MOST, int(CHUNK / mean) or 1, available)

    def task(self, now: float) -> Task:
        """Hands out work; `available()` and `free` must not be 0."""
        items = deque([self.ready.popleft() for _ in range(self.chunk())])
        return Task(self, items, 0, now)

    def collect(self, task: Task, now: float) -> None:
        """Passes on what is ready of a task."""
        while task.results:
            element = task.results.popleft()
            task.counted += 1
            if element.value is SKIPPED:
                element.value = DROPPED
                self.pace.skipped += 1
            elif isinstance(element.value, Failure):
                self.pace.failed += 1
                self.failed = element.before
            self.next.accept(element, now)

    def take_back(self, task: Task) -> None:
        """Makes elements of a task ready again that its worker has not begun with."""
        while task.items:
            try:
                self.ready.appendleft(task.items.pop())
            except IndexError:  # the worker was faster
                return

    def end(self, task: Task, now: float) -> None:
        """Takes the end of a task, whose results have been collected."""


class Stage(Worked):
    """A node whose workers change elements, in any order."""

    def accept(self, element: Element, now: float) -> None:
        """Takes an element; holes pass by."""
        if element.is_hole:
            self.next.accept(element, now)
        else:
            self.ready.append(element)


class InOrder:
    """A mixin for nodes that need elements in order: it holds back those that come too early.

    Attributes:
        ordered: whether they do.
    """

    ordered: bool = True

    def __init__(self) -> None:
        self.expected: int = 0
        self.held: dict[int, Element] = {}

    def accept(self, element: Element, now: float) -> None:
        """Takes an element, and all that were held back because of it."""
        if self.ordered and element.seq != self.expected:
            self.held[element.seq] = element
            return
        self.push(element, now)
        self.expected += 1
        while self.held and (following := self.held.pop(self.expected, None)) is not None:
            self.push(following, now)
            self.expected += 1

    def push(self, element: Element, now: float) -> None:
        """Takes the next element."""
        raise NotImplementedError


class SerialStage(InOrder, Worked):
    """A node with one worker, which changes elements in order."""

    def __init__(self, step: Any, on_loop: bool = False) -> None:
        Worked.__init__(self, step, 1, on_loop)
        InOrder.__init__(self)

    def push(self, element: Element, now: float) -> None:
        """Takes the next element; holes pass by."""
        if element.is_hole:
            self.next.accept(element, now)
        else:
            self.ready.append(element)

    def chunk(self) -> int:
        """See `Worked`; nobody else could take them."""
        return min(
            MOST, self.available(), int(CHUNK / self.pace.mean) or 1 if self.pace.mean else 1
        )


class Numbering:
    """A mixin for nodes that make elements: it numbers them again, from 0.

    Attributes:
        sent: how many elements it has sent on.
    """

    next: Takes

    def __init__(self) -> None:
        self.sent: int = 0

    def send(
        self,
        value: object,
        before: Place,
        after: Place,
        share: Share,
        now: float,
        fence: object = None,
    ) -> None:
        """Sends an element on, with the next number."""
        element = Element(value, self.sent, before, after, share, fence)
        self.sent += 1
        self.next.accept(element, now)


class Producer(InOrder, Worked, Numbering):
    """A node with one worker that makes elements of a parent: a source, or a `flat_map`.

    The parent of a source is one that stands before everything. Fewer than `window` of its elements
    are in the pipeline at any time.

    Attributes:
        window: the most of its elements that may be inside.
        inside: how many are inside, or may be made by a task.
        parent: the element whose results it makes; None if it waits for one.
        made: how many of the parent's results were made before, or are skipped.
        is_new: whether no task was handed out for the parent.
    """

    def __init__(self, step: Any, number: int, window: int, skip: int, on_loop: bool) -> None:
        """Makes it.

        Args:
            step: whatever the crew needs.
            number: its number among the producers.
            window: the most of its elements that may be inside.
            skip: how many results of the first parent were delivered in an earlier run.
            on_loop: whether coroutines on an event loop do its work.
        """
        Worked.__init__(self, step, 1, on_loop)
        InOrder.__init__(self)
        Numbering.__init__(self)
        self.number: int = number
        self.window: int = window
        self.inside: int = 0
        self.parent: Element | None = None
        self.made = self._skip = skip
        self.is_new: bool = False
        self._share: Share = (0,) * number + (1,)

    def push(self, element: Element, now: float) -> None:
        """Takes the next parent; a hole keeps its place among the results."""
        self.ready.append(element)
        self._pass_holes(now)

    def _pass_holes(self, now: float) -> None:
        while self.parent is None and self.ready and self.ready[0].is_hole:
            hole = self.ready.popleft()
            self.send(hole.value, (*hole.before, 0), (*hole.after, 0), hole.share, now)
        if self.parent is None and self.ready:
            self.parent, self.is_new = self.ready.popleft(), True
            self.made, self._skip = self._skip, 0

    def available(self) -> int:
        """See `Worked`."""
        return 0 if self.parent is None else max(0, self.window - self.inside)

    def chunk(self) -> int:
        """See `Worked`."""
        return min(
            MOST, self.available(), int(CHUNK / self.pace.mean) or 1 if self.pace.mean else 1
        )

    def task(self, now: float) -> Task:
        """See `Worked`; `made` says how many of a new parent's results are to be skipped."""
        assert self.parent is not None
        limit = self.chunk()
        self.inside += limit
        items = deque([self.parent]) if self.is_new else deque[Element]()
        self.is_new = False
        return Task(self, items, limit, now)

    def collect(self, task: Task, now: float) -> None:
        """See `Worked`."""
        parent = self.parent
        assert parent is not None
        while task.results:
            value = task.results.popleft()
            task.counted += 1
            before, self.made = (*parent.before, self.made), self.made + 1
            if isinstance(value, Failure):
                self.pace.failed += 1
                self.failed = before
            elif value is SKIPPED:
                self.pace.skipped += 1
                value = DROPPED
            self.send(value, before, (*parent.before, self.made), self._share, now)

    def take_back(self, task: Task) -> None:
        """See `Worked`: a worker that has begun to make results goes on."""

    def end(self, task: Task, now: float) -> None:
        """See `Worked`."""
        self.inside -= task.limit - task.counted
        if task.ended:
            parent, self.parent = self.parent, None
            assert parent is not None
            before = (*parent.before, self.made)
            if parent.after:
                self.send(DROPPED, before, (*parent.after, 0), parent.share, now, parent.fence)
            else:
                self.send(END, before, before, parent.share, now)
            self._pass_holes(now)


class Nowhere:
    """The place for elements of a node that is not joined to another."""

    def accept(self, element: Element, now: float) -> None:
        """Refuses an element."""
        raise AssertionError(f"{element} goes nowhere")


NOWHERE = Nowhere()
