"""onnxruntime: MiniLM as a graph of ONNX, of which it fuses what it can."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from benchmarks.scale import Scale
from benchmarks.work import minilm as work
from benchmarks.work import models
from benchmarks.work.clocks import Results
from benchmarks.work.minilm_onnx import model

onnxruntime: Any = importlib.import_module("onnxruntime")


def _calls(
    shapes: Iterable[tuple[int, int]], threads: int
) -> Iterator[tuple[tuple[int, int], Callable[[], object]]]:
    """Gives a call of the forward pass for each shape, which has been made once and checked."""
    weights, options = work.weights(), onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    session = onnxruntime.InferenceSession(
        model(weights), options, providers=["CPUExecutionProvider"]
    )
    for shape in shapes:
        ids, mask = work.tokens(*shape)
        given = {"ids": ids, "mask": mask}
        work.checked(session.run(None, given)[0], ids, mask, weights)
        yield shape, functools.partial(session.run, None, given)


async def minilm(scale: Scale, threads: int) -> Results:
    """The forward pass on one thread, however many streamrt has."""
    del threads
    results = Results()
    for shape, call in _calls(work.SHAPES, 1):
        results |= work.timed(shape, call, scale)
    return results


async def model_minilm(scale: Scale, threads: int) -> Results:
    """The forward pass on as many threads as streamrt has."""
    results = Results()
    for shape, call in _calls(models.SHAPES, threads):
        results |= models.timed_sentences(shape, call, scale)
    return results
