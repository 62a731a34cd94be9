"""The names of work, by numbers that events have in their place.

The numbers are unique in the process and never used again, because the plan of a kernel keeps its
own. There are at most `MOST` names: later ones are noted without their sizes, or not at all.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from streamrt._interrupts import from_handler
from streamrt._runtime.subject import Named

if TYPE_CHECKING:
    from streamrt._runtime.subject import Subject

MOST = 1 << 16
LONGEST = 200  # characters
MOST_NODES = 4096


class WorkName(NamedTuple):
    """A name of work; `streamrt.observe.trace.Name` describes the fields."""

    text: str
    kind: str
    site: str = ""
    nbytes: int = 0
    nodes: tuple[str, ...] = ()


class Names:
    """All names of the process.

    Attributes:
        table: the names by number.
        told: functions that are called with each new number and its name.
    """

    def __init__(self) -> None:
        self.table: dict[int, WorkName] = {}
        self.told: list[Callable[[int, WorkName], object]] = []
        self._numbers: dict[WorkName, int] = {}
        self._next = itertools.count(1)

    def of(self, name: WorkName) -> int:
        """Returns the number of a name; 0 if there are too many."""
        number = self._numbers.get(name)
        if number is not None:
            return number
        if len(self._numbers) >= MOST:
            return 0 if not name.nbytes else self.of(name._replace(nbytes=0))
        number = next(self._next)
        self.table[number] = name
        known = self._numbers.setdefault(name, number)  # another thread may be quicker
        if known == number:
            for tell in tuple(self.told):
                tell(number, name)
        return known


names = Names()
"""The names of this process."""


def name_of_work(subject: Subject, lane: Any, nbytes: int) -> int:
    """Returns the number of a submission's name; native code calls it.

    A plan keeps a number that is positive. The negative of a number is for work whose name differs
    from one submission to the next. It is 0, and never an error, if there is no name.
    """
    try:
        return _number(subject, lane, nbytes)
    except Exception as error:
        if from_handler(error):
            raise
        return 0


def _number(subject: Subject, lane: Any, nbytes: int) -> int:
    if isinstance(subject, Named):
        kind = "host call" if lane.is_host else subject.name
        return -names.of(WorkName(subject.name[:LONGEST], kind, "", nbytes))
    nodes: Sequence[Any] = getattr(subject, "node_names", ())
    kind = "replay" if nodes else "kernel"
    site = str(getattr(subject, "site", ""))
    name = WorkName(subject.name[:LONGEST], kind, site, nbytes, tuple(nodes[:MOST_NODES]))
    return names.of(name)
