"""Policies for an item whose function failed: it is raised, skipped, or tried again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, cast

from streamrt._core.values import check_count, check_number, shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError

Kinds: TypeAlias = tuple[type[BaseException], ...]


@dataclass(frozen=True, slots=True)
class Skip:
    """Items that fail are left out. Made by `skip`.

    Attributes:
        most: how many may be left out in a run; one more fails it. None sets no limit.
        on: the errors that count; others are raised.
    """

    most: int | None
    on: Kinds


@dataclass(frozen=True, slots=True)
class Retry:
    """Items that fail are tried again. Made by `retry`.

    Attributes:
        attempts: how often an item is tried, the first time included.
        on: the errors after which it is tried again; others are raised.
        wait: the seconds before the second attempt; each later wait is twice as long.
        then: what happens to an item whose last attempt failed; None raises its error.
    """

    attempts: int
    on: Kinds
    wait: float
    then: Skip | None


@refusing
def skip(
    most: int | None = None,
    *,
    on: type[BaseException] | Kinds = Exception,
) -> Skip:
    """Returns the policy that leaves out items that fail, and counts them.

    Args:
        most: how many may be left out in a run; one more fails it. None sets no limit.
        on: the errors that count; others are raised.

    Raises:
        ArgumentError: an argument is not of that form.
    """
    if most is not None:
        most = check_count(most, "skip: most", 0)
    return Skip(most, kinds(on, "skip"))


@refusing
def retry(
    attempts: int,
    *,
    on: type[BaseException] | Kinds = Exception,
    wait: float = 0.0,
    then: Skip | None = None,
) -> Retry:
    """Returns the policy that tries items again that fail.

    Args:
        attempts: how often an item is tried, the first time included.
        on: the errors after which it is tried again; others are raised.
        wait: the seconds before the second attempt; each later wait is twice as long.
        then: what happens to an item whose last attempt failed: `skip()`, or None, which raises.

    Raises:
        ArgumentError: an argument is not of that form.
    """
    count = check_count(attempts, "retry: attempts", 1)
    seconds = check_number(wait, "retry: wait", "seconds")
    if then is not None and not isinstance(then, Skip):
        raise ArgumentTypeError(f"retry: then is {shown(then)}; pass skip(), or None")
    return Retry(count, kinds(on, "retry"), seconds, then)


def kinds(on: object, what: str) -> Kinds:
    """Returns classes of errors as a tuple.

    Raises:
        ArgumentError: it names none, or something else.
    """
    told = shown(on)
    given = cast("tuple[object, ...]", on if isinstance(on, tuple) else (on,))
    found: list[type[BaseException]] = []
    for kind in given:
        if not (isinstance(kind, type) and issubclass(kind, BaseException)):
            raise ArgumentTypeError(f"{what}: on is {told}; pass classes of exceptions")
        found.append(kind)
    if not found:
        raise ArgumentError(f"{what}: on is (); name the errors that count")
    return tuple(found)
