"""Input from outside: arrays, memory shared by DLPack, dtypes and shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from streamrt._compile.signatures.elements import check_elements, element_dtype
from streamrt._compile.signatures.layout import Layout, bounds
from streamrt._core.tracking.ranges import FROZEN
from streamrt._core.values import check_shape
from streamrt._interrupts import BAD_VALUE
from streamrt._refusals import refusing, shorten
from streamrt._runtime.devices.device_state import DeviceState
from streamrt._runtime.memory.allocations import Allocation, new_allocation
from streamrt._runtime.memory.typed_memory import TypedMemory
from streamrt._runtime.submission import Submission
from streamrt.errors import ArgumentError, ArgumentTypeError, StreamRTError


@refusing
def as_array(value: object, what: str) -> np.ndarray[Any, Any]:
    """Returns a value as a NumPy array in native byte order."""
    if isinstance(value, TypedMemory):
        raise ArgumentTypeError(f"{what}: found a Buffer; use buffer.to(device) or stream.copy")
    if isinstance(value, Submission):
        raise ArgumentTypeError(f"{what}: found an Execution; await it first, and pass its result")
    try:
        array = value if type(value) is np.ndarray else np.asarray(value)
    except BAD_VALUE as error:
        raise ArgumentTypeError(
            f"{what}: found {type(value).__name__}: {error}; pass an array"
        ) from error
    check_elements(array.dtype, what)
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def layout_of(state: DeviceState, shape: int | Sequence[int], dtype: object) -> Layout:
    """Returns the dense layout for a shape and a dtype as users write them."""
    try:
        return state.shapes[shape, dtype]
    except (KeyError, TypeError):
        pass
    try:
        extents, wanted = check_shape(shape, "empty"), element_dtype(dtype, "empty")
    except StreamRTError as error:
        shorten(error)
        raise
    layout = state.intern(wanted, extents)
    try:
        state.shapes[shape, dtype] = layout
    except TypeError:  # a list may be a shape, but not a key
        pass
    return layout


@refusing
def check_foreign(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Returns an array, if its memory can be shared as it is."""
    if not isinstance(array, np.ndarray):
        raise ArgumentTypeError(
            f"wrap: found {type(array).__name__}; pass a NumPy array, or use rt.from_dlpack"
        )
    check_elements(array.dtype, "wrap")
    if not array.dtype.isnative:
        raise ArgumentError(f"wrap: the dtype is {array.dtype}; use rt.put, which copies")
    if not array.flags.aligned:  # kernels rely on it
        raise ArgumentError(
            f"wrap: the array is not aligned to its elements, of {array.dtype}; use rt.put, which "
            "copies"
        )
    return array


@refusing
def imported(producer: Any) -> np.ndarray[Any, Any]:
    """Returns an array over memory that another library exports by DLPack."""
    if not hasattr(producer, "__dlpack__"):
        raise ArgumentTypeError(
            f"from_dlpack: found {type(producer).__name__}, which has no __dlpack__; pass an array"
        )
    try:
        return np.from_dlpack(producer)
    except (BufferError, RuntimeError, ValueError, TypeError) as error:
        raise ArgumentError(
            f"from_dlpack: {error}; only memory of the CPU can be shared here"
        ) from error


@refusing
def foreign_memory(
    state: DeviceState, layout: Layout, address: int, keep: object, readonly: bool
) -> Allocation:
    """Returns memory from outside, with the history that all handles of it share.

    Args:
        state: its device.
        layout: the elements in it.
        address: that of the first element.
        keep: what keeps it.
        readonly: whether nobody may write to it.
    """
    engine = state.engine
    engine.check_open("wrap")
    low, high = bounds(layout)
    with engine.lock:
        engine.reclaimer.reap_at_times()
        if engine.areas.touches(address + low, address + high):  # note what has ended by now
            engine.reap_lanes()
            engine.reclaimer.reap()
        tracked, origin = engine.areas.enter(address + low, address + high, f"wrapped {layout}")
    if readonly:
        tracked.bar = FROZEN
    return new_allocation(origin, tracked, None, keep, engine)
