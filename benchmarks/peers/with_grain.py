"""grain: a data set that threads read ahead, in order; what follows runs in the consumer."""

from __future__ import annotations

import contextlib
import importlib
import logging
from typing import Any

import numpy as np

from benchmarks.work import pipelines
from benchmarks.work.pipelines import AHEAD, ROWS, Work

logging.disable(logging.WARNING)  # it says that jax is not there
grain: Any = importlib.import_module("grain")


def _made(work: Work) -> contextlib.nullcontext[Any]:
    options = grain.ReadOptions(num_threads=work.workers, prefetch_buffer_size=AHEAD)
    made = grain.MapDataset.source(work.items).map(work.function).to_iter_dataset(options)
    if work.stacked:  # without a network by grain's own way
        made = made.batch(ROWS, batch_fn=np.stack) if work.then else made.batch(ROWS)
    return contextlib.nullcontext(made.map(work.then) if work.then else made)


pipe_map, pipe_fill, pipe_overlap, pipe_png = pipelines.iterated(_made, 5000, 500)
