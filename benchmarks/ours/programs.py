"""streamrt: functions as people write them, compiled by `@streamrt.jit`."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import erf

import streamrt as srt
from benchmarks.scale import Scale
from benchmarks.work import programs as work
from benchmarks.work.clocks import Results


async def programs(scale: Scale, threads: int) -> Results:
    """The functions on so many threads."""
    made = {name: srt.jit(function) for name, function in work.functions(np, erf).items()}
    with srt.Runtime(threads=threads) as rt:

        def ended(found: Any) -> Any:
            rt.sync()  # one wait, however many results there are
            return found

        return work.timed(work.checked_calls(made, rt.put, ended), scale)
