"""Scripts: what a runtime asks of its tracker, as plain data, and how they are drawn.

A script holds no objects, so that any tracker can play it (tracker_player.py). Its numbers are
taken modulo the number of what is there: every script is valid, and stays so when it is cut.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from streamrt._native.core import CANCELLED, DONE, FAILED, SKIPPED

PARTS = 8  # an access covers some of the eight parts of a buffer
SMALL, LARGE = 64, 8 * 700  # bytes of a buffer; a large one has room for many spans
MOST_HANDLES = 9
SEEDS = 300  # those of the scripts that every tracker is asked
PLACES = 8  # of 32 bytes each, in which arrays from outside lie


@dataclass(frozen=True)
class Access:
    """Parts [low, high) of a buffer; a bold one may be refused."""

    handle: int
    low: int
    high: int
    mode: str  # in, out or inout
    has_gaps: bool = False
    bold: bool = False


@dataclass(frozen=True)
class Back:
    """A point of a stream, counted back from its newest."""

    stream: int
    back: int


@dataclass(frozen=True)
class Submit:
    """A command: its accesses, how it will end, and points that it comes after in any case."""

    stream: int
    accesses: tuple[Access, ...]
    fate: int = DONE
    after: tuple[Back, ...] = ()


@dataclass(frozen=True)
class Stripes:
    """One command with many regions: every few rows of eight bytes."""

    stream: int
    handle: int
    first: int
    every: int
    mode: str
    has_gaps: bool = False
    fate: int = DONE


@dataclass(frozen=True)
class Rows:
    """Commands on many streams in turn, each of which writes one row of eight bytes."""

    handle: int
    count: int


@dataclass(frozen=True)
class Wait:
    """A wait of its own."""

    stream: int
    points: tuple[Back, ...]
    asked: bool


@dataclass(frozen=True)
class End:
    """The commands up to a point have ended, and the host has not looked."""

    point: Back


@dataclass(frozen=True)
class Reap:
    """The same, and the host takes note of each."""

    point: Back


@dataclass(frozen=True)
class Observe:
    """The host sees that the point was reached, and looks at no command."""

    point: Back


@dataclass(frozen=True)
class New:
    """A buffer in a block that was used before, if there is one."""

    device: int
    nbytes: int
    for_host: bool


@dataclass(frozen=True)
class Wrap:
    """An array from outside, which may share memory with others."""

    low: int
    high: int


@dataclass(frozen=True)
class WrapExported:
    """An array in memory of a pool, which is exported first, or beyond its end."""

    handle: int
    low: int
    high: int


@dataclass(frozen=True)
class On:
    """Something done to one handle: share, donate, freeze, capture, delete, drop or free."""

    what: str
    handle: int


@dataclass(frozen=True)
class Ask:
    """Questions about a part of a buffer."""

    handle: int
    low: int
    high: int
    has_gaps: bool


@dataclass(frozen=True)
class AskOrder:
    """Whether a point comes after another."""

    point: Back
    other: Back


Operation = (
    Submit | Stripes | Rows | Wait | End | Reap | Observe | New | Wrap | WrapExported | On | Ask
) | AskOrder


@dataclass(frozen=True)
class Script:
    """What is done to a tracker.

    Attributes:
        streams: how many streams there are.
        internal: those to which no user submits.
        manual: whether users place their waits.
        operations: what happens, in order.
    """

    streams: int
    internal: frozenset[int]
    manual: bool
    operations: tuple[Operation, ...]


# -- drawing --------------------------------------------------------------------------------------


def draw_script(random: Random, most: int = 60, many_spans: bool = False) -> Script:
    """Returns a random script of at most so many operations; one with many spans costs more."""
    streams = random.choice((2, 4, 4, 12))
    internal = frozenset(s for s in range(streams) if s == streams - 1 or random.random() < 0.1)
    choices = [
        *[_submit] * 14,
        *[_wait, _wait, _end, _reap, _ask, _ask_order, _new, _new, _wrap, _wrap, _on, _on, _on],
    ]
    if many_spans:
        choices += [_stripes] * 5 + [_rows] * 3
    if random.random() < 0.5:
        choices += [_observe]
    size = LARGE if many_spans else SMALL
    first = [New(device, size, False) for device in range(2)]
    count = random.randint(0, most)
    return Script(
        streams,
        internal if random.random() < 0.5 else frozenset(),
        random.random() < 0.3,
        (*first, *(random.choice(choices)(random) for _ in range(count))),
    )


# Neighbours with earlier writers on one stream get one writer, which leaves gaps, and are merged.
MERGED_BENEATH = Script(
    streams=3,
    internal=frozenset(),
    manual=True,
    operations=(
        New(0, LARGE, False),
        Stripes(0, 0, 0, 5, "out", has_gaps=True),
        Stripes(0, 0, 1, 5, "out", has_gaps=True),
        Submit(1, (Access(0, 0, PARTS, "out", has_gaps=True),)),
        Stripes(1, 0, 3, 5, "out", has_gaps=True),  # now there are so many that some are merged
        Submit(2, (Access(0, 0, PARTS, "in"),)),
    ),
)

# A cut makes one span too many, so that the next cut merges neighbours, and not the same one twice.
ONE_SPAN_TOO_MANY = Script(
    streams=4,
    internal=frozenset(),
    manual=False,
    operations=(
        New(0, LARGE, False),
        Submit(0, (Access(0, 0, PARTS, "out"),)),
        Stripes(1, 0, 0, 6, "in"),
        *[Submit(i, (Access(0, 0, i, "in"),)) for i in range(1, PARTS)],
        *[Stripes(i, 0, i, LARGE, "in") for i in range(1, 60, 2)],
    ),
)
DIRECTED = (MERGED_BENEATH, ONE_SPAN_TOO_MANY)


def seeded(seed: int) -> Script:
    """Returns the script of a seed; each eighth has many spans, half of these manual hazards.

    The first seeds stand for scripts that hardly any seed finds.
    """
    if seed < len(DIRECTED):
        return DIRECTED[seed]
    script = draw_script(Random(seed), many_spans=seed % 8 == 7)
    return replace(script, manual=True) if seed % 16 == 15 else script


def _back(random: Random) -> Back:
    return Back(random.randrange(12), random.choice((0, 0, 0, 1, 2, 3, 5)))


def _parts(random: Random) -> tuple[int, int]:
    if random.random() < 0.4:
        return 0, PARTS
    low = random.randrange(PARTS)
    return low, random.randint(low, PARTS)  # sometimes no byte at all


def _access(random: Random) -> Access:
    low, high = _parts(random)
    mode = random.choice(("in", "in", "out", "inout"))
    bold = random.random() < 0.03
    return Access(random.randrange(12), low, high, mode, random.random() < 0.25, bold)


def _fate(random: Random) -> int:
    return DONE if random.random() < 0.75 else random.choice((FAILED, SKIPPED, CANCELLED))


def _submit(random: Random) -> Operation:
    accesses = tuple(_access(random) for _ in range(random.choice((1, 1, 2, 2, 3, 5))))
    after = tuple(_back(random) for _ in range(random.choice((0, 0, 0, 0, 0, 1, 3))))
    return Submit(random.randrange(12), accesses, _fate(random), after)


def _stripes(random: Random) -> Operation:
    every, mode = random.choice((2, 3, 5)), random.choice(("in", "out", "inout"))
    stream, handle = random.randrange(12), random.randrange(12)
    has_gaps = random.random() < 0.4
    return Stripes(stream, handle, random.randrange(every), every, mode, has_gaps, _fate(random))


def _rows(random: Random) -> Operation:
    return Rows(random.randrange(12), random.choice((5, 20, 40)))


def _wait(random: Random) -> Operation:
    points = tuple(_back(random) for _ in range(random.choice((1, 1, 2, 4))))
    return Wait(random.randrange(12), points, random.random() < 0.5)


def _new(random: Random) -> Operation:
    return New(random.randrange(2), SMALL, random.random() < 0.2)


def _wrap(random: Random) -> Operation:
    low, length = random.randrange(PLACES), random.choice((1, 1, 2, 3, 0))
    if random.random() < 0.6:
        return Wrap(low, min(low + length, PLACES))
    low = random.choice((0, 0, 1, 4, 7))
    return WrapExported(random.randrange(12), low, low + random.choice((1, 2, 4, 8)))


def _on(random: Random) -> Operation:
    what = ("share", "donate", "freeze", "capture", "delete", "drop", *["free"] * 6)
    return On(random.choice(what), random.randrange(12))


def _ask(random: Random) -> Operation:
    return Ask(random.randrange(12), *_parts(random), random.random() < 0.2)


def _ask_order(random: Random) -> Operation:
    return AskOrder(_back(random), _back(random))


def _pointed(kind: Callable[[Back], Operation]) -> Callable[[Random], Operation]:
    return lambda random: kind(_back(random))


_end, _reap, _observe = _pointed(End), _pointed(Reap), _pointed(Observe)
