"""streamrt: MiniLM and parts of models beside the libraries that serve models.

The parts are what jax prints of them, MiniLM is a model of ONNX. What runs is a module of each, as
it was saved and loaded.
"""

from __future__ import annotations

import io
from typing import Any

import streamrt as srt
from benchmarks.scale import Scale
from benchmarks.work import models as work
from benchmarks.work.clocks import Results


async def model_functions(scale: Scale, threads: int) -> Results:
    """The functions on so many threads."""
    made = {name: _module(srt.from_stablehlo(text)) for name, text in work.texts().items()}
    with srt.Runtime(threads=threads) as rt:

        def ended(found: Any) -> Any:
            return found.sync()

        return work.timed(work.checked_calls(made, rt.put, ended), scale)


async def model_minilm(scale: Scale, threads: int) -> Results:
    """The forward pass of MiniLM on so many threads."""
    from benchmarks.work import minilm, minilm_onnx  # need SciPy, ONNX and the weights

    weights, results = minilm.weights(), Results()
    read = srt.from_onnx(minilm_onnx.model(weights))
    forward = _module([read.lower(*minilm.tokens(*shape)) for shape in work.SHAPES])
    with srt.Runtime(threads=threads) as rt:
        for shape in work.SHAPES:
            ids, mask = minilm.tokens(*shape)
            given = rt.put(ids), rt.put(mask)
            minilm.checked(forward(*given), ids, mask, weights)

            def call(given: Any = given) -> object:
                return forward(*given).sync()

            results |= work.timed_sentences(shape, call, scale)
    return results


def _module(given: Any) -> srt.Function:
    """A function after it was saved and loaded."""
    file = io.BytesIO()
    srt.save(file, {"f": given})
    return srt.load(file.getvalue())["f"]
