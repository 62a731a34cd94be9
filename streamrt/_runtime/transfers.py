"""Operations on memory: copies, fills, fetches and allocations."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import Any, ClassVar

import numpy as np

from streamrt._compile.signatures.elements import element_bits
from streamrt._compile.signatures.layout import Layout
from streamrt._core.tracking.hazards import Writes
from streamrt._core.values import told
from streamrt._runtime.composite import Composite
from streamrt._runtime.devices.device_state import DeviceState
from streamrt._runtime.door import OnStream, Operation
from streamrt._runtime.execution import Execution
from streamrt._runtime.hosts.host_calls import HostCall
from streamrt._runtime.hosts.host_lane import host_lane_of
from streamrt._runtime.lane import Lane
from streamrt._runtime.lineage.versions import Copied, Filled, Put, kept_array
from streamrt._runtime.memory.allocations import Allocation, whole_region
from streamrt._runtime.memory.typed_memory import TypedMemory, check_buffer
from streamrt._runtime.subject import Named
from streamrt.errors import ArgumentError
from streamrt.graph.checks import check_copy

AT_ONCE = 1 << 16  # bytes; a host thread needs longer to begin than this takes
COPY, FILL, FETCH, PUT = Named("copy"), Named("fill"), Named("fetch"), Named("put")


@dataclass(slots=True, eq=False, repr=False)
class Copy(OnStream):
    """A copy of elements between two buffers."""

    verb: ClassVar[str] = "copy"
    dst: TypedMemory
    src: TypedMemory

    def check(self) -> None:
        """Refuses a copy that is not possible.

        Raises:
            ArgumentError: shapes or dtypes differ, or the two share elements and are not the same.
        """
        check_buffer(self.dst, self, self.state.engine, "dst")
        check_buffer(self.src, self, self.state.engine, "src")
        check_copy(self.dst, self.src, self)

    def run(self) -> Execution[Any]:
        """Submits the copy."""
        self.check()
        for name, buffer in (("dst", self.dst), ("src", self.src)):
            if not self.state.reaches(buffer._state):
                raise ArgumentError(
                    f"{self.what}: {name} is {told(buffer)}, which {self.state} does not reach; "
                    "copy on a stream of its device, or use buffer.to"
                )
        log = self.state.engine.lineage
        if log is None:
            return copy_elements(self.lane, self.state, self.dst, self.src, self.frame)
        uses = (self.dst, False, True), (self.src, True, False)
        near = log.source(self.src)
        submit = partial(copy_elements, self.lane, self.state, self.dst, near, self.frame)
        return log.run(Copied(), self.dst._state, uses, submit)


def copy_elements(
    lane: Lane, state: DeviceState, dst: TypedMemory, src: TypedMemory, frame: FrameType
) -> Execution[Any]:
    """Submits a copy that was checked; a log is not told what it does."""
    here, there, kind = src._state, dst._state, state.kind
    is_between = here.kind == there.kind == kind and here is not there
    if (is_between or state.staging is not None) and state is not here and state is not there:
        near = here if here.kind == kind != there.kind else there
        return _copy_on(near, lane, dst, src, frame)
    if state.staging is not None and here.kind != kind:
        return _copy_from_host(lane, state, dst, src, frame)
    if state.staging is not None and there.kind != kind:
        return _copy_to_host(lane, state, dst, src, frame)
    is_dense = dst._layout.contiguous and src._layout.contiguous
    is_inside = there is here or state.staging is None
    if not (is_dense or is_inside):
        return _copy_packed(lane, dst, src, frame)
    other = here if there is state or there.kind != kind else there
    peer = "" if other is state or other.kind != kind else other.name
    plan = state.standard.copy(dst._layout, src._layout)
    if state.engine.watch is not None:
        state.engine.watch.declare((("dst", dst), ("src", src)))
    values = (dst._address, src._address)
    writes = ((dst._region, False),)
    return lane.launch(plan, (src._region,), writes, values, COPY, frame, peer=peer)


def _copy_on(
    state: DeviceState, lane: Lane, dst: TypedMemory, src: TypedMemory, frame: FrameType
) -> Execution[Any]:
    """Submits a copy to another device than the stream's, and has the stream wait for it."""
    there = state.internal_lane("in")
    there.wait_for([(lane, lane.value)])
    copy = copy_elements(there, state, dst, src, frame)
    lane.wait_for([(there, there.value)])  # which comes after the copy, whose lane may be another
    return copy


def _copy_packed(
    lane: Lane, dst: TypedMemory, src: TypedMemory, frame: FrameType
) -> Execution[Any]:
    """Submits a copy with strides between two devices, in three steps, and waits for the last.

    Each device packs or unpacks in its own memory, because a kernel of one may not reach that of
    the other; a plain copy between two is the driver's work, and always possible.
    """
    here, there, shape = src._state, dst._state, src._layout.shape
    dtype, nbytes = src._layout.dtype, src._layout.nbytes
    packed, arrived = (state.memory.allocate(nbytes, False) for state in (here, there))
    sent, got = whole_region(packed, nbytes), whole_region(arrived, nbytes)
    dense = here.intern(dtype, shape), there.intern(dtype, shape)

    plan, values = here.standard.copy(dense[0], src._layout), (packed.address, src._address)
    out = here.internal_lane("out")
    out.wait_for([(lane, lane.value)])
    first = out.launch(plan, (src._region,), ((sent, False),), values, COPY, frame, packed)
    plan, values = there.standard.copy(dense[1], dense[0]), (arrived.address, packed.address)
    across = there.internal_lane("in")
    peer = here.name
    sends = across.launch(plan, (sent,), ((got, False),), values, COPY, frame, packed, peer=peer)
    plan, values = there.standard.copy(dst._layout, dense[1]), (dst._address, arrived.address)
    written = ((dst._region, False),)
    copy = across.launch(plan, (got,), written, values, COPY, frame)
    lane.wait_for([(across, copy.value)])
    return Composite((first, sends, copy), copy)


def _copy_from_host(
    lane: Lane, state: DeviceState, dst: TypedMemory, src: TypedMemory, frame: FrameType
) -> Execution[Any]:
    """Submits a copy in two steps: the source's device copies to memory that this one copies."""
    assert state.staging is not None
    host, layout = src._state, dst._layout
    staged = state.staging.new(layout, for_host=False)
    written = ((staged.region, False),)
    if host.staging is None:
        plan = host.standard.copy(host.intern(layout.dtype, layout.shape), src._layout)
        values = (staged.address, src._address)
        out = host.internal_lane("out")
        first = out.launch(plan, (src._region,), written, values, COPY, frame)
    else:  # it does not copy this memory, and the host sees both
        call = _host_copy(lane, staged.array, src._over(src._layout, readonly=True, keep=None))
        first = host_lane_of(lane).submit(call, lane, (src._region,), written, frame)
    plan = state.standard.copy(layout, state.intern(layout.dtype, layout.shape))
    values = (dst._address, staged.address)
    copy = lane.launch(plan, (staged.region,), ((dst._region, False),), values, COPY, frame)
    return Composite((first, copy), copy)


def _copy_to_host(
    lane: Lane, state: DeviceState, dst: TypedMemory, src: TypedMemory, frame: FrameType
) -> Execution[Any]:
    """Submits a copy in two steps, and has the stream wait for the second one."""
    assert state.staging is not None
    host, layout = dst._state, src._layout
    staged = state.staging.new(layout, for_host=False)
    plan = state.standard.copy(state.intern(layout.dtype, layout.shape), layout)
    values = (staged.address, src._address)
    first = lane.launch(plan, (src._region,), ((staged.region, False),), values, COPY, frame)
    written = ((dst._region, False),)
    if host.staging is not None:  # it does not copy this memory, and the host sees both
        call = _host_copy(lane, dst._over(dst._layout, readonly=False, keep=None), staged.array)
        copy = host_lane_of(lane).submit(call, lane, (staged.region,), written, frame)
        return Composite((first, copy), copy)
    plan = host.standard.copy(dst._layout, host.intern(layout.dtype, layout.shape))
    values = (dst._address, staged.address)
    there = host.internal_lane("in")
    copy = there.launch(plan, (staged.region,), written, values, COPY, frame)
    lane.wait_for([(there, copy.value)])
    return Composite((first, copy), copy)


def _host_copy(lane: Lane, dst: np.ndarray[Any, Any], src: np.ndarray[Any, Any]) -> HostCall:
    """Returns the call that copies an array in a host thread."""
    call = HostCall(lane.engine.hosts, np.copyto, (dst, src), {}, None)
    call.name = "copy"
    return call


@dataclass(slots=True, eq=False, repr=False)
class Fill(OnStream):
    """A fill of a buffer with one value."""

    verb: ClassVar[str] = "fill"
    dst: TypedMemory
    value: object

    def run(self) -> Execution[Any]:
        """Submits the fill."""
        check_buffer(self.dst, self, self.state.engine, "dst")
        if self.dst._state is not self.state:
            raise ArgumentError(
                f"{self.what}: dst is {told(self.dst)}; fill it from a stream of its own device"
            )
        layout = self.dst._layout
        values = (self.dst._address, element_bits(self.value, layout, self))
        plan = self.state.standard.over("fill", layout)
        writes = ((self.dst._region, False),)
        if self.state.engine.watch is not None:
            self.state.engine.watch.declare((("dst", self.dst),))
        submit = partial(self.lane.launch, plan, (), writes, values, FILL, self.frame)
        log = self.state.engine.lineage
        if log is None:
            return submit()
        return log.run(Filled(self.value), self.state, ((self.dst, False, True),), submit)


@dataclass(slots=True, eq=False, repr=False)
class Fetch(Operation[Execution[np.ndarray[Any, np.dtype[Any]]]]):
    """A copy of a buffer to a new NumPy array, which is the execution's result."""

    src: TypedMemory
    frame: FrameType

    @property
    def what(self) -> str:
        """See `Operation`."""
        return f"fetch {told(self.src)}"

    def run(self) -> Execution[Any]:
        """Submits the copy to the device's own lane for copies to the host."""
        log = self.src._state.engine.lineage
        src = self.src if log is None else log.readable(self.src)
        state, layout = src._state, src._layout
        array: np.ndarray[Any, Any]
        written: Writes = ()
        if state.staging is None:
            array = np.empty(layout.shape, layout.dtype)
            address = array.__array_interface__["data"][0]
        else:
            address, region, array = state.staging.new(layout, for_host=False)
            written = ((region, False),)
        plan = state.standard.copy(state.intern(layout.dtype, layout.shape), layout)
        values = (address, src._address)
        lane, reads = state.internal_lane("out"), (src._region,)
        if state.engine.watch is not None:
            state.engine.watch.declare((("src", src),))
        return lane.launch(plan, reads, written, values, FETCH, self.frame, array)


@dataclass(slots=True, eq=False, repr=False)
class Allocate(Operation[Allocation]):
    """New memory for a layout."""

    state: DeviceState
    layout: Layout

    @property
    def what(self) -> str:
        """See `Operation`."""
        return f"make a buffer on {self.state}"

    def run(self) -> Allocation:
        """Takes the memory from the device's pool, not cleared."""
        return self.state.memory.allocate(self.layout.nbytes, False)


def write_array(dst: TypedMemory, array: np.ndarray[Any, Any], frame: FrameType) -> None:
    """Writes an array to a new buffer; the array may change as soon as this returns."""
    state, layout, log = dst._state, dst._layout, dst._state.engine.lineage
    if log is not None:
        array = kept_array(array)
    if not state.host_sees:
        is_kept = state.staging is not None or log is not None
        submit_write(dst, array if is_kept else np.array(array, order="C"), frame)
        return
    byte = _repeated_byte(array)
    if byte is not None:
        ctypes.memset(dst._address, byte, layout.nbytes)
    elif layout.size:
        np.copyto(dst._over(layout, readonly=False, keep=None), array)
    if log is not None:
        log.run(Put(array), state, ((dst, False, True),), lambda: None)  # it is written already


def _repeated_byte(array: np.ndarray[Any, Any]) -> int | None:
    """Returns the byte of a repeated element like 0.0, which is written twice as fast as others."""
    if array.size < 2 or any(array.strides):
        return None
    item = array[(0,) * array.ndim].tobytes()
    return item[0] if item == item[:1] * len(item) else None


def submit_write(
    dst: TypedMemory, array: np.ndarray[Any, Any], frame: FrameType, is_away: bool = False
) -> Execution[Any]:
    """Submits the copy of an array to a new buffer; the array must not change until it ends.

    Args:
        dst: the buffer.
        array: the array.
        frame: the user's.
        is_away: if the device copies only memory that it has made, whether a host thread copies the
            array there, and not this one. A device that can sends a large, dense array as it is.
    """
    log = dst._state.engine.lineage
    if log is None:
        return _submit_write(dst, array, frame, is_away)
    array = kept_array(array)
    submit = partial(_submit_write, dst, array, frame, is_away)
    return log.run(Put(array), dst._state, ((dst, False, True),), submit)


def _submit_write(
    dst: TypedMemory, array: np.ndarray[Any, Any], frame: FrameType, is_away: bool
) -> Execution[Any]:
    """Submits the copy of an array; a log is not told what it does."""
    state, layout = dst._state, dst._layout
    address = array.__array_interface__["data"][0]
    if state.staging is not None:
        is_dense = array.flags.c_contiguous and array.nbytes > AT_ONCE
        if not (is_away and is_dense and state.backend.sends_from(address)):
            return _write_staged(dst, array, frame, is_away)
    source = state.intern(array.dtype, array.shape, array.strides)
    values = (dst._address, address)
    plan = state.standard.copy(layout, source)
    lane, writes = state.internal_lane("in"), ((dst._region, False),)
    if state.engine.watch is not None:
        state.engine.watch.declare((("dst", dst),))
    copy = lane.launch(plan, (), writes, values, PUT, frame)
    with state.engine.lock:
        state.engine.reclaimer.keep_until_passed(array, {lane: copy.value})
    return copy


def _write_staged(
    dst: TypedMemory, array: np.ndarray[Any, Any], frame: FrameType, is_away: bool
) -> Execution[Any]:
    """Submits the copy of an array by memory that the device has made."""
    state, layout = dst._state, dst._layout
    assert state.staging is not None
    is_away = is_away and array.nbytes > AT_ONCE
    staged = state.staging.new(layout, for_host=not is_away)
    if is_away:
        lane = state.internal_lane("stage")
        call = _host_copy(lane, staged.array, array)
        call.name = "put"
        host_lane_of(lane).submit(call, lane, (), ((staged.region, False),), frame)
    elif layout.size:
        np.copyto(staged.array, array)
    plan = state.standard.copy(layout, state.intern(layout.dtype, layout.shape))
    values, writes = (dst._address, staged.address), ((dst._region, False),)
    lane = state.internal_lane("in")
    return lane.launch(plan, (staged.region,), writes, values, PUT, frame)
