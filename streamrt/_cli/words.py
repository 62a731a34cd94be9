"""Numbers as people read them: times, bytes, clocks."""

from __future__ import annotations

from datetime import datetime

_TIMES = ((86_400e9, "d"), (3600e9, "h"), (60e9, "min"), (1e9, "s"), (1e6, "ms"), (1e3, "µs"))
_SIZES = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


def duration(ns: float) -> str:
    """Returns a time with three digits and a unit."""
    for unit, name in _TIMES:
        if abs(ns) >= unit:
            return f"{_three(ns / unit)} {name}"
    return f"{ns:.0f} ns"


def size(nbytes: float) -> str:
    """Returns a number of bytes with three digits and a unit."""
    for unit, name in _SIZES:
        if nbytes >= unit:
            return f"{_three(nbytes / unit)} {name}"
    return f"{nbytes:.0f} bytes"


def _three(number: float) -> str:
    digits = 2 if abs(number) < 9.995 else 1 if abs(number) < 99.95 else 0
    return f"{number:,.{digits}f}"


def clock(ns: int, date: bool = False) -> str:
    """Returns a time since 1970 as the clock on the wall here shows it."""
    try:
        moment = datetime.fromtimestamp(ns / 1e9)
    except (OverflowError, ValueError, OSError):  # of a file that is damaged
        return "?"
    return f"{moment:%Y-%m-%d %H:%M:%S}" if date else f"{moment:%H:%M:%S.%f}"[:-3]


def printable(text: str) -> str:
    """Returns a text of the program's without what would move the cursor of a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
