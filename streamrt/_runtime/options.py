"""How a runtime was opened, and the checks of numbers that users give."""

from __future__ import annotations

import operator
from typing import NamedTuple, SupportsIndex

from streamrt.errors import ArgumentError, ArgumentTypeError


class Options(NamedTuple):
    """How a runtime was opened; see `Runtime`."""

    manual: bool
    eager: bool
    queue_limit: int
    drain_timeout: float
    check_finite: bool = False
    guard: bool = False


def check_options(
    *,
    hazards: object,
    eager: object,
    memory_limit: object,
    queue_limit: int,
    drain_timeout: float,
    check_finite: object,
    guard: object,
    watchdog: object,
) -> Options:
    """The options of a runtime.

    Raises:
        ArgumentError: one of them has a value that it cannot have.
    """
    if hazards not in ("auto", "manual"):
        raise ArgumentError(f'Runtime: hazards is {hazards!r}; it is "auto" or "manual"')
    check_count(queue_limit, "Runtime: queue_limit", 1)
    if memory_limit is not None:
        check_count(memory_limit, "Runtime: memory_limit", 0)
    check_seconds(drain_timeout, "Runtime: drain_timeout")
    if watchdog is not None and not (isinstance(watchdog, int | float) and watchdog > 0):
        raise ArgumentError(
            f"Runtime: watchdog is {watchdog!r}; it is in seconds and more than 0, or None"
        )
    is_manual = hazards == "manual"
    checks = (bool(check_finite), bool(guard))
    return Options(is_manual, bool(eager), queue_limit, drain_timeout, *checks)


def check_count(value: object, what: str, least: int) -> int:
    """The value, if it is an integer of at least that much.

    Raises:
        ArgumentTypeError: it is no integer.
        ArgumentError: it is less.
    """
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise ArgumentTypeError(f"{what} is {value!r}; it is an integer")
    count = operator.index(value)
    if count < least:
        raise ArgumentError(f"{what} is {count}; it is at least {least}")
    return count


def check_seconds(value: object, what: str) -> None:
    """Raises ArgumentError unless the value is a length of time."""
    if not isinstance(value, int | float) or not value >= 0:
        raise ArgumentError(f"{what} is {value!r}; it is in seconds")
