"""Copies of whole buffers from device to device, also by way of the host."""

from __future__ import annotations

from types import FrameType
from typing import Any

import numpy as np

from streamrt._runtime.devices.device_state import DeviceState
from streamrt._runtime.foreign.arrays import foreign_memory
from streamrt._runtime.memory.allocations import whole_region
from streamrt._runtime.memory.typed_memory import TypedMemory
from streamrt._runtime.transfers import copy_elements


def copy_between(dst: TypedMemory, src: TypedMemory, frame: FrameType) -> None:
    """Submits a copy to another buffer, through the host's memory if neither reaches the other.

    Args:
        dst: a buffer of the same shape and dtype.
        src: the buffer to copy.
        frame: the user's frame, for the submit site.
    """
    here, there, layout = src._state, dst._state, dst._layout
    if there.reaches(here):
        copy_elements(there.internal_lane("in"), there, dst, src, frame)
    elif here.reaches(there):
        copy_elements(here.internal_lane("out"), here, dst, src, frame)
    else:
        staging = here.staging or there.staging  # a GPU copies pinned memory only
        if staging is None:
            array = np.empty(layout.shape, layout.dtype)
        else:
            array = staging.new(layout, for_host=False).array
        host = _hosted(here, array)
        copy_elements(here.internal_lane("out"), here, host, src, frame)
        if here.staging is None or there.staging is None:  # then both copy that memory
            host = _hosted(there, array)
        copy_elements(there.internal_lane("in"), there, dst, host, frame)


def _hosted(state: DeviceState, array: np.ndarray[Any, Any]) -> TypedMemory:
    """Returns a dense array of the host as memory that a device copies."""
    found = TypedMemory()
    found._state = state
    found._layout = state.intern(array.dtype, array.shape)
    found._address = array.__array_interface__["data"][0]
    found._allocation = foreign_memory(state, found._layout, found._address, array, False)
    found._region = whole_region(found._allocation, found._layout.nbytes)
    return found
