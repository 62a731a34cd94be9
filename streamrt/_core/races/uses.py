"""The uses of memory, by address: those that a later use of the same bytes has to come after.

They are for the race detector, `races.py`. A span is a range of bytes with one history. A write to
all of a span makes the uses before it needless, because whoever comes after the write comes after
them. A use with gaps leaves the others, except those of just the same bytes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from streamrt._core.races.detector import Line

MOST_USES = 64  # of one span, with gaps
MOST_SPANS = 1024  # from so many on, and at each doubling, spans without open uses are dropped


class Use:
    """One access of a submission to one range of bytes.

    Attributes:
        space: the memory that the addresses belong to.
        start: the address of the first byte.
        stop: the address behind the last.
        writes: whether it writes them.
        form: which bytes of the range belong to it, for `meets`; None stands for all.
        life: a number of the memory, which reused memory does not share.
        owner: returns the owner of foreign memory, as long as that lives; memory at its address
            is that memory then, whatever the number of its life.
        line: the line that submitted it.
        value: its value.
        facts: the facts for a report, unknown to the detector.
    """

    __slots__ = (
        "facts", "form", "life", "line", "owner", "space", "start", "stop", "value", "writes",
    )  # fmt: skip

    def __init__(
        self,
        line: Line,
        space: str,
        start: int,
        stop: int,
        writes: bool,
        form: Any = None,
        life: int = 0,
        facts: Any = None,
        owner: Callable[[], object] | None = None,
    ) -> None:
        self.line: Line = line
        self.value: int = 0
        self.space: str = space
        self.start: int = start
        self.stop: int = stop
        self.writes: bool = writes
        self.form: Any = form
        self.life: int = life
        self.owner: Callable[[], object] | None = owner
        self.facts: Any = facts


class UseSpan:
    """A range of bytes with one history: the uses that later ones have to come after."""

    __slots__ = ("reads", "start", "stop", "writes")

    def __init__(
        self, start: int, stop: int, writes: Sequence[Use] = (), reads: Sequence[Use] = ()
    ) -> None:
        self.start: int = start
        self.stop: int = stop
        self.writes: list[Use] = [*writes]
        self.reads: list[Use] = [*reads]

    def note(self, use: Use) -> None:
        """Adds a use, which makes those needless that it covers: they come before it."""
        writes, form, line = use.writes, use.form, use.line
        uses = self.writes if writes else self.reads
        if writes and form is None:
            self.writes = [use]
            if self.reads:
                self.reads = []
        elif not uses:
            uses.append(use)
        else:
            # Whoever comes after a write, or after a read on the same line, comes after these.
            kept = [
                known
                for known in uses
                if not ((writes or known.line is line) and (form is None or form == known.form))
            ]
            uses[:] = [*kept[-MOST_USES:], use]


class UseSpans:
    """The spans of one memory, by address; bytes that nobody has used are in none.

    Attributes:
        spans: the spans, in order.
        most: from more spans than this on, it is time to forget some.
    """

    def __init__(self) -> None:
        self.spans: list[UseSpan] = []
        self._starts: list[int] = []
        self.most: int = MOST_SPANS

    def touching(self, start: int, stop: int) -> list[UseSpan]:
        """Returns the spans that have some of these bytes."""
        first = bisect_right(self._starts, start) - 1
        if first < 0 or self.spans[first].stop <= start:
            first += 1
        return self.spans[first : bisect_left(self._starts, stop)]

    def cut(self, start: int, stop: int) -> list[UseSpan]:
        """Returns the spans that make up these bytes, split at their ends, new ones among them."""
        first = bisect_left(self._starts, start)
        if first < len(self.spans):
            span = self.spans[first]
            if span.start == start and span.stop == stop:  # the usual case
                return [span]
        first, last = self._boundary(start), self._boundary(stop)
        pieces: list[UseSpan] = []
        at = start
        for span in self.spans[first:last]:
            if at < span.start:
                pieces.append(UseSpan(at, span.start))
            pieces.append(span)
            at = span.stop
        if at < stop:
            pieces.append(UseSpan(at, stop))
        self._put(first, last, pieces)
        return pieces

    def join(self, start: int, stop: int) -> None:
        """Makes one span of those between two addresses, which have the same uses."""
        first, last = bisect_left(self._starts, start), bisect_left(self._starts, stop)
        span = self.spans[first]
        span.stop = stop
        self._put(first, last, [span])

    def _boundary(self, at: int) -> int:
        """Returns the index of the first span from an address on; splits one there if need be."""
        index = bisect_left(self._starts, at)
        if index and self.spans[index - 1].stop > at:
            left = self.spans[index - 1]
            self._put(index, index, [UseSpan(at, left.stop, left.writes, left.reads)])
            left.stop = at
        return index

    def _put(self, first: int, last: int, spans: list[UseSpan]) -> None:
        self.spans[first:last] = spans
        self._starts[first:last] = [span.start for span in spans]

    def forget(self, is_known: Callable[[Use], bool]) -> None:
        """Drops the uses that everybody knows."""
        for span in self.spans:
            span.writes = [use for use in span.writes if not is_known(use)]
            span.reads = [use for use in span.reads if not is_known(use)]
        self._put(0, len(self.spans), [s for s in self.spans if s.writes or s.reads])
        self.most = max(MOST_SPANS, 2 * len(self.spans))
