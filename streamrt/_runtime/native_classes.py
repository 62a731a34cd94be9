"""Tells the core where Python's classes have their slots, and gives Stream its native launch.

Users may name these classes before the core is loaded, so they are Python. Native code reads and
writes their slots in place.
"""

from __future__ import annotations

import ctypes
import inspect
from typing import Any, cast

from streamrt._native.core import Core, at_load
from streamrt._native.fields import slot_offset
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.execution import Execution
from streamrt._runtime.stream import Stream
from streamrt._runtime.tracking import IN_PYTHON

# In the order of `struct slots` in lanes.h.
_EXECUTION = ("timeline", "subject", "outcome", "_block", "_code", "checks", "_edges", "_trouble")


def _prepare(core: Core) -> None:
    offsets = (
        slot_offset(Stream, "_track"),
        slot_offset(Buffer, "_layout"),
        slot_offset(Buffer, "_region"),
        *(slot_offset(Execution, name) for name in _EXECUTION),
    )
    core.find_slots(offsets, Buffer, Execution, (), "tidy", "hand_over")
    in_python = Stream.launch
    text = "launch($self, kernel, /, *args, **scalars)\n--\n\n" + (inspect.getdoc(in_python) or "")
    doc = ctypes.create_string_buffer(text.encode())
    _kept.append(doc)
    launch: Any = core.new_launch(Stream, in_python, ctypes.addressof(doc))
    cast(Any, Stream).launch = launch


_kept: list[object] = []


def introduce() -> None:
    """Has the core told when it is loaded, unless the specification runs in its place."""
    if not IN_PYTHON:
        at_load(_prepare)
