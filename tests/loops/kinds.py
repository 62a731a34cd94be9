"""The kinds of device that run loops, and a runtime on each."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from graph.places import opened
from opencl.driver import OPENCL
from shared import trial_kernels
from shared.replaying_backend import ReplayingBackend

import streamrt as srt

KINDS = ("cpu", "process+cpu", OPENCL, "threaded", "replaying", "sim")
REAL = KINDS[:-1]
"""Those whose loops go on while this process does something else."""

NATIVE = ("cpu", "process+cpu", "opencl")
"""Those that say which node failed."""


@contextmanager
def runtime(kind: str, **options: Any) -> Generator[srt.Runtime]:
    """A runtime on one device of that kind."""
    if kind in ("cpu", "sim", "threaded", "opencl"):
        with opened(kind, **options) as place:
            yield place.rt
        return
    backends = [ReplayingBackend()] if kind == "replaying" else []
    with srt.Runtime([f"{kind}:0"], backends=backends, **options) as rt:
        yield rt


def until(is_so: Callable[[], object]) -> None:
    """Waits, without the interpreter's lock, until something is so."""
    deadline = time.monotonic() + trial_kernels.PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        os.sched_yield()
