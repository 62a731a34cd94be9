"""Memory that other libraries use: buffers given out, without a copy.

The host's is given out once all is written. A GPU's is given out once all is handed to the driver:
the consumer's stream waits for that on the device. What the consumer does later is not tracked;
`Runtime.foreign` orders it.

Only the host knows when a consumer lets go of a GPU's memory. Its stream may still have work that
uses it. So the memory's next life comes after all that the stream was given until then: a launch
waits for that, as for any event of a foreign stream, and is one of the points of the memory's
death.
"""

from __future__ import annotations

import logging
import sys
from typing import Any, cast

import numpy as np

from streamrt._core.finalizers import Inbox
from streamrt._core.tracking.pool import Block
from streamrt._core.tracking.ranges import FROZEN
from streamrt._core.values import shown, told
from streamrt._native.device import Foreign
from streamrt._refusals import refusing
from streamrt._runtime.devices.device_state import DeviceState
from streamrt._runtime.door import HostSide, take
from streamrt._runtime.ending.lifecycle import OPEN
from streamrt._runtime.event import Event
from streamrt._runtime.foreign import dlpack
from streamrt._runtime.foreign.holding import Hold, Points, foreign_of
from streamrt._runtime.memory.allocations import Allocation, Returned
from streamrt._runtime.memory.typed_memory import TypedMemory
from streamrt._runtime.subject import Named
from streamrt.errors import ArgumentError, ArgumentTypeError, DeviceLostError, SharingError

logger = logging.getLogger("streamrt")
RETURN = Named("return of shared memory")


class Returns:
    """The memory of one GPU that consumers let go of."""

    def __init__(self, state: DeviceState, foreign: Foreign) -> None:
        """Begins with nothing."""
        self.inbox: Inbox[Returned] = Inbox()
        self._state = state
        self._foreign = foreign
        state.engine.returns.append(self.take_back)

    def take_back(self) -> None:
        """Gives the memory back to its pool, for reuse after what its consumers' streams have."""
        engine = self._state.engine
        if not self.inbox.things or engine.state != OPEN:
            return
        for stream, pool, block in self.inbox.taken():
            try:
                self._follow(stream, block)
            except DeviceLostError:
                pass
            except ArgumentError as error:  # then nobody can know when the stream is through
                logger.warning("%s; its memory is not used again", error)
                continue
            except BaseException:
                self.inbox((stream, pool, block))
                raise
            engine.dead((None, pool, block))

    def _follow(self, stream: int, block: Block) -> None:
        """Adds the point to a block after all that a stream was given."""
        state, what = self._state, f"take back memory of {self._state.name} from another library"
        self._foreign.check(stream, what)
        mark = self._foreign.mark(stream, what)
        lane = state.internal_lane("returned")
        frame, plan = sys._getframe(), self._foreign.plan
        run = lane.launch(plan, (), (), (mark.event,), RETURN, frame, mark)
        with state.engine.lock:
            block.add_outside({lane: run.value})


def is_shareable(state: DeviceState) -> bool:
    """Whether other libraries can use the memory of a device that is not the host's."""
    return getattr(state.backend, "foreign", None) is not None


def place_of(state: DeviceState) -> tuple[int, int]:
    """Returns the place of a device's memory as DLPack numbers it."""
    if state.host_sees:
        return dlpack.CPU, 0
    return dlpack.CUDA, int(state.name.partition(":")[2])


def uses_of(buffer: TypedMemory) -> Points:
    """Returns the points after all submitted accesses to a buffer's memory."""
    with buffer._state.engine.lock:
        return cast("Points", tuple((buffer._region.tracked.death_frontier() or {}).items()))


@refusing
def check_sharing(buffer: TypedMemory, what: str) -> None:
    """Raises an error if no consumer can share a buffer's memory by DLPack."""
    state = buffer._state
    buffer._present("share")
    state.engine.check_open(what)
    if not (state.host_sees or is_shareable(state)):
        remedy = buffer._way_to_host("fetch it, or use buffer.to")
        raise SharingError(f"{what}: its memory is not the host's; {remedy}")


@refusing
def capsule_of_host(buffer: TypedMemory, stream: object, what: str, **asked: object) -> object:
    """Returns a DLPack capsule of a buffer in the host's memory, once all is written.

    Raises:
        SharingError: a stream is given, or DLPack cannot say what the memory is.
        ArgumentTypeError: an argument is not as DLPack has it.
        Exception: a writer has failed.
    """
    if stream is not None:
        raise SharingError(f"{what}: stream is {shown(stream)}; it is None for memory of the CPU")
    _sync_users(buffer)
    array = buffer._share(readonly=bool(buffer._region.tracked.bar & FROZEN))
    return _exported(array, buffer, what, **asked)


def _sync_users(buffer: TypedMemory) -> None:
    """Blocks until all submitted writes to a buffer have ended, and what its memory did before.

    Submissions of a previous owner may still use memory that was not written since.
    """
    engine = buffer._state.engine
    if engine.interpreters:
        take(engine, HostSide(f"share {told(buffer)}"))
    for execution in buffer._writers():
        execution.sync()
    buffer._know_written()
    with engine.lock:
        points = tuple(buffer._region.reuse_points())
    earlier = Event()
    earlier._record(points)  # type: ignore[arg-type]
    earlier.sync()


def _exported(array: Any, buffer: TypedMemory, what: str, **asked: object) -> object:
    """Returns the capsule that NumPy makes of an array over a buffer's memory."""
    try:
        return array.__dlpack__(**asked)
    except TypeError as error:
        raise ArgumentTypeError(f"{what}: {error}; see the array API's `__dlpack__`") from error
    except (BufferError, RuntimeError, ValueError) as error:
        is_frozen = bool(buffer._region.tracked.bar & FROZEN)
        remedy = "ask for max_version=(1, 0), or for a copy" if is_frozen else "fetch it"
        raise SharingError(f"{what}: {error}; {remedy}") from error


def capsule_of(
    buffer: TypedMemory,
    stream: object,
    max_version: tuple[int, int] | None,
    dl_device: tuple[int, int] | None,
    what: str,
) -> object:
    """Returns a DLPack capsule of a GPU's buffer, for which a consumer's stream has to wait.

    Raises:
        SharingError: DLPack cannot say what the memory is, or the consumer wants it elsewhere.
        ArgumentError: the stream is none.
    """
    state = buffer._state
    place = place_of(state)
    if dl_device not in (None, place):
        raise SharingError(
            f"{what}: the consumer wants it on device {shown(dl_device)}; it is on {place}, "
            "use buffer.to or fetch it"
        )
    state.engine.take_returned()
    wanted = dlpack.stream_for(stream, what)
    foreign = _foreign(state, what)
    array = _over(buffer, None if wanted is None or foreign.is_own(wanted) else wanted)
    capsule = _exported(array, buffer, what, max_version=max_version)
    if wanted is not None:
        foreign.check(wanted, what)
        Hold(foreign, wanted, uses_of(buffer), what).block()
    return dlpack.on_device(capsule, place)


def interface_of(buffer: TypedMemory, what: str) -> dict[str, object]:
    """Returns the `__cuda_array_interface__` of a buffer."""
    layout, state = buffer._present("share"), buffer._state
    foreign = _foreign(state, what)
    allocation = buffer._allocation
    assert allocation is not None
    readonly = bool(buffer._region.tracked.bar & FROZEN)
    if not readonly:
        buffer._expose()
    if layout.size:
        allocation.share(state.engine)  # so that the memory is known if it comes back
    stream = foreign.own_stream("out")
    Hold(foreign, stream, uses_of(buffer), what).block()
    strides = None if layout.contiguous else layout.strides
    address = buffer._address if layout.size else 0
    found = dlpack.Described(address, layout.dtype, layout.shape, strides, readonly, None)
    return dlpack.interface(found, stream)


def _foreign(state: DeviceState, what: str) -> Foreign:
    """Returns the object that orders a device with other libraries, or refuses."""
    engine = state.engine
    if engine.interpreters:
        take(engine, HostSide(what))
    engine.check_open(what)
    return foreign_of(state, what)


def _over(buffer: TypedMemory, stream: int | None) -> np.ndarray[Any, Any]:
    """Returns an array over a buffer's memory, which nobody may read: it is the device's.

    Args:
        buffer: the buffer.
        stream: the stream of its consumer; None if nothing on it is left when that lets go.
    """
    layout = buffer._present("share")
    readonly = bool(buffer._region.tracked.bar & FROZEN)
    if not layout.size:
        empty: np.ndarray[Any, Any] = np.empty(layout.shape, layout.dtype)
        empty.flags.writeable = not readonly
        return empty
    allocation: Allocation | None = buffer._allocation
    assert allocation is not None
    if not readonly:
        buffer._expose()
    share = allocation.share(buffer._state.engine)
    if stream is not None:
        share.end_on(stream, _returned(buffer._state))
    return buffer._over(layout, readonly, share)


def _returned(state: DeviceState) -> Inbox[Returned]:
    """Returns the inbox for memory that consumers let go of, made at the first call."""
    with state.engine.lock:
        if state.returned is None:
            state.returned = Returns(state, foreign_of(state, "share")).inbox
        return state.returned
