"""Places where order matters and nothing works: rows, batch, unbatch, shuffle and take.

A joint takes elements in order and sends elements in order, which it numbers again. Holes come
along: a joint either passes them on, or adds their share to an element that it sends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from streamrt._core.flow.elements import (
    DROPPED,
    END,
    Element,
    Failure,
    Mark,
    Place,
    Share,
    together,
)
from streamrt._core.flow.nodes import NOWHERE, InOrder, Numbering, Takes
from streamrt._core.flow.shuffling import Permutation


class Joint(InOrder, Numbering):
    """A node without workers."""

    def __init__(self) -> None:
        InOrder.__init__(self)
        Numbering.__init__(self)
        self.next: Takes = NOWHERE


class Rows(Joint):
    """Gives each element a row: the place in a block where its function will write.

    Attributes:
        size: the rows of a block.
    """

    def __init__(self, size: int, new_block: Callable[[], object]) -> None:
        """Makes it.

        Args:
            size: the rows of a block.
            new_block: makes a block, at once and without memory.
        """
        super().__init__()
        self.size = size
        self._new_block = new_block
        self._block: object = None
        self._row = 0

    def push(self, element: Element, now: float) -> None:
        """See `InOrder`: the value becomes (block, row, value)."""
        if not element.is_hole:
            if self._row == 0:
                self._block = self._new_block()
            element.value = (self._block, self._row, element.value)
            self._row = (self._row + 1) % self.size
        self.send(element.value, element.before, element.after, element.share, now, element.fence)


class Batch(Joint):
    """Makes one element of several: a list of their values.

    Attributes:
        size: the most values of a batch.
        within: the seconds after its first value in which a batch is sent; None sets no limit.
        deadline: when the open batch is sent as it is; None if it waits for more.
    """

    def __init__(
        self,
        size: int,
        *,
        within: float | None = None,
        drop_last: bool = False,
        group: Callable[[Any], tuple[object, bool]] | None = None,
    ) -> None:
        """Makes it.

        Args:
            size: the most values of a batch.
            within: the seconds after its first value in which a batch is sent.
            drop_last: whether a last batch with fewer values is dropped.
            group: gives for a value what all values of its batch have in common, and whether it is
                the last of these; without it all values have everything in common.
        """
        super().__init__()
        self.size = size
        self.deadline: float | None = None
        self.within = within
        self._drop_last = drop_last
        self._group = group
        self._values: list[Any] = []
        self._shares: list[Share] = []
        self._before: Place | None = None
        self._after: Place = ()
        self._common: object = None
        self._fence: object = None

    def push(self, element: Element, now: float) -> None:
        """See `InOrder`."""
        value = element.value
        if value is END:
            if self._drop_last:
                self._values.clear()
            self._close(now)
            self.send(END, element.before, element.after, element.share, now)
            return
        is_last, is_hole = False, element.is_hole
        if self._group is not None and not is_hole:
            common, is_last = self._group(value)
            if common is not self._common:
                self._close(now)
            self._common = common
        if value is DROPPED:  # its items leave at once, and its place comes with the open batch
            here = self._before or element.after
            self.send(DROPPED, here, here, element.share, now, element.fence)
            return
        if self._before is None:
            self._before = element.before
        self._after = element.after
        self._shares.append(element.share)
        self._fence = element.fence or self._fence  # of one stream, so the last ends last
        if isinstance(value, Failure):
            self._close(now, value)  # a batch without one of its values is never delivered
            return
        self._values.append(value)
        if is_last or len(self._values) == self.size:
            self._close(now)
        elif len(self._values) == 1 and self.within is not None:
            self.deadline = now + self.within

    def tick(self, now: float) -> None:
        """Sends the open batch if its time is over."""
        if self.deadline is not None and now >= self.deadline:
            self._close(now)

    def _close(self, now: float, failure: Failure | None = None) -> None:
        self.deadline = None
        values, shares, before, fence = self._values, self._shares, self._before, self._fence
        if before is None:
            return
        self._values, self._shares, self._before, self._fence = [], [], None, None
        self.send(failure or values or DROPPED, before, self._after, together(shares), now, fence)


class Unbatch(Joint):
    """Makes several elements of one."""

    def __init__(self, split: Callable[[Any], Sequence[Any] | Failure], skip: int) -> None:
        """Makes it.

        Args:
            split: gives the values of a batch; it does not raise.
            skip: how many values of the first batch were delivered in an earlier run.
        """
        super().__init__()
        self._split = split
        self._skip = skip

    def push(self, element: Element, now: float) -> None:
        """See `InOrder`."""
        value = element.value
        split = value if element.is_hole else self._split(value)
        if isinstance(split, Mark | Failure):
            self.send(split, (*element.before, 0), (*element.after, 0), element.share, now)
            return
        parts: Sequence[object] = split
        first, self._skip = self._skip, 0
        none: Share = (0,) * len(element.share)
        last = len(parts) - 1
        if first > last:
            self.send(DROPPED, (*element.before, first), (*element.after, 0), element.share, now)
        for index in range(first, len(parts)):
            before = (*element.before, index)
            after = (*element.before, index + 1) if index < last else (*element.after, 0)
            share = none if index < last else element.share
            self.send(parts[index], before, after, share, now, element.fence)


class Shuffle(Joint):
    """Sends the elements of each window in an order of their own.

    The order of a window depends on the seed and the window's number alone.
    """

    def __init__(self, size: int, seed: int, window: int, skip: int) -> None:
        """Makes it.

        Args:
            size: the elements of a window.
            seed: decides the orders.
            window: the number of the first window.
            skip: how many of its elements were delivered in an earlier run.
        """
        super().__init__()
        self.size = size
        self._seed = seed
        self._number = window
        self._skip = skip
        self._open: list[Element] = []

    def push(self, element: Element, now: float) -> None:
        """See `InOrder`."""
        value = element.value
        if isinstance(value, Failure):
            self._open.clear()  # what comes before it in the window is not delivered
            self.send(value, element.before, element.after, element.share, now)
        elif value is END:
            self._close(now)
            place = (*element.before, self._number, 0)
            self.send(END, place, place, element.share, now)
        elif value is DROPPED:  # its items leave at once, and its place comes with the open window
            start = self._open[0].before if self._open else element.after
            place = (*start, self._number, self._skip)
            self.send(DROPPED, place, place, element.share, now, element.fence)
        else:
            self._open.append(element)
            if len(self._open) == self.size:
                self._close(now)

    def _close(self, now: float) -> None:
        window, self._open = self._open, []
        if not window:
            return
        start, number = window[0].before, self._number
        first, self._skip = self._skip, 0
        self._number += 1
        following = (*window[-1].after, self._number, 0)
        order = Permutation(len(window), self._seed, number)
        for index in range(len(window)):
            element = window[order[index]]
            value = element.value if index >= first else DROPPED  # an earlier run delivered it
            before = (*start, number, index)
            after = (*start, number, index + 1) if index < len(window) - 1 else following
            self.send(value, before, after, element.share, now, element.fence)


class Take(Joint):
    """Sends the first elements only, and then the end.

    Attributes:
        most: how many elements it sends.
        ended: called as soon as nothing more is needed from what comes before.
    """

    def __init__(self, most: int, start: Place) -> None:
        """Makes it.

        Args:
            most: how many elements it sends.
            start: the place at which the run starts, up to this node's own number, which says how
                many were delivered in an earlier run.
        """
        super().__init__()
        self.most = most
        self.ended: Callable[[], object] = bool
        self._start = start
        self._taken = start[-1]
        self._has_ended = False

    def begin(self, now: float) -> None:
        """Ends at once if nothing is left to be sent."""
        if self._taken >= self.most:
            self._end(self._start, now)

    def push(self, element: Element, now: float) -> None:
        """See `InOrder`."""
        if self._has_ended:
            return
        if element.value is not END and self._taken < self.most:
            before = (*element.before, self._taken)
            self._taken += not element.is_hole
            after = (*element.after, self._taken)
            self.send(element.value, before, after, element.share, now, element.fence)
            place = after
        else:
            place = (*element.before, self._taken)
        if element.value is END or self._taken >= self.most:
            self._end(place, now)

    def _end(self, place: Place, now: float) -> None:
        self._has_ended = True
        self.ended()
        self.send(END, place, place, (), now)
