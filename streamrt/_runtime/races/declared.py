"""The uses of a submission: which bytes, and which buffers they belong to.

1. Operations say which buffers they use, because regions do not know the bytes of strided views:
   directly before the submission, so that a refused operation keeps no buffer here.
2. A region that nobody declared is taken as it is. If it has gaps, nobody can decide about it.
3. Foreign memory has an owner. While that lives, whatever lies there is the same memory, even if it
   was wrapped again after its history had ended.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from threading import get_ident
from types import CodeType
from typing import Any, TypeAlias
from weakref import ref

from streamrt._compile.signatures.layout import bounds
from streamrt._compile.signatures.overlap import Form, meet
from streamrt._core.races.uses import Use
from streamrt._core.tracking.hazards import Reads, Writes
from streamrt._runtime.tracking import Region

# No imports, which would be a circle.
WatchedLane: TypeAlias = Any
TypedMemory: TypeAlias = Any

UNKNOWN = "unknown"  # the form of a region with gaps that nobody declared

What: TypeAlias = tuple[str, str, CodeType, int]
"""The parts of `race_reports.Submitted`, as a plain tuple, which is made sooner."""

Named: TypeAlias = tuple[str, TypedMemory]
Given: TypeAlias = tuple[Sequence[Named], Collection[int]]
_NOTHING: Given = ((), ())


class Declared:
    """The buffers that operations have declared, each until its submission."""

    def __init__(self) -> None:
        self._given: dict[int, Given] = {}  # by thread

    def declare(self, buffers: Sequence[Named], vague: Collection[int] = ()) -> None:
        """Says what the next submission of this thread uses.

        Args:
            buffers: its buffers, each with the name of the argument or "".
            vague: the memory of which it uses some bytes of each range, and nobody knows which.
        """
        self._given[get_ident()] = (buffers, vague)

    def uses(self, lane: WatchedLane, reads: Reads, writes: Writes, what: What) -> list[Use]:
        """Returns the uses of a submission, except those of no bytes and of no memory.

        Args:
            lane: the lane that it goes to.
            reads: the regions that it reads.
            writes: the regions that it writes.
            what: its facts for reports.
        """
        buffers, vague = self._given.pop(get_ident(), _NOTHING)
        uses = [_use(lane, region, False, buffers, what) for region in reads]
        uses += [_use(lane, region, True, buffers, what) for region, _ in writes]
        if vague:
            for use in uses:
                if use.life in vague:
                    use.form = UNKNOWN
        return [use for use in uses if 0 < use.start < use.stop]


def _use(
    lane: WatchedLane, region: Region, writes: bool, buffers: Sequence[Named], what: What
) -> Use:
    """Returns the use of a region."""
    for name, buffer in buffers:  # noqa: B007 - used behind the loop
        if buffer._region is region:
            break
    else:
        return _plain(lane, region, writes, what)
    tracked, layout, start = region.tracked, buffer._layout, buffer._address
    space = buffer._state.space
    if layout.contiguous:
        low, stop, form = start, start + layout.nbytes, None
    else:
        below, above = bounds(layout)
        low, stop, form = start + below, start + above, None
        if layout.has_gaps:
            form = (start, (layout.shape, layout.strides, layout.itemsize))
    facts = (what, name, tracked.name, layout, low - region.start + tracked.start)
    use = Use(lane.line, space, low, stop, writes, form, tracked.memory, facts)
    allocation = buffer._allocation
    if allocation is not None and allocation.memory is None:
        use.owner = _owner(allocation.block)
    return use


def _plain(lane: WatchedLane, region: Region, writes: bool, what: What) -> Use:
    """Returns the use of a region that was not declared."""
    tracked, start, first = region.tracked, region.address, region.start
    form = UNKNOWN if region.has_gaps else None
    facts = (what, "", tracked.name, None, start - first + tracked.start)
    stop = start + region.stop - first
    return Use(lane.line, lane.space, start, stop, writes, form, tracked.memory, facts)


def share_bytes(one: Use, other: Use) -> bool | None:
    """Returns whether two uses share a byte, exactly by strides; None if nobody can say."""
    if UNKNOWN in (one.form, other.form):
        return None
    start, form = _placed(one)
    to, other_form = _placed(other)
    return meet(form, other_form, to - start)


def _placed(use: Use) -> tuple[int, Form]:
    if use.form is not None:
        placed: tuple[int, Form] = use.form
        return placed
    return use.start, ((use.stop - use.start,), (1,), 1)


def _owner(keeper: object) -> Callable[[], object] | None:
    """Returns a reference to the owner of foreign memory; None if the owner is unknown."""
    while (base := getattr(keeper, "base", None)) is not None:  # as views of arrays have it
        keeper = base
    try:
        return ref(keeper)
    except TypeError:
        return None
