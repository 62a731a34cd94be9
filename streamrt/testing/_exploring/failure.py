"""A failure that exploration found: what went wrong, where, in which schedule, and how to see it again.

A saved failure is a JSON file. It holds the draws that are not 0, so that it stays small, and
enough about the program to notice that it is another one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from streamrt._backends.sim.trace import Event
from streamrt.errors import ReplayError

FORMAT = "streamrt failure 1"
KINDS = (
    *("race", "deadlock", "lost wake", "livelock"),
    *("error", "leak", "invariant", "escaped", "not deterministic"),
)


class Draw(NamedTuple):
    """One choice of a schedule.

    Attributes:
        label: what was chosen among, as in `next` or `fail axpy`.
        bound: how many choices there were.
        value: the choice; 0 is the normal one.
        chosen: the choice in words, as in `fill on sim:0/load`; empty if it was the normal one.
        instead: the normal choice in words, if another one was taken.
    """

    label: str
    bound: int
    value: int
    chosen: str = ""
    instead: str = ""


class Moment(NamedTuple):
    """Something that happened on the host, for people.

    Attributes:
        at: the virtual time in ns.
        who: the task, host call, executor job or timer, as in `task compute`.
        what: `begins`, `waits`, `goes on`, `ends`, `fails`, `is cancelled` or `fires`.
        where: the line, as in `feed.py:41 in feed`; empty if that is not known.
    """

    at: int
    who: str
    what: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """One failure, in its shortest schedule.

    Attributes:
        kind: one of KINDS.
        message: the error's own text; its first line says what happened.
        sites: the lines that matter, as in `feed.py:41 in feed`: of a race the two submissions, the
            earlier first; of stuck tasks where they wait; of an error the program's last line.
        program: the program's name, as in `tests/test_feed.py::test_feed` or `feed.main`.
        schedule: the number of the schedule that failed, counted from 0.
        schedules: how many schedules had run by then.
        seed: the seed of the exploration.
        strategy: the strategy.
        draws: all draws of the shortest schedule.
        shrunk_from: how many draws deviated from 0 before it was shrunk.
        trace: what ran on the devices, oldest first.
        moments: what happened on the host, oldest first.
        again: the command or call that runs this schedule again.
        settings: what else replaying needs: devices, options, faults.
        error: the error itself; None if the failure was loaded from a file.
    """

    kind: str
    message: str
    sites: tuple[str, ...]
    program: str
    schedule: int
    schedules: int
    seed: int
    strategy: str
    draws: tuple[Draw, ...]
    shrunk_from: int = 0
    trace: tuple[Event, ...] = ()
    moments: tuple[Moment, ...] = ()
    again: str = ""
    settings: dict[str, Any] = field(default_factory=dict[str, Any])
    error: BaseException | None = field(default=None, compare=False)

    @property
    def deviations(self) -> tuple[tuple[int, Draw], ...]:
        """The draws that are not 0, each with its number."""
        return tuple((number, draw) for number, draw in enumerate(self.draws) if draw.value)
