"""Arrays of other libraries on a GPU, as buffers over the same memory.

The first writer of such a buffer is a launch that waits for the producer's stream. So every later
use is ordered after it, and nothing waits on the host.
"""

from __future__ import annotations

from types import FrameType
from typing import TYPE_CHECKING, Any

from streamrt._compile.signatures.elements import check_elements
from streamrt._compile.signatures.layout import bounds
from streamrt._refusals import refusing
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.door import HostSide, take
from streamrt._runtime.foreign import dlpack
from streamrt._runtime.foreign.arrays import foreign_memory
from streamrt._runtime.foreign.foreign_stream import MARK
from streamrt._runtime.foreign.holding import foreign_of
from streamrt._runtime.foreign.sharing import is_shareable, place_of
from streamrt.errors import ArgumentError

if TYPE_CHECKING:
    from streamrt._runtime.device import Device
    from streamrt._runtime.devices.device_list import DeviceList

WHAT = "from_dlpack"


def on_gpu(producer: Any) -> bool:
    """Whether an array says that it is on a GPU."""
    place = dlpack.device_of(producer)
    if place is None:
        return hasattr(producer, "__cuda_array_interface__")
    return place[0] == dlpack.CUDA


@refusing
def borrowed(
    devices: DeviceList, producer: Any, device: Device | str | None, frame: FrameType
) -> Buffer | None:
    """Makes a buffer that shares the memory of a GPU's array; None if it is not on a GPU.

    Raises:
        ArgumentError: the memory cannot be shared as it is.
    """
    if not on_gpu(producer):
        return None
    engine = devices.engine
    engine.check_open(WHAT)
    if engine.interpreters:
        take(engine, HostSide(WHAT))
    place = dlpack.device_of(producer)
    target = _target(devices, producer, place, device)
    foreign = foreign_of(target._state, WHAT)
    if place is not None:
        stream: int | None = foreign.own_stream("in")
        found = dlpack.taken(producer, stream or 0, place, WHAT)
    else:
        found, stream = dlpack.described(producer, WHAT)
    check_elements(found.dtype, WHAT)
    state = target._state
    layout = state.intern(found.dtype, found.shape, found.strides)
    if layout.size:
        low, high = bounds(layout)
        for address in (found.address + low, found.address + high - 1):
            foreign.check_memory(address, WHAT)
    mark = None if stream is None else foreign.mark(stream, WHAT)
    allocation = foreign_memory(state, layout, found.address, found.keep, found.readonly)
    buffer = Buffer(target, allocation, layout, found.address)
    if mark is not None and layout.size:
        writes = ((buffer._region, False),)
        lane = state.internal_lane("foreign")
        if engine.watch is not None:
            engine.watch.declare((("", buffer),))
        bar, allocation.tracked.bar = allocation.tracked.bar, 0
        try:
            lane.launch(foreign.plan, (), writes, (mark.event,), MARK, frame, mark)
        finally:
            allocation.tracked.bar = bar
    return buffer


def _target(
    devices: DeviceList, producer: Any, place: tuple[int, int] | None, device: Device | str | None
) -> Device:
    """Returns the GPU whose memory an array is in."""
    named = None if device is None else devices.target(device)
    if place is not None:
        name = f"cuda:{place[1]}"
        if named is not None and place_of(named._state) != place:
            raise ArgumentError(
                f"{WHAT}: the array is on {name}, not on {named}; import it there, and use "
                "buffer.to"
            )
        return devices.device(name)
    if named is not None:
        return named
    found = [one for one in map(devices.device, devices.names) if is_shareable(one._state)]
    if not found:
        return devices.device("cuda:0")
    address = dlpack.described(producer, WHAT)[0].address
    for one in found:
        try:
            foreign_of(one._state, WHAT).check_memory(address, WHAT)
        except ArgumentError:
            continue
        return one
    return found[0]
