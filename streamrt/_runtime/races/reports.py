"""The texts of races: the two accesses, their lines, what one knew of the other, the remedy."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from types import CodeType, FrameType
from typing import Any, NamedTuple, TypeAlias

from streamrt._core.races.detector import Race
from streamrt._core.races.uses import Use
from streamrt._core.tracking.ranges import label
from streamrt._runtime.failures import place
from streamrt.errors import RaceAccess, RaceError, UndeclaredAccessError

WatchedLane: TypeAlias = Any  # no import, which would be a circle

PACKAGE = "streamrt"


class Submitted(NamedTuple):
    """The facts of one submission, as texts need them.

    Attributes:
        name: the name of what it runs.
        queue: the name of the queue, as in `sim:0/load`.
        code: the code of the user's frame.
        instruction: the place in it.
    """

    name: str
    queue: str
    code: CodeType
    instruction: int

    @property
    def site(self) -> str:
        """The place that submitted it: file, line and function."""
        return place(self.code, self.instruction)

    @property
    def stream(self) -> str:
        """The name of the stream, without its device; a host call counts as its stream's."""
        return self.queue.partition("/")[2].removesuffix(".host")


class Facts(NamedTuple):
    """The facts of one use.

    Attributes:
        submitted: those of its submission.
        parameter: the name of the argument, or "".
        memory: the name of the memory.
        layout: the buffer's layout; None if it is unknown.
        base: the address that bytes are counted from.
    """

    submitted: Submitted
    parameter: str
    memory: str | int
    layout: object
    base: int

    @property
    def buffer(self) -> str:
        """The buffer in messages, as in `#4 float32[1024]`."""
        name = label(self.memory)
        text = "" if self.layout is None else str(self.layout)
        return name if not text or text in name else f"{name} {text}"


def facts_of(use: Use) -> Facts:
    """Returns the facts of a use, which has them as plain tuples."""
    what, *rest = use.facts
    return Facts(Submitted(*what), *rest)


def user_site() -> str:
    """Returns the innermost place in the stack that is outside of streamrt."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        name: str = frame.f_globals.get("__name__", "")
        if name != PACKAGE and not name.startswith(f"{PACKAGE}."):
            return place(frame.f_code, frame.f_lasti)
        frame = frame.f_back
    return "an unknown place"


def report(race: Race, is_manual: bool) -> RaceError:
    """Returns the error that describes a race.

    Args:
        race: the race.
        is_manual: whether the user places the waits; else the runtime missed one.
    """
    first, second = _access(race.first), _access(race.second)
    facts = facts_of(race.second)
    whole = max(race.first, race.second, key=lambda use: use.stop - use.start)
    start, stop = max(first.start, second.start), min(first.stop, second.stop)
    name = f"{facts.parameter}: " if facts.parameter else ""
    pads = max(len(_range(first)), len(_range(second)))
    lines = [
        f"{second.name} {_verb(second)} what {first.name} {_verb(first)}; nothing orders the two",
        f"  {name}buffer {facts_of(whole).buffer}, bytes {start} to {stop}",
        *(
            f"  {number} {_verb(access):6} {_range(access):{pads}}  submitted at {access.site}"
            for number, access in enumerate((first, second), 1)
        ),
        f"  {_gap(race)}",
    ]
    remedy = ""
    if is_manual:
        remedy = f"{_wait(race)} {_between(first.site, second.site)}"
        lines.append(f'  would order them: {remedy}; or hazards="auto"')
    else:
        lines.append(
            '  hazards="auto" orders all that streamrt knows of, so one of the two uses memory '
            "behind its back, or the mistake is streamrt's own: please report it"
        )
    return RaceError("\n".join(lines), first, second, remedy)


def report_stray(uses: Sequence[Use], start: int, stop: int) -> UndeclaredAccessError:
    """Returns the error of a kernel that wrote bytes which it did not declare to write.

    Args:
        uses: all uses of its launch.
        start: the address of the first of these bytes.
        stop: the address behind the last.
    """
    near = min(uses, key=lambda use: max(use.start - start, start - use.stop + 1, 0))
    facts = facts_of(near)
    item = getattr(facts.layout, "itemsize", 1)  # whole elements: some bytes may keep their value
    start = near.start - (near.start - start + item - 1) // item * item
    stop = near.start + (stop - near.start + item - 1) // item * item
    access = _access(near)._replace(writes=True, start=start - facts.base, stop=stop - facts.base)
    argument = facts.parameter or facts.buffer
    if near.start <= start < near.stop:
        found = "between its elements" if near.writes else "which it declares to read only"
        remedy = f"declare {argument} as `inout`" if not near.writes else "write elements only"
    else:
        side = "before" if start < near.start else "behind"
        distance = near.start - stop if start < near.start else start - near.stop
        found = f"{distance} bytes {side} {argument}" if distance else f"directly {side} {argument}"
        remedy = "pass all that it writes as arguments"
    text = (
        f"{access.name} writes what it does not declare to write\n"
        f"  {argument}: buffer {facts.buffer}, bytes {access.start} to {access.stop}, {found}\n"
        f"  submitted at {access.site}\n"
        f"  no wait can order these bytes: {remedy}"
    )
    return UndeclaredAccessError(text, access, None, remedy)


def _access(use: Use) -> RaceAccess:
    facts = facts_of(use)
    what = facts.submitted
    return RaceAccess(
        f"{what.name} on {what.queue}@{use.value}",
        what.site,
        use.writes,
        facts.buffer,
        use.start - facts.base,
        use.stop - facts.base,
    )


def _verb(access: RaceAccess) -> str:
    return "writes" if access.writes else "reads"


def _range(access: RaceAccess) -> str:
    return f"[{access.start}:{access.stop})"


def _gap(race: Race) -> str:
    """Returns a sentence about the wait that is missing, or that comes too early."""
    source, reader = _streams(race)
    lane: Any = race.second.line.timeline
    found = f"{reader} knows {source} up to @{race.known} only"
    if not race.known:
        found = f"{reader} knows nothing of {source}"
    wait = _wait_for(lane, race)
    if wait is None:
        return found if race.known else f"{found}: no wait and no await lies between 1 and 2"
    site, recorded = wait
    if recorded:
        return f"{found}: it waited for the event recorded at {_short(recorded)}, before 1"
    return f"{found}: its wait at {_short(site)} is for a point before 1"


def _wait_for(lane: WatchedLane, race: Race) -> tuple[str, str] | None:
    """Returns where a lane last waited for the first access' line, and where that was recorded."""
    timeline: Any = race.first.line.timeline
    for source, value, site in reversed(lane.waits):
        if source is timeline and value <= race.known:
            return site, source.records.get(value, "")
    return None


def _streams(race: Race) -> tuple[str, str]:
    """Returns the names of the two streams; with their devices if they are the same."""
    one, other = facts_of(race.first).submitted, facts_of(race.second).submitted
    if one.stream == other.stream:
        return one.queue.removesuffix(".host"), other.queue.removesuffix(".host")
    return one.stream, other.stream


def _wait(race: Race) -> str:
    source, reader = _streams(race)
    return f"{reader}.wait({source}.record())"


def _between(first: str, second: str) -> str:
    """Returns the place for a wait, in words: between two lines of a file, or of two."""
    (file, line), (other, last) = _file_and_line(first), _file_and_line(second)
    if file == other and line < last:
        return f"between lines {line} and {last}"
    if file == other:
        return f"after line {line} and before line {last}"
    return f"after {_short(first)} and before {_short(second)}"


def _file_and_line(site: str) -> tuple[str, int]:
    file, _, line = site.partition(" in ")[0].rpartition(":")
    return file, int(line) if line.isdigit() else 0


def _short(site: str) -> str:
    """Returns a place without its folder and function."""
    file, line = _file_and_line(site)
    return f"{os.path.basename(file)}:{line}"
