"""torch: MiniLM of its own operations, each of which is one call: linear, attention, norm, gelu."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from benchmarks.peers.with_torch import torch
from benchmarks.scale import Scale
from benchmarks.work import minilm, models
from benchmarks.work.clocks import Results
from benchmarks.work.minilm import EPSILON, FAR, HEADS, WIDTH


def _tensors(weights: minilm.Weights) -> minilm.Weights:
    """The weights as torch has them: a matrix has a row for each element of its result."""

    def of(pair: tuple[Any, Any]) -> list[Any]:
        return [torch.from_numpy(np.ascontiguousarray(part.T)) for part in pair]

    return {
        **{name: torch.from_numpy(weights[name]) for name in ("words", "positions", "kind")},
        "norm": of(weights["norm"]),
        "layers": [{name: of(pair) for name, pair in each.items()} for each in weights["layers"]],
    }


def _layer(x: Any, masked: Any, given: minilm.Weights) -> Any:
    functions = torch.nn.functional

    def heads(name: str) -> Any:
        y = functions.linear(x, *given[name])
        return y.reshape(*x.shape[:2], HEADS, -1).transpose(1, 2)

    parts = [heads(name) for name in ("query", "key", "value")]
    mixed = functions.scaled_dot_product_attention(*parts, attn_mask=masked)
    mixed = functions.linear(mixed.transpose(1, 2).reshape(x.shape), *given["mixed"])
    x = _normalized(mixed + x, given["norm-mixed"])
    wide = functions.gelu(functions.linear(x, *given["up"]))
    return _normalized(functions.linear(wide, *given["down"]) + x, given["norm"])


def _normalized(x: Any, given: list[Any]) -> Any:
    return torch.nn.functional.layer_norm(x, (WIDTH,), *given, eps=EPSILON)


def _forward(ids: Any, mask: Any, weights: minilm.Weights) -> Any:
    x = weights["words"][ids] + weights["positions"][: ids.shape[1]] + weights["kind"]
    x = _normalized(x, weights["norm"])
    masked = (1 - mask[:, None, None, :]) * FAR
    for given in weights["layers"]:
        x = _layer(x, masked, given)
    present = mask[:, :, None]
    mean = (x * present).sum(1) / present.sum(1)
    return torch.nn.functional.normalize(mean)


async def model_minilm(scale: Scale, threads: int) -> Results:
    """The forward pass on so many threads."""
    torch.set_num_threads(threads)
    weights, results = minilm.weights(), Results()
    tensors = _tensors(weights)
    with torch.inference_mode():
        for shape in models.SHAPES:
            ids, mask = minilm.tokens(*shape)
            call = functools.partial(
                _forward, torch.from_numpy(ids), torch.from_numpy(mask), tensors
            )
            minilm.checked(call(), ids, mask, weights)
            results |= models.timed_sentences(shape, call, scale)
    return results
