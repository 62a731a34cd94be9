"""Values that users give: how messages show them, and the checks of numbers."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Iterable
from typing import SupportsIndex, cast

from streamrt.errors import ArgumentError, ArgumentTypeError

LONGEST = 120
"""Characters of a value that a message shows."""

MOST_DIMENSIONS = 64
"""Of an array of NumPy."""

MOST_ELEMENTS = 1 << 58

LONGEST_WAIT = 1e9
"""Seconds, some thirty years: what is longer counts as that, because clocks in ns end."""


def shown(value: object) -> str:
    """A value as messages show it: its repr, cut short; its type if it has no repr."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - nested too deep, an integer of too many digits, or its own doing
        return f"of type {type(value).__name__}"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def check_flag(value: object, what: str) -> bool:
    """Whether a value counts as true.

    Raises:
        ArgumentTypeError: it says neither, as arrays do.
    """
    try:
        return bool(value)
    except Exception as error:
        raise ArgumentTypeError(f"{what} is {shown(value)}; it is True or False") from error


def check_count(value: object, what: str, least: int, most: int | None = None) -> int:
    """The value, if it is an integer in a range.

    Args:
        value: what was passed.
        what: begins messages, with the name of what was passed.
        least: the least that it may be.
        most: the most that it may be; None if there is no bound.

    Raises:
        ArgumentTypeError: it is no integer.
        ArgumentError: it is less, or more.
    """
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise ArgumentTypeError(f"{what} is {shown(value)}; it is an integer")
    try:
        count = operator.index(value)
    except Exception as error:  # arrays have the method, too
        raise ArgumentTypeError(f"{what} is {shown(value)}; it is an integer") from error
    if count < least:
        raise ArgumentError(f"{what} is {shown(count)}; it is at least {least}")
    if most is not None and count > most:
        raise ArgumentError(f"{what} is {shown(count)}; it is at most {most}")
    return count


def check_number(value: object, what: str, unit: str) -> float:
    """The value, if it is a number above or at 0 that a float holds.

    Raises:
        ArgumentTypeError: it is no number.
        ArgumentError: it is negative, not a number or too great.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ArgumentTypeError(f"{what} is {shown(value)}; it is a number of {unit}")
    try:
        number = float(value)
    except OverflowError as error:
        raise ArgumentError(f"{what} is {shown(value)}; no float holds that many {unit}") from error
    if not number >= 0:
        raise ArgumentError(f"{what} is {number}; it is a number of {unit}, at least 0")
    return number


def check_seconds(value: object, what: str) -> float:
    """The value, if it is a length of time in seconds, and at most some thirty years of it.

    Raises:
        ArgumentTypeError: it is no number.
        ArgumentError: it is negative, or not a number.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ArgumentTypeError(f"{what} is {shown(value)}; it is in seconds")
    if not value >= 0:
        raise ArgumentError(f"{what} is {shown(value)}; it is in seconds, at least 0")
    return float(min(value, LONGEST_WAIT))


def extents_of(given: object) -> tuple[int, ...] | None:
    """The extents of a shape as users write it, an integer or several; None if it is none.

    Of more than MOST_DIMENSIONS, one more is returned: what was passed may have no end.
    """
    parts = (given,) if isinstance(given, SupportsIndex) else given
    try:
        few = itertools.islice(cast("Iterable[SupportsIndex]", parts), MOST_DIMENSIONS + 1)
        return tuple(map(operator.index, few))
    except Exception:  # noqa: BLE001 - whatever the objects passed do
        return None


def check_shape(given: object, what: str) -> tuple[int, ...]:
    """A shape as a tuple of extents.

    Raises:
        ArgumentTypeError: it is no shape.
        ArgumentError: an extent is negative, or there are too many dimensions or elements.
    """
    extents = extents_of(given)
    if extents is None:
        raise ArgumentTypeError(f"{what}: the shape is {shown(given)}; pass integers")
    if len(extents) > MOST_DIMENSIONS:
        raise ArgumentError(
            f"{what}: the shape has more than {MOST_DIMENSIONS} dimensions; arrays of NumPy have "
            "at most that many"
        )
    if any(extent < 0 for extent in extents):
        raise ArgumentError(f"{what}: the shape is {shown(extents)}; extents are at least 0")
    if math.prod(max(1, extent) for extent in extents) >= MOST_ELEMENTS:
        raise ArgumentError(
            f"{what}: the shape is {shown(extents)}; no machine has that much memory"
        )
    return extents
