"""The lines of the table, made from runs: medians, ratios, and whether targets are reached."""

from __future__ import annotations

import dataclasses
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.peers import Peer
from benchmarks.rows import BEST, Row
from benchmarks.session import Measured, Task

OWN = "streamrt"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the table: one peer's runs in one row, or the word that says why there are none."""

    runs: tuple[float, ...] = ()
    word: str = ""
    disturbed: bool = False

    @property
    def median(self) -> float | None:
        return statistics.median(self.runs) if self.runs else None


@dataclass(frozen=True, slots=True)
class Line:
    """A row with its results.

    `ratio` is streamrt's value over the value of the peer that the row is measured against,
    `growth` over its own value without load; None where one of the two is missing.
    `idle_disturbed` says that other programs disturbed the runs without load.
    """

    row: Row
    cells: dict[str, Cell]
    ratio: float | None
    growth: float | None
    idle_disturbed: bool
    reached: bool | None


def _quotient(ours: Sequence[float], theirs: Sequence[float]) -> float | None:
    """The median of the quotients of single runs, in which a drift between runs cancels out."""
    quotients = [a / b if b else math.inf for a, b in zip(ours, theirs, strict=False)]
    return statistics.median(quotients) if quotients else None


def _best(row: Row, peers: Sequence[Peer], measured: Measured) -> list[float]:
    """The best value of the other peers in each run."""
    others = [measured.values(row, peer.name) for peer in peers if peer.name != OWN]
    best = max if row.higher_is_better else min
    return [best(run) for run in zip(*[values for values in others if values], strict=False)]


def _cell(row: Row, peer: Peer, measured: Measured) -> Cell:
    task = Task(row.case, row.loaded)
    runs = tuple(measured.values(row, peer.name))
    if runs:
        return Cell(runs, disturbed=measured.disturbed(row, peer.name))
    if (task, peer.name) in measured.failures:
        return Cell(word="failed")
    return Cell(word="absent" if task.has(peer) and peer.absent(row.case) else "")


def line(row: Row, peers: Sequence[Peer], measured: Measured) -> Line:
    """The row's line."""
    ours = measured.values(row, OWN)
    theirs = _best(row, peers, measured) if row.against == BEST else None
    if row.against and theirs is None:
        theirs = measured.values(row, row.against)
    ratio = None if theirs is None else _quotient(ours, theirs)
    growth = None
    if row.loaded:
        # These runs are not taken in turn, so their medians are compared.
        task = Task(row.case, loaded=False)
        idle = [run[row.key] for run in measured.runs.get((task, OWN), []) if row.key in run]
        if ours and idle:
            growth = statistics.median(ours) / statistics.median(idle)
    reached = None
    if row.target:
        own_value = statistics.median(ours) if ours else None
        found = {"value": own_value, "ratio": ratio, "growth": growth}[row.target.of]
        reached = None if found is None else row.target.reached(found)
    cells = {peer.name: _cell(row, peer, measured) for peer in peers}
    idle_disturbed = measured.disturbed(dataclasses.replace(row, loaded=False), OWN)
    return Line(row, cells, ratio, growth, idle_disturbed, reached)
