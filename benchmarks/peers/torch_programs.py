"""torch: its own operations where it has the function, else `torch.compile` of NumPy's words.

That compiles C++. Where no compiler is found, the functions run eagerly, and a note says so.
"""

from __future__ import annotations

import functools
import os
import shutil
from collections.abc import Callable
from typing import Any

from benchmarks.notes import note
from benchmarks.peers.with_torch import torch
from benchmarks.scale import Scale
from benchmarks.work import programs as work
from benchmarks.work.clocks import Results

COMPILER = os.environ.get("CXX", "g++")
"""The command that torch.compile calls."""


def _network(x: Any, w1: Any, b1: Any, w2: Any, b2: Any, w3: Any, b3: Any) -> Any:
    x = torch.relu(x @ w1 + b1)
    x = torch.relu(x @ w2 + b2)
    return x @ w3 + b3


def _cumsum(x: Any) -> Any:
    return torch.cumsum(x, 0)


def _attention(q: Any, k: Any, v: Any) -> Any:
    return torch.nn.functional.scaled_dot_product_attention(q, k, v)


def _compiling() -> Callable[[Any], Any]:
    if shutil.which(COMPILER) is None:
        note(f"torch.compile found no C++ compiler ({COMPILER}), so these functions ran eagerly")
        return lambda function: function
    return functools.partial(torch.compile, dynamic=False)


def _convolutions() -> work.Calls:
    """conv2d of both layouts in memory, channels first and channels last."""
    pictures, kernels = work.data()["conv-einsum"]
    x = torch.from_numpy(pictures).permute(0, 3, 1, 2)
    w = torch.from_numpy(kernels).permute(3, 2, 0, 1)
    calls: work.Calls = {}
    for layout in (torch.contiguous_format, torch.channels_last):
        given = [part.contiguous(memory_format=layout) for part in (x, w)]
        call = functools.partial(torch.nn.functional.conv2d, *given)
        work.checked("conv-einsum", call().permute(0, 2, 3, 1))
        calls[str(layout)] = call
    return calls


async def programs(scale: Scale, threads: int) -> Results:
    """The functions; the convolutions' time is that of the better layout."""
    torch.set_num_threads(threads)
    compiled = _compiling()
    own: work.Functions = {"attention": _attention, "cumsum": _cumsum}
    left_out = {*own, "life", "conv-einsum", "conv-windows"}
    made = own | {
        name: compiled(_network if name.startswith("network") else function)
        for name, function in work.functions(torch, torch.erf).items()
        if name not in left_out
    }
    with torch.no_grad():
        calls = work.checked_calls(made, torch.from_numpy, lambda found: found)
        convolved = min(work.timed(_convolutions(), scale).values())
        return work.timed(calls, scale) | dict.fromkeys(("conv-einsum", "conv-windows"), convolved)
