"""The facts of a failure: what went wrong, where, and in which schedule.

They stand apart from `Failure`, so that the reports can import them, and `Failure` the reports.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from streamrt._backends.sim.trace import TraceEvent

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
        at: the virtual time in ns at which it was drawn; -1 if that is not known.
    """

    label: str
    bound: int
    value: int
    chosen: str = ""
    instead: str = ""
    at: int = -1


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
class Facts:
    """The facts of a failure. `Failure` documents them."""

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
    trace: tuple[TraceEvent, ...] = ()
    moments: tuple[Moment, ...] = ()
    again: str = ""
    digest: int = 0
    settings: dict[str, Any] = field(default_factory=dict[str, Any])
    error: BaseException | None = field(default=None, compare=False)

    @property
    def deviations(self) -> tuple[tuple[int, Draw], ...]:
        """The draws that are not 0, each with its number."""
        return tuple((number, draw) for number, draw in enumerate(self.draws) if draw.value)
