"""The inner API of the handles: what the rooms above ask of them, and users do not."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from types import FrameType
from typing import Any

import numpy as np

from streamrt._compile.layout import Layout
from streamrt._runtime.buffer import Buffer, new_buffer
from streamrt._runtime.device import Device
from streamrt._runtime.execution import Execution
from streamrt._runtime.operations import Call
from streamrt._runtime.transfers import Copy, Fill

__all__ = [
    "alive",
    "beside",
    "has_memory_of",
    "is_beside",
    "layout_of",
    "new_array",
    "run_on",
    "view_at",
]

# The methods themselves, because another call would cost as much as they do.
beside = Device._beside
alive = Buffer._alive
view_at = Buffer._view
layout_of: Callable[[Buffer], Layout] = attrgetter("_layout")


def is_beside(device: Device, other: Device) -> bool:
    """Returns whether two devices are of one runtime."""
    return device._state.engine is other._state.engine


def has_memory_of(buffer: Buffer, other: Buffer) -> bool:
    """Returns whether two buffers lie in one allocation."""
    return buffer._allocation is other._allocation


def new_array(device: Device, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Buffer:
    """Makes a dense buffer that is not cleared; see `new_buffer`."""
    return new_buffer(device, device._state.intern(dtype, shape))


def run_on(
    device: Device, frame: FrameType, kind: type[Call | Copy | Fill], *given: Any
) -> Execution[Any]:
    """Runs an operation on the stream of compiled functions, or has an open capture record it.

    Args:
        device: the device of the stream.
        frame: the user's, for the submit site.
        kind: the kind of operation.
        given: what is its own: all but lane, state and frame.
    """
    stream = device._stream_to_call_on()
    return stream._take(kind(stream._lane, stream._state, frame, *given))
