"""Shapes: the extents for which a function is compiled before they come."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

from streamrt._core.values import check_count, converted, shown
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = ["Shapes"]

MOST = 10_000
"""The combinations that one object may have."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Shapes:
    """Named extents, each with the values that it may have, as `Jitted.warm` takes them.

    `Shapes(batch=range(1, 33), length=(16, 32, 64))` has 96 combinations. Iterating gives each as a
    dict of names and integers; the last name changes first.

    Attributes:
        extents: each name with its values.
    """

    extents: tuple[tuple[str, tuple[int, ...]], ...]

    @refusing
    def __init__(self, **extents: int | Iterable[int]) -> None:
        """Takes the values of each extent: an integer, or some, as a range.

        Raises:
            ArgumentTypeError: a value is no integer.
            ArgumentError: no extent is named, one has no values or a negative one, or there are
                more than 10,000 combinations.
        """
        if not extents:
            raise ArgumentError("Shapes: no extent is named; write Shapes(batch=range(1, 33))")
        found = tuple([(name, _values(name, given)) for name, given in extents.items()])
        object.__setattr__(self, "extents", found)
        if len(self) > MOST:
            raise ArgumentError(f"Shapes: {len(self):,} combinations; {MOST:,} are the most")

    def __len__(self) -> int:
        """Returns the number of combinations."""
        return prod([len(values) for _, values in self.extents])

    def __iter__(self) -> Iterator[dict[str, int]]:
        """Gives each combination."""
        names = [name for name, _ in self.extents]
        for values in itertools.product(*[values for _, values in self.extents]):
            yield dict(zip(names, values, strict=True))

    def __repr__(self) -> str:
        return f"Shapes({', '.join(f'{name}={values}' for name, values in self.extents)})"


def _first(given: Any) -> list[Any]:
    return [*itertools.islice(given, MOST + 1)]


def _values(name: str, given: Any) -> tuple[int, ...]:
    what = f"Shapes: {name}"
    if isinstance(given, str | bytes):
        raise ArgumentTypeError(f"{what} is {shown(given)}; pass an integer, or a range of them")
    if not hasattr(given, "__iter__") or getattr(given, "ndim", 1) == 0:
        return (check_count(given, what, least=0),)
    some, error = converted(_first, given)
    if some is None:
        raise ArgumentTypeError(
            f"{what} is {shown(given)}, which gives no items; pass an integer, or a range of them"
        ) from error
    found = tuple([check_count(each, what, least=0) for each in some])
    if not found:
        raise ArgumentError(f"{what} has no values")
    return tuple(dict.fromkeys(found))
