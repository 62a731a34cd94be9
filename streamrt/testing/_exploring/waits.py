"""`without_waits`: each explicit wait of a program, left out once, to see whether it is needed.

1. A wait is a line of the program that calls `stream.wait`. It is left out wherever it is reached.
2. Waits are left out one at a time. Two that order the same thing are both needless, until one of
   them is gone.
3. A wait is needed if a schedule fails without it: two accesses race, or the program fails in
   another way. The race detector sees a missing wait whether or not the bytes came out wrong, so
   few schedules are enough.
4. A wait that only the detector misses is one whose loss no check of the program would show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from streamrt._core.values import check_count, shown
from streamrt._refusals import frame_at
from streamrt._runtime.event import Event
from streamrt._runtime.execution import Execution
from streamrt._runtime.inner import engine_of
from streamrt._runtime.stream import Stream
from streamrt.errors import ArgumentError, StateError
from streamrt.testing._exploring.checks import check_settings, check_strategy
from streamrt.testing._exploring.explore import explore
from streamrt.testing._exploring.programs import Program
from streamrt.testing._exploring.sites import site_of
from streamrt.testing._reports.failure import Failure

RACE = "race"


@dataclass(frozen=True, slots=True)
class TriedWait:
    """An explicit wait of a program, and what becomes of the program without it.

    Attributes:
        site: the line that waits, as in `feed.py:41 in feed`.
        reached: how often that line was reached in the ordinary schedule.
        failure: what fails without it; None if nothing does.
        is_noticed: whether the program fails by itself without it, that is, other than by a race
            that the detector sees.
        schedules: how many schedules were tried without it.
    """

    site: str
    reached: int
    failure: Failure | None
    is_noticed: bool
    schedules: int

    @property
    def is_needed(self) -> bool:
        """Whether something fails without it."""
        return self.failure is not None

    @property
    def verdict(self) -> str:
        """The judgement on it, in words."""
        if self.failure is None:
            tried = "1 schedule" if self.schedules == 1 else f"{self.schedules} schedules"
            return f"needless: nothing fails without it in {tried}"
        seen = "" if self.is_noticed else ", but no check of the program misses it"
        return f"needed{seen}: {self.failure.message.partition(chr(10))[0]}"


@dataclass(frozen=True, slots=True)
class Waits:
    """All explicit waits of a program. Its text is a table.

    Attributes:
        waits: the waits, in the order in which the program first reached them.
    """

    waits: tuple[TriedWait, ...]

    @property
    def needed(self) -> tuple[TriedWait, ...]:
        """Those without which something fails."""
        return tuple(wait for wait in self.waits if wait.is_needed)

    @property
    def needless(self) -> tuple[TriedWait, ...]:
        """Those without which nothing fails. Leave out one, and look again."""
        return tuple(wait for wait in self.waits if not wait.is_needed)

    @property
    def unnoticed(self) -> tuple[TriedWait, ...]:
        """Those that are needed, and whose loss no check of the program shows."""
        return tuple(wait for wait in self.needed if not wait.is_noticed)

    def __str__(self) -> str:
        if not self.waits:
            return "the program has no explicit waits"
        rows = [("wait at", "reached", "")]
        rows += [(_short(wait.site), str(wait.reached), wait.verdict) for wait in self.waits]
        width = max(len(site) for site, _, _ in rows)
        return "\n".join(
            f"{site:<{width}}  {reached:>7}  {verdict}".rstrip() for site, reached, verdict in rows
        )


class _Watched:
    """The waits that explored programs reach; one of them may be left out.

    Attributes:
        reached: how often each was reached.
        left_out: the line that does not wait.
    """

    def __init__(self) -> None:
        self.reached: Counter[str] = Counter()
        self.left_out = ""

    @contextmanager
    def watching(self) -> Generator[None]:
        """Watches while it is entered; only programs that are explored are concerned."""
        if Stream.wait.__module__ != Stream.__module__:
            raise StateError("without_waits: it runs already; one program at a time")
        original, watched = Stream.wait, self

        def wait(self: Stream, what: Event | Execution) -> None:
            if engine_of(self).world is not None:
                site = site_of(frame_at(1))
                watched.reached[site] += 1
                if site == watched.left_out:
                    return
            original(self, what)

        Stream.wait = wait  # type: ignore[method-assign]
        try:
            yield
        finally:
            Stream.wait = original  # type: ignore[method-assign]


def without_waits(
    program: Program,
    *,
    schedules: int = 20,
    seed: int = 0,
    strategy: str = "mixed",
    devices: Sequence[str] = ("sim:0",),
    order: str = "asyncio",
    steps: int = 1_000_000,
    hazards: str = "manual",
    **options: Any,
) -> Waits:
    """Leaves out each explicit wait of a program in turn, and says which are needed.

    That is for programs that place their waits themselves, in a runtime with `hazards="manual"` or
    `"check"`. In the mode `auto` the runtime places waits of its own.

    Args:
        program: as for `explore`.
        schedules: how many schedules to run without each wait.
        seed: as for `explore`, also the arguments that follow.
        strategy: the strategy.
        devices: the devices.
        order: what may be in another order.
        steps: the most steps of one schedule.
        hazards: the mode of the runtime that the program is given.
        options: further options of that runtime.

    Raises:
        FailureFoundError: the program fails with all its waits.
        ArgumentError: an argument has a value that it cannot have.
    """
    if not (isinstance(hazards, str) and hazards in ("manual", "check")):
        raise ArgumentError(
            f'without_waits: hazards is {shown(hazards)}; it is "manual" or "check"'
        )
    check_count(schedules, "without_waits: schedules", 1)
    check_count(seed, "without_waits: seed", 0)
    check_strategy("without_waits", strategy)
    check_settings("without_waits", program, devices, (), order, steps, True, options)
    given: dict[str, Any] = {"seed": seed, "strategy": strategy, "devices": devices, **options}
    given |= {"order": order, "steps": steps}
    watched = _Watched()
    found: list[TriedWait] = []
    with watched.watching():
        explore(program, schedules=1, hazards=hazards, **given).check()
        ordinary = watched.reached.copy()
        if schedules > 1:
            explore(program, schedules=schedules, hazards=hazards, **given).check()
        for site in tuple(watched.reached):
            watched.left_out = site
            seen = explore(program, schedules=schedules, hazards=hazards, **given)
            failure, is_noticed = seen.failure, False
            if failure is not None:
                is_noticed = failure.kind != RACE or _is_noticed(program, schedules, hazards, given)
                again = f"without the wait at {_short(site)}: {failure.again}"
                failure = replace(failure, again=again)
            found.append(TriedWait(site, ordinary[site], failure, is_noticed, seen.schedules))
    return Waits(tuple(found))


def _is_noticed(program: Program, schedules: int, hazards: str, given: dict[str, Any]) -> bool:
    """Whether a program fails by itself, too, if nobody looks for races."""
    plain = "manual" if hazards == "check" else hazards
    found = explore(program, schedules=schedules, hazards=plain, races=False, **given)
    return found.failure is not None and found.failure.kind != RACE


def _short(site: str) -> str:
    """Returns a line with the name of its file only."""
    path, colon, rest = site.rpartition(":")
    return f"{Path(path).name}{colon}{rest}"
