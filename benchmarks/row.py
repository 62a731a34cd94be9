"""A row of the table, as data: what it compares, in which unit, and what it has to reach."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Target:
    """A value that streamrt has to reach.

    Attributes:
        of: the quantity that is compared with the bound. `value` is the row's own value;
            `ratio` divides it by the value of the row's `against`, `growth` by the same
            row's value without load.
        bound: the limit, in the row's unit or as a factor.
        at_least: whether the bound is a lower limit; it is an upper one otherwise.
    """

    of: Literal["value", "ratio", "growth"]
    bound: float
    at_least: bool = False

    def reached(self, found: float) -> bool:
        """Whether `found`, a value, ratio or growth, is within the bound."""
        return found >= self.bound if self.at_least else found <= self.bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table.

    Attributes:
        name: its name for `--only` and in the JSON.
        case: the case of benchmarks/peers that measures it.
        title: the text that says what is compared.
        unit: the unit of its values.
        target: the value to reach; None if the row only informs.
        against: the peer that the ratio refers to, or `BEST`; None for rows that are not a
            comparison.
        higher_is_better: whether a higher value is better, as in a throughput.
        loaded: whether two busy processes run beside it.
        result: the case's name for the value, if that is not `name`.
    """

    name: str
    case: str
    title: str
    unit: str
    target: Target | None = None
    against: str | None = "executor"
    higher_is_better: bool = False
    loaded: bool = False
    result: str = ""

    @property
    def key(self) -> str:
        """The value's name in what the case returns."""
        return self.result or self.name


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under one heading.

    Attributes:
        title: the heading.
        rows: its rows, in the table's order.
        name: its name for `--only`; sections of one name are chosen together.
    """

    title: str
    rows: tuple[Row, ...]
    name: str = ""


def over(
    row: Row, peer: str, target: Target | None = None, *, title: str = "", value: str = ""
) -> Row:
    """The same measurement, compared with another peer.

    Args:
        row: the measurement.
        peer: the peer that the ratio refers to.
        target: the value to reach; None if the row only informs.
        title: the text of its line; by default it says that this is the same over that peer.
        value: what is taken of the peer, for that text.
    """
    return dataclasses.replace(
        row,
        name=f"{row.name}-over-{peer}",
        title=title or f"  the same, over {value or peer}",
        against=peer,
        target=target,
        result=row.key,
    )


def at_most_ratio(bound: float) -> Target:
    return Target("ratio", bound)


def at_most(bound: float) -> Target:
    return Target("value", bound)


def at_least(bound: float) -> Target:
    return Target("value", bound, at_least=True)


# In place of a peer: in each run the best of all the others.
BEST = "the best"

# The limits of "flat" and of "no slower": three runs of an unchanged program differ by that much.
FLAT = 1.25
NO_SLOWER = 1.05
