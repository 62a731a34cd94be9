"""Positions of items in the whole source, which are the same however it is dealt out to parts."""

from __future__ import annotations

from bisect import bisect_right


class Positions:
    """The positions of one part's items in the whole source, counted over all epochs.

    Random numbers and messages go by these, so they depend on the item and not on `shard`. Each
    epoch is dealt out from its first item on. Where the length of epochs is not known, the iterator
    that reads them notes where each one begins.

    Attributes:
        size: how many items an epoch of the whole source has; None if that is not known.
        failed: the position at which a source of unknown length raised; None if it did not.
    """

    def __init__(self, size: int | None, rank: int, world: int) -> None:
        """Makes it.

        Args:
            size: see the attribute.
            rank: the number of the part.
            world: how many parts there are.
        """
        self.size: int | None = size
        self.failed: int | None = None
        self._rank = rank
        self._world = world
        self._part = 0 if size is None else len(range(rank, size, world))
        self._firsts = [0]  # of each epoch, the first item's number in the part,
        self._begins = [0]  # and the position of the epoch's own first item

    def __getitem__(self, index: int) -> int:
        """Returns the position of the item that has this number in the part."""
        if self._world == 1:
            return index
        if self.size is not None and self._part:
            epoch, within = divmod(index, self._part)
            begin = epoch * self.size
        else:
            epoch = bisect_right(self._firsts, index) - 1
            within, begin = index - self._firsts[epoch], self._begins[epoch]
        return begin + self._rank + within * self._world

    def begin(self, index: int, position: int) -> None:
        """Notes an epoch: the number in the part of its first item, and its own first position."""
        if self._world > 1:
            self._begins.append(position)
            self._firsts.append(index)
