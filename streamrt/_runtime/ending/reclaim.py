"""Dropped memory and plans, which return to their owners when no submission uses them any more.

Finalizers take no lock: they post to inboxes, and the next allocation or tidying looks into these.

    dead      allocations without a handle: their blocks return to the pool
    retired   instances of graphs: their plans are unloaded after the last replay
    left      plans whose keeper was dropped, after their last use
    unloads   plans that nothing uses: a backend unloads them, so no lock is held meanwhile
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, cast

from streamrt._core.finalizers import Inbox
from streamrt._core.tracking.pool import Block, Pool
from streamrt._core.tracking.ranges import DELETED, FROZEN, GONE
from streamrt._interrupts import from_handler
from streamrt._native.core import core
from streamrt._runtime.tracking import Dropped, Lock, Timeline, Tracked

logger = logging.getLogger("streamrt")

# An allocation that lost its last handle, from a finalizer to the next reaping: its history, the
# pool of its block (None for foreign memory), and the block, or the object that keeps the foreign
# memory. Without a history, one share of the block has ended.
Dead: TypeAlias = "tuple[Tracked | None, Pool | None, object]"
Points = dict[Timeline, int]


class Loader(Protocol):
    """A device, as far as its plans are concerned."""

    def unload(self, plan: int) -> None:
        """Drops the handle of a plan that no submission uses any more."""


class Loaded(NamedTuple):
    """The plans to unload from a device after their last use. No finalizer may: see `Instance`.

    Attributes:
        loader: the device.
        plans: the handles of the plans; each plan comes before those that it uses.
    """

    loader: Loader
    plans: list[int]


class HasPlans(Protocol):
    """A program, as far as its plans are concerned."""

    loaded: Loaded


# The rest of a dropped instance of a graph: the history of its arena, and its programs.
Retired: TypeAlias = "tuple[Tracked, Mapping[Any, HasPlans]]"


class Reclaimer:
    """The dropped memory and plans of one runtime.

    Attributes:
        dead: dropped shares of memory, posted by finalizers; with the tracker in Python all dropped
            allocations.
        dropped: dropped allocations with the native tracker, those of foreign memory and the odd
            ones; each memory has one more of these. See dropped.h.
        retired: dropped instances of graphs, likewise.
        left: plans whose keeper was dropped; see `keep`.
        unloads: plans that no submission uses.
    """

    def __init__(self, lanes: Sequence[Timeline], lock: Lock) -> None:
        """Begins with nothing to reclaim.

        Args:
            lanes: all timelines of the runtime; later ones are added to it.
            lock: the runtime's.
        """
        self.dead: Inbox[Dead] = Inbox()
        self.retired: Inbox[Retired] = Inbox()
        self.left: list[Loaded] = []
        self.unloads: deque[tuple[Loader, int]] = deque()
        self._kept: dict[int, Loaded] = {}  # by its id
        self._lanes = lanes
        self._limbo: list[tuple[Points, object]] = []
        self._unused: list[tuple[Points, Loaded]] = []
        self._lock = lock
        self._inboxes = (self.dead.things, self.retired.things)
        self.dropped: Dropped = Dropped(None, None, lock, self._inboxes)
        self._all_dropped = [self.dropped]

    def new_dropped(self, owner: object) -> Dropped:
        """Returns the inbox of a memory's dropped allocations, from which it makes new ones."""
        made = Dropped(owner, self.dropped, self._lock, self._inboxes)
        self._all_dropped.append(made)
        return made

    @property
    def has_plans(self) -> bool:
        """Whether there are plans to unload, now or later."""
        return bool(self.left or self.unloads or self._unused)

    def count(self) -> int:
        """Returns the number of dropped allocations that were not reaped."""
        return len(self.dead.things) + self.dropped.count

    def refuse(self) -> None:
        """Makes no more allocations of dropped ones. Before the runtime's state says so."""
        self.dropped.refuses = True

    def close(self) -> None:
        """Drops what was dropped, and whatever will be: the memory is gone."""
        for dropped in self._all_dropped:
            dropped.close()
        self.dead.close()
        self.retired.close()
        self.left.clear()

    def reap(self) -> None:
        """Returns dropped allocations to their pools. Under the lock.

        Each is handled before it is taken out of the inbox, in steps that do nothing a second
        time. So if Ctrl-C breaks this off, the next reaping begins with the same allocation.
        """
        dead = self.dead.things
        while dead:
            tracked, pool, block = dead[0]
            if tracked is None:
                cast(Pool, pool).unshare(cast(Block, block), dead.popleft)
                continue
            self._reap_one(tracked, pool, block)
            dead.popleft()
        for dropped in self._all_dropped:
            while (found := dropped.first()) is not None:
                tracked, owner, block = found
                self._reap_one(tracked, None if owner is None else owner.pool, block)
                dropped.remove(tracked)
        if self.retired.things:
            self._reap_retired()
        if self.left:
            self._reap_left()
        if self._limbo:
            self._limbo = [entry for entry in self._limbo if not _is_over(entry[0])]
        if self._unused:
            kept = [entry for entry in self._unused if not _is_over(entry[0])]
            over = [loaded for death, loaded in self._unused if _is_over(death)]
            self.unloads += [(loaded.loader, plan) for loaded in over for plan in loaded.plans]
            self._unused = kept

    def _reap_one(self, tracked: Tracked, pool: Pool | None, block: object) -> None:
        if tracked.bar & GONE:  # posted twice: a user's finalizer may delete the buffer, too
            pass
        elif tracked.handles is None and pool is not None and not tracked.bar & FROZEN:
            pool.give(cast(Block, block), tracked.end())  # the usual case
        else:
            self._bury(tracked, pool, block)
        tracked.bar |= GONE

    def _reap_retired(self) -> None:
        retired = self.retired.things
        while retired:
            tracked, programs = retired[0]
            tracked.bar |= DELETED  # from now on a user's finalizer may not replay it
            death = tracked.death_frontier() or {}
            unused = [(death, program.loaded) for program in programs.values()]
            self._unused += unused  # no call may come between this line and the next
            retired.popleft()

    def _reap_left(self) -> None:
        while self.left:
            loaded = self.left[0]
            if self._kept.pop(id(loaded), None) is not None:
                self.unload(loaded)
            del self.left[0]

    def _bury(self, tracked: Tracked, pool: Pool | None, block: object) -> None:
        """Keeps the memory of a dropped allocation until the submissions that use it have ended."""
        is_shared, death = tracked.handles is not None, tracked.retire()
        if tracked.bar & FROZEN:  # its reads left no points: any lane may be reading it
            death = self._all_points() or None
        if death is not None and (pool is None or is_shared):
            self._limbo.append((death, (tracked, block)))
        if pool is not None:
            pool.give(cast(Block, block), death)

    def reap_at_times(self) -> None:
        """Reaps if enough was dropped to be worth a look at pending work. Under the lock."""
        if self.count() > len(self._limbo):
            self.reap()

    def keep_until_passed(self, thing: object, points: Points) -> None:
        """Keeps a thing until these points are reached. Under the lock."""
        self._limbo.append((points, thing))

    def keep(self, loaded: Loaded) -> object:
        """Keeps plans loaded until the keeper that it returns is dropped.

        All executions that use the plans have to know the keeper, so that it is dropped after the
        last one has ended. The collector cannot finalize it earlier: see keepers.h.
        """
        keeper = core().new_keeper(self.left, loaded)
        self._kept[id(loaded)] = loaded
        return keeper

    def unload_kept(self, loader: Loader) -> None:
        """Puts all kept plans of a device in line, because nothing runs on it any more."""
        for loaded in list(self._kept.values()):
            if loaded.loader is loader and self._kept.pop(id(loaded), None) is not None:
                self.unload(loaded)

    def unload(self, loaded: Loaded) -> None:
        """Puts plans that no submission uses in line for `unload_now`. Under any lock."""
        self.unloads += [(loaded.loader, plan) for plan in loaded.plans]

    def unload_later(self, loaded: Loaded) -> None:
        """Puts plans in line that pending submissions may still use. Under the lock."""
        self._unused.append((self._all_points(), loaded))

    def unload_now(self) -> None:
        """Unloads the plans that nothing uses. Under no lock, because it runs others' code."""
        while self.unloads:
            try:
                loader, plan = self.unloads.popleft()
            except IndexError:  # another thread was quicker
                break
            try:
                loader.unload(plan)
            except Exception as error:
                if from_handler(error):
                    raise
                logger.exception("unload a plan: the backend raised")

    def _all_points(self) -> Points:
        """The last point of every lane, unless the host has seen it reached."""
        return {lane: lane.value for lane in self._lanes if lane.value > lane.seen}


def _is_over(points: Points) -> bool:
    """Whether the host has seen all of these points reached."""
    return all(value <= timeline.seen for timeline, value in points.items())
