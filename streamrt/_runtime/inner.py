"""The inner API of the handles: what the rooms above ask of them, and users do not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from operator import attrgetter
from types import FrameType
from typing import Any, Final

import numpy as np

from streamrt._compile.signatures.layout import Layout
from streamrt._core.tracking.pool import Pool
from streamrt._runtime.buffer import Buffer, new_buffer
from streamrt._runtime.device import Device
from streamrt._runtime.engine import Engine
from streamrt._runtime.execution import Execution
from streamrt._runtime.memory.arithmetic import STAND_INS
from streamrt._runtime.operations import Call
from streamrt._runtime.runtime import Runtime
from streamrt._runtime.stream import Stream
from streamrt._runtime.transfers import Copy, Fill

__all__ = [
    "alive", "array_over", "beside", "contents_of", "device_names", "engine_of", "expose",
    "has_memory_of", "is_beside", "layout_of", "new_array", "opened_devices", "pool_of", "run_on",
    "shared_with_host", "stand_in", "view_at", "waits_on_loops", "writers_of",
]  # fmt: skip

# The methods themselves, and getters in C: another call would cost as much as they do.
beside: Final = Device._beside
alive: Final = Buffer._alive
contents_of: Final = Buffer._contents
view_at: Final = Buffer._view
shared_with_host: Final = Buffer._share
array_over: Final = Buffer._over
expose: Final = Buffer._expose
writers_of: Final = Buffer._writers
layout_of: Callable[[Buffer], Layout] = attrgetter("_layout")
engine_of: Callable[[Runtime | Stream], Engine] = attrgetter("_engine")


def stand_in(buffer: Buffer) -> Any:
    """Returns the tracer of a buffer in the function that this thread traces; None without one."""
    return next((found for each in STAND_INS if (found := each(buffer)) is not None), None)


def device_names(rt: Runtime) -> tuple[str, ...]:
    """Returns the names of a runtime's devices; opens none."""
    return rt._devices.names


def opened_devices(rt: Runtime) -> list[Device]:
    """Returns the devices of a runtime that are open."""
    return [device for device in rt._devices._devices.values() if device is not None]


def pool_of(device: Device) -> Pool:
    """Returns the pool of a device's memory."""
    return device._state.memory.pool


def waits_on_loops(rt: Runtime) -> dict[asyncio.AbstractEventLoop, str]:
    """Returns a line of text for each loop on which coroutines wait."""
    bridges = engine_of(rt).waiters._loop_bridges
    return {
        loop: f"waking {bridge._is_waking}, waiting {bridge._waiting}"
        for loop, bridge in bridges.items()
    }


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
