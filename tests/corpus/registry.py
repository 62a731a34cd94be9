"""The acceptance corpus: small programs with one planted bug each, and their clean twins.

1. A program is what somebody would write, 10 to 40 lines. Its docstring says what is wrong.
2. Its twin is the same program with `mended=True`: it has the smallest mend, and is right in every
   order that the runtime and asyncio allow. Twins are the base of every count of false reports.
3. Comments mark the lines that a report has to name: `# first` and `# second`. Races mark the two
   submissions, programs that get stuck the lines at which tasks wait, the others the line that
   raises, or that made what is left over. `# or first` marks a line that may be named instead.
4. A program fails because of an order, a fault, or an order that is missing; most run to the end
   in the ordinary order. A race is no matter of luck: it has to be named in the first schedule,
   unless the tasks decide whether it exists.
5. Programs were written from the documentation of `streamrt.testing`, before the code that finds
   their bugs, and none was changed afterwards so that it would be found.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from streamrt import testing

Program = Callable[..., Any]  # of the runtime, unless it opens its own

RACE = ("race",)
ERROR = ("error",)
LEAK = ("leak",)
STUCK = ("deadlock", "lost wake")
LIVELOCK = ("livelock",)
UNDECLARED = ("race", "invariant")  # the detector says so, whichever of the two it is

ONCE = 1  # schedules for a race that the submissions alone make
TASKS = 20  # for a race that exists if tasks take one of their orders
MANY = 200  # for everything else

MANUAL: Mapping[str, Any] = MappingProxyType({"hazards": "manual"})

_MARK = re.compile(r"#\s*(or )?(first|second)$")


@dataclass(frozen=True)
class Bug:
    """A program with a bug, and how soon it has to be found.

    Attributes:
        program: the program.
        kinds: the kinds of failure that count as having found it.
        budget: the most schedules.
        devices: the names of its devices.
        options: what else `explore` is given, as in `hazards`.
        faults: the names of the faults of `streamrt.testing` that it is explored with.
        cites: the published thread with the same mistake, as in `owner/repository#1`.
        without: the rule of the tracker that is taken out, if the bug is the library's.
    """

    program: Program
    kinds: tuple[str, ...]
    budget: int
    devices: tuple[str, ...]
    options: Mapping[str, Any]
    faults: tuple[str, ...]
    cites: str
    without: str

    def __str__(self) -> str:
        return f"{Path(inspect.getfile(self.program)).stem}.{self.program.__name__}"

    @property
    def twin(self) -> Program:
        """The same program without the bug. That of a mutant is clean with all rules."""
        return self.program if self.without else partial(self.program, mended=True)

    def explored(self, program: Program, seed: int, schedules: int = 0) -> testing.Found:
        """What exploration finds in the program or its twin, by default in `budget` schedules."""
        faults = [getattr(testing, name)() for name in self.faults]
        options: dict[str, Any] = {"devices": self.devices, "faults": faults, **self.options}
        return testing.explore(program, schedules=schedules or self.budget, seed=seed, **options)

    def missing(self, sites: tuple[str, ...]) -> set[str]:
        """The marks of which no line is among some sites, as in `feed.py:41 in feed`."""
        found = {
            int(place["line"])
            for place in map(re.compile(r"(?P<file>.*):(?P<line>\d+)( in .*)?$").match, sites)
            if place and Path(place["file"]).name == Path(inspect.getfile(self.program)).name
        }
        return {mark for mark, lines in self.marks().items() if not lines & found}

    def marks(self) -> dict[str, set[int]]:
        """The numbers of the marked lines, by mark."""
        lines, start = inspect.getsourcelines(self.program)
        marks: dict[str, set[int]] = {}
        for number, line in enumerate(lines, start):
            if mark := _MARK.search(line.rstrip()):
                marks.setdefault(mark[2], set()).add(number)
        return marks


BUGS: list[Bug] = []


def bug(
    kinds: tuple[str, ...],
    *,
    budget: int = MANY,
    devices: tuple[str, ...] = ("sim:0",),
    options: Mapping[str, Any] = MappingProxyType({}),
    faults: tuple[str, ...] = (),
    cites: str = "",
    without: str = "",
) -> Callable[[Any], Any]:
    """Adds a program with a bug to the corpus."""

    def add(program: Any) -> Any:
        BUGS.append(Bug(program, kinds, budget, devices, options, faults, cites, without))
        return program

    return add
