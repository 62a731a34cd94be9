"""The memory that a process holds, as the system and as Python count it."""

from __future__ import annotations

import gc
import os
import resource
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path


def resident_bytes() -> int:
    """The process's resident memory; its highest so far if the system tells no better."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def resident_growth(hold: Callable[[], object]) -> int:
    """The bytes of resident memory that `hold()` adds, both Python's and native ones."""
    gc.collect()
    before = resident_bytes()
    held = hold()
    grown = resident_bytes() - before
    del held
    return grown


def python_growth(hold: Callable[[], object]) -> int:
    """The bytes that Python's allocators hand out in `hold()` and that stay in use."""
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    held = hold()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    del held
    return grown
