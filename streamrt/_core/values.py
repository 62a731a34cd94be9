"""The values that users pass: how messages show them, and the checks of numbers and shapes."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterable
from typing import SupportsIndex, TypeVar, cast

from streamrt._interrupts import BAD_VALUE
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError

LONGEST = 120
"""The most characters of a value that a message shows."""

MOST_DIMENSIONS = 64
"""The most dimensions that an array of NumPy may have."""

MOST_ELEMENTS = 1 << 58

LONGEST_WAIT = 1e9
"""The longest wait, in seconds: some thirty years, because clocks in nanoseconds end."""


T = TypeVar("T")


def converted(convert: Callable[[object], T], value: object) -> tuple[T | None, Exception | None]:
    """Returns the result of a conversion, or the error that it raises.

    What a signal's handler raises meanwhile is no answer about the value, so it is raised. Callers
    convert what cannot fail, such as an `int`, without this.
    """
    try:
        return convert(value), None
    except BAD_VALUE as error:
        return None, error


def told(thing: object) -> str:
    """Returns how messages name a thing: its repr, which for buffers and arrays has elements, too.

    Those are left out.
    """
    named: Callable[[object], str] | None = getattr(type(thing), "_told", None)
    return repr(thing) if named is None else named(thing)


def shown(value: object) -> str:
    """Returns a value as messages show it: its repr, cut short, or its type if it has no repr.

    It has none if it is nested too deep, or is an integer of too many digits.
    """
    text, _ = converted(told, value)
    if text is None:
        return f"of type {type(value).__name__}"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


@refusing
def check_flag(value: object, what: str) -> bool:
    """Returns whether a value counts as true.

    Raises:
        ArgumentTypeError: the value is neither true nor false, such as an array.
    """
    if value is True or value is False:
        return value
    flag, error = converted(bool, value)
    if flag is None:
        raise ArgumentTypeError(f"{what} is {shown(value)}; it must be True or False") from error
    return flag


@refusing
def check_choice(value: object, what: str, *choices: str) -> str:
    """Returns the value if it is one of some words.

    Raises:
        ArgumentError: it is another word, or none.
    """
    if isinstance(value, str) and value in choices:
        return value
    words = " or ".join(f'"{word}"' for word in choices)
    raise ArgumentError(f"{what} is {shown(value)}; it is {words}")


@refusing
def check_count(value: object, what: str, least: int, most: int | None = None) -> int:
    """Returns the value if it is an integer in a range.

    Args:
        value: the passed value.
        what: begins messages, with the name of what was passed.
        least: the lowest value allowed.
        most: the highest value allowed; None if there is no bound.

    Raises:
        ArgumentTypeError: the value is no integer.
        ArgumentError: the value is out of the range.
    """
    error: Exception | None = None
    count: int | None = None
    if type(value) is int:
        count = value
    elif isinstance(value, SupportsIndex) and not isinstance(value, bool):
        count, error = converted(operator.index, value)  # type: ignore[arg-type] # arrays have one, too
    if count is None:
        raise ArgumentTypeError(f"{what} is {shown(value)}; it must be an integer") from error
    if count < least:
        raise ArgumentError(f"{what} is {shown(count)}; it must be at least {least}")
    if most is not None and count > most:
        raise ArgumentError(f"{what} is {shown(count)}; it must be at most {most}")
    return count


@refusing
def check_number(value: object, what: str, unit: str) -> float:
    """Returns the value if it is a number of at least 0 that a float can hold.

    Raises:
        ArgumentTypeError: the value is no number.
        ArgumentError: the value is negative, NaN or too great.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ArgumentTypeError(f"{what} is {shown(value)}; it must be a number of {unit}")
    try:
        number = float(value)
    except OverflowError as error:
        raise ArgumentError(f"{what} is {shown(value)}; no float holds that many {unit}") from error
    if not number >= 0:
        raise ArgumentError(f"{what} is {number}; it must be a number of {unit}, at least 0")
    return number


@refusing
def check_seconds(value: object, what: str) -> float:
    """Returns the value if it is a time in seconds, cut to LONGEST_WAIT.

    Raises:
        ArgumentTypeError: the value is no number.
        ArgumentError: the value is negative or NaN.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ArgumentTypeError(f"{what} is {shown(value)}; it must be a number of seconds")
    if not value >= 0:
        raise ArgumentError(f"{what} is {shown(value)}; it must be a number of seconds, at least 0")
    return float(min(value, LONGEST_WAIT))


def extents_of(given: object) -> tuple[int, ...] | None:
    """Returns the extents of a shape, written as an integer or several; None if it is no shape.

    At most MOST_DIMENSIONS and one more are returned, because the given sequence may be endless.
    """
    kind: type[object] = type(given)
    if kind is int:
        return (cast("int", given),)
    if kind is tuple:
        parts = cast("tuple[object, ...]", given)
        if {*map(type, parts)} <= {int}:
            return cast("tuple[int, ...]", parts[: MOST_DIMENSIONS + 1])
    return converted(_indexes, (given,) if isinstance(given, SupportsIndex) else given)[0]


def _indexes(parts: object) -> tuple[int, ...]:
    few = itertools.islice(cast("Iterable[SupportsIndex]", parts), MOST_DIMENSIONS + 1)
    return tuple(map(operator.index, few))


@refusing
def check_shape(given: object, what: str) -> tuple[int, ...]:
    """Returns a shape as a tuple of extents.

    Raises:
        ArgumentTypeError: the value is no shape.
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
    if min(extents, default=0) < 0:
        raise ArgumentError(f"{what}: the shape is {shown(extents)}; extents are at least 0")
    if math.prod([max(1, extent) for extent in extents]) >= MOST_ELEMENTS:
        raise ArgumentError(
            f"{what}: the shape is {shown(extents)}; no machine has that much memory"
        )
    return extents
