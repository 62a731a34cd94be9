"""The table: every section and every row of it, as rows.toml lists them."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

BEST = "the best"
"""Stands in place of a peer: in each run the best of all the others."""

ON = {1: "on one core", 2: "on two threads"}
Of = Literal["value", "ratio", "growth"]


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

    of: Of
    bound: float
    at_least: bool = False

    @classmethod
    def read(cls, text: str) -> Target:
        """The target of a text of the table, such as `<= 0.5x`."""
        found = re.fullmatch(r"([<>]=) ([\d.]+)(x idle|x|)", text)
        if found is None:
            raise ValueError(f"read rows.toml: {text!r} is no target")
        of: dict[str, Of] = {"": "value", "x": "ratio", "x idle": "growth"}
        return cls(of[found[3]], float(found[2]), at_least=found[1] == ">=")

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
        once: whether one run is enough, in which its case takes medians.
        loaded: whether two busy processes run beside it.
        key: the value's name in what the case returns.
    """

    name: str
    case: str
    title: str
    unit: str
    target: Target | None
    against: str | None
    higher_is_better: bool
    once: bool
    loaded: bool = False
    key: str


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
    name: str


def _row(given: dict[str, Any], name: str, suffix: str) -> Row:
    return Row(
        name=name + suffix,
        key=name,
        case=given.get("case", name) + suffix,
        title=given["title"],
        unit=given["unit"],
        target=Target.read(given["target"]) if "target" in given else None,
        against=given.get("against", "executor") or None,
        higher_is_better=given.get("more", False),
        once=given.get("once", not given.get("against", "executor")),
    )


def _over(row: Row, given: dict[str, Any]) -> Row:
    """The row's measurement, compared with another peer."""
    peer = given["over"]
    return dataclasses.replace(
        row,
        name=f"{row.name}-over-{peer}",
        title=f"  the same, over {given.get('value', peer)}",
        against=peer,
        target=Target.read(given["target"]) if "target" in given else None,
    )


def _rows(section: dict[str, Any], suffix: str, known: dict[str, Row]) -> Iterator[Row]:
    last = None
    for own in section["rows"]:
        given = section.get("common", {}) | own
        if "beside" in own:
            name, target = own["beside"], Target.read(own["target"])
            yield dataclasses.replace(
                known[name], name=f"loaded-{name}", target=target, loaded=True
            )
        elif "over" in own and last is not None:
            yield _over(last, own)
        else:
            for name in own.get("names", own.get("name")).split():
                title = given["title"].replace("{name}", name)
                named = own.get("prefix", "") + name.replace(".", "-")
                last = _row(given | {"title": title}, named, suffix)
                yield last


def _read() -> Iterator[Section]:
    table = tomllib.loads(Path(__file__).with_name("rows.toml").read_text(encoding="utf-8"))
    known: dict[str, Row] = {}
    for section in table["section"]:
        for threads in section.get("threads", (0,)):
            rows = tuple(_rows(section, f"-{threads}" if threads else "", known))
            known |= {row.name: row for row in rows}
            title = section["title"].replace("{on}", ON.get(threads, ""))
            yield Section(title, rows, section.get("name", ""))


SECTIONS = tuple(_read())
ROWS = tuple(row for section in SECTIONS for row in section.rows)
