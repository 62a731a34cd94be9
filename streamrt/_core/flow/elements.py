"""Elements: what moves through a pipeline.

An element is one item of a producer, or what joints made of several. Its places are tuples of
whole numbers, one for each part of the pipeline that counts something. They say where the pipeline
would have to start for this element to be the next one that it delivers, or the one after it.

    source(items)     (i,)                the item's position
    .flat_map(f)      (i, j)              the j-th result of f for item i
    .batch(n)         (i, j)              the places of its first and last element
    .unbatch()        (i, j, k)           the k-th of the batch that begins at (i, j)
    .shuffle(n)       (i, j, k, w, o)     the o-th of window w, which begins at (i, j, k)
    .take(n)          (..., t)            with t delivered before it

Tuples compare by position, so a place also tells which of two elements comes first.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, TypeAlias

Place: TypeAlias = tuple[int, ...]
Share: TypeAlias = tuple[int, ...]


class Mark(Enum):
    """A value of an element that no function shall see.

    Attributes:
        DROPPED: the item was filtered out or skipped, or this only carries the share of others.
        SKIPPED: a worker's word for an item that its policy skips; it goes on as dropped.
        END: nothing comes after it.
    """

    DROPPED = "dropped"
    SKIPPED = "skipped"
    END = "end"


DROPPED, SKIPPED, END = Mark.DROPPED, Mark.SKIPPED, Mark.END


class Failure:
    """A value of an element whose function failed; it is delivered in the element's place.

    Attributes:
        error: what is to be raised there.
    """

    __slots__ = ("error",)

    def __init__(self, error: BaseException) -> None:
        self.error: BaseException = error


class Element:
    """One item on its way, or several as one.

    Attributes:
        value: the item, or a mark, or a failure.
        seq: its number since the joint or the producer that it comes from, without gaps.
        before: where to start for it to be delivered next.
        after: where to start for what comes after it to be delivered next.
        share: how many items of each producer leave the pipeline with it.
        fence: work of a device that ends before its items leave; None if there is none.
    """

    __slots__ = ("after", "before", "fence", "seq", "share", "value")

    def __init__(
        self, value: Any, seq: int, before: Place, after: Place, share: Share, fence: Any = None
    ) -> None:
        self.value: Any = value
        self.seq: int = seq
        self.before: Place = before
        self.after: Place = after
        self.share: Share = share
        self.fence: Any = fence

    @property
    def is_hole(self) -> bool:
        """Whether functions are not called with it."""
        return isinstance(self.value, (Mark, Failure))

    def __repr__(self) -> str:
        return f"<{self.seq}: {self.value!r} at {self.before}>"


def together(shares: list[Share]) -> Share:
    """Returns the sum of shares, which may be of different lengths."""
    if len(shares) == 1:
        return shares[0]
    longest = max(map(len, shares), default=0)
    return tuple(sum(s[k] for s in shares if k < len(s)) for k in range(longest))
