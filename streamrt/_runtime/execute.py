"""`Runtime.execute` and `Runtime.warm`: what a runtime does with a kernel, without a stream.

execute   allocates outputs, moves inputs, chooses a stream, and launches
warm      compiles a kernel in a host thread
"""

from __future__ import annotations

from types import FrameType
from typing import Any, cast

from streamrt._compile.kernel import Kernel
from streamrt._refusals import refusing
from streamrt._runtime.buffer import Buffer, Move, new_buffer
from streamrt._runtime.composite import with_outcome
from streamrt._runtime.device import Device
from streamrt._runtime.devices.device_list import DeviceList
from streamrt._runtime.door import take
from streamrt._runtime.execution import Execution
from streamrt._runtime.foreign.arrays import as_array
from streamrt._runtime.graphs.recorded import Recorded
from streamrt._runtime.hosts.host_calls import HostCall
from streamrt._runtime.hosts.host_lane import host_lane_of
from streamrt._runtime.memory.typed_memory import check_buffer
from streamrt._runtime.stream import Stream
from streamrt._runtime.tracking import Timeline
from streamrt.errors import ArgumentTypeError

STREAMS = 4


@refusing
def execute(
    devices: DeviceList,
    kernel: Kernel,
    inputs: tuple[Any, ...],
    scalars: dict[str, Any],
    device: Device | str | None,
    frame: FrameType,
) -> Execution[Buffer | Any]:
    """See `Runtime.execute`."""
    if not isinstance(kernel, Kernel):
        raise ArgumentTypeError(f"execute: found {type(kernel).__name__}; pass a Kernel first")
    what = f"execute {kernel.name}"
    engine = devices.engine
    given = _by_name(kernel, inputs, scalars, what)
    arrays = [p for p in kernel.signature.parameters if p.is_array and p.mode != "out"]
    buffers = {
        p.name: cast(Buffer, check_buffer(given[p.name], f"{what}: {p.name}", engine))
        for p in arrays
    }
    if device is None and buffers:
        target = next(iter(buffers.values())).device
    else:
        target = devices.target(device)
    for name, buffer in buffers.items():
        is_there = buffer.device is target
        given[name] = buffer if is_there else take(engine, Move(buffer, target, frame))
    layouts = {name: given[name]._layout for name in buffers}
    outputs: dict[str, Buffer] = {}
    for name, (shape, dtype) in kernel.output_shapes(layouts, what=what).items():
        outputs[name] = given[name] = new_buffer(target, target._state.intern(dtype, shape))
    results = tuple(outputs.values()) or tuple(given[p.name] for p in arrays if p.writes)
    stream = _choose(target, [given[name] for name in buffers])
    launch = stream._launch_from(kernel, (), given, frame)
    outcome = results[0] if len(results) == 1 else results or None
    if isinstance(launch, Recorded):
        launch.outcome = outcome
        return launch
    if device is None:  # the next call like this one is native
        layouts_given = [given[p.name]._layout for p in kernel.signature.arrays]
        target._state.note_executed(kernel, tuple(layouts_given))
    return with_outcome(launch, outcome)


@refusing
def warm(
    devices: DeviceList,
    kernel: Kernel,
    arrays: tuple[object, ...],
    device: Device | str | None,
    frame: FrameType,
) -> Execution[None]:
    """See `Runtime.warm`."""
    if not isinstance(kernel, Kernel):
        raise ArgumentTypeError(f"warm: found {type(kernel).__name__}; pass a Kernel first")
    what = f"warm {kernel.name}"
    names = [p.name for p in kernel.signature.arrays]
    if len(arrays) != len(names):
        raise ArgumentTypeError(
            f"{what}: {len(arrays)} arrays; pass one for each of {', '.join(names)}"
        )
    buffers = [array for array in arrays if isinstance(array, Buffer)]
    target = buffers[0].device if device is None and buffers else devices.target(device)
    state, engine = target._state, devices.engine
    found = [
        check_buffer(array, what, engine)._layout
        if isinstance(array, Buffer)
        else as_array(array, what)
        for array in arrays
    ]
    layouts = tuple([state.intern(one.dtype, one.shape, one.strides) for one in found])
    state.plan(kernel, layouts, what)  # refuses what does not fit
    call = HostCall(engine.hosts, state.load, (kernel, layouts), {}, None)
    call.name = what
    lane = state.internal_lane("warm")
    return host_lane_of(lane).submit(call, lane, (), (), frame)


def _by_name(
    kernel: Kernel, inputs: tuple[Any, ...], scalars: dict[str, Any], what: str
) -> dict[str, Any]:
    """Returns the arguments by parameter name, without the `out` parameters."""
    names = [p.name for p in kernel.signature.parameters if p.mode != "out"]
    if len(inputs) > len(names):
        raise ArgumentTypeError(
            f"{what}: {len(inputs)} inputs; it takes {', '.join(names) or 'none'}"
        )
    given = dict(zip(names, inputs, strict=False))
    for name, value in scalars.items():
        if name in given or name not in names:
            reason = "given twice" if name in given else "not an input"
            raise ArgumentTypeError(f"{what}: {name} is {reason}; it takes {', '.join(names)}")
        given[name] = value
    missing = [name for name in names if name not in given]
    if missing:
        raise ArgumentTypeError(f"{what}: {', '.join(missing)} missing; pass all inputs")
    return given


def _choose(device: Device, inputs: list[Buffer]) -> Stream:
    """Returns the stream of an input's writer if nothing read it yet, else the least loaded."""
    streams = device._streams_to_execute_on(STREAMS)
    lanes: dict[Timeline, Stream] = {stream._lane: stream for stream in streams}
    with device._state.engine.lock:
        for writer in [w for buffer in inputs for w in buffer._region.unread_writers()]:
            stream = lanes.get(writer.timeline)
            if stream is not None:
                return stream
    return min(streams, key=lambda stream: stream.pending)
