"""The source lines around the sites of a failure, as far as their files can be read."""

from __future__ import annotations

import linecache
import re
from collections.abc import Sequence
from typing import NamedTuple

AROUND = 4  # how many lines are shown before a site, and after it
SITES = 20  # the most that are looked at
_SITE = re.compile(r"(?P<path>.+):(?P<line>\d{1,9}) in (?P<function>.*)", re.DOTALL)


class Excerpt(NamedTuple):
    """Neighbouring lines of a file.

    Attributes:
        path: the file, as the sites name it.
        first: the number of the first line, counted from 1.
        lines: the lines, without their ends.
        sites: which sites stand in which line: their numbers, counted from 1, by the line's.
    """

    path: str
    first: int
    lines: tuple[str, ...]
    sites: dict[int, tuple[int, ...]]


def excerpts(sites: Sequence[str]) -> list[Excerpt]:
    """Returns the lines around each site; sites that are close to each other share an excerpt.

    Only Python files are read, and what `linecache` knows, because a failure may come from a file
    that somebody else wrote.
    """
    files: dict[str, dict[int, tuple[int, ...]]] = {}
    for number, site in enumerate(sites[:SITES], 1):
        if found := _SITE.fullmatch(site):
            lines = files.setdefault(found["path"], {})
            line = int(found["line"])
            lines[line] = (*lines.get(line, ()), number)
    return [part for path, lines in files.items() for part in _parts(path, lines)]


def _parts(path: str, wanted: dict[int, tuple[int, ...]]) -> list[Excerpt]:
    if not path.endswith(".py") and path not in linecache.cache:
        return []
    linecache.checkcache(path)
    lines = linecache.getlines(path)
    parts: list[list[int]] = []
    for line in sorted(wanted):
        if not 1 <= line <= len(lines):
            continue  # the file was changed since, or is another one
        if parts and line - parts[-1][-1] <= 2 * AROUND + 1:
            parts[-1].append(line)
        else:
            parts.append([line])
    return [
        Excerpt(
            path=path,
            first=(first := max(1, part[0] - AROUND)),
            lines=tuple(line.rstrip() for line in lines[first - 1 : part[-1] + AROUND]),
            sites={line: wanted[line] for line in part},
        )
        for part in parts
    ]
