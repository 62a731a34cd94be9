"""The options of `streamrt.jit`, its counts, and the mark of what it makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["SWITCH", "JitStats", "Options", "Wrapper"]

SWITCH = "STREAMRT_JIT"
"""The environment variable which has functions run as they are if it is 0."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one function; see `streamrt.jit`.

    Attributes:
        static: the names or places of the parameters that are compiled in.
        donate: those of the parameters whose Buffers a call gives up.
        check: whether to trace twice and compare.
        contract: whether products and sums may be rounded once, as one operation.
        variants: the most variants that are kept.
    """

    static: tuple[str | int, ...] = ()
    donate: tuple[str | int, ...] = ()
    check: bool = False
    contract: bool = True
    variants: int = 256


@dataclass(frozen=True, slots=True)
class JitStats:
    """The counts of one compiled function. Made by `Jitted.stats`.

    Attributes:
        calls: the calls made.
        traces: how often the function was traced.
        lowered: the traces whose programs were lowered to steps; the others took their shapes into
            steps that an earlier one had become.
        compiles: the kernels that were new to the process.
        variants: the variants that are kept now.
        trace_ms: the milliseconds spent tracing.
        compile_ms: the milliseconds spent on lowering and compiling.
    """

    calls: int
    traces: int
    lowered: int
    compiles: int
    variants: int
    trace_ms: float
    compile_ms: float


class Wrapper:
    """The base of compiled functions, by which those who do not make them know them."""

    __wrapped__: Callable[..., Any]
