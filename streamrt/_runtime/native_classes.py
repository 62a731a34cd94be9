"""Tells the core where Python's classes have their slots, and gives them their native methods.

Users may name these classes before the core is loaded, so they are Python. Native code reads and
writes their slots in place.
"""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.layout import Layout
from streamrt._native.core import Core, at_load, doc_of
from streamrt._native.fields import slot_offset
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.composite import Composite
from streamrt._runtime.device import Device
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
        *(slot_offset(Buffer, name) for name in ("_device", "_state", "_allocation", "_address")),
        slot_offset(Layout, "nbytes"),
        *(slot_offset(Execution, name) for name in _EXECUTION),
        *(slot_offset(Composite, name) for name in ("_parts", "_face")),
        slot_offset(Kernel, "identity"),
    )
    core.find_slots(offsets, Buffer, Execution, (), "tidy", "hand_over", Kernel)
    text = "launch($self, kernel, /, *args, **scalars)"
    launch = core.new_launch(Stream, Stream.launch, doc_of(text, Stream.launch))
    cast(Any, Stream).launch = launch


def _prepare_runtime(runtime: type[Any], core: Core) -> None:
    doc = doc_of("empty($self, shape, dtype='float32', device=None)", runtime.empty)
    runtime.empty = core.new_empty(runtime, runtime.empty, doc, Device, "_fresh", "float32")
    doc = doc_of("execute($self, kernel, /, *inputs, device=None, **scalars)", runtime.execute)
    runtime.execute = core.new_execute(runtime, runtime.execute, doc, Composite)


def introduce(runtime: type[Any]) -> None:
    """Has the core told when it is loaded, unless the specification runs in its place.

    Args:
        runtime: the class Runtime, which gets native methods, too.
    """
    if not IN_PYTHON:
        at_load(_prepare)
        at_load(partial(_prepare_runtime, runtime))
