"""streamrt: operations of eager arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamrt as srt
from benchmarks.scale import Scale
from benchmarks.work import calls, eager
from benchmarks.work.clocks import Results
from streamrt import array_api as xp


@srt.jit
def _added(x: Any, y: Any) -> Any:
    return x + y


@srt.jit
def _chain(x: Any, y: Any) -> Any:
    return eager.chain(xp.tanh, x, y)


async def eager_arrays(scale: Scale) -> Results:
    """An operation, a chain of ten, and both compiled."""
    async with srt.Runtime() as rt:
        x, y = (rt.asarray(eager.numbers(eager.SMALL)) for _ in range(2))
        a, b = (rt.asarray(eager.numbers(eager.LARGE)) for _ in range(2))
        buffers = x.buffer, y.buffer

        async def settled() -> None:
            await (x + y)

        def ten() -> object:
            return eager.chain(xp.tanh, a, b).buffer.sync()

        def compiled() -> object:
            return _chain(a, b).buffer.sync()

        await settled()
        results = await eager.timed(lambda: x + y, ten, settled, scale)
        call = await calls.back_to_back(lambda: _added(*buffers), settled, scale)
        return {
            **results,
            "eager-added": results["eager-op"] / call,
            "eager-compiled": results["eager-chain"] / eager.chain_time(compiled, scale),
        }


async def eager_functions(scale: Scale) -> Results:
    """Each native function, awaited."""
    with srt.Runtime() as rt:
        given = [rt.asarray(each) for each in eager.operands()]

        def call(function: Callable[..., xp.Array]) -> Callable[[], object]:
            return lambda: function(*given).buffer.sync()

        made = {name: call(function) for name, function in eager.functions(xp).items()}
        return eager.function_times(made, scale)
