"""The sentences that both kinds of report share: what went wrong, and which schedule it was."""

from __future__ import annotations

import re

from streamrt.graph.pictures.canvas import plain
from streamrt.testing._reports.facts import Draw, Facts

LINES = 60  # the most of a message
_CLASS = re.compile(r"[\w.]+: ")  # how the text of an error begins in a traceback
ERRORS = {"race": "RaceError", "escaped": "EscapedError"}


def message(failure: Facts) -> list[str]:
    """Returns the lines of the failure's message; the first one begins with its kind."""
    kind = ERRORS.get(failure.kind, failure.kind)
    first, *more = (failure.message.strip() or "no message").split("\n")
    if not first.startswith(f"{kind}:") and not (kind == "error" and _CLASS.match(first)):
        first = f"{kind}: {first}"
    if len(more) >= LINES:
        more = [*more[: LINES - 2], f"({len(more) - LINES + 2} more lines)"]
    return [plain(line.rstrip()) for line in (first, *more)]


def unsaid(failure: Facts) -> list[str]:
    """Returns the sites that the message does not name."""
    sites = [site for site in failure.sites if site and site not in failure.message]
    more = [f"{len(sites) - LINES} more lines"] if len(sites) > LINES else []
    return [*map(plain, sites[:LINES]), *more]


def origin(failure: Facts) -> str:
    """Returns which schedule it was: `schedule 3 of 200, seed 7; 61 draws, shrunk to 1`."""
    seed = f"seed {failure.seed}, {plain(failure.strategy)}"
    number = f"schedule {failure.schedule + 1} of {failure.schedules}"
    deviate = len(failure.deviations)
    if not deviate and not failure.shrunk_from:
        return f"{number}, {seed}; every draw was normal"
    draws = f"{len(failure.draws)} draws"
    if failure.shrunk_from > deviate:
        draws += f", {failure.shrunk_from} of which deviated, shrunk to {deviate}"
    else:
        draws += f", {deviate} of which deviate{'s' * (deviate == 1)}"
    return f"{number}, {seed}; {draws}"


def deviation(number: int, draw: Draw) -> str:
    """Returns a sentence for a draw: `draw 12 takes task compute before task feed`."""
    label, chosen, instead = plain(draw.label), plain(draw.chosen), plain(draw.instead)
    if not chosen:
        return f"draw {number}, {label}: {draw.value} of 0 to {draw.bound - 1}"
    if draw.label == "next" and instead:
        return f"draw {number} takes {chosen} before {instead}"
    if draw.label.startswith("fault "):
        return f"draw {number} is a fault: {chosen}"
    return f"draw {number}, {label}: {chosen}" + (f", not {instead}" if instead else "")


def left_out(steps: int, rows: int) -> str:
    """Returns how much of a schedule the chart does not show; empty if it shows everything."""
    parts = [f"{n} {noun}{'s' * (n != 1)}" for n, noun in ((steps, "step"), (rows, "row")) if n]
    return f"{' and '.join(parts)} left out" if parts else ""
