"""torch's DataLoader: without workers, or with processes; the consumer computes."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from benchmarks.work import pipelines
from benchmarks.work.pipelines import LOADERS, ROWS, Work

_data: Any = importlib.import_module("torch.utils.data")
PROCESSES = 2


class _Mapped:
    """A data set of what a function returns for each item."""

    def __init__(self, items: Sequence[Any], function: Callable[[Any], Any]) -> None:
        self._items, self._function = items, function

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, number: int) -> Any:
        return self._function(self._items[number])


def _made(work: Work) -> contextlib.nullcontext[Any]:
    """No worker in place of one, two processes in place of eight, but eight for loads that wait."""
    waiting = work.function is pipelines.load
    processes = LOADERS if waiting else PROCESSES if work.workers > 1 else 0
    options: dict[str, Any] = {"batch_size": ROWS if work.stacked else None}
    if work.stacked and not work.then:
        options["collate_fn"] = np.stack
    made = _data.DataLoader(_Mapped(work.items, work.function), num_workers=processes, **options)
    return contextlib.nullcontext(map(work.then, made) if work.then else made)


pipe_map, pipe_fill, pipe_overlap, pipe_png = pipelines.iterated(_made, 5000, 500, fill=10_000)
