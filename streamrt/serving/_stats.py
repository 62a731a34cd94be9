"""The counts of what a Batcher has done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields


@dataclass(slots=True)
class Counts:
    """The counters while they rise; see `Served`."""

    accepted: int = 0
    refused: int = 0
    answered: int = 0
    failed: int = 0
    expired: int = 0
    late: int = 0
    cancelled: int = 0
    batches: int = 0
    rows: int = 0
    padding: int = 0

    def frozen(self, *, waiting: int, running: int, seconds: Mapping[int, float]) -> Served:
        """Returns the counters as they are now."""
        counted = {each.name: getattr(self, each.name) for each in fields(self)}
        return Served(**counted, waiting=waiting, running=running, seconds=seconds)


@dataclass(frozen=True, slots=True)
class Served:
    """The counts of what a Batcher has done. Made by `Batcher.stats`.

    Each request that was accepted is counted by exactly one of `answered`, `failed`, `expired` and
    `cancelled`, unless it is still inside.

    Attributes:
        accepted: requests that were let in.
        refused: requests that were refused at the door.
        answered: requests that got their answer in time.
        failed: requests that got the error of their batch.
        expired: requests whose deadline passed.
        late: those of the expired ones that were being run; the others cost nothing.
        cancelled: requests whose client went away, or that were inside when the Batcher ended.
        batches: batches that were run.
        rows: the requests in them. `rows / batches` says how large a batch is on average.
        padding: the rows that were added to batches to make up their size.
        waiting: requests that wait now.
        running: requests that are being run now.
        seconds: the seconds that a batch is predicted to take, by its size.
    """

    accepted: int = 0
    refused: int = 0
    answered: int = 0
    failed: int = 0
    expired: int = 0
    late: int = 0
    cancelled: int = 0
    batches: int = 0
    rows: int = 0
    padding: int = 0
    waiting: int = 0
    running: int = 0
    seconds: Mapping[int, float] = field(default_factory=dict[int, float])
