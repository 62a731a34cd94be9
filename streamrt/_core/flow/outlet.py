"""The last place of a pipeline: where elements wait for the consumer, and where items leave."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection

from streamrt._core.flow.elements import DROPPED, END, Element, Failure, Place
from streamrt._core.flow.nodes import InOrder


class Outlet(InOrder):
    """The place where elements are delivered: in order, or as they come.

    Attributes:
        out: what may be delivered, among it failures.
        place: where to start for what was not delivered.
        beyond: the places of elements delivered that come after one that was not.
        has_ended: whether nothing more will come.
        delivered: how many elements were delivered.
    """

    def __init__(
        self,
        ordered: bool,
        place: Place,
        beyond: Collection[Place],
        leave: Callable[[Element], object],
    ) -> None:
        """Makes it.

        Args:
            ordered: whether it delivers elements in order.
            place: where the run starts.
            beyond: the places of elements that an earlier run has delivered.
            leave: called with each element that was delivered, or that is never delivered.
        """
        super().__init__()
        self.ordered = ordered
        self.out: deque[Element] = deque()
        self.place: Place = place
        self.beyond: dict[Place, None] = dict.fromkeys(beyond)
        self.has_ended: bool = False
        self.delivered: int = 0
        self._leave = leave
        self._next = 0  # the number of the first element that has not left
        self._gone: dict[int, Element] = {}  # those that left before it
        self._end: Element | None = None

    def push(self, element: Element, now: float) -> None:
        """See `InOrder`."""
        del now
        value = element.value
        if value is END:
            self._end = element
            self._look_for_end(element)
        elif value is DROPPED or element.before in self.beyond:
            self._gone_by(element)
        else:
            self.out.append(element)

    def deliver(self) -> Element | None:
        """Takes out the next element; None if there is none yet.

        One with a failure has not left: a run that starts from `place` meets it again.
        """
        if not self.out:
            return None
        element = self.out.popleft()
        if not isinstance(element.value, Failure):
            self.delivered += 1
            if not self.ordered:
                self.beyond[element.before] = None
            self._gone_by(element)
        return element

    def _gone_by(self, element: Element) -> None:
        self._leave(element)
        if element.seq != self._next:
            self._gone[element.seq] = element
            return
        following: Element | None = element
        while following is not None:
            # A run that was resumed meets holes that come before the place where it starts.
            self.place = max(self.place, following.after)
            if following.value is not DROPPED:  # a hole may have the place of what comes after it
                self.beyond.pop(following.before, None)
            self._next += 1
            following = self._gone.pop(self._next, None)
        if self._end is not None:
            self._look_for_end(self._end)

    def _look_for_end(self, end: Element) -> None:
        if end.seq == self._next:
            self.has_ended = True
            self.place = end.after
